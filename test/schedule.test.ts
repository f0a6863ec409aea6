// The schedule steps/1 is frozen: what test/golden/steps-1.txt has of it counts the same in every version. New prices,
// builtins and lines of steps.txt are added to the file with `--update`, which changes and removes nothing; the test fails
// where something is missing from it.

import { readFileSync, writeFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { BUILTIN_NAMES, BUILTINS, type BuiltinName, isBuiltin } from '../compiler/builtins.ts';
import { PRICES } from '../compiler/prices.ts';
import { CALLS_MAX, SCHEDULE_ID } from '../compiler/steps.ts';
import { isUpdating } from './support/golden-json.ts';
import { readStepsLines, STEPS_INPUT } from './support/golden-steps.ts';
import { interpretSource } from './support/interpret.ts';
import { goldenPath } from './support/paths.ts';
import { test } from './support/test.ts';

const PATH = goldenPath('steps-1.txt');
const FROZEN = readFileSync(PATH, 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith(';'));

/** The lines of the file as this version has them: `price NAME NUMBER`, `class BUILTIN CLASS`, `run STEPS SOURCE`. */
function present(): string[] {
  return [
    ...Object.entries({ ...PRICES, CALLS_MAX }).map(([name, number]) => `price ${name} ${number}`),
    ...BUILTIN_NAMES.map((name) => `class ${name} ${BUILTINS[name].cost}`),
    ...[...BUILTIN_NAMES.map((name) => BUILTINS[name].example[0]), ...readStepsLines().map(({ source }) => source)].map(
      run,
    ),
  ];
}

function run(source: string): string {
  return `run ${interpretSource(source, STEPS_INPUT).steps} ${source}`;
}

/** What a line of the file should say now. */
function now(line: string): string {
  const [, kind, rest] = /^(price|class|run) (.*)$/.exec(line)!;
  const [first, ...others] = rest!.split(' ');
  if (kind === 'run') return run(others.join(' '));
  if (kind === 'price') return `price ${first} ${{ ...PRICES, CALLS_MAX }[first as keyof typeof PRICES]}`;
  return `class ${first} ${isBuiltin(first!) ? BUILTINS[first as BuiltinName].cost : 'is no builtin'}`;
}

test('it is steps/1', () => {
  assert.is(SCHEDULE_ID, 'steps/1');
});

test('nothing of steps/1 has changed', () => {
  const changed = FROZEN.filter((line) => now(line) !== line);
  assert.equal(changed.map(now), changed);
  assert.ok(FROZEN.length > 900, `${FROZEN.length} lines`);
});

test('what is new is in the file', () => {
  const known = new Set(FROZEN);
  const added = [...new Set(present())].filter((line) => !known.has(line));
  if (isUpdating) writeFileSync(PATH, `${readFileSync(PATH, 'utf8')}${added.map((line) => `${line}\n`).join('')}`);
  else assert.equal(added, [], 'run this test with --update, which adds them');
});

test.run();
