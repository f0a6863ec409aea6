// Operands: arguments of builtins, with what is known of them.

import type { Core } from '../core.ts';
import type { Code } from './context.ts';
import type { FunctionEmitter } from './function.ts';

/** An argument with what is known of it: a literal's value lets comparisons skip their calls. */
export interface Operand {
  readonly code: Code;
  readonly constant: bigint | null;
}

export function emitOperand(f: FunctionEmitter, core: Core): Operand {
  const constant = core.kind === 'literal' && core.value.kind !== 'string' ? f.context.pool.value(core.value) : null;
  return { code: f.value(core), constant };
}
