// The MCP endpoints as they go over the wire, and the registry that answers them.
// In: nothing. Out: the types of the bodies, derived from the schemas, and the `Registry` interface.
// Why: operations, the HTTP layer and the registry meet here, so that none of them needs to import another.

import type { Json } from '../../../../grammar/json.ts';
import type { Wire } from '../../wire.ts';
import type { APPROVAL_LIST_SCHEMA, APPROVAL_SCHEMA } from './approval-schema.ts';
import type { FULL_LIST_SCHEMA, LISTED_SERVER_SCHEMA, TOOL_SUMMARY_SCHEMA } from './listing-schema.ts';
import type {
  AUTH_SCHEMA,
  CALL_RESPONSE_SCHEMA,
  GUARD_RECORD_SCHEMA,
  GUARD_RULES_SCHEMA,
  GUARDS_SCHEMA,
  LIMITS_SCHEMA,
  RESULT_PART_SCHEMA,
  SEARCH_RESPONSE_SCHEMA,
  SERVER_LIST_SCHEMA,
  SERVER_RECORD_SCHEMA,
  TIMEOUTS_SCHEMA,
  TOOL_ITEM_SCHEMA,
  TOOL_RULES_SCHEMA,
} from './mcp-schema.ts';

export type ServerRecord = Wire<typeof SERVER_RECORD_SCHEMA>;
export type ServerTransport = ServerRecord['transport'];
export type ServerStatus = ServerRecord['status'];
export type ProtocolChoice = ServerRecord['protocol']['wanted'];
type ShownAuth = Wire<typeof AUTH_SCHEMA>;
/** As it is kept: with the secret as it was written. */
export type ServerAuth = Pick<ShownAuth, 'type' | 'expected_issuer' | 'client_id' | 'scope'> & {
  readonly client_secret: string | null;
};
export type ServerTimeouts = Wire<typeof TIMEOUTS_SCHEMA>;
export type ServerLimits = Wire<typeof LIMITS_SCHEMA>;
export type ServerToolRules = Wire<typeof TOOL_RULES_SCHEMA>;
export type ToolPolicy = ServerToolRules['policy'];
export type Guards = Wire<typeof GUARDS_SCHEMA>;
export type GuardRules = Wire<typeof GUARD_RULES_SCHEMA>;
export type GuardRecord = Wire<typeof GUARD_RECORD_SCHEMA>;

/** What becomes of a call that a policy wants a person to look at: it is held, or refused. */
export const APPROVAL_MODES = ['wait', 'deny'] as const;
export type ApprovalMode = (typeof APPROVAL_MODES)[number];

export type ApprovalRecord = Wire<typeof APPROVAL_SCHEMA>;

/** Who looks at held calls: by the name of the key, null where none is needed. */
export interface ApprovalViewer {
  readonly key: string | null;
  readonly mayApprove: boolean;
}

export type ApprovalList = Wire<typeof APPROVAL_LIST_SCHEMA>;

export interface RecordOptions {
  /** Whether the caller may change servers, and so sees what they wrote to stderr. False when not said. */
  readonly isAdmin: boolean;
}

type ServerList = Wire<typeof SERVER_LIST_SCHEMA>;
export type ToolItem = Wire<typeof TOOL_ITEM_SCHEMA>;
export type ToolStatus = ToolItem['status'];
export type ToolListServer = Wire<typeof LISTED_SERVER_SCHEMA>;
export type ToolList = Wire<typeof FULL_LIST_SCHEMA>;
export type ToolSummary = Wire<typeof TOOL_SUMMARY_SCHEMA>;
export type SearchReply = Wire<typeof SEARCH_RESPONSE_SCHEMA>;
export type CallResult = Wire<typeof CALL_RESPONSE_SCHEMA>;
export type ResultPart = Wire<typeof RESULT_PART_SCHEMA>;
export type ProtocolEra = CallResult['protocol_era'];

interface RegistrationReply {
  /** 201 when something was created or replaced, 200 when everything stood as asked. */
  readonly status: 200 | 201;
  /** One record for a single registration, a list for an `mcpServers` body. */
  readonly body: ServerRecord | ServerList;
}

