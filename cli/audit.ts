// evident audit: what was done with tool servers and keys, from the folder of a service or from an exported file.
// The service writes the rows; this shows them, says whether they are a chain, and asks the policies of a call again.

import type { Json } from '../grammar/json.ts';
import { JsonError, JsonNumber, parseJson } from '../grammar/json.ts';
import { readJsonLines } from '../grammar/json-lines.ts';
import { writeJson } from '../grammar/json-write.ts';
import { ServiceError } from '../server/errors.ts';
import type { CallCounts } from '../server/mcp/counts.ts';
import { hashJson } from '../server/mcp/definition.ts';
import type { GuardedCall } from '../server/mcp/guards.ts';
import { guardAfter, guardBefore } from '../server/mcp/guards.ts';
import type { Policies } from '../server/policies.ts';
import { openPolicies } from '../server/policies.ts';
import { AUDIT_EVENTS } from '../server/services/tools/wire/audit-events.ts';
import type { GuardRecord } from '../server/services/tools/wire/mcp.ts';
import { isFoundAsTold, showAuditRow, verifyChain } from '../server/store/audit-chain.ts';
import type { AuditRow, Store } from '../server/store/store.ts';
import {
  type Command,
  EXIT,
  type ExitCode,
  note,
  noteProblems,
  print,
  readBytes,
  readFlags,
  UsageError,
} from './command.ts';
import { openKept, STORE_FLAGS, STORE_OPTIONS, storePath, storeReason } from './data-folder.ts';
import { writeBytes } from './write-bytes.ts';

const LIMIT_DEFAULT = 100;
// A file that is verified is held in memory.
const ROWS_MAX = 5_000_000;

export const command: Command = {
  usage:
    'evident audit show [--after N] [--limit N] [--event E] [--key K] | verify [FILE] [--head HASH] | export [-o FILE] | replay [FILE] --row N --arguments FILE --policies FOLDER [--answers FILE] [--result FILE] [--data FOLDER | --store URL]',
  options: [
    ['show', 'rows as lines of JSON, the oldest first'],
    ['verify [FILE]', 'whether the rows of a service, or of an exported file, are a chain that nobody changed'],
    ['export', 'all rows, to be kept elsewhere'],
    ['replay [FILE]', 'ask the policies of the call in a row again'],
    ['--after N, --limit N', `rows with a higher number, and how many (${LIMIT_DEFAULT})`],
    ['--event E, --key K', 'only rows of an event, or of a key'],
    ['--head HASH', 'the hash that the last row must have: who kept it sees whether rows were cut off'],
    ['-o, --output FILE', 'where to export to; - is standard output'],
    ['--row N', 'the number of the row to replay'],
    ['--arguments FILE', 'the arguments of the call, as JSON; their hash must be that of the row'],
    [
      '--answers FILE',
      'what the caller answered to questions of the tool (input_responses), where the row has an answers_hash',
    ],
    ['--result FILE', 'the result of the tool, for the policies that were asked about it'],
    ['--policies FOLDER', 'the policies; their hashes must be those of the row'],
    ...STORE_OPTIONS,
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      after: { type: 'string' },
      limit: { type: 'string' },
      event: { type: 'string' },
      key: { type: 'string' },
      head: { type: 'string' },
      output: { type: 'string', short: 'o' },
      row: { type: 'string' },
      arguments: { type: 'string' },
      answers: { type: 'string' },
      result: { type: 'string' },
      policies: { type: 'string' },
      ...STORE_FLAGS,
    });
    const [action = '', file, ...rest] = positionals;
    const known = FLAGS[action];
    if (known === undefined) throw new UsageError('say show, verify, export or replay');
    const foreign = Object.keys(values).find((flag) => !known.includes(flag));
    if (foreign !== undefined) throw new UsageError(`audit ${action} takes no --${foreign}`);
    if (rest.length > 0 || (file !== undefined && action !== 'verify' && action !== 'replay'))
      throw new UsageError(`audit ${action} takes no ${rest[0] ?? file}`);
    const kept = <T>(work: (store: Store) => Promise<T>): Promise<T> =>
      openKept(storePath(values.data, values.store), work);
    try {
      switch (action) {
        case 'show':
          return await kept((store) => show(store, values));
        case 'verify':
          return file === undefined
            ? await kept((store) => verifyKept(store, values.head))
            : verify(readFile(file), file, values.head);
        case 'export':
          return await kept((store) => exportRows(store, values.output ?? '-'));
        default:
          return await replay(file === undefined ? (await kept(readRows)).map(shown) : readFile(file), values);
      }
    } catch (error) {
      if (error instanceof UsageError) throw error;
      note(`evident audit: ${storeReason(error)}`);
      return EXIT.usage;
    }
  },
};

