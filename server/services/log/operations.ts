// Operations: what the service tells of the answers it gave.
// In: nothing. Out: the row of the decision log.

import { RawJson } from '../../../grammar/json.ts';
import { ServiceError } from '../../errors.ts';
import type { LogPage, LogQuery } from '../../log/record.ts';
import type { Row } from '../../operation.ts';
import { json } from '../../operation.ts';
import { instantIn, numberIn } from '../../query.ts';
import { WIRES } from '../../summary.ts';
import { LOG_LIST_SCHEMA } from './wire/log-schema.ts';

/** Entries in one answer. */
export const LOG_LIMIT_MAX = 1_000;
const LOG_LIMIT_DEFAULT = 100;

export interface LogParts {
  /** Entries of the decision log, the newest first; null where none is kept. */
  readonly findLog: ((query: LogQuery) => Promise<LogPage>) | null;
}

const TEXT = { type: 'string' } as const;
const INSTANT = { type: 'string', description: 'An instant, RFC 3339.' } as const;

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
      since: INSTANT,
      until: INSTANT,
      key: TEXT,
      wire: { type: 'string', enum: WIRES },
      outcome: { type: 'string', description: 'With an answer that ended so.' },
      reason: { type: 'string', description: 'With an answer for this reason.' },
      question: { type: 'string', description: 'With an answer to the question of this id.' },
      id: { type: 'string', description: 'Of an entry, a request or an answer.' },
    },
    async handle({ findLog }, request) {
      if (findLog === null) throw new ServiceError('log_not_kept');
      const { key = null, wire = null, outcome = null, reason = null, question = null, id = null } = request.query;
      const { entries, next } = await findLog({
        before: numberIn(request, 'before', 1, Number.MAX_SAFE_INTEGER),
        limit: numberIn(request, 'limit', 1, LOG_LIMIT_MAX) ?? LOG_LIMIT_DEFAULT,
        sinceMs: instantIn(request, 'since'),
        untilMs: instantIn(request, 'until'),
        key,
        wire,
        outcome,
        reason,
        question,
        id,
      });
      return json({ object: 'list', entries: entries.map((entry) => new RawJson(entry)), next });
    },
  },
];
