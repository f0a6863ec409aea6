// Growth: what can be said of a script's steps before it runs.
// In: a program. Out: bounds on the steps of the runs that finish, and how they grow: `constant`, `poly(k)` (k is the
// deepest nesting of work over data) or `fuel` (a loop or a recursion, which only fuel bounds).

import { DIGITS_MAX, magnitude, printDecimal } from '../grammar/decimal.ts';
import { BUILTINS, builtinArity, type BuiltinName, type Shape } from './builtins.ts';
import type { Callee, Constant, Core, Program, Target } from './core.ts';
import { compareDecimals, wholeLiteral } from './literal.ts';
import { HEAVY_STEPS, LONG_STEPS, SHORT_END, STEPS_MAX, constantSize, textSize } from './steps.ts';

/** Steps of the runs that finish. `max` is null when anything on the way depends on the size of data. */
export interface StepBounds {
  readonly min: number;
  readonly max: number | null;
}

export interface Growth {
  readonly growth: 'constant' | 'fuel' | `poly(${number})`;
  readonly steps: StepBounds;
}

/** Bounds while they are added up; Infinity stands for "no such run" in min and for "depends on data" in max. */
interface Bounds {
  readonly min: number;
  readonly max: number;
  /** Nesting of work over data. */
  readonly degree: number;
  /** Only fuel bounds it. */
  readonly unbounded: boolean;
}

const FREE: Bounds = { min: 0, max: 0, degree: 0, unbounded: false };
const ONE: Bounds = { min: 1, max: 1, degree: 0, unbounded: false };
/** Work that some data pays for: any number of steps. */
const DATA: Bounds = { min: 0, max: Infinity, degree: 1, unbounded: false };
/** The part of a run that goes round again: it finishes elsewhere. */
const AGAIN: Bounds = { min: Infinity, max: Infinity, degree: 0, unbounded: true };

export function growthOf(program: Program): Growth {
  const functions = functionBounds(program);
  const measure = new Measure(program, functions);
  const total = program.items.map(({ value }) => measure.of(value)).reduce(then, FREE);
  const min = total.min > STEPS_MAX ? 0 : total.min;
  return {
    growth: total.unbounded ? 'fuel' : total.degree > 0 ? `poly(${total.degree})` : 'constant',
    steps: { min, max: total.max > STEPS_MAX || total.unbounded ? null : total.max },
  };
}

/** Bounds of every function's body. Recursive ones start as "never finishes" and settle on their cheapest way out. */
function functionBounds(program: Program): Bounds[] {
  const bounds = program.functions.map(() => AGAIN);
  // Each round finishes every function whose callees are finished, and lowers the recursive ones; a program whose calls
  // nest deeper than this has bounds that are looser, never wrong.
  for (let round = 0; round <= Math.min(program.functions.length, ROUNDS_MAX); round += 1) {
    const measure = new Measure(program, bounds);
    let changed = false;
    program.functions.forEach(({ params, rest, body }, index) => {
      const patterns = [...params, ...(rest === null ? [] : [rest])].map((target) => measure.bind(target, false));
      const next = [...patterns, measure.of(body)].reduce(then, FREE);
      const old = bounds[index]!;
      if (next.min === old.min && next.max === old.max && next.degree === old.degree && next.unbounded === old.unbounded) return;
      bounds[index] = next;
      changed = true;
    });
    if (!changed) return bounds;
  }
  return bounds;
}

/** Enough for any call graph people write; each round is one walk over the program. */
const ROUNDS_MAX = 64;

function then(a: Bounds, b: Bounds): Bounds {
  return { min: a.min + b.min, max: a.max + b.max, degree: Math.max(a.degree, b.degree), unbounded: a.unbounded || b.unbounded };
}

function either(a: Bounds, b: Bounds): Bounds {
  return { min: Math.min(a.min, b.min), max: Math.max(a.max, b.max), degree: Math.max(a.degree, b.degree), unbounded: a.unbounded || b.unbounded };
}

