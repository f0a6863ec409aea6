// Budget: how many bytes of bodies may be held at once, by all requests together.
// In: what a request has received and inflated so far. Out: room for it, or `overloaded` before more is read. Why: each body is
// within its limit, and a few hundred of them are more than the process has. Small bodies have a budget of their own, so that
// they are taken while large ones are refused. A body that hardly arrives gives its room to the next that needs it, and so does one
// whose answer is hardly taken.

import { ServiceError } from '../errors.ts';
import { INLINE_BYTES_MAX } from '../work/effort.ts';

// A thousand bodies of the size that is answered at once.
export const SMALL_BYTES_MAX = 16 * 2 ** 20;
// Thirty-two of the largest there are: as many as wait for a thread for seconds.
export const LARGE_BYTES_MAX = 32 * 2 ** 20;
// A key never takes all there is from the others.
const KEY_SHARE = 0.5;
// The tree of a request that is read on the request's own thread.
export const TREE_BYTES_MAX = 16_000_000;

/** Bytes a second below which the largest body would not arrive within the time that a request has (30 s). */
export const ARRIVING_BYTES_A_SECOND = 35_000;
// Below that for this long; what has just begun has had no chance.
export const STALLED_MS = 2_000;

/** Whether so many bytes in so much time are too few to wait for. */
export function isStalled(bytes: number, ms: number): boolean {
  return ms > STALLED_MS && bytes < (ARRIVING_BYTES_A_SECOND * ms) / 1_000;
}

/** Who reads the answer of a request. */
export interface Taker {
  /** Its answer is under way, and taken too slowly to be waited for. */
  isSlow(): boolean;
  /** Closes its connection. */
  drop(): void;
}

export interface Budget {
  /** Room for one request, nothing at first. `key` is the caller's. A slow taker is dropped when somebody else needs its room. */
  open(key: string | null, taker?: Taker): Hold;
  /** Bytes that are held now. */
  held(): number;
}

export interface Hold {
  /** Takes room for more bytes; throws `overloaded`, and then holds what it held before. */
  take(bytes: number): void;
  /** Gives back some of what it has. */
  give(bytes: number): void;
  /**
   * What it takes from here on is arriving, until the returned function is called. `onStalled` is called when somebody else needs
   * the room of a body that hardly arrives; the room is given back then.
   */
  arrive(onStalled: () => void): () => void;
  /** Gives back everything, once. */
  close(): void;
}

/** A body on its way: how fast it comes is judged by windows of time, so that what came fast at first is no excuse. */
interface Arriving {
  sinceMs: number;
  bytesBefore: number;
  /** The window before this one was too slow. */
  wasStalled: boolean;
  readonly bytes: () => number;
  readonly giveUp: () => void;
}

/** A body whose room is needed until its answer is taken. */
interface Kept {
  readonly taker: Taker;
  readonly giveUp: () => void;
}

function hardlyArrives(one: Arriving, atMs: number): boolean {
  const ms = atMs - one.sinceMs;
  return ms > STALLED_MS ? isStalled(one.bytes() - one.bytesBefore, ms) : one.wasStalled;
}

interface BudgetOptions {
  /** Memory is short: no large body is taken then. */
  readonly isShort: () => boolean;
  /** Milliseconds that only go forward. */
  readonly now: () => number;
}

export function createBudget({ isShort, now }: BudgetOptions): Budget {
  /** Large ones alone: the others free no room. */
  const arriving = new Set<Arriving>();
  /** Large ones alone, too, until their answer is taken. */
  const kept = new Set<Kept>();
  /** Frees the room of bodies that hardly arrive, not of the one that asks, which has just sent something; and of slow takers. */
  const dropStalled = (asking: Arriving | null): void => {
    const at = now();
    for (const one of arriving) if (one !== asking && hardlyArrives(one, at)) one.giveUp();
    for (const { taker, giveUp } of kept) {
      if (!taker.isSlow()) continue;
      giveUp();
      taker.drop();
    }
  };
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
  const hasRoom = (key: string | null, bytes: number): boolean =>
    large + bytes <= LARGE_BYTES_MAX &&
    !isShort() &&
    (key === null || (byKey.get(key) ?? 0) + bytes <= LARGE_BYTES_MAX * KEY_SHARE);
  return {
    held: () => small + large,
    open(key, taker) {
      let held = 0;
      let isLarge = false;
      let own: Arriving | null = null;
      let ownKept: Kept | null = null;
      const set = (bytes: number): void => {
        if (own !== null && now() - own.sinceMs > STALLED_MS) {
          own.wasStalled = hardlyArrives(own, now());
          own.sinceMs = now();
          own.bytesBefore = held;
        }
        if (isLarge) addLarge(key, bytes - held);
        else small += bytes - held;
        held = bytes;
      };
      const close = (): void => {
        if (ownKept !== null) kept.delete(ownKept);
        set(0);
      };
      return {
        take(bytes) {
          const sum = held + bytes;
          if (!isLarge && sum <= INLINE_BYTES_MAX) {
            if (small + bytes > SMALL_BYTES_MAX) throw new ServiceError('overloaded');
            return set(sum);
          }
          const more = isLarge ? bytes : sum;
          if (!hasRoom(key, more)) dropStalled(own);
          if (!hasRoom(key, more)) throw new ServiceError('overloaded');
          if (!isLarge) {
            set(0);
            isLarge = true;
            if (own !== null) arriving.add(own);
            if (taker !== undefined) kept.add((ownKept = { taker, giveUp: close }));
          }
          set(sum);
        },
        give: (bytes) => set(Math.max(0, held - bytes)),
        arrive(onStalled) {
          const one: Arriving = {
            sinceMs: now(),
            bytesBefore: held,
            wasStalled: false,
            bytes: () => held,
            giveUp() {
              arriving.delete(one);
              set(0);
              onStalled();
            },
          };
          own = one;
          // Giving back a small body frees no room for large ones: they have separate budgets.
          if (isLarge) arriving.add(one);
          return () => {
            if (isLarge) arriving.delete(one);
            own = null;
          };
        },
        close,
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
