// Does a step buy about the same work everywhere? Nanoseconds for a step of calls of the builtins, at several sizes of
// their arguments; the dearest over the cheapest is what someone gains who buys work where it is cheap.
//
// `npm run bench -- fairness` prints every call and, last, the factor between the builtins.
//
// A loop that keeps the call's result is timed beside the same loop that keeps a literal. The difference is the time of
// the call and of the names it is written with, and so are its steps: all nodes of the call, and its surcharge. A call's
// arguments change with the round where it would otherwise be worked out once, before the loop. What the arguments are
// made of is built before the loop, in both.

import { builtin, isBuiltin } from '../compiler/builtins.ts';
import { check } from '../compiler/check.ts';
import type { RunResult } from '../compiler/faults.ts';
import { type CompiledScript, compile } from '../runtime/compile.ts';
import { createMachine, type Machine } from '../runtime/run.ts';
import { table } from './measure.ts';

const FUEL = Number.MAX_SAFE_INTEGER;
/** Long enough for the clock, in milliseconds. */
const RUN_MS = 2;
const ROUNDS = 5;
const ROUNDS_MAX = 4_194_304;
const SIZES = [1, 64, 1000];

/** What calls are made of, by name, each from those before it; `N` is the size. `i` is the round, from 1. */
// biome-ignore format: one row a kind
const MATERIAL: Readonly<Record<string, string>> = {
  n: 'N',
  v: '(vec (range n))', // numbers
  d: '(vec (map (fn [x] (/ (+ x 1) 8)) v))', // decimals
  w: '(vec (map (fn [x] (str "key " x)) v))', // short texts
  k: '(str "key " (quot n 2))', // one in the middle
  s: '(join " " w)', // a text
  u: '(join " " (map (fn [x] (str "größe " x)) v))', // a text that is not ASCII
  f: '(join (repeat n " "))', // white space
  m: '(zipmap w v)', // a map of numbers
  r: '(vec (map (fn [x] {:a x :b (str x)}) v))', // records
  p: '(vec (map (fn [x] [(str x) x]) v))', // pairs
  l: '(vec (map (fn [x] (str "a prefix that all of these many long keys have in common, of some length " x)) v))',
  j: '(nth l (quot n 2))',
  b: '(zipmap l v)', // a map with long keys
  e: '(map (fn [x] [x]) v)', // vectors of one
  g: '(vec (map (fn [x] (+ (pow 10 17) x)) v))', // long numbers
  h: '(vec (map (fn [x] (* 1.1 (pow 1.01 x))) v))', // numbers of 18 digits
  o: '(reduce (fn [acc x] (assoc acc (str x) x)) {} v)', // a map that grew
  q: '(reduce (fn [acc x] {:k acc}) 1 (range (min n 200)))', // a value that is nested
  y: '(map (fn [x] "k") (range (min n 200)))', // the path into it
  z: '(join (repeat n "a"))', // one letter
  t: '(join ". " (map (fn [x] (str "The customer did not pay the invoice number " x " and wants a refund of 12 dollars")) v))',
  x: '(vec (map (fn [x] (str "refund " x)) (range 20)))', // phrases
  A: '(join " " (repeat n "a"))', // one letter, spaced
  D: '(vec (map (fn [x] (+ (/ 1 (+ x 7)) (pow 10 (mod x 17)))) v))', // numbers of 18 digits, of all magnitudes
  E: '(vec (map (fn [x] (+ 1 (/ 1 (+ x 7)))) v))', // a little above 1
  F: '(vec (map (fn [x] (* (+ x 1) 1e-9)) v))', // small
  G: '(vec (concat [(/ 1e13 7)] (repeat n 0.12345)))', // short ones, to be added to a long one
  H: '(upper (join (repeat n "öß")))', // no ASCII
  I: '(join (repeat n "　"))', // wide white space
  c: '(vec (map (fn [x] (add-duration "2024-01-31" {:days x})) v))', // dates
};