function steps(count: number): Bounds {
  return { ...ONE, min: count, max: count };
}

class Measure {
  readonly #program: Program;
  readonly #functions: readonly Bounds[];

  constructor(program: Program, functions: readonly Bounds[]) {
    this.#program = program;
    this.#functions = functions;
  }

  of(core: Core): Bounds {
    switch (core.kind) {
      case 'literal':
      case 'global':
      case 'input':
        return ONE;
      case 'local':
        return core.counted ? ONE : FREE;
      case 'vector':
        return then(core.counted ? ONE : FREE, this.all(core.items));
      case 'map':
        return then(ONE, this.all(core.entries.map(({ value }) => value)));
      case 'do':
        return then(core.counted ? ONE : FREE, this.all(core.items));
      case 'and':
      case 'or':
        return then(ONE, this.#until(core.items, core.kind === 'or'));
      case 'cond': {
        let before: Bounds = ONE;
        const ways: Bounds[] = [];
        for (const { test, body } of core.clauses) {
          before = then(before, this.of(test));
          const truth = literalTruth(test);
          if (truth !== false) ways.push(then(before, body === null ? FREE : this.of(body)));
          if (truth === true) return ways.reduce(either);
        }
        return [...ways, then(before, core.otherwise === null ? FREE : this.of(core.otherwise))].reduce(either);
      }
      case 'bind-test': {
        const holds = core.test === 'truthy' ? literalTruth(core.value) : isNilLiteral(core.value) ? false : literalTruth(core.value) === null ? null : true;
        const body = then(this.bind(core.target, false), this.of(core.body));
        const otherwise = core.otherwise === null ? FREE : this.of(core.otherwise);
        return [ONE, this.of(core.value), holds === null ? either(body, otherwise) : holds ? body : otherwise].reduce(then);
      }
      case 'case': {
        let before = then(ONE, this.of(core.subject));
        const ways: Bounds[] = [];
        for (const { constants, body } of core.clauses) {
          const code = this.of(body);
          for (const constant of constants) {
            before = then(before, steps(constantSize(constant)));
            const hit = core.subject.kind === 'literal' ? isSameConstant(core.subject.value, constant) : null;
            if (hit !== false) ways.push(then(before, code));
            if (hit === true) return ways.reduce(either);
          }
        }
        // Without a default the last way is a fault, which does not finish.
        if (core.otherwise !== null) ways.push(then(before, this.of(core.otherwise)));
        return ways.length === 0 ? { ...before, min: Infinity } : ways.reduce(either);
      }
      case 'let':
        return [ONE, ...core.bindings.flatMap(({ target, value }) => [this.of(value), this.bind(target, false)]), this.of(core.body)].reduce(then);
      case 'loop': {
        const first = [ONE, ...core.bindings.flatMap(({ target, value }) => [this.of(value), this.bind(target, false)])].reduce(then);
        return then(first, this.of(core.body));
      }
      case 'recur':
        return AGAIN;
      case 'some-thread': {
        let before = then(ONE, this.of(core.value));
        let result = before;
        for (const stage of core.stages) {
          before = then(before, this.of(stage));
          result = either(result, before);
        }
        return result;
      }
      case 'cond-thread':
        return [ONE, this.of(core.value), ...core.stages.map(({ test, body }) => then(this.of(test), stageBounds(literalTruth(test), this.of(body))))].reduce(then);
      case 'call':
        return [ONE, this.all(core.args), this.#functions[core.function]!].reduce(then);
      case 'field':
        return [ONE, this.of(core.target), core.otherwise === null ? FREE : this.of(core.otherwise), keySurcharge(core.key)].reduce(then);
      case 'builtin':
        return [ONE, this.all(core.args), surcharge(core.name, core.args)].reduce(then);
      case 'higher':
        return this.#higher(core);
    }
  }

  all(cores: readonly Core[]): Bounds {
    return cores.map((core) => this.of(core)).reduce(then, FREE);
  }

  /** The items of an `and` or `or`: the first always, each later one unless one before it had the truth that ends it. */
  #until(items: readonly Core[], ending: boolean): Bounds {
    let before = FREE;
    const ways: Bounds[] = [];
    for (const [at, item] of items.entries()) {
      before = then(before, this.of(item));
      const truth = literalTruth(item);
      if (truth === null || truth === ending || at === items.length - 1) ways.push(before);
      if (truth === ending) break;
    }
    return ways.length === 0 ? FREE : ways.reduce(either);
  }

  bind(target: Target, counted: boolean): Bounds {
    switch (target.kind) {
      case 'ignore':
        return FREE;
      case 'slot':
        return counted ? ONE : FREE;
      case 'vector':
        return [...target.items, ...(target.rest === null ? [] : [target.rest])].map((item) => this.bind(item, true)).reduce(then, FREE);
      case 'map':
        return target.keys.map(({ key, otherwise }) => then(steps(textSize(Buffer.byteLength(key))), otherwise === null ? FREE : either(FREE, this.of(otherwise)))).reduce(then, FREE);
    }
  }

  #higher(core: Extract<Core, { kind: 'higher' }>): Bounds {
    const before = then(ONE, this.all(core.args));
    const { shape }: { shape: Shape } = BUILTINS[core.name];
    const given = shape.kind === 'higher' ? shape.arity : 0;
    const application = then(ONE, this.#callee(core.callee, given));
    const { cost } = BUILTINS[core.name];
    if (core.name === 'update' || core.name === 'update-in') return [before, application, DATA].reduce(then);
    const rounds = elementCount(core.args.at(-1));
    if (rounds === null) {
      return then(before, { min: 0, max: Infinity, degree: application.degree + 1, unbounded: application.unbounded });
    }
    const early = EARLY.has(core.name);
    const applications = core.name === 'reduce' && core.args.length === 1 ? (rounds > 0 ? rounds - 1 : this.#takesNothing(core.callee) ? 1 : 0) : rounds;
    const least = early ? Math.min(applications, 1) : applications;
    const loop = { ...application, min: least === 0 ? 0 : application.min * least, max: applications === 0 ? 0 : application.max * applications };
    const view = core.name === 'take-while' || core.name === 'drop-while' ? atMost(rounds >> 3) : FREE;
    return [before, entriesMade(core.name, core.args.at(-1)), loop, view, cost === 'apply' ? FREE : DATA].reduce(then);
  }

  /** `(reduce f [])` is `(f)` when f can be called so. */
  #takesNothing(callee: Callee): boolean {
    switch (callee.kind) {
      case 'fn': return callee.params.length === 0;
      case 'function': return this.#program.functions[callee.function]!.params.length === 0;
      case 'builtin': return builtinArity(callee.name).min === 0;
      case 'field': return false;
    }
  }

  /** `given` is how many arguments the builtin itself hands over; `update` also hands over those written after the function. */
  #callee(callee: Callee, given: number): Bounds {
    switch (callee.kind) {
      case 'fn':
        return [...callee.params.map((target) => this.bind(target, false)), ...(callee.rest === null ? [] : [this.bind(callee.rest, false)]), this.of(callee.body)].reduce(then);
      case 'function':
        return this.#functions[callee.function]!;
      case 'builtin':
        return callee.name === 'vector' ? steps(given) : surcharge(callee.name, []);
      case 'field':
        return keySurcharge(callee.key);
    }
  }
}

