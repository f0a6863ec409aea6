// Find: entries that a query is about.
// In: lines, the newest first, and a query. Out: those it is about, and where to look further. Why bounded: a query over HTTP may be about
// nothing in a log of gigabytes, and what waits for the log's thread meanwhile is what it is there for.

import { headOf } from './chain.ts';
import type { LogPage, LogQuery } from './record.ts';

// What is looked at for one page, in lines and bytes: a second of reading.
export const LOOKED_AT_MAX = 20_000;
export const LOOKED_AT_BYTES_MAX = 64 * 2 ** 20;
// What is found for one page, in bytes: it becomes one answer, which is in memory as a whole.
export const FOUND_BYTES_MAX = 8 * 2 ** 20;
// What is read at a stretch: some ten milliseconds.
const STRETCH_BYTES = 2 ** 20;

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
  /** Whether a page has bounds beside its limit; true when left out. */
  readonly isBounded?: boolean;
  /** Lets others go on after each stretch. */
  readonly pause?: () => Promise<void>;
  /** Told of each line that is left out because it is no entry: somebody changed it, or a disk did. */
  readonly onDamaged?: (() => void) | undefined;
}

export async function find(
  lines: Lines,
  query: LogQuery,
  { isInOrder, isBounded = true, pause, onDamaged }: FindOptions,
): Promise<LogPage> {
  const entries: string[] = [];
  const page = createPage(query.limit, isBounded);
  let stretch = 0;
  for await (const line of lines) {
    const bytes = Buffer.byteLength(line);
    stretch += bytes;
    if (pause !== undefined && stretch >= STRETCH_BYTES) {
      stretch = 0;
      await pause();
    }
    // Lines of pages before are passed over without being read.
    const seq = headOf(line)?.seq;
    if (seq !== undefined && query.before !== null && seq >= query.before) continue;
    const entry = entryOf(line);
    if (entry === null) {
      onDamaged?.();
      continue;
    }
    if (!page.takes(bytes)) return { entries, next: entry.seq + 1 };
    if (isBefore(entry, query.sinceMs)) {
      if (isInOrder) break;
    } else if (matches(entry, query)) {
      if (!page.holds(bytes)) return { entries, next: entry.seq + 1 };
      entries.push(line);
    }
  }
  return { entries, next: null };
}

interface Page {
  /** Whether one more line of so many bytes is looked at. The first always is, so that every page goes on. */
  takes(bytes: number): boolean;
  /** Whether one more is found; the first always is. */
  holds(bytes: number): boolean;
}

function createPage(limit: number, isBounded: boolean): Page {
  const looked = { lines: 0, bytes: 0 };
  const found = { lines: 0, bytes: 0 };
  const add = (sum: typeof looked, bytes: number, linesMax: number, bytesMax: number): boolean => {
    if (isBounded && sum.lines > 0 && (sum.lines >= linesMax || sum.bytes + bytes > bytesMax)) return false;
    sum.lines += 1;
    sum.bytes += bytes;
    return true;
  };
  return {
    takes: (bytes) => found.lines < limit && add(looked, bytes, LOOKED_AT_MAX, LOOKED_AT_BYTES_MAX),
    holds: (bytes) => add(found, bytes, limit, FOUND_BYTES_MAX),
  };
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
