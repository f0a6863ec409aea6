// Growth: what can be said of a script's steps before it runs.
// In: a program. Out: bounds on the steps of the runs that finish, and how they grow: `constant`, `poly(k)` (k is the
// deepest nesting of work over data) or `fuel` (a loop or a recursion, which only fuel bounds).

import { BUILTINS, builtinArity, type BuiltinName, type Shape } from './builtins.ts';
import { AGAIN, atMost, DATA, either, FREE, ONE, steps, then, type Bounds } from './bounds.ts';
import type { Callee, Constant, Core, Program, Target } from './core.ts';
import { compareDecimals } from './literal.ts';
import { STEPS_MAX, constantSize, textSize, type CostClass } from './steps.ts';
import { appliedSurcharge, elementCount, entriesMade, keySurcharge, surcharge } from './surcharges.ts';

/** Steps of the runs that finish. `max` is null when anything on the way depends on the size of data. */
export interface StepBounds {
  readonly min: number;
  readonly max: number | null;
}

export interface Growth {
  readonly growth: 'constant' | 'fuel' | `poly(${number})`;
  readonly steps: StepBounds;
}

export function growthOf(program: Program): Growth {
  const globals = new Map(program.items.flatMap((item) => (item.kind === 'def' && isWritten(item.value) ? [[item.global, item.value] as const] : [])));
  const measure = new Measure(program, globals, functionBounds(program, globals));
  const total = program.items.map(({ value }) => measure.of(value)).reduce(then, FREE);
  const min = total.min > STEPS_MAX ? 0 : total.min;
  return {
    growth: total.unbounded ? 'fuel' : total.degree > 0 ? `poly(${total.degree})` : 'constant',
    steps: { min, max: total.max > STEPS_MAX || total.unbounded ? null : total.max },
  };
}

