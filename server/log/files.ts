// Files: lines of the decision log in files, forwards and backwards.
// In: a folder or one file. Out: whole lines, and what of a last line is there that was never ended. Why backwards: what happened last
// is what people look for, and a log may be larger than memory.

import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

const NAME = /^decisions-(\d{15})\.ndjson$/;

/** The file whose first entry has a number. */
export function fileName(seq: number): string {
  return `decisions-${String(seq).padStart(15, '0')}.ndjson`;
}

export interface LogFile {
  readonly path: string;
  /** The number of its first entry; 0 where its name does not say. */
  readonly firstSeq: number;
}

/** The files of a folder, the oldest first; a file is itself. */
export function listFiles(path: string): LogFile[] {
  return statSync(path).isDirectory() ? filesOf(path) : [{ path, firstSeq: 0 }];
}

/** The files of a folder, the oldest first. */
export function filesOf(path: string): LogFile[] {
  return readdirSync(path)
    .flatMap((name) => {
      const seq = NAME.exec(name)?.[1];
      return seq === undefined ? [] : [{ path: join(path, name), firstSeq: Number(seq) }];
    })
    .sort((a, b) => a.firstSeq - b.firstSeq);
}

const CHUNK_BYTES = 65_536;
const NEWLINE = 0x0a;

/** Each whole line. */
export function* readForward(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let parts: Buffer[] = [];
    for (;;) {
      const count = readSync(file, chunk, 0, CHUNK_BYTES, null);
      if (count === 0) return;
      let from = 0;
      for (;;) {
        const end = chunk.subarray(0, count).indexOf(NEWLINE, from);
        if (end < 0) break;
        yield Buffer.concat([...parts, chunk.subarray(from, end)]).toString('utf8');
        parts = [];
        from = end + 1;
      }
      if (from < count) parts.push(Buffer.from(chunk.subarray(from, count)));
    }
  } finally {
    closeSync(file);
  }
}

/** Each whole line, the last one first. What is written meanwhile is not seen. */
export function* readBackward(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    let parts: Buffer[] = [];
    // Up to the last newline: what comes after it is no whole line.
    let isEnded = false;
    for (let to = fstatSync(file).size; to > 0; ) {
      const from = Math.max(0, to - CHUNK_BYTES);
      const chunk = Buffer.allocUnsafe(to - from);
      const count = readSync(file, chunk, 0, chunk.length, from);
      if (count < chunk.length) return;
      let end = chunk.length;
      for (let at = chunk.lastIndexOf(NEWLINE); at >= 0; at = at === 0 ? -1 : chunk.lastIndexOf(NEWLINE, at - 1)) {
        if (isEnded) yield Buffer.concat([chunk.subarray(at + 1, end), ...parts]).toString('utf8');
        isEnded = true;
        parts = [];
        end = at;
      }
      if (isEnded && end > 0) parts.unshift(Buffer.from(chunk.subarray(0, end)));
      to = from;
    }
    if (isEnded && parts.length > 0) yield Buffer.concat(parts).toString('utf8');
  } finally {
    closeSync(file);
  }
}

/** Bytes up to the end of the last whole line. */
export function wholeBytes(path: string): { readonly whole: number; readonly all: number } {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    for (let to = size; to > 0; ) {
      const from = Math.max(0, to - CHUNK_BYTES);
      const chunk = Buffer.allocUnsafe(to - from);
      readSync(file, chunk, 0, chunk.length, from);
      const at = chunk.lastIndexOf(NEWLINE);
      if (at >= 0) return { whole: from + at + 1, all: size };
      to = from;
    }
    return { whole: 0, all: size };
  } finally {
    closeSync(file);
  }
}
