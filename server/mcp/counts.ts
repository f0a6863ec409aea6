// Counts: how many calls a key has made on a day, for policies that keep budgets.
// In: calls that are sent, and those of today in the audit that this process has not sent. Out: numbers, which policies read. Why
// here: a policy is pure, so what it counts by stands outside it. A day is one of UTC.
// What other instances send is seen when they have written it to the audit, a second later or so.

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

interface Count {
  calls: number;
}

interface Places {
  readonly key: Count;
  readonly server: Count;
  readonly tool: Count;
}

interface CountsParts {
  readonly store: Pick<Store, 'countCalls'>;
  /** Who writes this process's rows of the audit. */
  readonly writer: string;
}

/** How old what others have sent may be when a policy asks. */
const AGE_MAX_MS = 1_000;
const DAY_MS = 86_400_000;

export class Counts {
  readonly #parts: CountsParts;
  readonly #counts = new Map<string, Count>();
  /** The three of a call, found by one name. */
  readonly #places = new Map<string, Places>();
  /** Of the call before, which is mostly of the same tool. */
  #last: { readonly call: Call; readonly places: Places } | null = null;
  #day = '';
  #dayMs = Number.NaN;
  /** The last row of the audit that was counted. */
  #seq = 0;
  #readAtMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | null = null;

  constructor(parts: CountsParts) {
    this.#parts = parts;
  }

  /** Resolves when calls of others are counted; a store that fails counts none. null: they are. */
  refresh(nowMs: number): Promise<void> | null {
    this.#turn(nowMs);
    // A clock that was set back makes it older too.
    if (this.#reading === null && Math.abs(nowMs - this.#readAtMs) < AGE_MAX_MS) return null;
    this.#reading ??= this.#read(nowMs).finally(() => {
      this.#reading = null;
    });
    return this.#reading;
  }

  of(call: Call, nowMs: number): CallCounts {
    const day = this.#turn(nowMs);
    const { key, server, tool } = this.#placesOf(call);
    return { day, key: key.calls, server: server.calls, tool: tool.calls };
  }

  add(call: Call, nowMs: number): void {
    this.#turn(nowMs);
    this.#count(call, 1);
  }

  async #read(nowMs: number): Promise<void> {
    const day = this.#day;
    this.#readAtMs = nowMs;
    try {
      const { store, writer } = this.#parts;
      const { seq, counts } = await store.countCalls({ sinceMs: Date.parse(day), after: this.#seq, butWriter: writer });
      if (this.#day !== day) return;
      this.#seq = seq;
      for (const { key, server, tool, calls } of counts) this.#count({ caller: key, server, tool }, calls);
    } catch {
      // They are counted when the store answers again.
    }
  }

  #count(call: Call, calls: number): void {
    const { key, server, tool } = this.#placesOf(call);
    key.calls += calls;
    server.calls += calls;
    tool.calls += calls;
  }

  /** Names have no line breaks, and nobody's is no name. */
  #placesOf(call: Call): Places {
    const { caller, server, tool } = call;
    const last = this.#last;
    if (last?.call.tool === tool && last.call.server === server && last.call.caller === caller) return last.places;
    const key = caller === null ? '' : `=${caller}`;
    const name = `${key}\n${server}\n${tool}`;
    let places = this.#places.get(name);
    if (places === undefined) {
      places = { key: this.#countOf(key), server: this.#countOf(`${key}\n${server}`), tool: this.#countOf(name) };
      this.#places.set(name, places);
    }
    this.#last = { call: { caller, server, tool }, places };
    return places;
  }

  #countOf(place: string): Count {
    let count = this.#counts.get(place);
    if (count === undefined) this.#counts.set(place, (count = { calls: 0 }));
    return count;
  }

  /** A new day begins at nothing. A clock that is set back begins the day before anew. */
  #turn(nowMs: number): string {
    if (nowMs >= this.#dayMs && nowMs < this.#dayMs + DAY_MS) return this.#day;
    const day = new Date(nowMs).toISOString().slice(0, 10);
    if (day !== this.#day) {
      this.#counts.clear();
      this.#places.clear();
      this.#last = null;
      this.#seq = 0;
      this.#readAtMs = Number.NEGATIVE_INFINITY;
    }
    this.#day = day;
    this.#dayMs = Date.parse(day);
    return day;
  }
}
