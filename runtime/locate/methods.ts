// Methods: the ways in which a text may say a phrase, from the strictest to the loosest.
// In: the tokens of a text or of a phrase. Out: symbols; the text says the phrase where their symbols are equal.
// Why: equal symbols are what one search can look for. Symbols that are equal by a strict method are equal by every looser one, so
// the search uses the loosest, and `by` names the strictest method that holds at a place.

import { INFLECTED_BYTES_MAX } from './inflection.ts';
import { readNumber } from './number-words.ts';
import { stem } from './stem.ts';
import { fold } from './unicode.ts';
import type { Token } from './words.ts';
import { cut, isSeparator, visible } from './words.ts';

/** In their order: `by` is the first that holds at a place. */
export const METHODS = ['exact', 'case', 'spacing', 'inflection', 'number', 'typo'] as const;
export type Method = (typeof METHODS)[number];

/** A symbol and the run of tokens it stands for, `[from, to)`. */
export interface SymbolRun {
  readonly key: string;
  readonly from: number;
  readonly to: number;
}

/** A text, with what several methods need of it. */
interface Prepared {
  readonly tokens: readonly Token[];
  /** Folded, with white space, hyphens, quotes and width made equal. */
  readonly spaced: readonly SymbolRun[];
  /** The same with the words that are meant in the place of misspelled ones. */
  readonly meant: readonly SymbolRun[];
  /** What is meant, with a stem for each word. */
  readonly stemmed: readonly SymbolRun[];
}

/** `misspelled` has the word that is meant, by the word as it is written. */
export function prepare(tokens: readonly Token[], misspelled: ReadonlyMap<string, string> = NONE): Prepared {
  const spaced = writeSpaced(tokens);
  const meant = spaced.map((symbol) => ({ ...symbol, key: misspelled.get(tokens[symbol.from]!.text) ?? symbol.key }));
  return { tokens, spaced, meant, stemmed: meant.map(({ key, from, to }) => ({ key: singled(stem(key)), from, to })) };
}

const NONE: ReadonlyMap<string, string> = new Map();

const DOUBLED = /([b-df-hj-np-tv-z])\1$/;

/** "add" and "added" have one stem only when no stem ends in a doubled consonant; whether words are forms of one is told later. */
function singled(stemmed: string): string {
  return stemmed.length >= 3 && stemmed.length <= INFLECTED_BYTES_MAX && DOUBLED.test(stemmed)
    ? stemmed.slice(0, -1)
    : stemmed;
}

/** Folded, and nothing else. */
export function writeCase(tokens: readonly Token[]): SymbolRun[] {
  return tokens.map((token, at) => ({ key: fold(token.text), from: at, to: at + 1 }));
}

/** White space and hyphens, and runs of them, are one space; curly quotes are straight; full-width forms are ASCII; what nobody sees inside a word is nothing. */
function writeSpaced(tokens: readonly Token[]): SymbolRun[] {
  const symbols: SymbolRun[] = [];
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at]!;
    let to = at + 1;
    if (!isSeparator(token))
      symbols.push({ key: fold(narrow(token.word ? visible(token.text) : token.text)), from: at, to });
    else {
      while (to < tokens.length && isSeparator(tokens[to]!)) to += 1;
      symbols.push({ key: SPACE, from: at, to });
    }
    at = to;
  }
  return symbols;
}

/** A text as `spacing` compares it. */
export function spacedText(text: string): string {
  return writeSpaced(cut(text))
    .map((symbol) => symbol.key)
    .join('');
}

const SPACE = ' ';
const WIDE = /[\uff01-\uff5e\u2018-\u201f]/g;
const IS_ASCII = /^[\x00-\x7f]*$/;
// The full-width forms repeat ASCII at this distance.
const WIDE_DISTANCE = 0xfee0;

/** Full-width forms as ASCII, curly quotes as straight ones. */
export function narrow(text: string): string {
  if (IS_ASCII.test(text)) return text;
  return text.replace(WIDE, (character) => {
    const unit = character.charCodeAt(0);
    if (unit >= 0xff01) return String.fromCharCode(unit - WIDE_DISTANCE);
    return unit <= 0x201b ? "'" : '"';
  });
}

/** As for inflection, but a number is its value, whether in digits or in words. */
export function writeNumbers({ spaced, stemmed }: Prepared): SymbolRun[] {
  const keys = spaced.map((symbol) => symbol.key);
  const symbols: SymbolRun[] = [];
  for (let at = 0; at < keys.length; ) {
    const number = readNumber(keys, at);
    if (number === null) symbols.push(stemmed[at]!);
    else symbols.push({ key: NUMBER + number.value, from: spaced[at]!.from, to: spaced[number.to - 1]!.to });
    at = number === null ? at + 1 : number.to;
  }
  return symbols;
}

// No word starts with it, and other characters stand alone, so a value meets only values.
const NUMBER = '#=';

/** Whether any symbol is a number: only then can a search for numbers find what a search for stems does not. */
export function hasNumber(symbols: readonly SymbolRun[]): boolean {
  return symbols.some((symbol) => symbol.key.startsWith(NUMBER));
}
