// System One's laws: what holds for every request, and what each limit does at it and one past it.
// It is longer than other files because it holds all cases of one subject.

import { Ajv } from 'ajv';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';
import { parseJson, RawJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import { collectTexts } from '../runtime/locate/texts.ts';
import { EVIDENCE_MAX, UNFOUND_MAX } from '../server/engines/systemone/rule.ts';
import type { DecideOptions } from '../server/engines/systemone/systemone.ts';
import { decideSystemOne } from '../server/engines/systemone/systemone.ts';
import type { AnswerFields as Answer, SystemOneResponse } from '../server/services/decisions/wire/answer.ts';
import {
  LEVELS_MAX,
  OPTIONS_MAX,
  PROBLEMS_MAX,
  QUESTIONS_MAX,
  readSystemOneRequest,
} from '../server/services/decisions/wire/systemone.ts';
import {
  SYSTEM_ONE_REQUEST_SCHEMA,
  SYSTEM_ONE_RESPONSE_SCHEMA,
} from '../server/services/decisions/wire/systemone-schema.ts';
import { engine } from './support/engine.ts';
import { request } from './support/requests.ts';
import { test } from './support/test.ts';

const encoder = new TextEncoder();

function read(text: string): Json {
  return parseJson(encoder.encode(text));
}

type Modes = Omit<DecideOptions, 'bytes'>;

async function respond(json: Json, modes: Modes = {}): Promise<SystemOneResponse> {
  const reading = readSystemOneRequest(json);
  if (reading.kind === 'invalid') throw new Error(reading.message);
  const result = await decideSystemOne(engine, reading.request, { bytes: encoder.encode(writeJson(json)), ...modes });
  if (result.kind !== 'answered') throw new Error(result.kind);
  return result.body;
}

function refuse(value: unknown): { status: number; message: string; detail: unknown } {
  const reading = readSystemOneRequest(read(writeJson(value)));
  if (reading.kind === 'ok') throw new Error('accepted');
  return reading;
}

async function answerOf(value: unknown, id = 'q'): Promise<Answer> {
  const answer = (await respond(read(writeJson(value)))).answers.get(id);
  if (answer === undefined) throw new Error('no answer');
  return answer;
}

/** The same request with the members of the named objects in another order. */
function reverse(json: Json, where: (path: readonly string[]) => boolean, path: readonly string[] = []): Json {
  if (Array.isArray(json)) return json.map((item, index) => reverse(item, where, [...path, String(index)]));
  if (!(json instanceof Map)) return json;
  const entries = [...json].map(([name, item]): [string, Json] => [name, reverse(item, where, [...path, name])]);
  return new Map(where(path) ? entries.reverse() : entries);
}

/** What no order may change. */
function essence(response: SystemOneResponse): unknown {
  return [...response.answers]
    .map(([id, answer]) => ({
      id,
      outcome: answer.outcome,
      may_act: answer.may_act,
      choice: answer.choice,
      score: answer.score,
      noul: answer.noul,
      value: answer.value,
      evidence: answer.evidence,
      supported: [...(answer.supported ?? [])].sort(),
      unfound: [...(answer.unfound ?? [])].sort(),
      reason: answer.reason,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

test('law: the order of options changes neither outcome nor evidence', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (json) => {
      assert.equal(
        essence(await respond(reverse(json, (path) => path[0] === 'questions' && path.length === 3))),
        essence(await respond(json)),
      );
    }),
    { numRuns: 50 },
  );
});

test('law: the order of questions changes neither outcome nor evidence', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (json) => {
      assert.equal(essence(await respond(reverse(json, (path) => path.length === 1))), essence(await respond(json)));
    }),
    { numRuns: 50 },
  );
});

test('law: the order of keys in the state changes neither outcome nor evidence', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (json) => {
      assert.equal(essence(await respond(reverse(json, (path) => path[0] === 'state'))), essence(await respond(json)));
    }),
    { numRuns: 50 },
  );
});

test('law: one question is answered as if it were alone', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (json) => {
      const together = await respond(json);
      for (const [id, asked] of json.get('questions') as Map<string, Json>) {
        const alone = await respond(
          new Map<string, Json>([
            ['state', json.get('state')!],
            ['questions', new Map([[id, asked]])],
          ]),
        );
        assert.equal(alone.answers.get(id), together.answers.get(id));
      }
    }),
    { numRuns: 50 },
  );
});

