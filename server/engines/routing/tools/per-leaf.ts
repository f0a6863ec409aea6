// Per leaf: what depends on a parameter or on a tool alone, read once.
// In: a pure function of a leaf, a tool or another object. Out: the same function, which remembers its answers as long as its argument is there.
// Why: every stage asks the same of each parameter, for each place and each text.

import type { Leaf, Tool } from './tools.ts';

export const perLeaf: <Value>(read: (leaf: Leaf) => Value) => (leaf: Leaf) => Value = remember;
export const perTool: <Value>(read: (tool: Tool) => Value) => (tool: Tool) => Value = remember;

export function remember<Key extends object, Value>(read: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = { value: read(key) }));
    return found.value;
  };
}
