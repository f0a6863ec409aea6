// evident approvals list|show|approve|deny: calls that policies hold for a person. A running service sees a decision when the call comes
// again. Who can write the store decides with this command; over HTTP it takes a key with the scope mcp:approve.

import { writeJson } from '../grammar/json-write.ts';
import { ServiceError } from '../server/errors.ts';
import { createApprovals } from '../server/mcp/approvals.ts';
import { auditOfDecision } from '../server/services/tools/said.ts';
import type { ApprovalRecord } from '../server/services/tools/wire/mcp.ts';
import type { Store } from '../server/store/store.ts';
import { type Command, EXIT, type ExitCode, note, onlyArgument, print, readFlags, UsageError } from './command.ts';
import { openKept, STORE_FLAGS, STORE_OPTIONS, storePath, storeReason } from './data-folder.ts';

export const command: Command = {
  usage: 'evident approvals list [--all] [--json] | show ID | approve ID | deny ID  [--data FOLDER | --store URL]',
  options: [
    ['list', 'what waits, the newest first; --all also shows what is decided or expired'],
    ['show ID', 'the whole record, with the arguments of the call, as JSON'],
    ['approve ID', 'the same call is made once when it comes again within its hour'],
    ['deny ID', 'the call is not made'],
    ...STORE_OPTIONS,
    ['--json', 'print the list as JSON; long arguments are null there'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      all: { type: 'boolean' },
      json: { type: 'boolean' },
      ...STORE_FLAGS,
    });
    const [action = '', ...rest] = positionals;
    if (!ACTIONS.includes(action)) throw new UsageError('say list, show, approve or deny');
    if (action === 'list' && rest.length > 0) throw new UsageError('approvals list takes no id');
    if (action !== 'list' && (values.all ?? values.json) !== undefined)
      throw new UsageError(`approvals ${action} takes no --${values.all === undefined ? 'json' : 'all'}`);
    const id = action === 'list' ? '' : onlyArgument(rest, 'a held call');
    try {
      return await openKept(storePath(values.data, values.store), (store) => {
        if (action === 'list') return list(store, values.all === true, values.json === true);
        return action === 'show' ? show(store, id) : decide(store, id, action === 'approve');
      });
    } catch (error) {
      if (error instanceof UsageError) throw error;
      note(`evident approvals: ${isAboutCall(error) ? error.message : storeReason(error)}`);
      return isAboutCall(error) ? EXIT.invalid : EXIT.usage;
    }
  },
};

const ACTIONS: readonly string[] = ['list', 'show', 'approve', 'deny'];

/** There is no such call, or it waits no longer. */
function isAboutCall(error: unknown): error is ServiceError {
  return error instanceof ServiceError && ['approval_not_found', 'revision_mismatch'].includes(error.code);
}

/** Nobody's key: whoever can write the store needs none. */
const VIEWER = { key: null, mayApprove: true };

function approvalsOf(store: Store) {
  const newId = (): string => {
    throw new Error('this command holds no calls');
  };
  return createApprovals({ store, now: Date.now, newId });
}

async function list(store: Store, all: boolean, json: boolean): Promise<ExitCode> {
  const { approvals } = await approvalsOf(store).list();
  const shown = approvals.filter(({ status }) => all || status === 'pending');
  if (json) print(visible(writeJson({ approvals: shown })));
  else if (shown.length === 0) note(all ? 'no calls were held' : 'no calls wait');
  else for (const record of shown) print(visible(line(record, all)));
  return EXIT.ok;
}

/**
 * What a terminal obeys or hides, as JSON escapes it: an agent chose the arguments, and a person must see all of the call that is
 * approved.
 */
function visible(text: string): string {
  const units = (hidden: string): string[] => Array.from(hidden, (_, at) => hidden.charCodeAt(at).toString(16));
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (hidden) =>
    units(hidden)
      .map((unit) => `\\u${unit.padStart(4, '0')}`)
      .join(''),
  );
}

function line(record: ApprovalRecord, all: boolean): string {
  const { id, status, caller, server, tool, reason, arguments_bytes: bytes, expires_at: expires } = record;
  const given = record.arguments === null ? `${bytes} bytes of arguments` : writeJson(record.arguments);
  return [
    id,
    ...(all ? [status.padEnd('approved'.length)] : []),
    `${server}/${tool} ${given}`,
    `for ${caller ?? 'a caller without a key'}`,
    `until ${expires}`,
    reason,
  ].join('  ');
}

async function show(store: Store, id: string): Promise<ExitCode> {
  print(visible(writeJson(await approvalsOf(store).get(id, VIEWER))));
  return EXIT.ok;
}

async function decide(store: Store, id: string, approve: boolean): Promise<ExitCode> {
  const decided = await approvalsOf(store).decide(id, approve, VIEWER);
  const entry = { atMs: Date.now(), event: 'approval.decided', key: null, members: auditOfDecision(decided) } as const;
  await store.appendAudit([entry], 0);
  const { server, tool, expires_at: expires } = decided;
  note(
    approve
      ? `${server}/${tool} is approved: the same call is made once when it comes again, until ${expires}`
      : `${server}/${tool} is denied`,
  );
  return EXIT.ok;
}
