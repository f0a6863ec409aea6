// Zones and tokens: what a text quotes, signs or passes on is not its writer's, an address is one word; and the runtime
// finds both where the reference does.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { locate } from '../runtime/locate/locate.ts';
import { ZONE_WORDS } from '../runtime/locate/zone-words.ts';
import { compareEngines } from './support/agreement.ts';
import { test } from './support/test.ts';

// The word is "leak"; whether it is the writer's.
const TEXTS: readonly (readonly [text: string, isWriters: boolean])[] = [
  ['no more\n> a leak', false],
  ['  &gt; a leak', false],
  ['2 > 1, a leak', true],
  ['a leak\n> hello', true],
  ['Yes.\n\nOn 3 May the office wrote:\nthere is a leak', false],
  ['On 3 May the office wrote:\n> hello\nThere is a leak', true],
  ['On 3 May we saw:\na leak', true],
  ['ok\nHill Plumbing wrote:\nthere is a leak', false],
  ['Hill Plumbing wrote:\n> hello\nThere is a leak', true],
  ['ok\nI wrote:\nthere is a leak', true],
  ['Am 3. Mai schrieb\nFrau Beck <b@x.example>:\nleak', false],
  ['ok\n-----Original Message-----\na leak', false],
  ['ok\n----- Forwarded -----\nFrom: R. Bell\na leak', false],
  ['ok\nForwarded my lease, a leak', true],
  ['ok\nBegin forwarded message:\na leak', false],
  ['the original message was about a leak', true],
  ['ok\nFrom: us\nSent: Monday\na leak', false],
  ['From: the cellar\ncomes water, a leak', true],
  ['ok\n--\nJo, leak detection', false],
  [`ok\n--\n${'more\n'.repeat(12)}a leak`, true],
  ['ok\nSent from my phone\nleak detectors half price', false],
  ['ok\n\nKind regards,\nT. Bell\nLeak detection', false],
  ['ok\n\nBest, Dario Conti\nConti Leak & Heating Services – radiators', false],
  ["ok\n\nKind regards, T. Bell\nBell's leak detection", false],
  ['ok\n\nThanks, Eva.\nleak detection', false],
  ['ok\nThanks, the leak is back', true],
  ['ok\nBest, Kai\nthere is a leak, can you come?', true],
  ['ok\nBest, as always, Kai\na leak', true],
  ['ok\nDear Eva, Kai\na leak', true],
  ['Thanks,\nthere is a leak', true],
  ['Hello\nThanks\nI have a leak', true],
  ['ok\nThanks\nthere is a leak, can you come?', true],
  ['ok?\n\nDr. jur. Eva Stone\nLeak & Pipe Ltd | since 1987', false],
  ['ok?\n\nEva Stone\nLeak & Pipe Ltd.\nsince 1988', false],
  ['Hello.\n\nEva Stone\nsaw the leak.', true],
  ['ok\n\nKind regards\nEva Stone\nStone Repairs: leak, pipes. Call now!', false],
  ['ok\n\nRegards\nEva Stone\nStone Pipes\nPlease call 0555 123 45 67 for a leak', false],
  ['ok\n\nRegards\nEva Stone\nPlease call me on 0555 123 45 67, a leak', true],
  ['ok\n\nRegards\nEva Stone\nIs 0555 123 45 67 the number for a leak?', true],
  ['ok\n\nRegards\nEva Stone\nPlease come on 3 May, a leak', true],
  ['ok\n\nEva Stone\nLeak & Pipe Ltd\n\nFrom: us\nSent: Monday\nhello', false],
  ['ok\n\nEva Stone, Stone & Sons – leak detection\n\n-----Original Message-----\nhello', false],
  ['ok\n\nThe leak is back\n\nFrom: us\nSent: Monday\nhello', true],
  ['ok\n\nEva Stone\nsaw the leak.\n\nFrom: us\nSent: Monday\nhello', true],
  ['ok\n\nThanks\nEva Stone\nThere is a leak!', true],
  ['ok\n\nThanks\nEva Stone\n\nCome soon, a leak!', true],
  ['Hello\n\nThe kitchen is wet\nand there is a leak.', true],
  ['ok\n\nThis mail is confidential. A leak of it is a crime', false],
  ['Hello.\n\nEva Stone, Stone & Sons – leak detection', false],
  ['Hello.\n\nStone Repairs: leak, broken pipes', false],
  ['Hello.\n\nEva Stone, please look at the leak', true],
  ['Hello.\n\nEva Stone, the leak is back.', true],
  ['Hello.\n\nKitchen, leak since Monday', true],
  ['ok\n\nKind regards,\nEva Stone\nStone Pipes - roofs and gutters\nWe stop any leak!', false],
  ['ok\n\nKind regards,\nEva Stone\nWe stop any leak!', true],
  ['ok\n\nKind regards,\nEva Stone\nStone Pipes - roofs and gutters\n\nWe have a leak!', true],
  ['ok\n\nThanks,\nEva Stone\nStone Pipes\nP.S. There is a leak!', true],
  [
    'ok\n\nKind regards\nEva Stone\nLeak & Pipe\nThis mail may contain confidential parts. If it is not for you please tell us and delete it.',
    false,
  ],
  ['The box may contain confidential papers\nand there is a leak', true],
  ['<blockquote>there is a leak</blockquote>', false],
  ['ok\n<BLOCKQUOTE type="cite">\nhello <blockquote>x</blockquote>\nthere is a leak', false],
  ['<blockquote>hello</blockquote> there is a leak', true],
  ['</blockquote> a leak', true],
  ['ok\n----- Forwarded by Eva Stone/Hall on 03/04/2011 -----\nthere is a leak', false],
  ['ok\nForwarded by Eva Stone\nthere is a leak', false],
  ['ok\nIt was forwarded by Eva, and there is a leak', true],
  ['Caution: this email came from outside, a leak may follow\nhello', false],
  ['This email is confidential, a leak of it is a crime.\n\nhello', false],
  ['Caution: there is a leak', true],
  ['This email is about a leak', true],
  ['Re: your leak', false],
  ['FWD: a leak', false],
  ['Regarding: a leak', true],
  ['Re: your letter\nI have a leak', true],
  [`Re: your letter. ${'It drips. '.repeat(7)}a leak`, true],
  ['ok\n\nThanks a mil\nEva Stone\nLeak is everything', false],
  ['Category: leak\nIt is wet', false],
  ['It is wet\nTags: leak', false],
  ['Category: leak', true],
  ['Description: a leak\nCategory: other', true],
  ['It is wet\nThe category: leak', true],
  ['From: Eva Stone\nTo: us\nSubject: the kitchen\n\nI have a leak', true],
  ['Subject: a leak\nFrom: Eva Stone\n\nhello', true],
  ['From: Leak Ltd\nTo: us\n\nhello', false],
  ['From: Eva Stone\nSubject: Re: your leak\n\nhello', false],
  ['Subject: Re: your leak\n\nhello', false],
  ['Subject: a leak\n\nhello', true],
  ['From: Eva Stone\nTo: us\n\nHello\n\nFrom: us\nSent: Monday\na leak', false],
  ['Hello\n\nFrom: us\nTo: Eva Stone\nSubject: a leak\n\nhello', false],
  ['Automatic reply: your leak', false],
  ['Abwesenheit: your leak', false],
  ['Frånvaro: your leak', false],
  ['Odpowiedź automatyczna: your leak', false],
  ['Absence of water: a leak', true],
  ['Automatic reply: your letter\n\nPlease tell the office of a leak', false],
  ['From: Eva Stone\nSubject: Out of office: your letter\n\nPlease tell the office of a leak', false],
  ['The automatic reply: a leak', true],
  ['\n\na leak', true],
  ['a leak', true],
];