/** A stage that is run where its test holds. */
function stageBounds(holds: boolean | null, stage: Bounds): Bounds {
  return holds === null ? either(FREE, stage) : holds ? stage : FREE;
}

/** Whether what is written is truthy; null where only the run tells. */
function literalTruth(core: Core): boolean | null {
  if (core.kind === 'vector' || core.kind === 'map') return true;
  if (core.kind !== 'literal') return null;
  return core.value.kind === 'boolean' ? core.value.value : core.value.kind !== 'nil';
}

function isSameConstant(a: Constant, b: Constant): boolean {
  if (a.kind === 'number' && b.kind === 'number') return compareDecimals(a.value, b.value) === 0;
  if (a.kind === 'nil' || b.kind === 'nil') return a.kind === b.kind;
  return a.kind === b.kind && a.value === b.value;
}

function isNilLiteral(core: Core): boolean {
  return core.kind === 'literal' && core.value.kind === 'nil';
}

/** Higher-order builtins that may stop before the end. */
const EARLY: ReadonlySet<BuiltinName> = new Set<BuiltinName>(['some', 'every?', 'any?', 'find', 'take-while', 'drop-while']);

/** How many elements a collection has, when its text says so. */
function elementCount(core: Core | undefined): number | null {
  return core?.kind === 'vector' ? core.items.length : core?.kind === 'map' ? core.entries.length : null;
}

