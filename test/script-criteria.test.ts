// Script criteria: rules over the state beside phrases, answers that wait for answers, and what is refused or faults.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { checkCanonical } from '../compiler/check.ts';
import { PROGRAM_LIMITS } from '../server/engines/systemone/program.ts';
import { prepare } from '../server/services/decisions/library.ts';
import { RULE_BYTES_MAX, RULES_MAX, readRule } from '../server/services/decisions/wire/script.ts';
import { moduleFile } from './support/paths.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

const server: TestServer = await openServer();
test.after(() => server.close());

type Members = Readonly<Record<string, any>>;

async function ask(state: unknown, questions: unknown): Promise<Members> {
  const answer = await server.post('/v1/systemone', JSON.stringify({ state, questions }));
  const body = (await answer.json()) as Members;
  assert.is(answer.status, 200, JSON.stringify(body));
  return body['answers'];
}

async function refuse(questions: unknown): Promise<{ readonly loc: unknown[]; readonly msg: string }> {
  const answer = await server.post('/v1/systemone', JSON.stringify({ state: {}, questions }));
  const body = (await answer.json()) as Members;
  assert.is(answer.status, 422, JSON.stringify(body));
  return body['detail'][0];
}

const noul = (yes: unknown, no: unknown = null): Members => ({ type: 'noul', criteria: { true: yes, false: no } });
const rule = (script: string): Members => ({ script });
const one = async (state: unknown, script: string): Promise<Members> =>
  (await ask(state, { q: noul(rule(script)) }))['q'];

const REFUND = {
  reason: { type: 'choice', criteria: { damaged: 'cracked, broken', other: 'changed my mind' } },
  auto_refund: noul(
    rule('(and (= (answer :reason) "damaged") (<= (get-in input [:order :total]) 100))'),
    rule('(> (get-in input [:order :total]) 100)'),
  ),
};

test('a rule decides with the bytes of the number it compares', async () => {
  const answer = await server.post(
    '/v1/systemone',
    `{"state":{"order":{"total":750.00},"note":"it arrived cracked"},"questions":${JSON.stringify(REFUND)}}`,
  );
  const { auto_refund: refund } = ((await answer.json()) as Members)['answers'];
  assert.equal([refund.outcome, refund.may_act, refund.value], ['decided', true, false]);
  assert.equal(refund.evidence, [
    {
      path: '/order/total',
      start: 0,
      end: 6,
      text: '750.00',
      criterion: '(> (get-in input [:order :total]) 100)',
      by: 'compared',
    },
  ]);
});

test('the answer to another question is read, and its evidence told', async () => {
  const { auto_refund: refund } = await ask({ order: { total: 75 }, note: 'it arrived cracked' }, REFUND);
  assert.equal(
    [refund.value, refund.evidence.map(({ path, by, via }: Members) => [path, by, via])],
    [
      true,
      [
        ['/note', 'exact', 'reason'],
        ['/order/total', 'compared', undefined],
      ],
    ],
  );
});

test('a question waits for one that is not decided, whichever comes first', async () => {
  const { reason, auto_refund } = REFUND;
  const { auto_refund: refund } = await ask({ order: { total: 75 }, note: 'hello' }, { auto_refund, reason });
  assert.equal([refund.outcome, refund.may_act, refund.reason.code], ['refused', false, 'waits-for']);
  assert.match(refund.reason.message, /`reason`/);
});

test('a level and a boolean are answers too', async () => {
  const answers = await ask(
    { text: 'very urgent', vip: true },
    {
      level: { type: 'score', criteria: ['whenever', 'soon', 'urgent'] },
      vip: noul(rule('(:vip input)')),
      page: noul(rule('(and (>= (answer :level) 2) (answer :vip))')),
    },
  );
  assert.equal([answers['level'].score, answers['vip'].value, answers['page'].value], [2, true, true]);
});

test('nothing that is missing decides, even where another option holds', async () => {
  const { q } = await ask({ a: 5 }, { q: noul(rule('(nil? (:b input))'), rule('(> (:a input) 1)')) });
  assert.equal([q.outcome, q.reason.code], ['refused', 'path-not-found']);
  assert.match(q.reason.message, /\/b/);
  assert.is((await one({ a: null }, '(nil? (:a input))')).outcome, 'decided');
  for (const script of ['(> (nth (:list input) 2) 0)', '(> (get-in input [:a :b]) 0)'])
    assert.is((await one({ a: 1, list: [1, 2] }, script)).reason.code, 'path-not-found', script);
});

