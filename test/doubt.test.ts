// Doubt: what says of a short phrase that it may be about something else, and what says that it is not.

import * as assert from 'uvu/assert';
import { locate } from '../runtime/locate/locate.ts';
import { prepare } from '../server/services/decisions/library.ts';
import { test } from './support/test.ts';

// What is looked for stands between brackets.
const POINTS: Readonly<Record<string, number>> = {
  'A [book] here': 0,
  'Who wrote the [book]?': 2,
  'Please send me the [book]': 0,
  'Do you want the [book]?': 1,
  'We left it in the [book]': 2,
  'We never left it in the [book]': 1,
  '[book]': 0,
  'I [book] a room': 0,
  'Please send me a [book]': 0,
  'I will come to [book]': 1,
  'My neighbour has a [book]': 1,
  'We look after it unless you [book]': 1,
  'A room, if they [book]': 2,
  'if it rains a [blue room] is free': 2,
  'Who wrote the [big blue book]?': 0,
  'Is there a [guided tour]?': 1,
  'Is there a [lost]?': 2,
  'Is it [locked out]?': 2,
  'Who wrote the [blue book]?': 1,
  'Thank you for the [book]': 3,
  'Thank you for the [book]. Can you send more?': 1,
  'Thank you for the [big blue book]': 0,
  'It is [blue]: what lies here is a long sentence, and it goes on, and on, and on': 1,
  'It is [blue]: what lies here is short': 0,
};

for (const [marked, points] of Object.entries(POINTS)) {
  test(`${marked} has ${points}`, () => {
    const [, before = '', phrase = '', after = ''] = /^(.*)\[(.*)\](.*)$/.exec(marked) ?? [];
    assert.is(locate(`${before}${phrase}${after}`, phrase)?.doubt ?? 0, points);
  });
}

const outcome = async (state: string, phrases: readonly string[]): Promise<string> => {
  const questions = await prepare({ topic: { type: 'choice', criteria: { one: phrases, other: ['zebra'] } } });
  if (questions.kind === 'invalid') throw new Error(questions.message);
  const decision = await questions.decide(state);
  if (decision.kind !== 'answered') throw new Error(decision.kind);
  const { topic } = decision.body.answers;
  return topic!.outcome === 'decided' ? 'decided' : (topic as { reason: { code: string } }).reason.code;
};

for (const [state, phrases, expected] of [
  ['Your colleague left a parcel?', ['parcel'], 'passing-word'],
  ['Your driver left a parcel.', ['parcel'], 'decided'],
  // A second place decides, and so does a longer phrase.
  ['Your colleague left a parcel? A parcel!', ['parcel'], 'decided'],
  ['Your colleague left a parcel?', ['left a parcel'], 'decided'],
  // An inflected word is a sign more, and a misspelled one none.
  ['Your colleague had parcels', ['parcel'], 'passing-word'],
  ['Your colleague left a parsel?', ['parcel'], 'decided'],
] as const) {
  test(`"${state}" with ${phrases.join(', ')}: ${expected}`, async () => {
    assert.is(await outcome(state, phrases), expected);
  });
}

test.run();
