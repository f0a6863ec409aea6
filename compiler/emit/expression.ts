// Expressions: core nodes to WebAssembly, in evaluation order.
// Every function here walks first (counting) and returns the Code that builds afterwards; see function.ts.

import type { Core, Target } from '../core.ts';
import { applyBuiltin } from './apply.ts';
import { bind } from './bind.ts';
import { emitBindTest, emitCase, emitCond, emitCondThread, emitLogic, emitSomeThread } from './branch.ts';
import { callFunction } from './call.ts';
import type { Expression } from './builder.ts';
import type { Code, FunctionEmitter } from './function.ts';
import { INPUT } from './function.ts';
import type { Local } from './locals.ts';
import { emitHigher } from './higher.ts';
import { literalSteps } from './literal.ts';
import { emitLocate } from './locate.ts';
import { takesPattern } from '../pattern/literal.ts';
import { textSize } from '../steps.ts';

export type NodeOf<K extends Core['kind']> = Extract<Core, { kind: K }>;

/** A node's value, an i64. */
export function emitValue(f: FunctionEmitter, core: Core): Code {
  return f.walk(() => emitNode(f, core));
}

function emitNode(f: FunctionEmitter, core: Core): Code {
  switch (core.kind) {
    case 'literal':
      return emitLiteral(f, core)!;
    case 'local': {
      const local = f.slot(core.slot);
      return f.charged(core.counted ? f.charger.count() : null, () => f.get(local));
    }
    case 'global':
      return f.charged(f.charger.count(), () => f.module.global.get(f.context.globalName(core.index), f.context.wasm.i64));
    case 'input':
      return f.charged(f.charger.count(), () => f.module.global.get(INPUT, f.context.wasm.i64));
    case 'vector':
      return emitLiteral(f, core) ?? f.charged(core.counted ? f.charger.count() : null, emitVector(f, core.items.map((item) => emitValue(f, item))));
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
      const args = core.args.map((arg) => emitValue(f, arg));
      return f.charged(open, callFunction(f, core.function, args, core.node));
    }
    case 'field': {
      const open = f.charger.count();
      const target = emitValue(f, core.target);
      const otherwise = core.otherwise === null ? null : emitValue(f, core.otherwise);
      return f.charged(open, readField(f, core.key, target, otherwise, core.node));
    }
    case 'builtin': {
      const open = f.charger.count();
      const located = emitLocate(f, core);
      if (located !== null) return f.charged(open, located);
      const args = core.args.map((arg, index) => (index === 0 && takesPattern(core.name) ? emitPattern(f, arg) : emitOperand(f, arg)));
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

/** An argument with what is known of it: a literal's value lets comparisons skip their calls. */
export interface Operand {
  readonly code: Code;
  readonly constant: bigint | null;
}

export function emitOperand(f: FunctionEmitter, core: Core): Operand {
  const constant = core.kind === 'literal' && core.value.kind !== 'string' ? f.context.pool.value(core.value) : null;
  return { code: emitValue(f, core), constant };
}

/** A pattern, as the address of its program. */
function emitPattern(f: FunctionEmitter, core: Core): Operand {
  if (core.kind !== 'literal' || core.value.kind !== 'string') throw new Error('a pattern is no literal after the check');
  const address = f.context.pool.pattern(core.value.value);
  return { code: f.charged(f.charger.count(), () => f.i64(address)), constant: null };
}

/** A vector of values; they are evaluated in order, straight into place. */
export function emitVector(f: FunctionEmitter, items: readonly Code[]): Code {
  f.noteLoud();
  const elements = f.temp('i32');
  const stores = items.map((item, index) => storeAt(f, elements, index * 8, item));
  return f.inherit(() =>
    f.block(
      [
        f.set(elements, f.call('vectorNew', [f.i32(items.length)])),
        ...stores.map((store) => store()),
        f.call('vectorDone', [f.get(elements, 'i32'), f.i32(items.length)]),
      ],
      'i64',
    ), items);
}

/** Stores a value in memory; no address waits for one that calls a `defn`. */
export function storeAt(f: FunctionEmitter, address: Local, offset: number, value: Code): Code {
  const store = (code: Expression): Expression => f.module.i64.store(offset, 8, f.get(address, 'i32'), code);
  if (!f.calls(value)) return () => store(value());
  const local = f.temp();
  return () => f.block([f.set(local, value()), store(f.get(local))], 'none');
}

function emitMap(f: FunctionEmitter, core: NodeOf<'map'>): Code {
  f.noteLoud();
  const open = f.charger.count();
  const entries = core.entries.map(({ key, value }) => ({ key: f.context.pool.string(key), value: emitValue(f, value) }));
  const address = f.temp('i32');
  const stores = entries.map(({ value }, index) => storeAt(f, address, index * 16 + 8, value));
  return f.charged(open, () =>
    f.block(
      [
        f.set(address, f.call('mapNew', [f.i32(entries.length)])),
        ...entries.flatMap(({ key }, index) => [
          f.module.i64.store(index * 16, 8, f.get(address, 'i32'), f.i64(key)),
          stores[index]!(),
        ]),
        f.call('mapDone', [f.get(address, 'i32'), f.i32(entries.length)]),
      ],
      'i64',
    ),
  );
}

function emitDo(f: FunctionEmitter, core: NodeOf<'do'>): Code {
  const open = core.counted ? f.charger.count() : null;
  const items = core.items.map((item) => emitValue(f, item));
  return f.charged(open, () => sequence(f, items));
}

/** All values in order; the last is the result, nil when there is none. */
export function sequence(f: FunctionEmitter, items: readonly Code[]): Expression {
  if (items.length === 0) return f.nil();
  const last = items.length - 1;
  return f.block(items.map((item, index) => (index === last ? item() : f.module.drop(item()))), 'i64');
}

function emitLet(f: FunctionEmitter, core: NodeOf<'let'>): Code {
  const open = f.charger.count();
  const bindings = core.bindings.flatMap(({ target, value }) => {
    const code = emitValue(f, value);
    const local = target.kind === 'slot' ? f.slot(target.slot) : f.temp();
    return [() => f.set(local, code()), ...(target.kind === 'slot' ? [] : bind(f, target, local, false))];
  });
  const body = emitValue(f, core.body);
  return f.charged(open, () => f.block([...bindings.map((binding) => binding()), body()], 'i64'));
}

function emitLoop(f: FunctionEmitter, core: NodeOf<'loop'>): Code {
  const open = f.charger.count();
  const bindings = core.bindings.flatMap(({ target, value }) => {
    const code = emitValue(f, value);
    const local = target.kind === 'slot' ? f.slot(target.slot) : f.temp();
    return [() => f.set(local, code()), ...(target.kind === 'slot' ? [] : bind(f, target, local, false))];
  });
  const label = f.label('loop');
  f.charger.compare();
  f.loops.push({ label, rebind: (values) => rebind(f, core.bindings.map(({ target }) => target), values) });
  const loop = f.loop(label, () => f.charger.inside(() => ({ round: f.charger.open(), body: emitValue(f, core.body) })));
  f.loops.pop();
  return f.charged(open, () =>
    f.block(
      [...bindings.map((binding) => binding()), loop()],
      'i64',
      f.label('bind'),
    ),
  );
}

/** Binds new values to targets: all values first, then the names, so that none sees another's new value. */
export function rebind(f: FunctionEmitter, targets: readonly Target[], values: readonly Code[]): readonly Code[] {
  const locals = values.map(() => f.temp());
  return [
    ...values.map((value, index) => () => f.set(locals[index]!, value())),
    ...targets.flatMap((target, index) => bind(f, target, locals[index]!, false)),
  ];
}

function emitRecur(f: FunctionEmitter, core: NodeOf<'recur'>): Code {
  const open = f.charger.count();
  const values = core.args.map((arg) => emitValue(f, arg));
  const target = core.to === 'loop' ? f.loops.at(-1)! : f.self!;
  const statements = target.rebind(values);
  return f.charged(open, () =>
    f.module.block(null, [...statements.map((statement) => statement()), f.module.br(target.label)], f.context.wasm.unreachable),
  );
}

/** Reads a field. Its surcharge is known here, so it is charged with the region; a `type` fault pays it back. */
export function readField(f: FunctionEmitter, key: string, target: Code, otherwise: Code | null, node: number): Code {
  const site = f.site(node);
  const value = f.context.pool.string(key);
  const { before, operands } = f.operands([target, () => f.i64(value), otherwise ?? (() => f.absent())]);
  const read: Code = () => f.block([...before.map((set) => set()), f.call('field', [...operands.map((operand) => operand()), site()])], 'i64');
  const region = f.charger.count(textSize(Buffer.byteLength(key)) - 1);
  if (region === null) return read;
  const local = f.temp();
  return () => f.block([f.set(local, read()), f.take(region), f.get(local)], 'i64');
}
