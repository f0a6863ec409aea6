// Requests: arbitrary System One requests that meet every part of the rule often.

import fc from 'fast-check';
import type { Json } from '../../grammar/json.ts';

const WORDS = [
  'refund',
  'refunds',
  'charged',
  'twice',
  'outage',
  'policy',
  'refund policy',
  'not',
  'without',
  'but',
  '5',
  'five',
  '😀',
  'e\u0301',
  '退款',
  '.',
  ',',
];
const KEYS = ['a', 'b', '10', '2', '', '__proto__', '😀', 'a/b', 'constructor', 'not_for'];
const key = fc.constantFrom(...KEYS);
const sentence = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(' '));
const phrase = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 2 }).map((words) => words.join(' '));

const state: fc.Arbitrary<Json> = fc
  .letrec<{ value: Json; node: Json }>((tie) => ({
    value: fc.oneof({ maxDepth: 3 }, sentence, fc.constant(null), tie('node')),
    node: fc.oneof({ maxDepth: 3 }, fc.array(tie('value'), { maxLength: 3 }), mapOf(tie('value'), 0, 3)),
  }))
  .node.chain((node) => fc.oneof(sentence, fc.constant(node)));

function mapOf<V extends Json>(
  value: fc.Arbitrary<V>,
  minLength: number,
  maxLength: number,
): fc.Arbitrary<Map<string, V>> {
  return fc
    .uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, minLength, maxLength })
    .map((entries) => new Map(entries));
}

const entry: fc.Arbitrary<Json> = fc.oneof(
  fc.constant(null),
  fc.array(phrase, { maxLength: 3 }).map((phrases) => phrases.join('; ')),
  fc.array(fc.oneof(phrase, fc.array(phrase, { minLength: 1, maxLength: 2 })), { maxLength: 3 }),
  fc.tuple(phrase, phrase).map(
    ([what, not]) =>
      new Map([
        ['what', what],
        ['not_for', not],
      ]),
  ),
);
const instructions: fc.Arbitrary<Json> = fc.oneof(
  fc.constant(null),
  phrase.map((term) => `Is it "${term}"?`),
  fc.constantFrom<Json>('See `a`', 'See `b[0]`', 'See `10`.'),
);

function question(type: string, criteria: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc.tuple(instructions, criteria).map(
    ([text, value]) =>
      new Map<string, Json>([
        ['type', type],
        ['instructions', text],
        ['criteria', value],
      ]),
  );
}

const questions = mapOf(
  fc.oneof(
    question('choice', mapOf(entry, 1, 4)),
    question('score', fc.array(entry, { minLength: 1, maxLength: 4 })),
    question(
      'noul',
      fc.oneof(
        fc.constant(null),
        fc.tuple(entry, entry).map(
          ([yes, no]) =>
            new Map([
              ['true', yes],
              ['false', no],
            ]),
        ),
      ),
    ),
  ),
  1,
  4,
);
/** `{state, questions}`: every type of question, vetoes, groups, paths and quoted terms, over words that are parts of each other. */
export const request = fc.tuple(state, questions).map(
  ([value, asked]) =>
    new Map<string, Json>([
      ['state', value],
      ['questions', asked],
    ]),
);
