// Steps: the schedule, the public contract of what a run costs.
// One step is one evaluation of one core node, counted when it begins, before its parts. An application adds its
// surcharge, a whole number computed from its arguments before the work: arguments evaluated, their types checked left
// to right, nesting checked (`too-deep`), the surcharge, the work.
//
// size(v): 1 for nil, a boolean or a number; 1 + ⌊bytes/16⌋ for a string, and for the text of a number that cannot be
// computed with; 1 + the sizes of the elements, or of the keys
// and values, for a collection. No sum exceeds 2^53−1. "n" counts elements. Where a vector is wanted nil is [] and a map
// is its entries, whose making costs two steps each in the classes that say so, and sizes are taken of that vector. log2 is ⌈log2 x⌉ on whole numbers, 0 for x ≤ 1.

import { createHash } from 'node:crypto';
import type { Constant } from './core.ts';

/** What each cost class adds to the one step of an application. */
export const COSTS = {
  constant: 'nothing',
  /**
   * `+ - * / inc dec quot rem mod`: nothing in a call, whose operands are nodes. Where a higher-order builtin applies them,
   * APPLIED_STEPS for a pair of numbers of which one is not a whole number below 10^18, and for every division.
   */
  arithmetic: 'nothing in a call; handed to a higher-order builtin 3 for each pair with a number that is not whole or not below 10^18, and for each division',
  /** What takes as long as several sums. */
  heavy: 'four',
  /**
   * `rest butlast take drop slice conj`: 2 × the entries of a map, which have to be made; nothing of a vector, but for `take
   * drop slice` of one whose elements are not all of size 1: ⌊the smaller of what is kept and what is left out / 4⌋, and
   * for `conj` the elements it adds beyond the first.
   */
  view: '2 × the entries of a map; the smaller part of a vector of larger elements / 4; elements added beyond the first',
  /** 4 × the bits of |exponent| */
  power: 'four times the bits of the exponent’s magnitude',
  /** `get contains?` and field reads: size(key) − 1 */
  key: 'size of the key − 1',
  /** `get-in`: every key of the path, reached or not */
  path: 'sizes of the keys of the path',
  /** `select-keys`: the listed keys are found and put in order */
  select: 'log2(n) + log2(listed keys), 1 at least, × sizes of the listed keys',
  /** `assoc dissoc update`: for every key, 2 × log2(n + 1), 1 at least, × size(key), − 1; n is the entries before the call, 0 for nil */
  write: 'for every key, 2 × log2(n + 1) × size of the key − 1',
  /** `assoc-in update-in`: for every key of the path, 2 × log2(n + 1), 1 at least, × size(key), + size(key), n of the level it writes; 0 where a level is missing or no collection */
  'write-path': 'for every key of the path, 2 × log2(n + 1) × size of the key, and that size',
  /** `merge`: log2(maps), 1 at least, × sizes of all keys */
  merge: 'log2(maps) × sizes of the keys',
  /** `into` a vector: n of both, and 2 × the entries when `from` is a map. Into a map: sizes of its keys + log2(n of `from`), 1 at least, × sizes of the keys of `from` (1 for what is no pair) */
  into: 'elements; of maps sizes of the keys, the new ones × log2(new ones)',
  /**
   * keys vals vec reverse: n of the collection. concat: n of all arguments together. vector: n of the result.
   * range repeat: n of the result; range 1,000 more unless its bounds and its step are below 10^18. partition: n of the collection + n of the result.
   * entries: 2 × n. vec reverse concat partition: also 2 × the entries of maps among the arguments.
   * zip: 2 × the shorter n. interleave: number of collections × the shortest n; both and 2 × the entries of maps among them.
   */
  elements: 'elements read or made, 2 × the entries of a map',
  /** sum product mean: n; 4 × n when there is a number among the elements that is not a whole number below 10^18 */
  sum: 'elements, × 4 when a number among them is not whole or not below 10^18',
  /** = not= < <= > >= compare: smaller of the two sizes − 1, for every pair compared */
  compare: 'smaller of the two sizes − 1, for every pair compared',
  /** flatten: size of the vector. */
  walk: 'sizes of what is walked',
  /** str: sizes of the arguments. join: sizes of the elements + (n − 1) × size of the separator (0 when left out). Then, for both, + ⌊bytes of the new text/16⌋. */
  print: 'sizes of what is printed, + bytes of the new text / 16, rounded down',
  /** sort distinct median frequencies zipmap: log2(n), 1 at least, × the sizes of the elements (keys, for zipmap, and 2 × the entries of maps) */
  order: 'log2(n) × sizes of the keys',
  /** ⌈(bytes of the text arguments + bytes of a new text)/16⌉; subs, starts-with? … make no new text */
  text: 'bytes of the texts and of a new text / 16',
  /** upper lower: as text, + 2 for each byte of the text beyond one a code point */
  'letter-case': 'bytes of the text and the new text / 16 + 2 × bytes beyond one a code point',
  /** lines: as text (no new text), + 1 for each piece */
  pieces: 'bytes / 16 + pieces',
  /** parse-number: ⌈bytes of the text/4⌉ */
  parse: 'bytes / 4',
  /** words: ⌈bytes of the text/4⌉, + 1 for each word */
  words: 'bytes / 4 + words',
  /** split: as search, + 1 for each piece */
  split: 'bytes / 8 + pieces',
  /** replace: as search, + 1 for each place, + ⌈(bytes of the replacement and of the new text)/16⌉ */
  replace: 'bytes / 8 + places + bytes of the replacement and the new text / 16',
  /** includes? index-of trim blank?: ⌈(bytes of the text and of what is sought)/8⌉ in a text, size of the vector in a vector */
  search: 'bytes / 8 in a text; size of the vector in a vector',
  /** locate located? locate-all: bytes of the strings searched + bytes of the phrases; where a collection is given, value or phrases, its size too. Phrases that are not literals (nor a name `def`ined as such): 100 + 20 a phrase more. locate-all: then 4 a place. */
  locate: 'bytes of the texts and the phrases, and the sizes of collections; 100 + 20 a phrase for phrases that are not literals; 4 a place of locate-all',
  /** matches? and its kin: bytes of the text × (1 + ⌈nodes of the pattern/8⌉); replace-pattern: + ⌈bytes of the new text/16⌉ */
  patterns: 'bytes of the text × (1 + nodes of the pattern / 8), and of a new text / 16',
  /** one for each application, counted as it is made, and before them, in every class of these, 2 × the entries of a map (map-vals filter-vals: its entries); take-while and drop-while then as view */
  apply: 'the applications, and 2 × the entries of a map (`map-vals`, `filter-vals`: 1 ×)',
  /** mapcat: after the applications, the elements of all results, and 2 × the entries of maps among them */
  'apply-elements': 'the applications + elements made',
  /** sort-by group-by index-by count-by: after the applications, log2(n), 2 at least, × the sizes of f's results */
  'apply-order': 'the applications + log2(n) × sizes of the keys',
  /** min-by max-by: after the applications, the sizes of f's results */
  'apply-keys': 'the applications + sizes of the keys',
  /** partition-by: after the applications, the sizes of f's results and the elements once more */
  'apply-runs': 'the applications + sizes of the keys + elements',
} as const;

