// Scorecard on the wire: points for words, and when their sum supports an option.
// In: the JSON under `scorecard` in a criterion. Out: the card in thousandths, or what is wrong, with its place.
// Why exact decimals of three places: sums are whole numbers, so that evidence and remainder add up to the last digit.

import { isNumberText, parseDecimal } from '../../../../grammar/decimal.ts';
import type { Json } from '../../../../grammar/json.ts';
import { JsonNumber } from '../../../../grammar/json.ts';
import { readUnits } from '../../../../runtime/locate/word-places.ts';

/** Under this a criterion has its card. */
export const SCORECARD = 'scorecard';

/** Points, and all other numbers of a card, are multiples of one in so many. */
export const POINTS_IN_ONE = 1000;
/** Of a term or a constant. All sums a card can lead to then have at most 15 digits, which every reader of JSON keeps. */
export const POINTS_MAX = 99.999;
export const WEIGHT_MAX = 10;
/** Of a threshold or a margin. */
export const LEVEL_MAX = 1_000_000;
/** Terms of all cards of one question, each counted for each option: where all are different, compiling them takes some seconds. */
export const SCORED_TERMS_MAX = 80_000;
/** A longer one is in no text. */
export const TERM_BYTES_MAX = 256;

/** Before the first word of a text, and behind the last one. */
export const FIRST = '^';
export const LAST = '$';

/** Numbers are thousandths. */
export interface Scorecard {
  /** Each term with its points; those of equal stems are still apart. */
  readonly terms: ReadonlyMap<string, number>;
  /** What every text has. */
  readonly constant: number;
  readonly threshold: number;
  /** How far its points have to be ahead of the next option's. */
  readonly margin: number;
  /** The least share of the text's words that speak for it. */
  readonly known: number;
  /** What the lead and the share count besides the points. */
  readonly leadWeight: number;
  readonly knownWeight: number;
}

interface ScorecardProblem {
  /** From the card on. */
  readonly place: readonly (string | number)[];
  readonly message: string;
}

/** The card of a criterion; null when it has none. Anything but an object under the name is a phrase like others. */
export function scorecardOf(criterion: Json): ReadonlyMap<string, Json> | null {
  const card = criterion instanceof Map ? criterion.get(SCORECARD) : undefined;
  return card instanceof Map ? card : null;
}

/** What is wrong with a card. */
export function checkScorecard(json: ReadonlyMap<string, Json>): ScorecardProblem[] {
  const reader = new CardReader();
  reader.read(json);
  return reader.problems;
}

/** Reads a card that has been checked. */
export function readScorecard(json: ReadonlyMap<string, Json>): Scorecard {
  return new CardReader().read(json);
}

/** How many terms a card lists, right or wrong. */
export function countTerms(card: ReadonlyMap<string, Json>): number {
  const points = card.get('points');
  if (!(points instanceof Map)) return 0;
  const count = (listed: Json): number =>
    typeof listed === 'string' ? listed.split(BETWEEN).length : Array.isArray(listed) ? listed.length : 0;
  return [...points.values()].reduce<number>((sum, listed) => sum + count(listed), 0);
}

const MEMBERS = ['constant', 'points', 'threshold', 'margin', 'known', 'lead_weight', 'known_weight'];

/** The first problems are enough to see what is meant. */
const PROBLEMS_MAX = 20;

class CardReader {
  readonly problems: ScorecardProblem[] = [];

  read(json: ReadonlyMap<string, Json>): Scorecard {
    for (const key of json.keys())
      if (!MEMBERS.includes(key)) this.#wrong([key], `A scorecard has no such member; it has ${MEMBERS.join(', ')}`);
    if (json.get('threshold') === undefined) this.#wrong(['threshold'], 'Field required');
    const number = (key: string, min: number, max: number): number =>
      this.#number(json.get(key) ?? null, [key], min, max);
    return {
      terms: this.#points(json.get('points')),
      constant: number('constant', -POINTS_MAX, POINTS_MAX),
      threshold: number('threshold', -LEVEL_MAX, LEVEL_MAX),
      margin: number('margin', 0, LEVEL_MAX),
      known: number('known', 0, 1),
      leadWeight: number('lead_weight', 0, WEIGHT_MAX),
      knownWeight: number('known_weight', 0, WEIGHT_MAX),
    };
  }

