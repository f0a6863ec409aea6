// How the service ends and reloads, as a process: nobody who did everything right is cut off, and nobody holds up the end.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { raw } from './support/mcp.ts';
import { startProcess } from './support/process.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-ending-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

interface Exchange {
  /** What came back until the other side closed. */
  readonly answer: string;
  /** What went wrong with the connection; null when nothing did. */
  readonly error: string | null;
}

/** One request over a connection of its own. */
function exchange(url: string, text: string, onConnect?: (socket: Socket) => void): Promise<Exchange> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let answer = '';
    let error: string | null = null;
    const socket = connect(Number(port), hostname, () => {
      socket.write(text);
      onConnect?.(socket);
    });
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.on('error', (failure: NodeJS.ErrnoException) => {
      error = failure.code ?? failure.message;
    });
    socket.on('close', () => resolve({ answer, error }));
  });
}

function get(url: string, path: string): Promise<Exchange> {
  return exchange(url, `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
}

test('SIGTERM: first readyz is 503 while everything is still answered, then the port is closed, and the end is 0', async () => {
  const { child, url, ended } = startProcess('--port', '0', '--data', ':memory:', '--drain-ms', '1500');
  const base = await url;
  await until(async () => (await fetch(`${base}/readyz`)).status === 200);
  child.kill('SIGTERM');
  await until(async () => (await get(base, '/readyz')).answer.startsWith('HTTP/1.1 503 '));
  const answers = await Promise.all(Array.from({ length: 20 }, () => get(base, '/health')));
  for (const { answer, error } of answers) {
    assert.is(error, null);
    assert.match(answer, /^HTTP\/1\.1 200 [^]*connection: close/u);
  }
  assert.match((await get(base, '/readyz')).answer, /"code":"not_ready"/);
  assert.is((await ended).code, 0);
  assert.is((await get(base, '/health')).error, 'ECONNREFUSED');
});

for (const trial of [1, 2, 3, 4, 5]) {
  test(`SIGTERM under a load of fresh connections resets none of them (trial ${trial})`, async () => {
    const { child, url, ended } = startProcess('--port', '0', '--data', ':memory:', '--drain-ms', '500');
    const base = await url;
    let isReady = true;
    const seen: Exchange[] = [];
    const clients = Array.from({ length: 24 }, async () => {
      while (isReady) seen.push(await get(base, '/health'));
    });
    await until(() => seen.length > 100);
    child.kill('SIGTERM');
    // As a load balancer does: it asks now and then, and sends nothing more after the first 503.
    await until(async () => (await get(base, '/readyz')).answer.startsWith('HTTP/1.1 503 '));
    isReady = false;
    await Promise.all(clients);
    assert.equal(
      seen.filter(({ answer, error }) => error !== null || !answer.startsWith('HTTP/1.1 200 ')),
      [],
    );
    assert.is((await ended).code, 0);
  });
}

test('requests that stop arriving are 408, and neither they nor silent connections make the end fail', async () => {
  const { child, url, ended } = startProcess('--port', '0', '--data', ':memory:', '--drain-ms', '0');
  const base = await url;
  const head = 'POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
  let connected = 0;
  const stall = (text: string): Promise<Exchange> =>
    exchange(base, text, () => {
      connected += 1;
    });
  const bodies = [
    ...Array.from({ length: 10 }, () => stall(`${head}Content-Length: 1000\r\n\r\n{"state":`)),
    ...Array.from({ length: 10 }, () => stall(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"sta`)),
    ...Array.from({ length: 5 }, () => stall(head)),
  ];
  const silent = Array.from({ length: 5 }, () => stall(''));
  await until(() => connected === bodies.length + silent.length);
  // Answered after those above were read.
  await get(base, '/health').catch(() => {});
  child.kill('SIGTERM');
  const { code, stderr } = await ended;
  assert.equal([code, stderr], [0, '']);
  for (const { answer } of await Promise.all(bodies))
    assert.match(answer, /^HTTP\/1\.1 408 [^]*"code":"request_timeout"/u);
  for (const { answer } of await Promise.all(silent)) assert.is(answer, '');
});