/** Bounds of every function's body. Recursive ones start as "never finishes" and settle on their cheapest way out. */
function functionBounds(program: Program, globals: ReadonlyMap<number, Core>): Bounds[] {
  const bounds = program.functions.map(() => AGAIN);
  // Each round finishes every function whose callees are finished, and lowers the recursive ones; a program whose calls
  // nest deeper than this has bounds that are looser, never wrong.
  for (let round = 0; round <= Math.min(program.functions.length, ROUNDS_MAX); round += 1) {
    let changed = false;
    program.functions.forEach(({ params, rest, body }, index) => {
      const measure = new Measure(program, globals, bounds);
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

/** Measures one function, or the top level. */
class Measure {
  readonly #program: Program;
  readonly #functions: readonly Bounds[];
  /** What names are bound to, by slot and by index, where it is a literal, a vector or a map. */
  readonly #locals = new Map<number, Core>();
  readonly #globals: ReadonlyMap<number, Core>;

  constructor(program: Program, globals: ReadonlyMap<number, Core>, functions: readonly Bounds[]) {
    this.#program = program;
    this.#functions = functions;
    this.#globals = globals;
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
          const truth = this.#truth(test);
          if (truth !== false) ways.push(then(before, body === null ? FREE : this.of(body)));
          if (truth === true) return ways.reduce(either);
        }
        return [...ways, then(before, core.otherwise === null ? FREE : this.of(core.otherwise))].reduce(either);
      }
      case 'bind-test': {
        const holds = core.test === 'truthy' ? this.#truth(core.value) : isSome(this.#written(core.value));
        this.#bindWritten(core.target, core.value);
        const body = then(this.bind(core.target, false), this.of(core.body));
        const otherwise = core.otherwise === null ? FREE : this.of(core.otherwise);
        return [ONE, this.of(core.value), holds === null ? either(body, otherwise) : holds ? body : otherwise].reduce(then);
      }
      case 'case': {
        let before = then(ONE, this.of(core.subject));
        const subject = this.#written(core.subject);
        const ways: Bounds[] = [];
        for (const { constants, body } of core.clauses) {
          const code = this.of(body);
          for (const constant of constants) {
            before = then(before, steps(constantSize(constant)));
            const hit = subject.kind === 'literal' ? isSameConstant(subject.value, constant) : null;
            if (hit !== false) ways.push(then(before, code));
            if (hit === true) return ways.reduce(either);
          }
        }
        // Without a default the last way is a fault, which does not finish.
        if (core.otherwise !== null) ways.push(then(before, this.of(core.otherwise)));
        return ways.length === 0 ? { ...before, min: Infinity } : ways.reduce(either);
      }
      case 'let':
        return [ONE, ...core.bindings.flatMap(({ target, value }) => {
          const bounds = this.of(value);
          this.#bindWritten(target, value);
          return [bounds, this.bind(target, false)];
        }), this.of(core.body)].reduce(then);
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
        return [ONE, this.of(core.value), ...core.stages.map(({ test, body }) => then(this.of(test), stageBounds(this.#truth(test), this.of(body))))].reduce(then);
      case 'call':
        return [ONE, this.all(core.args), this.#functions[core.function]!].reduce(then);
      case 'field':
        return [ONE, this.of(core.target), core.otherwise === null ? FREE : this.of(core.otherwise), keySurcharge(core.key)].reduce(then);
      case 'builtin':
        return [ONE, this.all(core.args), surcharge(core.name, core.args.map((arg) => this.#written(arg)))].reduce(then);
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
      const truth = this.#truth(item);
      if (truth === null || truth === ending || at === items.length - 1) ways.push(before);
      if (truth === ending) break;
    }
    return ways.length === 0 ? FREE : ways.reduce(either);
  }

  /** Where a name stands, what it is bound to, if that is written in the text. */
  #written(core: Core): Core {
    if (core.kind === 'local') return this.#locals.get(core.slot) ?? core;
    return core.kind === 'global' ? this.#globals.get(core.index) ?? core : core;
  }

  #bindWritten(target: Target, value: Core): void {
    const written = this.#written(value);
    if (target.kind === 'slot' && isWritten(written)) this.#locals.set(target.slot, written);
  }

  #truth(core: Core): boolean | null {
    return literalTruth(this.#written(core));
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
    const { cost, shape }: { cost: CostClass; shape: Shape } = BUILTINS[core.name];
    const collection = this.#written(core.args.at(-1)!);
    const rounds = elementCount(collection);
    // `(reduce f [])` hands over nothing.
    const given = shape.kind === 'higher' && rounds !== 0 ? shape.arity : 0;
    const application = then(ONE, this.#callee(core.callee, given, this.#writtenElements(core, collection)));
    if (core.name === 'update' || core.name === 'update-in') return [before, application, DATA].reduce(then);
    if (rounds === null) {
      return then(before, { min: 0, max: Infinity, degree: application.degree + 1, unbounded: application.unbounded });
    }
    const early = EARLY.has(core.name);
    const applications = core.name === 'reduce' && core.args.length === 1 ? (rounds > 0 ? rounds - 1 : this.#takesNothing(core.callee) ? 1 : 0) : rounds;
    const least = early ? Math.min(applications, 1) : applications;
    const loop = { ...application, min: least === 0 ? 0 : application.min * least, max: applications === 0 ? 0 : application.max * applications };
    const view = core.name === 'take-while' || core.name === 'drop-while' ? atMost(rounds >> 3) : FREE;
    return [before, entriesMade(core.name, collection), loop, view, cost === 'apply' ? FREE : DATA].reduce(then);
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

  /** What a higher-order builtin hands over, where all of it is written: a first value and the elements. */
  #writtenElements(core: Extract<Core, { kind: 'higher' }>, collection: Core): readonly Core[] | null {
    if (collection.kind !== 'vector' && collection.kind !== 'map') return null;
    const elements = collection.kind === 'vector' ? collection.items : collection.entries.map(({ value }) => value);
    return [...core.args.slice(0, -1), ...elements].map((part) => this.#written(part));
  }

  /** `given` is how many arguments the builtin hands over, `values` what they come from, where that is written. */
  #callee(callee: Callee, given: number, values: readonly Core[] | null): Bounds {
    switch (callee.kind) {
      case 'fn':
        return [...callee.params.map((target) => this.bind(target, false)), ...(callee.rest === null ? [] : [this.bind(callee.rest, false)]), this.of(callee.body)].reduce(then);
      case 'function':
        return this.#functions[callee.function]!;
      case 'builtin':
        if (BUILTINS[callee.name].cost === 'arithmetic') return appliedSurcharge(callee.name, given, values);
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

/** Whether what is written is not nil; null where only the run tells. */
function isSome(core: Core): boolean | null {
  return isWritten(core) ? core.kind !== 'literal' || core.value.kind !== 'nil' : null;
}

function isWritten(core: Core): boolean {
  return core.kind === 'literal' || core.kind === 'vector' || core.kind === 'map';
}

/** Higher-order builtins that may stop before the end. */
const EARLY: ReadonlySet<BuiltinName> = new Set<BuiltinName>(['some', 'every?', 'any?', 'find', 'take-while', 'drop-while']);
