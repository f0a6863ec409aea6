// The decision log in PostgreSQL: one chain for all instances of a service.
// In: entries that become lines as soon as the end of the chain is known. Out: rows that are all there or none, and lines again.
// Why the end is locked: of instances that append at once each must follow what the one before has kept. Why a row an instance says
// which batch was its last: when the connection is lost while one is kept, nobody knows whether it was, so it is sent again.
//
// `at_ms` and `end_byte` never fall from one row to the next, so what is too old or too much, and what is before a time, is always the
// beginning of the table, whichever instance was late with its entries.

import pg from 'pg';
import type { Database, Query } from './database.ts';
import { connectionOptions, databaseFailed, openDatabase, quoted } from './database.ts';
import type { PostgresTarget } from './url.ts';

/** The end of the chain. */
interface End {
  readonly seq: number;
  readonly hash: string;
}

interface Batch {
  /** Names it among those of the instance. */
  readonly name: string;
  /** No entry of it is of a later time. */
  readonly latestMs: number;
  /** Its lines, and the end of the chain with them. */
  readonly link: (end: End) => { readonly lines: readonly string[]; readonly head: End };
}

export interface DecisionTableOptions {
  /** Who writes. */
  readonly instance: string;
  /** Rows that are older are forgotten. */
  readonly keepMs: number;
  /** Bytes of all lines; beyond, the oldest are forgotten. */
  readonly bytesMax: number;
  /** A batch counts as kept when the database has it on its disk, whatever it is set to. */
  readonly isDurable: boolean;
}

export interface DecisionTable {
  /** How many lines were added: none of a batch that is there already. Throws as the database fails. */
  append(batch: Batch, nowMs: number): Promise<number>;
  /** Lines before a number and of a time or later, the newest first. */
  backward(before: number, sinceMs: number | null): AsyncIterable<string>;
  close(): Promise<void>;
}

// How often what is too old or too much is looked for, in rows, and how many rows are looked at: more than have come, and few enough for
// one statement.
const FORGET_EVERY = 1_000;
const FORGET_MAX = 5_000;
// What a reader holds of the log, in rows and bytes.
const PAGE_ROWS = 500;
const PAGE_BYTES = 8 * 2 ** 20;

export function openDecisionTable(target: PostgresTarget, options: DecisionTableOptions): DecisionTable {
  const s = quoted(target.schema);
  const database: Database = openDatabase(target, options.instance, 1);
  let sinceForgot = FORGET_EVERY;
  return {
    async append(batch, nowMs) {
      const lines = await database.transaction(async (query) => {
        const added = await appendRows(query, s, batch, options);
        if (added > 0 && sinceForgot + added >= FORGET_EVERY) await forget(query, s, nowMs, options);
        return added;
      });
      sinceForgot = sinceForgot + lines >= FORGET_EVERY ? 0 : sinceForgot + lines;
      return lines;
    },
    backward: (before, sinceMs) => readRows(database.query, s, { before, sinceMs }),
    close: () => database.close(),
  };
}

async function appendRows(
  query: Query,
  s: string,
  { name, latestMs, link }: Batch,
  { instance, isDurable }: DecisionTableOptions,
): Promise<number> {
  if (isDurable)
    await query(
      `SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'`,
    );
  // Whoever appends waits here for whoever appends already.
  const [end] = await query(`SELECT seq, hash, at_ms, end_byte FROM ${s}.decision_head FOR UPDATE`);
  // Asked after that wait: the batch may have been on its way until then.
  const [known] = await query(`SELECT batch FROM ${s}.decision_writers WHERE instance = $1`, [instance]);
  if (known?.['batch'] === name) return 0;
  const first = Number(end?.['seq']) + 1;
  const { lines, head } = link({ seq: first - 1, hash: String(end?.['hash']) });
  const atMs = Math.max(Number(end?.['at_ms']), latestMs);
  let bytes = Number(end?.['end_byte']);
  const ends = lines.map((line) => (bytes += Buffer.byteLength(line)));
  await query(
    `INSERT INTO ${s}.decisions (seq, at_ms, end_byte, line)
     SELECT seq, $2::bigint, end_byte, line FROM unnest($1::bigint[], $3::bigint[], $4::text[]) AS rows (seq, end_byte, line)`,
    [lines.map((_, at) => first + at), atMs, ends, lines],
  );
  await query(`UPDATE ${s}.decision_head SET seq = $1, hash = $2, at_ms = $3, end_byte = $4`, [
    head.seq,
    head.hash,
    atMs,
    bytes,
  ]);
  await query(
    `INSERT INTO ${s}.decision_writers (instance, batch, at_ms) VALUES ($1, $2, $3)
     ON CONFLICT (instance) DO UPDATE SET batch = $2, at_ms = $3`,
    [instance, name, atMs],
  );
  return lines.length;
}

