// How often is a decision right on the text that people write, and how much is decided? The states and what a careful person would
// say to them are in the folders of test/golden/triage, written by people who had not seen the engine.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Json } from '../grammar/json.ts';
import { parseJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { prepareJson } from '../server/services/decisions/library.ts';
import { share, table } from './measure.ts';

const FOLDER = join(import.meta.dirname, '../../test/golden/triage');

export interface Tally {
  answers: number;
  /** What a person would answer. */
  answerable: number;
  decided: number;
  right: number;
}

interface Wrong {
  readonly set: string;
  readonly about: string;
  readonly line: string;
}

/** Of each kind of states a table of precision and coverage by set, and every wrong decision; and every sentence misread. */
export async function benchTriage(): Promise<string> {
  const kinds = readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const parts: string[] = [];
  for (const { name } of kinds.sort((a, b) => (a.name < b.name ? -1 : 1)))
    parts.push(`### ${name}\n\n${await judgeFolder(join(FOLDER, name))}`);
  const { count, misread } = await judgeDenials(join(FOLDER, 'denial.json'));
  const listed = misread.map(({ text, phrase, denied }) => `- “${phrase}” is ${denied ? 'denied' : 'stated'}: ${text}`);
  parts.push(`### denial\n\n${count - misread.length} of ${count} read rightly\n\n${listed.join('\n')}\n`);
  return parts.join('\n');
}

async function judgeFolder(folder: string): Promise<string> {
  const total = emptyTally();
  const rows: string[][] = [];
  const wrong: Wrong[] = [];
  for (const name of setsOf(folder)) {
    const tally = emptyTally();
    await judgeSet(folder, name, tally, wrong);
    for (const key of Object.keys(total) as (keyof Tally)[]) total[key] += tally[key];
    rows.push(describe(name, tally));
  }
  rows.push(describe('all', total));
  const listed = wrong.map(({ set, about, line }) => `- ${set}, ${about}: ${line}`);
  return `${table(['set', 'answers', 'decided', 'right of these', 'coverage of what a person answers'], rows)}\n${listed.join('\n')}\n`;
}

interface Denial {
  readonly text: string;
  readonly phrase: string;
  readonly denied: boolean;
}

/** The sentences of a file of which a question about the phrase says the contrary of a person, and how many there are. */
export async function judgeDenials(
  path: string,
): Promise<{ readonly count: number; readonly misread: readonly Denial[] }> {
  const sentences = JSON.parse(readFileSync(path, 'utf8')) as Denial[];
  const misread: Denial[] = [];
  for (const sentence of sentences) {
    const asked = { stated: { type: 'noul', criteria: { true: [sentence.phrase] } } };
    const questions = await prepareJson(JSON.stringify(asked));
    if (questions.kind === 'invalid') throw new Error(`${path}: ${questions.message}`);
    const decision = await questions.decideJson(JSON.stringify(sentence.text));
    if (decision.kind !== 'answered') throw new Error(`${path}: ${decision.kind}`);
    const { answers } = JSON.parse(decision.json) as { answers: { stated: { may_act: boolean } } };
    if (answers.stated.may_act === sentence.denied) misread.push(sentence);
  }
  return { count: sentences.length, misread };
}

/** The counts of all sets of a folder, without their sentences. */
export async function tallyTriage(folder: string): Promise<Tally> {
  const total = emptyTally();
  for (const name of setsOf(folder)) await judgeSet(folder, name, total, []);
  return total;
}

function setsOf(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => name.replace('.json', ''));
}

function emptyTally(): Tally {
  return { answers: 0, answerable: 0, decided: 0, right: 0 };
}

function describe(name: string, { answers, answerable, decided, right }: Tally): string[] {
  return [name, String(answers), String(decided), share(right, decided), share(right, answerable)];
}

async function judgeSet(folder: string, set: string, tally: Tally, wrong: Wrong[]): Promise<void> {
  const path = join(folder, `${set}.json`);
  const json = parseJson(readFileSync(path));
  if (!(json instanceof Map)) throw new Error(path);
  const questions = await prepareJson(writeJson(json.get('questions')!));
  if (questions.kind === 'invalid') throw new Error(`${path}: ${questions.message}`);
  for (const given of json.get('cases') as Map<string, Json>[]) {
    const decision = await questions.decideJson(writeJson(given.get('state')!));
    if (decision.kind !== 'answered') throw new Error(`${path}: ${decision.kind}`);
    const answers = (
      JSON.parse(decision.json) as {
        answers: Record<
          string,
          {
            may_act: boolean;
            choice?: string;
            value?: boolean;
            index?: number;
            evidence: { text: string; by: string }[];
            reason?: { code: string };
          }
        >;
      }
    ).answers;
    for (const [id, expected] of given.get('expect') as Map<string, Json>) {
      const answer = answers[id]!;
      const said = answer.choice ?? answer.value ?? answer.index;
      tally.answers += 1;
      if (expected !== 'abstain') tally.answerable += 1;
      if (!answer.may_act) continue;
      tally.decided += 1;
      if (String(said) === (typeof expected === 'string' ? expected : writeJson(expected))) tally.right += 1;
      else
        wrong.push({
          set,
          about: String(given.get('about')),
          line: `${id} is ${String(said)} (${answer.evidence.map(({ text, by }) => `“${text}” ${by}`).join(', ')}), not ${String(expected)}: ${writeJson(given.get('state')!)}`,
        });
    }
  }
}
