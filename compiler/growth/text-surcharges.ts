// Text surcharges: what builtins over texts take, where the bytes of the texts are known. No text is made to find out: where
// a price depends on what is found in it, the range says between what.

import type { BuiltinName } from '../builtins.ts';
import { parsePattern } from '../pattern/parse.ts';
import { parseTemplate } from '../pattern/template.ts';
import { stepsPerByte } from '../pattern/tree.ts';
import { PRICES } from '../prices.ts';
import type { CostClass } from '../steps.ts';
import { elementSizes, type Known, MAP, STRING, VECTOR } from './known.ts';
import { casedBytes, textBytes } from './known-texts.ts';
import { countOf } from './lengths.ts';
import { between, exactly, hull, isExact, mapRange, plus, type Range, times, total } from './range.ts';

/** Classes whose price is of texts alone. */
type TextClass = 'text' | 'letter-case' | 'pieces' | 'parse' | 'words' | 'split' | 'replace';

export const TEXT_PRICES: Record<
  Extract<CostClass, TextClass>,
  (args: readonly Known[], name: BuiltinName) => Range
> = {
  text: ([text, ...others], name) =>
    per(PRICES.MADE_BYTES, name === 'subs' ? textBytes(text!) : paddedBytes(text!, others[0]!, others[1])),
  'letter-case': ([text]) => caseSurcharge(text!),
  // Each piece has a byte or a line end of its own.
  pieces: ([text]) => plus(per(PRICES.MADE_BYTES, textBytes(text!)), between(0, textBytes(text!).max)),
  parse: ([text]) => per(PRICES.READ_BYTES, textBytes(text!)),
  words: ([text]) => plus(per(PRICES.READ_BYTES, textBytes(text!)), between(0, Math.ceil(textBytes(text!).max / 2))),
  split: ([text, separator]) => plus(searchSurcharge(text!, separator), pieceCount(text!, separator!)),
  replace: ([text, from, to]) => replaceSurcharge(text!, from!, to!),
};

function per(bytes: number, range: Range): Range {
  return mapRange(range, (count) => Math.ceil(count / bytes));
}

/** Of a search in a text, and of a look at all of one. */
export function searchSurcharge(text: Known, sought: Known | undefined): Range {
  return per(PRICES.SEARCHED_BYTES, sought === undefined ? textBytes(text) : plus(textBytes(text), textBytes(sought)));
}

/** Bytes read and made where a text is made so many code points long. */
function paddedBytes(text: Known, width: Known, fill: Known | undefined): Range {
  const bytes = textBytes(text);
  const filler = fill === undefined ? exactly(1) : textBytes(fill);
  const wanted = countOf(width);
  const points = codePoints(text);
  const missing = between(Math.max(wanted.min - points.max, 0), Math.max(wanted.max - points.min, 0));
  return total([bytes, bytes, fill === undefined ? exactly(0) : filler, times(missing, filler)]);
}

/** Code points take one to four bytes. */
function codePoints(text: Known): Range {
  if (text.constant?.kind === 'string') return exactly([...text.constant.value].length);
  const { min, max } = textBytes(text);
  return between(Math.ceil(min / 4), max);
}

function caseSurcharge(text: Known): Range {
  const bytes = textBytes(text);
  const points = codePoints(text);
  const beyond = isExact(points) && isExact(bytes) ? exactly(bytes.max - points.max) : between(0, bytes.max);
  return plus(
    per(PRICES.MADE_BYTES, plus(bytes, beyond.max === 0 ? bytes : casedBytes(bytes))),
    times(exactly(PRICES.BEYOND_ASCII_STEPS), beyond),
  );
}

/** How many pieces a separator makes of a text: one more than its places, or one for each code point. */
function pieceCount(text: Known, separator: Known): Range {
  const places = placeCount(text, separator);
  if (separator.constant?.kind === 'string' && separator.constant.value === '') return codePoints(text);
  return textBytes(separator).min > 0 ? plus(places, exactly(1)) : between(0, places.max + 1);
}