  #points(json: Json | undefined): Map<string, number> {
    const terms = new Map<string, number>();
    if (json === undefined) this.#wrong(['points'], 'Field required');
    else if (!(json instanceof Map)) this.#wrong(['points'], 'Input should be a valid dictionary');
    else
      for (const [key, listed] of json) {
        const points = this.#decimal(key, ['points', key], -POINTS_MAX, POINTS_MAX);
        if (points === 0) this.#wrong(['points', key], 'Terms without points are left out');
        for (const { term, place } of this.#listed(listed, ['points', key])) {
          if (terms.has(term)) this.#wrong(place, `${show(term)} has points already`);
          terms.set(term, points);
        }
      }
    return terms;
  }

  /** The terms of a list: a text with commas and spaces between them, or an array. */
  #listed(json: Json, place: readonly (string | number)[]): { term: string; place: readonly (string | number)[] }[] {
    if (typeof json !== 'string' && !Array.isArray(json)) {
      this.#wrong(place, 'Input should be a valid string or list');
      return [];
    }
    const listed = typeof json === 'string' ? json.split(BETWEEN) : json;
    if (listed.length === 0) this.#wrong(place, 'List should have at least 1 item after validation, not 0');
    return listed.flatMap((element, at) => {
      const here = typeof json === 'string' ? place : [...place, at];
      if (typeof element !== 'string') {
        this.#wrong(here, 'Input should be a valid string');
        return [];
      }
      const why = wrongWith(element);
      if (why !== null) this.#wrong(here, why);
      return [{ term: element, place: here }];
    });
  }

  #number(json: Json, place: readonly (string | number)[], min: number, max: number): number {
    if (json === null) return 0;
    if (json instanceof JsonNumber) return this.#decimal(json.text, place, min, max);
    this.#wrong(place, 'Input should be a valid number');
    return 0;
  }

  #decimal(text: string, place: readonly (string | number)[], min: number, max: number): number {
    const thousandths = isNumberText(text) ? toThousandths(text) : null;
    if (thousandths === null) this.#wrong(place, 'Input should be a decimal number with at most 3 places');
    else if (thousandths < min * POINTS_IN_ONE || thousandths > max * POINTS_IN_ONE)
      this.#wrong(place, `Input should be from ${min} to ${max}`);
    return thousandths ?? 0;
  }

  #wrong(place: readonly (string | number)[], message: string): void {
    if (this.problems.length < PROBLEMS_MAX) this.problems.push({ place, message });
  }
}

const BETWEEN = /, +/;
const PLACES = 3;
// Far more digits than any number that is in range.
const DIGITS_MAX = 24;

/** null for a number that is no multiple of a thousandth, or far out of range. */
function toThousandths(text: string): number | null {
  if (text.length > DIGITS_MAX) return null;
  const value = parseDecimal(text);
  if (value === null || value.exponent < -PLACES || value.exponent > DIGITS_MAX) return null;
  return Number(value.coefficient * 10n ** BigInt(value.exponent + PLACES));
}

/** What is wrong with a term; null for a word, two words, or a word with the mark of an end. */
function wrongWith(term: string): string | null {
  if (Buffer.byteLength(term) > TERM_BYTES_MAX) return `A term has at most ${TERM_BYTES_MAX} bytes`;
  const parts = term.split(' ');
  if (parts.length > 2) return `${show(term)}: a term is a word or two neighbouring words`;
  const [first, second] = parts as [string, string | undefined];
  const words = second === undefined ? [first] : first === FIRST ? [second] : second === LAST ? [first] : parts;
  return words.every(isOneWord)
    ? null
    : `${show(term)}: a term is words with one space between them; ${FIRST} stands before the first word of a text, ${LAST} behind the last`;
}

const PLAIN_WORD = /^[a-z]+$/;

function isOneWord(text: string): boolean {
  if (PLAIN_WORD.test(text)) return true;
  const [unit, ...others] = readUnits(text);
  return unit !== undefined && others.length === 0 && unit.surface === text;
}

const SHOWN_MAX = 64;

function show(term: string): string {
  const characters = [...term.slice(0, 2 * SHOWN_MAX)];
  return JSON.stringify(characters.length <= SHOWN_MAX ? term : `${characters.slice(0, SHOWN_MAX).join('')}…`);
}

/** The key of a term: the stems of its words, which its forms have in common. `stemOf` may remember words. */
export function keyOf(term: string, stemOf: (word: string) => string): string {
  return term
    .split(' ')
    .map((part, at, { length }) =>
      length === 2 && ((at === 0 && part === FIRST) || (at === 1 && part === LAST)) ? part : stemOf(part),
    )
    .join(' ');
}
