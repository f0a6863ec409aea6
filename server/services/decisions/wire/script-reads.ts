// Script reads: what the rule of a criterion reads of the state.
// In: a resolved expression. Out: the literal paths and the answers it reads; or the first form that reads otherwise.
// Why so strict: absence never decides. A path that leads nowhere is known before the rule runs, and inside what it leads to a
// missing member has to be a fault, or is not asked for.

import type { Core, Target } from '../../../../compiler/core.ts';
import { parts } from '../../../../compiler/walk.ts';
import { printDecimal } from '../../../../grammar/decimal.ts';

export type Key = string | number;

const ONLY_PATHS =
  'What a script reads are literal paths without a default: (:a input), (get-in input [:a :b]), (nth (:list input) 0)';
const ONLY_ANSWERS = 'An answer is read by its id: (answer :id)';

const ONLY_PRESENT =
  'A member that is missing decides nothing: inside what a path leads to a script reads members only as arguments of arithmetic, < <= > >= or sum';

/** Builtins that look whether or what a member is, and have an answer where there is none. */
const MEMBERS: ReadonlySet<string> = new Set([
  ...['get', 'get-in', 'contains?', 'select-keys', 'update', 'update-in', 'dissoc'],
  ...['keys', 'vals', 'entries', 'vec'],
]);
/** Builtins for which nil is a fault. */
const STRICT: ReadonlySet<string> = new Set([
  ...['+', '-', '*', '/', 'inc', 'dec', 'quot', 'rem', 'mod', 'abs', 'min', 'max', 'floor', 'ceil', 'round'],
  ...['<', '<=', '>', '>=', 'sum', 'product'],
]);
/** Builtins whose results have the members that they say, whatever the state has. */
const MAKERS: ReadonlySet<string> = new Set([
  ...['split', 'words', 'lines', 'split-pattern', 'find-patterns', 'capture-pattern', 'capture-patterns'],
  ...['diff', 'locate', 'locate-all', 'locate-words'],
]);

/** Finds what a resolved expression reads. */
export class Finder {
  readonly reads: { readonly path: readonly Key[]; readonly node: number }[] = [];
  readonly answers: { readonly id: string; readonly node: number }[] = [];
  /** The nodes that are `input`. */
  readonly inputs = new Set<number>();
  problem: { readonly node: number; readonly message: string } | null = null;
  /** What `let` and its like have named a path. */
  readonly #paths = new Map<number, readonly Key[]>();
  /** What `let` and its like have named that is not of the state. */
  readonly #own = new Set<number>();

  visit(core: Core): void {
    const path = this.#pathOf(core);
    if (path !== null) {
      if (path.length === 0) this.#wrong(core.node, ONLY_PATHS);
      else this.reads.push({ path, node: core.node });
      return;
    }
    switch (core.kind) {
      case 'let':
        for (const { target, value } of core.bindings) this.#bind(target, value);
        this.visit(core.body);
        return;
      case 'bind-test':
        this.visit(core.value);
        this.#bind(core.target, core.value);
        this.visit(core.body);
        if (core.otherwise !== null) this.visit(core.otherwise);
        return;
      case 'call': {
        const [id] = core.args;
        if (id?.kind === 'literal' && id.value.kind === 'string')
          this.answers.push({ id: id.value.value, node: core.node });
        else this.#wrong(core.node, ONLY_ANSWERS);
        return;
      }
      case 'higher':
        if (core.callee.kind === 'function') this.#wrong(core.node, ONLY_ANSWERS);
        break;
      case 'builtin':
        if (STRICT.has(core.name)) {
          for (const argument of core.args) this.#visitStrict(argument);
          return;
        }
    }
    if (this.#isMember(core)) this.#wrong(core.node, this.#isPathLike(core) ? ONLY_PATHS : ONLY_PRESENT);
    for (const part of parts(core)) this.visit(part);
  }

  /** What is an argument where nil is a fault: a missing member decides nothing there. */
  #visitStrict(core: Core): void {
    const isRead =
      this.#pathOf(core) === null &&
      !this.#isPathLike(core) &&
      ((core.kind === 'field' && core.otherwise === null) ||
        (core.kind === 'builtin' && core.name === 'get' && core.args.length === 2) ||
        (core.kind === 'higher' && core.name === 'map' && core.callee.kind === 'field'));
    if (!isRead) this.visit(core);
    else for (const part of parts(core)) this.visit(part);
  }

