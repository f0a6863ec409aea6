// Prepare: phrases to a block that the runtime can search for. In: phrases, and where their strings will stand.
// Out: the block's bytes, which may lie anywhere. The runtime makes it, so that it means what a run would make of it.

import type { PhraseAt } from '../compiler/emit/constants.ts';
import { bytesOf, offsetOf } from '../compiler/emit/layout.ts';
import type { RuntimeExports } from './host.ts';
import { hosting } from './outcome.ts';

const HEADER_BYTES = bytesOf('TextHeader');

/** The block of some phrases, made in an instance that is not running anything. */
export function preparePhrases(runtime: RuntimeExports, phrases: readonly PhraseAt[]): Uint8Array {
  const texts = phrases.map(({ text }) => new TextEncoder().encode(text));
  let listed = 0;
  const starts = texts.map((bytes) => {
    const start = listed;
    listed += HEADER_BYTES + align(bytes.length);
    return start;
  });
  const input = hosting(() => runtime.allocInput(listed + 4 * texts.length, 0));
  const view = new DataView(runtime.memory.buffer, input);
  texts.forEach((bytes, index) => {
    const start = starts[index]!;
    view.setUint32(start + offsetOf('TextHeader', 'bytes'), bytes.length, true);
    view.setUint32(start + offsetOf('TextHeader', 'data'), input + start + HEADER_BYTES, true);
    new Uint8Array(runtime.memory.buffer, input + start + HEADER_BYTES, bytes.length).set(bytes);
    view.setUint32(listed + 4 * index, input + start, true);
  });
  const block = hosting(() => runtime.preparePhrases(input + listed, texts.length));
  const made = new DataView(runtime.memory.buffer, block);
  const bytes = new Uint8Array(
    runtime.memory.buffer,
    block,
    made.getUint32(offsetOf('LocateBlock', 'bytes'), true),
  ).slice();
  moveTexts(
    new DataView(bytes.buffer),
    new Map(phrases.map(({ address }, index) => [input + starts[index]!, address])),
  );
  return bytes;
}

/** Phrases are known by the addresses of their strings, which stood elsewhere while the block was made. */
function moveTexts(block: DataView, addresses: ReadonlyMap<number, number>): void {
  const count = block.getUint32(offsetOf('LocateBlock', 'phraseCount'), true);
  const start = block.getUint32(offsetOf('LocateBlock', 'phrases'), true);
  for (let phrase = 0; phrase < count; phrase += 1) {
    const at = start + phrase * bytesOf('LocatePhrase') + offsetOf('LocatePhrase', 'text');
    block.setUint32(at, addresses.get(block.getUint32(at, true))!, true);
  }
}

function align(bytes: number): number {
  return (bytes + 7) & ~7;
}
