// Locate: where a text says a phrase. Cases by method, by script, by negation; and the laws that hold for any text.

import fc from 'fast-check';
import snowball from 'snowball-stemmers';
import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';
import { ALONE_BYTES } from '../runtime/locate/bare.ts';
import type { Place } from '../runtime/locate/locate.ts';
import { locate, locateAll } from '../runtime/locate/locate.ts';
import { stem } from '../runtime/locate/stem.ts';
import { fold, isSpace, isWord } from '../runtime/locate/unicode.ts';
import { test } from './support/test.ts';

// [text, phrase, found text or null, by]
const CASES: readonly (readonly [string, string, string | null, string?])[] = [
  // whole words
  ['send the refund.', 'refund', 'refund', 'exact'],
  ['a prerefund', 'refund', null],
  ['the refund_id', 'refund', null],
  ['refund2 refund', 'refund', 'refund', 'exact'],
  ['(refund)', 'refund', 'refund', 'exact'],
  ['C++ and C#', 'C++', 'C++', 'exact'],
  ['C++ and C#', 'C#', 'C#', 'exact'],
  ['a', '', null],
  ['', 'a', null],
  // case: simple folding only
  ['REFUND', 'refund', 'REFUND', 'case'],
  ['ΤΙΜΉΣ', 'τιμής', 'ΤΙΜΉΣ', 'case'],
  ['STRAẞE', 'straße', 'STRAẞE', 'case'],
  ['STRASSE', 'straße', null],
  ['\u212aelvin', 'kelvin', '\u212aelvin', 'case'],
  ['İstanbul', 'istanbul', null],
  // spacing
  ['log-in page', 'log in', 'log-in', 'spacing'],
  ['log \n in', 'log in', 'log \n in', 'spacing'],
  ['log\u2011in', 'log-in', 'log\u2011in', 'spacing'],
  ['login', 'log in', null],
  ['log—in', 'log in', null],
  ['it\u2019s late', "it's late", 'it\u2019s late', 'spacing'],
  ['\u201cstop\u201d', '"stop"', '\u201cstop\u201d', 'spacing'],
  ['ＶＩＰ　客户', 'vip 客户', 'ＶＩＰ　客户', 'spacing'],
  // what a phrase has at its edges is part of it: only its case may differ
  ['use --force', '--force', '--force', 'exact'],
  ['use --FORCE', '--force', '--FORCE', 'case'],
  ['use force', '--force', null],
  ['5 degrees', '-5', null],
  ['-5 degrees', '-5 degrees', '-5 degrees', 'exact'],
  ['a  b', ' ', ' ', 'exact'],
  // inflection
  ['two refunds', 'refund', 'refunds', 'inflection'],
  ['She was charged twice', 'charge twice', 'charged twice', 'inflection'],
  ['Charging', 'charges', 'Charging', 'inflection'],
  ['skies', 'sky', 'skies', 'inflection'],
  ['die Rechnungen', 'Rechnung', null],
  // number
  ['pay 1,200 now', '1200', '1,200', 'number'],
  ['pay 1200.00 now', '1,200', '1200.00', 'number'],
  ['five days', '5 days', 'five days', 'number'],
  ['5 days', 'five day', '5 days', 'number'],
  ['twenty-five seats', '25 seats', 'twenty-five seats', 'number'],
  ['one hundred and two items', '102 items', 'one hundred and two items', 'number'],
  ['two thousand five hundred', '2,500', 'two thousand five hundred', 'number'],
  // a number is one word
  ['version 1.2.3', '1.2', null],
  ['version 1.2.3.', '1.2.3', '1.2.3', 'exact'],
  ['about 5.5', '5', null],
  ['pay 1,200', '200', null],
  ['pay 1,200', '1', null],
  ['rooms 5, 6', '5', '5', 'exact'],
  ['call 5.', '5', '5', 'exact'],
  ['x.5', '5', '5', 'exact'],
  ['v1.2', '2', null],
  ['\u0665.\u0665', '\u0665', null],
  ['\uff15\uff0e\uff15', '5.5', '\uff15\uff0e\uff15', 'spacing'],
  ['\uff15\uff0c\uff10\uff10\uff10', '5,000', '\uff15\uff0c\uff10\uff10\uff10', 'spacing'],
  ['5\uff0c6', '6', '6', 'exact'],
  // Thai digits are dense like its letters
  ['\u0e51.\u0e52', '\u0e52', '\u0e52', 'exact'],
  ['at 10:30', 'ten', null],
  ['not 1,200 refunds', '1200 refund', '1,200 refunds', 'number'],
  ['version 1.20.3', '1.2', null],
  ['version 1.20.3', '20.30', null],
  ['12,00,000', '1200000', null],
  // the longest place at a start, also when a stricter method finds a shorter one
  ['about 5.0', '5', '5.0', 'number'],
  // scripts whose words are not separated
  ['我要退款', '退款', '退款', 'exact'],
  ['返金してください', '返金', '返金', 'exact'],
  ['ต้องการเงินคืน', 'เงินคืน', 'เงินคืน', 'exact'],
  ['ຂໍເງິນຄືນ', 'ເງິນຄືນ', 'ເງິນຄືນ', 'exact'],
  ['សូមសងប្រាក់វិញ', 'សងប្រាក់', 'សងប្រាក់', 'exact'],
  ['ငွေပြန်အမ်း', 'ပြန်အမ်း', 'ပြန်အမ်း', 'exact'],
  ['App闪退了', 'App', 'App', 'exact'],
  ['App闪退了', '闪退', '闪退', 'exact'],
  ['환불해주세요', '환불', null],
  ['か\u3099', 'か', null],
];

