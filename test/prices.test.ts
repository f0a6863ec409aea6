// Prices: a price is one line of compiler/prices.ts. Each line is changed in a copy of the build, and nothing else: the
// schedule, the interpreter, growth and the runtime compiled anew follow, and still agree.

import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as assert from 'uvu/assert';
import { PRICES } from '../compiler/prices.ts';
import { SCHEDULE } from '../runtime/compile.ts';
import { readStepsLines, STEPS_INPUT } from './support/golden-steps.ts';
import { FUEL } from './support/interpret.ts';
import { ROOT } from './support/paths.ts';
import { test } from './support/test.ts';

const INPUT = Buffer.from(STEPS_INPUT);
/** What the golden lines have too little of: a map of many levels, a pattern of many nodes, long elements left out, nine digits. */
const SOURCES = [
  ...readStepsLines().map(({ source }) => source),
  '(get (zipmap (map str (range 1025)) (range 1025)) "7")',
  '(matches? "a[0-9]b[0-9]c[0-9]d[0-9]" "a1b2c3d4 and more")',
  '(take 11 (map vector (range 23)))',
  '(stddev [123456789 2 4])',
  '(let [s "a text of more than sixteen bytes"] (locate-all [s s s] [s "more" "than"]))',
];

/** The modules of a copy of the build in which lines of the table were changed. */
interface Copy {
  readonly folder: string;
  load<T>(module: string): Promise<T>;
}

type Steps = typeof import('./support/interpret.ts');
type Agreement = typeof import('./support/agreement.ts');

test('one price changed in one line changes what a golden line costs, and the schedule', async () => {
  const kept = await costs(copyWith([]));
  for (const name of Object.keys(PRICES)) {
    // Derived: it changes with the line it is derived from.
    if (name === 'APPLIED_STEPS') continue;
    const changed = await costs(copyWith([name]));
    assert.is.not(changed.hash, SCHEDULE.hash, name);
    const differing = SOURCES.filter((_, index) => kept.steps[index] !== changed.steps[index]);
    assert.ok(differing.length > 0, `${name} changes no line`);
  }
  assert.is(kept.hash, SCHEDULE.hash);
});

test('with every price changed the interpreter, growth and the compiled runtime agree on every golden line', async () => {
  const copy = copyWith(Object.keys(PRICES).filter((name) => name !== 'APPLIED_STEPS'));
  const { buildRuntime } = await copy.load<typeof import('../runtime/build.ts')>('runtime/build');
  await buildRuntime();
  const { compareEngines } = await copy.load<Agreement>('test/support/agreement');
  for (const source of SOURCES) {
    const compared = await compareEngines(source, STEPS_INPUT, ['linked']);
    assert.is(compared.kind, 'agree', JSON.stringify(compared));
  }
  const { check } = await copy.load<typeof import('../compiler/check.ts')>('compiler/check');
  const { steps } = await costs(copy);
  for (const [index, source] of SOURCES.entries()) {
    const bounds = check(source).steps;
    const spent = steps[index]!;
    if (bounds === null || spent === null) continue;
    const { min, max } = bounds;
    assert.ok(min <= spent && (max === null || spent <= max), `${source}: ${min} … ${max}`);
  }
});

async function costs({ load }: Copy): Promise<{ readonly steps: readonly (number | null)[]; readonly hash: string }> {
  const { programOf } = await load<Steps>('test/support/interpret');
  const { interpret } = await load<typeof import('../runtime/interpret/evaluate.ts')>('runtime/interpret/evaluate');
  const { SCHEDULE: schedule } = await load<typeof import('../runtime/compile.ts')>('runtime/compile');
  return {
    // Of runs that finish: what ends early is not bounded below.
    steps: SOURCES.map((source) => {
      const result = interpret(programOf(source), INPUT, { fuel: FUEL });
      return result.kind === 'finished' ? result.steps : null;
    }),
    hash: schedule.hash,
  };
}

const made: string[] = [];

function copyWith(names: readonly string[]): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'evident-prices-'));
  made.push(folder);
  for (const part of [
    'package.json',
    'runtime/assembly',
    'dist/grammar',
    'dist/compiler',
    'dist/runtime',
    'dist/test/support',
  ])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const table = join(folder, 'dist/compiler/prices.js');
  const lines = readFileSync(table, 'utf8').split('\n');
  for (const name of names) {
    const own = [...lines.keys()].filter((at) => new RegExp(`\\b${name}(?: =|:) \\d+[,;]`).test(lines[at]!));
    assert.is(own.length, 1, `${name} stands in one line`);
    lines[own[0]!] = lines[own[0]!]!.replace(/\d+/, (price) => String(price === '1' ? 2 : Number(price) - 1));
  }
  writeFileSync(table, lines.join('\n'));
  return { folder, load: (module) => import(pathToFileURL(join(folder, 'dist', `${module}.js`)).href) };
}

test.after(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

test.run();
