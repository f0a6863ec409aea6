// Receipts: one answer on a page of its own that anybody can check: that the service signed it, that an input is the one it is about,
// and, by running it again, that the answer is right.

import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { createReceipt } from '../server/receipts/receipt.ts';
import { openSigningKey } from '../server/signing-key.ts';
import { openStore } from '../server/store/sqlite.ts';
import type { Ended } from './support/command-line.ts';
import { openCommandLine } from './support/command-line.ts';
import { entriesOf, QUESTIONS, TOOLS } from './support/decision-log.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

const root = mkdtempSync(join(tmpdir(), 'evident-receipt-'));
test.after(() => rmSync(root, { recursive: true, force: true }));
const line = openCommandLine();
test.after(() => line.close());

const STATE = { text: 'I want a refund', sum: 1.5 };
const SCRIPT = '{:double (* 2 (:n input))}';
const CHAT = { messages: [{ role: 'user', content: 'What is the weather in Oslo?' }], tools: TOOLS };
const DECISIONS = {
  model: 'm',
  input: 'a refund',
  questions: [{ type: 'predicate', name: 'r', instructions: 'Is it "refund"?' }],
};

const logPath = join(root, 'log');
const data = join(root, 'data');
const ids: Record<string, string> = {};

/** The answers of a service with a data folder, as files of receipts. */
test.before(async () => {
  const server = await openServer({ decisionLog: logPath, data });
  const asked: readonly (readonly [name: string, path: string, body: unknown])[] = [
    ['questions', '/v1/systemone', { state: STATE, questions: QUESTIONS }],
    ['script', '/v1/scripts/run', { script: SCRIPT, input: { n: 21 } }],
    ['fault', '/v1/scripts/run', { script: '(/ 1 (:n input))', input: { n: 0 } }],
    ['chat', '/v1/chat/completions', CHAT],
    ['decisions', '/v1/decisions', DECISIONS],
  ];
  for (const [name, path, body] of asked) await ask(server, name, path, body);
  await server.close();
  for (const [name, id] of Object.entries(ids)) {
    const made = line.evident(['receipt', id, logPath, '--data', data]);
    assert.equal([made.code, made.err], [0, '']);
    line.file(`${name}.receipt`, made.out);
  }
  const questions = line.file('questions.json', JSON.stringify(QUESTIONS));
  const script = line.file('double.script', SCRIPT);
  const fault = line.file('fault.script', '(/ 1 (:n input))');
  for (const [from, to] of [
    [questions, 'triage.wasm'],
    [script, 'double.wasm'],
    [fault, 'fault.wasm'],
  ] as const)
    assert.is(line.evident(['build', from, '-o', to]).code, 0);
  line.file('state.json', ` ${JSON.stringify(STATE, null, 2)}\n`);
  line.file('input.json', '{"n": 21}');
  line.file('zero.json', '{"n": 0}');
  line.file('key.pem', line.evident(['receipt', '--public-key', '--data', data]).out);
});

async function ask(server: TestServer, name: string, path: string, body: unknown): Promise<void> {
  const answer = await server.post(path, JSON.stringify(body), { 'x-request-id': `the-${name}` });
  await answer.text();
  ids[name] = `the-${name}`;
}

const check = (...args: string[]): Ended => line.evident(['verify', ...args]);
const receiptOf = (name: string): Record<string, any> =>
  JSON.parse(readFileSync(join(line.folder, `${name}.receipt`), 'utf8'));

test('a receipt is canonical JSON that Ed25519 verifies without any code of ours', () => {
  const text = readFileSync(join(line.folder, 'questions.receipt'), 'utf8').trim();
  const { signature, ...body } = JSON.parse(text);
  // Names in the order of their UTF-16 units, no white space: of these names every sort is the same.
  const sorted = (value: any): any =>
    Array.isArray(value)
      ? value.map(sorted)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(
            Object.keys(value)
              .sort()
              .map((name) => [name, sorted(value[name])]),
          )
        : value;
  assert.is(JSON.stringify(sorted(JSON.parse(text))), text);
  const key = createPublicKey(readFileSync(join(line.folder, 'key.pem')));
  assert.ok(verify(null, Buffer.from(JSON.stringify(sorted(body))), key, Buffer.from(signature, 'base64')));
  const [entry] = entriesOf(logPath);
  assert.equal(
    [body.entry_hash, body.seq, body.steps, body.program_hash],
    [entry?.['hash'], 1, entry?.['steps'], entry?.['program_hash']],
  );
  assert.is('key' in body || 'state_digest' in body, false);
});

