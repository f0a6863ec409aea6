// Build: compiles the AssemblyScript runtime to dist/runtime/evident.wasm. In: runtime/assembly of the checkout,
// and what is generated there (shared-source.ts).
// Out: one module without imports whose features stay within what every WebAssembly 2.0 engine has. Nothing is
// done when the module is newer than all of its sources.

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sharedSources } from './shared-source.ts';

/** The checkout; found by package.json rather than by distance, as this file also runs from dist/. */
export const ROOT = findRoot(dirname(fileURLToPath(import.meta.url)));
/** The runtime's sources in the checkout. */
export const SOURCES = join(ROOT, 'runtime/assembly');
/** Below static data: what emitted code reaches often (runtime/assembly/run/memory.ts): the fuel at 16, the call stack from 24 to 2080. */
const RESERVED_BYTES = 2304;
const RUNTIME_PATH = join(ROOT, 'dist/runtime/evident.wasm');

/** Compiles the runtime unless it is up to date; resolves to whether it compiled. Throws with the compiler's messages. */
export async function buildRuntime(target: string = RUNTIME_PATH): Promise<boolean> {
  writeShared();
  const newestMs = newestSource();
  if (existsSync(target) && statSync(target).mtimeMs > newestMs) return false;
  const bytes = await compileRuntime(join(SOURCES, 'index.ts'));
  checkModule(bytes);
  mkdirSync(dirname(target), { recursive: true });
  // Renamed into place: a reader sees the old module or the new one, never half of it.
  const partial = `${target}.${process.pid}`;
  writeFileSync(partial, bytes);
  // As old as the sources that were read: one that changes while compiling is newer.
  utimesSync(partial, (newestMs + 1) / 1000, (newestMs + 1) / 1000);
  renameSync(partial, target);
  return true;
}

/** Writes the generated sources that are not what they should be; others keep their time. */
function writeShared(): void {
  const folder = join(SOURCES, 'shared');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(sharedSources())) {
    const path = join(folder, name);
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
  }
}

/** The module's bytes. `entry` is the file whose exports become the module's. */
export async function compileRuntime(entry: string): Promise<Uint8Array> {
  const { main } = await import('assemblyscript/asc');
  let bytes: Uint8Array | null = null;
  const messages: string[] = [];
  const collect = { write: (chunk: string | Uint8Array): boolean => (messages.push(String(chunk)), true) };
  // Shrinking costs a rule a few hundredths of its time and saves a tenth of an artifact; what is hot is inlined by name.
  const { error } = await main(
    [
      relative(ROOT, entry),
      '--baseDir',
      ROOT,
      '--outFile',
      'evident.wasm',
      '--runtime',
      'stub',
      '--use',
      'abort=',
      '-O3',
      '--shrinkLevel',
      '1',
      '--noAssert',
      '--memoryBase',
      String(RESERVED_BYTES),
      // Every address fits 31 bits (memory.ts); a declared maximum is what emitted modules can import.
      '--maximumMemory',
      '32768',
      '--disable',
      'simd',
      '--enable',
      'mutable-globals',
      '--enable',
      'sign-extension',
      '--enable',
      'bulk-memory',
      '--enable',
      'nontrapping-f2i',
    ],
    {
      stdout: collect,
      stderr: collect,
      writeFile: (name: string, contents: string | Uint8Array) => {
        if (name.endsWith('.wasm')) bytes = contents as Uint8Array;
      },
    },
  );
  if (error !== null || bytes === null) throw new Error(`the runtime does not compile\n${messages.join('')}`);
  return bytes;
}

/** An artifact must run in any engine by itself; static data, the tables of patterns and the constants of scripts must not meet. */
function checkModule(bytes: Uint8Array): void {
  const module = new WebAssembly.Module(bytes);
  const imports = WebAssembly.Module.imports(module);
  if (imports.length > 0)
    throw new Error(`the runtime imports ${imports.map((item) => `${item.module}.${item.name}`).join(', ')}`);
  const { staticEnd, patternRegion, patternTablesEnd, constantsBase } = new WebAssembly.Instance(module, {})
    .exports as {
    staticEnd(): number;
    patternTablesEnd(): number;
    patternRegion: WebAssembly.Global;
    constantsBase: WebAssembly.Global;
  };
  if (staticEnd() > patternRegion.value)
    throw new Error(`static data ends at ${staticEnd()}, above patternRegion ${patternRegion.value}`);
  if (patternTablesEnd() > constantsBase.value)
    throw new Error(`the tables of patterns end at ${patternTablesEnd()}, above constantsBase ${constantsBase.value}`);
}

/** When the last of the sources was changed, in milliseconds. */
function newestSource(): number {
  const inputs = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(SOURCES, name));
  return Math.max(...[...inputs, fileURLToPath(import.meta.url)].map((path) => statSync(path).mtimeMs));
}

function findRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && (JSON.parse(readFileSync(manifest, 'utf8')) as { name?: string }).name === 'evident')
      return folder;
    if (dirname(folder) === folder) throw new Error('no package.json of evident above this file');
  }
}

if (process.argv[1] !== undefined && fileURLToPath(import.meta.url) === process.argv[1]) {
  await buildRuntime();
}
