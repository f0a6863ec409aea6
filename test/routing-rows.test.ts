// Rows: several objects of a list, pairs of keys and values, and what is called by a name of its own. Each with what must not be read so.

import * as assert from 'uvu/assert';
import { ask, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

const string = { type: 'string' };
const integer = { type: 'integer' };

function listOf(properties: Record<string, unknown>): unknown {
  return { type: 'array', items: { type: 'object', properties, required: Object.keys(properties) } };
}

const order = (member: Record<string, unknown>) =>
  tool('order_malt', 'Order malt.', { lines: listOf(member), note: string }, ['lines']);

test('several things counted in one form are the lines of a list', () => {
  const free = order({ malt: string, bags: integer });
  const argument = (text: string): unknown => sent(ask(text, [free]));
  assert.is(
    argument('Order 4 bags of rye and 2 bags of pale wheat'),
    '{"lines":[{"malt":"rye","bags":4},{"malt":"pale wheat","bags":2}]}',
  );
  assert.is(
    argument('Order 2 × rye, 3 × wheat and one oat'),
    '{"lines":[{"malt":"rye","bags":2},{"malt":"wheat","bags":3},{"malt":"oat","bags":1}]}',
  );
  assert.is(
    argument('Order malt: rye 4 and pale wheat 2'),
    '{"lines":[{"malt":"rye","bags":4},{"malt":"pale wheat","bags":2}]}',
  );
  for (const text of [
    'Order 4 bags of rye and wheat',
    'Order 4 or 5 bags of rye and 2 bags of wheat',
    'Order at least 4 bags of rye and 2 bags of wheat',
    'Order 4 bags of rye and no wheat',
    'Order 4 bags of rye and 2 bags of wheat, but no oats',
    'Order 4 bags of rye and maybe 2 bags of wheat',
    'Did we order 4 bags of rye and 2 bags of wheat?',
    'Order 4 bags of rye and 2 hours later 3 bags of wheat',
  ])
    assert.is(argument(text), null, text);
});

test('lines by a declared form or a listed value', () => {
  const coded = order({ sku: { type: 'string', pattern: '^MT-[0-9]{3}$' }, qty: { type: 'integer', maximum: 50 } });
  assert.is(
    sent(ask('Order 40 MT-101 and 5 of MT-204', [coded])),
    '{"lines":[{"sku":"MT-101","qty":40},{"sku":"MT-204","qty":5}]}',
  );
  assert.is(
    sent(ask('Order MT-101 (40) and MT-204 (5)', [coded])),
    '{"lines":[{"sku":"MT-101","qty":40},{"sku":"MT-204","qty":5}]}',
  );
  // Each value is held to its schema.
  assert.is(sent(ask('Order 40 MT-101 and 60 of MT-204', [coded])), null);
  assert.is(sent(ask('Order 40 MT-101 and 1.5 of MT-204', [coded])), null);
  const listed = order({ kind: { type: 'string', enum: ['rye', 'pale_wheat'] }, qty: integer });
  assert.is(
    sent(ask('Order 3 rye and 2 pale wheat', [listed])),
    '{"lines":[{"kind":"rye","qty":3},{"kind":"pale_wheat","qty":2}]}',
  );
  assert.is(sent(ask('Order 3 rye and 2 oats', [listed])), null);
});

test('keys and values joined by "="', () => {
  const open = tool(
    'label_keg',
    'Label a keg.',
    { keg: { type: 'string', pattern: '^K-[0-9]+$' }, labels: { type: 'object', additionalProperties: string } },
    ['keg'],
  );
  assert.is(
    sent(ask('Label K-4 with team=ops and tier=2', [open])),
    '{"keg":"K-4","labels":{"team":"ops","tier":"2"}}',
  );
  assert.is(sent(ask('Label K-4 with team=ops or tier=2', [open])), null);
  assert.is(sent(ask('Label K-4, but not with team=ops', [open])), null);
  const pairs = tool(
    'brew_batch',
    'Brew a batch.',
    { recipe: { type: 'string', pattern: '^R-[0-9]+$' }, env: listOf({ name: string, value: string }) },
    ['recipe'],
  );
  assert.is(
    sent(ask('Brew a batch of R-7 with env HOPS=wild and YEAST=ale', [pairs])),
    '{"recipe":"R-7","env":[{"name":"HOPS","value":"wild"},{"name":"YEAST","value":"ale"}]}',
  );
  // Two parameters take pairs: which one, nobody said.
  const both = tool('tag_keg', 'Tag a keg.', {
    labels: { type: 'object', additionalProperties: string },
    notes: { type: 'object', additionalProperties: string },
  });
  assert.is(sent(ask('Tag a keg with team=ops', [both])), null);
});

test('what is made of something has a name of its own', () => {
  const copy = tool('create_cask_sample', 'Create a sample of a cask.', { cask_id: string, sample_id: string }, [
    'cask_id',
    'sample_id',
  ]);
  const both = '{"cask_id":"oak-204","sample_id":"spring-7"}';
  assert.is(sent(ask('Create a sample of oak-204 named spring-7', [copy])), both);
  assert.is(sent(ask('Create a sample named spring-7 of oak-204', [copy])), both);
});

test('"one" behind "the new" or "that" is a thing and no number', () => {
  const swap = tool('swap_cask', 'Swap a cask.', { cask: { type: 'string', pattern: '^C-[0-9]+$' }, weeks: integer }, [
    'cask',
  ]);
  assert.is(sent(ask('Swap C-12, the old one leaks', [swap])), '{"cask":"C-12"}');
  assert.is(sent(ask('Swap C-12 for one week', [swap])), '{"cask":"C-12","weeks":1}');
});

test.run();
