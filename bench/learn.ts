// Scorecards: how many texts points decide, how often they are right, and how often they answer what is none of the labels.
// The labelled sets are CLINC150 and BANKING77 under `decisions` in a folder that is given; where it is missing, this says
// so. A fifth of each set, told by a hash of the text, is held out, as are the texts out of scope: nothing is learned or
// chosen from them.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { partOf, readExamples, type Example } from '../server/engines/learn/examples.ts';
import type { Tally } from '../server/engines/learn/choose.ts';
import { chooseByPoints, learnScorecard, type Scorecard } from '../server/engines/learn/scorecard/scorecard.ts';
import { lowerBound } from './clopper-pearson.ts';
import { duration, table } from './measure.ts';

const SETS = [
  { name: 'CLINC150', file: 'clinc150.jsonl' },
  { name: 'BANKING77', file: 'banking77.jsonl' },
];
const OUT_OF_SCOPE = 'clinc150_out_of_scope.jsonl';
const HELD_OUT_PARTS = 5;

export function benchLearn(folder: string): string {
  const path = join(folder, 'decisions');
  if (!existsSync(path)) return `Left out, there is no folder ${path}; --data FOLDER names another.`;
  const outOfScope = readSet(join(path, OUT_OF_SCOPE));
  const rows: string[][] = [];
  const remarks: string[] = [];
  for (const { name, file } of SETS) {
    const examples = readSet(join(path, file));
    const heldOut = examples.filter(isHeldOut);
    const started = performance.now();
    const result = learnScorecard(examples.filter((example) => !isHeldOut(example)));
    const seconds = (performance.now() - started) / 1000;
    if (result.kind !== 'learned') throw new Error(result.kind);
    const { scorecard, outOfFold, outside } = result.learned;
    rows.push(row(`${name}, cross-validated in training`, outOfFold), row(`${name}, labels left out`, outside));
    const choosing = performance.now();
    rows.push(row(`${name}, held-out fifth`, score(scorecard, heldOut)));
    const each = duration(((performance.now() - choosing) * 1000) / heldOut.length);
    rows.push(row(`${name}, texts out of scope`, score(scorecard, outOfScope.map(({ text }) => ({ text, label: null })))));
    remarks.push(`${name}: ${scorecard.points.points.length} points of ${scorecard.terms.size} terms for ${scorecard.labels.length} labels, ${jsonBytes(scorecard)} bytes as JSON, learned in ${seconds.toFixed(1)} s; a decision takes ${each}.`);
  }
  return `${table(['set', 'texts', 'decided', 'coverage', 'precision', 'at least'], rows)}\n\n${remarks.join('\n')}`;
}

function isHeldOut({ text }: Example): boolean {
  return partOf(text, 'held out', HELD_OUT_PARTS) === 0;
}

function readSet(path: string): readonly Example[] {
  const reading = readExamples(readFileSync(path));
  if (reading.kind !== 'ok') throw new Error(`${path}: ${reading.problems[0]!.message}`);
  return reading.examples;
}

function score(scorecard: Scorecard, examples: readonly Example[]): Tally {
  let decided = 0;
  let right = 0;
  for (const { text, label } of examples) {
    const choice = chooseByPoints(scorecard, text);
    if (choice === null) continue;
    decided += 1;
    if (choice === label) right += 1;
  }
  return { texts: examples.length, decided, right };
}

/** The least that JSON takes for the points, the rarities and the terms: label and points in turn. */
function jsonBytes({ labels, terms, points: { constants, starts, owners, points, rarities } }: Scorecard): number {
  const entries = [...terms].flatMap(([term, number]): [string, number[]][] => {
    const own = Array.from({ length: starts[number + 1]! - starts[number]! }, (_, at) => [owners[starts[number]! + at]!, points[starts[number]! + at]!]).flat();
    const isWord = !term.includes(' ');
    if (own.length === 0 && !isWord) return [];
    return [[term, isWord ? [rarities[number]!, ...own] : own]];
  });
  return Buffer.byteLength(JSON.stringify({ labels, constants: [...constants], terms: Object.fromEntries(entries) }));
}

/** Where no answer can be right, precision says nothing. */
function row(name: string, { texts, decided, right }: Tally): string[] {
  const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
  const precision = right === 0 ? ['', ''] : [`${right}: ${percent(right, decided)}`, `${(100 * lowerBound(right, decided)).toFixed(1)} %`];
  return [name, String(texts), String(decided), percent(decided, texts), ...precision];
}
