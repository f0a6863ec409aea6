// Files: whether those that a database has open are still the ones that others see.
// In: paths of files that are open. Out: checks that throw. Why: an open file that was deleted, or put in another's place, takes
// writes that nobody ever reads again, and the system calls that a success.

import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

export interface Files {
  /** Throws when a file is no longer where it was opened. */
  assertInPlace(): void;
  /** Throws when the disk has no room for another change. */
  assertRoom(): void;
}

/** One change of the registry writes a few pages of 8 KiB to the log. */
export const ROOM_BYTES_MIN = 32_768;

export function watchFiles(paths: readonly string[]): Files {
  const opened = paths.map((path) => ({ path, identity: identityOf(path) }));
  return {
    assertInPlace() {
      for (const { path, identity } of opened) {
        const now = identityOf(path);
        if (now === identity) continue;
        throw new Error(
          now === null ? `${path} was deleted while it was open` : `${path} is not the file that was opened`,
        );
      }
    },
    assertRoom() {
      const [first] = paths;
      if (first === undefined) return;
      const { bavail, bsize } = statfsSync(dirname(first));
      if (bavail * bsize < ROOM_BYTES_MIN) throw Object.assign(new Error('no room'), { code: 'ENOSPC' });
    },
  };
}

function identityOf(path: string): string | null {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev} ${stat.ino}`;
}
