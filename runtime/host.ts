// Host: the one door to the compiled runtime. In: dist/runtime/evident.wasm (compiled once per process). Out:
// live instances with typed exports. The loader lives here and nowhere else.

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { instantiateSync } from '@assemblyscript/loader';
import { RAISES, unwinding } from '../compiler/emit/unwind.ts';

/** What the runtime exports to hosts; what it exports to emitted code besides is in runtime/assembly/index.ts. */
export interface RuntimeExports {
  readonly memory: WebAssembly.Memory;
  readonly fuelAt: WebAssembly.Global<'i32'>;
  readonly callStack: WebAssembly.Global<'i32'>;
  readonly constantsBase: WebAssembly.Global<'i32'>;
  allocInput(bytes: number, constantsBytes: number): number;
  begin(
    text: number,
    bytes: number,
    fuel: bigint,
    slack: number,
    sites: number,
    siteCount: number,
    siteColumns: number,
  ): bigint;
  finish(value: bigint): void;
  exhausted(): void;
  fault(code: number, site: number): void;
  status(): number;
  steps(): bigint;
  output_ptr(): number;
  output_len(): number;
  setMemoryLimit(bytes: number): void;
  setScript(number: number): void;
  preparePhrases(list: number, count: number): number;
  vectorNew(count: number): number;
  vectorDone(elements: number, count: number): bigint;
  mapNew(count: number): number;
  mapDone(entries: number, count: number): bigint;
}

export interface Runtime {
  readonly instance: WebAssembly.Instance;
  readonly exports: RuntimeExports;
}

/** The same of the runtime whose faults emitted code can catch (compiler/emit/unwind.ts). */
export function instantiateCatchingRuntime(): Runtime {
  catching ??= new WebAssembly.Module(
    unwinding(runtimeBytes(), { raises: RAISES, traps: false }) as Uint8Array<ArrayBuffer>,
  );
  const { instance } = instantiateSync(catching, {});
  return { instance, exports: instance.exports as unknown as RuntimeExports };
}

let catching: WebAssembly.Module | null = null;

/** A new instance of the runtime, with memory of its own. Throws when the runtime has not been built. */
export function instantiateRuntime(): Runtime {
  const { instance } = instantiateSync(runtimeModule(), {});
  return { instance, exports: instance.exports as unknown as RuntimeExports };
}

/** Memory that an instance may keep between two uses: what nearly all of them need, so that they find it there. */
export const KEPT_BYTES_MAX = 32 * 2 ** 20;

let compiled: WebAssembly.Module | null = null;

/** The compiled runtime, shared by all instances of this process. */
export function runtimeModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(runtimeBytes());
  return compiled;
}

/** The runtime's bytes, as `build` merges them into artifacts. */
export function runtimeBytes(): Uint8Array {
  const here = dirname(fileURLToPath(import.meta.url));
  // Beside this file in dist/, or in dist/ seen from the sources.
  const path = [join(here, 'evident.wasm'), join(here, '../dist/runtime/evident.wasm')].find((candidate) =>
    existsSync(candidate),
  );
  if (path === undefined) throw new Error('the runtime is not built: run `npm run build`');
  return readFileSync(path);
}
