// Paths: the checkout and the programs in it, whether a test runs from its source or from dist/. In: a name. Out: a path.

import { dirname, join, sep } from 'node:path';

/** The folder that holds `grammar/`, `compiler/` …, in the form in which this runs. */
const MODULES = dirname(dirname(import.meta.dirname));

/** The checkout: sources, golden files, package.json. */
export const ROOT = MODULES.endsWith(`${sep}dist`) ? dirname(MODULES) : MODULES;

/** A file or folder of test/golden, which the build does not copy. */
export function goldenPath(...names: readonly string[]): string {
  return join(ROOT, 'test', 'golden', ...names);
}

/** The file of a module, as `server/main`. */
export function moduleFile(name: string): string {
  return join(MODULES, `${name}${import.meta.filename.endsWith('.ts') ? '.ts' : '.js'}`);
}
