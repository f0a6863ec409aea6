// Find: entries that a query is about.
// In: lines, the newest first, and a query. Out: those it is about, and where to look further. Why bounded: a query over HTTP may be about
// nothing in a log of gigabytes, and what waits for the log's thread meanwhile is what it is there for.

import { headOf } from './chain.ts';
import type { LogPage, LogQuery } from './record.ts';

// Lines that are looked at for one page.
export const LOOKED_AT_MAX = 20_000;

/** As JSON.parse has an entry: what is compared are texts. */
interface Line {
  readonly seq: number;
  readonly event?: string;
  readonly id?: string;
  readonly time: string;
  readonly request_id?: string | null;
  readonly answer_id?: string;
  readonly key?: string | null;
  readonly wire?: string;
  readonly state_digest?: string;
  readonly answers?: readonly { readonly id?: string; readonly outcome: string; readonly reason?: string }[];
}

export function find(lines: Iterable<string>, query: LogQuery, lookedAtMax = LOOKED_AT_MAX): LogPage {
  const entries: string[] = [];
  let looked = 0;
  for (const line of lines) {
    const seq = headOf(line)?.seq ?? 0;
    if (query.before !== null && seq >= query.before) continue;
    if (entries.length >= query.limit || looked >= lookedAtMax) return { entries, next: seq + 1 };
    looked += 1;
    const entry = JSON.parse(line) as Line;
    // The lines before are older still.
    if (isBefore(entry, query.sinceMs)) break;
    if (matches(entry, query)) entries.push(line);
  }
  return { entries, next: null };
}

/** The same forwards, and all of them. */
export function* findForward(lines: Iterable<string>, query: Omit<LogQuery, 'before' | 'limit'>): Generator<string> {
  for (const line of lines) {
    const entry = JSON.parse(line) as Line;
    if (!isBefore(entry, query.sinceMs) && matches(entry, query)) yield line;
  }
}

function isBefore({ time }: Line, sinceMs: number | null | undefined): boolean {
  return sinceMs !== null && sinceMs !== undefined && Date.parse(time) < sinceMs;
}

/** Whether an entry is one that a query is about. */
function matches(entry: Line, query: Omit<LogQuery, 'before' | 'limit'>): boolean {
  const { untilMs = null, key = null, wire = null, outcome = null, reason = null, question = null, id = null } = query;
  const { state = null } = query;
  if (untilMs !== null && Date.parse(entry.time) >= untilMs) return false;
  if (key !== null && entry.key !== key) return false;
  if (wire !== null && entry.wire !== wire) return false;
  if (state !== null && entry.state_digest !== state) return false;
  if (id !== null && entry.id !== id && entry.request_id !== id && entry.answer_id !== id) return false;
  if (outcome === null && reason === null && question === null) return true;
  // One answer of it has all three.
  return (entry.answers ?? []).some(
    (answer) =>
      (outcome === null || answer.outcome === outcome) &&
      (reason === null || answer.reason === reason) &&
      (question === null || answer.id === question),
  );
}
