// Text promises: what docs/questions.md says of words, denial and writers, on sentences that people write; each rule with what
// it must not do. An option of its own (`zzz`) makes every question a choice.

import * as assert from 'uvu/assert';
import { decide } from './support/decide.ts';
import { test } from './support/test.ts';

/** Whether the phrase decides, or the reason why it does not. */
type Row = readonly [phrase: string, state: unknown, answer: 'decides' | string];

const WORDS: readonly Row[] = [
  ['child', 'two children and a dog', 'decides'],
  ['go', 'we went home early', 'decides'],
  ['buy', 'I bought a lamp', 'decides'],
  ['add', 'I added an item', 'decides'],
  ['add', 'adding items takes long', 'decides'],
  ['leave', 'turn left at the station', 'nothing-found'],
  ['slow', 'the site is slower today', 'decides'],
  ['fast', 'it should be faster', 'nothing-found'],
  ['customs', 'a customer called', 'nothing-found'],
  ['position', 'a positive answer', 'nothing-found'],
  ['organ', 'our organization', 'nothing-found'],
  ['busy', 'our business', 'nothing-found'],
  ['US', 'please call us', 'nothing-found'],
  ['café', 'the cafe\u0301 is closed', 'decides'],
  ['café', 'the cafe is closed', 'nothing-found'],
  ['refund', 're\u00adfund me', 'decides'],
  ['refund', 're\u200bfund me', 'decides'],
  ['acme.com', 'ann@acme.com.evil.example', 'nothing-found'],
  ['acme.com', 'see https://acme.com.evil.example/', 'nothing-found'],
  ['acme.com', 'see https://acme.com/help', 'decides'],
  ['it', 'write to it@shop.example', 'nothing-found'],
  ['delivery', 'my delivry is late', 'decides'],
  ['delivery', 'my delivered parcel', 'nothing-found'],
  ['invoice', 'my nvoice is wrong', 'nothing-found'],
  ['window', 'the widow next door', 'nothing-found'],
  ['Berlin', 'I live in Merlin', 'nothing-found'],
];

const DENIAL: readonly Row[] = [
  ['refund', 'nobody wants a refund', 'negated'],
  ['refund', 'I need nothing, no refund', 'negated'],
  ['refund', 'none of us wants a refund', 'negated'],
  ['refund', 'replace it instead of a refund', 'negated'],
  ['refund', 'a new lamp rather than a refund', 'negated'],
  ['refund', 'anything other than a refund', 'negated'],
  ['refund', 'I dont want a refund', 'negated'],
  ['refund', 'I don’t want a refund', 'negated'],
  ['refund', 'I don&#39;t want a refund', 'negated'],
  ['refund', 'I didnt ask for a refund', 'negated'],
  ['refund', 'refund not needed', 'negated'],
  ['refund', 'Refund? No.', 'negated'],
  ['refund', 'a refund is out of the question', 'negated'],
  ['refund', 'if I wanted a refund I would say so', 'negated'],
  ['refund', 'I would have taken a refund', 'negated'],
  ['refund', 'in case of a refund we will write', 'negated'],
  ['refund', 'not only a refund but also an apology', 'decides'],
  ['refund', 'no doubt I get a refund', 'decides'],
  ['refund', "I can't wait for the refund", 'decides'],
  ['plumber', "I can't recommend this plumber enough", 'decides'],
  ['refund', "I don't know when the refund comes", 'decides'],
  ['refund', 'I have no idea where my refund is', 'decides'],
  ['refund', 'not sure about my refund', 'decides'],
  ['refund', "why can't I get a refund", 'decides'],
  ['no hurry', 'there is no hurry', 'decides'],
  ['refund', "I haven't received my refund", 'decides'],
  ['refund', 'It does not work and I want a refund', 'decides'],
  ['refund', 'Not happy - refund me', 'decides'],
  ['refund', 'It is not what I ordered: refund, please', 'decides'],
  ['refund', 'It never came so I want a refund', 'decides'],
];

