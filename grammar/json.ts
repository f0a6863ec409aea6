// JSON: the strict, lossless reader that requests, script inputs and files all go through.
// In: raw bytes. Out: a value that keeps the order of keys and the text of every number, or a JsonError with the place.
// Why: JSON.parse reorders integer-like keys, hides duplicates, rounds 9007199254740993 and loses `__proto__`. Positions,
// ties and evidence depend on what the client wrote, so nothing may be repaired or guessed here.

import { EXPONENT_DIGITS_MAX } from './decimal.ts';
import type { KnownMembers } from './json-known.ts';
import { pointer } from './json-pointer.ts';
import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  FAR_EXPONENT,
  MALFORMED,
  numberEnd,
  OPEN_BRACE,
  OPEN_BRACKET,
  plainStringEnd,
  QUOTE,
  skipSpace,
  startsNumber,
  strangerAt,
  stringEnd,
  wordEnd,
} from './json-scan.ts';
import type { Span } from './json-source.ts';
import { Source } from './json-source.ts';
import { validPrefix } from './utf8.ts';

/** A number as it was written. Its text obeys the JSON grammar and may be of any length, but for its exponent. */
export class JsonNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** JSON that is already printed; the writer splices it unchanged. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** What the reader returns. Objects are Maps in wire order. */
export type Json = null | boolean | string | JsonNumber | Json[] | Map<string, Json>;

type Container = Json[] | Map<string, Json>;

type JsonErrorCode =
  | 'empty-input'
  | 'byte-order-mark'
  | 'invalid-utf8'
  | 'invalid-syntax'
  | 'trailing-text'
  | 'duplicate-key'
  | 'lone-surrogate'
  | 'too-deep';

/** Text that is not the JSON we read. `byte` is the UTF-8 offset, `path` an RFC 6901 pointer to the value it belongs to. */
export class JsonError extends Error {
  readonly code: JsonErrorCode;
  readonly byte: number;
  readonly path: string;
  constructor(code: JsonErrorCode, message: string, byte: number, path: string) {
    super(message);
    this.name = 'JsonError';
    this.code = code;
    this.byte = byte;
    this.path = path;
  }

  /** The place in words, as "at byte 9 (/a)". */
  get where(): string {
    return placeInWords(this.byte, this.path);
  }
}

/** Of a path, up to `shownMax` UTF-16 units are shown. */
export function placeInWords(byte: number, path: string, shownMax = PATH_SHOWN_MAX): string {
  const shown = beginningOf(path, shownMax);
  return `at byte ${byte}${shown === '' ? '' : ` (${shown})`}`;
}

/** A path, or its beginning and an ellipsis. */
export function beginningOf(path: string, lengthMax: number): string {
  return path.length > lengthMax ? `${path.slice(0, lengthMax).toWellFormed()}…` : path;
}

/** Of a path, in messages: its keys may be as long as the text, and its levels as many as may be open. `path` is whole. */
export const PATH_SHOWN_MAX = 100;

// Deep enough for any document a person wrote, far below where recursion over a value (ours or a validator's) overflows.
const DEPTH_MAX = 256;

// A cycle would otherwise fill the memory; no value of ours comes near.
interface ReadOptions {
  /** Containers that may be open at once; a scalar has depth 0, `[]` depth 1. */
  readonly depthMax?: number;
  /** Members of the root that were read before, and those read now from then on. Nobody may change the values. */
  readonly known?: KnownMembers;
}

/** Reads one JSON value. Throws JsonError, and nothing else, for any bytes. */
export function parseJson(bytes: Uint8Array, options: ReadOptions = {}): Json {
  const reader = new Reader(decode(bytes), options.depthMax ?? DEPTH_MAX, options.known);
  const root = reader.begin();
  reader.readTo(Number.POSITIVE_INFINITY);
  return reader.end(root);
}

/** The same, a part of a text at a time: what else there is to do can be done in between. */
export function* parseJsonInParts(bytes: Uint8Array, options: ReadOptions = {}): Generator<void, Json, void> {
  const reader = new Reader(decode(bytes), options.depthMax ?? DEPTH_MAX, options.known);
  const root = reader.begin();
  for (let to = PART_LENGTH; !reader.readTo(to); to += PART_LENGTH) yield;
  return reader.end(root);
}

// A millisecond of reading.
export const PART_LENGTH = 65_536;

