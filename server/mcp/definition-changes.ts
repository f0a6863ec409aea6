// Definition changes: what of a tool's definition is another than what was approved.
// In: two definitions. Out: the places that differ, with what stood there. Why: who approves a change should see it, and not two
// schemas of three screens.

import { compareCodePoints } from '../../grammar/form.ts';
import type { Json } from '../../grammar/json.ts';
import { JsonNumber } from '../../grammar/json.ts';
import { pointer } from '../../grammar/json-pointer.ts';
import { writeJson } from '../../grammar/json-write.ts';

interface DefinitionChange {
  /** RFC 6901 JSON Pointer into the definition. */
  readonly path: string;
  /** Absent: there was nothing. */
  readonly before?: Json;
  /** Absent: there is nothing any more. */
  readonly after?: Json;
}

/** A person reads the first ones; a definition with more is another tool. */
export const CHANGES_SHOWN_MAX = 50;
/** Of a value that is shown, in UTF-16 units of its JSON text; a longer one is shown as its beginning, a text. */
export const CHANGE_LENGTH_MAX = 2_000;

/** The places in which two definitions differ, in the order of their paths. */
export function changesBetween(
  before: ReadonlyMap<string, Json>,
  after: ReadonlyMap<string, Json>,
): DefinitionChange[] {
  const changes: DefinitionChange[] = [];
  compare(new Map(before), new Map(after), [], changes);
  return changes;
}

function compare(
  before: Json | undefined,
  after: Json | undefined,
  path: readonly (string | number)[],
  changes: DefinitionChange[],
): void {
  if (changes.length >= CHANGES_SHOWN_MAX) return;
  if (before instanceof Map && after instanceof Map) {
    const names = [...new Set([...before.keys(), ...after.keys()])].sort(compareCodePoints);
    for (const name of names) compare(before.get(name), after.get(name), [...path, name], changes);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    for (let at = 0; at < Math.max(before.length, after.length); at += 1)
      compare(before[at], after[at], [...path, at], changes);
  } else if (!isEqual(before, after)) {
    changes.push({
      path: pointer(path),
      ...(before === undefined ? {} : { before: shown(before) }),
      ...(after === undefined ? {} : { after: shown(after) }),
    });
  }
}

function isEqual(before: Json | undefined, after: Json | undefined): boolean {
  if (before instanceof JsonNumber && after instanceof JsonNumber) return before.text === after.text;
  return before === after;
}

function shown(value: Json): Json {
  const text = writeJson(value);
  return text.length <= CHANGE_LENGTH_MAX ? value : `${text.slice(0, CHANGE_LENGTH_MAX).toWellFormed()}…`;
}
