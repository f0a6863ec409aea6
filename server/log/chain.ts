// The chain of the decision log: lines that nobody can change, leave out or put in between without it being seen.
// In: the members of an entry, and where the chain ends. Out: its line; and of lines, whether they are a chain.
// Why over the text of a line: bodies in it are as they were sent, so a reader that writes it again may write other bytes.

import { writeJson } from '../../grammar/json-write.ts';
import { BEGINNING, hashOf } from '../store/audit-chain.ts';

/** The end of a chain. */
export interface Head {
  /** Of the last line; 0 where there is none. */
  readonly seq: number;
  readonly hash: string;
}

export const NOTHING: Head = { seq: 0, hash: BEGINNING };

/** The line of an entry, without its end, and the new end of the chain. */
export function link(
  members: Readonly<Record<string, unknown>>,
  { seq, hash }: Head,
): { readonly line: string; readonly head: Head } {
  const text = writeJson({ seq: seq + 1, ...members, previous: hash });
  const own = hashOf(text);
  return { line: `${text.slice(0, -1)},"hash":"${own}"}`, head: { seq: seq + 1, hash: own } };
}

/** The lines of entries that follow each other. */
export function linkAll(
  entries: readonly Readonly<Record<string, unknown>>[],
  from: Head,
): { readonly lines: readonly string[]; readonly head: Head } {
  let head = from;
  const lines = entries.map((members) => {
    const next = link(members, head);
    ({ head } = next);
    return next.line;
  });
  return { lines, head };
}

const SEQ = /^\{"seq":(\d{1,15}),/;
const TAIL = /,"previous":"(sha256:[0-9a-f]{64})","hash":"(sha256:[0-9a-f]{64})"\}$/;

/** The end of a chain that ends with a line; null when it is no line of a chain. */
export function headOf(line: string): Head | null {
  const seq = SEQ.exec(line)?.[1];
  const tail = TAIL.exec(line);
  if (seq === undefined || tail === null) return null;
  return { seq: Number(seq), hash: tail[2] as string };
}

/** The name of the entry of a line; null where it has none. */
export function idOf(line: string): string | null {
  return (JSON.parse(line) as { readonly id?: string }).id ?? null;
}

type ChainVerdict =
  | { readonly kind: 'chain'; readonly first: number; readonly head: Head }
  | { readonly kind: 'empty' }
  | { readonly kind: 'broken'; readonly why: string };

/** Looks at lines, one after the other. */
export function createChainCheck(): { next(line: string): string | null; verdict(): ChainVerdict } {
  let first = 0;
  let last: Head | null = null;
  let broken: string | null = null;
  const check = (line: string): string | null => {
    const own = headOf(line);
    if (own === null) return `after entry ${last?.seq ?? 0} comes a line that is none of a decision log`;
    const previous = TAIL.exec(line)?.[1];
    const text = `${line.slice(0, line.lastIndexOf(',"hash":'))}}`;
    if (hashOf(text) !== own.hash) return `entry ${own.seq} was changed: its hash is another`;
    if (last !== null && own.seq !== last.seq + 1) return `entry ${last.seq + 1} is missing before entry ${own.seq}`;
    if (last !== null && previous !== last.hash)
      return `entry ${own.seq} does not follow entry ${last.seq} as it stands here`;
    if (last === null && own.seq === 1 && previous !== BEGINNING) return 'entry 1 is not the beginning of a log';
    if (last === null) first = own.seq;
    last = own;
    return null;
  };
  return {
    next(line) {
      broken ??= check(line);
      return broken;
    },
    verdict() {
      if (broken !== null) return { kind: 'broken', why: broken };
      return last === null ? { kind: 'empty' } : { kind: 'chain', first, head: last };
    },
  };
}
