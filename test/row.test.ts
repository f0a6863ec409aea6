// Folds and chains of many operands, on both sides of the number that is worked in place: the same answer, fault and
// steps as the interpreter's, and no more code than the operands take.

import * as assert from 'uvu/assert';
import { check, checkedOf } from '../compiler/check.ts';
import { IN_PLACE_MAX } from '../compiler/emit/row.ts';
import { emitScript } from '../runtime/compile.ts';
import { compareEngines } from './support/agreement.ts';
import { test } from './support/test.ts';

const OPERATORS = ['+', '-', '*', '/', 'min', 'max', '=', 'not=', '<', '<=', '>', '>='];

/** A fold and two chains: merging each takes a while. */
const MERGED: ReadonlySet<string> = new Set(['+', '=', '<']);

const INPUT = '{"n": 2, "words": ["a text of more than one step", "a text of more than one stop"], "none": "x"}';

/** What the operands are, by their index among `count`. */
const ROWS: Readonly<Record<string, (at: number, count: number) => string>> = {
  'whole numbers': (at) => `${at + 1}`,
  'one and the same': () => '(:n input)',
  fractions: (at) => `${at}.5`,
  'numbers that leave the range': () => '999999999999999999',
  'zeros behind a one': (at) => `${at === 0 ? 1 : 0}`,
  'a string near the end': (at, count) => (at === count - 2 ? '(:none input)' : `${at}`),
  'texts that cost steps': (at, count) => `(nth (:words input) ${at === count - 1 ? 1 : 0})`,
  calls: (at) => `(f ${at})`,
};

for (const count of [IN_PLACE_MAX, IN_PLACE_MAX + 1]) {
  for (const [name, operand] of Object.entries(ROWS)) {
    test(`${count} operands: ${name}`, async () => {
      for (const operator of OPERATORS) {
        const call = `(${operator} ${Array.from({ length: count }, (_, at) => operand(at, count)).join(' ')})`;
        const source = `(defn f [x] (let [y (+ x 1)] ${call.includes('(f') ? 'y' : call})) [${call} (if ${call} 1 2) (f 1)]`;
        const found = await compareEngines(
          source,
          INPUT,
          MERGED.has(operator) ? ['linked', 'artifact -O0'] : ['linked'],
          [count, count + 5, 2 * count, 3 * count],
        );
        assert.is(found.kind, 'agree', JSON.stringify(found));
      }
    });
  }
}

test('code grows by the operands, not by what is done with each pair', async () => {
  const bytesOf = async (count: number): Promise<number> =>
    (await emitScript(checkedOf(check(`(+ ${'input '.repeat(count)})`))!)).length;
  const [few, many] = [await bytesOf(1_000), await bytesOf(2_000)];
  assert.ok(many - few < 20_000, `${many - few} bytes for 1,000 operands`);
});

test.run();
