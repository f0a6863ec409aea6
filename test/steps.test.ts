// Steps: every line of test/golden/steps.txt costs exactly what it says, and fuel is exact at every amount.

import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { BUILTINS, isBuiltin } from '../compiler/builtins.ts';
import type { RunResult } from '../compiler/faults.ts';
import { APPLIED_STEPS, COSTS, HEAVY_STEPS, LONG_STEPS, PHRASE_STEPS, PHRASES_STEPS, PLACE_STEPS, RANGE_LONG_STEPS, type CostClass } from '../compiler/steps.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { FUEL, programOf } from './support/interpret.ts';
import { STEPS_INPUT, readStepsLines } from './support/golden-steps.ts';
import type { StepsLine } from './support/golden-steps.ts';

const INPUT = Buffer.from(STEPS_INPUT);
/** Lines that cost no more are run with every fuel from 0 up. */
const EVERY_FUEL_MAX = 40;

test('every golden line costs the steps it says and ends as it says', () => {
  const differing = readStepsLines().flatMap((line) => {
    const result = interpret(programOf(line.source), INPUT, { fuel: FUEL });
    const actual = `${result.kind === 'fault' ? `fault ${result.fault.code} ` : ''}${result.steps} ${line.source}`;
    return actual === written(line) ? [] : [`line ${line.line}: ${actual}, not ${written(line)}`];
  });
  assert.equal(differing, []);
});

test('with less fuel a run ends out of fuel with steps equal to its fuel, with enough it ends as ever', () => {
  for (const line of readStepsLines()) {
    const program = programOf(line.source);
    const first = line.steps <= EVERY_FUEL_MAX ? 0 : line.steps - 1;
    const whole = interpret(program, INPUT, { fuel: FUEL });
    for (let fuel = first; fuel <= line.steps + 1; fuel += 1) {
      const result = interpret(program, INPUT, { fuel });
      const expected: RunResult = fuel >= line.steps ? whole
        : { kind: 'fault', fault: { code: 'out-of-fuel', node: null, calls: [], text: null }, steps: fuel };
      assert.equal(result, expected, `${line.source} with fuel ${fuel}`);
    }
  }
});

test('what the reference says of costs names the builtins it is about, and the prices that are charged', () => {
  for (const [cost, text] of Object.entries(COSTS)) {
    for (const [, name = ''] of text.matchAll(/`([^`]+)`/g)) {
      // "as `take`", and "a name `def`ined".
      if (name !== 'def' && !text.includes(`as \`${name}\``)) assert.is(isBuiltin(name) && BUILTINS[name].cost, cost, `${cost}: ${name}`);
    }
  }
  const said: readonly (readonly [CostClass, string, number])[] = [
    ['heavy', '4', HEAVY_STEPS], ['arithmetic', 'builtin 3 for', APPLIED_STEPS], ['sum', '× 4', LONG_STEPS], ['elements', '1,000 more', RANGE_LONG_STEPS],
    ['locate', '100 +', PHRASES_STEPS], ['locate', '20 a phrase', PHRASE_STEPS], ['locate', '20 for each place', PLACE_STEPS],
  ];
  for (const [cost, words, price] of said) {
    assert.ok(COSTS[cost].includes(words), cost);
    assert.is(Number(words.replace(/[^0-9]/g, '')), price, cost);
  }
});

function written(line: StepsLine): string {
  return `${line.fault === null ? '' : `fault ${line.fault} `}${line.steps} ${line.source}`;
}

test.run();
