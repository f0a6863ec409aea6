// Growth: the bounds of `check` hold for every run that finishes, and are exact where nothing depends on data.

import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { BUILTIN_NAMES, BUILTINS, type BuiltinName } from '../compiler/builtins.ts';
import { check } from '../compiler/check.ts';
import { PARTS_MAX } from '../compiler/growth/known.ts';
import { PRINTED_SIZE_MAX } from '../compiler/growth/known-texts.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { readLanguageCases } from './support/golden-language.ts';
import { buildProgram } from './support/programs.ts';
import { test } from './support/test.ts';

const FUEL = 50_000;

/** A sentence about a run that the bounds do not cover, or null. */
function outside(source: string, input: string | null): string | null {
  const { program, steps } = check(source);
  if (program === null || steps === null) return null;
  const result = interpret(program, input === null ? null : Buffer.from(input), { fuel: FUEL });
  if (result.kind !== 'finished') return null;
  if (result.steps < steps.min) return `${result.steps} steps, but min is ${steps.min}: ${source} on ${input}`;
  if (steps.max !== null && result.steps > steps.max)
    return `${result.steps} steps, but max is ${steps.max}: ${source} on ${input}`;
  return null;
}

test('min and max hold for random programs that finish', () => {
  let finished = 0;
  let bounded = 0;
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300, size: 'max' }), (choices) => {
      const { source, input } = buildProgram([...choices]);
      const complaint = outside(source, input);
      if (complaint !== null) throw new Error(complaint);
      finished += 1;
      if (typeof check(source).steps?.max === 'number') bounded += 1;
    }),
    { numRuns: 2_500 },
  );
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
  ['(if true 1 (+ 1 2))', 3],
  ['(when false 1)', 2],
  ['(cond false 1 :else 2)', 4],
  ['(cond nil 1 [] 2 (inc 1) 3)', 4],
  ['(and 1 nil 2)', 3],
  ['(or nil false (inc 1) )', 5],
  ['(or {} (inc 1))', 2],
  ['(if-let [x nil] x)', 2],
  ['(if-some [x false] x 2)', 3],
  ['(case "b" "a" 1 "b" 2 3)', 5],
  ['(case 9 (1 2) :low 9.0 :high)', 6],
  ['(case nil false 1 2)', 4],
  ['(let [xs [1 2 3]] (sum xs))', 10],
  ['(def rates [1 2 3]) (reduce + 0 rates)', 10],
  ['(def debug false) (if debug (inc 1) 2)', 4],
  ['(let [a "x" b a] (= a b))', 6],
  ['(def m {:a 1 :b 2}) (map-vals inc m)', 9],
  ['(let [x nil] (if-let [y x] y 2))', 5],
  ['(reduce vector {})', 3],
  ['(cond-> 5 true (+ 1) false (* 2) true (- 3))', 9],
  ['(< 1 2 3)', 4],
  ['(= 1 2 1)', 4],
  ['(map dec [1 -2])', 6],
  ['(map / [4 5])', 12],
  ['(reduce * [1000 1000])', 5],
  ['(map-indexed * [7 8])', 6],
  ['(starts-with? "evident" "evi")', 3],
  // Counts of the language's own page.
  ['(+ 1 (* 2 3))', 5],
  ['(if true 1 2)', 3],
  ['(cond false 1 :else 2)', 4],
  ['(or)', 1],
  ['(do 1 2)', 3],
  ['(-> 5 (- 3) (* 2))', 5],
  ['(map even? [1 2])', 6],
  ['(sort [3 1 2])', 11],
  ['(group-by even? [1 2 3 4])', 18],
  ['(assoc {:a 1} :b 2)', 6],
  ['(update {:a 1} :a + 5)', 7],
  // Keys and paths.
  ['(assoc {:a 1} :b (abs -2) "sixteen bytes of key" 3)', 12],
  ['(assoc nil :a 1)', 4],
  ['(assoc [1 2] 2 3)', 9],
  ['(assoc (assoc {:a 1} :a 2) :b 3)', 10],
  ['(dissoc {:a 1 :b 2} :a :c)', 12],
  ['(get-in {:a [5 6]} [:a 1])', 10],
  ['(assoc-in {:a {:b 1}} [:a :c] 2)', 14],
  ['(update-in {:a {:b 1}} [:a :b] inc)', 14],
  ['(let [m {:a {:b 1}}] (assoc-in m [:x :b] 2))', 15],
  ['(merge {:a 1} nil {:a 2 :b 3})', 13],
  ['(into [1] {:a 1})', 9],
  ['(into {:a 1} [["b" 2] [:c 3]])', 13],
  ['(select-keys {:a 1 :b 2} [:a :c])', 11],
  ['(zipmap ["a" "b"] (map inc [1 2]))', 12],
  ['(keys (merge {:a 1} {:b 2}))', 10],
  // Counts and sizes of what builtins make.
  ['(range 1 7 2)', 7],
  ['(range 7 1 -3)', 6],
  ['(range 5 1)', 3],
  ['(sum (range 5))', 13],
  ['(map (fn [x] (* x x)) (range 3))', 18],
  ['(sort (repeat 3 "a"))', 13],
  ['(repeat -1 "a")', 3],
  ['(partition 2 [1 2 3])', 10],
  ['(partition 2 1 [1 2 3])', 12],
  ['(interleave [1 2] {:a 1})', 10],
  ['(zip [1 2] {:a 1})', 10],
  ['(concat [1] nil {:a 1})', 10],
  ['(flatten [1 [2 [3]]])', 13],
  ['(distinct [1 2 1])', 11],
  ['(median [5 1 3])', 11],
  ['(frequencies ["a" "b" "a"])', 11],
  ['(take 4 (range 100))', 104],
  ['(vec (keys {:a 1 :b 2}))', 9],
  ['(includes? ["DE" "FR"] "FR")', 8],
  ['(index-of [1 [2 3]] 2)', 12],
  ['(includes? (vals {:a 1 :b 2}) 2)', 11],
  ['(= {:a 1} {:b [1 2]})', 9],
  ['(= (conj [1] 2) (rest [0 1 2]))', 12],
  ['(mapcat (fn [x] [x x]) [1 2])', 16],
  ['(mapcat vec [[1 2] {:a 1}])', 17],
  ['(count-by even? [1 2 3])', 14],
  ['(index-by :id [{:id 7}])', 7],
  ['(sort-by :n [{:n 2} {:n 1}])', 12],
  ['(min-by :n [{:n 2} {:n 1}])', 10],
  ['(partition-by even? [2 4 1])', 14],
  ['(map str [1 "a"])', 8],
  ['(map count [[1] "sixteen bytes of text"])', 7],
  ['(let [{:keys [a b] :or {b [1 2]}} {:a [3]}] (concat a b))', 15],
  ['(let [[x & more] [[1 2] 3 4]] [(vec x) (reverse more)])', 18],
  ['(defn f [x] [(inc x) 2]) (sort (f 1))', 9],
  ['((fn [a & more] (sort more)) 0 3 1 2)', 13],
  ['(def rates {:a 1}) (defn rate [] (merge rates {:b 2})) (rate)', 9],
  ['(sum (map-vals inc {}))', 3],
  ['(if (map inc [1]) 1 (inc 1))', 6],
  // Texts.
  ['(subs "evident" 1 4)', 5],
  ['(upper "a text of letters")', 5],
  ['(trim "  a b ")', 3],
  ['(index-of "banana" "na")', 4],
  ['(blank? " ")', 3],
  ['(parse-number "2.50")', 3],
  ['(pad-left "7" 3 "0")', 5],
  ['(pad-right "größe" 20)', 5],
  ['(join ", " [1 "a" nil])', 11],
  ['(str {:a [1 "x"]} :b)', 12],
  ['(replace "a" "long" "b")', 6],
  ['(split "größe" "")', 9],
  ['(matches? "^[A-Z]{2}$" "DE")', 7],
  ['(find-pattern "[0-9]+" "order 17")', 19],
  ['(locate "No refunds." "refund")', 20],
  ['(let [p "refund"] (located? "No refunds." p))', 142],
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
  ['(map = (:xs input))', 'poly(1)', 3, null],
  // What is written beside data.
  ['(includes? ["DE" "FR"] (:country input))', 'constant', 9, 9],
  ['(assoc {:a 1} :b (:x input))', 'constant', 7, 7],
  ['(assoc {:a 1} (:k input) 2)', 'poly(1)', 7, null],
  ['(assoc input :b 2)', 'poly(1)', 4, null],
  ['(get-in input [:a :b])', 'constant', 7, 135],
  ['(get-in {:a input} [:a :b])', 'constant', 8, 72],
  ['(get input "a")', 'constant', 3, 67],
  ['(fixed input 40)', 'constant', 5, 30],
  ['(update {:a 1} :a + (:x input))', 'constant', 8, 11],
  ['(zipmap ["a" "b"] input)', 'poly(1)', 7, null],
  ['(zipmap ["a" "b"] [(:x input) (:y input)])', 'constant', 11, 11],
  ['(select-keys input ["a" "b"])', 'poly(1)', 7, null],
  ['(merge {:a 1} (:m input))', 'poly(1)', 6, null],
  ['(map (fn [[k v]] (* v (:rate input))) {:a 1 :b 2})', 'constant', 22, 22],
  ['(sum [(:a input) 2])', 'constant', 7, 13],
  ['(str "Total: " (* 2 (:x input)))', 'constant', 8, 10],
  ['(str "Total: " (fixed (:x input) 2))', 'constant', 8, 134],
  [
    '(if (includes? ["DE" "FR"] (:country input)) (assoc {:ok true} :rate (* 2 (:rate input))) {:ok false})',
    'constant',
    12,
    19,
  ],
  ['(sort (filter (fn [x] (> x (:n input))) [1 2 3]))', 'constant', 21, 27],
  ['(join (map str [1 "a"]))', 'constant', 11, 12],
  ['(includes? (:tags input) "new")', 'poly(1)', 5, null],
  ['(sort-by :n [(:a input) (:b input)])', 'poly(1)', 12, null],
  ['(split "a,b" ",")', 'constant', 5, 8],
  ['(lines "a\\nb")', 'constant', 3, 6],
  ['(replace "a-b" "-" "+")', 'constant', 6, 9],
  ['(upper "größe")', 'constant', 7, 8],
  ['(locate (:text input) "refund")', 'poly(1)', 10, null],
  ['(or (some-> (:a input) inc) 2)', 'constant', 4, 6],
];

