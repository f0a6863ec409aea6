// Places in a script's text. Inside the toolchain a span is a pair of UTF-16 offsets, because that is what JavaScript
// strings are cut with; what leaves it (diagnostics, faults, site tables) is a Place: UTF-8 bytes, line and column.

/** Half-open range of UTF-16 code units in the script's text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where something stands, in the units people and tools use. */
export interface Place {
  /** UTF-8 byte offsets into the script. */
  readonly start: number;
  readonly end: number;
  /** From 1; a line ends at LF. */
  readonly line: number;
  /** From 1; counts code points. */
  readonly column: number;
  /** The module whose text it stands in; left out for the script itself. */
  readonly module?: string;
}

interface Included {
  readonly module: string;
  /** Where its spans begin. */
  readonly base: number;
  readonly source: Source;
}

/** A script's text with the index that turns spans into places. */
export class Source {
  readonly text: string;
  readonly #lineStarts: number[] = [0];
  readonly #included: Included[] = [];
  /** UTF-8 bytes, and code points, before every STRIDE-th unit; made when first asked for. */
  #bytesBefore: number[] | null = null;
  #pointsBefore: number[] = [];

  constructor(text: string) {
    this.text = text;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#lineStarts.push(at + 1);
  }

  /** Takes the text of a module in: its spans begin where the answer says, behind those of all other texts. */
  include(module: string, source: Source): number {
    const last = this.#included.at(-1);
    const base = last === undefined ? this.text.length + 1 : last.base + last.source.text.length + 1;
    this.#included.push({ module, base, source });
    return base;
  }

  /** The module in whose text an offset lies; null for the script itself. */
  moduleAt(offset: number): string | null {
    return this.#includedAt(offset)?.module ?? null;
  }

  /** The text of a module; the script's own where none is named. */
  of(module: string | undefined): Source {
    return this.#included.find((one) => one.module === module)?.source ?? this;
  }

  /** What stands at a span, of the script or of a module. */
  slice(span: Span): string {
    const included = this.#includedAt(span.start);
    return included === null
      ? this.text.slice(span.start, span.end)
      : included.source.text.slice(span.start - included.base, span.end - included.base);
  }

  /** A span in the text that it is in. */
  within({ start, end }: Span): Span {
    const base = this.#includedAt(start)?.base ?? 0;
    return { start: start - base, end: end - base };
  }

  #includedAt(offset: number): Included | null {
    return this.#included.findLast(({ base }) => base <= offset) ?? null;
  }

  place(span: Span): Place {
    const included = this.#includedAt(span.start);
    if (included !== null) {
      const { base, source, module } = included;
      return { ...source.place({ start: span.start - base, end: span.end - base }), module };
    }
    const line = this.#lineAt(span.start);
    const column = this.#points(span.start) - this.#points(this.#lineStarts[line]!) + 1;
    return { start: this.#bytes(span.start), end: this.#bytes(span.end), line: line + 1, column };
  }

  /** A span in UTF-8 bytes. */
  bytes(span: Span): Span {
    return { start: this.#bytes(span.start), end: this.#bytes(span.end) };
  }

  /** The text of line `line` (from 1), without its line end. */
  line(line: number): string {
    const start = this.#lineStarts[line - 1] ?? this.text.length;
    const end = this.#lineStarts[line] ?? this.text.length + 1;
    return this.text.slice(start, end - 1).replace(/\r$/, '');
  }

  #bytes(offset: number): number {
    const before = (this.#bytesBefore ?? this.#index())[Math.floor(offset / STRIDE)]!;
    return before + byteCount(this.text, offset - (offset % STRIDE), offset);
  }

  #points(offset: number): number {
    if (this.#bytesBefore === null) this.#index();
    const from = offset - (offset % STRIDE);
    return this.#pointsBefore[from / STRIDE]! + codePointCount(this.text.slice(from, offset));
  }

  #index(): number[] {
    const bytesBefore = [0];
    const pointsBefore = [0];
    for (let at = 0; at < this.text.length; at += STRIDE) {
      const end = Math.min(at + STRIDE, this.text.length);
      bytesBefore.push(bytesBefore.at(-1)! + byteCount(this.text, at, end));
      pointsBefore.push(pointsBefore.at(-1)! + codePointCount(this.text.slice(at, end)));
    }
    this.#bytesBefore = bytesBefore;
    this.#pointsBefore = pointsBefore;
    return bytesBefore;
  }

  #lineAt(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lineStarts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

// Without checkpoints finding a place takes time linear in the length of its line, and a text of one long line with a problem at
// every character would take minutes.
const STRIDE = 64;

/** UTF-8 bytes of well-formed text; a pair of surrogates counts 3 + 1, so that cutting inside it still adds up. */
function byteCount(text: string, start: number, end: number): number {
  let bytes = 0;
  for (let at = start; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) bytes += 1;
    else if (unit < 0x800) bytes += 2;
    else bytes += unit >= 0xdc00 && unit <= 0xdfff ? 1 : 3;
  }
  return bytes;
}

export function codePointCount(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0xdc00 || unit > 0xdfff) count += 1;
  }
  return count;
}
