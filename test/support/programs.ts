// Programs: random, valid, well-scoped scripts as text, with an input, over all forms and builtins of the language.
// In: a list of choices (bytes). Out: a program. Most finish, many fault on purpose or by accident, sizes vary.
// How it shrinks: choice 0 is always the simplest alternative and a list that has ended goes on as zeros, so fewer and
// smaller choices are smaller programs, and every list is some valid program.
// Expressions are grown by the kind of value they should give; once in a while one of another kind stands there.
// It is longer than other files because one generator makes all kinds of expressions, which contain each other.

import * as fc from 'fast-check';
import { accepts } from '../../compiler/arity.ts';
import type { BuiltinName } from '../../compiler/builtins.ts';
import { BUILTIN_NAMES, builtin, builtinArity, handedArity } from '../../compiler/builtins.ts';
import { takesLayout } from '../../compiler/layout.ts';
import { takesPattern } from '../../compiler/pattern/literal.ts';
import { CALLS_MAX } from '../../compiler/steps.ts';
import type { Kind } from './program-templates.ts';
import {
  BAD_INPUTS,
  CALLEES,
  FORMS,
  HARD,
  INPUT_FIELDS,
  LEAVES,
  LITERAL_PARAMS,
  PARAM_KINDS,
  TEMPLATES,
} from './program-templates.ts';

export interface GeneratedProgram {
  readonly source: string;
  /** JSON text, or null for none. */
  readonly input: string | null;
}

/** Choices a program may consist of; what follows is as simple as can be. */
const CHOICES_MAX = 400;
const DEPTH_MAX = 7;

export function programs(choicesMax = CHOICES_MAX): fc.Arbitrary<GeneratedProgram> {
  return new Programs(choicesMax);
}

/**
 * Shrinks the choices instead of the text: by leaving out runs of them, by making runs zero, then one by one. Most of
 * what that tries builds the same program again, which is not tried twice.
 */
class Programs extends fc.Arbitrary<GeneratedProgram> {
  readonly #choicesMax: number;

  constructor(choicesMax: number) {
    super();
    this.#choicesMax = choicesMax;
  }