test('law: paths come in code point order, whatever the keys', () => {
  const odd = fc.string({ unit: fc.constantFrom('a', 'b', '!', '/', '~', '0', '1', '😀', '\uff01'), maxLength: 3 });
  const nested = fc.dictionary(
    odd,
    fc.oneof(fc.constant('x'), fc.array(fc.constant('x'), { maxLength: 12 }), fc.dictionary(odd, fc.constant('x'))),
  );
  fc.assert(
    fc.property(nested, (value) => {
      const paths = collectTexts([{ path: '', value: read(JSON.stringify(value)) }]).texts.map(({ path }) =>
        Buffer.from(path),
      );
      assert.equal(paths, [...paths].sort(Buffer.compare));
    }),
    { numRuns: 500 },
  );
});

test('law: evidence is the bytes of the state at its path, and ordered', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (json) => {
      for (const answer of (await respond(json)).answers.values()) {
        const evidence = answer.evidence ?? [];
        for (const { path, start, end, text } of evidence) {
          const source = follow(json.get('state')!, path);
          assert.is(Buffer.from(source, 'utf8').subarray(start, end).toString('utf8'), text);
        }
        for (let at = 1; at < evidence.length; at += 1) {
          const [before, after] = [evidence[at - 1]!, evidence[at]!];
          const order = Buffer.compare(Buffer.from(before.path), Buffer.from(after.path));
          assert.ok(order < 0 || (order === 0 && before.start <= after.start));
        }
      }
    }),
    { numRuns: 50 },
  );
});

test('law: only what is decided acts, has evidence and names a selection', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (json) => {
      for (const answer of (await respond(json)).answers.values()) {
        const decided = answer.outcome === 'decided';
        assert.is(answer.may_act, decided);
        assert.is(answer.supported?.length === 1, decided);
        if (decided)
          assert.ok(answer.evidence!.length > 0 && answer.reason === undefined && answer.unfound === undefined);
        else
          for (const name of ['choice', 'index', 'score', 'noul', 'value', 'legend', 'probabilities', 'confidence'])
            assert.not.ok(name in answer, name);
        assert.is(answer.outcome === 'refused', answer.unfound !== undefined);
        assert.is(answer.outcome === 'refused' && answer.evidence!.length > 0, false);
      }
    }),
    { numRuns: 50 },
  );
});

test('law: a distribution sums to 1, its mean is the score, and its first highest is the choice', async () => {
  await fc.assert(
    fc.asyncProperty(
      request,
      fc.constantFrom<Modes>({ undecided: 'distribution' }, { profile: 'core' }),
      async (json, modes) => {
        for (const answer of (await respond(json, modes)).answers.values()) {
          if (answer.type === 'noul') {
            assert.ok([0, 0.5, 1].includes(answer.noul!));
            continue;
          }
          const shares = [...answer.probabilities!];
          assert.ok(Math.abs(shares.reduce((sum, [, share]) => sum + share, 0) - 1) < 1e-9);
          const highest = Math.max(...shares.map(([, share]) => share));
          if (answer.type === 'choice') assert.is(answer.choice, shares.find(([, share]) => share === highest)![0]);
          else
            assert.ok(
              Math.abs(shares.reduce((sum, [level, share]) => sum + Number(level) * share, 0) - answer.score!) < 1e-9,
            );
        }
      },
    ),
    { numRuns: 50 },
  );
});

test('law: requests and responses meet their schemas, and the same request gives the same bytes', async () => {
  const ajv = new Ajv({ strict: false });
  const isRequest = ajv.compile(SYSTEM_ONE_REQUEST_SCHEMA);
  const isResponse = ajv.compile(SYSTEM_ONE_RESPONSE_SCHEMA);
  await fc.assert(
    fc.asyncProperty(
      request,
      fc.constantFrom<Modes>({}, { undecided: 'distribution' }, { profile: 'core' }),
      async (json, modes) => {
        const text = writeJson(await respond(json, modes));
        assert.is(writeJson(await respond(read(writeJson(json)), modes)), text);
        // Not for `__proto__`: the validator sees plain objects.
        const plain = (value: string): unknown => JSON.parse(value.replaceAll('__proto__', 'proto'));
        assert.ok(isRequest(plain(writeJson(json))), ajv.errorsText(isRequest.errors));
        assert.ok(isResponse(plain(text)), ajv.errorsText(isResponse.errors));
      },
    ),
    { numRuns: 50 },
  );
});

