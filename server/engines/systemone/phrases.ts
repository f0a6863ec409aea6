// Phrases: what a criterion asks to be looked for.
// In: the value a client wrote for an option, a level or a side. Out: phrases that speak for it, and phrases that veto it.
// Why: the wire allows a list in a sentence, an array, an object with examples and exclusions; the engine knows one form.

import type { Json } from '../../../grammar/json.ts';
import { fold, isWord } from '../../../runtime/locate/unicode.ts';
import { EXCLUSIONS, SCOPE } from '../../services/decisions/wire/criteria.ts';
import type { Scorecard } from '../../services/decisions/wire/scorecard.ts';
import { readScorecard, SCORECARD, scorecardOf } from '../../services/decisions/wire/scorecard.ts';
import type { Rule } from '../../services/decisions/wire/script.ts';
import { readRule, SCRIPT, scriptOf } from '../../services/decisions/wire/script.ts';
import type { Path } from './paths.ts';
import { readPath } from './paths.ts';

/** Opening and closing. */
const QUOTES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '\u201c': '\u201d',
  '\u2018': '\u2019',
  '\u00ab': '\u00bb',
};

/** Phrases of which all have to stand in one string. Most groups have one phrase. */
export type PhraseGroup = readonly string[];

export interface Criterion {
  /** Any of these speaks for it. */
  readonly any: readonly PhraseGroup[];
  /** Any of these rules it out. */
  readonly vetoes: readonly PhraseGroup[];
  /** The paths under which it looks; absent where it looks where its question does. */
  readonly listed?: readonly Path[];
  /** Points in place of phrases. */
  readonly scorecard?: Scorecard;
  /** What must also be true. */
  readonly rule?: Rule;
}

/** Reads the value of a criterion. null, and what has no phrases, has none here: the caller knows what the name is worth. */
export function readCriterion(json: Json): Criterion {
  const any: PhraseGroup[] = [];
  const vetoes: PhraseGroup[] = [];
  const card = scorecardOf(json);
  if (card !== null) {
    readValue(new Map([...(json as Map<string, Json>)].filter(([key]) => key !== SCORECARD)), any, vetoes);
    return { any, vetoes, scorecard: readScorecard(card) };
  }
  const script = scriptOf(json);
  const reading = typeof script === 'string' ? readRule(script) : null;
  const ruled = reading?.kind === 'rule' ? { rule: reading.rule } : {};
  if (reading !== null && typeof json === 'string') return { any, vetoes, ...ruled };
  readValue(json, any, vetoes);
  const scope = json instanceof Map ? json.get(SCOPE) : undefined;
  if (scope === undefined) return { any, vetoes, ...ruled };
  const texts = (Array.isArray(scope) ? scope : [scope]).filter((text) => typeof text === 'string');
  return { any, vetoes, listed: texts.map((text) => readPath(text, true)), ...ruled };
}

/** The words of an option's name: `_`, `-` and camelCase are spaces. No groups when there are none. */
export function readName(name: string): readonly PhraseGroup[] {
  const characters = [...name.replace(/[_-]+/g, ' ')];
  let spaced = '';
  characters.forEach((character, at) => {
    spaced +=
      at > 0 && startsWord(characters[at - 1]!, character, characters[at + 1] ?? '') ? ` ${character}` : character;
  });
  const words = spaced.replace(/\s+/g, ' ').trim();
  return words === '' ? [] : [[words]];
}

/** A capital starts a word after anything but a capital (`orderStatus`, `v2Beta`), and before a small letter (`HTTPError`). */
function startsWord(before: string, character: string, after: string): boolean {
  if (!isCapital(character) || !isWordCharacter(before)) return false;
  return (
    !isCapital(before) || (isWordCharacter(after) && !isCapital(after) && fold(after) === after && !/[0-9]/.test(after))
  );
}

function isCapital(character: string): boolean {
  return fold(character) !== character;
}

function isWordCharacter(character: string): boolean {
  return character !== '' && isWord(character.codePointAt(0)!);
}

/** The terms a text puts in quotes or backticks, in order, each once. */
export function readQuoted(text: string): string[] {
  const terms = new Set<string>();
  for (let at = 0; at < text.length; ) {
    const end = findClosing(text, at);
    const term = end === null ? '' : text.slice(at + 1, end).trim();
    if (term !== '') terms.add(term);
    at = end === null ? at + 1 : end + 1;
  }
  return [...terms];
}

/** Where the quote that opens at a position closes; null when none opens there. */
function findClosing(text: string, at: number): number | null {
  const opening = text.charAt(at);
  const closing = QUOTES[opening];
  // An apostrophe is no quote: a single one opens only where no word stands before it, and closes only where none follows.
  if (closing === undefined || (opening === "'" && isWordCharacter(text.charAt(at - 1)))) return null;
  let end = at + 1;
  // Another opening ends the search, so that a text full of them is still read in linear time.
  while (end < text.length && text.charAt(end) !== closing && text.charAt(end) !== opening) end += 1;
  if (text.charAt(end) !== closing) return null;
  return opening === "'" && isWordCharacter(text.charAt(end + 1)) ? null : end;
}

/** The texts in backticks, in order. */
export function readBackticked(text: string): string[] {
  // Nearly every question has none.
  if (!text.includes('`')) return [];
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]!.trim()).filter((inner) => inner !== '');
}

function readValue(json: Json, any: PhraseGroup[], vetoes: PhraseGroup[]): void {
  if (typeof json === 'string') {
    for (const phrase of splitPhrases(json)) any.push([phrase]);
  } else if (Array.isArray(json)) {
    for (const element of json) readElement(element, any, vetoes);
  } else if (json instanceof Map) {
    for (const [key, member] of json) {
      if (EXCLUSIONS.has(key)) readValue(member, vetoes, vetoes);
      else if (key !== SCOPE && key !== SCRIPT) readValue(member, any, vetoes);
    }
  }
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
// Chinese, Japanese and Arabic lists have commas and semicolons of their own.
const SEPARATORS = /(?<![0-9])[,，]|[,，](?![0-9])|[;；؛、،\n\r]| or | \/ /i;
const FINAL_MARKS = '.:!?。：！？؟ \t';

/** The phrases of a sentence: `refunds, chargebacks, or "lost parcels".` has three. */
function splitPhrases(text: string): string[] {
  return text
    .split(SEPARATORS)
    .map(cleanPhrase)
    .filter((phrase) => phrase !== '');
}

function cleanPhrase(text: string): string {
  const phrase = dropFinalMarks(text.trim().replace(/^(?:and|or)\s+/i, ''));
  const closing = QUOTES[phrase.charAt(0)];
  if (closing === undefined || phrase.length < 2 || !phrase.endsWith(closing)) return phrase;
  return dropFinalMarks(phrase.slice(1, -1));
}

/** Not a pattern: `[.:!?]+$` takes quadratic time on a long run of marks that does not end the text. */
function dropFinalMarks(text: string): string {
  let end = text.length;
  while (end > 0 && FINAL_MARKS.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end).trim();
}
