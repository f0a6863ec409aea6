// Decisions: how fast, how often the same, and how often right: with the names of intents as criteria, and with learned ones.
// The labelled sets are CLINC150 and BANKING77 (`{text, label}` lines) under `decisions` in a folder that is
// given; where it is missing, that part says so and is left out. A fifth of each set, told by a hash of the text, is
// held out: nothing is learned or chosen from it.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { Engine } from '../server/engines/engine.ts';
import type { Example } from '../server/engines/learn/examples.ts';
import { partOf, readExamples } from '../server/engines/learn/examples.ts';
import { learn, PRECISION_DEFAULT } from '../server/engines/learn/learn.ts';
import { learnedLabels, writeQuestions } from '../server/engines/learn/questions.ts';
import { chooser } from '../server/engines/learn/recount.ts';
import { PHRASES_MAX } from '../server/engines/systemone/program.ts';
import type { Option } from '../server/engines/systemone/questions.ts';
import { prepareQuestion } from '../server/engines/systemone/questions.ts';
import { decideSystemOne } from '../server/engines/systemone/systemone.ts';
import { prepare } from '../server/services/decisions/library.ts';
import type { SystemOneResponse } from '../server/services/decisions/wire/answer.ts';
import type { SystemOneRequest } from '../server/services/decisions/wire/systemone.ts';
import { readSystemOneRequest } from '../server/services/decisions/wire/systemone.ts';
import { lowerBound } from './clopper-pearson.ts';
import { duration, median, table } from './measure.ts';
import { TICKET_BODY } from './ticket.ts';

const engine = new Engine();

export async function benchDecide(folder: string): Promise<string> {
  return [await benchSpeed(), await benchLargest(), await benchDeterminism(), await benchSets(folder)].join('\n\n');
}

// Speed.

const CALLS = 2000;
/** More question sets than the cache holds, so that none is still cached when its turn comes again. */
const FRESH = 600;

async function benchSpeed(): Promise<string> {
  const bytes = Buffer.from(TICKET_BODY);
  const request = readRequest(bytes);
  const fresh = Array.from({ length: FRESH }, (_, at) =>
    readRequest(Buffer.from(TICKET_BODY.replaceAll('parcel', `parcel${at}`))),
  );
  const same = await p50(CALLS, () => decideSystemOne(engine, request, { bytes }));
  const other = await p50(FRESH, (at) => decideSystemOne(engine, fresh[at % FRESH]!, { bytes }));
  const whole = await p50(CALLS, () => decideSystemOne(engine, readRequest(bytes), { bytes }));
  const { state, questions } = JSON.parse(TICKET_BODY) as { readonly state: unknown; readonly questions: unknown };
  const triage = await prepare(questions);
  if (triage.kind === 'invalid') throw new Error(triage.message);
  const stateJson = writeJson(state);
  const library = await p50(CALLS, () => triage.decideJson(stateJson));
  return table(
    ['a request with 8 questions over a state of 2 KB', 'p50'],
    [
      ['evident/decide: questions prepared once, from the text of a state to the text of the answer', library],
      ['decide, the same questions again', same],
      ['decide, other phrases every time: write, check and compile their program', other],
      ['read and decide, the same questions again', whole],
    ],
  );
}

async function p50(calls: number, run: (at: number) => Promise<unknown>): Promise<string> {
  const times: number[] = [];
  for (let at = -Math.floor(calls / 5); at < calls; at += 1) {
    const started = performance.now();
    await run(at + calls);
    if (at >= 0) times.push((performance.now() - started) * 1000);
  }
  return duration(median(times));
}

const LARGEST_QUESTIONS = 80;

/** As many phrases as a set of questions may have: what they cost once, and what a request costs then. */
async function benchLargest(): Promise<string> {
  const criteria = (question: number, seed: number): unknown =>
    Object.fromEntries(
      Array.from({ length: PHRASES_MAX / LARGEST_QUESTIONS }, (_, option) => [
        `option ${option}`,
        [`word${(question * 977 + option * 31 + seed) % 5000} thing${(question * 31 + option * 7) % 5003}`],
      ]),
    );
  const { state } = JSON.parse(TICKET_BODY) as { readonly state: unknown };
  const [first, ...others] = [1, 2, 3, 4].map((seed) => {
    const questions = Object.fromEntries(
      Array.from({ length: LARGEST_QUESTIONS }, (_, question) => [
        `q${question}`,
        { type: 'choice', criteria: criteria(question, seed) },
      ]),
    );
    return readRequest(Buffer.from(writeJson({ state, questions })));
  });
  const bytes = new Uint8Array();
  // What the first decision of a process loads is loaded by then.
  await decideSystemOne(engine, first!, { bytes });
  return table(
    [`${LARGEST_QUESTIONS} questions with ${PHRASES_MAX} phrases over the same state`, 'p50'],
    [
      ['again', await p50(20, () => decideSystemOne(engine, first!, { bytes }))],
      [
        'the first time',
        await p50(others.length, (at) => decideSystemOne(engine, others[at % others.length]!, { bytes })),
      ],
    ],
  );
}

