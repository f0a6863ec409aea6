// The tap on answers over HTTP: what is the answer to a request is kept as it was written, and the rest reaches the SDK unchanged.

import * as assert from 'uvu/assert';
import { writeJson } from '../grammar/json-write.ts';
import type { RawAnswer } from '../server/mcp/capture.ts';
import { createTap } from '../server/mcp/tap.ts';
import { test } from './support/test.ts';

interface Tapped {
  /** What the SDK is given. */
  readonly text: string;
  readonly found: readonly string[];
}

async function tap(isEventStream: boolean, chunks: readonly string[]): Promise<Tapped> {
  const found: RawAnswer[] = [];
  const tapped = createTap(isEventStream, 7, (answer) => found.push(answer));
  let text = '';
  for (const chunk of chunks) text += Buffer.from(await tapped.push(Buffer.from(chunk))).toString();
  text += Buffer.from(await tapped.end()).toString();
  return { text, found: found.map((one) => (one.kind === 'result' ? writeJson(one.result) : one.reason)) };
}

const ANSWER = '{"jsonrpc":"2.0","id":7,"result":{"n":1.00,"content":[]}}';
const OTHERS = [
  '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1.0}}',
  '{"jsonrpc":"2.0","id":8,"result":{"n":2.00}}',
  '{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"no"}}',
];

test('a body that is the answer is kept, and the SDK reads a stub', async () => {
  const { text, found } = await tap(false, [ANSWER.slice(0, 9), ANSWER.slice(9)]);
  assert.equal(found, ['{"n":1.00,"content":[]}']);
  assert.is(JSON.parse(text).id, 7);
  assert.not.match(text, '1.00');
});

test('a body that is no answer is the SDK’s', async () => {
  for (const body of [...OTHERS, '', 'no JSON']) assert.is((await tap(false, [body])).text, body);
  const twice = ANSWER.replace('"n"', '"content":[],"n"');
  assert.equal(await tap(false, [twice]), { text: twice, found: ['duplicate-key'] });
});

for (const [name, end] of [
  ['LF', '\n'],
  ['CR LF', '\r\n'],
  ['CR', '\r'],
] as const)
  test(`law: wherever a stream with ${name} is cut, the answer is kept and other events pass when they have ended`, async () => {
    const other = `: a comment${end}${end}id: 1${end}data:${end}${end}event: message${end}data: ${OTHERS[0]}${end}${end}`;
    const [head, tail] = [ANSWER.slice(0, 16), ANSWER.slice(16)];
    // A message may be in several lines of data.
    const answer = `data:${head}${end}data: ${tail}${end}${end}`;
    const whole = other + answer + other;
    for (let cut = 0; cut <= whole.length; cut += 1) {
      const { text, found } = await tap(true, [whole.slice(0, cut), whole.slice(cut)]);
      assert.equal(found, ['{"n":1.00,"content":[]}'], `cut at ${cut}`);
      const [before, after, ...more] = text.split(/event: message\ndata: \{"jsonrpc":"2.0","id":7.*\n\n/);
      assert.equal([before, more.length], [other, 0], `cut at ${cut}`);
      assert.is(after?.replace(/^\n/, ''), other, `cut at ${cut}`);
    }
    // Nothing that has ended waits for what comes next.
    const found = createTap(true, 7, () => {});
    assert.is(Buffer.from(await found.push(Buffer.from(other))).toString(), other);
    assert.is(Buffer.from(await found.push(Buffer.from('data: half'))).toString(), '');
  });

test.run();
