// Collections: vectors and maps of values that are computed. They are evaluated in order, straight into place.

import type { Expression } from './builder.ts';
import type { Code, NodeOf } from './context.ts';
import type { FunctionEmitter } from './function.ts';
import type { Local } from './locals.ts';

export function emitVector(f: FunctionEmitter, items: readonly Code[]): Code {
  f.noteLoud();
  const elements = f.temp('i32');
  const stores = items.map((item, index) => storeAt(f, elements, index * 8, item));
  return f.inherit(
    () =>
      f.block(
        [
          f.set(elements, f.call('vectorNew', [f.i32(items.length)])),
          ...stores.map((store) => store()),
          f.call('vectorDone', [f.get(elements, 'i32'), f.i32(items.length)]),
        ],
        'i64',
      ),
    items,
  );
}

export function emitMap(f: FunctionEmitter, core: NodeOf<'map'>): Code {
  f.noteLoud();
  const open = f.charger.count();
  const entries = core.entries.map(({ key, value }) => ({
    key: f.context.pool.string(key),
    value: f.value(value),
  }));
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

/** Stores a value in memory; no address waits for one that calls a `defn`. */
export function storeAt(f: FunctionEmitter, address: Local, offset: number, value: Code): Code {
  const store = (code: Expression): Expression => f.module.i64.store(offset, 8, f.get(address, 'i32'), code);
  if (!f.calls(value)) return () => store(value());
  const local = f.temp();
  return () => f.block([f.set(local, value()), store(f.get(local))], 'none');
}
