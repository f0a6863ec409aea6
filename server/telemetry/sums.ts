// Sums: a counter with labels that is cheap to add to.
// In: values of its labels, and how much. Out: a counter of the registry, filled when somebody asks.

import type { Registry } from 'prom-client';
import { Counter } from 'prom-client';

interface SumsOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

// At most one label of a counter may have it, the name of a tool: the others are paths of the table, methods, codes and names of ours.
const BETWEEN = '\n';

interface Sum {
  readonly values: readonly string[];
  sum: number;
}

export class Sums {
  readonly #sums = new Map<string, Sum>();

  constructor(register: Registry, { name, help, labelNames }: SumsOptions) {
    const sums = this.#sums;
    new Counter({
      name,
      help,
      labelNames: [...labelNames],
      registers: [register],
      collect() {
        this.reset();
        for (const { values, sum } of sums.values())
          this.inc(Object.fromEntries(labelNames.map((label, at) => [label, values[at] ?? ''])), sum);
      },
    });
  }

  /** `values` in the order of the labels. */
  add(values: readonly string[], by = 1): void {
    const key = values.length === 1 ? (values[0] as string) : values.join(BETWEEN);
    const known = this.#sums.get(key);
    if (known === undefined) this.#sums.set(key, { values, sum: by });
    else known.sum += by;
  }

  /** Begins again, as after a restart. */
  clear(): void {
    this.#sums.clear();
  }
}
