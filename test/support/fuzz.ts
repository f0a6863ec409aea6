// Deep fuzzing: generated programs on every engine. `npm run fuzz -- --count N --seed S [--slow-every K] [--artifact-every L]`; prints a line each
// thousand and the first disagreement, smallest found. The slice that `npm test` runs is test/laws.test.ts.

import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { compareEngines, type EngineName } from './agreement.ts';
import { programs } from './programs.ts';

/** Linked code is not optimised by default: it is the -O0 engine. */
const ENGINES: readonly EngineName[] = ['linked'];
/** Optimising and merging take some fifty milliseconds a program, so by default only every so many-th has these too. */
const SLOW_ENGINES: readonly EngineName[] = ['linked -O3', 'artifact -O0'];
/** Optimising all of the runtime that a program uses takes a third of a second. */
const SLOWEST_ENGINES: readonly EngineName[] = ['artifact'];

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    'slow-every': { type: 'string', default: '20' },
    'artifact-every': { type: 'string', default: '20' },
  },
});
const slowEvery = Number(values['slow-every']);
const artifactEvery = Number(values['artifact-every']);
const count = Number(values.count);
const seed = Number(values.seed);
const counts = new Map<string, number>();
const programsOn = new Map<EngineName, number>();
let done = 0;
let runs = 0;

const result = await fc.check(
  fc.asyncProperty(programs(), fc.array(fc.nat(), { maxLength: 3 }), async ({ source, input }, extra) => {
    done += 1;
    const engines = [
      ...ENGINES,
      ...(done % slowEvery === 0 ? SLOW_ENGINES : []),
      ...(done % artifactEvery === 0 ? SLOWEST_ENGINES : []),
    ];
    const found = await compareEngines(source, input, engines, extra);
    if (found.kind === 'disagree') throw new Error(JSON.stringify(found, null, 2));
    for (const engine of engines) programsOn.set(engine, (programsOn.get(engine) ?? 0) + 1);
    const outcome = found.kind === 'agree' ? found.outcome : found.kind;
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    runs += found.runs;
    if (done % 1000 === 0) console.log(`${done} programs, ${runs} runs: ${list(counts)}`);
  }),
  { numRuns: count, seed, verbose: 0 },
);
if (result.failed) {
  console.log(`disagreement (seed ${seed}, path ${result.counterexamplePath}):`);
  console.log(String(result.errorInstance instanceof Error ? result.errorInstance.message : result.errorInstance));
  process.exitCode = 1;
} else {
  console.log(`${done} programs, ${runs} runs, no disagreement (seed ${seed}): ${list(counts)}`);
  console.log(`programs on each engine: ${list(programsOn)}`);
}

function list(times: ReadonlyMap<string, number>): string {
  return [...times].map(([name, count]) => `${name} ${count}`).join(', ');
}
