// Trace: what happened in a run, for who explains it.
// In: what the interpreter tells of a run (interpret/machine.ts). Out: which node gave which value, from which parts, and where
// each value was read.
//
// An *evaluation* is a node with its value and the evaluations of its parts, or one application of a function by a higher-order
// builtin. An *origin* is where a value came from: the node that gave it, and where that node read it from a collection, the
// collection and the key. Origins go with values through names, arguments and branches: the origin of `(if a b c)` is that of `b` or
// of `c`. Why not with the values themselves: nil, booleans and strings have no identity, and a watched run must be the same run.
//
// Only so much is kept: a run may have evaluated a million nodes.

import type { Callee, Core } from '../../compiler/core.ts';
import type { Stop, Watch } from '../interpret/machine.ts';
import type { Value, Vector } from '../interpret/value.ts';
import { isMap, isVector } from '../interpret/value.ts';
import type { Application, Evaluation, Origin, Reading } from './evaluation.ts';
import { evaluation, has, keyOf, made, memberOf, partOf, writtenParts } from './evaluation.ts';

interface TraceOptions {
  /** Parts of an evaluation that are kept, beside those that are written. */
  readonly width: number;
  /** Evaluations inside each other that are kept, from the outside; null: the ones inside of what goes on. */
  readonly depth: number | null;
  /** Evaluations that are kept at all. */
  readonly evaluations: number;
  /** Milliseconds the run may take; then `Late` is thrown. */
  readonly msMax: number;
}

/** A watched run took too long. The interpreter copies what compiled code shares, so steps alone do not bound its time. */
export class Late extends Error {}

// Evaluations between two looks at the clock.
const LOOK_EVERY = 256;

type Origins = (Origin | null)[];

export class Trace implements Watch {
  /** What goes on, the outermost first; where the run ended the last one is where. */
  readonly active: Evaluation[] = [];
  /** The expressions and definitions of the top level. */
  readonly top: Evaluation = evaluation(null, null);
  input: Value = null;
  stopped: Stop | null = null;
  output: Value | undefined;
  /** Of the value that came last. */
  last: Origin | null = null;
  readonly #options: TraceOptions;
  readonly #lists = new WeakMap<readonly Value[], Origins>();
  readonly #slots = new WeakMap<object, Map<number, Origin | null>>();
  readonly #globals = new Map<number, Origin | null>();
  /** Entries that were made of a map for a higher-order builtin. */
  readonly #entries = new WeakMap<Vector, { readonly map: Value; readonly key: string }>();
  /** The keys of a map that a higher-order builtin goes through. */
  readonly #keys = new WeakMap<Evaluation, readonly string[]>();
  /** Where the members of collections that the script made came from. */
  readonly #members = new WeakMap<object, ReadonlyMap<string | number, Origin | null>>();
  /** What `map` has made so far. */
  readonly #results = new WeakMap<Evaluation, Origins>();
  readonly #deadline: number;
  #kept = 0;
  #entered = 0;

  constructor(options: TraceOptions) {
    this.#options = options;
    this.#deadline = performance.now() + options.msMax;
  }

  begin(input: Value): void {
    this.input = input;
  }

  enter(core: Core): void {
    this.#entered += 1;
    if (this.#entered % LOOK_EVERY === 0 && performance.now() > this.#deadline) throw new Late();
    this.active.push(evaluation(core, null));
  }

  apply(callee: Callee, args: readonly Value[]): void {
    const builtin = this.active.at(-1)!;
    const origins = this.#originsOfArguments(builtin, args);
    builtin.applied += 1;
    this.#lists.set(args, origins);
    this.active.push(evaluation(null, { callee, args, origins, number: builtin.applied }));
  }

  leave(value: Value, frame: object): void {
    const ended = this.active.pop()!;
    ended.value = value;
    ended.origin = this.#originOf(ended, value, frame);
    this.last = ended.origin;
    this.#learnMembers(ended, value);
    this.#keep(ended);
  }

  bind(frame: object, slot: number): void {
    let slots = this.#slots.get(frame);
    if (slots === undefined) {
      slots = new Map();
      this.#slots.set(frame, slots);
    }
    slots.set(slot, this.last);
  }

  define(global: number): void {
    this.#globals.set(global, this.last);
  }

  append(args: readonly Value[]): void {
    const origins = this.#lists.get(args);
    if (origins === undefined) this.#lists.set(args, [this.last]);
    else origins.push(this.last);
  }

  pick(args: readonly Value[], at: number): void {
    this.last = this.#lists.get(args)?.[at] ?? null;
  }

  derive(args: readonly Value[], from: readonly Value[]): void {
    const origins = this.#lists.get(from);
    // The last one may be the vector of what is left.
    if (args !== from && origins !== undefined) this.#lists.set(args, origins.slice(0, args.length - 1));
  }

  part(collection: Value, key: string | number | null, node: number): void {
    this.last = key === null ? null : this.#readOrigin(null, node, collection, key, this.last);
  }

  resume(core: Core): void {
    const left = this.active.splice(this.active.findLastIndex((evaluation) => evaluation.core === core) + 1);
    for (const evaluation of left) this.#discard(evaluation);
  }

  stop(stop: Stop): void {
    this.stopped = stop;
  }

  finish(output: Value): void {
    this.output = output;
  }

  /** What was going on when the run ended becomes part of what it was in. */
  close(): void {
    for (let at = this.active.length - 1; at >= 0; at -= 1)
      (this.active[at - 1] ?? this.top).parts.push(this.active[at]!);
    this.active.length = 0;
  }

  /** What a key of a collection leads to; an entry of a map stands where its value does. */
  #reading(collection: Value, key: string | number, of: Origin | null): Reading {
    const entry = isVector(collection) ? this.#entries.get(collection) : undefined;
    if (entry !== undefined && key === 1) return { collection: entry.map, key: entry.key, isThere: true, of: null };
    return { collection, key, isThere: has(collection, key), of: collection === null ? of : null };
  }

