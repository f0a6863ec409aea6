// Judge: what cannot be right of the arguments of one builtin, or goes wrong for some texts of instants.
// In: shapes of arguments and the nodes they stand at. Out: findings.

import type { BuiltinName } from '../builtins.ts';
import { areNeverEqual, say } from './constants.ts';
import type { Finding } from './finding.ts';
import { describeKinds, NIL, NUMBER, STRING, VECTOR } from './kinds.ts';
import type { Shape } from './shape.ts';

/** A value whose kinds are all wrong; null where it may be right. `instead`: what may be meant by a vector where its elements are wanted. */
export function wrongKind(
  node: number,
  what: string,
  shape: Shape,
  wanted: number,
  instead: string | null = null,
): Finding | null {
  if (shape.kinds === 0 || (shape.kinds & wanted) !== 0) return null;
  const given = describeKinds(shape.kinds);
  return { code: 'wrong-kind', node, what, wanted: describeKinds(wanted), given, path: shape.path, instead };
}

const OF_NUMBERS: ReadonlySet<string> = new Set<BuiltinName>(['sum', 'product', 'mean', 'median', 'stddev']);

/** Elements that are no numbers, of a collection that is taken to have some. */
export function judgeElements(name: BuiltinName, node: number, coll: Shape): Finding | null {
  const isVector = (coll.kinds & VECTOR) !== 0 && (coll.kinds & ~(VECTOR | NIL)) === 0;
  return OF_NUMBERS.has(name) && isVector ? wrongKind(node, `each element of \`${name}\``, coll.item(), NUMBER) : null;
}

const ORDERING: ReadonlySet<string> = new Set<BuiltinName>([
  ...(['<', '<=', '>', '>=', 'lt?', 'lte?', 'gt?', 'gte?', 'in-range?', 'compare'] as const),
]);
const STRICT: ReadonlySet<string> = new Set<BuiltinName>(['<', '<=', '>', '>=']);

/** What is wrong with two values that are compared; of further ones it depends on the first two whether they are looked at. */
export function judgeComparison(
  name: BuiltinName,
  node: number,
  nodes: readonly number[],
  args: readonly Shape[],
): readonly (Finding | null)[] {
  const [first, second] = args;
  if (first === undefined || second === undefined) return [];
  if (name === '=' || name === 'not=') {
    if (args.length === 2 && areNeverEqual(first, second))
      return [{ code: 'never-equal', node, left: say(first), right: say(second) }];
    const isText = args.every(({ kinds }) => (kinds & STRING) !== 0);
    return isText && args.some(({ instant }) => instant === 'written') ? [instantAsText(name, node)] : [];
  }
  if (!ORDERING.has(name)) return [];
  const found: (Finding | null)[] = [];
  if (first.instant !== null || second.instant !== null) found.push(instantAsText(name, node));
  if (!STRICT.has(name)) return found;
  // Two numbers or two strings.
  const isNumber = ({ kinds }: Shape): boolean => (kinds & (NUMBER | STRING)) === NUMBER;
  if (isNumber(first)) found.push(wrongKind(nodes[1]!, `\`${name}\``, second, NUMBER));
  if (isNumber(second)) found.push(wrongKind(nodes[0]!, `\`${name}\``, first, NUMBER));
  return found;
}

const SORTING: ReadonlySet<string> = new Set<BuiltinName>(['sort', 'sort-by', 'min-by', 'max-by']);

/** `key`: what elements are ordered by. */
export function judgeSorting(name: BuiltinName, node: number, key: Shape): Finding | null {
  return SORTING.has(name) && key.instant !== null ? instantAsText(name, node) : null;
}

function instantAsText(name: BuiltinName, node: number): Finding {
  return { code: 'instant-as-text', node, what: `\`${name}\`` };
}
