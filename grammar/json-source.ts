// Source: the text of a root object, and where its members stand in it.
// In: an object and the text it was read from, or members with theirs. Out: a member as it was written, for whoever passes it on or
// takes a digest of it. Why kept on the object: each request has one, and it is over with the request.

import { Attached } from './attached.ts';
import type { Json } from './json.ts';

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where the members of a root object stand in the text that was read. */
export class Source extends Attached {
  readonly #text: string;
  readonly #members: ReadonlyMap<string, Span>;

  constructor(root: ReadonlyMap<string, Json>, text: string, members: ReadonlyMap<string, Span>) {
    super(root);
    this.#text = text;
    this.#members = members;
  }

  static memberText(root: object, name: string): string | null {
    if (!(#text in root)) return null;
    const span = root.#members.get(name);
    return span === undefined ? null : root.#text.slice(span.start, span.end);
  }
}

/** A member of an object as it was written; null where the object was not the root of a text that was read. */
export function memberText(object: ReadonlyMap<string, Json>, name: string): string | null {
  return Source.memberText(object, name);
}

/** A member with its JSON text. */
export interface WrittenMember {
  readonly name: string;
  readonly value: Json;
  readonly text: string;
}

/** An object as if its text had been read, and that text. */
export function composeObject(members: readonly WrittenMember[]): {
  readonly object: Map<string, Json>;
  readonly text: string;
} {
  const object = new Map<string, Json>();
  const spans = new Map<string, Span>();
  let text = '{';
  for (const { name, value, text: written } of members) {
    text += `${text === '{' ? '' : ','}${JSON.stringify(name)}:`;
    spans.set(name, { start: text.length, end: text.length + written.length });
    text += written;
    object.set(name, value);
  }
  text += '}';
  new Source(object, text, spans);
  return { object, text };
}
