// Arity: how many arguments a call takes, in words and as a signature.
// In: rows of BUILTINS and counts. Out: what messages say, and which parameter each written argument stands for.

import type { Arity, BuiltinName } from './builtins.ts';
import { builtin, builtinArity } from './builtins.ts';
import type { Callee } from './core.ts';

export function accepts({ min, max }: Arity, count: number): boolean {
  return count >= min && (max === null || count <= max);
}

/** Whether a function can be called with no arguments; `parametersOf` counts the fixed parameters of a `defn`. */
export function takesNothing(callee: Callee, parametersOf: (index: number) => number): boolean {
  switch (callee.kind) {
    case 'fn':
      return callee.params.length === 0;
    case 'function':
      return parametersOf(callee.function) === 0;
    case 'builtin':
      return builtinArity(callee.name).min === 0;
    case 'field':
      return false;
  }
}

/** `2 arguments`, `1 or 2 arguments`, `at least 1 argument`. */
export function inWords({ min, max }: Arity): string {
  const count =
    max === null
      ? `at least ${min}`
      : min === max
        ? min === 0
          ? 'no'
          : String(min)
        : `${min} ${max === min + 1 ? 'or' : 'to'} ${max}`;
  return `${count} argument${(max ?? min) === 1 ? '' : 's'}`;
}

/** How a call of a builtin is written. */
export function signatureOf(name: BuiltinName): string {
  const { params } = builtin(name);
  return params === '' ? `(${name})` : `(${name} ${params})`;
}

/** The parameter each of `count` written arguments stands for: the optional ones are filled from the left. */
export function writtenParameters(name: BuiltinName, count: number): string[] {
  const names = builtin(name)
    .params.split(' ')
    .filter((param) => param !== '');
  const rest = names.indexOf('&');
  const positional = rest === -1 ? names : names.slice(0, rest);
  let optional = count - positional.filter((param) => !param.endsWith('?')).length;
  const written: string[] = [];
  for (const param of positional) {
    if (!param.endsWith('?')) written.push(param);
    else if (optional > 0) {
      optional -= 1;
      written.push(param.slice(0, -1));
    }
  }
  while (written.length < count) written.push(names[rest + 1]!);
  return written;
}

export const PAIRS = 'keys and values in pairs';

/** Whether so many arguments end in pairs, where the builtin takes them in pairs. */
export function hasPairs(name: BuiltinName, count: number): boolean {
  return writtenParameters(name, count).filter((param) => param === 'pairs').length % 2 === 0;
}
