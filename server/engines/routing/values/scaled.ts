// Scaled: an amount said in one unit, for a parameter that counts in another one.
// In: a leaf and a number. Out: the amount in the parameter's unit; `inexact` where it is no whole number of it; null where nothing says
// that it is counted otherwise. Why: schemas count money in cents and time in milliseconds, and nobody says so. A minute has sixty
// seconds and a euro a hundred cents whoever counts; a month has no number of days, and bytes are counted in two ways.

import { JsonNumber } from '../../../../grammar/json.ts';
import { perLeaf } from '../tools/per-leaf.ts';
import type { Leaf, LeafType } from '../tools/tools.ts';
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
  const share = isMinor(leaf) ? { times: partsFor(leaf, span), parts: 1n } : shareOf(leaf, span);
  return share.times === null ? null : (scaledBy(span.value.text, share.times, share.parts, leaf.type) ?? 'inexact');
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

/** By how much an amount of the said unit of time counts in the parameter's; `times` null for the same unit and for none. */
function shareOf(leaf: Leaf, { detail }: Span): { readonly times: bigint | null; readonly parts: bigint } {
  const said = MILLISECONDS.get(detail.unit === 'min' ? 'minutes' : (detail.unit ?? ''));
  const wanted = said === undefined ? null : unitOf(leaf);
  return said === undefined || wanted === null || said === wanted
    ? { times: null, parts: 1n }
    : { times: said, parts: wanted };
}

/** The unit of time that the name ends with or the description counts in. */
export const unitOf: (leaf: Leaf) => bigint | null = perLeaf(({ nameWords, description }) => {
  const last = nameWords.at(-1) ?? '';
  // `hours` counts them; `s` and `day` alone are other things.
  const name =
    nameWords.length < 2 && !/^(?:seconds|minutes|hours|days|weeks)$/u.test(last) ? undefined : MILLISECONDS.get(last);
  const described = [
    ...description.matchAll(
      /\bin ((?:milli)?seconds|minutes|hours|days)\b|^(?:the )?number of (minutes|hours|days)\b/giu,
    ),
  ].map(([, counted, number]) => MILLISECONDS.get((counted ?? number ?? '').toLowerCase()));
  const units = new Set([...(name === undefined ? [] : [name]), ...described]);
  const [only, ...more] = units;
  return only === undefined || more.length > 0 ? null : only;
});

/** The amount where it is a whole number, or for a number one of few places; null elsewhere. */
export function scaledBy(text: string, times: bigint, parts: bigint, type: LeafType): JsonNumber | null {
  const [, whole = '', part = ''] = /^(\d{1,18})(?:\.(\d{1,18}))?$/u.exec(text) ?? [];
  if (whole === '') return null;
  const scale = 10n ** BigInt(part.length) * parts;
  const places = type === 'number' ? PLACES_MAX : 0;
  const product = BigInt(whole + part) * times * 10n ** BigInt(places);
  if (product % scale !== 0n) return null;
  const digits = String(product / scale).padStart(places + 1, '0');
  const fraction = places === 0 ? '' : digits.slice(-places).replace(/0+$/u, '');
  const own = places === 0 ? digits : digits.slice(0, -places);
  return new JsonNumber(fraction === '' ? own : `${own}.${fraction}`);
}

/** Quarters of an hour and tenths of a day have no more; a third of an hour has no end. */
const PLACES_MAX = 3;