const FLAGS: Readonly<Record<string, readonly string[]>> = {
  show: ['after', 'limit', 'event', 'key', 'data', 'store'],
  verify: ['head', 'data', 'store'],
  export: ['output', 'data', 'store'],
  replay: ['row', 'arguments', 'answers', 'result', 'policies', 'data', 'store'],
};

/** Rows that are read at once. */
const PAGE = 1_000;

type Values = Readonly<Partial<Record<string, string>>>;

async function show(store: Store, { after, limit, event, key }: Values): Promise<ExitCode> {
  let left = limit === undefined ? LIMIT_DEFAULT : numberOf('limit', limit);
  if (event !== undefined && !AUDIT_EVENTS.some((known) => known === event))
    throw new UsageError(`--event must be one of ${AUDIT_EVENTS.join(', ')}, not ${event}`);
  let last = after === undefined ? 0 : numberOf('after', after);
  while (left > 0) {
    const rows = await store.listAudit({
      after: last,
      limit: Math.min(PAGE, left),
      event: event ?? null,
      key: key ?? null,
    });
    for (const row of rows) print(showAuditRow(row));
    if (rows.length < Math.min(PAGE, left)) break;
    left -= rows.length;
    last = rows.at(-1)!.seq;
  }
  return EXIT.ok;
}

async function exportRows(store: Store, output: string): Promise<ExitCode> {
  const lines = (await readRows(store)).map((row) => `${showAuditRow(row)}\n`);
  writeBytes(output, lines.join(''));
  note(`${lines.length} rows`);
  return EXIT.ok;
}

/** The rows of a store, and what the store finds them by. */
async function verifyKept(store: Store, head: string | undefined): Promise<ExitCode> {
  const rows = await readRows(store);
  const other = rows.find((row) => !isFoundAsTold(row));
  if (other === undefined) return verify(rows.map(shown), 'the audit', head);
  note(
    `the audit is no chain: row ${other.seq} was changed: it is found under another time, event or key than its own`,
  );
  return EXIT.invalid;
}

function verify(rows: readonly Json[] | null, where: string, head: string | undefined): ExitCode {
  if (rows === null) return EXIT.invalid;
  const verdict = verifyChain(rows);
  if (verdict.kind === 'empty') {
    note(`${where} has no rows`);
    return head === undefined ? EXIT.ok : EXIT.invalid;
  }
  if (verdict.kind === 'broken') {
    note(`${where} is no chain: ${verdict.why}`);
    return EXIT.invalid;
  }
  if (head !== undefined && head !== verdict.head) {
    note(`${where} is a chain that ends with another row: rows are missing at its end, or it is another audit`);
    return EXIT.invalid;
  }
  const before = verdict.first === 1 ? '' : `; rows 1 to ${verdict.first - 1} are not here`;
  print(`${verdict.rows} rows are a chain${before}; the last hash is ${verdict.head}`);
  return EXIT.ok;
}

/** A row as an exported file has it. */
function shown(row: AuditRow): Json {
  return parseJson(Buffer.from(showAuditRow(row)));
}

async function readRows(store: Store): Promise<readonly AuditRow[]> {
  const rows: AuditRow[] = [];
  for (let last = 0; ; ) {
    const page = await store.listAudit({ after: last, limit: PAGE });
    rows.push(...page);
    if (page.length < PAGE) return rows;
    last = page.at(-1)!.seq;
  }
}

