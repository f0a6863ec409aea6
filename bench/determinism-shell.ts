// Determinism in binaryen's own interpreter: jobs as a script of assertions for wasm-shell.
// In: jobs and what is expected of them. Out: WebAssembly text. The shell has no host to write memory, so each run's input
// is a data segment of a small module that imports the artifact's memory, and the output is compared eight bytes at a time.
// It keeps no names of binary modules, so another module hands the artifact's functions on.

import type { Job, JobResult } from './determinism-jobs.ts';

/** Its interpreter walks trees: longer runs take minutes. */
const STEPS_MAX = 2_000;

const FUNCTIONS = [
  ['alloc', '(param i32) (result i32)'],
  ['run', '(param i32 i32 i64) (result i32)'],
  ['status', '(result i32)'],
  ['steps', '(result i64)'],
  ['output_ptr', '(result i32)'],
  ['output_len', '(result i32)'],
] as const;

interface ShellScript {
  readonly text: string;
  readonly runs: number;
}

export function shellScript(jobs: readonly Job[], expected: readonly (readonly JobResult[])[]): ShellScript {
  const lines: string[] = [];
  let count = 0;
  jobs.forEach(({ wasm, runs }, at) => {
    const results = expected[at]!;
    const short = runs.flatMap((run, index) =>
      Number(results[index]!.steps) <= STEPS_MAX ? [{ run, result: results[index]! }] : [],
    );
    if (short.length === 0) return;
    const artifact = `$a${at}`;
    const handOn = (name: string, type: string): string =>
      `(import "a${at}" "${name}" (func $${name} ${type})) (export "${name}" (func $${name}))`;
    lines.push(
      `(module binary "${hexadecimal(Buffer.from(wasm, 'base64'))}")`,
      `(register "a${at}")`,
      `(module ${artifact} ${FUNCTIONS.map(([name, type]) => handOn(name, type)).join(' ')})`,
    );
    short.forEach(({ run, result }, index) => {
      count += 1;
      const input = run.input === null ? new Uint8Array(0) : Buffer.from(run.input, 'base64');
      const output = new TextEncoder().encode(result.output);
      const host = `$h${at}_${index}`;
      const invoke = (name: string, ...args: string[]): string => `(invoke ${artifact} "${name}" ${args.join(' ')})`;
      const returns = (call: string, value: string): string => `(assert_return ${call} ${value})`;
      const i32 = (value: number): string => `(i32.const ${value})`;
      const running = invoke('run', i32(result.inputAt), i32(input.length), `(i64.const ${run.fuel})`);
      lines.push(
        returns(invoke('alloc', i32(input.length)), i32(result.inputAt)),
        `(module ${host} (import "a${at}" "memory" (memory 0)) (data (i32.const ${result.inputAt}) "${hexadecimal(input)}")` +
          ' (func (export "long") (param i32) (result i64) (i64.load (local.get 0))) (func (export "byte") (param i32) (result i32) (i32.load8_u (local.get 0))))',
        result.status === 0 ? returns(running, i32(0)) : `(assert_trap ${running} "unreachable")`,
        returns(invoke('status'), i32(result.status)),
        returns(invoke('steps'), `(i64.const ${result.steps})`),
        returns(invoke('output_ptr'), i32(result.outputAt)),
        returns(invoke('output_len'), i32(output.length)),
      );
      const view = new DataView(output.buffer, output.byteOffset);
      let byte = 0;
      for (; byte + 8 <= output.length; byte += 8)
        lines.push(
          returns(
            `(invoke ${host} "long" ${i32(result.outputAt + byte)})`,
            `(i64.const ${view.getBigInt64(byte, true)})`,
          ),
        );
      for (; byte < output.length; byte += 1)
        lines.push(returns(`(invoke ${host} "byte" ${i32(result.outputAt + byte)})`, i32(output[byte]!)));
    });
  });
  return { text: `${lines.join('\n')}\n`, runs: count };
}

function hexadecimal(bytes: Uint8Array): string {
  return [...bytes].map((byte) => `\\${byte.toString(16).padStart(2, '0')}`).join('');
}
