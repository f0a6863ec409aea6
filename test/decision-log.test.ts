// The decision log: an entry of every answer over every wire, without what it was about; a chain that shows every change; and what is
// kept only when it is asked for.

import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import type { Json } from '../grammar/json.ts';
import { JsonNumber, parseJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import type { Config } from '../server/config.ts';
import { readConfig } from '../server/config.ts';
import { createChainCheck, link, NOTHING } from '../server/log/chain.ts';
import { digestState, plainDigest, saltedDigest, saltOf } from '../server/log/digest.ts';
import { writtenBody } from '../server/log/entry.ts';
import { find, LOOKED_AT_MAX } from '../server/log/find.ts';
import { isMask, MASKED, mask } from '../server/log/masks.ts';
import type { LogQuery } from '../server/log/record.ts';
import { LOG_LIMIT_MAX } from '../server/services/log/operations.ts';
import { openLogTable } from '../server/store/sqlite/log.ts';
import { openCommandLine } from './support/command-line.ts';
import type { Entry } from './support/decision-log.ts';
import { entriesOf, folderIn, linesOf, QUESTIONS, SECRET, TOOLS, textOf } from './support/decision-log.ts';
import { openKeyFolder } from './support/keys.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

const root = mkdtempSync(join(tmpdir(), 'evident-log-'));
test.after(() => rmSync(root, { recursive: true, force: true }));
const line = openCommandLine();
test.after(() => line.close());

const STATE = { text: 'Sesame: I want a refund' };
const MESSAGES = [{ role: 'user', content: 'What is the weather in Sesame?' }];

/** Requests over every wire that decides; none of their entries may say "Sesame". */
const ASKED: readonly (readonly [path: string, body: unknown])[] = [
  ['/v1/systemone', { state: STATE, questions: QUESTIONS }],
  [
    '/v1/decisions',
    {
      model: 'm',
      input: 'Sesame wants a refund',
      questions: [{ type: 'predicate', name: 'r', instructions: 'Is it "refund"?' }],
    },
  ],
  ['/v1/chat/completions', { messages: MESSAGES, tools: TOOLS }],
  ['/v1/chat/completions', { messages: MESSAGES, tools: TOOLS, stream: true }],
  [
    '/v1/tools/verify',
    { messages: MESSAGES, tools: TOOLS, call: { name: 'get_weather', arguments: { city: 'Sesame' } } },
  ],
  ['/v1/scripts/run', { script: '(str "Open " (:who input))', input: { who: 'Sesame' } }],
  ['/v1/scripts/run', { script: '(/ 1 (:n input))', input: { n: 0, who: 'Sesame' } }],
  ['/v1/systemone', { state: 'Sesame', questions: QUESTIONS }],
];

async function askAll(server: TestServer, headers: Record<string, string> = {}): Promise<Response[]> {
  const answers: Response[] = [];
  for (const [path, body] of ASKED) {
    const answer = await server.post(path, JSON.stringify(body), headers);
    await answer.clone().text();
    answers.push(answer);
  }
  return answers;
}

interface Logged {
  readonly server: TestServer;
  readonly path: string;
  /** Ends the server; what it logged is complete then. */
  end(): Promise<Entry[]>;
}

async function openLogged(name: string, changes: Partial<Config> = {}): Promise<Logged> {
  const path = folderIn(root, name);
  const server = await openServer({ decisionLog: path, ...changes });
  return {
    server,
    path,
    async end() {
      await server.close();
      return entriesOf(path);
    },
  };
}

test('every wire that decides leaves an entry an answer, and nothing of what it was about', async () => {
  const { server, path, end } = await openLogged('wires');
  const answers = await askAll(server);
  const entries = await end();
  assert.equal(
    entries.map(({ wire, status, answers: said }) => [wire, status, said.map(({ outcome }: Entry) => outcome).join()]),
    [
      ['systemone', 200, 'decided,refused'],
      ['decisions', 200, 'decided'],
      ['chat', 200, 'decided'],
      ['chat', 200, 'decided'],
      ['verify', 200, 'decided'],
      ['run', 200, 'finished'],
      ['run', 422, 'fault'],
      ['systemone', 200, 'refused,refused'],
    ],
  );
  assert.not.match(textOf(path), /Sesame|refund|weather in/);
  const [first, , chat, , , run, fault] = entries as [Entry, Entry, Entry, Entry, Entry, Entry, Entry];
  assert.equal(first['answers'][0], {
    id: 'team',
    kind: 'choice',
    outcome: 'decided',
    may_act: true,
    answer: 'billing',
    evidence: [{ path: '/text', start: 17, end: 23, by: 'exact' }],
  });
  assert.is(first['answers'][1].reason, 'nothing-found');
  assert.is(first['answer_id'], ((await (answers[0] as Response).json()) as Entry)['id']);
  assert.is(chat['answers'][0].answer, 'get_weather');
  assert.equal(
    chat['answers'][0].evidence.map(({ argument }: Entry) => argument),
    ['', 'city'],
  );
  assert.equal([run['steps'], run['fuel'], run['schedule']], [6, 1_000_000, 'steps/1']);
  assert.equal([fault['code'], fault['answers'][0].reason], ['divide-by-zero', 'divide-by-zero']);
  for (const [at, entry] of entries.entries()) {
    assert.is(entry['seq'], at + 1);
    assert.is(entry['request_id'], answers[at]?.headers.get('x-request-id'));
    assert.is(entry['id'], answers[at]?.headers.get('x-evident-log'));
    assert.match(entry['state_digest'], /^hmac-sha256:[0-9a-f]{64}$/);
  }
  for (const [at, { program_hash: hash, steps }] of entries.entries())
    assert.is(typeof hash === 'string' && steps > 0, ['systemone', 'decisions', 'run'].includes(entries[at]?.['wire']));
});

test('the same questions and the same state have the same names, however they are written', async () => {
  const { server, end } = await openLogged('names');
  const body = (state: string, questions: string) =>
    server.post('/v1/systemone', `{"state":${state},"questions":${questions}}`);
  await body('{"a":"x","b":[1]}', '{"q":{"type":"noul","criteria":{"true":"x"}}}');
  await body('{ "b": [1], "a": "\\u0078" }', '{"q": {"criteria": {"true": "x"}, "type": "noul"}}');
  await body('{"a":"x","b":[1.0]}', '{"q":{"type":"noul","criteria":{"true":"y"}}}');
  const [one, same, other] = (await end()) as [Entry, Entry, Entry];
  for (const name of ['state_digest', 'questions_hash']) {
    assert.is(one[name], same[name]);
    assert.is.not(one[name], other[name]);
  }
  // Nobody can tell from two entries whether they are about one input but by the digest, whose key the service has.
  assert.is.not(one['input_digest'], same['input_digest']);
});

test('an answer in a batch has an entry of its own, under its name', async () => {
  const { server, end } = await openLogged('batch');
  const lines = [
    { questions: QUESTIONS },
    { id: 'one', state: 'refund' },
    { state: 5 },
    { id: { n: 2 }, state: 'crash' },
  ];
  const sent = await fetch(`${server.url}/v1/systemone/batch`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-ndjson', 'x-request-id': 'batch-1' },
    body: lines.map((one) => JSON.stringify(one)).join('\n'),
  });
  await sent.text();
  await (await server.post('/v1/scripts/run/batch', '{"script":"(inc input)","inputs":[1,"x"]}')).text();
  assert.equal(
    (await end()).map(({ wire, request_id: request, item, status }) => [wire, request === 'batch-1', item, status]),
    [
      ['systemone', true, { index: 0, id: 'one' }, 200],
      ['systemone', true, { index: 2, id: { n: 2 } }, 200],
      ['run', false, { index: 0 }, 200],
      ['run', false, { index: 1 }, 422],
    ],
  );
});

