// Locate in programs: what a script finds, and what that costs, is the same on both engines and in artifacts, whether its
// phrases were made ready while compiling or at the run.

import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { check, checkCanonical, checkedOf } from '../compiler/check.ts';
import { countPhraseWords, PREPARED_BYTES_MAX, PREPARED_WORDS_MAX } from '../compiler/phrases.ts';
import { PRICES } from '../compiler/prices.ts';
import { textSize } from '../compiler/steps.ts';
import { build, compile } from '../runtime/compile.ts';
import { execute, instantiateArtifact } from '../runtime/execute.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { cut } from '../runtime/locate/words.ts';
import { createMachine } from '../runtime/run.ts';
import { compareEngines } from './support/agreement.ts';
import { craftWords } from './support/crafted-words.ts';
import { test } from './support/test.ts';
import { phrase, text } from './support/texts.ts';

/** Programs around `[…]` or one phrase: written down, so that they are made ready while compiling, and not. */
const PROGRAMS: readonly ((phrases: readonly string[], first: string) => string)[] = [
  (phrases) => `(locate-all input [${phrases.join(' ')}])`,
  (phrases, first) =>
    `(defn f [x] (locate-all x [${phrases.join(' ')}])) [(f input) (f ${first}) (locate-all (f (f input)) [${phrases.join(' ')}])]`,
  (phrases) => `(locate-all input (conj [${phrases.join(' ')}] "refund"))`,
  (_, first) => `(map (fn [text] (locate text ${first})) [input ${first} (str input ", " ${first})])`,
  (_, first) => `(if (located? input ${first}) (+ 1 (:start (locate input ${first}))) (locate-all [input] ${first}))`,
  (phrases) => `(locate input [${phrases.join(' ')}])`,
  (phrases) => `[(locate-words input) (map :stem (locate-words [${phrases.join(' ')}]))]`,
];

test('law: a program finds the same at the same steps on both engines, at every fuel, whether its phrases are written down or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PROGRAMS),
      text,
      fc.array(phrase, { maxLength: 5 }),
      phrase,
      fc.array(fc.nat(), { maxLength: 3 }),
      async (program, source, phrases, first, fuels) => {
        const written = program(
          phrases.map((one) => JSON.stringify(one)),
          JSON.stringify(first),
        );
        const found = await compareEngines(written, JSON.stringify(source), ['linked'], fuels);
        assert.is(found.kind, 'agree', JSON.stringify(found));
      },
    ),
    { numRuns: 100 },
  );
});

test('as many phrases as are made ready while compiling, and one byte more, find the same', async () => {
  const machine = createMachine();
  const input = Buffer.from('["refunds of word10042", "none"]');
  for (const bytes of [PREPARED_BYTES_MAX, PREPARED_BYTES_MAX + 1]) {
    const phrases = [
      'refund',
      'x'.repeat(bytes - 6 - 900),
      ...Array.from({ length: 100 }, (_, index) => `word${10_000 + index}`),
    ];
    assert.is(Buffer.byteLength(phrases.join('')), bytes);
    // More than a person may write.
    const checked = checkCanonical(`(locate-all input [${phrases.map((one) => JSON.stringify(one)).join(' ')}])`, {
      bytesMax: 2 * bytes,
      nodesMax: 1_000,
    })!;
    const fuel = 10 * bytes;
    assert.equal(machine.run(await compile(checked), input, { fuel }), interpret(checked.program, input, { fuel }));
  }
});

