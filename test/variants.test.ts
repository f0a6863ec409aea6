// Variants: phrases whose words have forms that no ending tells, and letters that are written in two ways.

import * as assert from 'uvu/assert';
import { irregularForms } from '../server/engines/systemone/irregular.ts';
import { VARIANTS_MAX, VARIED_LENGTH_MAX, variantsAmong } from '../server/engines/systemone/variants.ts';
import { prepare } from '../server/services/decisions/library.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

const server = await openServer();
test.after(() => server.close());

type Members = Readonly<Record<string, any>>;

async function ask(phrase: unknown, state: unknown): Promise<Members> {
  const questions = { q: { type: 'choice', criteria: { a: phrase, b: 'zzz' } } };
  const answer = await server.post('/v1/systemone', JSON.stringify({ state, questions }));
  assert.is(answer.status, 200);
  return ((await answer.json()) as Members)['answers'].q;
}

/** A phrase, a state, and the text that is found. */
const SAID: readonly (readonly [string, string, string])[] = [
  ['child', 'two children', 'children'],
  ['children', 'my child', 'child'],
  ['buy a ticket', 'I bought a ticket', 'bought a ticket'],
  ['buying', 'what I bought', 'bought'],
  ['lost my card', 'I keep losing my card', 'losing my card'],
  ['lose card', 'about a lost card', 'lost card'],
  ['stolen bike', 'who would steal bikes', 'steal bikes'],
  ['Broken Door', 'doors break', ''],
  ['broken door', 'the broken doors', 'broken doors'],
  ['forgive', 'all is forgiven', 'forgiven'],
  ['noisy', 'noisier than before', 'noisier'],
  ['rude', 'you are ruder than ever', 'ruder'],
  ['colour chart', 'the color charts', 'color charts'],
  ['Enroll', 'how do I enrol', 'enrol'],
  ['organized tour', 'an organised tour', 'organised tour'],
];

/** A phrase, a state, the text that is found, and how. */
const CONTRACTED: readonly (readonly [string, string, string, string])[] = [
  ["can't log in", 'i cant log in', 'cant log in', 'spacing'],
  ['cant log in', "I can't log in", "can't log in", 'spacing'],
  ["can't log in", 'I cannot log in', 'cannot log in', 'inflection'],
  ['cannot log in', 'I can’t log in', 'can’t log in', 'inflection'],
  ["doesn't fit", 'it does not fit', 'does not fit', 'inflection'],
  ['has not arrived', "it hasn't arrived", "hasn't arrived", 'inflection'],
  ['won’t start', 'the car wont start', 'wont start', 'spacing'],
  ["I'm moving", 'Im moving', 'Im moving', 'spacing'],
  ["what's the price", 'what is the price', 'what is the price', 'inflection'],
];

test('a contraction is found in its other writings', async () => {
  for (const [phrase, state, found, by] of CONTRACTED) {
    const { outcome, evidence } = await ask(phrase, state);
    assert.equal([outcome, evidence[0]?.text, evidence[0]?.by], ['decided', found, by], `${phrase}: ${state}`);
  }
});

test('a writing that is another word stands for no contraction', async () => {
  for (const [phrase, state] of [
    ["it's cover", 'its cover'],
    ["we're late", 'were late'],
    ["I'd cancel", 'id cancel'],
    ['its cover', 'it is cover'],
    ["can't", 'cantata'],
  ] as const)
    assert.is((await ask(phrase, state)).outcome, 'refused', `${phrase}: ${state}`);
});

test('irregular forms stand for each other, and the place is told with the phrase as it was written', async () => {
  for (const [phrase, state, found] of SAID) {
    const { outcome, evidence } = await ask(phrase, state);
    assert.is(outcome, found === '' ? 'refused' : 'decided', `${phrase}: ${state}`);
    if (found === '') continue;
    assert.equal([evidence[0].text, evidence[0].criterion, evidence.length], [found, phrase, 1], state);
    assert.is(Buffer.from(state).subarray(evidence[0].start, evidence[0].end).toString(), found);
  }
});

