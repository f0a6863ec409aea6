// Automaton: finds any number of phrases in one pass over the symbols of a text (Aho and Corasick, 1975).
// In: phrases and a text, both as symbol keys. Out: each place where a phrase ends.
// Why: a request may ask for tens of thousands of phrases; searching for one after the other would read the text as often.

interface Keyed {
  readonly key: string;
}

const ROOT = 0;
const NONE = -1;

export class Automaton {
  readonly #symbols = new Map<string, number>();
  // The edges of all nodes in one map, keyed `node * EDGE_STRIDE + symbol`: a map a node would take ten times the memory.
  readonly #edges = new Map<number, number>();
  readonly #depths: number[] = [0];
  /** The phrases that end in a node itself. */
  readonly #ends: (number[] | undefined)[] = [undefined];
  /** The node of the longest proper suffix, and the nearest one of those that ends a phrase. */
  readonly #fails: number[] = [ROOT];
  readonly #outputs: number[] = [NONE];

  // How each node was reached, for linking.
  readonly #parents: number[] = [NONE];
  readonly #labels: number[] = [NONE];
  #isLinked = true;

  /** Adds a phrase under its number. One without symbols is never found. */
  add(phrase: number, symbols: readonly Keyed[]): void {
    if (symbols.length === 0) return;
    let node = ROOT;
    for (const { key } of symbols) node = this.#child(node, this.#intern(key));
    (this.#ends[node] ??= []).push(phrase);
    this.#isLinked = false;
  }

  get isEmpty(): boolean {
    return this.#depths.length === 1;
  }

  /** Reports `(phrase, start, end)` in symbols, by end and then the longest first. */
  scan(symbols: readonly Keyed[], found: (phrase: number, start: number, end: number) => void): void {
    this.#link();
    let node = ROOT;
    let at = 0;
    for (const { key } of symbols) {
      at += 1;
      const symbol = this.#symbols.get(key);
      node = symbol === undefined ? ROOT : this.#step(node, symbol);
      for (
        let end = this.#ends[node] === undefined ? this.#outputs[node]! : node;
        end !== NONE;
        end = this.#outputs[end]!
      ) {
        for (const phrase of this.#ends[end]!) found(phrase, at - this.#depths[end]!, at);
      }
    }
  }

  #step(from: number, symbol: number): number {
    for (let node = from; ; node = this.#fails[node]!) {
      const next = this.#edges.get(node * EDGE_STRIDE + symbol);
      if (next !== undefined) return next;
      if (node === ROOT) return ROOT;
    }
  }

  #child(node: number, symbol: number): number {
    const edge = node * EDGE_STRIDE + symbol;
    let child = this.#edges.get(edge);
    if (child === undefined) {
      child = this.#depths.length;
      this.#edges.set(edge, child);
      this.#depths.push(this.#depths[node]! + 1);
      this.#ends.push(undefined);
      this.#fails.push(ROOT);
      this.#outputs.push(NONE);
      this.#parents.push(node);
      this.#labels.push(symbol);
    }
    return child;
  }

  /** Finds the suffix of every node, shorter nodes first, because a link leads to a shorter one. */
  #link(): void {
    if (this.#isLinked) return;
    const order = this.#depths.map((_, node) => node).sort((a, b) => this.#depths[a]! - this.#depths[b]! || a - b);
    for (const node of order) {
      if (node === ROOT) continue;
      const parent = this.#parents[node]!;
      const fail = parent === ROOT ? ROOT : this.#step(this.#fails[parent]!, this.#labels[node]!);
      this.#fails[node] = fail;
      this.#outputs[node] = this.#ends[fail] === undefined ? this.#outputs[fail]! : fail;
    }
    this.#isLinked = true;
  }

  #intern(key: string): number {
    let symbol = this.#symbols.get(key);
    if (symbol === undefined) {
      symbol = this.#symbols.size;
      this.#symbols.set(key, symbol);
    }
    return symbol;
  }
}

// More symbols than a text of the largest request can hold, and its square stays an exact integer.
const EDGE_STRIDE = 2 ** 24;