for (const [text, phrase, found, by] of CASES) {
  test(`${JSON.stringify(phrase)} in ${JSON.stringify(text)}`, () => {
    const place = locate(text, phrase);
    assert.is(place === null ? null : place.text, found);
    if (place !== null) assert.is(place.by, by);
  });
}

test('offsets are UTF-8 bytes', () => {
  assert.equal(locate('é😀e\u0301 refund', 'refund'), {
    path: '',
    start: 10,
    end: 16,
    text: 'refund',
    criterion: 'refund',
    by: 'exact',
    bare: true,
  });
});

test('one word is alone in a text of more bytes than a limit, unless it is asked for', () => {
  const padded = (text: string, bytes: number) => `${text} ${'so '.repeat(bytes)}`.slice(0, bytes);
  for (const [text, phrase, alone] of [
    ['the lamp came with an invoice', 'invoice', true],
    ['please send the invoice', 'invoice', undefined],
    ['invoice please', 'invoice', undefined],
    ['the lamp came with an old invoice', 'old invoice', undefined],
  ] as const) {
    assert.is(locate(padded(text, ALONE_BYTES), phrase)?.alone, undefined, text);
    assert.is(locate(padded(text, ALONE_BYTES + 1), phrase)?.alone, alone, text);
  }
});

// A long sentence that does not ask for the place, and joins or names somebody else before it.
const WHOLE = 'We took the guided tour on the way and it was wonderful all along to the end';
for (const [text, sought, alone] of [
  ['We took the guided tour yesterday and it was wonderful, our kids still talk about it', 'guided tour', true],
  ['Could we take the guided tour on Friday and pay at the desk, there are nine of us here', 'guided tour', undefined],
  [
    'It was wonderful to be here, and our kids still talk about what they saw, guided tour please',
    'guided tour',
    undefined,
  ],
  ['We took the guided tour and it was wonderful', 'guided tour', undefined],
  [
    'We took the guided tour. It was wonderful in spite of rain and cold, our kids still talk of it',
    'guided tour',
    undefined,
  ],
  ['We took the guided tour yesterday in the rain, which was wonderful for all of the kids', 'guided tour', undefined],
  ['My neighbour took the guided tour yesterday in the rain, which was wonderful for the kids', 'guided tour', true],
  [
    'My neighbour says that for her birthday and ours she would love a day with a guided tour soon',
    'guided tour',
    true,
  ],
  [
    'My neighbour says that for her birthday this May she would like to book the guided tour soon',
    'guided tour',
    undefined,
  ],
  [
    'We took the guided tour yesterday in the rain, which my neighbour said was wonderful too',
    'guided tour',
    undefined,
  ],
  [
    'We took the guided tour one day when it rained a lot so that nobody else was there and we froze',
    'guided tour',
    undefined,
  ],
  [
    'We took the guided tour yesterday (it was wonderful and our kids still talk about it all day)',
    'guided tour',
    undefined,
  ],
  ['We&#39;ve been on the guided tour yesterday and it was wonderful, our kids talk about it', 'guided tour', true],
  [WHOLE.slice(0, 75), 'guided tour', undefined],
  [WHOLE.slice(0, 76), 'guided tour', true],
] as const) {
  test(`${JSON.stringify(sought)} is ${alone ? '' : 'not '}alone in ${JSON.stringify(text)}`, () => {
    assert.is(locate(text, sought)?.alone, alone);
    assert.is(locate(`Hello\n${text}\nBye`, sought)?.alone, alone);
  });
}

test('a combining mark belongs to its letter', () => {
  assert.is(locate('cafe\u0301', 'cafe'), null);
  assert.is(locate('cafe\u0301', 'cafe\u0301')?.end, 6);
});

