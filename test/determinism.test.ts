// Determinism: a slice of `npm run bench:determinism` on V8's two compilers, each alone.

import * as assert from 'uvu/assert';
import { compare, findMeaningless } from '../bench/determinism.ts';
import { V8_ENGINES } from '../bench/determinism-engines.ts';
import { buildJobs, lineOf, runJobs } from '../bench/determinism-jobs.ts';
import { test } from './support/test.ts';

const jobs = await buildJobs(25);
const results = runJobs(jobs);
const runs = jobs.reduce((sum, job) => sum + job.runs.length, 0);

test('artifacts say what the reference interpreter says', () => {
  assert.ok(jobs.length >= 6, `${jobs.length} artifacts`);
  assert.equal(findMeaningless(jobs, results), []);
});

for (const engine of V8_ENGINES) {
  test(`${engine.name} gives the same bytes`, async () => {
    const result = await engine.run(jobs, results);
    const { row, differences } = compare(jobs, results, result);
    assert.equal(differences, []);
    assert.equal(row.slice(1), [String(runs), 'equal']);
  });
}

test('a difference of one step, or of one byte, is found', () => {
  const lines = results.map((row) => row.map(lineOf));
  const changed = (change: (line: string) => string): string[] => {
    const spoiled = lines.map((row, at) => (at === 0 ? row.map(change) : row));
    return compare(jobs, results, { engine: 'spoiled', kind: 'ran', lines: spoiled }).differences;
  };
  assert.is(changed((line) => line).length, 0);
  assert.is(changed((line) => line.replace(/ \d+ /, ' 1234567 ')).length, jobs[0]!.runs.length);
  assert.is(changed((line) => `${line} `).length, jobs[0]!.runs.length);
  assert.is(
    findMeaningless(
      [{ ...jobs[0]!, runs: jobs[0]!.runs.map((run) => ({ ...run, meaning: `${run.meaning}!` })) }],
      results,
    ).length,
    jobs[0]!.runs.length,
  );
});

test.run();
