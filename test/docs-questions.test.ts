// docs/questions.md tells the truth: each row of its tables is asked and answered, and its limits are the limits.
// `--update` rewrites the answers.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { parseJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { PHRASE_WORDS_MAX, PHRASES_MAX } from '../server/engines/systemone/program.ts';
import { EVIDENCE_MAX } from '../server/engines/systemone/rule.ts';
import { decideSystemOne } from '../server/engines/systemone/systemone.ts';
import { PATHS_MAX } from '../server/services/decisions/wire/criteria.ts';
import { SCORED_TERMS_MAX, TERM_BYTES_MAX } from '../server/services/decisions/wire/scorecard.ts';
import { RULE_BYTES_MAX, RULES_MAX } from '../server/services/decisions/wire/script.ts';
import {
  LEVELS_MAX,
  OPTIONS_MAX,
  QUESTIONS_MAX,
  readSystemOneRequest,
} from '../server/services/decisions/wire/systemone.ts';
import { engine } from './support/engine.ts';
import { isUpdating } from './support/golden-json.ts';
import { ROOT } from './support/paths.ts';
import { test } from './support/test.ts';

const page = join(ROOT, 'docs/questions.md');
const lines = readFileSync(page, 'utf8').split('\n');

interface Row {
  readonly at: number;
  readonly head: string;
  readonly question: string;
  readonly state: string;
  readonly told: string;
}

const rows = lines.flatMap((line, at): Row[] => {
  const [, asked, state, told] = /^\| (`+.*`) \| `(.*)` \|(.*)\|$/.exec(line) ?? [];
  if (asked === undefined) return [];
  const question = asked.replace(/^`+|`+$/g, '');
  const isWhole = /^\{"type"/.test(question);
  return [
    {
      at,
      head: line.slice(0, line.lastIndexOf('|', line.length - 2)),
      question: isWhole ? question : `{"type":"choice","criteria":{"a":${question},"b":"zzz"}}`,
      state: state!,
      told: told!.trim(),
    },
  ];
});

test('the page has rows', () => assert.ok(rows.length >= 25));

for (const { at, head, question, state, told } of rows) {
  test(`${head.slice(0, 100)}`, async () => {
    const said = await answer(question, state);
    if (isUpdating) lines[at] = `${head}| ${said} |`;
    else assert.is(said, told);
  });
}

/** The outcome, what is selected, and its first evidence; or why not. */
async function answer(question: string, state: string): Promise<string> {
  const bytes = new TextEncoder().encode(`{"state":${state},"questions":{"q":${question}}}`);
  const reading = readSystemOneRequest(parseJson(bytes));
  if (reading.kind !== 'ok') throw new Error(reading.message);
  const result = await decideSystemOne(engine, reading.request, { bytes });
  if (result.kind !== 'answered') throw new Error(result.kind);
  const told = result.body.answers.get('q')!;
  if (told.outcome !== 'decided') return `${told.outcome}: ${told.reason!.code}`;
  const [first] = told.evidence!;
  return `decided ${writeJson(told.choice ?? told.value ?? told.index)}: “${first!.text}”, ${first!.by}`;
}

test('the limits are those of the page', () => {
  const told = lines.flatMap((line) => /^\| [^`|]+ \| (\d+) \|$/.exec(line)?.[1] ?? []).map(Number);
  assert.equal(told, [
    QUESTIONS_MAX,
    OPTIONS_MAX,
    LEVELS_MAX,
    PATHS_MAX,
    PHRASES_MAX,
    PHRASE_WORDS_MAX,
    SCORED_TERMS_MAX,
    TERM_BYTES_MAX,
    RULES_MAX,
    RULE_BYTES_MAX,
    EVIDENCE_MAX,
  ]);
});

if (isUpdating) test('update', () => writeFileSync(page, lines.join('\n')));

test.run();
