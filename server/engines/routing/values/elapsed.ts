// Elapsed: days without a year, for a tool that tells or puts down what is over.
// In: spans and a tool. Out: the spans, with the last such day where the next one was read, or as unsure. Why: "charges from 1 to 10
// November", said on the 24th, are those of this year, and nobody says "did"; the tool that lists what was charged says it.

import { perTool } from '../tools/per-leaf.ts';
import type { Tool } from '../tools/tools.ts';
import { wantOf } from '../tools/wants.ts';
import type { Moment, Span } from './spans/span.ts';

/** Words that say of a thing itself that it is over. Written for this project, as the next. */
const PAST: readonly string[] = ['history', 'historical', 'past', 'recorded', 'statistics', 'stats', 'completed'];
/** Words of tools for what has been, in their names, their descriptions or the names of their parameters. */
const OVER: ReadonlySet<string> = new Set([
  ...PAST,
  ...'used usage spent sold sales charges transactions payments payouts earned earnings worked received happened occurred consumed consumption created issued posted paid sent logged revenue'.split(
    ' ',
  ),
]);
/** Words for what may be to come. */
const TO_COME: ReadonlySet<string> = new Set(
  'due upcoming scheduled future forecast planned planning next deadline expiry expires availability available'.split(
    ' ',
  ),
);

/** Things that are mostly asked about before they take place. */
const AHEAD: ReadonlySet<string> = new Set(
  (
    'event events meeting meetings appointment appointments calendar agenda booking bookings reservation reservations flight flights train ' +
    'trains trip trips journey weather free vacant slot slots table tables room rooms hotel hotels stay stays shift shifts rota roster ' +
    'schedule schedules timetable task tasks todo todos reminder reminders delivery deliveries holiday holidays lesson lessons class classes ' +
    'course courses concert concerts show shows match matches fixture fixtures departure departures arrival arrivals depart duty menu'
  ).split(' '),
);
/** Acts that put down what is over. */
const RECORDING: ReadonlySet<string> = new Set('log logs record records track tracks'.split(' '));
/** What is recorded while it runs, and can be planned. */
const RECORDED: ReadonlySet<string> = new Set(
  'show shows program programme broadcast screen video audio tv channel call meeting podcast stream session'.split(' '),
);
/** Names of days on which something was done. */
const DONE: ReadonlySet<string> = new Set(
  'paid spent visited received collected occurred happened worked purchased bought sold measured taken incurred'.split(
    ' ',
  ),
);

type Tense = 'over' | 'ahead' | 'either';

/** What the tool says of its days. Who acts plans, unless the tool puts down what is over. */
const tenseOf: (tool: Tool) => Tense = perTool(({ acting, nameWords, descriptionWords, leaves }) => {
  // The `class` of an absence is no lesson.
  const named = leaves.flatMap((leaf) => leaf.nameWords.filter((word) => word !== 'class'));
  const said = [...nameWords, ...descriptionWords, ...named];
  const isToCome = said.some((word) => TO_COME.has(word));
  if (!acting) {
    const isOver = said.some((word) => OVER.has(word));
    const isAhead = said.some((word) => AHEAD.has(word));
    // "Meetings, with who created them": a word of what was does not make them past; "past meetings" are.
    if (isOver && isAhead && !isToCome) return said.some((word) => PAST.includes(word)) ? 'over' : 'either';
    return isOver !== isToCome ? (isOver ? 'over' : 'ahead') : isAhead ? 'ahead' : 'either';
  }
  const records = RECORDING.has(nameWords[0] ?? '') || RECORDING.has(descriptionWords[0] ?? '');
  const isDone = leaves.some((leaf) => DATED.has(wantOf(leaf)) && leaf.nameWords.some((word) => DONE.has(word)));
  return (records || isDone) && !isToCome && !said.some((word) => RECORDED.has(word)) ? 'over' : 'ahead';
});

