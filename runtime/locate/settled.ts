// Closing: lists whose last element says that what the others are about is settled, as the last turn of a conversation does.
// In: a JSON value. Out: the paths of such lists. "There it is, all good!" stands in a string of its own, where no place of a phrase is.

import type { Json } from '../../grammar/json.ts';
import { pointer } from '../../grammar/json-pointer.ts';
import { signsOf } from './signs.ts';
import { collectTexts } from './texts.ts';
import { bytesOf, writersEnd } from './zones.ts';

/** JSON Pointers of the lists of two elements or more that are closed by their last one. */
export function closedLists(value: Json, path = ''): string[] {
  if (value instanceof Map) return [...value].flatMap(([key, member]) => closedLists(member, path + pointer([key])));
  if (!Array.isArray(value)) return [];
  const inner = value.flatMap((element, at) => closedLists(element, path + pointer([at])));
  const isClosed =
    value.length > 1 && collectTexts([{ path, value: value.at(-1)! }]).texts.some(({ text }) => isIdle(text));
  return isClosed ? [path, ...inner] : inner;
}

function isIdle(text: string): boolean {
  return signsOf(new TextEncoder().encode(text).subarray(0, writersEnd(bytesOf(text)))).idle;
}