/** null when lines are wrong; then they have been told. */
function readFile(path: string): readonly Json[] | null {
  const reading = readJsonLines(readBytes(path), ROWS_MAX, 'rows', (json) => (json instanceof Map ? json : 'no row'));
  if (reading.kind === 'ok') return reading.lines.map(({ value }) => value);
  noteProblems(path, reading);
  return null;
}

/** Asks the policies of a row again; what they say must be what the row says. */
async function replay(rows: readonly Json[] | null, { row: number, policies, ...files }: Values): Promise<ExitCode> {
  if (rows === null) return EXIT.invalid;
  if (number === undefined || files['arguments'] === undefined || policies === undefined)
    throw new UsageError('audit replay wants --row, --arguments and --policies');
  const row = rows.find((one) => one instanceof Map && textOf(one.get('seq')) === number);
  if (!(row instanceof Map) || row.get('event') !== 'call') return fail(`there is no call in row ${number}`);
  const guards = (row.get('guards') ?? []) as ReadonlyMap<string, Json>[];
  if (guards.length === 0) return fail(`no policy was asked about row ${number}`);
  const given = readObject(files['arguments']);
  if (hashJson(given) !== row.get('arguments_hash'))
    return fail(`${files['arguments']} has other arguments than row ${number}`);
  const answers = files['answers'] === undefined ? undefined : readObject(files['answers']);
  if ((answers && hashJson(answers)) !== row.get('answers_hash'))
    return fail(`row ${number} has other answers of the caller (--answers)`);
  const call: GuardedCall = {
    caller: row.get('key') as string | null,
    server: row.get('server') as string,
    tool: row.get('tool') as string,
    annotations: row.get('annotations') ?? new Map(),
    arguments: given,
    inputResponses: answers,
    counts: row.has('counts') ? (JSON.parse(writeJson(row.get('counts'))) as CallCounts) : null,
    nowMs: Date.parse(row.get('time') as string),
  };
  const result = files['result'] === undefined ? null : readObject(files['result']);
  const opened = await openPolicies(policies, note);
  try {
    const said = askAgain(opened, guards, call, result);
    const asked = result === null ? guards.filter((one) => one.get('phase') === 'before') : guards;
    const differing = asked.find((one, at) => writeJson(one) !== writeJson(said[at] ?? null));
    const at = differing === undefined ? -1 : asked.indexOf(differing);
    if (at >= 0) {
      note(`row ${number} says ${writeJson(asked[at])}`);
      return fail(`the policies say now ${writeJson(said[at] ?? 'nothing')}`);
    }
    print(`row ${number}: ${counted(asked.length)} the same again, with the same steps`);
    return EXIT.ok;
  } finally {
    opened.close();
  }
}

function askAgain(
  policies: Pick<Policies, 'run'>,
  guards: readonly ReadonlyMap<string, Json>[],
  call: GuardedCall,
  result: Map<string, Json> | null,
): readonly GuardRecord[] {
  const named = (phase: string): string[] =>
    guards.filter((one) => one.get('phase') === phase).map((one) => one.get('policy') as string);
  const records: GuardRecord[] = [];
  try {
    const before = guardBefore(policies, named('before'), call);
    records.push(...before.records);
    if (result !== null)
      records.push(...guardAfter(policies, named('after'), { ...call, arguments: before.arguments }, result).records);
    return records;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'policy_denied') throw error;
    return [...records, ...(error.details as { readonly guards: readonly GuardRecord[] }).guards];
  }
}

function readObject(path: string): Map<string, Json> {
  try {
    const value = parseJson(readBytes(path));
    if (value instanceof Map) return value;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
  }
  throw new UsageError(`${path} is no JSON object`);
}

function fail(why: string): ExitCode {
  note(`evident audit: ${why}`);
  return EXIT.invalid;
}

function textOf(json: Json | undefined): string | null {
  return json instanceof JsonNumber ? json.text : null;
}

function counted(count: number): string {
  return count === 1 ? 'one policy says' : `${count} policies say`;
}

function numberOf(flag: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${flag} must be a whole number`);
  return Number(text);
}
