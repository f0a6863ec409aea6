// Expressions: core nodes to WebAssembly, in evaluation order.
// Every function here walks first (counting) and returns the Code that builds afterwards; see function.ts.

import type { Core } from '../core.ts';
import { takesPattern } from '../pattern/literal.ts';
import { applyBuiltin } from './apply.ts';
import { bind, rebind } from './bind.ts';
import { emitBindTest, emitCase, emitCond, emitCondThread, emitLogic, emitSomeThread } from './branch.ts';
import type { Expression } from './builder.ts';
import { callFunction } from './call.ts';
import { emitMap, emitVector } from './collection.ts';
import { type Code, INPUT, type NodeOf } from './context.ts';
import { readField } from './field.ts';
import type { FunctionEmitter } from './function.ts';
import { emitHigher } from './higher.ts';
import { literalSteps } from './literal.ts';
import { emitLocate } from './locate.ts';
import { emitOperand, type Operand } from './operand.ts';

/** A node's value, an i64: to be walked through `f.value`. */
export function emitNode(f: FunctionEmitter, core: Core): Code {
  switch (core.kind) {
    case 'literal':
      return emitLiteral(f, core)!;
    case 'local': {
      const local = f.slot(core.slot);
      return f.charged(core.counted ? f.charger.count() : null, () => f.get(local));
    }
    case 'global':
      return f.charged(f.charger.count(), () =>
        f.module.global.get(f.context.globalName(core.index), f.context.wasm.i64),
      );
    case 'input':
      return f.charged(f.charger.count(), () => f.module.global.get(INPUT, f.context.wasm.i64));
    case 'vector':
      return (
        emitLiteral(f, core) ??
        f.charged(
          core.counted ? f.charger.count() : null,
          emitVector(
            f,
            core.items.map((item) => f.value(item)),
          ),
        )
      );
    case 'map':
      return emitLiteral(f, core) ?? emitMap(f, core);
    case 'cond':
      return emitCond(f, core);
    case 'bind-test':
      return emitBindTest(f, core);
    case 'case':
      return emitCase(f, core);
    case 'and':
    case 'or':
      return emitLogic(f, core);
    case 'do':
      return emitDo(f, core);
    case 'let':
      return emitLet(f, core);
    case 'loop':
      return emitLoop(f, core);
    case 'recur':
      return emitRecur(f, core);
    case 'some-thread':
      return emitSomeThread(f, core);
    case 'cond-thread':
      return emitCondThread(f, core);
    case 'call': {
      const open = f.charger.count();
      const args = core.args.map((arg) => f.value(arg));
      const call = callFunction(f, core.function, args, core.node);
      if (!core.catches) return f.charged(open, call);
      const site = f.site(core.node);
      return f.charged(open, () => f.call('attempted', [call(), site()]));
    }
    case 'field': {
      const open = f.charger.count();
      const target = f.value(core.target);
      const otherwise = core.otherwise === null ? null : f.value(core.otherwise);
      return f.charged(open, readField(f, core.key, target, otherwise, core.node));
    }
    case 'builtin': {
      const open = f.charger.count();
      const located = emitLocate(f, core);
      if (located !== null) return f.charged(open, located);
      const args = core.args.map((arg, index) =>
        index === 0 && takesPattern(core.name)
          ? emitPattern(f, arg)
          : index === 2 && core.name === 'rewrite-pattern'
            ? emitTemplate(f, arg, core.args[0]!)
            : emitOperand(f, arg),
      );
      return f.charged(open, applyBuiltin(f, core.name, core.order, args, core.node));
    }
    case 'higher':
      return emitHigher(f, core);
  }
}

/** A node of which every part is a literal; null for any other. */
function emitLiteral(f: FunctionEmitter, core: Core): Code | null {
  const steps = literalSteps(core);
  if (steps === null) return null;
  const value = f.context.pool.literal(core);
  return f.charged(f.charger.count(steps), () => f.i64(value));
}

/** A pattern, as the address of its program. */
function emitPattern(f: FunctionEmitter, core: Core): Operand {
  const address = f.context.pool.pattern(textOf(core));
  return { code: f.charged(f.charger.count(), () => f.i64(address)), constant: null };
}

/** What a pattern's matches are rewritten to, as the vector of its parts. */
function emitTemplate(f: FunctionEmitter, core: Core, pattern: Core): Operand {
  const value = f.context.pool.template(textOf(core), textOf(pattern));
  return { code: f.charged(f.charger.count(), () => f.i64(value)), constant: null };
}

function textOf(core: Core): string {
  if (core.kind !== 'literal' || core.value.kind !== 'string') throw new Error('no literal after the check');
  return core.value.value;
}

function emitDo(f: FunctionEmitter, core: NodeOf<'do'>): Code {
  const open = core.counted ? f.charger.count() : null;
  const items = core.items.map((item) => f.value(item));
  return f.charged(open, () => sequence(f, items));
}

/** All values in order; the last is the result, nil when there is none. */
function sequence(f: FunctionEmitter, items: readonly Code[]): Expression {
  if (items.length === 0) return f.nil();
  const last = items.length - 1;
  return f.block(
    items.map((item, index) => (index === last ? item() : f.module.drop(item()))),
    'i64',
  );
}

function emitLet(f: FunctionEmitter, core: NodeOf<'let'>): Code {
  const open = f.charger.count();
  const bindings = core.bindings.flatMap(({ target, value }) => {
    const code = f.value(value);
    const local = target.kind === 'slot' ? f.slot(target.slot) : f.temp();
    return [() => f.set(local, code()), ...(target.kind === 'slot' ? [] : bind(f, target, local, false))];
  });
  const body = f.value(core.body);
  return f.charged(open, () => f.block([...bindings.map((binding) => binding()), body()], 'i64'));
}

function emitLoop(f: FunctionEmitter, core: NodeOf<'loop'>): Code {
  const open = f.charger.count();
  const bindings = core.bindings.flatMap(({ target, value }) => {
    const code = f.value(value);
    const local = target.kind === 'slot' ? f.slot(target.slot) : f.temp();
    return [() => f.set(local, code()), ...(target.kind === 'slot' ? [] : bind(f, target, local, false))];
  });
  const label = f.label('loop');
  f.charger.compare();
  f.loops.push({
    label,
    rebind: (values) =>
      rebind(
        f,
        core.bindings.map(({ target }) => target),
        values,
      ),
  });
  const loop = f.loop(label, () => f.charger.inside(() => ({ round: f.charger.open(), body: f.value(core.body) })));
  f.loops.pop();
  return f.charged(open, () => f.block([...bindings.map((binding) => binding()), loop()], 'i64', f.label('bind')));
}

function emitRecur(f: FunctionEmitter, core: NodeOf<'recur'>): Code {
  const open = f.charger.count();
  const values = core.args.map((arg) => f.value(arg));
  const target = core.to === 'loop' ? f.loops.at(-1)! : f.self!;
  const statements = target.rebind(values);
  return f.charged(open, () =>
    f.module.block(
      null,
      [...statements.map((statement) => statement()), f.module.br(target.label)],
      f.context.wasm.unreachable,
    ),
  );
}
