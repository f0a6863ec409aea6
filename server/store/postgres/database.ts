// The database: a pool of connections to PostgreSQL, and what becomes of an error.
// In: a target, statements. Out: rows, or a ServiceError. Why every wait has an end: a request that waits for a database that does
// not answer holds its caller, and callers of a service that waits come again.

import { userInfo } from 'node:os';
import pg from 'pg';
import { ServiceError } from '../../errors.ts';
import { UNKNOWN_END } from '../failure.ts';
import type { PostgresTarget } from './url.ts';

type Columns = Record<string, unknown>;
/** Runs a statement and answers its rows. */
export type Query = (text: string, values?: readonly unknown[]) => Promise<Columns[]>;

export interface Database {
  readonly query: Query;
  /** All of the work or none. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Reads of one moment. */
  snapshot<T>(work: (query: Query) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

// To connect, or to wait for a connection that others use; a database in the same network answers within milliseconds.
const CONNECT_MS = 3_000;
// The server ends a statement first; the client gives up when the server does not even do that.
const STATEMENT_MS = 4_000;
const QUERY_MS = 5_000;
// A writer holds its locks for some milliseconds; a process that stops in between holds them until the server ends it.
const LOCK_MS = 3_000;
const IDLE_IN_TRANSACTION_MS = 5_000;
// Connections go away when they are not used, and are renewed: after a switch to another machine none stays at the old one.
const IDLE_MS = 30_000;
const LIFETIME_S = 1_800;
const KEEP_ALIVE_MS = 10_000;
// Of the end of a process; connections that do not say goodbye are closed by it.
const CLOSE_MS = 2_000;

/** How every connection is made, in the pool and outside. */
export function connectionOptions(target: PostgresTarget, instance: string): pg.ClientConfig {
  const { host, port, database, user, password, tls } = target;
  return {
    host,
    port,
    database,
    user: user ?? process.env['PGUSER'] ?? systemUser(),
    ...(password === undefined ? {} : { password }),
    ssl: tls,
    // The name that the server's own lists show, of at most 63 bytes.
    application_name: `evident ${instance}`.slice(0, 63),
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    query_timeout: QUERY_MS,
    lock_timeout: LOCK_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
}

/** Who runs this process, as PostgreSQL's own clients take it; not every container knows. */
function systemUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}

export function openDatabase(target: PostgresTarget, instance: string, connections: number): Database {
  const pool = new pg.Pool({
    ...connectionOptions(target, instance),
    max: connections,
    idleTimeoutMillis: IDLE_MS,
    maxLifetimeSeconds: LIFETIME_S,
  });
  // A connection that was lost while nobody used it; the next statement opens another.
  pool.on('error', () => {});
  const failed = (error: unknown): ServiceError => databaseFailed(target.place, error);
  const inTransaction = async <T>(begin: string, work: (query: Query) => Promise<T>): Promise<T> => {
    const client = await pool.connect().catch((error: unknown) => {
      throw failed(error);
    });
    // Lost between two statements: the next one fails.
    const ignore = (): void => {};
    client.on('error', ignore);
    let isEnding = false;
    try {
      await client.query(begin);
      const result = await work(
        async (text, values) => (await client.query(text, values as unknown[])).rows as Columns[],
      );
      isEnding = true;
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      const isUsable =
        isOwn(error) &&
        (await client.query('ROLLBACK').then(
          () => true,
          () => false,
        ));
      client.release(!isUsable);
      throw isEnding && !isRefusal(error) ? unknownEnd(target.place) : failed(error);
    } finally {
      client.off('error', ignore);
    }
  };
  return {
    async query(text, values) {
      try {
        return (await pool.query(text, values as unknown[])).rows as Columns[];
      } catch (error) {
        throw failed(error);
      }
    },
    transaction: (work) => inTransaction('BEGIN', work),
    snapshot: (work) => inTransaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work),
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, CLOSE_MS);
      });
      await Promise.race([pool.end(), late]).finally(() => clearTimeout(timer));
    },
  };
}

/** The name of a schema, which is plain, as it stands in statements: it may be a word of theirs. */
export function quoted(schema: string): string {
  return `"${schema}"`;
}

/** The server said something: the connection is in order. */
function isAnswer(error: unknown): boolean {
  return sqlState(error) !== null;
}

/** Ours, or the server's answer: a connection that failed itself is not used again. */
function isOwn(error: unknown): boolean {
  return error instanceof ServiceError || isAnswer(error);
}

function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError ? (error.code ?? null) : null;
}

// Constraints, and transactions that are undone for the sake of others; 40003 says that the end is not known.
const REFUSAL = /^(?:23...|40(?!003)...)$/;

/** The server undid it at its end. Any other error of a COMMIT, as that of a server which ends, may come after it was kept. */
function isRefusal(error: unknown): boolean {
  return REFUSAL.test(sqlState(error) ?? '');
}

// Connection lost, refused or too many; shutting down or starting; time-outs, locks, deadlocks; a standby that takes no writes.
const PASSING = /^(?:08...|57P0[1-5]|57014|53300|55P03|40001|40P01|25006|28...|3D000)$/;

/** `store_unavailable` where the database does not answer, or not now; else `storage_failed`. */
export function databaseFailed(place: string, error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  const state = sqlState(error);
  const reason = reasonOf(error);
  const isPassing = state === null || PASSING.test(state);
  return new ServiceError(isPassing ? 'store_unavailable' : 'storage_failed', {
    message: `${place}: ${reason}`,
    details: { store: place, reason },
  });
}

function unknownEnd(place: string): ServiceError {
  const reason = UNKNOWN_END;
  return new ServiceError('store_unavailable', { message: `${place}: ${reason}`, details: { store: place, reason } });
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was lost',
  EHOSTUNREACH: 'there is no way to the host',
  ENOENT: 'there is no such socket',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host is not known',
  ETIMEDOUT: 'the host does not answer',
};

function reasonOf(error: unknown): string {
  // Of a host with several addresses: what went wrong with each.
  const { code, message } = (error instanceof AggregateError ? error.errors[0] : error) as {
    readonly code?: string;
    readonly message?: string;
  };
  if (/timeout/i.test(message ?? '') && sqlState(error) === null) return 'the database does not answer';
  // The driver's own words, where the connection ended without an error of the system.
  if (code === undefined && /^Connection terminated/.test(message ?? '')) return REASONS['ECONNRESET'] as string;
  return REASONS[code ?? ''] ?? message ?? String(error);
}
