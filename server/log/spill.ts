// Spill: records that wait in files because there is no room for them in memory.
// In: records in their order. Out: files of them in the same order, encrypted. Why records and not entries: the thread that makes entries
// is what is too slow, or cannot write; what is written here only has to outlive the wait, and the process.

import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, unlinkSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogRecord } from './record.ts';
import type { Sealer, Unsealed } from './sealed.ts';

/** Bytes that may wait in files; beyond, what comes is dropped. */
const SPILL_BYTES_MAX = 2 ** 30;
// Files get numbers upwards, and downwards for what comes first.
const FIRST_NUMBER = 500_000_000;
// What is read back at once.
const SEGMENT_BYTES_MAX = 4 * 2 ** 20;
const NAME = /^spill-(\d{9})\.bin$/;
// What is kept aside has its number still, so that no other file takes its name.
const DAMAGED = '.damaged';
const FOLDER_MODE = 0o700;
const FILE_MODE = 0o600;

export interface Spill {
  /** Bytes that wait, those on their way to a file included. */
  bytes(): number;
  /** False when there is no room; then nothing is kept. Writes soon. Never throws. */
  add(record: LogRecord): boolean;
  /** Keeps records in a file that comes before all others; null, and `onFailure` is told, where that fails. Never rejects. */
  addFirst(records: readonly LogRecord[]): Promise<string | null>;
  /** The path of the oldest file that is whole, once it is; null where nothing waits. It stays until `release`. */
  take(): Promise<string | null>;
  release(path: string): void;
  close(): Promise<void>;
}

interface Segment {
  readonly path: string;
  bytes: number;
}

/** Finds what an earlier process left behind. `onFailure` is told of records that could not be written. */
export function openSpill(
  folder: string,
  { seal }: Pick<Sealer, 'seal'>,
  onFailure: (records: number, reason: string) => void,
  bytesMax = SPILL_BYTES_MAX,
): Spill {
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  const names = readdirSync(folder).sort();
  const found = names.filter((name) => NAME.test(name));
  const whole: Segment[] = found.map((name) => ({
    path: join(folder, name),
    bytes: statSync(join(folder, name)).size,
  }));
  const numbers = names.flatMap((name) => NAME.exec(name.replace(DAMAGED, ''))?.[1] ?? []).map(Number);
  let first = numbers[0] ?? FIRST_NUMBER;
  let last = numbers.at(-1) ?? FIRST_NUMBER;
  const pathOf = (number: number): string => join(folder, `spill-${String(number).padStart(9, '0')}.bin`);
  let current: (Segment & { readonly file: Promise<FileHandle> }) | null = null;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let writing: Promise<void> = Promise.resolve();

  const begin = () => {
    last += 1;
    const path = pathOf(last);
    current = { path, bytes: 0, file: open(path, 'ax', FILE_MODE) };
    return current;
  };
  /** Ends the file that is written to. */
  const finish = async (): Promise<void> => {
    const ended = current;
    if (ended === null) return;
    const file = await ended.file.catch(() => null);
    current = null;
    // One that could not be made is not there to be read.
    if (file === null) return;
    whole.push({ path: ended.path, bytes: ended.bytes });
    await file.close();
  };
  const flush = async (): Promise<void> => {
    if (pending.length === 0) return;
    const batch = pending;
    const bytes = pendingBytes;
    pending = [];
    pendingBytes = 0;
    const segment = current ?? begin();
    try {
      const file = await segment.file;
      await file.appendFile(Buffer.concat(batch));
      segment.bytes += bytes;
      if (segment.bytes >= SEGMENT_BYTES_MAX) await finish();
    } catch (error) {
      // What was written of it is a torn record, which its reader leaves out.
      onFailure(batch.length, (error as Error).message);
      await finish().catch(() => {});
    }
  };
  const soon = (): Promise<void> => (writing = writing.then(flush));
  const bytes = (): number => whole.reduce((sum, one) => sum + one.bytes, (current?.bytes ?? 0) + pendingBytes);
  return {
    bytes,
    add(record) {
      const packed = seal(record);
      if (bytes() + packed.length > bytesMax) return false;
      pending.push(packed);
      pendingBytes += packed.length;
      if (pending.length === 1) void soon();
      return true;
    },
    addFirst(records) {
      const packed = Buffer.concat(records.map(seal));
      first -= 1;
      const path = pathOf(first);
      const keep = async (): Promise<string | null> => {
        try {
          if (bytes() + packed.length > bytesMax) throw new Error('there is no room for more in files');
          await writeFile(path, packed, { flag: 'wx', mode: FILE_MODE });
          whole.unshift({ path, bytes: packed.length });
          return path;
        } catch (error) {
          onFailure(records.length, (error as Error).message);
          // A part of it must not be found later.
          rmSync(path, { force: true });
          return null;
        }
      };
      const kept = writing.then(keep);
      writing = kept.then(() => {});
      return kept;
    },
    async take() {
      await soon();
      if (whole.length === 0) await finish().catch(() => {});
      return whole[0]?.path ?? null;
    },
    release(path) {
      const at = whole.findIndex((segment) => segment.path === path);
      if (at >= 0) whole.splice(at, 1);
    },
    async close() {
      await soon();
      await finish().catch(() => {});
    },
  };
}

/** Throws where the file cannot be read now. */
export function readSpill(path: string, { unseal }: Pick<Sealer, 'unseal'>): Unsealed {
  return unseal(readFileSync(path));
}

/** Deletes a file whose records have been written. */
export function deleteSpill(path: string): void {
  unlinkSync(path);
}

/** Keeps a file of which a part cannot be read; where to. */
export function setSpillAside(path: string): string {
  renameSync(path, `${path}${DAMAGED}`);
  return `${path}${DAMAGED}`;
}
