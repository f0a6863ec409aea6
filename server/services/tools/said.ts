// Said: what is counted and kept of a call of a registered server's tool, and of a decision about one that is held.
// In: a call, or why there is none; a held call. Out: a summary; members of a row of the audit.

import type { ServiceErrorCode } from '../../errors.ts';
import type { ReplySummary } from '../../summary.ts';
import type { ApprovalRecord, CallResult } from './wire/mcp.ts';

export function summarizeCall({ server, tool, outcome, guards = [] }: CallResult): ReplySummary {
  return { outcomes: { tool: { [outcome]: 1 } }, tool: { server, tool }, guards };
}

/** Of one that was refused, held or failed. */
export function summarizeUncalled(code: ServiceErrorCode): ReplySummary {
  return { outcomes: { tool: { [code]: 1 } } };
}

/** What the audit keeps of a decision: the hash of the arguments, never the arguments. */
export function auditOfDecision(decided: ApprovalRecord): Readonly<Record<string, unknown>> {
  const { id, status, caller, server, tool, tool_hash, arguments_hash } = decided;
  return { approval: id, status, caller, server, tool, tool_hash, arguments_hash };
}
