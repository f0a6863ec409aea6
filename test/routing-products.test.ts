// Requests to tools modelled on real products, written by somebody who had not seen the router: what is called is exact, and nothing
// is called that nobody ordered.

import * as assert from 'uvu/assert';
import { goldenPath } from './support/paths.ts';
import { judgeProducts } from './support/products.ts';
import { test } from './support/test.ts';

const judged = judgeProducts();
const shown = (judgement: string): string[] =>
  judged
    .filter((one) => one.judgement === judgement)
    .map(({ one, explained }) => `${one.messages.at(-1)?.content ?? ''} → ${explained.decision.calls[0]?.name ?? ''}`);

test('many products, requests of every kind', () => {
  assert.is(new Set(judged.map(({ product }) => product)).size, 26);
  for (const about of [
    'complete',
    'incomplete',
    'irrelevant',
    'negated',
    'reported',
    'hypothetical',
    'conditional',
    'quoted',
    'question',
    'two-acts',
    'comparator',
    'unheld-option',
    'conversation',
  ])
    assert.ok(
      judged.some(({ one }) => one.about === about),
      about,
    );
});

test('toolsets that no constant was fitted to: nothing wrong, and most of what is ordered', () => {
  const fresh = judgeProducts(goldenPath('routing', 'unfitted'));
  const count = (judgement: string): number => fresh.filter((one) => one.judgement === judgement).length;
  assert.is(fresh.length, 969);
  assert.is(count('false') + count('wrong') + count('right'), 0);
  assert.ok(count('exact') >= 353, `${count('exact')} exact`);
  assert.ok(fresh.filter(({ named }) => named).length >= 112);
});

test('no call where none is wanted, and none that drops or adds something', () => {
  for (const judgement of ['false', 'wrong', 'right']) assert.equal(shown(judgement), [], judgement);
});

test('most that can be called are, and questions name what is missing', () => {
  assert.ok(shown('exact').length >= 310, String(shown('exact').length));
  assert.ok(judged.filter(({ named }) => named).length >= 88);
});

test.run();
