// evident log query|tail|verify: the decision log of a service, from its files, its database or its store.
// The service writes it; this shows entries, follows them, and says whether they are a chain.

import { setTimeout as pause } from 'node:timers/promises';
import { parseJson } from '../grammar/json.ts';
import { createChainCheck, headOf } from '../server/log/chain.ts';
import { digestState, nameOfSecret } from '../server/log/digest.ts';
import type { Lines } from '../server/log/find.ts';
import { find } from '../server/log/find.ts';
import type { LogReader } from '../server/log/reader.ts';
import { openLogReader } from '../server/log/reader.ts';
import type { LogQuery } from '../server/log/record.ts';
import { type Command, EXIT, type ExitCode, note, print, readBytes, readFlags, UsageError } from './command.ts';
import { QUERY_FLAGS, QUERY_OPTIONS, readQuery } from './log-query.ts';
import { KEY_FLAGS, KEY_OPTIONS, openKeptKey } from './signing.ts';

/** The flags of `readFlags` that say where a log is, beside its name. */
export const LOG_FLAGS = { store: { type: 'string' } } as const;

const LIMIT_DEFAULT = 100;
const TAIL_DEFAULT = 10;
const FOLLOW_MS = 250;

export const command: Command = {
  usage:
    'evident log query [LOG] [filters] [--limit N] | tail [LOG] [--limit N] [--follow] | verify [LOG] [--head HASH]',
  options: [
    ['LOG', 'what --log of the service says, or one file of its folder (EVIDENT_LOG when left out)'],
    ['--store URL', 'the database of the log store: (EVIDENT_STORE)'],
    ['query', 'entries as lines of JSON, the newest first'],
    ['tail', `the last entries, the newest last; --follow goes on`],
    ['verify', 'whether the entries are a chain that nobody changed, and what is missing'],
    ...QUERY_OPTIONS,
    ['--state FILE', 'about this state, as JSON; needs the key of the service'],
    ['--limit N', `how many (${LIMIT_DEFAULT}; ${TAIL_DEFAULT} of tail)`],
    ['-f, --follow', 'show what is written from now on'],
    ['--head HASH', 'the hash that the last entry must have: who kept it sees whether entries were cut off'],
    ...KEY_OPTIONS,
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      ...QUERY_FLAGS,
      state: { type: 'string' },
      limit: { type: 'string' },
      follow: { type: 'boolean', short: 'f' },
      head: { type: 'string' },
      ...KEY_FLAGS,
    });
    const [action = '', ...rest] = positionals;
    const known = FLAGS[action];
    if (known === undefined) throw new UsageError('say query, tail or verify');
    const foreign = Object.keys(values).find((flag) => !known.includes(flag));
    if (foreign !== undefined) throw new UsageError(`log ${action} takes no --${foreign}`);
    const { follow, ...texts } = values;
    const reader = await openLog(rest, values);
    try {
      switch (action) {
        case 'query':
          return await query(reader, texts);
        case 'tail':
          return await tail(reader, values.limit, follow === true);
        default:
          return await verify(reader, values.head);
      }
    } finally {
      await reader.close();
    }
  },
};

const FLAGS: Readonly<Record<string, readonly string[]>> = {
  query: [...Object.keys(QUERY_FLAGS), 'state', 'limit', ...Object.keys(KEY_FLAGS)],
  tail: ['limit', 'follow', ...Object.keys(LOG_FLAGS)],
  verify: ['head', ...Object.keys(LOG_FLAGS)],
};

