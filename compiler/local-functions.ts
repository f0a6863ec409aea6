// Local functions: `(let [f (fn [x] …)] …)`. In: a name and its `fn`. Out: a function of its own (lift.ts), which the name stands
// for where it is called or handed to a builtin. It is no value, so nothing can carry it out of the `let`; what it reads from
// around it is handed over at each call, and is what it was where the function was written, because values never change.

import type { ListForm, SymbolForm } from '../grammar/form.ts';
import type { Analyzer } from './analyze.ts';
import type { Context } from './context.ts';
import { part } from './context.ts';
import type { Callee, Core } from './core.ts';
import { lift } from './lift.ts';
import { bindPattern, readParameters } from './patterns.ts';
import type { LocalFunction } from './scope.ts';

export function bindFunction(analyzer: Analyzer, name: SymbolForm, fn: ListForm, context: Context): void {
  const made = analyzer.fn(fn, part(context));
  const target = bindPattern(analyzer, name, context);
  const local = target.kind === 'slot' ? context.scope.find(name.name) : null;
  if (local === null) return;
  if (made === null) {
    local.isBroken = true;
    return;
  }
  const { params, rest, body } = made;
  const { definition, captured } = lift(name.name, fn.node, body, context.frame.slotCount, params, rest);
  local.called = {
    index: analyzer.lifted(definition),
    captured,
    arity: { min: params.length, max: rest === null ? params.length : null },
    signature: readParameters(name.name, fn.items[1]).signature,
  };
}

/** A call where the form stands. */
export function callLocal({ index, captured }: LocalFunction, args: readonly Core[], node: number): Core {
  const before = captured.map((core) => ({ ...core, node }));
  return { kind: 'call', node, function: index, args: [...before, ...args], catches: false };
}

/** As it is handed to a builtin that applies it to `count` values: a `fn` that calls it. */
export function localCallee(called: LocalFunction, count: number, node: number, context: Context): Callee {
  const slots = Array.from({ length: count }, () => context.frame.newSlot());
  const values = slots.map((slot): Core => ({ kind: 'local', node, slot, name: '', counted: false }));
  return {
    kind: 'fn',
    node,
    params: slots.map((slot) => ({ kind: 'slot', slot, name: '' })),
    rest: null,
    body: callLocal(called, values, node),
  };
}
