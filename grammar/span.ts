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
}

/** A script's text with the index that turns spans into places. */
export class Source {
  readonly text: string;
  readonly #lineStarts: number[] = [0];
  /** UTF-8 bytes, and code points, before every STRIDE-th unit; made when first asked for. */
  #bytesBefore: number[] | null = null;
  #pointsBefore: number[] = [];

  constructor(text: string) {
    this.text = text;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#lineStarts.push(at + 1);
  }

  place(span: Span): Place {
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