test('as many words as are made ready while compiling, and one more, find the same', async () => {
  const machine = createMachine();
  const input = Buffer.from('["refunds of 1 1 1", "none"]');
  // A number is looked for in two ways, so these take the most memory.
  for (const [unit, words] of [
    ['1 ', 2],
    ['中', 1],
    ['two a! ', 5],
    ['-;', 2],
  ] as const) {
    const steps: number[] = [];
    for (const more of [0, 1]) {
      const phrases = ['refund', unit.repeat((PREPARED_WORDS_MAX - 1) / words)];
      const missing = PREPARED_WORDS_MAX + more - countPhraseWords(phrases);
      phrases.push('!'.repeat(missing));
      assert.is(countPhraseWords(phrases), PREPARED_WORDS_MAX + more);
      const checked = checkCanonical(`(locate-all input [${phrases.map((one) => JSON.stringify(one)).join(' ')}])`, {
        bytesMax: 2_000_000,
        nodesMax: 100,
      })!;
      const result = machine.run(await compile(checked), input, { fuel: 10_000_000 });
      assert.equal(result, interpret(checked.program, input, { fuel: 10_000_000 }), unit);
      assert.is(result.kind, 'finished');
      steps.push(
        result.steps -
          Buffer.byteLength(phrases.join('')) -
          phrases.reduce((sum, phrase) => sum + textSize(Buffer.byteLength(phrase)), 0),
      );
    }
    // One word more is made ready in the run.
    assert.is(steps[1]! - steps[0]!, PRICES.PHRASES_STEPS + 3 * PRICES.PHRASE_STEPS, unit);
  }
});

test('words made to share a place in the table of symbols are found like others', async () => {
  // More than may stand behind each other: the table is kept by another hash.
  const words = craftWords(300, 11);
  const phrases = [...words, `${words[0]!} ${words[1]!}`, '12', 'refund'];
  const others = craftWords(600, 11).slice(300);
  const input = Buffer.from(
    JSON.stringify({ text: [...words, ...others, 'twelve refunds', ...words.slice(0, 2)].join(' '), phrases }),
  );
  for (const source of [
    `(locate-all (:text input) (:phrases input))`,
    `(locate-all (:text input) [${phrases.map((phrase) => JSON.stringify(phrase)).join(' ')}])`,
  ]) {
    const checked = check(source);
    const result = createMachine().run(await compile(checkedOf(checked)!), input, { fuel: 10_000_000 });
    assert.equal(result, interpret(checked.program!, input, { fuel: 10_000_000 }));
    assert.is(result.kind === 'finished' && (JSON.parse(result.output) as unknown[]).length, 306);
  }
});

test('words are counted as they are cut, or more of them', () => {
  fc.assert(
    fc.property(
      fc
        .array(
          fc.constantFrom('a', 'Z', '_', '5', ' ', '-', '.', 'é', 'я', '中', '語', 'ひ', '\u{1f600}', '1.5', '\n'),
          { maxLength: 30 },
        )
        .map((parts) => parts.join('')),
      (text) => {
        assert.ok(countPhraseWords([text]) >= cut(text).length, text);
      },
    ),
  );
});

test('an artifact carries tables only where it reads them', async () => {
  const artifacts = await Promise.all(
    ['(+ 1 2)', '(upper "straße é")', '(lower "ÀÉ")', '(locate "two REFUNDS ﬁ" "refund")'].map(async (source) => {
      const checked = check(source);
      const bytes = await build(checkedOf(checked)!);
      const result = execute(
        instantiateArtifact(new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>)),
        null,
        1_000,
      );
      return { bytes: bytes.length, output: result.kind === 'finished' ? result.output : result.fault.code };
    }),
  );
  assert.equal(
    artifacts.map(({ output }) => output),
    [
      '3',
      '"STRASSE É"'.replace('SS', 'ß'),
      '"àé"',
      '{"by":"inflection","criterion":"refund","doubt":1,"end":11,"path":"","start":4,"text":"REFUNDS"}',
    ],
  );
  const [plain, upper, lower, locating] = artifacts.map(({ bytes }) => bytes) as [number, number, number, number];
  assert.ok(
    plain < upper && plain < lower && Math.max(upper, lower) + 11_000 < locating,
    `${[plain, upper, lower, locating].join(' ')} bytes`,
  );
});

test.run();
