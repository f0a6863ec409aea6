// What becomes of an upstream engine's proposals, without any upstream: whatever it says, an answer needs evidence that we locate.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';
import { parseJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { gate } from '../server/engines/gate.ts';
import { ENGINE, helpedEngine } from '../server/engines/identity.ts';
import { decideSystemOne } from '../server/engines/systemone/systemone.ts';
import type { Help, OpenQuestion, Proposal } from '../server/engines/upstream/open.ts';
import { QUOTE_BYTES_MAX, QUOTE_WORDS_MIN } from '../server/engines/upstream/settle.ts';
import type { UndecidedMode } from '../server/services/decisions/wire/systemone.ts';
import { readSystemOneRequest } from '../server/services/decisions/wire/systemone.ts';
import { engine } from './support/engine.ts';
import { test } from './support/test.ts';

const encoder = new TextEncoder();

async function decide(
  request: unknown,
  help: Help | 'survey' | undefined,
  undecided: UndecidedMode = 'omit',
): ReturnType<typeof decideSystemOne> {
  const json = parseJson(encoder.encode(JSON.stringify(request)));
  const reading = readSystemOneRequest(json);
  if (reading.kind !== 'ok') throw new Error(reading.message);
  return decideSystemOne(engine, reading.request, {
    bytes: encoder.encode(writeJson(json)),
    undecided,
    ...(help === undefined ? {} : { help }),
  });
}

async function survey(state: unknown, question: unknown): Promise<readonly OpenQuestion[]> {
  const result = await decide({ state, questions: { q: question } }, 'survey');
  return result.kind === 'open' ? result.open : [];
}

interface PlainAnswer {
  readonly outcome: string;
  readonly may_act: boolean;
  readonly choice?: string;
  readonly index?: number;
  readonly confidence?: number;
  readonly value?: boolean;
  readonly reason?: { readonly code: string };
  readonly engine: string;
  readonly supported: readonly string[];
  readonly evidence: readonly {
    readonly path: string;
    readonly start: number;
    readonly end: number;
    readonly text: string;
    readonly criterion: string;
    readonly by: string;
  }[];
}

async function answer(
  state: unknown,
  question: unknown,
  proposal: Partial<Proposal> | null,
  mayAct = true,
): Promise<PlainAnswer> {
  const proposals = proposal === null ? [] : [{ position: 0, option: 0, quote: null, ...proposal }];
  const result = await decide({ state, questions: { q: question } }, { name: 'judge', mayAct, proposals });
  if (result.kind !== 'answered') throw new Error(result.kind);
  return JSON.parse(writeJson(result.body.answers.get('q') as unknown as Json)) as PlainAnswer;
}

/** The proposal changed nothing: the answer is ours. */
async function isOurs(state: unknown, question: unknown, proposal: Partial<Proposal>): Promise<void> {
  assert.equal(await answer(state, question, proposal), await answer(state, question, null));
  assert.is((await answer(state, question, proposal)).engine, ENGINE);
}

const TEAMS = {
  type: 'choice',
  instructions: 'Which team?',
  criteria: { billing: 'refund', technical: 'crash', legal: 'lawyer' },
};

test('a tie is open to its options, a refusal to all with a quote; a veto and a lost path to none', async () => {
  assert.equal(await survey('a refund after a crash', TEAMS), [{ position: 0, options: [0, 1], needsQuote: false }]);
  assert.equal(await survey('my card was eaten', TEAMS), [{ position: 0, options: [0, 1, 2], needsQuote: true }]);
  assert.equal(await survey('I want no refund', TEAMS), [{ position: 0, options: [0, 1, 2], needsQuote: true }]);
  assert.equal(await survey('a refund', TEAMS), []);
  assert.equal(
    await survey('a refund and a gift', { type: 'choice', criteria: { billing: { what: 'refund', not_for: 'gift' } } }),
    [],
  );
  assert.equal(await survey({ a: 'x' }, { ...TEAMS, instructions: 'Which team does `b.c` need?' }), []);
});

test('a tie goes to the proposed option, with its own evidence and no other', async () => {
  const told = await answer('a refund after a crash', TEAMS, { option: 1 });
  assert.equal(
    [told.outcome, told.may_act, told.choice, told.index, told.supported, told.engine],
    ['decided', true, 'technical', 1, ['technical'], helpedEngine('judge')],
  );
  assert.equal(told.evidence, [{ path: '', start: 17, end: 22, text: 'crash', criterion: 'crash', by: 'exact' }]);
  assert.is(told.confidence, 1);
});

test('what the operator does not let act is a proposal: unresolved, with what was proposed and no choice', async () => {
  const told = await answer('a refund after a crash', TEAMS, { option: 1 }, false);
  assert.equal(
    [told.outcome, told.may_act, told.choice, told.supported, told.reason?.code, told.evidence[0]?.text, told.engine],
    ['unresolved', false, undefined, ['technical'], 'proposed', 'crash', helpedEngine('judge')],
  );
});

test('whether the only place is said in passing is for the upstream to say; without it the question stays open', async () => {
  const told = 'The heating was repaired on Tuesday and the refund for the cold week in March came two days later';
  const alone = await answer(told, TEAMS, null);
  assert.equal([alone.outcome, alone.reason?.code], ['unresolved', 'passing-word']);
  const option = { ...TEAMS, criteria: { billing: 'lawyer', technical: 'crash' } };
  const quoted = await answer(told, option, { option: 0, quote: 'refund for the cold week' });
  assert.equal([quoted.outcome, quoted.choice], ['decided', 'billing']);
  const tie = await answer(`${told}, after the crash`, TEAMS, { option: 1 });
  assert.equal([tie.outcome, tie.choice], ['decided', 'technical']);
});

test('a tie does not go to an option without evidence, nor to one that is not there', async () => {
  for (const option of [2, 3, -1, 0.5, NaN]) await isOurs('a refund after a crash', TEAMS, { option });
});

test('a place inside a longer one of the other option is no evidence after the tie is broken either', async () => {
  const question = { type: 'choice', criteria: { billing: ['refund', 'invoice'], legal: ['refund policy', 'refund'] } };
  const state = ['about the refund policy and an invoice'];
  assert.equal(await survey(state, question), [{ position: 0, options: [0, 1], needsQuote: false }]);
  assert.equal(
    (await answer(state, question, { option: 0 })).evidence.map(({ text }) => text),
    ['invoice'],
  );
});

test('scores and nouls: a tie and a quote', async () => {
  const score = { type: 'score', criteria: ['calm', 'cross', 'furious'] };
  assert.is((await answer('calm, then furious', score, { option: 2 })).index, 2);
  const noul = { type: 'noul', instructions: 'Is it urgent?' };
  const told = await answer('I need the machine before noon', noul, { option: 0, quote: 'machine before noon' });
  assert.equal([told.value, told.evidence[0]?.text], [true, 'machine before noon']);
});

test('a quote that stands in the state is evidence, by exact, with its bytes', async () => {
  const told = await answer({ body: ['Grüße, my card was eaten by it'] }, TEAMS, {
    option: 0,
    quote: ' card was eaten ',
  });
  assert.equal([told.outcome, told.choice, told.may_act], ['decided', 'billing', true]);
  assert.equal(told.evidence, [
    { path: '/body/0', start: 12, end: 26, text: 'card was eaten', criterion: 'card was eaten', by: 'exact' },
  ]);
});

const UNFOUNDED: readonly (readonly [name: string, state: unknown, question: unknown, quote: string | null])[] = [
  ['is not there', 'my card was eaten', TEAMS, 'card was stolen'],
  ['is missing', 'my card was eaten', TEAMS, null],
  ['is empty', 'my card was eaten', TEAMS, ''],
  ['is blank', 'my card        was eaten', TEAMS, '        '],
  ['has no letters', 'my card -------- was eaten', TEAMS, '--------'],
  ['is in another case', 'my card was eaten', TEAMS, 'Card was eaten'],
  ['has other spaces', 'my card was eaten', TEAMS, 'card  was eaten'],
  ['is another form of the words', 'my cards were eaten', TEAMS, 'my card'],
  ['is half a word', 'my card was beaten', TEAMS, 'card was beat'],
  ['runs over two strings', ['my card', 'was eaten'], TEAMS, 'my card was eaten'],
  ['is a key', { 'my card': 'eaten' }, TEAMS, 'my card'],
  ['is a number', { card: 123456789 }, TEAMS, '123456789'],
  ['is inside a negation', 'there is no card problem', TEAMS, 'card problem'],
  [
    'is out of scope',
    { a: { text: 'my card was eaten' }, b: { text: 'hello' } },
    { ...TEAMS, instructions: 'Which team for `b.text`?' },
    'card was eaten',
  ],
  [
    'is vetoed',
    'my card was eaten as a gift',
    { type: 'choice', criteria: { billing: { what: 'refund', not_for: 'gift' } } },
    'card was eaten',
  ],
];

for (const [name, state, question, quote] of UNFOUNDED) {
  test(`a quote that ${name} decides nothing`, async () => await isOurs(state, question, { option: 0, quote }));
}

test('a quote in scope decides, and in a denial that it takes along', async () => {
  const scoped = { ...TEAMS, instructions: 'Which team for `a.text`?' };
  assert.is(
    (
      await answer({ a: { text: 'my card was eaten' }, b: { text: 'hello' } }, scoped, {
        option: 0,
        quote: 'card was eaten',
      })
    ).outcome,
    'decided',
  );
  assert.is(
    (await answer('the pump not working today', TEAMS, { option: 1, quote: 'pump not working' })).outcome,
    'decided',
  );
});

test(`a quote has ${QUOTE_WORDS_MIN} different words that say something, or more`, async () => {
  for (const [quote, outcome] of [
    ['machine broke', 'decided'],
    ['the machine of my bank', 'decided'],
    ['the machine', 'refused'],
    ['machine, Machine', 'refused'],
    ['this is it', 'refused'],
    ['退款', 'decided'],
    ['退', 'refused'],
  ] as const) {
    assert.is((await answer(`see ${quote} here`, TEAMS, { option: 0, quote })).outcome, outcome, quote);
  }
});

test(`a quote has ${QUOTE_BYTES_MAX} bytes or fewer`, async () => {
  const longest = `${'some word '.repeat((QUOTE_BYTES_MAX - 14) / 10)}two good words`;
  assert.is(Buffer.byteLength(longest), QUOTE_BYTES_MAX);
  for (const [quote, outcome] of [
    [longest, 'decided'],
    [`${longest}s`, 'refused'],
  ] as const) {
    assert.is((await answer(`x ${quote} x`, TEAMS, { option: 0, quote })).outcome, outcome);
  }
});

test('a question that is decided, vetoed or lost is not touched; the first proposal for a question counts', async () => {
  await isOurs('a refund', TEAMS, { option: 1, quote: 'refund' });
  await isOurs(
    'a refund and a gift',
    { type: 'choice', criteria: { billing: { what: 'refund', not_for: 'gift' }, other: 'x' } },
    { option: 1, quote: 'a refund and' },
  );
  await isOurs(
    { a: 'hello there' },
    { ...TEAMS, instructions: 'Which team does `b.c` need?' },
    { option: 0, quote: 'hello there' },
  );
  const request = { state: 'a refund after a crash', questions: { q: TEAMS } };
  const proposals = [
    { position: 0, option: 0, quote: null },
    { position: 0, option: 1, quote: null },
    { position: 7, option: 1, quote: null },
  ];
  const result = await decide(request, { name: 'judge', mayAct: true, proposals });
  assert.is(result.kind === 'answered' && result.body.answers.get('q')?.choice, 'billing');
});

test('what may not act counts as undecided for callers that stop there', async () => {
  const request = { state: 'a refund after a crash', questions: { q: TEAMS } };
  for (const mayAct of [false, true]) {
    const result = await decide(request, {
      name: 'judge',
      mayAct,
      proposals: [{ position: 0, option: 1, quote: null }],
    });
    assert.equal(result.kind === 'answered' && result.undecidedIds, mayAct ? [] : ['q']);
  }
});

test('fuel that lasts for our own answer but not for judging a proposal is too little, not a reason to drop it', async () => {
  const state = `${'a refund after a crash '.repeat(300)} my card was eaten`;
  const json = parseJson(
    encoder.encode(JSON.stringify({ state, questions: { q: { type: 'choice', criteria: { a: 'zzz', b: 'yyy' } } } })),
  );
  const reading = readSystemOneRequest(json);
  if (reading.kind !== 'ok') throw new Error(reading.message);
  const help = { name: 'judge', mayAct: true, proposals: [{ position: 0, option: 0, quote: 'refund after a crash' }] };
  const decideWith = (fuel: number, helped: boolean): ReturnType<typeof decideSystemOne> =>
    decideSystemOne(engine, reading.request, {
      bytes: new Uint8Array(),
      fuel,
      trace: true,
      ...(helped ? { help } : {}),
    });
  const ours = await decideWith(1_000_000, false);
  const fuel = ours.kind === 'answered' ? Number(ours.body.trace?.steps) : 0;
  assert.is((await decideWith(fuel, false)).kind, 'answered');
  assert.equal(await decideWith(fuel, true), { kind: 'unfinished' });
  const helped = await decideWith(1_000_000, true);
  assert.is(helped.kind === 'answered' && helped.body.answers.get('q')?.choice, 'a');
});

test('the gate: without evidence there is no decision, upstream or not', () => {
  for (const mayAct of [false, true]) {
    assert.equal(gate({ outcome: 'decided', evidence: [], upstream: { mayAct } }), {
      outcome: 'refused',
      may_act: false,
    });
    assert.equal(gate({ outcome: 'unresolved', evidence: [], upstream: { mayAct } }), {
      outcome: 'unresolved',
      may_act: false,
    });
  }
});

const words = fc
  .array(
    fc.constantFrom('refund', 'refund', 'crash', 'crash', 'no', 'lawyer', 'policy', 'card', 'Eaten', 'été', '12', ','),
    { size: 'medium', maxLength: 9 },
  )
  .map((list) => list.join(' '));
const phrases = fc.array(fc.constantFrom('refund', 'refund policy', 'crash', 'card', 'lawyer', 'xyz'), {
  minLength: 1,
  maxLength: 2,
});
const nowhere = fc.record({ what: fc.constant('xyz'), not_for: phrases }, { requiredKeys: ['what'] });
const criteria = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.oneof(phrases, fc.record({ what: phrases, not_for: phrases }), nowhere, nowhere),
  { minKeys: 2 },
);
/** A quote is words that the state need not have, or a part of one of its strings. */
const quote = fc.oneof(words, fc.constant(null), {
  weight: 4,
  arbitrary: fc.record({ text: fc.nat({ max: 1 }), from: fc.nat({ max: 2 }), count: fc.integer({ min: 1, max: 5 }) }),
});
const proposal = fc.record({ position: fc.constantFrom(0, 0, 0, 1, 2), option: fc.constantFrom(0, 0, 1, 2), quote });