test('a fault refuses its own question and no other', async () => {
  const answers = await ask(
    { a: 'x', note: 'refund' },
    {
      q: noul(rule('(> (:a input) 1)'), rule('(= (:a input) "x")')),
      other: { type: 'choice', criteria: { money: 'refund', none: 'zzz' } },
      second: noul(rule('(> 1 (/ 1 (count (:note input)) 0))')),
      fine: noul(rule('(= (:a input) "x")')),
    },
  );
  assert.equal(
    [answers['q'].reason.code, answers['second'].reason.code, answers['other'].choice, answers['fine'].value],
    ['script-fault', 'script-fault', 'money', true],
  );
  assert.match(answers['q'].reason.message, /type in \(> \(:a input\) 1\)/);
  assert.match(answers['second'].reason.message, /divide-by-zero/);
});

test('phrases and script must both hold, and what rules out still does', async () => {
  const question = {
    q: {
      type: 'choice',
      criteria: {
        pay: { phrases: 'refund', not_for: 'lawyer', script: '(< (:total input) 100)' },
        wait: 'later',
      },
    },
  };
  const choice = async (state: unknown): Promise<unknown[]> => {
    const { q } = await ask(state, question);
    return [q.outcome, q.choice ?? q.reason.code];
  };
  assert.equal(await choice({ text: 'a refund please', total: 5 }), ['decided', 'pay']);
  assert.equal(await choice({ text: 'a refund please', total: 500 }), ['refused', 'not-met']);
  assert.equal(await choice({ text: 'hello', total: 5 }), ['refused', 'not-met']);
  assert.equal(await choice({ text: 'a refund or my lawyer writes', total: 5 }), ['refused', 'vetoed']);
});

test('a string that begins with =( is a script, = alone is a phrase', async () => {
  assert.is((await ask({ a: 5 }, { q: noul('=(> (:a input) 1)') }))['q'].value, true);
  assert.is((await ask({ t: 'is = fine' }, { q: noul('= fine') }))['q'].value, true);
});

test('only what a true rule rests on is evidence', async () => {
  const paths = async (state: unknown, script: string): Promise<unknown> => {
    const { evidence, outcome } = await one(state, script);
    return outcome === 'decided' ? evidence.map(({ path }: Members) => path) : outcome;
  };
  const state = { a: 1, b: 2, c: 3, o: { d: 4, 'e/f': 5 } };
  assert.equal(await paths(state, '(or (> (:a input) 9) (> (:b input) 1) (> (:c input) 1))'), ['/b']);
  assert.equal(await paths(state, '(and (> (:a input) 0) (not (or (> (:b input) 5) (> (:c input) 5))))'), [
    '/a',
    '/b',
    '/c',
  ]);
  assert.equal(await paths(state, '(if (> (:a input) 0) (> (:b input) 1) (> (:c input) 1))'), ['/a', '/b']);
  assert.equal(await paths(state, '(cond (> (:a input) 5) true (= (:c input) 3) true :else false)'), ['/a', '/c']);
  assert.equal(await paths(state, '(let [o (:o input) {:keys [d]} o] (and (> d 3) (= (get o "e/f") 5)))'), [
    '/o/d',
    '/o/e~1f',
  ]);
  assert.equal(await paths(state, '(-> input :o :d (> 3))'), ['/o/d']);
  assert.equal(await paths(state, '(or true (> (:a input) 0))'), 'refused');
});

test('what is no rule is 422 with its place and why', async () => {
  const wrong: readonly (readonly [script: unknown, why: RegExp])[] = [
    ['(> (:a input) ', /bytes \d+ to \d+/],
    ['(> (:a inptu) 1)', /inptu/],
    ['(count input)', /literal paths/],
    ['(= (get input (:k input)) 1)', /literal paths/],
    ['(> (:a input 0) 1)', /literal paths/],
    ['(> 2 1)', /reads something of the state/],
    ['(def x 1) (> (:a input) x)', /one expression/],
    ['(:a input) (:b input)', /one expression/],
    ['(map answer [1])', /by its id/],
    ['(= (answer (:a input)) 1)', /by its id/],
    ['(let [the-state 1] (> (:a input) the-state))', /name of the program/],
    ['(= (answer :nowhere) 1)', /no question "nowhere"/],
    ['(= (answer :q) true)', /its own answer/],
    [5, /valid string/],
    [`(= (:a input) "${'x'.repeat(RULE_BYTES_MAX)}")`, /at most 4096 bytes/],
  ];
  for (const [script, why] of wrong) {
    const { loc, msg } = await refuse({ q: noul({ script }) });
    assert.equal(loc, ['body', 'questions', 'q', 'noul', 'criteria', 'true', 'script'], String(script));
    assert.match(msg, why);
  }
  const { msg } = await refuse({ a: noul(rule('(= (answer :b) true)')), b: noul(rule('(answer :a)')) });
  assert.match(msg, /waits for its own answer/);
});

