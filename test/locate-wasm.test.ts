// Locate in the runtime: for any text and phrases it finds exactly what the reference finds, and leaves no work space.
// It is longer than other files because it holds all cases of one subject.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { ABSENT } from '../compiler/emit/abi.ts';
import type { Json } from '../grammar/json.ts';
import { SOURCES } from '../runtime/build.ts';
import { ROLES } from '../runtime/locate/denial-words.ts';
import { locate, locateAll } from '../runtime/locate/locate.ts';
import { EXCEPTIONS, STOPS, stem } from '../runtime/locate/stem.ts';
import { locateWords } from '../runtime/locate/word-places.ts';
import { locateTable } from '../runtime/locate-table.ts';
import { exports, locateAllInWasm, located, locateInWasm, locateWordsInWasm, run } from './support/located.ts';
import { ruledText } from './support/rule-words.ts';
import { test } from './support/test.ts';
import { phrase, text } from './support/texts.ts';

const NUMBER_RUNS = 5_000;
const RULE_RUNS = 5_000;

test('words of 3 to 64 letters have stems, shorter and longer ones are what they are', () => {
  for (const [length, hasStem] of [
    [2, false],
    [3, true],
    [64, true],
    [65, false],
  ] as const) {
    const word = `a${'b'.repeat(length - 2)}s`;
    const found = locate(word, word.slice(0, -1));
    assert.is(found !== null, hasStem, word);
    assert.equal(locateInWasm(word, word.slice(0, -1)), found, word);
  }
});

// Numbers are read from what stands around them, and most of that is never looked at.
const numbersAndNeighbours = fc
  .array(
    fc.constantFrom(
      '5',
      '05',
      '7',
      '1.2.3',
      '12,00',
      '1,200',
      '5.5',
      'five',
      'twenty',
      'hundred',
      'and',
      'thousand',
      'a',
      'no',
      ':',
      '/',
      '-',
      '.',
      ',',
      ' ',
      ' ',
      ' ',
      '\n',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));
const numberPhrase = fc.constantFrom(
  '5',
  '05',
  'five',
  '1200',
  '25',
  'twenty five',
  '500',
  '5 a',
  'a 5',
  'a',
  '1.2.3',
  '5,5',
  '7:5',
  '105',
  'five thousand',
);

test('law: the runtime finds the numbers that the reference finds, whatever stands beside them', () => {
  fc.assert(
    fc.property(numbersAndNeighbours, numberPhrase, (source, sought) => {
      assert.equal(locateInWasm(source, sought), locate(source, sought));
    }),
    { numRuns: NUMBER_RUNS },
  );
  fc.assert(
    fc.property(
      numbersAndNeighbours,
      fc.uniqueArray(numberPhrase, { minLength: 1, maxLength: 4 }),
      (source, sought) => {
        assert.equal(locateAllInWasm(source, sought), locateAll(source, sought));
      },
    ),
    { numRuns: NUMBER_RUNS },
  );
});

test('law: the runtime finds what the reference finds, for one phrase', () => {
  fc.assert(
    fc.property(text, phrase, (source, sought) => {
      assert.equal(locateInWasm(source, sought), locate(source, sought));
      assert.is(
        run(source, sought, (a, b) => located.isLocated(a, b, 0)),
        locate(source, sought) !== null,
      );
    }),
    { numRuns: 2_000 },
  );
});

test('law: the runtime finds what the reference finds, for many phrases', () => {
  fc.assert(
    fc.property(text, fc.array(phrase, { maxLength: 8 }), (source, phrases) => {
      assert.equal(locateAllInWasm(source, phrases), locateAll(source, phrases));
    }),
    { numRuns: 2_000 },
  );
});

// Numbers look at what is beside them, also when nothing else there matters.
for (const [source, sought, found] of [
  ['1/a 5', 'five', true],
  ['1/5', 'five', false],
  ['1/ 5', 'five', true],
  ['5/a', 'five', true],
  ['5/6', 'five', false],
  ['at 5:30', 'five', false],
  ['5 : 30', 'five', true],
  ['a: 5', 'five', true],
  ['twenty', '20', true],
  ['twenty five', '20', false],
  ['twenty a five', '20', true],
  ['one hundred', '1', false],
  ['two hundred and', '200', true],
  ['nine hundred and ninety nine thousand nine hundred and ninety nine', '999,999', true],
  ['three thousand and two hundred', '3200', true],
] as const) {
  test(`${JSON.stringify(sought)} in ${JSON.stringify(source)}, with a number`, () => {
    assert.equal(locateInWasm(source, sought), locate(source, sought));
    assert.is(locate(source, sought) !== null, found);
  });
}

