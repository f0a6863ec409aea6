// Sums: a counter with labels that is cheap to add to.
// In: values of its labels, and how much. Out: a counter of the registry, filled when somebody asks.

import type { Registry } from 'prom-client';
import { Counter } from 'prom-client';

interface SumsOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly string[];
}

// No label has it: they are paths of the table, methods, codes and names of outcomes.
const BETWEEN = '\n';

export class Sums {
  readonly #sums = new Map<string, number>();

  constructor(register: Registry, { name, help, labelNames }: SumsOptions) {
    const sums = this.#sums;
    new Counter({
      name,
      help,
      labelNames: [...labelNames],
      registers: [register],
      collect() {
        this.reset();
        for (const [key, sum] of sums) {
          const values = key.split(BETWEEN);
          this.inc(Object.fromEntries(labelNames.map((label, at) => [label, values[at] ?? ''])), sum);
        }
      },
    });
  }

  /** `values` in the order of the labels. */
  add(values: readonly string[], by = 1): void {
    const key = values.length === 1 ? (values[0] as string) : values.join(BETWEEN);
    this.#sums.set(key, (this.#sums.get(key) ?? 0) + by);
  }
}
