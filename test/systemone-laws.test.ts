// System One's laws: what holds for every request, and what each limit does at it and one past it.

import { Ajv } from 'ajv';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

import type { Json } from '../grammar/json.ts';
import { parseJson, writeJson } from '../grammar/json.ts';
import { collectTexts } from '../runtime/interpret/texts.ts';
import { EVIDENCE_MAX, UNFOUND_MAX } from '../server/engines/systemone/answer.ts';
import { EVIDENCE_CHARS_MAX, FINDS_MAX, PATH_CHARS_MAX, VISITS_MAX } from '../server/engines/systemone/budget.ts';
import type { DecideOptions } from '../server/engines/systemone/systemone.ts';
import { decideSystemOne } from '../server/engines/systemone/systemone.ts';
import type { Answer, SystemOneResponse } from '../server/wire/systemone.ts';
import { LEVELS_MAX, OPTIONS_MAX, PROBLEMS_MAX, QUESTIONS_MAX, readSystemOneRequest, SYSTEM_ONE_REQUEST_SCHEMA, SYSTEM_ONE_RESPONSE_SCHEMA } from '../server/wire/systemone.ts';

const encoder = new TextEncoder();

function read(text: string): Json {
  return parseJson(encoder.encode(text));
}

type Modes = Omit<DecideOptions, 'bytes'>;

function respond(json: Json, modes: Modes = {}): SystemOneResponse {
  const reading = readSystemOneRequest(json);
  if (reading.kind === 'invalid') throw new Error(reading.message);
  const result = decideSystemOne(reading.request, { bytes: encoder.encode(writeJson(json)), ...modes });
  if (result.kind !== 'answered') throw new Error(result.kind);
  return result.body;
}

function refuse(value: unknown): { status: number; message: string; detail: unknown } {
  const reading = readSystemOneRequest(read(writeJson(value)));
  if (reading.kind === 'ok') throw new Error('accepted');
  return reading;
}

function answerOf(value: unknown, id = 'q'): Answer {
  const answer = respond(read(writeJson(value))).answers.get(id);
  if (answer === undefined) throw new Error('no answer');
  return answer;
}

const WORDS = ['refund', 'refunds', 'charged', 'twice', 'outage', 'policy', 'refund policy', 'not', 'without', 'but', '5', 'five', '😀', 'e\u0301', '退款', '.', ','];
const KEYS = ['a', 'b', '10', '2', '', '__proto__', '😀', 'a/b', 'constructor', 'not_for'];
const key = fc.constantFrom(...KEYS);
const sentence = fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }).map((words) => words.join(' '));
const phrase = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 2 }).map((words) => words.join(' '));

const state: fc.Arbitrary<Json> = fc.letrec<{ value: Json; node: Json }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, sentence, fc.constant(null), tie('node')),
  node: fc.oneof({ maxDepth: 3 }, fc.array(tie('value'), { maxLength: 3 }), mapOf(tie('value'), 0, 3)),
})).node.chain((node) => fc.oneof(sentence, fc.constant(node)));

function mapOf<V extends Json>(value: fc.Arbitrary<V>, minLength: number, maxLength: number): fc.Arbitrary<Map<string, V>> {
  return fc.uniqueArray(fc.tuple(key, value), { selector: ([name]) => name, minLength, maxLength }).map((entries) => new Map(entries));
}

const entry: fc.Arbitrary<Json> = fc.oneof(
  fc.constant(null),
  fc.array(phrase, { maxLength: 3 }).map((phrases) => phrases.join('; ')),
  fc.array(fc.oneof(phrase, fc.array(phrase, { minLength: 1, maxLength: 2 })), { maxLength: 3 }),
  fc.tuple(phrase, phrase).map(([what, not]) => new Map([['what', what], ['not_for', not]])),
);
const instructions: fc.Arbitrary<Json> = fc.oneof(fc.constant(null), phrase.map((term) => `Is it "${term}"?`), fc.constantFrom<Json>('See `a`', 'See `b[0]`', 'See `10`.'));