// Sentences of cues, of what ends their reach, and of what is known or wished for: most of them mean nothing.
const roleWords = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ROLES.keys(), 'n\u02bct') },
  { weight: 1, arbitrary: fc.constantFrom('refund', 'old') },
);
const roleGap = fc.oneof(
  { weight: 8, arbitrary: fc.constant(' ') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ', ',
      '. ',
      '; ',
      ': ',
      ' - ',
      '-',
      ' -',
      '? ',
      '! ',
      ' (',
      ') ',
      '\u2013',
      ' \u2014 ',
      '\n',
      '\u2019',
      "'",
      '`',
      '&#39;',
      '&rsquo;',
      '&apos;',
      '&#x27;',
      '&#8217;',
      '&#39',
      '\u00a0',
      '\u2011',
      '\ufeff',
    ),
  },
);
const roleText = fc
  .array(fc.tuple(roleWords, roleGap, fc.boolean()), { maxLength: 24 })
  .map((parts) =>
    parts.map(([word, after, loud]) => `${loud && word.length > 3 ? word.toUpperCase() : word}${after}`).join(''),
  );

test('law: the runtime denies what the reference denies', () => {
  let denied = 0;
  let said = 0;
  fc.assert(
    fc.property(roleText, fc.nat(3), (drawn, long) => {
      const text = long === 0 ? `${'x '.repeat(250)}${drawn}` : drawn;
      const places = locateAll(text, ['refund', 'old refund', 'can']);
      for (const { negated } of places) negated === true ? (denied += 1) : (said += 1);
      assert.equal(
        locateAllInWasm(text, ['refund', 'old refund', 'can']),
        JSON.parse(JSON.stringify(places)),
        JSON.stringify(text),
      );
    }),
    { numRuns: 3_000 },
  );
  assert.ok(denied > 150 && said > 500, `${denied} ${said}`);
});

test('law: the runtime denies what the reference denies, where words stand that one rule means', () => {
  let denied = 0;
  let told = 0;
  fc.assert(
    fc.property(ruledText, (text) => {
      const places = locateAll(text, ['refund']);
      for (const { negated, quoted } of places) {
        if (negated === true) denied += 1;
        if (quoted === true) told += 1;
      }
      assert.equal(locateAllInWasm(text, ['refund']), JSON.parse(JSON.stringify(places)), JSON.stringify(text));
    }),
    { numRuns: RULE_RUNS },
  );
  assert.ok(denied > RULE_RUNS / 20 && told > 2, `${denied} ${told}`);
});

const joint = fc.constantFrom("'", '\u2019', '\uff07', "''", ' ', "' ", '-', 'n\u02bct', '\u0301', '5', '.');
const joinedText = fc.array(fc.oneof(joint, phrase, fc.constantFrom('x'.repeat(600), 'ß'.repeat(300))), {
  maxLength: 8,
});

test('law: the runtime reads the words that the reference reads', () => {
  let count = 0;
  fc.assert(
    fc.property(
      fc.oneof(
        text,
        roleText,
        joinedText.map((parts) => parts.join('')),
      ),
      (source) => {
        const words = locateWords(source);
        count += words.length;
        assert.equal(locateWordsInWasm(source), JSON.parse(JSON.stringify(words)), JSON.stringify(source));
      },
    ),
    { numRuns: 3_000 },
  );
  assert.ok(count > 3_000, `${count}`);
});

test('law: a phrase cut out of the text is found as the reference finds it', () => {
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (source, from, length) => {
      const points = [...source];
      const start = points.length === 0 ? 0 : from % points.length;
      const sought = points.slice(start, start + 1 + (length % 12)).join('');
      assert.equal(locateAllInWasm(source, [sought]), locateAll(source, [sought]));
    }),
    { numRuns: 2_000 },
  );
});

const key = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'a/', 'a~', 'a!', 'a0', '~', '/', '!', 'ä', '😀', '\uff01', '10', '9'),
  fc.string({ maxLength: 3 }),
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('a refund', 'Refunds', 'no refund', 'none', '5 days'),
    fc.constantFrom(null, true, 5),
    fc.array(tie('value'), { maxLength: 13 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  ),
}));

test('law: the runtime says of lists what the reference says: whether their last element closes them', () => {
  const turn = fc.oneof(ruledText, fc.constantFrom('Sorted.', 'All good now.', 'The refund?', 'No reply needed.'));
  const list = fc.array(fc.oneof(turn, fc.array(turn, { maxLength: 3 })), { maxLength: 14 });
  let closed = 0;
  fc.assert(
    fc.property(list, turn, (turns, note) => {
      const thread = { note, thread: turns.map((text, at) => ({ by: at % 2 === 0 ? 'refund' : 'b', text })) };
      const places = locateAll(toJson(thread), ['refund']);
      closed += places.filter(({ path, moot }) => moot === true && path.endsWith('/by')).length;
      assert.equal(locateAllInWasm(thread, ['refund']), JSON.parse(JSON.stringify(places)), JSON.stringify(thread));
    }),
    { numRuns: 1_000 },
  );
  assert.ok(closed > 50, String(closed));
});

test('law: places of any value come in the order of their paths', () => {
  fc.assert(
    fc.property(value, (nested) => {
      assert.equal(
        locateAllInWasm(nested, ['refund', 'five days', 'refunds']),
        locateAll(toJson(nested), ['refund', 'five days', 'refunds']),
      );
      assert.equal(locateWordsInWasm(nested), JSON.parse(JSON.stringify(locateWords(toJson(nested)))));
    }),
    { numRuns: 1_000 },
  );
});

