// Does a step buy about the same work everywhere? Nanoseconds for a step of each builtin, at several sizes of its
// arguments; the dearest over the cheapest is what someone gains who buys work where it is cheap.
//
// A loop with the call is timed beside the same loop without it; time and steps of the difference are the call's and its
// arguments' names. What the arguments are made of is built before the loop, in both.

import { check } from '../compiler/check.ts';
import type { RunResult } from '../compiler/faults.ts';
import { compile, type CompiledScript } from '../runtime/compile.ts';
import { createMachine, type Machine } from '../runtime/run.ts';
import { table } from './measure.ts';

const FUEL = Number.MAX_SAFE_INTEGER;
/** Loops make much that is not kept. */
const MEMORY_BYTES_MAX = 1024 * 1024 * 1024;
/** Long enough for the clock, in milliseconds. */
const RUN_MS = 1;
const ROUNDS = 3;
const ROUNDS_MAX = 262_144;
/** A difference below this part of the time to build the arguments is noise. */
const CERTAIN = 0.2;
const SIZES = [1, 64, 1000];

/** Values of a size `n`: numbers, decimals, strings, a text, a map, pairs; `k` is a key in the middle, `l` a long key. */
const ARGUMENTS = `(let [n N v (vec (range n)) d (vec (map (fn [x] (/ (+ x 1) 8)) v)) w (vec (map (fn [x] (str "key " x)) v))
  s (join " " w) m (zipmap w v) r (vec (map (fn [x] {:a x :b (str x)}) v)) p (vec (map (fn [x] [(str x) x]) v)) k (str "key " (quot n 2))
  l (vec (map (fn [x] (str "a prefix that all of these many long keys have in common, of some length " x)) v)) b (zipmap l v) j (nth l (quot n 2))]`;

const CALLS: Readonly<Record<string, readonly string[]>> = {
  numbers: ['(+ n 1)', '(* 1.5 n)', '(/ n 7)', '(quot n 7)', '(mod n 7)', '(round 1.2345 2)', '(fixed 1.5 2)', '(sqrt n)', '(pow 1.000001 n)', '(sum v)', '(sum d)', '(product v)', '(mean v)', '(median v)'],
  compare: ['(= v v)', '(= w w)', '(= s (str s))', '(compare v v)', '(< k s)'],
  strings: ['(str n)', '(str v)', '(str d)', '(count s)', '(subs s 1)', '(upper s)', '(trim s)', '(split s " ")', '(join "," w)', '(replace s "key" "k")', '(index-of s "zz")', '(includes? s "zz")', '(words s)', '(lines s)', '(parse-number k)', '(starts-with? s k)', '(pad-left k 20 "0")'],
  vectors: ['(conj v 1)', '(concat v v)', '(first m)', '(rest v)', '(rest m)', '(rest (assoc m "x" i))', '(nth (assoc m "x" i) 0)', '(take 3 m)', '(nth m 0)', '(nth v 0)', '(drop 1 r)', '(slice r 0 1)', '(reverse v)', '(sort v)', '(sort w)', '(sort l)', '(distinct w)', '(flatten p)', '(range n)', '(repeat n 1)', '(partition 3 v)', '(interleave v w)', '(zip v w)', '(includes? v -1)'],
  maps: ['(get m k)', '(get b j)', '(assoc m k 1)', '(assoc b j 1)', '(assoc v 0 1)', '(dissoc m k)', '(merge m m)', '(merge m b)', '(into {} p)', '(into {} (entries b))', '(keys m)', '(vals m)', '(entries m)', '(select-keys m w)', '(contains? m k)', '(zipmap w v)', '(zipmap l v)'],
  'higher order': ['(map inc v)', '(filter even? v)', '(reduce + 0 v)', '(group-by :b r)', '(index-by :b r)', '(count-by even? v)', '(frequencies w)', '(sort-by :b r)', '(min-by :a r)', '(partition-by even? v)', '(map-vals inc m)', '(filter-vals even? m)', '(mapcat (fn [x] [x x]) v)'],
};

export interface Fairness {
  readonly call: string;
  readonly size: number;
  readonly steps: number;
  /** Null when building the arguments hides it. */
  readonly nanosecondsPerStep: number | null;
}

export async function benchFairness(): Promise<string> {
  const machine = createMachine();
  const found: Fairness[] = [];
  for (const call of Object.values(CALLS).flat()) {
    for (const size of SIZES) found.push(await measureCall(machine, call, size));
  }
  const told = found.flatMap(({ nanosecondsPerStep, ...rest }) => (nanosecondsPerStep === null ? [] : [{ ...rest, nanosecondsPerStep }]));
  told.sort((a, b) => b.nanosecondsPerStep - a.nanosecondsPerStep);
  const ratio = told[0]!.nanosecondsPerStep / told.at(-1)!.nanosecondsPerStep;
  const rows = told.map(({ call, size, steps, nanosecondsPerStep }) => [`\`${call}\``, String(size), String(steps), nanosecondsPerStep.toFixed(2)]);
  return `${table(['call', 'n', 'steps', 'ns a step'], rows)}\n\n${found.length - told.length} of ${found.length} were too quick to tell. The dearest step is ${ratio.toFixed(0)} times the cheapest.`;
}

async function measureCall(machine: Machine, call: string, size: number): Promise<Fairness> {
  const loop = (body: string): string => `${ARGUMENTS.replace('N', String(size))} (loop [i 0] (if (< i input) (do ${body} (recur (+ i 1))) 0)))`;
  const [on, off] = [await compileText(loop(call)), await compileText(loop('nil'))];
  const steps = run(machine, on, 2).steps - run(machine, on, 1).steps - (run(machine, off, 2).steps - run(machine, off, 1).steps);
  // Doubled until the loop, not the building, is what takes the time.
  const building = Math.max(least(() => run(machine, on, 1).ms), RUN_MS);
  let rounds = 8;
  while (rounds < ROUNDS_MAX && least(() => run(machine, on, rounds).ms) < 2 * building && fits(machine, on, rounds * 4)) rounds *= 4;
  const time = (script: CompiledScript): number => least(() => run(machine, script, rounds).ms) - least(() => run(machine, script, 1).ms);
  const ms = time(on) - time(off);
  return { call, size, steps, nanosecondsPerStep: ms < CERTAIN * building ? null : (ms * 1e6) / (rounds - 1) / steps };
}

/** Whether so many rounds fit memory, which keeps all they make. */
function fits(machine: Machine, script: CompiledScript, rounds: number): boolean {
  return attempt(machine, script, rounds).kind === 'finished';
}

/** The least of a few timings: what the machine does beside only adds. */
function least(time: () => number): number {
  return Math.min(...Array.from({ length: ROUNDS }, time));
}

async function compileText(text: string): Promise<CompiledScript> {
  const { ok, hash, canonical, program, places, diagnostics } = check(text);
  if (!ok) throw new Error(`${text}: ${JSON.stringify(diagnostics)}`);
  return compile({ hash: hash!, canonical: canonical!, program: program!, canonicalPlace: places });
}

function attempt(machine: Machine, script: CompiledScript, rounds: number): RunResult {
  return machine.run(script, new TextEncoder().encode(String(rounds)), { fuel: FUEL, memoryBytesMax: MEMORY_BYTES_MAX });
}

function run(machine: Machine, script: CompiledScript, rounds: number): { ms: number; steps: number } {
  const started = performance.now();
  const result = attempt(machine, script, rounds);
  const ms = performance.now() - started;
  if (result.kind !== 'finished') throw new Error(JSON.stringify(result));
  return { ms, steps: result.steps };
}
