// Fields: the members of one object of a registration, read one by one.
// In: an object and where it stands. Out: values of the expected kind; what is wrong goes into a list, so that all of it is told.

import type { Json } from '../../grammar/json.ts';
import { JsonNumber } from '../../grammar/json.ts';

export interface Problem {
  readonly path: string;
  readonly message: string;
}

// The longest command lines, URLs and tokens people have are half as long; all of a record is kept and shown.
const TEXT_LENGTH_MAX = 4096;
const LIST_LENGTH_MAX = 256;

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Written by the transport, or by the protocol; a record that set them would break the connection or smuggle a second request. */
const HEADERS_RESERVED =
  /^(?:host|content-.*|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|accept|cookie|mcp-.*|proxy-.*|evident-.*)$/i;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Reads members of one object, remembers which were asked for, and collects what is wrong. */
export class Fields {
  private readonly members: ReadonlyMap<string, Json>;
  private readonly path: string;
  private readonly problems: Problem[];
  private readonly known = new Set<string>();

  constructor(members: ReadonlyMap<string, Json>, path: string, problems: Problem[]) {
    this.members = members;
    this.path = path;
    this.problems = problems;
  }

  problem(name: string, message: string): void {
    this.problems.push({ path: name === '' ? this.path : `${this.path}/${name}`, message });
  }

  optionalText(name: string, isForeign = false): string | null {
    const value = this.take(name);
    if (value === undefined || value === null) return null;
    if (isForeign) this.problem(name, FOREIGN);
    if (typeof value === 'string' && value.length <= TEXT_LENGTH_MAX && !value.includes('\0') && value !== '')
      return value;
    this.problem(name, `a text of 1 to ${TEXT_LENGTH_MAX} characters is expected`);
    return null;
  }

  text(name: string, fallback: string): string {
    return this.members.get(name) === '' ? (this.known.add(name), '') : (this.optionalText(name) ?? fallback);
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.take(name);
    if (value === undefined) return fallback;
    if (typeof value === 'boolean') return value;
    this.problem(name, 'true or false is expected');
    return fallback;
  }

  integer(name: string, min: number, max: number, fallback: number): number {
    const value = this.take(name);
    if (value === undefined) return fallback;
    const number = value instanceof JsonNumber && /^\d{1,15}$/.test(value.text) ? Number(value.text) : Number.NaN;
    if (number >= min && number <= max) return number;
    this.problem(name, `an integer from ${min} to ${max} is expected`);
    return fallback;
  }

  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T {
    const value = this.take(name);
    if (value === undefined) return fallback;
    const found = allowed.find((word) => word === value);
    if (found === undefined) this.problem(name, `one of ${allowed.join(', ')} is expected`);
    return found ?? fallback;
  }

  texts(name: string, isForeign = false): readonly string[] {
    const value = this.take(name);
    if (value === undefined) return [];
    if (isForeign) this.problem(name, FOREIGN);
    const isList = Array.isArray(value) && value.length <= LIST_LENGTH_MAX;
    if (
      isList &&
      value.every((item) => typeof item === 'string' && item.length <= TEXT_LENGTH_MAX && !item.includes('\0'))
    )
      return value as string[];
    this.problem(name, `a list of at most ${LIST_LENGTH_MAX} texts is expected`);
    return [];
  }

  /** `env` and `headers`: names and values must be fit to be sent. */
  textMap(name: 'env' | 'headers', isForeign = false): Readonly<Record<string, string>> {
    const value = this.take(name);
    const result: Record<string, string> = {};
    if (value === undefined) return result;
    if (isForeign) this.problem(name, FOREIGN);
    if (!(value instanceof Map) || value.size > LIST_LENGTH_MAX) {
      this.problem(name, `an object of at most ${LIST_LENGTH_MAX} texts is expected`);
      return result;
    }
    for (const [key, text] of [...value].sort(([a], [b]) => (a < b ? -1 : 1))) {
      if (typeof text !== 'string' || text.length > TEXT_LENGTH_MAX || text.includes('\0'))
        this.problem(name, 'every value is a text');
      else if (name === 'env' ? !VARIABLE_NAME.test(key) : !HEADER_NAME.test(key) || HEADERS_RESERVED.test(key))
        this.problem(name, 'a name is not allowed');
      else if (name === 'headers' && !HEADER_VALUE.test(text)) this.problem(name, 'a value does not fit into a header');
      else result[key] = text;
    }
    return result;
  }

  section(name: string): Fields {
    const value = this.take(name);
    if (value !== undefined && !(value instanceof Map)) this.problem(name, 'an object is expected');
    return new Fields(value instanceof Map ? value : new Map(), `${this.path}/${name}`, this.problems);
  }

  /** null where it is left out. */
  optionalSection(name: string, isForeign: boolean): Fields | null {
    const value = this.members.get(name);
    if (value === undefined || value === null) {
      this.known.add(name);
      return null;
    }
    if (isForeign) this.problem(name, FOREIGN);
    return this.section(name);
  }

  /** Whether `headers` has one of this name, which is in lower case. */
  hasHeader(name: string): boolean {
    const headers = this.members.get('headers');
    return headers instanceof Map && [...headers.keys()].some((one) => one.toLowerCase() === name);
  }

  names(): readonly string[] {
    return [...this.members.keys()];
  }

  refuseRest(): void {
    for (const name of this.members.keys())
      if (!this.known.has(name)) this.problem(name.replaceAll('~', '~0').replaceAll('/', '~1'), 'unknown field');
  }

  private take(name: string): Json | undefined {
    this.known.add(name);
    return this.members.get(name);
  }
}

const FOREIGN = 'this field does not belong to the transport';
