// Scored questions: what a card means on the wire and in a decision, that it decides what was learned, and that sums, bytes and
// engines agree.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { check } from '../compiler/check.ts';
import { parseJson } from '../grammar/json.ts';
import { execute, instantiateArtifact } from '../runtime/execute.ts';
import { chooseByPoints, learnScorecard } from '../server/engines/learn/scorecard/scorecard.ts';
import { writeScorecard } from '../server/engines/learn/scorecard/write.ts';
import { DECISION_FUEL, readVerdicts, type Verdict } from '../server/engines/systemone/judge.ts';
import { PROGRAM_LIMITS } from '../server/engines/systemone/program.ts';
import { type Answer, prepareJson, type Questions } from '../server/services/decisions/library.ts';
import { readQuestionSet } from '../server/services/decisions/question-set.ts';
import { readDecisionsRequest } from '../server/services/decisions/wire/decisions.ts';
import {
  LEVEL_MAX,
  POINTS_MAX,
  SCORED_TERMS_MAX,
  TERM_BYTES_MAX,
  WEIGHT_MAX,
} from '../server/services/decisions/wire/scorecard.ts';
import { readSystemOneRequest } from '../server/services/decisions/wire/systemone.ts';
import { compareEngines } from './support/agreement.ts';
import { test } from './support/test.ts';

const CARDS = {
  leak: {
    scorecard: { points: { '1.5': 'drip, under sink', '0.5': 'sink, ^ the', '-0.75': 'bill' }, threshold: 1.25 },
  },
  noise: {
    scorecard: { constant: -0.25, points: { '1.2': ['rattle', 'loud hum'], '0.5': 'tonight $' }, threshold: 1 },
  },
};

async function prepared(questions: unknown): Promise<Questions> {
  const read = await prepareJson(typeof questions === 'string' ? questions : JSON.stringify(questions));
  if (read.kind === 'invalid') throw new Error(read.message);
  return read;
}

async function ask(criteria: unknown, state: unknown, more: object = {}): Promise<Answer> {
  const questions = await prepared({ q: { type: 'choice', criteria, ...more } });
  const decision = await questions.decide(state);
  if (decision.kind !== 'answered') throw new Error(decision.kind);
  return decision.body.answers['q']!;
}

/** Choice or reason. */
async function verdict(criteria: unknown, state: unknown, more: object = {}): Promise<string | undefined> {
  const { choice, reason } = await ask(criteria, state, more);
  return choice ?? reason?.code;
}

test('points of words, neighbours, first and last word are added, and evidence is enough to reach the threshold', async () => {
  const { choice, evidence, scored } = await ask(CARDS, 'The tap drips, and drips again, under the  sink.');
  assert.is(choice, 'leak');
  assert.equal(evidence, [
    { path: '', start: 8, end: 13, text: 'drips', criterion: 'drip', by: 'scored', points: 1.5 },
  ]);
  // 1.5 + 0.5 + 0.5: each term once. "drip" and "sink" weigh 2, as they speak for one of two options, the five other words 3; those
  // two and "the", the first word, speak for it: 7 of 19.
  assert.equal(scored, { points: 2.5, remainder: 1, next: -0.25, known: 0.369, score: 2.5, threshold: 1.25 });
  const pair = await ask(CARDS, { a: 'there is a loud — hum', b: 'tonight' });
  assert.equal(pair.evidence, [
    { path: '/a', start: 11, end: 23, text: 'loud — hum', criterion: 'loud hum', by: 'scored', points: 1.2 },
  ]);
  assert.is(pair.scored!.points, 1.45);
});

