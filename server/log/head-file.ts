// Head file: the end of the chain beside the files of the log, for when all of them are moved away.
// In: the end of the chain, and the file that its entry is in. Out: the same, after a restart.
//
// It is written after the entries that it speaks of, so that a process that is killed in between leaves it behind them and never ahead;
// and it counts only where the file that it names is gone: what is in a file that is there says better where the chain ends. Lost, damaged
// or old it is as if there were none.

import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Head } from './chain.ts';

const NAME = 'decisions.head';
const FILE_MODE = 0o600;
// Written in one piece and in its place: a sector is there or not, and needs no room on a disk that is full.
const HEAD_BYTES = 512;

interface KeptHead extends Head {
  /** The name of the last batch, and of the file that its last entry is in. */
  readonly batch: string | null;
  readonly file: string;
}

/** Where that fails the log goes on without it. */
export function writeHead(folder: string, head: KeptHead): void {
  const text = `${JSON.stringify(head).padEnd(HEAD_BYTES - 1)}\n`;
  let file: number | null = null;
  try {
    file = openSync(join(folder, NAME), constants.O_WRONLY | constants.O_CREAT, FILE_MODE);
    writeSync(file, text, 0);
  } catch {
    // It is behind until the next batch.
  } finally {
    if (file !== null) closeSync(file);
  }
}

/** null where there is none that can be read. */
export function readHead(folder: string): KeptHead | null {
  try {
    const { seq, hash, batch, file } = JSON.parse(readFileSync(join(folder, NAME), 'utf8')) as Partial<KeptHead>;
    const isHead = Number.isSafeInteger(seq) && /^sha256:[0-9a-f]{64}$/.test(hash ?? '') && typeof file === 'string';
    return isHead ? { seq: seq as number, hash: hash as string, batch: batch ?? null, file: file as string } : null;
  } catch {
    return null;
  }
}
