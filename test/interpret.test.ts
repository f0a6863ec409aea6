// Interpreter: the definition of the language, held to its examples, its golden lines and the laws of a run.

import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { builtin, isBuiltin } from '../compiler/builtins.ts';
import { check } from '../compiler/check.ts';
import type { RunResult } from '../compiler/faults.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { builtinExamples, readBuiltinLines, specialExamples } from './support/golden-builtins.ts';
import { FUEL, interpretSource, programOf } from './support/interpret.ts';
import type { GeneratedProgram } from './support/programs.ts';
import { programs } from './support/programs.ts';
import { test } from './support/test.ts';

const RUNS = 500;
/** Random programs are small; what counts further is a loop over many elements. */
const RANDOM_FUEL = 20_000;

test('every example, and every golden line of a builtin, gives what it says', () => {
  const differing = [...builtinExamples(), ...specialExamples(), ...readBuiltinLines()].flatMap(
    ({ place, source, expected }) => {
      const actual = outcome(interpretSource(source));
      const wanted = expected.kind === 'fault' ? `fault ${expected.code}` : outcome(interpretSource(expected.source));
      return actual === wanted ? [] : [`${place}: ${source} => ${actual}, not ${wanted}`];
    },
  );
  assert.equal(differing, []);
});

test('a builtin faults only as its row says', () => {
  const surprises = (source: string, result: RunResult): string[] => {
    if (result.kind === 'finished' || result.fault.node === null) return [];
    const { code, node } = result.fault;
    // A call, or the name of a builtin that was handed on.
    const name = /^\(?([^\s,()[\]{}"]+)/.exec(textAt(source, node))?.[1] ?? '';
    return isBuiltin(name) && !builtin(name).faults.includes(code) ? [`${name}: ${code}`] : [];
  };
  assert.equal(
    [...builtinExamples(), ...readBuiltinLines()].flatMap(({ source }) => surprises(source, interpretSource(source))),
    [],
  );
  fc.assert(
    fc.property(programs(), (generated) => {
      assert.equal(surprises(generated.source, run(generated, RANDOM_FUEL)), []);
    }),
    { numRuns: RUNS },
  );
});

test('the same program, input and fuel give the same result', () => {
  fc.assert(
    fc.property(programs(), (generated) => {
      assert.equal(run(generated, RANDOM_FUEL), run(generated, RANDOM_FUEL));
    }),
    { numRuns: 200 },
  );
});

test('the canonical text runs like the text it comes from, to the node of a fault', () => {
  fc.assert(
    fc.property(programs(), (generated) => {
      const spaced = generated.source.replaceAll('(', '( , ; a comment\n').replaceAll('}', ' #_ [discarded] }');
      const canonical = check(generated.source).canonical!;
      const result = run(generated, RANDOM_FUEL);
      assert.equal(run({ ...generated, source: canonical }, RANDOM_FUEL), result);
      if (!generated.source.includes('"')) assert.equal(run({ ...generated, source: spaced }, RANDOM_FUEL), result);
    }),
    { numRuns: 300 },
  );
});

test('fuel below the steps of a run is used up exactly; from there on the result is the same', () => {
  fc.assert(
    fc.property(programs(), fc.nat(), (generated, choice) => {
      const whole = run(generated, RANDOM_FUEL);
      if (whole.kind === 'fault' && whole.fault.code === 'out-of-fuel') return;
      assert.equal(run(generated, whole.steps), whole);
      if (whole.steps === 0) return;
      const fuel = choice % whole.steps;
      assert.equal(run(generated, fuel), outOfFuel(fuel));
      assert.equal(run(generated, whole.steps - 1), outOfFuel(whole.steps - 1));
    }),
    { numRuns: RUNS },
  );
});

test('input that cannot be read is bad-input with no steps, with any fuel', () => {
  for (const [input, path, byte, why] of [
    ['{"a": [1, }', '/a/1', 10, 'a value is expected'],
    ['{"a": 1, "a": 2}', '/a', 9, 'the key occurs twice in one object'],
    ['1 2', '', 2, 'there is text after the value'],
  ] as const) {
    const text = `the input is not acceptable JSON: ${why}, at byte ${byte}${path === '' ? '' : ` (${path})`}`;
    for (const fuel of [0, 1, FUEL]) {
      assert.equal(interpretSource('(fail)', input, fuel), {
        kind: 'fault',
        fault: { code: 'bad-input', node: null, calls: [], text, path, byte },
        steps: 0,
      });
    }
  }
  assert.is(output('input', nested(256)), nested(256));
  assert.is(faultOf('input', nested(257)).code, 'bad-input');
});

test('no input is nil, an empty one is not, and numbers too long to compute with pass through', () => {
  assert.is(output('input', null), 'null');
  assert.is(output('input', ''), 'fault bad-input');
  const wide = '{"a":1234567890123456789012345.5,"b":1e+500}';
  assert.is(
    output('[(:a input) (= (:b input) (:b input)) (str (:b input)) (get {"1e+500" 1} (str (:b input)))]', wide),
    '[1.2345678901234567890123455e+24,true,"1e+500",1]',
  );
  for (const source of ['(+ 1 (:a input))', '(even? (:b input))', '(round (:a input))']) {
    assert.is(faultOf(source, wide).code, 'number-range', source);
  }
  assert.is(faultOf('(< (:a input) "a")', wide).code, 'type');
  assert.is(
    output('[(< 1 (:a input) (:b input)) (sort > [1 (:a input)]) (max 2 (:b input)) (pos? (:a input))]', wide),
    '[true,[1.2345678901234567890123455e+24,1],1e+500,true]',
  );
});

test('a fault names its node and the active calls, outermost first', () => {
  const source = '(defn inner [x] (/ 1 x))\n(defn outer [x] (inc (inner x)))\n(map outer [1 0])';
  const fault = faultOf(source, null);
  assert.is(fault.code, 'divide-by-zero');
  assert.equal(
    [...fault.calls, fault.node!].map((node) => textAt(source, node)),
    ['outer', '(inner x)', '(/ 1 x)'],
  );
  assert.is(textAt('(map inc ["a"])', faultOf('(map inc ["a"])', null).node!), 'inc');
  assert.is(textAt('(map inc 5)', faultOf('(map inc 5)', null).node!), '(map inc 5)');
  assert.is(
    textAt('(let [[a {:keys [b]}] [1 2]] a)', faultOf('(let [[a {:keys [b]}] [1 2]] a)', null).node!),
    '{:keys [b]}',
  );
  assert.equal(faultOf('(+ 1 (fail "no entry"))', null).text, 'no entry');
  assert.equal(faultOf('(assert nil)', null).text, null);
});

test('512 calls may be active, the next is too deep; recur, fn and builtins add none', () => {
  const sum = '(defn f [n] (if (= n 0) 0 (+ 1 (f (- n 1)))))';
  assert.is(output(`${sum} (f 511)`, null), '511');
  const fault = faultOf(`${sum} (f 512)`, null);
  assert.is(fault.code, 'too-deep');
  assert.is(fault.calls.length, 512);
  assert.is(output('(defn f [n] (if (= n 0) 0 (recur (- n 1)))) (f 10000)', null), '0');
  assert.is(output(`${sum} (reduce (fn [acc n] (+ acc (f n))) 0 [511 511])`, null), '1022');
  assert.is(faultOf(`${sum} (defn g [n] (map f [n])) (g 511)`, null).code, 'too-deep');
});

test('values nested far deeper than the host can recurse can be made, held and dropped, but not walked', () => {
  const outcomeOf = (depth: number, source: string): string =>
    outcome(
      interpretSource(`(def deep (loop [i 0 v []] (if (< i ${depth}) (recur (inc i) [v]) v))) ${source}`, null, FUEL),
    );
  assert.is(outcomeOf(100_000, '[(count deep) (= deep [1]) (count (vec deep))]'), '[1,false,1]');
  for (const source of ['(= deep deep)', '(str deep)', '(sort deep)', 'deep'])
    assert.is(outcomeOf(20_000, source), 'fault too-deep', source);
});

test('nesting of 256 is walked, of 257 is not', () => {
  const deep = (depth: number): string => `(def deep (loop [i 1 v []] (if (< i ${depth}) (recur (inc i) [v]) v)))`;
  assert.is(output(`${deep(256)} (str deep)`, null), JSON.stringify(nested(256)));
  assert.is(faultOf(`${deep(257)} (str deep)`, null).code, 'too-deep');
  assert.is(output(`${deep(256)} deep`, null), nested(256));
  assert.is(faultOf(`${deep(257)} deep`, null).node, null);
});

test('output may have 8 MiB, shared structure or not, and not a byte more', () => {
  const double = (times: number): string => `(loop [i 0 v "aaaaaaaa"] (if (< i ${times}) (recur (inc i) (str v v)) v))`;
  const program = programOf(`(subs ${double(20)} 2)`);
  const bytes = 8 * 1024 * 1024;
  assert.is(interpret(program, null, { fuel: FUEL * 10 }).kind, 'finished');
  const fault = faultOf(`(subs ${double(20)} 1)`, null, FUEL * 10);
  assert.equal(fault, { code: 'output-too-large', node: null, calls: [], text: null });
  assert.is(interpret(program, null, { fuel: FUEL * 10, outputBytesMax: bytes - 1 }).kind, 'fault');
  assert.is(faultOf('(loop [i 0 v [1]] (if (< i 60) (recur (inc i) [v v]) v))', null).code, 'output-too-large');
});

test('sizes of shared structure never exceed what a number can say, and are paid before any work', () => {
  const fault = faultOf('(let [v (loop [i 0 v [1]] (if (< i 100) (recur (inc i) [v v]) v))] (= v v))', null);
  assert.is(fault.code, 'out-of-fuel');
});

test('nested text does not use the stack of the host', () => {
  const depth = 250;
  const source = '(inc '.repeat(depth) + '0' + ')'.repeat(depth);
  assert.equal(interpretSource(source), { kind: 'finished', output: String(depth), steps: depth + 1 });
});

function run({ source, input }: GeneratedProgram, fuel: number): RunResult {
  return interpretSource(source, input, fuel);
}

function outOfFuel(fuel: number): RunResult {
  return { kind: 'fault', fault: { code: 'out-of-fuel', node: null, calls: [], text: null }, steps: fuel };
}

function outcome(result: RunResult): string {
  return result.kind === 'finished' ? result.output : `fault ${result.fault.code}`;
}

function output(source: string, input: string | null): string {
  return outcome(interpretSource(source, input));
}

function faultOf(source: string, input: string | null, fuel = FUEL): (RunResult & { kind: 'fault' })['fault'] {
  const result = interpretSource(source, input, fuel);
  if (result.kind === 'finished') throw new Error(`${source} finishes with ${result.output}`);
  return result.fault;
}

function textAt(source: string, node: number): string {
  const { start, end } = check(source).places(node);
  return Buffer.from(source).subarray(start, end).toString();
}

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

/** Programs of every length of choices, for what the builder writes itself. */
test.run();
