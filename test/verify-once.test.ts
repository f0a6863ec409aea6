// Verifying the same call twice: one mention grounds one call.

import * as assert from 'uvu/assert';
import { verifyCall } from '../server/services/routing/library.ts';
import { test } from './support/test.ts';

const TOOLS = [
  {
    type: 'function',
    function: {
      name: 'remit_money',
      description: 'Remit money to a person.',
      parameters: {
        type: 'object',
        properties: { recipient: { type: 'string' }, amount: { type: 'number' } },
        required: ['recipient', 'amount'],
      },
    },
  },
];
const SAID = { role: 'user', content: 'Remit 70 dollars to Edda' };
const call = (id: string, args: string): object => ({
  id,
  type: 'function',
  function: { name: 'remit_money', arguments: args },
});
const SAME = [
  '{"recipient":"Edda","amount":70}',
  '{"amount":70.0,"recipient":"Edda"}',
  '{"amount":7e1,"recipient":"Edda"}',
];

test('of calls that say the same only the first is decided', () => {
  for (let count = 1; count <= 16; count += 1) {
    const tool_calls = Array.from({ length: count }, (_, at) => call(`c${at}`, SAME[at % SAME.length] ?? ''));
    const answer = verifyCall({ messages: [SAID], tools: TOOLS, tool_calls });
    assert.equal(
      answer.calls.map(({ outcome }) => outcome),
      tool_calls.map((_, at) => (at === 0 ? 'decided' : 'refused')),
    );
    assert.is(answer.may_act, count === 1);
  }
});

test('a call that has its result is not grounded once more', () => {
  const made = { role: 'assistant', content: null, tool_calls: [call('c1', SAME[0] ?? '')] };
  const result = { role: 'tool', tool_call_id: 'c1', content: 'done' };
  const outcomeOf = (messages: readonly object[]): string | undefined =>
    verifyCall({ messages, tools: TOOLS, call: { name: 'remit_money', arguments: { recipient: 'Edda', amount: 70 } } })
      .calls[0]?.outcome;
  assert.is(outcomeOf([SAID]), 'decided');
  // The call that is asked about may stand in the messages.
  assert.is(outcomeOf([SAID, made]), 'decided');
  assert.is(outcomeOf([SAID, made, result]), 'refused');
  assert.is(outcomeOf([SAID, made, result, { role: 'assistant', content: 'Done.' }, SAID]), 'decided');
});

test.run();
