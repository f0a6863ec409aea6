// Cues: a word that denies is one in every spelling that a reader takes for it, in the reference and in the runtime.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { locate } from '../runtime/locate/locate.ts';
import { locateInWasm } from './support/located.ts';
import { test } from './support/test.ts';

const DENIED = [
  "I d\u200bon't want a refund",
  "I do\u200bn't want a refund",
  "I don\u200b't want a refund",
  'n\u200bo refund',
  'I do n\u00adot want a refund',
  'I do\u00adn\u2019t want a refund',
  'I don\u00b4t want a refund',
  'I don\u2032t want a refund',
  'I don\u02b9t want a refund',
  'I don \u2019t want a refund',
  "I don' t want a refund",
  "I do n't want a refund",
  'I do nt want a refund',
  "I do'nt want a refund",
  "I dno't want a refund",
  'I do nto want a refund',
  'I don&#039;t want a refund',
  'I don&lsquo;t want a refund',
  'I don&RSQUO;t want a refund',
  'I do \uff4e\uff4f\uff54 want a refund',
  '\uff2e\uff2f refund',
];

// The same marks where no cue is.
const SAID = [
  'I want \u200ba refund, now',
  'the \uff4e\uff4f\uff54\uff45 says refund me',
  'it&#039;s a refund I want',
  "the boys 't-shirts, refund them",
  "Anna' s refund",
  'I knot it, refund me',
  'I want this; 039; refund me',
];

for (const [sentences, isDenied] of [
  [DENIED, true],
  [SAID, false],
] as const) {
  for (const sentence of sentences) {
    test(`${JSON.stringify(sentence)} is ${isDenied ? '' : 'not '}denied`, () => {
      const place = locate(sentence, 'refund');
      assert.is(place?.negated ?? false, isDenied);
      assert.equal(locateInWasm(sentence, 'refund'), place);
    });
  }
}

const pieces = fc
  .array(
    fc.constantFrom(
      ...['don', 'do', 'n', 't', 'nt', 'd', 'I', 'no', 'not', 'a', 'want', 'refund', '\uff4e\uff4f', 'w\u00f6rd'],
      ...[
        "'",
        '\u2019',
        '\u00b4',
        '\u2032',
        '\u201a',
        '\u02bc',
        '`',
        '&#39;',
        '&#039;',
        '&lsquo;',
        '&#39',
        '&',
        ';',
        '039;',
      ],
      ...['\u200b', '\u00ad', '\ufeff', ' ', ' ', ' ', '.', ',', '-'],
    ),
    { maxLength: 14 },
  )
  .map((parts) => `${parts.join('')} refund`);

test('law: the runtime reads cues of odd characters as the reference does', () => {
  fc.assert(
    fc.property(pieces, (source) => {
      assert.equal(locateInWasm(source, 'refund'), locate(source, 'refund'));
    }),
    { numRuns: 5_000 },
  );
});

test.run();