test('the artifact on the state gives what the receipt says; for scripts alike, and for faults', () => {
  const held = /the signature holds, the input is the one it is about, and running it again gives the same/;
  for (const [name, artifact, input] of [
    ['questions', 'triage.wasm', 'state.json'],
    ['script', 'double.wasm', 'input.json'],
    ['fault', 'fault.wasm', 'zero.json'],
  ] as const) {
    const ended = check(`${name}.receipt`, '--artifact', artifact, '--input', input, '--key', 'key.pem');
    assert.equal([ended.code, held.test(ended.out)], [0, true], ended.out + ended.err);
  }
});

test('a whole request is sent again, over every wire', () => {
  for (const [name, request] of [
    ['questions', { state: STATE, questions: QUESTIONS }],
    ['script', { script: SCRIPT, input: { n: 21 } }],
    ['chat', CHAT],
    ['decisions', DECISIONS],
  ] as const) {
    const file = line.file(`${name}.request.json`, JSON.stringify(request));
    const ended = check(`${name}.receipt`, '--request', file, '--key', 'key.pem');
    assert.is(ended.code, 0, ended.out + ended.err);
  }
});

test('another input, another artifact, another key and a changed receipt are told', () => {
  const wrong = (pattern: RegExp, ...args: string[]): void => {
    const ended = check(...args);
    assert.is(ended.code, 1, ended.out + ended.err);
    assert.match(ended.out, pattern);
  };
  line.file('other.json', JSON.stringify({ ...STATE, sum: 1.6 }));
  wrong(/other\.json is not the input it is about/, 'questions.receipt', '--input', 'other.json');
  line.file('same-value.json', JSON.stringify(STATE).replace('1.5', '1.50'));
  wrong(/is not the input/, 'questions.receipt', '--input', 'same-value.json');
  wrong(/another program ran/, 'script.receipt', '--artifact', 'fault.wasm', '--input', 'input.json');
  const { publicKey } = generateKeyPairSync('ed25519');
  line.file('stranger.pem', publicKey.export({ type: 'spki', format: 'pem' }).toString());
  wrong(/signed with another key/, 'questions.receipt', '--key', 'stranger.pem');
  const receipt = receiptOf('questions');
  for (const [name, change] of [
    ['steps', { steps: receipt['steps'] + 1 }],
    ['answers', { answers: [] }],
    ['more', { more: true }],
    ['key', { public_key: publicKey.export({ type: 'spki', format: 'der' }).toString('base64') }],
  ] as const) {
    const file = line.file(`${name}.receipt`, JSON.stringify({ ...receipt, ...change }));
    wrong(/the signature does not hold/, file, '--artifact', 'triage.wasm', '--input', 'state.json');
  }
  // A part of one is none, and no request to be verified either.
  const { signature, ...unsigned } = receipt;
  assert.type(signature, 'string');
  for (const [text, says] of [
    [JSON.stringify(receipt).slice(0, 400), /part\.receipt is no JSON/],
    [JSON.stringify(unsigned), /is no whole receipt/],
  ] as const) {
    const { code, err } = check(line.file('part.receipt', text), '--key', 'key.pem');
    assert.is(code, 2);
    assert.match(err, says);
  }
});

test('a receipt is one text: names twice, another order, white space and other base64 of its signature are told', () => {
  const text = readFileSync(join(line.folder, 'questions.receipt'), 'utf8').trim();
  const receipt = receiptOf('questions');
  const signature = receipt['signature'] as string;
  assert.match(signature, /==$/);
  for (const [changed, says] of [
    [text.replace('{', '{"status":500,"answers":[],'), /not the text that was signed/],
    [text.replace('"id":"', '"id":"other","id":"'), /not the text that was signed/],
    [JSON.stringify(receipt, null, 2), /not the text that was signed/],
    [JSON.stringify({ signature, ...receipt }), /not the text that was signed/],
    [text.replace(signature, `${signature.slice(0, -1)}0`), /signature is not as it was written/],
    [text.replace(signature, `${signature}AAAA`), /signature is not as it was written/],
    [text.replace(signature, signature.slice(0, -2)), /signature is not as it was written/],
    [text.replace(signature, ` ${signature}`), /signature is not as it was written/],
  ] as const) {
    const ended = check(line.file('changed.receipt', changed), '--key', 'key.pem');
    assert.is(ended.code, 1, changed);
    assert.match(ended.out, says);
  }
  // A file ends in a line feed, or does not.
  for (const same of [text, `${text}\n`]) assert.is(check(line.file('same.receipt', same), '--key', 'key.pem').code, 0);
});

