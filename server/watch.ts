// Watch: a file or folder of the operator's, read again when it changes.
// In: a path. Out: calls when it has changed and is quiet again. Why the folder around a file: editors write a new file and rename it.
// Why also around a folder: who deploys puts a new folder, or another link, in its place, and what was watched is the old one.

import type { FSWatcher } from 'node:fs';
import { statSync, watch } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

// An editor writes a file in several steps.
const QUIET_MS = 200;

/** Answers how to stop. `beside`: files beside a file count too, all or those of an ending. A path that goes away changes nothing: what was read stays in force. */
export function watchPath(
  path: string,
  changed: () => void,
  { beside = false }: { readonly beside?: boolean | string } = {},
): () => void {
  const place = resolve(path);
  let quiet: NodeJS.Timeout | undefined;
  let inside: FSWatcher | undefined;
  const note = (): void => {
    clearTimeout(quiet);
    quiet = setTimeout(changed, QUIET_MS).unref();
  };
  const isFolder = statSync(place).isDirectory();
  const watchInside = (): void => {
    inside?.close();
    inside = quietly(() => watch(place, { persistent: false }, note));
  };
  if (isFolder) watchInside();
  const around = quietly(() =>
    watch(dirname(place), { persistent: false }, (_, name) => {
      const counts = beside === true || (typeof beside === 'string' && name?.endsWith(beside) === true);
      if ((isFolder || !counts) && name !== null && name !== basename(place)) return;
      if (isFolder) watchInside();
      note();
    }),
  );
  return () => {
    clearTimeout(quiet);
    inside?.close();
    around?.close();
  };
}

/** What is not there, or may not be read, is not watched. */
function quietly(open: () => FSWatcher): FSWatcher | undefined {
  try {
    return open().on('error', () => {});
  } catch {
    return undefined;
  }
}
