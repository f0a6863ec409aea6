// Log query: the flags that say which entries of the decision log are meant, for the commands that read it.
// In: flags. Out: a query, or one sentence about a flag that cannot be meant.

import type { LogQuery } from '../server/log/record.ts';
import { WIRES } from '../server/summary.ts';
import { UsageError } from './command.ts';

/** Flags that need nothing but the log. */
export const QUERY_FLAGS = {
  since: { type: 'string' },
  until: { type: 'string' },
  key: { type: 'string' },
  wire: { type: 'string' },
  outcome: { type: 'string' },
  reason: { type: 'string' },
  question: { type: 'string' },
  id: { type: 'string' },
} as const;

export const QUERY_OPTIONS = [
  ['--since T, --until T', 'an instant or a date, or a time before now like 15m, 2h or 7d'],
  ['--key NAME', 'of one API key'],
  ['--wire WIRE', WIRES.join(', ')],
  ['--outcome O, --reason CODE', 'with an answer that ended so'],
  ['--question ID', 'with an answer to this question; the others must hold of that answer'],
  ['--id ID', 'of an entry, a request or an answer'],
] as const;

type QueryValues = Readonly<Partial<Record<keyof typeof QUERY_FLAGS, string | undefined>>>;

/** `limit`: the newest so many. */
export function readQuery(values: QueryValues, limit: number): LogQuery {
  const { since, until, key = null, wire = null, outcome = null, reason = null, question = null, id = null } = values;
  if (wire !== null && !WIRES.some((known) => known === wire))
    throw new UsageError(`--wire must be one of ${WIRES.join(', ')}`);
  const nowMs = Date.now();
  return {
    before: null,
    limit,
    sinceMs: readInstant('since', since, nowMs),
    untilMs: readInstant('until', until, nowMs),
    key,
    wire,
    outcome,
    reason,
    question,
    id,
  };
}

const SPANS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function readInstant(flag: string, text: string | undefined, nowMs: number): number | null {
  if (text === undefined) return null;
  const span = /^(\d{1,9})([smhd])$/.exec(text);
  if (span !== null) return nowMs - Number(span[1]) * (SPANS[span[2] as string] as number);
  const isInstant = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2}))?$/.test(text);
  const ms = isInstant ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms))
    throw new UsageError(
      `--${flag} must be a date, an instant with its offset, or a time before now like 2h, not ${text}`,
    );
  return ms;
}
