// JSON known: members of root objects that were read before.
// In: their text. Out: the value that was made of it. Why: callers send the same questions and tools with one state after the other,
// and comparing a text takes a small part of the time of reading it.

import type { Json } from './json.ts';

interface Known {
  readonly text: string;
  readonly value: Json;
}

// As many sets of questions as a caller asks in turn; each is compared with what is read.
export const KNOWN_VALUES_MAX = 8;
// A short text is read as fast.
export const KNOWN_LENGTH_MIN = 256;
// A longer one would hold much memory for the time it saves. Also of the text it stands in, which it may keep alive.
export const KNOWN_LENGTH_MAX = 65_536;

/** The values are handed out again and again: nobody may change them. */
export class KnownMembers {
  readonly #names: ReadonlySet<string>;
  /** What was used last is first. */
  readonly #values: Known[] = [];

  /** `names`: the members that callers repeat. */
  constructor(names: Iterable<string>) {
    this.#names = new Set(names);
  }

  /** The value whose text starts at a place of `text`, and the length of its text. */
  find(name: string, text: string, at: number): { readonly value: Json; readonly length: number } | null {
    if (!this.#names.has(name)) return null;
    for (const [position, known] of this.#values.entries()) {
      const { length } = known.text;
      // The text of an object or an array ends with its bracket, so nothing behind it belongs to it.
      if (text.slice(at, at + length) !== known.text) continue;
      if (position > 0) this.#values.unshift(...this.#values.splice(position, 1));
      return { value: known.value, length };
    }
    return null;
  }

  /** Remembers a member that stands between two places of `text`, and forgets the one that was used longest ago. */
  keep(name: string, text: string, start: number, end: number, value: Json): void {
    if (!this.#names.has(name) || end - start < KNOWN_LENGTH_MIN || text.length > KNOWN_LENGTH_MAX) return;
    if (!(value instanceof Map || Array.isArray(value)) || this.#values.some((known) => known.value === value)) return;
    this.#values.unshift({ text: text.slice(start, end), value });
    if (this.#values.length > KNOWN_VALUES_MAX) this.#values.pop();
  }
}