function question(type: string, criteria: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  return fc.tuple(instructions, criteria).map(([text, value]) => new Map<string, Json>([['type', type], ['instructions', text], ['criteria', value]]));
}

const questions = mapOf(fc.oneof(
  question('choice', mapOf(entry, 1, 4)),
  question('score', fc.array(entry, { minLength: 1, maxLength: 4 })),
  question('noul', fc.oneof(fc.constant(null), fc.tuple(entry, entry).map(([yes, no]) => new Map([['true', yes], ['false', no]])))),
), 1, 4);
const request = fc.tuple(state, questions).map(([value, asked]) => new Map<string, Json>([['state', value], ['questions', asked]]));

/** The same request with the members of the named objects in another order. */
function reverse(json: Json, where: (path: readonly string[]) => boolean, path: readonly string[] = []): Json {
  if (Array.isArray(json)) return json.map((item, index) => reverse(item, where, [...path, String(index)]));
  if (!(json instanceof Map)) return json;
  const entries = [...json].map(([name, item]): [string, Json] => [name, reverse(item, where, [...path, name])]);
  return new Map(where(path) ? entries.reverse() : entries);
}

/** What no order may change. */
function essence(response: SystemOneResponse): unknown {
  return [...response.answers].map(([id, answer]) => ({
    id, outcome: answer.outcome, may_act: answer.may_act, choice: answer.choice, score: answer.score, noul: answer.noul, value: answer.value,
    evidence: answer.evidence, supported: [...answer.supported ?? []].sort(), unfound: [...answer.unfound ?? []].sort(), reason: answer.reason,
  })).sort((a, b) => (a.id < b.id ? -1 : 1));
}

test('law: the order of options changes neither outcome nor evidence', () => {
  fc.assert(fc.property(request, (json) => {
    assert.equal(essence(respond(reverse(json, (path) => path[0] === 'questions' && path.length === 3))), essence(respond(json)));
  }), { numRuns: 500 });
});

test('law: the order of questions changes neither outcome nor evidence', () => {
  fc.assert(fc.property(request, (json) => {
    assert.equal(essence(respond(reverse(json, (path) => path.length === 1))), essence(respond(json)));
  }), { numRuns: 300 });
});

test('law: the order of keys in the state changes neither outcome nor evidence', () => {
  fc.assert(fc.property(request, (json) => {
    assert.equal(essence(respond(reverse(json, (path) => path[0] === 'state'))), essence(respond(json)));
  }), { numRuns: 500 });
});

test('law: one question is answered as if it were alone', () => {
  fc.assert(fc.property(request, (json) => {
    const together = respond(json);
    for (const [id, asked] of json.get('questions') as Map<string, Json>) {
      const alone = respond(new Map<string, Json>([['state', json.get('state')!], ['questions', new Map([[id, asked]])]]));
      assert.equal(alone.answers.get(id), together.answers.get(id));
    }
  }), { numRuns: 300 });
});

test('law: paths come in code point order, whatever the keys', () => {
  const odd = fc.string({ unit: fc.constantFrom('a', 'b', '!', '/', '~', '0', '1', '😀', '\uff01'), maxLength: 3 });
  const nested = fc.dictionary(odd, fc.oneof(fc.constant('x'), fc.array(fc.constant('x'), { maxLength: 12 }), fc.dictionary(odd, fc.constant('x'))));
  fc.assert(fc.property(nested, (value) => {
    const paths = collectTexts([{ path: '', value: read(JSON.stringify(value)) }]).texts.map(({ path }) => Buffer.from(path));
    assert.equal(paths, [...paths].sort(Buffer.compare));
  }), { numRuns: 500 });
});

