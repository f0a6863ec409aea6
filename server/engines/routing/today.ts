// Today: the day that the user says it is.
// In: a conversation. Out: the same, with that day as its clock where the caller gave none, and without the words that say it.
// Why: "for tomorrow, today is 4 May 2027" says every day it needs. Who says what day it is asks for nothing, and the day is no value
// of its own. A day that contradicts the caller's clock, or its own weekday, is left where it stands, and asked about.

import type { Clock } from '../../services/routing/wire/clock.ts';
import { localMs } from '../../services/routing/wire/clock.ts';
import type { Conversation } from './conversation.ts';
import { blank } from './text/retracted.ts';
import { readDates } from './values/spans/dates.ts';
import type { Source } from './values/spans/span.ts';
import { WEEKDAYS } from './values/spans/weekdays.ts';

const SAYS = /(?<=^|[.!?;,\n(]\s*)(?:(?:and|also|note:?) )?today(?:['’]s date)?(?: is|['’]s)(?:,|:)? /giu;
const TODAY = /today/iu;
const WEEKDAY = new RegExp(`^(${WEEKDAYS.join('|')})(?:,? (?=\\P{L}|\\p{L}))?`, 'iu');

/** What was said of today, and where. */
interface Stated {
  readonly start: number;
  readonly end: number;
  readonly weekday: string | null;
  readonly day: Clock | null;
}

export function withStatedDay(conversation: Conversation): Conversation {
  const [current = [], ...before] = conversation.turns;
  const stated = current.map(readStated);
  const said = stated.filter((one) => one !== null);
  const [only] = said;
  if (only === undefined || said.length > 1) return conversation;
  const now = conversation.now ?? only.day;
  if (!agrees(only, now)) return conversation;
  const turn = current.map((source, at): Source => {
    const place = stated[at];
    return place === null || place === undefined ? source : { ...source, text: without(source.text, place) };
  });
  return { ...conversation, turns: [turn, ...before], now };
}

/** One clause that says the day and nothing else; null without one. */
function readStated(source: Source): Stated | null {
  const { text } = source;
  if (!TODAY.test(text)) return null;
  const [match, more] = [...text.matchAll(SAYS)];
  if (match === undefined || more !== undefined) return null;
  const start = match.index;
  let from = start + match[0].length;
  const named = WEEKDAY.exec(text.slice(from));
  from += named?.[0].length ?? 0;
  const date = readDates(source, null).find((span) => span.kind === 'date' && span.end > from && span.start <= from);
  const end = date?.end ?? from;
  const weekday = named?.[1]?.toLowerCase() ?? null;
  const ends = /^\s*(?:$|[.!;,)\n])/u.test(text.slice(end));
  const { year, month, day } = date?.detail.moment ?? {};
  if (!ends || (date === undefined && weekday === null)) return null;
  if (date === undefined) return { start, end, weekday, day: null };
  return year === undefined || month === undefined || day === undefined
    ? null
    : { start, end, weekday, day: { epochMs: Date.UTC(year, month - 1, day, NOON), offsetMinutes: 0 } };
}

const NOON = 12;
const DAY_MS = 86_400_000;

/** The weekday is that of the day, and the day the clock's. */
function agrees({ weekday, day }: Stated, now: Clock | null): boolean {
  const known = day ?? now;
  const dayOf = (clock: Clock): number => Math.floor(localMs(clock) / DAY_MS);
  if (now !== null && day !== null && dayOf(now) !== dayOf(day)) return false;
  if (known === null || weekday === null) return true;
  return new Date(dayOf(known) * DAY_MS).getUTCDay() === WEEKDAYS.indexOf(weekday);
}

function without(text: string, { start, end }: Stated): string {
  return text.slice(0, start) + blank(text.slice(start, end)) + text.slice(end);
}
