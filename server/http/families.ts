// Families: which clients call under a path, also where nothing is served. In: the operations. Out: a family for any URL.
// Why: what is wrong with a request is told in the shape that its client reads.

import type { Family } from '../error-bodies.ts';
import type { Operation } from '../operation.ts';

export type Families = ReadonlyMap<string, Family>;

/** By the first two segments of a path. */
export function readFamilies(operations: readonly Operation[]): Families {
  return new Map([
    ['/mcp', 'mcp'] as const,
    // Ollama's client asks for models and chats there; it reads the same errors as for decisions.
    ['/api', 'systemone'] as const,
    ...operations.map(({ path, family }) => [firstSegments(path), family] as const),
  ]);
}

export function familyOf(url: string, families: Families): Family {
  const path = url.split('?', 1)[0] as string;
  return families.get(firstSegments(path)) ?? families.get(path.split('/', 2).join('/')) ?? 'chat';
}

function firstSegments(path: string): string {
  return path.split('/', 3).join('/');
}
