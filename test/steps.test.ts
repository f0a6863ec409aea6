// Steps: every line of test/golden/steps.txt costs exactly what it says, and fuel is exact at every amount.

import * as assert from 'uvu/assert';
import { BUILTINS, isBuiltin } from '../compiler/builtins.ts';
import { check, checkedOf } from '../compiler/check.ts';
import type { RunResult } from '../compiler/faults.ts';
import { PRICES } from '../compiler/prices.ts';
import { COSTS, NODE_COSTS, SHORT_END, scheduleText } from '../compiler/steps.ts';
import { compile } from '../runtime/compile.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { createMachine } from '../runtime/run.ts';
import { compareEngines } from './support/agreement.ts';
import type { StepsLine } from './support/golden-steps.ts';
import { readStepsLines, STEPS_INPUT } from './support/golden-steps.ts';
import { FUEL, programOf } from './support/interpret.ts';
import { test } from './support/test.ts';

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
      const expected: RunResult =
        fuel >= line.steps
          ? whole
          : { kind: 'fault', fault: { code: 'out-of-fuel', node: null, calls: [], text: null }, steps: fuel };
      assert.equal(result, expected, `${line.source} with fuel ${fuel}`);
    }
  }
});

test('what the reference says of costs names the builtins it is about', () => {
  for (const [cost, text] of Object.entries(COSTS)) {
    for (const [, name = ''] of text.matchAll(/`([^`]+)`/g)) {
      // "as `take`", and "a name `def`ined".
      if (name !== 'def' && !text.includes(`as \`${name}\``))
        assert.is(isBuiltin(name) && BUILTINS[name].cost, cost, `${cost}: ${name}`);
    }
  }
});

test('a read of a map with more than 1,024 entries costs 4 steps for each further level, on all engines alike', async () => {
  for (const [entries, more] of [
    [1_024, 0],
    [1_025, 4],
    [2_048, 4],
    [2_049, 8],
  ] as const) {
    const map = `(zipmap (map str (range ${entries})) (range ${entries}))`;
    const cost = (source: string): number => interpret(programOf(source), null, { fuel: FUEL }).steps;
    const made = cost(map);
    for (const [read, base] of [
      ['(get M "7")', 2],
      ['(contains? M "x")', 2],
      ['(get-in M ["7"])', 4],
      ['(get-in {:a M} [:a "7"])', 7],
      ['(get M "x" 1)', 3],
    ] as const) {
      const source = read.replace('M', map);
      assert.is(cost(source) - made, base + more, source);
      assert.is((await compareEngines(source, 'null', ['linked'])).kind, 'agree', source);
    }
    // Reading level by level, what comes first decides.
    const faulting = `(get-in ${map} ["7" "b"])`;
    assert.is((await compareEngines(faulting, 'null', ['linked'])).kind, 'agree', faulting);
  }
});

test('the path of a string that says a phrase costs a step for 16 bytes', async () => {
  const key = 'k'.repeat(11_000);
  const source = `(count (locate-all input "refund"))`;
  const input = Buffer.from(
    JSON.stringify({ [key]: Array.from({ length: 1_450 }, (_, at) => (at % 2 === 0 ? 'a refund' : 'nothing')) }),
  );
  const script = await compile(checkedOf(check(source))!);
  const result = createMachine().run(script, input, { fuel: FUEL * 10 });
  assert.equal(result, interpret(programOf(source), input, { fuel: FUEL * 10 }));
  // Half of them say it, and `/kkk…/123` is 11,002 bytes and up to four digits.
  assert.ok(result.steps > 725 * 687 && result.steps < 725 * 688 + 50_000, String(result.steps));
});

test('the schedule’s hash is of every price', () => {
  const text = scheduleText([]);
  const { prices, nodes, costs } = JSON.parse(text) as {
    readonly prices: Record<string, number>;
    readonly nodes: unknown;
    readonly costs: unknown;
  };
  assert.equal([nodes, costs], [NODE_COSTS, COSTS]);
  assert.equal(prices, { ...PRICES, SHORT_END });
  // Constants of `case` and names of `:keys` cost by bytes: at 15 as ever, at 16 one more.
  const cost = (source: string): number => interpret(programOf(source), Buffer.from('{}'), { fuel: FUEL }).steps;
  for (const source of [
    (name: string) => `(case 1 "${name}" 1 2)`,
    (name: string) => `(let [{:keys [${name}]} input] 1)`,
    (name: string) => `(:${name} input)`,
  ]) {
    assert.is(cost(source('a'.repeat(16))) - cost(source('a'.repeat(15))), 1, source('…'));
  }
});

function written(line: StepsLine): string {
  return `${line.fault === null ? '' : `fault ${line.fault} `}${line.steps} ${line.source}`;
}

test.run();
