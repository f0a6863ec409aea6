// Times: a histogram with one label that is cheap to add to.
// In: the value of its label, and seconds. Out: a histogram of the registry, which is made when somebody asks. Why our own: the library
// names the bucket by the text of a number for each time, which is a hundredth of a request.

import type { Metric, Registry } from 'prom-client';

interface TimesOptions {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly [label: string];
  /** Upper bounds, ascending. */
  readonly buckets: readonly number[];
}

interface Series {
  /** Times up to each bound and above the one before, and last those above all. */
  readonly counts: number[];
  count: number;
  sum: number;
}

interface Line {
  readonly metricName: string;
  readonly labels: Readonly<Record<string, string | number>>;
  readonly value: number;
}

export class Times {
  readonly #options: TimesOptions;
  readonly #series = new Map<string, Series>();

  constructor(register: Registry, options: TimesOptions) {
    this.#options = options;
    const { name, help } = options;
    const get = async () => ({ name, help, type: 'histogram', values: this.#lines(), aggregator: 'sum' });
    // All that a registry asks of a metric.
    register.registerMetric({ name, get } as unknown as Metric);
  }

  observe(value: string, seconds: number): void {
    const { buckets } = this.#options;
    let series = this.#series.get(value);
    if (series === undefined) {
      series = { counts: new Array<number>(buckets.length + 1).fill(0), count: 0, sum: 0 };
      this.#series.set(value, series);
    }
    let at = 0;
    while (at < buckets.length && seconds > buckets[at]!) at += 1;
    series.counts[at]! += 1;
    series.count += 1;
    series.sum += seconds;
  }

  /** Begins again, as after a restart. */
  clear(): void {
    this.#series.clear();
  }

  #lines(): Line[] {
    const { name, labelNames, buckets } = this.#options;
    const [label] = labelNames;
    return [...this.#series].flatMap(([value, { counts, count, sum }]) => {
      let below = 0;
      const bounds = buckets.map((le, at): Line => {
        below += counts[at]!;
        return { metricName: `${name}_bucket`, labels: { le, [label]: value }, value: below };
      });
      const labels = { [label]: value };
      return [
        ...bounds,
        { metricName: `${name}_bucket`, labels: { le: '+Inf', ...labels }, value: count },
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: count },
      ];
    });
  }
}