const DATED: ReadonlySet<string> = new Set(['date', 'datetime']);

/** The spans as the tool takes them. A stretch ends behind its beginning: "from 20 to 30 November", said on the 24th, is of this year. */
export function elapsedFor(spans: readonly Span[], tool: Tool): readonly Span[] {
  const tense = tenseOf(tool);
  if (tense === 'ahead') return spans;
  if (tense === 'over' && tool.acting) return spans.map(asRecorded);
  if (!spans.some(({ detail }) => detail.last !== undefined)) return spans;
  return tense === 'over' ? lastOnes(spans) : spans.map(asEither);
}

function lastOnes(spans: readonly Span[]): readonly Span[] {
  const mapped: Span[] = [];
  for (const span of spans) {
    const { last, moment } = span.detail;
    const before = mapped.findLast((one) => one.source === span.source && one.detail.moment !== undefined);
    const isEarlier =
      last !== undefined &&
      moment !== undefined &&
      before !== undefined &&
      orderOf(last) < orderOf(before.detail.moment as Moment);
    mapped.push(
      last === undefined || isEarlier || COMING.test(span.source.text)
        ? span
        : { ...span, detail: withLast(span, last) },
    );
  }
  return mapped;
}

/**
 * "Log a run on Monday": the last one; "tomorrow" is no day of what is over. A day that has just passed stays unsure, as it is for every tool
 * that acts.
 */
function asRecorded(span: Span): Span {
  if (span.kind !== 'date' || span.detail.passed === true) return span;
  const { gone, ...detail } = span.detail;
  if (gone === true) return { ...span, detail };
  const { last } = detail;
  // Of the days of a year the nearer is meant, and that one is still to come.
  const isYearly = last !== undefined && !WEEKDAY.test(span.source.text.slice(span.start, span.end));
  if (isYearly && detail.far !== true) return { ...span, detail: {} };
  if (last !== undefined && !COMING.test(span.source.text)) return { ...span, detail: withLast(span, last) };
  return last !== undefined || TO_BE.test(span.source.text.slice(span.start, span.end))
    ? { ...span, detail: {} }
    : span;
}

const TO_BE = /^(?:tomorrow|(?:the )?day after tomorrow|in|next|(?:this )?coming)\b/iu;

/**
 * "The orders of Friday": those of the last one or of the next one, where neither the tool nor the words say which. Of the days of a year
 * the nearer is meant.
 */
function asEither(span: Span): Span {
  const { source, start, end, detail } = span;
  const isWeekly = detail.last !== undefined && WEEKDAY.test(source.text.slice(start, end));
  return !isWeekly || COMING.test(source.text) || DUE.test(source.text)
    ? span
    : { ...span, detail: { ...detail, far: true } };
}

const WEEKDAY = /(?:mon|tues|wednes|thurs|fri|satur|sun)day/iu;

/** Words of a request for what is to come. */
const DUE = /\b(?:due|expir\p{L}*|schedul\p{L}*|plan\p{L}*|free|available|availability|book\p{L}*|reserv\p{L}*)\b/iu;

/** Who asks about what is to come. */
const COMING = /\b(?:will|shall|going to|expect\p{L}*|forecast\p{L}*|upcoming|next|coming)\b/iu;

function withLast({ detail: { far: _, passed: __, ...detail } }: Span, last: Moment): Span['detail'] {
  if (detail.instant !== undefined) return { ...detail, instant: `${dayOf(last)}${detail.instant.slice(ISO_DAY)}` };
  return last.day === undefined ? { ...detail, month: { ...last, day: 1 } } : { ...detail, moment: last };
}

const pad = (value: number | undefined, length: number): string => String(value ?? 0).padStart(length, '0');
const dayOf = ({ year, month, day }: Moment): string => `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
const ISO_DAY = 'YYYY-MM-DD'.length;

const orderOf = ({ year = 0, month = 0, day = 0 }: Moment): number => (year * 12 + month) * 31 + day;
