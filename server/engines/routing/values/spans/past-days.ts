// Past days: which year, or which week, a day belongs to that is named without it.
// In: the day to come that the words mean by a calendar, the words before it, and the caller's clock. Out: that day or the last such one,
// and whether either may be meant. Why: a day of last week that is sent as one of next year is a wrong call.

import type { Clock } from '../../../../services/routing/wire/clock.ts';
import { localMs } from '../../../../services/routing/wire/clock.ts';
import type { Moment } from './span.ts';

export const MONTHS =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';

/** The day of an instant, in UTC. */
export function momentOf(ms: number): { readonly year: number; readonly month: number; readonly day: number } {
  const date = new Date(ms);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

export function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/**
 * The last such day beside the next one. "1 to 7 September", said on the 18th: whether the last ones or the next ones are meant, nobody
 * says.
 */
export function farFrom(
  clock: Clock | null,
  moment: Moment,
  words: string,
): { far?: boolean; passed?: boolean; last?: Moment } {
  const { year, month, day } = moment;
  if (clock === null || year === undefined || month === undefined || day === undefined) return {};
  const last = lastOf(clock, moment, words);
  const found = last === null ? {} : { last };
  if (words.includes(String(year)) || !NAMED_MONTH.test(words)) return found;
  if (Date.UTC(year, month - 1, day) - clock.epochMs <= HALF_YEAR_MS) return found;
  const since = clock.epochMs - Date.UTC(year - 1, month - 1, day);
  return { ...found, far: true, ...(since <= LATELY_MS ? { passed: true } : {}) };
}

/** The last such day where the next one is to come; null where the words name no other. */
function lastOf(clock: Clock, { year = 0, month = 1, day = 1 }: Moment, words: string): Moment | null {
  const today = localMs(clock);
  if (Date.UTC(year, month - 1, day) <= today) return null;
  if (WEEKDAY.test(words)) {
    return momentOf(Date.UTC(year, month - 1, day - 7));
  }
  const isNamed = NAMED_MONTH.test(words) && !words.includes(String(year));
  return isNamed && isDay(year - 1, month, day) ? { year: year - 1, month, day } : null;
}

/**
 * "Since 1 March", "what were the sales of 1 March", "it arrived on 1 March": a day without its year, or of the week, that can only be over
 * is the last such day and not the next one.
 */
export function pastOf(
  clock: Clock | null,
  text: string,
  start: number,
  literal: string,
  moment: Moment | null,
): Moment | null {
  if (clock === null || moment?.year === undefined || moment.month === undefined || moment.day === undefined)
    return moment;
  return isOver(text, start) ? (lastOf(clock, moment, literal) ?? moment) : moment;
}

/** The words before a day say that it is over. */
export function isOver(text: string, start: number): boolean {
  const lead = /[^.?!\n]*$/u.exec(text.slice(Math.max(0, start - PAST_REACH), start))?.[0] ?? '';
  return [SINCE, PAST_TENSE, PAST_CLAUSE].some((pattern) => pattern.test(lead));
}

/** "October": for what is over the last one. Of the month that is not over yet nobody says whether all of it is meant. */
export function lastMonth(
  clock: Clock | null,
  text: string,
  start: number,
  literal: string,
): { month?: Moment; last?: Moment } {
  const month = MONTH_NAMES.indexOf(literal.toLowerCase());
  if (clock === null || month < 0) return {};
  const today = new Date(localMs(clock));
  if (month === today.getUTCMonth()) return {};
  const last = { year: today.getUTCFullYear() - (month < today.getUTCMonth() ? 0 : 1), month: month + 1 };
  return isOver(text, start) ? { month: { ...last, day: 1 } } : { last };
}

const MONTH_NAMES = 'january february march april may june july august september october november december'.split(' ');

const SINCE = /\bsince\s+(?:the\s+)?$/iu;
/** A question in the past tense, from its beginning. */
const PAST_TENSE = /^\s*(?:(?:what|which|who|where|when|how)(?:\s+\p{L}+){0,3}\s+)?(?:were|was|did)\s/iu;
/** What somebody did or what was done, right before the day; who planned or wanted something on a day had one in mind that was to come. */
const PAST_CLAUSE =
  /\b(?:i|we|he|she|it|they|you|which|that|who)\s+(?:(?:was|were|had|got)\s+)?(?!(?:need|want|plan|hop|wish|schedul|book|mov|postpon|arrang|expect|intend|reserv)\w*ed\b)(?:\p{L}+ed|came|went|made|paid|sent|took|sold|bought|began|ended|rang|wrote|saw|met|said|gave|left|fell|broke|lost|found)\s+(?:(?:it|them|him|her|in|out|up|back|here)\s+){0,2}(?:on\s+)?$/iu;
const WEEKDAY = /^(?:mon|tues|wednes|thurs|fri|satur|sun)day$/iu;
const PAST_REACH = 120;

const NAMED_MONTH = new RegExp(`(?<!\\p{L})${MONTHS}(?!\\p{L})`, 'iu');

const HALF_YEAR_MS = 183 * 86_400_000;
/** A day that is over for so long is rather meant than the one of next year. */
const LATELY_MS = 31 * 86_400_000;
