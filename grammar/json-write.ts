// JSON writer: values to text, as json.ts reads them: the order of members and the text of numbers are kept.

import { Attached } from './attached.ts';
import type { Json } from './json.ts';
import { JsonNumber, RawJson } from './json.ts';
import { CLOSE_BRACE, CLOSE_BRACKET, COLON, COMMA, OPEN_BRACE, OPEN_BRACKET } from './json-scan.ts';
import { JsonSink } from './json-sink.ts';

const WRITE_DEPTH_MAX = 100_000;
/** As deep a value is written by calls, which is quicker; what is deeper may be deeper than the host's stack. */
const CALLS_DEPTH_MAX = 64;

const SINK = new JsonSink();

/**
 * Prints a value on one line: order of entries and text of numbers are kept. It may be made of what was read, printed JSON,
 * numbers, bigints, arrays, Maps and plain objects; members that are undefined are left out. Throws TypeError for what is not JSON.
 */
export function writeJson(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  put(value);
  return SINK.toString();
}

/** The same as UTF-8. */
export function writeJsonBytes(value: unknown): Uint8Array {
  if (value instanceof RawJson) return Buffer.from(value.text);
  put(value);
  return SINK.toBytes();
}

// As much as Node writes to a socket without memory of its own.
const TEXT_BYTES_MAX = 16_384;

/** The same for who sends it: a text where it is short, which Node sends with the head before it in one piece; bytes where it is long. */
export function writeJsonBody(value: unknown): string | Uint8Array {
  if (value instanceof RawJson) return value.text.length <= TEXT_BYTES_MAX ? value.text : Buffer.from(value.text);
  put(value);
  return SINK.length <= TEXT_BYTES_MAX ? SINK.toString() : SINK.toBytes();
}

// A member of what is printed, or of an answer in the map of answers; deeper ones are many, and none of them was written before.
const WRITTEN_DEPTH_MAX = 3;

class Written extends Attached {
  readonly #text: RawJson;

  constructor(object: object, text: RawJson) {
    super(object);
    this.#text = text;
  }

  static textOf(object: object): RawJson | undefined {
    return #text in object ? (object as Written).#text : undefined;
  }
}

/**
 * The text of an object that nobody changes any more: what is sent to several places is written once. Where such a Map or array is a
 * member of what is printed, or a level or two deeper, its text is taken.
 */
export function writeOnce(value: object): RawJson {
  const known = Written.textOf(value);
  if (known !== undefined) return known;
  const written = new RawJson(writeJson(value));
  new Written(value, written);
  return written;
}

/** The text of any such value; what is no object is written each time. */
export function textOnce(value: Json): string {
  return typeof value === 'object' && value !== null ? writeOnce(value).text : writeJson(value);
}

/** What `writeOnce` answers for an object that was just read: as it was written, which no other writer need repeat. */
export function keepText(value: object, text: string): void {
  new Written(value, new RawJson(text));
}

/** Leaves the text of a value in the sink. */
function put(value: unknown): void {
  SINK.clear();
  putItem(value, 0);
}

/** `depth`: in how many containers it stands. */
function putItem(item: unknown, depth: number): void {
  if (typeof item !== 'object' || item === null || item instanceof JsonNumber || item instanceof RawJson)
    putScalar(item);
  else if (depth === CALLS_DEPTH_MAX) putDeep(item);
  else if (item instanceof Map) {
    const written = depth <= WRITTEN_DEPTH_MAX ? Written.textOf(item) : undefined;
    if (written === undefined) putMap(item, depth + 1);
    else SINK.putJson(written.text);
  } else if (Array.isArray(item)) {
    const written = depth <= WRITTEN_DEPTH_MAX ? Written.textOf(item) : undefined;
    if (written === undefined) putArray(item, depth + 1);
    else SINK.putJson(written.text);
  } else putObject(item as Readonly<Record<string, unknown>>, depth + 1);
}

function putArray(items: readonly unknown[], depth: number): void {
  SINK.putCode(OPEN_BRACKET);
  for (let at = 0; at < items.length; at += 1) {
    if (at > 0) SINK.putCode(COMMA);
    putItem(items[at], depth);
  }
  SINK.putCode(CLOSE_BRACKET);
}

function putMap(map: ReadonlyMap<string, unknown>, depth: number): void {
  SINK.putCode(OPEN_BRACE);
  let isFirst = true;
  for (const [name, member] of map) {
    if (member === undefined) continue;
    putName(name, isFirst);
    isFirst = false;
    putItem(member, depth);
  }
  SINK.putCode(CLOSE_BRACE);
}

function putObject(object: Readonly<Record<string, unknown>>, depth: number): void {
  SINK.putCode(OPEN_BRACE);
  let isFirst = true;
  for (const name of Object.keys(object)) {
    const member = object[name];
    if (member === undefined) continue;
    putName(name, isFirst);
    isFirst = false;
    putItem(member, depth);
  }
  SINK.putCode(CLOSE_BRACE);
}

function putName(name: string, isFirst: boolean): void {
  if (!isFirst) SINK.putCode(COMMA);
  SINK.putString(name);
  SINK.putCode(COLON);
}

function putScalar(item: unknown): void {
  switch (typeof item) {
    case 'string':
      SINK.putString(item);
      return;
    case 'boolean':
      SINK.putAscii(item ? 'true' : 'false');
      return;
    case 'bigint':
      SINK.putAscii(item.toString());
      return;
    case 'number':
      if (!Number.isFinite(item)) throw new TypeError('a number that is not finite has no JSON');
      SINK.putAscii(String(item));
      return;
    case 'object':
      if (item === null) SINK.putAscii('null');
      else SINK.putJson((item as JsonNumber | RawJson).text);
      return;
    default:
      throw new TypeError(`a ${typeof item} has no JSON`);
  }
}

/** A container that is being written: the members of an array, the names and members of an object. */
interface Frame {
  readonly close: number;
  readonly names: readonly string[] | null;
  readonly members: readonly unknown[];
  at: number;
}

/** Writes a container, and all that is in it, with a stack of its own. */
function putDeep(value: object): void {
  const frames: Frame[] = [open(value)];
  for (let frame = frames[frames.length - 1]; frame !== undefined; frame = frames[frames.length - 1]) {
    const { names, members } = frame;
    const depth = frames.length;
    // What a member opens is written before the next one.
    while (frame.at < members.length && frames.length === depth) {
      const at = frame.at++;
      const member = members[at];
      if (names !== null) putName(names[at]!, at === 0);
      else if (at > 0) SINK.putCode(COMMA);
      if (typeof member !== 'object' || member === null || member instanceof JsonNumber || member instanceof RawJson)
        putScalar(member);
      else if (depth + CALLS_DEPTH_MAX >= WRITE_DEPTH_MAX) throw new TypeError('the value is nested without end');
      else frames.push(open(member));
    }
    if (frames.length > depth) continue;
    SINK.putCode(frame.close);
    frames.pop();
  }
}

/** Writes the bracket of a container, whose members come next. */
function open(container: object): Frame {
  if (Array.isArray(container)) {
    SINK.putCode(OPEN_BRACKET);
    return { close: CLOSE_BRACKET, names: null, members: container, at: 0 };
  }
  SINK.putCode(OPEN_BRACE);
  const all: readonly [string, unknown][] = container instanceof Map ? [...container] : Object.entries(container);
  const given = all.filter(([, member]) => member !== undefined);
  return { close: CLOSE_BRACE, names: given.map(([name]) => name), members: given.map(([, member]) => member), at: 0 };
}
