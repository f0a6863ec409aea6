// Servers and their tools in SQLite.
// In: a database that has the tables. Out: statements over them; the caller says what is one transaction.

import type { DatabaseSync } from 'node:sqlite';
import type { ServerRow, ToolRow } from './store.ts';

interface ServerTable {
  /** By name. */
  list(): ServerRow[];
  put(row: ServerRow): void;
  delete(name: string): void;
  /** Of all servers, by server and name. */
  listTools(): ToolRow[];
  replaceTools(server: string, rows: readonly ToolRow[]): void;
}

export function serverTable(database: DatabaseSync): ServerTable {
  const selectServers = database.prepare('SELECT * FROM servers ORDER BY name');
  const upsertServer = database.prepare(
    `INSERT INTO servers (name, id, origin, config, learned, revision, created_at_ms, updated_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET id = excluded.id, origin = excluded.origin, config = excluded.config, learned = excluded.learned,
       revision = excluded.revision, created_at_ms = excluded.created_at_ms, updated_at_ms = excluded.updated_at_ms`,
  );
  const removeServer = database.prepare('DELETE FROM servers WHERE name = ?');
  const selectTools = database.prepare('SELECT * FROM tools ORDER BY server, name');
  const removeTools = database.prepare('DELETE FROM tools WHERE server = ?');
  const insertTool = database.prepare(
    `INSERT INTO tools (server, name, definition, hash, approved_hash, approved_definition, listed, first_seen_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  return {
    list: () => selectServers.all().map(readServer),
    put(row) {
      upsertServer.run(
        row.name,
        row.id,
        row.origin,
        row.config,
        row.learned,
        row.revision,
        row.createdAtMs,
        row.updatedAtMs,
      );
    },
    delete: (name) => void removeServer.run(name),
    listTools: () => selectTools.all().map(readTool),
    replaceTools(server, rows) {
      removeTools.run(server);
      for (const row of rows) {
        insertTool.run(
          server,
          row.name,
          row.definition,
          row.hash,
          row.approvedHash,
          row.approvedDefinition,
          row.listed ? 1 : 0,
          row.firstSeenAtMs,
        );
      }
    },
  };
}

type Columns = Record<string, unknown>;

function readServer(row: Columns): ServerRow {
  return {
    name: String(row['name']),
    id: String(row['id']),
    origin: row['origin'] === 'operator' ? 'operator' : 'api',
    config: String(row['config']),
    learned: String(row['learned']),
    revision: Number(row['revision']),
    createdAtMs: Number(row['created_at_ms']),
    updatedAtMs: Number(row['updated_at_ms']),
  };
}

function readTool(row: Columns): ToolRow {
  return {
    server: String(row['server']),
    name: String(row['name']),
    definition: String(row['definition']),
    hash: String(row['hash']),
    approvedHash: row['approved_hash'] === null ? null : String(row['approved_hash']),
    approvedDefinition: row['approved_definition'] === null ? null : String(row['approved_definition']),
    listed: Number(row['listed']) === 1,
    firstSeenAtMs: Number(row['first_seen_at_ms']),
  };
}
