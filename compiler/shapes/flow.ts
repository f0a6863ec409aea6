// Flow: the shapes of all values of a program, from the shape of its input.
// In: a program and a shape. Out: what cannot be right whatever the input: a field that no input has, a value of a kind that a builtin
// never takes, a comparison that is never true. Why only what is certain: a warning that is often wrong is read by nobody. So a test
// narrows nothing here, a loop starts from anything, and what may be nil is taken to be there.

import type { Binding, Callee, Core, Program, Target } from '../core.ts';
import { suggest } from '../suggest.ts';
import { ALL_KINDS, BOOLEAN, describeKinds, MAP, NIL, NUMBER, STRING, VECTOR } from './kinds.ts';
import type { Shape } from './shape.ts';
import { ANY, either, made, mapOf, NOTHING, narrowed, vectorOf } from './shape.ts';
import { givenBy, takenBy } from './signatures.ts';

type Finding =
  | {
      readonly code: 'unknown-field';
      readonly node: number;
      /** JSON Pointer of the member that is not there. */
      readonly path: string;
      /** A member that may be meant. */
      readonly meant: string | null;
    }
  | {
      readonly code: 'wrong-kind';
      readonly node: number;
      readonly what: string;
      readonly wanted: string;
      readonly given: string;
      /** Of the value, where it is of the input. */
      readonly path: string | null;
    }
  | { readonly code: 'never-equal'; readonly node: number; readonly left: string; readonly right: string };

// Functions are followed at each call, with what is known of the arguments: most scripts have some tens of calls.
const CALLS_MAX = 2_000;
const CALL_DEPTH_MAX = 64;
const NODES_MAX = 200_000;
const FINDINGS_MAX = 100;

/** Findings in the order in which they were made; each place and code once. */
export function followShapes(program: Program, input: Shape): readonly Finding[] {
  const flow = new Flow(program, input);
  flow.run();
  return flow.findings;
}

type Slots = Map<number, Shape>;

class Flow {
  readonly #program: Program;
  readonly #input: Shape;
  readonly #globals = new Map<number, Shape>();
  readonly #found = new Map<string, Finding>();
  /** Functions that are being followed; one that calls itself may answer anything. */
  readonly #active = new Set<number>();
  readonly #followed = new Set<number>();
  #calls = 0;
  #nodes = 0;

  constructor(program: Program, input: Shape) {
    this.#program = program;
    this.#input = input;
  }