// biome-ignore format: one row a kind
const CALLS: Readonly<Record<string, readonly string[]>> = {
  numbers: ['(+ i 1)', '(- i 1)', '(* i 3)', '(quot i 7)', '(mod i 7)', '(inc i)', '(inc 1.5)', '(dec 1.5)', '(- 1.5 i)', '(max i 7)', '(even? i)', '(abs i)', '(abs -1.5)', '(/ i 7)', '(/ i 8)', '(+ 1.5 i)', '(* 1.5 i)', '(+ 1e300 1e-300)', '(* 0.123456789012345678 i)', '(quot 1.5 i)', '(mod 12.75 i)', '(floor 2.5)', '(round 1.2345 2)', '(round i -2)', '(fixed 1.5 2)', '(fixed 1.5 400)', '(sqrt i)', '(sqrt 2)', '(pow 1.000001 n)', '(pow 2 59)', '(pow 1.5 -7)', '(sum v)', '(sum d)', '(sum h)', '(product v)', '(mean v)', '(mean d)', '(median v)', '(median d)', '(median h)', '(sum D)', '(sum E)', '(sum G)', '(mean D)', '(product E)', '(median D)', '(< 1.5 i)', '(quot 1e399 1e390)', '(fixed 1e399 400)', '(pow 9.99 399)', '(pow 1.0000001 9999999)', '(exp i)', '(exp 2.3)', '(ln i)', '(ln 3)', '(ln 1.41)', '(log10 3)', '(log10 10)', '(pow 2 0.5)', '(pow i 0.333)', '(stddev v)', '(stddev d)', '(stddev D)', '(stddev F)', '(stddev [1e300 i 1e-300])', '(mode v)', '(mode w)', '(mode D)'],
  compare: ['(= v v)', '(= v (map (fn [x] x) v))', '(= w w)', '(= s (str s))', '(= k (str k))', '(= m (assoc m "x" i))', '(= d d)', '(compare v v)', '(compare w w)', '(< k s)', '(nil? i)', '(string? s)', '(assert i)', '(identity i)', '(lt? i 7)', '(lte? 1.5 i)', '(gt? k s)', '(gte? i nil)', '(in-range? i 1 7)', '(in-range? k "a" s)', '(in-range? 1.5 1 i)'],
  strings: ['(str i)', '(str n)', '(str v)', '(str d)', '(str h)', '(str w)', '(str r)', '(str s)', '(str c)', '(str g)', '(str D)', '(str F)', '(str {:a i})', '(join D)', '(map str g)', '(count s)', '(count v)', '(subs s 1)', '(subs u 1)', '(subs u n)', '(upper s)', '(upper u)', '(upper H)', '(lower s)', '(trim s)', '(trim f)', '(trim I)', '(blank? I)', '(words I)', '(words A)', '(trim u)', '(split s " ")', '(split s "")', '(split u "")', '(join w)', '(join "," w)', '(join v)', '(replace s "key" "k")', '(replace s " " "")', '(replace z "a" "b")', '(replace s "zz" "")', '(index-of s "zz")', '(index-of u "zz")', '(includes? z "aaab")', '(indexes-of s "key")', '(indexes-of u "ö")', '(indexes-of z "")', '(words s)', '(words u)', '(lines s)', '(parse-number k)', '(parse-number "1,234,567.89" ",")', '(parse-number "1.234,50" "." ",")', '(parse-number z nil)', '(parse-number (str n) nil)', '(parse-number "12345.678")', '(parse-number "1e300")', '(parse-number "0.000000123456789012345678")', '(parse-number "1.23456789012345678e-300")', '(starts-with? s k)', '(starts-with? s s)', '(ends-with? s k)', '(ends-with? s s)', '(blank? s)', '(blank? f)', '(pad-left k 20 "0")', '(pad-left "" n)', '(pad-right k n "ö")'],
  vectors: ['(vector i i)', '(conj v 1)', '(conj w 1 2 3)', '(concat v v)', '(concat e e)', '(first v)', '(first m)', '(last m)', '(first o)', '(rest v)', '(rest m)', '(rest (assoc m "x" i))', '(take 3 (assoc m "x" i))', '(nth (assoc m "x" i) 0)', '(butlast (assoc m "x" i))', '(take 3 m)', '(nth m 0)', '(nth v 0)', '(drop 1 r)', '(take 40 r)', '(slice r 0 1)', '(slice r 0)', '(reverse v)', '(reverse (conj w i))', '(sort v)', '(sort d)', '(sort h)', '(sort D)', '(distinct D)', '(distinct [i 2])', '(sort w)', '(sort l)', '(sort e)', '(sort p)', '(distinct v)', '(distinct w)', '(distinct l)', '(distinct p)', '(distinct r)', '(flatten p)', '(flatten e)', '(range n)', '(repeat n 1)', '(partition 3 v)', '(partition 1 v)', '(partition 20 1 v)', '(partition 40 1 r)', '(interleave v w)', '(zip v w)', '(includes? v -1)', '(index-of w "x")', '(index-of h -1)', '(empty? v)', '(range 1e399 1e398 -1e397)', '(drop 50 (assoc r 0 i))', '(rest (assoc r 0 i))', '(rest (conj r i))', '(second v)', '(second m)', '(next v)', '(next m)', '(insert-at v 0 i)', '(insert-at r 1 i)', '(insert-at (assoc r 0 i) 1 i)', '(remove-at v 0)', '(remove-at (assoc r 0 i) 0)', '(partition-all 3 v)', '(partition-all 1 v)', '(partition-all 40 1 r)', '(indexes-of v 7)', '(indexes-of w "x")', '(indexes-of (repeat n 7) 7)', '(let [[a & more] r] more)', '(concat v [1])'],
  maps: ['(:a {:a i})', '(get {:a i} :a)', '(get v 0)', '(get m k)', '(get b j)', '(get o "7")', '(get-in q y)', '(get-in m [k])', '(assoc {:a 1} :b i)', '(assoc m k 1)', '(assoc m "x" 1)', '(assoc b j 1)', '(assoc v 0 1)', '(assoc o "7" 1)', '(assoc-in q y 1)', '(update m k inc)', '(update-in q y inc)', '(update-in m [k] inc)', '(dissoc m k)', '(dissoc o "7")', '(merge m m)', '(merge m {:x 1})', '(merge m b)', '(merge m {:x 1} {:y 1} {:z 1})', '(merge m m m)', '(into {} p)', '(into [] v)', '(into v p)', '(into {} (entries b))', '(keys m)', '(vals m)', '(entries m)', '(entries (assoc m "x" i))', '(entries (dissoc o "7"))', '(vec (assoc m "x" i))', '(into v (assoc m "x" i))', '(select-keys m w)', '(select-keys b l)', '(select-keys m [k])', '(contains? m k)', '(zipmap w v)', '(zipmap l v)', '(zipmap v v)', '(let [{:keys [a]} m] a)', '(:a m)', '(case k "key 1" 1 "key 2" 2 3)', '(into v [1])', '(into m [["x" 1]])', '(conj m [k 1])', '(conj b [j 1])', '(conj {:a 1} m)', '(conj o ["7" 1])', '(deep-merge m m)', '(deep-merge m {:x i})', '(deep-merge q q)', '(deep-merge b {:x i} {:y i})'],
  'higher order': ['(map inc v)', '(map str v)', '(map (fn [x] x) v)', '(map-indexed vector v)', '(filter even? v)', '(remove even? v)', '(keep :a r)', '(reduce + 0 v)', '(reduce + d)', '(reduce conj [] v)', '(reduce (fn [a x] (assoc a x x)) {} w)', '(some nil? v)', '(every? number? v)', '(group-by :b r)', '(group-by even? v)', '(index-by :b r)', '(count-by even? v)', '(group-by str [i])', '(count-by str [i])', '(frequencies w)', '(frequencies v)', '(sort-by :b r)', '(sort-by - v)', '(min-by :a r)', '(min-by :b r)', '(partition-by even? v)', '(partition-by :b r)', '(take-while number? v)', '(drop-while number? v)', '(any? nil? v)', '(find nil? v)', '(max-by :b r)', '(map-vals inc m)', '(filter-vals even? m)', '(mapcat (fn [x] [x x]) v)', '(mapcat vector v)', '(groups even? v)', '(groups :b r)', '(groups identity l)', '(groups identity [i])', '(group-by identity (conj w i))', '(map (comp str inc) v)', '(map (comp :b identity) r)', '(map (fnil inc 0) v)'],
  'handed on': ['(reduce + D)', '(reduce - D)', '(reduce * E)', '(reduce / D)', '(reduce mod D)', '(reduce quot D)', '(reduce max D)', '(reduce compare D)', '(map inc D)', '(map dec D)', '(map - D)', '(map / D)', '(map / g)', '(map round D)', '(map floor D)', '(map abs D)', '(map ceil D)', '(map sqrt D)', '(map str D)', '(map even? v)', '(map odd? v)', '(map integer? D)', '(map zero? D)', '(map pos? D)', '(map neg? D)', '(map-indexed rem D)', '(reduce min D)', '(map-indexed not= D)', '(map-indexed <= D)', '(map-indexed > D)', '(map-indexed >= D)', '(map empty r)', '(map assert w)', '(map month c)', '(map day c)', '(map-indexed + D)', '(map-indexed * D)', '(map-indexed * d)', '(map-indexed - d)', '(map-indexed / D)', '(map-indexed quot D)', '(map-indexed mod D)', '(map-indexed < D)', '(map-indexed = D)', '(map-indexed compare D)', '(map-indexed compare v)', '(map str e)', '(map str r)', '(map parse-number (map str D))', '(map upper w)', '(map trim w)', '(map blank? w)', '(map words w)', '(map lines w)', '(map count w)', '(map empty? e)', '(map first e)', '(map first r)', '(map last r)', '(map rest p)', '(map butlast p)', '(map keys r)', '(map entries r)', '(map vec r)', '(map reverse p)', '(map sort e)', '(map distinct e)', '(map frequencies e)', '(map flatten e)', '(map sum e)', '(map mean e)', '(map median e)', '(map join e)', '(map range v)', '(map vector v)', '(map concat e)', '(map merge r)', '(map interleave e)', '(map date c)', '(map year c)', '(map date? c)', '(map second p)', '(map next p)', '(map identity v)', '(map boolean v)', '(map-indexed lt? v)', '(reduce deep-merge r)', '(map-indexed range v)', '(map-indexed repeat v)', '(map-indexed take p)', '(map-indexed drop p)', '(reduce merge r)', '(reduce concat e)', '(reduce into e)', '(min-by - D)', '(sort-by str D)', '(group-by str D)', '(keep sqrt D)', '(map-vals str m)'],
  dates: ['(instant "2024-05-01T02:30:00.500+02:00")', '(date "2024-05-01T02:30:00.500+02:00")', '(date? "2024-05-01")', '(date? k)', '(instant? "2024-05-01T02:30:00.500+02:00")', '(add-duration "2024-01-31" {:days i})', '(add-duration "2024-01-31T00:00:00Z" {:years 1 :months 1 :weeks 1 :days 1 :hours 1 :minutes 1 :seconds 1})', '(diff "1924-01-31" "2024-05-01" :days)', '(diff "1924-01-31" "2024-05-01" :months)', '(weekday "2024-05-01")', '(year "2024-05-01T02:30:00Z")', '(before? "2024-05-01" "2024-05-02")', '(after? "2024-05-01T02:30:00Z" "2024-05-02T02:30:00Z")', '(map weekday c)', '(format-moment "dd.MM.yyyy" "2024-05-01")', '(format-moment "yy" "2024-05-01")', '(format-moment "EEEE d MMMM yyyy HH:mm:ss.SSSSSSSSS XXX" "2024-05-01T02:30:00.500+02:00" "+02:00")', '(parse-moment "dd.MM.yyyy" "01.05.2024")', '(parse-moment "EEEE d MMMM yyyy" "Sunday 1 December 2024")', '(parse-moment "yyyy-MM-dd HH:mm:ss XXX" "2024-05-01 02:30:00 +02:00")'],
  patterns: ['(matches? "z" s)', '(matches? "a+b" z)', '(matches? "(a|a)*b" z)', '(matches? "[a-z]+ [0-9]+x" s)', '(matches? "(?i)KEY x" s)', '(matches? "a{1,200}b" z)', '(find-pattern "[0-9]+" s)', '(find-patterns "[0-9]+" s)', '(find-patterns "[a-z]?" s)', '(capture-pattern "([a-z]+) ([0-9]+)" s)', '(replace-pattern "[0-9]+" s "x")', '(replace-pattern "" s "x")', '(matches? "ö" u)', '(matches? "(?m)^key 7$" s)', '(find-patterns "(?m)^.*$" s)', '(find-patterns "\\\\p{L}+" u)', '(find-patterns "\\\\p{Lu}" H)', '(split-pattern " " s)', '(split-pattern "" s)', '(capture-patterns "([a-z]+) ([0-9]+)" s)', '(capture-patterns "(?<a>[a-z])(?<b>[0-9])?" s)', '(capture-patterns "()()" s)', '(rewrite-pattern "[0-9]+" s "x")', '(rewrite-pattern "([a-z]+) ([0-9]+)" s "$2 $1")', '(rewrite-pattern "()" s "$1$1$1$1")'],
  evidence: ['(locate t "credit card")', '(locate t "refund")', '(located? s "credit card")', '(locate t k)', '(locate u "größe")', '(locate z "aaa")', '(locate-all t "refund")', '(locate-all t "twelve dollars")', '(locate-all t ["refund" "invoice" "customer pays"])', '(locate-all t x)', '(locate-all w "key")', '(locate-all r x)', '(locate-all A "a")', '(located? "a" k)'],
};

