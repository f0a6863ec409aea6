// Scope: which local names stand for which slots at a place, and whether anybody reads them.
// In: names as they are bound. Out: lookups from the inside out, and the names nobody used.

import type { Reporter } from '../grammar/diagnostic.ts';
import type { SymbolForm } from '../grammar/form.ts';
import type { Span } from '../grammar/span.ts';
import type { Arity } from './builtins.ts';
import type { Core } from './core.ts';

export interface Local {
  readonly name: string;
  readonly slot: number;
  readonly span: Span;
  /** It is also the key it is read from, in `:keys`. */
  readonly isKey: boolean;
  /** Where it is read. */
  readonly uses: Span[];
  /** Where its name stands besides, as in `:or`. */
  readonly mentions: Span[];
  /** Its value could not be resolved, so nobody knows what it would be. */
  isBroken: boolean;
  /** What it stands for when it is no value but a function (local-functions.ts). */
  called: LocalFunction | null;
}

export interface LocalFunction {
  readonly index: number;
  /** What it reads from around it: its first arguments. */
  readonly captured: readonly Core[];
  readonly arity: Arity;
  readonly signature: string;
}

/** Globals read and functions called, with the first place of each, by index. */
export class Uses {
  readonly globals = new Map<number, Span>();
  readonly calls = new Map<number, Span>();

  read(global: number, span: Span): void {
    if (!this.globals.has(global)) this.globals.set(global, span);
  }

  call(called: number, span: Span): void {
    if (!this.calls.has(called)) this.calls.set(called, span);
  }
}

/** Slots of one function, or of the top level. */
export class Frame {
  slotCount = 0;
  /** What is recorded into; at the top level every item has its own. */
  uses = new Uses();

  newSlot(): number {
    this.slotCount += 1;
    return this.slotCount - 1;
  }
}

/** Locals of one binding form. A name bound again in the same form hides the earlier one. */
export class Scope {
  readonly parent: Scope | null;
  /** Its names could not be read, so an unknown name below may be one of them. */
  poisoned: boolean;
  readonly #visible = new Map<string, Local>();
  readonly #all: Local[] = [];

  constructor(parent: Scope | null) {
    this.parent = parent;
    this.poisoned = parent?.poisoned ?? false;
  }

  declare(name: string, slot: number, span: Span, isKey: boolean): Local {
    const local: Local = { name, slot, span, isKey, uses: [], mentions: [], isBroken: false, called: null };
    this.#visible.set(name, local);
    this.#all.push(local);
    return local;
  }

  find(name: string): Local | null {
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent) {
      const local = scope.#visible.get(name);
      if (local !== undefined) return local;
    }
    return null;
  }

  /** All names that can be seen from here. */
  names(): string[] {
    const names: string[] = [];
    for (let scope: Scope | null = this; scope !== null; scope = scope.parent) names.push(...scope.#visible.keys());
    return names;
  }

  reportUnused(reporter: Reporter): void {
    for (const { name, uses, span } of this.#all) {
      if (uses.length === 0 && !name.startsWith('_')) reporter.report('unused-binding', span, { name });
    }
  }
}

/** Told of names while they are resolved, for editors. */
export interface Observer {
  /** A local is bound; its uses are complete when the analysis is. */
  local(local: Local): void;
  /** A name that nothing defines, and what can be seen from its place. */
  unbound(form: SymbolForm, scope: Scope): void;
  /** A name of the top level, or `input`, is read or called. */
  named(name: string, span: Span): void;
}

export const NOBODY: Observer = { local: () => {}, unbound: () => {}, named: () => {} };
