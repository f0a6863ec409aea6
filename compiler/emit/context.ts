// Context: what all functions of a module share, and the words their emitters have in common.

import type { Core } from '../core.ts';
import type { Builder, Expression, Types } from './builder.ts';
import type { ConstantPool, Site } from './constants.ts';

/** Builds its expression when called; call it once. */
export type Code = () => Expression;

/** What all functions of a module share. */
export interface ModuleContext {
  readonly wasm: Types;
  readonly module: Builder;
  readonly pool: ConstantPool;
  readonly sites: Site[];
  /** Address of the call stack in the runtime's memory. */
  readonly callStack: number;
  /** Address of the run's remaining fuel, an i64, in the runtime's memory. */
  readonly fuelAt: number;
  /** False leaves the charges of nodes out, to measure what they cost; such a module counts nothing and stops for nothing. */
  readonly metered: boolean;
  /** Name of a runtime function inside the module; links it on first use. */
  link(name: string): string;
  /** Name of the global of a `def`. */
  globalName(index: number): string;
  /** What a `def` is bound to. */
  globalValue(index: number): Core;
  functionName(index: number): string;
  /** Parameters of a function before its rest vector, and whether it has one. */
  functionParams(index: number): { readonly fixed: number; readonly rest: boolean };
  /** Known after the walk of all functions. */
  readonly areas: Areas;
}

/** What compiled code keeps in memory instead of on the host's stack. */
interface Areas {
  /** Address of the table of areas, one for each depth: an i32 each, 0 until a function that needs one runs there. */
  table: number;
  /** Cells of an area: as many as the function with most of them needs. */
  cells: number;
  /** Address at which parameters beyond PARAMS_MAX are handed over. */
  params: number;
}

/** Name of the global that holds the input. */
export const INPUT = 'input';

export type NodeOf<K extends Core['kind']> = Extract<Core, { kind: K }>;
