// Soon: instants that are said from now on ("in two hours"), and days that are said twice.
// In: a source and, when the caller gave one, a clock. Out: date spans with an instant. Why: nothing but the request's clock says when
// "in two hours" is; "Monday, the 15th" is one day, where both say the same one.

import type { Clock } from '../../../../services/routing/wire/clock.ts';
import { allMatches } from '../../text/all-matches.ts';
import { readWordNumber } from './numbers.ts';
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
