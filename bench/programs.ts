// The programs that are measured: the same work in every language that can say it.

/** A script and what it is run with. */
export interface Script {
  readonly name: string;
  readonly script: string;
  /** JSON text. */
  readonly input: string;
  readonly fuel: number;
}

export interface Program extends Script {
  /** The same in plain JavaScript, from JSON text to JSON text. */
  javascript(input: string): string;
  readonly jsonata?: string;
  readonly jsonLogic?: unknown;
  readonly cel?: string;
  /** A function body over `input`, for QuickJS. */
  readonly quickjs?: string;
}

const RULE_INPUT = JSON.stringify({
  customer: { tier: 'gold', years: 4 },
  items: [
    { sku: 'a-100', price: 19.5, qty: 3 },
    { sku: 'b-200', price: 5, qty: 1 },
    { sku: 'a-300', price: 120, qty: 1 },
    { sku: 'c-400', price: 2.25, qty: 10 },
    { sku: 'b-500', price: 64, qty: 2 },
  ],
  coupon: 'SPRING',
  country: 'DE',
});

const RULE = `; A discount rule of the usual size.
(def rates {"bronze" 0 "silver" 3 "gold" 5})
(def shipping {"DE" 4.9 "FR" 7.5})

(defn line-total [item]
  (* (:price item) (:qty item)))

(defn tier-rate [customer]
  (let [rate (get rates (:tier customer) 0)]
    (if (>= (:years customer) 3) (+ rate 1) rate)))

(defn coupon-rate [code total]
  (cond
    (nil? code) 0
    (= code "SPRING") (if (> total 100) 10 5)
    (= code "WELCOME") 5
    :else 0))

(let [items (:items input)
      total (sum (map line-total items))
      customer (:customer input)
      rate (min 15 (+ (tier-rate customer) (coupon-rate (:coupon input) total)))
      discount (/ (* total rate) 100)
      free? (> total 200)
      ship (if free? 0 (get shipping (:country input) 12))
      dear (filter (fn [item] (> (:price item) 50)) items)]
  {:total total
   :rate rate
   :discount discount
   :shipping ship
   :pay (+ (- total discount) ship)
   :dear (map :sku dear)})`;

interface RuleInput {
  customer: { tier: string; years: number };
  items: { sku: string; price: number; qty: number }[];
  coupon: string | null;
  country: string;
}

function rule(text: string): string {
  const input = JSON.parse(text) as RuleInput;
  const rates: Record<string, number> = { bronze: 0, silver: 3, gold: 5 };
  const shipping: Record<string, number> = { DE: 4.9, FR: 7.5 };
  const total = input.items.map((item) => item.price * item.qty).reduce((a, b) => a + b, 0);
  let rate = rates[input.customer.tier] ?? 0;
  if (input.customer.years >= 3) rate += 1;
  const coupon =
    input.coupon === null ? 0 : input.coupon === 'SPRING' ? (total > 100 ? 10 : 5) : input.coupon === 'WELCOME' ? 5 : 0;
  rate = Math.min(15, rate + coupon);
  const discount = (total * rate) / 100;
  const ship = total > 200 ? 0 : (shipping[input.country] ?? 12);
  return JSON.stringify({
    total,
    rate,
    discount,
    shipping: ship,
    pay: total - discount + ship,
    dear: input.items.filter((item) => item.price > 50).map((item) => item.sku),
  });
}

const RULE_QUICKJS = `
  const rates = { bronze: 0, silver: 3, gold: 5 }, shipping = { DE: 4.9, FR: 7.5 };
  const total = input.items.map((item) => item.price * item.qty).reduce((a, b) => a + b, 0);
  let rate = rates[input.customer.tier] ?? 0;
  if (input.customer.years >= 3) rate += 1;
  rate = Math.min(15, rate + (input.coupon === null ? 0 : input.coupon === 'SPRING' ? (total > 100 ? 10 : 5) : input.coupon === 'WELCOME' ? 5 : 0));
  const discount = (total * rate) / 100, ship = total > 200 ? 0 : (shipping[input.country] ?? 12);
  return { total, rate, discount, shipping: ship, pay: total - discount + ship, dear: input.items.filter((item) => item.price > 50).map((item) => item.sku) };`;

