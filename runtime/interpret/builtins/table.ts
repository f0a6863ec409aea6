// The interpreter's entries for BUILTINS; the compiler demands one for every row.
// In: the name and the arguments as written. Out: the entry, and the arguments in the places of its parameters.

import type { BuiltinName } from '../../../compiler/builtins.ts';
import { BUILTIN_NAMES, BUILTINS } from '../../../compiler/builtins.ts';
import type { Value } from '../value.ts';
import { DATES } from './dates.ts';
import { EVIDENCE } from './evidence.ts';
import { FAILING } from './failing.ts';
import type { Higher, HigherName, Plain, PlainName } from './family.ts';
import { HIGHER, HIGHER_PLAIN } from './higher.ts';
import { LOGIC } from './logic.ts';
import { MAPS, MAPS_HIGHER } from './maps.ts';
import { NUMBER } from './number.ts';
import { PATTERNS } from './patterns.ts';
import { STRINGS } from './strings.ts';
import { VECTORS } from './vectors.ts';

export const EVALUATE: Record<PlainName, Plain> = {
  ...NUMBER,
  ...LOGIC,
  ...STRINGS,
  ...VECTORS,
  ...MAPS,
  ...HIGHER_PLAIN,
  ...DATES,
  ...EVIDENCE,
  ...PATTERNS,
  ...FAILING,
};
export const EVALUATE_HIGHER: Record<HigherName, Higher> = { ...HIGHER, ...MAPS_HIGHER };

export function isHigher(name: BuiltinName): name is HigherName {
  return BUILTINS[name].shape.kind === 'higher';
}

export function isPlain(name: BuiltinName): name is PlainName {
  return !isHigher(name) && BUILTINS[name].shape.kind !== 'maker';
}

/**
 * The arguments in the places of the parameters: those written fill the optional ones from the left, one that was left
 * out is undefined, and further ones follow. A function is no argument.
 */
export function placeArguments(name: BuiltinName, args: readonly Value[]): Value[] {
  const params = PARAMS.get(name)!;
  let spare = args.length - params.filter((param) => !param.endsWith('?')).length;
  let next = 0;
  const placed: (Value | undefined)[] = params.map((param) => {
    if (!param.endsWith('?')) return args[next++];
    if (spare <= 0) return undefined;
    spare -= 1;
    return args[next++];
  });
  // The tables' functions know which of their parameters may be missing.
  return [...placed, ...args.slice(next)] as Value[];
}

/** Positional parameters of every builtin, without functions and the order of `sort-by`, which are no values. */
const PARAMS = new Map<BuiltinName, readonly string[]>(
  BUILTIN_NAMES.map((name) => {
    const { params, shape } = BUILTINS[name];
    const words = params.split(' ').filter((word) => word !== '');
    const positional = words.includes('&') ? words.slice(0, words.indexOf('&')) : words;
    return [name, positional.filter((word) => shape.kind !== 'higher' || (word !== 'f' && word !== 'order?'))];
  }),
);
