// Faults: a run's own errors. A fault is a code, a node, steps and the chain of calls: equal on every engine.
// Messages, lines and columns are made from them here, by the host.

/** Numbers are part of the artifact's ABI (the runtime's fault.ts holds the same ones). */
export const FAULTS = {
  'out-of-fuel': { number: 1, message: 'the run used all its fuel' },
  type: { number: 2, message: 'a value has the wrong type here' },
  'divide-by-zero': { number: 3, message: 'division by zero' },
  'number-range': { number: 4, message: 'a number is out of range' },
  index: { number: 5, message: 'an index is out of range' },
  'too-deep': { number: 6, message: 'calls or values are nested too deep' },
  'out-of-memory': { number: 7, message: 'the run used all its memory' },
  'output-too-large': { number: 8, message: 'the output is too large' },
  'bad-input': { number: 9, message: 'the input is not acceptable JSON' },
  failed: { number: 10, message: 'the script failed on purpose' },
} as const;

export type FaultCode = keyof typeof FAULTS;

/** What went wrong in a run, as every engine reports it. */
export interface Fault {
  readonly code: FaultCode;
  /** The node that faulted; null for `out-of-fuel`, `bad-input` and faults while printing. */
  readonly node: number | null;
  /** The nodes of the active calls, outermost first. */
  readonly calls: readonly number[];
  /** The text given to `fail` or `assert`. */
  readonly text: string | null;
  /** Where `bad-input` was found. */
  readonly path?: string;
  readonly byte?: number;
}

/** The result of a run. `output` is JSON text exactly as the runtime printed it. `steps` is exact. */
export type RunResult =
  | { readonly kind: 'finished'; readonly output: string; readonly steps: number }
  | { readonly kind: 'fault'; readonly fault: Fault; readonly steps: number };