test('law: evidence is the bytes of the state at its path, and ordered', () => {
  fc.assert(fc.property(request, (json) => {
    for (const answer of respond(json).answers.values()) {
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
  }), { numRuns: 500 });
});

test('law: only what is decided acts, has evidence and names a selection', () => {
  fc.assert(fc.property(request, (json) => {
    for (const answer of respond(json).answers.values()) {
      const decided = answer.outcome === 'decided';
      assert.is(answer.may_act, decided);
      assert.is(answer.supported?.length === 1, decided);
      if (decided) assert.ok(answer.evidence!.length > 0 && answer.reason === undefined && answer.unfound === undefined);
      else for (const name of ['choice', 'index', 'score', 'noul', 'value', 'legend', 'probabilities', 'confidence']) assert.not.ok(name in answer, name);
      assert.is(answer.outcome === 'refused', answer.unfound !== undefined);
      assert.is(answer.outcome === 'refused' && answer.evidence!.length > 0, false);
    }
  }), { numRuns: 500 });
});

test('law: a distribution sums to 1, its mean is the score, and its first highest is the choice', () => {
  fc.assert(fc.property(request, fc.constantFrom<Modes>({ undecided: 'distribution' }, { profile: 'core' }), (json, modes) => {
    for (const answer of respond(json, modes).answers.values()) {
      if (answer.type === 'noul') {
        assert.ok([0, 0.5, 1].includes(answer.noul!));
        continue;
      }
      const shares = [...answer.probabilities!];
      assert.ok(Math.abs(shares.reduce((sum, [, share]) => sum + share, 0) - 1) < 1e-9);
      const highest = Math.max(...shares.map(([, share]) => share));
      if (answer.type === 'choice') assert.is(answer.choice, shares.find(([, share]) => share === highest)![0]);
      else assert.ok(Math.abs(shares.reduce((sum, [level, share]) => sum + Number(level) * share, 0) - answer.score!) < 1e-9);
    }
  }), { numRuns: 300 });
});

test('law: requests and responses meet their schemas, and the same request gives the same bytes', () => {
  const ajv = new Ajv({ strict: false });
  const isRequest = ajv.compile(SYSTEM_ONE_REQUEST_SCHEMA);
  const isResponse = ajv.compile(SYSTEM_ONE_RESPONSE_SCHEMA);
  fc.assert(fc.property(request, fc.constantFrom<Modes>({}, { undecided: 'distribution' }, { profile: 'core' }), (json, modes) => {
    const text = writeJson(respond(json, modes));
    assert.is(writeJson(respond(read(writeJson(json)), modes)), text);
    // Not for `__proto__`: the validator sees plain objects.
    const plain = (value: string): unknown => JSON.parse(value.replaceAll('__proto__', 'proto'));
    assert.ok(isRequest(plain(writeJson(json))), ajv.errorsText(isRequest.errors));
    assert.ok(isResponse(plain(text)), ajv.errorsText(isResponse.errors));
  }), { numRuns: 300 });
});

/** Puts something else at a place of a value, chosen by a list of numbers. */
function spoil(json: Json, where: readonly number[], by: Json): Json {
  const [step, ...rest] = where;
  if (step === undefined) return by;
  if (json instanceof Map && json.size > 0) {
    const at = step % json.size;
    return new Map([...json].map(([name, item], index) => [name, index === at ? spoil(item, rest, by) : item]));
  }
  if (Array.isArray(json) && json.length > 0) return json.map((item, index) => (index === step % json.length ? spoil(item, rest, by) : item));
  return by;
}

test('law: any JSON is answered or told what is wrong, as the schema says', () => {
  const isRequest = new Ajv({ strict: false, allowUnionTypes: true }).compile(SYSTEM_ONE_REQUEST_SCHEMA);
  const anything = fc.oneof(
    fc.constantFrom<Json>(null, true, 'choice', 'score', 'noul', '', [], new Map()),
    fc.jsonValue({ maxDepth: 2 }).map((value) => read(JSON.stringify(value))),
  );
  let valid = 0;
  let invalid = 0;
  fc.assert(fc.property(request, fc.array(fc.nat(5), { maxLength: 5 }), anything, (json, where, by) => {
    const spoiled = spoil(json, where, by);
    const reading = readSystemOneRequest(spoiled);
    assert.is(reading.kind === 'ok', isRequest(JSON.parse(writeJson(spoiled).replaceAll('__proto__', 'proto'))), writeJson(spoiled));
    if (reading.kind === 'ok') decideSystemOne(reading.request, { bytes: new Uint8Array() });
    else assert.ok(reading.message.length > 0);
    if (reading.kind === 'ok') valid += 1;
    else invalid += 1;
  }), { numRuns: 3_000 });
  assert.ok(valid > 100 && invalid > 100);
});

function follow(json: Json, path: string): string {
  let value: Json | undefined = json;
  for (const part of path.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    value = Array.isArray(value) ? value[Number(name)] : value instanceof Map ? value.get(name) : undefined;
  }
  if (typeof value !== 'string') throw new Error(`no string at ${path}`);
  return value;
}

const yes = { type: 'noul', criteria: { true: 'refund' } };

test('the id and the count of tokens come from the bytes', () => {
  const one = respond(read('{"state":"a","questions":{"q":{"type":"noul"}}}'));
  const other = respond(read('{"state":"b","questions":{"q":{"type":"noul"}}}'));
  assert.match(one.id!, /^dec_[0-9a-f]{32}$/);
  assert.is.not(one.id, other.id);
  assert.equal(one.usage, { input_tokens: 12, output_tokens: 0 });
});

test('questions: 1 to 400', () => {
  const many = (count: number): unknown => ({ state: 'refund', questions: Object.fromEntries(Array.from({ length: count }, (_, i) => [`q${i}`, yes])) });
  assert.is(respond(read(writeJson(many(QUESTIONS_MAX)))).answers.size, 400);
  assert.is(refuse(many(0)).status, 422);
  assert.equal(refuse(many(QUESTIONS_MAX + 1)), {
    kind: 'invalid', status: 400, message: 'questions: at most 400 are allowed, not 401',
    detail: { error_type: 'api_usage_error', message: 'questions: at most 400 are allowed, not 401' },
  });
});

test('options: 1 to 255', () => {
  const many = (count: number): unknown => ({
    state: 'pick w254', questions: { q: { type: 'choice', criteria: Object.fromEntries(Array.from({ length: count }, (_, i) => [`w${i}`, null])) } },
  });
  assert.is(answerOf(many(OPTIONS_MAX)).index, 254);
  assert.is(answerOf(many(OPTIONS_MAX)).choice, 'w254');
  assert.is(refuse(many(0)).status, 422);
  assert.is(refuse(many(OPTIONS_MAX + 1)).status, 400);
});

test('levels: 1 to 10', () => {
  const many = (count: number): unknown => ({ state: 'l0', questions: { q: { type: 'score', criteria: Array.from({ length: count }, (_, i) => `l${i}`) } } });
  assert.is(answerOf(many(1)).score, 0);
  assert.is(answerOf(many(LEVELS_MAX)).score, 0);
  assert.is(refuse(many(0)).status, 422);
  assert.is(refuse(many(LEVELS_MAX + 1)).status, 400);
});

test('a list of problems has at most 100', () => {
  const many = (count: number): unknown => ({ state: '', questions: Object.fromEntries(Array.from({ length: count }, (_, i) => [`q${i}`, null])) });
  assert.is((refuse(many(PROBLEMS_MAX)).detail as unknown[]).length, 100);
  assert.is((refuse(many(PROBLEMS_MAX + 1)).detail as unknown[]).length, 100);
  assert.match(refuse(many(PROBLEMS_MAX + 1)).message, /\(and 100 more\)$/);
});

test('evidence has at most 64 places', () => {
  const words = Array.from({ length: EVIDENCE_MAX + 1 }, (_, i) => `w${i}`);
  const ask = (count: number): unknown => ({ state: words.slice(0, count).join(' '), questions: { q: { type: 'choice', criteria: { a: words } } } });
  assert.is(answerOf(ask(EVIDENCE_MAX)).evidence!.length, 64);
  const answer = answerOf(ask(EVIDENCE_MAX + 1));
  assert.is(answer.evidence!.length, 64);
  assert.is(answer.evidence![63]!.text, 'w63');
});

test('unfound has at most 64 phrases, and says how many more', () => {
  const ask = (count: number): unknown => ({ state: '', questions: { q: { type: 'choice', criteria: { a: Array.from({ length: count }, (_, i) => `w${i}`) } } } });
  assert.is(answerOf(ask(UNFOUND_MAX)).unfound!.length, 64);
  assert.not.ok('unfound_more' in answerOf(ask(UNFOUND_MAX)));
  assert.is(answerOf(ask(UNFOUND_MAX + 1)).unfound!.length, 64);
  assert.is(answerOf(ask(UNFOUND_MAX + 1)).unfound_more, 1);
});

function kindOf(value: unknown): string {
  const reading = readSystemOneRequest(read(writeJson(value)));
  if (reading.kind === 'invalid') throw new Error(reading.message);
  return decideSystemOne(reading.request, { bytes: new Uint8Array() }).kind;
}

test('finds: 250,000 in one request', () => {
  const ask = (finds: number): unknown => ({ state: 'a '.repeat(finds), questions: { q: { type: 'noul', criteria: { true: 'a' } } } });
  assert.is(kindOf(ask(FINDS_MAX)), 'answered');
  assert.is(kindOf(ask(FINDS_MAX + 1)), 'state-too-large');
});

test('visits: 10,000,000 in one request', () => {
  // Each question visits each place and the phrase itself.
  const ask = (visits: number): unknown => ({
    state: 'a '.repeat(visits / QUESTIONS_MAX - 1),
    questions: Object.fromEntries(Array.from({ length: QUESTIONS_MAX }, (_, i) => [`q${i}`, { type: 'noul', criteria: { true: 'a' } }])),
  });
  assert.is(kindOf(ask(VISITS_MAX)), 'answered');
  assert.is(kindOf(ask(VISITS_MAX + QUESTIONS_MAX)), 'state-too-large');
});

test('paths: 16 Mi characters in one state', () => {
  const ask = (keyLength: number): unknown => ({ state: { ['k'.repeat(keyLength)]: Array(8).fill('refund') }, questions: { q: yes } });
  assert.is(kindOf(ask(PATH_CHARS_MAX / 8 - '//0'.length)), 'answered');
  assert.is(kindOf(ask(PATH_CHARS_MAX / 8 - '//0'.length + 1)), 'state-too-large');
});

test('evidence: 8 Mi characters in one answer', () => {
  const ask = (keyLength: number): unknown => ({ state: { ['k'.repeat(keyLength)]: 'refund' }, questions: { a: yes, b: yes } });
  assert.is(kindOf(ask(EVIDENCE_CHARS_MAX / 2 - '/refundrefund'.length)), 'answered');
  assert.is(kindOf(ask(EVIDENCE_CHARS_MAX / 2 - '/refundrefund'.length + 1)), 'state-too-large');
});

test('a long key over many strings is refused before it is written out', () => {
  // Written out it would be 50 billion characters, more than any process holds.
  assert.is(kindOf({ state: { ['k'.repeat(500_000)]: Array(100_000).fill('a') }, questions: { q: yes } }), 'state-too-large');
});

test('phrases that are parts of each other are refused: every place would be found 300 times', () => {
  const nested = Array.from({ length: 300 }, (_, i) => 'a '.repeat(i + 1).trim());
  assert.is(kindOf({ state: 'a '.repeat(50_000), questions: { q: { type: 'choice', criteria: { a: nested } } } }), 'state-too-large');
});

test('texts that make patterns slow are read to their end', () => {
  for (const piece of [' ', '"', '\u201c', "'", '`', '.', '0', ',', '[', '_', 'aB', ' or', '-', '\u00ab', '`a`', 'n\'t ', '1,', 'one hundred and ']) {
    const long = piece.repeat(Math.floor(100_000 / piece.length));
    const asked = { type: 'choice', instructions: long, criteria: { [`${long}x`]: null, a: long, b: [long] } };
    const reading = readSystemOneRequest(read(writeJson({ state: long, questions: { q: asked, n: { type: 'noul', instructions: long } } })));
    if (reading.kind === 'invalid') throw new Error(reading.message);
    // How long they take, bench/hostile.ts says; a pattern that backtracks over one of them never ends.
    assert.is(decideSystemOne(reading.request, { bytes: new Uint8Array() }).kind, 'answered', piece);
  }
});

test.run();
