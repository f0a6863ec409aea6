// Script reads: what the rule of a criterion may read, so that nothing that is missing decides; and where a text is a rule.

import * as assert from 'uvu/assert';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

let server: TestServer;
test.before(async () => {
  server = await openServer();
});
test.after(async () => {
  await server.close();
});

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
test('a read of what may be missing is 422', async () => {
  for (const [script, why] of [
    ['(not (get (:a input) (str "b")))', /literal paths/],
    ['(= 1 (nth (:a input) (- 1 1)))', /literal paths/],
    ['(= 5 (nth (:a input) 9 5))', /literal paths/],
    ['(= 2 (:b (:a input) 2))', /literal paths/],
    ['(not (contains? (:a input) "b"))', /literal paths/],
    ['(not (includes? (keys (:a input)) "b"))', /literal paths/],
    ['(= 1 (count (entries (:a input))))', /literal paths/],
    ['(nil? (some :paid (:items input)))', /missing decides nothing/],
    ['(= 0 (count (filter :paid (:items input))))', /missing decides nothing/],
    ['(not (any? (fn [x] (:paid x)) (:items input)))', /missing decides nothing/],
    ['(not (some (fn [{:keys [paid]}] paid) (:items input)))', /missing decides nothing/],
    ['(let [{:keys [b]} (first (:items input))] (nil? b))', /missing decides nothing/],
    ['(let [f (first (:items input))] (nil? (:b f)))', /missing decides nothing/],
    ['(nil? (last (map :b (:items input))))', /missing decides nothing/],
    ['(not (gt? (:b (first (:items input))) 3))', /missing decides nothing/],
  ] as const) {
    const { loc, msg } = await refuse({ q: noul(rule(script)) });
    assert.equal(loc.slice(4), ['criteria', 'true', 'script'], script);
    assert.match(msg, why, script);
  }
});

test('what a missing member would fault, and what the script itself has, may be read inside', async () => {
  const scripts = [
    '(> (sum (map :price (:items input))) 100)',
    '(any? (fn [x] (> (:price x) 100)) (:items input))',
    '(= "x" (get {"a" "x"} (:k input)))',
    '(let [t {"a" 1}] (= 1 (get t (:k input))))',
    '(= "b" (get (split (:line input) ",") 1))',
    '(includes? (:tags input) "vip")',
  ];
  const state = { items: [{ price: 150 }], k: 'a', line: 'a,b', tags: ['vip'] };
  for (const script of scripts) {
    assert.is((await ask(state, { q: noul(rule(script)) }))['q'].value, true, script);
  }
  for (const script of scripts.slice(0, 2)) {
    const { q } = await ask({ items: [{ cost: 150 }] }, { q: noul(rule(script)) });
    assert.equal([q.outcome, q.reason.code], ['refused', 'script-fault'], script);
  }
});

test('a script where a phrase is wanted is 422; space before it changes nothing', async () => {
  for (const [criterion, place] of [
    [['=(> (:a input) 1)'], [0]],
    [{ phrases: ' =(> (:a input) 1)' }, ['phrases']],
  ] as const) {
    const { loc, msg } = await refuse({ q: noul(criterion) });
    assert.equal(loc.slice(6), place);
    assert.match(msg, /a whole criterion/);
  }
  assert.is((await ask({ a: 5 }, { q: noul(' =(> (:a input) 1)') }))['q'].value, true);
  assert.is((await ask({ a: 'so =( it is' }, { q: noul(['so =(']) }))['q'].value, true);
});

test('the instructions of a predicate may be a script', async () => {
  for (const [total, value] of [
    [600, true],
    [400, undefined],
  ] as const) {
    const answer = await server.post(
      '/v1/decisions',
      JSON.stringify({
        model: 'evident-1',
        input: [{ type: 'message', role: 'user', content: [{ type: 'input_json', data: { total } }] }],
        questions: [{ type: 'predicate', name: 'large', instructions: '=(> (:total input) 500)' }],
      }),
    );
    const body = (await answer.json()) as Members;
    assert.is(answer.status, 200, JSON.stringify(body));
    assert.is(body['answers'][0].value, value, JSON.stringify(body));
  }
});

test.run();
