// String builtins. Positions and widths are code points; the surcharge counts UTF-8 bytes. Text is never folded,
// normalised or compared by the host's rules.

import { PRICES } from '../../../compiler/prices.ts';
import { type Decimal, decimal, parseDecimal } from '../../../grammar/decimal.ts';
import { isSpace } from '../../locate/unicode.ts';
import { equal } from '../compare.ts';
import { expectElements, expectText, expectWhole } from '../expect.ts';
import { lower, upper } from '../letter-case.ts';
import type { Application } from '../machine.ts';
import { textOf } from '../print.ts';
import type { Value, Vector } from '../value.ts';
import { addSizes, isMap, multiplySizes, sizeOf, sizesOf, utf8Length } from '../value.ts';
import type { PlainTable } from './family.ts';
import { expectShallow, failIndex } from './family.ts';

export const STRINGS: PlainTable<'strings'> = {
  str: (run, ...values) => {
    expectShallow(run, ...values);
    run.charge(sizesOf(values));
    return printPaid(run, values.map(textOf).join(''));
  },
  count: (run, coll) => {
    if (typeof coll === 'string') return decimal(BigInt(codePoints(coll).length));
    return decimal(BigInt(isMap(coll) ? coll.size : expectElements(run, coll).length));
  },
  subs: (run, text, start, end) => {
    const source = expectText(run, text);
    const from = expectWhole(run, start);
    const points = codePoints(source);
    const to = end === undefined ? points.length : expectWhole(run, end);
    payText(run, source);
    if (from < 0 || to < from || to > points.length) failIndex(run, from, end === undefined ? null : to, points.length);
    return points.slice(from, to).join('');
  },
  upper: (run, text) => mapText(run, text, upper),
  lower: (run, text) => mapText(run, text, lower),
  trim: (run, text) => {
    const source = expectText(run, text);
    run.charge(searchPrice(source));
    const points = codePoints(source);
    const from = points.findIndex((point) => !isBlank(point));
    return from === -1 ? '' : points.slice(from, points.findLastIndex((point) => !isBlank(point)) + 1).join('');
  },
  split: (run, text, separator) => {
    const source = expectText(run, text);
    const between = expectText(run, separator);
    const pieces = between === '' ? codePoints(source) : source.split(between);
    run.charge(searchPrice(source, between) + pieces.length);
    return pieces;
  },
  join: (run, separator, coll) => {
    const between = separator === undefined ? '' : expectText(run, separator);
    const elements = expectElements(run, coll!);
    expectShallow(run, elements);
    const separators = separator === undefined ? 0 : multiplySizes(Math.max(elements.length - 1, 0), sizeOf(between));
    run.charge(addSizes(sizesOf(elements), separators));
    return printPaid(run, elements.map(textOf).join(between));
  },
  replace: (run, text, from, to) => {
    const source = expectText(run, text);
    const old = expectText(run, from);
    const replacement = expectText(run, to);
    // An empty text stands before every code point and at the end.
    const pieces = old === '' ? ['', ...codePoints(source), ''] : source.split(old);
    const bytes =
      utf8Length(source) -
      (old === '' ? 0 : (pieces.length - 1) * utf8Length(old)) +
      multiplySizes(pieces.length - 1, utf8Length(replacement));
    run.charge(
      searchPrice(source, old) + pieces.length - 1 + Math.ceil((utf8Length(replacement) + bytes) / PRICES.MADE_BYTES),
    );
    return pieces.join(replacement);
  },
  'index-of': (run, coll, x) => {
    const at = search(run, coll, x);
    return at === -1 ? null : decimal(BigInt(at));
  },
  'indexes-of': (run, coll, x) => {
    const places = typeof coll === 'string' ? placesIn(run, coll, x) : indicesOf(run, coll, x);
    run.charge(places.length);
    return places.map((at) => decimal(BigInt(at)));
  },
  'includes?': (run, coll, x) => search(run, coll, x) !== -1,
  'starts-with?': (run, text, prefix) => {
    const source = expectText(run, text);
    const start = expectText(run, prefix);
    run.charge(Math.min(sizeOf(source), sizeOf(start)) - 1);
    return source.startsWith(start);
  },
  'ends-with?': (run, text, suffix) => {
    const source = expectText(run, text);
    const end = expectText(run, suffix);
    run.charge(Math.min(sizeOf(source), sizeOf(end)) - 1);
    return source.endsWith(end);
  },
  'blank?': (run, text) => {
    const source = text === null ? '' : expectText(run, text);
    run.charge(searchPrice(source));
    return codePoints(source).every(isBlank);
  },
  'string?': (_run, x) => typeof x === 'string',
  'parse-number': (run, text, group, point) => {
    const source = expectText(run, text);
    if (group === undefined) {
      run.charge(readPrice(source));
      return parseDecimal(source);
    }
    const between = group === null ? null : expectMark(run, group);
    const before = point === undefined ? '.' : expectMark(run, point);
    if (between === before) return run.reject(before, 'another character than that of groups');
    run.charge(readPrice(source));
    return parseWritten(source, between, before);
  },
  lines: (run, text) => {
    const source = expectText(run, text);
    const pieces = source
      .split('\n')
      .map((line, at, all) => (at < all.length - 1 && line.endsWith('\r') ? line.slice(0, -1) : line));
    if (pieces[pieces.length - 1] === '') pieces.pop();
    run.charge(Math.ceil(utf8Length(source) / PRICES.MADE_BYTES) + pieces.length);
    return pieces;
  },
  words: (run, text) => {
    const source = expectText(run, text);
    const pieces: string[] = [];
    let word = '';
    for (const point of [...source, ' ']) {
      if (!isBlank(point)) word += point;
      else if (word !== '') {
        pieces.push(word);
        word = '';
      }
    }
    run.charge(readPrice(source) + pieces.length);
    return pieces;
  },
  'pad-left': (run, text, width, fill) => {
    const padding = pad(run, text, width, fill);
    return padding + (text as string);
  },
  'pad-right': (run, text, width, fill) => {
    const padding = pad(run, text, width, fill);
    return (text as string) + padding;
  },
};

