// npm run bench:determinism: the golden corpus's artifacts on independent engines. Output, fault and steps must be the same
// bytes everywhere, and mean what the reference interpreter says. `-- --every N` takes each N-th program.

import { parseArgs } from 'node:util';
import { ENGINES, type EngineResult } from './determinism-engines.ts';
import { buildJobs, type Job, type JobResult, lineOf, meaningOf, runJobs } from './determinism-jobs.ts';
import { table } from './measure.ts';

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { every: { type: 'string', default: '1' } } });
  const jobs = await buildJobs(Number(values.every));
  const expected = runJobs(jobs);
  const runs = jobs.reduce((sum, job) => sum + job.runs.length, 0);
  const differences = findMeaningless(jobs, expected);
  const rows: string[][] = [
    [
      `V8 as it comes (V8 ${process.versions.v8}, Node ${process.versions.node})`,
      String(runs),
      'all others are compared with it',
    ],
    ['reference interpreter', String(runs), differences.length === 0 ? 'equal' : `${differences.length} differ`],
  ];
  for (const engine of ENGINES) {
    const result = await engine.run(jobs, expected);
    const found = compare(jobs, expected, result);
    rows.push(found.row);
    differences.push(...found.differences);
  }
  console.log(`${jobs.length} artifacts, ${runs} runs\n`);
  console.log(table(['engine', 'runs', 'output, fault and steps'], rows));
  if (differences.length === 0) return;
  console.log(`\n${differences.slice(0, 20).join('\n')}`);
  process.exitCode = 1;
}

/** Results that do not mean what the interpreter says. */
export function findMeaningless(jobs: readonly Job[], results: readonly (readonly JobResult[])[]): string[] {
  return jobs.flatMap(({ name, runs }, at) =>
    runs.flatMap((run, index) => {
      const meaning = meaningOf(results[at]![index]!);
      return meaning === run.meaning
        ? []
        : [`${name} at fuel ${run.fuel}: ${meaning}, the interpreter says ${run.meaning}`];
    }),
  );
}

export function compare(
  jobs: readonly Job[],
  expected: readonly (readonly JobResult[])[],
  result: EngineResult,
): { row: string[]; differences: string[] } {
  const { engine } = result;
  if (result.kind === 'missing') return { row: [engine, '–', `not run: ${result.why}`], differences: [] };
  if (result.kind === 'asserted') {
    const differences = result.failure === null ? [] : [`${engine}: ${result.failure}`];
    return { row: [engine, String(result.runs), result.failure === null ? 'equal' : 'differs'], differences };
  }
  let count = 0;
  const differences = jobs.flatMap(({ name, runs }, at) =>
    runs.flatMap(({ fuel }, index) => {
      const line = result.lines[at]?.[index];
      if (line === null) return [];
      count += 1;
      const wanted = lineOf(expected[at]![index]!);
      return line === wanted ? [] : [`${engine}, ${name} at fuel ${fuel}: ${line}, expected ${wanted}`];
    }),
  );
  return {
    row: [engine, String(count), differences.length === 0 ? 'equal' : `${differences.length} differ`],
    differences,
  };
}

if (process.argv[1]?.match(/determinism\.[jt]s$/)) await main();
