// The schema of the PostgreSQL store, as the steps that lead to it.
// In: a target. Out: the tables. Why under a lock: instances that start together must not both run a step.
// Steps are only ever appended; one that an older program cannot work with belongs into a version that is announced.

import pg from 'pg';
import { ServiceError } from '../../errors.ts';
import { BEGINNING } from '../audit-chain.ts';
import type { Query } from './database.ts';
import { connectionOptions, databaseFailed, quoted } from './database.ts';
import type { PostgresTarget } from './url.ts';

/** Any number that nobody else locks: a lock is one of the whole database. */
const MIGRATION_LOCK = 6_384_501;

/** The steps in a schema, whose name is quoted. */
const migrationsOf = (s: string): readonly string[] => [
  `CREATE TABLE ${s}.servers (
     owner TEXT NOT NULL,
     name TEXT NOT NULL,
     id TEXT NOT NULL,
     config TEXT NOT NULL,
     learned TEXT NOT NULL,
     revision BIGINT NOT NULL,
     tools_revision BIGINT NOT NULL,
     created_at_ms BIGINT NOT NULL,
     updated_at_ms BIGINT NOT NULL,
     PRIMARY KEY (owner, name)
   );
   CREATE TABLE ${s}.tools (
     owner TEXT NOT NULL,
     server TEXT NOT NULL,
     name TEXT NOT NULL,
     definition TEXT NOT NULL,
     hash TEXT NOT NULL,
     approved_hash TEXT,
     approved_definition TEXT,
     listed BOOLEAN NOT NULL,
     first_seen_at_ms BIGINT NOT NULL,
     PRIMARY KEY (owner, server, name),
     FOREIGN KEY (owner, server) REFERENCES ${s}.servers (owner, name) ON DELETE CASCADE
   );
   CREATE TABLE ${s}.instances (
     id TEXT PRIMARY KEY,
     seen_at_ms BIGINT NOT NULL
   );
   CREATE TABLE ${s}.logins (
     server TEXT PRIMARY KEY,
     login TEXT NOT NULL,
     revision BIGINT NOT NULL
   );
   CREATE TABLE ${s}.keys (
     name TEXT PRIMARY KEY,
     hash TEXT NOT NULL UNIQUE,
     scopes TEXT NOT NULL,
     undecided TEXT,
     result_bytes BIGINT,
     created_at_ms BIGINT NOT NULL,
     expires_at_ms BIGINT,
     revoked_at_ms BIGINT
   );
   CREATE TABLE ${s}.approvals (
     id TEXT PRIMARY KEY,
     caller TEXT,
     server TEXT NOT NULL,
     tool TEXT NOT NULL,
     tool_hash TEXT NOT NULL,
     digest TEXT NOT NULL,
     arguments TEXT NOT NULL,
     reason TEXT NOT NULL,
     status TEXT NOT NULL,
     decided_by TEXT,
     created_at_ms BIGINT NOT NULL,
     changed_at_ms BIGINT NOT NULL,
     expires_at_ms BIGINT NOT NULL
   );
   CREATE INDEX approvals_same ON ${s}.approvals (digest);
   CREATE INDEX approvals_newest ON ${s}.approvals (created_at_ms);
   CREATE TABLE ${s}.policies (
     name TEXT PRIMARY KEY,
     text TEXT NOT NULL,
     revision BIGINT NOT NULL,
     changed_at_ms BIGINT NOT NULL
   );
   CREATE TABLE ${s}.audit (
     seq BIGINT PRIMARY KEY,
     at_ms BIGINT NOT NULL,
     event TEXT NOT NULL,
     key TEXT,
     text TEXT NOT NULL,
     hash TEXT NOT NULL,
     writer TEXT,
     batch BIGINT
   );
   CREATE INDEX audit_oldest ON ${s}.audit (at_ms);
   CREATE INDEX audit_batches ON ${s}.audit (writer, batch) WHERE writer IS NOT NULL;
   CREATE TABLE ${s}.audit_head (
     seq BIGINT NOT NULL,
     hash TEXT
   );
   INSERT INTO ${s}.audit_head VALUES (0, NULL);
   CREATE TABLE ${s}.changes (
     revision BIGINT PRIMARY KEY,
     kind TEXT NOT NULL,
     name TEXT NOT NULL
   );
   CREATE TABLE ${s}.counter (
     revision BIGINT NOT NULL,
     keys_revision BIGINT NOT NULL
   );
   INSERT INTO ${s}.counter VALUES (0, 0);`,
  `CREATE TABLE ${s}.secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL);`,
  `CREATE TABLE ${s}.decisions (
     seq BIGINT PRIMARY KEY,
     at_ms BIGINT NOT NULL,
     end_byte BIGINT NOT NULL,
     line TEXT NOT NULL
   );
   CREATE INDEX decisions_oldest ON ${s}.decisions (at_ms, seq);
   CREATE TABLE ${s}.decision_head (
     seq BIGINT NOT NULL,
     hash TEXT NOT NULL,
     at_ms BIGINT NOT NULL,
     end_byte BIGINT NOT NULL
   );
   INSERT INTO ${s}.decision_head VALUES (0, '${BEGINNING}', 0, 0);
   CREATE TABLE ${s}.decision_writers (
     instance TEXT PRIMARY KEY,
     batch TEXT NOT NULL,
     at_ms BIGINT NOT NULL
   );`,
  `ALTER TABLE ${s}.approvals ADD COLUMN answers TEXT;`,
];

/** Throws `storage_failed` when the tables were made by a newer version, and as a database fails. */
export async function migrate(target: PostgresTarget, instance: string): Promise<void> {
  // Steps may take longer than a statement otherwise may, and so may waiting for those of another instance.
  const client = new pg.Client({
    ...connectionOptions(target, instance),
    statement_timeout: 0,
    query_timeout: 0,
    lock_timeout: 0,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('BEGIN');
    await runSteps(target, async (text, values) => (await client.query(text, values as unknown[])).rows);
    await client.query('COMMIT');
  } catch (error) {
    throw databaseFailed(target.place, error);
  } finally {
    // What was not committed is undone by the end of the connection.
    await client.end().catch(() => {});
  }
}

async function runSteps({ place, schema }: PostgresTarget, query: Query): Promise<void> {
  const s = quoted(schema);
  await query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  const [known] = await query(
    'SELECT to_regnamespace($1) IS NOT NULL AS has_schema, to_regclass($2) IS NOT NULL AS has_tables',
    [s, `${s}.schema_version`],
  );
  // Asked first: who may use a schema need not be allowed to make one.
  if (known?.['has_schema'] !== true) await query(`CREATE SCHEMA ${s}`);
  if (known?.['has_tables'] !== true)
    await query(
      `CREATE TABLE ${s}.schema_version (version BIGINT NOT NULL); INSERT INTO ${s}.schema_version VALUES (0);`,
    );
  const [row] = await query(`SELECT version FROM ${s}.schema_version`);
  const version = Number(row?.['version']);
  const steps = migrationsOf(s);
  if (version > steps.length) {
    const reason = `the schema ${schema} has version ${version}; this program knows ${steps.length}`;
    throw new ServiceError('storage_failed', { message: `${place}: ${reason}`, details: { store: place, reason } });
  }
  if (version === steps.length) return;
  for (const step of steps.slice(version)) await query(step);
  await query(`UPDATE ${s}.schema_version SET version = $1`, [steps.length]);
}
