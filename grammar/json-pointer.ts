// JSON Pointers (RFC 6901): paths of segments, as text and back, and what they lead to.

import type { Json } from './json.ts';

/** An RFC 6901 JSON Pointer; `""` for no segments. */
export function pointer(segments: readonly (string | number)[]): string {
  let text = '';
  for (const segment of segments) text += `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return text;
}

/** The segments of a JSON Pointer, the other way round. */
export function segmentsOf(path: string): string[] {
  return path
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What a JSON Pointer leads to; undefined where there is nothing. */
export function valueAt(root: Json, path: string): Json | undefined {
  let value: Json | undefined = root;
  for (const key of segmentsOf(path))
    value = value instanceof Map ? value.get(key) : Array.isArray(value) ? value[Number(key)] : undefined;
  return value;
}
