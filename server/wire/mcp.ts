// The MCP endpoints as they go over the wire, and the registry that answers them.
// In: nothing. Out: JSON Schemas (the contract), the TypeScript shapes of the same bodies, and the `Registry` interface.
// Why: operations, the HTTP layer and the registry meet here, so that none of them needs to import another.

import type { Json } from '../../grammar/json.ts';

export type ServerTransport = 'stdio' | 'http' | 'sse';
export type ServerStatus = 'connecting' | 'ready' | 'unreachable' | 'auth_required' | 'restarting' | 'disabled';
export type ProtocolChoice = 'auto' | 'legacy' | 'modern';
export type ProtocolEra = 'legacy' | 'modern';
export type ToolPolicy = 'tofu' | 'strict' | 'open';
export type ToolStatus = 'approved' | 'pending' | 'changed' | 'blocked';

/** Durations in milliseconds. `max_total_ms` also bounds a call that keeps sending progress. */
export interface ServerTimeouts {
  readonly connect_ms: number;
  readonly call_ms: number;
  readonly max_total_ms: number;
  readonly reset_on_progress: boolean;
}

/** How much one upstream may take: calls at once, calls waiting, bytes of one message. */
export interface ServerLimits {
  readonly concurrency: number;
  readonly queue: number;
  readonly response_bytes: number;
}

/** Name patterns (`*` stands for any text) and what happens to a definition nobody has approved. */
export interface ServerToolRules {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly policy: ToolPolicy;
}

