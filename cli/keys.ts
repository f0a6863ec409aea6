// evident keys add|list|revoke: who may call the service. A running server sees a change with its next request, instances that share a
// database within a second.

import { randomBytes } from 'node:crypto';
import { hashToken, readKeyName, readScopes, writeToken } from '../server/keys.ts';
import { RESULT_BYTES_MAX, RESULT_BYTES_MIN } from '../server/mcp/results.ts';
import { SCOPES } from '../server/operation.ts';
import { UNDECIDED_MODES } from '../server/services/decisions/wire/systemone.ts';
import type { KeyRow, Store } from '../server/store/store.ts';
import {
  type Command,
  EXIT,
  type ExitCode,
  note,
  onlyArgument,
  print,
  printJson,
  readFlags,
  UsageError,
} from './command.ts';
import { openForWork, openKept, STORE_FLAGS, STORE_OPTIONS, storePath, storeReason } from './data-folder.ts';

export const command: Command = {
  usage:
    'evident keys add NAME --scope SCOPE[,…] [--expires WHEN] [--undecided MODE] [--result-bytes N] | list [--json] | revoke NAME  [--data FOLDER | --store URL]',
  options: [
    ['NAME', 'up to 64 letters, digits, ".", "_" and "-"'],
    ['--scope SCOPE[,…]', SCOPES.join(', ')],
    [
      '--expires WHEN',
      'a date (2027-01-31, its start in UTC), an instant (2027-01-31T09:00:00Z) or a time from now (30d, 12h)',
    ],
    ['--undecided MODE', `how undecided questions are answered for this key: ${UNDECIDED_MODES.join(', ')}`],
    ['--result-bytes N', 'results of tools that are longer are cut for this key; read_result has the rest'],
    ...STORE_OPTIONS,
    ['--json', 'print the list as JSON'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      scope: { type: 'string', multiple: true },
      expires: { type: 'string' },
      undecided: { type: 'string' },
      'result-bytes': { type: 'string' },
      ...STORE_FLAGS,
      json: { type: 'boolean' },
    });
    const [action, ...rest] = positionals;
    const foreign = Object.keys(values).filter((flag) => !(FLAGS[action ?? ''] ?? []).includes(flag));
    if (action === undefined || FLAGS[action] === undefined) throw new UsageError('say add, list or revoke');
    if (foreign.length > 0) throw new UsageError(`keys ${action} takes no --${foreign[0]}`);
    const now = Date.now();
    const path = storePath(values.data, values.store);
    try {
      switch (action) {
        // Only adding starts a database.
        case 'add':
          return await openForWork(path, (store) => add(store, rest, values, now));
        case 'revoke':
          return await openKept(path, (store) => revoke(store, rest, now));
        default:
          return await openKept(path, (store) => list(store, rest, values.json === true, now));
      }
    } catch (error) {
      if (error instanceof UsageError) throw error;
      note(`evident keys: ${storeReason(error)}`);
      return EXIT.usage;
    }
  },
};

const FLAGS: Readonly<Record<string, readonly string[]>> = {
  add: ['scope', 'expires', 'undecided', 'result-bytes', 'data', 'store'],
  list: ['data', 'store', 'json'],
  revoke: ['data', 'store'],
};

interface AddFlags {
  readonly scope?: readonly string[];
  readonly expires?: string;
  readonly undecided?: string;
  readonly 'result-bytes'?: string;
}

async function add(store: Store, names: readonly string[], flags: AddFlags, nowMs: number): Promise<ExitCode> {
  const name = readName(names);
  const scopes = checkScopes(flags.scope ?? []);
  const expiresAtMs = flags.expires === undefined ? null : readExpiry(flags.expires, nowMs);
  const { undecided = null } = flags;
  if (undecided !== null && !UNDECIDED_MODES.some((mode) => mode === undecided)) {
    throw new UsageError(`--undecided must be one of ${UNDECIDED_MODES.join(', ')}`);
  }
  const token = writeToken(randomBytes(32));
  const row: KeyRow = {
    name,
    hash: hashToken(token),
    scopes,
    undecided,
    resultBytes: readResultBytes(flags['result-bytes']),
    createdAtMs: nowMs,
    expiresAtMs,
    revokedAtMs: null,
  };
  const isFirst = (await store.listKeys()).length === 0;
  if (!(await store.addKey(row)))
    throw new UsageError(`there is a key ${name} already; names are given once, also of revoked keys`);
  await store.appendAudit(
    [
      {
        atMs: nowMs,
        event: 'key.added',
        key: null,
        members: { name, scopes, expires_at: expiresAtMs === null ? null : new Date(expiresAtMs).toISOString() },
      },
    ],
    0,
  );
  // Alone on standard output, for scripts that keep it.
  print(token);
  note(
    `key ${name} may ${scopes}${expiresAtMs === null ? '' : ` until ${instant(expiresAtMs)}`}; it is shown only this once`,
  );
  if (isFirst) note('this is the first key: from now on every request needs one');
  return EXIT.ok;
}

