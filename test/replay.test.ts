// Replay: what a decision log kept is answered again by the same version byte for byte, over every wire; a change that was made to it
// is told; and a candidate shows what it would change, and nothing else.

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import type { Config } from '../server/config.ts';
import { listFiles } from '../server/log/files.ts';
import type { Ended } from './support/command-line.ts';
import { openCommandLine } from './support/command-line.ts';
import { folderIn, QUESTIONS, TOOLS } from './support/decision-log.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { openHelpedServer, openUpstream, propose } from './support/upstream.ts';

const root = mkdtempSync(join(tmpdir(), 'evident-replay-'));
test.after(() => rmSync(root, { recursive: true, force: true }));
const line = openCommandLine();
test.after(() => line.close());

const MESSAGES = [{ role: 'user', content: 'What is the weather in Oslo?' }];
const REFUND = { state: { text: 'I want a refund of 1.50' }, questions: QUESTIONS };

type Request = readonly [path: string, body: unknown, headers?: Record<string, string>];

const ASKED: readonly Request[] = [
  ['/v1/systemone', REFUND],
  ['/v1/systemone', REFUND, { 'x-evident-undecided': 'error' }],
  ['/v1/systemone', REFUND, { 'x-evident-undecided': 'distribution', 'x-evident-trace': '1' }],
  ['/v1/systemone', { ...REFUND, typos: false }, { 'x-evident-profile': 'core' }],
  [
    '/v1/decisions',
    { model: 'm', input: 'a refund', questions: [{ type: 'predicate', name: 'r', instructions: 'Is it "refund"?' }] },
  ],
  ['/v1/chat/completions', { messages: MESSAGES, tools: TOOLS }],
  ['/v1/chat/completions', { messages: MESSAGES, tools: TOOLS, stream: true, stream_options: { include_usage: true } }],
  ['/v1/chat/completions', { messages: [{ role: 'user', content: 'Hello' }], tools: TOOLS }],
  [
    '/v1/tools/verify',
    { messages: MESSAGES, tools: TOOLS, call: { name: 'get_weather', arguments: { city: 'Rome' } } },
  ],
  ['/v1/scripts/run', { script: '(str "n is " (:n input))', input: { n: 2 } }],
  ['/v1/scripts/run', { script: '(/ 1 (:n input))', input: { n: 0 } }],
  ['/v1/scripts/run', { script: '(reduce + 0 (range 1000))', fuel: 50 }],
  ['/v1/systemone/batch', { questions: QUESTIONS, states: ['a crash', 7, 'a refund at once'] }],
];

/** A log of the answers to some requests. */
async function logOf(name: string, requests: readonly Request[], changes: Partial<Config> = {}): Promise<string> {
  const path = folderIn(root, name);
  const server = await openServer({ decisionLog: path, logBodies: true, ...changes });
  for (const [to, body, headers] of requests) await (await server.post(to, JSON.stringify(body), headers)).text();
  await server.close();
  return path;
}

const replay = (path: string, ...args: string[]): Ended => line.evident(['replay', path, ...args]);

/** What was said of each answer that differs. */
function differencesOf({ out }: Ended): { wire: string; differences: Record<string, any>[] }[] {
  return out
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text));
}

const changed = (path: string, from: string, to: string): void => {
  for (const file of listFiles(path)) {
    const text = readFileSync(file.path, 'utf8');
    assert.ok(text.includes(from), `the log says ${from}`);
    writeFileSync(file.path, text.replace(from, to));
  }
};

test('every wire is answered again byte for byte', async () => {
  const path = await logOf('every', ASKED);
  const ended = replay(path);
  assert.equal([ended.code, ended.out], [0, '']);
  assert.is(ended.err, '14 answers given again: 14 the same byte for byte, 0 different\n');
});

test('a log in SQLite is replayed alike', async () => {
  mkdirSync(join(root, 'sqlite'), { recursive: true });
  const path = join(root, 'sqlite', 'log.db');
  await logOf('sqlite', ASKED.slice(0, 2), { decisionLog: path });
  assert.is(replay(path).err, '2 answers given again: 2 the same byte for byte, 0 different\n');
});

test('what was changed in a log is told: an answer, a byte of it, a step', async () => {
  const path = await logOf('changed', [['/v1/systemone', REFUND]]);
  changed(path, '"answer":"billing"', '"answer":"technical"');
  const wrong = replay(path);
  assert.is(wrong.code, 1);
  assert.match(wrong.out, /team: decided "technical" → decided "billing"/);
  changed(path, '"answer":"technical"', '"answer":"billing"');
  changed(path, '"confidence":1', '"confidence":1.0');
  assert.equal(
    differencesOf(replay(path, '--json')).map(({ differences }) => differences.map(({ of }) => of)),
    [['bytes']],
  );
  changed(path, '"confidence":1.0', '"confidence":1');
  assert.is(replay(path).code, 0);
  changed(path, '"steps":', '"steps":1');
  assert.equal(
    differencesOf(replay(path, '--json')).map(({ differences }) => differences.map(({ of }) => of)),
    [['steps']],
  );
});

