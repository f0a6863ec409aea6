// The commands of streams: lines are submitted, workers decide them with a file or a published policy, results are collected.

import * as assert from 'uvu/assert';
import { openCommandLine } from './support/command-line.ts';
import { BROKER, connectTest, newPrefix, startWork, withNats } from './support/nats.ts';
import { arrived, QUESTIONS, send, stateOf, stored, textOf } from './support/stream.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const line = openCommandLine();
test.after(() => line.close());

const STATES = Array.from({ length: 20 }, (_, number) => stateOf(number));

withNats(
  'lines that are submitted are decided and collected, each once, however often the file is submitted',
  async () => {
    const prefix = newPrefix();
    await connectTest();
    line.file('questions.json', QUESTIONS);
    line.file('batch.jsonl', STATES.map((state, at) => `{"id":"s${at}","state":${state}}`).join('\n'));
    const ways = ['--nats', BROKER];
    const submit = ['submit', 'batch.jsonl', '--in', `${prefix}.in`, '--member', 'state', '--id', 'id', ...ways];
    assert.match(line.evident(submit).err, `no stream keeps ${prefix}.in`);
    assert.is(line.evident([...submit, '--create']).err, '20 submitted, 0 were there already\n');
    assert.is(line.evident(submit).err, '0 submitted, 20 were there already\n');
    const worker = startWork([
      ...['--questions', `${line.folder}/questions.json`, '--in', `${prefix}.in`, '--out', `${prefix}.out`, '--create'],
      ...ways,
    ]);
    await worker.ready;
    const collected = line.evident(['collect', '--out', `${prefix}.out`, '--count', '20', ...ways]);
    assert.is(collected.code, 0, collected.err);
    worker.child.kill('SIGTERM');
    assert.is(await worker.ended, 0);
    assert.is(worker.stderr(), '20 answered, 0 to the dead letters, 0 were stored already\n');
    const lines = collected.out
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as Record<string, any>);
    assert.equal(lines.map(({ message }) => message).sort(), STATES.map((_, at) => `s${at}`).sort());
    assert.is(new Set(lines.map(({ id }) => id)).size, 20);
    line.file('state.json', STATES[3]!);
    const alone = line.evident(['decide', 'questions.json', '--state', 'state.json']).out.trim();
    assert.ok(collected.out.includes(`"message":"s3"`) && collected.out.includes(`"result":${alone}}`));
  },
);

withNats('a policy changes for all workers by its pointer, and each result names the one that decided', async () => {
  const nats = await connectTest();
  const prefix = newPrefix();
  const policy = prefix.replaceAll('.', '-');
  const build = (name: string, script: string): string => {
    line.file(`${name}.script`, script);
    assert.is(line.evident(['build', `${name}.script`, '-o', `${name}.wasm`]).code, 0);
    return `${name}.wasm`;
  };
  const publish = (file: string): string => {
    const { code, out, err } = line.evident(['publish', file, '--policy', policy, '--nats', BROKER]);
    assert.is(code, 0, err);
    return out.trim();
  };
  const work = ['--policy', policy, '--in', `${prefix}.in`, '--out', `${prefix}.out`, '--create', '--nats', BROKER];
  const early = startWork(work);
  assert.is(await early.ended, 2);
  assert.match(early.stderr(), /no polic/);
  const old = publish(build('old', '(+ input 1)'));
  const workers = [startWork(work), startWork(work)];
  await Promise.all(workers.map(({ ready }) => ready));
  await send(nats, `${prefix}.in`, ['1', '2', '3']);
  await arrived(nats, `${prefix}.out`, 3);
  const changed = publish(build('changed', '(* input 100)'));
  assert.is.not(changed, old);
  await until(() => workers.every((worker) => worker.stderr().includes(`policy ${policy}: ${changed}`)));
  for (const text of ['4', '5', '6']) await nats.client.publish(`${prefix}.in`, text);
  await arrived(nats, `${prefix}.out`, 6);
  const results = await stored(nats, `${prefix}.out`);
  const outputs = (hash: string): number[] =>
    results
      .filter((one) => one.header('Evident-Program') === hash)
      .map((one) => (JSON.parse(textOf(one)) as { output: number }).output)
      .sort((a, b) => a - b);
  assert.equal(
    [outputs(old), outputs(changed)],
    [
      [2, 3, 4],
      [400, 500, 600],
    ],
  );
  for (const { child } of workers) child.kill('SIGTERM');
  assert.equal(await Promise.all(workers.map(({ ended }) => ended)), [0, 0]);
});

