// How fast is text searched for phrases, and does it matter how many there are? Beside two that know nothing of words,
// inflection, numbers and negation, and are given text and phrases in lower case: `modern-ahocorasick`, which reads the
// text once too and makes an object for each occurrence, and a loop of `indexOf`, which reads it once for each phrase and
// only counts.

import AhoCorasick from 'modern-ahocorasick/fast';
import { check, checkedOf } from '../compiler/check.ts';
import { compile } from '../runtime/compile.ts';
import { createMachine } from '../runtime/run.ts';
import { duration, measure, type Subject, table } from './measure.ts';

interface Case {
  readonly bytes: number;
  readonly phrases: number;
  /** With a phrase that is a number every number of the text is read as well. */
  readonly numbers?: boolean;
}

const CASES: readonly Case[] = [
  { bytes: 2_000, phrases: 20 },
  { bytes: 2_000, phrases: 500 },
  { bytes: 2_000, phrases: 500, numbers: true },
  { bytes: 1_000_000, phrases: 1 },
  { bytes: 1_000_000, phrases: 20 },
  { bytes: 1_000_000, phrases: 500 },
  { bytes: 1_000_000, phrases: 500, numbers: true },
  { bytes: 1_000_000, phrases: 5000 },
  { bytes: 1_000_000, phrases: 5000, numbers: true },
];

/** A loop over more phrases says no more than that it takes long. */
const LOOP_PHRASES_MAX = 500;

export async function benchLocate(): Promise<string> {
  const rows: string[][] = [];
  for (const { bytes, phrases: count, numbers = false } of CASES) {
    const text = writeText(bytes);
    const phrases = writePhrases(count, numbers);
    const locating = await runner(
      `(count (locate-all input [${phrases.map((phrase) => JSON.stringify(phrase)).join(' ')}]))`,
      text,
    );
    // Reading the input is no part of the question.
    const reading = await runner('(count input)', text);
    const folded = [...new Set(phrases.map((phrase) => phrase.toLowerCase()))];
    const matcher = new AhoCorasick(folded);
    const subjects: Subject[] = [
      { name: 'locate', run: locating },
      { name: 'reading', run: reading },
      { name: 'aho', run: () => matcher.search(text.toLowerCase()).length },
    ];
    if (count <= LOOP_PHRASES_MAX) subjects.push({ name: 'indexOf', run: () => countPlain(text, folded) });
    const [whole, input, aho, loop] = measure(subjects);
    const microseconds = whole!.microseconds - input!.microseconds;
    const beside = (timing: { readonly microseconds: number } | undefined): string =>
      timing === undefined
        ? '–'
        : `${duration(timing.microseconds)} (${(timing.microseconds / microseconds).toFixed(1)}×)`;
    rows.push([
      `${bytes / 1000} KB`,
      `${count}${numbers ? ', a number among them' : ''}`,
      locating(),
      duration(microseconds),
      `${(bytes / microseconds).toFixed(0)} MB/s`,
      beside(aho),
      beside(loop),
    ]);
  }
  return table(['text', 'phrases', 'places', '`locate-all`', 'speed', 'modern-ahocorasick', 'loop of indexOf'], rows);
}

async function runner(script: string, text: string): Promise<() => string> {
  const checked = check(script);
  if (!checked.ok) throw new Error(JSON.stringify(checked.diagnostics));
  const compiled = await compile(checkedOf(checked)!);
  const machine = createMachine();
  const input = new TextEncoder().encode(JSON.stringify(text));
  return () => {
    const result = machine.run(compiled, input, { fuel: 1_000_000_000 });
    if (result.kind !== 'finished') throw new Error(JSON.stringify(result));
    return result.output;
  };
}

function countPlain(text: string, phrases: readonly string[]): number {
  const folded = text.toLowerCase();
  let places = 0;
  for (const phrase of phrases) {
    for (let at = folded.indexOf(phrase); at !== -1; at = folded.indexOf(phrase, at + 1)) places += 1;
  }
  return places;
}

const COMMON = (
  'the of and to in is for that on with as it was be by this are or from at an not have which but you all can has were we been their more when will one ' +
  'about if so no out up them time who some into could other than only its over also after our first new two these may then do any now most such where'
).split(' ');
const STARTS = [
  're',
  'con',
  'pro',
  'de',
  'in',
  'per',
  'sub',
  'trans',
  'ex',
  'dis',
  'over',
  'out',
  'a',
  'be',
  'mis',
  'un',
];
const MIDDLES = [
  'fund',
  'tract',
  'vis',
  'port',
  'clam',
  'vers',
  'lect',
  'press',
  'form',
  'ject',
  'duct',
  'mit',
  'sert',
  'spect',
  'fer',
  'cept',
  'ten',
  'mand',
  'pos',
  'sist',
];
const ENDS = ['', 's', 'ed', 'ing', 'ion', 'er', 'able', 'ment', 'ions', 'ive'];

/** About half of the words are common ones, the others any of 3,200; the same text every time. */
function writeText(bytes: number): string {
  const next = sequence(7);
  const words: string[] = [];
  for (let length = 0; length < bytes; length += words.at(-1)!.length + 1) {
    const roll = next(100);
    const word = roll < 50 ? COMMON[next(COMMON.length)]! : roll < 52 ? String(next(5_000)) : rareWord(next);
    words.push(roll % 9 === 0 ? `${word},` : roll % 13 === 0 ? `${word}.` : word);
  }
  return words.join(' ').slice(0, bytes);
}

/** As many phrases stand in a text at most: what is asked is what phrases cost that do not. */
const FOUND_MAX = 50;

/** Phrases of one to three words; one in ten, of the first hundreds, is a word of the text. */
function writePhrases(count: number, numbers: boolean): string[] {
  const next = sequence(11);
  return Array.from({ length: count }, (_, index) => {
    if (numbers && index === 0) return 'twelve hundred';
    const words = Array.from({ length: 1 + next(3) }, () => rareWord(next));
    return index % 10 === 0 && index < 10 * FOUND_MAX ? words[0]! : [...words, `absent${index}`].join(' ');
  });
}

function rareWord(next: (below: number) => number): string {
  return STARTS[next(STARTS.length)]! + MIDDLES[next(MIDDLES.length)]! + ENDS[next(ENDS.length)]!;
}

/** Whole numbers that look random and are the same every time. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}
