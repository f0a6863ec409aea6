// Deep fuzzing: generated programs on every engine. `npm run fuzz -- --count N --seed S`; prints a line each thousand and
// the first disagreement, smallest found. The slice that `npm test` runs is test/laws.test.ts.

import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { compareEngines, type EngineName } from './agreement.ts';
import { programs } from './programs.ts';

const ENGINES: readonly EngineName[] = ['linked', 'linked -O0', 'linked -O3'];
/** Building an artifact takes a third of a second, so only every hundredth program is built. */
const ARTIFACT_EVERY = 100;

const { values } = parseArgs({ options: { count: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } } });
const count = Number(values.count);
const seed = Number(values.seed);
const counts = new Map<string, number>();
let done = 0;
let runs = 0;

const result = await fc.check(
  fc.asyncProperty(programs(), fc.array(fc.nat(), { maxLength: 3 }), async ({ source, input }, extra) => {
    done += 1;
    const engines = done % ARTIFACT_EVERY === 0 ? [...ENGINES, 'artifact' as const, 'artifact -O0' as const] : ENGINES;
    const found = await compareEngines(source, input, engines, extra);
    if (found.kind === 'disagree') throw new Error(JSON.stringify(found, null, 2));
    const outcome = found.kind === 'agree' ? found.outcome : found.kind;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    runs += found.runs;
    if (done % 1000 === 0) console.log(`${done} programs, ${runs} runs: ${[...counts].map(([name, times]) => `${name} ${times}`).join(', ')}`);
  }),
  { numRuns: count, seed, verbose: 0 },
);
if (result.failed) {
  console.log(`disagreement (seed ${seed}, path ${result.counterexamplePath}):`);
  console.log(String(result.errorInstance instanceof Error ? result.errorInstance.message : result.errorInstance));
  process.exitCode = 1;
} else {
  console.log(`${done} programs, ${runs} runs, no disagreement (seed ${seed}): ${[...counts].map(([name, times]) => `${name} ${times}`).join(', ')}`);
}
