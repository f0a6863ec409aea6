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
  /** UTF-8 bytes before each line start. */
  readonly #lineBytes: number[] = [0];

  constructor(text: string) {
    this.text = text;
    let bytes = 0;
    let lineStart = 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', lineStart)) {
      bytes += Buffer.byteLength(text.slice(lineStart, at + 1));
      lineStart = at + 1;
      this.#lineStarts.push(lineStart);
      this.#lineBytes.push(bytes);
    }
  }

  place(span: Span): Place {
    const line = this.#lineAt(span.start);
    const before = this.text.slice(this.#lineStarts[line]!, span.start);
    const start = this.#lineBytes[line]! + Buffer.byteLength(before);
    const end = start + Buffer.byteLength(this.text.slice(span.start, span.end));
    return { start, end, line: line + 1, column: codePointCount(before) + 1 };
  }

  /** The text of line `line` (from 1), without its line end. */
  line(line: number): string {
    const start = this.#lineStarts[line - 1] ?? this.text.length;
    const end = this.#lineStarts[line] ?? this.text.length + 1;
    return this.text.slice(start, end - 1).replace(/\r$/, '');
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

export function codePointCount(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0xdc00 || unit > 0xdfff) count += 1;
  }
  return count;
}
