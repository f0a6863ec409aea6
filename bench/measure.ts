// Measuring: medians of interleaved rounds. What is compared runs in turn, round by round, so that a machine that
// changes speed changes it for all of them.

export interface Subject {
  readonly name: string;
  /** One unit of work; its result is looked at once, before timing. */
  run(): unknown;
}

interface Timing {
  readonly name: string;
  /** Median microseconds of one unit. */
  readonly microseconds: number;
}

const ROUNDS = 9;
/** A round is long enough for the clock to be exact and short enough to interleave. */
const ROUND_MS = 40;
const WARM_UP_MS = 150;

export function measure(subjects: readonly Subject[], rounds = ROUNDS): Timing[] {
  const repeats = subjects.map((subject) => {
    const started = performance.now();
    let count = 0;
    do {
      subject.run();
      count += 1;
    } while (performance.now() - started < WARM_UP_MS);
    return Math.max(1, Math.round((count / WARM_UP_MS) * ROUND_MS));
  });
  const samples = subjects.map((): number[] => []);
  for (let round = 0; round < rounds; round += 1) {
    subjects.forEach((subject, index) => {
      const started = performance.now();
      for (let count = 0; count < repeats[index]!; count += 1) subject.run();
      samples[index]!.push(((performance.now() - started) * 1000) / repeats[index]!);
    });
  }
  return subjects.map(({ name }, index) => ({ name, microseconds: median(samples[index]!) }));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

/** Three significant digits with a unit. */
export function duration(microseconds: number): string {
  if (microseconds >= 1_000_000) return `${(microseconds / 1_000_000).toPrecision(3)} s`;
  if (microseconds >= 1000) return `${(microseconds / 1000).toPrecision(3)} ms`;
  return `${microseconds.toPrecision(3)} µs`;
}

/** A part of a whole in percent; a dash where there is nothing to be a part of. */
export function share(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