test('threshold, margin, known share and weights: at each and one thousandth past it', async () => {
  const text = 'the drip';
  const one = (more: object): object => ({
    leak: { scorecard: { points: { '1': 'drip' }, threshold: 1, ...more } },
    noise: { scorecard: { points: { '0.4': 'drip' }, threshold: 5 } },
  });
  // Two words, of which `drip` weighs 1, as it speaks for both options, and `the` 3.
  for (const [more, decides] of [
    [{}, true],
    [{ threshold: 1.001 }, false],
    [{ margin: 0.6 }, true],
    [{ margin: 0.601 }, false],
    [{ known: 0.25 }, true],
    [{ known: 0.251 }, false],
    [{ threshold: 1.3, lead_weight: 0.5 }, true],
    [{ threshold: 1.301, lead_weight: 0.5 }, false],
    [{ threshold: 1.5, known_weight: 2 }, true],
    [{ threshold: 1.501, known_weight: 2 }, false],
    [{ constant: -0.001 }, false],
  ] as const)
    assert.is(await verdict(one(more), text), decides ? 'leak' : 'too-few-points', JSON.stringify(more));
});

test('forms of one word are one term, and negations are words', async () => {
  const cards = { a: { scorecard: { points: { '1': 'drip, dripping', '-2': 'not' }, threshold: 1 } } };
  assert.is((await ask(cards, 'it dripped')).scored?.points, 1);
  assert.is(await verdict(cards, 'it does not drip'), 'too-few-points');
});

test('equal points decide nothing, and a veto rules out', async () => {
  const points = { '2': 'drip' };
  const tie = { a: { scorecard: { points, threshold: 1 } }, b: { scorecard: { points, threshold: 1 } } };
  assert.is(await verdict(tie, 'drip'), 'two-supported');
  assert.is(await verdict({ a: { ...CARDS.leak, not_for: 'drip coffee' }, b: CARDS.noise }, 'a drip'), 'a');
  assert.is(await verdict({ a: { ...CARDS.leak, not_for: 'drip coffee' }, b: CARDS.noise }, 'drip coffee'), 'vetoed');
  assert.is(await verdict(tie, 'nothing of it'), 'nothing-found');
});

test('it is read where the question looks, and not what others say', async () => {
  assert.is(await verdict(CARDS, { a: 'drip', b: 'fine' }, { in: 'a' }), 'leak');
  assert.is(await verdict(CARDS, { a: 'drip', b: 'fine' }, { in: 'b' }), 'nothing-found');
  assert.is(await verdict(CARDS, { a: 'drip' }, { in: 'c' }), 'path-not-found');
  assert.is(await verdict(CARDS, '> drip'), 'not-the-writers');
  assert.is(await verdict(CARDS, '> drip', { quoted: 'count' }), 'leak');
  const chat = [
    { role: 'user', content: 'it rattles tonight' },
    { role: 'assistant', content: 'a drip, under sink' },
  ];
  assert.is(await verdict(CARDS, chat), 'noise');
  // A pair does not reach over what others say, nor from one string to the next.
  assert.is(await verdict(CARDS, 'under\n> quoted\nsink'), 'too-few-points');
  assert.is(await verdict(CARDS, ['under', 'sink']), 'too-few-points');
});

test('nouls and scores have cards too, and one side is enough', async () => {
  const card = { scorecard: { points: { '2': 'drip' }, threshold: 1 } };
  const questions = await prepared({
    n: { type: 'noul', criteria: { false: card } },
    s: { type: 'score', criteria: [{ scorecard: { points: {}, threshold: 0 } }, card] },
    p: { type: 'choice', criteria: { wet: 'drip', dry: 'sand' } },
  });
  const decision = await questions.decide('a drip');
  if (decision.kind !== 'answered') throw new Error(decision.kind);
  const { n, s, p } = decision.body.answers;
  assert.equal([n!.value, n!.scored?.next, s!.score, s!.scored?.next, p!.choice], [false, null, 1, 0, 'wet']);
});

function problems(criteria: unknown, type = 'choice'): string[] {
  const json = parseJson(Buffer.from(JSON.stringify({ state: '', questions: { q: { type, criteria } } })));
  const reading = readSystemOneRequest(json);
  if (reading.kind === 'ok') return [];
  if (reading.status === 400) return [reading.message];
  return reading.detail.map(({ loc, msg }) => `${loc.slice(5).join('.')}: ${msg}`);
}

