// Run: compiled scripts beside a live runtime, which they share. In: a script, bytes of JSON, fuel. Out: the
// printed output or the fault, with the exact steps (execute.ts).

import type { RunResult } from '../compiler/faults.ts';
import type { CompiledScript } from './compile.ts';
import { execute, type ScriptExports } from './execute.ts';
import { instantiateCatchingRuntime, instantiateRuntime, KEPT_BYTES_MAX, type Runtime } from './host.ts';
import { hosting } from './outcome.ts';

export interface RunOptions {
  /** Steps the run may use, 0 … 2^53−1. */
  readonly fuel: number;
  /** Bytes the arena may hold; 64 MiB when left out. */
  readonly memoryBytesMax?: number;
}

/** A live runtime; one run at a time. Scripts are instantiated beside it once and share its memory. */
export interface Machine {
  run(script: CompiledScript, input: Uint8Array | null, options: RunOptions): RunResult;
  /** What its memory takes between runs: at most `KEPT_BYTES_MAX`. */
  memoryBytes(): number;
}

export function createMachine(): Machine {
  const plain = createHost(instantiateRuntime);
  // Few scripts catch faults.
  let catching: Machine | null = null;
  return {
    run(script, input, options) {
      if (!catches(script)) return plain.run(script, input, options);
      catching ??= createHost(instantiateCatchingRuntime);
      return catching.run(script, input, options);
    },
    memoryBytes: () => plain.memoryBytes() + (catching?.memoryBytes() ?? 0),
  };
}

const catchers = new WeakMap<CompiledScript, boolean>();

/** Whether a script was made for the runtime whose faults can be caught. */
function catches(script: CompiledScript): boolean {
  let known = catchers.get(script);
  if (known === undefined) {
    known = WebAssembly.Module.imports(script.module).some(({ name }) => name === 'attempted');
    catchers.set(script, known);
  }
  return known;
}

function createHost(instantiate: () => Runtime): Machine {
  let runtime = hosting(instantiate);
  let scripts = new WeakMap<CompiledScript, LinkedScript>();
  let linked = 0;
  const runKept = (script: CompiledScript, input: Uint8Array | null, options: RunOptions): RunResult => {
    let known = scripts.get(script);
    if (known === undefined) {
      known = { number: ++linked, exports: hosting(() => linkScript(runtime, script)) };
      scripts.set(script, known);
    }
    runtime.exports.setMemoryLimit(options.memoryBytesMax ?? 0);
    runtime.exports.setScript(known.number);
    return execute(known.exports, input, options.fuel);
  };
  return {
    run(script, input, options) {
      try {
        return runKept(script, input, options);
      } finally {
        // WebAssembly memory never shrinks, so a large one is left to the collector, and its scripts are linked anew.
        if (runtime.exports.memory.buffer.byteLength > KEPT_BYTES_MAX) {
          runtime = hosting(instantiate);
          scripts = new WeakMap();
        }
      }
    },
    memoryBytes: () => runtime.exports.memory.buffer.byteLength,
  };
}

interface LinkedScript {
  /** Of this machine's, so that the runtime finds again what it has learned of the script's patterns. */
  readonly number: number;
  readonly exports: ScriptExports;
}

function linkScript(runtime: Runtime, script: CompiledScript): ScriptExports {
  const instance = new WebAssembly.Instance(script.module, { runtime: runtime.instance.exports });
  const { run, alloc } = instance.exports as unknown as ScriptExports;
  const { memory, status, output_ptr, output_len, steps } = runtime.exports;
  return { memory, run, alloc, status, output_ptr, output_len, steps };
}
