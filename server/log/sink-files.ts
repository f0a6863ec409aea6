// Files as a sink: lines of JSON in a folder, a new file when one is full or a day old.
// In: lines. Out: files that only grow; whole files are deleted when they are too old or too much. Why what could not be written whole is
// cut off again: every line in a file can be read, also when the disk was full or the process was killed.

import {
  closeSync,
  constants,
  existsSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { lockFolder } from '../store/sqlite/lock.ts';
import type { Head } from './chain.ts';
import { headOf, idOf, linkAll, NOTHING } from './chain.ts';
import { fileName, filesOf, readBackward, wholeBytes } from './files.ts';
import { readHead, writeHead } from './head-file.ts';
import type { FileSinkOptions } from './record.ts';
import type { Batch, Sink } from './sink.ts';

// A file is what a person looks through and a shipper takes at once.
export const FILE_BYTES_MAX = 64 * 2 ** 20;
const DAY_MS = 86_400_000;
const LOCK = { file: 'decisions.lock', what: 'log folder', flag: '--log' };
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;

interface Open {
  readonly path: string;
  readonly file: number;
  readonly inode: bigint;
  readonly day: number;
  bytes: number;
}

/** Throws one sentence when the folder cannot be used, or another service uses it. */
export function openFileSink(options: FileSinkOptions): Sink {
  return new FileSink(options);
}

class FileSink implements Sink {
  readonly #options: FileSinkOptions;
  readonly #unlock: () => void;
  readonly note: string | null;
  readonly isInOrder = true;
  #head: Head;
  #lastBatch: string | null;
  #open: Open | null = null;
  /** The files that are there end before the chain does. */
  #isLastMoved = false;

  constructor(options: FileSinkOptions) {
    this.#options = options;
    mkdirSync(options.path, { recursive: true, mode: FOLDER_MODE });
    this.#unlock = lockFolder(options.path, LOCK);
    try {
      this.note = cutTornLine(options.path);
      const line = lastLine(options.path);
      this.#head = line === null ? NOTHING : headIn(line, options.path);
      this.#lastBatch = line === null ? null : idOf(line);
      const kept = readHead(options.path);
      if (kept === null || kept.seq <= this.#head.seq || existsSync(join(options.path, kept.file))) return;
      this.#head = kept;
      this.#lastBatch = kept.batch;
      this.#isLastMoved = true;
    } catch (error) {
      this.#unlock();
      throw error;
    }
  }

  async append({ name, entries, nowMs }: Batch): Promise<number> {
    if (name === this.#lastBatch) return 0;
    const { lines, head } = linkAll(entries, this.#head);
    const bytes = Buffer.from(`${lines.join('\n')}\n`);
    const open = this.#current(bytes.length, nowMs);
    const { size } = fstatSync(open.file);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(open.file, bytes, at);
      if (this.#options.isDurable) fdatasyncSync(open.file);
    } catch (error) {
      // Room is needed for nothing here.
      ftruncateSync(open.file, size);
      throw error;
    }
    open.bytes = size + bytes.length;
    this.#head = head;
    this.#lastBatch = name;
    writeHead(this.#options.path, { ...head, batch: name, file: basename(open.path) });
    return lines.length;
  }

  *backward(before: number): Iterable<string> {
    // It may have been forgotten or moved since.
    for (const { path, firstSeq } of filesOf(this.#options.path).reverse())
      if (firstSeq < before && existsSync(path)) yield* readBackward(path);
  }

  async close(): Promise<void> {
    if (this.#open !== null) closeSync(this.#open.file);
    this.#unlock();
  }

  /** The file to write to, which has room, is of this day and is still where it was. */
  #current(bytes: number, nowMs: number): Open {
    const day = Math.floor(nowMs / DAY_MS);
    const open = this.#open;
    if (open !== null) {
      const isFull = open.bytes > 0 && open.bytes + bytes > FILE_BYTES_MAX;
      if (!isFull && open.day === day && inodeOf(open.path) === open.inode) return open;
      closeSync(open.file);
      this.#open = null;
    }
    const last = open === null && !this.#isLastMoved ? filesOf(this.#options.path).at(-1) : undefined;
    const next = last !== undefined && isOfDay(last.path, day, bytes) ? last.path : this.#nextPath();
    this.#open = openFile(next, day);
    this.#forget(nowMs);
    return this.#open;
  }

  #nextPath(): string {
    return join(this.#options.path, fileName(this.#head.seq + 1));
  }

  /** Deletes files that are too old, and the oldest while there are too many bytes. The one that is written to stays. */
  #forget(nowMs: number): void {
    const { path, keepMs, bytesMax } = this.#options;
    const files = filesOf(path).map((file) => ({ ...file, ...statOf(file.path) }));
    let sum = files.reduce((total, { size }) => total + size, 0);
    for (const { path: file, size, mtimeMs } of files) {
      if (file === this.#open?.path) return;
      if (mtimeMs >= nowMs - keepMs && sum <= bytesMax) return;
      unlinkSync(file);
      sum -= size;
    }
  }
}

function statOf(path: string): { readonly size: number; readonly mtimeMs: number } {
  const { size, mtimeMs } = statSync(path);
  return { size, mtimeMs };
}

function isOfDay(path: string, day: number, bytes: number): boolean {
  const { size, mtimeMs } = statOf(path);
  return Math.floor(mtimeMs / DAY_MS) === day && size + bytes <= FILE_BYTES_MAX;
}

function openFile(path: string, day: number): Open {
  const file = openSync(path, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, FILE_MODE);
  const { ino, size } = fstatSync(file, { bigint: true });
  return { path, file, inode: ino, day, bytes: Number(size) };
}

function inodeOf(path: string): bigint | null {
  return statSync(path, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
}

/** A process that was killed while it wrote leaves a part of a line behind. */
function cutTornLine(folder: string): string | null {
  const last = filesOf(folder).at(-1);
  if (last === undefined) return null;
  const { whole, all } = wholeBytes(last.path);
  if (whole === all) return null;
  const file = openSync(last.path, 'r+');
  ftruncateSync(file, whole);
  closeSync(file);
  return `${resolve(last.path)} ended within an entry: ${all - whole} bytes were cut off`;
}

function lastLine(folder: string): string | null {
  for (const { path } of filesOf(folder).reverse()) {
    const [line] = readBackward(path);
    if (line !== undefined) return line;
  }
  return null;
}

function headIn(line: string, folder: string): Head {
  const head = headOf(line);
  if (head === null) throw new Error(`the last line in ${resolve(folder)} is no entry of a decision log`);
  return head;
}
