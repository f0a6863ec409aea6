// SPECIALS: the one list of special forms: names, shapes and what they are for.
// The analysis, the reference page and editor completion read it; how each is resolved is in special-forms.ts.

export interface Special {
  readonly signature: string;
  /** How many parts may follow the name, as far as a count can say. */
  readonly min: number;
  readonly max: number | null;
  /** Whether all parts are expressions, so that they can be looked at when their count is wrong. */
  readonly isPlain: boolean;
  readonly doc: string;
  /** A script and the script of its result; a test runs both on both engines. */
  readonly example: readonly [source: string, result: string];
  /** What the example uses. */
  readonly modules?: Readonly<Record<string, string>>;
}

export const SPECIALS = {
  def: {
    signature: '(def name value)',
    min: 0,
    max: null,
    isPlain: false,
    doc: 'Names a value, at the top level.',
    example: ['(def rate 0.2) (* rate 50)', '10'],
  },
  defn: {
    signature: '(defn name "doc"? [params] body…)',
    min: 0,
    max: null,
    isPlain: false,
    doc: 'Names a function, at the top level.',
    example: [
      '(defn total "Price times quantity." [item] (* (:price item) (:qty item))) (total {:price 2.5 :qty 4})',
      '10',
    ],
  },
  use: {
    signature: '(use "name")',
    min: 0,
    max: null,
    isPlain: false,
    doc: 'Makes the definitions of a module known as `name/…`, at the top level. The module is NAME.script beside the script, or is given with it.',
    example: ['(use "money") (money/cents 12.5)', '1250'],
    modules: { money: '(defn cents [amount] (* 100 amount))' },
  },
  fn: {
    signature: '(fn [params] body…)',
    min: 0,
    max: null,
    isPlain: false,
    doc: 'A function for a higher-order builtin, or called at once.',
    example: ['(map (fn [x] (* x x)) [1 2 3])', '[1 4 9]'],
  },
  let: {
    signature: '(let [name value …] body…)',
    min: 2,
    max: null,
    isPlain: false,
    doc: 'Binds names one after the other; its value is that of the last expression.',
    example: [
      '(let [{:keys [price] :or {price 1}} {:price 3} [a b & more] [1 2 3 4]] [price a b more])',
      '[3 1 2 [3 4]]',
    ],
  },
  if: {
    signature: '(if test then else?)',
    min: 2,
    max: 3,
    isPlain: true,
    doc: 'The first branch when the test is truthy, else the second, or nil.',
    example: ['(if (> 3 2) "more" "less")', '"more"'],
  },
  'if-not': {
    signature: '(if-not test then else?)',
    min: 2,
    max: 3,
    isPlain: true,
    doc: 'The first branch when the test is falsy, else the second, or nil.',
    example: ['(if-not (> 3 2) "less" "more")', '"more"'],
  },
  when: {
    signature: '(when test body…)',
    min: 2,
    max: null,
    isPlain: true,
    doc: 'The body when the test is truthy, else nil.',
    example: ['(when (empty? []) "nothing")', '"nothing"'],
  },
  'when-not': {
    signature: '(when-not test body…)',
    min: 2,
    max: null,
    isPlain: true,
    doc: 'The body when the test is falsy, else nil.',
    example: ['(when-not (empty? []) "something")', 'nil'],
  },
  cond: {
    signature: '(cond test value … :else value)',
    min: 0,
    max: null,
    isPlain: true,
    doc: 'The value after the first truthy test; nil when there is none.',
    example: ['(let [n 7] (cond (< n 5) "few" (< n 10) "some" :else "many"))', '"some"'],
  },
  case: {
    signature: '(case x constant value … default?)',
    min: 2,
    max: null,
    isPlain: false,
    doc: 'The value after the constant, or the list of constants, that equals x; else the default, or the fault `failed`.',
    example: ['(case "fr" ("de" "at") "German" "fr" "French" "other")', '"French"'],
  },
  and: {
    signature: '(and x …)',
    min: 0,
    max: null,
    isPlain: true,
    doc: 'The first falsy value, else the last; true of nothing.',
    example: ['(and 1 nil 2)', 'nil'],
  },
  or: {
    signature: '(or x …)',
    min: 0,
    max: null,
    isPlain: true,
    doc: 'The first truthy value, else the last; nil of nothing.',
    example: ['(or nil false 2)', '2'],
  },
  do: {
    signature: '(do x …)',
    min: 0,
    max: null,
    isPlain: true,
    doc: 'Evaluates all; its value is the last.',
    example: ['(do (assert (pos? 2)) :done)', '"done"'],
  },
  attempt: {
    signature: '(attempt body…)',
    min: 1,
    max: null,
    isPlain: true,
    doc: 'A map of the `:value` of the body, or, where it faults, of the code as `:fault` and the text given to `fail` or `assert` as `:text`. What ends a run for good, `out-of-fuel` and `out-of-memory`, is not caught.',
    example: [
      '[(attempt (/ 6 2)) (attempt (/ 6 0)) (attempt (fail "no rate"))]',
      '[{:value 3} {:fault "divide-by-zero"} {:fault "failed" :text "no rate"}]',
    ],
  },
  fmt: {
    signature: '(fmt "text with {name}")',
    min: 1,
    max: 1,
    isPlain: false,
    doc: 'The text with the value of a name in each pair of braces, as `str` writes it: `{order.id}` for a field, `{total:2}` with that many decimals, as `fixed` rounds them; `{{` and `}}` for braces.',
    example: [
      '(let [order {:id 7 :total 12.5}] (fmt "Order {order.id}: {order.total:2} EUR"))',
      '"Order 7: 12.50 EUR"',
    ],
  },
  loop: {
    signature: '(loop [name value …] body…)',
    min: 2,
    max: null,
    isPlain: false,
    doc: 'As let, and the place `recur` goes back to.',
    example: ['(loop [i 0 sum 0] (if (< i 4) (recur (inc i) (+ sum i)) sum))', '6'],
  },
  recur: {
    signature: '(recur value …)',
    min: 0,
    max: null,
    isPlain: true,
    doc: 'Back to the loop or the start of the function, with new values.',
    example: ['(defn down [n] (if (> n 0) (recur (dec n)) :landed)) (down 3)', '"landed"'],
  },
  '->': {
    signature: '(-> x stage …)',
    min: 1,
    max: null,
    isPlain: false,
    doc: 'Puts the value so far as the first argument into each stage.',
    example: ['(-> {:price 5} :price (- 1) (* 2))', '8'],
  },
  '->>': {
    signature: '(->> x stage …)',
    min: 1,
    max: null,
    isPlain: false,
    doc: 'Puts the value so far as the last argument into each stage.',
    example: ['(->> [1 2 3 4] (filter even?) (map inc))', '[3 5]'],
  },
  'some->': {
    signature: '(some-> x stage …)',
    min: 1,
    max: null,
    isPlain: false,
    doc: 'As `->`, and stops at nil.',
    example: ['(some-> {:a {:b nil}} :a :b inc)', 'nil'],
  },
  'cond->': {
    signature: '(cond-> x test stage …)',
    min: 1,
    max: null,
    isPlain: false,
    doc: 'As `->`, through the stages whose test is truthy.',
    example: ['(cond-> 100 true (* 0.9) false (- 5))', '90'],
  },
  'if-let': {
    signature: '(if-let [name value] then else?)',
    min: 2,
    max: 3,
    isPlain: false,
    doc: 'Binds the value and takes the first branch when it is truthy.',
    example: ['(if-let [x (:qty {:qty 3})] (* 2 x) 0)', '6'],
  },
  'when-let': {
    signature: '(when-let [name value] body…)',
    min: 2,
    max: null,
    isPlain: false,
    doc: 'Binds the value and evaluates the body when it is truthy.',
    example: ['(when-let [[a] [7 8]] a)', '7'],
  },
  'if-some': {
    signature: '(if-some [name value] then else?)',
    min: 2,
    max: 3,
    isPlain: false,
    doc: 'Binds the value and takes the first branch when it is not nil.',
    example: ['(if-some [x (:flag {:flag false})] [x] "missing")', '[false]'],
  },
  'when-some': {
    signature: '(when-some [name value] body…)',
    min: 2,
    max: null,
    isPlain: false,
    doc: 'Binds the value and evaluates the body when it is not nil.',
    example: ['(when-some [x (first [])] (inc x))', 'nil'],
  },
} as const satisfies Record<string, Special>;

export type SpecialName = keyof typeof SPECIALS;

export const SPECIAL_NAMES = Object.keys(SPECIALS) as SpecialName[];

export function isSpecial(name: string): name is SpecialName {
  return Object.hasOwn(SPECIALS, name);
}
