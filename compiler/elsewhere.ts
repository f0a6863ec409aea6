// ELSEWHERE: names of other languages, and what is written for them here.
// In: a name nobody defined. Out: a sentence of help, or null. Why: somebody who writes `head` or `println` made no slip
// of the finger, so the nearest name would mislead.

import { isBuiltin } from './builtins.ts';

export function writtenInstead(name: string): string | null {
  if (Object.hasOwn(ELSEWHERE, name)) return ELSEWHERE[name]!;
  const number = /^([+-]?)(\.[0-9]+)$/.exec(name);
  if (number !== null) return `a number has a digit before its point: \`${number[1] === '-' ? '-' : ''}0${number[2]}\``;
  const space = /^([A-Za-z][\w.-]*)\/([\w*+!?<>=-]+)$/.exec(name);
  if (space !== null) {
    const [, before, inside] = space as unknown as readonly [string, string, string];
    const instead = isBuiltin(inside) ? `it is \`${inside}\`` : writtenInstead(inside);
    return instead === null
      ? `a quotient is \`(/ ${before} ${inside})\`; a name of the module ${before} wants \`(use "${before}")\` above`
      : instead;
  }
  const field = /^([a-z_][a-z0-9_-]*)\.([A-Za-z_][A-Za-z0-9_-]*)$/.exec(name);
  return field === null ? null : `a field is read with a keyword: \`(:${field[2]} ${field[1]})\``;
}

/** Whether a form of this name binds names in other languages: what stands in it is then no mistake of its own. */
export function bindsElsewhere(name: string): boolean {
  return BINDING.has(name);
}

/** Whether a form of this name at the top level defines the name behind it in other languages. */
export function definesElsewhere(name: string): boolean {
  return name.startsWith('def') || DEFINING.has(name);
}

const NIL = 'it is `nil`';
const NO_OUTPUT = 'nothing is printed here: the last expression is the output';
const FAIL = '`(fail "why")` ends the run with a fault, which `attempt` makes data';
const FOLD = 'hand it a collection: `(reduce + xs)`, or `sum`, `join`, `concat`';
const NO_FUNCTIONS = 'functions are not values: write `(fn [x] …)` where a builtin such as `map` wants one';
const MAP_FILTER = 'use `map` and `filter`, or `mapcat` for what is nested';
const NO_CLOCK = 'there is no clock and no chance: pass it in as input';
const NO_CHANGE = 'nothing changes: bind a new name with `let`';
const NO_IMPORT = '`(use "name")` takes the definitions of a module';
const DEFN = 'a function is `(defn name [a b] …)`';
const DEF = 'a value is `(def name value)`';
const CONDITION = 'write `if`, `when-not` or `cond`';
const OTHERWISE =
  'the last test of `cond` is `:else`; the default of `case`, and what `if` gives otherwise, stand last by themselves';

const PART = (name: string): string => `write \`(date-part moment :${name})\``;

