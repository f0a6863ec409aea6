// Phrases: what a criterion asks to be looked for.
// In: the value a client wrote for an option, a level or a side. Out: phrases that speak for it, and phrases that veto it.
// Why: the wire allows a list in a sentence, an array, an object with examples and exclusions; the engine knows one form.

import type { Json } from '../../../grammar/json.ts';
import { JsonNumber } from '../../../grammar/json.ts';

/** Phrases of which all have to stand in one string. Most groups have one phrase. */
export type PhraseGroup = readonly string[];

export interface Criterion {
  /** Any of these speaks for it. */
  readonly any: readonly PhraseGroup[];
  /** Any of these rules it out. */
  readonly vetoes: readonly PhraseGroup[];
}

/** Reads the value of a criterion. null, and what has no phrases, has none here: the caller knows what the name is worth. */
export function readCriterion(json: Json): Criterion {
  const any: PhraseGroup[] = [];
  const vetoes: PhraseGroup[] = [];
  readValue(json, any, vetoes);
  return { any, vetoes };
}

/** The words of an option's name: `_`, `-` and camelCase are spaces. No groups when there are none. */
export function readName(name: string): readonly PhraseGroup[] {
  const words = name
    .replace(/[_-]+/g, ' ')
    .replace(/(\p{Ll}|\p{Nd})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/\s+/g, ' ')
    .trim();
  return words === '' ? [] : [[words]];
}

/** The terms a text puts in quotes or backticks, in order, each once. */
export function readQuoted(text: string): string[] {
  const terms = new Set<string>();
  for (const match of text.matchAll(QUOTED)) {
    const term = (match[1] ?? match[2] ?? match[3] ?? match[4] ?? match[5] ?? match[6] ?? '').trim();
    if (term !== '') terms.add(term);
  }
  return [...terms];
}

/** The texts in backticks, in order. */
export function readBackticked(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]!.trim()).filter((inner) => inner !== '');
}

// Openings are excluded inside, so that a text full of them is still read in linear time.
// An apostrophe is no quote: a single one opens only after, and closes only before, something that is no letter or digit.
const QUOTED = /`([^`]+)`|"([^"]+)"|\u201c([^\u201c\u201d]+)\u201d|(?<![\p{L}\p{N}])'([^']+)'(?![\p{L}\p{N}])|\u2018([^\u2018\u2019]+)\u2019|\u00ab([^\u00ab\u00bb]+)\u00bb/gu;

const EXCLUSIONS: ReadonlySet<string> = new Set(['not_for', 'not', 'exclude']);

function readValue(json: Json, any: PhraseGroup[], vetoes: PhraseGroup[]): void {
  if (typeof json === 'string') {
    for (const phrase of splitPhrases(json)) any.push([phrase]);
  } else if (Array.isArray(json)) {
    for (const element of json) readElement(element, any, vetoes);
  } else if (json instanceof Map) {
    for (const [key, member] of json) {
      if (EXCLUSIONS.has(key)) readValue(member, vetoes, vetoes);
      else readValue(member, any, vetoes);
    }
  } else if (json instanceof JsonNumber) any.push([json.text]);
}

/** An element of an array is one phrase, however it reads; an array in it is phrases that belong together. */
function readElement(json: Json, any: PhraseGroup[], vetoes: PhraseGroup[]): void {
  if (typeof json === 'string') {
    const phrase = json.trim();
    if (phrase !== '') any.push([phrase]);
  } else if (Array.isArray(json)) {
    const parts: PhraseGroup[] = [];
    readValue(json, parts, vetoes);
    const together = [...new Set(parts.flat())];
    if (together.length > 0) any.push(together);
  } else readValue(json, any, vetoes);
}

// A comma between digits belongs to a number. Single spaces, because `\s+or` takes quadratic time on a long run of spaces.
const SEPARATORS = /(?<![0-9]),|,(?![0-9])|[;\n\r]| or | \/ /i;

/** The phrases of a sentence: `refunds, chargebacks, or "lost parcels".` has three. */
function splitPhrases(text: string): string[] {
  return text.split(SEPARATORS).map(cleanPhrase).filter((phrase) => phrase !== '');
}

const QUOTES: Readonly<Record<string, string>> = { '"': '"', "'": "'", '`': '`', '\u201c': '\u201d', '\u2018': '\u2019', '\u00ab': '\u00bb' };

function cleanPhrase(text: string): string {
  const phrase = dropFinalMarks(text.trim().replace(/^(?:and|or)\s+/i, ''));
  const closing = QUOTES[phrase.charAt(0)];
  if (closing === undefined || phrase.length < 2 || !phrase.endsWith(closing)) return phrase;
  return dropFinalMarks(phrase.slice(1, -1));
}

/** Not a pattern: `[.:!?]+$` takes quadratic time on a long run of marks that does not end the text. */
function dropFinalMarks(text: string): string {
  let end = text.length;
  while (end > 0 && '.:!? \t'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).trim();
}
