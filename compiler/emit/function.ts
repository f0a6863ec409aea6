// One WebAssembly function being emitted: its locals, its charges, and the small pieces all emitters build with.
//
// Emitting has two halves. The walk visits core nodes in evaluation order, counts them with the Charger and returns
// Code; the Code, called once the walk of the whole function is over, builds expressions with final charges.

import type { Core } from '../core.ts';
import { ABSENT, DEPTH_SHIFT, FALSE, NIL, RUNTIME_SIGNATURES, TRUE, WITHOUT_FUEL, type WasmType } from './abi.ts';
import type { Builder, Expression, Type, Types } from './builder.ts';
import { Charger, stepsOf, type Fork, type Region } from './charge.ts';
import type { ConstantPool, Site } from './constants.ts';
import { Fuel } from './fuel.ts';
import { Locals, PARAMS_MAX, type Local } from './locals.ts';

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
export interface Areas {
  /** Address of the table of areas, one for each depth: an i32 each, 0 until a function that needs one runs there. */
  table: number;
  /** Cells of an area: as many as the function with most of them needs. */
  cells: number;
  /** Address at which parameters beyond PARAMS_MAX are handed over. */
  params: number;
}

export const INPUT = 'input';

export class FunctionEmitter {
  readonly context: ModuleContext;
  readonly module: Builder;
  readonly charger = new Charger();
  readonly locals: Locals;
  readonly #fuel: Fuel;
  readonly #slots = new Map<number, Local>();
  readonly #frame: Local | null;
  /** Of the area in memory; its address stands here from the function's start on. */
  #area: number | null = null;
  /** How much was walked that calls the runtime whatever the values are. */
  #loud = 0;
  /** Code that calls a `defn`, and how many calls were walked. */
  readonly #calling = new WeakSet<Code>();
  #calls = 0;
  #labels = 0;
  /** Labels `recur` jumps to, innermost loop last. */
  readonly loops: { readonly label: string; readonly rebind: (values: readonly Code[]) => readonly Code[] }[] = [];
  /** The same for the function itself. */
  self: { readonly label: string; readonly rebind: (values: readonly Code[]) => readonly Code[] } | null = null;

  /** `params` i64 values and then, unless this is the top level, the frame. */
  constructor(context: ModuleContext, params: number, topLevel: boolean) {
    this.context = context;
    this.module = context.module;
    const passed = Math.min(params, PARAMS_MAX);
    this.#frame = topLevel ? null : { kind: 'local', index: passed };
    this.locals = new Locals(topLevel ? passed : passed + 1, topLevel);
    this.#fuel = new Fuel(context, this.locals);
  }

