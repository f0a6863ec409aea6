// Flow: the shapes of all values of a program, from the shape of its input.
// In: a program, and a shape where one is known. Out: what cannot be right whatever the input: a field that no input has, a value of a
// kind that a builtin never takes, a comparison that is never true, a word that an argument does not have. Why only what is certain: a
// warning that is often wrong is read by nobody. So a loop starts from anything, and what may be nil is taken to be there.
//
// Where the shape of the input is known a test narrows nothing: whoever gives one wants to hear of every field. Where it is not,
// nobody asked, and what is told ends every run that gets to the expression it stands in: a name is forgotten where something else
// decides whether it is read (`(if limit (> x limit) true)` with a `limit` that is nil is right), and so are parameters.

import type { BuiltinName } from '../builtins.ts';
import { BUILTINS } from '../builtins.ts';
import type { Binding, Callee, Core, Program, Target } from '../core.ts';
import { suggest } from '../suggest.ts';
import { areNeverEqual, constantOf, say, wrongWord } from './constants.ts';
import type { Finding } from './finding.ts';
import { judgeComparison, judgeElements, judgeSorting, wrongKind } from './judge.ts';
import { ALL_KINDS, BOOLEAN, MAP, NIL, VECTOR } from './kinds.ts';
import { argumentsOf, ofElements, resultOf, resultOfHigher } from './results.ts';
import type { Shape } from './shape.ts';
import { ANY, either, made, mapOf, NOTHING, narrowed, vectorOf } from './shape.ts';
import { DURATION_WORDS, takenBy, type Words, wordsTakenBy } from './signatures.ts';

// Functions are followed at each call, with what is known of the arguments: most scripts have some tens of calls.
const CALLS_MAX = 2_000;
const CALL_DEPTH_MAX = 64;
const NODES_MAX = 200_000;
const FINDINGS_MAX = 100;

/** Findings in the order in which they were made; each place and code once. `input` is null where nothing is known of it. */
export function followShapes(program: Program, input: Shape | null): readonly Finding[] {
  const flow = new Flow(program, input);
  flow.run();
  return flow.findings;
}

type Slots = Map<number, Shape>;

class Flow {
  readonly #program: Program;
  readonly #input: Shape;
  /** Nothing is known of the input. */
  readonly #isBare: boolean;
  readonly #globals = new Map<number, Shape>();
  readonly #found = new Map<string, Finding>();
  /** Functions that are being followed; one that calls itself may answer anything. */
  readonly #active = new Set<number>();
  readonly #followed = new Set<number>();
  /** Of functions, where nothing is known of arguments. */
  readonly #results = new Map<number, Shape>();
  #calls = 0;
  #nodes = 0;

  /** Something around may keep what is looked at from being evaluated. */
  #isDoubtful = false;

  constructor(program: Program, input: Shape | null) {
    this.#program = program;
    this.#input = input ?? ANY;
    this.#isBare = input === null;
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
    for (const at of this.#program.functions.keys()) if (!this.#followed.has(at)) this.#callOfAny(at);
  }

  #report(finding: Finding): void {
    const key = `${finding.code} ${finding.node}`;
    if (this.#found.size < FINDINGS_MAX && !this.#found.has(key)) this.#found.set(key, finding);
  }

  #reportAll(findings: readonly (Finding | null)[]): void {
    for (const finding of findings) if (finding !== null) this.#report(finding);
  }

  #all(cores: readonly Core[], slots: Slots): Shape[] {
    return cores.map((core) => this.#shapeOf(core, slots));
  }

