// Times: hours of the day, the zone they are said in, and days joined to them.
// In: a source, its days and, when the caller gave one, a clock. Out: time spans, and instants where day, hour and offset are known.
// Why: RFC 3339 wants an offset. One that is said goes before the caller's clock; a zone that is not understood gives no instant.

import type { Clock } from '../../../../services/routing/wire/clock.ts';
import { localMs } from '../../../../services/routing/wire/clock.ts';
import { allMatches } from '../../text/all-matches.ts';
import { UP_TO_TWELVE } from '../../text/units.ts';
import { MONTHS } from './past-days.ts';
import type { Moment, Source, Span } from './span.ts';

const HOUR = '(?:1[0-2]|0?[1-9]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)';
const TIMES: readonly RegExp[] = [
  new RegExp(
    `(?<![\\p{L}\\p{N}:])(?<fraction>half past|quarter past|quarter to|half)\\s+(?<hour>${HOUR})(?:\\s*(?<half>am|pm|a\\.m\\.?|p\\.m\\.?|in the (?:morning|afternoon|evening)|at night))?(?![\\p{L}\\p{N}])`,
    'giu',
  ),
  /(?<![\p{L}\p{N}:.$€£-])(?<hour>[01]?\d|2[0-3]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:[:.](?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?)?\s*(?<half>am\b|pm\b|a\.m\.?|p\.m\.?|o['’]?clock(?:\s+in the (?:morning|afternoon|evening))?|in the (?:morning|afternoon|evening)\b|at night\b)/giu,
  /(?<![\p{L}\p{N}:.])(?<hour>[01]?\d|2[0-3]):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?(?!\p{N}|:\S)/gu,
  /(?<![\p{L}\p{N}])(?<word>noon|midnight|midday)(?![\p{L}\p{N}])/giu,
];
const NAMED_HOURS = new Map([
  ['noon', 12],
  ['midday', 12],
  ['midnight', 0],
]);

const MONTH_BEFORE = /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\p{L}* $/iu;

export function readTimes(source: Source): Span[] {
  const found: Span[] = [];
  for (const pattern of TIMES) {
    for (const match of allMatches(source.text, pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (found.some((span) => span.start < end && span.end > start)) continue;
      // "June 3 in the morning" is a day.
      if (/^\d+ (?:in|at) /u.test(match[0]) && MONTH_BEFORE.test(source.text.slice(Math.max(0, start - 12), start)))
        continue;
      // An ISO date-time keeps its time in the date's own span only when asked for together; here the time stands alone.
      const moment = timeOf(match.groups ?? {});
      found.push({
        source,
        start,
        end,
        kind: 'time',
        by: 'time',
        value: match[0],
        detail: moment === null ? {} : { moment },
      });
    }
  }
  return [...found, ...readBareEnds(source, found)];
}

const BARE_FIRST =
  /(?:^|[,;(]\s*|(?<![\p{L}\p{N}])(?:from|between|at|today|tomorrow|tonight|\p{L}+day|mon|tue|wed|thu|fri|sat|sun|\d(?:st|nd|rd|th)?),?\s+)(\d{1,2})(\s*(?:-|–)\s*|\s+(?:to|until|till|and)\s+)$/iu;
const BARE_LAST =
  /^(\s*(?:-|–)\s*|\s+(?:to|until|till|and)\s+)(\d{1,2})(?=\s*(?:$|[,;!?)]|\.(?:\s|$))|\s+(?:on|in|at|for|with|today|tomorrow|tonight|this|next|please|and|\p{L}+day)(?!\p{L}))/iu;
const BARE_REACH = 40;

/** "Between 1 and 4pm", "from 10 to 11:30", "9am to 5": the hour at one end of a stretch whose other end says what it is. */
function readBareEnds(source: Source, times: readonly Span[]): Span[] {
  const { text } = source;
  return times.flatMap((time): Span[] => {
    const known = time.detail.moment;
    if (known?.hour === undefined) return [];
    const before = BARE_FIRST.exec(text.slice(Math.max(0, time.start - BARE_REACH), time.start));
    const behind = BARE_LAST.exec(text.slice(time.end, time.end + BARE_REACH));
    const isBetween = (lead: number): boolean => /\bbetween\s+$/iu.test(text.slice(0, lead));
    const spans: Span[] = [];
    const add = (start: number, said: string, moment: Moment | null): void => {
      const place = { source, start, end: start + said.length };
      if (moment !== null && !times.some((one) => one.start < place.end && one.end > place.start))
        spans.push({ ...place, kind: 'time', by: 'time', value: said, detail: { moment } });
    };
    if (before !== null) {
      const [, said = '', joint = ''] = before;
      const start = time.start - joint.length - said.length;
      // Only "between" makes a stretch of "1 and 4 pm".
      if (!/and/iu.test(joint) || isBetween(start)) add(start, said, endBefore(Number(said), time));
    }
    if (behind !== null) {
      const [, joint = '', said = ''] = behind;
      if (!/and/iu.test(joint) || isBetween(time.start))
        add(time.end + joint.length, said, endBehind(Number(said), time));
    }
    return spans;
  });
}

const HALF_DAY = 12;
const saysHalf = ({ source, start, end }: Span): boolean =>
  /[ap]\.?m\b|noon|midday/iu.test(source.text.slice(start, end));

/** The hour that comes before one that is known: in the same half of the day if it can. */
function endBefore(hour: number, last: Span): Moment | null {
  const known = last.detail.moment?.hour ?? 0;
  const end = known * 60 + (last.detail.moment?.minute ?? 0);
  if (!saysHalf(last)) return hour * 60 < end && known >= EARLIEST ? { hour, minute: 0, second: 0 } : null;
  if (hour < 1 || hour > HALF_DAY) return null;
  const isLate = known >= HALF_DAY;
  const same = (hour % HALF_DAY) + (isLate ? HALF_DAY : 0);
  const found = same * 60 < end ? same : isLate ? hour % HALF_DAY : null;
  return found === null ? null : { hour: found, minute: 0, second: 0 };
}

/** The hour that comes behind one that is known. */
function endBehind(hour: number, first: Span): Moment | null {
  const known = first.detail.moment?.hour ?? 0;
  const begin = known * 60 + (first.detail.moment?.minute ?? 0);
  if (!saysHalf(first))
    return hour * 60 > begin && hour < 24 && known >= EARLIEST ? { hour, minute: 0, second: 0 } : null;
  if (hour < 1 || hour > HALF_DAY) return null;
  const same = (hour % HALF_DAY) + (known >= HALF_DAY ? HALF_DAY : 0);
  const found = same * 60 > begin ? same : known < HALF_DAY ? (hour % HALF_DAY) + HALF_DAY : null;
  return found === null ? null : { hour: found, minute: 0, second: 0 };
}

/** "2 to 3:30" is hardly said of the night. */
const EARLIEST = 7;

function timeOf(groups: Record<string, string | undefined>): Moment | null {
  if (groups['word'] !== undefined)
    return { hour: NAMED_HOURS.get(groups['word'].toLowerCase()) ?? 0, minute: 0, second: 0 };
  const said = groups['hour']?.toLowerCase() ?? '';
  let hour = UP_TO_TWELVE.get(said) ?? Number(said);
  let minute = Number(groups['minute'] ?? '0');
  const half = groups['half']?.toLowerCase().replaceAll('.', '') ?? '';
  const twelve = /^p|afternoon|evening|night/u.test(half) ? 'pm' : /^a|morning/u.test(half) ? 'am' : null;
  // "at 7 o'clock" and "half past 7" leave open which half of the day is meant.
  if (twelve === null && (groups['minute'] === undefined || groups['fraction'] !== undefined)) return null;
  if (twelve !== null && hour > 12) return { hour, minute, second: 0 };
  if (twelve === 'pm' && hour < 12) hour += 12;
  if (twelve === 'am' && hour === 12) hour = 0;
  if (groups['fraction'] !== undefined) {
    if (/^half/iu.test(groups['fraction'])) minute = 30;
    else if (/past/iu.test(groups['fraction'])) minute = 15;
    else {
      minute = 45;
      hour = (hour + 23) % 24;
    }
  }
  return { hour, minute, second: Number(groups['second'] ?? '0') };
}

/** The offset that the text names for all its hours, null for none, or `unknown` for a zone that has no one offset. */
function zoneOf(source: Source, times: readonly Span[]): string | null {
  const zones = new Set(times.flatMap(({ end }) => zoneAt(source.text, end)?.offset ?? []));
  const [zone] = zones;
  return zone === undefined ? null : zones.size > 1 ? UNKNOWN : zone;
}

const UNKNOWN = 'unknown';

/** "14:00 UTC", "14:00+02:00", "2 pm Berlin time". */
function zoneAt(text: string, at: number): { readonly offset: string; readonly length: number } | null {
  const rest = text.slice(at, at + 40);
  const utc = /^ ?(?:UTC|GMT|Z)(?: ?([+-]\d{1,2})(?::?(\d{2}))?)?(?![\p{L}\p{N}])/u.exec(rest);
  const plain = isRange(text, at) ? null : /^ ?([+-](?:0\d|1[0-4])):?([03]0|[14]5)(?![\p{L}\p{N}])/u.exec(rest);
  const [whole, hours, minutes = '00'] = plain ?? utc ?? [];
  if (whole !== undefined) {
    const offset = hours === undefined ? 'Z' : `${hours.slice(0, 1)}${hours.slice(1).padStart(2, '0')}:${minutes}`;
    return { offset: /^[+-]00:00$/u.test(offset) ? 'Z' : offset, length: whole.length };
  }
  const other =
    /^ (?:\(?(?:[A-Z]{1,3}[SD]?T|[A-Z]{3,4}T|ET|CT|MT|PT|CES?T|BST|IST)\)?|(?:\p{Lu}\p{L}+ ){1,2}time|local time|\p{L}+ time)(?![\p{L}\p{N}])/u.exec(
      rest,
    );
  return other === null ? null : { offset: UNKNOWN, length: other[0].length };
}

/** "14:00-15:30": the hour behind the hyphen is later, and no offset. */
function isRange(text: string, at: number): boolean {
  const first = /(\d{1,2}:\d{2})$/u.exec(text.slice(Math.max(0, at - 5), at))?.[1];
  const second = /^-(\d{2}:\d{2})(?!\d)/u.exec(text.slice(at, at + 7))?.[1];
  return first !== undefined && second !== undefined && first.padStart(5, '0') < second;
}

/**
 * "Tomorrow at 3.40 pm", "14:00 on 5 May 2027", "Friday from 9 am to 11 am": a day and an hour are an instant where the text names the
 * offset, or the caller's clock has one. "From 9 am to 5 pm": both are hours of that day.
 */
export function joinTimes(source: Source, days: readonly Span[], times: readonly Span[], clock: Clock | null): Span[] {
  const zone = zoneOf(source, times) ?? (clock === null ? null : offsetOf(clock));
  if (zone === null || zone === UNKNOWN) return [];
  return days.flatMap((day) => {
    const opening = times.find((time) => isJoined(source, day, time, times));
    if (opening === undefined) return [];
    const closing = closingOf(source, opening, times);
    const start = Math.min(day.start, opening.start);
    const end = Math.max(day.end, opening.end + (zoneAt(source.text, opening.end)?.length ?? 0));
    const first = instantOf(day, opening, zone);
    if (first === null) return [];
    const span = (from: number, to: number, instant: string): Span => ({
      source,
      start: from,
      end: to,
      kind: 'date',
      by: 'date',
      value: source.text.slice(from, to),
      detail: {
        instant,
        ...(day.detail.far === true ? { far: true } : {}),
        ...(day.detail.passed === true ? { passed: true } : {}),
        ...(isGone(day, instant, clock) ? { gone: true } : {}),
        ...(day.detail.last === undefined ? {} : { last: day.detail.last }),
      },
    });
    const last = closing === undefined ? null : instantOf(day, closing, zone);
    // Where the hours stand before their day, the day belongs to the closing one.
    if (closing === undefined || last === null) return [span(start, end, first)];
    // Past midnight it would be another day.
    if (last < first) return [];
    const closingEnd = closing.end + (zoneAt(source.text, closing.end)?.length ?? 0);
    return day.start > closing.start
      ? [span(opening.start, opening.end, first), span(closing.start, day.end, last)]
      : [span(start, opening.end, first), span(closing.start, closingEnd, last)];
  });
}

/** Words for days and for what comes again: with one of them an hour is not simply today's. */
const OTHER_DAY = new RegExp(
  `\\b(?:${MONTHS}|\\p{L}+days?|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|days?|nights?|mornings?|evenings?|weeks?|weekends?|months?|years?|tomorrow|yesterday|tonight|every|each|daily|nightly|weekly|monthly|hourly|later|\\d+(?:st|nd|rd|th))\\b|\\d[./-]\\d`,
  'iu',
);

/** "Until 4 pm", "from 2 to 3 pm": an hour for which no day is said is one of today. One hour, or one stretch. */
export function joinToday(source: Source, times: readonly Span[], clock: Clock | null): Span[] {
  const [first, second, ...more] = times
    .filter(({ detail }) => detail.moment !== undefined)
    .sort((a, b) => a.start - b.start);
  if (clock === null || first === undefined || more.length > 0 || first.source.age > 0) return [];
  if (second !== undefined && closingOf(source, first, times) !== second) return [];
  const others = times.reduce(
    (text, { start, end }) => text.slice(0, start) + ' '.repeat(end - start) + text.slice(end),
    source.text,
  );
  if (OTHER_DAY.test(others)) return [];
  const today = new Date(localMs(clock));
  const moment = { year: today.getUTCFullYear(), month: today.getUTCMonth() + 1, day: today.getUTCDate() };
  const zone = zoneOf(source, times) ?? offsetOf(clock);
  if (zone === UNKNOWN) return [];
  return [first, second].flatMap((time): Span[] => {
    if (time === undefined) return [];
    const { start } = time;
    const end = time.end + (zoneAt(source.text, time.end)?.length ?? 0);
    const day: Span = {
      source,
      start,
      end,
      kind: 'date',
      by: 'date',
      value: source.text.slice(start, end),
      detail: { moment },
    };
    const instant = instantOf(day, time, zone);
    return instant === null
      ? []
      : [{ ...day, detail: { instant, today: true, ...(isGone(day, instant, clock) ? { gone: true } : {}) } }];
  });
}

/** "Today at 8:00", said at ten, or "tonight at 2 am", which is of the day that follows. */
function isGone(day: Span, instant: string, clock: Clock | null): boolean {
  if (clock === null) return false;
  const { year = 0, month = 1, day: date = 1 } = day.detail.moment ?? {};
  const isToday = Math.floor(localMs(clock) / DAY_MS) * DAY_MS === Date.UTC(year, month - 1, date);
  if (isToday && Date.parse(instant) < clock.epochMs) return true;
  const { text } = day.source;
  return (
    Number(instant.slice(HOUR_AT, HOUR_AT + 2)) < MORNING && NIGHT.test(text.slice(day.start, day.end + NIGHT_REACH))
  );
}

const DAY_MS = 86_400_000;
const HOUR_AT = 'YYYY-MM-DDT'.length;
/** Hours before this one are of the night before it. */
const MORNING = 6;
const NIGHT = /^tonight\b|\bnight\b/iu;
const NIGHT_REACH = ' night'.length;

const shown = (value: number, length = 2): string => String(value).padStart(length, '0');

/** As RFC 3339 writes it. */
export function offsetOf({ offsetMinutes }: Clock): string {
  const size = Math.abs(offsetMinutes);
  return offsetMinutes === 0
    ? 'Z'
    : `${offsetMinutes < 0 ? '-' : '+'}${shown(Math.floor(size / 60))}:${shown(size % 60)}`;
}

function instantOf(day: Span, time: Span, zone: string): string | null {
  const { year, month, day: date } = day.detail.moment ?? {};
  const { hour, minute = 0, second = 0 } = time.detail.moment ?? {};
  if (year === undefined || month === undefined || date === undefined || hour === undefined) return null;
  return `${shown(year, 4)}-${shown(month)}-${shown(date)}T${shown(hour)}:${shown(minute)}:${shown(second)}${zone}`;
}

/** The hour at which a stretch ends that begins with this one. */
function closingOf(source: Source, opening: Span, times: readonly Span[]): Span | undefined {
  return times.find((time) => {
    if (time.start <= opening.end) return false;
    const from = opening.end + (zoneAt(source.text, opening.end)?.length ?? 0);
    return /^\s*(?:to|until|till|through|and|-|–)\s*$/iu.test(source.text.slice(from, time.start));
  });
}

function isJoined(source: Source, day: Span, time: Span, times: readonly Span[]): boolean {
  if (day.start < time.start) return day.end <= time.start && JOINT.test(source.text.slice(day.end, time.start));
  const last = closingOf(source, time, times) ?? time;
  const from = last.end + (zoneAt(source.text, last.end)?.length ?? 0);
  return last.end <= day.start && JOINT.test(source.text.slice(from, day.start));
}

const JOINT = /^\s*,?\s*(?:at|on|from|between|starting(?: at)?|@|,)?\s*$/iu;