test('growth and bounds of every kind', () => {
  for (const [source, growth, min, max] of KINDS) {
    const result = check(source);
    assert.equal([result.growth, result.steps], [growth, { min, max }], source);
  }
});

/** What the text does not say: where a search stops, and how often one text is in another. */
const DEPENDING: ReadonlySet<BuiltinName> = new Set<BuiltinName>([
  'some',
  'every?',
  'any?',
  'find',
  'take-while',
  'drop-while',
  'upper',
  'split',
  'replace',
  'lines',
  'words',
  'locate-all',
  'locate-words',
  'replace-pattern',
  'indexes-of',
  'split-pattern',
  'capture-patterns',
  'rewrite-pattern',
  'stddev',
]);

test('bounds are exact for the example of every builtin, but for those that depend on what is found', () => {
  for (const name of BUILTIN_NAMES) {
    const [source] = BUILTINS[name].example;
    const { steps } = check(source);
    assert.is(steps!.min === steps!.max, !DEPENDING.has(name), `${source}: ${JSON.stringify(steps)}`);
    assert.is(outside(source, null), null);
  }
});

test('collections that builtins make are known part by part up to a length, and by their sizes beyond', () => {
  for (const [length, isExact] of [
    [PARTS_MAX, true],
    [PARTS_MAX + 1, false],
  ] as const) {
    const source = `(reduce + (concat [${new Array(length).fill('1').join(' ')}]))`;
    const { steps } = check(source);
    assert.is(steps!.min === steps!.max, isExact, source);
    assert.is(typeof steps!.max, 'number');
    assert.is(outside(source, null), null);
  }
});

