// Sizes: what one call does to the sizes of parameters, for the proof in recursion.ts.
// In: a function of a cycle. Out: for each of its calls into the cycle, which parameters of the callee get something
// smaller than, or at most as large as, which parameters of the caller.
//
// The walk carries two things along: what each name is (the parameter itself, a part of it, a whole number below it, …)
// and facts, which the tests on the way to a place have shown of such values.

import type { Decimal } from '../grammar/decimal.ts';
import { compareDecimals, wholeLiteral } from './literal.ts';
import type { Callee, Constant, Core, Program, Target } from './core.ts';
import { parts, targetParts } from './walk.ts';

/** Nodes are "parameter:measure"; the measures are explained in recursion.ts. */
export interface Arc {
  readonly from: string;
  readonly to: string;
  readonly strict: boolean;
}

export interface CallChange {
  readonly caller: number;
  readonly callee: number;
  readonly node: number;
  readonly arcs: readonly Arc[];
  /** Why no argument shrinks, for when that is the answer. */
  readonly why: string;
}

/** What a value is, seen from one parameter of the function. */
type Seen =
  /** The parameter (`path` empty) or a part of it. `key` names the value in facts. `strict`: surely a smaller value. */
  | { readonly kind: 'part'; readonly param: number; readonly key: string; readonly path: number; readonly strict: boolean }
  /** A collection of elements of a part; at most as large as it. `tail`: shorter when the part is not empty. */
  | { readonly kind: 'members'; readonly param: number; readonly key: string; readonly strict: boolean; readonly tail: boolean }
  /** parameter − a whole literal above 0 */
  | { readonly kind: 'minus'; readonly param: number; readonly key: string; readonly step: bigint }
  /** quot of the parameter by a literal of at least 2 */
  | { readonly kind: 'quot'; readonly param: number; readonly key: string }
  /** mod or rem by the parameter */
  | { readonly kind: 'mod'; readonly param: number };

interface Facts {
  /** Not nil. */
  readonly some: ReadonlySet<string>;
  /** A collection or string that has something in it. */
  readonly nonEmpty: ReadonlySet<string>;
  /** A number above (strict) or not below a literal. */
  readonly above: ReadonlyMap<string, Bound>;
  readonly nonZero: ReadonlySet<string>;
  /** A number known to differ from these whole literals. */
  readonly differs: ReadonlyMap<string, readonly bigint[]>;
}

interface Bound {
  readonly bound: Decimal;
  readonly strict: boolean;
}

const NO_FACTS: Facts = { some: new Set(), nonEmpty: new Set(), above: new Map(), nonZero: new Set(), differs: new Map() };

export function sizeChanges(program: Program, caller: number, members: readonly number[]): CallChange[] {
  return new Walk(program, caller, members).calls();
}

class Walk {
  readonly #program: Program;
  readonly #caller: number;
  readonly #members: ReadonlySet<number>;
  readonly #constants: readonly bigint[];
  readonly #changes: CallChange[] = [];

  constructor(program: Program, caller: number, members: readonly number[]) {
    this.#program = program;
    this.#caller = caller;
    this.#members = new Set(members);
    this.#constants = testedConstants(members.map((member) => program.functions[member]!.body));
  }

