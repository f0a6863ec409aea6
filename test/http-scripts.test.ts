// Scripts over HTTP: check, run and build; faults, fuel, threads, and callers that go away.

import { createHash } from 'node:crypto';
import * as assert from 'uvu/assert';
import type { TestServer } from './support/server.ts';

import { openServer } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

let server: TestServer;
test.before(async () => {
  server = await openServer();
});
test.after(async () => {
  await server.close();
});

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown>;
}

async function call(what: 'check' | 'run', body: unknown): Promise<Answer> {
  return send(what, JSON.stringify(body));
}

async function send(what: 'check' | 'run', json: string): Promise<Answer> {
  const response = await server.post(`/v1/scripts/${what}`, json);
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Record<string, unknown> };
}

function errorOf({ body }: Answer): {
  readonly code: string;
  readonly message: string;
  readonly details: Record<string, unknown>;
} {
  return body['error'] as {
    readonly code: string;
    readonly message: string;
    readonly details: Record<string, unknown>;
  };
}

const COUNT = (n: number): string => `(loop [i 0] (if (< i ${n}) (recur (+ i 1)) i))`;

test('check answers the five fields of the interface and what we add', async () => {
  const { status, body } = await call('check', { script: '; rule\n(defn double [x]   (* 2 x))\n(double (:n input))' });
  assert.is(status, 200);
  assert.equal(Object.keys(body), [
    'ok',
    'hash',
    'canonical',
    'defines',
    'builtins',
    'diagnostics',
    'recursion',
    'growth',
    'steps',
  ]);
  assert.equal(
    [body['ok'], body['canonical'], body['defines']],
    [true, '(defn double [x] (* 2 x))\n(double (:n input))', ['double']],
  );
  assert.is(
    body['hash'],
    createHash('sha256')
      .update(`evident/1\n${String(body['canonical'])}`)
      .digest('hex'),
  );
  assert.ok((body['builtins'] as string[]).includes('map'));
});

test('an invalid script is 200 for check, with its place, and 422 invalid-script for run and build', async () => {
  const script = '(+ 1 (unknown 2))';
  const checked = await call('check', { script });
  assert.is(checked.status, 200);
  const [diagnostic] = checked.body['diagnostics'] as {
    readonly code: string;
    readonly line: number;
    readonly start: number;
  }[];
  assert.equal(
    [checked.body['ok'], diagnostic?.code, diagnostic?.line, diagnostic?.start],
    [false, 'unbound-variable', 1, 6],
  );
  const ran = await call('run', { script });
  assert.equal(
    [ran.status, errorOf(ran).code, errorOf(ran).details['hash']],
    [422, 'invalid-script', checked.body['hash']],
  );
  assert.equal(errorOf(ran).details['diagnostics'], checked.body['diagnostics']);
  assert.is((await server.post('/v1/scripts/build', JSON.stringify({ script }))).status, 422);
});

test('text that cannot be read has neither hash nor canonical', async () => {
  const { body } = await call('check', { script: '(+ 1' });
  assert.equal([body['ok'], body['hash'], body['canonical']], [false, null, null]);
});

test('run answers output, exact steps and the hash that check answers', async () => {
  const script = '(let [{:keys [amount n] :or {n 1}} input] amount)';
  const { status, body } = await call('run', { script, input: { amount: 7, n: 2 } });
  assert.equal([status, body['output'], body['steps']], [200, 7, 5]);
  assert.is(body['hash'], (await call('check', { script })).body['hash']);
  assert.is(typeof body['schedule'], 'string');
});

test('numbers and key order of the input arrive as written', async () => {
  const { text } = await send(
    'run',
    '{"script":"input","input":{"b":0.10,"a":9007199254740993,"10":1,"__proto__":[1e400]}}',
  );
  assert.match(text, /^\{"output":\{"10":1,"__proto__":\[[^\]]*\],"a":9007199254740993,"b":0\.1\},"steps":1,/);
});

test('a missing input is null', async () => {
  assert.is((await call('run', { script: '(nil? input)' })).body['output'], true);
});

test('a fault is 422 with its code, its steps and its place in the text as sent', async () => {
  const answer = await call('run', { script: '; a comment\n(+ 1\n   (/ 1 0))' });
  const { code, details } = errorOf(answer);
  assert.equal(
    [answer.status, code, details['steps'], details['line'], details['column'], details['start'], details['end']],
    [422, 'divide-by-zero', 5, 3, 4, 20, 27],
  );
  assert.match(String(details['hash']), /^[0-9a-f]{64}$/);
});

test('fuel decides exactly: enough finishes, one less is out-of-fuel with steps equal to fuel', async () => {
  const { steps } = (await call('run', { script: COUNT(100) })).body as { readonly steps: number };
  assert.is((await call('run', { script: COUNT(100), fuel: steps })).status, 200);
  const short = await call('run', { script: COUNT(100), fuel: steps - 1 });
  assert.equal([short.status, errorOf(short).code, errorOf(short).details['steps']], [422, 'out-of-fuel', steps - 1]);
});

