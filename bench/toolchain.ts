// How fast are checking, compiling and running, beside plain JavaScript and the languages people use for rules?

import { parse as parseCel } from '@marcbachmann/cel-js';
import jsonLogic from 'json-logic-js';
import jsonata from 'jsonata';
import { getQuickJS } from 'quickjs-emscripten';
import { type Checked, type CheckOptions, check, checkedOf } from '../compiler/check.ts';
import { build, compile } from '../runtime/compile.ts';
import { createMachine } from '../runtime/run.ts';
import { duration, geometricMean, measure, median, type Subject, table } from './measure.ts';
import { EMPTY, PROGRAMS, type Program, type Script, SHAPES } from './programs.ts';

const METERING_ROUNDS = 15;

export async function benchToolchain(): Promise<string> {
  return [await benchChecking(), await benchRunning(), await benchMetering()].join('\n\n');
}

function readScript(script: string, options: CheckOptions = {}): Checked {
  const result = check(script, options);
  if (!result.ok) throw new Error(JSON.stringify(result.diagnostics));
  return checkedOf(result)!;
}

async function benchChecking(): Promise<string> {
  const { script } = PROGRAMS[0]!;
  const [checking] = measure([{ name: 'check', run: () => check(script) }]);
  const checked = readScript(script);
  // Warm means that V8 has compiled binaryen, which takes some dozens of modules.
  for (let round = 0; round < 100; round += 1) await compile(checked);
  const times: number[] = [];
  for (let round = 0; round < 60; round += 1) {
    const started = performance.now();
    await compile(checked);
    times.push((performance.now() - started) * 1000);
  }
  return table(
    ['30-line rule', 'median'],
    [
      ['check', duration(checking!.microseconds)],
      ['compile, warm', duration(median(times))],
      ['artifact', `${(await build(checked)).length} bytes`],
      ['artifact of (+ 1 2)', `${(await build(readScript('(+ 1 2)'))).length} bytes`],
    ],
  );
}

async function benchRunning(): Promise<string> {
  const quickjs = await getQuickJS();
  const machine = createMachine();
  const rows: string[][] = [];
  for (const program of PROGRAMS) {
    const script = await compile(readScript(program.script));
    const input = new TextEncoder().encode(program.input);
    const run = (): string => {
      const result = machine.run(script, input, { fuel: program.fuel });
      if (result.kind !== 'finished') throw new Error(JSON.stringify(result));
      return result.output;
    };
    sameNumbers(program, run(), program.javascript(program.input));
    const subjects: Subject[] = [
      { name: 'evident', run },
      { name: 'JavaScript', run: () => program.javascript(program.input) },
      ...peers(program, quickjs),
    ];
    const timings = measure(subjects);
    const asyncPeer = await benchJsonata(program);
    const [ours, javascript] = [timings[0]!, timings[1]!];
    const cell = (name: string): string => {
      const timing =
        name === 'jsonata' ? asyncPeer : timings.find((candidate) => candidate.name === name)?.microseconds;
      return timing === undefined || timing === null ? '–' : duration(timing);
    };
    rows.push([
      program.name,
      duration(ours.microseconds),
      duration(javascript.microseconds),
      `${(ours.microseconds / javascript.microseconds).toFixed(2)}×`,
      cell('cel-js'),
      cell('jsonata'),
      cell('json-logic'),
      cell('quickjs'),
    ]);
  }
  return table(
    ['run', 'evident', 'JavaScript', 'evident ÷ JavaScript', 'cel-js', 'jsonata', 'json-logic', 'quickjs'],
    rows,
  );
}

