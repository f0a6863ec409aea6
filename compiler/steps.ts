// Steps: the schedule, the public contract of what a run costs. `steps/1` is frozen: what there is of it counts the same in every
// version, and test/golden/steps-1.txt holds it to that. New builtins may come with prices of their own.
// One step is one evaluation of one core node, counted when it begins, before its parts. An application adds its
// surcharge, a whole number computed from its arguments before the work: arguments evaluated, their types checked left
// to right, nesting checked (`too-deep`), the surcharge, the work.
//
// size(v): 1 for nil, a boolean or a number; 1 + ⌊bytes/SIZE_BYTES⌋ for a string, and for the text of a number that cannot be
// computed with; 1 + the sizes of the elements, or of the keys
// and values, for a collection. No sum exceeds 2^53−1. "n" counts elements. Where a vector is wanted nil is [] and a map
// is its entries, whose making costs PAIR_STEPS each in the classes that say so, and sizes are taken of that vector. log2 is ⌈log2 x⌉ on whole numbers, 0 for x ≤ 1.

import { createHash } from 'node:crypto';
import { type Decimal, isComputable, printDecimal } from '../grammar/decimal.ts';
import type { Constant } from './core.ts';
import { PRICES } from './prices.ts';

const {
  SIZE_BYTES,
  MADE_BYTES,
  SEARCHED_BYTES,
  READ_BYTES,
  BEYOND_ASCII_STEPS,
  PAIR_STEPS,
  VIEW_ELEMENTS,
  WRITE_LEVEL_STEPS,
  DEEP_KEY_STEPS,
  NEAR_LEVELS,
  FAR_LEVEL_STEPS,
  ORDER_LEVELS_MIN,
  SORT_BY_LEVELS_MIN,
  HEAVY_STEPS,
  POWER_BIT_STEPS,
  SERIES_STEPS,
  DEVIATION_STEPS,
  DEVIATION_DIGITS,
  LONG_STEPS,
  APPLIED_STEPS,
  PATTERN_NODES,
  PHRASES_STEPS,
  PHRASE_STEPS,
  PLACE_STEPS,
} = PRICES;
const NEAR_ENTRIES = grouped(2 ** NEAR_LEVELS);
const RANGE_LONG_STEPS = grouped(PRICES.RANGE_LONG_STEPS);

/**
 * What each cost class adds to the one step of an application, in the words of the reference (`evident docs`). "size",
 * "log2" and what is made of a map are explained above, and under `out-of-fuel` for people.
 */