test('answers over MCP are logged like those over HTTP, with the key that asked', async () => {
  const keys = openKeyFolder();
  const token = await keys.add('agent', 'decide,scripts');
  const { server, end } = await openLogged('mcp', { data: keys.path });
  const message = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'decide', arguments: { state: 'refund', questions: QUESTIONS } },
  };
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
    'x-request-id': 'm1',
  };
  assert.is((await server.post('/mcp', JSON.stringify(message), headers)).status, 200);
  const [entry] = await end();
  assert.equal([entry?.['key'], entry?.['wire'], entry?.['request_id']], ['agent', 'systemone', 'm1']);
  keys.remove();
});

test('what the caller wants is written down, whatever the wire shows of the answer', async () => {
  const { server, end } = await openLogged('options');
  const body = JSON.stringify({ state: STATE, questions: QUESTIONS });
  const core = await server.post('/v1/systemone', body, { 'x-evident-profile': 'core' });
  assert.is(((await core.json()) as Entry)['answers'].team.outcome, undefined);
  const undecided = await server.post('/v1/systemone', body, { 'x-evident-undecided': 'error' });
  assert.is(undecided.status, 422);
  const refused = await server.post('/v1/systemone', '{"state":"x"}');
  assert.is(refused.status, 422);
  const entries = await end();
  // An error has the header where it is an answer.
  assert.equal(
    [core, undecided, refused].map(({ headers }) => headers.get('x-evident-log')),
    [...entries.map(({ id }) => id), null],
  );
  assert.equal(
    entries.map(({ status, code, options, outcomes }) => [status, code, options, outcomes]),
    [
      [200, undefined, { undecided: 'omit', profile: 'core' }, { decided: 1, refused: 1 }],
      [422, 'undecided', { undecided: 'error' }, { decided: 1, refused: 1 }],
    ],
  );
});

