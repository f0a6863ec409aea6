// BUILTINS: the one list of what the language can do. The checker, the interpreter, the code generator, the reference
// page, editor completion and the wire's `builtins` all read it. Names are frozen with the language id.
//
// What every row means, exactly, is in two places that must agree: the reference interpreter (runtime/interpret), which
// is the definition, and the runtime (runtime/assembly), which is fast. Costs are explained in steps.ts.
// It is longer than other files because it is one table.

import type { FaultCode } from './faults.ts';
import type { CostClass } from './steps.ts';

export type Family =
  | 'number'
  | 'logic'
  | 'strings'
  | 'vectors'
  | 'maps'
  | 'higher'
  | 'dates'
  | 'evidence'
  | 'patterns'
  | 'failing';

/** How a builtin takes its arguments; `entry` is the function's name in the WebAssembly runtime. */
export type Shape =
  /** One runtime call; an argument that was not written is passed as "absent". */
  | { readonly kind: 'fixed'; readonly entry: string }
  /** Tells something of one argument by its word alone: emitted code does it in place (emit/apply.ts). */
  | { readonly kind: 'test' }
  /** The first `lead` arguments as they are, all others packed into one vector. */
  | { readonly kind: 'variadic'; readonly entry: string; readonly lead: number }
  /** Two at a time from the left. `alone`: what stands before a single argument (0, 1 or itself); it is also the value of no arguments. */
  | { readonly kind: 'fold'; readonly entry: string; readonly alone: 'zero' | 'one' | 'same' }
  /** Neighbours from the left until one is false. `alone` checks a single argument. */
  | { readonly kind: 'chain'; readonly entry: string; readonly alone: string | null; readonly negated: boolean }
  /** Applies a function: the argument at `position`, called with `arity` values (and any written after it, for `update`). */
  | { readonly kind: 'higher'; readonly position: number; readonly arity: number }
  /** Makes a function where one is wanted; the analysis writes it out (callees.ts), so no engine knows it. */
  | { readonly kind: 'maker' };

interface Builtin {
  readonly family: Family;
  /**
   * Parameter names; `x?` may be left out (those written fill the optional ones from the left), `& more` takes the rest,
   * `& pairs` takes it in twos. Optional ones may stand before required ones (`separator? coll`).
   */
  readonly params: string;
  readonly shape: Shape;
  readonly cost: CostClass;
  /** Faults beside `out-of-fuel` and `out-of-memory`. */
  readonly faults: readonly FaultCode[];
  readonly doc: string;
  /** A script and the script of its result; a test runs both on both engines. */
  readonly example: readonly [source: string, result: string];
}

