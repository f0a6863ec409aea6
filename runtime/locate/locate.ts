// Locate: where a text says a phrase, as whole words, and by which method.
// In: a text or a JSON value, and phrases. Out: places, with UTF-8 byte offsets, in an order that no order in the input changes.
// Why: this is the meaning of `locate` and `locate-all`, in the plainest way. What is fast elsewhere must agree with it.

import { compareCodePoints } from '../../grammar/form.ts';
import type { Json } from '../../grammar/json.ts';
import { Automaton } from './automaton.ts';
import { isCited } from './cited.ts';
import { standingOf } from './denial.ts';
import { GLAD_POINTS } from './doubt.ts';
import { isInflection } from './inflection.ts';
import type { Method, SymbolRun } from './methods.ts';
import { hasNumber, prepare, spacedText, writeCase, writeNumbers } from './methods.ts';
import { praisingParts, settledParts } from './settled.ts';
import { isOfSign, signsOf } from './signs.ts';
import type { SourceText } from './texts.ts';
import { collectTexts, isBelow } from './texts.ts';
import { isAnswer, isTranscriptIdle, turnsIn } from './transcript.ts';
import { othersTurns } from './turns.ts';
import { fold } from './unicode.ts';
import { isPartOfToken } from './whole-tokens.ts';
import type { Token } from './words.ts';
import { cut, isSeparator } from './words.ts';
import { bytesOf, isForeign, zonesOf } from './zones.ts';

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
  /** Present when it is one word of a long text that does not ask for it, or a part of a long sentence that may be about more. */
  readonly alone?: true;
  /** Present when it stands in the turn of somebody who answers the writer, in a list of turns. */
  readonly aside?: true;
  /** Present when it is one word that its sentence neither names as a thing nor asks for. */
  readonly bare?: true;
  /** How much speaks for its being about something else: 1 or more. */
  readonly doubt?: number;
  /** Present when it stands in quotation marks. */
  readonly cited?: true;
  /** Present beside `negated` when it is only over, asked in general or supposed: that it is not so is not said. */
  readonly moot?: true;
  /** Present when its text denies the place, says that it is over, or only supposes it. */
  readonly negated?: true;
  /** Present when the place stands in text that is not the writer's, or is told of somebody else. */
  readonly quoted?: true;
  /** Present when its text says that it is about several matters. */
  readonly several?: true;
}

/** The leftmost, then longest, place where the text says the phrase; null when it does not. */
export function locate(text: string, phrase: string): Place | null {
  return new Locator([phrase]).places({ path: '', text })[0] ?? null;
}

/** The word that is meant, by the word as it is written. */
type Misspelled = ReadonlyMap<string, string>;

/**
 * Every place where a string of the value says one of the phrases, each phrase at most once at a start.
 * Ordered by path (code point order), start, the longest first, then phrase. A misspelled word is read as the one that is meant.
 */
export function locateAll(value: Json, phrases: readonly string[], misspelled: Misspelled = new Map()): Place[] {
  const locator = new Locator(phrases);
  const settled = settledParts(value);
  const praising = praisingParts(value);
  const others = othersTurns(value);
  return collectTexts([{ path: '', value }]).texts.flatMap((source) => {
    const places = locator.places(source, misspelled, {
      isSettled: isBelow(source.path, settled),
      isPraise: isBelow(source.path, praising),
    });
    return isBelow(source.path, others) ? places.map((place) => ({ ...place, aside: true as const })) : places;
  });
}

/** What stands around a text says of it: that it is settled, or part of a review that praises. */
const NOTHING_AROUND = { isSettled: false, isPraise: false };

/** A set of phrases, made ready to be searched for in any number of texts. */
class Locator {
  readonly #phrases: readonly string[];
  /** Phrases that start or end between words: what is there is part of them, so that only their case may differ. */
  readonly #edged = new Automaton();
  readonly #stems = new Automaton();
  /** The words of each phrase that is searched by its stems. */
  readonly #spaced = new Map<number, readonly string[]>();
  /** Phrases with numbers. */
  readonly #numbers = new Automaton();

