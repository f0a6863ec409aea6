// docs/clients.md: every snippet runs as it stands against the real server and prints what the page says. `--update` rewrites it.

import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import type { ClientServer } from './support/clients.ts';

import { openClientServer } from './support/clients.ts';
import { isUpdating } from './support/golden-json.ts';
import { test } from './support/test.ts';

const here = dirname(dirname(fileURLToPath(import.meta.url)));
const root = here.endsWith('/dist') ? dirname(here) : here;
const page = join(root, 'docs/clients.md');
const SNIPPET = /```js\n([^]*?)```\n```text\n([^]*?)```/g;

let server: ClientServer;
test.before(async () => {
  server = await openClientServer();
});
test.after(async () => {
  await server.close();
});

const text = readFileSync(page, 'utf8');
const snippets = [...text.matchAll(SNIPPET)].map(([, code = '', output = '']) => ({ code, output }));

test('every client of the table has a snippet', () => {
  const clients = [...text.matchAll(/^\| `([^|]*)` /gm)].length;
  assert.is(snippets.length, clients);
});

/** Resolves packages from the checkout, like a file in it. */
async function run(code: string, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const local = code.replaceAll('http://127.0.0.1:8787', server.url);
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', local], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', EVIDENT_KEY: server.key, ...env },
  });
  return stdout;
}

const CONFIGURED = /\{ apiKey: process\.env\.EVIDENT_KEY, (?:baseURL|serverURL): '[^']*' \}/;

test('the variables of the page point a client here without code', async () => {
  const configured = snippets.filter(({ code }) => CONFIGURED.test(code));
  assert.is(configured.length, 4);
  for (const { code, output } of configured) {
    const env = {
      TYPESAFE_BASE_URL: server.url,
      TYPESAFE_API_KEY: server.key,
      OPENROUTER_BASE_URL: `${server.url}/v1`,
      OPENROUTER_API_KEY: server.key,
      OPENAI_BASE_URL: `${server.url}/v1`,
      OPENAI_API_KEY: server.key,
    };
    assert.is(await run(code.replace(CONFIGURED, '{}'), env), output);
  }
});

if (isUpdating) {
  test('update', async () => {
    let updated = text;
    for (const { code, output } of snippets) {
      const block = (printed: string): string => `${code}\`\`\`\n\`\`\`text\n${printed}\`\`\``;
      updated = updated.replace(block(output), block(await run(code)).replaceAll('$', '$$$$'));
    }
    writeFileSync(page, updated);
  });
} else {
  snippets.forEach(({ code, output }) => {
    const [, client = ''] = /from '([^']+)'/.exec(code) ?? [];
    test(`${client}: the page says what the snippet prints`, async () => {
      assert.is(await run(code), output);
    });
  });
}

test.run();