// biome-ignore format: one row a builtin
export const BUILTINS = {
  '+': { family: 'number', params: '& numbers', shape: { kind: 'fold', entry: 'add', alone: 'zero' }, cost: 'arithmetic', faults: ['type', 'number-range'],
    doc: 'Sum; exact on whole numbers, else rounded half-even to 18 digits.', example: ['(+ 0.1 0.2)', '0.3'] },
  '-': { family: 'number', params: 'x & numbers', shape: { kind: 'fold', entry: 'subtract', alone: 'zero' }, cost: 'arithmetic', faults: ['type', 'number-range'],
    doc: 'Difference; with one argument its negation.', example: ['(- 5 3)', '2'] },
  '*': { family: 'number', params: '& numbers', shape: { kind: 'fold', entry: 'multiply', alone: 'one' }, cost: 'arithmetic', faults: ['type', 'number-range'],
    doc: 'Product; exact on whole numbers, else rounded half-even to 18 digits.', example: ['(* 1.5 4)', '6'] },
  '/': { family: 'number', params: 'x & numbers', shape: { kind: 'fold', entry: 'divide', alone: 'one' }, cost: 'arithmetic', faults: ['type', 'number-range', 'divide-by-zero'],
    doc: 'Quotient rounded half-even to 18 digits; with one argument its reciprocal.', example: ['(/ 1 8)', '0.125'] },
  'inc': { family: 'number', params: 'x', shape: { kind: 'fixed', entry: 'increment' }, cost: 'arithmetic', faults: ['type', 'number-range'],
    doc: 'One more.', example: ['(inc 41)', '42'] },
  'dec': { family: 'number', params: 'x', shape: { kind: 'fixed', entry: 'decrement' }, cost: 'arithmetic', faults: ['type', 'number-range'],
    doc: 'One less.', example: ['(dec 43)', '42'] },
  'quot': { family: 'number', params: 'x y', shape: { kind: 'fixed', entry: 'quotient' }, cost: 'arithmetic', faults: ['type', 'number-range', 'divide-by-zero'],
    doc: 'Whole quotient, truncated towards zero.', example: ['(quot -7 2)', '-3'] },
  'rem': { family: 'number', params: 'x y', shape: { kind: 'fixed', entry: 'remainder' }, cost: 'arithmetic', faults: ['type', 'number-range', 'divide-by-zero'],
    doc: 'Remainder of `quot`; has the sign of x.', example: ['(rem -7 2)', '-1'] },
  'mod': { family: 'number', params: 'x y', shape: { kind: 'fixed', entry: 'modulo' }, cost: 'arithmetic', faults: ['type', 'number-range', 'divide-by-zero'],
    doc: 'Remainder of the floored quotient; has the sign of y.', example: ['(mod -7 2)', '1'] },
  'abs': { family: 'number', params: 'x', shape: { kind: 'fixed', entry: 'absolute' }, cost: 'constant', faults: ['type', 'number-range'],
    doc: 'Magnitude.', example: ['(abs -2.5)', '2.5'] },
  'min': { family: 'number', params: 'x & numbers', shape: { kind: 'fold', entry: 'minimum', alone: 'same' }, cost: 'constant', faults: ['type'],
    doc: 'Smallest of its arguments.', example: ['(min 3 1 2)', '1'] },
  'max': { family: 'number', params: 'x & numbers', shape: { kind: 'fold', entry: 'maximum', alone: 'same' }, cost: 'constant', faults: ['type'],
    doc: 'Largest of its arguments.', example: ['(max 3 1 2)', '3'] },
  'floor': { family: 'number', params: 'x', shape: { kind: 'fixed', entry: 'floor' }, cost: 'constant', faults: ['type', 'number-range'],
    doc: 'Largest whole number not above x.', example: ['(floor -1.5)', '-2'] },
  'ceil': { family: 'number', params: 'x', shape: { kind: 'fixed', entry: 'ceiling' }, cost: 'constant', faults: ['type', 'number-range'],
    doc: 'Smallest whole number not below x.', example: ['(ceil 1.2)', '2'] },
  'round': { family: 'number', params: 'x places? mode?', shape: { kind: 'fixed', entry: 'round' }, cost: 'constant', faults: ['type', 'number-range'],
    doc: 'x with `places` decimals (default 0; negative: tens, hundreds …) by `mode`: `:half-even` (default), `:half-up` or `:half-down` for what lies in the middle, `:down` towards 0, `:up` away from it, `:floor`, `:ceil`.', example: ['(round 2.345 2)', '2.34'] },
  'fixed': { family: 'number', params: 'x places mode?', shape: { kind: 'fixed', entry: 'fixed' }, cost: 'digits', faults: ['type', 'number-range'],
    doc: 'Text of x with exactly `places` decimals, rounded by `mode` as `round` does.', example: ['(fixed 2.5 2)', '"2.50"'] },
  'sqrt': { family: 'number', params: 'x', shape: { kind: 'fixed', entry: 'squareRoot' }, cost: 'heavy', faults: ['type', 'number-range'],
    doc: 'Correctly rounded square root.', example: ['(sqrt 2)', '1.41421356237309505'] },
  'pow': { family: 'number', params: 'x exponent', shape: { kind: 'fixed', entry: 'power' }, cost: 'power', faults: ['type', 'number-range', 'divide-by-zero'],
    doc: 'x to an exponent of magnitude up to 9,999,999; with a fraction in it, of x from 0 on, rounded half-even to 18 digits.', example: ['[(pow 2 10) (pow 2 0.5)]', '[1024 1.41421356237309505]'] },
  'exp': { family: 'number', params: 'x', shape: { kind: 'fixed', entry: 'exponential' }, cost: 'series', faults: ['type', 'number-range'],
    doc: 'e to the power of x, rounded half-even to 18 digits.', example: ['(exp 1)', '2.71828182845904524'] },
  'ln': { family: 'number', params: 'x', shape: { kind: 'fixed', entry: 'naturalLogarithm' }, cost: 'series', faults: ['type', 'number-range'],
    doc: 'Natural logarithm of x above 0, rounded half-even to 18 digits.', example: ['(ln 2)', '0.693147180559945309'] },
  'log10': { family: 'number', params: 'x', shape: { kind: 'fixed', entry: 'decimalLogarithm' }, cost: 'series', faults: ['type', 'number-range'],
    doc: 'Logarithm of x above 0 to the base of ten, rounded half-even to 18 digits; exact of powers of ten.', example: ['[(log10 0.001) (log10 2)]', '[-3 0.301029995663981195]'] },
  'sum': { family: 'number', params: 'coll', shape: { kind: 'fixed', entry: 'sum' }, cost: 'sum', faults: ['type', 'number-range'],
    doc: 'Sum of the elements, folded from the left.', example: ['(sum [1 2 3])', '6'] },
  'product': { family: 'number', params: 'coll', shape: { kind: 'fixed', entry: 'product' }, cost: 'sum', faults: ['type', 'number-range'],
    doc: 'Product of the elements, folded from the left.', example: ['(product [2 3 4])', '24'] },
  'mean': { family: 'number', params: 'coll', shape: { kind: 'fixed', entry: 'mean' }, cost: 'sum', faults: ['type', 'number-range'],
    doc: 'Arithmetic mean; nil of nothing.', example: ['(mean [1 2 4])', '2.33333333333333333'] },
  'median': { family: 'number', params: 'coll', shape: { kind: 'fixed', entry: 'median' }, cost: 'order', faults: ['type', 'number-range'],
    doc: 'Middle element, or the mean of the middle two; nil of nothing.', example: ['(median [5 1 3])', '3'] },
  'stddev': { family: 'number', params: 'coll', shape: { kind: 'fixed', entry: 'deviation' }, cost: 'deviation', faults: ['type', 'number-range'],
    doc: 'Standard deviation of a sample (n − 1 below the root), correctly rounded half-even to 18 digits; nil of less than two numbers.', example: ['(stddev [2 4 7 5])', '2.08166599946613274'] },
  'mode': { family: 'number', params: 'coll', shape: { kind: 'fixed', entry: 'mode' }, cost: 'order', faults: ['type', 'too-deep'],
    doc: 'The elements that occur most often, each once, in the order of `sort`; `[]` of nothing.', example: ['[(mode [6 3 9 6 6]) (mode [6 1 9 6 1])]', '[[6] [1 6]]'] },
  'number?': { family: 'number', params: 'x', shape: { kind: 'test' }, cost: 'constant', faults: [],
    doc: 'Whether x is a number.', example: ['(number? 1.5)', 'true'] },
  'integer?': { family: 'number', params: 'x', shape: { kind: 'fixed', entry: 'isInteger' }, cost: 'constant', faults: [],
    doc: 'Whether x is a whole number.', example: ['(integer? 2.0)', 'true'] },
  'even?': { family: 'number', params: 'x', shape: { kind: 'fixed', entry: 'isEven' }, cost: 'constant', faults: ['type', 'number-range'],
    doc: 'Whether a whole number is even.', example: ['(even? 4)', 'true'] },
  'odd?': { family: 'number', params: 'x', shape: { kind: 'fixed', entry: 'isOdd' }, cost: 'constant', faults: ['type', 'number-range'],
    doc: 'Whether a whole number is odd.', example: ['(odd? 4)', 'false'] },
  'zero?': { family: 'number', params: 'x', shape: { kind: 'fixed', entry: 'isZero' }, cost: 'constant', faults: ['type'],
    doc: 'Whether x is 0.', example: ['(zero? 0.0)', 'true'] },
  'pos?': { family: 'number', params: 'x', shape: { kind: 'fixed', entry: 'isPositive' }, cost: 'constant', faults: ['type'],
    doc: 'Whether x is above 0.', example: ['(pos? 2)', 'true'] },
  'neg?': { family: 'number', params: 'x', shape: { kind: 'fixed', entry: 'isNegative' }, cost: 'constant', faults: ['type'],
    doc: 'Whether x is below 0.', example: ['(neg? 2)', 'false'] },
  '=': { family: 'logic', params: 'x & others', shape: { kind: 'chain', entry: 'equal', alone: null, negated: false }, cost: 'compare', faults: ['too-deep'],
    doc: 'Deep equality without coercion.', example: ['(= [1 {:a 2.0}] [1 {:a 2}])', 'true'] },
  'not=': { family: 'logic', params: 'x & others', shape: { kind: 'chain', entry: 'equal', alone: null, negated: true }, cost: 'compare', faults: ['too-deep'],
    doc: 'The opposite of `=`.', example: ['(not= 1 2)', 'true'] },
  '<': { family: 'logic', params: 'x & others', shape: { kind: 'chain', entry: 'less', alone: 'orderable', negated: false }, cost: 'compare', faults: ['type'],
    doc: 'Whether the arguments ascend; two numbers or two strings a pair.', example: ['(< 1 2 3)', 'true'] },
  '<=': { family: 'logic', params: 'x & others', shape: { kind: 'chain', entry: 'lessOrEqual', alone: 'orderable', negated: false }, cost: 'compare', faults: ['type'],
    doc: 'Whether the arguments never descend.', example: ['(<= 1 1 2)', 'true'] },
  '>': { family: 'logic', params: 'x & others', shape: { kind: 'chain', entry: 'greater', alone: 'orderable', negated: false }, cost: 'compare', faults: ['type'],
    doc: 'Whether the arguments descend.', example: ['(> "b" "a")', 'true'] },
  '>=': { family: 'logic', params: 'x & others', shape: { kind: 'chain', entry: 'greaterOrEqual', alone: 'orderable', negated: false }, cost: 'compare', faults: ['type'],
    doc: 'Whether the arguments never ascend.', example: ['(>= 2 2 1)', 'true'] },
  'lt?': { family: 'logic', params: 'a b', shape: { kind: 'fixed', entry: 'isLess' }, cost: 'compare', faults: ['type'],
    doc: 'Whether a is below b, both numbers or both strings; false when one is nil, where `<` is the fault `type`.', example: ['[(lt? 1 2) (lt? nil 2)]', '[true false]'] },
  'lte?': { family: 'logic', params: 'a b', shape: { kind: 'fixed', entry: 'isLessOrEqual' }, cost: 'compare', faults: ['type'],
    doc: 'Whether a is at most b, as `lt?` compares.', example: ['[(lte? 2 2) (lte? 2 nil)]', '[true false]'] },
  'gt?': { family: 'logic', params: 'a b', shape: { kind: 'fixed', entry: 'isGreater' }, cost: 'compare', faults: ['type'],
    doc: 'Whether a is above b, as `lt?` compares.', example: ['[(gt? 2 1) (gt? nil nil)]', '[true false]'] },
  'gte?': { family: 'logic', params: 'a b', shape: { kind: 'fixed', entry: 'isGreaterOrEqual' }, cost: 'compare', faults: ['type'],
    doc: 'Whether a is at least b, as `lt?` compares.', example: ['[(gte? 2 2) (gte? nil 1)]', '[true false]'] },
  'in-range?': { family: 'logic', params: 'x from to', shape: { kind: 'fixed', entry: 'isInRange' }, cost: 'compare', faults: ['type'],
    doc: 'Whether x is from `from` up to, but not including, `to`: numbers or strings. A bound that is nil bounds nothing; an x that is nil is in no range.', example: ['(map (fn [x] (in-range? x 18 65)) [17 18 65])', '[false true false]'] },
  'compare': { family: 'logic', params: 'x y', shape: { kind: 'fixed', entry: 'compare' }, cost: 'compare', faults: ['type', 'too-deep'],
    doc: '-1, 0 or 1: nil, then booleans, numbers, strings, vectors, each among its own. nil comes before a map as well, which has no order otherwise: `(compare nil {})` is -1.', example: ['(compare nil 1)', '-1'] },
  'not': { family: 'logic', params: 'x', shape: { kind: 'test' }, cost: 'constant', faults: [],
    doc: 'true of nil and false, else false.', example: ['(not nil)', 'true'] },
  'boolean': { family: 'logic', params: 'x', shape: { kind: 'test' }, cost: 'constant', faults: [],
    doc: 'false of nil and false, else true.', example: ['(boolean 0)', 'true'] },
  'identity': { family: 'logic', params: 'x', shape: { kind: 'fixed', entry: 'identity' }, cost: 'constant', faults: [],
    doc: 'x itself.', example: ['(group-by identity ["a" "b" "a"])', '{:a ["a" "a"] :b ["b"]}'] },
  'nil?': { family: 'logic', params: 'x', shape: { kind: 'test' }, cost: 'constant', faults: [],
    doc: 'Whether x is nil.', example: ['(nil? nil)', 'true'] },
  'some?': { family: 'logic', params: 'x', shape: { kind: 'test' }, cost: 'constant', faults: [],
    doc: 'Whether x is not nil.', example: ['(some? false)', 'true'] },
  'boolean?': { family: 'logic', params: 'x', shape: { kind: 'test' }, cost: 'constant', faults: [],
    doc: 'Whether x is true or false.', example: ['(boolean? false)', 'true'] },
  'true?': { family: 'logic', params: 'x', shape: { kind: 'test' }, cost: 'constant', faults: [],
    doc: 'Whether x is true.', example: ['(true? 1)', 'false'] },
  'false?': { family: 'logic', params: 'x', shape: { kind: 'test' }, cost: 'constant', faults: [],
    doc: 'Whether x is false.', example: ['(false? false)', 'true'] },
  'str': { family: 'strings', params: '& values', shape: { kind: 'variadic', entry: 'str', lead: 0 }, cost: 'print', faults: ['too-deep'],
    doc: 'The texts of its arguments, joined; nil is "", a collection its JSON.', example: ['(str "a" 1 nil [true])', '"a1[true]"'] },
  'count': { family: 'strings', params: 'coll', shape: { kind: 'fixed', entry: 'count' }, cost: 'constant', faults: ['type'],
    doc: 'Elements of a collection, code points of a string; 0 of nil.', example: ['(count "größe")', '5'] },
  'subs': { family: 'strings', params: 'text start end?', shape: { kind: 'fixed', entry: 'subs' }, cost: 'text', faults: ['type', 'index'],
    doc: 'Code points start (from 0) up to end.', example: ['(subs "evident" 1 4)', '"vid"'] },
  'upper': { family: 'strings', params: 'text', shape: { kind: 'fixed', entry: 'upper' }, cost: 'letter-case', faults: ['type'],
    doc: 'Upper case by the simple mappings of Unicode 16.0.', example: ['(upper "größe")', '"GRÖßE"'] },
  'lower': { family: 'strings', params: 'text', shape: { kind: 'fixed', entry: 'lower' }, cost: 'letter-case', faults: ['type'],
    doc: 'Lower case by the simple mappings of Unicode 16.0.', example: ['(lower "ÅB")', '"åb"'] },
  'trim': { family: 'strings', params: 'text', shape: { kind: 'fixed', entry: 'trim' }, cost: 'search', faults: ['type'],
    doc: 'Without white space at both ends.', example: ['(trim "  a b ")', '"a b"'] },
  'split': { family: 'strings', params: 'text separator', shape: { kind: 'fixed', entry: 'split' }, cost: 'split', faults: ['type'],
    doc: 'Pieces between literal separators, empty ones too; by "" the code points.', example: ['(split "a,,b" ",")', '["a" "" "b"]'] },
  'join': { family: 'strings', params: 'separator? coll', shape: { kind: 'fixed', entry: 'join' }, cost: 'print', faults: ['type', 'too-deep'],
    doc: 'The texts of the elements, with the separator between.', example: ['(join ", " [1 "a" nil])', '"1, a, "'] },
  'replace': { family: 'strings', params: 'text from to', shape: { kind: 'fixed', entry: 'replace' }, cost: 'replace', faults: ['type'],
    doc: 'Every literal `from` replaced by `to`; an empty one stands before each code point and at the end.', example: ['(replace "a-b-c" "-" "+")', '"a+b+c"'] },
  'index-of': { family: 'strings', params: 'coll x', shape: { kind: 'fixed', entry: 'indexOf' }, cost: 'search', faults: ['type', 'too-deep'],
    doc: 'Index of the first place of x in a text or a vector, else nil.', example: ['(index-of "banana" "na")', '2'] },
  'indexes-of': { family: 'strings', params: 'coll x', shape: { kind: 'fixed', entry: 'indexesOf' }, cost: 'places', faults: ['type', 'too-deep'],
    doc: 'Indices of all places of x in a text, none of which overlap, or in a vector.', example: ['[(indexes-of "banana" "an") (indexes-of [1 2 1] 1)]', '[[1 3] [0 2]]'] },
  'starts-with?': { family: 'strings', params: 'text prefix', shape: { kind: 'fixed', entry: 'startsWith' }, cost: 'compare', faults: ['type'],
    doc: 'Whether text starts with prefix.', example: ['(starts-with? "evident" "evi")', 'true'] },
  'ends-with?': { family: 'strings', params: 'text suffix', shape: { kind: 'fixed', entry: 'endsWith' }, cost: 'compare', faults: ['type'],
    doc: 'Whether text ends with suffix.', example: ['(ends-with? "evident" "ent")', 'true'] },
  'includes?': { family: 'strings', params: 'coll x', shape: { kind: 'fixed', entry: 'includes' }, cost: 'search', faults: ['type', 'too-deep'],
    doc: 'Whether x stands in a text, or is an element of a vector.', example: ['(includes? [1 2] 2)', 'true'] },
  'blank?': { family: 'strings', params: 'text', shape: { kind: 'fixed', entry: 'isBlank' }, cost: 'search', faults: ['type'],
    doc: 'Whether text is nil, empty or only white space.', example: ['(blank? " ")', 'true'] },
  'string?': { family: 'strings', params: 'x', shape: { kind: 'test' }, cost: 'constant', faults: [],
    doc: 'Whether x is a string.', example: ['(string? "a")', 'true'] },
  'parse-number': { family: 'strings', params: 'text group? point?', shape: { kind: 'fixed', entry: 'parseNumber' }, cost: 'parse', faults: ['type'],
    doc: 'The number a text spells, else nil: in the JSON grammar, or, with a character `group` (nil: none) that may part its digits by threes and a `point` (default `"."`), as people write it, with a sign and leading zeros, without an exponent.', example: ['[(parse-number "2.50") (parse-number "1.234,50" "." ",") (parse-number "+08" nil)]', '[2.5 1234.5 8]'] },
  'lines': { family: 'strings', params: 'text', shape: { kind: 'fixed', entry: 'lines' }, cost: 'pieces', faults: ['type'],
    doc: 'Pieces between LF or CR LF; a last empty line is dropped.', example: ['(lines "a\\nb\\n")', '["a" "b"]'] },
  'words': { family: 'strings', params: 'text', shape: { kind: 'fixed', entry: 'words' }, cost: 'words', faults: ['type'],
    doc: 'Pieces between white space.', example: ['(words " a  b ")', '["a" "b"]'] },
  'pad-left': { family: 'strings', params: 'text width fill?', shape: { kind: 'fixed', entry: 'padLeft' }, cost: 'text', faults: ['type'],
    doc: 'text with fill (default a space, one code point) before it, up to width code points.', example: ['(pad-left "7" 3 "0")', '"007"'] },
  'pad-right': { family: 'strings', params: 'text width fill?', shape: { kind: 'fixed', entry: 'padRight' }, cost: 'text', faults: ['type'],
    doc: 'text with fill (default a space, one code point) after it, up to width code points.', example: ['(pad-right "a" 3)', '"a  "'] },
  'vector': { family: 'vectors', params: '& values', shape: { kind: 'variadic', entry: 'vector', lead: 0 }, cost: 'elements', faults: [],
    doc: 'Its arguments as a vector.', example: ['(vector 1 2)', '[1 2]'] },
  'vec': { family: 'vectors', params: 'coll', shape: { kind: 'fixed', entry: 'vec' }, cost: 'elements', faults: ['type'],
    doc: 'A collection as a vector; a map as its entries.', example: ['(vec {:a 1})', '[["a" 1]]'] },
  'conj': { family: 'vectors', params: 'coll & values', shape: { kind: 'variadic', entry: 'conj', lead: 1 }, cost: 'conj', faults: ['type'],
    doc: 'The vector with values added at its end; a map with entries added, each value being a pair of a string and a value, a map of them, or nil.', example: ['[(conj [1] 2 3) (conj {:a 1} [:b 2])]', '[[1 2 3] {:a 1 :b 2}]'] },
  'concat': { family: 'vectors', params: '& colls', shape: { kind: 'variadic', entry: 'concat', lead: 0 }, cost: 'elements', faults: ['type'],
    doc: 'All elements of all collections.', example: ['(concat [1] nil [2 3])', '[1 2 3]'] },
  'first': { family: 'vectors', params: 'coll', shape: { kind: 'fixed', entry: 'first' }, cost: 'constant', faults: ['type'],
    doc: 'The first element, else nil.', example: ['(first [1 2])', '1'] },
  'second': { family: 'vectors', params: 'coll', shape: { kind: 'fixed', entry: 'second' }, cost: 'constant', faults: ['type'],
    doc: 'The second element, else nil.', example: ['(second [1 2])', '2'] },
  'last': { family: 'vectors', params: 'coll', shape: { kind: 'fixed', entry: 'last' }, cost: 'constant', faults: ['type'],
    doc: 'The last element, else nil.', example: ['(last [1 2])', '2'] },
  'rest': { family: 'vectors', params: 'coll', shape: { kind: 'fixed', entry: 'rest' }, cost: 'view', faults: ['type'],
    doc: 'All but the first element.', example: ['(rest [1 2 3])', '[2 3]'] },
  'next': { family: 'vectors', params: 'coll', shape: { kind: 'fixed', entry: 'next' }, cost: 'view', faults: ['type'],
    doc: 'All but the first element, or nil when there are no others.', example: ['[(next [1 2 3]) (next [1])]', '[[2 3] nil]'] },
  'butlast': { family: 'vectors', params: 'coll', shape: { kind: 'fixed', entry: 'butlast' }, cost: 'view', faults: ['type'],
    doc: 'All but the last element.', example: ['(butlast [1 2 3])', '[1 2]'] },
  'nth': { family: 'vectors', params: 'coll index default?', shape: { kind: 'fixed', entry: 'nth' }, cost: 'constant', faults: ['type', 'index'],
    doc: 'The element at index (from 0); past the ends the default, or the fault `index`.', example: ['(nth [5 6] 1)', '6'] },
  'take': { family: 'vectors', params: 'n coll', shape: { kind: 'fixed', entry: 'take' }, cost: 'view', faults: ['type'],
    doc: 'The first n elements.', example: ['(take 2 [1 2 3])', '[1 2]'] },
  'drop': { family: 'vectors', params: 'n coll', shape: { kind: 'fixed', entry: 'drop' }, cost: 'view', faults: ['type'],
    doc: 'All but the first n elements.', example: ['(drop 2 [1 2 3])', '[3]'] },
  'slice': { family: 'vectors', params: 'coll start end?', shape: { kind: 'fixed', entry: 'slice' }, cost: 'view', faults: ['type', 'index'],
    doc: 'Elements start (from 0) up to end.', example: ['(slice [1 2 3 4] 1 3)', '[2 3]'] },
  'insert-at': { family: 'vectors', params: 'coll index x', shape: { kind: 'fixed', entry: 'insertAt' }, cost: 'elements', faults: ['type', 'index'],
    doc: 'The elements with x put in before the one at index; at the length it comes last, beyond it is the fault `index`.', example: ['(insert-at [1 2] 1 "x")', '[1 "x" 2]'] },
  'remove-at': { family: 'vectors', params: 'coll index', shape: { kind: 'fixed', entry: 'removeAt' }, cost: 'elements', faults: ['type', 'index'],
    doc: 'The elements without the one at index; without such an element the fault `index`.', example: ['(remove-at [1 2 3] 1)', '[1 3]'] },
  'reverse': { family: 'vectors', params: 'coll', shape: { kind: 'fixed', entry: 'reverse' }, cost: 'elements', faults: ['type'],
    doc: 'The elements in reverse order.', example: ['(reverse [1 2 3])', '[3 2 1]'] },
  'sort': { family: 'vectors', params: 'order? coll', shape: { kind: 'fixed', entry: 'sort' }, cost: 'order', faults: ['type', 'too-deep'],
    doc: 'The elements in order, stable; `<` (default) or `>` before the collection.', example: ['(sort > [1 3 2])', '[3 2 1]'] },
  'distinct': { family: 'vectors', params: 'coll', shape: { kind: 'fixed', entry: 'distinct' }, cost: 'order', faults: ['type', 'too-deep'],
    doc: 'The elements without repetitions; the first stays.', example: ['(distinct [1 2 1])', '[1 2]'] },
  'flatten': { family: 'vectors', params: 'coll', shape: { kind: 'fixed', entry: 'flatten' }, cost: 'walk', faults: ['type', 'too-deep'],
    doc: 'The elements of nested vectors in one vector.', example: ['(flatten [1 [2 [3]]])', '[1 2 3]'] },
  'range': { family: 'vectors', params: 'start? end step?', shape: { kind: 'fixed', entry: 'range' }, cost: 'elements', faults: ['type', 'number-range'],
    doc: 'Whole numbers from start (default 0) up to end by step (default 1, not 0).', example: ['(range 1 7 2)', '[1 3 5]'] },
  'repeat': { family: 'vectors', params: 'n x', shape: { kind: 'fixed', entry: 'repeat' }, cost: 'elements', faults: ['type'],
    doc: 'x, n times.', example: ['(repeat 2 "a")', '["a" "a"]'] },
  'partition': { family: 'vectors', params: 'n step? coll', shape: { kind: 'fixed', entry: 'partition' }, cost: 'elements', faults: ['type', 'number-range'],
    doc: 'Vectors of n elements, step (default n) apart; an incomplete last one is dropped.', example: ['(partition 2 [1 2 3])', '[[1 2]]'] },
  'partition-all': { family: 'vectors', params: 'n step? coll', shape: { kind: 'fixed', entry: 'partitionAll' }, cost: 'elements', faults: ['type', 'number-range'],
    doc: 'As `partition`, with the incomplete ones at the end.', example: ['(partition-all 2 [1 2 3])', '[[1 2] [3]]'] },
  'interleave': { family: 'vectors', params: '& colls', shape: { kind: 'variadic', entry: 'interleave', lead: 0 }, cost: 'elements', faults: ['type'],
    doc: 'First elements, then second ones, until a collection ends.', example: ['(interleave [1 2] ["a" "b"])', '[1 "a" 2 "b"]'] },
  'zip': { family: 'vectors', params: 'a b', shape: { kind: 'fixed', entry: 'zip' }, cost: 'elements', faults: ['type'],
    doc: 'Pairs of the elements at the same index.', example: ['(zip [1 2] ["a" "b"])', '[[1 "a"] [2 "b"]]'] },
  'vector?': { family: 'vectors', params: 'x', shape: { kind: 'test' }, cost: 'constant', faults: [],
    doc: 'Whether x is a vector.', example: ['(vector? [])', 'true'] },
  'empty?': { family: 'vectors', params: 'coll', shape: { kind: 'fixed', entry: 'isEmpty' }, cost: 'constant', faults: ['type'],
    doc: 'Whether a collection or string has no elements.', example: ['(empty? {})', 'true'] },
  'empty': { family: 'vectors', params: 'coll', shape: { kind: 'fixed', entry: 'empty' }, cost: 'constant', faults: ['type'],
    doc: '`{}` of a map, else `[]`.', example: ['(empty {:a 1})', '{}'] },
  'get': { family: 'maps', params: 'coll key default?', shape: { kind: 'fixed', entry: 'get' }, cost: 'key', faults: ['type'],
    doc: 'The value at a key of a map or an index of a vector; else the default, or nil. nil has neither, and takes a string or a whole number: `(get nil 0.5)` is `type`.', example: ['(get {:a 1} :b 0)', '0'] },
  'get-in': { family: 'maps', params: 'coll path default?', shape: { kind: 'fixed', entry: 'getIn' }, cost: 'path', faults: ['type'],
    doc: 'The value at a path of keys; the first missing key ends it with the default, or nil.', example: ['(get-in {:a [5 6]} [:a 1])', '6'] },
  'assoc': { family: 'maps', params: 'coll key value & pairs', shape: { kind: 'variadic', entry: 'assoc', lead: 1 }, cost: 'write', faults: ['type', 'index'],
    doc: 'The collection with values at keys.', example: ['(assoc {:a 1} :b 2)', '{:a 1 :b 2}'] },
  'assoc-in': { family: 'maps', params: 'coll path value', shape: { kind: 'fixed', entry: 'assocIn' }, cost: 'write-path', faults: ['type', 'index'],
    doc: 'The collection with a value at a path; missing levels become maps; at the empty path it is the value.', example: ['(assoc-in {} [:a :b] 1)', '{:a {:b 1}}'] },
  'dissoc': { family: 'maps', params: 'map & keys', shape: { kind: 'variadic', entry: 'dissoc', lead: 1 }, cost: 'write', faults: ['type'],
    doc: 'The map without keys.', example: ['(dissoc {:a 1 :b 2} :a)', '{:b 2}'] },
  'update': { family: 'maps', params: 'coll key f & args', shape: { kind: 'higher', position: 2, arity: 1 }, cost: 'write', faults: ['type', 'index'],
    doc: 'The collection with f of the value at key (and args) at key.', example: ['(update {:a 1} :a + 5)', '{:a 6}'] },
  'update-in': { family: 'maps', params: 'coll path f & args', shape: { kind: 'higher', position: 2, arity: 1 }, cost: 'write-path', faults: ['type', 'index'],
    doc: 'The collection with f of the value at path (and args) at path.', example: ['(update-in {:a {:b 1}} [:a :b] inc)', '{:a {:b 2}}'] },
  'merge': { family: 'maps', params: '& maps', shape: { kind: 'variadic', entry: 'merge', lead: 0 }, cost: 'merge', faults: ['type'],
    doc: 'All entries of all maps; later ones win.', example: ['(merge {:a 1} {:a 2 :b 3})', '{:a 2 :b 3}'] },
  'deep-merge': { family: 'maps', params: '& maps', shape: { kind: 'variadic', entry: 'deepMerge', lead: 0 }, cost: 'deep-merge', faults: ['type', 'too-deep'],
    doc: 'All entries of all maps; where two have maps at one key these are merged too, else the later value wins.', example: ['(deep-merge {:a {:b 1 :c 2}} {:a {:b 3}})', '{:a {:b 3 :c 2}}'] },
  'into': { family: 'maps', params: 'to from', shape: { kind: 'fixed', entry: 'into' }, cost: 'into', faults: ['type'],
    doc: 'to (nil is a vector) with the elements of from added; when to is a map they are pairs of a string and a value.', example: ['(into {} [["a" 1]])', '{:a 1}'] },
  'keys': { family: 'maps', params: 'map', shape: { kind: 'fixed', entry: 'keys' }, cost: 'elements', faults: ['type'],
    doc: 'The keys in code point order.', example: ['(keys {:b 1 :a 2})', '["a" "b"]'] },
  'vals': { family: 'maps', params: 'map', shape: { kind: 'fixed', entry: 'vals' }, cost: 'elements', faults: ['type'],
    doc: 'The values in the order of their keys.', example: ['(vals {:b 1 :a 2})', '[2 1]'] },
  'entries': { family: 'maps', params: 'map', shape: { kind: 'fixed', entry: 'entries' }, cost: 'elements', faults: ['type'],
    doc: 'Pairs of key and value in the order of the keys.', example: ['(entries {:a 1})', '[["a" 1]]'] },
  'select-keys': { family: 'maps', params: 'map keys', shape: { kind: 'fixed', entry: 'selectKeys' }, cost: 'select', faults: ['type'],
    doc: 'The entries whose keys are listed.', example: ['(select-keys {:a 1 :b 2} [:a :c])', '{:a 1}'] },
  'contains?': { family: 'maps', params: 'coll key', shape: { kind: 'fixed', entry: 'contains' }, cost: 'key', faults: ['type'],
    doc: 'Whether a map has a key, or a vector an index.', example: ['(contains? {:a nil} :a)', 'true'] },
  'zipmap': { family: 'maps', params: 'keys values', shape: { kind: 'fixed', entry: 'zipmap' }, cost: 'order', faults: ['type'],
    doc: 'A map of keys to values; later ones win. As `group-by` it takes no two keys of one text.', example: ['(zipmap ["a" "b"] [1 2])', '{:a 1 :b 2}'] },
  'map?': { family: 'maps', params: 'x', shape: { kind: 'test' }, cost: 'constant', faults: [],
    doc: 'Whether x is a map.', example: ['(map? {})', 'true'] },
  'map': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply', faults: ['type'],
    doc: 'f of each element.', example: ['(map inc [1 2])', '[2 3]'] },
  'mapcat': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply-elements', faults: ['type'],
    doc: 'The elements of the collections that f gives.', example: ['(mapcat (fn [x] [x x]) [1 2])', '[1 1 2 2]'] },
  'map-indexed': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 2 }, cost: 'apply', faults: ['type'],
    doc: 'f of each index and element.', example: ['(map-indexed vector ["a"])', '[[0 "a"]]'] },
  'filter': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply', faults: ['type'],
    doc: 'The elements for which f is truthy.', example: ['(filter even? [1 2])', '[2]'] },
  'remove': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply', faults: ['type'],
    doc: 'The elements for which f is falsy.', example: ['(remove even? [1 2])', '[1]'] },
  'keep': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply', faults: ['type'],
    doc: 'The results of f that are not nil.', example: ['(keep :a [{:a 1} {}])', '[1]'] },
  'reduce': { family: 'higher', params: 'f init? coll', shape: { kind: 'higher', position: 0, arity: 2 }, cost: 'apply', faults: ['type'],
    doc: 'f of the result so far and each element, from the left; without init the first element is it, and of nothing (f) where f takes no arguments, else nil.', example: ['(reduce + 0 [1 2 3])', '6'] },
  'some': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply', faults: ['type'],
    doc: 'The first truthy result of f, else nil.', example: ['(some :a [{} {:a 1}])', '1'] },
  'every?': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply', faults: ['type'],
    doc: 'Whether f is truthy of every element.', example: ['(every? pos? [1 2])', 'true'] },
  'any?': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply', faults: ['type'],
    doc: 'Whether f is truthy of an element.', example: ['(any? neg? [1 2])', 'false'] },
  'find': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply', faults: ['type'],
    doc: 'The first element for which f is truthy, else nil.', example: ['(find even? [1 2 4])', '2'] },
  'group-by': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply-order', faults: ['type'],
    doc: 'Vectors of elements by the text of f. Two values of f that have one text, such as 1 and "1", are the fault `type`: `groups` takes any.', example: ['(group-by even? [1 2])', '{"false" [1] "true" [2]}'] },
  'groups': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply-order', faults: ['type', 'too-deep'],
    doc: 'Pairs of what f gives, any value, and the vector of the elements it gives it for, in the order in which they first occur.', example: ['(groups :kind [{:kind nil :n 1} {:kind "" :n 2} {:n 3}])', '[[nil [{:kind nil :n 1} {:n 3}]] ["" [{:kind "" :n 2}]]]'] },
  'index-by': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply-order', faults: ['type'],
    doc: 'Elements by the text of f; later ones win. As `group-by` it takes no two values of one text.', example: ['(index-by :id [{:id 7}])', '{"7" {:id 7}}'] },
  'count-by': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply-order', faults: ['type'],
    doc: 'How many elements by the text of f. As `group-by` it takes no two values of one text.', example: ['(count-by even? [1 2 3])', '{"false" 2 "true" 1}'] },
  'frequencies': { family: 'higher', params: 'coll', shape: { kind: 'fixed', entry: 'frequencies' }, cost: 'order', faults: ['type'],
    doc: 'How many times each scalar occurs, by its text. As `group-by` it takes no two values of one text.', example: ['(frequencies ["a" "b" "a"])', '{:a 2 :b 1}'] },
  'sort-by': { family: 'higher', params: 'f order? coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply-order', faults: ['type', 'too-deep'],
    doc: 'The elements in order of f, stable.', example: ['(sort-by :n [{:n 2} {:n 1}])', '[{:n 1} {:n 2}]'] },
  'min-by': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply-keys', faults: ['type', 'too-deep'],
    doc: 'The element with the smallest f; the first in a tie; nil of nothing.', example: ['(min-by :n [{:n 2} {:n 1}])', '{:n 1}'] },
  'max-by': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply-keys', faults: ['type', 'too-deep'],
    doc: 'The element with the largest f; the first in a tie; nil of nothing.', example: ['(max-by :n [{:n 2} {:n 1}])', '{:n 2}'] },
  'partition-by': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply-runs', faults: ['type', 'too-deep'],
    doc: 'Runs of elements with equal f.', example: ['(partition-by even? [2 4 1])', '[[2 4] [1]]'] },
  'take-while': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply', faults: ['type'],
    doc: 'The elements before the first for which f is falsy.', example: ['(take-while even? [2 3 4])', '[2]'] },
  'drop-while': { family: 'higher', params: 'f coll', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply', faults: ['type'],
    doc: 'The elements from the first for which f is falsy.', example: ['(drop-while even? [2 3 4])', '[3 4]'] },
  'map-vals': { family: 'higher', params: 'f map', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply', faults: ['type'],
    doc: 'The map with f of each value.', example: ['(map-vals inc {:a 1})', '{:a 2}'] },
  'filter-vals': { family: 'higher', params: 'f map', shape: { kind: 'higher', position: 0, arity: 1 }, cost: 'apply', faults: ['type'],
    doc: 'The entries for whose value f is truthy.', example: ['(filter-vals even? {:a 1 :b 2})', '{:b 2}'] },
  'comp': { family: 'higher', params: 'f & functions', shape: { kind: 'maker' }, cost: 'maker', faults: [],
    doc: 'A function, where one is wanted: the first function of what the next gives, and so on; the last takes all arguments.', example: ['(map (comp inc :n) [{:n 1} {:n 2}])', '[2 3]'] },
  'fnil': { family: 'higher', params: 'f default & defaults', shape: { kind: 'maker' }, cost: 'maker', faults: [],
    doc: 'A function, where one is wanted: f, with a default for its first argument where that is nil, for its second, and so on. A default is evaluated when it is needed.', example: ['(update {:a 1} :b (fnil inc 0))', '{:a 1 :b 1}'] },
  'instant': { family: 'dates', params: 'text offset?', shape: { kind: 'fixed', entry: 'instant' }, cost: 'heavy', faults: ['type', 'number-range'],
    doc: 'An RFC 3339 text (`Z` or an offset, at most 9 fraction digits) in UTC, so that equal instants are equal texts; with `offset`, a local date-time there.', example: ['[(instant "2024-05-01T02:30:00.500+02:00") (instant "2024-05-01T02:30" "+02:00")]', '["2024-05-01T00:30:00.5Z" "2024-05-01T00:30:00Z"]'] },
  'local-date-time': { family: 'dates', params: 'moment offset?', shape: { kind: 'fixed', entry: 'localDateTime' }, cost: 'heavy', faults: ['type', 'number-range'],
    doc: 'The date and time of a clock, `2024-05-01T12:00:00`: of an instant at an offset (`"+02:00"`; UTC when left out), of a date its midnight, of a local date-time (seconds may be left out) as it is.', example: ['[(local-date-time "2024-05-01T00:30:00Z" "+02:00") (local-date-time "2024-05-01T12:00")]', '["2024-05-01T02:30:00" "2024-05-01T12:00:00"]'] },
  'local-time': { family: 'dates', params: 'moment', shape: { kind: 'fixed', entry: 'localTime' }, cost: 'heavy', faults: ['type'],
    doc: 'The time of day, `12:30:00`, of a local date-time, of an instant in UTC, or of a time (seconds may be left out).', example: ['[(local-time "2024-05-01T12:30:00") (local-time "09:15")]', '["12:30:00" "09:15:00"]'] },
  'at-offset': { family: 'dates', params: 'moment offset', shape: { kind: 'fixed', entry: 'atOffset' }, cost: 'heavy', faults: ['type', 'number-range'],
    doc: 'The text of an instant at an offset, `Z` or as `+02:00`.', example: ['(at-offset "2024-05-01T00:30:00Z" "+02:00")', '"2024-05-01T02:30:00+02:00"'] },
  'date': { family: 'dates', params: 'moment', shape: { kind: 'fixed', entry: 'date' }, cost: 'heavy', faults: ['type'],
    doc: 'The date of a local date-time, of an instant in UTC; a date as it is.', example: ['(date "2024-05-01T00:30:00+02:00")', '"2024-04-30"'] },
  'date?': { family: 'dates', params: 'x', shape: { kind: 'fixed', entry: 'isDate' }, cost: 'heavy', faults: [],
    doc: 'Whether x is a text `YYYY-MM-DD` of a day there is, years 0001–9999.', example: ['(date? "2023-02-29")', 'false'] },
  'instant?': { family: 'dates', params: 'x', shape: { kind: 'fixed', entry: 'isInstant' }, cost: 'heavy', faults: [],
    doc: 'Whether x is a text in RFC 3339 with `Z` or an offset, in years 0001–9999 of UTC; there are no leap seconds.', example: ['(instant? "2024-05-01T12:00:00Z")', 'true'] },
  'local-date-time?': { family: 'dates', params: 'x', shape: { kind: 'fixed', entry: 'isLocalDateTime' }, cost: 'heavy', faults: [],
    doc: 'Whether x is a text of a date and a time of day without an offset.', example: ['(local-date-time? "2024-05-01T12:00:00")', 'true'] },
  'local-time?': { family: 'dates', params: 'x', shape: { kind: 'fixed', entry: 'isLocalTime' }, cost: 'heavy', faults: [],
    doc: 'Whether x is a text of a time of day, `HH:MM` or `HH:MM:SS`, with at most 9 fraction digits.', example: ['(local-time? "24:00")', 'false'] },
  'duration?': { family: 'dates', params: 'x', shape: { kind: 'fixed', entry: 'isDuration' }, cost: 'heavy', faults: [],
    doc: 'Whether x is a duration of ISO 8601, `P1Y2M3DT4H5M6.5S` or in weeks, `P2W`: whole amounts of at most 12 digits, but for a fraction of a second; a sign in front.', example: ['(map duration? ["P1M" "-PT90M" "P1.5D"])', '[true true false]'] },
  'iso-duration': { family: 'dates', params: 'duration', shape: { kind: 'fixed', entry: 'isoDuration' }, cost: 'heavy', faults: ['type', 'number-range'],
    doc: 'A duration with months carried into years and all below into days, so that equal ones are equal texts.', example: ['(map iso-duration ["P14M" "PT36H" "P2W" "PT0M"])', '["P1Y2M" "P1DT12H" "P14D" "PT0S"]'] },
  'duration-in': { family: 'dates', params: 'duration unit', shape: { kind: 'fixed', entry: 'durationIn' }, cost: 'heavy', faults: ['type'],
    doc: 'A duration as a number of `:years`, `:quarters` or `:months`, or of `:weeks :days :hours :minutes :seconds`, to compare and to add; one that mixes the two groups is `type`.', example: ['[(duration-in "P1DT12H" :hours) (duration-in "PT90M" :hours) (duration-in "P1Y6M" :months)]', '[36 1.5 18]'] },
  'elapsed': { family: 'dates', params: 'from to', shape: { kind: 'fixed', entry: 'elapsed' }, cost: 'heavy', faults: ['type'],
    doc: 'The exact duration in days and below between two moments of one kind; negative backwards.', example: ['(elapsed "2024-05-01T12:00" "2024-05-03T13:30")', '"P2DT1H30M"'] },
  'format-moment': { family: 'dates', params: 'layout moment offset?', shape: { kind: 'fixed', entry: 'formatMoment' }, cost: 'layout', faults: ['type', 'number-range'],
    doc: 'A moment as a layout writes it, a string literal in the letters of java.time: `yyyy yy MMMM MMM MM M dd d EEEE EEE HH H hh h a mm m ss s`, `S` to `SSSSSSSSS`, `XXX XX xxx xx`, English names, text in `\'…\'`. Of an instant in UTC, or at an offset. A field that the moment has not is `type`.',
    example: ['[(format-moment "d MMMM yyyy" "2024-05-01") (format-moment "EEE dd.MM.yyyy HH:mm XXX" "2024-05-01T00:30:00Z" "+02:00")]', '["1 May 2024" "Wed 01.05.2024 02:30 +02:00"]'] },
  'parse-moment': { family: 'dates', params: 'layout text', shape: { kind: 'fixed', entry: 'parseMoment' }, cost: 'layout', faults: ['type'],
    doc: 'The moment a text spells in a layout, as `format-moment` has it, or nil: a date, a time of day, a local date-time, or, with an offset, an instant. Names are read in any case; `yy` is 2000 to 2099; a day of the week must be that of the date.',
    example: ['[(parse-moment "dd.MM.yyyy" "01.05.2024") (parse-moment "d-MMM-yyyy h:mm a" "1-MAY-2024 2:30 pm") (parse-moment "yyyyMMdd" "20240230")]', '["2024-05-01" "2024-05-01T14:30:00" nil]'] },
  'date-part': { family: 'dates', params: 'moment part', shape: { kind: 'fixed', entry: 'datePart' }, cost: 'heavy', faults: ['type'],
    doc: 'A number: `:year :quarter :month :week` (of ISO 8601) `:day :weekday :day-of-year :week-year`, of all but a time of day; `:hour :minute :second :nano`, of all but a date. Of an instant in UTC.', example: ['[(date-part "2024-12-30" :week) (date-part "2024-12-30" :week-year) (date-part "12:30" :minute)]', '[1 2025 30]'] },
  'start-of': { family: 'dates', params: 'moment unit', shape: { kind: 'fixed', entry: 'startOf' }, cost: 'heavy', faults: ['type'],
    doc: 'The first moment of the `:year :quarter :month :week :day :hour :minute :second` that it is in; weeks begin on Monday.', example: ['[(start-of "2024-05-15" :quarter) (start-of "2024-05-15T12:30:00Z" :hour)]', '["2024-04-01" "2024-05-15T12:00:00Z"]'] },
  'end-of': { family: 'dates', params: 'moment unit', shape: { kind: 'fixed', entry: 'endOf' }, cost: 'heavy', faults: ['type', 'number-range'],
    doc: 'The last day, or the last nanosecond where there is a time of day, of the unit that it is in.', example: ['[(end-of "2024-02-15" :month) (end-of "2024-02-15T12:30" :day)]', '["2024-02-29" "2024-02-15T23:59:59.999999999"]'] },
  'moment-key': { family: 'dates', params: 'moment', shape: { kind: 'fixed', entry: 'momentKey' }, cost: 'heavy', faults: ['type'],
    doc: 'A text with all nine fraction digits, in UTC: those of moments of one kind are equal where the moments are, and sort as they do.', example: ['(moment-key "2024-05-01T02:00:00.5+02:00")', '"2024-05-01T00:00:00.500000000Z"'] },
  'add-duration': { family: 'dates', params: 'moment duration', shape: { kind: 'fixed', entry: 'addDuration' }, cost: 'heavy', faults: ['type', 'number-range'],
    doc: 'A moment later by a duration of ISO 8601 or a map of whole `:years :quarters :months :weeks :days :hours :minutes :seconds` (negative: earlier). Years and months first, cut to the month’s end, then the rest; a time of day goes round midnight. Hours on a date, days on a time of day, or another key, are `type`; beyond years 0001–9999, or an amount beyond 999,999,999,999, is `number-range`.',
    example: ['(add-duration "2024-01-31" {:months 1 :days 1})', '"2024-03-01"'] },
  'diff': { family: 'dates', params: 'from to unit', shape: { kind: 'fixed', entry: 'difference' }, cost: 'heavy', faults: ['type'],
    doc: 'Whole `:years :quarters :months :weeks :days :hours :minutes :seconds` between two moments of one kind; negative backwards.', example: ['(diff "2024-01-31" "2024-02-29" :months)', '0'] },
  'weekday': { family: 'dates', params: 'moment', shape: { kind: 'fixed', entry: 'weekday' }, cost: 'heavy', faults: ['type'],
    doc: '1 for Monday … 7 for Sunday, of a date or an instant in UTC.', example: ['(weekday "2024-02-29")', '4'] },
  'year': { family: 'dates', params: 'moment', shape: { kind: 'fixed', entry: 'year' }, cost: 'heavy', faults: ['type'],
    doc: 'The year of a date or of an instant in UTC.', example: ['(year "2024-02-29")', '2024'] },
  'month': { family: 'dates', params: 'moment', shape: { kind: 'fixed', entry: 'month' }, cost: 'heavy', faults: ['type'],
    doc: 'The month, 1 … 12, of a date or of an instant in UTC.', example: ['(month "2024-02-29")', '2'] },
  'day': { family: 'dates', params: 'moment', shape: { kind: 'fixed', entry: 'day' }, cost: 'heavy', faults: ['type'],
    doc: 'The day of the month of a date or of an instant in UTC.', example: ['(day "2024-02-29")', '29'] },
  'before?': { family: 'dates', params: 'a b', shape: { kind: 'fixed', entry: 'isBefore' }, cost: 'heavy', faults: ['type'],
    doc: 'Whether a is before b: two moments of one kind.', example: ['(before? "2024-05-01T02:00:00+02:00" "2024-05-01T00:00:01Z")', 'true'] },
  'after?': { family: 'dates', params: 'a b', shape: { kind: 'fixed', entry: 'isAfter' }, cost: 'heavy', faults: ['type'],
    doc: 'Whether a is after b: two moments of one kind.', example: ['(after? "2024-05-01" "2024-04-30")', 'true'] },
  'locate': { family: 'evidence', params: 'text phrase', shape: { kind: 'fixed', entry: 'locate' }, cost: 'locate', faults: ['type'],
    doc: 'The leftmost, then longest, place where the text says the phrase in whole words, else nil; `:by` tells how it is said, `:negated` is there when the text denies it, supposes it or says it is over, `:quoted` when it is not the writer’s or told of somebody else. A number is one word: `5` is not in `5.5`, nor `200` in `1,200`.',
    example: ['(locate "No refunds." "refund")', '{:path "" :start 3 :end 10 :text "refunds" :criterion "refund" :by "inflection" :negated true}'] },
  'locate-all': { family: 'evidence', params: 'value phrases words?', shape: { kind: 'fixed', entry: 'locateAll' }, cost: 'locate', faults: ['type', 'too-deep'],
    doc: 'Every place where a string of the value says the phrase, or one of the vector of phrases; in order of paths, the longest first at a place. Places are those of `locate`. With `words` a misspelled word is read as the key of that map it is one letter off (one more, less or other, or two neighbours swapped), `:by "typo"`: both have 5 to 32 letters a to z and the first one in common. A word that is a key, is as near to another key, or is in the vector of texts under its key is not misspelled.',
    example: ['(map (fn [place] [(:text place) (:by place)]) (locate-all {:a "Five days" :b "a refnud"} ["5 days" "refund"] {"refund" ["refunds"]}))', '[["Five days" "number"] ["refnud" "typo"]]'] },
  'locate-words': { family: 'evidence', params: 'value', shape: { kind: 'fixed', entry: 'locateWords' }, cost: 'locate', faults: ['too-deep'],
    doc: 'Every word of the strings of the value, with its place and its stem, which is equal in words that `locate` may take for forms of one; in order of paths. What an apostrophe joins is one word. `:gap` is what stands between a word and the one before it in its string; `:quoted` as `locate` has it.',
    example: ['(map (fn [word] [(:path word) (:start word) (:stem word)]) (locate-words {:a "Refunds, please"}))', '[["/a" 0 "refund"] ["/a" 9 "pleas"]]'] },
  'located?': { family: 'evidence', params: 'text phrase', shape: { kind: 'fixed', entry: 'isLocated' }, cost: 'locate', faults: ['type'],
    doc: 'Whether `locate` finds a place. A place that is denied is one: who minds asks `locate` for `:negated`.',
    example: ['(located? "we never refund" "refund")', 'true'] },
  'matches?': { family: 'patterns', params: 'pattern text', shape: { kind: 'fixed', entry: 'matches' }, cost: 'patterns', faults: ['type'],
    doc: 'Whether the pattern, a string literal, occurs in the text; `^` and `$` stand for the whole text’s ends.', example: ['(matches? "^[A-Z]{2}\\\\d{4}$" "DE1234")', 'true'] },
  'find-pattern': { family: 'patterns', params: 'pattern text', shape: { kind: 'fixed', entry: 'findPattern' }, cost: 'patterns', faults: ['type'],
    doc: 'The text of the leftmost match, else nil; at one place earlier alternatives win, and `* + ? {m,n}` take as much as they can, with `?` behind them as little.', example: ['(find-pattern "[0-9]+" "order 17 of 20")', '"17"'] },
  'find-patterns': { family: 'patterns', params: 'pattern text', shape: { kind: 'fixed', entry: 'findPatterns' }, cost: 'patterns', faults: ['type'],
    doc: 'The texts of all matches, each beginning where the one before ended, or a code point later when that was empty.', example: ['(find-patterns "[0-9]+" "order 17 of 20")', '["17" "20"]'] },
  'split-pattern': { family: 'patterns', params: 'pattern text', shape: { kind: 'fixed', entry: 'splitPattern' }, cost: 'patterns', faults: ['type'],
    doc: 'The pieces between all matches, as `find-patterns` finds them, empty ones too. A match of nothing at an end of the text, or right behind another match, parts nothing.', example: ['(split-pattern "[,;] *" "a, b;c")', '["a" "b" "c"]'] },
  'capture-pattern': { family: 'patterns', params: 'pattern text', shape: { kind: 'fixed', entry: 'capturePattern' }, cost: 'patterns', faults: ['type'],
    doc: 'What the groups `(…)` of the leftmost match took last, in order, nil where one took no part; of named groups `(?<name>…)` a map of them by name; nil without a match. `(?:…)` is no group.', example: ['(capture-pattern "(\\\\d+)-(\\\\d+)(x)?" "no 12-34")', '["12" "34" nil]'] },
  'capture-patterns': { family: 'patterns', params: 'pattern text', shape: { kind: 'fixed', entry: 'capturePatterns' }, cost: 'patterns', faults: ['type'],
    doc: 'What the groups of every match took, as `capture-pattern` gives it of the first, in a vector.', example: ['(capture-patterns "(?<key>\\\\w+)=(?<value>\\\\w+)" "a=1 b=2")', '[{:key "a" :value "1"} {:key "b" :value "2"}]'] },
  'replace-pattern': { family: 'patterns', params: 'pattern text to', shape: { kind: 'fixed', entry: 'replacePattern' }, cost: 'patterns', faults: ['type'],
    doc: 'The text with every match, as `find-patterns` finds them, replaced by the text `to`, literally.', example: ['(replace-pattern "\\\\s+" "a  b   c" " ")', '"a b c"'] },
  'rewrite-pattern': { family: 'patterns', params: 'pattern text template', shape: { kind: 'fixed', entry: 'rewritePattern' }, cost: 'patterns', faults: ['type'],
    doc: 'The text with every match, as `find-patterns` finds them, replaced by the template, a string literal in which `$1` or `${name}` stands for what a group took (nothing where it took no part), `$0` for the match and `$$` for a dollar sign.', example: ['(rewrite-pattern "(\\\\d+)/(\\\\d+)" "5/2024" "$2-$1")', '"2024-5"'] },
  'fail': { family: 'failing', params: 'text?', shape: { kind: 'fixed', entry: 'fail' }, cost: 'constant', faults: ['type', 'failed'],
    doc: 'Ends the run with the fault `failed` and a text.', example: ['(if true 1 (fail "no"))', '1'] },
  'assert': { family: 'failing', params: 'x text?', shape: { kind: 'fixed', entry: 'assert' }, cost: 'constant', faults: ['type', 'failed'],
    doc: 'nil when x is truthy, else the fault `failed` with a text.', example: ['(assert true "must hold")', 'nil'] },
} as const satisfies Record<string, Builtin>;

