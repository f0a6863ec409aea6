// Transcripts: a conversation in one text, a speaker before each turn. What others than the writer say is no evidence, and the last turn
// may settle the rest; the runtime reads turns where the reference does.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { parseJson } from '../grammar/json.ts';
import { locate, locateAll } from '../runtime/locate/locate.ts';
import { SPEAKER_WORDS } from '../runtime/locate/speaker-words.ts';
import { LABEL_BYTES } from '../runtime/locate/transcript.ts';
import { locateWords } from '../runtime/locate/word-places.ts';
import { compareEngines } from './support/agreement.ts';
import { decide } from './support/decide.ts';
import { locateAllInWasm, locateWordsInWasm } from './support/located.ts';
import { test } from './support/test.ts';

// The word is "leak"; whether it is the writer's.
const TEXTS: readonly (readonly [text: string, isWriters: boolean])[] = [
  ['Customer: it is wet\nAgent: is it a leak?\nCustomer: no', false],
  ['Customer: there is a leak\nAgent: since when?', true],
  ['Agent: hello\nCustomer: there is a leak', true],
  ['AGENT: is it a leak?\nCUSTOMER: no', false],
  ['[09:12] Agent: is it a leak?\n[09:13] Customer: no', false],
  ['2026-03-01 09:12 - Agent: is it a leak?\n2026-03-01 09:13 - Customer: no', false],
  ['9:40 am Agent: is it a leak?\n9:41 PM Customer: no', false],
  ['Jane Stone (Support): is it a leak?\nTom Bell (tenant): no', false],
  ['Agent (Jane): is it a leak?\nTenant (Tom): no', false],
  ['Customer service: is it a leak?\nCaller: no', false],
  ['Agent: hello\nit may be\na leak\nCustomer: no', false],
  ['Agent: hello\nCustomer: yes,\nit is a leak', true],
  ['There is a leak.\nAgent: hello\nCustomer: see above', true],
  ['Customer: Ann\nAgent: Tom\nIssue: a leak', true],
  ['Support: a leak', true],
  ['Agent: is it a leak?\nTom: no', true],
  ['Agent note: a leak\nCustomer: Tom', true],
  ['Agent:a leak\nCustomer: Tom', true],
  ['**Agent:** is it a leak?\n**Customer:** no', false],
  ['Agent 1: is it a leak?\nCustomer 1: no', false],
  ['Agent (09:12): is it a leak?\nCustomer (09:13): no', false],
  ['Agent [09:12 am]: is it a leak?\nCustomer [09:13 am]: no', false],
  ['[Agent] José Müller: is it a leak?\n[Caller] Tom: no', false],
  ['Agent: Is it a leak? Customer: No.', false],
  ['Customer: "It is wet." Agent: A leak? Customer: No.', false],
  ['Agent: Where is it? Customer: There is a leak.', true],
  ['Agent: hello, a leak customer: no', true],
  ['Agent: hello, a leak Customer: no', true],
  ['The answer of the Agent: a leak. Customer: no', false],
  [`${' '.repeat(LABEL_BYTES - 5)}Agent: a leak\nCustomer: Tom`, false],
  [`${' '.repeat(LABEL_BYTES - 4)}Agent: a leak\nCustomer: Tom`, true],
];

for (const [text, isWriters] of TEXTS)
  test(`${JSON.stringify(text)}: it is ${isWriters ? '' : 'not '}the writer's`, () =>
    assert.is(locate(text, 'leak')?.quoted ?? false, !isWriters));

const SETTLED: readonly (readonly [text: string, isSettled: boolean])[] = [
  ['Customer: there is a leak\nAgent: where?\nCustomer: never mind, it was the dog', true],
  ['Customer: there is a leak\nAgent: where?\nCustomer: never mind\nAgent: Have a nice day!', true],
  ['Customer: there is a leak\nAgent: where?\nCustomer: never mind\nAgent: Are you sure?', false],
  ['Customer: there is a leak\nAgent: All done.\nCustomer: it still drips', false],
  ['Customer: there is a leak\nAgent: where?\nCustomer: under the sink', false],
];

for (const [text, isSettled] of SETTLED)
  test(`${JSON.stringify(text)} is ${isSettled ? '' : 'not '}settled`, () =>
    assert.is(locate(text, 'leak')?.moot ?? false, isSettled));

test('a question may let all turns speak', async () => {
  const question = { type: 'choice', criteria: { repair: 'leak', bill: 'invoice' } };
  const text = 'Agent: is it a leak?\nCustomer: it is wet';
  assert.is(await decide(question, text), 'not-the-writers');
  assert.is(await decide({ ...question, quoted: 'count' }, text), 'repair');
});

