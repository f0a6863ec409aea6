// PostgreSQL for tests: EVIDENT_TEST_POSTGRES, else the server of this machine; each test in a schema of its own.

import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { connectionOptions } from '../../server/store/postgres/database.ts';
import { readPostgresUrl } from '../../server/store/postgres/url.ts';
import type { PostgresOptions } from '../../server/store/postgres.ts';
import { openPostgres } from '../../server/store/postgres.ts';
import type { Store } from '../../server/store/store.ts';
import { needing } from './needs.ts';
import { test } from './test.ts';

const SERVER = process.env['EVIDENT_TEST_POSTGRES'] ?? 'postgres://127.0.0.1:5432/test';
// A machine that is busy may take longer than a connection waits.
const ATTEMPTS = 5;
const schemas: string[] = [];

export const withPostgres = needing('postgres', await whyNot());

test.after(async () => {
  if (schemas.length === 0) return;
  await administer(schemas.map((schema) => `DROP SCHEMA IF EXISTS "${schema}" CASCADE`).join(';'));
});

/** The URL of a store in a schema that is not there yet, and is dropped when the tests of the file are over. */
export function newDatabase(): string {
  const schema = `evident_test_${randomBytes(6).toString('hex')}`;
  schemas.push(schema);
  const url = new URL(SERVER);
  url.searchParams.set('schema', schema);
  return url.href;
}

export function open(url: string, options: Partial<PostgresOptions> = {}): Promise<Store> {
  return openPostgres(url, { instance: 'one', connections: 4, keyGraceMs: 30_000, ...options });
}

/** Runs statements on the server, beside any store. Answers the rows of the last. */
export async function administer(statements: string, url = SERVER): Promise<readonly Record<string, unknown>[]> {
  const reading = readPostgresUrl(url);
  if (reading.kind === 'invalid') throw new Error(reading.message);
  const client = new pg.Client(connectionOptions(reading.target, 'tests'));
  await client.connect();
  try {
    const result = await client.query(statements);
    return (Array.isArray(result) ? result.at(-1) : result).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

async function whyNot(): Promise<string | null> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const answer = await administer('SELECT 1').catch((error: NodeJS.ErrnoException) => error);
    if (!(answer instanceof Error)) return null;
    if (answer.code !== undefined) break;
  }
  return `no PostgreSQL at ${new URL(SERVER).host}`;
}