test('a number, a boolean or a comparison where a phrase is wanted is 422 with the script that says it', async () => {
  const wrong: readonly (readonly [criterion: unknown, place: unknown[], help: string])[] = [
    [{ gt: 100 }, ['gt'], '{"script": "(> (:FIELD input) 100)"}'],
    [{ lte: 5 }, ['lte'], '{"script": "(<= (:FIELD input) 5)"}'],
    [{ phrases: ['a', 7] }, ['phrases', 1], '{"script": "(= (:FIELD input) 7)"}'],
    [['a', true], [1], 'A boolean is not searched for'],
    [['a', true], [1], '{"script": "(= (:FIELD input) true)"}'],
    [{ between: [2, 8] }, ['between'], '{"script": "(<= 2 (:FIELD input) 8)"}'],
    [{ between: '2 to 8' }, ['between'], '{"script": "(<= LOW (:FIELD input) HIGH)"}'],
    [{ eq: 'a "b"' }, ['eq'], String.raw`{"script": "(= (:FIELD input) \"a \\\"b\\\"\")"}`],
    [{ matches: '^A' }, ['matches'], String.raw`{"script": "(matches? \"^A\" (:FIELD input))"}`],
    [{ when: 'over 5' }, ['when'], '{"script": "(= (:FIELD input) VALUE)"}'],
  ];
  for (const [criterion, place, help] of wrong) {
    const { loc, msg } = await refuse({ q: noul(criterion) });
    assert.equal(loc.slice(6), place);
    assert.ok(msg.includes(help), msg);
  }
});

test('a request has at most 64 scripts, and a script at most 4096 bytes', async () => {
  const questions = (count: number): Members =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`q${n}`, noul(rule(`(= (:a input) ${n})`))]));
  assert.is((await ask({ a: 3 }, questions(RULES_MAX)))['q3'].value, true);
  assert.match((await refuse(questions(RULES_MAX + 1))).msg, /at most 64 scripts/);
  const padded = (bytes: number): string => `(= (:a input) "${'x'.repeat(bytes - 17)}")`;
  assert.is(readRule(padded(RULE_BYTES_MAX)).kind, 'rule');
  assert.is(readRule(padded(RULE_BYTES_MAX + 1)).kind, 'wrong');
});

test('all of many questions may fault', async () => {
  const questions = Object.fromEntries(
    Array.from({ length: RULES_MAX }, (_, n) => [`q${n}`, noul(rule(`(> (:a input) ${n})`))]),
  );
  const answers = await ask({ a: 'text' }, questions);
  assert.ok(Object.values(answers).every(({ reason }) => reason.code === 'script-fault'));
});

test('a state that has a member of the name the host uses is a state like others', async () => {
  const state = { 'evident:state': { a: 9 }, 'evident:faulted': { q0: true }, a: 1, note: 'refund' };
  const answers = await ask(state, {
    q: noul(rule('(= (:a input) 1)')),
    f: noul(rule('(> (:note input) 1)')),
    r: { type: 'choice', criteria: { money: 'refund', none: 'zzz' } },
  });
  assert.equal(
    [answers['q'].value, answers['f'].reason.code, answers['r'].choice, answers['r'].evidence[0].path],
    [true, 'script-fault', 'money', '/note'],
  );
});

