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
  #sinceForgot = FORGET_EVERY;

  constructor(database: DatabaseSync, file: string, options: LogTableOptions | null) {
    this.#database = database;
    this.#file = file;
    this.#options = options;
    this.#insert = database.prepare('INSERT INTO decisions (seq, at_ms, line) VALUES (?, ?, ?)');
    this.#last = database.prepare('SELECT line FROM decisions ORDER BY seq DESC LIMIT 1');
    this.#all = database.prepare('SELECT line FROM decisions ORDER BY seq');
    this.#before = database.prepare('SELECT line FROM decisions WHERE seq < ? ORDER BY seq DESC');
  }

  lastLine(): string | null {
    return (this.#last.get()?.['line'] as string | undefined) ?? null;
  }

  append(lines: readonly string[], firstSeq: number, atMs: number): void {
    try {
      this.#database.exec('BEGIN IMMEDIATE');
      for (const [at, line] of lines.entries()) this.#insert.run(firstSeq + at, atMs, line);
      this.#forget(atMs, lines.length);
      this.#database.exec('COMMIT');
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
    for (const { line } of this.#before.iterate(before)) yield line as string;
  }

  close(): void {
    this.#database.close();
  }

  /** The last row always stays, so that the chain goes on from it. */
  #forget(nowMs: number, rows: number): void {
    this.#sinceForgot += rows;
    if (this.#options === null || this.#sinceForgot < FORGET_EVERY) return;
    this.#sinceForgot = 0;
    const { keepMs, bytesMax } = this.#options;
    this.#database
      .prepare('DELETE FROM decisions WHERE at_ms < ? AND seq < (SELECT max(seq) FROM decisions)')
      .run(nowMs - keepMs);
    const bytes = Number(
      this.#database.prepare('SELECT coalesce(sum(length(line)), 0) AS bytes FROM decisions').get()?.['bytes'],
    );
    if (bytes <= bytesMax) return;
    // About as many as are too much, the oldest first.
    const { count, first } = this.#database
      .prepare('SELECT count(*) AS count, min(seq) AS first FROM decisions')
      .get() as {
      count: number;
      first: number;
    };
    const surplus = Math.min(count - 1, Math.ceil((count * (bytes - bytesMax)) / bytes));
    this.#database.prepare('DELETE FROM decisions WHERE seq < ?').run(first + surplus);
  }
}
