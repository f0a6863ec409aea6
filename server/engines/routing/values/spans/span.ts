// Span: a place in a user's text that can be read as a value.
// In: nothing. Out: the type that every family of `spans/` produces and `fit` consumes.

import type { Json } from '../../../../../grammar/json.ts';

export type SpanKind = 'number' | 'date' | 'time' | 'email' | 'url' | 'path' | 'id' | 'quoted' | 'name' | 'phrase';

/** A user's string that may supply values. */
export interface Source {
  readonly path: string;
  readonly text: string;
  /** 0 is the last user turn, 1 the one before, and so on. */
  readonly age: number;
}

export interface Span {
  readonly source: Source;
  /** UTF-16 offsets into `source.text`. */
  readonly start: number;
  readonly end: number;
  readonly kind: SpanKind;
  /** The rule that read the value. */
  readonly by: string;
  readonly value: Json;
  readonly detail: SpanDetail;
}

/** What a family knows beyond the value. */
export interface SpanDetail {
  /** Numbers: `5%` read as a share of one. */
  readonly share?: Json;
  /** Numbers: the unit after or before it, lower-cased. */
  readonly unit?: string;
  /** Numbers: part of a formula, a range or a code, so not certain to be a value. */
  readonly doubtful?: boolean;
  /** Dates and times: rendered parts; absent when the words name no certain instant. */
  readonly moment?: Moment;
  /** Dates with an hour and an offset, as RFC 3339. */
  readonly instant?: string;
  /** Days by the caller's clock: its offset. */
  readonly offset?: string;
  /** Days without a year, read as the next one: the last one is nearer. */
  readonly far?: boolean;
  /** Beside `far`: the day before that one has just passed. */
  readonly passed?: boolean;
  /** An hour for which no day was said, read as one of today. */
  readonly today?: true;
  /** Days with an hour: it is over, or of the night that ends on the next day. */
  readonly gone?: boolean;
  /** Days and months without a year, and days of the week, read as the next ones: the last ones. Of a month there is no day. */
  readonly last?: Moment;
  /** Months of a year: the day means nothing. */
  readonly month?: Moment;
  /** Names: a content word that follows at once and may belong to what was meant. */
  readonly trailing?: string;
  /** Names: a content word that stands right before. */
  readonly leading?: string;
  /** Phrases: some of its words are the tool's own. */
  readonly labelled?: boolean;
  /** Digits in groups, as a telephone number is written. */
  readonly phone?: boolean;
  /** Names: a street address. */
  readonly address?: boolean;
  /** Names: how many capitalised words. */
  readonly words?: number;
}

/** Calendar parts that the text (with the caller's clock, when given) states for certain. */
export interface Moment {
  readonly year?: number;
  readonly month?: number;
  readonly day?: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
}