/** Puts something else at a place of a value, chosen by a list of numbers. */
function spoil(json: Json, where: readonly number[], by: Json): Json {
  const [step, ...rest] = where;
  if (step === undefined) return by;
  if (json instanceof Map && json.size > 0) {
    const at = step % json.size;
    return new Map([...json].map(([name, item], index) => [name, index === at ? spoil(item, rest, by) : item]));
  }
  if (Array.isArray(json) && json.length > 0)
    return json.map((item, index) => (index === step % json.length ? spoil(item, rest, by) : item));
  return by;
}

test('law: any JSON is answered or told what is wrong, as the schema says', async () => {
  const isRequest = new Ajv({ strict: false, allowUnionTypes: true }).compile(SYSTEM_ONE_REQUEST_SCHEMA);
  const anything = fc.oneof(
    fc.constantFrom<Json>(null, true, 'choice', 'score', 'noul', '', [], new Map()),
    fc.jsonValue({ maxDepth: 2 }).map((value) => read(JSON.stringify(value))),
  );
  let valid = 0;
  let invalid = 0;
  await fc.assert(
    fc.asyncProperty(request, fc.array(fc.nat(5), { maxLength: 5 }), anything, async (json, where, by) => {
      const spoiled = spoil(json, where, by);
      const reading = readSystemOneRequest(spoiled);
      const asSchema = isRequest(JSON.parse(writeJson(spoiled).replaceAll('__proto__', 'proto')));
      assert.is(reading.kind === 'ok', asSchema && criteriaOf(spoiled).every(isSearchable), writeJson(spoiled));
      if (reading.kind === 'ok') await decideSystemOne(engine, reading.request, { bytes: new Uint8Array() });
      else assert.ok(reading.message.length > 0);
      if (reading.kind === 'ok') valid += 1;
      else invalid += 1;
    }),
    { numRuns: 450 },
  );
  assert.ok(valid > 100 && invalid > 100);
});

function criteriaOf(json: Json): Json[] {
  const questions = json instanceof Map ? json.get('questions') : null;
  if (!(questions instanceof Map)) return [];
  return [...questions.values()].flatMap((question) => {
    if (!(question instanceof Map)) return [];
    const criteria = question.get('criteria');
    // Other sides of a noul are not read.
    return question.get('type') === 'noul' && criteria instanceof Map
      ? [criteria.get('true') ?? null, criteria.get('false') ?? null]
      : [criteria ?? null];
  });
}

/** What a schema cannot say of any depth: numbers and booleans are not looked for. */
function isSearchable(json: Json): boolean {
  if (Array.isArray(json)) return json.every(isSearchable);
  if (json instanceof Map) return [...json.values()].every(isSearchable);
  return json === null || typeof json === 'string';
}

function follow(json: Json, path: string): string {
  let value: Json | undefined = json;
  for (const part of path.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    value = Array.isArray(value) ? value[Number(name)] : value instanceof Map ? value.get(name) : undefined;
  }
  if (typeof value !== 'string') throw new Error(`no string at ${path}`);
  return value;
}

// A place takes some hundred bytes of the 64 MiB that a run may use.
const PLACES = 150_000;
// A question takes eighteen steps for a place that is denied.
const DENIED = 120_000;

const yes = { type: 'noul', criteria: { true: 'refund' } };

test('law: questions that were asked before, about any state, are answered as if they were new', async () => {
  // White space makes their text another one, which nothing is remembered for.
  let fresh = 0;
  const told = async (state: unknown, questions: unknown, space: string): Promise<unknown> => {
    const bytes = encoder.encode(
      `{"state": ${JSON.stringify(state)},"questions":{${space}${JSON.stringify(questions).slice(1)}}`,
    );
    const reading = readSystemOneRequest(parseJson(bytes));
    if (reading.kind !== 'ok') throw new Error(reading.message);
    const result = await decideSystemOne(engine, reading.request, { bytes: new Uint8Array(), trace: true });
    return result.kind === 'answered' ? writeJson(result.body) : result.kind;
  };
  const questions = {
    team: { type: 'choice', instructions: 'Look at `note`.', criteria: { billing: 'refund', 'not us': ['hello'] } },
    urgent: { type: 'noul', criteria: { true: 'now' } },
  };
  for (const state of [
    { note: 'refund now' },
    { note: 'héllo' },
    { other: 'refund' },
    'now',
    ['hello'],
    { note: 'hello', more: 'refund' },
  ]) {
    fresh += 1;
    assert.is(await told(state, questions, ''), await told(state, questions, ' '.repeat(fresh)));
  }
  // The same words under other ids are another set.
  assert.is.not(await told('now', { a: questions.urgent }, ''), await told('now', { b: questions.urgent }, ''));
});