const withCard = (card: object): object => ({ a: { scorecard: { points: { 1: 'drip' }, threshold: 1, ...card } } });

test('what is wrong with a card is said with its place', () => {
  for (const [criteria, expected] of [
    [withCard({ limit: 1 }), 'a.scorecard.limit: A scorecard has no such member'],
    [{ a: { scorecard: { points: {} } } }, 'a.scorecard.threshold: Field required'],
    [{ a: { scorecard: { threshold: 1 } } }, 'a.scorecard.points: Field required'],
    [withCard({ points: 'drip' }), 'a.scorecard.points: Input should be a valid dictionary'],
    [withCard({ points: { much: 'drip' } }), 'a.scorecard.points.much: Input should be a decimal number'],
    [withCard({ points: { '0.0005': 'drip' } }), 'a.scorecard.points.0.0005: Input should be a decimal number'],
    [withCard({ points: { '0.0': 'drip' } }), 'a.scorecard.points.0.0: Terms without points are left out'],
    [withCard({ points: { 1: 5 } }), 'a.scorecard.points.1: Input should be a valid string or list'],
    [withCard({ points: { 1: [5] } }), 'a.scorecard.points.1.0: Input should be a valid string'],
    [withCard({ points: { 1: [] } }), 'a.scorecard.points.1: List should have at least 1 item'],
    [withCard({ points: { 1: 'a b c' } }), 'a.scorecard.points.1: "a b c": a term is a word or two'],
    [withCard({ points: { 1: '^ $' } }), 'a.scorecard.points.1: "^ $": a term is words'],
    [withCard({ points: { 1: 'drip,drop' } }), 'a.scorecard.points.1: "drip,drop": a term is words'],
    [withCard({ points: { 1: '' } }), 'a.scorecard.points.1: "": a term is words'],
    [withCard({ points: { 1: 'drip', 2: 'drop, drip' } }), 'a.scorecard.points.2: "drip" has points already'],
    [withCard({ threshold: '1' }), 'a.scorecard.threshold: Input should be a valid number'],
    [withCard({ threshold: 1e30 }), 'a.scorecard.threshold: Input should be a decimal number'],
    [{ a: { ...CARDS.leak, phrases: 'drip' } }, 'a.phrases: Beside a scorecard a criterion has only not_for'],
    [{ a: { ...CARDS.leak, not_for: 5 } }, 'a.not_for: A number is not searched for'],
    [{ ...CARDS, other: 'phrases' }, 'other: Where one option has a scorecard, all have one'],
    [{ ...CARDS, other: null }, 'other: Where one option has a scorecard, all have one'],
  ] as const) {
    const [first = 'nothing'] = problems(criteria);
    assert.ok(first.startsWith(expected), `${JSON.stringify(criteria)}: ${first}`);
  }
  assert.equal(problems({ true: CARDS.leak, false: null }, 'noul'), []);
  assert.is(problems({ true: CARDS.leak, false: 'dry' }, 'noul').length, 1);
  // Texts under the name are phrases, as under any other.
  assert.equal(problems({ a: { scorecard: 'balanced scorecard' } }), []);
});