export interface RegistrationOptions {
  readonly replace?: boolean;
  /** Connect first; when that fails, answer its error and store nothing. */
  readonly verify?: boolean;
  /** What must hold, or `revision_mismatch` is thrown and nothing changes. */
  readonly condition?: Condition | undefined;
}

/** What a caller knows of a record that it wants to change. */
export type Condition =
  | { readonly kind: 'absent' }
  /** null: whatever its revision. */
  | { readonly kind: 'present'; readonly revisions: readonly number[] | null };

/** A part of a list. */
export interface PageOptions {
  readonly limit?: number | undefined;
  /** `next_cursor` of the part before. */
  readonly cursor?: string | undefined;
}

export interface CallOptions {
  /** The name of the caller's key, for policies; null where none is needed. */
  readonly caller?: string | null;
  /** How much of a result the key gets; null is no limit of its own. */
  readonly resultBytes?: number | null;
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
  /** The definition of the one that a call means, by its name or its qualified name. */
  readonly toolCalled: (name: Json) => ReadonlyMap<string, Json> | undefined;
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

export const TOOL_DETAILS = ['name', 'summary', 'full'] as const;
export type ToolDetail = (typeof TOOL_DETAILS)[number];

export const TOOL_FORMATS = ['openai'] as const;

export interface ToolListOptions extends PageOptions {
  readonly server?: string | undefined;
  /** A tool is listed when its name, title or description contains this text, in any case. */
  readonly q?: string | undefined;
}

/** The tools of one server that may be called, as routing reads them; the same object for as long as they stay the same. */
export interface RoutableTools {
  /** Names the bytes. */
  readonly hash: string;
  /** JSON text in shared memory: a list of `{name, server, tool, annotations, description, inputSchema}`; `name` is the qualified one. */
  readonly bytes: Uint8Array;
}

/** Upstream MCP servers. Bodies come in as parsed JSON; every failure is a ServiceError. */
export interface Registry {
  registerServer(body: Json, options?: RegistrationOptions): Promise<RegistrationReply>;
  /** Makes a server what the body says, and creates it where there is none. */
  putServer(
    name: string,
    body: Json,
    condition?: Condition,
  ): Promise<RegistrationReply & { readonly body: ServerRecord }>;
  listServers(options?: RecordOptions, page?: PageOptions): Promise<ServerList>;
  getServer(name: string, options?: RecordOptions): Promise<ServerRecord>;
  deleteServer(name: string): Promise<{ readonly name: string; readonly deleted: true }>;
  /** Connects when needed, lists the tools again and answers the record; an unreachable upstream is its error. */
  refreshServer(name: string): Promise<ServerRecord>;
  /** Ends its process or connection and connects again. */
  restartServer(name: string): Promise<ServerRecord>;
  /** Body: `{ "tools"?: [name | {name, hash}] }`; absent means every pending and changed tool. */
  approveTools(name: string, body: Json): Promise<ServerRecord>;
  /** Waits until the first attempt to reach each server is over, but no longer than this. */
  settle(ms: number): Promise<void>;
  /** Changes whenever a list of tools may have another answer, ages apart. */
  version(): Promise<string>;
  /** Answers from the catalogue; never talks to an upstream. */
  listTools(options?: ToolListOptions): Promise<ToolList>;
  /** `servers` and `partial` of such a list, for a caller who has the tools already. */
  listListings(server: string | undefined): Promise<Pick<ToolList, 'servers' | 'partial'>>;
  /** Answers from the catalogue, like `listTools`. */
  routableTools(server: string): Promise<RoutableTools>;
  callTool(body: Json, options?: CallOptions): Promise<CallResult>;
  /** A part of a result that was cut, for the key that made the call. */
  readResult(body: Json, caller: string | null): ResultPart;
  /** The calls that policies hold for a person, the newest first. */
  listApprovals(): Promise<ApprovalList>;
  /** Throws `approval_not_found`. */
  getApproval(id: string, viewer: ApprovalViewer): Promise<ApprovalRecord>;
  /** Body: `{"decision": "approve" | "deny"}`. */
  decideApproval(id: string, body: Json, viewer: ApprovalViewer): Promise<ApprovalRecord>;
  /** Waits for the first attempt to reach the server, but not long. Throws `server_not_found`, or why it was never reached. */
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