  calls(): CallChange[] {
    const { params, rest, body } = this.#program.functions[this.#caller]!;
    const seen = new Map<number, Seen>();
    params.forEach((target, param) => this.#bind(target, { kind: 'part', param, key: `p${param}`, path: 0, strict: false }, seen, NO_FACTS));
    if (rest !== null) this.#bind(rest, { kind: 'part', param: params.length, key: `p${params.length}`, path: 0, strict: false }, seen, NO_FACTS);
    this.#visit(body, seen, NO_FACTS);
    return this.#changes;
  }

  /** Visits everything under `core`, and says what its value is. Names bound inside are put into `seen`; slots are unique. */
  #visit(core: Core, seen: Map<number, Seen>, facts: Facts): Seen | null {
    switch (core.kind) {
      case 'local':
        return seen.get(core.slot) ?? null;
      case 'cond': {
        let known = facts;
        for (const { test, body } of core.clauses) {
          this.#visit(test, seen, known);
          if (body !== null) this.#visit(body, seen, this.#assume(test, true, seen, known));
          known = this.#assume(test, false, seen, known);
        }
        if (core.otherwise !== null) this.#visit(core.otherwise, seen, known);
        return null;
      }
      case 'bind-test': {
        const value = this.#visit(core.value, seen, facts);
        const then = value === null ? this.#assume(core.value, true, seen, facts) : withSome(facts, value);
        this.#bind(core.target, value, seen, then);
        this.#visit(core.body, seen, then);
        if (core.otherwise !== null) this.#visit(core.otherwise, seen, facts);
        return null;
      }
      case 'case': {
        const subject = this.#visit(core.subject, seen, facts);
        let known = facts;
        for (const { constants, body } of core.clauses) {
          this.#visit(body, seen, known);
          for (const constant of constants) if (subject !== null) known = differing(known, subject, constant);
        }
        if (core.otherwise !== null) this.#visit(core.otherwise, seen, known);
        return null;
      }
      case 'and':
      case 'or': {
        let known = facts;
        for (const item of core.items) {
          this.#visit(item, seen, known);
          known = this.#assume(item, core.kind === 'and', seen, known);
        }
        return null;
      }
      case 'do': {
        let value: Seen | null = null;
        for (const item of core.items) value = this.#visit(item, seen, facts);
        return value;
      }
      case 'let': {
        for (const { target, value } of core.bindings) this.#bind(target, this.#visit(value, seen, facts), seen, facts);
        return this.#visit(core.body, seen, facts);
      }
      case 'loop': {
        // A loop's names change from round to round: nothing is known of them.
        for (const { target, value } of core.bindings) {
          this.#visit(value, seen, facts);
          this.#bind(target, null, seen, facts);
        }
        this.#visit(core.body, seen, facts);
        return null;
      }
      case 'some-thread': {
        let value = this.#visit(core.value, seen, facts);
        let known = facts;
        for (const stage of core.stages) {
          known = value === null ? known : withSome(known, value);
          setSeen(seen, core.slot, value);
          value = this.#visit(stage, seen, known);
        }
        return null;
      }
      case 'cond-thread': {
        setSeen(seen, core.slot, this.#visit(core.value, seen, facts));
        core.stages.forEach(({ test, body }, index) => {
          this.#visit(test, seen, facts);
          if (index > 0) setSeen(seen, core.slot, null);
          this.#visit(body, seen, this.#assume(test, true, seen, facts));
        });
        return null;
      }
      case 'call': {
        const args = core.args.map((arg) => this.#visit(arg, seen, facts));
        this.#record(core.function, core.node, args, facts);
        return null;
      }
      case 'recur': {
        const args = core.args.map((arg) => this.#visit(arg, seen, facts));
        if (core.to === 'function') this.#record(this.#caller, core.node, args, facts);
        return null;
      }
      case 'field': {
        const target = this.#visit(core.target, seen, facts);
        if (core.otherwise !== null) this.#visit(core.otherwise, seen, facts);
        return core.otherwise === null ? partOf(target, fieldStep(core.key), facts) : null;
      }
      case 'builtin': {
        const args = core.args.map((arg) => this.#visit(arg, seen, facts));
        return builtinValue(core, args, facts);
      }
      case 'higher':
        return this.#visitHigher(core, seen, facts);
      default:
        for (const part of parts(core)) this.#visit(part, seen, facts);
        return null;
    }
  }

  #visitHigher(core: Extract<Core, { kind: 'higher' }>, seen: Map<number, Seen>, facts: Facts): Seen | null {
    const args = core.args.map((arg) => this.#visit(arg, seen, facts));
    const collection = args.at(core.name === 'update' || core.name === 'update-in' ? 0 : -1) ?? null;
    const element = elementOf(collection, facts);
    const given: (Seen | null)[] = core.name === 'reduce' ? [null, element]
      : core.name === 'map-indexed' ? [null, element]
      : core.name === 'update' || core.name === 'update-in' ? [null, ...args.slice(2)]
      : [element];
    this.#applyCallee(core.callee, given, seen, facts);
    const keeps = core.name === 'filter' || core.name === 'remove' || core.name === 'sort-by' || core.name === 'take-while' || core.name === 'drop-while';
    return keeps ? membersOf(collection, false) : null;
  }

  #applyCallee(callee: Callee, args: readonly (Seen | null)[], seen: Map<number, Seen>, facts: Facts): void {
    if (callee.kind === 'function') this.#record(callee.function, callee.node, args, facts);
    if (callee.kind !== 'fn') return;
    callee.params.forEach((target, index) => this.#bind(target, args[index] ?? null, seen, facts));
    if (callee.rest !== null) this.#bind(callee.rest, null, seen, facts);
    this.#visit(callee.body, seen, facts);
  }

  #bind(target: Target, value: Seen | null, seen: Map<number, Seen>, facts: Facts): void {
    switch (target.kind) {
      case 'ignore':
        return;
      case 'slot':
        setSeen(seen, target.slot, value);
        return;
      case 'vector':
        target.items.forEach((item, index) => this.#bind(item, partOf(value, `[${index}]`, facts), seen, facts));
        if (target.rest !== null) this.#bind(target.rest, membersOf(value, target.items.length > 0), seen, facts);
        return;
      case 'map':
        for (const { key, slot, otherwise } of target.keys) {
          if (otherwise !== null) this.#visit(otherwise, seen, facts);
          setSeen(seen, slot, otherwise === null ? partOf(value, fieldStep(key), facts) : null);
        }
        for (const part of targetParts(target)) this.#visit(part, seen, facts);
    }
  }

  #record(callee: number, node: number, args: readonly (Seen | null)[], facts: Facts): void {
    if (!this.#members.has(callee)) return;
    const { name } = this.#program.functions[callee]!;
    const arcs = args.flatMap((arg, index) => (arg === null ? [] : this.#arcs(arg, index, facts)));
    const params = this.#program.functions[this.#caller]!.params;
    const copies = args.flatMap((arg) => (arg?.kind === 'part' && arg.path === 0 && !arg.strict ? [paramName(params[arg.param])] : []));
    const untested = args.some((arg) => arg !== null) && !arcs.some(({ strict }) => strict);
    const why = args.length === 0 ? `\`${name}\` takes nothing that could shrink`
      : copies.length === args.length ? `it passes ${copies.map((copy) => `\`${copy}\``).join(' and ')} unchanged`
      : untested ? 'no argument gets smaller under a test that stops it'
      : arcs.some(({ strict }) => strict) ? 'its arguments do not shrink together round the cycle'
      : 'no argument is seen to shrink';
    this.#changes.push({ caller: this.#caller, callee, node, arcs, why });
  }

  /** What passing `value` as parameter `index` says, in every measure. */
  #arcs(value: Seen, index: number, facts: Facts): Arc[] {
    const arc = (measure: string, strict: boolean): Arc => ({ from: `${value.param}:${measure}`, to: `${index}:${measure}`, strict });
    switch (value.kind) {
      case 'part': {
        const strict = value.strict || (value.path > 0 && isSmaller(value.key, facts));
        const same = value.path === 0 && !value.strict ? ['down', 'abs', ...this.#constants.map((constant) => `to:${constant}`)] : [];
        return [arc('part', strict), ...same.map((measure) => arc(measure, false))];
      }
      case 'members':
        return [arc('part', value.strict || (value.tail && facts.nonEmpty.has(value.key)))];
      case 'minus': {
        const above = facts.above.get(value.key);
        const differs = facts.differs.get(value.key) ?? [];
        const counted = this.#constants.filter((constant) => value.step === 1n && (differs.includes(constant) || (above !== undefined && staysAbove(above, constant))));
        return [arc('down', above !== undefined), ...counted.map((constant) => arc(`to:${constant}`, true))];
      }
      case 'quot':
        return [arc('abs', facts.nonZero.has(value.key))];
      case 'mod':
        return [arc('abs', true)];
    }
  }

  /** What a test's truth or falsehood shows. */
  #assume(test: Core, truth: boolean, seen: Map<number, Seen>, facts: Facts): Facts {
    const see = (core: Core): Seen | null => this.#peek(core, seen, facts);
    if (test.kind === 'and' || test.kind === 'or') {
      if (truth !== (test.kind === 'and')) return facts;
      return test.items.reduce((known, item) => this.#assume(item, truth, seen, known), facts);
    }
    if (test.kind === 'builtin') {
      const [first, second] = test.args;
      const value = first === undefined ? null : see(first);
      switch (test.name) {
        case 'not':
          return this.#assume(first!, !truth, seen, facts);
        case 'nil?':
          return truth || value === null ? facts : withSome(facts, value);
        case 'some?':
          return truth && value !== null ? withSome(facts, value) : facts;
        case 'empty?':
        case 'blank?':
          return truth || value === null ? facts : withNonEmpty(facts, value);
        case 'zero?':
          return truth ? facts : this.#unequal(first!, zero(), seen, facts);
        case 'pos?':
          return truth ? this.#bounded(first!, zero(), true, seen, facts) : facts;
        case 'neg?':
          return truth ? facts : this.#bounded(first!, zero(), false, seen, facts);
        case '=':
        case 'not=': {
          if (test.args.length !== 2 || truth !== (test.name === 'not=')) return facts;
          const known = second!.kind === 'literal' ? this.#unequal(first!, second!.value, seen, facts) : facts;
          return first!.kind === 'literal' ? this.#unequal(second!, first!.value, seen, known) : known;
        }
        case '<':
        case '<=':
        case '>':
        case '>=':
          return this.#compared(test.name, test.args, truth, seen, facts);
      }
    }
    const value = see(test);
    return truth && value !== null ? withSome(facts, value) : facts;
  }

  /** A comparison with a literal bounds the other side below, or shows that a count is not 0. */
  #compared(name: '<' | '<=' | '>' | '>=', args: readonly Core[], truth: boolean, seen: Map<number, Seen>, facts: Facts): Facts {
    if (!truth && args.length !== 2) return facts;
    const greater = (name === '>' || name === '>=') === truth;
    const strict = truth ? name === '<' || name === '>' : name === '<=' || name === '>=';
    let known = facts;
    for (let at = 0; at + 1 < args.length; at += 1) {
      const [high, low] = greater ? [args[at]!, args[at + 1]!] : [args[at + 1]!, args[at]!];
      if (low.kind === 'literal' && low.value.kind === 'number') known = this.#bounded(high, low.value, strict, seen, known);
    }
    return known;
  }

  #bounded(core: Core, bound: Constant, strict: boolean, seen: Map<number, Seen>, facts: Facts): Facts {
    if (bound.kind !== 'number') return facts;
    const aboveZero = compareDecimals(bound.value, zero().value) + (strict ? 1 : 0) > 0;
    const counted = countedValue(core);
    if (counted !== null) {
      const value = this.#peek(counted, seen, facts);
      return value !== null && aboveZero ? withNonEmpty(facts, value) : facts;
    }
    const value = this.#peek(core, seen, facts);
    if (value === null || value.kind !== 'part') return facts;
    const above = new Map(facts.above).set(value.key, { bound: bound.value, strict });
    return { ...facts, above, nonZero: aboveZero ? new Set(facts.nonZero).add(value.key) : facts.nonZero };
  }

  #unequal(core: Core, constant: Constant, seen: Map<number, Seen>, facts: Facts): Facts {
    const counted = countedValue(core);
    const value = this.#peek(counted ?? core, seen, facts);
    if (value === null) return facts;
    const isZero = constant.kind === 'number' && constant.value.coefficient === 0n;
    if (counted !== null) return isZero ? withNonEmpty(facts, value) : facts;
    return differing(facts, value, constant);
  }

  /** What a value is, without recording the calls inside it a second time. */
  #peek(core: Core, seen: Map<number, Seen>, facts: Facts): Seen | null {
    switch (core.kind) {
      case 'local':
        return seen.get(core.slot) ?? null;
      case 'field':
        return core.otherwise === null ? partOf(this.#peek(core.target, seen, facts), fieldStep(core.key), facts) : null;
      case 'builtin':
        return builtinValue(core, core.args.map((arg) => this.#peek(arg, seen, facts)), facts);
      default:
        return null;
    }
  }
}

function setSeen(seen: Map<number, Seen>, slot: number, value: Seen | null): void {
  if (value === null) seen.delete(slot);
  else seen.set(slot, value);
}

/** A field or element of a value: smaller as soon as it, or something it was read from, is known not to be nil. */
function partOf(value: Seen | null, step: string, facts: Facts): Seen | null {
  if (value === null || (value.kind !== 'part' && value.kind !== 'members')) return null;
  const path = value.kind === 'part' ? value.path + 1 : 1;
  const key = `${value.key}${value.kind === 'members' ? '~' : ''}${step}`;
  return { kind: 'part', param: value.param, key, path, strict: value.strict || facts.some.has(value.key) && value.kind === 'part' };
}

/** What a higher-order builtin hands out of a collection: it exists, so it is smaller. */
function elementOf(value: Seen | null, _facts: Facts): Seen | null {
  if (value === null || (value.kind !== 'part' && value.kind !== 'members')) return null;
  return { kind: 'part', param: value.param, key: `${value.key}[]`, path: 1, strict: true };
}

function membersOf(value: Seen | null, tail: boolean): Seen | null {
  if (value === null || (value.kind !== 'part' && value.kind !== 'members')) return null;
  // A tail of a tail is known to be shorter only if the first one was.
  return { kind: 'members', param: value.param, key: value.kind === 'part' ? value.key : `${value.key}~`, strict: value.strict, tail };
}

function builtinValue(core: Extract<Core, { kind: 'builtin' }>, args: readonly (Seen | null)[], facts: Facts): Seen | null {
  const [first = null, second = null] = args;
  const literal = (index: number): bigint | null => wholeLiteral(core.args[index]);
  const number = (value: Seen | null): Extract<Seen, { kind: 'part' }> | null => (value?.kind === 'part' && value.path === 0 ? value : null);
  switch (core.name) {
    case '-':
    case 'dec': {
      const step = core.name === 'dec' ? 1n : core.args.length === 2 ? literal(1) : null;
      const value = number(first);
      return value !== null && step !== null && step > 0n ? { kind: 'minus', param: value.param, key: value.key, step } : null;
    }
    case 'quot': {
      const by = literal(1);
      const value = number(first);
      return value !== null && by !== null && by >= 2n ? { kind: 'quot', param: value.param, key: value.key } : null;
    }
    case 'mod':
    case 'rem': {
      const value = number(second);
      return value === null ? null : { kind: 'mod', param: value.param };
    }
    case 'rest':
    case 'butlast':
      return membersOf(first, true);
    case 'drop':
      return (literal(0) ?? 0n) >= 1n ? membersOf(second, true) : membersOf(second, false);
    case 'subs':
      return membersOf(first, (literal(1) ?? 0n) >= 1n);
    case 'first':
    case 'last':
      return partOf(first, core.name === 'first' ? '[first]' : '[last]', facts);
    case 'nth':
    case 'get':
      return core.args.length === 2 ? partOf(first, stepName(core.args[1]!), facts) : null;
    case 'get-in': {
      const path = core.args[1]!;
      if (core.args.length !== 2 || path.kind !== 'vector') return null;
      return path.items.reduce((value: Seen | null, step) => partOf(value, stepName(step), facts), first);
    }
    case 'sort':
      return membersOf(args.at(-1) ?? null, false);
    case 'reverse':
    case 'distinct':
    case 'vals':
      return membersOf(first, false);
    case 'take':
      return membersOf(second, false);
    default:
      return null;
  }
}

/** Names a field; characters that structure a path are spelled out. */
function fieldStep(key: string): string {
  return `.${key.replace(/[^A-Za-z0-9_-]/gu, (character) => `%${character.codePointAt(0)!};`)}`;
}

/** Names the element a literal key reads; any other key reads some element. */
function stepName(core: Core): string {
  if (core.kind !== 'literal') return `[?${core.node}]`;
  const { value } = core;
  if (value.kind === 'string') return fieldStep(value.value);
  return value.kind === 'number' ? `[${value.value.coefficient}e${value.value.exponent}]` : `[?${core.node}]`;
}

/** `(count x)` → x */
function countedValue(core: Core): Core | null {
  return core.kind === 'builtin' && core.name === 'count' ? core.args[0]! : null;
}

/** Whether the part named by `key`, or something on the way to it, is known not to be nil. */
function isSmaller(key: string, facts: Facts): boolean {
  for (const some of facts.some) if (key === some || (key.startsWith(some) && /^[.[~]/.test(key.slice(some.length)))) return true;
  return false;
}

function withSome(facts: Facts, value: Seen): Facts {
  if (value.kind !== 'part' && value.kind !== 'members') return facts;
  const parent = value.key.replace(/(\.[^.[~]*|\[[^\]]*\])$/, '');
  const nonEmpty = parent === value.key ? facts.nonEmpty : new Set(facts.nonEmpty).add(parent);
  // A list made of a value's members is never nil, and says nothing of the value.
  const some = value.kind === 'part' ? new Set(facts.some).add(value.key) : facts.some;
  return { ...facts, some, nonEmpty };
}

function withNonEmpty(facts: Facts, value: Seen): Facts {
  if (value.kind !== 'part' && value.kind !== 'members') return facts;
  const some = new Set(facts.some).add(value.key);
  return { ...facts, some, nonEmpty: new Set(facts.nonEmpty).add(value.key) };
}

function differing(facts: Facts, value: Seen, constant: Constant): Facts {
  if (value.kind !== 'part') return facts;
  if (constant.kind === 'nil') return withSome(facts, value);
  if (constant.kind === 'string' && constant.value === '') return { ...facts, nonEmpty: new Set(facts.nonEmpty).add(value.key) };
  if (constant.kind !== 'number') return facts;
  const whole = wholeValue(constant);
  const nonZero = constant.value.coefficient === 0n ? new Set(facts.nonZero).add(value.key) : facts.nonZero;
  if (whole === null) return { ...facts, nonZero };
  return { ...facts, nonZero, differs: new Map(facts.differs).set(value.key, [...(facts.differs.get(value.key) ?? []), whole]) };
}

/** Whether a whole number so bounded is above `constant`, so that one less is not below it. */
function staysAbove({ bound, strict }: Bound, constant: bigint): boolean {
  return compareDecimals(bound, { coefficient: strict ? constant : constant + 1n, exponent: 0 }) >= 0;
}

function zero(): Constant & { kind: 'number' } {
  return { kind: 'number', value: { coefficient: 0n, exponent: 0 } };
}

function wholeValue(constant: Constant & { kind: 'number' }): bigint | null {
  return wholeLiteral({ kind: 'literal', node: 0, value: constant });
}

/** Whole literals that a number is tested for equality with, anywhere in the cycle. */
function testedConstants(bodies: readonly Core[]): bigint[] {
  const found = new Set<bigint>();
  const queue = [...bodies];
  for (let core = queue.pop(); core !== undefined; core = queue.pop()) {
    if (core.kind === 'builtin' && core.name === 'zero?') found.add(0n);
    if (core.kind === 'builtin' && (core.name === '=' || core.name === 'not=')) {
      for (const arg of core.args) {
        const whole = wholeLiteral(arg);
        if (whole !== null) found.add(whole);
      }
    }
    if (core.kind === 'case') {
      for (const constant of core.clauses.flatMap(({ constants }) => constants)) {
        const whole = constant.kind === 'number' ? wholeValue(constant) : null;
        if (whole !== null) found.add(whole);
      }
    }
    queue.push(...parts(core));
  }
  return [...found].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

function paramName(target: Target | undefined): string {
  return target?.kind === 'slot' ? target.name : 'its argument';
}