/** How many places of one text there are in another; an empty one stands before each code point and at the end. */
function placeCount(text: Known, sought: Known): Range {
  const bytes = textBytes(text);
  const each = textBytes(sought);
  if (each.max === 0) return plus(codePoints(text), exactly(1));
  return between(0, each.min === 0 ? bytes.max + 1 : Math.floor(bytes.max / each.min));
}

function replaceSurcharge(text: Known, from: Known, to: Known): Range {
  const [bytes, old, replacement] = [textBytes(text), textBytes(from), textBytes(to)];
  const places = placeCount(text, from);
  const made =
    isExact(bytes) && isExact(old) && isExact(replacement)
      ? hull(
          changed(bytes.max, places.min, old.max, replacement.max),
          changed(bytes.max, places.max, old.max, replacement.max),
        )
      : between(0, bytes.max + times(places, replacement).max);
  return total([searchSurcharge(text, from), places, per(PRICES.MADE_BYTES, plus(replacement, made))]);
}

/** Bytes of a text in which so many places were replaced. */
function changed(bytes: number, places: number, old: number, replacement: number): Range {
  return exactly(bytes + places * (replacement - old));
}

/** Of `matches?` and its kin. */
export function patternSurcharge([pattern, text, to]: readonly Known[], name: BuiltinName): Range {
  const bytes = textBytes(text!);
  if (bytes.max === Infinity || pattern!.constant?.kind !== 'string') return between(bytes.min, Infinity);
  const parsed = parsePattern(pattern!.constant.value);
  if (parsed.kind === 'problem') return between(bytes.min, Infinity);
  const { groupCount } = parsed.pattern;
  const read = times(bytes, exactly(stepsPerByte(parsed.pattern)));
  // A match may be empty, before each code point and at the end.
  const matches = between(0, bytes.max + 1);
  switch (name) {
    case 'capture-pattern':
      return plus(read, exactly(groupCount));
    case 'capture-patterns':
      return plus(read, times(matches, exactly(1 + groupCount)));
    case 'split-pattern':
      return plus(read, between(1, bytes.max + 1));
    case 'replace-pattern':
      return plus(read, between(0, Math.ceil((bytes.max + times(matches, textBytes(to!)).max) / PRICES.MADE_BYTES)));
    case 'rewrite-pattern': {
      const template = to!.constant?.kind === 'string' ? parseTemplate(to!.constant.value, parsed.pattern) : null;
      if (template?.kind !== 'template') return plus(read, between(0, Infinity));
      // Of every match a part may take all of the text.
      const { parts } = template;
      const put = parts.reduce(
        (sum, part) => sum + (part.kind === 'text' ? Buffer.byteLength(part.text) : bytes.max),
        0,
      );
      const made = Math.ceil((bytes.max + times(matches, exactly(put)).max) / PRICES.MADE_BYTES);
      return total([read, times(matches, exactly(parts.length)), between(0, made)]);
    }
    default:
      return read;
  }
}

export function locateSurcharge(text: Known, phrase: Known, isReady: boolean): Range {
  return total([textBytes(text), textBytes(phrase), exactly(isReady ? 0 : PRICES.PHRASES_STEPS + PRICES.PHRASE_STEPS)]);
}

/** Of `locate-all`: which strings a collection has, and how many places they have, only the run finds. */
export function locateAllSurcharge(value: Known, phrases: Known, words: Known | undefined): Range {
  const searched = locateWordsSurcharge(value).min;
  const sought =
    phrases.kinds === STRING ? textBytes(phrases).min : phrases.kinds === VECTOR ? 1 + elementSizes(phrases).min : 0;
  return between(searched + sought + (words?.size.min ?? 0), Infinity);
}

/** Of `locate-words`: which words there are only the run finds. */
export function locateWordsSurcharge(value: Known): Range {
  return between(
    value.kinds === STRING ? textBytes(value).min : value.isOnly(VECTOR | MAP) ? value.size.min : 0,
    Infinity,
  );
}
