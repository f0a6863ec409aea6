// Measure: the bounds and the value of every node, in one walk in the order of evaluation.
// In: a core node, and what was measured of functions and `def`s so far. Out: the steps of its evaluations that finish,
// and what is known of its value then.

import { compareDecimals } from '../../grammar/decimal.ts';
import { BUILTINS } from '../builtins.ts';
import type { Callee, Constant, Core, FunctionDefinition, Program, Target } from '../core.ts';
import { literalPhrases } from '../phrases.ts';
import { constantSize, textSize } from '../steps.ts';
import { AGAIN, type Bounds, either, FREE, ONE, priced, steps, then } from './bounds.ts';
import {
  ANY,
  constantKnown,
  eitherKnown,
  fieldKnown,
  isSome,
  type Known,
  mapKnown,
  NEVER,
  NOTHING,
  truthOf,
  vectorKnown,
} from './known.ts';
import { droppedFrom, resultOf } from './known-results.ts';
import { measureHigher } from './measure-higher.ts';
import { after, eitherMeasured, type Measured, sum, valuesOf } from './measured.ts';
import { appliedSurcharge, keySurcharge, surcharge } from './surcharges.ts';

export class Measure {
  readonly program: Program;
  /** What is known of each function, whatever it is called with. */
  readonly functions: Measured[];
  /** What is known of names, by slot and by index; of others nothing is. */
  #locals = new Map<number, Known>();
  readonly #globals = new Map<number, Known>();
  /** What `def`s are written as, once somebody asks. */
  #definitions: ReadonlyMap<number, Core> | null = null;
  /** The last function that was called. */
  #lastCalled = -1;

  constructor(program: Program, functions: Measured[]) {
    this.program = program;
    this.functions = functions;
  }

  define(global: number, value: Known): void {
    this.#globals.set(global, value);
  }

  /** A function's body, for any arguments. */
  body({ params, rest, body }: FunctionDefinition): Measured {
    this.#locals = new Map();
    this.#lastCalled = -1;
    const patterns = [...params, ...(rest === null ? [] : [rest])].map((target) => this.bind(target, ANY, false));
    const { bounds, value } = this.of(body);
    return { bounds: then(patterns.reduce(then, FREE), bounds), value };
  }

  /** Whether the function measured last calls this one or one behind it. */
  calledFrom(index: number): boolean {
    return this.#lastCalled >= index;
  }

