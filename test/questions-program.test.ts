// Questions are a program: what it is, that every way to ask it gives the same bytes, that every engine agrees on it, and
// what its limits do at them and one past.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { check } from '../compiler/check.ts';
import { QUESTIONS_SECTION } from '../compiler/emit/section.ts';

import { parseJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { execute, instantiateArtifact } from '../runtime/execute.ts';
import { openArtifact } from '../runtime/open-artifact.ts';
import type { JudgeOptions } from '../server/engines/systemone/judge.ts';
import { DECISION_FUEL } from '../server/engines/systemone/judge.ts';
import { PATH_STEPS_MAX, PHRASE_WORDS_MAX, PHRASES_MAX, PROGRAM_LIMITS } from '../server/engines/systemone/program.ts';
import { ServiceError } from '../server/errors.ts';
import type { Questions } from '../server/services/decisions/library.ts';
import { prepare, prepareJson } from '../server/services/decisions/library.ts';
import type { QuestionSet } from '../server/services/decisions/question-set.ts';
import { readQuestionSet } from '../server/services/decisions/question-set.ts';
import { answerSystemOne, readSystemOne } from '../server/services/decisions/system-one.ts';
import { compareEngines } from './support/agreement.ts';
import { engine } from './support/engine.ts';
import { readCases } from './support/golden-json.ts';
import { moduleFile } from './support/paths.ts';
import { request } from './support/requests.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

function setOf(questions: unknown): QuestionSet {
  const set = readQuestionSet(writeJson(questions));
  if (set.kind === 'invalid') throw new Error(set.message);
  return set;
}

async function prepared(questionsJson: string): Promise<Questions> {
  const questions = await prepareJson(questionsJson);
  if (questions.kind === 'invalid') throw new Error(questions.message);
  return questions;
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What the service answers to the request `{"state":…,"questions":…}`, with everything that can be asked for. */
async function serviceText(stateJson: string, questionsJson: string, judging: JudgeOptions = {}): Promise<string> {
  const bytes = encode(`{"state":${stateJson},"questions":${questionsJson}}`);
  const reply = await answerSystemOne(
    engine,
    readSystemOne(parseJson(bytes)),
    { bytes, options: { undecided: 'omit', profile: null, trace: true } },
    judging,
  );
  if (reply.kind !== 'json') throw new Error(reply.kind);
  return writeJson(reply.body);
}

const TEAMS = {
  type: 'choice',
  instructions: 'Which team?',
  criteria: { billing: 'refund, charged twice', technical: ['crash', ['does not', 'start']] },
};

test('the program is canonical text that checks, and hashes to what is said', () => {
  fc.assert(
    fc.property(request, (json) => {
      const set = setOf(json.get('questions'));
      const { ok, canonical, hash } = check(set.program, { limits: PROGRAM_LIMITS });
      assert.equal([ok, canonical, hash], [true, set.program, set.hash]);
    }),
    { numRuns: 100 },
  );
});

test('the hash comes from phrases, vetoes and paths alone', () => {
  const { hash } = setOf({ team: TEAMS });
  assert.is(setOf({ other: TEAMS }).hash, hash, 'ids');
  assert.is(setOf({ team: { ...TEAMS, instructions: { question: 'Wer?', note: ['anything'] } } }).hash, hash, 'texts');
  assert.is(
    setOf({ team: { ...TEAMS, criteria: { a: ['refund', 'charged twice'], b: TEAMS.criteria.technical } } }).hash,
    hash,
    'keys of options',
  );
  assert.is(setOf({ team: { type: 'score', criteria: Object.values(TEAMS.criteria) } }).hash, hash, 'types');
  assert.is(
    setOf({ team: { ...TEAMS, criteria: { ...TEAMS.criteria, billing: 'refund, charged twice, refund' } } }).hash,
    hash,
    'what is written twice',
  );
  for (const other of [
    { ...TEAMS, instructions: 'Which, by `a`?' },
    { ...TEAMS, criteria: { ...TEAMS.criteria, billing: 'refunds' } },
    { ...TEAMS, criteria: { ...TEAMS.criteria, billing: { what: ['refund', 'charged twice'], not: 'x' } } },
  ]) {
    assert.is.not(setOf({ team: other }).hash, hash);
  }
});

test('law: the interpreter and WebAssembly agree on programs of questions: output, fault and steps', async () => {
  let decided = 0;
  await fc.assert(
    fc.asyncProperty(request, fc.nat(), async (json, fuel) => {
      const { program } = setOf(json.get('questions'));
      const compared = await compareEngines(program, writeJson(json.get('state')), ['linked'], [fuel]);
      assert.is(compared.kind, 'agree', compared.kind === 'disagree' ? JSON.stringify(compared) : program);
      decided += 1;
    }),
    { numRuns: 60 },
  );
  assert.is(decided, 60);
});

test('the artifact agrees too, on odd states', async () => {
  const { program } = setOf({
    team: { ...TEAMS, instructions: 'See `a.b[0]` and `c`.' },
    said: { type: 'noul', instructions: 'Is it "a refund" or `c`?' },
  });
  for (const state of [
    'null',
    '7',
    '""',
    '[]',
    '{}',
    '"a refund"',
    '{"c":"a refund","a":{"b":["crash"]}}',
    '[{"type":"text","text":"a refund"},{"type":"json","value":{"a":{"b":["no crash"]}}}]',
    '[{"type":"text","text":7}]',
    '[1,2]',
    '{"a":{"b":{"0":"does not start"}}}',
  ]) {
    const compared = await compareEngines(program, state, ['artifact'], []);
    assert.is(compared.kind, 'agree', `${state} ${JSON.stringify(compared)}`);
  }
});

const cases = readCases('wire/systemone').flatMap(({ name, members }) => {
  const asked = members.get('request');
  const result = members.get('result');
  return asked instanceof Map &&
    asked.has('state') &&
    asked.has('questions') &&
    result instanceof Map &&
    result.has('body')
    ? [{ name, state: writeJson(asked.get('state')), questions: writeJson(asked.get('questions')) }]
    : [];
});

test('the library answers with the bytes of the service', async () => {
  assert.ok(cases.length > 30);
  for (const { name, state, questions } of cases) {
    const triage = await prepared(questions);
    const decision = await triage.decideJson(state, { trace: true });
    assert.is(decision.kind === 'answered' && decision.json, await serviceText(state, questions), name);
  }
});

test('the artifact answers with the bytes of the service', async () => {
  // Building optimises, which takes long: the largest questions of the cases, asked of the states of all.
  const chosen = [...cases]
    .sort((a, b) => b.questions.length - a.questions.length)
    .filter(({ name }) => /path|scope|quoted|all-of|veto/.test(name))
    .slice(0, 2);
  for (const { questions } of chosen) {
    const triage = await prepared(questions);
    const wasm = await triage.build();
    const module = new WebAssembly.Module(wasm as Uint8Array<ArrayBuffer>);
    const [section] = WebAssembly.Module.customSections(module, QUESTIONS_SECTION);
    assert.is(new TextDecoder().decode(section), questions);
    assert.equal([openArtifact(wasm).info.hash, openArtifact(wasm).info.canonical], [triage.hash, triage.canonical]);
    const exports = instantiateArtifact(module);
    for (const { name, state } of cases) {
      assert.is(
        await serviceText(state, questions, { runBuilt: (input, fuel) => execute(exports, input, fuel) }),
        await serviceText(state, questions),
        name,
      );
    }
  }
});

test('the command line: questions, and the artifact built from them, give the bytes that HTTP gives', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'evident-questions-'));
  const server = await openServer();
  try {
    const questions = JSON.stringify({
      team: TEAMS,
      urgent: { type: 'noul', instructions: 'Is it "urgent", going by `message`?' },
    });
    const state = '{"message": "I was charged twice.\\nIt is urgent", "order": 4711}';
    writeFileSync(join(folder, 'questions.json'), `${questions}\n`);
    writeFileSync(join(folder, 'state.json'), `\n${state}\n`);
    const evident = (...args: string[]): string => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [moduleFile('cli/bin'), ...args], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, EVIDENT_CACHE: join(folder, 'cache') },
      });
      assert.is(status, 0, stderr);
      return stdout;
    };
    const response = await server.post('/v1/systemone', `{"state":${state},"questions":${questions}}`, {
      'x-evident-trace': '1',
    });
    const body = await response.text();
    assert.is(evident('decide', 'questions.json', '--state', 'state.json', '--trace'), `${body}\n`);
    evident('build', 'questions.json', '-o', 'triage.wasm');
    assert.is(evident('decide', 'triage.wasm', '--state', 'state.json', '--trace'), `${body}\n`);
    const { trace, answers } = JSON.parse(body) as {
      trace: { hash: string; steps: number };
      answers: { team: { choice: string; evidence: unknown[] } };
    };
    const raw = JSON.parse(evident('run', 'triage.wasm', '--input', 'state.json', '--json')) as {
      output: { evidence: unknown[]; supported: number[] }[];
      steps: number;
      hash: string;
    };
    assert.equal([raw.hash, raw.steps, raw.output[0]!.supported], [trace.hash, trace.steps, [0]]);
    assert.equal(raw.output[0]!.evidence, answers.team.evidence);
    for (const file of ['triage.wasm', 'questions.json']) {
      const inspected = JSON.parse(evident('inspect', file, '--json')) as { hash: string; canonical: string };
      assert.equal([inspected.hash, check(inspected.canonical).hash], [trace.hash, trace.hash]);
    }
    assert.is(check(evident('inspect', 'questions.json')).hash, trace.hash, 'what is printed is the program');
    const script = join(folder, 'one.script');
    writeFileSync(script, '1');
    evident('build', script, '-o', 'one.wasm');
    const refused = spawnSync(
      process.execPath,
      [moduleFile('cli/bin'), 'decide', 'one.wasm', '--state', 'state.json'],
      { cwd: folder, encoding: 'utf8' },
    );
    assert.is(refused.status, 2);
    assert.match(refused.stderr, 'was built from a script, not from questions');
  } finally {
    await server.close();
    rmSync(folder, { recursive: true });
  }
});