/** The last row always stays. What is more than can be forgotten at once goes with the next rows. */
async function forget(
  query: Query,
  s: string,
  nowMs: number,
  { keepMs, bytesMax }: DecisionTableOptions,
): Promise<void> {
  await query(
    `DELETE FROM ${s}.decisions WHERE seq < (SELECT seq FROM ${s}.decision_head) AND seq <= (
       SELECT max(seq) FROM (SELECT * FROM ${s}.decisions ORDER BY seq LIMIT $3) AS oldest
       WHERE at_ms < $1 OR end_byte - octet_length(line) < (SELECT end_byte FROM ${s}.decision_head) - $2::bigint)`,
    [nowMs - keepMs, bytesMax, FORGET_MAX],
  );
  // A name that comes back later than any entry is kept sends no batch again.
  await query(`DELETE FROM ${s}.decision_writers WHERE at_ms < $1`, [nowMs - keepMs]);
}

/** What is read: towards the beginning from before a number, or towards the end. */
type Reading = { readonly before: number; readonly sinceMs: number | null } | 'forward';

async function* readRows(query: Query, s: string, reading: Reading): AsyncGenerator<string> {
  const isForward = reading === 'forward';
  let from = isForward ? 0 : Math.min(reading.before, Number.MAX_SAFE_INTEGER);
  const least = isForward || reading.sinceMs === null ? 0 : await lastBefore(query, s, reading.sinceMs);
  for (;;) {
    // How long lines are is known before they are read.
    const rows = await query(
      isForward
        ? `SELECT seq, end_byte FROM ${s}.decisions WHERE seq > $1 ORDER BY seq LIMIT $2`
        : `SELECT seq, end_byte FROM ${s}.decisions WHERE seq < $1 AND seq > $3 ORDER BY seq DESC LIMIT $2`,
      isForward ? [from, PAGE_ROWS] : [from, PAGE_ROWS, least],
    );
    const ends = rows.map((row) => Number(row['end_byte']));
    const count = ends.filter((end) => Math.abs(end - (ends[0] as number)) <= PAGE_BYTES).length;
    if (count === 0) return;
    const last = Number(rows[count - 1]?.['seq']);
    const lines = await query(
      `SELECT line FROM ${s}.decisions WHERE seq BETWEEN $1 AND $2 ORDER BY seq ${isForward ? '' : 'DESC'}`,
      isForward ? [from + 1, last] : [last, from - 1],
    );
    for (const { line } of lines) yield line as string;
    from = last;
  }
}

/** The number of the last line of which, and before which, none is of a time or later. */
async function lastBefore(query: Query, s: string, sinceMs: number): Promise<number> {
  const [row] = await query(`SELECT seq FROM ${s}.decisions WHERE at_ms < $1 ORDER BY at_ms DESC, seq DESC LIMIT 1`, [
    sinceMs,
  ]);
  return Number(row?.['seq'] ?? 0);
}

interface DecisionRows {
  forward(): AsyncIterable<string>;
  backward(): AsyncIterable<string>;
  close(): Promise<void>;
}

/** The log as somebody reads it who does not write it. Throws as a database fails, and one sentence where there is no log. */
export async function openDecisionRows(target: PostgresTarget): Promise<DecisionRows> {
  const s = quoted(target.schema);
  // What is done with a page may take long, and its snapshot must outlast that.
  const client = new pg.Client({ ...connectionOptions(target, 'cli'), idle_in_transaction_session_timeout: 0 });
  client.on('error', () => {});
  const query: Query = async (text, values) => {
    try {
      return (await client.query(text, values as unknown[])).rows;
    } catch (error) {
      throw databaseFailed(target.place, error);
    }
  };
  const close = (): Promise<void> => client.end().catch(() => {});
  try {
    await client.connect().catch((error: unknown) => {
      throw databaseFailed(target.place, error);
    });
    const [found] = await query('SELECT to_regclass($1) IS NOT NULL AS is_there', [`${s}.decisions`]);
    if (found?.['is_there'] !== true) throw new Error(`there is no decision log in ${target.place}`);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async *forward() {
      // Of one moment: what is forgotten meanwhile would look like entries that are missing.
      await query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      yield* readRows(query, s, 'forward');
      await query('COMMIT');
    },
    backward: () => readRows(query, s, { before: Number.MAX_SAFE_INTEGER, sinceMs: null }),
    close,
  };
}
