// Packed text: what is unpacked is what was packed, by us and by the lines of Python that docs/language/artifact.md
// gives; what nobody packed is refused.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { packText, TEXT_MAX, unpackText } from '../compiler/emit/packed-text.ts';
import { decodeSection, encodeSection, PLAIN_BYTES_MAX } from '../compiler/emit/section.ts';
import { SCHEDULE } from '../runtime/compile.ts';
import { RULE } from '../server/engines/systemone/rule.ts';
import { needing } from './support/needs.ts';
import { ROOT } from './support/paths.ts';
import { missingForPython } from './support/python-host.ts';
import { test } from './support/test.ts';

/** Texts that repeat themselves, near and far, in characters of every length. */
const texts = fc
  .array(
    fc.constantFrom('a', '(count ', ' ', '\x7f', 'é', '€', '\ud7ff', '\ue000', '\uffff', '😀', '"\\\n', 'x'.repeat(99)),
    {
      maxLength: 200,
    },
  )
  .map((parts) => parts.join(''));

const AGAIN = '[?!!?]';

/** The same characters twice, that far apart; what stands between them comes once. */
function distant(distance: number): string {
  const between = Array.from({ length: distance - AGAIN.length }, (_, at) => String.fromCodePoint(0x10000 + at));
  return `${AGAIN}${between.join('')}${AGAIN}`;
}

/** The first distance written as a character of three bytes, the first behind the surrogates, and the last. */
const FAR = 0x800 - 0x7f;
const BEHIND_SURROGATES = 0xd800 - 0x7f;
const FARTHEST = 0xffff - 0x800 - 0x7f;

test('what is unpacked is what was packed', () => {
  fc.assert(fc.property(texts, (text) => unpackText(packText(text)) === text));
  assert.is(unpackText(packText(RULE)), RULE);
  assert.ok(packText(RULE).length < RULE.length / 2);
});

test('copies reach back as far as a character can say', () => {
  const distances = [AGAIN.length, FAR - 1, FAR, BEHIND_SURROGATES - 1, BEHIND_SURROGATES, FARTHEST, FARTHEST + 1];
  for (const distance of distances) {
    const packed = packText(distant(distance));
    assert.is(unpackText(packed), distant(distance));
    assert.is(packed.endsWith(AGAIN), distance > FARTHEST, `${distance}`);
  }
});

test('a text that ends within a copy, or copies what is not there, is no packed one', () => {
  assert.is(unpackText('ab\x80#'), 'abbbbb');
  for (const packed of ['a\x7f', 'a\x80', 'a\x81#', 'a\x80"', 'a\x80\x7f', 'a😀#'])
    assert.throws(() => unpackText(packed));
});

test('a packed text is unpacked up to a limit', () => {
  const most = 95;
  const copies = Math.floor(TEXT_MAX / most) - 1;
  const almost = `${'a'.repeat(TEXT_MAX - copies * most)}${'\x80~'.repeat(copies)}`;
  assert.is(unpackText(almost).length, TEXT_MAX);
  assert.throws(() => unpackText(`${almost}a`), /too long/);
});

test('the section packs long canonical texts, and only these', () => {
  const info = { language: 'evident/1', schedule: SCHEDULE, runtime: 'runtime/0', hash: 'aa', places: [] };
  for (const [length, isPacked] of [
    [PLAIN_BYTES_MAX, false],
    [PLAIN_BYTES_MAX + 1, true],
  ] as const) {
    const canonical = 'x'.repeat(length);
    const section = encodeSection({ ...info, canonical });
    assert.equal(decodeSection(new Uint8Array(section).buffer), { ...info, canonical });
    assert.is('packed' in JSON.parse(new TextDecoder().decode(section)), isPacked);
  }
});

needing('wabt', missingForPython())('the Python of the documentation unpacks the same', () => {
  const page = readFileSync(join(ROOT, 'docs/language/artifact.md'), 'utf8');
  const sample = /```python\n(def unpack[\s\S]*?)```/.exec(page)![1]!;
  const run = `${sample}\nimport json, sys\njson.dump([unpack(text) for text in json.load(sys.stdin)], sys.stdout)`;
  const plain = [...fc.sample(texts, 50), RULE, ...[FAR, BEHIND_SURROGATES - 1, BEHIND_SURROGATES].map(distant)];
  const { stdout } = spawnSync('python3', ['-c', run], {
    input: JSON.stringify(plain.map(packText)),
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  assert.equal(JSON.parse(stdout), plain);
});

test.run();
