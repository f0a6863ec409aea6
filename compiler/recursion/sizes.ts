// Sizes: what one call does to the sizes of parameters, for the proof in recursion/recursion.ts.
// In: a function of a cycle. Out: for each of its calls into the cycle, what every argument is, seen from the caller's
// parameters, and what the tests on the way to the call have shown of them.
//
// The walk follows evaluation. Names, `let`, patterns and `if-let` carry what a value is; anything else is unknown.

import type { Callee, Constant, Core, Program, Target } from '../core.ts';
import { wholeLiteral } from '../literal.ts';
import { parts } from '../walk.ts';
import {
  type Facts,
  isAboveZero,
  withAbove,
  withDiffers,
  withNonEmpty,
  withNonEmptyText,
  withNonZero,
  withSome,
} from './size-facts.ts';
import { builtinValue, elementOf, listOf, partOf, type Seen, type Whole, wholeOf } from './size-values.ts';

/** One argument, beside the parameter of the callee it becomes. */
export interface Argument {
  readonly value: Seen | null;
  readonly whole: Whole;
  /** Its value when it is a whole literal. */
  readonly literal: bigint | null;
}

export interface SizedCall {
  readonly caller: number;
  readonly callee: number;
  readonly node: number;
  /** One for each parameter of the callee, the rest parameter last. */
  readonly args: readonly Argument[];
  readonly facts: Facts;
}

export function sizedCalls(program: Program, caller: number, members: ReadonlySet<number>): SizedCall[] {
  return new Walk(program, caller, members).calls();
}

const UNKNOWN: Argument = { value: null, whole: null, literal: null };

class Walk {
  readonly #program: Program;
  readonly #caller: number;
  readonly #members: ReadonlySet<number>;
  readonly #calls: SizedCall[] = [];
  /** What the name in each slot is; slots are unique within a function. */
  readonly #seen = new Map<number, Seen>();

  constructor(program: Program, caller: number, members: ReadonlySet<number>) {
    this.#program = program;
    this.#caller = caller;
    this.#members = members;
  }

  calls(): SizedCall[] {
    const { params, rest, body } = this.#program.functions[this.#caller]!;
    params.forEach((target, param) => this.#bind(target, { kind: 'same', param }, null));
    if (rest !== null) this.#bind(rest, { kind: 'same', param: params.length }, null);
    this.#visit(body, null);
    return this.#calls;
  }

  /** Visits everything under `core`, and says what its value is. */
  #visit(core: Core, facts: Facts): Seen | null {
    switch (core.kind) {
      case 'cond': {
        let known = facts;
        for (const { test, body } of core.clauses) {
          this.#visit(test, known);
          if (body !== null) this.#visit(body, this.#assume(test, true, known));
          known = this.#assume(test, false, known);
        }
        if (core.otherwise !== null) this.#visit(core.otherwise, known);
        return null;
      }
      case 'bind-test': {
        const value = this.#visit(core.value, facts);
        // `if-some` holds for false, too: it shows no more than that there is something.
        const then = core.test === 'truthy' ? this.#assume(core.value, true, facts) : existing(facts, value);
        this.#bind(core.target, value, then);
        this.#visit(core.body, then);
        if (core.otherwise !== null)
          this.#visit(core.otherwise, core.test === 'truthy' ? this.#assume(core.value, false, facts) : facts);
        return null;
      }
      case 'case': {
        const subject = this.#visit(core.subject, facts);
        let known = facts;
        for (const { constants, body } of core.clauses) {
          this.#visit(body, known);
          for (const constant of constants) known = differing(known, subject, constant);
        }
        if (core.otherwise !== null) this.#visit(core.otherwise, known);
        return null;
      }
      case 'and':
      case 'or': {
        let known = facts;
        for (const item of core.items) {
          this.#visit(item, known);
          known = this.#assume(item, core.kind === 'and', known);
        }
        return null;
      }
      case 'do': {
        let value: Seen | null = null;
        for (const item of core.items) value = this.#visit(item, facts);
        return value;
      }
      case 'let':
        for (const { target, value } of core.bindings) this.#bind(target, this.#visit(value, facts), facts);
        return this.#visit(core.body, facts);
      case 'loop':
        // A loop's names change from round to round: nothing is known of them.
        for (const { target, value } of core.bindings) {
          this.#visit(value, facts);
          this.#bind(target, null, facts);
        }
        this.#visit(core.body, facts);
        return null;
      case 'some-thread': {
        let value = this.#visit(core.value, facts);
        let known = facts;
        for (const stage of core.stages) {
          known = existing(known, value);
          this.#put(core.slot, value);
          value = this.#visit(stage, known);
        }
        return null;
      }
      case 'cond-thread':
        this.#put(core.slot, this.#visit(core.value, facts));
        core.stages.forEach(({ test, body }, index) => {
          this.#visit(test, facts);
          if (index > 0) this.#put(core.slot, null);
          this.#visit(body, this.#assume(test, true, facts));
        });
        return null;
      case 'call':
        this.#record(core.function, core.node, this.#arguments(core.args, facts), false, facts);
        return null;
      case 'recur': {
        const args = this.#arguments(core.args, facts);
        if (core.to === 'function') this.#record(this.#caller, core.node, args, true, facts);
        return null;
      }
      case 'higher':
        return this.#visitHigher(core, facts);
      case 'local':
        return this.#seen.get(core.slot) ?? null;
      case 'field': {
        const target = this.#visit(core.target, facts);
        if (core.otherwise !== null) this.#visit(core.otherwise, facts);
        return core.otherwise === null ? partOf(target) : null;
      }
      case 'builtin':
        return builtinValue(
          core,
          core.args.map((arg) => this.#visit(arg, facts)),
        );
      default:
        for (const part of parts(core)) this.#visit(part, facts);
        return null;
    }
  }

  #arguments(cores: readonly Core[], facts: Facts): Argument[] {
    return cores.map((core) => {
      const value = this.#visit(core, facts);
      return { value, whole: wholeOf(value, core), literal: wholeLiteral(core) };
    });
  }

