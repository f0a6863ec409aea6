// Modules: the texts that a document uses: what the editor has open of them, else the files beside it.

import { fileURLToPath } from 'node:url';
import type { ModuleTexts } from '../../compiler/modules.ts';
import { moduleFile } from '../../grammar/render.ts';
import { UsageError } from '../command.ts';
import { modulesBeside } from '../modules.ts';

type Ask = (name: string) => string | null;

/** `open` gives the text of a document that the editor has open. */
export function modulesFor(uri: string, open: (uri: string) => string | null): Ask {
  return (name) => open(moduleUri(uri, name)) ?? fileText(uri, name);
}

export function moduleUri(uri: string, name: string): string {
  return moduleFile(name, uri);
}

/** The text of a module, by whichever way there is. */
export function textOf(modules: ModuleTexts, name: string): string | null {
  const text = typeof modules === 'function' ? modules(name) : modules[name];
  return typeof text === 'string' ? text : null;
}

/** null where there is no file, or none that can be read: the document is told that there is no such module. */
function fileText(uri: string, name: string): string | null {
  if (!uri.startsWith('file:')) return null;
  try {
    const bytes = modulesBeside(fileURLToPath(uri))(name);
    return bytes === null ? null : new TextDecoder().decode(bytes);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof TypeError)) throw error;
    return null;
  }
}
