// The programs that are measured: the same work in every language that can say it.

export interface Program {
  readonly name: string;
  readonly script: string;
  /** JSON text. */
  readonly input: string;
  readonly fuel: number;
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
    { sku: 'a-100', price: 19.5, qty: 3 }, { sku: 'b-200', price: 5, qty: 1 }, { sku: 'a-300', price: 120, qty: 1 },
    { sku: 'c-400', price: 2.25, qty: 10 }, { sku: 'b-500', price: 64, qty: 2 },
  ],
  coupon: 'SPRING', country: 'DE',
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
  const coupon = input.coupon === null ? 0 : input.coupon === 'SPRING' ? (total > 100 ? 10 : 5) : input.coupon === 'WELCOME' ? 5 : 0;
  rate = Math.min(15, rate + coupon);
  const discount = (total * rate) / 100;
  const ship = total > 200 ? 0 : (shipping[input.country] ?? 12);
  return JSON.stringify({ total, rate, discount, shipping: ship, pay: total - discount + ship, dear: input.items.filter((item) => item.price > 50).map((item) => item.sku) });
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
    script: RULE, input: RULE_INPUT, fuel: 1_000_000,
    javascript: rule,
    jsonata: `($total := $sum(items.(price * qty)); $rates := {"bronze": 0, "silver": 3, "gold": 5};
      $rate := $min([15, $lookup($rates, customer.tier) + (customer.years >= 3 ? 1 : 0) + (coupon = "SPRING" ? ($total > 100 ? 10 : 5) : coupon = "WELCOME" ? 5 : 0)]);
      $discount := $total * $rate / 100; $ship := $total > 200 ? 0 : country = "DE" ? 4.9 : country = "FR" ? 7.5 : 12;
      {"total": $total, "rate": $rate, "discount": $discount, "shipping": $ship, "pay": $total - $discount + $ship, "dear": items[price > 50].sku})`,
    jsonLogic: {
      if: [{ '>': [{ reduce: [{ var: 'items' }, { '+': [{ var: 'accumulator' }, { '*': [{ var: 'current.price' }, { var: 'current.qty' }] }] }, 0] }, 100] },
        { if: [{ '==': [{ var: 'coupon' }, 'SPRING'] }, 10, 0] }, 5],
    },
    cel: `input.customer.tier == "gold" && input.customer.years >= 3 && input.items.exists(item, item.price > 50) ? 10 : 5`,
    quickjs: RULE_QUICKJS,
  },
  {
    name: 'fib(25)',
    script: '(defn fib [n] (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))) (fib 25)', input: 'null', fuel: 100_000_000,
    javascript: () => {
      const fib = (n: number): number => (n < 2 ? n : fib(n - 1) + fib(n - 2));
      return JSON.stringify(fib(25));
    },
    quickjs: 'const fib = (n) => (n < 2 ? n : fib(n - 1) + fib(n - 2)); return fib(25);',
  },
  {
    name: 'pipeline, 10,000 elements',
    script: '(sum (map (fn [x] (* x 2)) (filter (fn [x] (= (mod x 3) 0)) (range 10000))))', input: 'null', fuel: 100_000_000,
    javascript: () => JSON.stringify(Array.from({ length: 10_000 }, (_, x) => x).filter((x) => x % 3 === 0).map((x) => x * 2).reduce((a, b) => a + b, 0)),
    jsonata: '$sum([0..9999][$ % 3 = 0] ~> $map(function($x) { $x * 2 }))',
    quickjs: 'return Array.from({ length: 10000 }, (_, x) => x).filter((x) => x % 3 === 0).map((x) => x * 2).reduce((a, b) => a + b, 0);',
  },
  {
    name: 'loop, 1,000,000 rounds',
    script: '(loop [i 0 acc 0] (if (< i 1000000) (recur (+ i 1) (mod (+ acc (* i 3)) 1000003)) acc))', input: 'null', fuel: 100_000_000,
    javascript: () => {
      let acc = 0;
      for (let i = 0; i < 1_000_000; i += 1) acc = (acc + i * 3) % 1_000_003;
      return JSON.stringify(acc);
    },
    quickjs: 'let acc = 0; for (let i = 0; i < 1000000; i += 1) acc = (acc + i * 3) % 1000003; return acc;',
  },
];
