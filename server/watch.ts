// Watch: a file or folder of the operator's, read again when it changes.
// In: a path. Out: calls when it has changed and is quiet again. Why the folder around a file: editors write a new file and rename it.

import { statSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

// An editor writes a file in several steps.
const QUIET_MS = 200;

/** Answers how to stop. `beside`: files beside a file count too, all or those of an ending. A path that goes away changes nothing: what was read stays in force. */
export function watchPath(
  path: string,
  changed: () => void,
  { beside = false }: { readonly beside?: boolean | string } = {},
): () => void {
  let quiet: NodeJS.Timeout | undefined;
  const isFolder = statSync(path).isDirectory();
  const watcher = watch(isFolder ? path : dirname(path), { persistent: false }, (_, name) => {
    const counts = beside === true || (typeof beside === 'string' && name?.endsWith(beside) === true);
    if (!isFolder && !counts && name !== null && name !== basename(path)) return;
    clearTimeout(quiet);
    quiet = setTimeout(changed, QUIET_MS).unref();
  });
  watcher.on('error', () => {});
  return () => {
    clearTimeout(quiet);
    watcher.close();
  };
}