test('each number of a card: at its limit and one thousandth past it', () => {
  for (const [member, min, max] of [
    ['constant', -POINTS_MAX, POINTS_MAX],
    ['threshold', -LEVEL_MAX, LEVEL_MAX],
    ['margin', 0, LEVEL_MAX],
    ['known', 0, 1],
    ['lead_weight', 0, WEIGHT_MAX],
    ['known_weight', 0, WEIGHT_MAX],
  ] as const) {
    assert.equal(problems(withCard({ [member]: min })), [], member);
    assert.equal(problems(withCard({ [member]: max })), [], member);
    const past = (value: number): number => Math.round(value * 1000) / 1000;
    assert.is(problems(withCard({ [member]: past(max + 0.001) })).length, 1, member);
    assert.is(problems(withCard({ [member]: past(min - 0.001) })).length, 1, member);
  }
  assert.equal(problems(withCard({ points: { [POINTS_MAX]: 'a', [-POINTS_MAX]: 'b' } })), []);
  assert.is(problems(withCard({ points: { 100: 'a', [-100]: 'b' } })).length, 2);
  assert.equal(problems(withCard({ points: { 1: 'a'.repeat(TERM_BYTES_MAX) } })), []);
  assert.is(problems(withCard({ points: { 1: 'a'.repeat(TERM_BYTES_MAX + 1) } })).length, 1);
});

test('the terms of a question: at the limit it compiles, one past it is refused', async () => {
  const card = (from: number, to: number): object => ({
    scorecard: { points: { 1: Array.from({ length: to - from }, (_, at) => `w${from + at}`) }, threshold: 1 },
  });
  const half = SCORED_TERMS_MAX / 2;
  const criteria = { a: card(0, half), b: card(half, SCORED_TERMS_MAX) };
  assert.is(await verdict(criteria, `w${half - 1} w5`), 'a');
  assert.match(
    problems({ ...criteria, c: card(0, 1) })[0]!,
    `at most ${SCORED_TERMS_MAX} terms, not ${SCORED_TERMS_MAX + 1}`,
  );
});

test('the wire of decisions takes cards as JSON in a description', () => {
  const read = (choices: unknown): ReturnType<typeof readDecisionsRequest> =>
    readDecisionsRequest(
      parseJson(Buffer.from(JSON.stringify({ input: 'x', questions: [{ type: 'choice', choices }] }))),
    );
  const described = (card: unknown): string => JSON.stringify(card);
  assert.is(read([{ value: 'a', description: described(CARDS.leak) }]).kind, 'ok');
  const wrong = read([{ value: 'a', description: described({ scorecard: { points: {} } }) }]);
  assert.is(wrong.kind === 'invalid' ? wrong.param : null, 'questions[0].choices[0].description.scorecard.threshold');
  const mixed = read([{ value: 'a', description: described(CARDS.leak) }, { value: 'b' }]);
  assert.is(mixed.kind === 'invalid' ? mixed.param : null, 'questions[0].choices[1]');
});

// Made of few words, so that terms meet; the cards of the questions are learned from such texts.
const word = fc.constantFrom(
  'drip',
  'dripping',
  'the',
  'sink',
  "don't",
  'rattle',
  'not',
  'loud',
  'hum',
  'zebra',
  '5.5',
  'Größe',
);
const gap = fc.constantFrom(' ', ' ', ', ', '. ', '\n> ', '\n', ' — ', '-');
const sentence = fc
  .array(fc.tuple(word, gap), { minLength: 1, maxLength: 9 })
  .map((parts) => parts.map(([text, after]) => text + after).join(''));

const EXAMPLES = [
  ...['the drip', 'drip sink', 'sink drip loud', 'not the sink', 'dripping', 'the sink drip'].map((text) => ({
    text,
    label: 'leak',
  })),
  ...['loud hum', 'rattle the hum', 'hum not loud', "don't rattle", 'rattle', 'loud rattle'].map((text) => ({
    text,
    label: 'noise',
  })),
  ...['5.5', 'Größe 5.5', 'the Größe', 'Größe not 5.5'].map((text) => ({ text, label: 'size' })),
];

test('what tells two options apart weighs much, also where it has points against the other', async () => {
  const cards = {
    a: { scorecard: { points: { '1': 'drip', '-1': 'hum' }, threshold: 1 } },
    b: { scorecard: { points: { '1': 'hum', '-1': 'drip' }, threshold: 1 } },
  };
  // `drip` speaks for one option and weighs 2, `my` 3.
  assert.is((await ask(cards, 'my drip')).scored?.known, 0.4);
});

