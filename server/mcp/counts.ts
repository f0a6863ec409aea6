// Counts: how many calls a key has made on a day, for policies that keep budgets.
// In: calls that are sent, and at the start those of today in the audit. Out: numbers, which policies read. Why here: a policy is
// pure, so what it counts by stands outside it. A day is one of UTC.

import type { Store } from '../store/store.ts';

/** Calls of today that were sent: of the key, of it on this server, and of this tool. */
export interface CallCounts {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly key: number;
  readonly server: number;
  readonly tool: number;
}

interface Call {
  readonly caller: string | null;
  readonly server: string;
  readonly tool: string;
}

export class Counts {
  #day = '';
  readonly #counts = new Map<string, number>();
  /** Resolves when today's calls of earlier processes are counted; a store that fails counts none. */
  readonly ready: Promise<void>;

  constructor(store: Pick<Store, 'countCalls'>, nowMs: number) {
    const day = this.#turn(nowMs);
    this.ready = store.countCalls(Date.parse(day)).then(
      (rows) => {
        if (this.#day !== day) return;
        for (const { key, server, tool, calls } of rows) this.#count({ caller: key, server, tool }, calls);
      },
      () => {},
    );
  }

  of(call: Call, nowMs: number): CallCounts {
    const day = this.#turn(nowMs);
    const [key, server, tool] = placesOf(call).map((place) => this.#counts.get(place) ?? 0) as [number, number, number];
    return { day, key, server, tool };
  }

  add(call: Call, nowMs: number): void {
    this.#turn(nowMs);
    this.#count(call, 1);
  }

  #count(call: Call, calls: number): void {
    for (const place of placesOf(call)) this.#counts.set(place, (this.#counts.get(place) ?? 0) + calls);
  }

  /** A new day begins at nothing. A clock that is set back begins the day before anew. */
  #turn(nowMs: number): string {
    const day = new Date(nowMs).toISOString().slice(0, 10);
    if (day !== this.#day) this.#counts.clear();
    this.#day = day;
    return day;
  }
}

function placesOf({ caller, server, tool }: Call): readonly string[] {
  return [[caller], [caller, server], [caller, server, tool]].map((place) => JSON.stringify(place));
}
