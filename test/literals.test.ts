// Literal collections stand among a script's constants: whatever a run does with one, the next finds it as it is written.

import * as assert from 'uvu/assert';
import { check, checkedOf } from '../compiler/check.ts';
import { build, compile } from '../runtime/compile.ts';
import { execute, instantiateArtifact } from '../runtime/execute.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { createMachine } from '../runtime/run.ts';
import { test } from './support/test.ts';

const SCRIPTS = [
  '[]',
  '{}',
  '[[] {}]',
  '{:a {:b [1 2.5 "x" nil true]} "größe" 1e30}',
  '(def table {:b [3 1 2] :a {:c "x"}}) [(sort (:b table)) (conj (:b table) 4) (assoc table :z 1) (update-in table [:a :c] str "y") (entries table) table]',
  '(defn grow [n] (if (= n 0) [0] (conj [1 2 3] (grow (dec n))))) (grow 3)',
  '(loop [i 0 made []] (if (< i 3) (recur (inc i) (conj made [i [1 [2 [3]]]])) [made [1 [2 [3]]]]))',
  '(map (fn [x] (into {:k 1 :l [1 2]} [[x x]])) ["a" "b"])',
  '[(rest [1 2 3]) (concat [1 2] [3]) (reverse [1 2 3]) (distinct [1 1 2]) (= [1 {:a 2}] [1 {:a 2}]) (count {:a 1 :b 2})]',
  '(reduce conj [1] (range 40))',
  '(let [{:keys [a b] :or {b [7 8]}} {:a [1]}] [a b (conj a 2) (conj b 9)])',
  '(/ 1 (count [[] [1] {:a [2 3]}]) 0)',
  '(nth [1 [2 3]] 5)',
  '(sum [1 "a" [2]])',
  '(str [1 {:b 2 :a "x"} nil])',
  '(flatten [1 [2 [3 [4 {:a 5}]]]])',
  '(get-in {:a [{:b [10 20]}]} [:a 0 :b 1])',
  '(frequencies ["a" "b" "a"])',
];

for (const source of SCRIPTS) {
  test(source, async () => {
    const checked = checkedOf(check(source))!;
    const machine = createMachine();
    const linked = await compile(checked);
    const artifact = instantiateArtifact(new WebAssembly.Module((await build(checked, 0)) as Uint8Array<ArrayBuffer>));
    const whole = interpret(checked.program, null, { fuel: 10_000 });
    for (const fuel of [10_000, 10_000, 0, 1, 3, whole.steps - 1, whole.steps, 10_000]) {
      const expected = interpret(checked.program, null, { fuel });
      assert.equal(machine.run(linked, null, { fuel }), expected);
      assert.equal(execute(artifact, null, fuel), expected);
    }
  });
}

test.run();
