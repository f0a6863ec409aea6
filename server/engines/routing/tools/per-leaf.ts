// Per leaf: what depends on a parameter alone, read once.
// In: a pure function of a leaf. Out: the same function, which remembers its answers as long as the leaf is there.
// Why: every stage asks the same of each parameter, for each place and each text.

import type { Leaf } from './tools.ts';

export function perLeaf<Value>(read: (leaf: Leaf) => Value): (leaf: Leaf) => Value {
  const known = new WeakMap<Leaf, { readonly value: Value }>();
  return (leaf) => {
    let found = known.get(leaf);
    if (found === undefined) known.set(leaf, (found = { value: read(leaf) }));
    return found.value;
  };
}
