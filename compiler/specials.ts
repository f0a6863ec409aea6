// SPECIALS: the one list of special forms: names, shapes and what they are for.
// The analysis, the reference page and editor completion read it; how each is resolved is in special-forms.ts.

interface Special {
  readonly signature: string;
  /** How many parts may follow the name, as far as a count can say. */
  readonly min: number;
  readonly max: number | null;
  /** Whether all parts are expressions, so that they can be looked at when their count is wrong. */
  readonly isPlain: boolean;
  readonly doc: string;
}

export const SPECIALS = {
  def: { signature: '(def name value)', min: 0, max: null, isPlain: false,
    doc: 'Names a value, at the top level.' },
  defn: { signature: '(defn name "doc"? [params] body…)', min: 0, max: null, isPlain: false,
    doc: 'Names a function, at the top level.' },
  fn: { signature: '(fn [params] body…)', min: 0, max: null, isPlain: false,
    doc: 'A function for a higher-order builtin, or called at once.' },
  let: { signature: '(let [name value …] body…)', min: 2, max: null, isPlain: false,
    doc: 'Binds names one after the other; its value is that of the last expression.' },
  if: { signature: '(if test then else?)', min: 2, max: 3, isPlain: true,
    doc: 'The first branch when the test is truthy, else the second, or nil.' },
  'if-not': { signature: '(if-not test then else?)', min: 2, max: 3, isPlain: true,
    doc: 'The first branch when the test is falsy, else the second, or nil.' },
  when: { signature: '(when test body…)', min: 2, max: null, isPlain: true,
    doc: 'The body when the test is truthy, else nil.' },
  'when-not': { signature: '(when-not test body…)', min: 2, max: null, isPlain: true,
    doc: 'The body when the test is falsy, else nil.' },
  cond: { signature: '(cond test value … :else value)', min: 0, max: null, isPlain: true,
    doc: 'The value after the first truthy test; nil when there is none.' },
  case: { signature: '(case x constant value … default?)', min: 2, max: null, isPlain: false,
    doc: 'The value after the constant, or the list of constants, that equals x; else the default, or the fault `failed`.' },
  and: { signature: '(and x …)', min: 0, max: null, isPlain: true,
    doc: 'The first falsy value, else the last; true of nothing.' },
  or: { signature: '(or x …)', min: 0, max: null, isPlain: true,
    doc: 'The first truthy value, else the last; nil of nothing.' },
  do: { signature: '(do x …)', min: 0, max: null, isPlain: true,
    doc: 'Evaluates all; its value is the last.' },
  loop: { signature: '(loop [name value …] body…)', min: 2, max: null, isPlain: false,
    doc: 'As let, and the place `recur` goes back to.' },
  recur: { signature: '(recur value …)', min: 0, max: null, isPlain: true,
    doc: 'Back to the loop or the start of the function, with new values.' },
  '->': { signature: '(-> x stage …)', min: 1, max: null, isPlain: false,
    doc: 'Puts the value so far as the first argument into each stage.' },
  '->>': { signature: '(->> x stage …)', min: 1, max: null, isPlain: false,
    doc: 'Puts the value so far as the last argument into each stage.' },
  'some->': { signature: '(some-> x stage …)', min: 1, max: null, isPlain: false,
    doc: 'As `->`, and stops at nil.' },
  'cond->': { signature: '(cond-> x test stage …)', min: 1, max: null, isPlain: false,
    doc: 'As `->`, through the stages whose test is truthy.' },
  'if-let': { signature: '(if-let [name value] then else?)', min: 2, max: 3, isPlain: false,
    doc: 'Binds the value and takes the first branch when it is truthy.' },
  'when-let': { signature: '(when-let [name value] body…)', min: 2, max: null, isPlain: false,
    doc: 'Binds the value and evaluates the body when it is truthy.' },
  'if-some': { signature: '(if-some [name value] then else?)', min: 2, max: 3, isPlain: false,
    doc: 'Binds the value and takes the first branch when it is not nil.' },
  'when-some': { signature: '(when-some [name value] body…)', min: 2, max: null, isPlain: false,
    doc: 'Binds the value and evaluates the body when it is not nil.' },
} as const satisfies Record<string, Special>;

export type SpecialName = keyof typeof SPECIALS;

export const SPECIAL_NAMES = Object.keys(SPECIALS) as SpecialName[];

export function isSpecial(name: string): name is SpecialName {
  return Object.hasOwn(SPECIALS, name);
}
