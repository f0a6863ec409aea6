// Sessions: which request a cancellation of the older era means.
// In: requests as they come and end, and cancellations, each with the session it names. Out: the signal of the request is aborted.
// Why: over HTTP a client of 2025-11-25 cancels with a message of its own, on another connection, that has nothing but the id of the
// request; clients count from 0, so ids of two are equal. A client is therefore given a session when it begins: an id that nobody
// guesses. Nothing else hangs on it and nothing is kept of it but the requests under way, so every instance takes every session.

/** Names a request, or a cancellation's, among those of all clients. */
interface RequestName {
  /** As the client sent it. */
  readonly session: string | null;
  /** The key, for a session is only as good as the key it came with. */
  readonly key: string | null;
  /** null: our own tools. */
  readonly server: string | null;
  /** As JSON.parse has it. */
  readonly id: unknown;
}

export interface UnderWay {
  readonly signal: AbortSignal;
  /** To be called when the answer is over; it may be called again. */
  end(): void;
}

const SESSION = /^session_[0-9a-f]{32}$/;

export class Sessions {
  readonly #newId: (prefix: string) => string;
  readonly #underWay = new Map<string, Set<AbortController>>();

  constructor(newId: (prefix: string) => string) {
    this.#newId = newId;
  }

  /** For a client that begins. */
  open(): string {
    return this.#newId('session');
  }

  /** Null for a request that no cancellation can name: it has no session of ours, or no id. */
  begin(name: RequestName): UnderWay | null {
    const text = textOf(name);
    if (text === null) return null;
    const controller = new AbortController();
    const same = this.#underWay.get(text) ?? new Set();
    this.#underWay.set(text, same.add(controller));
    return {
      signal: controller.signal,
      end: () => {
        same.delete(controller);
        if (same.size === 0 && this.#underWay.get(text) === same) this.#underWay.delete(text);
      },
    };
  }

  /** Of two requests under one name it cannot be said which is meant: neither is cancelled. */
  cancel(name: RequestName): void {
    const same = this.#underWay.get(textOf(name) ?? '');
    if (same?.size === 1) for (const controller of same) controller.abort();
  }
}

function textOf({ session, key, server, id }: RequestName): string | null {
  if (session === null || !SESSION.test(session) || id === undefined) return null;
  return JSON.stringify([session, key, server, id]);
}