  /** Whether an expression is about a member of something that may not have it. */
  #isMember(core: Core): boolean {
    switch (core.kind) {
      case 'field':
        return !this.#isOwn(core.target);
      case 'builtin':
        if (core.name === 'nth') return !this.#isOwn(core.args[0]) && (core.args.length > 2 || this.#isPathLike(core));
        return MEMBERS.has(core.name) && !this.#isOwn(core.args[0]);
      case 'higher': {
        const { callee } = core;
        if (core.args.every((argument) => this.#isOwn(argument))) return false;
        if (callee.kind === 'fn') return callee.params.some(isPattern);
        return (
          callee.kind === 'field' || MEMBERS.has(core.name) || (callee.kind === 'builtin' && MEMBERS.has(callee.name))
        );
      }
      case 'loop':
        return core.bindings.some(({ target, value }) => isPattern(target) && !this.#isOwn(value));
      default:
        return false;
    }
  }

  /** Whether an expression reads straight from what a path leads to. */
  #isPathLike(core: Core): boolean {
    const from = core.kind === 'field' ? core.target : core.kind === 'builtin' ? core.args[0] : undefined;
    return from !== undefined && this.#pathOf(from) !== null;
  }

  /** Whether a value is the script's own: written in it, or made of texts. */
  #isOwn(core: Core | undefined): boolean {
    switch (core?.kind) {
      case 'literal':
      case 'call':
        return true;
      case 'local':
        return this.#own.has(core.slot);
      case 'vector':
        return core.items.every((item) => this.#isOwn(item));
      case 'map':
        return core.entries.every(({ value }) => this.#isOwn(value));
      case 'builtin':
        return MAKERS.has(core.name) || core.args.every((argument) => this.#isOwn(argument));
      default:
        return false;
    }
  }

  /** The path that an expression leads to in the state; null for any other expression. */
  #pathOf(core: Core): readonly Key[] | null {
    switch (core.kind) {
      case 'input':
        this.inputs.add(core.node);
        return [];
      case 'local':
        return this.#paths.get(core.slot) ?? null;
      case 'field':
        return core.otherwise === null ? this.#extend(core.target, [core.key]) : null;
      case 'builtin': {
        const [coll, key, ...more] = core.args;
        if (coll === undefined || key === undefined || more.length > 0) return null;
        if (core.name === 'get' || core.name === 'nth') return this.#extend(coll, keysOf([key]));
        return core.name === 'get-in' && key.kind === 'vector' ? this.#extend(coll, keysOf(key.items)) : null;
      }
      case 'some-thread': {
        let path = this.#pathOf(core.value);
        for (const stage of core.stages) {
          if (path === null) return null;
          this.#paths.set(core.slot, path);
          path = this.#pathOf(stage);
        }
        return path;
      }
      default:
        return null;
    }
  }

  #extend(core: Core, keys: readonly Key[] | null): readonly Key[] | null {
    const path = keys === null ? null : this.#pathOf(core);
    return path === null ? null : [...path, ...keys!];
  }

  #bind(target: Target, value: Core): void {
    const path = this.#pathOf(value);
    if (path === null) {
      this.visit(value);
      if (target.kind === 'slot' && this.#isOwn(value)) this.#own.add(target.slot);
      if (isPattern(target) && !this.#isOwn(value)) this.#wrong(target.node, ONLY_PRESENT);
      return;
    }
    if (target.kind === 'slot') this.#paths.set(target.slot, path);
    else if (target.kind === 'map' && target.keys.every(({ otherwise }) => otherwise === null))
      for (const { key, slot } of target.keys) this.#paths.set(slot, [...path, key]);
    else if (target.kind !== 'ignore') this.#wrong(target.node, ONLY_PATHS);
  }

  #wrong(node: number, message: string): void {
    this.problem ??= { node, message };
  }
}

function keysOf(items: readonly Core[]): readonly Key[] | null {
  const keys: Key[] = [];
  for (const item of items) {
    if (item.kind !== 'literal') return null;
    if (item.value.kind === 'string') keys.push(item.value.value);
    else if (item.value.kind === 'number' && /^\d{1,9}$/.test(printDecimal(item.value.value)))
      keys.push(Number(printDecimal(item.value.value)));
    else return null;
  }
  return keys;
}

/** A pattern that gives nil for what is missing. */
function isPattern(target: Target): target is Extract<Target, { readonly kind: 'vector' | 'map' }> {
  return target.kind === 'vector' || target.kind === 'map';
}