export const PROGRAMS: readonly Program[] = [
  {
    name: 'rule, 30 lines, JSON in and out',
    script: RULE,
    input: RULE_INPUT,
    fuel: 1_000_000,
    javascript: rule,
    jsonata: `($total := $sum(items.(price * qty)); $rates := {"bronze": 0, "silver": 3, "gold": 5};
      $rate := $min([15, $lookup($rates, customer.tier) + (customer.years >= 3 ? 1 : 0) + (coupon = "SPRING" ? ($total > 100 ? 10 : 5) : coupon = "WELCOME" ? 5 : 0)]);
      $discount := $total * $rate / 100; $ship := $total > 200 ? 0 : country = "DE" ? 4.9 : country = "FR" ? 7.5 : 12;
      {"total": $total, "rate": $rate, "discount": $discount, "shipping": $ship, "pay": $total - $discount + $ship, "dear": items[price > 50].sku})`,
    jsonLogic: {
      if: [
        {
          '>': [
            {
              reduce: [
                { var: 'items' },
                { '+': [{ var: 'accumulator' }, { '*': [{ var: 'current.price' }, { var: 'current.qty' }] }] },
                0,
              ],
            },
            100,
          ],
        },
        { if: [{ '==': [{ var: 'coupon' }, 'SPRING'] }, 10, 0] },
        5,
      ],
    },
    cel: `input.customer.tier == "gold" && input.customer.years >= 3 && input.items.exists(item, item.price > 50) ? 10 : 5`,
    quickjs: RULE_QUICKJS,
  },
  {
    name: 'fib(25)',
    script: '(defn fib [n] (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 25)',
    input: 'null',
    fuel: 100_000_000,
    javascript: () => {
      const fib = (n: number): number => (n < 2 ? n : fib(n - 1) + fib(n - 2));
      return JSON.stringify(fib(25));
    },
    quickjs: 'const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2)); return fib(25);',
  },
  {
    name: 'pipeline, 10,000 elements',
    script: '(sum (map (fn [x] (* x 2)) (filter (fn [x] (= (mod x 3) 0)) (range 10000))))',
    input: 'null',
    fuel: 100_000_000,
    javascript: () =>
      JSON.stringify(
        Array.from({ length: 10_000 }, (_, x) => x)
          .filter((x) => x % 3 === 0)
          .map((x) => x * 2)
          .reduce((a, b) => a + b, 0),
      ),
    jsonata: '$sum([0..9999][$ % 3 = 0] ~> $map(function($x) { $x * 2 }))',
    quickjs:
      'return Array.from({ length: 10000 }, (_, x) => x).filter((x) => x % 3 === 0).map((x) => x * 2).reduce((a, b) => a + b, 0);',
  },
  {
    name: 'loop, 1,000,000 rounds',
    script: '(loop [i 0 acc 0] (if (< i 1000000) (recur (+ i 1) (mod (+ acc (* i 3)) 1000003)) acc))',
    input: 'null',
    fuel: 100_000_000,
    javascript: () => {
      let acc = 0;
      for (let i = 0; i < 1_000_000; i += 1) acc = (acc + i * 3) % 1_000_003;
      return JSON.stringify(acc);
    },
    quickjs: 'let acc = 0; for (let i = 0; i < 1000000; i += 1) acc = (acc + i * 3) % 1000003; return acc;',
  },
];

function without(name: string, script: string): Script {
  return { name, script, input: 'null', fuel: 1_000_000_000 };
}