test('what policies did not let act stands beside the answer', async () => {
  const policies = join(root, 'policies');
  mkdirSync(policies);
  writeFileSync(join(policies, 'no.script'), '{:verdict "deny" :reason "closed"}');
  const { server, end } = await openLogged('denied', { policies, guardsAnswers: ['no'] });
  await (await server.post('/v1/systemone', JSON.stringify({ state: STATE, questions: QUESTIONS }))).text();
  const [entry] = await end();
  assert.equal(entry?.['denials'], [{ id: 'team', policy: 'no', verdict: 'deny', reason: 'closed' }]);
  assert.equal(
    [entry?.['answers'][0].outcome, entry?.['answers'][0].may_act, entry?.['answers'][0].reason],
    ['decided', false, 'policy'],
  );
});

test('bodies are kept when they are asked for, byte for byte', async () => {
  const { server, path, end } = await openLogged('bodies', { logBodies: true });
  const answers = await askAll(server);
  const odd =
    '{ "state" : "caf\\u00e9 refund 1.50",\n "questions":{"q":{"type":"noul","criteria":{"true":"refund"}}} , "n": 12345678901234567890.10 }';
  const oddAnswer = await server.post('/v1/systemone', odd);
  const wanted = [...(await Promise.all(answers.map((answer) => answer.text()))), await oddAnswer.text()];
  await end();
  const entries = linesOf(path).map((text) => parseJson(Buffer.from(text), { depthMax: 300 }) as Map<string, Json>);
  assert.equal(
    entries.map((entry) => writtenBody(entry, 'request')),
    [...ASKED.map(([, body]) => JSON.stringify(body)), odd],
  );
  assert.equal(
    entries.map((entry) => writtenBody(entry, 'response')),
    wanted,
  );
});

