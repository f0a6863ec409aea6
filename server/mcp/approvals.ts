// Approvals: calls that a policy holds until a person has looked at them.
// In: a held call, decisions of people, a store and a clock. Out: records, and whether a call may now be made.
// Why bound so tightly: an approval is for this caller, this definition of this tool and these arguments, once and for a while.
// Anything else would let an agent show one call and make another.

import type { Json } from '../../grammar/json.ts';
import { RawJson } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { ServiceError } from '../errors.ts';
import type { ApprovalList, ApprovalRecord, ApprovalViewer } from '../services/tools/wire/mcp.ts';
import type { ApprovalRow, Store } from '../store/store.ts';
import { hashJson } from './definition.ts';

// An agent asks again within an hour; a person who comes later should see the call anew.
export const APPROVAL_MS = 3_600_000;
// Expired ones are shown for a week, so that a person can see what was asked meanwhile.
const KEPT_MS = 7 * 24 * APPROVAL_MS;
/** Held calls a listing shows. */
const APPROVALS_SHOWN_MAX = 500;
/** Held calls that wait at once, of all callers and of one: more is no queue that a person works off, and one must not fill it. */
export const APPROVALS_PENDING_MAX = { all: 200, own: 50 };
/** Of the arguments and the answers of a held call: more is nothing that a person reads. */
export const HELD_BYTES_MAX = 65_536;
/** Of the arguments of one call in a listing; the record has all of them. */
export const LISTED_BYTES_MAX = 4_096;

export interface HeldCall {
  readonly caller: string | null;
  readonly server: string;
  readonly tool: string;
  readonly toolHash: string;
  readonly arguments: Map<string, Json>;
  /** What the caller answers to questions of the tool, and the state that these belong to. */
  readonly inputResponses: Json | undefined;
  readonly requestState: string | undefined;
}

interface Approvals {
  /** Takes the approval of this very call and answers its id; null when there is none. */
  take(call: HeldCall): Promise<string | null>;
  /** A call that took its approval and surely did not reach the server may be made later. */
  giveBack(id: string): Promise<void>;
  /** Holds the call; one that waits already is not held again. Throws `approval_required` when nothing more can wait. */
  hold(call: HeldCall, reason: string): Promise<ApprovalRecord>;
  list(): Promise<ApprovalList>;
  /** Throws `approval_not_found`, also for another caller's. */
  get(id: string, viewer: ApprovalViewer): Promise<ApprovalRecord>;
  /** Throws `approval_not_found`, `revision_mismatch` when it is decided or over, `insufficient_scope` for one's own call. */
  decide(id: string, approve: boolean, viewer: ApprovalViewer): Promise<ApprovalRecord>;
}

interface ApprovalParts {
  readonly store: Store;
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
}

export function createApprovals({ store, now, newId }: ApprovalParts): Approvals {
  const sameOf = ({ caller, server, toolHash, ...given }: HeldCall) => ({
    caller,
    server,
    toolHash,
    digest: digestOf(given),
  });
  const read = async (id: string): Promise<ApprovalRow> => {
    const row = await store.getApproval(id);
    if (row === null) throw new ServiceError('approval_not_found', { details: { id } });
    return row;
  };
  return {
    async take(call) {
      const atMs = now();
      const row = await store.findApproval(sameOf(call), 'approved', atMs);
      // Two such calls at once: one of them changes the status first.
      return row !== null && (await store.changeApproval(row.id, 'approved', 'used', null, atMs)) ? row.id : null;
    },
    async giveBack(id) {
      await store.changeApproval(id, 'used', 'approved', null, now());
    },
    async hold(call, reason) {
      const atMs = now();
      const given = writeJson(call.arguments);
      const answers = call.inputResponses === undefined ? null : writeJson(call.inputResponses);
      if (Buffer.byteLength(given) + Buffer.byteLength(answers ?? '') > HELD_BYTES_MAX)
        throw new ServiceError('approval_required', {
          message: `A policy wants this call to be approved, and its arguments have more than ${HELD_BYTES_MAX} bytes.`,
        });
      const row: ApprovalRow = {
        ...sameOf(call),
        id: newId('apr'),
        tool: call.tool,
        arguments: given,
        answers,
        reason,
        status: 'pending',
        decidedBy: null,
        createdAtMs: atMs,
        changedAtMs: atMs,
        expiresAtMs: atMs + APPROVAL_MS,
      };
      const held = await store.holdApproval(row, APPROVALS_PENDING_MAX, atMs - KEPT_MS);
      if (held !== null) return show(held, atMs);
      throw new ServiceError('approval_required', {
        message: `A policy wants this call to be approved, and ${APPROVALS_PENDING_MAX.own} calls of its key or ${APPROVALS_PENDING_MAX.all} in all wait for that already.`,
      });
    },
    async list() {
      const rows = await store.listApprovals(APPROVALS_SHOWN_MAX);
      return { object: 'list', approvals: rows.map((row) => show(row, now(), LISTED_BYTES_MAX)) };
    },
    async get(id, viewer) {
      const row = await read(id);
      if (row.caller !== viewer.key && !viewer.mayApprove)
        throw new ServiceError('approval_not_found', { details: { id } });
      return show(row, now());
    },
    async decide(id, approve, viewer) {
      const atMs = now();
      const row = await read(id);
      if (viewer.key !== null && viewer.key === row.caller)
        throw new ServiceError('insufficient_scope', {
          message: 'A key cannot approve its own calls.',
          details: { id },
        });
      const status = approve ? 'approved' : 'denied';
      const isDecided = isPending(row, atMs) && (await store.changeApproval(id, 'pending', status, viewer.key, atMs));
      const shown = show(await read(id), atMs);
      if (isDecided) return shown;
      throw new ServiceError('revision_mismatch', {
        message: `This call is ${shown.status} and waits no longer.`,
        details: { id, status: shown.status },
      });
    },
  };
}

function isPending(row: ApprovalRow, atMs: number): boolean {
  return row.status === 'pending' && row.expiresAtMs > atMs;
}

/** Of the arguments alone where nothing was answered, so that it is the same as the hash in the audit. */
function digestOf({
  arguments: args,
  inputResponses,
  requestState,
}: Pick<HeldCall, 'arguments' | 'inputResponses' | 'requestState'>): string {
  if (inputResponses === undefined && requestState === undefined) return hashJson(args);
  return hashJson([args, inputResponses ?? null, requestState ?? null]);
}

function show(row: ApprovalRow, atMs: number, bytesMax = Number.POSITIVE_INFINITY): ApprovalRecord {
  const bytes = Buffer.byteLength(row.arguments) + Buffer.byteLength(row.answers ?? '');
  const isShown = bytes <= bytesMax;
  const isOver = row.expiresAtMs <= atMs && (row.status === 'pending' || row.status === 'approved');
  return {
    id: row.id,
    object: 'approval',
    status: isOver ? 'expired' : row.status,
    caller: row.caller,
    server: row.server,
    tool: row.tool,
    tool_hash: row.toolHash,
    arguments: isShown ? new RawJson(row.arguments) : null,
    arguments_bytes: bytes,
    ...(row.answers === null ? {} : { input_responses: isShown ? new RawJson(row.answers) : null }),
    arguments_hash: row.digest,
    reason: row.reason,
    decided_by: row.decidedBy,
    created_at: new Date(row.createdAtMs).toISOString(),
    expires_at: new Date(row.expiresAtMs).toISOString(),
  };
}