test('what is printed is looked at part by part up to a size', () => {
  for (const [elements, isExact] of [
    [PRINTED_SIZE_MAX - 1, true],
    [PRINTED_SIZE_MAX, false],
  ] as const) {
    const source = `(str [${new Array(elements).fill('1').join(' ')}])`;
    const { steps } = check(source);
    assert.is(steps!.min === steps!.max, isExact, source);
    assert.is(outside(source, null), null);
  }
});

test('names that double or nest what they stand for take no time and no stack', () => {
  const doubled = Array.from({ length: 4_000 }, (_, at) => `a${at + 1} [a${at} a${at}]`).join(' ');
  assert.equal(check(`(let [a0 [1] ${doubled}] (str a4000))`).steps, { min: 0, max: null });
  const nested = Array.from({ length: 5_000 }, (_, at) => `a${at + 1} [a${at}]`).join(' ');
  assert.is(check(`(let [a0 [1] ${nested}] (first a5000))`).steps!.max, 1 + 2 + 2 * 5_000 + 2);
});

test('a cheap way out behind more calls than rounds is no less than min', () => {
  const functions = Array.from(
    { length: 100 },
    (_, at) => `(defn f${at} [x] ${at === 99 ? '1' : `(if x (range 900) (f${at + 1} x))`})`,
  );
  assert.is(outside(`${functions.join('\n')}\n(f0 (:x input))`, '{}'), null);
});

test('a program that cannot finish has a min of 0, never one that is wrong', () => {
  assert.equal(check('(loop [] (recur))').steps, { min: 0, max: null });
  assert.equal(check('(defn f [n] (if (> n 0) (f (dec n)) (fail "no"))) (f 1)').ok, true);
});

test('bounds follow long chains of functions', () => {
  const chain = Array.from(
    { length: 200 },
    (_, index) => `(defn f${index} [x] ${index === 0 ? 'x' : `(f${index - 1} x)`})`,
  )
    .reverse()
    .join('\n');
  const { steps, program } = check(`${chain}\n(f199 1)`);
  const result = interpret(program!, null, { fuel: FUEL });
  assert.is(result.kind, 'finished');
  assert.ok(steps!.min <= result.steps && (steps!.max === null || steps!.max >= result.steps), JSON.stringify(steps));
});

test.run();
