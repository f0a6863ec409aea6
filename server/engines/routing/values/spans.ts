// Spans: every place in the user's texts that can be read as a value.
// In: sources and the caller's clock. Out: spans of all families, in order of place, those in negated or reported text left out.
// Why: filling must choose among what the user said, so what the user said comes first, with its place.

import type { Clock } from '../../../services/routing/wire/clock.ts';
import type { Scope } from '../text/scope.ts';
import { readScope, touches } from '../text/scope.ts';
import { readDates, readInstants } from './spans/dates.ts';
import { readMarked } from './spans/marked.ts';
import { addressIn, readAddresses, readNames, readPhrases } from './spans/names.ts';
import { readNumbers } from './spans/numbers.ts';
import type { Source, Span, SpanDetail, SpanKind } from './spans/span.ts';

/** More places than this are a document, not a request; what lies beyond stays unread, and the caller is asked. */
export const SPANS_MAX = 256;

interface ReadSpans {
  readonly spans: readonly Span[];
  /** True when there were more than `SPANS_MAX`. */
  readonly cut: boolean;
}

export function readSpans(sources: readonly Source[], clock: Clock | null): ReadSpans {
  const spans = sources.flatMap((source) => readSource(source, readScope(source.text), clock));
  return { spans: spans.slice(0, SPANS_MAX), cut: spans.length > SPANS_MAX };
}

function readSource(source: Source, scope: Scope, clock: Clock | null): Span[] {
  const addresses = readAddresses(source);
  const marked = readMarked(source).filter(
    (span) => !addresses.some((address) => address.start < span.end && address.end > span.start),
  );
  const clear = (span: Span): boolean =>
    !touches(scope.negated, span.start, span.end) && !touches(scope.reported, span.start, span.end);
  const outside = (blockers: readonly Span[], span: Span): boolean =>
    !blockers.some((blocker) => blocker.start < span.end && blocker.end > span.start);
  const instants = readInstants(source);
  const firm = [
    ...instants,
    ...addresses,
    ...marked.filter((span) => (span.kind !== 'id' || span.detail.doubtful === true) && outside(instants, span)),
  ];
  const dates = readDates(source, clock).filter((span) => outside(firm, span));
  const ids = marked.filter(
    (span) => span.kind === 'id' && span.detail.doubtful !== true && outside(dates, span) && outside(instants, span),
  );
  const solid = [...firm, ...ids];
  const numbers = readNumbers(source).filter((span) => outside(solid, span) && outside(dates, span));
  // A bare number that a date parser swallowed ("in 2020", "5 days") is still a number to a number parameter.
  const buried = readNumbers(source).filter(
    (span) => outside(solid, span) && !outside(dates, span) && isYearOrCount(span, dates),
  );
  const typed = [...solid, ...dates, ...numbers];
  // A day or a number right behind a name is a value of its own and no part of the name.
  const { greeted, signed } = addressIn(source);
  const names = readNames(source)
    .filter(
      (span) =>
        span.end > greeted &&
        span.start < signed &&
        outside(firm, span) &&
        outside(dates, span) &&
        !ids.some((id) => id.start < span.end && id.end > span.end),
    )
    .map((span) =>
      typed.some((next) => next.start === span.end + 1) ? { ...span, detail: withoutTrailing(span) } : span,
    );
  const phrases = readPhrases(source).filter(
    (span) => outside(typed, span) && !names.some((name) => name.start <= span.start && name.end >= span.end),
  );
  return [...typed, ...buried, ...names, ...phrases]
    .filter(clear)
    .sort((a, b) => a.start - b.start || a.end - b.end || compareKinds(a.kind, b.kind));
}

function withoutTrailing({ detail }: Span): SpanDetail {
  const { trailing: _, ...rest } = detail;
  return rest;
}

const textOf = ({ source, start, end }: Span): string => source.text.slice(start, end);

function isYearOrCount(number: Span, dates: readonly Span[]): boolean {
  const date = dates.find((span) => span.start < number.end && span.end > number.start);
  // "In 14 days" names a day, and counts to it.
  if (
    date?.kind === 'date' &&
    /^(?:in )?(?:\d+|\p{L}+) (?:seconds?|minutes?|hours?|days?|weeks?|months?|years?)$/iu.test(textOf(date))
  )
    return true;
  return date?.kind === 'date' && date.detail.moment === undefined && date.detail.instant === undefined;
}

const compareKinds = (a: SpanKind, b: SpanKind): number => (a < b ? -1 : a > b ? 1 : 0);
