// Sums: a counter with labels that is cheap to add to.
// In: values of its labels, and how much. Out: a counter of the registry, filled when somebody asks.

import type { Registry } from 'prom-client';
import { Counter } from 'prom-client';

interface SumsOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

interface Sum {
  readonly values: readonly string[];
  sum: number;
}

/** Found by one value of a label after the other, which takes less than making one name of them. */
class Branch {
  readonly branches = new Map<string, Branch>();
  sum: Sum | null = null;
}

export class Sums {
  readonly #sums: Sum[] = [];
  #root = new Branch();

  constructor(register: Registry, { name, help, labelNames }: SumsOptions) {
    const sums = this.#sums;
    new Counter({
      name,
      help,
      labelNames: [...labelNames],
      registers: [register],
      collect() {
        this.reset();
        for (const { values, sum } of sums)
          this.inc(Object.fromEntries(labelNames.map((label, at) => [label, values[at] ?? ''])), sum);
      },
    });
  }

  /** `values` in the order of the labels. */
  add(values: readonly string[], by = 1): void {
    let branch = this.#root;
    for (const value of values) {
      let next = branch.branches.get(value);
      if (next === undefined) branch.branches.set(value, (next = new Branch()));
      branch = next;
    }
    if (branch.sum === null) this.#sums.push((branch.sum = { values, sum: 0 }));
    branch.sum.sum += by;
  }

  /** Begins again, as after a restart. */
  clear(): void {
    this.#sums.length = 0;
    this.#root = new Branch();
  }
}
