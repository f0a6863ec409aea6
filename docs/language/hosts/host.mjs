// A host for artifacts in JavaScript: any engine that has WebAssembly, no dependency.
//
//   node host.mjs policy.wasm '{"items": []}' 10000

import { readFileSync, realpathSync } from 'node:fs';
import { argv } from 'node:process';
import { pathToFileURL } from 'node:url';

const STATUSES = ['finished', 'out-of-fuel', 'fault', 'host-failed'];

/**
 * Opens an artifact's bytes. The function it resolves to makes one run after the other on the same instance: `input` is
 * JSON text, or null for nil; `fuel` a bigint from 0 to 2^53 - 1. `text` is the output, or the fault, as JSON.
 */
export async function open(wasm) {
  const { instance } = await WebAssembly.instantiate(wasm);
  const { memory, alloc, run, status, steps, output_ptr, output_len } = instance.exports;
  return (input, fuel) => {
    // A length of 0 means nil. Whoever was to write the input and wrote nothing has failed, which is not nil.
    if (input === '') throw new TypeError('the input is empty: it holds no JSON value');
    const bytes = new TextEncoder().encode(input ?? '');
    try {
      const at = alloc(bytes.length);
      new Uint8Array(memory.buffer).set(bytes, at); // alloc may have grown the memory, which replaces its buffer
      run(at, bytes.length, fuel);
    } catch (trap) {
      // A fault and exhausted fuel trap; afterwards every export still answers. Any other trap is the host's own.
      if (status() === 3) throw trap;
    }
    const [start, length] = [output_ptr(), output_len()]; // printing a fault may grow the memory, too
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, start, length));
    return { status: STATUSES[status()], steps: steps(), text };
  };
}

if (argv[1] !== undefined && import.meta.url === pathToFileURL(realpathSync(argv[1])).href) {
  const [path, input = null, fuel = '1000000'] = argv.slice(2);
  const run = await open(readFileSync(path));
  const { status, steps, text } = run(input, BigInt(fuel));
  console.log(`${status} after ${steps} steps: ${text}`);
}
