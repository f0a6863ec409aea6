// Masks: what of a request the log never holds.
// In: JSON Pointers; a segment `*` is every member or element. Out: the request with "[masked]" in their places.
// Why the answer is not kept beside a request in which something was masked: it quotes the request.

import type { Json } from '../../grammar/json.ts';
import { JsonNumber } from '../../grammar/json.ts';
import { segmentsOf } from '../../grammar/json-pointer.ts';

export const MASKED = '[masked]';
const ANY = '*';

/** Whether a text is a JSON Pointer that leads below the root. */
export function isMask(text: string): boolean {
  return text.startsWith('/') && !/~(?![01])/.test(text);
}

/** The value with everything masked, and the pointers that led somewhere; the value itself where none did. */
export function mask(
  value: Json,
  pointers: readonly string[],
): { readonly value: Json; readonly hit: readonly string[] } {
  let masked = value;
  const hit: string[] = [];
  for (const pointer of pointers) {
    const next = replaceAt(masked, segmentsOf(pointer));
    if (next === null) continue;
    masked = next;
    hit.push(pointer);
  }
  return { value: masked, hit };
}

/** null where the path leads nowhere. */
function replaceAt(value: Json, [segment, ...rest]: readonly string[]): Json | null {
  if (segment === undefined) return MASKED;
  if (Array.isArray(value)) {
    let isHit = false;
    const elements = value.map((element, at) => {
      if (segment !== ANY && segment !== String(at)) return element;
      const next = replaceAt(element, rest);
      isHit ||= next !== null;
      return next ?? element;
    });
    return isHit ? elements : null;
  }
  if (!(value instanceof Map) || value instanceof JsonNumber) return null;
  let isHit = false;
  const members = [...value].map(([name, member]): [string, Json] => {
    if (segment !== ANY && segment !== name) return [name, member];
    const next = replaceAt(member, rest);
    isHit ||= next !== null;
    return [name, next ?? member];
  });
  return isHit ? new Map(members) : null;
}
