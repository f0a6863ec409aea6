// Verified: which artifacts this user built or verified, so that running one needs no new build.
// In: an artifact's bytes. Out: whether its SHA-256 is noted in the cache. A note that is lost costs a notice, nothing else.

import { createHash } from 'node:crypto';
import { lstatSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';

/** Notes that this version built these bytes, or built the same ones again. */
export function markVerified(bytes: Uint8Array): void {
  const path = notePath(bytes);
  if (path === null) return;
  try {
    writeFileSync(path, '', { mode: 0o600 });
  } catch {
    // Without a note the artifact stays unverified, as it was.
  }
}

export function isVerified(bytes: Uint8Array): boolean {
  const path = notePath(bytes);
  if (path === null) return false;
  try {
    return lstatSync(path).isFile();
  } catch {
    return false;
  }
}

function notePath(bytes: Uint8Array): string | null {
  const folder = cacheFolder('verified');
  return folder === null ? null : join(folder, createHash('sha256').update(bytes).digest('hex'));
}
