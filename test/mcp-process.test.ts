// Local servers as processes: nothing of them is left when they are deleted, crash, refuse to end, or when we die.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { LineReader } from '../server/mcp/lines.ts';
import { startChild } from '../server/mcp/process.ts';
import { body, call, failure, isAlive, raw, servers, startRegistry } from './support/mcp.ts';
import { moduleFile } from './support/paths.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-process-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

function pids(path: string): readonly number[] {
  return readFileSync(path, 'utf8').split(' ').map(Number);
}

for (const mode of ['', 'stubborn']) {
  test(`closing ends the ${mode} server and its helper`, async () => {
    const path = join(folder, `close-${mode}`);
    const registry = startRegistry({
      operatorServers: servers({ raw: raw({ FIXTURE_PIDS: path, FIXTURE_MODE: mode }) }),
    });
    await call(registry, { server: 'raw', tool: 'line' });
    const all = pids(path);
    assert.is(all.length, 2);
    assert.ok(all.every(isAlive));
    await registry.close();
    assert.equal(all.filter(isAlive), []);
  });
}

test('a crash leaves no helper behind, and the restarted server is another process', async () => {
  const path = join(folder, 'crash');
  const registry = startRegistry({ operatorServers: servers({ raw: raw({ FIXTURE_PIDS: path }) }) });
  try {
    await call(registry, { server: 'raw', tool: 'line' });
    const first = pids(path);
    await failure(registry.callTool(body({ server: 'raw', tool: 'crash' })));
    await call(registry, { server: 'raw', tool: 'line' });
    await until(() => !first.some(isAlive));
    const second = pids(path);
    assert.is.not(second[0], first[0]);
    await registry.close();
    assert.equal(second.filter(isAlive), []);
  } finally {
    await registry.close();
  }
});

test('a failed connection leaves nothing behind either', async () => {
  // A process that ends before it has said which ones there are proves nothing: it gets more time.
  for (let connectMs = 300, all: readonly number[] = []; all.length === 0; connectMs *= 2) {
    const path = join(folder, `silent-${connectMs}`);
    const registry = startRegistry({
      operatorServers: servers({
        raw: raw({ FIXTURE_PIDS: path, FIXTURE_MODE: 'silent' }, { timeouts: { connect_ms: connectMs } }),
      }),
    });
    try {
      assert.is((await failure(registry.callTool(body({ server: 'raw', tool: 'line' })))).code, 'upstream_timeout');
      all = existsSync(path) ? pids(path) : [];
      await until(() => !all.some(isAlive));
    } finally {
      await registry.close();
    }
  }
});

test('a command that does not exist is an unreachable server, not a crash of ours', async () => {
  const registry = startRegistry({
    operatorServers: servers({
      none: { command: '/does/not/exist' },
      broken: { command: process.execPath, args: ['-e', 'process.exit(1)'] },
    }),
  });
  try {
    assert.match(
      (await failure(registry.callTool(body({ server: 'none', tool: 'x' })))).message,
      /the command does not exist/,
    );
    assert.is((await failure(registry.callTool(body({ server: 'broken', tool: 'x' })))).code, 'upstream_unavailable');
  } finally {
    await registry.close();
  }
});

for (const [signal, what] of [
  ['SIGKILL', 'the server'],
  ['SIGTERM', 'the server and its helper'],
] as const) {
  test(`when we end by ${signal}, ${what} ends too`, async () => {
    const path = join(folder, signal);
    const config = join(folder, `${signal}.json`);
    writeFileSync(config, JSON.stringify({ mcpServers: { raw: raw({ FIXTURE_PIDS: path }) } }));
    const child = spawn(
      process.execPath,
      [moduleFile('server/main'), '--port', '0', '--data', ':memory:', '--mcp-config', config],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    await once(child.stdout, 'data');
    await until(() => {
      try {
        return pids(path).length === 2;
      } catch {
        return false;
      }
    });
    const [server, helper] = pids(path) as [number, number];
    await until(() => isAlive(server));
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
    // Nobody can act on SIGKILL: then only what reads its stdin notices.
    await until(() => !isAlive(server) && (signal === 'SIGKILL' || !isAlive(helper)));
    if (isAlive(helper)) process.kill(helper, 'SIGKILL');
  });
}

test('a child that hears no signal but SIGKILL is killed after as long on a machine that is busy', async () => {
  const child = await startChild({
    command: process.execPath,
    args: ['-e', `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')`],
    env: {},
    cwd: undefined,
  });
  await once(child.stdout, 'data');
  let turns = 0;
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  // No turn of our event loop is shorter than five polls.
  const busy = setInterval(() => {
    turns += 1;
    Atomics.wait(sleeper, 0, 0, 100);
  });
  await child.stop();
  clearInterval(busy);
  assert.not.ok(isAlive(child.pid));
  // The two graces are 25 such turns at most; as many polls as fit an idle machine would be 100.
  assert.ok(turns < 50, `${turns} turns`);
});

test('a child gets no variable of ours but the few every program needs', async () => {
  process.env['EVIDENT_TEST_SECRET'] = 'hidden';
  const child = await startChild({
    command: process.execPath,
    args: ['-p', 'JSON.stringify(process.env)'],
    env: { GIVEN: '1' },
    cwd: undefined,
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  await once(child.stdout, 'end');
  await child.stop();
  const names = Object.keys(JSON.parse(output) as object);
  assert.ok(names.includes('GIVEN') && names.includes('PATH'));
  assert.not.ok(names.includes('EVIDENT_TEST_SECRET'));
});

test('lines: cut anywhere, at the limit and one past it', () => {
  const lines: string[] = [];
  const overlong: string[] = [];
  const reader = new LineReader(
    10,
    (line) => lines.push(line.toString()),
    (edges) => overlong.push(edges),
  );
  const text = `a\n\n1234567890\n12345678901\n${'x'.repeat(300)}END\nlast\n`;
  for (const size of [1, 3, 7, 1000]) {
    lines.length = 0;
    overlong.length = 0;
    for (let at = 0; at < text.length; at += size) reader.push(Buffer.from(text.slice(at, at + size)));
    assert.equal(lines, ['a', '1234567890', 'last'], String(size));
    assert.is(overlong.length, 2);
    assert.ok(overlong[1]?.endsWith('xEND') && overlong[1].startsWith('xxx'));
  }
});

test.run();
