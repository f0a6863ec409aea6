// Capitals: "IT" is not said by "it", nor "US" by "us"; other words in capitals are said by small letters.

import * as assert from 'uvu/assert';
import { capitalsOf } from '../server/engines/systemone/capitals.ts';
import { prepare } from '../server/services/decisions/library.ts';
import { test } from './support/test.ts';

async function outcomeOf(phrase: string, state: string): Promise<string | undefined> {
  const set = await prepare({ q: { type: 'choice', criteria: { a: phrase, b: 'zzz' } } });
  if (set.kind === 'invalid') throw new Error(set.message);
  const decision = await set.decide(state);
  if (decision.kind !== 'answered') throw new Error(decision.kind);
  return decision.body.answers['q']?.outcome;
}

const DECIDED = [
  ['IT', 'please ask IT'],
  ['IT', 'an IT problem, it is urgent'],
  ['it', 'the IT desk'],
  ['IT support', 'call IT Support'],
  ['the US office', 'the US offices'],
  ['HR', 'my hr person'],
  ['NO', 'no'],
  ['YES', 'yes'],
  ['OUT OF ORDER', 'it is out of order'],
  ['log in', 'LOG IN'],
  ['me', 'call me'],
  ['US, America', 'from america'],
] as const;

const OTHERS = [
  ['IT', 'my payslip is late, is it lost?'],
  ['it', 'it is late'],
  ['US', 'please contact us'],
  ['US', 'from the us'],
  ['WHO', 'who are you?'],
  ['IT support', 'it supports me'],
  ['the US office', 'give us the us office'],
] as const;

for (const [phrase, state] of DECIDED)
  test(`"${phrase}" is said by "${state}"`, async () => assert.is(await outcomeOf(phrase, state), 'decided'));

for (const [phrase, state] of OTHERS)
  test(`"${phrase}" is not said by "${state}"`, async () => assert.is(await outcomeOf(phrase, state), 'refused'));

test('the first such word of a phrase is required, none of a phrase that is all in capitals', () => {
  assert.equal(['US and IT desks', 'IT', 'it', 'IT DESK', 'Item', 'ITs', 'IT_', 'refund'].map(capitalsOf), [
    'US',
    'IT',
    'IT',
    null,
    null,
    null,
    null,
    null,
  ]);
});

test.run();
