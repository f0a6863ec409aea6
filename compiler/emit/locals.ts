// Locals: where a function's values stand while others are computed. In: requests for a place, in the order of the
// walk. Out: a local of the function, or, once it has many, a cell of its area in memory.
//
// Engines give each local a slot of the host's stack, alive or not, and 512 frames must fit a small one (LANGUAGE.md
// section 7, Depth). So places are given back: what an expression took is free again for the next one beside it, since
// a value that outlives its expression is taken by the expression around it, after its parts, above all of theirs.

import type { WasmType } from './abi.ts';

/** Locals of a function beside its parameters; the rest lives in memory. */
const LOCALS_MAX = 32;
/** The same of the top level, which is never more than one frame: reaching memory takes more code. */
const TOP_LEVEL_LOCALS_MAX = 512;
/** Parameters that are passed as such; the rest is handed over in memory. */
export const PARAMS_MAX = 16;

/** A place for a value: a local, or the cell at `8 × cell` of the function's area. */
export type Local =
  | { readonly kind: 'local'; readonly index: number }
  | { readonly kind: 'cell'; readonly cell: number; readonly type: WasmType };

export class Locals {
  /** Types of the locals made, behind the parameters. */
  readonly types: WasmType[] = [];
  readonly #paramCount: number;
  readonly #localsMax: number;
  readonly #places = new Map<string, Local>();
  readonly #scratch = new Map<WasmType, number>();
  /** Cells of the area in memory. */
  cells = 0;
  /** Levels below are taken by what encloses the expression being walked. */
  #start = 0;
  /** Levels below were taken since, by it or by its parts. */
  #top = 0;

  constructor(paramCount: number, topLevel: boolean) {
    this.#paramCount = paramCount;
    this.#localsMax = topLevel ? TOP_LEVEL_LOCALS_MAX : LOCALS_MAX;
  }

  /** Walks an expression; the places it takes are free again for its siblings, but not for what is taken after it. */
  within<T>(walk: () => T): T {
    const start = this.#start;
    const top = this.#top;
    this.#top = start;
    const result = walk();
    this.#start = start;
    this.#top = Math.max(top, this.#top);
    return result;
  }

  take(type: WasmType): Local {
    const key = `${type} ${this.#top}`;
    this.#top += 1;
    this.#start = this.#top;
    let place = this.#places.get(key);
    if (place === undefined) {
      place =
        this.types.length < this.#localsMax
          ? { kind: 'local', index: this.own(type) }
          : { kind: 'cell', cell: this.cells++, type };
      this.#places.set(key, place);
    }
    return place;
  }

  /** A local of that type for a moment: what is written to it is read before anything else is evaluated. */
  scratch(type: WasmType): number {
    let index = this.#scratch.get(type);
    if (index === undefined) {
      index = this.own(type);
      this.#scratch.set(type, index);
    }
    return index;
  }

  /** A local that is never given back. */
  own(type: WasmType): number {
    this.types.push(type);
    return this.#paramCount + this.types.length - 1;
  }
}
