// Located: what the compiled runtime finds, for tests that hold it against the reference.

import { ABSENT } from '../../compiler/emit/abi.ts';
import { buildRuntime } from '../../runtime/build.ts';
import { instantiateRuntime } from '../../runtime/host.ts';

await buildRuntime();
export const { exports } = instantiateRuntime();
export const located = exports as typeof exports & {
  locate(text: bigint, phrase: bigint, site: number): bigint;
  isLocated(text: bigint, phrase: bigint, site: number): bigint;
  locateAll(value: bigint, phrases: bigint, words: bigint, site: number): bigint;
  locateWords(value: bigint, site: number): bigint;
  vectorAt(vector: bigint, index: number): bigint;
};
const FUEL = 2n ** 53n - 1n;

/** Runs `work` on the two values in a run of its own; what it printed, as JavaScript has it. */
export function run(first: unknown, second: unknown, work: (first: bigint, second: bigint) => bigint): unknown {
  const input = new TextEncoder().encode(JSON.stringify([first, second]));
  const address = exports.allocInput(input.length, 0);
  new Uint8Array(exports.memory.buffer, address, input.length).set(input);
  const both = exports.begin(address, input.length, FUEL, 0, 0, 0, 0);
  exports.finish(work(located.vectorAt(both, 0), located.vectorAt(both, 1)));
  return JSON.parse(
    new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.output_ptr(), exports.output_len())),
  );
}

export function locateInWasm(text: string, phrase: string): unknown {
  return run(text, phrase, (a, b) => located.locate(a, b, 0));
}

export function locateWordsInWasm(value: unknown): unknown {
  return run(value, null, (a) => located.locateWords(a, 0));
}

export function locateAllInWasm(value: unknown, phrases: readonly string[]): unknown {
  return run(value, phrases, (a, b) => located.locateAll(a, b, ABSENT, 0));
}
