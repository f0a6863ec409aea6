// Growth: what can be said of a script's steps before it runs.
// In: a program. Out: bounds on the steps of the runs that finish, and how they grow: `constant`, `poly(k)` (k is the
// deepest nesting of work over data) or `fuel` (a loop or a recursion, which only fuel bounds).

import type { Core, Program } from '../core.ts';
import { STEPS_MAX } from '../steps.ts';
import { AGAIN, type Bounds, FREE, then } from './bounds.ts';
import { ANY } from './known.ts';
import { Measure } from './measure.ts';
import type { Measured } from './measured.ts';

/** Steps of the runs that finish. `max` is null when anything on the way depends on the size of data. */
export interface StepBounds {
  readonly min: number;
  readonly max: number | null;
}

export interface GrowthOf {
  readonly growth: 'constant' | 'fuel' | `poly(${number})`;
  readonly steps: StepBounds;
}

export interface Growth extends GrowthOf {
  /** Of each function's body, in the order of the program's functions: what a call adds beside its own step and its arguments. */
  readonly functions: readonly GrowthOf[];
  /** Of each item of the top level. */
  readonly items: readonly GrowthOf[];
}

export function growthOf(program: Program): Growth {
  const measure = new Measure(
    program,
    program.functions.map(() => UNFINISHED),
  );
  if (program.functions.length > 0) {
    // Functions see what is written; what is computed may call them.
    for (const item of program.items) {
      if (item.kind === 'def' && isWritten(item.value)) measure.define(item.global, measure.of(item.value).value);
    }
    measureFunctions(program, measure);
  }
  let total: Bounds = FREE;
  const items: GrowthOf[] = [];
  for (const item of program.items) {
    const { bounds, value } = measure.of(item.value);
    if (item.kind === 'def') measure.define(item.global, value);
    items.push(inTheOpen(bounds));
    total = then(total, bounds);
  }
  return { ...inTheOpen(total), functions: measure.functions.map(({ bounds }) => inTheOpen(bounds)), items };
}

/** Bounds as they are told. */
function inTheOpen({ min, max, degree, unbounded }: Bounds): GrowthOf {
  return {
    growth: unbounded ? 'fuel' : degree > 0 ? `poly(${degree})` : 'constant',
    steps: { min: min > STEPS_MAX ? 0 : min, max: max > STEPS_MAX || unbounded ? null : max },
  };
}

const UNFINISHED: Measured = { bounds: AGAIN, value: ANY };

/** Bounds of every function's body. Recursive ones start as "never finishes" and settle on their cheapest way out. */
function measureFunctions({ functions }: Program, measure: Measure): void {
  // One round is enough where each function stands behind those it calls. Else each finishes every function whose callees
  // are finished, and lowers the recursive ones.
  for (let round = 0; round <= Math.min(functions.length, ROUNDS_MAX); round += 1) {
    let changed = false;
    functions.forEach((definition, index) => {
      const old = measure.functions[index]!;
      const next = measure.body(definition);
      measure.functions[index] = next;
      if (round === 0 ? measure.calledFrom(index) : !isSame(next.bounds, old.bounds)) changed = true;
    });
    if (!changed) return;
  }
  // A way out that is deeper still may be cheaper.
  functions.forEach((_, index) => {
    const { bounds, value } = measure.functions[index]!;
    measure.functions[index] = { bounds: { ...bounds, min: 0, max: Infinity }, value };
  });
}

function isSame(a: Bounds, b: Bounds): boolean {
  return a.min === b.min && a.max === b.max && a.degree === b.degree && a.unbounded === b.unbounded;
}

/** Enough for any call graph people write; each round is one walk over the program. */
const ROUNDS_MAX = 64;

function isWritten(core: Core): boolean {
  return core.kind === 'literal' || core.kind === 'vector' || core.kind === 'map';
}
