// Console: the page as it is served, its policy and its size. What it does in a browser is in console-browser.test.ts.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as assert from 'uvu/assert';
import { COMMANDS } from '../cli/commands.ts';
import { command } from '../cli/playground.ts';
import { consoleFiles } from '../server/services/console/files.ts';
import { openServer, type TestServer } from './support/server.ts';
import { test } from './support/test.ts';

/** Bytes, packed, that a browser loads before the page can be used. */
const FIRST_LOAD_MAX = 250 * 1024;

let server: TestServer;
test.before(async () => {
  server = await openServer();
});
test.after(async () => {
  await server.close();
});

/** The modules that a module loads at once, from its static imports. */
function loadedWith(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const text = Buffer.from(consoleFiles().get(name)!.bytes).toString('utf8');
  for (const [, next] of text.matchAll(/(?:^|;)(?:import|export)\s*(?:[^"'();]*?from)?\s*"\.\/([^"]+)"/g))
    loadedWith(next!, seen);
  return seen;
}

const packedBytes = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + consoleFiles().get(name)!.gzip.length, 0);

test('the first load is small, and so is everything together with the editor', () => {
  const modules = loadedWith('main.js');
  assert.ok(modules.size > 1, 'shared modules were found');
  const first = packedBytes(['index.html', 'console.css', ...modules]);
  assert.ok(first <= FIRST_LOAD_MAX, `${first} bytes`);
  const editor = [...consoleFiles().keys()].find((name) => name.startsWith('editor-'))!;
  const script = packedBytes(['index.html', 'console.css', ...loadedWith(editor, modules)]);
  assert.ok(script <= FIRST_LOAD_MAX, `${script} bytes`);
});

test('the page is open to everybody, and its policy lets nothing from elsewhere in', async () => {
  const closed = await openServer({ requireKeys: true });
  try {
    const page = await fetch(`${closed.url}/`);
    assert.is(page.status, 200);
    assert.is(page.headers.get('content-type'), 'text/html; charset=utf-8');
    const policy = page.headers.get('content-security-policy')!;
    assert.match(policy, "default-src 'none'");
    assert.match(policy, "script-src 'self';");
    assert.match(policy, "style-src 'self';");
    assert.match(policy, "frame-ancestors 'none'");
    assert.not.match(policy, 'unsafe');
    const html = await page.text();
    assert.not.match(html, /https?:|<style|style=|<script>|\{csp\}|\{service\}/);
    assert.is((await closed.post('/v1/systemone', '{"state":"a","questions":{}}')).status, 401);
  } finally {
    await closed.close();
  }
});

test('no file of the page speaks of another host', () => {
  for (const { name, bytes } of consoleFiles().values()) {
    // Names of vocabularies, pages that a message of a library points to, hosts of examples: nothing is loaded from them.
    const hosts = Buffer.from(bytes)
      .toString('utf8')
      .match(/https?:\/\/[a-z0-9.-]+/g);
    const loaded = (hosts ?? []).filter(
      (host) =>
        !/\/\/(?:(?:mcp\.)?example\.com|www\.w3\.org|en\.wikipedia\.org|chevrotain\.io|feross\.org|github\.com)$/.test(
          host,
        ),
    );
    assert.equal(loaded, [], name);
  }
});

test('the worker alone may compile', async () => {
  for (const { name, policy } of consoleFiles().values())
    assert.is(policy.includes('wasm-unsafe-eval'), name === 'artifact-worker.js', name);
});

test('files come packed to who can unpack, whole to others, and not at all to who has them', async () => {
  const get = (headers: Record<string, string>) => fetch(`${server.url}/console/main.js`, { headers });
  const whole = await get({ 'accept-encoding': 'identity' });
  const bytes = Buffer.from(await whole.arrayBuffer());
  assert.is(whole.headers.get('content-encoding'), null);
  assert.is(whole.headers.get('content-type'), 'text/javascript; charset=utf-8');
  assert.is((await get({ 'accept-encoding': 'gzip' })).headers.get('content-encoding'), 'gzip');
  assert.equal(gunzipSync(consoleFiles().get('main.js')!.gzip), bytes);
  const again = await get({ 'if-none-match': whole.headers.get('etag')! });
  assert.is(again.status, 304);
  assert.is(await again.text(), '');
});

test('a name that is no file of the console is not found', async () => {
  for (const name of ['nothing.js', '..%2Fconfig.js', '%2e%2e%2fmain.js', 'index.html%00'])
    assert.is((await fetch(`${server.url}/console/${name}`)).status, 404, name);
});

test('evident playground writes the same bytes, and the page that says where the service is', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'evident-playground-'));
  try {
    assert.is(await command.run(['-o', folder, '--service', 'https://evident.example'], COMMANDS), 0);
    const names = readdirSync(join(folder, 'console')).sort();
    assert.equal(names, [...consoleFiles().keys()].filter((name) => name !== 'index.html').sort());
    for (const name of names)
      assert.equal(readFileSync(join(folder, 'console', name)), Buffer.from(consoleFiles().get(name)!.bytes));
    const page = readFileSync(join(folder, 'index.html'), 'utf8');
    assert.match(page, '<meta name="evident-service" content="https://evident.example">');
    assert.match(page, "connect-src 'self' https://evident.example;");
    for (const wrong of ['ftp://a.example', 'nothing', 'https://a.example/path'])
      await command.run(['-o', folder, '--service', wrong], COMMANDS).then(
        () => assert.unreachable(wrong),
        (error: Error) => assert.match(error.message, '--service'),
      );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.run();
