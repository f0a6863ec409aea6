// The artifact's section: what is read of it is what was written.

import * as assert from 'uvu/assert';
import { check, checkedOf } from '../compiler/check.ts';
import { formSpans } from '../compiler/emit/form-spans.ts';
import { type ArtifactInfo, decodeSection, encodeSection } from '../compiler/emit/section.ts';
import { SCHEDULE } from '../runtime/compile.ts';
import { prepare } from '../server/services/decisions/library.ts';
import { test } from './support/test.ts';

const INFO: ArtifactInfo = {
  language: 'evident/1',
  schedule: SCHEDULE,
  runtime: 'runtime/0',
  hash: 'aa',
  canonical: '(+ 1 2)',
  places: [],
};

const prepared = await prepare({
  team: { type: 'choice', criteria: { billing: 'réfund, "due"', delivery: ['late', 'not arrived'] } },
});
if (prepared.kind !== 'questions') throw new Error(prepared.message);
/** The program of a set of questions. */
const QUESTIONS = prepared.canonical;

function decode(bytes: Uint8Array): ArtifactInfo {
  return decodeSection(new Uint8Array(bytes).buffer);
}

test('places come back as they were, whichever nodes have one', () => {
  const places = formSpans(new TextEncoder().encode(QUESTIONS)).map((span, node) => ({ node, ...span }));
  for (const every of [1, 2, 7, 100]) {
    const info = { ...INFO, canonical: QUESTIONS, places: places.filter(({ node }) => node % every === every - 1) };
    assert.equal(decode(encodeSection(info)), info);
  }
});

test('nodes are where the reader finds them', () => {
  const scripts = [
    '(+ 1 2)',
    '(defn f [{:keys [a b] :or {a 1}} & r] (-> a (+ 1) (* -2.5)))\n(str "é (\\" ] \\\\" (f {"k" [1 :two]} nil))',
    QUESTIONS,
  ];
  for (const script of scripts) {
    const result = check(script);
    assert.ok(result.ok, JSON.stringify(result.diagnostics));
    const { canonical, canonicalPlace } = checkedOf(result)!;
    const spans = formSpans(new TextEncoder().encode(canonical));
    assert.ok(spans.length >= 4);
    assert.equal(
      spans,
      spans.map((_, node) => canonicalPlace(node)),
    );
  }
});

test('a text whose brackets do not pair up, or that has no such node, has no places', () => {
  for (const canonical of ['(+ 1', '+ 1)', '((+ 1 2)'])
    assert.throws(() => decode(encodeSection({ ...INFO, canonical })));
  assert.throws(() => decode(encodeSection({ ...INFO, places: [{ node: 4, start: 0, end: 1 }] })));
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
