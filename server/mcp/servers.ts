// Servers: the set of upstream servers, as it is loaded, registered, replaced and removed.
// In: configurations that were admitted, and the operator's file. Out: entries, written to the store before they are used.
// Why changes wait for each other: two of them at once could each see a state that the other is about to end. Calls do not wait.

import { compareCodePoints } from '../../grammar/form.ts';
import { ServiceError } from '../errors.ts';
import type { Condition, RegistrationOptions, ServerRecord } from '../services/tools/wire/mcp.ts';
import type { ServerRow } from '../store/store.ts';
import { EMPTY_CATALOGUE, restoreCatalogue } from './catalogue.ts';
import type { OperatorConfig } from './config.ts';
import type { EntryOptions } from './entry.ts';
import { Entry } from './entry.ts';
import { adoptOperator, keepEntries, load, removeEntry } from './load.ts';
import { showServer } from './record.ts';
import type { ServerConfig } from './registration.ts';
import { printConfig } from './registration.ts';

// Each one is a process or a connection, and all are looked at for every call without a server.
const SERVERS_MAX = 256;

interface ServersOptions extends EntryOptions {
  /** A fresh id that starts with the prefix and `_`. */
  readonly newId: (prefix: string) => string;
}

/** Every method but `find` and `sorted` waits for the loading. */
export class Servers {
  readonly entries = new Map<string, Entry>();
  /** Resolves when the stored servers are loaded; rejects when they cannot be read. */
  readonly loaded: Promise<void>;
  readonly #options: ServersOptions;
  /** Servers that are connected to before it is known whether they will be kept. */
  readonly #candidates = new Set<Entry>();
  #changing: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(operator: OperatorConfig, options: ServersOptions) {
    this.#options = options;
    this.loaded = load(this.entries, operator, { ...options, newRow: (config) => this.#newRow(config) });
    // Whoever waits for it sees the failure.
    this.loaded.catch(() => {});
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

  /** Keeps all of the servers or none, and answers their records in order, and how many are new or changed. */
  register(
    configs: readonly ServerConfig[],
    registration: RegistrationOptions,
  ): Promise<{ readonly records: readonly ServerRecord[]; readonly changed: number }> {
    return this.#change(async () => {
      const planned = configs.map((config) => this.#plan(config, registration)).filter((entry) => entry !== null);
      if (registration.verify === true) await verify(planned, this.#candidates);
      const replaced = planned.map(({ name }) => this.entries.get(name));
      try {
        await keepEntries(this.entries, planned, this.#options.store);
      } catch (error) {
        await Promise.all(planned.map((entry) => entry.stop()));
        throw error;
      }
      if (registration.verify !== true) for (const entry of planned) entry.start();
      await Promise.all(replaced.map((entry) => entry?.stop()));
      const records = configs.map((config) => showServer(this.find(config.name), { isAdmin: true }));
      return { records, changed: planned.length };
    });
  }

  remove(name: string): Promise<void> {
    return this.#change(async () => {
      const entry = this.find(name);
      if (entry.row.origin === 'operator') throw operatorOwns(name);
      await removeEntry(this.entries, entry, this.#options.store);
    });
  }

  /** Makes the operator's servers those of a file that was read again. */
  replaceOperator(file: OperatorConfig): Promise<void> {
    return this.#change(async () => {
      await adoptOperator(this.entries, file, { ...this.#options, newRow: (config) => this.#newRow(config) });
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.loaded.catch(() => {});
    await Promise.all([...this.#candidates].map((entry) => entry.stop()));
    await this.#changing;
    await Promise.all([...this.entries.values()].map((entry) => entry.stop()));
  }

  /** One change after the other. Throws `not_ready` once the registry closes. */
  async #change<T>(work: () => Promise<T>): Promise<T> {
    await this.loaded;
    const done = this.#changing.then(() => {
      if (this.#isClosed) throw new ServiceError('not_ready');
      return work();
    });
    this.#changing = done.catch(() => {});
    return done;
  }

  /** The entry that would take the name; null when the server is registered exactly so. */
  #plan(config: ServerConfig, { replace = false, condition }: RegistrationOptions): Entry | null {
    const before = this.entries.get(config.name);
    if (condition !== undefined) requireState(config.name, before?.row.revision ?? null, condition);
    if (before === undefined) {
      if (this.entries.size >= SERVERS_MAX)
        throw new ServiceError('invalid_server', {
          message: `there are already ${SERVERS_MAX} servers`,
          details: { server: config.name },
        });
      return new Entry(config, this.#newRow(config), EMPTY_CATALOGUE, false, this.#options);
    }
    if (printConfig(before.config) === printConfig(config)) return null;
    if (before.row.origin === 'operator') throw operatorOwns(config.name);
    if (!replace)
      throw new ServiceError('name_conflict', { details: { server: config.name, revision: before.row.revision } });
    const row: ServerRow = {
      ...before.row,
      config: printConfig(config),
      learned: 'null',
      revision: before.row.revision + 1,
      updatedAtMs: this.#options.now(),
    };
    // The pins stay: under the same name the same tools are expected, wherever they are served from now.
    const tools = [...before.catalogue.tools.values()].map((tool) => tool.row);
    return new Entry(config, row, restoreCatalogue(tools, config.tools, config.name), false, this.#options);
  }

  #newRow(config: ServerConfig): ServerRow {
    const nowMs = this.#options.now();
    return {
      name: config.name,
      id: this.#options.newId('srv'),
      origin: 'api',
      config: printConfig(config),
      learned: 'null',
      revision: 1,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    };
  }
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