// Determinism.

const REPEATS = 10_000;
const PERMUTATIONS = 1000;

async function benchDeterminism(): Promise<string> {
  const here = await hashRepeats(REPEATS / 2);
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), 'repeats', String(REPEATS / 2)], {
    encoding: 'utf8',
  });
  const equal = here.distinct === 1 && child.stdout.trim() === `${here.distinct} ${here.hash}`;
  let changes = 0;
  const told = tell(await decideBody(TICKET_BODY));
  for (let at = 1; at <= PERMUTATIONS; at += 1)
    if (tell(await decideBody(writeJson(permute(JSON.parse(TICKET_BODY), at)))) !== told) changes += 1;
  return table(
    ['the same answer', 'runs', 'changes'],
    [
      ['repeats, bytes of the answer, two processes', String(REPEATS), equal ? '0' : 'some'],
      ['order of options, questions and state keys: outcome, choice, evidence', String(PERMUTATIONS), String(changes)],
    ],
  );
}

async function hashRepeats(count: number): Promise<{ distinct: number; hash: string }> {
  const hashes = new Set<string>();
  for (let at = 0; at < count; at += 1)
    hashes.add(
      createHash('sha256')
        .update(writeJson(await decideBody(TICKET_BODY)))
        .digest('hex'),
    );
  return { distinct: hashes.size, hash: [...hashes][0]! };
}

/** The keys of every object in another order; lists stay, because their order means something. */
function permute(value: unknown, turn: number): unknown {
  if (Array.isArray(value)) return value.map((element) => permute(element, turn));
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value);
  const from = (turn * 7 + entries.length) % Math.max(1, entries.length);
  const turned = [...entries.slice(from), ...entries.slice(0, from)];
  if (turn % 2 === 1) turned.reverse();
  return Object.fromEntries(turned.map(([key, member]) => [key, permute(member, turn + entries.length)]));
}

function tell({ answers }: SystemOneResponse): string {
  return JSON.stringify(
    [...answers]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, { outcome, choice, evidence }]) => [id, outcome, choice, evidence]),
  );
}

async function decideBody(text: string): Promise<SystemOneResponse> {
  const bytes = Buffer.from(text);
  const result = await decideSystemOne(engine, readRequest(bytes), { bytes });
  if (result.kind !== 'answered') throw new Error(result.kind);
  return result.body;
}

function readRequest(bytes: Uint8Array): SystemOneRequest {
  const reading = readSystemOneRequest(parseJson(bytes));
  if (reading.kind !== 'ok') throw new Error(reading.message);
  return reading.request;
}

// Labelled sets.

interface LabelledSet {
  readonly name: string;
  readonly file: string;
  readonly outOfScope: string | null;
  /** What is asked of cross-validation inside the training part. */
  readonly precision: number;
}

const SETS: readonly LabelledSet[] = [
  { name: 'CLINC150', file: 'clinc150.jsonl', outOfScope: 'clinc150_out_of_scope.jsonl', precision: PRECISION_DEFAULT },
  { name: 'BANKING77', file: 'banking77.jsonl', outOfScope: null, precision: 0.975 },
];

const HELD_OUT_PARTS = 5;

function isHeldOut({ text }: Example): boolean {
  return partOf(text, 'held out', HELD_OUT_PARTS) === 0;
}

interface Score {
  readonly texts: number;
  readonly decided: number;
  readonly right: number;
}