test('forms that are words of their own, parts of contractions and judgements turned around stand for nothing else', async () => {
  for (const [phrase, state] of [
    ['leave', 'turn left'],
    ['see', 'a saw'],
    ['bite', 'a bit'],
    ['leaf', 'he leaves'],
    ['life', 'he lives here'],
    ['good', 'it should be better'],
    ['fast', 'it should be faster'],
    ["won't", 'a win'],
    ['manual', 'many men'],
    ['womanly', 'women'],
    ['metre', 'the meter'],
    ['tyre', 'I tire of it'],
  ] as const)
    assert.is((await ask(phrase, state)).outcome, 'refused', `${phrase}: ${state}`);
});

test('a form that is denied does not count, and one that is a phrase of another option speaks for that alone', async () => {
  assert.is((await ask('break', 'it is not broken')).reason.code, 'negated');
  const questions = { q: { type: 'choice', criteria: { a: 'lose card', b: 'lost card' } } };
  const answer = await server.post('/v1/systemone', JSON.stringify({ state: 'a lost card', questions }));
  assert.is(((await answer.json()) as Members)['answers'].q.choice, 'b');
});

test('composed and decomposed letters are equal, with the offsets of the bytes that were sent', async () => {
  for (const [phrase, state] of [
    ['caf\u00e9', 'the cafe\u0301 bar'],
    ['cafe\u0301', 'the caf\u00e9 bar'],
    ['R\u00fcckerstattung', 'eine Ru\u0308ckerstattung bitte'],
  ] as const) {
    const { outcome, evidence } = await ask(phrase, state);
    assert.is(outcome, 'decided', state);
    const [{ start, end, text, criterion, by }] = evidence;
    assert.equal([Buffer.from(state).subarray(start, end).toString(), by, criterion], [text, 'spacing', phrase]);
  }
  assert.is((await ask('caf\u00e9', 'the cafe')).outcome, 'refused');
});

test('forms of a word, by the regular ones it has itself', () => {
  assert.equal(irregularForms('buying'), ['bought']);
  assert.equal(irregularForms('bought'), ['buy']);
  assert.equal(irregularForms('takes'), ['took', 'taken']);
  assert.equal(irregularForms('refund'), []);
  assert.equal(irregularForms('founder'), []);
});

test('as many variants as a set has, and one more', () => {
  const phrases = Array.from({ length: VARIANTS_MAX + 1 }, (_, index) => `child ${index}`);
  assert.is(variantsAmong(phrases.slice(1), Infinity).size, VARIANTS_MAX);
  assert.is(variantsAmong(phrases, Infinity).size, 0);
});

test('variants of as many words as there is room for, and one more', () => {
  assert.is(variantsAmong(['lost card'], 3).size, 1);
  assert.is(variantsAmong(['lost card'], 2).size, 0);
});

test('a phrase as long as one that has variants, and one longer', () => {
  const phrase = 'lost '.padEnd(VARIED_LENGTH_MAX, 'x');
  assert.is(variantsAmong([phrase], Infinity).size, 1);
  assert.is(variantsAmong([`${phrase}x`], Infinity).size, 0);
});

test('service, library and artifact answer alike', async () => {
  const questions = { q: { type: 'choice', criteria: { a: 'lost caf\u00e9 card', b: 'broken window' } } };
  const set = await prepare(questions);
  if (set.kind === 'invalid') throw new Error(set.message);
  for (const state of [
    'I lose caf\u00e9 cards',
    'windows break, break windows',
    'break window',
    'a lost cafe\u0301 card',
  ]) {
    const decision = await set.decide(state);
    if (decision.kind !== 'answered') throw new Error(decision.kind);
    const sent = JSON.stringify({ state, questions });
    assert.is(await (await server.post('/v1/systemone', sent)).text(), decision.json);
  }
});

test.run();
