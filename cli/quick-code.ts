// Quick code: how a command that makes one artifact and ends takes half of the processor time.
// Why: while binaryen runs, V8 compiles its functions a second time, optimised, beside it; the command has ended before that pays.

import { setFlagsFromString } from 'node:v8';

/** For all WebAssembly that this process compiles from now on; not for a process that serves. */
export function keepQuickCode(): void {
  setFlagsFromString('--no-wasm-tier-up');
  setFlagsFromString('--no-wasm-dynamic-tiering');
}
