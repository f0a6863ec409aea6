// Calls of `defn`s. The call site goes on the call stack, which makes the chain of calls free until a fault asks for it, and
// what the callers have pending.

import { emitVector } from './collection.ts';
import type { Code } from './context.ts';
import type { FunctionEmitter } from './function.ts';
import { PARAMS_MAX } from './locals.ts';

/** Calls function `index`; the arguments were walked just before. */
export function callFunction(f: FunctionEmitter, index: number, args: readonly Code[], node: number): Code {
  const { fixed, rest } = f.context.functionParams(index);
  const values = [...args.slice(0, fixed), ...(rest ? [emitVector(f, args.slice(fixed))] : [])];
  f.charger.compare();
  const site = f.siteId(node);
  const { before, operands } = values.length > PARAMS_MAX ? holdAll(f, values) : f.operands(values);
  f.noteCall();
  return () => {
    const statements = before.map((set) => set());
    const passed = operands.slice(0, PARAMS_MAX).map((operand) => operand());
    const handed = operands
      .slice(PARAMS_MAX)
      .map((operand, at) => f.module.i64.store(f.context.areas.params + at * 8, 8, f.i32(0), operand()));
    const call = f.module.call(f.context.functionName(index), [...passed, f.enterCall(site)], f.context.wasm.i64);
    return f.block([...statements, ...handed, call], 'i64');
  };
}

/** All values in locals: those that are handed over in memory must not be, before the last one is computed. */
function holdAll(
  f: FunctionEmitter,
  values: readonly Code[],
): { readonly before: readonly Code[]; readonly operands: readonly Code[] } {
  const locals = values.map(() => f.temp());
  return {
    before: values.map((value, index) => () => f.set(locals[index]!, value())),
    operands: locals.map((local) => f.reader(local)),
  };
}