/** Names of policies (`--policies`), in the order in which they are asked. */
export interface Guards {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Guards of all calls, and of those of the tools whose names match a pattern. */
export interface GuardRules extends Guards {
  readonly tools: Readonly<Record<string, Guards>>;
}

/** What one policy said of one call. */
export interface GuardRecord {
  readonly policy: string;
  readonly phase: 'before' | 'after';
  readonly verdict: string;
  /** null: there was no such policy. */
  readonly hash: string | null;
  readonly steps: number;
}

/** What becomes of a call that a policy wants a person to look at: it is held, or refused. */
export const APPROVAL_MODES = ['wait', 'deny'] as const;
export type ApprovalMode = (typeof APPROVAL_MODES)[number];

/** A call that a policy holds for a person. */
export interface ApprovalRecord {
  readonly id: string;
  readonly object: 'approval';
  readonly status: 'pending' | 'approved' | 'denied' | 'used' | 'expired';
  readonly caller: string | null;
  readonly server: string;
  readonly tool: string;
  readonly tool_hash: string;
  readonly arguments: unknown;
  readonly arguments_hash: string;
  readonly reason: string;
  readonly decided_by: string | null;
  readonly created_at: string;
  readonly expires_at: string;
}

/** Who looks at held calls: by the name of the key, null where none is needed. */
export interface ApprovalViewer {
  readonly key: string | null;
  readonly mayApprove: boolean;
}

export interface ApprovalList {
  readonly object: 'list';
  readonly approvals: readonly ApprovalRecord[];
}

/** A registered server as shown. Values of `env` and `headers` are never part of it. */
export interface ServerRecord {
  readonly id: string;
  readonly name: string;
  readonly transport: ServerTransport;
  readonly description: string;
  readonly tags: readonly string[];
  readonly enabled: boolean;
  readonly origin: 'api' | 'operator';
  readonly status: ServerStatus;
  readonly status_reason: string | null;
  readonly last_error: {
    readonly code: string;
    readonly message: string;
    readonly at: string;
    readonly stderr?: string;
  } | null;
  readonly command?: string;
  readonly args_count?: number;
  readonly url?: string;
  readonly env: readonly string[];
  readonly headers: readonly string[];
  readonly server_info: { readonly name: string; readonly version: string; readonly title?: string } | null;
  readonly protocol: {
    readonly wanted: ProtocolChoice;
    readonly era: ProtocolEra | null;
    readonly version: string | null;
    readonly checked_at: string | null;
  };
  readonly capabilities: readonly string[];
  readonly tools: ServerToolRules;
  readonly guards: GuardRules;
  readonly tools_count: number;
  readonly tools_pending: number;
  readonly tools_changed: number;
  readonly tools_hash: string | null;
  readonly last_connected_at: string | null;
  readonly last_refreshed_at: string | null;
  readonly next_retry_at: string | null;
  readonly restarts: number;
  readonly isolation: 'shared';
  readonly timeouts: ServerTimeouts;
  readonly limits: ServerLimits;
  readonly revision: number;
  readonly created_at: string;
  readonly updated_at: string;
  readonly warnings: readonly string[];
}

export interface RecordOptions {
  /** Whether the caller may change servers, and so sees what they wrote to stderr. False when not said. */
  readonly isAdmin: boolean;
}

export interface ServerList {
  readonly object: 'list';
  readonly servers: readonly ServerRecord[];
  readonly next_cursor: null;
}

/** A tool of the cached catalogue. MCP's own fields keep MCP's spelling, so that an item can be handed to any client. */
export interface ToolItem {
  readonly server: string;
  readonly name: string;
  readonly qualified_name: string;
  readonly title?: Json;
  readonly description?: Json;
  readonly inputSchema: Json;
  readonly outputSchema?: Json;
  readonly annotations?: Json;
  readonly icons?: Json;
  readonly status: ToolStatus;
  readonly hash: string;
  readonly approved_hash: string | null;
  readonly first_seen_at: string;
  readonly available: boolean;
}

export interface ToolListServer {
  readonly name: string;
  readonly status: ServerStatus;
  /** `ok`, or the code of the last error. */
  readonly outcome: string;
  readonly tools: number;
  /** Age of the listing in milliseconds; null when the server was never listed. */
  readonly age_ms: number | null;
  readonly stale: boolean;
}

export interface ToolList {
  readonly object: 'list';
  readonly tools: readonly ToolItem[];
  readonly servers: readonly ToolListServer[];
  /** True when some enabled server is not `ready`. */
  readonly partial: boolean;
  readonly next_cursor: null;
}

type CallOutcome = 'ok' | 'tool_error' | 'input_required';

export interface CallResult {
  readonly id: string;
  readonly server: string;
  readonly tool: string;
  readonly outcome: CallOutcome;
  readonly is_error: boolean;
  /** What the upstream sent, field for field. */
  readonly result: Json;
  readonly validation: {
    readonly arguments: 'valid' | 'skipped';
    readonly output: 'valid' | 'invalid' | 'skipped' | 'none';
  };
  readonly duration_ms: number;
  readonly protocol_era: ProtocolEra;
  readonly tool_hash: string;
  readonly attempts: 1;
  /** What policies said; absent when none was asked. */
  readonly guards?: readonly GuardRecord[];
  /** The approval that this call used. */
  readonly approval?: string;
}

export interface RegistrationReply {
  /** 201 when something was created or replaced, 200 when everything stood as asked. */
  readonly status: 200 | 201;
  /** One record for a single registration, a list for an `mcpServers` body. */
  readonly body: ServerRecord | ServerList;
}

export interface RegistrationOptions {
  readonly replace?: boolean;
  /** Connect first; when that fails, answer its error and store nothing. */
  readonly verify?: boolean;
}

export interface CallOptions {
  /** The name of the caller's key, for policies; null where none is needed. */
  readonly caller?: string | null;
  /** Aborted when the caller goes away: the upstream call is cancelled. */
  readonly signal?: AbortSignal;
  /** Told of the upstream's progress; the upstream is asked for it only when somebody listens. */
  readonly onProgress?: (progress: Progress) => void;
  /** What the client can be asked for (the protocol's ClientCapabilities); elicitation alone when not said. */
  readonly clientCapabilities?: Json;
}

/** How far a call has come, as the upstream says it. */
export interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

/** What one server offers to a client that talks to it through us. */
export interface ServerView {
  readonly serverInfo: ServerRecord['server_info'];
  /** The names of its capabilities, as it declared them when it was last reached. */
  readonly capabilities: readonly string[];
  readonly instructions: string | null;
  /** The definitions of the tools that may be called, as the server sent them, by name. */
  readonly tools: readonly ReadonlyMap<string, Json>[];
}

/** What is passed to a server as it came: reading its resources and prompts, and completing their arguments. */
export const RELAYED_METHODS = [
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
] as const;
export type RelayedMethod = (typeof RELAYED_METHODS)[number];

/** A tool in a line: what fits into a model's context by the hundred. */
export interface ToolSummary {
  readonly server: string;
  readonly name: string;
  readonly description?: string;
  /** Absent: approved. */
  readonly status?: ToolStatus;
  /** Absent: true. */
  readonly available?: false;
}

export type ToolSummaryList = Omit<ToolList, 'tools'> & { readonly tools: readonly ToolSummary[] };

export const TOOL_DETAILS = ['name', 'summary', 'full'] as const;
export type ToolDetail = (typeof TOOL_DETAILS)[number];

/** The tools that the words of a query speak of, best first. */
export interface SearchReply {
  readonly object: 'list';
  /** `decided`: the first tool alone says every word that counts. `refused`: no tool says one, and the list is empty. */
  readonly outcome: 'decided' | 'unresolved' | 'refused';
  readonly tools: readonly (Partial<ToolItem> & { readonly score: number; readonly evidence: readonly unknown[] })[];
}

export interface ToolListOptions {
  readonly server?: string;
  /** A tool is listed when its name, title or description contains this text, in any case. */
  readonly q?: string;
}

/** The tools of one server that may be called, as routing reads them; the same object for as long as they stay the same. */
export interface RoutableTools {
  /** Names the bytes. */
  readonly hash: string;
  /** JSON text in shared memory: a list of `{name, server, tool, description, inputSchema}`; `name` is the qualified one. */
  readonly bytes: Uint8Array;
}

/** Upstream MCP servers. Bodies come in as parsed JSON; every failure is a ServiceError. */
export interface Registry {
  registerServer(body: Json, options?: RegistrationOptions): Promise<RegistrationReply>;
  listServers(options?: RecordOptions): Promise<ServerList>;
  getServer(name: string, options?: RecordOptions): Promise<ServerRecord>;
  deleteServer(name: string): Promise<{ readonly name: string; readonly deleted: true }>;
  /** Connects when needed, lists the tools again and answers the record; an unreachable upstream is its error. */
  refreshServer(name: string): Promise<ServerRecord>;
  /** Body: `{ "tools"?: [name | {name, hash}] }`; absent means every pending and changed tool. */
  approveTools(name: string, body: Json): Promise<ServerRecord>;
  /** Waits until the first attempt to reach each server is over, but no longer than this. */
  settle(ms: number): Promise<void>;
  /** Answers from the catalogue; never talks to an upstream. */
  listTools(options?: ToolListOptions): Promise<ToolList>;
  /** Answers from the catalogue, like `listTools`. */
  routableTools(server: string): Promise<RoutableTools>;
  callTool(body: Json, options?: CallOptions): Promise<CallResult>;
  /** Waits for the first attempt to reach the server, but not long. Throws `server_not_found`, or why it was never reached. */
  /** The calls that policies hold for a person, the newest first. */
  listApprovals(): Promise<ApprovalList>;
  /** Throws `approval_not_found`. */
  getApproval(id: string, viewer: ApprovalViewer): Promise<ApprovalRecord>;
  /** Body: `{"decision": "approve" | "deny"}`. */
  decideApproval(id: string, body: Json, viewer: ApprovalViewer): Promise<ApprovalRecord>;
  viewServer(name: string): Promise<ServerView>;
  /** The server's own result. Throws ServiceError. */
  relay(
    name: string,
    method: RelayedMethod,
    params: ReadonlyMap<string, Json>,
    options?: CallOptions,
  ): Promise<Map<string, Json>>;
  close(): Promise<void>;
}
