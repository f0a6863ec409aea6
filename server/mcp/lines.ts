// Lines: bytes from a pipe, cut at newlines.
// In: chunks. Out: whole lines, or the first and last bytes of a line that is too long.
// Why: a message of any length may arrive, and neither a client nor a server may make us hold it.

// Long enough to hold the id of a message, whether the sender writes it first or last.
const EDGE_BYTES = 128;
const NEWLINE = 10;

/** Splits bytes at newlines without ever holding more than one line of the allowed length. */
export class LineReader {
  private readonly lineBytesMax: number;
  private readonly onLine: (line: Buffer) => void;
  private readonly onOverlong: (edges: string) => void;
  private parts: Buffer[] = [];
  private lineBytes = 0;
  /** Set while an overlong line passes by: its first and last bytes. */
  private overlong: { readonly head: string; tail: Buffer } | undefined;

  constructor(lineBytesMax: number, onLine: (line: Buffer) => void, onOverlong: (edges: string) => void) {
    this.lineBytesMax = lineBytesMax;
    this.onLine = onLine;
    this.onOverlong = onOverlong;
  }

  push(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      this.add(chunk.subarray(from, at));
      this.end();
      from = at + 1;
    }
    this.add(chunk.subarray(from));
  }

  private add(part: Buffer): void {
    if (part.length === 0) return;
    if (this.overlong !== undefined) {
      this.overlong.tail = Buffer.concat([this.overlong.tail, part]).subarray(-EDGE_BYTES);
      return;
    }
    this.parts.push(part);
    this.lineBytes += part.length;
    if (this.lineBytes <= this.lineBytesMax) return;
    const line = Buffer.concat(this.parts);
    this.overlong = {
      head: line.subarray(0, EDGE_BYTES).toString('latin1'),
      tail: Buffer.from(line.subarray(-EDGE_BYTES)),
    };
    this.parts = [];
  }

  private end(): void {
    const { overlong, parts } = this;
    this.overlong = undefined;
    this.parts = [];
    this.lineBytes = 0;
    if (overlong !== undefined) this.onOverlong(`${overlong.head}\n${overlong.tail.toString('latin1')}`);
    else if (parts.length > 0) this.onLine(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts));
  }
}