export const COSTS = {
  constant: 'nothing',
  arithmetic: `nothing in a call; handed to a higher-order builtin ${APPLIED_STEPS} for each pair with a number that is not whole or not below 10^18, and for each \`/\``,
  heavy: `${HEAVY_STEPS}`,
  digits: `bytes of the new text / ${MADE_BYTES}, rounded down`,
  view: `${PAIR_STEPS} × the entries of a map; \`take\` \`drop\` \`slice\` of a vector whose elements are not all of size 1: the smaller of what is kept and what is left out / ${VIEW_ELEMENTS}, rounded down`,
  conj: `to a vector: the elements added beyond the first; to a map: for every key added ${WRITE_LEVEL_STEPS} × log2(n + 1) × size of the key; n: entries before the call and keys added`,
  power: `${POWER_BIT_STEPS} × the bits of the exponent’s magnitude, nothing for 0; for an exponent with a fraction ${2 * SERIES_STEPS}`,
  series: `${SERIES_STEPS}`,
  layout: `${HEAVY_STEPS} + bytes of the layout`,
  deviation: `${DEVIATION_STEPS} × elements, and the square of (digits from the lowest place of a number among them, the units at the highest, to the highest / ${DEVIATION_DIGITS}, rounded up)`,
  key: `size of the key − 1; in a map of more than ${NEAR_ENTRIES} entries + ${FAR_LEVEL_STEPS} × (log2(entries) − ${NEAR_LEVELS})`,
  path: `sizes of the keys of the path, reached or not; for every map reached of more than ${NEAR_ENTRIES} entries + ${FAR_LEVEL_STEPS} × (log2(entries) − ${NEAR_LEVELS})`,
  select: '(log2(entries) + log2(listed keys)), 1 at least, × sizes of the listed keys',
  write: `for every key, ${WRITE_LEVEL_STEPS} × log2(n + 1), 1 at least, × size of the key, − 1; n: elements or entries before the call, 0 for nil; \`update\`: and 1 for the application`,
  'write-path': `for every key of the path, ${WRITE_LEVEL_STEPS} × log2(n + 1), 1 at least, × size of the key, + size of the key; n: elements or entries at that level, 0 where there are none; \`update-in\`: and 1 for the application`,
  merge: `log2(maps), ${ORDER_LEVELS_MIN} at least, × sizes of the keys of all maps`,
  'deep-merge': `for every two maps that are merged, at any level, ${DEEP_KEY_STEPS} × sizes of the keys of both`,
  into: `into a vector: elements of both, and ${PAIR_STEPS} × the entries of a map put in; into a map: sizes of its keys + log2(pairs put in), ${ORDER_LEVELS_MIN} at least, × sizes of their keys`,
  elements: `elements read or made, and ${PAIR_STEPS} × the entries of a map; \`entries\`: ${PAIR_STEPS} × its entries; \`zip\`: ${PAIR_STEPS} × the shorter; \`interleave\`: collections × the shortest; \`partition\` \`partition-all\`: elements + pieces; \`insert-at\`: elements + 1; \`range\`: ${RANGE_LONG_STEPS} more unless its bounds and its step are below 10^18`,
  sum: `elements, × ${LONG_STEPS} when a number among them is not whole or not below 10^18`,
  compare: 'smaller of the two sizes − 1, for every pair compared',
  walk: 'size of the vector',
  print: `sizes of what is printed, separators too, + bytes of the new text / ${MADE_BYTES}, rounded down`,
  order: `log2(n), ${ORDER_LEVELS_MIN} at least, × sizes of the elements; \`zipmap\`: of the keys, and ${PAIR_STEPS} × the entries of a map`,
  text: `bytes of the texts given and of a new text / ${MADE_BYTES}, rounded up; \`subs\` makes no new text`,
  'letter-case': `bytes of the text and of the new text / ${MADE_BYTES}, rounded up, + ${BEYOND_ASCII_STEPS} × the bytes of the text beyond one a code point`,
  pieces: `bytes of the text / ${MADE_BYTES}, rounded up, + pieces`,
  parse: `bytes of the text / ${READ_BYTES}, rounded up`,
  words: `bytes of the text / ${READ_BYTES}, rounded up, + words`,
  split: `bytes of the text and the separator / ${SEARCHED_BYTES}, rounded up, + pieces`,
  replace: `bytes of the text and of what is sought / ${SEARCHED_BYTES}, rounded up, + places + bytes of the replacement and of the new text / ${MADE_BYTES}, rounded up`,
  search: `in a text: its bytes and those of what is sought / ${SEARCHED_BYTES}, rounded up; in a vector: its size`,
  places: 'as `index-of`, + places',
  locate: `bytes of the texts searched and of the phrases, and the sizes of collections given; for phrases that are not literals, nor a name \`def\`ined as such, ${PHRASES_STEPS} + ${PHRASE_STEPS} a phrase; \`locate-all\` and \`locate-words\`: ${PLACE_STEPS} for each place, and for each string with places the bytes of its path / ${MADE_BYTES}, rounded down; \`locate-all\` with \`words\`: for each word of 5 to 32 letters a to z as many as \`words\` has keys that begin with its letter, and where one is near as many as it has texts`,
  patterns: `bytes of the text × (1 + nodes of the pattern / ${PATTERN_NODES}, rounded up); \`capture-pattern\`: + groups; \`capture-patterns\`: + 1 + groups for each match; \`split-pattern\`: + pieces; \`replace-pattern\` \`rewrite-pattern\`: + bytes of the new text / ${MADE_BYTES}, rounded up; \`rewrite-pattern\`: + parts of the template for each match`,
  apply: `1 for each application, and ${PAIR_STEPS} × the entries of a map (\`map-vals\` \`filter-vals\`: 1 ×); \`take-while\` \`drop-while\`: then as \`take\``,
  'apply-elements': `1 for each application, and ${PAIR_STEPS} × the entries of a map; then the elements of all results, and ${PAIR_STEPS} × the entries of maps among them`,
  'apply-order': `1 for each application, and ${PAIR_STEPS} × the entries of a map; then log2(n), ${SORT_BY_LEVELS_MIN} at least, × sizes of the function’s results`,
  'apply-keys': `1 for each application, and ${PAIR_STEPS} × the entries of a map; then sizes of the function’s results`,
  'apply-runs': `1 for each application, and ${PAIR_STEPS} × the entries of a map; then sizes of the function’s results + elements`,
  maker:
    '1 for each function it calls, beside the application; `fnil`: and 1 for each argument that may be nil, with its default where it is',
} as const;

