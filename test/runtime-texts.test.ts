// Texts: every builtin that reads or makes text gives what the interpreter gives, in output, fault and steps, for texts of
// all kinds of letters, spaces and line ends. One script for each question, compiled once and run often.

import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { check, checkedOf } from '../compiler/check.ts';
import type { RunResult } from '../compiler/faults.ts';
import { buildRuntime } from '../runtime/build.ts';
import { compile } from '../runtime/compile.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { createMachine } from '../runtime/run.ts';
import { test } from './support/test.ts';

await buildRuntime();
const machine = createMachine();

/** `s` is a text, `t` often a piece of it, `u` a short one; `n` and `m` are small numbers, sometimes no good ones. */
const QUESTIONS = [
  '(count s)',
  '(subs s n)',
  '(subs s n m)',
  '(upper s)',
  '(lower s)',
  '(upper (lower (upper s)))',
  '(trim s)',
  '(split s t)',
  '(split s u)',
  '(split s "")',
  '(join s [t u 1 nil])',
  '(join (split s u))',
  '(replace s t u)',
  '(replace s u t)',
  '(replace s "" u)',
  '(replace s u "")',
  '(index-of s t)',
  '(index-of s u)',
  '(includes? s t)',
  '(starts-with? s t)',
  '(ends-with? s t)',
  '(starts-with? s (subs s 0 (min (count s) 3)))',
  '(blank? s)',
  '(blank? (trim s))',
  '(lines s)',
  '(words s)',
  '(pad-left s n u)',
  '(pad-right s n "é")',
  '(pad-left s n)',
  '(parse-number s)',
  '(parse-number u)',
  '(str s n t m u)',
  '(str (assoc {} s [t]) [u nil])',
  '(= s t)',
  '(< s t u)',
  '(compare s t)',
  '(sort [s t u (lower s) (upper t)])',
  '(distinct [s t u s])',
  '(sort > (split s u))',
  '(zipmap [s t u] [1 2 3])',
  '(group-by count (words s))',
  '(get {"a" 1 "é" 2} u)',
  '(map upper (lines s))',
  '(frequencies (split s ""))',
  '[(first s)]',
  '(empty? s)',
  '(reverse (split s t))',
  '(fixed n 2)',
  '(case u "a" 1 "é" 2 "" 3 s)',
  '(contains? {:a 1} s)',
  '(fail s)',
  '(assert (blank? s) t)',
  '(index-of (lower s) (lower t))',
];

const letter = fc.constantFrom(
  ...'aAbzZ09 -_,.ß',
  'é',
  'É',
  'ö',
  'ǅ',
  'ı',
  'İ',
  'ᾳ',
  'ς',
  'Ω',
  '漢',
  '😀',
  '𐐀',
  'ⴀ',
  '\u00a0',
  '\u2003',
  '\u3000',
  '\u0085',
  '\n',
  '\r\n',
  '\r',
  '\t',
  '"',
  '\\',
  '\u0001',
);
const texts = fc.oneof(
  fc.array(letter, { maxLength: 30 }).map((letters) => letters.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom('', '-1.50', '1e400', '123456789012345678901', 'aaaaaaab', 'a,b,,c'),
);
const inputs = fc
  .record({
    s: texts,
    from: fc.nat(20),
    length: fc.nat(8),
    other: texts,
    u: fc.oneof(letter, texts, fc.constant('')),
    n: numberLike(),
    m: numberLike(),
  })
  .map(({ s, from, length, other, u, n, m }) => {
    // Cut by code points, so that no pair is halved.
    const piece = [...s].slice(from % (s.length + 1), (from % (s.length + 1)) + length).join('');
    return { s, t: piece === '' ? other : piece, u, n, m };
  });

function numberLike(): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.integer({ min: -2, max: 24 }) },
    { weight: 1, arbitrary: fc.constantFrom(1.5, null, 'x', 1e20) },
  );
}

test('every builtin of texts answers for any texts as the interpreter does', async () => {
  const sample = fc.sample(inputs, { numRuns: 60, seed: SEED });
  for (const question of QUESTIONS) {
    const checked = check(`(let [{:keys [s t u n m]} input] ${question})`);
    assert.ok(checked.ok, `${question} ${JSON.stringify(checked.diagnostics)}`);
    const script = await compile(checkedOf(checked)!);
    for (const input of sample) {
      const bytes = new TextEncoder().encode(JSON.stringify(input));
      const expected = interpret(checked.program!, bytes, { fuel: FUEL });
      assert.equal(
        shown(machine.run(script, bytes, { fuel: FUEL })),
        shown(expected),
        `${question} of ${JSON.stringify(input)} (seed ${SEED})`,
      );
    }
  }
});

test('letter case agrees for every code point there is', async () => {
  let text = '';
  for (let codePoint = 1; codePoint < 0x110000; codePoint += 1)
    if (codePoint < 0xd800 || codePoint > 0xdfff) text += String.fromCodePoint(codePoint);
  const bytes = new TextEncoder().encode(JSON.stringify(text));
  for (const builtin of ['upper', 'lower']) {
    const checked = check(`(${builtin} input)`);
    const script = await compile(checkedOf(checked)!);
    const actual = JSON.stringify(shown(machine.run(script, bytes, { fuel: FUEL })));
    // Not assert.equal: its difference of four million characters would take minutes.
    assert.ok(actual === JSON.stringify(shown(interpret(checked.program!, bytes, { fuel: FUEL }))), builtin);
  }
});

const FUEL = 3_000_000;
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_120);

function shown(result: RunResult): unknown {
  return result.kind === 'finished'
    ? [result.output, result.steps]
    : [result.fault.code, result.fault.node, result.fault.text, result.steps];
}

test.run();
