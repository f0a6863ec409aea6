// Growth: the bounds of `check` hold for every run that finishes, and are exact where nothing depends on data.

import * as fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { check } from '../compiler/check.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { readLanguageCases } from './support/golden-language.ts';
import { buildProgram } from './support/programs.ts';

const FUEL = 50_000;

/** A sentence about a run that the bounds do not cover, or null. */
function outside(source: string, input: string | null): string | null {
  const { program, steps } = check(source);
  if (program === null || steps === null) return null;
  const result = interpret(program, input === null ? null : Buffer.from(input), { fuel: FUEL });
  if (result.kind !== 'finished') return null;
  if (result.steps < steps.min) return `${result.steps} steps, but min is ${steps.min}: ${source} on ${input}`;
  if (steps.max !== null && result.steps > steps.max) return `${result.steps} steps, but max is ${steps.max}: ${source} on ${input}`;
  return null;
}

test('min and max hold for random programs that finish', () => {
  let finished = 0;
  let bounded = 0;
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300, size: 'max' }), (choices) => {
    const { source, input } = buildProgram([...choices]);
    const complaint = outside(source, input);
    if (complaint !== null) throw new Error(complaint);
    finished += 1;
    if (typeof check(source).steps?.max === 'number') bounded += 1;
  }), { numRuns: 2_500 });
  assert.ok(bounded * 5 > finished, `only ${bounded} of ${finished} have a max`);
});

test('min and max hold for every golden program', () => {
  for (const { source, runs } of readLanguageCases()) {
    for (const { input } of runs) assert.is(outside(source, input), null);
  }
});

const EXACT: readonly (readonly [source: string, steps: number])[] = [
  ['(+ 1 2)', 3],
  ['{:b 1 :a 2}', 3],
  ['(let [x 1 y (+ x 1)] (* x y))', 8],
  ['(let [[a b & more] [1 2 3 4]] [a b more])', 13],
  ['(map (fn [x] (* x x)) [1 2 3])', 17],
  ['(reduce + 0 [1 2 3])', 9],
  ['(sum [1 2 3])', 8],
  ['(range 5)', 7],
  ['(= "a" "b")', 3],
  ['(= [1 2] [1 2])', 9],
  ['(str "a" 1 nil)', 7],
  ['(defn f [x] (+ x 1)) (f (f 1))', 9],
  ['(if true 1 (+ 1 2))', 3], ['(when false 1)', 2], ['(cond false 1 :else 2)', 4], ['(cond nil 1 [] 2 (inc 1) 3)', 4],
  ['(and 1 nil 2)', 3], ['(or nil false (inc 1) )', 5], ['(or {} (inc 1))', 2], ['(if-let [x nil] x)', 2], ['(if-some [x false] x 2)', 3],
  ['(case "b" "a" 1 "b" 2 3)', 5], ['(case 9 (1 2) :low 9.0 :high)', 6], ['(case nil false 1 2)', 4],
  ['(let [xs [1 2 3]] (sum xs))', 10], ['(def rates [1 2 3]) (reduce + 0 rates)', 10], ['(def debug false) (if debug (inc 1) 2)', 4],
  ['(let [a "x" b a] (= a b))', 6], ['(def m {:a 1 :b 2}) (map-vals inc m)', 9], ['(let [x nil] (if-let [y x] y 2))', 5], ['(reduce vector {})', 3],
  ['(cond-> 5 true (+ 1) false (* 2) true (- 3))', 9], ['(< 1 2 3)', 4], ['(= 1 2 1)', 4],
  ['(map dec [1 -2])', 6], ['(map / [4 5])', 12], ['(reduce * [1000 1000])', 5], ['(map-indexed * [7 8])', 6], ['(starts-with? "evident" "evi")', 3],
];

test('bounds are exact where nothing depends on data', () => {
  for (const [source, steps] of EXACT) {
    assert.equal(check(source).steps, { min: steps, max: steps }, source);
    const result = interpret(check(source).program!, null, { fuel: FUEL });
    assert.is(result.steps, steps, source);
  }
});

const KINDS: readonly (readonly [source: string, growth: string, min: number, max: number | null])[] = [
  ['', 'constant', 0, 0],
  ['(if input 1 (+ 1 2))', 'constant', 3, 5],
  ['(and (:a input) (:b input))', 'constant', 3, 5],
  ['(case input 1 :a (2 3) (inc 1) :c)', 'constant', 4, 7],
  ['(cond (:a input) 1 (:b input) (+ 1 1))', 'constant', 4, 8],
  ['(if-let [x (:a input)] (inc x) 0)', 'constant', 4, 5],
  ['(some-> input :a :b)', 'constant', 2, 4],
  ['(map inc (:xs input))', 'poly(1)', 3, null],
  ['(map (fn [x] (map inc x)) (:xs input))', 'poly(2)', 3, null],
  ['(sort (map inc (:xs input)))', 'poly(1)', 4, null],
  ['(loop [i 0] (if (< i 10) (recur (inc i)) i))', 'fuel', 7, null],
  ['(defn f [n] (if (> n 0) (f (dec n)) n)) (f 3)', 'fuel', 7, null],
  ['(defn f [n] (when (> n 0) (g (dec n)))) (defn g [n] (f n)) (f 1)', 'fuel', 6, null],
  ['((fn [x & more] x) 0 nil)', 'constant', 4, 4],
  ['(reduce + [])', 'constant', 3, 3],
  ['(reduce (fn [a b] a) [])', 'constant', 2, 2],
  ['(reduce + [1 2])', 'constant', 5, 5],
  ['(cond (:a input) (+ 1 1) :else (+ 1 2))', 'constant', 6, 7],
  ['(or (:a input) 5 (:b input))', 'constant', 3, 4],
  ['(< 0 (:a input) 5)', 'constant', 5, 5],
  ['(= (:a input) "sixteen bytes of text" (:b input))', 'constant', 6, 8],
  ['(case 1 2 3)', 'constant', 0, 3],
  ['(= "sixteen bytes of text" "sixteen bytes of text" "a")', 'constant', 5, 5],
  ['(map = [1 2])', 'poly(1)', 6, null],
];

test('growth and bounds of every kind', () => {
  for (const [source, growth, min, max] of KINDS) {
    const result = check(source);
    assert.equal([result.growth, result.steps], [growth, { min, max }], source);
  }
});

test('a program that cannot finish has a min of 0, never one that is wrong', () => {
  assert.equal(check('(loop [] (recur))').steps, { min: 0, max: null });
  assert.equal(check('(defn f [n] (if (> n 0) (f (dec n)) (fail "no"))) (f 1)').ok, true);
});

test('bounds follow long chains of functions', () => {
  const chain = Array.from({ length: 200 }, (_, index) => `(defn f${index} [x] ${index === 0 ? 'x' : `(f${index - 1} x)`})`).reverse().join('\n');
  const { steps, program } = check(`${chain}\n(f199 1)`);
  const result = interpret(program!, null, { fuel: FUEL });
  assert.is(result.kind, 'finished');
  assert.ok(steps!.min <= result.steps && (steps!.max === null || steps!.max >= result.steps), JSON.stringify(steps));
});

test.run();
