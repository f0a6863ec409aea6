// What local tool servers write to stderr: a little of it for the log, the end of it for whoever looks after the server.
// In: text as it comes, any amount of it. Out: lines for the operator's log, few enough to read; the last bytes of a connection.
// Why: it is not our log. A server that writes without end, or writes lines that look like ours, must not fill it or forge it.

// As much as the last page of a stack trace.
const TAIL_BYTES_MAX = 4_096;

/** The last of what one connection wrote. */
export class StderrTail {
  private bytes: Buffer = Buffer.alloc(0);

  push(text: string): void {
    // Only the end of a long text can stay.
    this.bytes = Buffer.concat([this.bytes, Buffer.from(text.slice(-TAIL_BYTES_MAX))]).subarray(-TAIL_BYTES_MAX);
  }

  /** From the first whole character on. */
  get text(): string {
    let start = 0;
    while (start < this.bytes.length && ((this.bytes[start] as number) & 0xc0) === 0x80) start += 1;
    return this.bytes.subarray(start).toString('utf8');
  }
}

// A server that logs its requests fits; one that logs without end is cut.
const LOG_BYTES_MAX = 4_096;
const WINDOW_MS = 10_000;
const LINE_LENGTH_MAX = 500;

interface Window {
  readonly startedMs: number;
  bytes: number;
  leftOut: number;
}

/** Writes what servers say to a log, each line under the name of its server, and says when it leaves something out. */
export function createStderrLog(
  write: (line: string) => void,
  now: () => number,
): (server: string, text: string) => void {
  const windows = new Map<string, Window>();
  const windowOf = (server: string): Window => {
    const known = windows.get(server);
    if (known !== undefined && now() - known.startedMs < WINDOW_MS) return known;
    if (known !== undefined && known.leftOut > 0) write(`[${server}] … ${known.leftOut} bytes were left out`);
    const window: Window = { startedMs: now(), bytes: 0, leftOut: 0 };
    windows.set(server, window);
    return window;
  };
  return (server, text) => {
    const window = windowOf(server);
    const room = LOG_BYTES_MAX - window.bytes;
    const kept = Buffer.byteLength(text) <= room ? text : text.slice(0, Math.max(0, room));
    window.bytes += Buffer.byteLength(kept);
    for (const line of kept.split('\n')) if (line !== '') write(`[${server}] ${printable(line)}`);
    if (kept === text) return;
    if (window.leftOut === 0)
      write(`[${server}] … more than ${LOG_BYTES_MAX} bytes in ${WINDOW_MS / 1000} s; the rest is left out`);
    window.leftOut += Buffer.byteLength(text) - Buffer.byteLength(kept);
  };
}

/** Without what moves a terminal's cursor. */
function printable(line: string): string {
  const short = line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX)}…` : line;
  return short
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, (control) => (control === '\t' ? ' ' : control === '\r' ? '' : '\ufffd'));
}