test('without an artifact it says how far it looked', () => {
  assert.match(check('script.receipt').out, /the signature holds$/m);
  assert.match(check('script.receipt').err, /signed with the key sha256:[0-9a-f]{64}/);
  assert.match(check('script.receipt', '--input', 'input.json').out, /the input is the one it is about$/m);
  assert.is(check('script.receipt', '--artifact', 'double.wasm').code, 2);
  assert.is(check('chat.receipt', '--artifact', 'double.wasm', '--input', 'input.json').code, 2);
});

test('ids that are none, several or of no answer are said', async () => {
  const path = join(root, 'twice');
  const server = await openServer({ decisionLog: path, data: join(root, 'other') });
  const body = JSON.stringify({ state: 'a refund', questions: QUESTIONS });
  const answers = [await server.post('/v1/systemone', body), await server.post('/v1/systemone', body)];
  const [{ id }] = (await Promise.all(answers.map((answer) => answer.json()))) as [{ id: string }];
  await server.close();
  const place = ['--data', join(root, 'other')];
  const several = line.evident(['receipt', id, path, ...place]);
  assert.is(several.code, 2);
  assert.match(several.err, /has several entries, name one: log_[0-9a-f]{32}, log_[0-9a-f]{32}$/m);
  const one = answers[0]?.headers.get('x-evident-log') as string;
  assert.is(line.evident(['receipt', one, path, ...place]).code, 0);
  assert.match(line.evident(['receipt', 'log_none', path, ...place]).err, /has no entry of log_none/);
});

test('a log without bodies: another key is refused, too, since the salt would be one that nothing can be checked against', () => {
  const [entry] = entriesOf(logPath);
  assert.match(entry?.['digest_key'], /^[0-9a-f]{16}$/);
  const refused = line.evident(['receipt', 'the-questions', logPath, '--data', join(root, 'other')]);
  assert.equal([refused.code, refused.out], [2, '']);
  assert.match(refused.err, /the log was written with another key: name the data folder or the signing key/);
});

test('a log with bodies: the output is in the receipt, and another key is refused', async () => {
  const path = join(root, 'bodies');
  const place = ['--data', join(root, 'kept')];
  const server = await openServer({ decisionLog: path, logBodies: true, data: join(root, 'kept') });
  const answer = await server.post('/v1/scripts/run', JSON.stringify({ script: SCRIPT, input: { n: 1.5 } }));
  const id = answer.headers.get('x-evident-log') as string;
  await answer.text();
  await server.close();
  const made = line.evident(['receipt', id, path, ...place]);
  assert.is(JSON.parse(made.out).output, '{"double":3}');
  const refused = line.evident(['receipt', id, path, '--data', data]);
  assert.is(refused.code, 2);
  assert.match(refused.err, /the log was written with another key/);
  writeFileSync(join(line.folder, 'kept.receipt'), made.out);
  line.file('half.json', '{"n":1.5}');
  assert.is(check('kept.receipt', '--artifact', 'double.wasm', '--input', 'half.json').code, 0);
});

test('of entries that do not name their key another one is seen by the request, where it was kept', async () => {
  const store = openStore(':memory:');
  const key = await openSigningKey(store, null);
  await store.close();
  const [named] = entriesOf(join(root, 'bodies'));
  const { digest_key: name, ...older } = named ?? {};
  assert.type(name, 'string');
  assert.throws(() => createReceipt(JSON.stringify(older), key), /written with another key/);
  const { request, ...bare } = older;
  assert.type(request, 'object');
  assert.type(createReceipt(JSON.stringify(bare), key), 'string');
});

test.run();