  override generate(random: fc.Random): fc.Value<GeneratedProgram> {
    const length = random.nextInt(0, this.#choicesMax);
    return this.#built(Array.from({ length }, () => random.nextInt(0, 255)));
  }

  /** A program alone does not say which choices made it. */
  override canShrinkWithoutContext(_value: unknown): _value is GeneratedProgram {
    return false;
  }

  override shrink(program: GeneratedProgram, context: unknown): fc.Stream<fc.Value<GeneratedProgram>> {
    if (context === undefined) return fc.Stream.nil();
    const tried = new Set([JSON.stringify(program)]);
    const isNew = (value: fc.Value<GeneratedProgram>): boolean => {
      const text = JSON.stringify(value.value);
      const found = !tried.has(text);
      tried.add(text);
      return found;
    };
    return fc
      .stream(simplerChoices(context as readonly number[]))
      .map((choices) => this.#built(choices))
      .filter(isNew);
  }

  #built(choices: readonly number[]): fc.Value<GeneratedProgram> {
    const { program, taken } = build(choices);
    return new fc.Value(program, choices.slice(0, taken));
  }
}

const LEFT_OVER_MAX = 24;

/** Shorter choices, then as many with more zeros, then smaller ones: each is simpler, so shrinking ends. */
function* simplerChoices(choices: readonly number[]): IterableIterator<readonly number[]> {
  const sizes: number[] = [];
  for (let size = choices.length; size >= 1; size = Math.floor(size / 2)) sizes.push(size);
  for (const size of sizes) {
    for (let at = 0; at < choices.length; at += size) yield [...choices.slice(0, at), ...choices.slice(at + size)];
  }
  for (const size of sizes) {
    for (let at = 0; at < choices.length; at += size) {
      const run = choices.slice(at, at + size);
      if (run.some((choice) => choice > 0))
        yield [...choices.slice(0, at), ...run.map(() => 0), ...choices.slice(at + size)];
    }
  }
  for (const [at, choice] of choices.entries()) {
    for (const less of new Set([1, choice >> 1, choice - 1])) {
      if (less > 0 && less < choice) yield [...choices.slice(0, at), less, ...choices.slice(at + 1)];
    }
  }
  // Fewer parts take fewer choices: what one choice less leaves over goes with it, so that the rest means the same.
  for (const [at, choice] of choices.entries()) {
    if (choice === 0) continue;
    for (let size = 1; size <= LEFT_OVER_MAX && at + size < choices.length; size += 1) {
      yield [...choices.slice(0, at), choice - 1, ...choices.slice(at + 1 + size)];
    }
  }
}

export function buildProgram(choices: readonly number[]): GeneratedProgram {
  return build(choices).program;
}

/** The program, and how many of the choices went into it. */
function build(choices: readonly number[]): { readonly program: GeneratedProgram; readonly taken: number } {
  const builder = new Builder(choices);
  const input = builder.input();
  const program = { source: builder.program(), input };
  return { program, taken: builder.taken };
}

interface FunctionEntry {
  readonly name: string;
  readonly params: readonly Kind[];
  readonly result: Kind;
}

/** Names in sight, with the kind of their value; an inner name hides an outer one. */
type Scope = ReadonlyMap<string, Kind>;

const NAMES = ['a', 'b', 'c', 'd', 'e', 'x', 'y', 'total', '_z'];
const KINDS = Object.keys(TEMPLATES) as Kind[];
/** A function that counts down from here has just as many calls active as may be, or one more. */
const CALLS_AROUND_MAX = [CALLS_MAX - 1, CALLS_MAX].map(String);
const HIGHER: readonly BuiltinName[] = BUILTIN_NAMES.filter((name) => builtin(name).shape.kind === 'higher');
/** Those that stand in call position. */
const CALLED: readonly BuiltinName[] = BUILTIN_NAMES.filter((name) => builtin(name).shape.kind !== 'maker');
/** Those that apply a function to more than one value are few, so they come more often. */
const HIGHER_OFTEN: readonly BuiltinName[] = [
  ...HIGHER,
  ...new Array<readonly BuiltinName[]>(6).fill(['reduce', 'map-indexed', 'update']).flat(),
];
/** Builtins that may be handed on: those whose first argument is a literal cannot. */
export const HANDED: readonly BuiltinName[] = BUILTIN_NAMES.filter(
  (name) => !['higher', 'maker'].includes(builtin(name).shape.kind) && !takesPattern(name) && !takesLayout(name),
);

class Builder {
  readonly #choices: readonly number[];
  #at = 0;
  readonly #functions: FunctionEntry[] = [];

  constructor(choices: readonly number[]) {
    this.#choices = choices;
  }

  /** How many of the choices went into what was built. */
  get taken(): number {
    return Math.min(this.#at, this.#choices.length);
  }

  /** 0 … n−1; 0 when the choices have run out. */
  #pick(n: number): number {
    const choice = this.#choices[this.#at] ?? 0;
    this.#at += 1;
    return choice % n;
  }

  #of<T>(alternatives: readonly T[]): T {
    return alternatives[this.#pick(alternatives.length)]!;
  }

  /** True once in n times, never when the choices have run out. */
  #rarely(n: number): boolean {
    return this.#pick(n) === n - 1;
  }

