// Durations: how long something is, where a schema writes that as a text or counts it in one unit.
// In: a leaf and the context. Out: readings. Why: people say "an hour and a half" and "2 minutes 15 seconds" where a schema wants `01:30:00`,
// `PT1H30M`, `90m` or 135000. The form is the schema's own; only what is as long is written in it.

import { allMatches } from '../../text/all-matches.ts';
import { UP_TO_TWELVE } from '../../text/units.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Context } from '../context.ts';
import { cueFor } from '../cues.ts';
import { matchesIn } from '../matches.ts';
import { scaledBy, unitOf } from '../scaled.ts';
import { shapeOf } from '../shapes.ts';
import type { Source } from '../spans/span.ts';
import type { Reading, TextRule } from './rule.ts';

const SMALL = [...UP_TO_TWELVE.keys()].join('|');
const COUNT = `(?:\\d{1,2}|${SMALL}) and a half|\\d{1,5}|${SMALL}|an?|half an?`;
const PART = `(?:${COUNT})[ -]?(?:seconds?|secs?|minutes?|mins?|hours?|hrs?|h|s)(?: and a half)?`;
const SAID = new RegExp(
  `(?<![\\p{L}\\p{N}.,:-])${PART}(?:(?:,? and |, | ?)(?:\\d{1,2}|${SMALL}) ?(?:seconds?|secs?|minutes?|mins?|m|s))*(?![\\p{L}\\p{N}])`,
  'giu',
);
const EACH = new RegExp(`(${COUNT})[ -]?(sec|min|h|m|s)\\p{L}*( and a half)?`, 'giu');

/** When, how often or about how long: nothing that is as long as it says. */
const BEFORE_OTHER =
  /\b(?:in|within|after|before|every|each|by|about|around|roughly|nearly|almost|over|under|at least|at most|more than|less than|until|till|not|or|last|past|previous|next)\s+(?:the )?$/iu;
const BEHIND_OTHER = /^\s+(?:before|after|earlier|later|late|early|ago|from now|or|each|per)\b/iu;

interface Duration {
  readonly seconds: number;
  readonly start: number;
  readonly end: number;
  readonly parts: number;
}

/** Seconds of the one duration of a text; null where it says none, or several. */
function durationIn(source: Source): Duration | null {
  const { text } = source;
  const [only, ...more] = matchesIn(source, SAID);
  if (only === undefined || more.length > 0) return null;
  const [start, end] = [only.index, only.index + only[0].length];
  if (BEFORE_OTHER.test(text.slice(Math.max(0, start - 24), start)) || BEHIND_OTHER.test(text.slice(end, end + 16)))
    return null;
  const parts = allMatches(only[0], EACH);
  const seconds = parts.reduce((sum, [, count = '', unit = '', half]) => {
    const amount = amountOf(count.toLowerCase()) + (half === undefined ? 0 : 0.5);
    return sum + amount * (/^h/iu.test(unit) ? 3600 : /^m/iu.test(unit) ? 60 : 1);
  }, 0);
  return Number.isInteger(seconds) && seconds > 0
    ? { seconds, start, end, parts: parts.length + (/half|\ban? /iu.test(only[0]) ? 1 : 0) }
    : null;
}

function amountOf(count: string): number {
  const whole = / and a half$/u.test(count) ? count.slice(0, -' and a half'.length) : null;
  if (whole !== null) return amountOf(whole) + 0.5;
  if (/^half/u.test(count)) return 0.5;
  if (/^an?$/u.test(count)) return 1;
  return UP_TO_TWELVE.get(count) ?? Number(count);
}

/** The duration as the schema writes it; null where it says no form of one. */
function written(seconds: number, leaf: Leaf): string | null {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (value: number): string => String(value).padStart(2, '0');
  const iso = `PT${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${rest > 0 ? `${rest}S` : ''}`;
  const shape = shapeOf(leaf.schema);
  const isFree = shape === null || shape.matches('Some words');
  if (
    leaf.format === 'duration' ||
    (/\bISO[ -]?8601\b/iu.test(leaf.description) && /\bduration\b/iu.test(leaf.description))
  )
    return isFree || shape.matches(iso) ? iso : null;
  const clock = `${two(hours)}:${two(minutes)}:${two(rest)}`;
  if (/\bHH:MM:SS\b/iu.test(leaf.description)) return hours < 100 && (isFree || shape.matches(clock)) ? clock : null;
  // What takes any word takes "45m" as well.
  if (isFree || shape.matches('word') || !shape.matches('1h') || !shape.matches('45m')) return null;
  const short = rest > 0 ? `${seconds}s` : minutes > 0 ? `${hours * 60 + minutes}m` : `${hours}h`;
  return shape.matches(short) ? short : null;
}

function matchWritten(leaf: Leaf, at: number, context: Context): Reading[] {
  if (leaf.type !== 'string' || leaf.enumValues.length > 0) return [];
  return context.sources.flatMap((source): Reading[] => {
    const said = durationIn(source);
    // "2h 30m", where the pattern has both parts.
    const typed = said === null || said.parts < 2 ? '' : source.text.slice(said.start, said.end);
    const shape = shapeOf(leaf.schema);
    if (said !== null && shape !== null && /^\d+\p{L}/u.test(typed) && !shape.matches('word') && shape.matches(typed))
      return [{ value: typed, places: [{ source, start: said.start, end: said.end }], more: 1 }];
    const value = said === null ? null : written(said.seconds, leaf);
    if (said === null || value === null) return [];
    const place = { source, start: said.start, end: said.end };
    return [{ value, by: 'duration', places: [place], more: Math.max(0, cueFor(leaf, at, place, context)) }];
  });
}

function matchCounted(leaf: Leaf, _at: number, context: Context): Reading[] {
  const unit = leaf.type === 'integer' || leaf.type === 'number' ? unitOf(leaf) : null;
  if (unit === null) return [];
  return context.sources.flatMap((source): Reading[] => {
    const said = durationIn(source);
    // One number with its unit is read as a number.
    if (said === null || said.parts < 2) return [];
    const value = scaledBy(String(said.seconds), 1000n, unit, leaf.type);
    if (value === null) return [];
    return [
      {
        value,
        by: 'duration',
        places: [{ source, start: said.start, end: said.end }],
      },
    ];
  });
}

export const DURATIONS: readonly TextRule[] = [
  {
    name: 'written-duration',
    reads: 'how long something is, for a parameter that writes it as HH:MM:SS, as ISO 8601 or as 90m',
    matches: matchWritten,
    types: ['string'],
    listed: false,
    strength: 2.6,
    firm: true,
    why: 'The schema says how a length is written, and the words say how long.',
    takes: { soak: { type: 'string', description: 'How long to soak, HH:MM:SS' } },
    case: ['Wash the shelf for 12 minutes', '00:12:00'],
    counterCase: 'Wash the shelf in 12 minutes',
  },
  {
    name: 'counted-duration',
    reads: 'a length said in several parts or with a half, for a number of one unit',
    matches: matchCounted,
    types: ['integer', 'number'],
    strength: 2.8,
    firm: true,
    why: 'An hour and a half is ninety minutes.',
    takes: { soak_minutes: { type: 'integer' } },
    case: ['Wash the shelf for an hour and a half', 90],
    counterCase: 'Wash the shelf an hour and a half before noon',
  },
];
