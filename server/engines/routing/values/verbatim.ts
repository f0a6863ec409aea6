// Verbatim: where a text has the very words of a value.
// In: sources and a value. Out: places, whole words only, in any case and with any white space. Why: it takes a time linear in the
// text for any value, and a tool's result may be a megabyte that a stranger chose together with the value.

import type { Scope } from '../text/scope.ts';
import { readScope, touches } from '../text/scope.ts';
import { readWords } from '../text/words.ts';
import type { Place } from './candidate.ts';
import type { Source } from './spans/span.ts';

/** A text made ready to be searched several times. */
export interface Searchable {
  readonly source: Source;
  readonly folded: Folded;
  /** What is denied or reported is no evidence; null where all of the text is what it says. */
  readonly scope: Scope | null;
  /** Its words as they are written, by their stems; the first of each. Read when it is asked for. */
  readonly said: ReadonlyMap<string, string>;
}

/** Lower case, runs of white space as one space. */
interface Folded {
  readonly text: string;
  /** Where each unit, and the end, stands in the source. */
  readonly offsets: readonly number[];
}

/** Strings of users deny and report; results of tools do not. */
export function makeSearchable(users: readonly Source[], results: readonly Source[]): Searchable[] {
  return [
    ...users.map((source) => searchable(source, readScope(source.text))),
    ...results.map((source) => searchable(source, null)),
  ];
}

function searchable(source: Source, scope: Scope | null): Searchable {
  let said: Map<string, string> | undefined;
  return {
    source,
    folded: fold(source.text),
    scope,
    get said() {
      if (said === undefined) {
        said = new Map();
        for (const { stem, start, end } of readWords(source.text))
          if (!said.has(stem)) said.set(stem, source.text.slice(start, end));
      }
      return said;
    },
  };
}

function fold(text: string): Folded {
  const offsets: number[] = [];
  let folded = '';
  let at = 0;
  while (at < text.length) {
    const start = at;
    while (at < text.length && /\s/u.test(text[at] as string)) at += 1;
    if (at > start) {
      folded += ' ';
      offsets.push(start);
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    const lower = character.toLowerCase();
    // A few letters grow in lower case; offsets could not follow them.
    const written = lower.length === character.length ? lower : character;
    for (let unit = 0; unit < written.length; unit += 1) offsets.push(at + unit);
    folded += written;
    at += character.length;
  }
  offsets.push(text.length);
  return { text: folded, offsets };
}

export function findVerbatim(value: string, texts: readonly Searchable[]): Place[] {
  const wanted = fold(value.trim()).text;
  if (!/[\p{L}\p{N}]/u.test(wanted)) return [];
  return texts.flatMap(({ source, folded, scope }) =>
    occurrences(wanted, folded.text)
      .filter((at) => isWhole(folded.text, at, at + wanted.length))
      .map((at): Place => {
        const last = folded.offsets[at + wanted.length - 1] as number;
        return { source, start: folded.offsets[at] as number, end: last + 1 };
      })
      .filter(
        ({ start, end }) =>
          scope === null || (!touches(scope.negated, start, end) && !touches(scope.reported, start, end)),
      ),
  );
}

/** Numbers of tool results with the same value; those of users are read with their units. */
export function findNumber(value: number, texts: readonly Searchable[]): Place[] {
  return texts.flatMap(({ source, scope }) =>
    scope === null
      ? [...source.text.matchAll(NUMBER)]
          .filter(([digits]) => Number(digits) === value)
          .map(({ index, 0: digits }) => ({ source, start: index, end: index + digits.length }))
      : [],
  );
}

const NUMBER = /(?<![\p{L}\p{N}.,_-])-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?(?![\p{L}\p{N}_-]|[.,]\d)/gu;

/** All places of a text in another, by Knuth, Morris and Pratt: no text makes it slow. */
function occurrences(wanted: string, text: string): number[] {
  if (wanted.length > text.length) return [];
  const borders = new Int32Array(wanted.length);
  for (let at = 1, length = 0; at < wanted.length; at += 1) {
    while (length > 0 && wanted.charCodeAt(at) !== wanted.charCodeAt(length)) length = borders[length - 1] as number;
    if (wanted.charCodeAt(at) === wanted.charCodeAt(length)) length += 1;
    borders[at] = length;
  }
  const found: number[] = [];
  for (let at = 0, length = 0; at < text.length; at += 1) {
    while (length > 0 && text.charCodeAt(at) !== wanted.charCodeAt(length)) length = borders[length - 1] as number;
    if (text.charCodeAt(at) === wanted.charCodeAt(length)) length += 1;
    if (length < wanted.length) continue;
    found.push(at - wanted.length + 1);
    length = borders[length - 1] as number;
  }
  return found;
}

/** Neither end cuts a word in two. */
function isWhole(text: string, start: number, end: number): boolean {
  const isWord = (unit: string | undefined): boolean => unit !== undefined && /[\p{L}\p{N}]/u.test(unit);
  return (
    !(isWord(text[start]) && isWord(text[start - 1])) &&
    !(isWord(text[end - 1]) && isWord(text[end])) &&
    !isDecimal(text, start, end)
  );
}

/** "2" is no part of "2.5", and "5" none of "1,5". */
function isDecimal(text: string, start: number, end: number): boolean {
  const around = `${text.slice(Math.max(0, start - 2), start)}|${text.slice(end, end + 2)}`;
  return (
    (/\d[.,]\|/u.test(around) && /^\d/u.test(text.slice(start))) ||
    (/\|[.,]\d/u.test(around) && /\d$/u.test(text.slice(start, end)))
  );
}
