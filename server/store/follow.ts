// Following: what others have changed in the store, as it becomes known.
// In: a store, the revision from which on. Out: calls with what was changed, one after the other. Why by asking each second: a hint
// that something changed may be lost; a question that is answered is the truth.

import type { Change, Store } from './store.ts';

export interface Follower {
  /** Resolves when all that was changed before this call has been followed. Throws as the store does, and as following does. */
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

interface FollowerParts {
  readonly store: Pick<Store, 'changesSince' | 'onChange'>;
  /** What was changed up to here is known. */
  readonly from: number;
  /** Follows changes; null: anything may have changed. What fails is tried again. */
  readonly follow: (changes: readonly Change[] | null) => Promise<void>;
}

const POLL_MS = 1_000;

export function followChanges({ store, from, follow }: FollowerParts): Follower {
  let known = from;
  let isClosed = false;
  let reading: Promise<void> = Promise.resolve();
  let next: Promise<void> | null = null;
  const read = async (): Promise<void> => {
    next = null;
    const { revision, changes } = await store.changesSince(known);
    if (changes === null || changes.length > 0) await follow(changes);
    known = revision;
  };
  /** Those who ask while one reading is under way share the next. */
  const catchUp = (): Promise<void> => {
    if (next === null) {
      next = reading.then(read);
      reading = next.catch(() => {});
    }
    return next;
  };
  const poll = (): void => {
    if (!isClosed) void catchUp().catch(() => {});
  };
  const timer = setInterval(poll, POLL_MS).unref();
  const unheard = store.onChange(poll);
  return {
    catchUp,
    async close() {
      isClosed = true;
      clearInterval(timer);
      unheard();
      await reading;
    },
  };
}
