// Tool definitions: what is pinned of them, and the names they go by.
// In: definitions as upstreams list them. Out: a hash over all of one, and qualified names.
// Why: an upstream that changes what a tool claims to do after it was approved must be noticed, whatever it changes.

import { hash } from 'node:crypto';
import type { Json } from '../../grammar/json.ts';
import { canonicalJson, isCanonical } from '../../grammar/json-canonical.ts';
import { writeJson, writeOnce } from '../../grammar/json-write.ts';

/** `sha256:` and 64 hexadecimal digits over all members, in an order that does not depend on the sender's. */
export function hashDefinition(definition: ReadonlyMap<string, Json>): string {
  return hashJson(new Map(definition));
}

/** One hash for a set of tools: it changes when a tool comes, goes or changes. */
export function hashCatalogue(hashes: readonly string[]): string {
  return hashText([...hashes].sort().join('\n'));
}

/** The same for equal values, in whatever order their members are written. */
export function hashJson(value: Json): string {
  return hashText(isCanonical(value) && value instanceof Map ? writeOnce(value).text : writeJson(canonicalJson(value)));
}

/** `sha256:` and 64 hexadecimal digits. */
export function hashText(text: string): string {
  return `sha256:${sha256(text)}`;
}

// What the usual model providers accept for a function name.
const NAME_LENGTH_MAX = 64;
const HASH_LENGTH = 8;

/**
 * `server__tool` for every name of one server: only `[A-Za-z0-9_-]`, at most 64 characters, unique.
 * Server names contain no `_`, so the first `__` always ends the server's name. A name that had to be changed and would
 * meet another one, or that is too long, ends in 8 hexadecimal digits of its own hash instead of being cut.
 */
export function qualifyNames(server: string, names: readonly string[]): ReadonlyMap<string, string> {
  const plain = new Map(names.map((name) => [name, `${server}__${name.replace(/[^A-Za-z0-9_-]/g, '_')}`]));
  const claims = new Map<string, number>();
  for (const qualified of plain.values()) claims.set(qualified, (claims.get(qualified) ?? 0) + 1);
  const result = new Map<string, string>();
  for (const [name, qualified] of plain) {
    const isUnchanged = qualified === `${server}__${name}`;
    const mustMove = qualified.length > NAME_LENGTH_MAX || (!isUnchanged && (claims.get(qualified) ?? 0) > 1);
    result.set(name, mustMove ? shorten(qualified, `${server}__${name}`) : qualified);
  }
  return result;
}

function shorten(qualified: string, original: string): string {
  return `${qualified.slice(0, NAME_LENGTH_MAX - HASH_LENGTH - 1)}_${sha256(original).slice(0, HASH_LENGTH)}`;
}

function sha256(text: string): string {
  return hash('sha256', text);
}