function peers(program: Program, quickjs: Awaited<ReturnType<typeof getQuickJS>>): Subject[] {
  const subjects: Subject[] = [];
  if (program.cel !== undefined) {
    const evaluate = parseCel(program.cel);
    subjects.push({
      name: 'cel-js',
      run: () => evaluate({ input: JSON.parse(program.input) as Record<string, unknown> }),
    });
  }
  if (program.jsonLogic !== undefined) {
    const logic = program.jsonLogic;
    subjects.push({ name: 'json-logic', run: () => JSON.stringify(jsonLogic.apply(logic, JSON.parse(program.input))) });
  }
  if (program.quickjs !== undefined) {
    const context = quickjs.newContext();
    const made = context.unwrapResult(
      context.evalCode(
        `(text) => { const input = JSON.parse(text); return JSON.stringify((() => {${program.quickjs}})()); }`,
      ),
    );
    subjects.push({
      name: 'quickjs',
      run: () => {
        const text = context.newString(program.input);
        const result = context.unwrapResult(context.callFunction(made, context.undefined, text));
        const output = context.getString(result);
        result.dispose();
        text.dispose();
        return output;
      },
    });
  }
  return subjects;
}

/** JSONata answers asynchronously, so it is timed on its own. */
async function benchJsonata(program: Program): Promise<number | null> {
  if (program.jsonata === undefined) return null;
  const expression = jsonata(program.jsonata);
  const times: number[] = [];
  for (let round = 0; round < 12; round += 1) {
    const repeats = round === 0 || times[0]! > 5000 ? 1 : 50;
    const started = performance.now();
    for (let count = 0; count < repeats; count += 1)
      JSON.stringify(await expression.evaluate(JSON.parse(program.input)));
    times.push(((performance.now() - started) * 1000) / repeats);
  }
  return median(times.slice(2));
}

/** What is compared must do the same work; binary fractions may differ in the last digits. */
function sameNumbers(program: Program, ours: string, theirs: string): void {
  const numbers = (text: string): number[] =>
    [...text.matchAll(/-?\d+(?:\.\d+)?/g)].map(([number]) => Number(number)).sort((a, b) => a - b);
  const [a, b] = [numbers(ours), numbers(theirs)];
  if (a.length !== b.length || a.some((value, index) => Math.abs(value - b[index]!) > 1e-9 * Math.abs(value))) {
    throw new Error(`${program.name}: ${ours} is not ${theirs}`);
  }
}

async function benchMetering(): Promise<string> {
  const machine = createMachine();
  const measureOne = async ({
    name,
    script,
    input,
    fuel,
  }: Script): Promise<{ readonly cells: string[]; readonly ratio: number }> => {
    // Ackermann's function and tak end, but that is not seen.
    const checked = readScript(script, { recursion: 'allow' });
    const bytes = new TextEncoder().encode(input);
    const [metered, unmetered] = await Promise.all([compile(checked), compile(checked, { metered: false })]);
    const subject = (kind: string, compiled: typeof metered): Subject => ({
      name: kind,
      run: () => machine.run(compiled, bytes, { fuel }),
    });
    const [on, off] = measure([subject('metered', metered), subject('unmetered', unmetered)], METERING_ROUNDS);
    const ratio = on!.microseconds / off!.microseconds;
    return { cells: [name, duration(on!.microseconds), duration(off!.microseconds), ratio.toFixed(3)], ratio };
  };
  const measureAll = async (scripts: readonly Script[]) => {
    const rows = [];
    for (const script of scripts) rows.push(await measureOne(script));
    return rows;
  };
  const rows = await measureAll([...PROGRAMS, ...SHAPES]);
  const ratios = rows.map(({ ratio }) => ratio);
  const summary = [
    ['geometric mean', '', '', geometricMean(ratios).toFixed(3)],
    ['worst', '', '', Math.max(...ratios).toFixed(3)],
  ];
  const empty = await measureAll(EMPTY);
  const head = (first: string): string[] => [first, 'metered', 'unmetered', 'metered ÷ unmetered'];
  return [
    table(head('metering'), [...rows.map(({ cells }) => cells), ...summary]),
    table(
      head('metering of nothing'),
      empty.map(({ cells }) => cells),
    ),
  ].join('\n\n');
}