  #visitHigher(core: Extract<Core, { kind: 'higher' }>, facts: Facts): Seen | null {
    const args = this.#arguments(core.args, facts);
    const collection = args.at(-1)?.value ?? null;
    const element: Argument = { ...UNKNOWN, value: elementOf(collection) };
    const given: readonly Argument[] =
      core.name === 'reduce' || core.name === 'map-indexed'
        ? [UNKNOWN, element]
        : core.name === 'update' || core.name === 'update-in'
          ? [UNKNOWN, ...args.slice(2)]
          : [element];
    this.#apply(core.callee, given, facts);
    const keeps =
      core.name === 'filter' ||
      core.name === 'remove' ||
      core.name === 'sort-by' ||
      core.name === 'take-while' ||
      core.name === 'drop-while';
    return keeps ? listOf(collection, false) : null;
  }

  #apply(callee: Callee, args: readonly Argument[], facts: Facts): void {
    if (callee.kind === 'function') this.#record(callee.function, callee.node, args, false, facts);
    if (callee.kind !== 'fn') return;
    callee.params.forEach((target, index) => this.#bind(target, args[index]?.value ?? null, facts));
    if (callee.rest !== null) this.#bind(callee.rest, null, facts);
    this.#visit(callee.body, facts);
  }

  /** Binds names, and visits the defaults of patterns. */
  #bind(target: Target, value: Seen | null, facts: Facts): void {
    switch (target.kind) {
      case 'ignore':
        return;
      case 'slot':
        this.#put(target.slot, value);
        return;
      case 'vector':
        for (const item of target.items) this.#bind(item, partOf(value), facts);
        if (target.rest !== null) this.#bind(target.rest, listOf(value, target.items.length > 0), facts);
        return;
      case 'map':
        for (const { slot, otherwise } of target.keys) {
          if (otherwise !== null) this.#visit(otherwise, facts);
          this.#put(slot, otherwise === null ? partOf(value) : null);
        }
    }
  }

  #put(slot: number, value: Seen | null): void {
    if (value === null) this.#seen.delete(slot);
    else this.#seen.set(slot, value);
  }

  /** `asWritten`: `recur` passes one value for the rest parameter, a call packs whatever is left into a new vector. */
  #record(callee: number, node: number, args: readonly Argument[], asWritten: boolean, facts: Facts): void {
    if (!this.#members.has(callee)) return;
    const { params, rest } = this.#program.functions[callee]!;
    const passed = asWritten || rest === null ? args : [...params.map((_, index) => args[index] ?? UNKNOWN), UNKNOWN];
    this.#calls.push({ caller: this.#caller, callee, node, args: passed, facts });
  }

  /** What a test's truth or falsehood shows. */
  #assume(test: Core, truth: boolean, facts: Facts): Facts {
    if (test.kind === 'and' || test.kind === 'or') {
      if (truth !== (test.kind === 'and')) return facts;
      return test.items.reduce((known, item) => this.#assume(item, truth, known), facts);
    }
    if (test.kind !== 'builtin') return truth ? existing(facts, this.#peek(test)) : facts;
    const [first, second] = test.args;
    switch (test.name) {
      case 'not':
        return this.#assume(first!, !truth, facts);
      case 'nil?':
        return truth ? facts : existing(facts, this.#peek(first!));
      case 'some?':
      case 'string?':
      case 'vector?':
      case 'map?':
        return truth ? existing(facts, this.#peek(first!)) : facts;
      case 'empty?':
      case 'blank?':
        return truth ? facts : holding(facts, this.#peek(first!));
      case 'zero?':
        return truth ? facts : this.#unequal(first!, ZERO, facts);
      case 'pos?':
        return truth ? this.#above(first!, ZERO, true, facts) : facts;
      case 'neg?':
        return truth ? this.#below(first!, ZERO, true, facts) : this.#above(first!, ZERO, false, facts);
      case '=':
      case 'not=': {
        if (test.args.length !== 2 || truth !== (test.name === 'not=')) return facts;
        const known = second!.kind === 'literal' ? this.#unequal(first!, second!.value, facts) : facts;
        return first!.kind === 'literal' ? this.#unequal(second!, first!.value, known) : known;
      }
      case '<':
      case '<=':
      case '>':
      case '>=':
        return this.#compared(test.name, test.args, truth, facts);
      default:
        return truth ? existing(facts, this.#peek(test)) : facts;
    }
  }

  /** A comparison with a literal bounds the other side. */
  #compared(name: '<' | '<=' | '>' | '>=', args: readonly Core[], truth: boolean, facts: Facts): Facts {
    if (!truth && args.length !== 2) return facts;
    const greater = (name === '>' || name === '>=') === truth;
    const strict = truth ? name === '<' || name === '>' : name === '<=' || name === '>=';
    let known = facts;
    for (let at = 0; at + 1 < args.length; at += 1) {
      const [high, low] = greater ? [args[at]!, args[at + 1]!] : [args[at + 1]!, args[at]!];
      if (low.kind === 'literal') known = this.#above(high, low.value, strict, known);
      if (high.kind === 'literal') known = this.#below(low, high.value, strict, known);
    }
    return known;
  }

  #above(core: Core, literal: Constant, strict: boolean, facts: Facts): Facts {
    if (literal.kind !== 'number') return facts;
    const bound = { bound: literal.value, strict };
    const counted = countedValue(core);
    if (counted !== null) return isAboveZero(bound) ? holding(facts, this.#peek(counted)) : facts;
    const value = this.#peek(core);
    return value?.kind === 'same' ? withAbove(facts, value.param, bound) : facts;
  }

  /** Being below shows only that something is not 0. */
  #below(core: Core, literal: Constant, strict: boolean, facts: Facts): Facts {
    if (literal.kind !== 'number') return facts;
    const { coefficient } = literal.value;
    const value = this.#peek(core);
    return value?.kind === 'same' && (strict ? coefficient <= 0n : coefficient < 0n)
      ? withNonZero(facts, value.param)
      : facts;
  }

  #unequal(core: Core, constant: Constant, facts: Facts): Facts {
    const counted = countedValue(core);
    if (counted === null) return differing(facts, this.#peek(core), constant);
    return constant.kind === 'number' && constant.value.coefficient === 0n
      ? holding(facts, this.#peek(counted))
      : facts;
  }

  /** What a value is, without recording the calls inside it a second time. */
  #peek(core: Core): Seen | null {
    switch (core.kind) {
      case 'local':
        return this.#seen.get(core.slot) ?? null;
      case 'field':
        // A default may be anything.
        return core.otherwise === null ? partOf(this.#peek(core.target)) : null;
      case 'builtin':
        return builtinValue(
          core,
          core.args.map((arg) => this.#peek(arg)),
        );
      default:
        return null;
    }
  }
}

/** A value that is not nil: if it was read out of a parameter, the parameter holds something. */
function existing(facts: Facts, value: Seen | null): Facts {
  if (value?.kind === 'same') return withSome(facts, value.param);
  return value?.kind === 'part' ? withNonEmpty(facts, value.param) : facts;
}

/** A collection or string that has something in it: so has what it was made of. */
function holding(facts: Facts, value: Seen | null): Facts {
  return value?.kind === 'same' || value?.kind === 'part' || value?.kind === 'list'
    ? withNonEmpty(facts, value.param)
    : facts;
}

function differing(facts: Facts, value: Seen | null, constant: Constant): Facts {
  if (constant.kind === 'nil') return existing(facts, value);
  if (value?.kind !== 'same') return facts;
  if (constant.kind === 'string') return constant.value === '' ? withNonEmptyText(facts, value.param) : facts;
  if (constant.kind !== 'number') return facts;
  const known = constant.value.coefficient === 0n ? withNonZero(facts, value.param) : facts;
  const whole = wholeLiteral({ kind: 'literal', node: 0, value: constant });
  return whole === null ? known : withDiffers(known, value.param, whole);
}

const ZERO: Constant = { kind: 'number', value: { coefficient: 0n, exponent: 0 } };

/** `(count x)` → x */
function countedValue(core: Core): Core | null {
  return core.kind === 'builtin' && core.name === 'count' ? core.args[0]! : null;
}