test('other questions: only answers that become others are told', async () => {
  const path = await logOf('questions', [
    ['/v1/systemone', REFUND],
    ['/v1/systemone', { state: 'my money back', questions: QUESTIONS }],
    ['/v1/scripts/run', { script: '1' }],
  ]);
  const same = line.file('same.json', JSON.stringify(QUESTIONS));
  assert.is(replay(path, '--with', same).code, 0);
  const more = line.file(
    'more.json',
    JSON.stringify({ team: { type: 'choice', criteria: { billing: 'refund, money back', technical: 'crash' } } }),
  );
  const ended = replay(path, '--with', more, '--json');
  assert.is(ended.code, 1);
  const was = { outcome: 'refused', may_act: false, reason: 'nothing-found' };
  assert.equal(
    differencesOf(ended).map(({ differences }) => differences),
    [
      [{ of: 'answer', id: 'urgent', was, is: null }],
      [
        { of: 'answer', id: 'team', was, is: { outcome: 'decided', may_act: true, answer: 'billing' } },
        { of: 'answer', id: 'urgent', was, is: null },
      ],
    ],
  );
  assert.match(ended.err, /^2 answers given again/);
});

test('a policy: what it would not let act, and what only another one did not', async () => {
  const policies = join(root, 'policies');
  mkdirSync(policies);
  writeFileSync(join(policies, 'nothing.script'), '{:verdict "deny" :reason "nothing acts"}');
  const asked: readonly Request[] = [
    ['/v1/systemone', REFUND],
    ['/v1/chat/completions', { messages: MESSAGES, tools: TOOLS, seed: 1 }],
  ];
  const free = await logOf('free', asked);
  const denied = replay(free, '--with', join(policies, 'nothing.script'));
  assert.is(denied.code, 1);
  assert.match(denied.out, /team: decided "billing" → decided "billing" \(policy\) may not act/);
  assert.match(denied.out, /policy of team: nothing → deny: nothing acts/);
  assert.match(denied.out, /get_weather/);
  const guarded = await logOf('guarded', asked, { policies, guardsAnswers: ['nothing'], guardsCalls: ['nothing'] });
  assert.is(replay(guarded).err, '2 answers given again: 2 the same byte for byte, 0 different\n');
  assert.is(replay(guarded, '--with', join(policies, 'nothing.script')).code, 0);
  const renamed = line.file('none.script', '{:verdict "deny" :reason "nothing acts"}');
  assert.is(replay(guarded, '--with', renamed).code, 0, 'what it is called is no difference');
  const all = line.file('all.script', '{:verdict "allow"}');
  assert.match(replay(guarded, '--with', all).out, /policy of team: deny: nothing acts → nothing/);
});

test('another script: outputs that become others', async () => {
  const path = await logOf('scripts', [
    ['/v1/scripts/run', { script: '(:n input)', input: { n: 1 } }],
    ['/v1/scripts/run', { script: '(:n input)', input: { n: -1 } }],
  ]);
  const script = line.file('other.script', '(abs (:n input))');
  const ended = replay(path, '--script', script, '--json');
  assert.equal(
    differencesOf(ended).map(({ differences }) => differences),
    [[{ of: 'output', was: '-1', is: '1' }]],
  );
});

test('what cannot be given again is said, and is no success', async () => {
  const bare = await logOf('bare', ASKED.slice(0, 1), { logBodies: false });
  const none = replay(bare);
  assert.is(none.code, 1);
  assert.match(none.err, /1 answer not given again: the log keeps no bodies/);
  const masked = await logOf('masked', ASKED.slice(0, 1), { logMasks: ['/state/text'] });
  assert.match(replay(masked).err, /1 answer not given again: something in the request was masked/);
  const upstream = await openUpstream(propose('a', 'apple pie'));
  const helped = folderIn(root, 'helped');
  const described = { kind: 'openai', url: `${upstream.url}/v1/chat/completions`, model: 'm' };
  const server = await openHelpedServer(described, { decisionLog: helped, logBodies: true });
  const team = { type: 'choice', criteria: { a: 'fruit', b: 'tool' } };
  await (await server.post('/v1/systemone', JSON.stringify({ state: 'an apple pie', questions: { team } }))).text();
  await server.close();
  await upstream.close();
  assert.match(replay(helped).err, /1 answer not given again: an upstream engine had a part in the answer/);
  assert.is(replay(bare, '--with', 'questions.txt').code, 2);
  assert.is(replay(bare, '--with', 'a.json', '--script', 'b').code, 2);
});

test('filters say what is given again', async () => {
  const path = await logOf('filters', ASKED);
  assert.match(replay(path, '--wire', 'run').err, /^3 answers/);
  assert.match(replay(path, '--outcome', 'decided', '--question', 'urgent').err, /^1 answer given again: 1/);
  assert.match(replay(path, '--since', '1h').err, /^14 answers/);
});

test.run();
