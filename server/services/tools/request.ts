// Request: what handlers of the registry take out of a request.
// In: a request. Out: its parts, or `invalid_request` with the parameter.

import type { Json } from '../../../grammar/json.ts';
import { ServiceError } from '../../errors.ts';
import type { OperationRequest } from '../../operation.ts';
import { numberIn } from '../../query.ts';
import type { ToolParts } from './catalogue.ts';
import type { AuditEvent } from './wire/audit-events.ts';
import type { ApprovalViewer, Condition, PageOptions, RecordOptions } from './wire/mcp.ts';

/** Tells the audit what a key has done. */
export function record(
  { audit, now }: ToolParts,
  { caller }: OperationRequest,
  event: AuditEvent,
  members: Readonly<Record<string, unknown>>,
): void {
  audit.add({ atMs: now(), event, key: caller.key, members });
}

/** `perform` lets no request without a body reach the handler of an operation that wants one. */
export function bodyOf(request: OperationRequest): Json {
  return request.body as Json;
}

export function nameOf(request: OperationRequest): string {
  return request.params['name'] as string;
}

export function viewerOf({ caller: { key, scopes } }: OperationRequest): ApprovalViewer {
  return { key, mayApprove: scopes.has('mcp:approve') || scopes.has('admin') };
}

export function recordOf({ caller: { scopes } }: OperationRequest): RecordOptions {
  return { isAdmin: scopes.has('mcp:admin') || scopes.has('admin') };
}

export function isSet(request: OperationRequest, name: string): boolean {
  return request.query[name] === 'true';
}

/** Items in one part of a list. */
const PAGE_MAX = 1_000;

export const PAGE = {
  limit: { type: 'string', description: `How many, ${PAGE_MAX} at most; all when left out.` },
  cursor: { type: 'string', description: 'The next_cursor of the part before.' },
} as const;

export function pageIn(request: OperationRequest): PageOptions {
  const limit = numberIn(request, 'limit', 1, PAGE_MAX) ?? undefined;
  return { limit, cursor: request.query['cursor'] };
}

/** What If-Match and If-None-Match ask for; undefined: nothing. Throws `invalid_request`. */
export function conditionIn({ options }: OperationRequest): Condition | undefined {
  const match = options['if-match'];
  if (options['if-none-match'] !== undefined) {
    if (options['if-none-match'].trim() !== '*' || match !== undefined)
      throw new ServiceError('invalid_request', { message: 'If-None-Match: only * is known here, without If-Match' });
    return { kind: 'absent' };
  }
  if (match === undefined) return undefined;
  if (match.trim() === '*') return { kind: 'present', revisions: null };
  const revisions = match.split(',').map((tag) => /^"(\d{1,15})"$/.exec(tag.trim())?.[1]);
  if (!revisions.every((one) => one !== undefined))
    throw new ServiceError('invalid_request', { message: 'If-Match: the ETag of a server is expected, as in "3"' });
  return { kind: 'present', revisions: revisions.map(Number) };
}

/** The entity tag of a record. */
export function tagOf({ revision }: { readonly revision: number }): { readonly etag: string } {
  return { etag: `"${revision}"` };
}