test('the library: what is wrong is a value, and the body is there to be read', async () => {
  assert.is((await prepare({ q: { type: 'choice' } })).kind, 'invalid');
  assert.is((await prepareJson('{"q":')).kind, 'invalid');
  const triage = await prepare({ team: TEAMS });
  if (triage.kind === 'invalid') throw new Error(triage.message);
  const decision = await triage.decide({ message: 'a refund' });
  assert.is(decision.kind === 'answered' && decision.body.answers.team?.choice, 'billing');
  assert.equal(decision.kind === 'answered' && decision.undecided, []);
  const open = await triage.decide('hello', { undecided: 'distribution', profile: 'core' });
  assert.equal(open.kind === 'answered' && [open.undecided, open.body.answers.team?.choice, 'trace' in open.body], [
    ['team'],
    'billing',
    false,
  ]);
  assert.is((await triage.decide(7)).kind, 'invalid');
  assert.is((await triage.decideJson('{"a":1,"a":2}')).kind, 'invalid');
  assert.is((await triage.decide('refund '.repeat(400_000))).kind, 'state-too-large');
});

test('trace: the hash, steps and schedule of the program, on both wires, only when asked for', async () => {
  const server = await openServer();
  try {
    const { hash } = setOf({ team: TEAMS });
    const one = { state: 'a refund', questions: { team: TEAMS } };
    const decisions = {
      input: 'a refund',
      questions: [
        {
          type: 'choice',
          name: 'team',
          choices: [
            { value: 'billing', description: 'refund, charged twice' },
            { value: 'technical', description: 'crash' },
          ],
        },
      ],
    };
    const traceOf = async (path: string, body: unknown, headers: Record<string, string>): Promise<unknown> =>
      ((await (await server.post(path, JSON.stringify(body), headers)).json()) as { trace?: unknown }).trace;
    for (const [path, body] of [
      ['/v1/systemone', one],
      ['/v1/decisions', decisions],
    ] as const) {
      const trace = (await traceOf(path, body, { 'x-evident-trace': '1' })) as {
        hash: string;
        steps: number;
        schedule: string;
      };
      assert.ok(trace.steps > 0 && trace.schedule.startsWith('steps/'));
      if (path === '/v1/systemone') assert.is(trace.hash, hash);
      assert.is(await traceOf(path, body, {}), undefined);
      assert.is(await traceOf(path, body, { 'x-evident-trace': '1', 'x-evident-profile': 'core' }), undefined);
      assert.is((await server.post(path, JSON.stringify(body), { 'x-evident-trace': 'yes' })).status, 400);
    }
  } finally {
    await server.close();
  }
});