/** The log that is named, or that of the environment. */
export async function openLog(
  names: readonly string[],
  { store }: { readonly store?: string | undefined },
): Promise<LogReader> {
  if (names.length > 1) throw new UsageError(`one log at a time: ${names.slice(1).join(' ')} is too much`);
  const path = names[0] ?? process.env['EVIDENT_LOG'];
  if (path === undefined || path === '') throw new UsageError('name the log: what --log of the service says');
  try {
    return await openLogReader(path, store ?? (process.env['EVIDENT_STORE'] || null));
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** Entries that a query is about, the newest first, wherever in the log they are: the commands have it to themselves. */
export async function findIn(reader: LogReader, query: LogQuery, onDamaged?: () => void): Promise<readonly string[]> {
  const { isInOrder } = reader;
  return (await find(reader.backward(), query, { isInOrder, isBounded: false, onDamaged })).entries;
}

/** null where there is none. */
export async function firstOf(lines: Lines): Promise<string | null> {
  for await (const line of lines) return line;
  return null;
}

type Values = Readonly<Partial<Record<string, string>>>;

/** Lines that are none of a log, so that a query of the others does not hide them. */
export function countDamaged(): { readonly onDamaged: () => void; tell(): void } {
  let count = 0;
  return {
    onDamaged: () => {
      count += 1;
    },
    tell() {
      if (count > 0)
        note(
          `left out: ${count} ${count === 1 ? 'line that is' : 'lines that are'} none of a log; evident log verify says where`,
        );
    },
  };
}

async function query(reader: LogReader, values: Values): Promise<ExitCode> {
  const limit = numberOf('limit', values['limit'] ?? String(LIMIT_DEFAULT));
  const { state, ...place } = values;
  const asked = { ...readQuery(values, limit), state: null };
  const damaged = countDamaged();
  if (state === undefined) for (const entry of await findIn(reader, asked, damaged.onDamaged)) print(entry);
  else {
    const { logSecret } = await openKeptKey(place);
    const others = countOtherKeys(reader, nameOfSecret(logSecret));
    const query = { ...asked, state: digestState(readValue(state), logSecret) };
    for (const entry of await findIn(others.reader, query, damaged.onDamaged)) print(entry);
    others.tell();
  }
  damaged.tell();
  return EXIT.ok;
}

/** Entries whose digests were made with another key: no state is found among them, and that must not look like an answer. */
function countOtherKeys(reader: LogReader, own: string): { readonly reader: LogReader; tell(): void } {
  let count = 0;
  async function* backward(): AsyncGenerator<string> {
    for await (const line of reader.backward()) {
      if (!line.includes(`"digest_key":"${own}"`) && line.includes('"digest_key":"')) count += 1;
      yield line;
    }
  }
  return {
    reader: { ...reader, backward },
    tell() {
      if (count > 0)
        note(
          `not looked at: ${count} ${count === 1 ? 'entry that was' : 'entries that were'} written with another key; name the data folder or the signing key of its service`,
        );
    },
  };
}

/** A file of JSON. */
export function readValue(file: string) {
  try {
    return parseJson(readBytes(file));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} is no JSON: ${(error as Error).message}`);
  }
}

async function tail(reader: LogReader, limit: string | undefined, follows: boolean): Promise<ExitCode> {
  let last = 0;
  const show = async (count: number): Promise<void> => {
    const lines: string[] = [];
    let newest = last;
    for await (const line of reader.backward()) {
      const seq = headOf(line)?.seq;
      if (seq === undefined) continue;
      // Also of what is not shown: only what comes later is new.
      newest = Math.max(newest, seq);
      if (lines.length >= count || seq <= last) break;
      lines.push(line);
    }
    for (const line of lines.reverse()) print(line);
    last = newest;
  };
  await show(numberOf('limit', limit ?? String(TAIL_DEFAULT)));
  while (follows) {
    await pause(FOLLOW_MS);
    await show(Number.POSITIVE_INFINITY);
  }
  return EXIT.ok;
}

async function verify(reader: LogReader, head: string | undefined): Promise<ExitCode> {
  const check = createChainCheck();
  let count = 0;
  const lost = { dropped: 0, refused: 0 };
  for await (const line of reader.forward()) {
    const broken = check.next(line);
    if (broken !== null) return fail(broken);
    count += 1;
    if (!line.includes('"event":"gap"')) continue;
    const {
      event,
      dropped = 0,
      refused = 0,
    } = JSON.parse(line) as { event?: string; dropped?: number; refused?: number };
    if (event !== 'gap') continue;
    lost.dropped += dropped;
    lost.refused += refused;
  }
  for (const { path, bytes } of reader.torn())
    note(`${path} ends within an entry (${bytes} bytes of it): the service was ended while it wrote, or writes now`);
  const verdict = check.verdict();
  if (verdict.kind !== 'chain') {
    note('the log has no entries');
    return head === undefined ? EXIT.ok : EXIT.invalid;
  }
  if (head !== undefined && head !== verdict.head.hash)
    return fail('it ends with another entry: entries are missing at its end, or it is another log');
  if (lost.dropped > 0) note(`${lost.dropped} answers were given that have no entry: there was no room for it`);
  if (lost.refused > 0) note(`${lost.refused} answers were refused, because they could not be logged`);
  const before = verdict.first === 1 ? '' : `; entries 1 to ${verdict.first - 1} are not here`;
  const files = reader.files === null ? '' : ` in ${reader.files} ${reader.files === 1 ? 'file' : 'files'}`;
  print(`${count} entries${files} are a chain${before}; the last hash is ${verdict.head.hash}`);
  return EXIT.ok;
}

function fail(why: string): ExitCode {
  note(`the log is no chain: ${why}`);
  return EXIT.invalid;
}

export function numberOf(flag: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${flag} must be a whole number`);
  return Number(text);
}
