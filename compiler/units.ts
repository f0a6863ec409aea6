// Units: the words that builtins for moments and durations take.

/** What a duration consists of, and what a difference is counted in: from years down. */
export const UNITS = ['years', 'quarters', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const;
export type Unit = (typeof UNITS)[number];

/** Parts of a date, then those of a time of day; the other moments have both. */
export const DATE_PARTS = ['year', 'quarter', 'month', 'week', 'day', 'weekday', 'day-of-year', 'week-year'] as const;
export const TIME_PARTS = ['hour', 'minute', 'second', 'nano'] as const;
export type Part = (typeof DATE_PARTS)[number] | (typeof TIME_PARTS)[number];

/** The parts that begin and end. */
export const SPANS = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'] as const;
export type Span = (typeof SPANS)[number];
