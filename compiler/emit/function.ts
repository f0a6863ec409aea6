// One WebAssembly function being emitted. What it is made of stands in layers, each of which knows those below it: shapes
// of expressions, places of values, metering; here are the walk, calls between functions and the sites of faults.
//
// Emitting has two halves. The walk visits core nodes in evaluation order, counts them with the Charger and returns
// Code; the Code, called once the walk of the whole function is over, builds expressions with final charges.

import type { Core } from '../core.ts';
import type { Expression } from './builder.ts';
import type { Code, ModuleContext } from './context.ts';
import { SITE_BITS } from './layout.ts';
import { Metering } from './metering.ts';

/** Walks a node; expressions contain expressions, so emitters of one kind of node come back to it for their parts. */
type WalkNode = (f: FunctionEmitter, core: Core) => Code;

/** Where `recur` goes to. */
interface Loop {
  readonly label: string;
  readonly rebind: (values: readonly Code[]) => readonly Code[];
}

export class FunctionEmitter extends Metering {
  readonly #walkNode: WalkNode;
  /** Code that calls a `defn`, and how many calls were walked. */
  readonly #calling = new WeakSet<Code>();
  #calls = 0;
  /** Loops that are walked, the innermost last. */
  readonly loops: Loop[] = [];
  /** The same for the function itself. */
  self: Loop | null = null;

  /** `params` i64 values and then, unless this is the top level, the frame. */
  constructor(context: ModuleContext, params: number, topLevel: boolean, walkNode: WalkNode) {
    super(context, params, topLevel);
    this.#walkNode = walkNode;
  }

  /** A node's value, an i64. */
  value(core: Core): Code {
    return this.walk(() => this.#walkNode(this, core));
  }

  /** What a function with cells begins with, once everything else is built: its depth's area, made on first use. */
  enterArea(): Expression[] {
    if (this.area === null) return [];
    const { module, context } = this;
    const { table, cells } = context.areas;
    const address = (): Expression => module.i32.shr_u(this.frame(), this.i32(SITE_BITS - 2));
    const area = this.area;
    const read = (): Expression => module.local.get(area, context.wasm.i32);
    return [
      module.local.set(area, module.i32.load(table, 4, address())),
      module.if(
        module.i32.eqz(read()),
        this.block(
          [
            module.local.set(area, this.call('vectorNew', [this.i32(cells)])),
            module.i32.store(table, 4, address(), read()),
          ],
          'none',
        ),
      ),
    ];
  }

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
    return this.frameLocal === null ? this.i32(id) : this.module.i32.or(this.get(this.frameLocal, 'i32'), this.i32(id));
  }

  /** Stores the call site and gives the callee's frame; evaluated last among a call's operands. */
  enterCall(siteId: number): Expression {
    const { module } = this;
    const address = module.i32.shr_u(this.frame(), this.i32(SITE_BITS - 2));
    return this.block(
      // The call that enters depth d stands at index d.
      [
        module.i32.store(this.context.callStack + 4, 4, address, this.i32(siteId)),
        module.i32.add(this.frame(), this.i32(1 << SITE_BITS)),
      ],
      'i32',
      this.label('enter'),
    );
  }
}
