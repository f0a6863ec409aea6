// Live runtime: the compiled runtime with its builtins called one by one, as emitted code calls them. In: JSON texts and
// values of the runtime. Out: values, printed output, faults. For tests that need a value nobody could write down.

import { buildRuntime } from '../../runtime/build.ts';
import { instantiateRuntime, type RuntimeExports } from '../../runtime/host.ts';

type Entry = (...operands: readonly (number | bigint)[]) => bigint;

interface LiveRuntime {
  readonly exports: RuntimeExports;
  /** Calls a builtin's entry; its site is added. Throws when it traps. */
  call(entry: string, ...operands: readonly bigint[]): bigint;
  /** Starts a run: the value of JSON text (nil for none). Throws when it traps. */
  begin(text?: string | Uint8Array, fuel?: bigint): bigint;
  /** Ends the run with a value: its JSON, or the fault's. */
  finish(value: bigint): string;
  /** What output or fault stands there now. */
  output(): string;
  /** What is left of the fuel. */
  fuel(): bigint;
  /** Arena bytes allocated since `begin`. */
  used(): number;
}

export const NIL = 6n;
export const FALSE = 14n;
export const TRUE = 22n;
export const ABSENT = 30n;

/** Enough for any test, and what a JSON number can say. */
const FUEL_MAX = 2n ** 53n - 1n;

export async function liveRuntime(): Promise<LiveRuntime> {
  await buildRuntime();
  const { exports } = instantiateRuntime();
  const entries = exports as unknown as Record<string, Entry>;
  const encoder = new TextEncoder();
  let start = 0;
  const output = (): string =>
    new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.output_ptr(), exports.output_len()));
  return {
    exports,
    call: (entry, ...operands) => entries[entry]!(...operands, 0),
    begin(text = '', fuel = FUEL_MAX) {
      const bytes = typeof text === 'string' ? encoder.encode(text) : text;
      const address = exports.allocInput(bytes.length, 0);
      new Uint8Array(exports.memory.buffer, address, bytes.length).set(bytes);
      start = exports.vectorNew(0);
      return exports.begin(address, bytes.length, fuel, 0, 0, 0, 0);
    },
    finish(value) {
      try {
        exports.finish(value);
      } catch {
        // The fault stands in the output.
      }
      return output();
    },
    output,
    fuel: () => new DataView(exports.memory.buffer).getBigInt64(exports.fuelAt.value, true),
    used: () => exports.vectorNew(0) - start,
  };
}
