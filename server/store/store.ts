// What the service remembers, as one narrow interface.
// In: rows. Out: rows. Documents inside a row (`config`, `definition`, …) are JSON text that the store does not read.
// Why: the registry must not know which database it stands on, and a second database must be one file.

/** One registered upstream server. Times are milliseconds since the epoch. */
export interface ServerRow {
  readonly name: string;
  readonly id: string;
  /** Where it was registered: by the operator's file, or over the API. */
  readonly origin: 'api' | 'operator';
  /** The normalised configuration, with references to secrets as written. */
  readonly config: string;
  /** What was learned by connecting: era, identity, capabilities. */
  readonly learned: string;
  readonly revision: number;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** One tool that a server has listed at some time, with the hash a person or the policy approved. */
export interface ToolRow {
  readonly server: string;
  readonly name: string;
  /** The definition as last listed. */
  readonly definition: string;
  readonly hash: string;
  /** null: never approved. */
  readonly approvedHash: string | null;
  /** Part of the last listing; a tool that vanished stays known. */
  readonly listed: boolean;
  readonly firstSeenAtMs: number;
}

/** One API key. The token itself is nowhere: only who has it can show it. */
export interface KeyRow {
  readonly name: string;
  /** SHA-256 of the token, lower-case hexadecimal. */
  readonly hash: string;
  /** Names of scopes, separated by commas. */
  readonly scopes: string;
  /** How undecided questions are answered for this key when a request does not say; null leaves it to the server. */
  readonly undecided: string | null;
  readonly createdAtMs: number;
  /** null: never. */
  readonly expiresAtMs: number | null;
  /** null: not revoked. A revoked key stays known, so that its name is never given again. */
  readonly revokedAtMs: number | null;
}

/** A server with all its tools. */
export interface ServerRows {
  readonly row: ServerRow;
  readonly tools: readonly ToolRow[];
}

/** Every write is durable when its promise resolves; when it rejects, nothing was written. All reject with `storage_failed`. */
export interface Store {
  listServers(): Promise<readonly ServerRow[]>;
  putServer(row: ServerRow): Promise<void>;
  /** Puts servers and replaces their tools, all or none. */
  putServers(servers: readonly ServerRows[]): Promise<void>;
  /** Deletes the server and its tools. */
  deleteServer(name: string): Promise<void>;
  listTools(): Promise<readonly ToolRow[]>;
  /** Replaces the tools of one server, in one transaction. */
  putTools(server: string, rows: readonly ToolRow[]): Promise<void>;
  /**
   * All keys, by name. Sees at once what another process wrote, and is cheap enough to ask for every request:
   * the same array as long as nothing changed.
   */
  listKeys(): Promise<readonly KeyRow[]>;
  /** False when the name is taken; then nothing is written. */
  addKey(row: KeyRow): Promise<boolean>;
  /** False when there is no such key or it was revoked before. */
  revokeKey(name: string, atMs: number): Promise<boolean>;
  /** Copies the whole database to a new file. */
  backup(path: string): Promise<void>;
  /** Rejects when it is known that a write would fail: the files are gone, the disk is full. */
  check(): Promise<void>;
  close(): Promise<void>;
}