  of(core: Core): Measured {
    switch (core.kind) {
      case 'literal':
        return { bounds: ONE, value: constantKnown(core.value) };
      case 'global':
        return { bounds: ONE, value: this.#globals.get(core.index) ?? ANY };
      case 'input':
        return INPUT;
      case 'local':
        return { bounds: core.counted ? ONE : FREE, value: this.#locals.get(core.slot) ?? ANY };
      case 'vector': {
        const items = this.all(core.items);
        return { bounds: sum(core.counted ? ONE : FREE, items), value: vectorKnown(valuesOf(items)) };
      }
      case 'map': {
        const values = core.entries.map((entry) => this.of(entry.value));
        return {
          bounds: sum(ONE, values),
          value: mapKnown(
            core.entries.map(({ key }) => key),
            valuesOf(values),
          ),
        };
      }
      case 'do': {
        const items = this.all(core.items);
        return { bounds: sum(core.counted ? ONE : FREE, items), value: items.at(-1)?.value ?? NOTHING };
      }
      case 'and':
      case 'or':
        return this.#until(core.items, core.kind === 'or');
      case 'cond': {
        let before: Bounds = ONE;
        const ways: Measured[] = [];
        for (const { test, body } of core.clauses) {
          const tested = this.of(test);
          before = then(before, tested.bounds);
          const truth = truthOf(tested.value);
          if (truth !== false) ways.push(after(before, this.#optional(body)));
          if (truth === true) return ways.reduce(eitherMeasured);
        }
        return [...ways, after(before, this.#optional(core.otherwise))].reduce(eitherMeasured);
      }
      case 'bind-test': {
        const { bounds, value } = this.of(core.value);
        const holds = core.test === 'truthy' ? truthOf(value) : isSome(value);
        const before = then(ONE, bounds);
        const body = after(this.bind(core.target, value, false), this.of(core.body));
        const otherwise = this.#optional(core.otherwise);
        return after(before, holds === null ? eitherMeasured(body, otherwise) : holds ? body : otherwise);
      }
      case 'case':
        return this.#case(core);
      case 'let': {
        let bounds: Bounds = ONE;
        for (const { target, value } of core.bindings) {
          const bound = this.of(value);
          bounds = then(then(bounds, bound.bounds), this.bind(target, bound.value, false));
        }
        return after(bounds, this.of(core.body));
      }
      case 'loop': {
        let bounds: Bounds = ONE;
        // Another round binds other values.
        for (const { target, value } of core.bindings)
          bounds = then(then(bounds, this.of(value).bounds), this.bind(target, ANY, false));
        return after(bounds, this.of(core.body));
      }
      case 'recur':
        return { bounds: AGAIN, value: NEVER };
      case 'some-thread': {
        let { bounds, value } = this.of(core.value);
        const ended: Measured[] = [];
        bounds = then(ONE, bounds);
        for (const stage of core.stages) {
          const goesOn = isSome(value);
          if (goesOn !== true) ended.push({ bounds, value: NOTHING });
          if (goesOn === false) return ended.reduce(eitherMeasured);
          this.#locals.set(core.slot, value);
          ({ bounds, value } = after(bounds, this.of(stage)));
        }
        return [...ended, { bounds, value }].reduce(eitherMeasured);
      }
      case 'cond-thread': {
        let { bounds, value } = this.of(core.value);
        bounds = then(ONE, bounds);
        for (const { test, body } of core.stages) {
          const tested = this.of(test);
          const holds = truthOf(tested.value);
          this.#locals.set(core.slot, value);
          const stage = this.of(body);
          const skipped = { bounds: FREE, value };
          ({ bounds, value } = after(
            then(bounds, tested.bounds),
            holds === null ? eitherMeasured(skipped, stage) : holds ? stage : skipped,
          ));
        }
        return { bounds, value };
      }
      case 'call': {
        const before = sum(ONE, this.all(core.args));
        const called = after(before, this.#function(core.function));
        // A body that faults ends early, and the run goes on.
        return core.catches ? { bounds: { ...called.bounds, min: before.min }, value: ANY } : called;
      }
      case 'field': {
        const target = this.of(core.target);
        const otherwise = core.otherwise === null ? NIL_VALUE : this.of(core.otherwise);
        return {
          bounds: sum(steps(1 + keySurcharge(core.key)), [target, otherwise]),
          value: fieldKnown(target.value, core.key, otherwise.value),
        };
      }
      case 'builtin': {
        const args = this.all(core.args);
        const values = valuesOf(args);
        return {
          bounds: then(sum(ONE, args), priced(surcharge(core.name, values, this.#hasReadyPhrases(core)))),
          value: resultOf(core.name, values),
        };
      }
      case 'higher':
        return measureHigher(this, core);
    }
  }

  all(cores: readonly Core[]): Measured[] {
    return cores.map((core) => this.of(core));
  }

  /** One application by a higher-order builtin to values of which so much is known, without the step it counts. */
  apply(callee: Callee, given: readonly Known[]): Measured {
    switch (callee.kind) {
      case 'fn': {
        let bounds = FREE;
        callee.params.forEach((target, at) => {
          bounds = then(bounds, this.bind(target, given[at] ?? NOTHING, false));
        });
        if (callee.rest !== null)
          bounds = then(bounds, this.bind(callee.rest, vectorKnown(given.slice(callee.params.length)), false));
        return after(bounds, this.of(callee.body));
      }
      case 'function':
        return this.#function(callee.function);
      case 'builtin': {
        const { name } = callee;
        const price =
          BUILTINS[name].cost === 'arithmetic' ? appliedSurcharge(name, given.length, given) : surcharge(name, given);
        return { bounds: priced(price), value: resultOf(name, given) };
      }
      case 'field':
        return {
          bounds: steps(keySurcharge(callee.key)),
          value: fieldKnown(given[0]!, callee.key, given[1] ?? NOTHING),
        };
    }
  }

  bind(target: Target, value: Known, counted: boolean): Bounds {
    switch (target.kind) {
      case 'ignore':
        return FREE;
      case 'slot':
        this.#locals.set(target.slot, value);
        return counted ? ONE : FREE;
      case 'vector': {
        let bounds = FREE;
        target.items.forEach((item, at) => {
          const part = value.parts === null ? eitherKnown(value.element, NOTHING) : (value.parts[at] ?? NOTHING);
          bounds = then(bounds, this.bind(item, part, true));
        });
        return target.rest === null
          ? bounds
          : then(bounds, this.bind(target.rest, droppedFrom(value, target.items.length), true));
      }
      case 'map': {
        let bounds = FREE;
        for (const { key, slot, otherwise } of target.keys) {
          const missing = this.#optional(otherwise);
          const isThere = value.keys === null ? null : value.keys.includes(key);
          bounds = [
            bounds,
            steps(textSize(Buffer.byteLength(key))),
            isThere === null ? either(FREE, missing.bounds) : isThere ? FREE : missing.bounds,
          ].reduce(then);
          this.#locals.set(slot, fieldKnown(value, key, missing.value));
        }
        return bounds;
      }
    }
  }

  #optional(core: Core | null): Measured {
    return core === null ? NIL_VALUE : this.of(core);
  }

  #function(index: number): Measured {
    this.#lastCalled = Math.max(this.#lastCalled, index);
    return this.functions[index]!;
  }

  /** The items of an `and` or `or`: the first always, each later one unless one before it had the truth that ends it. */
  #until(items: readonly Core[], ending: boolean): Measured {
    let before: Bounds = ONE;
    const ways: Measured[] = [];
    for (const [at, item] of items.entries()) {
      const { bounds, value } = this.of(item);
      before = then(before, bounds);
      const truth = truthOf(value);
      if (truth === null || truth === ending || at === items.length - 1) ways.push({ bounds: before, value });
      if (truth === ending) break;
    }
    return ways.length === 0 ? { bounds: ONE, value: ending ? NOTHING : TRUE } : ways.reduce(eitherMeasured);
  }

  #case({ subject, clauses, otherwise }: Extract<Core, { kind: 'case' }>): Measured {
    const { bounds, value } = this.of(subject);
    let before = then(ONE, bounds);
    const ways: Measured[] = [];
    for (const { constants, body } of clauses) {
      const code = this.of(body);
      for (const constant of constants) {
        before = then(before, steps(constantSize(constant)));
        const hit = value.constant === null ? null : isSameConstant(value.constant, constant);
        if (hit !== false) ways.push(after(before, code));
        if (hit === true) return ways.reduce(eitherMeasured);
      }
    }
    // Without a default the last way is a fault, which does not finish.
    if (otherwise !== null) ways.push(after(before, this.of(otherwise)));
    return ways.length === 0 ? { bounds: { ...before, min: Infinity }, value: NEVER } : ways.reduce(eitherMeasured);
  }

  #hasReadyPhrases(core: Extract<Core, { kind: 'builtin' }>): boolean {
    if (core.name !== 'locate' && core.name !== 'located?') return false;
    this.#definitions ??= new Map(
      this.program.items.flatMap((item) => (item.kind === 'def' ? [[item.global, item.value] as const] : [])),
    );
    return literalPhrases(core, (index) => this.#definitions!.get(index)!) !== null;
  }
}

const INPUT: Measured = { bounds: ONE, value: ANY };
const NIL_VALUE: Measured = { bounds: FREE, value: NOTHING };
const TRUE = constantKnown({ kind: 'boolean', value: true });

function isSameConstant(a: Constant, b: Constant): boolean {
  if (a.kind === 'number' && b.kind === 'number') return compareDecimals(a.value, b.value) === 0;
  if (a.kind === 'nil' || b.kind === 'nil') return a.kind === b.kind;
  return a.kind === b.kind && a.value === b.value;
}