test('the id and the count of tokens come from the bytes', async () => {
  const one = await respond(read('{"state":"a","questions":{"q":{"type":"noul"}}}'));
  const other = await respond(read('{"state":"b","questions":{"q":{"type":"noul"}}}'));
  assert.match(one.id!, /^dec_[0-9a-f]{32}$/);
  assert.is.not(one.id, other.id);
  assert.equal(one.usage, { input_tokens: 12, output_tokens: 0 });
});

test('questions: 1 to 400', async () => {
  const many = (count: number): unknown => ({
    state: 'refund',
    questions: Object.fromEntries(Array.from({ length: count }, (_, i) => [`q${i}`, yes])),
  });
  assert.is((await respond(read(writeJson(many(QUESTIONS_MAX))))).answers.size, 400);
  assert.is(refuse(many(0)).status, 422);
  assert.equal(refuse(many(QUESTIONS_MAX + 1)), {
    kind: 'invalid',
    status: 400,
    message: 'questions: at most 400 are allowed, not 401',
    detail: { error_type: 'api_usage_error', message: 'questions: at most 400 are allowed, not 401' },
  });
});

test('options: 1 to 255', async () => {
  const many = (count: number): unknown => ({
    state: 'pick w254',
    questions: {
      q: { type: 'choice', criteria: Object.fromEntries(Array.from({ length: count }, (_, i) => [`w${i}`, null])) },
    },
  });
  assert.is((await answerOf(many(OPTIONS_MAX))).index, 254);
  assert.is((await answerOf(many(OPTIONS_MAX))).choice, 'w254');
  assert.is(refuse(many(0)).status, 422);
  assert.is(refuse(many(OPTIONS_MAX + 1)).status, 400);
});

test('levels: 1 to 10', async () => {
  const many = (count: number): unknown => ({
    state: 'l0',
    questions: { q: { type: 'score', criteria: Array.from({ length: count }, (_, i) => `l${i}`) } },
  });
  assert.is((await answerOf(many(1))).score, 0);
  assert.is((await answerOf(many(LEVELS_MAX))).score, 0);
  assert.is(refuse(many(0)).status, 422);
  assert.is(refuse(many(LEVELS_MAX + 1)).status, 400);
});

test('of a type that is none 64 characters are told, or digits', () => {
  const told = (type: unknown): string | undefined => {
    const [problem] = refuse({ state: '', questions: { q: { type, criteria: {} } } }).detail as readonly {
      readonly msg: string;
    }[];
    return problem?.msg.split("'")[1];
  };
  assert.equal(
    [told('x'.repeat(64)), told('x'.repeat(65)), told('😀'.repeat(65))],
    ['x'.repeat(64), 'x'.repeat(64), '😀'.repeat(64)],
  );
  const digits = (count: number): string | undefined => told(new RawJson('1'.repeat(count)));
  assert.equal([digits(64), digits(65)], ['1'.repeat(64), '1'.repeat(64)]);
});

test('a list of problems has at most 100', () => {
  const many = (count: number): unknown => ({
    state: '',
    questions: Object.fromEntries(Array.from({ length: count }, (_, i) => [`q${i}`, null])),
  });
  assert.is((refuse(many(PROBLEMS_MAX)).detail as unknown[]).length, 100);
  assert.is((refuse(many(PROBLEMS_MAX + 1)).detail as unknown[]).length, 100);
  assert.match(refuse(many(PROBLEMS_MAX + 1)).message, /\(and 100 more\)$/);
});

