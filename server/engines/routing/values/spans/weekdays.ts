// Weekdays: days of the week that are over ("last Friday"), and those that end a stretch ("Tuesday till Friday").
// In: a source, its days and the request's clock. Out: the days, put right. Why: the parser reads each day as the next one to come.

import type { Clock } from '../../../../services/routing/wire/clock.ts';
import { localMs } from '../../../../services/routing/wire/clock.ts';
import { isOver, momentOf } from './past-days.ts';
import type { Moment, Source, Span } from './span.ts';

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** As `Date` numbers them. */
export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const LAST = /^(?:the |this )?(?:last|past) (\p{L}+day)$/iu;
const UP_TO = /^\s*(?:to|until|till|through|–|-)\s*$/iu;

/** Without a clock nothing is known of either. */
export function settleWeekdays(source: Source, days: readonly Span[], clock: Clock | null): readonly Span[] {
  if (clock === null) return days;
  const settled: Span[] = [];
  for (const day of days) {
    const weekday = WEEKDAYS.indexOf(LAST.exec(textOf(day))?.[1]?.toLowerCase() ?? '');
    const before = settled.at(-1);
    if (weekday >= 0) settled.push(lastOf(day, weekday, clock));
    else if (before !== undefined && isStretch(source, before, day))
      settled.splice(-1, 1, ...stretchOf(source, before, day));
    else settled.push(day);
  }
  return settled;
}

const textOf = ({ source, start, end }: Span): string => source.text.slice(start, end);

/** Of a week that is over. Said of a day of the running week it may be that one or the one before, and is none. */
function lastOf(day: Span, weekday: number, clock: Clock): Span {
  const now = localMs(clock);
  const today = new Date(now).getUTCDay();
  // Weeks begin on Monday.
  const since = (today + 6) % 7;
  const back = ((today - weekday + 6) % 7) + 1;
  return { ...day, detail: back <= since ? {} : { moment: momentOf(now - back * DAY_MS) } };
}

function isStretch({ text }: Source, before: Span, day: Span): boolean {
  if (![before, day].every((one) => WEEKDAYS.includes(textOf(one).toLowerCase()))) return false;
  const between = text.slice(before.end, day.start);
  return UP_TO.test(between) || (/^\s+and\s+$/iu.test(between) && /\bbetween\s+$/iu.test(text.slice(0, before.start)));
}

/** "How much did we sell from Friday to Monday": the last one, and else the one to come. */
function stretchOf({ text }: Source, from: Span, to: Span): readonly Span[] {
  const days = inOrder(from, to);
  return isOver(text, from.start) && days.every(({ detail }) => detail.last !== undefined)
    ? days.map(({ detail: { last, ...detail }, ...day }) => ({ ...day, detail: { ...detail, moment: last as Moment } }))
    : days;
}

/** The end of a stretch comes behind its beginning, of the stretch to come and of the last one. */
function inOrder(from: Span, to: Span): [Span, Span] {
  const [first, end] = [timeOf(from.detail.moment), timeOf(to.detail.moment)];
  const [last, lastEnd] = [timeOf(from.detail.last), timeOf(to.detail.last)];
  return [
    last === undefined || lastEnd === undefined || last < lastEnd
      ? from
      : { ...from, detail: { ...from.detail, last: momentOf(last - WEEK_MS) } },
    first === undefined || end === undefined || first < end
      ? to
      : { ...to, detail: { ...to.detail, moment: momentOf(end + WEEK_MS) } },
  ];
}

function timeOf(moment: Moment | undefined): number | undefined {
  const { year, month, day } = moment ?? {};
  return year === undefined || month === undefined || day === undefined ? undefined : Date.UTC(year, month - 1, day);
}