withNats('a worker links the script that it decides with once, with the modules beside it', async () => {
  const nats = await connectTest();
  const prefix = newPrefix();
  line.file('money.script', '(defn gross [x] (* x 2))');
  const script = `${line.folder}/${line.file('bill.script', '(use "money") (money/gross input)')}`;
  const worker = startWork([
    ...['--questions', script, '--in', `${prefix}.in`, '--out', `${prefix}.out`, '--create', '--nats', BROKER],
  ]);
  await worker.ready;
  line.file('money.script', '(defn gross [x] (* x 3))');
  await send(nats, `${prefix}.in`, ['1', '5']);
  await arrived(nats, `${prefix}.out`, 2);
  const results = (await stored(nats, `${prefix}.out`)).map((one) => JSON.parse(textOf(one)) as { output: number });
  assert.equal(results.map(({ output }) => output).sort(), [10, 2]);
  worker.child.kill('SIGTERM');
  assert.is(await worker.ended, 0);
});

withNats('the order of a file is kept for each key, and a key has one partition', async () => {
  const nats = await connectTest();
  const prefix = newPrefix();
  const keys = ['a', 'b', 'two words', 'c'];
  const lines = Array.from({ length: 40 }, (_, at) => JSON.stringify({ key: keys[at % 4], at }));
  line.file('keyed.jsonl', lines.join('\n'));
  const flags = ['--in', `${prefix}.in`, '--create', '--nats', BROKER];
  const { code, err } = line.evident(['submit', 'keyed.jsonl', '--key', 'key', '--partitions', '4', ...flags]);
  assert.is(code, 0, err);
  const all = await stored(nats, `${prefix}.in.>`);
  const bySubject = new Map<string, number[]>();
  for (const one of all) {
    const { key, at } = JSON.parse(textOf(one)) as { key: string; at: number };
    bySubject.set(key, [...(bySubject.get(key) ?? []), at]);
  }
  assert.is(all.length, 40);
  for (const [at, key] of keys.entries())
    assert.equal(
      bySubject.get(key),
      Array.from({ length: 10 }, (_, round) => round * 4 + at),
    );
});

test('flags that cannot be meant end the command before a broker is looked for', () => {
  line.file('questions.json', QUESTIONS);
  line.file('lines.jsonl', '{"a":1}\n[]\n');
  const work = ['work', '--questions', 'questions.json', '--in', 'a', '--out', 'b', '--nats', 'nats://127.0.0.1:1'];
  for (const [args, words] of [
    [['work', '--in', 'a', '--out', 'b'], 'name what decides'],
    [['work', '--questions', 'questions.json', '--out', 'b'], 'with --in'],
    [['work', '--questions', 'questions.json', '--in', 'a'], 'with --out'],
    [[...work, '--pending', '1025'], '--pending must be a whole number from 1 to 1024'],
    [[...work, '--partitions', '65'], '--partitions must be a whole number from 1 to 64'],
    [[...work, '--max-deliver', '0'], '--max-deliver must be'],
    [[...work, '--ack-wait-ms', '999'], '--ack-wait-ms must be'],
    [['submit', 'lines.jsonl', '--in', 'a', '--key', 'k'], '--key and --partitions go together'],
    [['submit', 'lines.jsonl', '--in', 'a.*'], '--in has a wildcard'],
    [['collect'], 'with --out'],
    [['publish', 'questions.json'], 'not a WebAssembly module'],
    [['collect', '--out', 'b', '--nats', ''], 'name the broker'],
    [['collect', '--out', 'b', '--nats', 'http://u:secret@h'], 'a broker is nats://'],
  ] as const) {
    const { code, err } = line.evident([...args], '', { EVIDENT_NATS: '' });
    assert.ok(code === 2, `${args.join(' ')}: ${err}`);
    assert.match(err, words);
    assert.not.match(err, 'secret');
  }
  // At the limit they are read, and the broker is looked for.
  for (const more of [
    ['--pending', '1024'],
    ['--partitions', '64'],
    ['--ack-wait-ms', '1000'],
  ])
    assert.match(line.evident([...work, ...more]).err, 'no connection to NATS at 127.0.0.1:1');
  const { code, err } = line.evident([
    'submit',
    'lines.jsonl',
    '--in',
    'a',
    '--member',
    'a',
    '--nats',
    'nats://127.0.0.1:1',
  ]);
  assert.is(code, 1);
  assert.match(err, 'lines.jsonl: line 2 is no object');
});

test.run();
