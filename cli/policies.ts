// evident policies put|list|delete: the policies of the store, which services started with `--policies store:` ask.

import { basename } from 'node:path';
import { ServiceError } from '../server/errors.ts';
import { compilePolicy, POLICY_SUFFIX } from '../server/policies.ts';
import type { AuditEvent } from '../server/services/tools/wire/audit-events.ts';
import type { Store } from '../server/store/store.ts';
import {
  type Command,
  EXIT,
  type ExitCode,
  note,
  onlyArgument,
  print,
  printJson,
  readFlags,
  readText,
  UsageError,
} from './command.ts';
import { openForWork, openKept, STORE_FLAGS, STORE_OPTIONS, storePath, storeReason } from './data-folder.ts';
import { modulesBeside } from './modules.ts';

export const command: Command = {
  usage:
    'evident policies put FILE… [--revision N] | list [--json] | delete NAME [--revision N]  [--data FOLDER | --store URL]',
  options: [
    ['FILE', `NAME${POLICY_SUFFIX}; it is checked, and takes the place of the policy of that name`],
    ['--revision N', 'only where the policy has this revision; 0: only where it is not there'],
    ...STORE_OPTIONS,
    ['--json', 'print the list as JSON, with the texts'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      revision: { type: 'string' },
      ...STORE_FLAGS,
      json: { type: 'boolean' },
    });
    const [action, ...rest] = positionals;
    if (action !== 'put' && action !== 'list' && action !== 'delete') throw new UsageError('say put, list or delete');
    if (values.json === true && action !== 'list') throw new UsageError(`policies ${action} takes no --json`);
    if (values.revision !== undefined && action === 'list') throw new UsageError('policies list takes no --revision');
    const expected = readRevision(values.revision);
    const path = storePath(values.data, values.store);
    const nowMs = Date.now();
    try {
      switch (action) {
        case 'put':
          return await put(rest, expected, nowMs, (work) => openForWork(path, work));
        case 'delete':
          return await openKept(path, (store) => remove(store, onlyArgument(rest, 'a policy'), expected, nowMs));
        default:
          if (rest.length > 0) throw new UsageError('policies list takes no name');
          return await openKept(path, (store) => list(store, values.json === true));
      }
    } catch (error) {
      if (error instanceof UsageError) throw error;
      if (error instanceof ServiceError && error.code === 'revision_mismatch') {
        note(`evident policies: ${error.message}`);
        return EXIT.invalid;
      }
      note(`evident policies: ${storeReason(error)}`);
      return EXIT.usage;
    }
  },
};

function readRevision(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError('--revision must be a whole number');
}

/** All are checked before any is kept. */
async function put(
  files: readonly string[],
  expected: number | null,
  nowMs: number,
  open: (work: (store: Store) => Promise<ExitCode>) => Promise<ExitCode>,
): Promise<ExitCode> {
  if (files.length === 0) throw new UsageError('name a policy');
  if (expected !== null && files.length > 1) throw new UsageError('--revision is of one policy');
  const read: { readonly name: string; readonly text: string; readonly hash: string }[] = [];
  for (const file of files) {
    if (!file.endsWith(POLICY_SUFFIX)) throw new UsageError(`a policy is NAME${POLICY_SUFFIX}, not ${file}`);
    const name = basename(file, POLICY_SUFFIX);
    const text = readText(file);
    const modules = modulesBeside(file);
    const compiled = await compilePolicy({ name, place: file, text: Buffer.from(text, 'utf8'), modules }).catch(
      (error: Error) => error,
    );
    if (compiled instanceof Error) {
      note(compiled.message);
      return EXIT.invalid;
    }
    const { checked, script } = compiled;
    // What is kept holds the modules that it uses.
    read.push({ name, text: checked.modules.length === 0 ? text : `${checked.canonical}\n`, hash: script.hash });
  }
  return open(async (store) => {
    const known = await store.listPolicies();
    for (const { name, text, hash } of read) {
      const before = known.find((row) => row.name === name);
      if (expected === null && before?.text === text) {
        note(`${name} is the same already, revision ${before.revision}`);
        continue;
      }
      const revision = (expected ?? before?.revision ?? 0) + 1;
      await store.putPolicy({ name, text, revision, changedAtMs: nowMs });
      await tell(store, nowMs, 'policy.put', { policy: name, revision, hash });
      print(`${name}  revision ${revision}  ${hash}`);
    }
    return EXIT.ok;
  });
}

async function remove(store: Store, name: string, expected: number | null, nowMs: number): Promise<ExitCode> {
  const known = (await store.listPolicies()).find((row) => row.name === name);
  if (known === undefined) throw new UsageError(`there is no policy ${name}`);
  const revision = expected ?? known.revision;
  await store.deletePolicy(name, revision);
  await tell(store, nowMs, 'policy.deleted', { policy: name, revision });
  note(`${name} is deleted; calls that it guards are denied until it is there again`);
  return EXIT.ok;
}

async function list(store: Store, json: boolean): Promise<ExitCode> {
  const rows = await store.listPolicies();
  if (json) {
    printJson(
      rows.map(({ name, revision, changedAtMs, text }) => ({
        name,
        revision,
        changed_at: new Date(changedAtMs).toISOString(),
        text,
      })),
    );
    return EXIT.ok;
  }
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  for (const { name, revision, changedAtMs } of rows)
    print(`${name.padEnd(width)}  revision ${revision}  ${new Date(changedAtMs).toISOString()}`);
  return EXIT.ok;
}

function tell(store: Store, atMs: number, event: AuditEvent, members: Record<string, unknown>): Promise<void> {
  return store.appendAudit([{ atMs, event, key: null, members }], 0);
}
