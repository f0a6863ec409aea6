// Soon: instants that are said from now on ("in two hours"), days that are said twice, and days of a month that was named before.
// In: a source and, when the caller gave one, a clock. Out: date spans with an instant or a day. Why: nothing but the request's clock says
// when "in two hours" is; "Monday, the 15th" is one day, where both say the same one; "3 May to the 6th" ends in May, or nowhere.

import type { Clock } from '../../../../services/routing/wire/clock.ts';
import { allMatches } from '../../text/all-matches.ts';
import { readWordNumber } from './numbers.ts';
import { isDay } from './past-days.ts';
import type { Source, Span } from './span.ts';
import { offsetOf } from './times.ts';

const SOON =
  /(?<![\p{L}\p{N}])in (\d{1,3}|an?|half an|one|two|three|four|five|six|eight|ten|twelve) (minutes?|mins?|hours?)(?:['’] time)?(?![\p{L}\p{N}])/giu;

/** "In two hours": an instant by the caller's clock. */
export function readSoon(source: Source, clock: Clock | null): Span[] {
  if (clock === null) return [];
  return allMatches(source.text, SOON).flatMap(({ 0: said, 1: count = '', 2: unit = '', index }): Span[] => {
    const amount = /^half/iu.test(count) ? 0.5 : /^an?$/iu.test(count) ? 1 : (readWordNumber(count) ?? Number(count));
    const minutes = Number(amount) * (/^h/iu.test(unit) ? 60 : 1);
    const local = new Date(clock.epochMs + (minutes + clock.offsetMinutes) * 60_000).toISOString();
    const detail = { instant: `${local.slice(0, 19)}${offsetOf(clock)}` };
    return [{ source, start: index, end: index + said.length, kind: 'date', by: 'date', value: said, detail }];
  });
}

/** "Next Monday (19 April)", "Friday, the 16th,": both name one day; where they differ they stay two. */
export function joinSameDays(source: Source, days: readonly Span[]): Span[] {
  const sorted = [...days].sort((a, b) => a.start - b.start);
  const joined: Span[] = [];
  for (const day of sorted) {
    const last = joined.at(-1);
    const between = last === undefined ? '' : source.text.slice(last.end, day.start);
    if (last === undefined || !/^(?:,? |,? ?\()(?:on )?(?:the )?$/u.test(between) || !isSameDay(last, day))
      joined.push(day);
    else {
      const end = between.includes('(') && source.text[day.end] === ')' ? day.end + 1 : day.end;
      joined[joined.length - 1] = { ...last, end, value: source.text.slice(last.start, end) };
    }
  }
  return joined;
}

function isSameDay({ detail: { moment: one } }: Span, { detail: { moment: other } }: Span): boolean {
  return one?.day !== undefined && one.day === other?.day && one.month === other.month && one.year === other.year;
}

/** "From 3 May to the 6th": of the month before it; "from 28 May to the 3rd" ends in the next one. Behind other words nothing says of which. */
export function readNths(source: Source, days: readonly Span[]): Span[] {
  return days.map((day) => {
    const nth = NTH.exec(source.text.slice(day.start, day.end))?.[1];
    const before = nth === undefined ? undefined : days.findLast(({ end }) => end <= day.start);
    const said = before === undefined ? '' : source.text.slice(before.start, before.end);
    if (nth === undefined || before === undefined || !/\p{L}{3}|\d[-/.]\d/u.test(said.replace(NTH, ''))) return day;
    const { moment } = before.detail;
    if (
      moment?.year === undefined ||
      moment.month === undefined ||
      !UP_TO.test(source.text.slice(before.end, day.start))
    )
      return { ...day, detail: {} };
    const next = Number(nth) <= (moment.day ?? 0) ? 1 : 0;
    const first = new Date(Date.UTC(moment.year, moment.month - 1 + next, 1));
    const own = { year: first.getUTCFullYear(), month: first.getUTCMonth() + 1, day: Number(nth) };
    return isDay(own.year, own.month, own.day)
      ? { ...day, detail: { ...before.detail, moment: own } }
      : { ...day, detail: {} };
  });
}

const NTH = /^the (\d{1,2})(?:st|nd|rd|th)$/iu;
/** What stands between the first day of a stretch and its last one. */
const UP_TO =
  /^(?:,? (?:and )?(?:to|until|till|through|(?:returning|return|coming back|back|leaving|ending|check(?:ing)?[- ]?out)(?: on| until| till)?)|\s?[-–]) $/iu;
