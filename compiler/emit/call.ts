// Calls of `defn`s. The caller's region ends before the call, so that the callee may compare fuel; the call site goes on
// the call stack, which makes the chain of calls free until a fault asks for it.

import { emitVector } from './expression.ts';
import type { Code, FunctionEmitter } from './function.ts';

/** Calls function `index`; the arguments were walked just before. */
export function callFunction(f: FunctionEmitter, index: number, args: readonly Code[], node: number): Code {
  const { fixed, rest } = f.context.functionParams(index);
  const packed = rest ? emitVector(f, args.slice(fixed)) : null;
  f.charger.cut();
  const site = f.siteId(node);
  return () => {
    const operands = args.slice(0, fixed).map((arg) => arg());
    if (packed !== null) operands.push(packed());
    operands.push(f.enterCall(site));
    return f.module.call(f.context.functionName(index), operands, f.context.wasm.i64);
  };
}