test('a body that goes on arriving while the server ends is answered', async () => {
  const { child, url, ended } = startProcess('--port', '0', '--data', ':memory:', '--drain-ms', '0');
  const base = await url;
  const body = '{"state":"I want a refund","questions":{"q":{"type":"noul","criteria":{"true":"refund"}}}}';
  const sent = await exchange(
    base,
    `POST /v1/systemone HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    async (socket) => {
      // Answered after the head was read.
      await get(base, '/health');
      child.kill('SIGTERM');
      await until(async () => (await get(base, '/health')).error === 'ECONNREFUSED');
      socket.write(body.slice(10));
    },
  );
  assert.match(sent.answer, /^HTTP\/1\.1 200 [^]*"value":true/u);
  assert.is((await ended).code, 0);
});

test('SIGINT does not wait for a load balancer', async () => {
  const { child, url, ended } = startProcess('--port', '0', '--data', ':memory:', '--drain-ms', '600000');
  await url;
  child.kill('SIGINT');
  assert.is((await ended).code, 0);
});

async function serverNames(base: string): Promise<readonly string[]> {
  const { servers } = (await (await fetch(`${base}/v1/mcp/servers`)).json()) as {
    readonly servers: readonly { readonly name: string; readonly revision: number }[];
  };
  return servers.map(({ name, revision }) => `${name} ${revision}`);
}

test('SIGHUP reads the tool servers again: new ones come, changed ones are renewed, others leave, and those of callers stay', async () => {
  const file = join(folder, 'mcp.json');
  const write = (mcpServers: unknown): void => writeFileSync(file, JSON.stringify({ mcpServers }));
  write({ stays: raw(), changes: raw({}, { description: 'before' }), leaves: raw() });
  const { child, url, stderr, ended } = startProcess(
    '--port',
    '0',
    '--data',
    join(folder, 'data'),
    '--mcp-config',
    file,
    '--mcp-allow-host',
    '127.0.0.1',
  );
  const base = await url;
  const registered = await fetch(`${base}/v1/mcp/servers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"name":"mine","url":"http://127.0.0.1:1/","enabled":false}',
  });
  assert.is(registered.status, 201);
  const idOf = async (name: string): Promise<unknown> =>
    ((await (await fetch(`${base}/v1/mcp/servers/${name}`)).json()) as { readonly id: string }).id;
  const before = await idOf('stays');
  write({ stays: raw(), changes: raw({}, { description: 'after' }), comes: raw() });
  child.kill('SIGHUP');
  await until(() => stderr().includes('evident: '));
  assert.ok(stderr().includes(`evident: reloaded 0 keys and 3 servers of ${file}\n`), stderr());
  assert.equal(await serverNames(base), ['changes 2', 'comes 1', 'mine 1', 'stays 1']);
  assert.is(await idOf('stays'), before);
  const called = await fetch(`${base}/v1/mcp/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"server":"comes","tool":"line"}',
  });
  assert.is(called.status, 200, await called.text());
  // What is wrong with the file is one line, and changes nothing.
  for (const [text, says] of [
    ['{', /not valid|not closed|expected/],
    ['{"mcpServers":{"a":{}}}', /a server needs a command or a url/],
  ] as const) {
    writeFileSync(file, text);
    const said = stderr().length;
    child.kill('SIGHUP');
    await until(() => stderr().slice(said).includes('evident: '));
    assert.match(stderr().slice(said), /^evident: not reloaded: [^\n]+$/m);
    assert.match(stderr().slice(said), says);
    assert.equal(await serverNames(base), ['changes 2', 'comes 1', 'mine 1', 'stays 1']);
  }
  rmSync(file);
  const said = stderr().length;
  child.kill('SIGHUP');
  await until(() => stderr().slice(said).includes('ENOENT'));
  child.kill('SIGINT');
  assert.is((await ended).code, 0);
});

test('SIGHUP without files to read keeps the service running, and says what it has', async () => {
  const { child, url, stderr, ended } = startProcess('--port', '0', '--data', ':memory:');
  const base = await url;
  child.kill('SIGHUP');
  await until(() => stderr().includes('\n'));
  assert.is(stderr(), 'evident: reloaded 0 keys\n');
  assert.is((await fetch(`${base}/livez`)).status, 200);
  child.kill('SIGINT');
  assert.is((await ended).code, 0);
});

test.run();