export interface Fairness {
  readonly call: string;
  /** Null for a call that has no size. */
  readonly size: number | null;
  readonly steps: number;
  readonly nanoseconds: number;
}

export async function benchFairness(): Promise<string> {
  const found: Fairness[] = [];
  for (const call of Object.values(CALLS).flat()) {
    for (const size of hasSize(call) ? SIZES : [null]) found.push(await measureCall(call, size));
  }
  found.sort((a, b) => price(b) - price(a));
  const rows = found.map((one) => [
    `\`${one.call}\``,
    one.size === null ? '' : String(one.size),
    String(one.steps),
    one.nanoseconds.toPrecision(3),
    price(one).toPrecision(2),
  ]);
  return `${table(['call', 'n', 'steps', 'ns', 'ns a step'], rows)}\n\n${compareBuiltins(found)}`;
}

/**
 * The dearest builtin beside the cheapest. A builtin is as dear as its dearest application, written as a call or made by a
 * builtin it is handed to, which then is as dear as well; for that is what its price has to cover. An application that ends
 * at once, because a value is compared with itself, is left out.
 */
function compareBuiltins(found: readonly Fairness[]): string {
  const dearest = new Map<string, Fairness>();
  for (const one of found) {
    for (const name of one.call.slice(1).split(' ').slice(0, 2)) {
      // A test in place takes no longer than reading the name it is given.
      if (!isBuiltin(name) || builtin(name).shape.kind === 'test') continue;
      const before = dearest.get(name);
      if (before === undefined || price(one) > price(before)) dearest.set(name, one);
    }
  }
  const sorted = [...dearest.values()].sort((a, b) => price(a) - price(b));
  const at = (part: number): string => price(sorted[Math.floor((sorted.length - 1) * part)]!).toPrecision(2);
  const [first, last] = [sorted[0]!, sorted.at(-1)!];
  return `${dearest.size} builtins by their dearest applications, from \`${first.call}\` (${at(0)} ns a step) over ${at(0.1)}, ${at(0.5)} and ${at(0.9)} at the tenths 1, 5 and 9 to \`${last.call}\` (${at(1)}): a factor of ${(price(last) / price(first)).toFixed(0)}.`;
}

