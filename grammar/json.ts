// JSON: the strict, lossless reader and writer that requests, script inputs and files all go through.
// In: raw bytes. Out: a value that keeps the order of keys and the text of every number, or a JsonError with the place.
// Why: JSON.parse reorders integer-like keys, hides duplicates, rounds 9007199254740993 and loses `__proto__`. Positions,
// ties and evidence depend on what the client wrote, so nothing may be repaired or guessed here.

/// <reference lib="es2024.string" />
import { visit } from 'jsonc-parser';
import { validPrefix } from './utf8.ts';

/** A number as it was written. Its text obeys the JSON grammar; it may be of any length. */
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

export type JsonErrorCode =
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
}

// Deep enough for any document a person wrote, far below where recursion over a value (ours or a validator's) overflows.
export const DEPTH_MAX = 256;

// A cycle would otherwise fill the memory; no value of ours comes near.
const WRITE_DEPTH_MAX = 100_000;

export interface ReadOptions {
  /** Containers that may be open at once; a scalar has depth 0, `[]` depth 1. */
  readonly depthMax?: number;
}

/** Reads one JSON value. Throws JsonError, and nothing else, for any bytes. */
export function parseJson(bytes: Uint8Array, options: ReadOptions = {}): Json {
  const depthMax = options.depthMax ?? DEPTH_MAX;
  const text = decode(bytes);
  const open: Container[] = [];
  // The key each open container stands under, and the key read last; undefined between members.
  const keys: (string | undefined)[] = [];
  let top: Container | undefined;
  let key: string | undefined;
  let root: Json | undefined;

  const fail = (code: JsonErrorCode, message: string, offset: number): never => {
    throw new JsonError(code, message, Buffer.byteLength(text.slice(0, offset)), pathOf(open, keys, key));
  };
  const add = (value: Json): void => {
    if (top === undefined) root = value;
    else if (Array.isArray(top)) top.push(value);
    else top.set(key as string, value);
    key = undefined;
  };
  const begin = (container: Container, offset: number): void => {
    // Checked before descending: the parser below recurses, and 100,000 brackets would overflow it.
    if (open.length >= depthMax) fail('too-deep', `nesting is deeper than ${depthMax}`, offset);
    keys.push(key);
    add(container);
    open.push(container);
    top = container;
  };
  const end = (): void => {
    open.pop();
    keys.pop();
    top = open[open.length - 1];
  };

  visit(text, {
    onObjectBegin: (offset) => { begin(new Map(), offset); },
    onArrayBegin: (offset) => { begin([], offset); },
    onObjectEnd: end,
    onArrayEnd: end,
    onObjectProperty: (name, offset) => {
      key = name.toWellFormed();
      if (!name.isWellFormed()) fail('lone-surrogate', 'a key holds half of a surrogate pair', offset);
      if ((top as Map<string, Json>).has(name)) fail('duplicate-key', 'the key occurs twice in one object', offset);
    },
    onLiteralValue: (value, offset, length) => {
      if (typeof value === 'number') {
        add(new JsonNumber(text.slice(offset, offset + length)));
        return;
      }
      if (typeof value === 'string' && !value.isWellFormed()) {
        fail('lone-surrogate', 'a string holds half of a surrogate pair', offset);
      }
      add(value as Json);
    },
    onError: (error, offset) => {
      if (root !== undefined && open.length === 0 && !CLOSE_EXPECTED.has(error)) fail('trailing-text', 'there is text after the value', offset);
      if (offset >= text.length && root === undefined) fail('empty-input', 'there is no value', offset);
      fail('invalid-syntax', SYNTAX_MESSAGES[error] ?? 'this is not JSON', offset);
    },
  }, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  return root as Json;
}

// Reported after the container was left.
const CLOSE_EXPECTED: ReadonlySet<number> = new Set([7, 8]);

// By jsonc-parser's ParseErrorCode: a const enum, so it cannot be imported as a value.
const SYNTAX_MESSAGES: Readonly<Record<number, string>> = {
  1: 'an unknown symbol stands here',
  2: 'the number is malformed',
  3: 'a key in double quotes is expected',
  4: 'a value is expected',
  5: 'a colon is expected',
  6: 'a comma is expected',
  7: 'the object is not closed',
  8: 'the array is not closed',
  10: 'comments are not part of JSON',
  11: 'comments are not part of JSON',
  12: 'the string is not closed',
  13: 'the number is not finished',
  14: 'the \\u escape needs four hexadecimal digits',
  15: 'the escape is unknown',
  16: 'a control character must be escaped',
};

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

/** An RFC 6901 JSON Pointer; `""` for no segments. */
export function pointer(segments: readonly (string | number)[]): string {
  let text = '';
  for (const segment of segments) text += `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return text;
}

/** What the writer accepts: read values, printed JSON, and plain objects. Members that are undefined are left out. */
export type Writable =
  | Json
  | RawJson
  | number
  | bigint
  | undefined
  | readonly Writable[]
  | ReadonlyMap<string, Writable>
  | { readonly [key: string]: unknown };

interface Frame {
  readonly close: ']' | '}';
  readonly entries: Iterator<unknown>;
  first: boolean;
}

/** Prints a value on one line: order of entries and text of numbers are kept. Throws TypeError for what is not JSON. */
export function writeJson(value: unknown): string {
  // An explicit stack: a value that came from elsewhere may be deeper than the host's stack.
  const frames: Frame[] = [];
  let text = '';

  const put = (item: unknown): void => {
    switch (typeof item) {
      case 'string': text += JSON.stringify(item); return;
      case 'boolean': text += item ? 'true' : 'false'; return;
      case 'bigint': text += item.toString(); return;
      case 'number':
        if (!Number.isFinite(item)) throw new TypeError('a number that is not finite has no JSON');
        text += JSON.stringify(item);
        return;
      case 'object': break;
      default: throw new TypeError(`a ${typeof item} has no JSON`);
    }
    if (item === null) text += 'null';
    else if (item instanceof JsonNumber || item instanceof RawJson) text += item.text;
    else if (Array.isArray(item)) open('[', ']', item.values());
    else open('{', '}', item instanceof Map ? item.entries() : Object.entries(item).values());
  };
  const open = (start: string, close: ']' | '}', entries: Iterator<unknown>): void => {
    if (frames.length >= WRITE_DEPTH_MAX) throw new TypeError('the value is nested without end');
    text += start;
    frames.push({ close, entries, first: true });
  };

  put(value);
  for (let frame = frames[frames.length - 1]; frame !== undefined; frame = frames[frames.length - 1]) {
    const step = frame.entries.next();
    if (step.done === true) {
      text += frame.close;
      frames.pop();
      continue;
    }
    if (frame.close === ']') {
      if (!frame.first) text += ',';
      frame.first = false;
      put(step.value);
      continue;
    }
    const [name, member] = step.value as [string, unknown];
    if (member === undefined) continue;
    if (!frame.first) text += ',';
    frame.first = false;
    text += `${JSON.stringify(name)}:`;
    put(member);
  }
  return text;
}

/**
 * A view for validators: objects without a prototype, numbers as JavaScript has them (rounded, so never for answers).
 * The reader bounds the depth, so recursion is safe.
 */
export function project(value: Json): unknown {
  if (value instanceof JsonNumber) return Number(value.text);
  if (Array.isArray(value)) return value.map(project);
  if (value instanceof Map) {
    const object = Object.create(null) as Record<string, unknown>;
    for (const [name, member] of value) {
      // Not an assignment: on an object without a prototype it would do, but the intent should not depend on that.
      Object.defineProperty(object, name, { value: project(member), enumerable: true, configurable: true, writable: true });
    }
    return object;
  }
  return value;
}