/** A character that stands between digits. */
function expectMark(run: Application, value: Value): string {
  const mark = expectText(run, value);
  return codePoints(mark).length === 1 && !/[0-9+-]/.test(mark)
    ? mark
    : run.reject(value, 'a character, no digit and no sign');
}

const DIGITS = /^[0-9]+$/;

/** A number as people write it: groups of three digits with `group` between them, or none, and `point` before its decimals. */
function parseWritten(text: string, group: string | null, point: string): Decimal | null {
  const sign = text.startsWith('-') ? '-' : '';
  const [whole, fraction, ...more] = text.slice(/^[+-]/.test(text) ? 1 : 0).split(point) as [string, ...string[]];
  const groups = group === null ? [whole] : whole.split(group);
  const isGrouped =
    groups.length === 1 || (groups[0]!.length <= 3 && groups.slice(1).every((digits) => digits.length === 3));
  const isLeftOut = whole === '' && fraction !== undefined;
  if (!isGrouped || more.length > 0 || (!isLeftOut && !groups.every((digits) => DIGITS.test(digits)))) return null;
  if (fraction !== undefined && !DIGITS.test(fraction)) return null;
  const digits = groups.join('').replace(/^0+(?=.)/, '');
  return parseDecimal(`${sign}${digits === '' ? '0' : digits}${fraction === undefined ? '' : `.${fraction}`}`);
}

/** A text that was printed: ⌊bytes/MADE_BYTES⌋. */
function printPaid(run: Application, text: string): string {
  run.charge(Math.floor(utf8Length(text) / PRICES.MADE_BYTES));
  return text;
}

function codePoints(text: string): string[] {
  return [...text];
}

function isBlank(point: string): boolean {
  return isSpace(point.codePointAt(0)!);
}

/** ⌈bytes/MADE_BYTES⌉ of texts read or made. */
function payText(run: Application, ...texts: string[]): void {
  payBytes(
    run,
    texts.reduce((sum, text) => addSizes(sum, utf8Length(text)), 0),
  );
}

function payBytes(run: Application, bytes: number): void {
  run.charge(Math.ceil(bytes / PRICES.MADE_BYTES));
}

/** ⌈bytes/4⌉: what is looked at character by character, more than once. */
function readPrice(text: string): number {
  return Math.ceil(utf8Length(text) / PRICES.READ_BYTES);
}

/** ⌈bytes/8⌉: what is searched is read byte by byte. */
function searchPrice(text: string, needle = ''): number {
  return Math.ceil((utf8Length(text) + utf8Length(needle)) / PRICES.SEARCHED_BYTES);
}

function mapText(run: Application, text: Value, map: (text: string) => string): string {
  const source = expectText(run, text);
  const mapped = map(source);
  run.charge(
    Math.ceil((utf8Length(source) + utf8Length(mapped)) / PRICES.MADE_BYTES) +
      PRICES.BEYOND_ASCII_STEPS * (utf8Length(source) - codePoints(source).length),
  );
  return mapped;
}

/** The index of the first place of x, in code points of a text or elements of a vector; −1 when there is none. */
function search(run: Application, coll: Value, x: Value): number {
  if (typeof coll === 'string') {
    const needle = expectText(run, x);
    run.charge(searchPrice(coll, needle));
    const at = coll.indexOf(needle);
    return at === -1 ? -1 : codePoints(coll.slice(0, at)).length;
  }
  return elementsWalked(run, coll).findIndex((element) => equal(element, x));
}

/** All places in a text, none of which overlap, in code points; an empty text stands before each one and at the end. */
function placesIn(run: Application, text: string, x: Value): number[] {
  const needle = expectText(run, x);
  run.charge(searchPrice(text, needle));
  if (needle === '') return [...codePoints(text), ''].map((_, at) => at);
  const places: number[] = [];
  let before = 0;
  for (const piece of text.split(needle).slice(0, -1)) {
    places.push(before + codePoints(piece).length);
    before = places.at(-1)! + codePoints(needle).length;
  }
  return places;
}

function indicesOf(run: Application, coll: Value, x: Value): number[] {
  return elementsWalked(run, coll).flatMap((element, at) => (equal(element, x) ? [at] : []));
}

function elementsWalked(run: Application, coll: Value): Vector {
  const elements = expectElements(run, coll);
  expectShallow(run, elements);
  run.charge(sizeOf(elements));
  return elements;
}

/** What has to stand beside the text; a fill is one code point. */
function pad(run: Application, text: Value, width: Value, fill: Value | undefined): string {
  const source = expectText(run, text);
  const wanted = expectWhole(run, width);
  const filler = fill === undefined ? ' ' : expectText(run, fill);
  if (codePoints(filler).length !== 1) run.reject(filler, 'a string of one character');
  const missing = Math.max(wanted - codePoints(source).length, 0);
  const read = utf8Length(source) + (fill === undefined ? 0 : utf8Length(filler));
  payBytes(run, addSizes(read + utf8Length(source), multiplySizes(missing, utf8Length(filler))));
  return filler.repeat(missing);
}
