// Write bytes: where a command leaves what it made.
// In: a path as the user named it, and bytes. Out: the same path with other bytes, and otherwise what it was before. Why: a
// file that is renamed over another is whole or not there at all, but it takes a link's, a device's or a pipe's place, and
// comes with an owner and a mode of its own.

import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  lstatSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { reason, UsageError, write } from './command.ts';

/** Writes a regular file whole or not at all, through links; whatever else a path is takes the bytes as they come. `-` is standard output. */
export function writeBytes(path: string, bytes: Uint8Array | string): void {
  if (path === '-') {
    write(bytes);
    return;
  }
  try {
    const known = statSync(path, { throwIfNoEntry: false });
    // Renaming over a file asks only whether its folder may be written.
    if (known !== undefined) accessSync(path, constants.W_OK);
    if (known === undefined || isReplaceable(known)) replace(targetOf(path), bytes, known);
    else writeFileSync(path, bytes);
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw new UsageError(`cannot write ${path}: ${missing ? 'there is no such folder' : reason(error)}`);
  }
}

/** Whether a new file can be all that this one is; one with several names, or of another owner, is written in place. */
function isReplaceable(known: Stats): boolean {
  if (!known.isFile() || known.nlink > 1) return false;
  const user = process.geteuid?.() ?? 0;
  return user === 0 || (known.uid === user && process.getgroups!().includes(known.gid));
}

/** Where a link ends, also where nothing is there yet. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (
      lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true ||
      (error as NodeJS.ErrnoException).code !== 'ENOENT'
    )
      return path;
    return targetOf(resolve(realpathSync(dirname(path)), readlinkSync(path)));
  }
}

function replace(target: string, bytes: Uint8Array | string, known: Stats | undefined): void {
  const partial = `${target}.${process.pid}.partial`;
  try {
    if (known === undefined) writeFileSync(partial, bytes);
    else {
      // Never open to more readers than the file it becomes; the owner first, because changing it may take bits of the mode.
      writeFileSync(partial, bytes, { mode: known.mode & 0o777 });
      if (process.geteuid !== undefined) chownSync(partial, known.uid, known.gid);
      chmodSync(partial, known.mode & 0o7777);
    }
    renameSync(partial, target);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}
