// Module cache: compiled scripts on disk, so that running one again needs no code generator.
// In: a script's text and a way to compile it. Out: its hash and the module's bytes. Nothing here ever fails a run: a
// folder that cannot be written, a file that was cut short or changed, another process that writes the same file at the
// same time all mean no more than compiling once more.
//
// A file is named by the SHA-256 of the text, so that a text seen before need not even be read, and by the compiler that
// made it; it holds the SHA-256 of the rest, the script's hash, and the module. It is written whole beside its place and
// renamed into it.

import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from './cache-folder.ts';

const DIGEST_BYTES = 32;
/** The script's hash stands there in hexadecimal. */
const HASH_BYTES = 64;
/** Files kept; a module has a few kilobytes. What was made longest ago goes first. */
export const FILES_MAX = 500;

export interface CachedModule {
  /** Of the script. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** The compiled script, from the cache or from `compile`; null when `compile` says that it has errors. */
export async function cachedModule(text: Uint8Array, compile: () => Promise<CachedModule | null>): Promise<CachedModule | null> {
  const folder = cacheFolder('scripts');
  if (folder === null) return compile();
  const path = join(folder, `${createHash('sha256').update(text).digest('hex')}-${compilerId()}.bin`);
  const known = readEntry(path);
  if (known !== null) return known;
  const compiled = await compile();
  if (compiled !== null) writeEntry(folder, path, compiled);
  return compiled;
}

function readEntry(path: string): CachedModule | null {
  try {
    const entry = readFileSync(path);
    const content = entry.subarray(DIGEST_BYTES);
    if (content.length <= HASH_BYTES || !createHash('sha256').update(content).digest().equals(entry.subarray(0, DIGEST_BYTES))) return null;
    return { hash: content.toString('latin1', 0, HASH_BYTES), bytes: content.subarray(HASH_BYTES) };
  } catch {
    return null;
  }
}

function writeEntry(folder: string, path: string, { hash, bytes }: CachedModule): void {
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
  const aged = files.flatMap((name) => {
    try {
      return [{ path: join(folder, name), made: statSync(join(folder, name)).mtimeMs }];
    } catch {
      return [];
    }
  }).sort((a, b) => a.made - b.made);
  // A few at once, so that not every run has to look again.
  for (const { path } of aged.slice(0, files.length - FILES_MAX + FILES_MAX / 10)) rmSync(path, { force: true });
}

/** Names the code that compiles: any change to a file of the compiler, or to the runtime, makes another name. */
export function compilerId(): string {
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const hash = createHash('sha256');
  for (const folder of ['grammar', 'compiler', 'compiler/emit', 'compiler/pattern', 'runtime', '../dist/runtime']) {
    let names: string[];
    try {
      names = readdirSync(join(root, folder)).sort();
    } catch {
      continue;
    }
    for (const name of names.filter((candidate) => /\.([jt]s|wasm)$/.test(candidate))) {
      const { size, mtimeMs } = statSync(join(root, folder, name));
      hash.update(`${folder}/${name} ${size} ${mtimeMs}\n`);
    }
  }
  return hash.digest('hex').slice(0, 16);
}