test('what is masked is nowhere in the log', async () => {
  const { server, path, end } = await openLogged('masked', {
    logBodies: true,
    logMasks: ['/state/text', '/input/who', '/messages/*/content'],
  });
  await askAll(server);
  const entries = await end();
  assert.not.match(textOf(path).replaceAll(/"input":"Sesame[^"]*"|"state":"Sesame"|"city":"Sesame"/g, ''), /Sesame/);
  const [first, decisions, chat] = entries as [Entry, Entry, Entry];
  assert.equal([first['masked'], first['request'].state.text, first['response']], [['/state/text'], MASKED, undefined]);
  assert.equal([decisions['masked'], typeof decisions['response']], [undefined, 'object']);
  assert.equal(chat['request'].messages, [{ role: 'user', content: MASKED }]);
});

test('masks are pointers below the root', () => {
  for (const pointer of ['/a', '/a/*/b', '/a~0b', '/', '/~1x']) assert.ok(isMask(pointer), pointer);
  for (const text of ['', 'a', 'state/x', '/a~2', '/a~']) assert.not(isMask(text), text);
});

test('law: masking touches what a pointer leads to and nothing else', () => {
  const value = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Json>('secret', 'open', null, true, new JsonNumber('1.50')),
      fc.array(tie('json'), { maxLength: 3 }),
      fc
        .uniqueArray(fc.tuple(fc.constantFrom('a', 'b', '0', '*', '/~'), tie('json')), {
          maxLength: 3,
          selector: ([name]) => name,
        })
        .map((members) => new Map(members)),
    ),
  })).json;
  const segment = fc.constantFrom('a', 'b', '0', '*', '~1~0');
  const leads = (json: Json, [first, ...rest]: readonly string[]): boolean => {
    if (first === undefined) return true;
    const name = first.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(json)) return json.some((one, at) => (name === '*' || name === String(at)) && leads(one, rest));
    return json instanceof Map && [...json].some(([key, one]) => (name === '*' || name === key) && leads(one, rest));
  };
  fc.assert(
    fc.property(value, fc.array(segment, { minLength: 1, maxLength: 3 }), (json, segments) => {
      const before = writeJson(json);
      const { value: masked, hit } = mask(json, [`/${segments.join('/')}`]);
      assert.is(writeJson(json), before, 'the request itself is not changed');
      assert.is(hit.length === 1, leads(json, segments));
      if (hit.length === 0) assert.is(masked, json);
      else assert.not(leads(masked, [...segments, 'a']));
    }),
  );
});

test('law: a changed, missing, moved or foreign line is seen', () => {
  const chain = (count: number): string[] => {
    let head = NOTHING;
    return Array.from({ length: count }, (_, at) => {
      const next = link({ id: `log_${at}`, n: at, text: 'a "quoted" text' }, head);
      head = next.head;
      return next.line;
    });
  };
  const verdictOf = (lines: readonly string[]) => {
    const check = createChainCheck();
    for (const one of lines) check.next(one);
    return check.verdict().kind;
  };
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 12 }),
      fc.nat(),
      fc.nat(),
      fc.constantFrom('change', 'omit', 'swap', 'insert'),
      (count, at, where, how) => {
        const lines = chain(count);
        assert.is(verdictOf(lines), 'chain');
        assert.is(verdictOf(lines.slice(1)), 'chain', 'a chain may begin anywhere');
        const place = at % (count - 1);
        const target = lines[place] as string;
        if (how === 'change') {
          const digit = where % target.length;
          const other = target[digit] === '7' ? '8' : '7';
          lines[place] = target.slice(0, digit) + other + target.slice(digit + 1);
        } else if (how === 'omit') lines.splice(place === 0 ? 1 : place, 1);
        else if (how === 'swap') [lines[place], lines[place + 1]] = [lines[place + 1] as string, target];
        else lines.splice(place, 0, link({ id: 'foreign' }, NOTHING).line);
        assert.is(verdictOf(lines), 'broken', how);
      },
    ),
  );
});

test('digests: by the key of the service, by the salt of a receipt, and by nobody else', () => {
  const state = parseJson(Buffer.from('{"b":1.50,"a":["x"]}'));
  const written = parseJson(Buffer.from('{ "a": ["\\u0078"], "b": 1.50 }'));
  assert.is(digestState(state, SECRET), digestState(written, SECRET));
  assert.is.not(digestState(state, SECRET), digestState(state, new Uint8Array(32)));
  const salt = saltOf('log_1', SECRET);
  assert.is(saltedDigest(state, salt), saltedDigest(written, salt));
  assert.is.not(saltedDigest(state, salt), saltedDigest(state, saltOf('log_2', SECRET)));
  assert.is(plainDigest(state), plainDigest(written));
  assert.is.not(plainDigest(state), plainDigest(parseJson(Buffer.from('{"b":1.5,"a":["x"]}'))));
});

