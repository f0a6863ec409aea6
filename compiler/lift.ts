// Lifting: an expression becomes the body of a function of its own, so that everything that knows functions knows it too.
// In: an expression that was analysed where it stands. Out: a function with one parameter for each name it reads from around
// it, and the names to hand over. Slots keep their numbers, which are unique within a function.

import type { Core, FunctionDefinition, Target } from './core.ts';
import { parts, targetParts } from './walk.ts';

interface Lifted {
  readonly definition: FunctionDefinition;
  /** What the call of it hands over; uncounted, because nobody wrote them. */
  readonly captured: readonly Core[];
}

/** `params` are the function's own, behind those it captures. */
export function lift(
  name: string,
  node: number,
  body: Core,
  slotCount: number,
  params: readonly Target[] = [],
  rest: Target | null = null,
): Lifted {
  const outside = readFromOutside(body, [...params, ...(rest === null ? [] : [rest])]);
  const captured = [...outside.keys()].sort((a, b) => a - b);
  return {
    definition: {
      name,
      node,
      params: [...captured.map((slot): Target => ({ kind: 'slot', slot, name: outside.get(slot)! })), ...params],
      rest,
      slotCount,
      body,
      isLifted: true,
    },
    captured: captured.map((slot) => ({ kind: 'local', node, slot, name: outside.get(slot)!, counted: false })),
  };
}

/** Names by the slots that are read and not bound inside. */
function readFromOutside(body: Core, params: readonly Target[]): ReadonlyMap<number, string> {
  const bound = new Set(params.flatMap(slotsOf));
  const read = new Map<number, string>();
  const queue = [body, ...params.flatMap(targetParts)];
  for (let core = queue.pop(); core !== undefined; core = queue.pop()) {
    if (core.kind === 'local') read.set(core.slot, core.name);
    for (const slot of boundBy(core)) bound.add(slot);
    queue.push(...parts(core));
  }
  for (const slot of bound) read.delete(slot);
  return read;
}

/** The slots that a node itself fills. */
function boundBy(core: Core): number[] {
  switch (core.kind) {
    case 'bind-test':
      return slotsOf(core.target);
    case 'let':
    case 'loop':
      return core.bindings.flatMap(({ target }) => slotsOf(target));
    case 'some-thread':
    case 'cond-thread':
      return [core.slot];
    case 'higher':
      return core.callee.kind === 'fn'
        ? [...core.callee.params.flatMap(slotsOf), ...(core.callee.rest === null ? [] : slotsOf(core.callee.rest))]
        : [];
    default:
      return [];
  }
}

function slotsOf(target: Target): number[] {
  switch (target.kind) {
    case 'slot':
      return [target.slot];
    case 'ignore':
      return [];
    case 'vector':
      return [...target.items.flatMap(slotsOf), ...(target.rest === null ? [] : slotsOf(target.rest))];
    case 'map':
      return target.keys.map(({ slot }) => slot);
  }
}