/** More shapes of programs, to see what the meter costs: recursion of every kind, branches, functions in loops, collections. */
export const SHAPES: readonly Script[] = [
  without(
    'Ackermann(2, 60)',
    '(defn ack [m n] (cond (< m 1) (+ n 1) (< n 1) (ack (- m 1) 1) :else (ack (- m 1) (ack m (- n 1))))) (ack 2 60)',
  ),
  without(
    'tak(14, 8, 2)',
    '(defn tak [x y z] (if (< y x) (tak (tak (- x 1) y z) (tak (- y 1) z x) (tak (- z 1) x y)) z)) (tak 14 8 2)',
  ),
  without(
    'sum by recursion, 400 deep',
    '(defn total [n] (if (< n 1) 0 (+ n (total (- n 1))))) (map (fn [x] (total 400)) (range 100))',
  ),
  without(
    'two functions in turn, 400 deep',
    '(defn even [n] (if (< n 1) true (odd (- n 1)))) (defn odd [n] (if (< n 1) false (even (- n 1)))) (map (fn [x] (even 400)) (range 100))',
  ),
  without(
    'a tree of maps, 12 deep',
    '(defn tree [n] (if (< n 1) nil {:left (tree (- n 1)) :right (tree (- n 1))})) (count (tree 12))',
  ),
  without(
    'Collatz below 3,000',
    `(loop [i 1 best 0]
    (if (< i 3000)
      (recur (+ i 1) (max best (loop [n i steps 0] (cond (= n 1) steps (> steps 500) steps (even? n) (recur (quot n 2) (+ steps 1)) :else (recur (+ (* 3 n) 1) (+ steps 1))))))
      best))`,
  ),
  without(
    'loop in a loop, 600 × 600',
    '(loop [i 0 a 0] (if (< i 600) (recur (+ i 1) (loop [j 0 b a] (if (< j 600) (recur (+ j 1) (+ b j)) b))) a))',
  ),
  without(
    'cond in a loop',
    '(loop [i 0 a 0] (if (< i 100000) (recur (+ i 1) (+ a (cond (< i 10) 1 (< i 100) 2 (< i 1000) 3 :else 4))) a))',
  ),
  without(
    'case in a loop',
    '(loop [i 0 a 0] (if (< i 100000) (recur (+ i 1) (+ a (case (mod i 4) 0 1 1 2 2 3 4))) a))',
  ),
  without(
    'and, or in a loop',
    '(loop [i 0 a 0] (if (< i 100000) (recur (+ i 1) (if (and (> i 5) (or (even? i) (odd? i)) (not (= i 7))) (+ a 1) a)) a))',
  ),
  without(
    'a function in a loop',
    '(defn square [x] (* x x)) (loop [i 0 a 0] (if (< i 100000) (recur (+ i 1) (+ a (mod (square i) 7))) a))',
  ),
  without('map with a function', '(defn next [x] (+ x 1)) (count (map next (range 50000)))'),
  without('reduce with fn', '(reduce (fn [a x] (+ a x)) 0 (range 50000))'),
  without('every? with fn', '(every? (fn [x] (>= x 0)) (range 50000))'),
  without('records, filtered', '(count (filter :a (map (fn [i] {:a (even? i)}) (range 20000))))'),
  without('assoc in a reduce', '(count (reduce (fn [m i] (assoc m :k i)) {} (range 20000)))'),
  without('texts', '(count (map (fn [x] (str "a" x)) (range 10000)))'),
];

/** Rounds of two or three processor cycles, which do nothing: there is nothing for the meter to hide behind. */
export const EMPTY: readonly Script[] = [
  without(
    'a function that does nothing, in a loop',
    '(defn same [x] x) (loop [i 0 a 0] (if (< i 200000) (recur (+ i 1) (+ a (same i))) a))',
  ),
  without('counting up', '(loop [i 0] (if (< i 1000000) (recur (+ i 1)) i))'),
  without('counting down', '(loop [i 1000000] (if (> i 0) (recur (dec i)) i))'),
];
