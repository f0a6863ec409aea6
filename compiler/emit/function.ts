// One WebAssembly function being emitted: its locals, its charges, and the small pieces all emitters build with.
//
// Emitting has two halves. The walk visits core nodes in evaluation order, counts them with the Charger and returns
// Code; the Code, called once the walk of the whole function is over, builds binaryen expressions with final charges.

import type binaryen from 'binaryen';
import { ABSENT, DEPTH_SHIFT, FALSE, NIL, RUNTIME_SIGNATURES, TRUE, type WasmType } from './abi.ts';
import { Charger, type Region } from './charge.ts';
import type { ConstantPool, Site } from './constants.ts';

export type Expression = binaryen.ExpressionRef;
/** Builds its expression when called; call it once. */
export type Code = () => Expression;

/** What all functions of a module share. */
export interface ModuleContext {
  readonly wasm: typeof binaryen;
  readonly module: binaryen.Module;
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
  functionName(index: number): string;
  /** Parameters of a function before its rest vector, and whether it has one. */
  functionParams(index: number): { readonly fixed: number; readonly rest: boolean };
}

export const INPUT = 'input';

export class FunctionEmitter {
  readonly context: ModuleContext;
  readonly module: binaryen.Module;
  readonly charger = new Charger();
  readonly vars: binaryen.Type[] = [];
  readonly #paramCount: number;
  readonly #slots = new Map<number, number>();
  readonly #frame: number | null;
  #labels = 0;
  /** Labels `recur` jumps to, innermost loop last. */
  readonly loops: { readonly label: string; readonly rebind: (values: readonly Code[]) => readonly Code[] }[] = [];
  /** The same for the function itself. */
  self: { readonly label: string; readonly rebind: (values: readonly Code[]) => readonly Code[] } | null = null;

  /** `params` i64 values and then, unless this is the top level, the frame. */
  constructor(context: ModuleContext, params: number, topLevel: boolean) {
    this.context = context;
    this.module = context.module;
    this.#frame = topLevel ? null : params;
    this.#paramCount = topLevel ? params : params + 1;
  }

  // Locals

  temp(type: WasmType = 'i64'): number {
    this.vars.push(this.context.wasm[type]);
    return this.#paramCount + this.vars.length - 1;
  }

  slot(slot: number): number {
    let local = this.#slots.get(slot);
    if (local === undefined) {
      local = this.temp();
      this.#slots.set(slot, local);
    }
    return local;
  }

  placeSlot(slot: number, local: number): void {
    this.#slots.set(slot, local);
  }

  get(local: number, type: WasmType = 'i64'): Expression {
    return this.module.local.get(local, this.context.wasm[type]);
  }

  set(local: number, value: Expression): Expression {
    return this.module.local.set(local, value);
  }

  /** Reads a local, as Code. */
  reader(local: number): Code {
    return () => this.get(local);
  }

  // Constants

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

  // Structure

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

  // The runtime

  call(name: string, operands: readonly Expression[]): Expression {
    const signature = RUNTIME_SIGNATURES.get(name);
    if (signature === undefined) throw new Error(`no runtime function ${name}`);
    const { wasm } = this.context;
    return this.module.call(this.context.link(name), operands, signature.result === null ? wasm.none : wasm[signature.result]);
  }

  /** A call of a runtime function that never returns. */
  callNever(name: string, operands: readonly Expression[]): Expression {
    return this.block([this.call(name, operands), this.module.unreachable()], 'none', this.label('never'));
  }

  // Charges and faults

  /** `code`, after charging the region it opens. */
  charged(region: Region | null, code: Code, type: WasmType | 'none' = 'i64'): Code {
    if (region === null || !this.context.metered) return code;
    return () => {
      const built = code();
      const steps = region.count - region.prepaid;
      return steps === 0 ? built : this.module.block(null, [this.charge(steps), built], this.context.wasm[type]);
    };
  }

  charge(steps: number): Expression {
    if (!this.context.metered || steps === 0) return this.module.nop();
    return this.#setFuel(this.module.i64.sub(this.#fuel(), this.i64(BigInt(steps))));
  }

  /** Ends the run when fuel is below 0, where nothing is pending; then charges the region that begins here. */
  compareFuel(region: Region): Expression {
    const { module, context } = this;
    if (!context.metered) return module.nop();
    const steps = region.count - region.prepaid;
    // One read serves both.
    const local = this.temp();
    const left = module.local.tee(local, this.#fuel(), context.wasm.i64);
    const compare = module.if(module.i64.lt_s(left, this.i64(0n)), this.callNever('exhausted', []));
    if (steps === 0) return compare;
    return this.block([compare, this.#setFuel(module.i64.sub(this.get(local), this.i64(BigInt(steps))))], 'none');
  }

  #fuel(): Expression {
    return this.module.i64.load(this.context.fuelAt, 8, this.i32(0));
  }

  #setFuel(value: Expression): Expression {
    return this.module.i64.store(this.context.fuelAt, 8, this.i32(0), value);
  }

  /** The site argument of a fallible call at this point of the walk. */
  site(node: number): Code {
    const { sites } = this.context;
    sites.push({ node, refund: this.charger.refund() });
    const id = sites.length;
    return () => this.siteArgument(id);
  }

  siteId(node: number): number {
    this.context.sites.push({ node, refund: this.charger.refund() });
    return this.context.sites.length;
  }

  siteArgument(id: number): Expression {
    return this.#frame === null ? this.i32(id) : this.module.i32.or(this.get(this.#frame, 'i32'), this.i32(id));
  }

  /** This function's depth, shifted. */
  frame(): Expression {
    return this.#frame === null ? this.i32(0) : this.get(this.#frame, 'i32');
  }

  /** Stores the call site and gives the callee's frame; evaluated last among a call's operands. */
  enterCall(siteId: number): Expression {
    const { module } = this;
    const address = module.i32.shr_u(this.frame(), this.i32(DEPTH_SHIFT - 2));
    return this.block(
      // The call that enters depth d stands at index d.
      [module.i32.store(this.context.callStack + 4, 4, address, this.i32(siteId)), module.i32.add(this.frame(), this.i32(1 << DEPTH_SHIFT))],
      'i32',
      this.label('enter'),
    );
  }
}