export type CostClass = keyof typeof COSTS;

/** What `range` costs more when it counts with numbers from 10^18 on. */
export const RANGE_LONG_STEPS = 1000;
/** Whole numbers below this take a word and no memory. */
export const SHORT_END = 1e18;

/** The surcharge of class `heavy`. */
export const HEAVY_STEPS = 4;

/** What an element of `sum product mean` costs when a number among them is not whole or not below 10^18. */
export const LONG_STEPS = 4;

/** What arithmetic costs with such a number where a higher-order builtin applies it: with the application's own step the same. */
export const APPLIED_STEPS = LONG_STEPS - 1;

/** What phrases that have to be made ready in the run cost, together and each. */
export const PHRASES_STEPS = 100;
export const PHRASE_STEPS = 20;
/** What each place costs that `locate-all` finds. */
export const PLACE_STEPS = 4;

export const SCHEDULE_ID = 'steps/0';

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
  const text = JSON.stringify({ id: SCHEDULE_ID, node: 1, costs: COSTS, builtins: classes });
  return { id: SCHEDULE_ID, hash: createHash('sha256').update(text).digest('hex') };
}

/** What comparing with a constant counts in `case`. */
export function constantSize(constant: Constant): number {
  return constant.kind === 'string' ? textSize(Buffer.byteLength(constant.value)) : 1;
}

/** Size of a string of `bytes` UTF-8 bytes. */
export function textSize(bytes: number): number {
  return 1 + Math.floor(bytes / 16);
}
