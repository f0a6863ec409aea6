// Recent: a least-recently-used cache.
// In: keys and values with a weight. Out: the value, while it is remembered. Why bounded: keys come from callers, so the cache
// must not grow with what they send.

export class Recent<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly weight: number }>();
  readonly #weightMax: number;
  #weight = 0;
  /** The key used last, which is at the end already: keys may be long, and a comparison is cheaper than three look-ups. */
  #last: { readonly key: string; readonly value: Value } | null = null;

  /** `weightMax`: the sum of weights that may be kept, in the unit the caller weighs with. */
  constructor(weightMax: number) {
    this.#weightMax = weightMax;
  }

  get(key: string): Value | undefined {
    if (this.#last !== null && this.#last.key === key) return this.#last.value;
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A Map iterates in the order of insertion: what was used last goes to the end.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#last = { key, value: entry.value };
    return entry.value;
  }

  /** Keeps a value and forgets the ones used longest ago. A value heavier than the whole is not kept. */
  set(key: string, value: Value, weight: number): void {
    this.delete(key);
    if (weight > this.#weightMax) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    this.#last = { key, value };
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#weightMax) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    if (this.#last?.key === key) this.#last = null;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }
}