test('queries find entries, over HTTP page by page and on the command line', async () => {
  const { server, path, end } = await openLogged('query', { data: join(root, 'query', 'data') });
  for (let n = 0; n < 3; n += 1) await askAll(server, { 'x-request-id': `r${n}` });
  const list = async (query: string): Promise<Entry> =>
    (await fetch(`${server.url}/v1/log${query}`)).json() as Promise<Entry>;
  const first = await list('?limit=20');
  assert.equal([first['entries'].length, first['entries'][0].seq, first['next']], [20, 24, 5]);
  const rest = await list(`?limit=20&before=${first['next']}`);
  assert.equal([rest['entries'].length, rest['next']], [4, null]);
  const seqs = async (query: string): Promise<number[]> => (await list(query))['entries'].map(({ seq }: Entry) => seq);
  assert.equal(await seqs('?wire=verify'), [21, 13, 5]);
  assert.equal(await seqs('?outcome=fault&id=r1'), [15]);
  assert.equal(await seqs('?outcome=refused&question=team'), [24, 16, 8]);
  assert.equal(await seqs('?reason=nothing-found&question=urgent&id=r0'), [8, 1]);
  assert.equal(await seqs(`?key=nobody&limit=${LOG_LIMIT_MAX}`), []);
  assert.equal(await seqs('?until=2020-01-01T00:00:00Z'), []);
  assert.is((await seqs('?since=2020-01-01T00:00:00Z')).length, 24);
  for (const wrong of [
    '?limit=0',
    `?limit=${LOG_LIMIT_MAX + 1}`,
    '?before=x',
    '?wire=smoke',
    '?since=yesterday',
    '?who=me',
  ])
    assert.is((await fetch(`${server.url}/v1/log${wrong}`)).status, 400, wrong);
  await end();

  const query = (...args: string[]): number[] => {
    const { code, out, err } = line.evident(['log', 'query', path, ...args]);
    assert.is(code, 0, err);
    return out
      .split('\n')
      .filter((text) => text !== '')
      .map((text) => (JSON.parse(text) as Entry)['seq']);
  };
  assert.equal(query('--wire', 'verify'), [21, 13, 5]);
  assert.equal(query('--since', '1h', '--limit', '2'), [24, 23]);
  const state = line.file('state.json', ' "Sesame" ');
  assert.equal(query('--state', state, '--data', join(root, 'query', 'data')), [24, 16, 8]);
  const other = line.file(
    'other.pem',
    generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }),
  );
  const foreign = line.evident(['log', 'query', path, '--state', state, '--signing-key', other]);
  assert.equal([foreign.code, foreign.out], [0, '']);
  assert.match(foreign.err, /not looked at: 24 entries that were written with another key; name the data folder/);
  const tail = line.evident(['log', 'tail', path, '--limit', '3']).out.trim().split('\n');
  assert.equal(
    tail.map((text) => (JSON.parse(text) as Entry)['seq']),
    [22, 23, 24],
  );
  const verified = line.evident(['log', 'verify'], '', { EVIDENT_LOG: path });
  assert.match(verified.out, /^24 entries in 1 file are a chain; the last hash is sha256:/);
  const hash = / (sha256:\S+)/.exec(verified.out)?.[1] as string;
  assert.is(line.evident(['log', 'verify', path, '--head', hash]).code, 0);
  assert.is(line.evident(['log', 'verify', path, '--head', `${hash}0`]).code, 1);
});

test('the log is for admins, and where none is kept that is said', async () => {
  const keys = openKeyFolder();
  const [boss, other] = [await keys.add('boss', 'admin'), await keys.add('other', 'decide,metrics')];
  const { server, end } = await openLogged('scope', { data: keys.path });
  const status = async (token: string): Promise<number> =>
    (await fetch(`${server.url}/v1/log`, { headers: { authorization: `Bearer ${token}` } })).status;
  assert.equal([await status(other), await status(boss)], [403, 200]);
  await end();
  keys.remove();
  const without = await openServer();
  const answer = await fetch(`${without.url}/v1/log`);
  assert.equal([answer.status, ((await answer.json()) as Entry)['error'].code], [409, 'log_not_kept']);
  await without.close();
});

test('a page of a query looks at so many lines and no more', async () => {
  const query: LogQuery = { before: null, limit: 10, key: 'nobody' };
  const lines = function* (count: number): Generator<string> {
    for (let seq = count; seq > 0; seq -= 1)
      yield link({ time: '2026-01-01T00:00:00.000Z' }, { seq: seq - 1, hash: NOTHING.hash }).line;
  };
  const page = (count: number) => find(lines(count), query, { isInOrder: true });
  assert.equal(await page(LOOKED_AT_MAX), { entries: [], next: null });
  assert.equal(await page(LOOKED_AT_MAX + 1), { entries: [], next: 2 });
});

