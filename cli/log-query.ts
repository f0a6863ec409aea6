// Log query: the flags that say which entries of the decision log are meant, for the commands that read it.
// In: flags. Out: a query, or one sentence about a flag that cannot be meant.

import type { FilterTexts } from '../server/log/filters.ts';
import { LOG_FILTER_NAMES, LOG_FILTERS, readFilters } from '../server/log/filters.ts';
import type { LogQuery } from '../server/log/record.ts';
import { UsageError } from './command.ts';

/** Flags that need nothing but the log. */
export const QUERY_FLAGS = Object.fromEntries(LOG_FILTER_NAMES.map((name) => [name, { type: 'string' }])) as Readonly<
  Record<keyof typeof LOG_FILTERS, { readonly type: 'string' }>
>;

export const QUERY_OPTIONS: readonly (readonly [option: string, meaning: string])[] = LOG_FILTER_NAMES.map((name) => [
  `--${name} ${LOG_FILTERS[name].value}`,
  LOG_FILTERS[name].help,
]);

/** `limit`: the newest so many. */
export function readQuery(values: FilterTexts, limit: number): LogQuery {
  const texts = Object.fromEntries(LOG_FILTER_NAMES.map((name) => [name, values[name]]));
  const reading = readFilters(texts, Date.now());
  if (reading.kind === 'invalid') throw new UsageError(`--${reading.name} ${reading.message}`);
  return { before: null, limit, ...reading.filters };
}
