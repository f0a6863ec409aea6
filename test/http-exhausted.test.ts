// Requests that need more of the runtime than it has: refused with a status of the 400s and a name, never a failure of ours.

import * as assert from 'uvu/assert';
import type { TestServer } from './support/server.ts';

import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

const BODY_BYTES = 1_000_000;

let server: TestServer;
test.before(async () => {
  server = await openServer();
});
test.after(async () => {
  await server.close();
});

async function ask(path: string, body: string): Promise<readonly [status: number, text: string]> {
  const response = await server.post(path, body);
  return [response.status, await response.text()];
}

const decision = (phrases: readonly string[], state: string): string =>
  JSON.stringify({ state, questions: { q: { type: 'choice', criteria: { a: phrases, b: ['no'] } } } });

test('phrases of short words, as many as a body holds, are refused by name', async () => {
  for (const unit of ['1 ', 'a ', 'one ', 'a!', '中', '- ', '1.5 ', 'é ', 'ａ ']) {
    for (const kilobytes of [350, 980]) {
      const text = unit.repeat((kilobytes * 1000) / Buffer.byteLength(unit));
      for (const phrases of [[text], text.match(/.{1,1000}/gsu)!]) {
        const [status, answer] = await ask('/v1/systemone', decision(phrases, 'one 1 a!'));
        assert.ok(
          status === 200 || status === 422,
          `${status} for ${kilobytes} KB of ${unit}: ${answer.slice(0, 200)}`,
        );
      }
    }
  }
});

test('what no limit foresees is refused as more memory than there is, and the next request is answered', async () => {
  // A mark of the Greek alphabet is counted as part of a word, and is none.
  const body = decision(['\u037e'.repeat(BODY_BYTES / 2 - 1000)], 'a refund');
  const [status, answer] = await ask('/v1/systemone', body);
  assert.is(status, 413, answer.slice(0, 300));
  assert.match(answer, /more memory/);
  assert.is((await ask('/v1/systemone', decision(['refund'], 'a refund')))[0], 200);
});

test('scripts of one locate with as many words as a script holds run, or fault', async () => {
  for (const unit of ['1 ', 'a!', '中', '\u037e', '- ']) {
    const phrase = unit.repeat(258_000 / Buffer.byteLength(unit));
    for (const script of [`(locate input "${phrase}")`, `(locate-all (str input) [input "${phrase}"])`]) {
      const [status, answer] = await ask(
        '/v1/scripts/run',
        JSON.stringify({ script, input: '1 1 a! 中', fuel: 100_000_000 }),
      );
      assert.ok(status === 200 || status === 422, `${status} for ${unit}: ${answer.slice(0, 200)}`);
    }
  }
});

test.run();
