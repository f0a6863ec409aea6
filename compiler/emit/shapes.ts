// Shapes: the small expressions that all emitters build with. It knows the module's builder, and nothing of the function.

import { ABSENT, FALSE, NIL, TRUE, type WasmType } from './abi.ts';
import type { Builder, Expression } from './builder.ts';
import type { ModuleContext } from './context.ts';

export class Shapes {
  readonly context: ModuleContext;
  readonly module: Builder;
  #labels = 0;

  constructor(context: ModuleContext) {
    this.context = context;
    this.module = context.module;
  }

  i64(value: bigint): Expression {
    return this.module.i64.const(value);
  }

  i32(value: number): Expression {
    return this.module.i32.const(value);
  }

  nil(): Expression {
    return this.i64(NIL);
  }

  absent(): Expression {
    return this.i64(ABSENT);
  }

  /** i32 → true/false value. */
  boolean(condition: Expression): Expression {
    return this.module.select(condition, this.i64(TRUE), this.i64(FALSE));
  }

  /** Value → i32: anything but nil and false. Those two differ in one bit. */
  truthy(value: Expression): Expression {
    return this.module.i64.ne(this.module.i64.or(value, this.i64(NIL ^ FALSE)), this.i64(FALSE));
  }

  label(name: string): string {
    this.#labels += 1;
    return `${name}${this.#labels}`;
  }

  block(children: readonly Expression[], type: WasmType | 'none', label: string | null = null): Expression {
    if (children.length === 1 && label === null) return children[0]!;
    return this.module.block(label, children, this.context.wasm[type]);
  }

  isUnreachable(expression: Expression): boolean {
    return this.context.wasm.getExpressionType(expression) === this.context.wasm.unreachable;
  }

  /** Leaves the block `label` with a value; a value that never arrives leaves on its own. */
  leave(label: string, value: Expression): Expression {
    return this.isUnreachable(value) ? value : this.module.br(label, undefined, value);
  }
}
