// Loading: which servers there are when the registry starts, after the operator's file was read again, and after others changed some.
// In: what the store has and what the file says. Out: entries, written to the store before they count.
// Why together: the file is the truth about the operator's servers, and the store about all others, at the start and later alike.

import { ServiceError } from '../errors.ts';
import type { ServerRow, ServerRows, Store, ToolRow } from '../store/store.ts';
import { EVERYBODY } from '../store/store.ts';
import { EMPTY_CATALOGUE, restoreCatalogue } from './catalogue.ts';
import type { OperatorConfig } from './config.ts';
import type { EntryOptions } from './entry.ts';
import { Entry } from './entry.ts';
import type { ServerConfig } from './registration.ts';
import { LIMITS, NO_GUARDS, printConfig } from './registration.ts';

interface LoadOptions extends EntryOptions {
  /** The row of a server that was not there before. */
  readonly newRow: (config: ServerConfig, owner: string) => ServerRow;
  /** Told of each server of the operator's file that came, changed or went, once it is in the store. */
  readonly onOperator: (event: 'server.registered' | 'server.deleted', entry: Entry) => void;
}

/** What was changed: entries that are to be connected to, and those that are to be ended. */
export interface Changed {
  readonly started: readonly Entry[];
  readonly ended: readonly Entry[];
}

/** An entry that is to be kept, and the row it is to replace; null: none. */
export interface Planned {
  readonly entry: Entry;
  readonly before: ServerRow | null;
}

/** Another instance was faster: the row of a server is not the one that a change was made to. */
export class Outrun extends Error {
  readonly server: string;

  constructor(server: string) {
    super(`${server} was changed meanwhile`);
    this.server = server;
  }
}

/** Makes entries those of the store: of these names, or all. A server of this instance's own hides one that everybody has. */
export async function adoptStored(
  entries: Map<string, Entry>,
  names: readonly string[] | undefined,
  options: EntryOptions,
): Promise<Changed & { readonly revision: number }> {
  const { revision, servers } = await options.store.readServers(names);
  const stored = new Map<string, ServerRows>();
  for (const rows of servers)
    if (rows.row.owner !== EVERYBODY || !stored.has(rows.row.name)) stored.set(rows.row.name, rows);
  const started: Entry[] = [];
  const ended: Entry[] = [];
  for (const name of new Set([...(names ?? entries.keys()), ...stored.keys()])) {
    const before = entries.get(name);
    const rows = stored.get(name);
    if (before !== undefined && rows !== undefined && isSame(before.row, rows.row)) {
      await before.kept.follow(rows);
      continue;
    }
    if (before !== undefined) ended.push(before);
    before?.kept.detach();
    if (rows === undefined) {
      entries.delete(name);
      continue;
    }
    const entry = restoreEntry(rows, options);
    entries.set(name, entry);
    started.push(entry);
  }
  return { revision, started, ended };
}

function isSame(row: ServerRow, other: ServerRow): boolean {
  return row.owner === other.owner && row.id === other.id && row.revision === other.revision;
}

function restoreEntry({ row, tools }: ServerRows, options: EntryOptions): Entry {
  const config = restoreConfig(row.config);
  return new Entry(config, row, restored(tools, config), true, options);
}

/** What `printConfig` wrote; an older version wrote fewer members. */
export function restoreConfig(text: string): ServerConfig {
  const written = JSON.parse(text) as ServerConfig;
  return {
    ...written,
    guards: written.guards ?? NO_GUARDS,
    auth: written.auth ?? null,
    limits: { ...LIMITS, ...written.limits },
  };
}

/** Makes the operator's servers those of the file. What the file says as before is left as it is. */
export async function adoptOperator(
  entries: Map<string, Entry>,
  operator: OperatorConfig,
  options: LoadOptions,
): Promise<Changed> {
  const started: Entry[] = [];
  const ended: Entry[] = [];
  const names = new Set(operator.servers.map(({ name }) => name));
  for (const entry of [...entries.values()]) {
    if (entry.row.owner === EVERYBODY || names.has(entry.name)) continue;
    await removeEntry(entries, entry, options.store);
    options.onOperator('server.deleted', entry);
    ended.push(entry);
    // One that everybody has may have been hidden.
    started.push(...(await adoptStored(entries, [entry.name], options)).started);
  }
  for (const config of operator.servers) {
    const before = entries.get(config.name);
    const isOwn = before !== undefined && before.row.owner !== EVERYBODY;
    if (isOwn && before.row.config === printConfig(config)) continue;
    const entry = successor(config, before, options);
    await keepEntries(entries, [{ entry, before: isOwn ? before.row : null }], options.store);
    options.onOperator('server.registered', entry);
    if (before !== undefined) ended.push(before);
    started.push(entry);
  }
  return { started, ended };
}

/**
 * Stores entries, all or none, and puts them in the places of those they succeed. Throws `storage_failed` or `store_unavailable`,
 * and Outrun; then nothing has changed.
 */
export async function keepEntries(
  entries: Map<string, Entry>,
  planned: readonly Planned[],
  store: Store,
): Promise<void> {
  const replaced = planned.map(({ entry }) => entries.get(entry.name));
  // Whatever they still hear must not overwrite their successors.
  for (const entry of replaced) entry?.kept.detach();
  try {
    await store.putServers(planned.map(({ entry, before }) => ({ ...entry.kept.rows, before })));
  } catch (error) {
    for (const entry of replaced) entry?.kept.attach();
    if (error instanceof ServiceError && error.code === 'revision_mismatch')
      throw new Outrun((error.details as { readonly server: string }).server);
    throw error;
  }
  for (const { entry } of planned) {
    entry.kept.attach();
    entries.set(entry.name, entry);
  }
}

/** Takes an entry out of the store, then out of the map; ending it is left to the caller. Throws as `keepEntries` does. */
export async function removeEntry(entries: Map<string, Entry>, entry: Entry, store: Store): Promise<void> {
  entry.kept.detach();
  try {
    if (!(await store.deleteServer(entry.row))) throw new Outrun(entry.name);
  } catch (error) {
    entry.kept.attach();
    throw error;
  }
  entries.delete(entry.name);
}

function successor(config: ServerConfig, before: Entry | undefined, options: LoadOptions): Entry {
  if (before === undefined)
    return new Entry(config, options.newRow(config, options.store.instance), EMPTY_CATALOGUE, false, options);
  const row: ServerRow =
    before.row.owner === EVERYBODY
      ? options.newRow(config, options.store.instance)
      : {
          ...before.row,
          config: printConfig(config),
          learned: 'null',
          revision: before.row.revision + 1,
          toolsRevision: before.row.toolsRevision + 1,
          updatedAtMs: options.now(),
        };
  // The pins stay: under the same name the same tools are expected, wherever they are served from now.
  return new Entry(config, row, restored(before.kept.rows.tools, config), false, options);
}

function restored(tools: readonly ToolRow[], config: ServerConfig): Entry['catalogue'] {
  return tools.length === 0 ? EMPTY_CATALOGUE : restoreCatalogue(tools, config.tools, config.name);
}
