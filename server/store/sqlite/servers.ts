// Servers and their tools in SQLite.
// In: a database that has the tables, and the instance that asks. Out: statements over them; the caller says what is one transaction.

import type { DatabaseSync } from 'node:sqlite';
import { readServer, readTool, requireServer } from '../rows.ts';
import type { ServerChange, ServerRow, ServerRows, ToolRow } from '../store.ts';
import { EVERYBODY } from '../store.ts';

interface ServerTable {
  /** Of everybody and of the instance; by owner and name. */
  read(names?: readonly string[]): ServerRows[];
  /** Must be in a transaction. Throws `revision_mismatch`. */
  put(change: ServerChange): void;
  /** False when it is not there. */
  delete(server: Pick<ServerRow, 'owner' | 'name' | 'id'>): boolean;
  /** Whether there is one of that name, whoever has it. */
  hasAny(name: string): boolean;
  /** Must be in a transaction. Throws `revision_mismatch`. */
  putTools(server: ServerRow, rows: readonly ToolRow[]): void;
  putLearned(server: ServerRow): void;
}

export function serverTable(database: DatabaseSync, instance: string): ServerTable {
  const selectServers = database.prepare('SELECT * FROM servers WHERE owner IN (?, ?) ORDER BY owner, name');
  const selectServer = database.prepare('SELECT * FROM servers WHERE owner = ? AND name = ?');
  const selectAny = database.prepare('SELECT 1 FROM servers WHERE name = ? LIMIT 1');
  const insertServer = database.prepare(
    `INSERT INTO servers (owner, name, id, config, learned, revision, tools_revision, created_at_ms, updated_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const removeServer = database.prepare('DELETE FROM servers WHERE owner = ? AND name = ?');
  const removeSame = database.prepare('DELETE FROM servers WHERE owner = ? AND name = ? AND id = ?');
  const updateTools = database.prepare(
    'UPDATE servers SET tools_revision = tools_revision + 1 WHERE owner = ? AND name = ?',
  );
  const updateLearned = database.prepare(
    'UPDATE servers SET learned = ? WHERE owner = ? AND name = ? AND id = ? AND revision = ?',
  );
  const selectTools = database.prepare('SELECT * FROM tools WHERE owner = ? AND server = ? ORDER BY name');
  const removeTools = database.prepare('DELETE FROM tools WHERE owner = ? AND server = ?');
  const insertTool = database.prepare(
    `INSERT INTO tools (owner, server, name, definition, hash, approved_hash, approved_definition, listed, first_seen_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const find = (owner: string, name: string): ServerRow | null => {
    const row = selectServer.get(owner, name);
    return row === undefined ? null : readServer(row);
  };
  const withTools = (row: ServerRow): ServerRows => ({
    row,
    tools: selectTools.all(row.owner, row.name).map(readTool),
  });
  const insertTools = ({ owner, name }: ServerRow, rows: readonly ToolRow[]): void => {
    for (const row of rows)
      insertTool.run(
        owner,
        name,
        row.name,
        row.definition,
        row.hash,
        row.approvedHash,
        row.approvedDefinition,
        row.listed ? 1 : 0,
        row.firstSeenAtMs,
      );
  };
  return {
    read(names) {
      if (names === undefined) return selectServers.all(EVERYBODY, instance).map(readServer).map(withTools);
      return [EVERYBODY, instance]
        .flatMap((owner) => names.map((name) => find(owner, name)))
        .filter((row) => row !== null)
        .map(withTools);
    },
    put({ row, tools, before }) {
      requireServer(find(row.owner, row.name), before, row.name);
      removeServer.run(row.owner, row.name);
      insertServer.run(
        row.owner,
        row.name,
        row.id,
        row.config,
        row.learned,
        row.revision,
        row.toolsRevision,
        row.createdAtMs,
        row.updatedAtMs,
      );
      insertTools(row, tools);
    },
    delete: ({ owner, name, id }) => Number(removeSame.run(owner, name, id).changes) === 1,
    hasAny: (name) => selectAny.get(name) !== undefined,
    putTools(server, rows) {
      requireServer(find(server.owner, server.name), server, server.name);
      updateTools.run(server.owner, server.name);
      removeTools.run(server.owner, server.name);
      insertTools(server, rows);
    },
    putLearned: ({ learned, owner, name, id, revision }) => void updateLearned.run(learned, owner, name, id, revision),
  };
}
