// Module cache: compiled scripts on disk, so that running one again needs no code generator.
// In: a script's text and a way to compile it. Out: its hash and its module. Nothing here ever fails a run: a
// folder that cannot be written, a file that was cut short or changed, another process that writes the same file at the
// same time, an entry that is no regular file or no module all mean no more than compiling once more.
//
// A file is named by the SHA-256 of the text, so that a text seen before need not even be read, and by the compiler that
// made it; it holds the SHA-256 of the rest, the script's hash, and the module. It is written whole beside its place and
// renamed into it.

import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from './cache-folder.ts';

const DIGEST_BYTES = 32;
/** The script's hash stands there in hexadecimal. */
const HASH_BYTES = 64;
/** Files kept; a module has a few kilobytes. What was made longest ago goes first. */
export const FILES_MAX = 500;

interface CachedModule {
  /** Of the script. */
  readonly hash: string;
  readonly module: WebAssembly.Module;
}

/** A script that was compiled just now. */
export interface Emitted {
  /** Of the script. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** The compiled script, from the cache or from `compile`; null when `compile` says that it has errors. */
export async function cachedModule(
  text: Uint8Array,
  compile: () => Promise<Emitted | null>,
): Promise<CachedModule | null> {
  const folder = cacheFolder('scripts');
  if (folder === null) return load(await compile());
  const path = join(folder, `${createHash('sha256').update(text).digest('hex')}-${compilerId()}.bin`);
  const known = readEntry(path);
  if (known !== null) return known;
  const compiled = await compile();
  if (compiled !== null) writeEntry(folder, path, compiled);
  return load(compiled);
}

/** Whether `use` stands anywhere as a name: then the text alone may not be all of the script. */
export function mayUseModules(text: string): boolean {
  return /(?<![\w+\-*/<>=!?.%&:])use(?![\w+\-*/<>=!?.%&])/.test(text);
}

/** The module of what was compiled; null stays null. */
export function load(emitted: Emitted | null): CachedModule | null {
  return emitted === null
    ? null
    : { hash: emitted.hash, module: new WebAssembly.Module(emitted.bytes as Uint8Array<ArrayBuffer>) };
}

function readEntry(path: string): CachedModule | null {
  try {
    // Reading a FIFO would wait for its writer, and a link leads out of the folder.
    if (!lstatSync(path).isFile()) return null;
    const entry = readFileSync(path);
    const content = entry.subarray(DIGEST_BYTES);
    if (
      content.length <= HASH_BYTES ||
      !createHash('sha256').update(content).digest().equals(entry.subarray(0, DIGEST_BYTES))
    )
      return null;
    return load({ hash: content.toString('latin1', 0, HASH_BYTES), bytes: content.subarray(HASH_BYTES) });
  } catch {
    // Unreadable, or no module.
    return null;
  }
}

function writeEntry(folder: string, path: string, { hash, bytes }: Emitted): void {
  const partial = join(folder, `${randomUUID()}.partial`);
  try {
    const content = Buffer.concat([Buffer.from(hash, 'latin1'), bytes]);
    writeFileSync(partial, Buffer.concat([createHash('sha256').update(content).digest(), content]), { mode: 0o600 });
    renameSync(partial, path);
    forgetOldest(folder);
  } catch {
    try {
      rmSync(partial, { force: true });
    } catch {
      // Where nothing can be written, nothing can be left behind.
    }
  }
}

function forgetOldest(folder: string): void {
  const files = readdirSync(folder).filter((name) => name.endsWith('.bin') || name.endsWith('.partial'));
  if (files.length <= FILES_MAX) return;
  const aged = files
    .flatMap((name) => {
      try {
        return [{ path: join(folder, name), made: lstatSync(join(folder, name)).mtimeMs }];
      } catch {
        return [];
      }
    })
    .sort((a, b) => a.made - b.made);
  // A few at once, so that not every run has to look again.
  for (const { path } of aged.slice(0, files.length - FILES_MAX + FILES_MAX / 10)) rmSync(path, { force: true });
}

/**
 * Names the code that compiles by the contents of its files: sizes and dates stay equal across some edits, and a module of
 * another compiler would count other steps.
 */
function compilerId(): string {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const hash = createHash('sha256');
  // Beside the sources stands no compiled runtime; it is built under dist, which is where this file itself is after a build.
  const folders = ['grammar', 'compiler', 'runtime', ...(basename(root) === 'dist' ? [] : ['dist/runtime'])];
  for (const folder of folders) {
    for (const name of filesOf(join(root, folder))) {
      const content = readFileSync(join(root, folder, name));
      hash.update(`${folder}/${name} ${content.length}\n`).update(content);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.d)\.([jt]s|wasm)$/.test(name))
      .sort();
  } catch {
    return [];
  }
}
