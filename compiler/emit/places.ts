// Places: where a function keeps its values: locals of the host, and cells of an area in memory once they are many. It
// knows the function's parameters and frame, and nothing of what is charged.

import type { WasmType } from './abi.ts';
import type { Expression, Type } from './builder.ts';
import type { Code, ModuleContext } from './context.ts';
import { type Local, Locals, PARAMS_MAX } from './locals.ts';
import { Shapes } from './shapes.ts';

export class Places extends Shapes {
  readonly locals: Locals;
  readonly #slots = new Map<number, Local>();
  /** Null at the top level, whose depth is 0. */
  protected readonly frameLocal: Local | null;
  /** Of the area in memory; its address stands here from the function's start on. */
  protected area: number | null = null;

  /** `params` i64 values and then, unless this is the top level, the frame. */
  constructor(context: ModuleContext, params: number, topLevel: boolean) {
    super(context);
    const passed = Math.min(params, PARAMS_MAX);
    this.frameLocal = topLevel ? null : { kind: 'local', index: passed };
    this.locals = new Locals(topLevel ? passed : passed + 1, topLevel);
  }

  temp(type: WasmType = 'i64'): Local {
    return this.locals.take(type);
  }

  slot(slot: number): Local {
    let local = this.#slots.get(slot);
    if (local === undefined) {
      local = this.temp();
      this.#slots.set(slot, local);
    }
    return local;
  }

  placeSlot(slot: number, local: Local): void {
    this.#slots.set(slot, local);
  }

  get(local: Local, type: WasmType = 'i64'): Expression {
    if (local.kind === 'local') return this.module.local.get(local.index, this.context.wasm[type]);
    return this.module[type].load(local.cell * 8, type === 'i64' ? 8 : 4, this.#areaAddress());
  }

  set(local: Local, value: Expression): Expression {
    if (local.kind === 'local') return this.module.local.set(local.index, value);
    const { type, cell } = local;
    // No address waits for the value.
    const scratch = this.locals.scratch(type);
    const read = this.module.local.get(scratch, this.context.wasm[type]);
    return this.block(
      [
        this.module.local.set(scratch, value),
        this.module[type].store(cell * 8, type === 'i64' ? 8 : 4, this.#areaAddress(), read),
      ],
      'none',
    );
  }

  /** Reads a local, as Code. */
  reader(local: Local): Code {
    return () => this.get(local);
  }

  /** This function's depth, shifted. */
  frame(): Expression {
    return this.frameLocal === null ? this.i32(0) : this.get(this.frameLocal, 'i32');
  }

  /** Types of the function's locals, complete when all is built. */
  vars(): Type[] {
    return this.locals.types.map((type) => this.context.wasm[type]);
  }

  #areaAddress(): Expression {
    this.area ??= this.locals.own('i32');
    return this.module.local.get(this.area, this.context.wasm.i32);
  }
}