  /** The first part is evaluated for certain, the others as it turns out. */
  #inTurn([first, ...others]: readonly Core[], slots: Slots): Shape[] {
    if (first === undefined) return [];
    const shape = this.#shapeOf(first, slots);
    return [shape, ...others.map((core) => this.#doubtful(slots, (known) => this.#shapeOf(core, known)))];
  }

  /** Follows what may not be evaluated: the names of others are unknown there. */
  #doubtful<T>(slots: Slots, follow: (slots: Slots) => T): T {
    if (!this.#isBare) return follow(slots);
    const before = this.#isDoubtful;
    this.#isDoubtful = true;
    const result = follow(new Map());
    this.#isDoubtful = before;
    return result;
  }

  #shapeOf(core: Core, slots: Slots): Shape {
    if (++this.#nodes > NODES_MAX) return ANY;
    switch (core.kind) {
      case 'literal':
        return constantOf(core);
      case 'local':
        return slots.get(core.slot) ?? ANY;
      case 'global':
        return this.#isDoubtful ? ANY : (this.#globals.get(core.index) ?? ANY);
      case 'input':
        return this.#input;
      case 'vector': {
        const items = this.#all(core.items, slots);
        return vectorOf(items.length === 0 ? ANY : items.reduce(either));
      }
      case 'map':
        return mapOf(new Map(core.entries.map(({ key, value }) => [key, this.#shapeOf(value, slots)])));
      case 'cond': {
        this.#inTurn(
          core.clauses.map(({ test }) => test),
          slots,
        );
        const bodies = [...core.clauses.map(({ body }) => body), core.otherwise];
        return bodies.map((body) => this.#doubtful(slots, (known) => this.#orNil(body, known))).reduce(either);
      }
      case 'bind-test': {
        const value = this.#shapeOf(core.value, slots);
        const body = this.#doubtful(slots, (known) => {
          this.#bind(core.target, narrowed(value, ALL_KINDS - NIL), known);
          return this.#shapeOf(core.body, known);
        });
        return either(
          body,
          this.#doubtful(slots, (known) => this.#orNil(core.otherwise, known)),
        );
      }
      case 'case':
        return this.#case(core, slots);
      case 'and':
        return this.#inTurn(core.items, slots).reduce(either, made(BOOLEAN));
      case 'or': {
        // All but the last stand only where they are something.
        const items = this.#inTurn(core.items, slots);
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
          const before = narrowed(value, ALL_KINDS - NIL);
          value = this.#doubtful(slots, (known) => this.#shapeOf(stage, known.set(core.slot, before)));
        }
        return either(value, NOTHING);
      }
      case 'cond-thread': {
        let value = this.#shapeOf(core.value, slots);
        for (const { test, body } of core.stages) {
          this.#shapeOf(test, slots);
          // The test may be of the value.
          const before = this.#isBare ? ANY : value;
          value = either(
            value,
            this.#doubtful(slots, (known) => this.#shapeOf(body, known.set(core.slot, before))),
          );
        }
        return value;
      }
      case 'call': {
        const shape = this.#call(core.function, this.#all(core.args, slots));
        return core.catches ? ANY : shape;
      }
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
        const shape = constantOf({ kind: 'literal', node: body.node, value });
        if (areNeverEqual(subject, shape))
          this.#report({ code: 'never-equal', node: core.node, left: say(subject), right: say(shape) });
      }
    }
    return [...core.clauses.map(({ body }) => body), ...(core.otherwise === null ? [] : [core.otherwise])]
      .map((body) => this.#doubtful(slots, (known) => this.#shapeOf(body, known)))
      .reduce(either, made(0));
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
          const written = otherwise === null ? null : this.#doubtful(slots, (known) => this.#shapeOf(otherwise, known));
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

  #want(node: number, what: string, shape: Shape, wanted: number, instead: string | null = null): void {
    this.#reportAll([wrongKind(node, what, shape, wanted, instead)]);
  }

  /** The arguments of a builtin, by the positions of those that are values. */
  #wantAll(name: BuiltinName, nodes: readonly number[], args: readonly Shape[]): void {
    const [only] = args;
    const isCollected = args.length === 1 && BUILTINS[name].shape.kind === 'fold' && only!.kinds === VECTOR;
    for (const [at, arg] of args.entries()) {
      const node = nodes[at]!;
      this.#want(node, `\`${name}\``, arg, takenBy(name, at, args.length), isCollected ? ofElements(name) : null);
      const words = wordsTakenBy(name, at, args.length);
      const wrong = words === null ? undefined : wrongWord(arg, words.words);
      if (words !== null && wrong !== undefined) this.#refuseWord(node, wrong, words, suggest(wrong, words.words));
    }
  }

  /** `meant`: what may stand in the place of the node instead. */
  #refuseWord(node: number, word: string, { what, words }: Words, meant: string | null): void {
    this.#report({
      ...{ code: 'unknown-word', node, what, word: `:${word}`, words: words.map((one) => `:${one}`).join(' ') },
      meant: meant === null ? null : `:${meant}`,
    });
  }

  #builtin(core: Extract<Core, { kind: 'builtin' }>, args: readonly Shape[]): Shape {
    const { name } = core;
    const nodes = core.args.map(({ node }) => node);
    this.#wantAll(name, nodes, args);
    this.#reportAll(judgeComparison(name, core.node, nodes, args));
    if (!this.#isBare && args.length > 0) this.#reportAll([judgeElements(name, core.args[0]!.node, args[0]!)]);
    if (name === 'sort') this.#reportAll([judgeSorting(name, core.node, args.at(-1)!.item())]);
    const [first = ANY, second = ANY, third = null] = args;
    switch (name) {
      case 'add-duration': {
        const wrong =
          second.kinds === MAP ? second.names().find((key) => !DURATION_WORDS.words.includes(key)) : undefined;
        if (wrong !== undefined && second.path === null)
          this.#refuseWord(core.args[1]!.node, wrong, DURATION_WORDS, null);
        break;
      }
      case 'get':
        return this.#get(core.node, first, core.args[1]!, third);
      case 'get-in': {
        const path = core.args[1]!;
        if (path.kind !== 'vector') return ANY;
        const steps = path.items.map((step, at) => [step, at === path.items.length - 1 ? third : null] as const);
        return steps.reduce((shape, [step, otherwise]) => this.#get(core.node, shape, step, otherwise), first);
      }
    }
    return resultOf(name, args);
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
    this.#wantAll(
      name,
      core.args.map(({ node }) => node),
      args,
    );
    const coll = args.at(-1) ?? ANY;
    const written = core.args.at(-1);
    // Of a map the function takes entries, which are vectors; and of what may be empty it may take none.
    const isKnown = (coll.kinds & ~(VECTOR | NIL)) === 0 && coll.kinds !== 0;
    const isFilled = !this.#isBare || (written?.kind === 'vector' && written.items.length > 0);
    const item = isKnown && isFilled ? coll.item() : ANY;
    const result = this.#doubtful(slots, (known) => this.#apply(callee, argumentsOf(name, item), known));
    this.#reportAll([judgeSorting(name, core.node, result)]);
    return resultOfHigher(name, item, result);
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
        this.#wantAll(
          callee.name,
          args.map(() => callee.node),
          args,
        );
        return resultOf(callee.name, args);
      case 'field':
        return this.#field(callee.node, args[0] ?? ANY, callee.key, null);
    }
  }

  #call(at: number, args: readonly Shape[]): Shape {
    // What a test in the function keeps out is not seen here, so that each call is like any other.
    if (this.#isBare) return this.#callOfAny(at);
    return this.#follow(at, args);
  }

  #callOfAny(at: number): Shape {
    let result = this.#results.get(at);
    if (result === undefined) {
      result = this.#doubtful(new Map(), () => this.#follow(at, null));
      if (!this.#active.has(at)) this.#results.set(at, result);
    }
    return result;
  }

  /** `args` is null where nothing is known of them. */
  #follow(at: number, args: readonly Shape[] | null): Shape {
    this.#followed.add(at);
    if (this.#active.has(at) || this.#active.size >= CALL_DEPTH_MAX || ++this.#calls > CALLS_MAX) return ANY;
    const { params, rest, body } = this.#program.functions[at]!;
    const slots: Slots = new Map();
    this.#active.add(at);
    for (const [position, param] of params.entries()) this.#bind(param, args?.[position] ?? ANY, slots);
    const others = args === null ? ANY : args.slice(params.length).reduce(either, made(0));
    if (rest !== null) this.#bind(rest, vectorOf(others), slots);
    const shape = this.#shapeOf(body, slots);
    this.#active.delete(at);
    return shape;
  }
}