/** Reads with a stack of its own: 100,000 brackets would overflow the host's, and some readers allow any depth. */
class Reader {
  readonly #text: string;
  readonly #depthMax: number;
  readonly #known: KnownMembers | undefined;
  #at = 0;
  readonly #open: Container[] = [];
  /** The key each open container stands under, and the key read last; undefined between members. */
  readonly #keys: (string | undefined)[] = [];
  #top: Container | undefined;
  #key: string | undefined;
  /** Of the root object; the member that is being read starts at `#memberStart`. */
  readonly #members = new Map<string, Span>();
  #member: string | undefined;
  #memberStart = 0;

  constructor(text: string, depthMax: number, known: KnownMembers | undefined) {
    this.#text = text;
    this.#depthMax = depthMax;
    this.#known = known;
  }

  /** Reads a scalar, or the bracket of a container that `readTo` fills. */
  begin(): Json {
    return this.#readScalarOrOpen();
  }

  /** Reads members up to about a place in the text; false when there is more. */
  readTo(place: number): boolean {
    while (this.#top !== undefined) {
      if (this.#at >= place) return false;
      // A container that was just opened, or one whose member was just read.
      if (this.#top instanceof Map ? this.#toNextKey(this.#top) : this.#toNextElement(this.#top)) {
        if (!this.#takeKnown()) this.#readScalarOrOpen();
      } else this.#close();
    }
    return true;
  }

  end(root: Json): Json {
    const end = skipSpace(this.#text, this.#at);
    if (end < this.#text.length) this.#fail('trailing-text', 'there is text after the value', end);
    if (root instanceof Map) {
      new Source(root, this.#text, this.#members);
      for (const [name, { start, end: to }] of this.#members)
        this.#known?.keep(name, this.#text, start, to, root.get(name) as Json);
    }
    return root;
  }

  /** Adds a member of the root that was read before; false when it must be read. */
  #takeKnown(): boolean {
    if (this.#known === undefined || this.#open.length !== 1 || this.#key === undefined) return false;
    const found = this.#known.find(this.#key, this.#text, this.#at);
    if (found === null) return false;
    this.#add(found.value);
    this.#at += found.length;
    return true;
  }

  /** Reads a scalar, or only the bracket of a container, and adds it to the innermost container. */
  #readScalarOrOpen(): Json {
    const text = this.#text;
    const at = skipSpace(text, this.#at);
    this.#at = at;
    const code = text.charCodeAt(at);
    if (code === QUOTE) return this.#add(this.#readString('a string holds half of a surrogate pair'));
    if (code === OPEN_BRACE) return this.#begin(new Map());
    if (code === OPEN_BRACKET) return this.#begin([]);
    if (startsNumber(code)) return this.#add(this.#readNumber());
    const end = wordEnd(text, at);
    const word = text.slice(at, end);
    if (word !== 'true' && word !== 'false' && word !== 'null') {
      if (at >= text.length && this.#top === undefined) this.#fail('empty-input', 'there is no value', at);
      this.#failExpected('a value is expected', at);
    }
    this.#at = end;
    return this.#add(word === 'null' ? null : word === 'true');
  }

  #readNumber(): JsonNumber {
    const end = numberEnd(this.#text, this.#at);
    if (end === MALFORMED) this.#fail('invalid-syntax', 'the number is malformed', this.#at);
    if (end === FAR_EXPONENT)
      this.#fail('invalid-syntax', `the exponent has more than ${EXPONENT_DIGITS_MAX} digits`, this.#at);
    const number = new JsonNumber(this.#text.slice(this.#at, end));
    this.#at = end;
    return number;
  }

  /** Reads the string that starts here. */
  #readString(surrogate: string): string {
    const text = this.#text;
    const start = this.#at;
    const plain = plainStringEnd(text, start + 1);
    if (plain !== -1) {
      this.#at = plain;
      // What was decoded from UTF-8 holds whole characters only.
      return text.slice(start + 1, plain - 1);
    }
    const end = stringEnd(text, start + 1);
    if (typeof end === 'string') this.#fail('invalid-syntax', end, start);
    this.#at = end;
    const value = JSON.parse(text.slice(start, end)) as string;
    if (!value.isWellFormed()) {
      // Only a key is read while none is known in a map; it belongs to the path.
      if (this.#top instanceof Map && this.#key === undefined) this.#key = value.toWellFormed();
      this.#fail('lone-surrogate', surrogate, start);
    }
    return value;
  }

  /** Goes to the value of the next member; false at the end of the map. */
  #toNextKey(map: Map<string, Json>): boolean {
    const text = this.#text;
    const isRoot = this.#open.length === 1;
    if (isRoot && this.#member !== undefined)
      this.#members.set(this.#member, { start: this.#memberStart, end: this.#at });
    let at = skipSpace(text, this.#at);
    if (text.charCodeAt(at) === CLOSE_BRACE) return false;
    if (map.size > 0) at = this.#passComma(at, 'the object is not closed');
    else if (at >= text.length) this.#failUnclosed('the object is not closed', at);
    if (text.charCodeAt(at) !== QUOTE) this.#failExpected('a key in double quotes is expected', at);
    this.#at = at;
    const key = this.#readString('a key holds half of a surrogate pair');
    this.#key = key;
    if (map.has(key)) this.#fail('duplicate-key', 'the key occurs twice in one object', at);
    const colon = skipSpace(text, this.#at);
    if (text.charCodeAt(colon) !== COLON) this.#failExpected('a colon is expected', colon);
    this.#at = skipSpace(text, colon + 1);
    if (isRoot) {
      this.#member = key;
      this.#memberStart = this.#at;
    }
    return true;
  }

  /** Goes to the next element; false at the end of the array. */
  #toNextElement(array: Json[]): boolean {
    const at = skipSpace(this.#text, this.#at);
    if (this.#text.charCodeAt(at) === CLOSE_BRACKET) return false;
    if (array.length > 0) this.#at = this.#passComma(at, 'the array is not closed');
    else if (at >= this.#text.length) this.#failUnclosed('the array is not closed', at);
    return true;
  }

  #passComma(at: number, unclosed: string): number {
    if (this.#text.charCodeAt(at) === COMMA) return skipSpace(this.#text, at + 1);
    if (at >= this.#text.length) this.#failUnclosed(unclosed, at);
    this.#failExpected('a comma is expected', at);
  }

  #add<Value extends Json>(value: Value): Value {
    const top = this.#top;
    if (top instanceof Map) top.set(this.#key as string, value);
    else if (top !== undefined) top.push(value);
    this.#key = undefined;
    return value;
  }

  #begin(container: Container): Json {
    if (this.#open.length >= this.#depthMax)
      this.#fail('too-deep', `nesting is deeper than ${this.#depthMax}`, this.#at);
    this.#keys.push(this.#key);
    this.#add(container);
    this.#open.push(container);
    this.#top = container;
    this.#at += 1;
    return container;
  }

  /** Leaves the innermost container, whose bracket comes next. */
  #close(): void {
    this.#at = skipSpace(this.#text, this.#at) + 1;
    this.#leave();
  }

  #leave(): void {
    this.#open.pop();
    this.#keys.pop();
    this.#top = this.#open[this.#open.length - 1];
  }

  /** A container that the text ends in counts as ended: what is missing comes after it. */
  #failUnclosed(message: string, at: number): never {
    this.#leave();
    this.#fail('invalid-syntax', message, at);
  }

  #failExpected(message: string, at: number): never {
    this.#fail('invalid-syntax', strangerAt(this.#text, at) ?? message, at);
  }

  #fail(code: JsonErrorCode, message: string, at: number): never {
    throw new JsonError(code, message, this.#byteOf(at), pathOf(this.#open, this.#keys, this.#key));
  }

  #byteOf(at: number): number {
    return Buffer.byteLength(this.#text.slice(0, at));
  }
}

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    throw new JsonError('byte-order-mark', 'the text starts with a byte-order mark', 0, '');
  }
  try {
    return DECODER.decode(bytes);
  } catch {
    throw new JsonError('invalid-utf8', 'the bytes are not UTF-8', validPrefix(bytes), '');
  }
}

function pathOf(open: readonly Container[], keys: readonly (string | undefined)[], key: string | undefined): string {
  const segments: (string | number)[] = [];
  open.forEach((container, level) => {
    const innermost = level === open.length - 1;
    if (Array.isArray(container)) {
      // A container is added before it is opened, so an inner level is the last element of its array.
      segments.push(innermost ? container.length : container.length - 1);
    } else {
      const name = innermost ? key : keys[level + 1];
      if (name !== undefined) segments.push(name);
    }
  });
  return pointer(segments);
}
