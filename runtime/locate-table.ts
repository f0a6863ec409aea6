// Locate table: writes runtime/assembly/locate/table.ts from the reference's classes, foldings, stems and number words,
// which are the definition. Run it (`node runtime/locate-table.ts`) when they change; a test compares the file with it.
//
// All tables lie in one piece of static data, packed, so that an artifact that locates nothing can leave all of it out.

import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { numbersOf, packed, runsOf } from './case-table.ts';
import { ENTITIES } from './locate/denial-roles.ts';
import { CLASSES, NAME_GROUPS, NAME_NUMBERS, ROLES, TRIGGERS } from './locate/denial-words.ts';
import { OWN_WORDS } from './locate/inflection.ts';
import { METHODS } from './locate/methods.ts';
import { ONES, TENS } from './locate/number-words.ts';
import { SETTLED_WORDS } from './locate/settled-words.ts';
import { SIGN_NAMES, SIGN_RULES, type Step, WORD_SETS } from './locate/sign-rules.ts';
import { SPEAKER_WORDS } from './locate/speaker-words.ts';
import type { Suffix } from './locate/stem.ts';
import { EXCEPTIONS, PAST, STOPS, SUFFIXES_2, SUFFIXES_3, SUFFIXES_4 } from './locate/stem.ts';
import { classOf, fold } from './locate/unicode.ts';
import { ENDINGS } from './locate/whole-tokens.ts';
import { HYPHENS } from './locate/words.ts';
import { ZONE_WORDS } from './locate/zone-words.ts';
import { packBytes } from './packed-bytes.ts';

/** What a word of the vocabulary is; also in runtime/assembly/locate/words.ts. */
const ONE = 1;
const TEN = 2;
const HUNDRED = 3;
const THOUSAND = 4;
const AND = 5;

/** A word that may deny, beside its classes. */
const TRIGGER = 2 ** 22;

/** The groups of the names that were seen stand where a role has its name. */
const GROUPS_SHIFT = 24;

/** A word that a sign may be known by. */
const SIGN = 2 ** 23;

/** What a character is besides its class. */
const HYPHEN = 32;