export type BuiltinName = keyof typeof BUILTINS;

/** The names of a shape. */
export type NameOfShape<K extends Shape['kind']> = {
  [N in BuiltinName]: (typeof BUILTINS)[N]['shape']['kind'] extends K ? N : never;
}[BuiltinName];

export const BUILTIN_NAMES = Object.keys(BUILTINS) as BuiltinName[];

export function isBuiltin(name: string): name is BuiltinName {
  return Object.hasOwn(BUILTINS, name);
}

export function builtin(name: BuiltinName): Builtin {
  return BUILTINS[name];
}

export interface Arity {
  readonly min: number;
  /** null when any number may follow. */
  readonly max: number | null;
}

/** How many arguments a builtin takes. */
export function builtinArity(name: BuiltinName): Arity {
  return ARITIES.get(name)!;
}

/** Read off the parameters once: it is asked for every call of a script. */
const ARITIES: ReadonlyMap<BuiltinName, Arity> = new Map(
  BUILTIN_NAMES.map((name) => [name, readArity(BUILTINS[name].params)]),
);

function readArity(params: string): Arity {
  const names = params.split(' ').filter((param) => param !== '');
  const rest = names.indexOf('&');
  const positional = rest === -1 ? names : names.slice(0, rest);
  const min = positional.filter((param) => !param.endsWith('?')).length;
  return { min, max: rest === -1 ? positional.length : null };
}

/** How many values a builtin takes when it is handed on: an order (`<` or `>`) is written before a collection, never a value. */
export function handedArity(name: BuiltinName): Arity {
  const { min, max } = builtinArity(name);
  const hasOrder = BUILTINS[name].params.split(' ').includes('order?');
  return { min, max: max !== null && hasOrder ? max - 1 : max };
}
