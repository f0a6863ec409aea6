// Recent: a map that keeps what was used last and forgets the rest.
// In: keys and values with a weight. Out: the value, while it is remembered. Why: scripts come from callers, so nothing that is
// kept for them may grow with what they send.

export class Recent<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly weight: number }>();
  readonly #weightMax: number;
  #weight = 0;

  /** `weightMax`: the sum of weights that may be kept, in the unit the caller weighs with. */
  constructor(weightMax: number) {
    this.#weightMax = weightMax;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // A Map iterates in the order of insertion: what was used last goes to the end.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value and forgets the ones used longest ago. A value heavier than the whole is not kept. */
  set(key: string, value: Value, weight: number): void {
    this.delete(key);
    if (weight > this.#weightMax) return;
    this.#entries.set(key, { value, weight });
    this.#weight += weight;
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#weightMax) return;
      this.delete(oldest);
    }
  }

  delete(key: string): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#weight -= entry.weight;
  }
}