  constructor(phrases: readonly string[]) {
    this.#phrases = [...new Set(phrases)].sort(compareCodePoints);
    this.#phrases.forEach((phrase, number) => {
      const tokens = cut(phrase);
      if (tokens.length === 0) return;
      if (isSeparator(tokens[0]!) || isSeparator(tokens.at(-1)!)) {
        this.#edged.add(number, writeCase(tokens));
        return;
      }
      const prepared = prepare(tokens);
      this.#spaced.set(
        number,
        prepared.spaced.map(({ key }) => key),
      );
      this.#stems.add(number, prepared.stemmed);
      const numbers = writeNumbers(prepared);
      if (hasNumber(numbers)) this.#numbers.add(number, numbers);
    });
  }

  /** The places in one string. */
  places(source: SourceText, misspelled: Misspelled = new Map(), around = NOTHING_AROUND): Place[] {
    const tokens = cut(source.text);
    const prepared = prepare(tokens, misspelled);
    const bytes = new TextEncoder().encode(source.text);
    // By phrase and first token, the longest end.
    const found = new Map<number, Find>();
    const search = (automaton: Automaton, symbols: readonly SymbolRun[], loosest: Method): void => {
      automaton.scan(symbols, (phrase, start, end) => {
        const { from } = symbols[start]!;
        const { to } = symbols[end - 1]!;
        if (isPartOfToken(bytes, tokens[from]!.start, tokens[to - 1]!.end)) return;
        if (loosest === 'inflection' && !this.#isInflected(phrase, prepared.meant.slice(start, end))) return;
        const key = phrase * (tokens.length + 1) + from;
        const known = found.get(key);
        // A place that was found already was found by a stricter search.
        if (known === undefined || to > known.to) found.set(key, { phrase, from, to, loosest });
      });
    };
    if (!this.#edged.isEmpty) search(this.#edged, writeCase(tokens), 'case');
    if (!this.#stems.isEmpty) search(this.#stems, prepared.stemmed, 'inflection');
    if (!this.#numbers.isEmpty) search(this.#numbers, writeNumbers(prepared), 'number');
    // Phrases are numbered in code point order, so the last comparison is the phrase's text.
    const finds = [...found.values()].sort((a, b) => a.from - b.from || b.to - a.to || a.phrase - b.phrase);
    if (finds.length === 0) return [];
    const plain = bytesOf(source.text);
    const zones = zonesOf(plain);
    const { end } = zones;
    const turns = turnsIn(plain.slice(0, end));
    const { glad, several, idle } = signsOf(bytes.subarray(0, end), around.isPraise);
    const isIdle = turns.length === 0 ? idle : isTranscriptIdle(bytes.subarray(0, end), turns);
    return finds.map((find) => {
      const isTypo = tokens.slice(find.from, find.to).some(({ text }) => misspelled.has(text));
      const { doubt, ...place } = this.#describe(isTypo ? { ...find, loosest: 'typo' } : find, source, tokens, bytes);
      const points =
        doubt === null || isTypo ? 0 : doubt + (glad ? GLAD_POINTS : 0) + Number(place.by === 'inflection');
      return {
        ...place,
        ...(points > 0 ? { doubt: points } : {}),
        ...(!place.negated && (isIdle ? !isOfSign(bytes, place.start, place.end) : around.isSettled)
          ? { negated: true, moot: true }
          : {}),
        ...(isCited(plain, place.start, place.end) ? { cited: true } : {}),
        ...(isForeign(zones, place.start) || isAnswer(turns, place.start) ? { quoted: true } : {}),
        ...(several ? { several: true } : {}),
      };
    });
  }

  /** Whether the words of a place are forms of the words of its phrase; that their stems are equal is known. */
  #isInflected(phrase: number, place: readonly SymbolRun[]): boolean {
    const sought = this.#spaced.get(phrase)!;
    return place.every(({ key }, at) => isInflection(key, sought[at]!));
  }

  #describe(
    { phrase, from, to, loosest }: Find,
    source: SourceText,
    tokens: readonly Token[],
    bytes: Uint8Array,
  ): Omit<Place, 'doubt'> & { readonly doubt: number | null } {
    const first = tokens[from]!;
    const last = tokens[to - 1]!;
    const text = source.text.slice(first.at, last.at + last.text.length);
    const criterion = this.#phrases[phrase]!;
    const by = loosest === 'number' || loosest === 'typo' ? loosest : strictestMethod(text, criterion, loosest);
    const place = { path: source.path, start: first.start, end: last.end, text, criterion, by };
    const isWord = to - from === 1 && first.word;
    const { alone, bare, denied, doubt, moot, told } = standingOf(bytes, first.start, last.end, isWord);
    return {
      ...place,
      doubt,
      ...(alone ? { alone: true } : {}),
      ...(bare ? { bare: true } : {}),
      ...(denied ? { negated: true } : {}),
      ...(moot ? { moot: true } : {}),
      ...(told ? { quoted: true } : {}),
    };
  }
}

/** The first method that holds between a place and its phrase; the loosest is known to hold. */
function strictestMethod(text: string, phrase: string, loosest: Method): Method {
  if (text === phrase) return 'exact';
  if (fold(text) === fold(phrase)) return 'case';
  return spacedText(text) === spacedText(phrase) ? 'spacing' : loosest;
}

interface Find {
  readonly phrase: number;
  readonly from: number;
  readonly to: number;
  /** The method of the search that found it. */
  readonly loosest: Method;
}