function toJson(nested: unknown): Json {
  if (Array.isArray(nested)) return nested.map(toJson);
  if (typeof nested === 'object' && nested !== null)
    return new Map(Object.entries(nested).map(([name, member]) => [name, toJson(member)]));
  return typeof nested === 'number' ? null : (nested as Json);
}

test('law: words are equal exactly when their Snowball stems are', () => {
  const parts =
    'y a e i o u ee yy ing ed edly ingly eed eedly s es ies ied ation ational izer fulli li ogi alli ative icate ness ment ion tion sion ous ive ize ll e gener commun arsen tt bb at bl iz b c d g h k l m n r t w x sky us ss sses'.split(
      ' ',
    );
  const special = [...EXCEPTIONS.keys(), ...[...STOPS].flatMap((stop) => [stop, `${stop}s`, `${stop}ed`])];
  const made = fc
    .array(fc.constantFrom(...parts), { minLength: 1, maxLength: 6 })
    .map((letters) => letters.join(''))
    .filter((letters) => letters.length > 2);
  const word = fc.oneof({ weight: 4, arbitrary: made }, { weight: 1, arbitrary: fc.constantFrom(...special) });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
      // The stem of each word, and a letter less and more of it.
      const phrases = words.flatMap((one) => [stem(one), stem(one).slice(0, -1), `${stem(one)}e`]);
      assert.equal(locateAllInWasm(words.join(' '), phrases), locateAll(words.join(' '), phrases));
    }),
    { numRuns: 600 },
  );
});

test('a stem begins as its word does, so that words are sifted by their first letters', () => {
  const letters = 'aeiyoubdglnpstz'.split('');
  const suffixes =
    'e y s es ies ied ed eed ing edly ingly eedly ation ational izer fulli ogi alli bli abli biliti ement ment ion tional ousli iviti aliti ative icate ness ful ll at bl iz'.split(
      ' ',
    );
  const stems = [
    ...letters,
    ...letters.flatMap((a) => letters.flatMap((b) => [a + b, ...letters.map((c) => a + b + c)])),
  ];
  const words = [
    ...EXCEPTIONS.keys(),
    ...STOPS,
    ...stems.flatMap((start) => suffixes.map((suffix) => start + suffix)),
  ].filter(({ length }) => length > 2);
  for (const word of words) {
    const short = stem(word);
    const alike = short.length > 3 ? 3 : Math.min(2, short.length);
    assert.is(short.slice(0, alike).replaceAll('y', 'i'), word.slice(0, alike).replaceAll('y', 'i'), word);
  }
});

test('places of many phrases that are parts of each other come in order', () => {
  const phrases = Array.from({ length: 40 }, (_, index) =>
    'ab cd '
      .repeat(index + 1)
      .trim()
      .slice(index % 2 === 0 ? 0 : 3),
  );
  const source = 'ab cd '.repeat(60);
  assert.equal(locateAllInWasm(source, [...phrases, 'twenty ab']), locateAll(source, [...phrases, 'twenty ab']));
  // Another pass orders what a search for numbers may find twice.
  assert.equal(
    locateAllInWasm(`${source} 20 ${source}`, [...phrases, 'twenty ab']),
    locateAll(`${source} 20 ${source}`, [...phrases, 'twenty ab']),
  );
});

test('every code point is a word, a space or neither, and folds, as in the reference', () => {
  for (let start = 0; start < 0x110000; start += 0x100) {
    const points = Array.from({ length: 0x100 }, (_, at) => start + at).filter(
      (code) => code < 0xd800 || code > 0xdfff,
    );
    const characters = points.map((code) => String.fromCodePoint(code));
    const source = characters.join('a ');
    assert.equal(locateWordsInWasm(source), locateWords(source), start.toString(16));
    // Beyond are ideographs and what is not assigned, and places of them take the reference long.
    if (start >= 0x20000) continue;
    assert.equal(locateAllInWasm(source, ['a']), locateAll(source, ['a']), start.toString(16));
    const folded = characters.join(' ; ');
    const lower = [...new Set(characters.map((one) => one.toLowerCase()).filter((one) => [...one].length === 1))];
    assert.equal(locateAllInWasm(folded, lower), locateAll(folded, lower), start.toString(16));
  }
});

test('work space is given back: what a search leaves is what it found', () => {
  const long = 'no refund here '.repeat(2_000);
  exports.setMemoryLimit(4 * 1024 * 1024);
  // Each of 200 searches takes far more than a fiftieth of the arena while it runs.
  assert.is(
    run(long, 'absent', (a, b) => {
      for (let times = 0; times < 200; times += 1) assert.is(located.locateAll(a, b, ABSENT, 0) & 7n, 4n);
      for (let times = 0; times < 200; times += 1) located.locate(a, b, 0);
      return located.isLocated(a, b, 0);
    }),
    false,
  );
  assert.is((run(long, 'refund', (a, b) => located.locateAll(a, b, ABSENT, 0)) as unknown[]).length, 2_000);
  exports.setMemoryLimit(0);
});

test('the table is what the generator writes', () => {
  assert.is(readFileSync(join(SOURCES, 'locate/table.ts'), 'utf8'), locateTable());
});

test.run();