test('a database takes the log as well as files do', async () => {
  const path = join(root, 'decisions.db');
  const server = await openServer({ decisionLog: path });
  await askAll(server);
  const listed = (await (await fetch(`${server.url}/v1/log?wire=run`)).json()) as Entry;
  assert.equal(
    listed['entries'].map(({ seq }: Entry) => seq),
    [7, 6],
  );
  await server.close();
  const again = await openServer({ decisionLog: path });
  await askAll(again);
  await again.close();
  assert.match(line.evident(['log', 'verify', path]).out, /^16 entries are a chain; /);
  const database = new DatabaseSync(path);
  database.exec('DELETE FROM decisions WHERE seq = 9');
  database.close();
  assert.match(line.evident(['log', 'verify', path]).err, /entry 9 is missing before entry 10/);
});

test('a database forgets what is too old or too much, and its last row never', () => {
  const path = join(root, 'forgets.db');
  const day = 86_400_000;
  const rows = (from: number): string[] => Array.from({ length: 1_000 }, (_, at) => `${from + at} ${'x'.repeat(100)}`);
  const table = openLogTable(path, { keepMs: day, bytesMax: 250_000, isDurable: false });
  const count = (): number => [...table.forward()].length;
  table.append(rows(1), 1, 0);
  table.append(rows(1_001), 1_001, day / 2);
  assert.is(count(), 2_000);
  table.append(rows(2_001), 2_001, day / 2);
  assert.ok(count() < 2_500 && count() > 2_000, 'as many as there is room for');
  table.append(rows(3_001), 3_001, 10 * day);
  assert.is(count(), 1_000, 'what is too old has gone');
  table.append([], 4_001, 100 * day);
  assert.is(table.lastLine()?.split(' ')[0], '4000');
  table.close();
});

const WRONG_COMMANDS: readonly (readonly [args: readonly string[], message: RegExp])[] = [
  [['log'], /say query, tail or verify/],
  [['log', 'query', 'nowhere'], /there is no nowhere/],
  [['log', 'query'], /name the log/],
  [['log', 'tail', 'a', 'b'], /one log at a time/],
  [['log', 'verify', '.', '--key', 'x'], /log verify takes no --key/],
  [['log', 'query', '.', '--wire', 'smoke'], /--wire must be one of/],
  [
    ['log', 'query', '.', '--outcome', 'bogus'],
    /--outcome must be one of decided, unresolved, refused, finished, fault, not bogus/,
  ],
  [
    ['log', 'query', '.', '--reason', 'no-reason'],
    /--reason must be one of nothing-found, .*missing-arguments.*out-of-fuel/,
  ],
  [['log', 'query', '.', '--since', '5 days'], /--since must be/],
  [['log', 'query', '.', '--limit', '-1'], /--limit must be a whole number/],
];

test('a command that cannot be meant says what is wrong with it', async () => {
  const ended = await line.evidentAll(WRONG_COMMANDS.map(([args]) => args));
  for (const [at, [args, message]] of WRONG_COMMANDS.entries()) {
    assert.is(ended[at]?.code, 2, args.join(' '));
    assert.match(ended[at]?.err ?? '', message);
  }
});

for (const [args, message] of [
  [['--log-policy', 'spill'], /--log-policy goes with --log/],
  [['--log', 'x', '--log-policy', 'later'], /--log-policy must be one of/],
  [['--log', 'x', '--audit', 'maybe'], /--audit must be one of/],
  [['--log', 'x', '--audit', 'required', '--log-policy', 'block'], /takes no --log-policy/],
  [['--log', 'x', '--log-mask', 'state'], /--log-mask must be a JSON Pointer/],
  [['--log', 'x', '--log-mib', '1'], /--log-mib must be a whole number from 128/],
] as const)
  test(`the setting ${args.join(' ')} is refused`, () => {
    const reading = readConfig(args, {});
    assert.is(reading.kind, 'invalid');
    assert.match(reading.kind === 'invalid' ? reading.message : '', message);
  });

test.run();
