// Modules: the texts that a script uses, as files beside it.

import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SCRIPT_LIMITS } from '../grammar/reader.ts';
import { moduleFile } from '../grammar/render.ts';
import { reason, UsageError } from './command.ts';

/** Asks for a module by its name, in the folder of the script; the working directory for standard input. */
export function modulesBeside(path: string): (name: string) => Uint8Array | null {
  const folder = path === '-' ? '.' : dirname(path);
  return (name) => readModule(join(folder, moduleFile(name)));
}

/** null where there is no such file. Throws UsageError where it cannot be read. */
function readModule(path: string): Uint8Array | null {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new UsageError(`cannot read ${path}: ${reason(error)}`);
  }
  try {
    const { size } = fstatSync(file);
    // One byte more than a script may have tells as much as all of them.
    return size > SCRIPT_LIMITS.bytesMax ? new Uint8Array(SCRIPT_LIMITS.bytesMax + 1) : readFileSync(file);
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${reason(error)}`);
  } finally {
    closeSync(file);
  }
}