function price({ nanoseconds, steps }: Fairness): number {
  return nanoseconds / steps;
}

/** A name of the material that is written in a text. */
function namesIn(text: string): string[] {
  return Object.keys(MATERIAL).filter((name) =>
    new RegExp(`(?<![-\\w:"?])${name}(?![-\\w?"])`).test(
      text.replace(/"[^"]*"/g, '""').replace(/\(fn .*\)/g, (fn) => fn.replace(/\b[ax]\b/g, '_')),
    ),
  );
}

function hasSize(call: string): boolean {
  return namesIn(call).some((name) => name !== 'x');
}

/** The bindings of all that a call is made of, also through others. */
function materialFor(call: string, size: number): string {
  const wanted = new Set(namesIn(call));
  for (const name of Object.keys(MATERIAL).reverse()) {
    if (wanted.has(name)) for (const part of namesIn(MATERIAL[name]!)) wanted.add(part);
  }
  return Object.entries(MATERIAL)
    .filter(([name]) => wanted.has(name))
    .map(([name, made]) => `${name} ${made.replace(/\bN\b/, String(size))}`)
    .join(' ');
}

async function measureCall(call: string, size: number | null): Promise<Fairness> {
  const machine = createMachine();
  const loop = (body: string): string =>
    `(let [${materialFor(call, size ?? 1)} kept nil] (loop [i 1 kept nil] (if (< i input) (recur (+ i 1) ${body}) (nil? kept))))`;
  const [on, off] = [await compileText(loop(call)), await compileText(loop('nil'))];
  // The literal is a step and no work.
  const steps =
    run(machine, on, 3).steps -
    run(machine, on, 2).steps -
    (run(machine, off, 3).steps - run(machine, off, 2).steps) +
    1;
  // More rounds until the loop, not the building, is what takes the time.
  const building = Math.max(
    least(() => run(machine, on, 2).ms),
    RUN_MS,
  );
  let rounds = 16;
  while (
    rounds < ROUNDS_MAX &&
    least(() => run(machine, on, rounds).ms) < 3 * building &&
    fits(machine, on, rounds * 2)
  )
    rounds *= 2;
  const time = (script: CompiledScript): number =>
    least(() => run(machine, script, rounds).ms) - least(() => run(machine, script, 2).ms);
  return { call, size, steps, nanoseconds: Math.max(((time(on) - time(off)) * 1e6) / (rounds - 2), 0) };
}

