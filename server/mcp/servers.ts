// Servers: the set of upstream servers, as it is loaded, registered, replaced and removed, here and by other instances.
// In: configurations that were admitted, the operator's file, the feed of the store. Out: entries, written to the store before they
// are used. Why changes wait for each other: two of them at once could each see a state that the other is about to end. Changes of
// other instances do not wait, so each change begins with what they have changed, and where one was faster is made to what that left.

import { setTimeout as pause } from 'node:timers/promises';
import { compareCodePoints } from '../../grammar/form.ts';
import type { Audit } from '../audit.ts';
import { ServiceError } from '../errors.ts';
import type { Condition, RegistrationOptions, ServerRecord } from '../services/tools/wire/mcp.ts';
import type { Follower } from '../store/follow.ts';
import { followChanges } from '../store/follow.ts';
import type { Change, ServerRow } from '../store/store.ts';
import { EVERYBODY } from '../store/store.ts';
import { EMPTY_CATALOGUE, restoreCatalogue } from './catalogue.ts';
import type { OperatorConfig } from './config.ts';
import type { EntryOptions } from './entry.ts';
import { Entry } from './entry.ts';
import type { Changed, Planned } from './load.ts';
import { adoptOperator, adoptStored, keepEntries, Outrun, removeEntry } from './load.ts';
import { showServer } from './record.ts';
import type { ServerConfig } from './registration.ts';
import { printConfig } from './registration.ts';

// Each one is a process or a connection, and all are looked at for every call without a server.
const SERVERS_MAX = 256;
// Each time another instance has changed the same server first.
const ROUNDS_MAX = 8;
// A store that does not answer at the start is asked again.
const LOAD_AGAIN_MS = 1_000;

interface ServersOptions extends EntryOptions {
  /** A fresh id that starts with the prefix and `_`. */
  readonly newId: (prefix: string) => string;
  /** Has a row for each server of the operator's file that comes, changes or goes. */
  readonly audit: Pick<Audit, 'add'>;
}

