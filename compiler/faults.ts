// Faults: a run's own errors. A fault is a code, a node, steps and the chain of calls: equal on every engine.
// Messages, lines and columns are made from them here, by the host.

import { PRICES } from './prices.ts';

/** Numbers are part of the artifact's ABI (the runtime's fault.ts holds the same ones); `explain` is what `evident explain CODE` prints. */
export const FAULTS = {
  'out-of-fuel': {
    number: 1,
    message: 'the run used all its fuel',
    explain: `Every evaluation of a node counts one step, and builtins that do more work count more. When the steps would exceed the fuel given, the run ends with steps equal to the fuel. Give more fuel, or see with \`evident run --profile\` where the steps go. In what \`evident docs\` says of extra steps the size of a value is 1 for nil, a boolean or a number, 1 + bytes / ${PRICES.SIZE_BYTES}, rounded down, for a string or a number of more than 18 digits, and 1 + the sizes of what it holds, keys too, for a collection; n is the elements, and log2 is rounded up to a whole number.`,
  },
  type: {
    number: 2,
    message: 'a value has the wrong type here',
    explain:
      'A builtin, a field read or a pattern was given a kind of value it does not take: a field of a number, the sum of a string, a count that is no whole number. Nothing is coerced. nil is an empty collection, and a map where a vector is wanted is its entries.',
  },
  'divide-by-zero': {
    number: 3,
    message: 'division by zero',
    explain:
      '`/`, `quot`, `rem` or `mod` by 0, or 0 to a negative power. Test the divisor first; there is no infinity and no NaN.',
  },
  'number-range': {
    number: 4,
    message: 'a number is out of range',
    explain:
      'Numbers are exact decimals of at most 18 significant digits below 10^400. Sums, differences and products of whole numbers are exact or this fault; with a fraction they are rounded. Longer numbers of the input can be passed on and compared with `=`, not computed with.',
  },
  index: {
    number: 5,
    message: 'an index is out of range',
    explain:
      '`nth`, `subs`, `slice` or `assoc` on a vector reached past the end or before the start. `get` and `nth` with a default give nil or the default instead.',
  },
  'too-deep': {
    number: 6,
    message: 'calls or values are nested too deep',
    explain:
      'At most 512 calls of functions are active at once, and a builtin and the output take values nested at most 256 deep; an input nested deeper is `bad-input`. `recur` and folds such as `reduce` use no depth.',
  },
  'out-of-memory': {
    number: 7,
    message: 'the run used all its memory',
    explain:
      'A run has an arena of 64 MiB unless the host says otherwise, and nothing is collected before it ends. Build less at once: `filter` before `map`, `reduce` instead of intermediate vectors.',
  },
  'output-too-large': {
    number: 8,
    message: 'the output is too large',
    explain: 'The output printed as JSON has more than 8 MiB. A small value can print huge when its parts are shared.',
  },
  'bad-input': {
    number: 9,
    message: 'the input is not acceptable JSON',
    explain:
      'The input is JSON in UTF-8, nested at most 256 deep, with no key twice in an object, no half surrogate pairs and nothing after the value; an empty text is no JSON, and only an input that is not given is nil. The fault says at which byte, and under which path, it is not. No step was counted.',
  },
  failed: {
    number: 10,
    message: 'the script failed on purpose',
    explain:
      '`fail` was called, an `assert` did not hold, or a `case` without a default met no constant. The text is what the script gave.',
  },
} as const;

export type FaultCode = keyof typeof FAULTS;

/** How a run of a module ended, as it says itself. `HOST`: any trap that is not ours; also the state between start and end of a run. */
export const STATUSES = { FINISHED: 0, OUT_OF_FUEL: 1, FAULT: 2, HOST: 3 } as const;

/** What went wrong in a run, as every engine reports it. */
export interface Fault {
  readonly code: FaultCode;
  /** The node that faulted; null for `out-of-fuel`, `bad-input` and faults while printing. */
  readonly node: number | null;
  /** The nodes of the active calls, outermost first. */
  readonly calls: readonly number[];
  /** The text given to `fail` or `assert`, or why an input is bad, where the code's message does not say enough. */
  readonly text: string | null;
  /** Where `bad-input` was found. */
  readonly path?: string;
  readonly byte?: number;
}

/** What went wrong, in one sentence for people; `sentence` is what an explanation says (runtime/explain). */
export function faultMessage({ code, text }: Fault, sentence: string | null = null): string {
  return text ?? sentence ?? FAULTS[code].message;
}

/** The result of a run. `output` is JSON text exactly as the runtime printed it. `steps` is exact. */
export type RunResult =
  | { readonly kind: 'finished'; readonly output: string; readonly steps: number }
  | { readonly kind: 'fault'; readonly fault: Fault; readonly steps: number };

/**
 * An input that was given and has no bytes: its producer failed, and a rule must not decide on nil for it. Only an input that
 * was not given is nil; a module's `run` cannot tell the two apart, so its hosts answer this.
 */
export const EMPTY_INPUT: RunResult = {
  kind: 'fault',
  steps: 0,
  fault: {
    code: 'bad-input',
    node: null,
    calls: [],
    text: 'the input is empty: it holds no JSON value; leave it out, or give null, for nil',
    path: '',
    byte: 0,
  },
};
