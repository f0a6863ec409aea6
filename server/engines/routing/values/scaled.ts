// Scaled: an amount said in one unit, for a parameter that counts in a smaller one.
// In: a leaf and a number. Out: the amount in the parameter's unit; `inexact` where it is no whole number of it; null where nothing says
// that it is counted otherwise. Why: schemas count money in cents and time in milliseconds, and nobody says so. A minute has sixty
// seconds and a euro a hundred cents whoever counts; a month has no number of days, and bytes are counted in two ways.

import { JsonNumber } from '../../../../grammar/json.ts';
import type { Leaf } from '../tools/tools.ts';
import { readMeasures } from './spans/measures.ts';
import type { Span } from './spans/span.ts';

/** Milliseconds, by the words for units of time. */
const MILLISECONDS: ReadonlyMap<string, bigint> = new Map(
  (
    [
      [1n, 'ms msec millis millisecond milliseconds'],
      [1_000n, 's sec secs second seconds'],
      [60_000n, 'mins minute minutes'],
      [3_600_000n, 'h hr hrs hour hours'],
      [86_400_000n, 'day days'],
      [604_800_000n, 'week weeks'],
    ] as const
  ).flatMap(([length, words]) => words.split(' ').map((word): [string, bigint] => [word, length])),
);

/** Currencies without a smaller unit, and those of a thousand (ISO 4217, list one); all others have a hundred. */
const WHOLE: ReadonlySet<string> = new Set('JPY KRW VND CLP ISK'.split(' '));
const THOUSANDS: ReadonlySet<string> = new Set('KWD BHD OMR JOD'.split(' '));

export function scaledFor(leaf: Leaf, span: Span): JsonNumber | 'inexact' | null {
  if (!(span.value instanceof JsonNumber) || (leaf.type !== 'integer' && leaf.type !== 'number')) return null;
  const factor = isMinor(leaf) ? partsFor(leaf, span) : timesOf(leaf, span);
  return factor === null ? null : (multiplied(span.value.text, factor) ?? 'inexact');
}

/** The words of ISO 4217. "In cents" alone does not say of which currency. */
const SMALLEST = /\b(?:smallest (?:currency )?units?|minor (?:currency )?units?)\b/iu;

/** It counts cents, or whatever the smallest unit of the currency is. */
export function isMinor({ nameWords, description }: Leaf): boolean {
  return nameWords.includes('cents') || SMALLEST.test(description);
}

/** A yen has no cents. */
function partsFor(leaf: Leaf, span: Span): bigint | null {
  const parts = partsOf(span);
  return leaf.nameWords.includes('cents') && parts !== 100n ? null : parts;
}

/** How many parts the unit of the currency beside the number has; null where none stands there, or the words leave it open. */
function partsOf({ source, start, end }: Span): bigint | null {
  const { text } = source;
  const beside = readMeasures(source, 'currency').find(
    (one) =>
      (one.end <= start && /^ ?$/u.test(text.slice(one.end, start))) ||
      (one.start >= end && /^ ?$/u.test(text.slice(end, one.start))),
  );
  const parts = new Set(beside?.codes.map((code) => (WHOLE.has(code) ? 1n : THOUSANDS.has(code) ? 1_000n : 100n)));
  const [only, ...more] = parts;
  return only === undefined || more.length > 0 ? null : only;
}

export function isTimeUnit(word: string): boolean {
  return word === 'min' || MILLISECONDS.has(word);
}

/** How many of the parameter's unit of time the said one has; null for the same unit, a smaller one, and none. */
function timesOf(leaf: Leaf, { detail }: Span): bigint | null {
  const said = MILLISECONDS.get(detail.unit === 'min' ? 'minutes' : (detail.unit ?? ''));
  const wanted = said === undefined ? null : unitOf(leaf);
  return said === undefined || wanted === null || said <= wanted ? null : said / wanted;
}

/** The unit of time that the name ends with or the description counts in. */
export function unitOf({ nameWords, description }: Leaf): bigint | null {
  const name = nameWords.length < 2 ? undefined : MILLISECONDS.get(nameWords.at(-1) ?? '');
  const described = [
    ...description.matchAll(
      /\bin ((?:milli)?seconds|minutes|hours|days)\b|^(?:the )?number of (minutes|hours|days)\b/giu,
    ),
  ].map(([, counted, number]) => MILLISECONDS.get((counted ?? number ?? '').toLowerCase()));
  const units = new Set([...(name === undefined ? [] : [name]), ...described]);
  const [only, ...more] = units;
  return only === undefined || more.length > 0 ? null : only;
}

/** The product where it is a whole number. */
function multiplied(text: string, factor: bigint): JsonNumber | null {
  const [, whole = '', part = ''] = /^(\d{1,18})(?:\.(\d{1,18}))?$/u.exec(text) ?? [];
  if (whole === '') return null;
  const product = BigInt(whole + part) * factor;
  const scale = 10n ** BigInt(part.length);
  return product % scale === 0n ? new JsonNumber(String(product / scale)) : null;
}