/** `take drop slice` add a quarter of the smaller part, so an eighth of all elements at most. */
function viewSurcharge(name: BuiltinName, args: readonly Core[]): Bounds {
  const coll = args[name === 'take' || name === 'drop' ? 1 : 0];
  const made = entriesMade(name, coll);
  if (name === 'rest' || name === 'butlast') return made;
  if (name === 'conj') return then(made, steps(Math.max(args.length - 2, 0)));
  const count = elementCount(coll);
  return count === null ? DATA : then(made, atMost(count >> 3));
}

function atMost(count: number): Bounds {
  return { ...FREE, max: count };
}

/** Builtins that take a map as it is. */
const READS_MAP: ReadonlySet<BuiltinName> = new Set<BuiltinName>(['map-vals', 'filter-vals']);

/** What a collection adds where a vector is wanted: twice the entries of a map. */
function entriesMade(name: BuiltinName, core: Core | undefined): Bounds {
  if (core?.kind === 'map') return steps(core.entries.length * (READS_MAP.has(name) ? 1 : 2));
  return core !== undefined && isNoMap(core) ? FREE : DATA;
}

/** Whether a value cannot be a map, as far as its text tells. */
function isNoMap(core: Core): boolean {
  if (core.kind === 'builtin' || core.kind === 'higher') return MAKES_VECTOR.has(core.name);
  return core.kind === 'vector' || core.kind === 'literal';
}

const MAKES_VECTOR: ReadonlySet<BuiltinName> = new Set<BuiltinName>([
  'vector', 'vec', 'conj', 'concat', 'rest', 'butlast', 'take', 'drop', 'slice', 'reverse', 'sort', 'sort-by', 'distinct', 'flatten', 'range', 'repeat',
  'partition', 'interleave', 'zip', 'keys', 'vals', 'entries', 'map', 'mapcat', 'map-indexed', 'filter', 'remove', 'keep', 'partition-by', 'take-while',
  'drop-while', 'split', 'lines', 'words', 'find-patterns', 'locate-all',
]);

function keySurcharge(key: string): Bounds {
  return steps(textSize(Buffer.byteLength(key)) - 1);
}

/** Size of a value when its text says so. */
function knownSize(core: Core | undefined): number | null {
  if (core?.kind === 'literal') return core.value.kind === 'string' ? textSize(Buffer.byteLength(core.value.value)) : 1;
  if (core?.kind !== 'vector') return null;
  const sizes = core.items.map(knownSize);
  return sizes.includes(null) ? null : sizes.reduce((sum: number, size) => sum + size!, 1);
}

/** What `str` makes of a value whose size is known. */
function printedText(core: Core): string {
  if (core.kind === 'literal' && core.value.kind === 'string') return core.value.value;
  return core.kind === 'literal' && core.value.kind === 'nil' ? '' : printedJson(core);
}