/** The text of the generated file. */
export function locateTable(): string {
  const data = new TableData();
  const sections: readonly (readonly [name: string, doc: string, count: number])[] = [
    [
      'ASCII',
      'A byte for each byte of a text: class of an ASCII character (1 word, 8 space, 16 digit), 32 hyphen; else 0.',
      writeAscii(data),
    ],
    [
      'CLASS_RUNS',
      'Where the class changes: how many code points behind the last change << 5 | class (1 word, 2 mark, 4 dense, 8 space, 16 digit), seven bits a byte, the lowest first, 128 set where more follow.',
      writeClasses(data),
    ],
    ['MARKS', 'Characters beyond ASCII: code point << 8 | 32 hyphen.', writeMarks(data)],
    [
      'FOLDS',
      'Simple case folding beyond ASCII, packed like the classes, three numbers a run: how many code points behind the first of the last one, how many code points << 1 | whether they are 2 apart, the difference << 1, or −1 − that where it is below 0.',
      writeFolds(data),
    ],
    [
      'WORDS',
      `${STARTS_DOC} 12 bytes of text, u8 free, u8 number (1 one, 2 ten, 3 hundred, 4 thousand, 5 and), u16 value.`,
      writeVocabulary(data),
    ],
    [
      'ROLES',
      '32 u16: where the rows for each letter that words start with begin, and where they end; then rows in the order of their bytes: u8 bytes behind that letter that the word has in common with the row before << 4 | bytes of the rest, the rest, u8 index of its kind.',
      writeRoles(data),
    ],
    [
      'ROLE_KINDS',
      'u32 classes | 1 << 22 for a word that may deny | 1 << 23 for one that a sign may be known by | name << 24.',
      writeRoleKinds(data),
    ],
    ['NAME_GROUPS', 'A byte for each name, and one for none: the groups it belongs to.', writeNameGroups(data)],
    [
      'SIGN_SETS',
      'u32 classes of which a word has one, or all with 1 << 31; u32 classes of which it has none; four u8 names, of which it may have one instead.',
      writeSignSets(data),
    ],
    [
      'SIGN_RULES',
      'u8 what it says, u8 set of the word it is known by, u8 bytes of the steps from there backwards, u8 bytes of those behind, these steps. A step: 224 + most words between, or a set, behind 223 where it may be missing.',
      writeSignRules(data),
    ],
    ['EXCEPTIONS', `${STARTS_DOC} 8 bytes of word, 8 bytes of stem.`, writeExceptions(data)],
    ['STOPS', '8 bytes of word.', writeStops(data)],
    ['OWN_WORDS', 'Forms that are words of their own: 16 bytes each.', writeOwnWords(data)],
    [
      'PAST',
      SUFFIX_DOC,
      writeSuffixes(
        data,
        PAST.map((ending) => ({ ending, to: '' })),
      ),
    ],
    ['SUFFIXES_2', SUFFIX_DOC, writeSuffixes(data, SUFFIXES_2)],
    ['SUFFIXES_3', SUFFIX_DOC, writeSuffixes(data, SUFFIXES_3)],
    ['SUFFIXES_4', SUFFIX_DOC, writeSuffixes(data, SUFFIXES_4)],
    ...Object.entries(ZONE_WORDS).map(
      ([name, words]) =>
        [name, 'Words of zones: u8 bytes and the bytes of each; a 0 ends them.', writeWords(data, words)] as const,
    ),
    ...Object.entries({ ...SETTLED_WORDS, ...SPEAKER_WORDS }).map(
      ([name, words]) =>
        [
          name,
          'Of records that are settled, and of speakers: u8 bytes and the bytes of each; a 0 ends them.',
          writeWords(data, words),
        ] as const,
    ),
    [
      'ENDINGS',
      'Of names of hosts and files: u8 bytes and the bytes of each; a 0 ends them.',
      writeWords(data, ENDINGS),
    ],
    ['ENTITIES', 'Of an apostrophe: u8 bytes and the bytes of each; a 0 ends them.', writeWords(data, ENTITIES)],
    ['TEXTS', 'Strings of places: u8 bytes and the bytes of each.', writeTexts(data)],
  ];
  const bytes = data.bytes();
  const packed = packBytes(bytes);
  const lines = [
    '// Locate table: classes and foldings of Unicode 16.0, number words, cues and English suffixes. Generated by',
    '// runtime/locate-table.ts; do not edit. One piece of data; sections are offsets into it. Artifacts have it packed.',
    '',
    'export const LOCATE_PACKED: i32 = memory.data<u8>([',
  ];
  for (let at = 0; at < packed.length; at += 36) lines.push(`  ${packed.slice(at, at + 36).join(', ')},`);
  lines.push(
    ']) as i32;',
    `export const LOCATE_PACKED_BYTES: i32 = ${packed.length};`,
    `export const LOCATE_DATA_BYTES: i32 = ${bytes.length};`,
    '/** See unpack.ts. */',
    `export const LOCATE_DATA: i32 = memory.data(${bytes.length}, 8) as i32;`,
    '',
  );
  sections.forEach(([name, doc, count], index) => {
    lines.push(
      `/** ${doc} */`,
      `export const ${name}: i32 = LOCATE_DATA + ${data.starts[index]!};`,
      `export const ${name}_COUNT: i32 = ${count};`,
    );
  });
  lines.push('', '/** Classes of words in denial, and the numbers of their names. */');
  for (const [name, bit] of Object.entries(CLASSES)) lines.push(`export const IS_${name}: i32 = ${bit};`);
  lines.push(`export const IS_TRIGGER: i32 = ${TRIGGER};`, `export const IS_SIGN: i32 = ${SIGN};`);
  NAME_GROUPS.forEach(([group], at) => lines.push(`export const HAS_${group}: i32 = 1 << ${GROUPS_SHIFT + at};`));
  for (const [name, number] of NAME_NUMBERS) lines.push(`export const N_${name}: i32 = ${number};`);
  return `${lines.join('\n')}\n`;
}

const STARTS_DOC = '32 bytes: the first row for each letter that words start with, and where they end; then rows:';
const SUFFIX_DOC =
  '32 bytes: the first row for each letter that endings end in, and where they end; then rows, the longest first: u8 length, the ending at the end of 7 bytes, u32 which letters may stand before (bit 0: a; bit 26: also none and others) | only in R2 << 27 | length of what it becomes << 28, 4 bytes of what it becomes.';

/** The keys of a place in their order, then the methods in theirs. */
const TEXTS = [
  'alone',
  'aside',
  'bare',
  'by',
  'cited',
  'criterion',
  'doubt',
  'end',
  'gap',
  'moot',
  'negated',
  'path',
  'quoted',
  'several',
  'start',
  'stem',
  'text',
  ...METHODS,
];

/** Bytes in the making; sections start at multiples of 8. */
class TableData {
  readonly starts: number[] = [];
  readonly #bytes: number[] = [];

