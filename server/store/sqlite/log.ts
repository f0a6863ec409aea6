// The decision log in SQLite: a database of its own, because it grows by thousands of rows a second and holds no secrets of the service.
// In: lines. Out: rows that are all there or none, and lines again. Rows are deleted when they are too old or too much.

import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { storageFailed } from '../failure.ts';

const BUSY_TIMEOUT_MS = 5_000;
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
// SQLITE_CONSTRAINT_PRIMARYKEY: there is a row with this number.
const TAKEN = 1555;
// How often what is too old or too much is looked for, in rows.
const FORGET_EVERY = 1_000;

const SCHEMA = `CREATE TABLE IF NOT EXISTS decisions (
  seq INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  line TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS decisions_oldest ON decisions (at_ms);`;

const OLDEST = 'SELECT seq, octet_length(line) AS bytes FROM decisions ORDER BY seq';

interface LogTable {
  /** null where there is none. */
  lastLine(): string | null;
  /** Adds lines from a number on, all or none. */
  append(lines: readonly string[], firstSeq: number, atMs: number): void;
  forward(): Iterable<string>;
  backward(before: number): Iterable<string>;
  close(): void;
}

interface LogTableOptions {
  readonly keepMs: number;
  readonly bytesMax: number;
  readonly isDurable: boolean;
}

/** Opens a database to write to, or one that is there to read from (`options` null). Throws `storage_failed`. */
export function openLogTable(path: string, options: LogTableOptions | null): LogTable {
  const file = resolve(path);
  let database: DatabaseSync | undefined;
  try {
    if (options !== null) {
      mkdirSync(dirname(file), { recursive: true, mode: FOLDER_MODE });
      if (!existsSync(file)) closeSync(openSync(file, 'a', FILE_MODE));
      chmodSync(file, FILE_MODE);
    }
    database = new DatabaseSync(file, { readOnly: options === null });
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS};`);
    if (options !== null) {
      database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${options.isDurable ? 'FULL' : 'NORMAL'};`);
      database.exec(SCHEMA);
    }
    return new Table(database, file, options);
  } catch (error) {
    database?.close();
    throw storageFailed(file, error);
  }
}

class Table implements LogTable {
  readonly #database: DatabaseSync;
  readonly #file: string;
  readonly #options: LogTableOptions | null;
  readonly #insert;
  readonly #last;
  readonly #all;
  readonly #before;
  /** Of all lines. Known and not asked for: to read the whole log takes seconds when it is large, and answers wait for that. */
  #bytes = 0;
  #sinceForgot = FORGET_EVERY;

  constructor(database: DatabaseSync, file: string, options: LogTableOptions | null) {
    this.#database = database;
    this.#file = file;
    this.#options = options;
    this.#insert = database.prepare('INSERT INTO decisions (seq, at_ms, line) VALUES (?, ?, ?)');
    this.#last = database.prepare('SELECT line FROM decisions ORDER BY seq DESC LIMIT 1');
    this.#all = database.prepare('SELECT line FROM decisions ORDER BY seq');
    this.#before = database.prepare('SELECT seq, line FROM decisions WHERE seq < ? ORDER BY seq DESC LIMIT 1');
    if (options !== null) this.#bytes = this.#bytesOf('TRUE');
  }

  lastLine(): string | null {
    return (this.#last.get()?.['line'] as string | undefined) ?? null;
  }

  append(lines: readonly string[], firstSeq: number, atMs: number): void {
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      let bytes = this.#bytes;
      for (const [at, line] of lines.entries()) {
        this.#insert.run(firstSeq + at, atMs, line);
        bytes += Buffer.byteLength(line);
      }
      const isTime = this.#sinceForgot + lines.length >= FORGET_EVERY;
      if (isTime) bytes -= this.#forget(atMs, bytes);
      this.#database.exec('COMMIT');
      this.#bytes = bytes;
      this.#sinceForgot = isTime ? 0 : this.#sinceForgot + lines.length;
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      const isTaken = (error as { readonly errcode?: number }).errcode === TAKEN;
      throw storageFailed(this.#file, isTaken ? new Error('another service writes to it') : error);
    }
  }

  *forward(): Iterable<string> {
    for (const { line } of this.#all.iterate()) yield line as string;
  }

  *backward(before: number): Iterable<string> {
    // Row by row: rows are added and deleted while somebody reads.
    for (let row = this.#before.get(before); row !== undefined; row = this.#before.get(row['seq'] as number))
      yield row['line'] as string;
  }

  close(): void {
    this.#database.close();
  }

  /** The last row always stays, so that the chain goes on from it. How many bytes are gone of so many. */
  #forget(nowMs: number, bytes: number): number {
    if (this.#options === null) return 0;
    const { keepMs, bytesMax } = this.#options;
    const isOld = 'at_ms < ? AND seq < (SELECT max(seq) FROM decisions)';
    let gone = this.#bytesOf(isOld, nowMs - keepMs);
    this.#database.prepare(`DELETE FROM decisions WHERE ${isOld}`).run(nowMs - keepMs);
    if (bytes - gone <= bytesMax) return gone;
    let first = 0;
    // Of the row that goes if there is one behind it.
    let size = 0;
    for (const row of this.#database.prepare(OLDEST).iterate()) {
      gone += size;
      first = row['seq'] as number;
      size = row['bytes'] as number;
      if (bytes - gone <= bytesMax) break;
    }
    this.#database.prepare('DELETE FROM decisions WHERE seq < ?').run(first);
    return gone;
  }

  #bytesOf(where: string, ...values: readonly number[]): number {
    const sum = this.#database.prepare(
      `SELECT coalesce(sum(octet_length(line)), 0) AS bytes FROM decisions WHERE ${where}`,
    );
    return sum.get(...values)?.['bytes'] as number;
  }
}
