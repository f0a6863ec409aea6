// Loading: which servers there are when the registry starts, and after the operator's file was read again.
// In: what the store has and what the file says. Out: entries, written to the store and connecting.
// Why together: the file is the truth about the operator's servers, at the start and at every reload alike.

import type { ServerRow, Store, ToolRow } from '../store/store.ts';
import { EMPTY_CATALOGUE, restoreCatalogue } from './catalogue.ts';
import type { OperatorConfig } from './config.ts';
import type { EntryOptions } from './entry.ts';
import { Entry } from './entry.ts';
import type { ServerConfig } from './registration.ts';
import { LIMITS, NO_GUARDS, printConfig } from './registration.ts';

interface LoadOptions extends EntryOptions {
  /** The row of a server that was not there before. */
  readonly newRow: (config: ServerConfig) => ServerRow;
}

/** Fills `entries` from the store, then from the operator's file, and connects to all of them. */
export async function load(entries: Map<string, Entry>, operator: OperatorConfig, options: LoadOptions): Promise<void> {
  const { store } = options;
  const tools = await store.listTools();
  for (const row of await store.listServers()) {
    // Rows written before there were guards have none.
    const written = JSON.parse(row.config) as ServerConfig;
    // An older version wrote fewer members.
    const config: ServerConfig = {
      ...written,
      guards: written.guards ?? NO_GUARDS,
      limits: { ...LIMITS, ...written.limits },
    };
    const own = tools.filter((tool) => tool.server === row.name);
    entries.set(row.name, new Entry(config, row, restored(own, config), true, options));
  }
  const adopted = await adoptOperator(entries, operator, options);
  for (const entry of entries.values()) if (!adopted.has(entry)) entry.start();
}

/** Makes the operator's servers those of the file. What the file says as before is left as it is. Answers the entries it started. */
export async function adoptOperator(
  entries: Map<string, Entry>,
  operator: OperatorConfig,
  options: LoadOptions,
): Promise<ReadonlySet<Entry>> {
  const names = new Set(operator.servers.map(({ name }) => name));
  for (const entry of [...entries.values()]) {
    if (entry.row.origin !== 'operator' || names.has(entry.name)) continue;
    await removeEntry(entries, entry, options.store);
  }
  const started = new Set<Entry>();
  for (const config of operator.servers) {
    const before = entries.get(config.name);
    if (before?.row.origin === 'operator' && before.row.config === printConfig(config)) continue;
    const entry = successor(config, before, options);
    await keepEntries(entries, [entry], options.store);
    await before?.stop();
    entry.start();
    started.add(entry);
  }
  return started;
}

/** Stores entries, all or none, and puts them in the places of those they succeed. Throws `storage_failed`; then nothing has changed. */
export async function keepEntries(entries: Map<string, Entry>, kept: readonly Entry[], store: Store): Promise<void> {
  const before = kept.map(({ name }) => entries.get(name));
  // Whatever they still hear must not overwrite their successors.
  for (const entry of before) entry?.detach();
  try {
    await store.putServers(kept.map(({ rows }) => rows));
  } catch (error) {
    for (const entry of before) entry?.attach();
    throw error;
  }
  for (const entry of kept) {
    entry.attach();
    entries.set(entry.name, entry);
  }
}

/** Takes an entry out of the store, then out of the map, and ends it. Throws `storage_failed`; then it is still there and at work. */
export async function removeEntry(entries: Map<string, Entry>, entry: Entry, store: Store): Promise<void> {
  entry.detach();
  try {
    await store.deleteServer(entry.name);
  } catch (error) {
    entry.attach();
    throw error;
  }
  entries.delete(entry.name);
  await entry.stop();
}

function successor(config: ServerConfig, before: Entry | undefined, options: LoadOptions): Entry {
  if (before === undefined)
    return new Entry(config, { ...options.newRow(config), origin: 'operator' }, EMPTY_CATALOGUE, false, options);
  const text = printConfig(config);
  const isSame = before.row.config === text;
  const row: ServerRow = {
    ...before.row,
    origin: 'operator',
    config: text,
    ...(isSame ? {} : { learned: 'null', revision: before.row.revision + 1, updatedAtMs: options.now() }),
  };
  // The pins stay: under the same name the same tools are expected, wherever they are served from now.
  return new Entry(
    config,
    row,
    restored(
      [...before.catalogue.tools.values()].map((tool) => tool.row),
      config,
    ),
    false,
    options,
  );
}

function restored(tools: readonly ToolRow[], config: ServerConfig): Entry['catalogue'] {
  return tools.length === 0 ? EMPTY_CATALOGUE : restoreCatalogue(tools, config.tools, config.name);
}