  program(): string {
    // What stands last has no choices left when much stands before it.
    if (this.#rarely(3))
      return [...(this.#rarely(3) ? [this.#function()] : []), this.#anyBuiltin(2, new Map())].join('\n');
    const forms: string[] = [];
    let scope: Scope = new Map();
    for (let count = this.#pick(4); count > 0; count -= 1) forms.push(this.#function());
    for (let count = this.#pick(3); count > 0; count -= 1) {
      const name = `def-${forms.length}`;
      const kind = this.#of(KINDS);
      forms.push(`(def ${name} ${this.#expression(kind, 2, scope)})`);
      scope = new Map([...scope, [name, kind]]);
    }
    if (this.#rarely(8)) forms.push(this.#expression(this.#of(KINDS), 2, scope));
    forms.push(this.#expression(this.#of(KINDS), DEPTH_MAX, scope));
    return forms.join('\n');
  }

  /** JSON text of what `input` reads; sometimes a field is missing, and sometimes it is something else altogether. */
  input(): string | null {
    if (this.#rarely(200)) return this.#of(BAD_INPUTS);
    if (this.#rarely(16)) return this.#of(['null', '[]', '"text"', '7', null, '[1, {"price": 2}]']);
    const fields = Object.entries(INPUT_FIELDS).flatMap(([name, values]) =>
      this.#rarely(12) ? [] : [`"${name}": ${this.#of(values)}`],
    );
    return `{${fields.join(', ')}}`;
  }

  #expression(kind: Kind, depth: number, scope: Scope): string {
    // A value of the wrong kind, now and then: faults are half of the contract.
    const wanted = this.#rarely(96) ? this.#of(KINDS) : kind;
    if (this.#rarely(60)) return this.#anyBuiltin(depth, scope);
    // Deeper down leaves are more likely; choice 0 is one everywhere.
    if (depth <= 0 || this.#pick(2 + 2 * depth) === 0) return this.#leaf(wanted, scope);
    switch (this.#pick(8)) {
      case 1:
      case 2:
        return this.#fill(this.#of(FORMS), wanted, depth, scope);
      case 3:
        return this.#call(wanted, depth, scope) ?? this.#fill(this.#of(TEMPLATES[wanted]), wanted, depth, scope);
      case 4:
        return this.#binding(wanted, depth, scope);
      default:
        return this.#fill(this.#of(TEMPLATES[wanted]), wanted, depth, scope);
    }
  }

  #leaf(kind: Kind, scope: Scope): string {
    const names = [...scope].filter(([, of]) => of === kind).map(([name]) => name);
    if (names.length > 0 && this.#pick(3) > 0) return this.#of(names);
    return this.#of(LEAVES[kind]);
  }

  /** Fills the holes of a template: `{number}` an expression, `{=}` one of the kind wanted, `{fn a b}` a function from a to b. */
  #fill(template: string, kind: Kind, depth: number, scope: Scope): string {
    return template.replaceAll(/\{(=|[a-z]+(?: [a-z]+)*)\}/g, (_, hole: string) => {
      if (hole === '=') return this.#expression(kind, depth - 1, scope);
      const [first, ...kinds] = hole.split(' ') as [string, ...Kind[]];
      if (first !== 'fn') return this.#expression(first as Kind, depth - 1, scope);
      return this.#callee(kinds.slice(0, -1), kinds[kinds.length - 1]!, depth - 1, scope);
    });
  }

  #callee(params: readonly Kind[], result: Kind, depth: number, scope: Scope): string {
    const known = CALLEES[`${params.join(' ')} > ${result}`] ?? [];
    const written = this.#functions.filter((entry) => entry.result === result && entry.params.join() === params.join());
    const choice = this.#pick(4);
    if (params.length > 0 && this.#rarely(12)) {
      if (this.#pick(2) === 0)
        return `(comp ${this.#callee(['any'], result, depth - 1, scope)} ${this.#callee(params, 'any', depth - 1, scope)})`;
      const defaults = params.slice(0, 1 + this.#pick(params.length));
      const written = defaults.map((param) => this.#expression(param, depth - 1, scope)).join(' ');
      return `(fnil ${this.#callee(params, result, depth - 1, scope)} ${written})`;
    }
    if (choice === 0 && known.length > 0) return this.#of(known);
    if (choice === 1 && written.length > 0) return this.#of(written).name;
    const { patterns, inside } = this.#parameters(params, scope);
    return `(fn [${patterns.join(' ')}] ${this.#body(result, depth, inside)})`;
  }

  /** Any builtin of the table, as often as not with one argument that it does not want or that is hard on it. */
  #anyBuiltin(depth: number, scope: Scope): string {
    const name = this.#of(this.#pick(5) > 2 ? HIGHER_OFTEN : CALLED);
    const { params, shape, family, faults } = builtin(name);
    const { min, max } = builtinArity(name);
    const words = params.split(' ').filter((word) => word !== '');
    const positional = words.includes('&') ? words.indexOf('&') : words.length;
    const count = min + this.#pick((max ?? min + 2) - min + 1);
    const others = count <= positional ? 0 : words.at(-1) === 'pairs' ? 2 : count - positional;
    let spare = count - others - min;
    const written = words.slice(0, positional).filter((word) => !word.endsWith('?') || (spare -= 1) >= 0);
    const args = [...written, ...new Array<string>(others).fill(words.at(-1)!)];
    // None of its arguments is hard on it, or one, or all of them.
    const hard = this.#pick(args.length + 3);
    const value = this.#of(
      this.#of([
        HARD.type,
        ...faults.flatMap((code) => (code === 'number-range' || code === 'too-deep' ? [HARD[code]] : [])),
      ]),
    );
    const texts = args.map((word, at) => {
      // What is hard on the builtin should come to where it compares.
      if (word === 'f' && hard > 0 && this.#pick(2) === 1) return '(fn [x & _] x)';
      if (word === 'f') return this.#anyCallee(shape.kind === 'higher' ? shape.arity + others : 1, depth, scope);
      const written = LITERAL_PARAMS[word];
      if (written !== undefined) return this.#of(written);
      return hard === at + 1 || hard > args.length
        ? value
        : this.#expression(this.#of(PARAM_KINDS[`${family} ${word}`] ?? PARAM_KINDS[word] ?? KINDS), depth - 1, scope);
    });
    return `(${[name, ...texts].join(' ')})`;
  }

  #anyCallee(arity: number, depth: number, scope: Scope): string {
    switch (this.#pick(6)) {
      case 0:
        return '(fn [x & _] x)';
      case 1:
      case 2:
      case 3:
        return this.#of(HANDED.filter((name) => accepts(handedArity(name), arity)));
      case 4:
        return this.#of([
          ...this.#functions.filter(({ params }) => params.length === arity).map(({ name }) => name),
          ...(arity <= 2 ? [':a', ':price'] : ['vector']),
        ]);
      default:
        return this.#callee(new Array<Kind>(arity).fill('any'), 'any', depth - 1, scope);
    }
  }

  /** A call of a function of the script. */
  #call(kind: Kind, depth: number, scope: Scope): string | null {
    const fitting = this.#functions.filter(({ result }) => result === kind);
    if (fitting.length === 0) return null;
    const { name, params } = this.#of(fitting);
    return `(${[name, ...params.map((param) => (param === 'whole' && this.#rarely(16) ? this.#of(CALLS_AROUND_MAX) : this.#expression(param, depth - 2, scope)))].join(' ')})`;
  }

  /** Names and patterns for values of these kinds, distinct within one list. */
  #parameters(kinds: readonly Kind[], scope: Scope): { patterns: string[]; inside: Scope } {
    const inside = new Map(scope);
    const free = [...NAMES];
    const take = (kind: Kind): string => {
      const [name] = free.splice(this.#pick(free.length), 1);
      inside.set(name!, kind);
      return name!;
    };
    const patterns = kinds.map((kind) => {
      if (this.#pick(3) < 2) return take(kind);
      if (kind === 'numbers' || kind === 'strings') {
        const element = kind === 'numbers' ? 'number' : 'string';
        return this.#of([
          () => `[${take(element)} ${take(element)}]`,
          () => `[${take(element)} & ${take(kind)}]`,
          () => `[_ ${take(element)} & _]`,
        ])();
      }
      if (kind === 'records' && !inside.has('price')) {
        inside.set('price', 'number');
        return this.#of([
          () => `[{:keys [price]} & ${take('records')}]`,
          () => `[_ {:keys [price] :or {price 7}} & [${take('record')}]]`,
        ])();
      }
      if (kind === 'any') return this.#rarely(4) ? `[[${take('any')}] & [_ ${take('any')}]]` : take('any');
      if (kind !== 'record' || inside.has('price') || inside.has('name')) return '_';
      inside.set('price', 'number').set('name', 'string');
      return this.#of([
        '{:keys [price name]}',
        `{:keys [price name] :or {price ${this.#expression('number', 1, scope)}}}`,
        '{:keys [price name] :or {name (str price)}}',
      ]);
    });
    return { patterns, inside };
  }

  #body(kind: Kind, depth: number, scope: Scope): string {
    const before = this.#rarely(10) ? `${this.#expression(this.#of(KINDS), 1, scope)} ` : '';
    return before + this.#expression(kind, depth, scope);
  }

  #binding(kind: Kind, depth: number, scope: Scope): string {
    const of = this.#of(KINDS);
    const value = this.#expression(of, depth - 1, scope);
    const {
      patterns: [pattern],
      inside,
    } = this.#parameters([of], scope);
    switch (this.#pick(6)) {
      case 0:
      case 1:
        return `(let [${pattern} ${value}] ${this.#body(kind, depth - 1, inside)})`;
      case 2:
        return `(if-let [${pattern} ${value}] ${this.#expression(kind, depth - 1, inside)} ${this.#expression(kind, depth - 1, scope)})`;
      case 3:
        return `(${this.#of(['when-let', 'when-some'])} [${pattern} ${value}] ${this.#body(kind, depth - 1, inside)})`;
      case 4:
        return `(if-some [${pattern} ${value}] ${this.#expression(kind, depth - 1, inside)} ${this.#expression(kind, depth - 1, scope)})`;
      default:
        return this.#loop(kind, depth, scope);
    }
  }

  /** A loop that ends: it counts to a literal, or walks down a vector. */
  #loop(kind: Kind, depth: number, scope: Scope): string {
    const rounds = this.#pick(8);
    const start = this.#expression(kind, depth - 2, scope);
    const inside = new Map([...scope, ['i', 'whole' as Kind], ['acc', kind]]);
    const next = this.#expression(kind, depth - 2, inside);
    switch (this.#pick(7)) {
      case 5:
        return `(loop [i 0 acc ${start}] (some-> (when (< i ${rounds}) acc) ${this.#of(['str', 'identity', 'first'])} vector count (+ i) (recur ${next})))`;
      case 6:
        return `(loop [i 0 acc ${start}] (cond-> (inc i) ${this.#expression('boolean', 1, inside)} (+ 1) (< i ${rounds}) (recur ${next})))`;
      case 0:
        return `(loop [i 0 acc ${start}] (if (< i ${rounds}) (recur (inc i) ${next}) acc))`;
      case 4:
        return `(loop [i 0 acc ${start}] (if (< i ${rounds}) (recur (+ i 1) ${this.#inPlace(3, [...inside.keys()])}) acc))`;
      case 1:
        return `(loop [i ${rounds} acc ${start}] (cond (<= i 0) acc ${this.#expression('boolean', 1, inside)} (recur (- i 2) acc) :else (recur (dec i) ${next})))`;
      case 2:
        return `(loop [i 0 acc ${start}] (when-not (= i ${rounds}) (let [acc ${next}] (recur (+ i 1) acc))))`;
      default: {
        const walking = new Map([...scope, ['i', 'number' as Kind], ['acc', kind]]);
        return `(loop [[i & more] ${this.#expression('numbers', depth - 2, scope)} acc ${start}] (case i nil acc 0 (do ${this.#expression('any', 1, walking)} (recur more acc)) (recur more ${this.#expression(kind, depth - 2, walking)})))`;
      }
    }
  }

  /** What is worked without calling anything, unless values are uncommon; names are of any kind, so much of it faults. */
  #inPlace(depth: number, names: readonly string[]): string {
    const part = (): string => this.#inPlace(depth - 1, names);
    const leaf = (): string => this.#of(['acc', 'i', ...names, '2', '0.5', '-3', '999999999999999999']);
    if (depth <= 0) return leaf();
    switch (this.#pick(7)) {
      case 1:
        return `(${this.#of(['+', '-', '*', 'mod', 'quot'])} ${part()} ${part()})`;
      case 2:
        return `(if (${this.#of(['<', '=', '>=', 'not='])} ${leaf()} ${leaf()}) ${part()} ${part()})`;
      case 3:
        return `(cond (= ${leaf()} ${part()}) ${part()} (nil? ${leaf()}) ${leaf()} (<= i ${leaf()}) ${part()} :else ${part()})`;
      case 4:
        return `(case ${leaf()} (0 "a" 2.5) ${part()} nil ${leaf()} ${part()})`;
      case 5:
        return `(${this.#of(['and', 'or'])} ${leaf()} ${part()} ${part()})`;
      case 6:
        return `(+ 1 ${part()} (let [acc ${part()}] (- acc 1)))`;
      default:
        return leaf();
    }
  }

  /** A `defn`: plain, variadic, or with recursion that the check can verify. */
  #function(): string {
    const name = `f${this.#functions.length}`;
    const result = this.#of(KINDS);
    const add = (params: readonly Kind[], text: string): string => {
      this.#functions.push({ name, params, result });
      return text;
    };
    const own = new Map<string, Kind>([
      ['n', 'whole'],
      ['acc', result],
    ]);
    const step = (scope: Scope): string => this.#expression(result, 2, scope);
    switch (this.#pick(9)) {
      case 8: {
        const end = this.#of([
          '(fail "deep")',
          '(/ 1 n)',
          '(nth [] n)',
          '(inc (first []))',
          step(new Map([['n', 'whole']])),
        ]);
        return add(
          ['whole'],
          `(defn ${name} [n] (if (<= n 0) ${end} (let [a (${name} (- n 1)) b ${step(
            new Map([
              ['n', 'whole'],
              ['a', result],
            ]),
          )}] (if (= n 1) a b))))`,
        );
      }
      case 3:
        return add(['whole', result], `(defn ${name} [n acc] (if (<= n 0) acc (${name} (- n 1) ${step(own)})))`);
      case 4:
        return add(
          ['whole', result],
          `(defn ${name} [n acc] (cond (> n 40) nil (pos? n) (recur (dec n) ${step(own)}) :else acc))`,
        );
      case 5:
        return add(
          ['numbers'],
          `(defn ${name} [xs] (if (empty? xs) ${step(new Map())} (let [x (first xs) a (${name} (rest xs))] ${step(
            new Map([
              ['x', 'number'],
              ['a', result],
            ]),
          )})))`,
        );
      case 6:
        return add(
          ['whole'],
          `(defn ${name} [n] (when (> n 0) (${name}-back (- n 1))))\n(defn ${name}-back [n] (if (> n 0) (${name} (- n 1)) ${step(new Map())}))`,
        );
      case 7:
        return add(
          ['number', 'number'],
          `(defn ${name} [a & more] ${this.#body(
            result,
            3,
            new Map([
              ['a', 'number'],
              ['more', 'numbers'],
            ]),
          )})`,
        );
      default: {
        const params = Array.from({ length: this.#pick(3) }, () => this.#of(KINDS));
        const { patterns, inside } = this.#parameters(params, new Map());
        // Its own name is not known inside yet, so the body cannot call it.
        const body = this.#body(result, 3, inside);
        return add(params, `(defn ${name} [${patterns.join(' ')}] ${body})`);
      }
    }
  }
}