// A cue and how far it reaches: the place is negated or it is not.
const NEGATIONS: readonly (readonly [string, string, boolean])[] = [
  ['I do not want a refund', 'refund', true],
  ["I don't want a refund", 'refund', true],
  ['I don\u2019t want a refund', 'refund', true],
  ['I can\u02bct get a refund', 'refund', true],
  ['I don\u02bct want a refund', 'refund', true],
  ['WITHOUT refund', 'refund', true],
  ['cannot refund', 'refund', false],
  ['neither refund nor repair', 'repair', true],
  ['no, refund', 'refund', false],
  ['not now. refund', 'refund', false],
  ['no\nrefund', 'refund', false],
  ['not cheap but a refund', 'refund', false],
  ['none except a refund', 'refund', false],
  ['never however refund', 'refund', false],
  ['not although refund', 'refund', false],
  ['refund, not', 'refund', false],
  ['not 1,200 refunds', 'refund', true],
  ['not 1, refund', 'refund', false],
  ['knot refund', 'refund', false],
  ['not working', 'not working', false],
  ['not not working', 'not working', true],
  ["won't start", "won't start", false],
  ["won't start", 'start', true],
  ["an 't refund", 'refund', false],
  ["got't refund", 'refund', false],
];

for (const [text, phrase, negated] of NEGATIONS) {
  test(`${JSON.stringify(phrase)} in ${JSON.stringify(text)} is ${negated ? '' : 'not '}negated`, () => {
    assert.is(locate(text, phrase)?.negated ?? false, negated);
  });
}

test('the leftmost place, then the longest', () => {
  assert.is(locate('b a b', 'b')?.start, 0);
  const places = locateAll('refund policy refund', ['refund', 'refund policy']);
  assert.equal(
    places.map((place) => [place.start, place.criterion]),
    [
      [0, 'refund policy'],
      [0, 'refund'],
      [14, 'refund'],
    ],
  );
});

test('places of one phrase may overlap', () => {
  assert.equal(
    locateAll('a b a b a', ['a b a']).map((place) => place.start),
    [0, 4],
  );
});

test('strings of a value are searched, not its keys, numbers and booleans', () => {
  const value: Json = new Map<string, Json>([
    ['refund', 'x'],
    ['b', ['refund', true, null]],
    ['a/~', new Map([['', 'a refund']])],
    ['\uff01', 'refund'],
    ['\u{1f600}', 'refund'],
  ]);
  assert.equal(
    locateAll(value, ['refund']).map((place) => place.path),
    ['/a~1~0/', '/b/0', '/\uff01', '/\u{1f600}'],
  );
});

const WORDS = [
  'refund',
  'Refunds',
  'not',
  'but',
  'charged',
  'twice',
  '1,200',
  'five',
  '5',
  'é',
  'e\u0301',
  '😀',
  '退款',
  'log-in',
  "don't",
  '.',
  ',',
  '\n',
  ' ',
  '_',
  'ＶＩＰ',
  '\u2019',
];
const text = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 12 })
  .map((parts) => parts.join(' '));
const phrase = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(' '));

test('law: the slice of bytes is the text of the place', () => {
  fc.assert(
    fc.property(text, fc.array(phrase, { maxLength: 5 }), (source, phrases) => {
      const bytes = Buffer.from(source, 'utf8');
      for (const place of locateAll(source, phrases))
        assert.is(bytes.subarray(place.start, place.end).toString('utf8'), place.text);
    }),
    { numRuns: 500 },
  );
});

test('law: a phrase is found as it stands wherever the same words stand', () => {
  fc.assert(
    fc.property(text, text, phrase, (before, after, sought) => {
      const place = locateAll(`${before} ${sought} ${after}`, [sought]).find(
        ({ start }) => start === Buffer.byteLength(before) + 1,
      );
      assert.is(place?.by, 'exact');
    }),
    { numRuns: 500 },
  );
});