test('service, library and artifact answer alike, also where a script faults', async () => {
  const questions = { ...REFUND, odd: noul(rule('(> (:note input) 1)')) };
  const set = await prepare(questions);
  if (set.kind === 'invalid') throw new Error(set.message);
  for (const state of [{ order: { total: 75.5 }, note: 'cracked' }, { order: {}, note: 'broken' }, { note: 5 }]) {
    const decision = await set.decide(state);
    if (decision.kind !== 'answered') throw new Error(decision.kind);
    const sent = await server.post(
      '/v1/systemone',
      `{"state":${JSON.stringify(state)},"questions":${JSON.stringify(questions)}}`,
    );
    assert.is(await sent.text(), decision.json);
  }
  const folder = mkdtempSync(join(tmpdir(), 'evident-rules-'));
  try {
    writeFileSync(join(folder, 'set.wasm'), await set.build());
    for (const state of ['{"order":{"total":1.50},"note":"broken"}', '{"order":{"total":1},"note":7}']) {
      writeFileSync(join(folder, 'state.json'), state);
      const { stdout } = spawnSync(
        process.execPath,
        [moduleFile('cli/bin'), 'decide', 'set.wasm', '--state', 'state.json'],
        { cwd: folder, encoding: 'utf8' },
      );
      const decision = await set.decideJson(state);
      assert.is(stdout, decision.kind === 'answered' ? `${decision.json}\n` : '');
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a program of questions with scripts is canonical', async () => {
  for (const questions of [
    REFUND,
    { ...REFUND, s: { type: 'choice', in: 'note', criteria: { a: { phrases: 'x', script: '(:a input)' }, b: 'y' } } },
  ]) {
    const set = await prepare(questions);
    if (set.kind === 'invalid') throw new Error(set.message);
    const checked = checkCanonical(set.canonical, PROGRAM_LIMITS);
    assert.is(checked?.canonical, set.canonical);
    assert.is(checked?.hash, set.hash);
  }
});

test('the other wire reads one JSON part of its input, and names questions by their names', async () => {
  const answer = await server.post(
    '/v1/decisions',
    JSON.stringify({
      model: 'evident-1',
      input: [
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'it arrived cracked' },
            { type: 'input_json', data: { order: { total: 40 } } },
          ],
        },
      ],
      questions: [
        {
          type: 'choice',
          name: 'reason',
          choices: [
            { value: 'damaged', description: 'cracked, broken' },
            { value: 'other', description: 'changed my mind' },
          ],
        },
        {
          type: 'choice',
          name: 'refund',
          choices: [
            {
              value: 'yes',
              description: '=(and (= (answer :reason) "damaged") (< (get-in input [:order :total]) 100))',
            },
            { value: 'no', description: '=(>= (get-in input [:order :total]) 100)' },
          ],
        },
      ],
    }),
  );
  const body = (await answer.json()) as Members;
  assert.is(answer.status, 200, JSON.stringify(body));
  const refund = body['answers'][1];
  assert.match(JSON.stringify(refund), /"yes"/);
  assert.match(JSON.stringify(refund.evidence), /"via":"reason"/);
  assert.match(JSON.stringify(refund.evidence), /\/order\/total/);
});

test('law: a rule of comparisons decides as JavaScript does', async () => {
  const number = fc.integer({ min: -5, max: 5 });
  const comparison = fc
    .tuple(fc.constantFrom('<', '<=', '>', '>=', '='), fc.constantFrom('a', 'b', 'c'), number)
    .map(([operator, key, value]) => ({
      text: `(${operator} (:${key} input) ${value})`,
      holds: (state: Readonly<Record<string, number>>): boolean => {
        const left = state[key]!;
        return { '<': left < value, '<=': left <= value, '>': left > value, '>=': left >= value, '=': left === value }[
          operator
        ]!;
      },
    }));
  type Expression = { readonly text: string; holds(state: Readonly<Record<string, number>>): boolean };
  const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
    expression: fc.oneof(
      { depthSize: 'small' },
      comparison,
      fc
        .tuple(fc.constantFrom('and', 'or'), fc.array(tie('expression'), { minLength: 1, maxLength: 3 }))
        .map(([head, items]) => ({
          text: `(${head} ${items.map(({ text }) => text).join(' ')})`,
          holds: (state: Readonly<Record<string, number>>) =>
            head === 'and' ? items.every((e) => e.holds(state)) : items.some((e) => e.holds(state)),
        })),
      tie('expression').map((inner) => ({
        text: `(not ${inner.text})`,
        holds: (state: Readonly<Record<string, number>>) => !inner.holds(state),
      })),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(expression, fc.record({ a: number, b: number, c: number }), async (rules, state) => {
      const set = await prepare({ q: noul(rule(rules.text)) });
      if (set.kind === 'invalid') throw new Error(set.message);
      const decision = await set.decide(state);
      if (decision.kind !== 'answered') throw new Error(decision.kind);
      const { outcome, evidence } = decision.body.answers['q']!;
      assert.is(outcome === 'decided', rules.holds(state), rules.text);
      for (const { path, text } of evidence!) assert.is(String(state[path.slice(1) as 'a']), text);
    }),
    { numRuns: 60 },
  );
});

test.run();
