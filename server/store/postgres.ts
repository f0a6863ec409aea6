// The store on PostgreSQL: one database for all instances of a service.
// In: a URL. Out: a Store. Why: instances behind a balancer must agree on keys, servers, pins, approvals, policies and the audit.
// Every change locks the counter of changes first, so changes happen one after the other, and none is kept that looked at a state
// which another has ended.

import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../errors.ts';
import { approvalTable } from './postgres/approvals.ts';
import { auditTable } from './postgres/audit.ts';
import { changeTable } from './postgres/changes.ts';
import type { Database, Query } from './postgres/database.ts';
import { openDatabase, quoted } from './postgres/database.ts';
import type { KeyMemory } from './postgres/keys.ts';
import { createKeyMemory, keyTable } from './postgres/keys.ts';
import type { Listener } from './postgres/listener.ts';
import { listen } from './postgres/listener.ts';
import { loginTable } from './postgres/logins.ts';
import { migrate } from './postgres/migrations.ts';
import { policyTable } from './postgres/policies.ts';
import { serverTable } from './postgres/servers.ts';
import type { PostgresTarget } from './postgres/url.ts';
import { readPostgresUrl } from './postgres/url.ts';
import type { Change, Store } from './store.ts';

export interface PostgresOptions {
  /** Names the servers of this instance's own file. */
  readonly instance: string;
  /** The instance has such servers: the name is held, and waited for. */
  readonly isExclusive?: boolean;
  /** Connections at most, beside the one that listens. */
  readonly connections: number;
  /** Milliseconds for which keys that were read go on while the database does not answer. */
  readonly keyGraceMs: number;
  /** Milliseconds to wait at the start for a database that does not answer yet. */
  readonly waitMs?: number;
  readonly log?: (line: string) => void;
}

const AGAIN_MS = 500;
// Who asks whether the service is ready waits no longer for an answer, mostly for a second.
const CHECK_MS = 500;
// Pins of an instance that comes back after its holidays are worth having; those of containers that never come back are not.
const INSTANCE_KEPT_MS = 30 * 86_400_000;

/** Throws a sentence for a wrong URL, `store_unavailable` or `storage_failed` when the database cannot be used. */
export async function openPostgres(url: string, options: PostgresOptions): Promise<Store> {
  const reading = readPostgresUrl(url);
  if (reading.kind === 'invalid') throw new Error(reading.message);
  const { target } = reading;
  const { instance, isExclusive = false, connections, log = () => {} } = options;
  await migrateSoon(target, instance, options.waitMs ?? 0);
  const channel = `evident_${target.schema}`;
  const listener = await listen({ target, instance, channel, isExclusive, log });
  const database = openDatabase(target, instance, connections);
  try {
    const servers = serverTable(quoted(target.schema), instance);
    const nowMs = Date.now();
    if (isExclusive) await database.transaction((query) => servers.arrive(query, nowMs, nowMs - INSTANCE_KEPT_MS));
    return await createPostgresStore({ database, listener, channel, s: quoted(target.schema), instance, options });
  } catch (error) {
    await Promise.all([listener.close(), database.close()]);
    throw error;
  }
}

/** A database that starts together with the service may take longer. */
async function migrateSoon(target: PostgresTarget, instance: string, waitMs: number): Promise<void> {
  const end = performance.now() + waitMs;
  for (;;) {
    try {
      return await migrate(target, instance);
    } catch (error) {
      const isPassing = error instanceof ServiceError && error.code === 'store_unavailable';
      if (!isPassing || performance.now() >= end) throw error;
      await pause(AGAIN_MS);
    }
  }
}

interface Parts {
  readonly database: Database;
  readonly listener: Listener;
  readonly channel: string;
  /** The schema, as it stands in statements. */
  readonly s: string;
  readonly instance: string;
  readonly options: PostgresOptions;
}

