// Find: entries that a query is about.
// In: lines, the newest first, and a query. Out: those it is about, and where to look further. Why bounded: a query over HTTP may be about
// nothing in a log of gigabytes, and what waits for the log's thread meanwhile is what it is there for.

import { headOf } from './chain.ts';
import type { LogPage, LogQuery } from './record.ts';

// Lines that are looked at for one page.
export const LOOKED_AT_MAX = 20_000;

/** Lines of the log, from wherever they come. */
export type Lines = Iterable<string> | AsyncIterable<string>;

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

interface FindOptions {
  /** No line is of an earlier time than one before it. */
  readonly isInOrder: boolean;
  /** Lines that are looked at. */
  readonly lookedAtMax?: number;
  /** Told of each line that is left out because it is no entry: somebody changed it, or a disk did. */
  readonly onDamaged?: (() => void) | undefined;
}

export async function find(
  lines: Lines,
  query: LogQuery,
  { isInOrder, lookedAtMax = LOOKED_AT_MAX, onDamaged }: FindOptions,
): Promise<LogPage> {
  const entries: string[] = [];
  let looked = 0;
  for await (const line of lines) {
    const entry = entryOf(line);
    if (entry === null) {
      onDamaged?.();
      continue;
    }
    const { seq } = entry;
    if (query.before !== null && seq >= query.before) continue;
    if (entries.length >= query.limit || looked >= lookedAtMax) return { entries, next: seq + 1 };
    looked += 1;
    if (!isBefore(entry, query.sinceMs)) {
      if (matches(entry, query)) entries.push(line);
    } else if (isInOrder) break;
  }
  return { entries, next: null };
}

/** The same forwards, and all of them. */
export async function* findForward(
  lines: Lines,
  query: Asked,
  { onDamaged }: Pick<FindOptions, 'onDamaged'> = {},
): AsyncGenerator<string> {
  for await (const line of lines) {
    const entry = entryOf(line);
    if (entry === null) onDamaged?.();
    else if (!isBefore(entry, query.sinceMs) && matches(entry, query)) yield line;
  }
}

/** null when a line is none of a decision log. */
function entryOf(line: string): Line | null {
  if (headOf(line) === null) return null;
  try {
    return JSON.parse(line) as Line;
  } catch {
    return null;
  }
}

function isBefore({ time }: Line, sinceMs: number | null | undefined): boolean {
  return sinceMs !== null && sinceMs !== undefined && Date.parse(time) < sinceMs;
}

type Asked = Omit<LogQuery, 'before' | 'limit'>;
type Answer = NonNullable<Line['answers']>[number];

/** What a filter compares, of an entry. */
const OF_ENTRY: Readonly<Record<'key' | 'wire' | 'state' | 'id', (entry: Line, text: string) => boolean>> = {
  key: ({ key }, text) => key === text,
  wire: ({ wire }, text) => wire === text,
  state: ({ state_digest }, text) => state_digest === text,
  id: ({ id, request_id, answer_id }, text) => [id, request_id, answer_id].includes(text),
};

/** And of an answer; one answer has all of them. */
const OF_ANSWER: Readonly<Record<'outcome' | 'reason' | 'question', (answer: Answer, text: string) => boolean>> = {
  outcome: ({ outcome }, text) => outcome === text,
  reason: ({ reason }, text) => reason === text,
  question: ({ id }, text) => id === text,
};

const ENTRY_FILTERS = Object.keys(OF_ENTRY) as readonly (keyof typeof OF_ENTRY)[];
const ANSWER_FILTERS = Object.keys(OF_ANSWER) as readonly (keyof typeof OF_ANSWER)[];

/** Whether an entry is one that a query is about. */
function matches(entry: Line, query: Asked): boolean {
  const { untilMs = null } = query;
  if (untilMs !== null && Date.parse(entry.time) >= untilMs) return false;
  const holds = <Of>(compare: (of: Of, text: string) => boolean, of: Of, text: string | null | undefined): boolean =>
    text === null || text === undefined || compare(of, text);
  if (!ENTRY_FILTERS.every((name) => holds(OF_ENTRY[name], entry, query[name]))) return false;
  if (ANSWER_FILTERS.every((name) => (query[name] ?? null) === null)) return true;
  return (entry.answers ?? []).some((answer) =>
    ANSWER_FILTERS.every((name) => holds(OF_ANSWER[name], answer, query[name])),
  );
}
