// Fuel: how emitted code reads and takes it. What is left stands in the runtime's memory, where builtins take their
// surcharges; a loop that calls nothing, unless values are uncommon, keeps it in a local: a round of few instructions
// would wait for the memory.

import type { WasmType } from './abi.ts';
import type { Builder, Expression, Types } from './builder.ts';
import type { Locals } from './locals.ts';

/** Of the module that code is emitted for. */
interface Place {
  readonly wasm: Types;
  readonly module: Builder;
  /** Address of what is left, an i64. */
  readonly fuelAt: number;
  /** False leaves charges and comparisons out. */
  readonly metered: boolean;
}

export class Fuel {
  readonly #place: Place;
  readonly #locals: Locals;
  /** The local: from a comparison to the charge behind it, or for as long as fuel is kept in it. */
  #left: number | null = null;
  #isKept = false;

  constructor(place: Place, locals: Locals) {
    this.#place = place;
    this.#locals = locals;
  }

  /** Takes `steps`, or gives them back when they are negative. */
  charge(steps: number): Expression {
    if (!this.#place.metered || steps === 0) return this.#place.module.nop();
    return this.#write(this.#less(this.#read(), steps));
  }

  /** Runs `exhausted` when less than 0 is left, else takes `steps`. */
  compare(steps: number, exhausted: () => Expression): Expression {
    const { module, wasm, metered } = this.#place;
    if (!metered) return module.nop();
    // One read serves both.
    const left = this.#isKept ? this.#read() : module.local.tee(this.#local(), this.#read(), wasm.i64);
    const compare = module.if(module.i64.lt_s(left, module.i64.const(0n)), exhausted());
    return steps === 0
      ? compare
      : module.block(null, [compare, this.#write(this.#less(this.#get(), steps))], wasm.none);
  }

  /** Code built by `build`, of no value, with fuel in the local all through it. */
  keep(build: () => Expression): Expression {
    const { module, wasm, metered } = this.#place;
    if (this.#isKept || !metered) return build();
    this.#isKept = true;
    const built = build();
    this.#isKept = false;
    return module.block(null, [this.#fetch(), built, this.#put()], wasm.none);
  }

  /** A call of the runtime which may take fuel or end the run with a fault; its operands take none, or it would be lost. */
  call(call: Expression, result: WasmType | null): Expression {
    if (!this.#isKept) return call;
    const { module, wasm } = this.#place;
    if (result === null) return module.block(null, [this.#put(), call, this.#fetch()], wasm.none);
    const returned = this.#locals.scratch(result);
    return module.block(
      null,
      [this.#put(), module.local.set(returned, call), this.#fetch(), module.local.get(returned, wasm[result])],
      wasm[result],
    );
  }

  #fetch(): Expression {
    return this.#place.module.local.set(this.#local(), this.#load());
  }

  #put(): Expression {
    return this.#store(this.#get());
  }

  #read(): Expression {
    return this.#isKept ? this.#get() : this.#load();
  }

  #write(value: Expression): Expression {
    return this.#isKept ? this.#place.module.local.set(this.#local(), value) : this.#store(value);
  }

  #less(left: Expression, steps: number): Expression {
    const { i64 } = this.#place.module;
    return i64.sub(left, i64.const(BigInt(steps)));
  }

  #load(): Expression {
    const { module, fuelAt } = this.#place;
    return module.i64.load(fuelAt, 8, module.i32.const(0));
  }

  #store(value: Expression): Expression {
    const { module, fuelAt } = this.#place;
    return module.i64.store(fuelAt, 8, module.i32.const(0), value);
  }

  #get(): Expression {
    return this.#place.module.local.get(this.#local(), this.#place.wasm.i64);
  }

  #local(): number {
    this.#left ??= this.#locals.own('i64');
    return this.#left;
  }
}