  #originOf(ended: Evaluation, value: Value, frame: object): Origin {
    const { core, application } = ended;
    if (application !== null) return this.#originOfApplication(ended, application);
    return this.#originOfNode(ended, core!, value, frame) ?? made(ended, core!.node);
  }

  #originOfApplication(ended: Evaluation, { callee, args, origins }: Application): Origin {
    if (callee.kind === 'field') return this.#readOrigin(ended, callee.node, args[0]!, callee.key, origins[0] ?? null);
    if (callee.kind === 'builtin') return made(ended, callee.node);
    return ended.parts.at(-1)?.origin ?? made(ended, callee.node);
  }

  /** null where the node itself made the value. */
  #originOfNode(ended: Evaluation, core: Core, value: Value, frame: object): Origin | null {
    const last = ended.parts.at(-1);
    switch (core.kind) {
      case 'local':
        return this.#slots.get(frame)?.get(core.slot) ?? null;
      case 'global':
        return this.#globals.get(core.index) ?? null;
      case 'field': {
        const target = partOf(ended, core.target);
        if (target === null) return null;
        const isMissing = !has(target.value!, core.key);
        if (isMissing && core.otherwise !== null) return partOf(ended, core.otherwise)?.origin ?? null;
        return this.#readOrigin(ended, core.node, target.value!, core.key, target.origin);
      }
      case 'builtin':
        return this.#originOfBuiltin(ended, core);
      case 'cond':
        return last !== undefined && !core.clauses.some(({ test }) => test === last.core) ? last.origin : null;
      case 'case':
        return last !== undefined && last.core !== core.subject ? last.origin : null;
      case 'bind-test':
        return last !== undefined && last.core !== core.value ? last.origin : null;
      case 'cond-thread':
        return ended.parts.findLast((part) => !core.stages.some(({ test }) => test === part.core))?.origin ?? null;
      case 'and':
      case 'or':
      case 'do':
      case 'let':
      case 'loop':
      case 'some-thread':
      case 'call':
        return last !== undefined && last.value === value ? last.origin : null;
      default:
        return null;
    }
  }

  #originOfBuiltin(ended: Evaluation, core: Extract<Core, { kind: 'builtin' }>): Origin | null {
    const args = core.args.map((arg) => partOf(ended, arg));
    if (args.includes(null)) return null;
    const [first, second, third] = args as (Evaluation | undefined)[];
    const at = (known: string | number | null): Origin | null => {
      if (known === null || first === undefined) return null;
      if (third !== undefined && !has(first.value!, known)) return third.origin;
      return this.#readOrigin(ended, core.node, first.value!, known, first.origin);
    };
    switch (core.name) {
      case 'get':
      case 'nth':
        return at(keyOf(second?.value));
      case 'first':
        return at(0);
      case 'last':
        return isVector(first!.value!) ? at(first!.value.length - 1) : null;
      case 'get-in': {
        let [level, of]: [Value, Origin | null] = [first!.value!, first!.origin];
        const keys = isVector(second!.value!) ? second!.value.map(keyOf) : [null];
        for (const [position, key] of keys.entries()) {
          if (key === null) return null;
          if (!has(level, key) && third !== undefined) return third.origin;
          const origin = this.#readOrigin(ended, core.node, level, key, of);
          if (position === keys.length - 1 || !has(level, key)) return origin;
          [level, of] = [memberOf(level, key), origin];
        }
        return of;
      }
      default:
        return null;
    }
  }

  #readOrigin(
    evaluation: Evaluation | null,
    node: number,
    collection: Value,
    key: string | number,
    of: Origin | null,
  ): Origin {
    return this.memberOrigin(collection, key) ?? { node, evaluation, read: this.#reading(collection, key, of) };
  }

  /** Of what stands in a vector or a map that the script made, as far as it is known. */
  memberOrigin(collection: Value, key: string | number): Origin | null {
    return typeof collection === 'object' && collection !== null
      ? (this.#members.get(collection)?.get(key) ?? null)
      : null;
  }

  #learnMembers(ended: Evaluation, value: Value): void {
    const { core, parts } = ended;
    if (ended.application !== null) {
      const builtin = this.active.at(-1)!;
      if (builtin.core?.kind !== 'higher' || builtin.core.name !== 'map') return;
      const results = this.#results.get(builtin);
      if (results === undefined) this.#results.set(builtin, [ended.origin]);
      else results.push(ended.origin);
    } else if (core?.kind === 'vector' && parts.length === core.items.length)
      this.#members.set(value as Vector, new Map(parts.map(({ origin }, at) => [at, origin])));
    else if (core?.kind === 'map' && parts.length === core.entries.length)
      this.#members.set(value as object, new Map(parts.map(({ origin }, at) => [core.entries[at]!.key, origin])));
    else if (core?.kind === 'higher' && core.name === 'map' && this.#results.has(ended))
      this.#members.set(value as Vector, new Map(this.#results.get(ended)!.entries()));
  }

  /** Where the arguments of an application come from: most builtins give their elements to a function, one after the other. */
  #originsOfArguments(builtin: Evaluation, args: readonly Value[]): Origins {
    const core = builtin.core as Extract<Core, { kind: 'higher' }>;
    const parts = core.args.map((arg) => partOf(builtin, arg));
    const origins: Origins = args.map(() => null);
    if (parts.includes(null) || args.length === 0) return origins;
    const values = parts.map((part) => part!.value!);
    const read = (arg: number, key: string | number): Origin =>
      this.#readOrigin(null, core.args[arg]!.node, values[arg]!, key, null);
    const at = builtin.applied;
    switch (core.name) {
      case 'update': {
        const key = keyOf(values[1]);
        for (const [extra, part] of parts.slice(2).entries()) origins[extra + 1] = part!.origin;
        if (key !== null) origins[0] = read(0, key);
        return origins;
      }
      case 'update-in':
        for (const [extra, part] of parts.slice(2).entries()) origins[extra + 1] = part!.origin;
        return origins;
      case 'map-vals':
      case 'filter-vals': {
        const key = this.#keysOf(builtin, values[0]!)[at];
        if (key !== undefined) origins[0] = read(0, key);
        return origins;
      }
    }
    const collection = values.at(-1)!;
    const given = args.at(-1)!;
    // Without a start the first element is it.
    const position = core.name === 'reduce' && core.args.length === 1 ? at + 1 : at;
    if (isVector(collection) && collection[position] === given)
      origins[args.length - 1] = read(values.length - 1, position);
    if (isMap(collection) && isVector(given)) {
      const key = this.#keysOf(builtin, collection)[position];
      if (key !== undefined && given[0] === key) this.#entries.set(given, { map: collection, key });
    }
    return origins;
  }

  #keysOf(builtin: Evaluation, map: Value): readonly string[] {
    let keys = this.#keys.get(builtin);
    if (keys === undefined) {
      keys = isMap(map) ? [...map.keys()] : [];
      this.#keys.set(builtin, keys);
    }
    return keys;
  }

  #keep(ended: Evaluation): void {
    const { depth, evaluations } = this.#options;
    if (depth === null) {
      // What goes on keeps its parts and theirs.
      for (const part of ended.parts) for (const inner of part.parts) this.#discard(inner);
    } else if (this.active.length >= depth || this.#kept >= evaluations) this.#discard(ended);
    const above = this.active.at(-1) ?? this.top;
    const most = this.#options.width + writtenParts(above);
    this.#kept += 1;
    if (above.parts.length < most) above.parts.push(ended);
    else {
      // The last one says how it ended.
      const [left] = above.parts.splice(-1, 1, ended);
      this.#discard(left!);
      this.#kept -= 1;
      above.more += 1;
    }
  }

  /** Forgets what is inside of an evaluation. */
  #discard(evaluation: Evaluation): void {
    const waiting = [evaluation];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      this.#kept -= next.parts.length;
      waiting.push(...next.parts);
      next.more += next.parts.length;
      next.parts = [];
    }
  }
}
