// The schema of the SQLite store, as the steps that lead to it.
// In: nothing. Out: SQL texts; a database remembers how many of them it has run.
// Why: a data directory written by an older version must open in a newer one. Steps are only ever appended.

export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE servers (
     name TEXT PRIMARY KEY,
     id TEXT NOT NULL,
     origin TEXT NOT NULL,
     config TEXT NOT NULL,
     learned TEXT NOT NULL,
     revision INTEGER NOT NULL,
     created_at_ms INTEGER NOT NULL,
     updated_at_ms INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE tools (
     server TEXT NOT NULL REFERENCES servers (name) ON DELETE CASCADE,
     name TEXT NOT NULL,
     definition TEXT NOT NULL,
     hash TEXT NOT NULL,
     approved_hash TEXT,
     listed INTEGER NOT NULL,
     first_seen_at_ms INTEGER NOT NULL,
     PRIMARY KEY (server, name)
   ) STRICT, WITHOUT ROWID;`,
  `CREATE TABLE keys (
     name TEXT PRIMARY KEY,
     hash TEXT NOT NULL UNIQUE,
     scopes TEXT NOT NULL,
     undecided TEXT,
     created_at_ms INTEGER NOT NULL,
     expires_at_ms INTEGER,
     revoked_at_ms INTEGER
   ) STRICT, WITHOUT ROWID;`,
  // Written to find out whether a change of usual size would fit; nobody reads it.
  `CREATE TABLE room (bytes BLOB NOT NULL) STRICT;`,
  `CREATE TABLE approvals (
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
     created_at_ms INTEGER NOT NULL,
     changed_at_ms INTEGER NOT NULL,
     expires_at_ms INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX approvals_same ON approvals (digest);
   CREATE INDEX approvals_newest ON approvals (created_at_ms);`,
  `CREATE TABLE audit (
     seq INTEGER PRIMARY KEY,
     at_ms INTEGER NOT NULL,
     event TEXT NOT NULL,
     key TEXT,
     text TEXT NOT NULL,
     hash TEXT NOT NULL
   ) STRICT;
   CREATE INDEX audit_oldest ON audit (at_ms);`,
  `ALTER TABLE tools ADD COLUMN approved_definition TEXT;
   UPDATE tools SET approved_definition = definition WHERE approved_hash = hash;`,
  'ALTER TABLE keys ADD COLUMN result_bytes INTEGER;',
  // No reference to servers: a login may come before the server's row does.
  `CREATE TABLE logins (
     server TEXT PRIMARY KEY,
     login TEXT NOT NULL,
     revision INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;`,
  // Several instances may use one store: servers have an owner, changes a feed, and rows of the audit who wrote them.
  `CREATE TABLE owned_servers (
     owner TEXT NOT NULL,
     name TEXT NOT NULL,
     id TEXT NOT NULL,
     config TEXT NOT NULL,
     learned TEXT NOT NULL,
     revision INTEGER NOT NULL,
     tools_revision INTEGER NOT NULL,
     created_at_ms INTEGER NOT NULL,
     updated_at_ms INTEGER NOT NULL,
     PRIMARY KEY (owner, name)
   ) STRICT, WITHOUT ROWID;
   INSERT INTO owned_servers
     SELECT CASE origin WHEN 'operator' THEN 'local' ELSE '' END, name, id, config, learned, revision, 0, created_at_ms, updated_at_ms
     FROM servers;
   CREATE TABLE owned_tools (
     owner TEXT NOT NULL,
     server TEXT NOT NULL,
     name TEXT NOT NULL,
     definition TEXT NOT NULL,
     hash TEXT NOT NULL,
     approved_hash TEXT,
     approved_definition TEXT,
     listed INTEGER NOT NULL,
     first_seen_at_ms INTEGER NOT NULL,
     PRIMARY KEY (owner, server, name),
     FOREIGN KEY (owner, server) REFERENCES owned_servers (owner, name) ON DELETE CASCADE
   ) STRICT, WITHOUT ROWID;
   INSERT INTO owned_tools
     SELECT owner, server, tools.name, definition, hash, approved_hash, approved_definition, listed, first_seen_at_ms
     FROM tools JOIN owned_servers ON owned_servers.name = server;
   DROP TABLE tools;
   DROP TABLE servers;
   ALTER TABLE owned_servers RENAME TO servers;
   ALTER TABLE owned_tools RENAME TO tools;
   CREATE TABLE changes (
     revision INTEGER PRIMARY KEY,
     kind TEXT NOT NULL,
     name TEXT NOT NULL
   ) STRICT;
   CREATE TABLE policies (
     name TEXT PRIMARY KEY,
     text TEXT NOT NULL,
     revision INTEGER NOT NULL,
     changed_at_ms INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   ALTER TABLE audit ADD COLUMN writer TEXT;
   ALTER TABLE audit ADD COLUMN batch INTEGER;
   CREATE INDEX audit_batches ON audit (writer, batch) WHERE writer IS NOT NULL;`,
  'CREATE TABLE secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;',
  'ALTER TABLE approvals ADD COLUMN answers TEXT;',
  // Only the last row of a batch has its number from here on: one entry a row took as long as a third of the row.
  `DROP INDEX audit_batches;
   CREATE INDEX audit_batches ON audit (writer, batch) WHERE batch IS NOT NULL;`,
];
