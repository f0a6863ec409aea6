// Subjects: names under which NATS carries messages, as tokens between dots; in a filter `*` is any token and a last `>` any rest.
// In: subjects as an operator writes them. Out: what is wrong with them, which streams they need, and the partition of a key.

import { createHash } from 'node:crypto';

const SUBJECT_LENGTH_MAX = 200;

/** What is wrong with a subject, in words that follow its name; null when nothing is. */
export function subjectProblem(subject: string, allowsWildcards: boolean): string | null {
  if (subject.length > SUBJECT_LENGTH_MAX) return `is longer than ${SUBJECT_LENGTH_MAX} characters`;
  const tokens = subject.split('.');
  if (tokens.some((token) => token === '')) return 'has an empty token';
  if (/[^\x21-\x7e]/.test(subject)) return 'has a space, or a character beyond ASCII';
  if (subject.startsWith('$')) return 'begins with $, as those of the broker itself do';
  const isWild = (token: string): boolean => token.includes('*') || token.includes('>');
  if (!allowsWildcards) return tokens.some(isWild) ? 'has a wildcard' : null;
  const isWrong = (token: string, at: number): boolean =>
    isWild(token) && token !== '*' && !(token === '>' && at === tokens.length - 1);
  return tokens.some(isWrong) ? 'has * or > inside a token, or > before its end' : null;
}

/** Whether some subject is matched by both. */
export function overlap(one: string, other: string): boolean {
  const [left, right] = [one.split('.'), other.split('.')];
  for (let at = 0; ; at += 1) {
    const [a, b] = [left[at], right[at]];
    if (a === undefined || b === undefined) return a === b;
    if (a === '>' || b === '>') return true;
    if (a !== b && a !== '*' && b !== '*') return false;
  }
}

/** The name of a stream that is made for a subject. */
export function streamNameOf(subject: string): string {
  return subject.replaceAll('.', '_').replaceAll('*', 'any').replaceAll('>', 'all');
}

/** What a consumer of one partition is given: subjects of messages begin with the number of their partition, and name their key after it. */
export function partitionFilter(subject: string, partition: number): string {
  return `${subject}.${partition}.>`;
}

/** The subject of a message of a key: `orders.3.a17`. */
export function partitionSubject(subject: string, key: string, partitions: number): string {
  const token = keyToken(key);
  return `${subject}.${partitionOf(token, partitions)}.${token}`;
}

/** As the broker's own `{{partition(N,…)}}` computes it, so that a mapping of the broker and `submit` agree: FNV-1a, modulo. */
export function partitionOf(token: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(token)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0) % partitions;
}

const TOKEN = /^[A-Za-z0-9_-]{1,64}$/;

/** A key as one token: itself where it can be one, else a name made from it. */
function keyToken(key: string): string {
  return TOKEN.test(key) ? key : createHash('sha256').update(key).digest('base64url');
}
