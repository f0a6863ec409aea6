// Core: the resolved tree, the one meaning of a script that the interpreter evaluates and the compiler emits.
// Sugar is gone, names are slots, arities hold. `node` is the number of the form a node came from (see grammar/form.ts).
//
// Counting (LANGUAGE.md section 6): every node below counts one step when its evaluation begins, except where it says
// "uncounted". Parts are evaluated in the order of the fields, left to right.

import type { Decimal } from '../grammar/decimal.ts';
import type { BuiltinName } from './builtins.ts';

export type Constant =
  | { readonly kind: 'nil' }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'number'; readonly value: Decimal }
  | { readonly kind: 'string'; readonly value: string };

/** Where a value goes when it is bound. Slots are unique within a function (or the top level). */
export type Target =
  /** Counts one inside a vector or map pattern, nothing as a plain binding or parameter. */
  | { readonly kind: 'slot'; readonly slot: number; readonly name: string }
  /** `_` */
  | { readonly kind: 'ignore' }
  /** `[a b & more]`: takes a vector or nil, else `type` at `node`, found before any of its names counts. */
  | { readonly kind: 'vector'; readonly node: number; readonly items: readonly Target[]; readonly rest: Target | null }
  /** `{:keys [a] :or {a 1}}`: takes a map or nil, else `type`; each key counts one, then its default if it is missing. */
  | { readonly kind: 'map'; readonly node: number; readonly keys: readonly KeyTarget[] };

export interface KeyTarget {
  readonly key: string;
  readonly slot: number;
  readonly node: number;
  readonly otherwise: Core | null;
}

export interface Binding {
  readonly target: Target;
  readonly value: Core;
}

interface Node {
  readonly node: number;
}

export type Core =
  | (Node & { readonly kind: 'literal'; readonly value: Constant })
  /** Uncounted when the rewriting made it (the threaded value of `some->`, an argument of `((fn …) …)`). */
  | (Node & { readonly kind: 'local'; readonly slot: number; readonly name: string; readonly counted: boolean })
  | (Node & { readonly kind: 'global'; readonly index: number; readonly name: string })
  | (Node & { readonly kind: 'input' })
  /** Uncounted when it is the rest parameter of `((fn [a & more] …) …)`. */
  | (Node & { readonly kind: 'vector'; readonly items: readonly Core[]; readonly counted: boolean })
  /** Entries in code point order of their keys. */
  | (Node & { readonly kind: 'map'; readonly entries: readonly { readonly key: string; readonly value: Core }[] })
  /** `if if-not when when-not cond`: the first clause whose test is truthy. A null body, or no clause, is nil and uncounted. */
  | (Node & {
      readonly kind: 'cond';
      readonly clauses: readonly { readonly test: Core; readonly body: Core | null }[];
      readonly otherwise: Core | null;
    })
  /** `if-let when-let` (truthy), `if-some when-some` (not nil): binds the value it tests. */
  | (Node & {
      readonly kind: 'bind-test';
      readonly test: 'truthy' | 'some';
      readonly value: Core;
      readonly target: Target;
      readonly body: Core;
      readonly otherwise: Core | null;
    })
  /** Counts one more for each constant compared, in order. No match without `otherwise` is the fault `failed`. */
  | (Node & {
      readonly kind: 'case';
      readonly subject: Core;
      readonly clauses: readonly { readonly constants: readonly Constant[]; readonly body: Core }[];
      readonly otherwise: Core | null;
    })
  | (Node & { readonly kind: 'and'; readonly items: readonly Core[] })
  | (Node & { readonly kind: 'or'; readonly items: readonly Core[] })
  /** Uncounted when it is the implicit `do` of a body. Never empty when uncounted. */
  | (Node & { readonly kind: 'do'; readonly items: readonly Core[]; readonly counted: boolean })
  | (Node & { readonly kind: 'let'; readonly bindings: readonly Binding[]; readonly body: Core })
  | (Node & { readonly kind: 'loop'; readonly bindings: readonly Binding[]; readonly body: Core })
  /** Back to the innermost `loop`, or to the start of the `defn` body; binds all values after evaluating all. */
  | (Node & { readonly kind: 'recur'; readonly args: readonly Core[]; readonly to: 'loop' | 'function' })
  /** `some->`: stages run while the value is not nil; each body reads the value from `slot`, uncounted. */
  | (Node & {
      readonly kind: 'some-thread';
      readonly value: Core;
      readonly slot: number;
      readonly stages: readonly Core[];
    })
  /** `cond->`: a stage runs when its test is truthy; its body reads the value from `slot`, uncounted. */
  | (Node & {
      readonly kind: 'cond-thread';
      readonly value: Core;
      readonly slot: number;
      readonly stages: readonly { readonly test: Core; readonly body: Core }[];
    })
  /**
   * A call of a function: one, then its arguments, then its body. Extra arguments of a variadic function become its rest
   * vector. `attempt` is one of a lifted function, and catches its faults: its value is a map of `value`, or of `fault`.
   */
  | (Node & {
      readonly kind: 'call';
      readonly function: number;
      readonly args: readonly Core[];
      readonly catches: boolean;
    })
  /** `(:key target default?)`. */
  | (Node & { readonly kind: 'field'; readonly key: string; readonly target: Core; readonly otherwise: Core | null })
  /** A builtin that takes no function. `order` is the comparator of `sort`. */
  | (Node & {
      readonly kind: 'builtin';
      readonly name: BuiltinName;
      readonly args: readonly Core[];
      readonly order: Order | null;
    })
  /** A builtin that takes a function; `args` are the others, in order. Each application counts one as it is made. */
  | (Node & {
      readonly kind: 'higher';
      readonly name: BuiltinName;
      readonly callee: Callee;
      readonly args: readonly Core[];
      readonly order: Order | null;
    });

export type Order = '<' | '>';

/** What a higher-order builtin applies; known at check time, evaluated never. */
export type Callee =
  | (Node & {
      readonly kind: 'fn';
      readonly params: readonly Target[];
      readonly rest: Target | null;
      readonly body: Core;
    })
  | (Node & { readonly kind: 'function'; readonly function: number })
  | (Node & { readonly kind: 'builtin'; readonly name: BuiltinName })
  | (Node & { readonly kind: 'field'; readonly key: string });

export interface FunctionDefinition {
  readonly name: string;
  readonly node: number;
  readonly params: readonly Target[];
  readonly rest: Target | null;
  readonly slotCount: number;
  readonly body: Core;
  /** Whether the analysis made it of an expression (lift.ts); its name is for people, and not its own. */
  readonly isLifted: boolean;
}

/** What stands at the top level, in text order; all of it runs at every run. */
export type TopLevel =
  | { readonly kind: 'def'; readonly global: number; readonly node: number; readonly value: Core }
  | { readonly kind: 'expression'; readonly value: Core };

export interface Program {
  /** In source order, then the lifted ones; `call.function` is an index into it. */
  readonly functions: readonly FunctionDefinition[];
  /** Names of `def`s in text order; `global.index` is an index into it. */
  readonly globals: readonly string[];
  readonly items: readonly TopLevel[];
  /** Slots of the top level's own expressions. */
  readonly slotCount: number;
}
