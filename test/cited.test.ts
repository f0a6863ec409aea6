// Cited: what stands in quotation marks; the runtime finds it where the reference does, and a question may leave it out.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { CITED_BYTES } from '../runtime/locate/cited.ts';
import { locate } from '../runtime/locate/locate.ts';
import { compareEngines } from './support/agreement.ts';
import { decide } from './support/decide.ts';
import { test } from './support/test.ts';

// The word is "leak"; whether it is cited.
const TEXTS: readonly (readonly [text: string, isCited: boolean])[] = [
  ['"leak"', true],
  ['the “Leak” button', true],
  ['we watched "The Big Leak, Part 2" again', true],
  ["he typed 'leak' twice", true],
  ['«leak»', true],
  ['« leak »', true],
  ['„leak“', true],
  ['›leak‹', true],
  ['彼は「leak」と言う', true],
  ['彼は『a leak』と言う', true],
  ['「x」 leak 「y」', false],
  ['»leak«', true],
  ['name="leak"', true],
  ['("leak")', true],
  ['"is it ‘leak’ or ‘drip’?"', true],
  ['she said “it is a ‘leak’”', true],
  ['a leak', false],
  ['"leak', false],
  ['leak"', false],
  ['"A", a leak, "B"', false],
  ['"a\nleak"', false],
  ['a 5" leak of 7" pipes', false],
  ["the tenants' leak isn't small", false],
  ["it's a leak, isn't it", false],
  ["rock 'n' roll, and a leak", false],
  ['"" leak ""', false],
  ['"one" leak', false],
  ['‘one’ leak ‘two’', false],
];

for (const [text, isCited] of TEXTS)
  test(`${JSON.stringify(text)} is ${isCited ? '' : 'not '}cited`, () =>
    assert.is(locate(text, 'leak')?.cited ?? false, isCited));

test('how far a mark may be', () => {
  const cite = (before: number, behind: number): boolean =>
    locate(`"${'x'.repeat(before - 2)} leak ${'x'.repeat(behind - 2)}"`, 'leak')?.cited ?? false;
  assert.ok(cite(CITED_BYTES, CITED_BYTES));
  assert.not.ok(cite(CITED_BYTES + 1, CITED_BYTES));
  assert.not.ok(cite(CITED_BYTES, CITED_BYTES + 1));
});

test('a question may leave out what is cited', async () => {
  const question = { type: 'choice', criteria: { refund: 'refund', sale: { phrases: 'sale', not_for: 'test' } } };
  const asked = { ...question, quotes: 'exclude' };
  assert.is(await decide(question, 'He wrote "refund"'), 'refund');
  assert.is(await decide(asked, 'He wrote "refund"'), 'not-the-writers');
  assert.is(await decide(asked, 'He wrote "sale" and wants a refund'), 'refund');
  // A veto that is cited is none.
  assert.is(await decide(asked, 'a sale of "The Test"'), 'sale');
  assert.is(await decide(question, 'a sale of "The Test"'), 'vetoed');
  assert.is(await decide({ ...asked, quoted: 'count' }, '> a sale, no "refund"'), 'sale');
});

const piece = fc.constantFrom(
  'leak',
  'a leak',
  '"',
  "'",
  '“',
  '”',
  '„',
  '‘',
  '’',
  '«',
  '»',
  ' ',
  ' ',
  '\n',
  '.',
  ',',
  '(',
  ')',
  'x',
  'é',
  '5',
  '–',
  '&',
  'y'.repeat(CITED_BYTES - 4),
);
const text = fc.array(piece, { maxLength: 20 }).map((parts) => parts.join(''));

test('law: the engines agree on what is cited', async () => {
  let cited = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 40, maxLength: 40 }), async (texts) => {
      cited += texts.filter((one) => locate(one, 'leak')?.cited === true).length;
      const compared = await compareEngines(
        '[(locate-all input ["leak" "a leak"]) (locate-words input)]',
        JSON.stringify(texts),
        ['linked'],
        [],
      );
      assert.is(compared.kind, 'agree', JSON.stringify(compared));
    }),
    { numRuns: 40 },
  );
  assert.ok(cited > 20, `only ${cited} places were cited`);
});

test.run();