  begin(): void {
    while (this.#bytes.length % 8 !== 0) this.#bytes.push(0);
    this.starts.push(this.#bytes.length);
  }

  number(value: number, bytes: number): void {
    for (let byte = 0; byte < bytes; byte += 1) this.#bytes.push(Math.floor(value / 256 ** byte) & 255);
  }

  packed(value: number): void {
    this.#bytes.push(...packed(value));
  }

  text(text: string, bytes: number): void {
    if (text.length > bytes) throw new Error(`${text} is too long`);
    for (let at = 0; at < bytes; at += 1) this.#bytes.push(at < text.length ? text.charCodeAt(at) : 0);
  }

  bytes(): Uint8Array {
    this.begin();
    return Uint8Array.from(this.#bytes);
  }
}

function marksOf(character: string): number {
  return HYPHENS.has(character) ? HYPHEN : 0;
}

function writeAscii(data: TableData): number {
  data.begin();
  for (let byte = 0; byte < 256; byte += 1)
    data.number(byte < 128 ? classOf(byte) | marksOf(String.fromCharCode(byte)) : 0, 1);
  return 256;
}

function writeClasses(data: TableData): number {
  data.begin();
  let count = 0;
  let before = -1;
  let last = 0;
  for (let codePoint = 0; codePoint < 0x110000; codePoint += 1) {
    const after = classOf(codePoint);
    if (after === before) continue;
    data.packed((codePoint - last) * 32 + after);
    before = after;
    last = codePoint;
    count += 1;
  }
  return count;
}

function writeMarks(data: TableData): number {
  data.begin();
  const beyond = [...HYPHENS].filter((character) => character.codePointAt(0)! >= 0x80);
  for (const character of beyond) data.number(character.codePointAt(0)! * 256 + marksOf(character), 4);
  return beyond.length;
}

function writeFolds(data: TableData): number {
  data.begin();
  const runs = runsOf(fold);
  for (const number of runs.flatMap((run, at) => numbersOf(run, runs[at - 1]))) data.packed(number);
  return runs.length;
}

/** Begins a section whose rows are found by a letter; returns the rows in the order of their letters. */
function beginRows<Row>(data: TableData, rows: readonly Row[], letterOf: (row: Row) => string): readonly Row[] {
  data.begin();
  const indexOf = (row: Row): number => letterOf(row).charCodeAt(0) - 97;
  for (let letter = 0; letter < 32; letter += 1) data.number(rows.filter((row) => indexOf(row) < letter).length, 1);
  return [...rows].sort((a, b) => indexOf(a) - indexOf(b));
}

function writeVocabulary(data: TableData): number {
  const numbers = new Map<string, readonly [kind: number, value: number]>([
    ...[...ONES].map(([word, value]) => [word, [ONE, value]] as const),
    ...[...TENS].map(([word, value]) => [word, [TEN, value]] as const),
    ['hundred', [HUNDRED, 0]],
    ['thousand', [THOUSAND, 0]],
    ['and', [AND, 0]],
  ]);
  const words = beginRows(data, [...numbers.keys()], (word) => word);
  for (const word of words) {
    const [kind, value] = numbers.get(word)!;
    data.text(word, 12);
    data.number(0, 1);
    data.number(kind, 1);
    data.number(value, 2);
  }
  return words.length;
}

/** Also in runtime/assembly/locate/denial-roles.ts. */
const ROLE_BYTES_MAX = 12;

function writeRoles(data: TableData): number {
  const words = [...new Set([...ROLES.keys(), ...TRIGGERS])].sort((a, b) => (a < b ? -1 : 1));
  const rows = words.map((word, at) => ({ word, shared: sharedBehindFirst(words[at - 1] ?? '', word) }));
  const byLetter = Array.from({ length: 32 }, (_, letter) =>
    rows.filter(({ word }) => word.charCodeAt(0) - 97 === letter),
  );
  data.begin();
  let start = 0;
  for (const ofLetter of byLetter) {
    data.number(start, 2);
    start += ofLetter.reduce((bytes, { word, shared }) => bytes + word.length - 1 - shared + 2, 0);
  }
  for (const { word, shared } of byLetter.flat()) {
    const rest = word.slice(1 + shared);
    if (word.length > ROLE_BYTES_MAX) throw new Error(`${word} is too long`);
    data.number(shared * 16 + rest.length, 1);
    data.text(rest, rest.length);
    data.number(ROLE_KINDS.indexOf(roleKind(word)), 1);
  }
  return words.length;
}

/** How many characters behind the first two words have in common; none where the first are different. */
function sharedBehindFirst(before: string, word: string): number {
  let same = 0;
  while (same < before.length && before[same] === word[same]) same += 1;
  return Math.max(0, same - 1);
}

function roleKind(word: string): number {
  const { classes, name } = ROLES.get(word) ?? { classes: 0, name: 0 };
  return classes + (TRIGGERS.has(word) ? TRIGGER : 0) + (SIGN_NAMES.has(name) ? SIGN : 0) + name * 2 ** 24;
}

/** The number of a kind is a byte. */
const ROLE_KINDS_MAX = 256;
const ROLE_KINDS: readonly number[] = [...new Set([...ROLES.keys(), ...TRIGGERS].map(roleKind))];

function writeRoleKinds(data: TableData): number {
  if (ROLE_KINDS.length > ROLE_KINDS_MAX)
    throw new Error(`${ROLE_KINDS.length} kinds of roles, at most ${ROLE_KINDS_MAX}`);
  data.begin();
  for (const kind of ROLE_KINDS) data.number(kind, 4);
  return ROLE_KINDS.length;
}

function writeNameGroups(data: TableData): number {
  data.begin();
  const count = NAME_NUMBERS.size + 1;
  for (let name = 0; name < count; name += 1)
    data.number(
      NAME_GROUPS.reduce((groups, [, names], at) => groups + (names.has(name) ? 2 ** at : 0), 0),
      1,
    );
  return count;
}

function writeSignSets(data: TableData): number {
  data.begin();
  for (const { any, isAll, none, names } of WORD_SETS) {
    data.number(any + (isAll ? 2 ** 31 : 0), 4);
    data.number(none, 4);
    for (let at = 0; at < SET_NAMES_MAX; at += 1) data.number(names[at] ?? NO_NAME, 1);
    if (names.length > SET_NAMES_MAX) throw new Error('a set has more names than fit');
  }
  return WORD_SETS.length;
}

const SET_NAMES_MAX = 4;
/** No word has it. */
const NO_NAME = 255;

function writeSignRules(data: TableData): number {
  data.begin();
  for (const { says, head, before, behind } of SIGN_RULES) {
    const steps = [before, behind].map((way) => way.flatMap(stepBytes));
    for (const byte of [says, head, ...steps.map(({ length }) => length), ...steps.flat()]) data.number(byte, 1);
  }
  return SIGN_RULES.length;
}

function stepBytes({ gap, set, isOptional }: Step): number[] {
  if (set >= OPTIONAL || GAP + gap > 255) throw new Error('a step does not fit');
  if (gap > 0) return [GAP + gap];
  return isOptional ? [OPTIONAL, set] : [set];
}

const OPTIONAL = 223;
const GAP = 224;

function writeWords(data: TableData, words: readonly string[]): number {
  data.begin();
  for (const word of words) {
    const bytes = Buffer.from(word);
    data.number(bytes.length, 1);
    for (const byte of bytes) data.number(byte, 1);
  }
  data.number(0, 1);
  return words.length;
}

function writeExceptions(data: TableData): number {
  for (const [word, stem] of beginRows(data, [...EXCEPTIONS], ([word]) => word)) {
    data.text(word, 8);
    data.text(stem, 8);
  }
  return EXCEPTIONS.size;
}

function writeOwnWords(data: TableData): number {
  data.begin();
  for (const word of OWN_WORDS) data.text(word, 16);
  return OWN_WORDS.size;
}

function writeStops(data: TableData): number {
  data.begin();
  for (const word of STOPS) data.text(word, 8);
  return STOPS.size;
}

function writeTexts(data: TableData): number {
  data.begin();
  for (const text of TEXTS) {
    data.number(text.length, 1);
    data.text(text, text.length);
  }
  return TEXTS.length;
}

function writeSuffixes(data: TableData, suffixes: readonly Suffix[]): number {
  for (const { ending, to, after, inner } of beginRows(data, suffixes, ({ ending }) => ending.at(-1)!)) {
    let letters = after === undefined ? 2 ** 26 : 0;
    for (let letter = 0; letter < 26; letter += 1)
      if (after === undefined || after.test(String.fromCharCode(97 + letter))) letters += 2 ** letter;
    data.number(ending.length, 1);
    data.text(ending.padStart(7, '\0'), 7);
    data.number(letters + (inner === true ? 2 ** 27 : 0) + to.length * 2 ** 28, 4);
    data.text(to, 4);
  }
  return suffixes.length;
}

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === process.argv[1]) {
  writeFileSync(join(dirname(fileURLToPath(import.meta.url)), 'assembly/locate/table.ts'), locateTable());
}