const ELSEWHERE: Readonly<Record<string, string>> = {
  null: NIL,
  nul: NIL,
  None: NIL,
  undefined: NIL,
  NULL: NIL,
  True: 'it is `true`',
  False: 'it is `false`',
  println: NO_OUTPUT,
  print: NO_OUTPUT,
  prn: NO_OUTPUT,
  printf: NO_OUTPUT,
  log: NO_OUTPUT,
  throw: FAIL,
  try: FAIL,
  catch: FAIL,
  raise: FAIL,
  error: FAIL,
  apply: FOLD,
  partial: NO_FUNCTIONS,
  complement: NO_FUNCTIONS,
  juxt: NO_FUNCTIONS,
  constantly: NO_FUNCTIONS,
  third: 'write `(nth xs 2 nil)`, or `(let [[_ _ c] xs] c)`',
  memoize: NO_FUNCTIONS,
  for: MAP_FILTER,
  doseq: MAP_FILTER,
  dotimes: 'use `loop` and `recur`, or `(map … (range n))`',
  while: 'use `loop` and `recur`',
  foldl: 'it is `reduce`',
  foldr: '`reduce` folds from the left; `reverse` the collection first',
  fold: 'it is `reduce`',
  mapv: '`map` gives a vector',
  'merge-with': 'use `deep-merge`, or `update` in a `reduce`',
  'insert-nth': 'it is `insert-at`',
  'remove-nth': 'it is `remove-at`',
  'between?': 'write `(<= a x b)`; `in-range?` leaves the upper bound out',
  filterv: '`filter` gives a vector',
  length: 'it is `count`',
  len: 'it is `count`',
  size: 'it is `count`',
  append: 'it is `conj` for elements, `concat` for collections',
  push: 'it is `conj`',
  cons: 'write `(concat [x] xs)`',
  list: 'it is `vector`',
  seq: 'a collection is its own sequence; `(empty? xs)` asks for elements',
  head: 'it is `first`',
  tail: 'it is `rest`',
  car: 'it is `first`',
  cdr: 'it is `rest`',
  'not-empty': 'write `(not (empty? xs))`',
  'empty-p': 'it is `empty?`',
  'null?': 'it is `nil?`',
  'contains-key?': 'it is `contains?`',
  'upper-case': 'it is `upper`',
  'lower-case': 'it is `lower`',
  'to-upper': 'it is `upper`',
  'to-lower': 'it is `lower`',
  capitalize: 'write `(str (upper (subs s 0 1)) (subs s 1))`',
  substring: 'it is `subs`',
  format: 'use `str`, `fixed` and `pad-left`',
  'parse-long': 'it is `parse-number`',
  'parse-double': 'it is `parse-number`',
  int: 'use `floor`, `round` or `parse-number`',
  float: 'every number is a decimal',
  number: 'it is `parse-number`',
  're-find': 'it is `find-pattern`',
  're-matches': 'write `(matches? "^…$" text)`',
  're-seq': 'it is `find-patterns`',
  hour: PART('hour'),
  minute: PART('minute'),
  week: PART('week'),
  quarter: PART('quarter'),
  'day-of-year': PART('day-of-year'),
  'day-of-week': 'it is `weekday`, 1 for Monday',
  'string-join': 'it is `join`',
  'str-join': 'it is `join`',
  'to-string': 'it is `str`',
  'exists?': 'it is `some?`',
  in: 'it is `includes?`: `(includes? xs x)`',
  desc: 'the order is `<` or `>`: `(sort > xs)`',
  asc: 'the order is `<` or `>`: `(sort < xs)`',
  now: NO_CLOCK,
  today: NO_CLOCK,
  rand: NO_CLOCK,
  'rand-int': NO_CLOCK,
  random: NO_CLOCK,
  '==': 'it is `=`',
  '===': 'it is `=`',
  '!=': 'it is `not=`',
  '<>': 'it is `not=`',
  '&&': 'it is `and`',
  '||': 'it is `or`',
  '!': 'it is `not`',
  '%': 'it is `mod`, or `rem` with the sign of the first',
  '**': 'it is `pow`',
  defun: DEFN,
  define: DEFN,
  'defn-': DEFN,
  function: DEFN,
  func: DEFN,
  fun: DEFN,
  val: DEF,
  const: DEF,
  defonce: DEF,
  defvar: DEF,
  defparameter: DEF,
  lambda: 'it is `(fn [x] …)`',
  'let*': 'it is `let`',
  letfn: '`(let [f (fn [x] …)] …)` names a function',
  set: 'there are no sets: use `distinct`, or a map',
  'set!': NO_CHANGE,
  'swap!': NO_CHANGE,
  'reset!': NO_CHANGE,
  atom: NO_CHANGE,
  var: NO_CHANGE,
  deref: 'there are no references: a name stands for its value',
  ns: NO_IMPORT,
  require: NO_IMPORT,
  import: NO_IMPORT,
  defmacro: 'there are no macros',
  quote: 'nothing is quoted: data is written as it is, `[1 2]` or `{:a 1}`',
  unless: CONDITION,
  else: OTHERWISE,
  otherwise: OTHERWISE,
  default: OTHERWISE,
  elif: CONDITION,
  elseif: CONDITION,
  switch: 'it is `case`',
  condp: 'it is `cond`',
  'cond->>': 'it is `cond->`, or `cond`',
  'some->>': 'it is `some->`',
  return: 'the last expression of a body is its value',
  begin: 'it is `do`',
  progn: 'it is `do`',
};

const BINDING: ReadonlySet<string> = new Set([
  'for',
  'doseq',
  'dotimes',
  'defun',
  'define',
  'defn-',
  'function',
  'func',
  'lambda',
  'let*',
  'letfn',
  'when-first',
  'defmacro',
  'ns',
  'require',
  'import',
  'var',
  'catch',
  'try',
]);

const DEFINING: ReadonlySet<string> = new Set(['function', 'func', 'fun', 'var', 'val', 'const']);