function readQuote(
  said: string | null | { readonly text: number; readonly from: number; readonly count: number },
  state: readonly string[],
): string | null {
  if (said === null || typeof said === 'string') return said;
  return (state[said.text] ?? '')
    .split(' ')
    .slice(said.from, said.from + said.count)
    .join(' ');
}

test('law: whatever is proposed, a decision has evidence of its option in the state, and what was decided stays as it was', async () => {
  const request = fc.record({
    state: fc.array(words, { minLength: 1, maxLength: 3 }),
    questions: fc.dictionary(fc.constantFrom('q', 'r'), fc.record({ type: fc.constant('choice'), criteria }), {
      minKeys: 1,
    }),
  });
  const settled = { unresolved: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(request, fc.array(proposal, { minLength: 1, maxLength: 4 }), async (asked, claims) => {
      const proposals = claims.map((claim) => ({ ...claim, quote: readQuote(claim.quote, asked.state) }));
      const ours = await decide(asked, undefined);
      const helped = await decide(asked, { name: 'judge', mayAct: true, proposals });
      if (ours.kind !== 'answered' || helped.kind !== 'answered') throw new Error('too large');
      for (const [id, own] of ours.body.answers) {
        const told = helped.body.answers.get(id)!;
        if (told.engine === ENGINE) {
          assert.is(writeJson(told), writeJson(own));
          continue;
        }
        settled[own.outcome as keyof typeof settled] += 1;
        assert.equal(
          [own.outcome !== 'decided', told.outcome, told.may_act, told.supported],
          [true, 'decided', true, [told.choice]],
        );
        // A tie is settled among those that tie; where only a passing word was found, a quote may speak for any option.
        if (own.reason?.code === 'two-supported') assert.ok(own.supported!.includes(told.choice!));
        assert.ok(told.evidence!.length > 0);
        for (const { path, start, end, text } of told.evidence!) {
          const source = asked.state[Number(path.slice(1))]!;
          assert.is(Buffer.from(source).subarray(start, end).toString(), text);
        }
      }
    }),
    { numRuns: 200 },
  );
  assert.ok(settled.unresolved > 4 && settled.refused > 4, JSON.stringify(settled));
});

test.run();
