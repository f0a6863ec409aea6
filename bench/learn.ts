// Scorecards: how many texts points decide, how often they are right, and how often they answer what is none of the labels.
// The labelled sets are CLINC150 and BANKING77 under `decisions` in a folder that is given; where it is missing, this says
// so. A fifth of each set, told by a hash of the text, is held out, as are the texts out of scope: nothing is learned or
// chosen from them.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompiledScript } from '../runtime/compile.ts';
import { compileGenerated } from '../runtime/generated.ts';
import { Toolchain } from '../runtime/toolchain.ts';
import type { Tally } from '../server/engines/learn/choose.ts';
import { type Example, partOf, readExamples } from '../server/engines/learn/examples.ts';
import { learnScorecard } from '../server/engines/learn/scorecard/scorecard.ts';
import { writeScorecard } from '../server/engines/learn/scorecard/write.ts';
import { DECISION_FUEL } from '../server/engines/systemone/judge.ts';
import { PROGRAM_LIMITS } from '../server/engines/systemone/program.ts';
import { prepareJson, type Questions } from '../server/services/decisions/library.ts';
import { lowerBound } from './clopper-pearson.ts';
import { duration, table } from './measure.ts';

const SETS = [
  { name: 'CLINC150', file: 'clinc150.jsonl' },
  { name: 'BANKING77', file: 'banking77.jsonl' },
];
const OUT_OF_SCOPE = 'clinc150_out_of_scope.jsonl';
const HELD_OUT_PARTS = 5;

export async function benchLearn(folder: string): Promise<string> {
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
    const written = writeScorecard(QUESTION, scorecard);
    const questions = await prepareJson(written);
    if (questions.kind === 'invalid') throw new Error(questions.message);
    const program = await compileGenerated(toolchain, questions.canonical, { limits: PROGRAM_LIMITS });
    const strays = outOfScope.map(({ text }) => ({ text, label: null }));
    rows.push(
      row(`${name}, cross-validated in training`, outOfFold),
      row(`${name}, labels left out`, outside),
      row(`${name}, held-out fifth`, await score(questions, heldOut)),
      row(`${name}, texts out of scope`, await score(questions, strays)),
    );
    const each = median(heldOut.map(({ text }) => timeOf(program, text)));
    remarks.push(
      `${name}: ${scorecard.points.points.length} terms with points for ${scorecard.labels.length} labels, ${Buffer.byteLength(written)} bytes of JSON, learned in ${seconds.toFixed(1)} s; a decision takes ${duration(each)}.`,
    );
  }
  return `${table(['set', 'texts', 'decided', 'coverage', 'precision', 'at least'], rows)}\n\n${remarks.join('\n')}`;
}

const toolchain = new Toolchain();

const QUESTION = 'label';

/** Of a run of the program of the questions, in microseconds. */
function timeOf(program: CompiledScript, text: string): number {
  const input = Buffer.from(JSON.stringify(text));
  const started = performance.now();
  toolchain.machine.run(program, input, { fuel: DECISION_FUEL });
  return (performance.now() - started) * 1000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function isHeldOut({ text }: Example): boolean {
  return partOf(text, 'held out', HELD_OUT_PARTS) === 0;
}

function readSet(path: string): readonly Example[] {
  const reading = readExamples(readFileSync(path));
  if (reading.kind !== 'ok') throw new Error(`${path}: ${reading.problems[0]!.message}`);
  return reading.examples;
}

/** What the questions decide, as the library answers them. */
async function score(questions: Questions, examples: readonly Example[]): Promise<Tally> {
  let decided = 0;
  let right = 0;
  for (const { text, label } of examples) {
    const decision = await questions.decide(text);
    if (decision.kind !== 'answered') throw new Error(decision.kind);
    const answer = decision.body.answers[QUESTION]!;
    if (answer.may_act !== true) continue;
    decided += 1;
    if (answer.choice === label) right += 1;
  }
  return { texts: examples.length, decided, right };
}

/** Where no answer can be right, precision says nothing. */
function row(name: string, { texts, decided, right }: Tally): string[] {
  const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;
  const precision =
    right === 0
      ? ['', '']
      : [`${right}: ${percent(right, decided)}`, `${(100 * lowerBound(right, decided)).toFixed(1)} %`];
  return [name, String(texts), String(decided), percent(decided, texts), ...precision];
}
