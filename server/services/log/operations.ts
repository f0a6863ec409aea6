// Operations: what the service tells of the answers it gave.
// In: nothing. Out: the row of the decision log.

import { RawJson } from '../../../grammar/json.ts';
import { ServiceError } from '../../errors.ts';
import { LOG_FILTER_NAMES, LOG_FILTERS, readFilters } from '../../log/filters.ts';
import type { LogPage, LogQuery } from '../../log/record.ts';
import type { Row, Schema } from '../../operation.ts';
import { json } from '../../operation.ts';
import { numberIn } from '../../query.ts';
import { LOG_LIST_SCHEMA } from './wire/log-schema.ts';

/** Entries in one answer. */
export const LOG_LIMIT_MAX = 1_000;
const LOG_LIMIT_DEFAULT = 100;

export interface LogParts {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Entries of the decision log, the newest first; null where none is kept. */
  readonly findLog: ((query: LogQuery) => Promise<LogPage>) | null;
}

const FILTER_PARAMETERS: Readonly<Record<string, Schema>> = Object.fromEntries(
  LOG_FILTER_NAMES.map((name) => {
    const { help, ...filter } = LOG_FILTERS[name];
    const description = `${help.charAt(0).toUpperCase()}${help.slice(1)}.`;
    return [name, { type: 'string', description, ...('known' in filter ? { enum: filter.known } : {}) }];
  }),
);

export const LOG_ROWS: readonly Row<LogParts>[] = [
  {
    id: 'listLog',
    method: 'GET',
    path: '/v1/log',
    family: 'mcp',
    scope: 'admin',
    summary: 'List entries of the decision log, the newest first.',
    request: null,
    response: LOG_LIST_SCHEMA,
    query: {
      before: { type: 'string', description: 'Entries with a lower number than this.' },
      limit: {
        type: 'string',
        description: `How many entries; ${LOG_LIMIT_DEFAULT} when left out, ${LOG_LIMIT_MAX} at most. There may be fewer, and still more to follow.`,
      },
      ...FILTER_PARAMETERS,
    },
    async handle({ findLog, now }, request) {
      if (findLog === null) throw new ServiceError('log_not_kept');
      const texts = Object.fromEntries(LOG_FILTER_NAMES.map((name) => [name, request.query[name]]));
      const reading = readFilters(texts, now());
      if (reading.kind === 'invalid')
        throw new ServiceError('invalid_request', {
          message: `${reading.name} ${reading.message}`,
          param: reading.name,
        });
      const { entries, next } = await findLog({
        before: numberIn(request, 'before', 1, Number.MAX_SAFE_INTEGER),
        limit: numberIn(request, 'limit', 1, LOG_LIMIT_MAX) ?? LOG_LIMIT_DEFAULT,
        ...reading.filters,
      });
      return json({ object: 'list', entries: entries.map((entry) => new RawJson(entry)), next });
    },
  },
];