async function benchSets(folder: string): Promise<string> {
  const path = join(folder, 'decisions');
  if (!existsSync(path)) return `Labelled sets: left out, there is no folder ${path}; --data FOLDER names another.`;
  const rows: string[][] = [];
  const remarks: string[] = [];
  for (const { name, file, outOfScope, precision } of SETS) {
    const examples = readSet(join(path, file));
    const outside = outOfScope === null ? [] : readSet(join(path, outOfScope));
    const labels = [...new Set(examples.map(({ label }) => label!))].sort();
    const named = writeJson({
      label: { type: 'choice', criteria: Object.fromEntries(labels.map((label) => [label, null])) },
    });
    rows.push(
      scoreRow(
        `${name}, names as criteria, all`,
        await score(readOptions(named), examples, 'heed'),
        await score(readOptions(named), outside, 'heed'),
      ),
    );
    const started = performance.now();
    const result = await learn(
      examples.filter((example) => !isHeldOut(example)),
      { precision },
    );
    if (result.kind !== 'learned') throw new Error(result.kind);
    const { learned } = result;
    const seconds = (performance.now() - started) / 1000;
    const questions = writeQuestions('label', learned);
    const options = readOptions(questions);
    const heldOut = examples.filter(isHeldOut);
    rows.push(
      scoreRow(`${name}, learned, cross-validated in training`, learned.outOfFold, { texts: 0, decided: 0, right: 0 }),
    );
    rows.push(
      scoreRow(
        `${name}, learned, held-out fifth`,
        await score(options, heldOut, 'ignore'),
        await score(options, outside, 'ignore'),
      ),
    );
    const phrases = learned.labels.reduce((sum, label) => sum + label.phrases.length, 0);
    remarks.push(
      `${name}: ${phrases} phrases for ${learnedLabels(learned.labels).length} of ${labels.length} labels, ${questions.length} bytes, learned in ${seconds.toFixed(1)} s at a precision of ${precision}; ` +
        `${await countDifferences(questions, options, heldOut)} of ${WHOLE_PATH_TEXTS} held-out texts are answered otherwise by a whole request.`,
    );
  }
  return `${table(['set', 'texts', 'decided', 'coverage', 'precision', 'at least', 'out of scope decided'], rows)}\n\n${remarks.join('\n')}\n"At least" is the lower end of the 95 % interval of Clopper and Pearson.`;
}

function readSet(path: string): readonly Example[] {
  const reading = readExamples(readFileSync(path));
  if (reading.kind !== 'ok') throw new Error(`${path}: ${reading.problems[0]!.message}`);
  return reading.examples;
}

/** The options as the service reads them from a file of questions. */
function readOptions(questions: string): readonly Option[] {
  const request = readRequest(Buffer.from(`{"state":"","questions":${questions}}`));
  return prepareQuestion(request.questions[0]!).options;
}

async function score(
  options: readonly Option[],
  examples: readonly Example[],
  negation: 'heed' | 'ignore',
): Promise<Score> {
  const choose = chooser(options, negation);
  const score = { texts: examples.length, decided: 0, right: 0 };
  for (const { text, label } of examples) {
    const choice = await choose(text);
    if (choice !== null) score.decided += 1;
    if (choice !== null && choice === label) score.right += 1;
  }
  return score;
}

function scoreRow(name: string, { texts, decided, right }: Score, outside: Score): string[] {
  const percent = (part: number, whole: number): string =>
    whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`;
  return [
    name,
    String(texts),
    String(decided),
    percent(decided, texts),
    `${right}: ${percent(right, decided)}`,
    `${(100 * lowerBound(right, decided)).toFixed(1)} %`,
    outside.texts === 0 ? '' : `${outside.decided} of ${outside.texts}: ${percent(outside.decided, outside.texts)}`,
  ];
}

const WHOLE_PATH_TEXTS = 40;

/** The decisions above use one program; this asks whole requests, as a client would. */
async function countDifferences(
  questions: string,
  options: readonly Option[],
  examples: readonly Example[],
): Promise<number> {
  const choose = chooser(options, 'ignore');
  let differences = 0;
  for (const { text } of examples.slice(0, WHOLE_PATH_TEXTS)) {
    const { answers } = await decideBody(`{"state":${JSON.stringify(text)},"questions":${questions}}`);
    if ((answers.get('label')!.choice ?? null) !== (await choose(text))) differences += 1;
  }
  return differences;
}

if (process.argv[1] === fileURLToPath(import.meta.url) && process.argv[2] === 'repeats') {
  const { distinct, hash } = await hashRepeats(Number(process.argv[3]));
  console.log(`${distinct} ${hash}`);
}
