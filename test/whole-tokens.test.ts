// Whole tokens: what is one word whatever words are in it, each with what looks like it and is words; in the reference and in the runtime.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { locate, locateAll } from '../runtime/locate/locate.ts';
import { locateAllInWasm, locateInWasm } from './support/located.ts';
import { test } from './support/test.ts';

// A phrase, and what it is no more than a part of.
const PARTS: readonly (readonly [phrase: string, ...texts: string[]])[] = [
  [
    'acme.com',
    'https://evil.org/acme.com',
    'evil.org/acme.com',
    '/x/acme.com',
    '/home/acme.com/x',
    'acme.com.evil.org',
  ],
  ['acme.com', 'https://evil.org/?u=https://acme.com', 'https://a.b/c/d;acme.com', 'https://acme.com:secret@evil.org/'],
  ['acme.com', 'acme.com\u200b.evil.org', 'acme.com\u3002evil.org', 'acme.com\uff0eevil.org', 'acme.com.\u00e9vil.org'],
  ['refund', 'refund.example.com', 'refund.com', 'shop.com/refund', '@refund', 'ann@refund.example'],
  ['refund', 'refund.txt', 'REFUND.PDF', 'docs/refund/a.txt', './refund', '../refund/a', '~/refund/a', '/refund'],
  ['refund', 'C:\\refund\\x.txt', 'C:/refund/x', '\\\\srv\\refund\\x', '.\\refund'],
  ['refund', 'order.refund()', 'refund()'],
  ['refund', 'refund-8f1c-44aa', 'refund-20394', 'refund-10-b-20', '8f1c-refund-b'],
  ['crash report', 'crash-report.log'],
  ['ORD-5', 'ORD-5-B', 'X-ORD-5', 'ORD-5-17'],
  ['A-17', 'A-17/3'],
];

// A phrase, and where it is said.
const SAID: readonly (readonly [phrase: string, ...texts: string[]])[] = [
  [
    'acme.com',
    'acme.com',
    'https://acme.com/x',
    'ann@acme.com',
    '//acme.com/x',
    'acme.com:80',
    'acme.com?q=1',
    '(acme.com)',
  ],
  [
    'acme.com',
    'https://u:p@acme.com:80/x?y',
    'acme.com\u200b',
    'acme.com, evil.org',
    '\u8bf7\u770bacme.com\u3002\u8c22\u8c22',
  ],
  [
    'refund',
    'refund.Please call',
    'refund.it is late',
    'refund.Com',
    'refund/exchange',
    'refund/exchange.Thanks',
    'and/or/refund',
  ],
  [
    'refund',
    'refund-request',
    'non-refund-able',
    'refund--order',
    'refund(s)',
    'refund(partial)',
    'refund.(see below)',
  ],
  [
    'refund',
    'refund-2',
    '30-refund',
    'refund-2026',
    '24-refund-7',
    '2nd-refund',
    '...refund',
    '#refund',
    'refund,exchange',
  ],
  [
    'refund',
    '\u200brefund',
    'refund\u200b',
    '"refund"',
    'refund: yes',
    'refund!now',
    'refund\u2026',
    'https://a.org,refund',
  ],
  ['I want my own refund', 'I want my own refund-thing'],
  ['mail', 'e-mail'],
  ['state', 'state-of-the-art'],
  ['state of the art', 'state-of-the-art'],
  ['day', '30-day', '30-60-90-day'],
  ['covid', 'COVID-19'],
  ['covid-19', 'COVID-19-related'],
  ['hand', '2nd-hand'],
  ['business', 'b2b-business'],
  ['ORD-5', 'ORD-5', '(ORD-5)', 'ORD-5/ORD-6', 'ORD-5-related'],
  ['report.pdf', 'report.pdf', 'report.pdf.'],
  ['refund()', 'refund()'],
];

for (const [rows, isSaid] of [
  [PARTS, false],
  [SAID, true],
] as const) {
  for (const [phrase, ...texts] of rows) {
    for (const token of texts) {
      test(`${phrase} is ${isSaid ? '' : 'not '}said in ${JSON.stringify(token)}`, () => {
        for (const source of [token, `see ${token} now`, `it is ${token}`, `${token}, please`]) {
          const place = locate(source, phrase);
          assert.is(place !== null, isSaid, source);
          assert.equal(locateInWasm(source, phrase), place, source);
        }
      });
    }
  }
}

const joined = fc
  .array(
    fc.constantFrom(
      ...[
        'refund',
        'acme.com',
        'evil',
        'org',
        'com',
        'txt',
        'PDF',
        'Doc',
        'A',
        'b',
        '5',
        '17',
        '8f1c',
        '20394',
        'c:',
        'www.',
      ],
      ...[
        '.',
        '.',
        '-',
        '-',
        '/',
        '/',
        '\\',
        ':',
        '://',
        '@',
        '?',
        '#',
        '~',
        '_',
        '(',
        '()',
        ')',
        ';',
        ',',
        '|',
        '"',
        '!',
      ],
      ...[' ', ' ', '\u200b', '\u3002', '\uff0e', '\u00e9', '\u8bf7', '\u{1f600}'],
    ),
    { maxLength: 10 },
  )
  .map((parts) => parts.join(''));
const PHRASES = ['refund', 'acme.com', 'A-5', 'b 17', 'refund evil', '8f1c', 'com', '5'];

test('law: the runtime takes for whole tokens what the reference does', () => {
  fc.assert(
    fc.property(joined, joined, (before, behind) => {
      for (const source of [`${before}refund${behind}`, `${before}acme.com${behind}`])
        assert.equal(locateAllInWasm(source, PHRASES), locateAll(source, PHRASES));
    }),
    { numRuns: 10_000 },
  );
});

test.run();