function readResultBytes(text: string | undefined): number | null {
  if (text === undefined) return null;
  const bytes = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (bytes >= RESULT_BYTES_MIN && bytes <= RESULT_BYTES_MAX) return bytes;
  throw new UsageError(`--result-bytes must be a whole number from ${RESULT_BYTES_MIN} to ${RESULT_BYTES_MAX}`);
}

async function revoke(store: Store, names: readonly string[], nowMs: number): Promise<ExitCode> {
  const name = readName(names);
  if (!(await store.revokeKey(name, nowMs))) {
    const known = (await store.listKeys()).some((row) => row.name === name);
    throw new UsageError(known ? `key ${name} is revoked already` : `there is no key ${name}`);
  }
  await store.appendAudit([{ atMs: nowMs, event: 'key.revoked', key: null, members: { name } }], 0);
  note(`key ${name} is revoked; requests still need a key`);
  return EXIT.ok;
}

async function list(store: Store, rest: readonly string[], json: boolean, nowMs: number): Promise<ExitCode> {
  if (rest.length > 0) throw new UsageError(`keys list takes no name`);
  const rows = (await store.listKeys()).map((row) => ({
    name: row.name,
    status: statusOf(row, nowMs),
    scopes: readScopes(row.scopes),
    undecided: row.undecided,
    created_at: instant(row.createdAtMs),
    expires_at: row.expiresAtMs === null ? null : instant(row.expiresAtMs),
    revoked_at: row.revokedAtMs === null ? null : instant(row.revokedAtMs),
  }));
  if (json) printJson({ keys: rows });
  else if (rows.length === 0) note('no keys: requests from this machine need none');
  else {
    const width = Math.max(...rows.map(({ name }) => name.length));
    for (const { name, status, scopes, undecided, expires_at: expires } of rows) {
      const extras = [
        undecided === null ? '' : `undecided ${undecided}`,
        expires === null ? '' : `expires ${expires}`,
      ].filter((text) => text !== '');
      print([name.padEnd(width), status.padEnd(7), scopes.join(','), ...extras].join('  '));
    }
  }
  return EXIT.ok;
}

function statusOf({ revokedAtMs, expiresAtMs }: KeyRow, nowMs: number): 'active' | 'expired' | 'revoked' {
  if (revokedAtMs !== null) return 'revoked';
  return expiresAtMs !== null && expiresAtMs <= nowMs ? 'expired' : 'active';
}

function readName(names: readonly string[]): string {
  const text = onlyArgument(names, 'a key');
  const name = readKeyName(text);
  if (name === null)
    throw new UsageError(
      `${text} is no name for a key: up to 64 letters, digits, ".", "_" and "-", a letter or digit first`,
    );
  return name;
}

function checkScopes(flags: readonly string[]): string {
  const names = flags
    .flatMap((flag) => flag.split(','))
    .map((scope) => scope.trim())
    .filter((scope) => scope !== '');
  if (names.length === 0) throw new UsageError(`say what the key may do: --scope ${SCOPES.join(',')}`);
  const unknown = names.find((scope) => !SCOPES.some((known) => known === scope));
  if (unknown !== undefined) throw new UsageError(`there is no scope ${unknown}; scopes are ${SCOPES.join(', ')}`);
  return readScopes(names.join(',')).join(',');
}

const HOUR_MS = 3_600_000;
// Far enough for any key, and every instant up to here has four digits for its year.
const EXPIRY_DAYS_MAX = 36_500;

function readExpiry(text: string, nowMs: number): number {
  const span = /^([1-9]\d{0,5})([dh])$/.exec(text);
  if (span !== null) {
    const hours = Number(span[1]) * (span[2] === 'd' ? 24 : 1);
    if (hours > EXPIRY_DAYS_MAX * 24) throw new UsageError(`--expires is at most ${EXPIRY_DAYS_MAX}d`);
    return nowMs + hours * HOUR_MS;
  }
  const match = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2}))?$/.exec(text);
  const atMs = match === null ? Number.NaN : Date.parse(text);
  // Date.parse takes 31 February for 3 March.
  if (Number.isNaN(atMs) || new Date(`${match![1]}T00:00:00Z`).toISOString().slice(0, 10) !== match![1]) {
    throw new UsageError(
      `--expires must be a date, an instant with its offset, or a time from now like 30d, not ${text}`,
    );
  }
  if (atMs <= nowMs) throw new UsageError(`--expires ${text} is past`);
  return atMs;
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
