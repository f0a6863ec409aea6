// Assumptions: what a proof may take for granted of numbers, because every call of the cycle hands it on.
// In: the calls of a cycle. Out: which parameters may be assumed whole, or whole and not below a constant, in every call
// once the first call's are; and which of the first call's parameters that comes from.
//
// Counting down by exactly 1 until a number equals c ends for whole numbers not below c, and for no others; a call that
// hands on a number from elsewhere would break the assumption in the middle of a run, so it may not be made there.

import { knownOf, staysAbove } from './size-facts.ts';
import type { Argument, SizedCall } from './sizes.ts';

export type Property = { readonly kind: 'whole' } | { readonly kind: 'not-below'; readonly constant: bigint };

export interface Assumption {
  readonly function: number;
  readonly param: number;
  readonly property: Property;
}

/** Constants that are tried for one cycle: the smallest assume the least. */
const CONSTANTS_MAX = 8;

export class Assumptions {
  /** Constants that some number counts down to by equality, ascending. */
  readonly constants: readonly bigint[];
  readonly #calls: readonly SizedCall[];
  readonly #broken = new Set<string>();

  constructor(calls: readonly SizedCall[]) {
    this.#calls = calls;
    this.constants = countedTo(calls);
    const properties: Property[] = [
      { kind: 'whole' },
      ...this.constants.map((constant): Property => ({ kind: 'not-below', constant })),
    ];
    for (const property of properties) this.#break(property);
  }

  holds(assumption: Assumption): boolean {
    return !this.#broken.has(keyOf(assumption));
  }

  /** These and all they rest on, in the order of functions and parameters. */
  closure(start: readonly Assumption[]): Assumption[] {
    const found = new Map(start.map((assumption) => [keyOf(assumption), assumption]));
    const queue = [...found.values()];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const { function: callee, param, property } = next;
      for (const call of this.#calls) {
        if (call.callee !== callee) continue;
        for (const needed of handedOn(call, call.args[param], property) ?? []) {
          const assumption = { function: call.caller, param: needed, property };
          if (found.has(keyOf(assumption))) continue;
          found.set(keyOf(assumption), assumption);
          queue.push(assumption);
        }
      }
    }
    return [...found.values()].sort((a, b) => a.function - b.function || a.param - b.param);
  }

  /** Whatever some call does not hand on does not hold, nor does what would be handed on from it. */
  #break(property: Property): void {
    const restingOn = new Map<string, Assumption[]>();
    const queue: Assumption[] = [];
    const fail = (assumption: Assumption): void => {
      const key = keyOf(assumption);
      if (this.#broken.has(key)) return;
      this.#broken.add(key);
      queue.push(assumption);
    };
    for (const call of this.#calls) {
      call.args.forEach((arg, param) => {
        const assumption = { function: call.callee, param, property };
        const needed = handedOn(call, arg, property);
        if (needed === null) fail(assumption);
        for (const source of needed ?? []) {
          const key = keyOf({ function: call.caller, param: source, property });
          const resting = restingOn.get(key);
          if (resting === undefined) restingOn.set(key, [assumption]);
          else resting.push(assumption);
        }
      });
    }
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) restingOn.get(keyOf(next))?.forEach(fail);
  }
}

/** The caller's parameters that must have the property for the argument to have it; null when nothing makes it sure. */
function handedOn({ facts }: SizedCall, arg: Argument | undefined, property: Property): readonly number[] | null {
  if (arg === undefined) return null;
  if (property.kind === 'whole') return arg.whole;
  const { value, literal } = arg;
  if (literal !== null) return literal >= property.constant ? [] : null;
  if (value?.kind === 'same') return [value.param];
  // A quotient is between 0 and what was divided.
  if (value?.kind === 'quot') return property.constant <= 0n ? [value.param] : null;
  if (value?.kind !== 'minus' || value.step !== 1n) return null;
  return staysAbove(knownOf(facts, value.param), property.constant) ? [value.param] : null;
}

function countedTo(calls: readonly SizedCall[]): bigint[] {
  const found = new Set<bigint>();
  for (const { args, facts } of calls) {
    for (const { value } of args) {
      if (value?.kind !== 'minus' || value.step !== 1n) continue;
      for (const literal of knownOf(facts, value.param).differs) found.add(literal);
    }
  }
  return [...found].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).slice(0, CONSTANTS_MAX);
}

function keyOf({ function: index, param, property }: Assumption): string {
  return `${index} ${param} ${property.kind === 'whole' ? '' : property.constant}`;
}
