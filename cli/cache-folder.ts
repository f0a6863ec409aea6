// Cache folder: where the command line keeps what it can make again.

import { homedir } from 'node:os';
import { join } from 'node:path';

/** The user's folder for it; null when EVIDENT_CACHE is empty, which turns caching off, or when there is no place. */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string | null {
  const own = env['EVIDENT_CACHE'];
  if (own !== undefined) return own === '' ? null : own;
  if (process.platform === 'win32' && env['LOCALAPPDATA']) return join(env['LOCALAPPDATA'], 'evident', 'cache');
  if (env['XDG_CACHE_HOME']) return join(env['XDG_CACHE_HOME'], 'evident');
  try {
    return process.platform === 'darwin' ? join(homedir(), 'Library', 'Caches', 'evident') : join(homedir(), '.cache', 'evident');
  } catch {
    // A user without a home.
    return null;
  }
}