test('fuel is a whole number from 0 to 1,000,000,000, and is never coerced', async () => {
  assert.is((await call('run', { script: '', fuel: 0 })).status, 200);
  assert.is((await call('run', { script: '1', fuel: 1_000_000_000 })).status, 200);
  assert.is((await send('run', '{"script":"1","fuel":1e9}')).status, 200);
  for (const fuel of ['1000000001', '-1', '1.5', '"3"', 'true', '[]', '1e400']) {
    const answer = await send('run', `{"script":"1","fuel":${fuel}}`);
    assert.equal([answer.status, errorOf(answer).code], [400, 'invalid-request'], fuel);
    assert.match(errorOf(answer).message, /fuel/);
  }
  assert.match(errorOf(await send('run', '{"script":"1","fuel":1000000001}')).message, /1000000000/);
});

test('the default fuel is 1,000,000', async () => {
  const answer = await call('run', { script: COUNT(10_000_000) });
  assert.equal([errorOf(answer).code, errorOf(answer).details['steps']], ['out-of-fuel', 1_000_000]);
});

test('a run beyond the inline threshold gives the same steps in a thread', async () => {
  const small = (await call('run', { script: COUNT(1000) })).body as { readonly steps: number };
  const smaller = (await call('run', { script: COUNT(999) })).body as { readonly steps: number };
  const { status, body } = await call('run', { script: COUNT(5_000_000), fuel: 1_000_000_000 });
  assert.equal([status, body['output']], [200, 5_000_000]);
  assert.is(body['steps'], small.steps + (small.steps - smaller.steps) * (5_000_000 - 1000));
});

/** A run of a thousand million steps, for as long as its caller stays. */
async function runOn(signal: AbortSignal): Promise<Response | 'gone'> {
  const body = JSON.stringify({ script: COUNT(1_000_000_000), fuel: 1_000_000_000 });
  return fetch(`${server.url}/v1/scripts/run`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
    signal,
  }).catch(() => 'gone' as const);
}

test('a long run does not hold up others; when its caller goes away it stops, and the thread serves the next', async () => {
  const controller = new AbortController();
  let hasEnded = false;
  const gone = runOn(controller.signal).finally(() => {
    hasEnded = true;
  });
  // The second answer comes after the run has begun: it was sent before the first.
  for (let round = 0; round < 2; round += 1) assert.is((await fetch(`${server.url}/health`)).status, 200);
  assert.not(hasEnded, 'health waited for the run');
  controller.abort();
  assert.is(await gone, 'gone');
  const next = await call('run', { script: COUNT(200_000), fuel: 1_000_000_000 });
  assert.equal([next.status, next.body['output']], [200, 200_000]);
});

test('a run longer than one may take is 503 deadline, those that waited for it in vain are 429, both with the time to come back', async () => {
  const hurried = await openServer({ runMs: 300 });
  try {
    await hurry(hurried);
  } finally {
    await hurried.close();
  }
});

async function hurry(hurried: TestServer): Promise<void> {
  // A step of this pattern takes many times as long as one of counting, which a fast machine does within the deadline.
  const script = '(loop [i 0] (if (< i 1000000000) (do (matches? "b.{12}c" input) (recur (+ i 1))) i))';
  const body = JSON.stringify({ script, input: 'abb'.repeat(2_000), fuel: 1_000_000_000 });
  const answers = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const response = await hurried.post('/v1/scripts/run', body);
      const { error } = (await response.json()) as { readonly error: { readonly code: string } };
      return `${response.status} ${error.code} ${Number(response.headers.get('retry-after-ms')) >= 250 && Number(response.headers.get('retry-after')) >= 1}`;
    }),
  );
  assert.ok(answers.includes('503 deadline true'), answers.join());
  assert.ok(answers.includes('429 queue-full true'), answers.join());
  assert.equal(
    answers.filter((answer) => answer !== '503 deadline true' && answer !== '429 queue-full true'),
    [],
  );
  // The same run, shorter, is answered: soon, for a thread that was ended may take longer to start again than a run may wait.
  const short = JSON.stringify({ script: COUNT(1000) });
  await until(async () => (await hurried.post('/v1/scripts/run', short)).status === 200);
}

test('build answers a WebAssembly module without imports that runs the script', async () => {
  const response = await server.post('/v1/scripts/build', JSON.stringify({ script: '(+ 1 (:n input))' }));
  assert.equal([response.status, response.headers.get('content-type')], [200, 'application/wasm']);
  const module = new WebAssembly.Module(new Uint8Array(await response.arrayBuffer()));
  assert.equal(WebAssembly.Module.imports(module), []);
  const exports = new WebAssembly.Instance(module).exports as unknown as {
    readonly memory: WebAssembly.Memory;
    alloc(n: number): number;
    run(at: number, length: number, fuel: bigint): number;
    output_ptr(): number;
    output_len(): number;
  };
  const input = new TextEncoder().encode('{"n":41}');
  const at = exports.alloc(input.length);
  new Uint8Array(exports.memory.buffer, at, input.length).set(input);
  assert.is(exports.run(at, input.length, 1000n), 0);
  assert.is(
    new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.output_ptr(), exports.output_len())),
    '42',
  );
});

test('the same request gives the same bytes', async () => {
  const texts = await Promise.all(
    Array.from({ length: 10 }, async () => (await call('run', { script: '(map inc [1 2 3])' })).text),
  );
  assert.is(new Set(texts).size, 1);
});

test.run();
