// Agreement: one program on every engine, at many fuels. The interpreter is the definition; any difference is a defect.
// In: a program's text and input. Out: a description of the first disagreement, or null.

import { check } from '../../compiler/check.ts';
import type { RunResult } from '../../compiler/faults.ts';
import { build, compile } from '../../runtime/compile.ts';
import { execute, instantiateArtifact } from '../../runtime/execute.ts';
import { interpret } from '../../runtime/interpret/evaluate.ts';
import { createMachine, type Machine } from '../../runtime/run.ts';

export type EngineName = 'linked' | 'linked -O3' | 'artifact' | 'artifact -O0';

/** Fuel that bounds a generated program which would otherwise run long. */
const FUEL_ENOUGH = 200_000;
/** Programs of at most this many steps are tried at every fuel. */
const EVERY_FUEL_MAX = 60;

interface Agreement {
  readonly kind: 'agree' | 'rejected' | 'memory';
  readonly steps: number;
  readonly runs: number;
  readonly outcome: string;
}

interface Disagreement {
  readonly kind: 'disagree';
  readonly engine: EngineName;
  readonly source: string;
  readonly input: string | null;
  readonly fuel: number;
  readonly expected: string;
  readonly actual: string;
}

const machine: Machine = createMachine();

/** Compares `engines` with the interpreter at fuels 0, 1, S−1, S, S+1, `extra`, or all of them for short runs. */
export async function compareEngines(
  source: string,
  input: string | null,
  engines: readonly EngineName[],
  extra: readonly number[] = [],
): Promise<Agreement | Disagreement> {
  // What a run does with a value of a wrong kind is compared, too.
  const checked = check(source, { kinds: 'ignore' });
  if (!checked.ok)
    return { kind: 'rejected', steps: 0, runs: 0, outcome: checked.diagnostics.map(({ code }) => code).join(' ') };
  const program = checked.program!;
  const bytes = input === null ? null : new TextEncoder().encode(input);
  const whole = interpret(program, bytes, { fuel: FUEL_ENOUGH });
  const fuels =
    whole.steps <= EVERY_FUEL_MAX
      ? Array.from({ length: whole.steps + 2 }, (_, fuel) => fuel)
      : [
          ...new Set([
            0,
            1,
            whole.steps - 1,
            whole.steps,
            whole.steps + 1,
            ...extra.map((fuel) => fuel % (whole.steps + 2)),
          ]),
        ];
  // A run that needs more than enough is compared where it was cut off.
  const tried = fuels.filter((fuel) => fuel <= FUEL_ENOUGH);
  const expected = tried.map((fuel) => print(interpret(program, bytes, { fuel })));
  const prepared = { hash: checked.hash!, canonical: checked.canonical!, program, canonicalPlace: checked.places };
  for (const engine of engines) {
    const run = await prepare(engine, prepared, source);
    for (const [index, fuel] of tried.entries()) {
      const result = run(bytes, fuel);
      if (result.kind === 'fault' && result.fault.code === 'out-of-memory')
        return { kind: 'memory', steps: whole.steps, runs: index, outcome: 'out-of-memory' };
      const actual = print(result);
      if (actual !== expected[index])
        return { kind: 'disagree', engine, source, input, fuel, expected: expected[index]!, actual };
    }
  }
  const outcome = whole.kind === 'finished' ? 'finished' : whole.fault.code;
  return { kind: 'agree', steps: whole.steps, runs: tried.length * engines.length, outcome };
}

type Prepared = Parameters<typeof compile>[0];

async function prepare(
  engine: EngineName,
  checked: Prepared,
  source: string,
): Promise<(input: Uint8Array | null, fuel: number) => RunResult> {
  if (engine.startsWith('linked')) {
    const script = await compile(checked, engine === 'linked' ? {} : { optimizeLevel: 3 });
    return (input, fuel) => machine.run(script, input, { fuel });
  }
  const exports = instantiateArtifact(await artifactOf(engine, checked, source));
  return (input, fuel) => execute(exports, input, fuel);
}

let last: { readonly key: string; readonly module: WebAssembly.Module } | null = null;

/** The last one is kept: a program that is compared on one input after the other takes far longer to build than to run. */
async function artifactOf(engine: EngineName, checked: Prepared, source: string): Promise<WebAssembly.Module> {
  const key = `${engine} ${source}`;
  if (last?.key === key) return last.module;
  const bytes = await build(checked, engine === 'artifact' ? undefined : 0);
  last = { key, module: new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>) };
  return last.module;
}

function print(result: RunResult): string {
  if (result.kind === 'finished') return `${result.output} after ${result.steps} steps`;
  const { code, node, calls, text, path, byte } = result.fault;
  return JSON.stringify({ code, node, calls, text, path, byte, steps: result.steps });
}
