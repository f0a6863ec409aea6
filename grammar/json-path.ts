// JSON path: a text that names places in a JSON value, after RFC 9535 without its functions.
// In: the text. Out: segments, or what is wrong and where. A filter compares values that a path of names and indexes leads to.
// Why the `$` may be missing: people write `messages[0].text`, and nothing else can be meant by it.

/** A member's name, or an index; below 0 it counts from the end. */
export type PathName = string | number;

/** A value in a filter: a literal, or what is at some names below the element or below the whole value. */
export type Operand =
  | { readonly kind: 'literal'; readonly json: string }
  | { readonly kind: 'below'; readonly of: 'element' | 'root'; readonly names: readonly PathName[] };

type Comparison = '==' | '!=' | '<' | '<=' | '>' | '>=';

export type Filter =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Filter[] }
  | { readonly kind: 'not'; readonly part: Filter }
  | { readonly kind: 'exists'; readonly operand: Operand }
  | { readonly kind: 'compare'; readonly by: Comparison; readonly left: Operand; readonly right: Operand };

export type Selector =
  | { readonly kind: 'name'; readonly name: PathName }
  | { readonly kind: 'all' }
  | { readonly kind: 'slice'; readonly start: number | null; readonly end: number | null; readonly step: number }
  | { readonly kind: 'filter'; readonly filter: Filter };

export interface Segment {
  /** Whether it selects below every descendant, not only below what was reached. */
  readonly deep: boolean;
  readonly selectors: readonly Selector[];
}

type PathReading =
  | { readonly kind: 'path'; readonly segments: readonly Segment[] }
  /** `at` counts UTF-16 units. */
  | { readonly kind: 'wrong'; readonly message: string; readonly at: number };

// Parentheses in a filter: each is a nesting of the script it becomes, of which 256 are allowed.
export const FILTER_DEPTH_MAX = 32;

/** Reads a path. */
export function readJsonPath(text: string): PathReading {
  try {
    return { kind: 'path', segments: new PathReader(text).read() };
  } catch (error) {
    if (!(error instanceof WrongPath)) throw error;
    return { kind: 'wrong', message: error.message, at: error.at };
  }
}

class WrongPath extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

const SPACE = /[ \t\n\r]*/y;
const NAME = /[\p{L}_\u0080-\u{10ffff}][\p{L}\p{N}_\-\u0080-\u{10ffff}]*/uy;
// Fifteen digits are exact in every host.
const INTEGER = /-?(?:0|[1-9][0-9]{0,14})(?![0-9])/y;
const NUMBER = /-?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,15})?(?![0-9.eE])/y;
const COMPARISON = /==|!=|<=|>=|<|>/y;
const STRING = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/uy;

class PathReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Segment[] {
    const segments: Segment[] = [];
    if (!this.#take('$')) {
      // Without `$` a path begins with a name or a bracket.
      if (this.#peek('[')) segments.push({ deep: false, selectors: this.#readBrackets() });
      else segments.push({ deep: false, selectors: [this.#readDotted()] });
    }
    while (this.#at < this.#text.length) segments.push(this.#readSegment());
    return segments;
  }

  #readSegment(): Segment {
    const deep = this.#take('..');
    if (this.#peek('[')) return { deep, selectors: this.#readBrackets() };
    if (!deep && !this.#take('.')) throw this.#wrong('expected `.` or `[`');
    return { deep, selectors: [this.#readDotted()] };
  }

  #readDotted(): Selector {
    if (this.#take('*')) return { kind: 'all' };
    const name = this.#match(NAME);
    if (name === null) throw this.#wrong('expected a name');
    return { kind: 'name', name };
  }

  #readBrackets(): Selector[] {
    this.#expect('[');
    const selectors: Selector[] = [];
    do {
      this.#skip();
      selectors.push(this.#readSelector());
      this.#skip();
    } while (this.#take(','));
    this.#expect(']');
    return selectors;
  }

  #readSelector(): Selector {
    if (this.#take('*')) return { kind: 'all' };
    if (this.#take('?')) {
      this.#skip();
      return { kind: 'filter', filter: this.#readOr() };
    }
    const text = this.#readString();
    return text === null ? this.#readIndexes() : { kind: 'name', name: text };
  }

  /** An index, or a slice `start:end:step`. */
  #readIndexes(): Selector {
    const start = this.#readInteger();
    this.#skip();
    if (!this.#take(':')) {
      if (start === null) throw this.#wrong('expected a name in quotes, an index, a slice, `*` or `?`');
      return { kind: 'name', name: start };
    }
    this.#skip();
    const end = this.#readInteger();
    this.#skip();
    if (!this.#take(':')) return { kind: 'slice', start, end, step: 1 };
    this.#skip();
    return { kind: 'slice', start, end, step: this.#readInteger() ?? 1 };
  }

  #readOr(): Filter {
    return this.#readJoined('or', '||', () => this.#readJoined('and', '&&', () => this.#readTest()));
  }

  #readJoined(kind: 'and' | 'or', mark: string, readPart: () => Filter): Filter {
    const parts = [readPart()];
    this.#skip();
    while (this.#take(mark)) {
      this.#skip();
      parts.push(readPart());
      this.#skip();
    }
    return parts.length === 1 ? parts[0]! : { kind, parts };
  }

  #readTest(): Filter {
    if (this.#take('!')) {
      this.#skip();
      return this.#nested(() => ({ kind: 'not', part: this.#readTest() }));
    }
    if (this.#take('(')) {
      const inner = this.#nested(() => {
        this.#skip();
        return this.#readOr();
      });
      this.#skip();
      this.#expect(')');
      return inner;
    }
    const left = this.#readOperand();
    this.#skip();
    const by = this.#match(COMPARISON) as Comparison | null;
    if (by === null) {
      if (left.kind === 'literal') throw this.#wrong('expected a comparison');
      return { kind: 'exists', operand: left };
    }
    this.#skip();
    return { kind: 'compare', by, left, right: this.#readOperand() };
  }

  #nested(read: () => Filter): Filter {
    this.#depth += 1;
    if (this.#depth > FILTER_DEPTH_MAX) throw this.#wrong(`a filter may be nested ${FILTER_DEPTH_MAX} deep`);
    const filter = read();
    this.#depth -= 1;
    return filter;
  }

  #readOperand(): Operand {
    if (this.#take('@')) return { kind: 'below', of: 'element', names: this.#readNames() };
    if (this.#take('$')) return { kind: 'below', of: 'root', names: this.#readNames() };
    const text = this.#readString();
    if (text !== null) return { kind: 'literal', json: JSON.stringify(text) };
    const number = this.#match(NUMBER);
    if (number !== null) return { kind: 'literal', json: number === '-0' ? '0' : number };
    for (const [word, json] of [
      ['true', 'true'],
      ['false', 'false'],
      ['null', 'nil'],
    ] as const)
      if (this.#take(word)) return { kind: 'literal', json };
    throw this.#wrong('expected `@`, `$`, a string, a number, true, false or null');
  }

  /** Names and indexes that lead to one value. */
  #readNames(): PathName[] {
    const names: PathName[] = [];
    while (true) {
      if (this.#peek('..')) throw this.#wrong('a filter compares single values');
      if (this.#take('.')) {
        const name = this.#match(NAME);
        if (name === null) throw this.#wrong('expected a name');
        names.push(name);
      } else if (this.#take('[')) {
        this.#skip();
        const name = this.#readString() ?? this.#readInteger();
        if (name === null) throw this.#wrong('expected a name in quotes or an index');
        names.push(name);
        this.#skip();
        this.#expect(']');
      } else return names;
    }
  }

  #readInteger(): number | null {
    const text = this.#match(INTEGER);
    return text === null ? null : Number(text) + 0;
  }

  #readString(): string | null {
    const at = this.#at;
    const quoted = this.#match(STRING);
    if (quoted === null) return null;
    const inner = quoted
      .slice(1, -1)
      .replace(/\\(.)/gsu, (whole, mark: string) => (mark === "'" ? mark : whole))
      .replace(/(?<!\\)((?:\\\\)*)"/g, '$1\\"');
    try {
      return JSON.parse(`"${inner}"`) as string;
    } catch {
      throw new WrongPath('a string with a wrong escape', at);
    }
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.#at;
    const text = pattern.exec(this.#text)?.[0] ?? null;
    if (text !== null) this.#at += text.length;
    return text;
  }

  #skip(): void {
    this.#match(SPACE);
  }

  #peek(mark: string): boolean {
    return this.#text.startsWith(mark, this.#at);
  }

  #take(mark: string): boolean {
    const taken = this.#peek(mark);
    if (taken) this.#at += mark.length;
    return taken;
  }

  #expect(mark: string): void {
    if (!this.#take(mark)) throw this.#wrong(`expected \`${mark}\``);
  }

  #wrong(message: string): WrongPath {
    return new WrongPath(message, this.#at);
  }
}
