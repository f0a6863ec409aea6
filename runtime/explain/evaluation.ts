// Evaluations and origins: what a trace is made of (trace.ts says what they are for).

import type { Callee, Core } from '../../compiler/core.ts';
import { isWhole, wholeOf } from '../interpret/expect.ts';
import type { Value, Vector } from '../interpret/value.ts';
import { isMap, isVector } from '../interpret/value.ts';

export interface Evaluation {
  /** null for an application. */
  readonly core: Core | null;
  readonly application: Application | null;
  /** undefined while it goes on, and where the run ended in it. */
  value: Value | undefined;
  origin: Origin | null;
  /** In their order; in the middle some may be left out. */
  parts: Evaluation[];
  /** How many parts were left out. */
  more: number;
  /** Applications of its function that were begun. */
  applied: number;
}

export interface Application {
  readonly callee: Callee;
  readonly args: readonly Value[];
  readonly origins: readonly (Origin | null)[];
  /** From 1. */
  readonly number: number;
}

export interface Origin {
  /** The node that gave the value. */
  readonly node: number;
  /** null where a pattern took it apart. */
  readonly evaluation: Evaluation | null;
  readonly read: Reading | null;
}

/** A value that was read from a collection, or looked for in vain. */
export interface Reading {
  readonly collection: Value;
  readonly key: string | number;
  readonly isThere: boolean;
  /** Of a collection that is nil: where that came from. */
  readonly of: Origin | null;
}

export function evaluation(core: Core | null, application: Application | null): Evaluation {
  return { core, application, value: undefined, origin: null, parts: [], more: 0, applied: 0 };
}

export function made(evaluation: Evaluation, node: number): Origin {
  return { node, evaluation, read: null };
}

/** The evaluation of a part; the last one where it was evaluated again and again. */
export function partOf({ parts }: Evaluation, core: Core): Evaluation | null {
  return parts.findLast((part) => part.core === core) ?? null;
}

/** How many parts an evaluation has that does not go round. */
export function writtenParts({ core }: Evaluation): number {
  switch (core?.kind) {
    case 'builtin':
    case 'higher':
    case 'call':
    case 'recur':
      return core.args.length;
    case 'vector':
    case 'and':
    case 'or':
    case 'do':
      return core.items.length;
    case 'map':
      return core.entries.length;
    case 'cond':
      return core.clauses.length + 1;
    case 'let':
    case 'loop':
      return core.bindings.length;
    case 'some-thread':
      return core.stages.length;
    case 'cond-thread':
      return 2 * core.stages.length;
    default:
      return 1;
  }
}

/** A key as a text or a whole number; null where nothing can be read by it. */
export function keyOf(value: Value | undefined): string | number | null {
  if (typeof value === 'string') return value;
  return value !== undefined && isWhole(value) ? wholeOf(value) : null;
}

export function has(collection: Value, key: string | number): boolean {
  if (isMap(collection)) return typeof key === 'string' && collection.has(key);
  return isVector(collection) && typeof key === 'number' && key >= 0 && key < collection.length;
}

/** What stands at a key that is there. */
export function memberOf(collection: Value, key: string | number): Value {
  return isMap(collection) ? collection.get(key as string)! : (collection as Vector)[key as number]!;
}
