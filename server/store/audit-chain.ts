// The audit chain: rows that nobody can change, leave out or put in between without it being seen.
// In: what happened, and the row before. Out: a row with its hash; and of rows that are shown, whether they are a chain.
// Each row holds the hash of the one before it, so the last hash stands for all of them: who keeps it elsewhere can tell whether
// rows were cut off at the end.

import { hash } from 'node:crypto';
import type { Json } from '../../grammar/json.ts';
import { JsonNumber } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { isoTime } from './iso-time.ts';
import type { AuditEntry, AuditRow } from './store.ts';

/** What the first row has in the place of a hash before it. */
export const BEGINNING = `sha256:${'0'.repeat(64)}`;

/** The row for what happened, after the row before it. */
export function chainAudit(
  { atMs, event, key, members }: AuditEntry,
  before: Pick<AuditRow, 'seq' | 'hash'> | null,
): AuditRow {
  const seq = (before?.seq ?? 0) + 1;
  const head = headOf({ seq, atMs, event, key });
  const own = writeJson(members).slice(1, -1);
  const text = `{${head}${own === '' ? '' : `,${own}`},"previous":"${before?.hash ?? BEGINNING}"}`;
  return { seq, atMs, event, key, text, hash: hashOf(text) };
}

/** Whether what a store finds a row by is what its text says: a row could be hidden from a filter, or be old before its time. */
export function isFoundAsTold({ seq, atMs, event, key, text }: AuditRow): boolean {
  return text.startsWith(`{${headOf({ seq, atMs, event, key })},`);
}

function headOf({ seq, atMs, event, key }: Pick<AuditRow, 'seq' | 'atMs' | 'event' | 'key'>): string {
  return `"seq":${seq},"time":"${isoTime(atMs)}","event":${JSON.stringify(event)},"key":${JSON.stringify(key)}`;
}

/** A row as it is shown and exported: its members, and then its hash. */
export function showAuditRow({ text, hash }: Pick<AuditRow, 'text' | 'hash'>): string {
  return `${text.slice(0, -1)},"hash":${JSON.stringify(hash)}}`;
}

type ChainVerdict =
  | { readonly kind: 'chain'; readonly rows: number; readonly first: number; readonly head: string }
  | { readonly kind: 'empty' }
  /** `at` counts the rows that are shown, from 1. */
  | { readonly kind: 'broken'; readonly at: number; readonly why: string };

/** Whether shown rows, in their order, are a chain. The first may follow rows that are kept elsewhere. */
export function verifyChain(rows: Iterable<Json>): ChainVerdict {
  let last: { readonly seq: number; readonly hash: string } | null = null;
  let first = 0;
  let at = 0;
  for (const row of rows) {
    at += 1;
    const broken = (why: string): ChainVerdict => ({ kind: 'broken', at, why });
    const seq = row instanceof Map ? row.get('seq') : undefined;
    if (!(row instanceof Map) || !(seq instanceof JsonNumber)) return broken('this is no row of an audit');
    const { hash, ...own } = Object.fromEntries(row) as { hash?: Json };
    const number = Number(seq.text);
    if (hash !== hashOf(writeJson(own))) return broken(`row ${seq.text} was changed: its hash is another`);
    if (last !== null && number !== last.seq + 1)
      return broken(`row ${last.seq + 1} is missing before row ${seq.text}`);
    if (last !== null && row.get('previous') !== last.hash)
      return broken(`row ${seq.text} does not follow row ${last.seq} as it stands here`);
    if (last === null) first = number;
    last = { seq: number, hash: hash as string };
  }
  return last === null ? { kind: 'empty' } : { kind: 'chain', rows: at, first, head: last.hash };
}

/** `sha256:` and hexadecimal digits. */
export function hashOf(text: string): string {
  return `sha256:${hash('sha256', text)}`;
}
