// Servers and their tools in PostgreSQL.
// In: a schema and the instance that asks. Out: statements over them; the caller says what is one transaction.

import { readServer, readTool, requireServer } from '../rows.ts';
import type { ServerChange, ServerRow, ServerRows, ToolRow } from '../store.ts';
import { EVERYBODY } from '../store.ts';
import type { Query } from './database.ts';

interface ServerTable {
  /** In a snapshot. Of everybody and of the instance; by owner and name. */
  read(query: Query, names?: readonly string[]): Promise<ServerRows[]>;
  /** In a transaction. Throws `revision_mismatch`. */
  put(query: Query, change: ServerChange): Promise<void>;
  /** False when it is not there. */
  delete(query: Query, server: Pick<ServerRow, 'owner' | 'name' | 'id'>): Promise<boolean>;
  /** Whether there is one of that name, whoever has it. */
  hasAny(query: Query, name: string): Promise<boolean>;
  /** In a transaction. Throws `revision_mismatch`. */
  putTools(query: Query, server: ServerRow, rows: readonly ToolRow[]): Promise<void>;
  putLearned(query: Query, server: ServerRow): Promise<void>;
  /** The instance is here, and servers of those that were not here for long are forgotten. */
  arrive(query: Query, nowMs: number, forgetBeforeMs: number): Promise<void>;
}

const TOOL_COLUMNS =
  'owner, server, name, definition, hash, approved_hash, approved_definition, listed, first_seen_at_ms';

export function serverTable(s: string, instance: string): ServerTable {
  const find = async (query: Query, owner: string, name: string): Promise<ServerRow | null> => {
    const [row] = await query(`SELECT * FROM ${s}.servers WHERE owner = $1 AND name = $2`, [owner, name]);
    return row === undefined ? null : readServer(row);
  };
  const insertTools = async (query: Query, { owner, name }: ServerRow, rows: readonly ToolRow[]): Promise<void> => {
    if (rows.length === 0) return;
    await query(
      `INSERT INTO ${s}.tools (${TOOL_COLUMNS})
       SELECT $1, $2, * FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::boolean[], $9::bigint[])`,
      [
        owner,
        name,
        rows.map((row) => row.name),
        rows.map((row) => row.definition),
        rows.map((row) => row.hash),
        rows.map((row) => row.approvedHash),
        rows.map((row) => row.approvedDefinition),
        rows.map((row) => row.listed),
        rows.map((row) => row.firstSeenAtMs),
      ],
    );
  };
  return {
    async read(query, names) {
      const owners = [EVERYBODY, instance];
      const servers = await query(
        `SELECT * FROM ${s}.servers WHERE owner = ANY($1) AND ($2::text[] IS NULL OR name = ANY($2)) ORDER BY owner COLLATE "C", name COLLATE "C"`,
        [owners, names ?? null],
      );
      if (servers.length === 0) return [];
      const tools = await query(
        `SELECT * FROM ${s}.tools WHERE owner = ANY($1) AND ($2::text[] IS NULL OR server = ANY($2)) ORDER BY name COLLATE "C"`,
        [owners, names ?? null],
      );
      const toolsOf = new Map<string, ToolRow[]>();
      for (const row of tools) {
        const place = JSON.stringify([row['owner'], row['server']]);
        toolsOf.set(place, [...(toolsOf.get(place) ?? []), readTool(row)]);
      }
      return servers.map(readServer).map((row) => ({
        row,
        tools: toolsOf.get(JSON.stringify([row.owner, row.name])) ?? [],
      }));
    },
    async put(query, { row, tools, before }) {
      requireServer(await find(query, row.owner, row.name), before, row.name);
      await query(`DELETE FROM ${s}.servers WHERE owner = $1 AND name = $2`, [row.owner, row.name]);
      await query(
        `INSERT INTO ${s}.servers (owner, name, id, config, learned, revision, tools_revision, created_at_ms, updated_at_ms)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          row.owner,
          row.name,
          row.id,
          row.config,
          row.learned,
          row.revision,
          row.toolsRevision,
          row.createdAtMs,
          row.updatedAtMs,
        ],
      );
      await insertTools(query, row, tools);
    },
    async delete(query, { owner, name, id }) {
      const rows = await query(`DELETE FROM ${s}.servers WHERE owner = $1 AND name = $2 AND id = $3 RETURNING 1`, [
        owner,
        name,
        id,
      ]);
      return rows.length === 1;
    },
    hasAny: async (query, name) =>
      (await query(`SELECT 1 FROM ${s}.servers WHERE name = $1 LIMIT 1`, [name])).length > 0,
    async putTools(query, server, rows) {
      requireServer(await find(query, server.owner, server.name), server, server.name);
      const place = [server.owner, server.name];
      await query(`UPDATE ${s}.servers SET tools_revision = tools_revision + 1 WHERE owner = $1 AND name = $2`, place);
      await query(`DELETE FROM ${s}.tools WHERE owner = $1 AND server = $2`, place);
      await insertTools(query, server, rows);
    },
    async putLearned(query, { learned, owner, name, id, revision }) {
      await query(`UPDATE ${s}.servers SET learned = $1 WHERE owner = $2 AND name = $3 AND id = $4 AND revision = $5`, [
        learned,
        owner,
        name,
        id,
        revision,
      ]);
    },
    async arrive(query, nowMs, forgetBeforeMs) {
      await query(
        `INSERT INTO ${s}.instances (id, seen_at_ms) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET seen_at_ms = $2`,
        [instance, nowMs],
      );
      await query(`DELETE FROM ${s}.instances WHERE seen_at_ms < $1`, [forgetBeforeMs]);
      await query(
        `DELETE FROM ${s}.servers WHERE owner <> $1 AND NOT EXISTS (SELECT 1 FROM ${s}.instances WHERE id = owner)`,
        [EVERYBODY],
      );
    },
  };
}
