// Budget: how many bytes of bodies may be held at once, by all requests together.
// In: what a request has received and inflated so far. Out: room for it, or `overloaded` before more is read. Why: each body is
// within its limit, and a few hundred of them are more than the process has. Small bodies have a budget of their own, so that
// they are taken while large ones are refused.

import { ServiceError } from '../errors.ts';
import { INLINE_BYTES_MAX } from '../inline.ts';

// A thousand bodies of the size that is answered at once.
export const SMALL_BYTES_MAX = 16 * 2 ** 20;
// Thirty-two of the largest there are: as many as wait for a thread for seconds.
export const LARGE_BYTES_MAX = 32 * 2 ** 20;
// A key never takes all there is from the others.
const KEY_SHARE = 0.5;
// The tree of a request that is read on the request's own thread.
export const TREE_BYTES_MAX = 16_000_000;

export interface Budget {
  /** Room for one request, nothing at first. `key` is the caller's. */
  open(key: string | null): Hold;
}

export interface Hold {
  /** Takes room for more bytes; throws `overloaded`, and then has what it had. */
  take(bytes: number): void;
  /** Gives back some of what it has. */
  give(bytes: number): void;
  /** Gives back everything, once. */
  close(): void;
}

/** `isShort` says that memory is short: no large body is taken then. */
export function createBudget(isShort: () => boolean): Budget {
  let small = 0;
  let large = 0;
  const byKey = new Map<string, number>();
  const addLarge = (key: string | null, bytes: number): void => {
    large += bytes;
    if (key === null) return;
    const sum = (byKey.get(key) ?? 0) + bytes;
    if (sum === 0) byKey.delete(key);
    else byKey.set(key, sum);
  };
  const hasRoom = (key: string | null, bytes: number): boolean => large + bytes <= LARGE_BYTES_MAX && !isShort()
    && (key === null || (byKey.get(key) ?? 0) + bytes <= LARGE_BYTES_MAX * KEY_SHARE);
  return {
    open(key) {
      let held = 0;
      let isLarge = false;
      const set = (bytes: number): void => {
        if (isLarge) addLarge(key, bytes - held);
        else small += bytes - held;
        held = bytes;
      };
      return {
        take(bytes) {
          const sum = held + bytes;
          if (!isLarge && sum <= INLINE_BYTES_MAX) {
            if (small + bytes > SMALL_BYTES_MAX) throw new ServiceError('overloaded');
            return set(sum);
          }
          if (!hasRoom(key, isLarge ? bytes : sum)) throw new ServiceError('overloaded');
          if (!isLarge) {
            set(0);
            isLarge = true;
          }
          set(sum);
        },
        give: (bytes) => set(Math.max(0, held - bytes)),
        close: () => set(0),
      };
    },
  };
}

// What a value of a tree takes, its share of an array or a map counted in.
export const VALUE_BYTES = 100;

/** About what the tree of a body takes, at least: counted without reading it. */
export function weighTree(bytes: Uint8Array): number {
  let values = 1;
  for (const byte of bytes) if (byte === COMMA || byte === COLON || byte === BRACKET || byte === BRACE) values += 1;
  return values * VALUE_BYTES;
}

const [COMMA, COLON, BRACKET, BRACE] = [0x2c, 0x3a, 0x5b, 0x7b];