/** Whether so many rounds fit memory, which keeps all they make. */
function fits(machine: Machine, script: CompiledScript, rounds: number): boolean {
  return attempt(machine, script, rounds).kind === 'finished';
}

/**
 * The least of a few timings: what the machine does beside only adds. By the wall clock, because a thread's processor time
 * comes in units of 4 ms.
 */
function least(time: () => number): number {
  return Math.min(...Array.from({ length: ROUNDS }, time));
}

async function compileText(text: string): Promise<CompiledScript> {
  const { ok, hash, canonical, program, places, diagnostics } = check(text);
  if (!ok) throw new Error(`${text}: ${JSON.stringify(diagnostics)}`);
  return compile({ hash: hash!, canonical: canonical!, program: program!, canonicalPlace: places });
}

function attempt(machine: Machine, script: CompiledScript, rounds: number): RunResult {
  return machine.run(script, new TextEncoder().encode(String(rounds)), { fuel: FUEL });
}

function run(machine: Machine, script: CompiledScript, rounds: number): { ms: number; steps: number } {
  const started = performance.now();
  const result = attempt(machine, script, rounds);
  const ms = performance.now() - started;
  if (result.kind !== 'finished') throw new Error(`${JSON.stringify(result)}`);
  return { ms, steps: result.steps };
}
