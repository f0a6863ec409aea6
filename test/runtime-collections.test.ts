// Collections: whatever history a vector or map has (flat, a view, a trie, a tree, an old version), every builtin gives
// what the interpreter gives, in output, fault and steps. A history is data, so a script is compiled once and run often.

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

/** Grows versions of a vector `v` and a map `m`: each operation takes one version and adds another. */
const HISTORY = `
(defn grown [versions op]
  (let [v (nth (:v versions) (mod (:from op) (count (:v versions))))
        m (nth (:m versions) (mod (:from op) (count (:m versions))))
        k (:key op)
        n (count v)]
    {:v (conj (:v versions)
          (case (:kind op)
            "conj" (conj v k (:value op))
            "assoc" (assoc v (mod (:at op) (inc n)) (:value op))
            "slice" (slice v (quot (mod (:at op) (inc n)) 3))
            "into" (into v (range (mod (:at op) 40)))
            "join" (concat v v)
            v))
     :m (conj (:m versions)
          (case (:kind op)
            "conj" (assoc m k (:value op))
            "assoc" (assoc m k (:value op) (str k "x") v)
            "slice" (dissoc m k)
            "into" (merge m (zipmap (range (mod (:at op) 40)) (range 40)))
            "join" (update m k (fn [x] [x]))
            m))}))
(def all (reduce grown {:v [(:start input)] :m [{}]} (:ops input)))
(def v (last (:v all)))
(def u (nth (:v all) (quot (count (:v all)) 2)))
(def m (last (:m all)))
(def l (nth (:m all) (quot (count (:m all)) 2)))
`;

/** What is asked of the grown collections. */
const QUESTIONS = [
  '[v u m l]',
  '[(count v) (count m) (first v) (last v) (rest v) (butlast v)]',
  '[(= v u) (= v (vec v)) (= m l) (= m (merge m)) (= [v m] [v m])]',
  '(map (fn [x] [x]) v)',
  '(filter number? v)',
  '(reduce (fn [n x] (+ n 1)) 0 m)',
  '(map first m)',
  '(mapcat (fn [x] [x x]) u)',
  '(reverse v)',
  '(distinct v)',
  '(distinct (concat v u m))',
  '(flatten [v [u [m]]])',
  '(sort (filter number? v))',
  '(sort > (filter string? v))',
  '(sort v)',
  '(sort-by str v)',
  '(sort-by count (filter string? v))',
  '(group-by number? v)',
  '(index-by str v)',
  '(count-by (fn [x] (count (str x))) v)',
  '(frequencies (map str v))',
  '(partition-by number? v)',
  '(partition 3 2 v)',
  '(partition 5 v)',
  '(interleave v u)',
  '(zip v m)',
  '(take 20 (drop 5 v))',
  '(nth v 17 "none")',
  '(get v 3)',
  '(get m "k3" 0)',
  '(contains? m "k5")',
  '(get-in {:a {:b v}} [:a :b 2])',
  '(assoc-in {:a {:b v}} [:a :b 2] 1)',
  '(assoc-in m ["k1" "k2"] 1)',
  '(update-in {:m m} [:m "k1"] str)',
  '(keys m)',
  '(vals m)',
  '(entries m)',
  '(map-vals str m)',
  '(filter-vals number? m)',
  '(into m l)',
  '(into {} m)',
  '(into v u)',
  '(merge l m)',
  '(select-keys m ["k1" "k2" "k30"])',
  '(zipmap (keys m) v)',
  '(str v m)',
  '(join "," v)',
  '(index-of v "x")',
  '(includes? v [1])',
  '(min-by str v)',
  '(max-by (fn [x] (count (str x))) v)',
  '(compare v u)',
  '(empty? m)',
  '(vec m)',
  '(let [[a b & more] v {:keys [k1 k2]} m] [a b more k1 k2])',
  '(slice (into v u) 3)',
  '(conj (rest v) 1)',
  '(assoc (drop 2 (into v u)) 3 "new")',
  '(conj u 1 2)',
  '(assoc m "k7" (dissoc m "k7"))',
  '(dissoc m "k1" "k2" "k3")',
  '(take-while some? v)',
  '(drop-while nil? v)',
  '(last (entries m))',
  '(reduce (fn [w i] (assoc w i i)) v (range (count v)))',
  '(reduce (fn [w k] (dissoc w k)) m (keys m))',
  '(reduce conj u v)',
  '[(rest (rest v)) (conj (butlast v) 0)]',
];

interface Operation {
  readonly kind: string;
  readonly from: number;
  readonly at: number;
  readonly key: string;
  readonly value: unknown;
}

