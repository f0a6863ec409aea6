// Paths: what a text in backticks may lead to.
// In: the text. Out: its readings, in the order in which they are tried; the rule follows them in each state.
// Why readings: a path may be the name of a key as it stands, or start at a root called `state`.

import { pointer } from '../../../grammar/json.ts';

/** A whole number is an index of a vector, and the key that it prints as of a map. */
export type PathKey = string | number;

export interface Path {
  /** As it is written between the backticks. */
  readonly text: string;
  readonly readings: readonly (readonly PathKey[])[];
  /** Whether it was meant as a path even where it leads to nothing: a mistyped one must not quietly widen the search. */
  readonly required: boolean;
}

/** Forms: `ticket.messages[0].text`, `a["b c"]`, `/a/0`. */
export function readPath(text: string): Path {
  return { text, readings: [...readings(text)].map((keys) => keys.map(keyOf)), required: /[.[]/.test(text) };
}

/** The JSON Pointer of a reading, from where it starts. */
export function pointerOf(keys: readonly PathKey[]): string {
  return pointer(keys);
}

function* readings(text: string): Generator<readonly string[]> {
  yield [text];
  const keys = text.startsWith('/') ? readPointer(text) : readKeys(text);
  if (keys === null) return;
  if (keys.length > 1 || keys[0] !== text) yield keys;
  if (keys[0] === 'state' && keys.length > 1) yield keys.slice(1);
}

const INDEX = /^(?:0|[1-9][0-9]{0,9})$/;

function keyOf(key: string): PathKey {
  return INDEX.test(key) ? Number(key) : key;
}

function readPointer(text: string): string[] {
  return text.slice(1).split('/').map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

const STEP = /\.?([^.[\]]+)|\[(?:(\d+)|"([^"]*)"|'([^']*)')\]/y;

/** null when the text is no path. */
function readKeys(text: string): string[] | null {
  const keys: string[] = [];
  for (let at = 0; at < text.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const match = STEP.exec(text);
    const key = match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4];
    if (key === undefined) return null;
    keys.push(key);
  }
  return keys;
}