test('law: a learned question decides what its points were judged by, in every engine', async () => {
  const result = learnScorecard(EXAMPLES, { precision: 0.6, outsideShare: 0.9 });
  if (result.kind !== 'learned') throw new Error(result.kind);
  const { scorecard } = result.learned;
  const written = writeScorecard('q', scorecard);
  const questions = await prepared(written);
  const askBuilt = await openBuilt(questions);
  let decided = 0;
  await fc.assert(
    fc.asyncProperty(sentence, async (text) => {
      const decision = await questions.decide(text, { trace: true });
      if (decision.kind !== 'answered') throw new Error(decision.kind);
      const answer = decision.body.answers['q']!;
      assert.is(answer.choice ?? null, chooseByPoints(scorecard, text), text);
      const built = askBuilt(JSON.stringify(text));
      assert.is(built.steps, decision.body.trace!.steps);
      assert.equal(built.evidence, answer.evidence, text);
      if (answer.scored === undefined) return;
      decided += 1;
      const thousandths = (points: number): number => Math.round(points * 1000);
      const listed = (answer.evidence ?? []).map(({ points }) => thousandths(points!));
      assert.is(
        listed.reduce((sum, points) => sum + points, thousandths(answer.scored.remainder)),
        thousandths(answer.scored.points),
      );
      assert.equal(
        listed,
        listed.toSorted((a, b) => b - a),
      );
      assert.ok(listed.length > 0 && listed.every((points) => points > 0));
      for (const { start, end, text: found } of answer.evidence!)
        assert.is(Buffer.from(text).toString('utf8', start, end), found);
    }),
    { numRuns: 300 },
  );
  assert.ok(decided > 50, `${decided}`);
});

/** What the artifact of the questions says of a state. */
async function openBuilt(
  questions: Questions,
): Promise<(state: string) => { readonly steps: number; readonly evidence: unknown }> {
  const artifact = instantiateArtifact(new WebAssembly.Module((await questions.build()) as Uint8Array<ArrayBuffer>));
  return (state) => {
    const result = execute(artifact, Buffer.from(state), DECISION_FUEL);
    if (result.kind !== 'finished') throw new Error(result.fault.code);
    const [{ evidence }] = readVerdicts(result.output) as [Verdict];
    return {
      steps: result.steps,
      evidence: evidence.map(({ path, start, end, text, criterion, by, points }) => ({
        path,
        start,
        end,
        text,
        criterion,
        by,
        points,
      })),
    };
  };
}

test('the program of cards is canonical, and the engines agree', async () => {
  for (const more of [{}, { in: ['a'] }]) {
    const set = readQuestionSet(JSON.stringify({ q: { type: 'choice', criteria: CARDS, ...more } }));
    if (set.kind === 'invalid') throw new Error(set.message);
    const { ok, canonical, hash } = check(set.program, { limits: PROGRAM_LIMITS });
    assert.equal([ok, canonical, hash], [true, set.program, set.hash]);
    const state = '{"a":"The tap drips under the sink","b":"> loud hum"}';
    assert.is((await compareEngines(set.program, state, ['linked', 'artifact'])).kind, 'agree');
  }
});

test('no order in a question changes an answer', async () => {
  const reversed = Object.fromEntries(
    Object.entries(CARDS)
      .toReversed()
      .map(([key, { scorecard }]) => [
        key,
        { scorecard: { ...scorecard, points: Object.fromEntries(Object.entries(scorecard.points).toReversed()) } },
      ]),
  );
  await fc.assert(
    fc.asyncProperty(sentence, async (text) => {
      const { index: _a, probabilities: _b, ...first } = await ask(CARDS, text);
      const { index: _c, probabilities: _d, ...second } = await ask(reversed, text);
      assert.equal(second, first);
    }),
    { numRuns: 100 },
  );
});

test.run();