  // Locals

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
    return this.block([this.module.local.set(scratch, value), this.module[type].store(cell * 8, type === 'i64' ? 8 : 4, this.#areaAddress(), read)], 'none');
  }

  #areaAddress(): Expression {
    this.#area ??= this.locals.own('i32');
    return this.module.local.get(this.#area, this.context.wasm.i32);
  }

  /** What a function with cells begins with, once everything else is built: its depth's area, made on first use. */
  enterArea(): Expression[] {
    if (this.#area === null) return [];
    const { module, context } = this;
    const { table, cells } = context.areas;
    const address = (): Expression => module.i32.shr_u(this.frame(), this.i32(DEPTH_SHIFT - 2));
    const area = this.#area;
    const read = (): Expression => module.local.get(area, context.wasm.i32);
    return [
      module.local.set(area, module.i32.load(table, 4, address())),
      module.if(
        module.i32.eqz(read()),
        this.block([module.local.set(area, this.call('vectorNew', [this.i32(cells)])), module.i32.store(table, 4, address(), read())], 'none'),
      ),
    ];
  }

  /** Types of the function's locals, complete when all is built. */
  vars(): Type[] {
    return this.locals.types.map((type) => this.context.wasm[type]);
  }

  // Calls

  /** Walks an expression: places are its own, and its code is known to call a `defn` when it does. */
  walk(walk: () => Code): Code {
    const calls = this.#calls;
    const code = this.locals.within(walk);
    if (this.#calls > calls) this.#calling.add(code);
    return code;
  }

  noteCall(): void {
    this.#calls += 1;
    this.noteLoud();
  }

  /** Says that what is walked here calls the runtime or a `defn`, whatever the values are. */
  noteLoud(): void {
    this.#loud += 1;
  }

  /** Says that code made of others calls a `defn` when one of them does. */
  inherit(code: Code, parts: readonly Code[]): Code {
    if (parts.some((part) => this.#calling.has(part))) this.#calling.add(code);
    return code;
  }

  /**
   * Operands walked just before, in order. What would wait on the host's stack while a `defn` runs is put in locals first:
   * `before` are the statements for that.
   */
  operands(codes: readonly Code[]): { readonly before: readonly Code[]; readonly operands: readonly Code[] } {
    const last = codes.findLastIndex((code) => this.#calling.has(code));
    if (last < 1) return { before: [], operands: codes };
    const locals = codes.slice(0, last + 1).map(() => this.temp());
    return {
      before: locals.map((local, index) => () => this.set(local, codes[index]!())),
      operands: codes.map((code, index) => (index <= last ? this.reader(locals[index]!) : code)),
    };
  }

  /** Whether code calls a `defn`. */
  calls(code: Code): boolean {
    return this.#calling.has(code);
  }

  /** Reads a local, as Code. */
  reader(local: Local): Code {
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

  /** Leaves the block `label` when a condition holds, with a local's value if one is named, after giving back `credit` steps. */
  leaveIf(label: string, condition: Expression, credit: number, local: Local | null = null): Expression {
    if (credit === 0 && local === null) return this.module.br_if(label, condition);
    const leave = this.module.br(label, undefined, local === null ? undefined : this.get(local));
    return this.module.if(condition, credit === 0 ? leave : this.block([this.#fuel.charge(-credit), leave], 'none'));
  }

  // The runtime

  call(name: string, operands: readonly Expression[]): Expression {
    const signature = RUNTIME_SIGNATURES.get(name);
    if (signature === undefined) throw new Error(`no runtime function ${name}`);
    const { wasm } = this.context;
    const call = this.module.call(this.context.link(name), operands, signature.result === null ? wasm.none : wasm[signature.result]);
    return WITHOUT_FUEL.has(name) ? call : this.#fuel.call(call, signature.result);
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
      return stepsOf(region) === 0 && !region.compares ? built : this.module.block(null, [this.take(region), built], this.context.wasm[type]);
    };
  }

  /** Takes what a region costs; it begins here. */
  take(region: Region): Expression {
    return region.compares ? this.compareFuel(region) : this.#fuel.charge(stepsOf(region));
  }

  /** Another way than the straight one: what `walk` walks, after giving back what the straight way has been charged. */
  arm(fork: Fork, walk: () => Code): Code {
    const credit = this.charger.credit(fork);
    return this.charger.inside(() => {
      const region = this.charger.open(credit);
      return this.charged(region, walk());
    }, fork);
  }

  /** Ends the run when fuel has run out, then charges the region that begins here. */
  compareFuel(region: Region): Expression {
    return this.#fuel.compare(stepsOf(region), () => this.callNever('exhausted', []));
  }

  /** A loop, of which `walk` walks a round. When it is quiet, calling nothing unless values are uncommon, fuel is kept in a local. */
  loop(label: string, walk: () => { readonly round: Region; readonly body: Code }): Code {
    const loud = this.#loud;
    const { round, body } = walk();
    const build = (): Expression => {
      const built = body();
      return this.module.loop(label, this.block([this.compareFuel(round), built], 'i64'));
    };
    if (this.#loud > loud) return build;
    const result = this.temp();
    return () => this.block([this.#fuel.keep(() => this.set(result, build())), this.get(result)], 'i64');
  }

  /** The site argument of a fallible call at this point of the walk. */
  site(node: number): Code {
    this.noteLoud();
    return this.quietSite(node);
  }

  /** The same of a call for uncommon values only. */
  quietSite(node: number): Code {
    const id = this.siteId(node);
    return () => this.siteArgument(id);
  }

  /** The same of a call that takes a surcharge. */
  payingSite(node: number): Code {
    this.charger.compare();
    return this.site(node);
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
