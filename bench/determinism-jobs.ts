// Determinism jobs: artifacts, with the inputs and fuels they are run with, and the one function every JavaScript engine
// runs them by.
// In: the golden corpus. Out: jobs as plain data; and for each run one line: status, steps and output, byte for byte.

import { BUILTIN_NAMES, BUILTINS } from '../compiler/builtins.ts';
import { check } from '../compiler/check.ts';
import { build } from '../runtime/compile.ts';
import type { ScriptExports } from '../runtime/execute.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { readLanguageCases } from '../test/support/golden-language.ts';

export interface Job {
  readonly name: string;
  /** The artifact, in base 64. */
  readonly wasm: string;
  readonly runs: readonly JobRun[];
}

interface JobRun {
  /** JSON text in UTF-8, in base 64; null is nil. */
  readonly input: string | null;
  /** A whole number as text: a host may have no 64-bit integers. */
  readonly fuel: string;
  /** What the reference interpreter says: `finished STEPS OUTPUT`, or `fault STEPS CODE NODE CALLS TEXT`. */
  readonly meaning: string;
}

/** Artifacts of the golden programs and of every builtin's example; each run also with one step too few. `every`: take each n-th. */
export async function buildJobs(every = 1): Promise<Job[]> {
  const programs = [
    ...readLanguageCases()
      .filter(({ golden }) => !golden.members.has('recursion'))
      .map(({ name, source, runs }) => ({
        name,
        source,
        runs: runs.map(({ input, fuel }) => ({ input, fuel })),
      })),
    ...BUILTIN_NAMES.map((name) => ({
      name: `example of ${name}`,
      source: BUILTINS[name].example[0],
      runs: [{ input: null, fuel: 1_000_000 }],
    })),
  ].filter((_, index) => index % every === 0);
  const jobs: Job[] = [];
  for (const { name, source, runs } of programs) {
    const { hash, canonical, program } = check(source);
    if (hash === null || canonical === null || program === null) throw new Error(`${name} does not check`);
    const bytes = await build({ hash, canonical, program, canonicalPlace: check(canonical).places });
    const tried = runs.flatMap(({ input, fuel }): JobRun[] => {
      const utf8 = input === null ? null : new TextEncoder().encode(input);
      const fuels = [fuel, interpret(program, utf8, { fuel }).steps - 1].filter((count) => count >= 0);
      return fuels.map((count) => {
        const result = interpret(program, utf8, { fuel: count });
        const meaning =
          result.kind === 'finished'
            ? `finished ${result.steps} ${result.output}`
            : `fault ${result.steps} ${JSON.stringify([result.fault.code, result.fault.node, result.fault.calls, result.fault.text])}`;
        return { input: utf8 === null ? null : Buffer.from(utf8).toString('base64'), fuel: String(count), meaning };
      });
    });
    jobs.push({ name, wasm: Buffer.from(bytes).toString('base64'), runs: tried });
  }
  return jobs;
}

/** What an engine says of a run. `status` is the artifact's own. */
export interface JobResult {
  readonly status: number;
  readonly steps: string;
  readonly output: string;
  /** Where the input was put, and the output found: for engines that are told instead of asked. */
  readonly inputAt: number;
  readonly outputAt: number;
}

/**
 * Runs jobs on whatever engine this is. It uses nothing but WebAssembly, atob and TextDecoder, and refers to nothing
 * around it: its text is sent to other engines as it stands.
 */
export function runJobs(jobs: readonly Pick<Job, 'wasm' | 'runs'>[]): JobResult[][] {
  const decode = (text: string): Uint8Array<ArrayBuffer> =>
    Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  return jobs.map(({ wasm, runs }) => {
    const exports = new WebAssembly.Instance(new WebAssembly.Module(decode(wasm)), {})
      .exports as unknown as ScriptExports;
    return runs.map(({ input, fuel }) => {
      const bytes = input === null ? new Uint8Array(0) : decode(input);
      const inputAt = exports.alloc(bytes.length);
      new Uint8Array(exports.memory.buffer, inputAt, bytes.length).set(bytes);
      try {
        exports.run(inputAt, bytes.length, BigInt(fuel));
      } catch {
        // A fault or spent fuel traps; status() says which.
      }
      const outputAt = exports.output_ptr();
      const output = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, outputAt, exports.output_len()));
      return { status: exports.status(), steps: String(exports.steps()), output, inputAt, outputAt };
    });
  });
}

/** What must be equal on every engine. */
export function lineOf({ status, steps, output }: JobResult): string {
  return `${status} ${steps} ${output}`;
}

/** The same result in the words of JobRun.meaning. */
export function meaningOf({ status, steps, output }: JobResult): string {
  if (status === 0) return `finished ${steps} ${output}`;
  const { code, node, calls, text } = JSON.parse(output) as {
    code: string;
    node: number | null;
    calls: number[];
    text: string | null;
  };
  return `fault ${steps} ${JSON.stringify([code, node, calls, text])}`;
}