for (const [text, isWriters] of TEXTS) {
  test(`${JSON.stringify(text)} is ${isWriters ? '' : 'not '}the writer's`, () =>
    assert.is(locate(text, 'leak')?.quoted ?? false, !isWriters));
}

const TOKENS: readonly (readonly [text: string, phrase: string, isFound: boolean])[] = [
  ['ann@acme.com.evil.example', 'acme.com', false],
  ['https://acme.com.evil.example/', 'acme.com', false],
  ['https://acme.com/help', 'acme.com', true],
  ['ann@acme.com', 'acme.com', true],
  ['acme.com.', 'acme.com', true],
  ['my-acme.com', 'acme.com', false],
  ['it@shop.example', 'it', false],
  ['write to it@shop.example!', 'it@shop.example', true],
  ['see www.leak.example', 'leak', false],
  ['/var/leak/now', 'leak', false],
  ['leak/damage', 'leak', true],
  ['call pipe.leak(7)', 'leak', false],
  ['call pipe.leak(7)', 'pipe', false],
  ['leak(s)', 'leak', true],
  ['a leak.(See below)', 'leak', true],
  ['a leak.', 'leak', true],
  ['(leak)', 'leak', true],
  ['a leak.Please come', 'leak', true],
  ['leak: yes', 'leak', true],
];

for (const [text, phrase, isFound] of TOKENS)
  test(`${phrase} ${isFound ? 'stands' : 'does not stand'} in ${text}`, () =>
    assert.is(locate(text, phrase) !== null, isFound));

test('a place after an address is found', () => assert.is(locate('leak@x.example leak', 'leak')?.start, 15));

const piece = fc.oneof(
  fc.constantFrom(
    ...Object.values(ZONE_WORDS)
      .flat()
      .map((word) => word.replace(/^./, (letter) => letter.toUpperCase())),
  ),
  fc.constantFrom(
    'leak',
    'a leak',
    '> leak',
    '<blockquote>',
    '</blockquote>',
    '(',
    '&gt; leak',
    '--',
    '-- ',
    '-----Original Message-----',
    'On 3 May Jo wrote:',
    'Jo Bell',
    'Dr. med. X',
    'leak@x.example',
    'https://leak.example',
    '/leak/x',
    'leak.com',
    '',
    ' ',
    'Leak?',
    'leak!',
    '1',
    ':',
    'é',
  ),
);
const text = fc
  .array(fc.tuple(piece, fc.constantFrom('\n', '\n', '\n\n', ' ', '\r\n', ', ')), { maxLength: 14 })
  .map((parts) => parts.flat().join(''));

test('law: the engines agree on zones and tokens', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 40, maxLength: 40 }), async (texts) => {
      const compared = await compareEngines(
        '(concat (locate-all input ["leak" "leak.com" "a leak"]) (map (fn [text] (locate text "leak")) input))',
        JSON.stringify(texts),
        ['linked'],
        [],
      );
      assert.is(compared.kind, 'agree', JSON.stringify(compared));
    }),
    { numRuns: 40 },
  );
});

test.run();
