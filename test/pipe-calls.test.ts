// Pipe calls: the calls of one connection that wait for their answers, without a connection.

import * as assert from 'uvu/assert';
import { PipeCalls } from '../server/mcp/pipe-calls.ts';
import { test } from './support/test.ts';

const OPTIONS = {
  timeoutMs: 60_000,
  totalTimeoutMs: 60_000,
  resetOnProgress: false,
  onProgress: undefined,
  signal: undefined,
};

function open(): { readonly calls: PipeCalls; readonly ids: number[]; readonly ask: () => Promise<unknown> } {
  const ids: number[] = [];
  const calls = new PipeCalls(async (message) => {
    const { id } = message as { readonly id?: number };
    if (id !== undefined) ids.push(id);
  });
  return { calls, ids, ask: () => calls.request('tools/call', {}, OPTIONS) };
}

test('each answer reaches its own call, however many wait and in whatever order answers come', async () => {
  const { calls, ids, ask } = open();
  // One stays, so that later ids meet its place.
  const first = ask();
  for (let round = 0; round < 5; round += 1) {
    const from = ids.length;
    const waiting = Array.from({ length: 300 }, ask);
    const own = ids.slice(from);
    assert.is(own.length, 300);
    const mixed = own.map((_, at) => own[(at * 7) % 300]!);
    for (const id of mixed) calls.resolve(id, new Map([['id', String(id)]]));
    assert.equal(
      await Promise.all(waiting),
      own.map((id) => new Map([['id', String(id)]])),
    );
    for (const id of own) assert.not(calls.has(id), 'an answer is taken once');
  }
  assert.is(new Set(ids).size, ids.length);
  assert.ok(calls.has(ids[0]));
  calls.resolve(ids[0], new Map());
  assert.equal(await first, new Map());
});

test('an id that is none, or is nobody’s, reaches no call', async () => {
  const { calls, ids, ask } = open();
  const call = ask();
  const [id] = ids as [number];
  for (const other of [id + 64, id - 64, id + 1, id + 0.5, id + 2 ** 32, String(id), Number.NaN, null, undefined, {}]) {
    assert.not(calls.has(other));
    calls.resolve(other, new Map());
    assert.not(calls.progress({ progressToken: other, progress: 1 }));
  }
  assert.ok(calls.progress({ progressToken: id, progress: 1 }));
  calls.clear();
  assert.not(calls.has(id));
  assert.match(String(await call.catch((error: Error) => error.message)), /closed/);
});

test.run();
