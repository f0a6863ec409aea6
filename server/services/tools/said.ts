// Said: what is counted of a call of a registered server's tool, however it was asked for.
// In: a call, or why there is none. Out: a summary.

import type { ServiceErrorCode } from '../../errors.ts';
import type { ReplySummary } from '../../summary.ts';
import type { CallResult } from './wire/mcp.ts';

export function summarizeCall({ server, tool, outcome, guards = [] }: CallResult): ReplySummary {
  return { outcomes: { tool: { [outcome]: 1 } }, tool: { server, tool }, guards };
}

/** Of one that was refused, held or failed. */
export function summarizeUncalled(code: ServiceErrorCode): ReplySummary {
  return { outcomes: { tool: { [code]: 1 } } };
}
