// Binding: values to names, through patterns. A name in a pattern counts one step when it is bound, a key its size; the check
// of the whole value comes before any of them.

import type { Target } from '../core.ts';
import { textSize } from '../steps.ts';
import { ABSENT, NIL } from './abi.ts';
import type { Code } from './context.ts';
import type { FunctionEmitter } from './function.ts';
import type { Local } from './locals.ts';

/** Statements that bind the value in `local`. `counted` says whether a plain name counts, as it does inside a pattern. */
export function bind(f: FunctionEmitter, target: Target, local: Local, counted: boolean): Code[] {
  switch (target.kind) {
    case 'ignore':
      return [];
    case 'slot': {
      const slot = f.slot(target.slot);
      return [f.charged(counted ? f.charger.count() : null, () => f.set(slot, f.get(local)), 'none')];
    }
    case 'vector': {
      const site = f.site(target.node);
      return [
        () => f.call('patternVector', [f.get(local), site()]),
        ...target.items.flatMap((item, index) =>
          bindPart(f, item, () => f.call('elementOr', [f.get(local), f.i32(index)])),
        ),
        ...(target.rest === null
          ? []
          : bindPart(f, target.rest, () => f.call('restFrom', [f.get(local), f.i32(target.items.length)]))),
      ];
    }
    case 'map': {
      const site = f.site(target.node);
      return [
        () => f.call('patternMap', [f.get(local), site()]),
        ...target.keys.flatMap(({ key, slot: slotNumber, otherwise }) => {
          const slot = f.slot(slotNumber);
          const constant = f.context.pool.string(key);
          const region = f.charger.count(textSize(Buffer.byteLength(key)));
          const read = f.charged(region, () => f.set(slot, f.call('lookup', [f.get(local), f.i64(constant)])), 'none');
          const value = otherwise === null ? () => f.i64(NIL) : f.arm(f.charger.aside(), () => f.value(otherwise));
          return [read, () => f.module.if(f.module.i64.eq(f.get(slot), f.i64(ABSENT)), f.set(slot, value()))];
        }),
      ];
    }
  }
}

function bindPart(f: FunctionEmitter, target: Target, value: Code): Code[] {
  if (target.kind === 'ignore') return [];
  if (target.kind === 'slot') {
    const slot = f.slot(target.slot);
    return [f.charged(f.charger.count(), () => f.set(slot, value()), 'none')];
  }
  const local = f.temp();
  return [() => f.set(local, value()), ...bind(f, target, local, true)];
}

/** Binds new values to targets: all values first, then the names, so that none sees another's new value. */
export function rebind(f: FunctionEmitter, targets: readonly Target[], values: readonly Code[]): readonly Code[] {
  const locals = values.map(() => f.temp());
  return [
    ...values.map((value, index) => () => f.set(locals[index]!, value())),
    ...targets.flatMap((target, index) => bind(f, target, locals[index]!, false)),
  ];
}
