// Taking: whether a client takes the answer that is sent to it.
// In: looks at a connection, once a second. Out: whether it has stopped taking, or takes too slowly to be waited for when others need
// its place or its room. Why: Node waits for a client that does not read for ever, and what its answer holds is kept until it has it.

import type { Socket } from 'node:net';

// As an idle connection has: longer than any network that comes back takes.
export const UNTAKEN_MS_MAX = 75_000;
// Many looks in each window, so that an answer that is made in bursts and taken at once is not seen waiting at all of them.
export const TAKING_LOOK_MS = 1_000;
/** Bytes a second that nobody is cut for who takes them: a tenth of what a phone takes. */
export const TAKING_BYTES_A_SECOND = 100_000;
// The system sends on what it holds before it takes more, and that in pieces of a third of its buffer, which grows to 4 MiB: so much
// may a client have taken that is not seen.
export const UNSEEN_BYTES_MAX = 1.5 * 2 ** 20;
// Longer than what is not seen lasts at that rate, so that whoever takes nothing is told from who takes enough.
export const TAKING_WINDOW_MS = 20_000;

/** What a look sees of a connection. */
interface Sent {
  /** Whether anything waits for the client. */
  readonly waits: boolean;
  /** How many bytes the system has taken for it. */
  readonly taken: number;
}

/** While something waits for the client. */
interface Waiting {
  taken: number;
  /** When that last grew. */
  movedMs: number;
  /** How fast is judged by windows of time, so that what was taken fast at first is no excuse. */
  sinceMs: number;
  takenBefore: number;
  wasSlow: boolean;
}

export interface Taking {
  /** To be called every TAKING_LOOK_MS. Whether nothing was taken for so long that the connection is to be closed. */
  look(): boolean;
  /** Something waits, and in the last whole window too little was taken. */
  isSlow(): boolean;
}

interface TakingOptions {
  /** Milliseconds that only go forward. */
  readonly now: () => number;
  readonly sent: () => Sent;
}

export function createTaking({ now, sent }: TakingOptions): Taking {
  let waiting: Waiting | null = null;
  return {
    look() {
      const { waits, taken } = sent();
      const at = now();
      if (!waits) waiting = null;
      else if (waiting === null) waiting = { taken, movedMs: at, sinceMs: at, takenBefore: taken, wasSlow: false };
      else see(waiting, taken, at);
      return waiting !== null && at - waiting.movedMs >= UNTAKEN_MS_MAX;
    },
    // Who has taken all since the last look is not slow.
    isSlow: () => waiting?.wasSlow === true && sent().waits,
  };
}

function see(waiting: Waiting, taken: number, at: number): void {
  if (taken !== waiting.taken) {
    waiting.taken = taken;
    waiting.movedMs = at;
  }
  const ms = at - waiting.sinceMs;
  if (ms < TAKING_WINDOW_MS) return;
  waiting.wasSlow = taken - waiting.takenBefore + UNSEEN_BYTES_MAX < (TAKING_BYTES_A_SECOND * ms) / 1_000;
  waiting.sinceMs = at;
  waiting.takenBefore = taken;
}

/**
 * What Node knows of a write within it: `bytesWritten` counts all of it at once, and an answer of megabytes is one write. Node's own
 * time-out of sockets looks at the same number.
 */
interface Handle {
  readonly bytesWritten: number;
  readonly writeQueueSize: number;
}

export function sentOver(socket: Socket): Sent {
  const { _handle: handle } = socket as Socket & { readonly _handle: Handle | null };
  // It is closed.
  if (handle === null) return { waits: false, taken: 0 };
  return { waits: socket.writableLength > 0, taken: handle.bytesWritten - handle.writeQueueSize };
}
