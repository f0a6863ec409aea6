// The server as a process: settings, the first line, signals, refusals to start.

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import * as assert from 'uvu/assert';
import type { Config } from '../server/config.ts';

import { readConfig } from '../server/config.ts';
import { startServer } from '../server/start.ts';
import { startProcess as start } from './support/process.ts';
import { TEST_CONFIG } from './support/server.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const SLOW = `{"script":"(loop [i 0] (if (< i 1000000) (recur (+ i 1)) i))","fuel":1000000000}`;

function config(...args: readonly string[]): Config {
  const reading = readConfig(args, {});
  if (reading.kind !== 'ok') throw new Error(JSON.stringify(reading));
  return reading.config;
}

test('defaults are loopback, port 8787 and ./data', () => {
  const { host, port, data, allowHosts, mcpStdio } = config();
  assert.equal([host, port, data, allowHosts, mcpStdio], ['127.0.0.1', 8787, './data', [], false]);
  assert.is(config('--mcp-stdio').data, null);
  assert.is(config('--mcp-stdio', '--data', 'kept').data, 'kept');
});

test('localhost is one address, so that limits on connections hold for all of them', async () => {
  const server = await startServer({ ...TEST_CONFIG, host: 'localhost' });
  const { hostname, port } = new URL(server.url);
  const reached = await Promise.all(
    ['127.0.0.1', '::1'].map(async (host) => {
      const socket = connect(Number(port), host);
      const isOpen = await Promise.race([
        once(socket, 'connect').then(() => true),
        once(socket, 'error').then(() => false),
      ]).catch(() => false);
      socket.destroy();
      return isOpen ? host : null;
    }),
  );
  assert.equal(
    reached.filter((host) => host !== null),
    [hostname.replace(/[[\]]/g, '')],
  );
  await server.close();
});

test('flags win over EVIDENT_ variables; lists repeat as flags and take commas as variables', () => {
  const reading = readConfig(['--port', '1', '--allow-host', 'A', '--allow-host', 'b'], {
    EVIDENT_PORT: '2',
    EVIDENT_HOST: '::1',
    EVIDENT_CORS_ORIGIN: 'https://a, https://b',
  });
  assert.is(reading.kind, 'ok');
  if (reading.kind !== 'ok') return;
  const { port, host, allowHosts, corsOrigins } = reading.config;
  assert.equal([port, host, allowHosts, corsOrigins], [1, '::1', ['a', 'b'], ['https://a', 'https://b']]);
});

for (const args of [
  ['--prot', '1'],
  ['--port'],
  ['--port', '65536'],
  ['--port', 'http'],
  ['--port', '-1'],
  ['--drain-ms', '-1'],
  ['--drain-ms', '600001'],
  ['--drain-ms', '1.5'],
  ['--undecided', 'maybe'],
  ['extra'],
]) {
  test(`${args.join(' ')} is refused`, () => {
    assert.is(readConfig(args, {}).kind, 'invalid');
  });
}

test('listening beyond loopback without keys is refused, unless asked for in so many words', async () => {
  for (const host of ['0.0.0.0', '::', '192.0.2.1']) {
    let message = '';
    await startServer({ ...TEST_CONFIG, host }).catch((error: Error) => {
      message = error.message;
    });
    assert.match(message, /without API keys/);
  }
  const server = await startServer({ ...TEST_CONFIG, host: '0.0.0.0', insecureNoAuth: true });
  assert.is((await fetch(`http://127.0.0.1:${new URL(server.url).port}/health`)).status, 200);
  await server.close();
});

test('says where it listens, ends on SIGTERM with 0 and does not mind the signal twice', async () => {
  const { child, line, ended } = start('--port', '0', '--data', ':memory:');
  const said = await line;
  assert.match(said, /^evident listening on http:\/\/127\.0\.0\.1:\d+$/);
  // Its threads start meanwhile.
  await until(async () => (await fetch(`${said.split(' ').at(-1)}/readyz`)).status === 200);
  child.kill('SIGTERM');
  child.kill('SIGTERM');
  assert.is((await ended).code, 0);
});

test('a request in flight is answered before the process ends', async () => {
  const { child, line, ended } = start('--port', '0', '--data', ':memory:');
  const url = (await line).split(' ').at(-1) as string;
  // The first run loads the toolchain, which a busy machine may take longer for than a server that ends waits.
  await fetch(`${url}/v1/scripts/run`, { method: 'POST', body: SLOW, headers: { 'content-type': 'application/json' } });
  // The server says `100 Continue` when it has read what comes before the body: from then on the request is in flight.
  const sent = request(`${url}/v1/scripts/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': SLOW.length, expect: '100-continue' },
  });
  const answered = once(sent, 'response');
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.end(SLOW);
  child.kill('SIGINT');
  const [answer] = (await answered) as [IncomingMessage];
  answer.resume();
  assert.is(answer.statusCode, 200);
  assert.is((await ended).code, 0);
});

test('requests that are on their way when the server is told to end are answered', async () => {
  const server = await startServer(TEST_CONFIG);
  const { hostname, port } = new URL(server.url);
  const answers = Array.from(
    { length: 300 },
    () =>
      new Promise<string>((resolve, reject) => {
        let text = '';
        connect(Number(port), hostname)
          .on('data', (bytes) => {
            text += String(bytes);
          })
          .on('close', () => resolve(text))
          .on('error', reject)
          .write('GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n');
      }),
  );
  await server.close();
  for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 200 [^]*connection: close/u);
});

test('clients that go on connecting do not hold up the end', async () => {
  const server = await startServer(TEST_CONFIG);
  const { hostname, port } = new URL(server.url);
  let goesOn = true;
  let connected = 0;
  const connectAgain = (): void => {
    if (!goesOn) return;
    connect(Number(port), hostname)
      .on('connect', () => {
        connected += 1;
      })
      .on('error', () => {});
    setImmediate(connectAgain);
  };
  connectAgain();
  await server.close();
  goesOn = false;
  assert.ok(connected > 0);
});

test('a wrong flag is one line and exit 2, a taken port one line and exit 1', async () => {
  const wrong = await start('--nope').ended;
  assert.is(wrong.code, 2);
  assert.match(wrong.stderr, /^evident: .*--nope/);
  const blocker = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => blocker.once('listening', resolve));
  const taken = await start('--data', ':memory:', '--port', String((blocker.address() as AddressInfo).port)).ended;
  blocker.close();
  assert.is(taken.code, 1);
  assert.match(taken.stderr, /^evident: .*EADDRINUSE.*\n$/);
});

test('a connection that never sent anything does not hold up the end', async () => {
  const server = await startServer(TEST_CONFIG);
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const closed = new Promise((resolve) => socket.once('close', resolve).once('error', () => {}));
  await new Promise((resolve) => socket.once('connect', resolve));
  // Answered after the connection above was accepted.
  await (await fetch(`${server.url}/health`)).arrayBuffer();
  const started = performance.now();
  await server.close();
  await closed;
  // Node itself would close it, after the minute it waits for a request's headers.
  assert.ok(performance.now() - started < 30_000, 'the end waited for it');
});

test.run();
