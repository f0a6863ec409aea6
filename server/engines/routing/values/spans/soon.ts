// Soon: instants that are said from now on: "in two hours".
// In: a source and, when the caller gave one, a clock. Out: date spans with an instant. Why: nothing but the request's clock says when
// "in two hours" is.

import type { Clock } from '../../../../services/routing/wire/clock.ts';
import { readWordNumber } from './numbers.ts';
import type { Source, Span } from './span.ts';
import { offsetOf } from './times.ts';

const SOON =
  /(?<![\p{L}\p{N}])in (\d{1,3}|an?|half an|one|two|three|four|five|six|eight|ten|twelve) (minutes?|mins?|hours?)(?:['’] time)?(?![\p{L}\p{N}])/giu;

/** "In two hours": an instant by the caller's clock. */
export function readSoon(source: Source, clock: Clock | null): Span[] {
  if (clock === null) return [];
  return [...source.text.matchAll(SOON)].flatMap(({ 0: said, 1: count = '', 2: unit = '', index }): Span[] => {
    const amount = /^half/iu.test(count) ? 0.5 : /^an?$/iu.test(count) ? 1 : (readWordNumber(count) ?? Number(count));
    const minutes = Number(amount) * (/^h/iu.test(unit) ? 60 : 1);
    const local = new Date(clock.epochMs + (minutes + clock.offsetMinutes) * 60_000).toISOString();
    const detail = { instant: `${local.slice(0, 19)}${offsetOf(clock)}` };
    return [{ source, start: index, end: index + said.length, kind: 'date', by: 'date', value: said, detail }];
  });
}
