// Does a long life cost memory? Resident memory before and after 100,000 scripts were compiled and run, each a new text.
// Usage: node bench/memory.ts [CYCLES].

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { check } from '../compiler/check.ts';
import { compile } from '../runtime/compile.ts';
import { createMachine } from '../runtime/run.ts';

const CYCLES = 100_000;
/** By then V8's young generation has grown to its last size, 60 MB more than at first: what comes after is growth. */
const WARM_UP = 20_000;
/** What the client allows. */
const GROWTH_MAX_MB = 50;

export async function benchMemory(cycles = CYCLES): Promise<string> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const machine = createMachine();
  const input = new TextEncoder().encode('{"items":[{"price":19.5,"count":3},{"price":5,"count":1}]}');
  const cycle = async (number: number): Promise<void> => {
    const { hash, canonical, program, places } = check(
      `(defn total [item] (* (:price item) (:count item))) (+ ${number} (sum (map total (:items input))))`,
    );
    const script = await compile({ hash: hash!, canonical: canonical!, program: program!, canonicalPlace: places });
    const result = machine.run(script, input, { fuel: 10_000 });
    if (result.kind !== 'finished') throw new Error(JSON.stringify(result));
  };
  for (let number = 0; number < WARM_UP; number += 1) await cycle(number);
  collect();
  const before = residentMb();
  let peak = before;
  for (let number = 0; number < cycles; number += 1) {
    await cycle(WARM_UP + number);
    // Modules go when the collector runs.
    if (number % 1000 === 999) {
      collect();
      peak = Math.max(peak, residentMb());
    }
  }
  const growth = residentMb() - before;
  return `${cycles} scripts compiled and run: resident memory ${before.toFixed(0)} MB before, ${residentMb().toFixed(0)} MB after, ${peak.toFixed(0)} MB at most; grown by ${growth.toFixed(0)} MB, at most ${GROWTH_MAX_MB} are allowed.`;
}

function residentMb(): number {
  return process.memoryUsage().rss / (1024 * 1024);
}

if (process.argv[1]?.match(/memory\.[jt]s$/)) console.log(await benchMemory(Number(process.argv[2] ?? CYCLES)));
