// Policies in the store (`--policies store:`): one set for all instances that share it.
// In: a store. Out: a source of policies that calls when they change. Why not a folder for each: instances that disagree about a
// policy would let a balancer choose which one a call meets.

import type { PolicySource } from './policies.ts';
import { followChanges } from './store/follow.ts';
import type { Store } from './store/store.ts';

/** What stands in the place of a folder. */
export const STORED_POLICIES = 'store:';

export function storedPolicies(store: Pick<Store, 'listPolicies' | 'changesSince' | 'onChange'>): PolicySource {
  // Read before the policies are: what changes in between is read again.
  let from: number | null = null;
  return {
    place: 'the store',
    async read() {
      from ??= (await store.changesSince(0)).revision;
      const rows = await store.listPolicies();
      return rows.map(({ name, text }) => ({ name, place: `policy ${name}`, text: Buffer.from(text, 'utf8') }));
    },
    watch(changed) {
      const follower = followChanges({
        store,
        from: from ?? 0,
        async follow(changes) {
          if (changes === null || changes.some(({ kind }) => kind === 'policy')) changed();
        },
      });
      return () => void follower.close();
    },
  };
}