test('evidence has at most 64 places', async () => {
  const words = Array.from({ length: EVIDENCE_MAX + 1 }, (_, i) => `w${i}`);
  const ask = (count: number): unknown => ({
    state: words.slice(0, count).join(' '),
    questions: { q: { type: 'choice', criteria: { a: words } } },
  });
  assert.is((await answerOf(ask(EVIDENCE_MAX))).evidence!.length, 64);
  const answer = await answerOf(ask(EVIDENCE_MAX + 1));
  assert.is(answer.evidence!.length, 64);
  assert.is(answer.evidence![63]!.text, 'w63');
});

test('unfound has at most 64 phrases, and says how many more', async () => {
  const ask = (count: number): unknown => ({
    state: '',
    questions: { q: { type: 'choice', criteria: { a: Array.from({ length: count }, (_, i) => `w${i}`) } } },
  });
  assert.is((await answerOf(ask(UNFOUND_MAX))).unfound!.length, 64);
  assert.not.ok('unfound_more' in (await answerOf(ask(UNFOUND_MAX))));
  assert.is((await answerOf(ask(UNFOUND_MAX + 1))).unfound!.length, 64);
  assert.is((await answerOf(ask(UNFOUND_MAX + 1))).unfound_more, 1);
});

async function kindOf(value: unknown): Promise<string> {
  const reading = readSystemOneRequest(read(writeJson(value)));
  if (reading.kind === 'invalid') throw new Error(reading.message);
  return (await decideSystemOne(engine, reading.request, { bytes: new Uint8Array() })).kind;
}

const repeated = (text: string, count: number, questionCount = 1): unknown => ({
  state: text.repeat(count),
  questions: Object.fromEntries(
    Array.from({ length: questionCount }, (_, at) => [`q${at}`, { type: 'noul', criteria: { true: 'a' } }]),
  ),
});

test('places: as many as memory holds in one request', async () => {
  assert.is(await kindOf(repeated('a ', PLACES)), 'answered');
  assert.is(await kindOf(repeated('a ', 2 * PLACES)), 'state-too-large');
});

test('steps: 1,000,000,000 in one request', async () => {
  // Each question looks through all places, which are denied.
  assert.is(await kindOf(repeated('no a. ', DENIED, QUESTIONS_MAX)), 'answered');
  assert.is(await kindOf(repeated('no a. ', DENIED + 40_000, QUESTIONS_MAX)), 'state-too-large');
});

test('evidence: 8 MiB in one answer', async () => {
  const ask = (keyLength: number): unknown => ({
    state: { ['k'.repeat(keyLength)]: 'refund' },
    questions: { a: yes, b: yes },
  });
  assert.is(await kindOf(ask(4 * 2 ** 20 - 200)), 'answered');
  assert.is(await kindOf(ask(4 * 2 ** 20)), 'state-too-large');
});

test('a long key over many strings is refused before it is written out', async () => {
  // Written out it would be 50 billion characters, more than any process holds.
  assert.is(
    await kindOf({ state: { ['k'.repeat(500_000)]: Array(100_000).fill('refund') }, questions: { q: yes } }),
    'state-too-large',
  );
});

test('phrases that are parts of each other are refused: every place would be found 300 times', async () => {
  const nested = Array.from({ length: 300 }, (_, i) => 'a '.repeat(i + 1).trim());
  assert.is(
    await kindOf({ state: 'a '.repeat(50_000), questions: { q: { type: 'choice', criteria: { a: nested } } } }),
    'state-too-large',
  );
});

test('texts that make patterns slow are read to their end', async () => {
  for (const piece of [
    ' ',
    '"',
    '\u201c',
    "'",
    '`',
    '.',
    '0',
    ',',
    '[',
    '_',
    'aB',
    ' or',
    '-',
    '\u00ab',
    '`a`',
    "n't ",
    '1,',
    'one hundred and ',
  ]) {
    const long = piece.repeat(Math.floor(100_000 / piece.length));
    const asked = { type: 'choice', instructions: long, criteria: { [`${long}x`]: null, a: long, b: [long] } };
    const reading = readSystemOneRequest(
      read(writeJson({ state: long, questions: { q: asked, n: { type: 'noul', instructions: long } } })),
    );
    if (reading.kind === 'invalid') throw new Error(reading.message);
    // How long they take, bench/hostile.ts says; a pattern that backtracks over one of them never ends.
    assert.is((await decideSystemOne(engine, reading.request, { bytes: new Uint8Array() })).kind, 'answered', piece);
  }
});

test.run();