  get findings(): readonly Finding[] {
    return [...this.#found.values()];
  }

  run(): void {
    const slots: Slots = new Map();
    for (const item of this.#program.items) {
      const shape = this.#shapeOf(item.value, slots);
      if (item.kind === 'def') this.#globals.set(item.global, shape);
    }
    // What nobody calls reads the input all the same.
    for (const [at, { params }] of this.#program.functions.entries())
      if (!this.#followed.has(at))
        this.#call(
          at,
          params.map(() => ANY),
        );
  }

  #report(finding: Finding): void {
    const key = `${finding.code} ${finding.node}`;
    if (this.#found.size < FINDINGS_MAX && !this.#found.has(key)) this.#found.set(key, finding);
  }

  #all(cores: readonly Core[], slots: Slots): Shape[] {
    return cores.map((core) => this.#shapeOf(core, slots));
  }

  #shapeOf(core: Core, slots: Slots): Shape {
    if (++this.#nodes > NODES_MAX) return ANY;
    switch (core.kind) {
      case 'literal':
        return constant(core);
      case 'local':
        return slots.get(core.slot) ?? ANY;
      case 'global':
        return this.#globals.get(core.index) ?? ANY;
      case 'input':
        return this.#input;
      case 'vector': {
        const items = this.#all(core.items, slots);
        return vectorOf(items.length === 0 ? ANY : items.reduce(either));
      }
      case 'map':
        return mapOf(new Map(core.entries.map(({ key, value }) => [key, this.#shapeOf(value, slots)])));
      case 'cond': {
        const bodies = core.clauses.map(({ test, body }) => {
          this.#shapeOf(test, slots);
          return this.#orNil(body, slots);
        });
        return [...bodies, this.#orNil(core.otherwise, slots)].reduce(either);
      }
      case 'bind-test': {
        const value = this.#shapeOf(core.value, slots);
        this.#bind(core.target, narrowed(value, ALL_KINDS - NIL), slots);
        return either(this.#shapeOf(core.body, slots), this.#orNil(core.otherwise, slots));
      }
      case 'case':
        return this.#case(core, slots);
      case 'and':
        return this.#all(core.items, slots).reduce(either, made(BOOLEAN));
      case 'or': {
        // All but the last stand only where they are something.
        const items = this.#all(core.items, slots);
        return items
          .map((item, at) => (at < items.length - 1 ? narrowed(item, ALL_KINDS - NIL) : item))
          .reduce(either, items.length === 0 ? NOTHING : made(0));
      }
      case 'do':
        return this.#all(core.items, slots).at(-1) ?? NOTHING;
      case 'let':
        this.#bindAll(core.bindings, slots, (shape) => shape);
        return this.#shapeOf(core.body, slots);
      case 'loop':
        this.#bindAll(core.bindings, slots, () => ANY);
        return this.#shapeOf(core.body, slots);
      case 'recur':
        this.#all(core.args, slots);
        return made(0);
      case 'some-thread': {
        let value = this.#shapeOf(core.value, slots);
        for (const stage of core.stages) {
          slots.set(core.slot, narrowed(value, ALL_KINDS - NIL));
          value = this.#shapeOf(stage, slots);
        }
        return either(value, NOTHING);
      }
      case 'cond-thread': {
        let value = this.#shapeOf(core.value, slots);
        for (const { test, body } of core.stages) {
          this.#shapeOf(test, slots);
          slots.set(core.slot, value);
          value = either(value, this.#shapeOf(body, slots));
        }
        return value;
      }
      case 'call':
        return this.#call(core.function, this.#all(core.args, slots));
      case 'field': {
        const target = this.#shapeOf(core.target, slots);
        const otherwise = core.otherwise === null ? null : this.#shapeOf(core.otherwise, slots);
        return this.#field(core.node, target, core.key, otherwise);
      }
      case 'builtin':
        return this.#builtin(core, this.#all(core.args, slots));
      case 'higher':
        return this.#higher(core, slots);
    }
  }

  #orNil(core: Core | null, slots: Slots): Shape {
    return core === null ? NOTHING : this.#shapeOf(core, slots);
  }

  #case(core: Extract<Core, { kind: 'case' }>, slots: Slots): Shape {
    const subject = this.#shapeOf(core.subject, slots);
    for (const { constants, body } of core.clauses) {
      for (const value of constants) {
        const shape = constant({ kind: 'literal', node: body.node, value });
        if (areNeverEqual(subject, shape))
          this.#report({ code: 'never-equal', node: core.node, left: say(subject), right: say(shape) });
      }
    }
    const bodies = this.#all(
      core.clauses.map(({ body }) => body),
      slots,
    );
    return [...bodies, ...(core.otherwise === null ? [] : [this.#shapeOf(core.otherwise, slots)])].reduce(
      either,
      made(0),
    );
  }

  #bindAll(bindings: readonly Binding[], slots: Slots, known: (shape: Shape) => Shape): void {
    for (const { target, value } of bindings) this.#bind(target, known(this.#shapeOf(value, slots)), slots);
  }

  #bind(target: Target, shape: Shape, slots: Slots): void {
    switch (target.kind) {
      case 'slot':
        slots.set(target.slot, shape);
        return;
      case 'ignore':
        return;
      case 'vector':
        this.#want(target.node, 'a vector pattern', shape, VECTOR | NIL);
        for (const item of target.items) this.#bind(item, either(shape.item(), NOTHING), slots);
        if (target.rest !== null) this.#bind(target.rest, vectorOf(shape.item()), slots);
        return;
      case 'map':
        this.#want(target.node, 'a map pattern', shape, MAP | NIL);
        for (const { key, slot, node, otherwise } of target.keys) {
          const written = otherwise === null ? null : this.#shapeOf(otherwise, slots);
          slots.set(slot, this.#member(node, shape, key, written));
        }
    }
  }

  #field(node: number, target: Shape, key: string, otherwise: Shape | null): Shape {
    this.#want(node, `:${key}`, target, MAP | NIL);
    return this.#member(node, target, key, otherwise);
  }

  #member(node: number, target: Shape, key: string, otherwise: Shape | null): Shape {
    const member = target.member(key);
    if (member === null && target.path !== null)
      this.#report({
        code: 'unknown-field',
        node,
        path: `${target.path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        meant: suggest(key, target.names()),
      });
    // What is told once is not told again of what is done with it.
    const found = member ?? (target.path === null ? NOTHING : ANY);
    const mayMiss = (target.kinds & NIL) !== 0;
    if (otherwise === null) return mayMiss ? either(found, NOTHING) : found;
    return either(narrowed(found, ALL_KINDS), otherwise);
  }

  /** A value whose kinds are all wrong; one that may be right is left alone. */
  #want(node: number, what: string, shape: Shape, wanted: number): void {
    if (shape.kinds === 0 || (shape.kinds & wanted) !== 0) return;
    const given = describeKinds(shape.kinds);
    this.#report({ code: 'wrong-kind', node, what, wanted: describeKinds(wanted), given, path: shape.path });
  }

  #builtin(core: Extract<Core, { kind: 'builtin' }>, args: readonly Shape[]): Shape {
    const { name } = core;
    for (const [at, arg] of args.entries())
      this.#want(core.args[at]!.node, `\`${name}\``, arg, takenBy(name, at, args.length));
    const [first = ANY, second = ANY, third = null] = args;
    switch (name) {
      case '=':
      case 'not=':
        if (args.length === 2 && areNeverEqual(first, second))
          this.#report({ code: 'never-equal', node: core.node, left: say(first), right: say(second) });
        break;
      case '<':
      case '<=':
      case '>':
      case '>=':
        // Two numbers or two strings.
        for (const [at, other] of args.slice(1).entries()) {
          const before = args[at]!;
          const [left, right] = [core.args[at]!.node, core.args[at + 1]!.node];
          if ((before.kinds & (NUMBER | STRING)) === NUMBER) this.#want(right, `\`${name}\``, other, NUMBER);
          if ((other.kinds & (NUMBER | STRING)) === NUMBER) this.#want(left, `\`${name}\``, before, NUMBER);
        }
        break;
      case 'get':
        return this.#get(core.node, first, core.args[1]!, third);
      case 'get-in': {
        const path = core.args[1]!;
        if (path.kind !== 'vector') return ANY;
        const steps = path.items.map((step, at) => [step, at === path.items.length - 1 ? third : null] as const);
        return steps.reduce((shape, [step, otherwise]) => this.#get(core.node, shape, step, otherwise), first);
      }
      case 'identity':
        return first;
      case 'first':
      case 'second':
      case 'last':
        return either(first.item(), NOTHING);
      case 'next':
        return either(vectorOf(first.item()), NOTHING);
      case 'nth':
        return first.item();
      case 'rest':
      case 'butlast':
      case 'remove-at':
      case 'reverse':
      case 'distinct':
        return vectorOf(first.item());
      case 'take':
      case 'drop':
        return vectorOf(second.item());
      case 'sort':
        return vectorOf(args.at(-1)!.item());
      case 'vals':
        return vectorOf(ANY);
    }
    return made(givenBy(name));
  }

  /** `get` by a name or a number that is written; of any other key nothing is known. */
  #get(node: number, target: Shape, key: Core, otherwise: Shape | null): Shape {
    if (key.kind !== 'literal') return ANY;
    if (key.value.kind === 'string') {
      // A vector has no names; that is a fault for others to find.
      return (target.kinds & MAP) === 0 ? ANY : this.#member(node, target, key.value.value, otherwise);
    }
    return (target.kinds & VECTOR) === 0 ? ANY : either(target.item(), otherwise ?? NOTHING);
  }

  #higher(core: Extract<Core, { kind: 'higher' }>, slots: Slots): Shape {
    const { name, callee } = core;
    const args = this.#all(core.args, slots);
    for (const [at, arg] of args.entries())
      this.#want(core.args[at]!.node, `\`${name}\``, arg, takenBy(name, at, args.length));
    const coll = args.at(-1) ?? ANY;
    // Of a map the function takes entries, which are vectors.
    const isVector = (coll.kinds & ~(VECTOR | NIL)) === 0 && coll.kinds !== 0;
    const item = isVector ? coll.item() : ANY;
    const result = this.#apply(callee, argumentsOf(name, item), slots);
    switch (name) {
      case 'map':
      case 'map-indexed':
        return vectorOf(result);
      case 'keep':
        return vectorOf(narrowed(result, ALL_KINDS - NIL));
      case 'filter':
      case 'remove':
      case 'take-while':
      case 'drop-while':
      case 'sort-by':
        return vectorOf(item);
      case 'find':
      case 'min-by':
      case 'max-by':
        return either(item, NOTHING);
      default:
        return made(givenBy(name));
    }
  }

  /** What a function answers to these arguments. */
  #apply(callee: Callee, args: readonly Shape[], slots: Slots): Shape {
    switch (callee.kind) {
      case 'fn': {
        for (const [at, param] of callee.params.entries()) this.#bind(param, args[at] ?? ANY, slots);
        if (callee.rest !== null) this.#bind(callee.rest, vectorOf(ANY), slots);
        return this.#shapeOf(callee.body, slots);
      }
      case 'function':
        return this.#call(callee.function, args);
      case 'builtin':
        for (const [at, arg] of args.entries())
          this.#want(callee.node, `\`${callee.name}\``, arg, takenBy(callee.name, at, args.length));
        return made(givenBy(callee.name));
      case 'field':
        return this.#field(callee.node, args[0] ?? ANY, callee.key, null);
    }
  }

  #call(at: number, args: readonly Shape[]): Shape {
    this.#followed.add(at);
    if (this.#active.has(at) || this.#active.size >= CALL_DEPTH_MAX || ++this.#calls > CALLS_MAX) return ANY;
    const { params, rest, body } = this.#program.functions[at]!;
    const slots: Slots = new Map();
    this.#active.add(at);
    for (const [position, param] of params.entries()) this.#bind(param, args[position] ?? ANY, slots);
    if (rest !== null) this.#bind(rest, vectorOf(args.slice(params.length).reduce(either, made(0))), slots);
    const shape = this.#shapeOf(body, slots);
    this.#active.delete(at);
    return shape;
  }
}

/** What is known of the arguments with which a builtin calls a function. */
function argumentsOf(name: string, item: Shape): readonly Shape[] {
  switch (name) {
    case 'reduce':
      return [ANY, item];
    case 'map-indexed':
      return [made(NUMBER), item];
    case 'update':
    case 'update-in':
    case 'map-vals':
    case 'filter-vals':
      return [ANY];
    default:
      return [item];
  }
}

function constant({ value }: Extract<Core, { kind: 'literal' }>): Shape {
  switch (value.kind) {
    case 'nil':
      return made(NIL, new Set(['null']));
    case 'boolean':
      return made(BOOLEAN, new Set([String(value.value)]));
    case 'number':
      return made(NUMBER);
    case 'string':
      return made(STRING, new Set([JSON.stringify(value.value)]));
  }
}

function areNeverEqual(a: Shape, b: Shape): boolean {
  if (a.kinds === 0 || b.kinds === 0) return false;
  if ((a.kinds & b.kinds) === 0) return true;
  // Constants are compared where both are known in full.
  if (a.constants === null || b.constants === null) return false;
  return [...a.constants].every((value) => !b.constants!.has(value));
}

// Enough of a list of constants to see which they are.
const CONSTANTS_SHOWN_MAX = 5;

function say({ kinds, constants, path }: Shape): string {
  const listed = constants === null ? null : [...constants].filter((value) => value !== 'null');
  const what =
    listed === null || listed.length === 0
      ? describeKinds(kinds)
      : listed.length > CONSTANTS_SHOWN_MAX
        ? `${listed.slice(0, CONSTANTS_SHOWN_MAX).join(', ')} or ${listed.length - CONSTANTS_SHOWN_MAX} more`
        : listed.join(' or ');
  return path === null || path === '' ? what : `${path}, which is ${what}`;
}
