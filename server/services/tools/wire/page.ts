// Page: a part of a sorted list, and where the next part begins.
// In: items and the keys they are sorted by. Out: the part. Why a cursor names the last item and not its number: what is added or
// removed between two parts shifts nothing.

import { compareCodePoints } from '../../../../grammar/form.ts';
import { ServiceError } from '../../../errors.ts';
import type { PageOptions } from './mcp.ts';

interface Page<Item> {
  readonly items: readonly Item[];
  /** null at the end. */
  readonly next: string | null;
}

/** Throws `invalid_request` for a cursor that is none of ours. */
export function pageOf<Item>(
  sorted: readonly Item[],
  { limit, cursor }: PageOptions,
  keyOf: (item: Item) => readonly string[],
): Page<Item> {
  const after = cursor === undefined ? null : readCursor(cursor);
  const rest = after === null ? sorted : sorted.filter((item) => compareKeys(keyOf(item), after) > 0);
  const last = limit === undefined || rest.length <= limit ? undefined : rest[limit - 1];
  if (last === undefined) return { items: rest, next: null };
  return { items: rest.slice(0, limit), next: Buffer.from(JSON.stringify(keyOf(last))).toString('base64url') };
}

function readCursor(cursor: string): readonly string[] {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (Array.isArray(key) && key.every((part) => typeof part === 'string')) return key;
  } catch {
    // Said below.
  }
  throw new ServiceError('invalid_request', {
    message: 'cursor: the next_cursor of a list is expected',
    param: 'cursor',
  });
}

function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (const [at, part] of a.entries()) {
    const order = compareCodePoints(part, b[at] ?? '');
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
