// Metering: what a function charges, and its calls of the runtime, which take surcharges. It knows the Charger and the fuel,
// and nothing of calls between functions.

import { RUNTIME_SIGNATURES, type WasmType, WITHOUT_FUEL } from './abi.ts';
import type { Expression } from './builder.ts';
import { Charger, type JoinedFork, type Region, stepsOf } from './charge.ts';
import type { Code, ModuleContext } from './context.ts';
import { Fuel } from './fuel.ts';
import type { Local } from './locals.ts';
import { Places } from './places.ts';

export class Metering extends Places {
  readonly charger = new Charger();
  readonly #fuel: Fuel;
  /** How much was walked that calls the runtime whatever the values are. */
  #loud = 0;

  constructor(context: ModuleContext, params: number, topLevel: boolean) {
    super(context, params, topLevel);
    this.#fuel = new Fuel(context, this.locals);
  }

  call(name: string, operands: readonly Expression[]): Expression {
    const signature = RUNTIME_SIGNATURES.get(name);
    if (signature === undefined) throw new Error(`no runtime function ${name}`);
    const { wasm } = this.context;
    const call = this.module.call(
      this.context.link(name),
      operands,
      signature.result === null ? wasm.none : wasm[signature.result],
    );
    return WITHOUT_FUEL.has(name) ? call : this.#fuel.call(call, signature.result);
  }

  /** A call of a runtime function that never returns. */
  callNever(name: string, operands: readonly Expression[]): Expression {
    return this.block([this.call(name, operands), this.module.unreachable()], 'none', this.label('never'));
  }

  /** Says that what is walked here calls the runtime or a `defn`, whatever the values are. */
  noteLoud(): void {
    this.#loud += 1;
  }

  /** `code`, after charging the region it opens. */
  charged(region: Region | null, code: Code, type: WasmType | 'none' = 'i64'): Code {
    if (region === null || !this.context.metered) return code;
    return () => {
      const built = code();
      return stepsOf(region) === 0 && !region.compares
        ? built
        : this.module.block(null, [this.take(region), built], this.context.wasm[type]);
    };
  }

  /** Takes what a region costs; it begins here. */
  take(region: Region): Expression {
    return region.compares ? this.compareFuel(region) : this.#fuel.charge(stepsOf(region));
  }

  /** Another way than the straight one: what `walk` walks, after giving back what the straight way has been charged. */
  arm(fork: JoinedFork, walk: () => Code): Code {
    return this.charger.arm(fork, (region) => this.charged(region, walk()));
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

  /** Leaves the block `label` when a condition holds, with a local's value if one is named, after giving back `credit` steps. */
  leaveIf(label: string, condition: Expression, credit: number, local: Local | null = null): Expression {
    if (credit === 0 && local === null) return this.module.br_if(label, condition);
    const leave = this.module.br(label, undefined, local === null ? undefined : this.get(local));
    return this.module.if(condition, credit === 0 ? leave : this.block([this.#fuel.charge(-credit), leave], 'none'));
  }
}