export type CostClass = keyof typeof COSTS;

/** Whole numbers below this take a word and no memory. */
export const SHORT_END = 1e18;

/** A map has no more entries. */
export const MAP_ENTRIES_MAX = 2 ** 26;

/** What reading one key of so many entries costs beyond the key. */
export function farSteps(entries: number): number {
  return FAR_LEVEL_STEPS * Math.max(log2(entries) - NEAR_LEVELS, 0);
}

/** What nodes cost beside the one step of each, in words: what is no application of a builtin. */
export const NODE_COSTS = {
  case: 'for each constant compared, in order: its size, which is 1 unless it is a string or a number of more than 18 digits',
  field: 'a keyword in function position: size of the key − 1',
  pattern: 'for each name bound by a pattern: 1, and for a key of `:keys` its size',
  apply: '1 for each application by a higher-order builtin, when it is made',
  arrows: '`some->` and `cond->`: for each stage reached the call and the arguments written in it',
  size: `1 for nil, a boolean or a number; 1 + bytes / ${SIZE_BYTES}, rounded down, for a string, and for a number of more than 18 digits by its text; 1 + the sizes of the parts for a collection`,
} as const;

export const SCHEDULE_ID = 'steps/1';

/** Calls of `defn`s that may be active at once; the next one is `too-deep`. 512 frames fit 512 KiB of host stack. */
export const CALLS_MAX = 512;
/** Nesting a builtin will walk, and that input and output may have. */
export const NESTING_MAX = 256;
/** No size, surcharge or fuel exceeds what a JSON number can say exactly. */
export const STEPS_MAX = Number.MAX_SAFE_INTEGER;

/** The schedule's id and hash, as they stand in every result and artifact. */
export interface Schedule {
  readonly id: string;
  readonly hash: string;
}

/** `classes` is the cost class of every builtin, in the order of their names. */
export function scheduleOf(classes: readonly (readonly [name: string, cost: CostClass])[]): Schedule {
  return { id: SCHEDULE_ID, hash: createHash('sha256').update(scheduleText(classes)).digest('hex') };
}

/** What the hash is of: every price, in words and in numbers. */
export function scheduleText(classes: readonly (readonly [name: string, cost: CostClass])[]): string {
  return JSON.stringify({
    id: SCHEDULE_ID,
    node: 1,
    nodes: NODE_COSTS,
    prices: { ...PRICES, SHORT_END },
    costs: COSTS,
    builtins: classes,
  });
}

/** What comparing with a constant counts in `case`. */
export function constantSize(constant: Constant): number {
  if (constant.kind === 'number') return numberSize(constant.value);
  return constant.kind === 'string' ? textSize(Buffer.byteLength(constant.value)) : 1;
}

/** Size of a string of `bytes` UTF-8 bytes. */
export function textSize(bytes: number): number {
  return 1 + Math.floor(bytes / SIZE_BYTES);
}

/** Size of a number: more than 1 for one that is kept as a text. */
export function numberSize(value: Decimal): number {
  return isComputable(value) ? 1 : textSize(printDecimal(value).length);
}

/** ⌈log2 n⌉, 0 for n ≤ 1. */
export function log2(n: number): number {
  let bits = 0;
  for (let power = 1; power < n; power *= 2) bits += 1;
  return bits;
}

/** 1000 as 1,000. */
function grouped(whole: number): string {
  return String(whole).replace(/(?<=\d)(?=(?:\d{3})+$)/g, ',');
}
