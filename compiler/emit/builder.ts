// Builders: what emitters need of the thing that makes a module. There are two: binaryen, for artifacts, which it also
// shrinks; and the assembler, for runs in this process, where making the module is most of what a new script costs.

import type binaryen from 'binaryen';

export type Expression = binaryen.ExpressionRef;
export type Type = binaryen.Type;

type Module = binaryen.Module;

/** Makes expressions and puts them into a module, as binaryen's Module does. An expression is used once. */
export interface Builder
  extends Pick<
    Module,
    'block' | 'if' | 'loop' | 'br' | 'br_if' | 'call' | 'drop' | 'select' | 'nop' | 'unreachable' | 'local'
  > {
  readonly global: Module['global'];
  readonly memory: Pick<Module['memory'], 'init'>;
  readonly i32: Pick<
    Module['i32'],
    'const' | 'load' | 'store' | 'eqz' | 'eq' | 'add' | 'sub' | 'and' | 'or' | 'shr_u' | 'gt_u' | 'ge_u' | 'wrap'
  >;
  readonly i64: Pick<
    Module['i64'],
    | 'const'
    | 'load'
    | 'store'
    | 'eqz'
    | 'eq'
    | 'ne'
    | 'lt_s'
    | 'le_s'
    | 'gt_s'
    | 'ge_s'
    | 'add'
    | 'sub'
    | 'mul'
    | 'div_u'
    | 'rem_u'
    | 'and'
    | 'or'
    | 'shl'
    | 'shr_s'
    | 'extend_u'
  >;
  addGlobal(name: string, type: Type, mutable: boolean, init: Expression): unknown;
  addFunction(name: string, params: Type, result: Type, vars: readonly Type[], body: Expression): unknown;
  addFunctionExport(internal: string, external: string): unknown;
}

/** The types a builder knows, and what it knows of an expression. */
export interface Types {
  readonly none: Type;
  readonly unreachable: Type;
  readonly i32: Type;
  readonly i64: Type;
  createType(types: Type[]): Type;
  getExpressionType(expression: Expression): Type;
}