function printedJson(core: Core): string {
  if (core.kind === 'vector') return `[${core.items.map(printedJson).join(',')}]`;
  if (core.kind !== 'literal') throw new Error(`${core.kind} has no size that is known`);
  switch (core.value.kind) {
    case 'nil': return 'null';
    case 'number': return printDecimal(core.value.value);
    default: return JSON.stringify(core.value.value);
  }
}

/** Whether a constant is a number that is not whole, or not below 10^18. */
function isLongNumber(constant: Constant): boolean {
  if (constant.kind !== 'number' || constant.value.coefficient === 0n) return false;
  return constant.value.exponent < 0 || magnitude(constant.value) >= DIGITS_MAX;
}

/** The surcharge of a builtin, as far as the text of its arguments tells. */
function surcharge(name: BuiltinName, args: readonly Core[]): Bounds {
  switch (BUILTINS[name].cost) {
    case 'constant':
      return FREE;
    case 'heavy':
      return steps(HEAVY_STEPS);
    case 'view':
      return viewSurcharge(name, args);
    case 'power': {
      const exponent = wholeLiteral(args[1]);
      // 24 bits hold every exponent there is.
      return exponent === null ? { ...FREE, max: 96 } : steps(4 * (exponent < 0n ? -exponent : exponent).toString(2).length * (exponent === 0n ? 0 : 1));
    }
    case 'key': {
      const size = knownSize(args[1]);
      return size === null ? DATA : steps(size - 1);
    }
    case 'compare': {
      // Handed on: nobody knows to what.
      if (args.length === 0) return DATA;
      const sizes = args.map(knownSize);
      const pairs = sizes.slice(1).map((right, index) => pairSurcharge(sizes[index]!, right));
      // The first pair always, each later one while those before it hold.
      const rest = pairs.slice(1).reduce(then, FREE);
      return then(pairs[0] ?? FREE, { ...rest, min: 0 });
    }
    case 'print': {
      const sizes = args.map(knownSize);
      if (name !== 'str' || args.length === 0 || sizes.includes(null)) return DATA;
      const bytes = Buffer.byteLength(args.map(printedText).join(''));
      return steps(sizes.reduce((sum: number, size) => sum + size!, Math.floor(bytes / 16)));
    }
    case 'sum': {
      const items = args[0]?.kind === 'vector' ? args[0].items : null;
      if (items === null) return DATA;
      const long = items.some((item) => item.kind === 'literal' && isLongNumber(item.value));
      if (long || items.every(({ kind }) => kind === 'literal')) return steps(items.length * (long ? LONG_STEPS : 1));
      return { ...FREE, min: items.length, max: items.length * LONG_STEPS };
    }
    case 'elements':
      return elementsSurcharge(name, args);
    default:
      return DATA;
  }
}

/** Steps for each element of a vector, and for each entry of a map. */
const PER_ELEMENT: { readonly [name in BuiltinName]?: number } = { vec: 1, reverse: 1 };
const PER_ENTRY: { readonly [name in BuiltinName]?: number } = { vec: 3, reverse: 3, keys: 1, vals: 1, entries: 2 };

/** Comparing costs the smaller of two sizes, and nothing when that is 1. */
function pairSurcharge(left: number | null, right: number | null): Bounds {
  if (left !== null && right !== null) return steps(Math.min(left, right) - 1);
  const known = left ?? right;
  if (known === null) return DATA;
  return { ...FREE, max: known - 1 };
}

function elementsSurcharge(name: BuiltinName, args: readonly Core[]): Bounds {
  if (name === 'vector') return steps(args.length);
  if (name === 'range' && args.length === 1) {
    const end = wholeLiteral(args[0]);
    return end === null || Math.abs(Number(end)) >= SHORT_END ? DATA : steps(Number(end < 0n ? 0n : end));
  }
  const factor = args[0]?.kind === 'map' ? PER_ENTRY[name] : PER_ELEMENT[name];
  const count = elementCount(args[0]);
  return factor === undefined || count === null ? DATA : steps(factor * count);
}