async function refusalOf(questions: unknown): Promise<unknown> {
  try {
    await serviceText('"word1 and a refund"', writeJson(questions));
    return null;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return [error.status, error.message];
  }
}

/** Phrases in many options: each option has 50. */
function phrases(count: number): unknown {
  const list = Array.from({ length: count }, (_, at) => `word${at} thing`);
  const criteria = (from: number): unknown =>
    Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`o${at}`, list.slice(from + at * 50, from + at * 50 + 50)]).filter(
        ([, some]) => some!.length > 0,
      ),
    );
  return Object.fromEntries(
    Array.from({ length: Math.ceil(count / 5000) }, (_, at) => [
      `q${at}`,
      { type: 'choice', criteria: criteria(at * 5000) },
    ]),
  );
}

test(`phrases: ${PHRASES_MAX} in one request`, async () => {
  assert.is(await refusalOf(phrases(PHRASES_MAX)), null);
  assert.equal(await refusalOf(phrases(PHRASES_MAX + 1)), [
    422,
    `The questions of one request may have at most ${PHRASES_MAX} phrases in all.`,
  ]);
});

test(`words in phrases: ${PHRASE_WORDS_MAX} in one request`, async () => {
  const words = (count: number): unknown => ({
    q: { type: 'choice', criteria: { a: ['1 '.repeat((count - 1) / 2) + '1'], b: ['!'.repeat((count - 1) % 2)] } },
  });
  assert.is(await refusalOf(words(PHRASE_WORDS_MAX - 1)), null);
  assert.is(await refusalOf(words(PHRASE_WORDS_MAX)), null);
  assert.equal(await refusalOf(words(PHRASE_WORDS_MAX + 1)), [
    422,
    `The questions of one request may have at most ${PHRASE_WORDS_MAX} words in phrases in all.`,
  ]);
});

