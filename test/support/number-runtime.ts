// Number runtime: number builtins of the compiled runtime, applied to texts. In: an entry's name and its arguments: number
// text, `nil`, `true`, `absent`, or any other text as a string. Out: the result as text, or the code of the fault.
// Numbers get in as the run's input and out as its output, so reading and printing take part.

import { buildRuntime } from '../../runtime/build.ts';
import { instantiateRuntime } from '../../runtime/host.ts';

export interface NumberRuntime {
  /** The printed number, the string, `true`, `false`, or a fault's code. The entry `print` only reads and prints. */
  apply(entry: string, operands: readonly string[]): string;
  /** The bits of the resulting value; null for a fault. */
  bits(entry: string, operands: readonly string[]): bigint | null;
  /** Steps that the last `apply` took, and arena bytes of the last application. */
  spent(): number;
  allocated(): number;
}

const ABSENT = 30n;
const FUEL = 1_000_000n;
const SITE = 0;

export async function numberRuntime(): Promise<NumberRuntime> {
  await buildRuntime();
  const { exports } = instantiateRuntime();
  const entries = exports as unknown as Record<string, (...operands: readonly (number | bigint)[]) => bigint>;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  // What asking for the arena's place takes itself.
  exports.allocInput(0, 0);
  const probeBytes = exports.vectorNew(0) * -1 + exports.vectorNew(0);
  let allocated = 0;

  /** Reads the operands, applies the entry; false when it trapped. */
  const run = (entry: string, operands: readonly string[]): bigint | false => {
    const bytes = encoder.encode(`[${operands.map(written).join(',')}]`);
    const text = exports.allocInput(bytes.length, 0);
    new Uint8Array(exports.memory.buffer, text, bytes.length).set(bytes);
    try {
      const input = exports.begin(text, bytes.length, FUEL, 0, 0, 0, 0);
      const values = operands.map((operand, i) => (operand === 'absent' ? ABSENT : entries['vectorAt']!(input, i)));
      if (entry === 'print') return values[0]!;
      const before = exports.vectorNew(0);
      const result = entries[entry]!(...values, SITE);
      allocated = exports.vectorNew(0) - before - probeBytes;
      return result;
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      return false;
    }
  };

  return {
    apply: (entry, operands) => {
      const result = run(entry, operands);
      if (result !== false) exports.finish(result);
      const output: unknown = decoder.decode(
        new Uint8Array(exports.memory.buffer, exports.output_ptr(), exports.output_len()),
      );
      // Numbers stay the text they are printed as.
      if (result !== false) return (result & 7n) === 3n ? String(JSON.parse(output as string)) : String(output);
      return (JSON.parse(output as string) as { code: string }).code;
    },
    bits: (entry, operands) => {
      const result = run(entry, operands);
      return result === false ? null : result;
    },
    spent: () => Number(exports.steps()),
    allocated: () => allocated,
  };
}

function written(operand: string): string {
  if (operand === 'nil' || operand === 'absent') return 'null';
  if (operand === 'true' || operand === 'false' || /^-?[0-9]/.test(operand)) return operand;
  return JSON.stringify(operand);
}
