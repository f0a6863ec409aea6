// docs/operate.md tells the truth: its session is run with a real service, its proxy's headers are sent to a service started with its
// flags, and every flag and signal it names is there. `--update` rewrites what the commands print.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { readConfig } from '../server/config.ts';
import { LINES_BYTES_MAX } from '../server/operation.ts';
import { ROOT } from './support/paths.ts';
import { Page, testSamples } from './support/samples.ts';
import { openServer } from './support/server.ts';
import { openSession, sessionSamples } from './support/session.ts';
import { test } from './support/test.ts';

const page = new Page('docs/operate.md');
const session = await openSession('operate');
const { folder } = session;

/** When a key expires is another day in every run. */
function cut(text: string): string {
  return text.replace(/expires .*/, 'expires …');
}

testSamples(page, sessionSamples(page, session, cut));

test('the service of the session has ended', () => {
  assert.throws(() => process.kill(Number(readFileSync(join(folder, 'service.pid'), 'utf8')), 0), /ESRCH/);
});

test('the flags and the proxy of the page work together, and neither works alone', async () => {
  const [flags = ''] = page.blocks('sh').map((block) => page.read(block).join(' '));
  const reading = readConfig(flags.split(' ').slice(2), {});
  if (reading.kind !== 'ok') throw new Error(JSON.stringify(reading));
  const { trustProxies, allowHosts } = reading.config;
  const [nginx = ''] = page.blocks('nginx').map((block) => page.read(block).join('\n'));
  const host = /server_name (\S+);/.exec(nginx)?.[1] as string;
  const values: Record<string, string> = { $remote_addr: '203.0.113.7', $host: host, $scheme: 'https' };
  const headers = [...nginx.matchAll(/proxy_set_header (X-\S+) (\S+);/g)]
    .map(([, name, value]) => `${name}: ${values[value as string]}\r\n`)
    .join('');
  assert.match(headers, /X-Forwarded-Host: decisions\.example/);
  // What the service takes is for the service to refuse.
  assert.is(Number(/client_max_body_size (\d+)m;/.exec(nginx)?.[1]), LINES_BYTES_MAX / 2 ** 20);
  const status = async (config: Parameters<typeof openServer>[0], extra = ''): Promise<number> => {
    const server = await openServer(config);
    const answer = await server.raw(
      `GET /v1/models HTTP/1.1\r\nHost: 127.0.0.1:8787\r\nConnection: close\r\n${headers}${extra}\r\n`,
    );
    await server.close();
    return Number(answer.slice(9, 12));
  };
  assert.is(await status({ trustProxies, allowHosts }), 200);
  assert.is(await status({ trustProxies, allowHosts }, `Origin: https://${host}\r\n`), 200);
  assert.is(await status({ trustProxies, allowHosts }, 'Origin: https://evil.example\r\n'), 403);
  assert.is(await status({ allowHosts }), 403);
  assert.is(await status({ trustProxies }), 403);
  assert.is(await status({ requireKeys: true }), 401);
});

test('every flag that the page names is one', () => {
  const reading = readConfig(['--help'], {});
  const help = reading.kind === 'help' ? reading.text : '';
  const named = new Set(page.text.match(/(?<![\w-])--[a-z]+(?:-[a-z]+)*/g));
  for (const flag of ['--scope', '--expires']) named.delete(flag);
  assert.ok(named.size > 6);
  for (const flag of named) assert.ok(help.includes(flag), flag);
});

test('the times of the page are those of the server', () => {
  const source = (name: string): string => readFileSync(join(ROOT, 'server', name), 'utf8');
  assert.match(source('http/ending.ts'), /STALLED_MS = 2_000/);
  assert.match(source('main.ts'), /GRACE_MS = 10_000/);
  assert.match(source('main.ts'), /HANGING_MS = 20_000/);
  assert.match(source('main.ts'), /REPEATED_SIGNAL_MS = 5_000/);
  const reading = readConfig([], {});
  assert.is(reading.kind === 'ok' ? reading.config.drainMs : 0, 2_000);
});

test.run();
