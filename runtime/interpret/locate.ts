// Locate: where a text says a phrase, as whole words, and by which method.
// In: a text or a JSON value, and phrases. Out: places, with UTF-8 byte offsets, in an order that no order in the input changes.
// Why: this is the meaning of `locate` and `locate-all`, in the plainest way. What is fast elsewhere must agree with it.

import { compareCodePoints } from '../../grammar/form.ts';
import type { Json } from '../../grammar/json.ts';
import { pointer } from '../../grammar/json.ts';
import { Automaton } from './automaton.ts';
import type { Method } from './methods.ts';
import { hasNumber, METHODS, prepare, WRITE } from './methods.ts';
import { cut } from './words.ts';

export interface Place {
  /** RFC 6901 JSON Pointer to the string; `""` for a bare string. */
  readonly path: string;
  /** UTF-8 byte offsets into that string; `text` is exactly these bytes. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The phrase, as it was asked for. */
  readonly criterion: string;
  readonly by: Method;
  /** Present when the place stands inside a negation. */
  readonly negated?: true;
}

/** A string of a JSON value, and where it stands. */
export interface SourceText {
  readonly path: string;
  readonly text: string;
}

/** The leftmost, then longest, place where the text says the phrase; null when it does not. */
export function locate(text: string, phrase: string): Place | null {
  return new Locator([phrase]).places({ path: '', text })[0] ?? null;
}

/**
 * Every place where a string of the value says one of the phrases, each phrase at most once at a start.
 * Ordered by path (code point order), start, the longest first, then phrase.
 */
export function locateAll(value: Json, phrases: readonly string[]): Place[] {
  const locator = new Locator(phrases);
  const places: Place[] = [];
  for (const source of collectTexts(value)) for (const place of locator.places(source)) places.push(place);
  return places;
}

/** The strings of a value in code point order of their paths. Keys, numbers and booleans are not text. */
export function collectTexts(value: Json, path = ''): SourceText[] {
  const texts: SourceText[] = [];
  const collect = (item: Json, at: string): void => {
    if (typeof item === 'string') texts.push({ path: at, text: item });
    else if (Array.isArray(item)) item.forEach((element, index) => collect(element, `${at}/${index}`));
    else if (item instanceof Map) for (const [key, member] of item) collect(member, at + pointer([key]));
  };
  collect(value, path);
  return texts.sort((a, b) => compareCodePoints(a.path, b.path));
}

/**
 * How many finds are still allowed; negative when there were more. Phrases that are parts of each other can be found
 * once for each pair of text position and phrase, so work and memory need a bound that the length of the text does not give.
 */
export interface FindBudget {
  left: number;
}

/** A set of phrases, made ready to be searched for in any number of texts. */
export class Locator {
  readonly #phrases: readonly string[];
  readonly #searches: readonly { readonly method: Method; readonly automaton: Automaton }[];

  constructor(phrases: readonly string[]) {
    this.#phrases = [...new Set(phrases)].sort(compareCodePoints);
    const prepared = this.#phrases.map((phrase) => prepare(cut(phrase)));
    this.#searches = METHODS.map((method) => {
      const written = prepared.map((phrase) => WRITE[method](phrase));
      // Without a number in the phrase this method says what the one before it says.
      const sought = method === 'number' ? written.map((symbols) => (hasNumber(symbols) ? symbols : [])) : written;
      return { method, automaton: new Automaton(sought.map((symbols) => symbols.map((symbol) => symbol.key))) };
    }).filter((search) => !search.automaton.isEmpty);
  }

  /** The places in one string. Each find takes one from the budget; when that is overdrawn the search stops and there are none. */
  places(source: SourceText, budget: FindBudget = { left: Infinity }): Place[] {
    const tokens = cut(source.text);
    const prepared = prepare(tokens);
    // By phrase and first token: the longest end, and the first method that found it.
    const found = new Map<number, Find>();
    for (const { method, automaton } of this.#searches) {
      const symbols = WRITE[method](prepared);
      automaton.scan(symbols, (phrase, start, end) => {
        const from = symbols[start]!.from;
        const to = symbols[end - 1]!.to;
        const key = phrase * (tokens.length + 1) + from;
        const known = found.get(key);
        if (known === undefined || to > known.to) found.set(key, { phrase, from, to, method });
        budget.left -= 1;
        return budget.left >= 0;
      });
    }
    if (budget.left < 0) return [];
    // Phrases are numbered in code point order, so the last comparison is the phrase's text.
    const finds = [...found.values()].sort((a, b) => a.from - b.from || b.to - a.to || a.phrase - b.phrase);
    return finds.map(({ phrase, from, to, method }) => {
      const first = tokens[from]!;
      const last = tokens[to - 1]!;
      const text = source.text.slice(first.at, last.at + last.text.length);
      const place = { path: source.path, start: first.start, end: last.end, text, criterion: this.#phrases[phrase]!, by: method };
      return first.negated ? { ...place, negated: true } : place;
    });
  }
}

interface Find {
  readonly phrase: number;
  readonly from: number;
  readonly to: number;
  readonly method: Method;
}