test('law: exact places are those a plain search with word boundaries finds', () => {
  const word = fc.constantFrom('a', 'ab', 'b_', 'é', 'e\u0301', '5', 'A', 'Ω', '6');
  const gap = fc.constantFrom(' ', '-', '.', '\u2019', '😀', '', '\n');
  const words = fc.array(fc.tuple(word, gap), { maxLength: 10 }).map((parts) => parts.flat().join(''));
  const inner = fc
    .tuple(word, fc.array(fc.tuple(gap, word), { maxLength: 2 }))
    .map(([first, rest]) => first + rest.flat().join(''));
  // A phrase with a point inside is a dotted name: it is found as a whole token, never inside a longer one.
  const isDotted = (sought: string) => /[!-~]\.[!-~]/.test(sought);
  fc.assert(
    fc.property(words, inner, (source, sought) => {
      const places = locateAll(source, [sought]);
      const exact = places.filter((place) => place.by === 'exact').map((place) => place.start);
      const plain = [...source].flatMap((_, at, characters) => {
        const before = characters.slice(0, at).join('');
        const after = source.slice(before.length + sought.length);
        const whole =
          source.startsWith(sought, before.length) &&
          !/[\p{L}\p{M}\p{Nd}_]$/u.test(before) &&
          !/^[\p{L}\p{M}\p{Nd}_]/u.test(after) &&
          // A point or a comma between two digits is no boundary.
          !(/\d[.,]$/.test(before) && /^\d/.test(sought)) &&
          !(/\d$/.test(before) && /^[.,]\d/.test(sought)) &&
          !(/\d[.,]$/.test(sought) && /^\d/.test(after)) &&
          !(/\d$/.test(sought) && /^[.,]\d/.test(after)) &&
          !(isDotted(sought) && (/[!-~]$/.test(before) || !/^[.]*([^!-~]|$)/.test(after)));
        return whole ? [Buffer.byteLength(before)] : [];
      });
      assert.equal(
        exact.filter((start) => !plain.includes(start)),
        [],
      );
      // A longer way to say the same at the same start (`5.0` for `5`) is told instead.
      assert.equal(
        plain.filter((start) => !places.some((place) => place.start === start)),
        [],
      );
    }),
    { numRuns: 2_000 },
  );
});

test('law: many phrases at once find what each finds alone', () => {
  fc.assert(
    fc.property(text, fc.uniqueArray(phrase, { maxLength: 6 }), (source, phrases) => {
      const alone = phrases.flatMap((one) => locateAll(source, [one]));
      assert.equal(sortPlaces(locateAll(source, phrases)), sortPlaces(alone));
    }),
    { numRuns: 500 },
  );
});

test('law: the order of phrases, and saying one twice, changes nothing', () => {
  fc.assert(
    fc.property(text, fc.array(phrase, { maxLength: 6 }), (source, phrases) => {
      assert.equal(locateAll(source, [...phrases].reverse().concat(phrases)), locateAll(source, phrases));
    }),
    { numRuns: 300 },
  );
});

function sortPlaces(places: readonly Place[]): string[] {
  return places.map((place) => JSON.stringify(place)).sort();
}

test("law: stems are Snowball's", () => {
  const stemmer = snowball.newStemmer('english');
  const parts =
    'y a e i o u ee yy ing ed edly ingly eed eedly s es ies ied ation ational izer fulli li ogi alli ative icate ness ment ion tion sion ous ive ize ll e gener commun arsen tt bb at bl iz b c d g h k l m n r t w x sky us ss sses'.split(
      ' ',
    );
  const word = fc.array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 }).map((letters) => letters.join(''));
  fc.assert(
    fc.property(word, (one) => assert.is(stem(one), stemmer.stem(one))),
    { numRuns: 20_000 },
  );
});

// The host may know a newer Unicode than our tables: it may have classes for code points that were unassigned then,
// but what was assigned in Unicode 16 has kept its class since.
test('word characters are what the host knows as letters, marks, decimal digits and _', () => {
  const host = /^[\p{L}\p{M}\p{Nd}_]$/u;
  const newer: number[] = [];
  for (let codePoint = 0; codePoint < 0x110000; codePoint += 1) {
    if (codePoint >= 0xd800 && codePoint < 0xe000) continue;
    const known = host.test(String.fromCodePoint(codePoint));
    if (isWord(codePoint)) assert.ok(known, codePoint.toString(16));
    else if (known) newer.push(codePoint);
  }
  if (process.versions.unicode === '16.0') assert.equal(newer, []);
  // Later versions have added letters only in blocks beyond the first.
  assert.ok(newer.every((codePoint) => codePoint > 0x800));
});

test('folding joins exactly what case-insensitive patterns join', () => {
  for (let codePoint = 0; codePoint < 0x20000; codePoint += 1) {
    if (codePoint >= 0xd800 && codePoint < 0xe000) continue;
    const character = String.fromCodePoint(codePoint);
    const folded = fold(character);
    assert.is([...folded].length, 1);
    if (folded !== character)
      assert.ok(new RegExp(`^\\u{${codePoint.toString(16)}}$`, 'iu').test(folded), codePoint.toString(16));
  }
  for (const character of 'ABCXYZÀÉÞŸΑΩΣЖЯԱ') assert.is(fold(character), character.toLowerCase());
});

test('white space is White_Space', () => {
  const host = /^\p{White_Space}$/u;
  for (let codePoint = 0; codePoint < 0xd800; codePoint += 1)
    assert.is(isSpace(codePoint), host.test(String.fromCodePoint(codePoint)));
});

test.run();