const WRITERS: readonly Row[] = [
  ['refund', 'Please call.\n> a refund', 'not-the-writers'],
  ['refund', 'Please call.\n\nOn 3 May the shop wrote:\na refund', 'not-the-writers'],
  ['refund', 'Please call.\n-----Original Message-----\na refund', 'not-the-writers'],
  ['refund', 'See below.\n\nFrom: Shop\nSent: Monday\na refund', 'not-the-writers'],
  ['refund', 'Please call.\n-- \nEva, Refund Desk', 'not-the-writers'],
  ['refund', 'Please call.\nSent from my phone, refund tracker', 'not-the-writers'],
  ['refund', 'Please call.\n\nKind regards\nEva Stone\nRefund Desk Ltd', 'not-the-writers'],
  ['refund', 'Please call.\n\nThis mail is confidential. No refund of it', 'not-the-writers'],
  ['refund', 'Thanks for the mail, a refund is needed.\n\nKind regards\nEva', 'decides'],
  ['refund', 'The “refund” button sends me away', 'decides'],
  [
    'refund',
    [
      { role: 'assistant', content: 'A refund?' },
      { role: 'user', content: 'no idea' },
    ],
    'not-the-writers',
  ],
  [
    'refund',
    [
      { role: 'assistant', content: 'What is it?' },
      { role: 'user', content: 'a refund' },
    ],
    'decides',
  ],
  ['refund', { messages: [{ role: 'user', content: 'a refund' }] }, 'decides'],
];

for (const [phrase, state, answer] of [...WORDS, ...DENIAL, ...WRITERS])
  test(`${JSON.stringify(phrase)} in ${JSON.stringify(state)}: ${answer}`, async () => {
    const chosen = await decide({ type: 'choice', criteria: { wanted: [phrase], zzz: ['zzz'] } }, state);
    assert.is(chosen, answer === 'decides' ? 'wanted' : answer);
  });

test('a question asks what a text is about, or takes a denied phrase for the other side', async () => {
  const criteria = { wanted: 'refund', zzz: 'zzz' };
  assert.is(await decide({ type: 'choice', negation: 'ignore', criteria }, 'no refund'), 'wanted');
  const sides = { type: 'noul', criteria: { true: 'refund', false: 'keep it' } };
  assert.is(await decide(sides, 'no refund'), 'negated');
  assert.is(await decide({ ...sides, denied_true_is_false: true }, 'no refund'), false);
  assert.is(await decide({ ...sides, denied_true_is_false: true }, 'a refund'), true);
});

test('what is only supposed, asked in general or over is not false', async () => {
  const question = { type: 'noul', denied_true_is_false: true, criteria: { true: 'refund', false: 'keep it' } };
  for (const state of [
    'who is entitled to a refund?',
    'If I wanted a refund I would say so',
    'In case of a refund call me',
    'What if I want a refund?',
    'If you do not want a refund, call me',
    'Would a refund be covered?',
    'We had a refund last year',
    'The refund was done yesterday',
    'Thanks for sorting the refund',
    'call me if you need the refund',
    'refund me if you want',
  ])
    assert.is.not(await decide(question, state), false, state);
  for (const state of [
    'I do not want a refund',
    'refund not needed',
    'a refund is out of the question',
    'I want a refund. Never mind.',
  ])
    assert.is(await decide(question, state), false, state);
});

test('paths say where is looked, for a question and for an option', async () => {
  const state = {
    subject: 'Parcel',
    messages: [
      { role: 'agent', content: 'a refund?' },
      { role: 'customer', content: 'where is my parcel' },
    ],
  };
  const criteria = { refund: 'refund', parcel: 'parcel' };
  const customer = "messages[?@.role=='customer'].content";
  assert.is(await decide({ type: 'choice', in: [customer], criteria }, state), 'parcel');
  assert.is(
    await decide({ type: 'choice', instructions: `What is it in \`${customer}\`?`, criteria }, state),
    'parcel',
  );
  const scoped = { refund: { phrases: 'refund', in: ['messages[0].content'] }, parcel: { phrases: 'box' } };
  assert.is(await decide({ type: 'choice', criteria: scoped }, state), 'refund');
  assert.is(
    await decide({ type: 'choice', instructions: 'What does `subjekt` say?', criteria }, state),
    'path-not-found',
  );
});

test.run();
