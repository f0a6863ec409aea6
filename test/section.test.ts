// The artifact's section: what is read of it is what was written.

import * as assert from 'uvu/assert';
import { type ArtifactInfo, decodeSection, encodeSection } from '../compiler/emit/section.ts';
import { SCHEDULE } from '../runtime/compile.ts';
import { test } from './support/test.ts';

const INFO: ArtifactInfo = {
  language: 'evident/1',
  schedule: SCHEDULE,
  runtime: 'runtime/0',
  hash: 'aa',
  canonical: '(+ 1 2)',
  places: [],
};

const PLACES = [
  { node: 0, start: 0, end: 7 },
  { node: 15, start: 16, end: 16 },
  { node: 16, start: 3, end: 35 },
  { node: 700, start: 1_000_000, end: 2_000_000_000 },
  { node: 2_000_000_000, start: 5, end: 6 },
];

function decode(bytes: Uint8Array): ArtifactInfo {
  return decodeSection(new Uint8Array(bytes).buffer);
}

test('places come back as they were, whatever their numbers and their order in the text', () => {
  for (let count = 0; count <= PLACES.length; count += 1) {
    const info = { ...INFO, places: PLACES.slice(0, count) };
    assert.equal(decode(encodeSection(info)), info);
  }
});

test('places are read as artifacts of earlier versions have them', () => {
  const { places: _, ...head } = INFO;
  const read = (members: object): ArtifactInfo['places'] =>
    decode(new TextEncoder().encode(JSON.stringify({ ...head, ...members }))).places;
  const places = [
    { node: 3, start: 4, end: 6 },
    { node: 5, start: 2, end: 9 },
  ];
  assert.equal(read({ places: [3, 4, 2, 2, -2, 7] }), places);
  assert.equal(read({ sites: [3, 4, 2, 1, 5, 2, 7, 1] }), places);
});

test('a text that ends within a number, or has another letter, is no section', () => {
  const write = (places: string): Uint8Array => new TextEncoder().encode(JSON.stringify({ ...INFO, places }));
  assert.throws(() => decode(write('AAg')));
  assert.throws(() => decode(write('A A')));
});

test.run();