async function createPostgresStore({ database, listener, channel, s, instance, options }: Parts): Promise<Store> {
  const { query, transaction, snapshot } = database;
  const servers = serverTable(s, instance);
  const logins = loginTable(s);
  const approvals = approvalTable(s);
  const policies = policyTable(s);
  const audit = auditTable(s);
  const changes = changeTable(s, channel);
  const keys = keyTable(s);
  const memory = createKeyMemory({
    revision: () => changes.keysRevision(query),
    list: () => keys.list(query),
    clock: () => performance.now(),
    graceMs: options.keyGraceMs,
  });
  await memory.refresh().catch((error: unknown) => {
    memory.close();
    throw error;
  });
  listener.onChange((kind) => {
    if (kind === 'key' || kind === '') void memory.refresh().catch(() => {});
  });
  /** One change after the other, of all instances. */
  const changing = <T>(work: (query: Query) => Promise<T>): Promise<T> =>
    transaction(async (inside) => {
      await changes.begin(inside);
      return work(inside);
    });
  const changingIf = (change: Change, work: (query: Query) => Promise<boolean>): Promise<boolean> =>
    changing(async (inside) => {
      const isChanged = await work(inside);
      if (isChanged) await changes.add(inside, change);
      return isChanged;
    });
  let checking: Promise<boolean> | null = null;
  return {
    instance,
    readServers: (names) =>
      snapshot(async (inside) => ({
        revision: await changes.revision(inside),
        servers: await servers.read(inside, names),
      })),
    putServers: (changed) =>
      changing(async (inside) => {
        for (const change of changed) {
          await servers.put(inside, change);
          await changes.add(inside, { kind: 'server', name: change.row.name });
        }
      }),
    deleteServer: (server) =>
      changingIf({ kind: 'server', name: server.name }, async (inside) => {
        if (!(await servers.delete(inside, server))) return false;
        if (!(await servers.hasAny(inside, server.name))) await logins.delete(inside, server.name);
        return true;
      }),
    putTools: (server, rows) =>
      changing(async (inside) => {
        await servers.putTools(inside, server, rows);
        await changes.add(inside, { kind: 'server', name: server.name });
      }),
    putLearned: (server) => servers.putLearned(query, server),
    getLogin: (server) => logins.get(query, server),
    putLogin: (server, login, expected) => logins.put(query, server, login, expected),
    deleteLogin: (server) => logins.delete(query, server),
    changesSince: (revision) => changes.since(query, revision),
    onChange: (changed) =>
      listener.onChange((kind) => {
        if (kind !== 'key') changed();
      }),
    listKeys: () => keys.list(query),
    hasKeys: memory.hasAny,
    findKey: memory.find,
    addKey: (row) =>
      changingKeys(
        memory,
        changingIf({ kind: 'key', name: row.name }, (inside) => keys.add(inside, row)),
      ),
    revokeKey: (name, atMs) =>
      changingKeys(
        memory,
        changingIf({ kind: 'key', name }, (inside) => keys.revoke(inside, name, atMs)),
      ),
    holdApproval: (row, pendingMax, forgetBeforeMs) =>
      changing(async (inside) => {
        await approvals.forget(inside, forgetBeforeMs);
        return approvals.hold(inside, row, pendingMax);
      }),
    listApprovals: (limit) => approvals.list(query, limit),
    getApproval: (id) => approvals.get(query, id),
    findApproval: (same, status, nowMs) => approvals.find(query, same, status, nowMs),
    changeApproval: (id, from, to, by, atMs) => approvals.change(query, { id, from, to, by, atMs }),
    listPolicies: () => policies.list(query),
    putPolicy: (row) =>
      changing(async (inside) => {
        await policies.put(inside, row);
        await changes.add(inside, { kind: 'policy', name: row.name });
      }),
    deletePolicy: (name, revision) =>
      changing(async (inside) => {
        await policies.delete(inside, name, revision);
        await changes.add(inside, { kind: 'policy', name });
      }),
    countCalls: (asked) => audit.countCalls(query, asked),
    appendAudit: (entries, forgetBeforeMs, batch) =>
      transaction((inside) => audit.append(inside, entries, forgetBeforeMs, batch)),
    listAudit: (asked) => audit.list(query, asked),
    async keepSecret(name, fresh) {
      await query(`INSERT INTO ${s}.secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING`, [
        name,
        fresh,
      ]);
      const [row] = await query(`SELECT value FROM ${s}.secrets WHERE name = $1`, [name]);
      return row?.['value'] as string;
    },
    async check() {
      checking ??= isReachable(query).finally(() => {
        checking = null;
      });
      const late = pause(CHECK_MS, false, { ref: false });
      return { store: (await Promise.race([checking, late])) ? 'ok' : 'unreachable', keys: memory.state() };
    },
    async close() {
      memory.close();
      await Promise.all([listener.close(), database.close()]);
    },
  };
}

async function isReachable(query: Query): Promise<boolean> {
  try {
    await query('SELECT 1');
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'store_unavailable') return false;
    throw error;
  }
}

/** What this process changed it knows at once. */
async function changingKeys(memory: KeyMemory, changed: Promise<boolean>): Promise<boolean> {
  const isChanged = await changed;
  if (isChanged) await memory.refresh().catch(() => {});
  return isChanged;
}