const operation: fc.Arbitrary<Operation> = fc.record({
  kind: fc.constantFrom(
    'conj',
    'conj',
    'conj',
    'conj',
    'assoc',
    'assoc',
    'assoc',
    'assoc',
    'assoc',
    'assoc',
    'slice',
    'into',
    'into',
    'into',
    'join',
    'none',
  ),
  // Mostly the newest version or one shortly before it: only long lines make long collections.
  from: fc.integer({ min: 0, max: 40 }).map((n) => (n === 19 ? 9 : n % 8 === 3 ? -2 - (n % 5) : -1)),
  at: fc.integer({ min: 0, max: 60 }),
  key: fc.integer({ min: 0, max: 60 }).map((n) => `k${n}`),
  value: fc.constantFrom<unknown>(
    1,
    2.5,
    'x',
    null,
    true,
    'a longer text than sixteen bytes',
    [1],
    { a: 1 },
    12345678901234567000,
    'y',
  ),
});

const histories = fc.record({
  start: fc.array(fc.nat(9), { maxLength: 40, size: 'max' }),
  ops: fc.array(operation, { minLength: 10, maxLength: 80, size: 'max' }),
});

test('every builtin answers for any history of its collections as the interpreter does', async () => {
  const inputs = fc.sample(histories, { numRuns: 6, seed: SEED });
  for (const question of QUESTIONS) {
    const checked = check(`${HISTORY}${question}`);
    assert.ok(checked.ok, `${question} ${JSON.stringify(checked.diagnostics)}`);
    const script = await compile(checkedOf(checked)!);
    for (const input of inputs) {
      const bytes = new TextEncoder().encode(JSON.stringify(input));
      const expected = interpret(checked.program!, bytes, { fuel: FUEL });
      const actual = machine.run(script, bytes, { fuel: FUEL });
      if (actual.kind === 'fault' && actual.fault.code === 'out-of-memory') continue;
      assert.equal(shown(actual), shown(expected), `${question} of ${JSON.stringify(input)} (seed ${SEED})`);
    }
  }
});

/** Around 256 levels, where walking stops: also for what only was deep, or hides how deep it is. */
const DEEP_QUESTIONS = [
  'deep',
  '[deep]',
  '(= deep deep)',
  '(= [deep] [deep])',
  '(= deep 1)',
  '(str deep)',
  '(str [deep])',
  '(str (rest [deep 1 2]))',
  '(str [(rest [deep 1])])',
  '(= (rest [deep 1 2]) [1 2])',
  '(str (assoc [deep 1] 0 2))',
  '(str (assoc (assoc long 3 deep) 3 1))',
  '(= (assoc long 3 deep) long)',
  '(str (assoc long 3 deep))',
  '(str (dissoc {:a deep :b 1} :a))',
  '(str (dissoc (assoc wide "k9" deep) "k9"))',
  '(= (assoc wide "k9" deep) (assoc wide "k9" deep))',
  '(str (assoc wide "k9" deep))',
  '(distinct (butlast [1 deep]))',
  '(distinct [deep deep])',
  '(sort (take 1 [1 deep]))',
  '(sort [deep deep])',
  '(flatten deep)',
  '(flatten (rest [deep [[1]]]))',
  '(includes? [deep] 1)',
  '(index-of [1 (rest [deep])] [])',
  '(compare deep deep)',
  '(compare [deep] [(rest [deep])])',
  '(sort-by first [[1 deep] [0 deep]])',
  '(sort-by rest [[1 deep] [0 deep]])',
  '(min-by identity-of [[deep] [1]])',
  '(partition-by identity-of [deep deep 1])',
  '(join [deep])',
  '(join [(rest [deep])])',
  '(str (slice [deep deep 1] 2))',
  '(vals {:a deep})',
  '(get-in {:a [deep]} [:a 0])',
  '(count (conj (rest [deep]) deep))',
  '(str (conj (rest [deep]) 1))',
  '(group-by count [deep])',
];

test('nesting is walked to 256 levels and no further, whatever a collection was before', async () => {
  for (const question of DEEP_QUESTIONS) {
    const checked = check(`
      (defn identity-of [x] x)
      (def deep (loop [i 1 x [1]] (if (< i (:levels input)) (recur (inc i) (if (even? i) [x i] {:a x})) x)))
      (def long (vec (range 40)))
      (def wide (zipmap (map (fn [i] (str "k" i)) (range 40)) (range 40)))
      ${question}`);
    assert.ok(checked.ok, `${question} ${JSON.stringify(checked.diagnostics)}`);
    const script = await compile(checkedOf(checked)!);
    for (const levels of [1, 253, 254, 255, 256, 257, 258, 400]) {
      const bytes = new TextEncoder().encode(JSON.stringify({ levels }));
      const expected = interpret(checked.program!, bytes, { fuel: FUEL });
      assert.equal(
        shown(machine.run(script, bytes, { fuel: FUEL })),
        shown(expected),
        `${question} of ${levels} levels`,
      );
    }
  }
});

const FUEL = 3_000_000;
const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_120);

function shown(result: RunResult): unknown {
  return result.kind === 'finished'
    ? [result.output, result.steps]
    : [result.fault.code, result.fault.node, result.steps];
}

test.run();
