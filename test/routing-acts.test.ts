// Acts, as laws over generated tools: a name that begins with a verb of looking does not make a tool harmless. What its description
// does, what a particle makes of its verb, and a second act in its name are never called by talk of them.

import * as assert from 'uvu/assert';
import { readClock } from '../server/services/routing/wire/clock.ts';
import type { ToolDefinition } from '../server/services/routing/wire/route.ts';
import { ask, sent, tool } from './support/routing.ts';
import { test } from './support/test.ts';

interface Named {
  readonly name: string;
  /** The words that order it, and the same as something done. */
  readonly order: string;
  readonly done: string;
  readonly definition: ToolDefinition;
}

/** What a tool may do that is known to no list: third person, then what the verb takes before the thing. */
const DOES =
  'Demolishes,Impounds,Evicts,Quarantines,Garnishes,Shreds,Exiles,Disposes of,Takes out a loan on,Withholds,Detonates,Parts with,Commands,Culls,Pawns,Lets go of,Deports,Sedates,Writes off,Auctions'.split(
    ',',
  );
const NOUNS = ['worker', 'parcel', 'house', 'device'];
const LOOKS: readonly (readonly [bare: string, done: string])[] = [
  ['get', 'got'],
  ['find', 'found'],
  ['retrieve', 'retrieved'],
  ['check', 'checked'],
  ['fetch', 'fetched'],
  ['view', 'viewed'],
];

function named(name: string, description: string, noun: string, order: string, done: string): Named {
  const id = { type: 'string', pattern: '^[A-Z]-[0-9]+$', description: `Id of the ${noun}` };
  return { name, order, done, definition: tool(name, description, { [`${noun}_id`]: id }, [`${noun}_id`]) };
}

const DESCRIBED = DOES.flatMap((does, at): Named[] =>
  LOOKS.map(([bare, done], step) => {
    const noun = NOUNS[(at + step) % NOUNS.length] ?? '';
    return named(`${bare}_${noun}`, `${does} a ${noun}.`, noun, `${bare} ${noun}`, `${done} ${noun}`);
  }),
);
/** Bare verbs before a plural, where only the place tells a verb from a noun. */
const BARE = ['Evict', 'Impound', 'Sedate', 'Deport'].map((does) =>
  named('list_workers', `${does} workers without a permit`, 'worker', 'list worker', 'listed worker'),
);
const PHRASAL = [
  named('get_rid_of', 'Whatever is no longer needed.', 'device', 'get rid of device', 'got rid of device'),
  named('see_off', '', 'worker', 'see off worker', 'saw off worker'),
  named('check_out', '', 'parcel', 'check out parcel', 'checked out parcel'),
  named('give_refund', '', 'parcel', 'give a refund on parcel', 'gave a refund on parcel'),
  named('return_parcel', 'Returns a parcel to its sender.', 'parcel', 'return parcel', 'returned parcel'),
];
const JOINED = ['evict', 'shred', 'quarantine', 'delete', 'clear'].flatMap((act) => [
  named(`find_and_${act}`, '', 'worker', `find and ${act} worker`, `found and ${act} worker`),
  named('read_worker', `Reads and ${act}s a worker.`, 'worker', 'read worker', 'read worker'),
  named('list_worker', `Lists a worker and ${act}s it.`, 'worker', 'list worker', 'listed worker'),
]);

const NO_ORDERS = [
  'Should we V J?',
  'They V J daily',
  'V J? Nope.',
  'Remind me to V J',
  'I dreamt that we V J',
  'We P J last week',
  'Do people V J?',
  "Don't V J",
  'If it rains, V J',
  'Bob will V J',
  'He wrote "V J" in the chat',
  'Imagine we V J',
  'We can V J',
  'What happens when you V J?',
];

const put = (frame: string, { order, done }: Named): string =>
  frame
    .replace('J', 'I-4')
    .replace('V', order)
    .replace('P', done)
    .replace(/^./u, (first) => first.toUpperCase());

for (const [kind, tools] of Object.entries({ DESCRIBED, BARE, PHRASAL, JOINED }))
  test(`a tool named after looking that does something else is called by no talk of it: ${kind.toLowerCase()}`, () => {
    const called = tools.flatMap((one) =>
      NO_ORDERS.map((frame) => put(frame, one))
        .filter((text) => ask(text, [one.definition]).calls.length > 0)
        .map((text) => `${text} → ${one.name}`),
    );
    assert.equal(called, []);
  });

test('such a tool is still ordered by its own name, where its description opens with no other known act', () => {
  const missed = [...DESCRIBED, ...PHRASAL]
    .filter(({ definition }) => !definition.description.startsWith('Writes'))
    .filter((one) => sent(ask(put('V J', one), [one.definition])) === null)
    .map((one) => put('V J', one));
  assert.equal(missed, []);
});

test('what names, counts or computes what comes back stays harmless', () => {
  for (const [name, description] of [
    ['get_parcel', 'Parcel with its sender and its weight.'],
    ['get_parcel', 'Returns a parcel.'],
    ['get_parcel', 'Details of a parcel.'],
    ['find_parcel', 'Performs a search for a parcel.'],
    ['describe_parcel', 'Sides and weights of a parcel.'],
    ['list_parcel', 'Reads and sorts a parcel.'],
    ['get_parcel', ''],
  ] as const) {
    const one = named(name, description, 'parcel', '', '');
    assert.is(sent(ask('What is parcel I-4?', [one.definition])), '{"parcel_id":"I-4"}', `${name}: ${description}`);
  }
});

test('what is ordered for tonight is not done now, and what is only looked for is', () => {
  const acts = named('publish_parcel', 'Publish a parcel.', 'parcel', '', '');
  const looks = named('get_parcel', 'Details of a parcel.', 'parcel', '', '');
  for (const now of [null, readClock('2027-04-14T09:00:00Z')]) {
    for (const text of ['Publish parcel I-4 tonight', 'Tonight publish parcel I-4, please'])
      assert.is(sent(ask(text, [acts.definition], { now })), null, text);
    for (const text of ['Publish parcel I-4 now', 'Publish parcel I-4 today'])
      assert.is(sent(ask(text, [acts.definition], { now })), '{"parcel_id":"I-4"}', text);
    assert.is(
      sent(ask('Show me the details of parcel I-4 for tonight', [looks.definition], { now })),
      '{"parcel_id":"I-4"}',
    );
  }
});

test.run();
