// Breaker: keeps an upstream that is down from costing every request its time-out.
// In: a clock, and how attempts ended. Out: whether one may be made now.
// How: after a few failures in a row it is open, and nothing is attempted. When its time is up it is half open: one attempt goes
// through, and its end closes the breaker or opens it for twice as long.

/** To be called once, with how the attempt ended; `neither` says nothing about the upstream. */
export type Report = (end: 'ok' | 'failed' | 'neither') => void;

interface Breaker {
  /** null while nothing is to be attempted. */
  admit(): Report | null;
}

// One failure may be bad luck and two a restart.
export const FAILURES_MAX = 3;
// Long enough that a dead upstream costs next to nothing, short enough that a restart is not noticed for long.
export const OPEN_MS_FIRST = 5_000;
export const OPEN_MS_MAX = 60_000;

interface BreakerOptions {
  /** Milliseconds; only differences count. */
  readonly now: () => number;
  /** Told when it opens, with for how long, and when it closes again, with null. */
  readonly onChange: (openMs: number | null) => void;
}

type State =
  | { readonly kind: 'closed'; readonly failures: number }
  | { readonly kind: 'open'; readonly openMs: number; readonly untilMs: number }
  | { readonly kind: 'half-open'; readonly openMs: number };

export function createBreaker({ now, onChange }: BreakerOptions): Breaker {
  let state: State = { kind: 'closed', failures: 0 };
  // Attempts that began before the last change say nothing about what came after it.
  let epoch = 0;
  const change = (next: State): void => {
    state = next;
    epoch += 1;
  };
  const open = (openMs: number): void => {
    change({ kind: 'open', openMs, untilMs: now() + openMs });
    onChange(openMs);
  };
  const end = (how: 'ok' | 'failed' | 'neither'): void => {
    if (state.kind === 'closed') {
      if (how === 'neither') return;
      const failures = how === 'ok' ? 0 : state.failures + 1;
      if (failures < FAILURES_MAX) state = { kind: 'closed', failures };
      else open(OPEN_MS_FIRST);
    } else if (state.kind === 'half-open') {
      const { openMs } = state;
      if (how === 'failed') open(Math.min(2 * openMs, OPEN_MS_MAX));
      // The next request may try instead.
      else if (how === 'neither') change({ kind: 'open', openMs, untilMs: now() });
      else {
        change({ kind: 'closed', failures: 0 });
        onChange(null);
      }
    }
  };
  return {
    admit() {
      if (state.kind === 'half-open') return null;
      if (state.kind === 'open') {
        if (now() < state.untilMs) return null;
        change({ kind: 'half-open', openMs: state.openMs });
      }
      const begun = epoch;
      return (how) => {
        if (begun === epoch) end(how);
      };
    },
  };
}