test('the words of those who answer are not the writer’s', () => {
  const words = locateWords('Agent: is it a leak?\nCustomer: it is wet');
  assert.equal(
    words.map(({ text, quoted }) => `${quoted === true ? '-' : '+'}${text}`).join(' '),
    '+Agent -is -it -a -leak -Customer +it +is +wet',
  );
});

const asides = (state: unknown): string =>
  locateAll(parseJson(Buffer.from(JSON.stringify(state))), ['leak'])
    .map(({ aside }) => (aside === true ? '-' : '+'))
    .join('');

for (const [state, expected] of [
  [
    [
      { role: 'assistant', content: 'a leak' },
      { role: 'user', content: 'a leak' },
    ],
    '-+',
  ],
  [[{ role: 'assistant', content: ['a leak'] }], '-'],
  [
    [
      { from: 'Support Team', text: 'a leak' },
      { from: 'Tom', text: 'a leak' },
    ],
    '-+',
  ],
  [
    [
      { from: 'Tom', text: 'a leak' },
      { from: 'customer', text: 'a leak' },
    ],
    '-+',
  ],
  [[{ from: 'Ann (tenant)', text: 'a leak' }, { from: 'Jo', text: 'a leak' }, { text: 'a leak' }], '+-+'],
  [{ thread: [{ sender: 'bot', text: 'a leak' }], note: 'a leak' }, '+-'],
  [{ inner: { thread: [{ role: 'bot', text: 'a leak' }] } }, '+'],
  [[[{ role: 'bot', text: 'a leak' }]], '+'],
  [[{ role: 7, from: 'bot', text: 'a leak' }], '-'],
  [[{ Role: 'bot', text: 'a leak' }], '+'],
  [{ role: 'bot', text: 'a leak' }, '+'],
] as const)
  test(`${JSON.stringify(state)}: the turns of others are ${expected}`, () => assert.is(asides(state), expected));

test('law: the runtime says whose turn it is as the reference does', () => {
  const name = fc.constantFrom('bot', 'Support agent', 'user', 'Ann (customer)', 'Tom', '', 'a (b', '(bot)', 7, null);
  const turn = fc.oneof(
    fc.record({ role: name, from: name, leak: fc.constantFrom('leak', ['leak'], 1) }, { requiredKeys: ['leak'] }),
    fc.constantFrom('a leak', 'Sorted.', ['leak'], [{ role: 'bot', text: 'leak' }]),
  );
  const list = fc.array(turn, { maxLength: 13 });
  let count = 0;
  fc.assert(
    fc.property(fc.oneof(list, fc.record({ a: list, text: fc.constant('leak'), b: list })), (state) => {
      const json = parseJson(Buffer.from(JSON.stringify(state)));
      const places = locateAll(json, ['leak']);
      count += places.filter(({ aside }) => aside === true).length;
      assert.equal(locateAllInWasm(state, ['leak']), JSON.parse(JSON.stringify(places)), JSON.stringify(state));
      assert.equal(locateWordsInWasm(state), JSON.parse(JSON.stringify(locateWords(json))));
    }),
    { numRuns: 1_000 },
  );
  assert.ok(count > 100, String(count));
});

const speaker = fc.constantFrom(...SPEAKER_WORDS.ASKERS.slice(0, 6), ...SPEAKER_WORDS.ANSWERERS.slice(0, 6), 'Tom');
const piece = fc.oneof(
  speaker,
  speaker.map((name) => `${name}: `),
  speaker.map((name) => `[09:12] Ann (${name.toUpperCase()}): `),
  fc.constantFrom('leak', 'a leak', 'no leak', 'Sorted.', 'never mind', 'Bye.', 'Anything else?', 'why?'),
  fc.constantFrom(
    ':',
    '(',
    ')',
    '[',
    '9',
    ' am ',
    'pm',
    '-',
    'é',
    '"',
    '**',
    'Hello: ',
    '. ',
    '? ',
    '> ',
    'On 3 May Jo wrote:',
  ),
);
const text = fc
  .array(fc.tuple(piece, fc.constantFrom('\n', '\n', '\n\n', ' ', '', '\r\n')), { maxLength: 14 })
  .map((parts) => parts.flat().join(''));

test('law: the engines agree on transcripts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 40, maxLength: 40 }), async (texts) => {
      const compared = await compareEngines(
        '(concat (locate-all input ["leak" "no leak" "agent"]) (map (fn [text] (locate text "leak")) input) (locate-words input))',
        JSON.stringify(texts),
        ['linked'],
        [],
      );
      assert.is(compared.kind, 'agree', JSON.stringify(compared));
    }),
    { numRuns: 60 },
  );
});

test.run();
