// What local servers write to stderr: the end of it in the record, for admins; a little of it in our log, under their name.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { createStderrLog, StderrTail } from '../server/mcp/stderr.ts';
import { openKeyFolder } from './support/keys.ts';
import { servers, startRegistry } from './support/mcp.ts';
import { startProcess } from './support/process.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

/** A local server that says something on stderr and ends. */
function ends(script: string): Record<string, unknown> {
  return { command: process.execPath, args: ['-e', script], protocol: 'legacy' };
}

const LOUD =
  "const line = 'x'.repeat(99_999) + '\\n'; for (let n = 0; n < 300; n += 1) require('fs').writeSync(2, line); require('fs').writeSync(2, 'the last words: \\u00fcber\\n'); process.exit(3);";

test('the last of stderr stands in last_error, for admins only', async () => {
  const registry = startRegistry({ operatorServers: servers({ loud: ends(LOUD) }) });
  const shown = async (isAdmin: boolean) => (await registry.getServer('loud', { isAdmin })).last_error;
  await until(async () => (await shown(true))?.stderr?.endsWith('the last words: über\n') === true);
  assert.is(Buffer.byteLength((await shown(true))?.stderr ?? ''), 4096);
  assert.is((await shown(false))?.stderr, undefined);
  assert.is((await registry.listServers()).servers[0]?.last_error?.stderr, undefined);
  await registry.close();
});

test('a server that ended after it had been connected leaves its last words', async () => {
  const script = `
    const lines = require('readline').createInterface({ input: process.stdin });
    lines.on('line', (line) => {
      const { id, method } = JSON.parse(line);
      const reply = (result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
      if (method === 'initialize') reply({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } });
      else if (method === 'tools/list') { reply({ tools: [] }); setTimeout(() => { require('fs').writeSync(2, 'out of paper'); process.exit(4); }, 50); }
    });`;
  const registry = startRegistry({ operatorServers: servers({ printer: ends(script) }) });
  await until(
    async () => (await registry.getServer('printer', { isAdmin: true })).last_error?.stderr === 'out of paper',
  );
  await registry.close();
});

test('over HTTP a key sees stderr when it may change servers', async () => {
  const folder = openKeyFolder();
  const [reader, admin] = [await folder.add('reader', 'mcp:read'), await folder.add('admin', 'mcp:read,mcp:admin')];
  const root = mkdtempSync(join(tmpdir(), 'evident-stderr-'));
  const file = join(root, 'mcp.json');
  writeFileSync(file, JSON.stringify({ mcpServers: { loud: ends(LOUD) } }));
  const server = startProcess('--port', '0', '--data', folder.path, '--mcp-config', file);
  const base = await server.url;
  const record = async (token: string, path = '/loud'): Promise<string> =>
    (await fetch(`${base}/v1/mcp/servers${path}`, { headers: { authorization: `Bearer ${token}` } })).text();
  await until(async () => (await record(admin)).includes('the last words'));
  for (const path of ['/loud', '']) {
    assert.match(await record(admin, path), /"stderr":"/);
    assert.not.match(await record(reader, path), /stderr/);
    assert.match(await record(reader, path), /"last_error":\{"code"/);
  }
  server.child.kill('SIGINT');
  const { stderr } = await server.ended;
  // 30 MB were written, once for each attempt to connect.
  assert.ok(stderr.length < 10_000, `${stderr.length}`);
  for (const line of stderr.trimEnd().split('\n')) assert.match(line, /^\[loud\] /);
  assert.match(stderr, /the rest is left out/);
  rmSync(root, { recursive: true });
  folder.remove();
});

test('the tail keeps the last 4,096 bytes and begins with a whole character', () => {
  const tail = new StderrTail();
  assert.is(tail.text, '');
  tail.push('a'.repeat(4095));
  tail.push('b');
  assert.is(tail.text, `${'a'.repeat(4095)}b`);
  tail.push('c');
  assert.is(tail.text, `${'a'.repeat(4094)}bc`);
  tail.push(`${'ü'.repeat(5000)}!`);
  assert.is(tail.text, `${'ü'.repeat(2047)}!`);
  tail.push('z'.repeat(100_000));
  assert.is(tail.text, 'z'.repeat(4096));
});

test('the log names the server on every line, keeps control characters out and lines short', () => {
  const lines: string[] = [];
  const log = createStderrLog(
    (line) => lines.push(line),
    () => 0,
  );
  log('a', 'one\ntwo\r\n\n');
  log('a', 'no newline');
  log('b', `\x1b[2Jcleared\x07\ttab\u2028forged\x85`);
  log('b', `${'x'.repeat(501)}\n${'y'.repeat(500)}`);
  assert.equal(lines, [
    '[a] one',
    '[a] two',
    '[a] no newline',
    '[b] \ufffd[2Jcleared\ufffd tab\ufffdforged\ufffd',
    `[b] ${'x'.repeat(500)}…`,
    `[b] ${'y'.repeat(500)}`,
  ]);
});

test('the log takes 4,096 bytes of a server in ten seconds, says once that there is more, and how much it was', () => {
  const lines: string[] = [];
  let nowMs = 0;
  const log = createStderrLog(
    (line) => lines.push(line),
    () => nowMs,
  );
  for (let n = 0; n < 32; n += 1) log('a', `${String(n).padStart(127, '0')}\n`);
  assert.is(lines.length, 32, 'up to the limit nothing is left out');
  log('a', 'z'.repeat(1000));
  log('a', 'z'.repeat(1000));
  log('other', 'is not silenced by it');
  assert.equal(lines.slice(32), [
    '[a] … more than 4096 bytes in 10 s; the rest is left out',
    '[other] is not silenced by it',
  ]);
  nowMs = 10_000;
  log('a', 'again');
  assert.is(lines.at(-2), '[a] … 2000 bytes were left out');
  assert.is(lines.at(-1), '[a] again');
});

test.run();