/** Every method but `find` and `sorted` waits for the loading. */
export class Servers {
  readonly entries = new Map<string, Entry>();
  /** Resolves when the stored servers are loaded; rejects when they cannot be read, until they can. */
  loaded: Promise<void>;
  areLoaded = false;
  readonly #options: ServersOptions;
  /** Servers that are connected to before it is known whether they will be kept. */
  readonly #candidates = new Set<Entry>();
  #follower: Follower | null = null;
  /** Changes of this instance. */
  #changing: Promise<unknown> = Promise.resolve();
  /** Whatever replaces entries, of this instance and of others. */
  #replacing: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(operator: OperatorConfig, options: ServersOptions) {
    this.#options = options;
    this.loaded = this.#load(operator);
    void this.#loadAgain(operator);
  }

  /** Throws `server_not_found`. */
  find(name: string): Entry {
    const entry = this.entries.get(name);
    if (entry === undefined) throw new ServiceError('server_not_found', { details: { server: name } });
    return entry;
  }

  /** By name. */
  sorted(): readonly Entry[] {
    return [...this.entries.values()].sort((a, b) => compareCodePoints(a.name, b.name));
  }

  /** Keeps all of the servers or none, and answers their records in order, and how many are new, or new or changed. */
  register(
    configs: readonly ServerConfig[],
    registration: RegistrationOptions,
  ): Promise<{ readonly records: readonly ServerRecord[]; readonly added: number; readonly changed: number }> {
    return this.#change(async () => {
      const planned = configs.map((config) => this.#plan(config, registration)).filter((plan) => plan !== null);
      const entries = planned.map(({ entry }) => entry);
      if (registration.verify === true) await verify(entries, this.#candidates);
      const replaced = entries.map(({ name }) => this.entries.get(name));
      try {
        await this.#replace(() => keepEntries(this.entries, planned, this.#options.store));
      } catch (error) {
        await Promise.all(entries.map((entry) => entry.stop()));
        throw error;
      }
      if (registration.verify !== true) for (const entry of entries) entry.start();
      await Promise.all(replaced.map((entry) => entry?.stop()));
      const records = configs.map((config) => showServer(this.find(config.name), { isAdmin: true }));
      return { records, added: planned.filter(({ before }) => before === null).length, changed: planned.length };
    });
  }

  remove(name: string): Promise<void> {
    return this.#change(async () => {
      const entry = this.find(name);
      if (entry.row.owner !== EVERYBODY) throw operatorOwns(name);
      await this.#replace(() => removeEntry(this.entries, entry, this.#options.store));
      await entry.stop();
    });
  }

  /** Makes the operator's servers those of a file that was read again. */
  replaceOperator(file: OperatorConfig): Promise<void> {
    return this.#change(async () => {
      const changed = await this.#replace(() => adoptOperator(this.entries, file, this.#loading()));
      await startAndEnd(changed);
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.loaded.catch(() => {});
    await this.#follower?.close();
    await Promise.all([...this.#candidates].map((entry) => entry.stop()));
    await this.#changing;
    await Promise.all([...this.entries.values()].map((entry) => entry.stop()));
  }

  async #load(operator: OperatorConfig): Promise<void> {
    const stored = await adoptStored(this.entries, undefined, this.#options);
    await adoptOperator(this.entries, operator, this.#loading());
    if (this.#isClosed) return;
    for (const entry of this.entries.values()) entry.start();
    this.#follower = followChanges({
      store: this.#options.store,
      from: stored.revision,
      follow: (changes) => this.#follow(changes),
    });
    this.areLoaded = true;
  }

  /** While the store does not answer; whoever asks meanwhile sees the failure and need not wait. */
  async #loadAgain(operator: OperatorConfig): Promise<void> {
    for (;;) {
      const error = await this.loaded.then(
        () => null,
        (failure: unknown) => failure,
      );
      if (!(error instanceof ServiceError) || error.code !== 'store_unavailable') return;
      await pause(LOAD_AGAIN_MS, undefined, { ref: false });
      if (this.#isClosed) return;
      this.loaded = this.#load(operator);
    }
  }

  #loading(): Parameters<typeof adoptOperator>[2] {
    const { audit, now } = this.#options;
    return {
      ...this.#options,
      newRow: (config, owner) => this.#newRow(config, owner),
      // As what is registered over HTTP, but without a key: nobody's key did it.
      onOperator: (event, { name, config, row }) => {
        const more = event === 'server.deleted' ? {} : { transport: config.transport, revision: row.revision };
        audit.add({ atMs: now(), event, key: null, members: { server: name, ...more } });
      },
    };
  }

  /** Others, or this instance itself, have changed something. */
  async #follow(changes: readonly Change[] | null): Promise<void> {
    const names = changes?.filter(({ kind }) => kind === 'server').map(({ name }) => name);
    if (names?.length === 0) return;
    const changed = await this.#replace(() => adoptStored(this.entries, names, this.#options));
    // Nobody waits for a connection to end.
    void startAndEnd(changed);
  }

  /** One change after the other, made anew where another instance was faster. Throws `not_ready` once the registry closes. */
  async #change<T>(work: () => Promise<T>): Promise<T> {
    await this.loaded;
    const done = this.#changing.then(async () => {
      for (let round = 1; ; round += 1) {
        if (this.#isClosed) throw new ServiceError('not_ready');
        await this.#follower?.catchUp();
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof Outrun)) throw error;
          if (round === ROUNDS_MAX) throw new ServiceError('revision_mismatch', { details: { server: error.server } });
        }
      }
    });
    this.#changing = done.catch(() => {});
    return done;
  }

  /** One replacement of entries after the other: what the store says and what the entries are belong together. */
  #replace<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#replacing.then(work);
    this.#replacing = done.catch(() => {});
    return done;
  }

  /** The entry that would take the name; null when the server is registered exactly so. */
  #plan(config: ServerConfig, { replace = false, condition }: RegistrationOptions): Planned | null {
    const before = this.entries.get(config.name);
    if (condition !== undefined) requireState(config.name, before?.row.revision ?? null, condition);
    if (before === undefined) {
      if (this.entries.size >= SERVERS_MAX)
        throw new ServiceError('invalid_server', {
          message: `there are already ${SERVERS_MAX} servers`,
          details: { server: config.name },
        });
      const row = this.#newRow(config, EVERYBODY);
      return { entry: new Entry(config, row, EMPTY_CATALOGUE, false, this.#options), before: null };
    }
    if (printConfig(before.config) === printConfig(config)) return null;
    if (before.row.owner !== EVERYBODY) throw operatorOwns(config.name);
    if (!replace)
      throw new ServiceError('name_conflict', { details: { server: config.name, revision: before.row.revision } });
    const row: ServerRow = {
      ...before.row,
      config: printConfig(config),
      learned: 'null',
      revision: before.row.revision + 1,
      toolsRevision: before.row.toolsRevision + 1,
      updatedAtMs: this.#options.now(),
    };
    // The pins stay: under the same name the same tools are expected, wherever they are served from now.
    const catalogue = restoreCatalogue(before.kept.rows.tools, config.tools, config.name);
    return { entry: new Entry(config, row, catalogue, false, this.#options), before: before.row };
  }

  #newRow(config: ServerConfig, owner: string): ServerRow {
    const nowMs = this.#options.now();
    return {
      owner,
      name: config.name,
      id: this.#options.newId('srv'),
      config: printConfig(config),
      learned: 'null',
      revision: 1,
      toolsRevision: 0,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    };
  }
}

async function startAndEnd({ started, ended }: Changed): Promise<void> {
  for (const entry of started) entry.start();
  await Promise.all(ended.map((entry) => entry.stop()));
}

/** All or none: when one cannot be reached, none of them is kept. */
async function verify(planned: readonly Entry[], candidates: Set<Entry>): Promise<void> {
  for (const entry of planned) candidates.add(entry);
  const results = await Promise.allSettled(
    planned.filter((entry) => entry.config.enabled).map((entry) => entry.connectNow()),
  );
  for (const entry of planned) candidates.delete(entry);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed === undefined) return;
  await Promise.all(planned.map((entry) => entry.stop()));
  throw failed.reason;
}

/** Throws `revision_mismatch` where the record is not the one that the caller knows. */
function requireState(name: string, revision: number | null, condition: Condition): void {
  const holds =
    condition.kind === 'absent'
      ? revision === null
      : revision !== null && (condition.revisions === null || condition.revisions.includes(revision));
  if (!holds) throw new ServiceError('revision_mismatch', { details: { server: name, revision } });
}

function operatorOwns(name: string): ServiceError {
  return new ServiceError('name_conflict', {
    message: `${name} comes from the operator's file and is changed there`,
    details: { server: name },
  });
}
