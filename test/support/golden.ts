// Golden files: where they are.
// In: a path below test/golden. Out: the path on disk, the same from the sources and from `dist/`.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Compiled tests lie one level deeper and read the files of the sources. */
export function goldenPath(...names: readonly string[]): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'test', 'golden'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error('there is no test/golden above this file');
    folder = parent;
  }
  return join(folder, 'test', 'golden', ...names);
}
