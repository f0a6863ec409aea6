// Account: what the audit says of a call. In: what became known of it on its way. Out: the members of a row.
// Why hashes: what is said to a tool is its caller's, and a row must still tell it from anything else.

import type { Json } from '../../grammar/json.ts';
import { writeOnce } from '../../grammar/json-write.ts';
import type { GuardRecord } from '../services/tools/wire/mcp.ts';
import type { CallRequest } from './call.ts';
import type { CallCounts } from './counts.ts';
import { hashJson } from './definition.ts';

/** What the audit says of a call, as it becomes known. */
export interface Account {
  server: string | null;
  tool: string;
  /** Both names are the registry's. */
  isThere: boolean;
  toolHash?: string;
  /** Whether it was sent, or would have been but for its arguments. */
  sent?: true;
  /** The arguments that were sent, where a policy changed them. */
  rewritten?: Map<string, Json>;
  approval?: string;
  /** Where policies were asked: what they read beside the arguments. */
  read?: { readonly annotations: Json; readonly counts: CallCounts | null };
  readonly guards: GuardRecord[];
}

export function accountOf(
  { server, tool, toolHash, sent, rewritten, approval, read, guards }: Account,
  request: CallRequest,
  outcome: string,
  durationMs: number,
): Record<string, unknown> {
  // Members that are undefined are not written.
  return {
    // Names of what is not there are a stranger's, and as long as a body.
    server: server === null ? null : shortened(server),
    tool: shortened(tool),
    tool_hash: toolHash,
    arguments_hash: hashJson(request.arguments),
    answers_hash: request.inputResponses && hashJson(request.inputResponses),
    state_hash: request.requestState === undefined ? undefined : hashJson(request.requestState),
    sent,
    sent_hash: rewritten && hashJson(rewritten),
    approval,
    annotations: read?.annotations,
    counts: read?.counts,
    // The answer has them too.
    guards: read && writeOnce(guards),
    outcome,
    steps: guards.reduce((sum, { steps }) => sum + steps, 0),
    duration_ms: durationMs,
  };
}

/** Longer than any name of a server or a tool. */
const NAME_LENGTH_MAX = 256;

function shortened(name: string): string {
  return name.length <= NAME_LENGTH_MAX ? name : `${name.slice(0, NAME_LENGTH_MAX).toWellFormed()}…`;
}