test(`path keys: ${PATH_STEPS_MAX} in one request`, async () => {
  // The text itself is one reading, its keys are the other.
  const path = (keys: number): unknown => ({
    q: { type: 'choice', instructions: `\`${'a.'.repeat(keys - 1)}a\``, criteria: { x: 'refund' } },
  });
  assert.is(await refusalOf(path(PATH_STEPS_MAX - 1)), null);
  assert.equal(await refusalOf(path(PATH_STEPS_MAX)), [
    422,
    `The questions of one request may have at most ${PATH_STEPS_MAX} path keys in all.`,
  ]);
});

test(`text: ${PROGRAM_LIMITS.bytesMax} bytes in one program`, () => {
  const kindOf = (length: number): string =>
    readQuestionSet(writeJson({ q: { type: 'choice', criteria: { a: ['x'.repeat(length)] } } })).kind;
  // A phrase stands in the program twice.
  const { program } = setOf({ q: { type: 'choice', criteria: { a: ['x'] } } });
  const room = PROGRAM_LIMITS.bytesMax - Buffer.byteLength(program);
  assert.is(kindOf(1 + Math.floor(room / 2)), 'set');
  assert.is(kindOf(2 + Math.floor(room / 2)), 'invalid');
});

test('fuel: a decision that has too little says so, and never answers in part', async () => {
  const questions = writeJson({ team: TEAMS });
  const bytes = encode(`{"state":"a refund","questions":${questions}}`);
  const full = JSON.parse(await serviceText('"a refund"', questions)) as { trace: { steps: number } };
  for (const [fuel, kind] of [
    [full.trace.steps, 'json'],
    [full.trace.steps - 1, 'unfinished'],
    [DECISION_FUEL, 'json'],
  ] as const) {
    assert.is(
      (
        await answerSystemOne(
          engine,
          readSystemOne(parseJson(bytes)),
          { bytes, options: { undecided: 'omit', profile: null, trace: false } },
          { fuel },
        )
      ).kind,
      kind,
    );
  }
});

test.run();
