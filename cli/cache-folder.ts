// Cache folder: where the command line keeps what it can make again.

import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/**
 * A part of the user's folder for it, which exists then. Null when EVIDENT_CACHE is empty, which
 * turns caching off, when there is no place, or when somebody else can write there.
 */
export function cacheFolder(
  part: 'node' | 'scripts' | 'verified',
  env: NodeJS.ProcessEnv = process.env,
): string | null {
  const place = userFolder(env);
  if (place === null) return null;
  const folder = join(place, part);
  try {
    makeFolder(folder);
    return [place, folder].every(isOwn) ? folder : null;
  } catch {
    return null;
  }
}

/** Whoever can write to the folder decides what runs: it must be a folder of this user that nobody else can write to. */
function isOwn(folder: string): boolean {
  const status = lstatSync(folder);
  if (!status.isDirectory()) return false;
  if (process.getuid === undefined) return true;
  return status.uid === process.getuid() && (status.mode & WRITABLE_BY_OTHERS) === 0;
}

const WRITABLE_BY_OTHERS = 0o022;

/**
 * Level by level: where a file system says of every new folder that there is no such file, as /proc does, Node's own
 * recursive mkdir never ends.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  if (parent !== folder) makeFolder(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function userFolder(env: NodeJS.ProcessEnv): string | null {
  const own = env['EVIDENT_CACHE'];
  if (own !== undefined) return own === '' ? null : own;
  if (process.platform === 'win32' && env['LOCALAPPDATA']) return join(env['LOCALAPPDATA'], 'evident', 'cache');
  if (env['XDG_CACHE_HOME']) return join(env['XDG_CACHE_HOME'], 'evident');
  try {
    return process.platform === 'darwin'
      ? join(homedir(), 'Library', 'Caches', 'evident')
      : join(homedir(), '.cache', 'evident');
  } catch {
    // A user without a home.
    return null;
  }
}
