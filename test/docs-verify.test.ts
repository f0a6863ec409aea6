// docs/verify.md tells the truth: every snippet runs as it stands, with the real packages, and prints what the page says.
// `--update` rewrites it.

import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as assert from 'uvu/assert';
import { isUpdating } from './support/golden-json.ts';
import { ROOT } from './support/paths.ts';
import { test } from './support/test.ts';

const page = join(ROOT, 'docs/verify.md');
const SNIPPET = /```js\n([^]*?)```\n```text\n([^]*?)```/g;

const text = readFileSync(page, 'utf8');
const snippets = [...text.matchAll(SNIPPET)].map(([, code = '', output = '']) => ({ code, output }));
const updated: string[] = [];

test('the library, the AI SDK and LangChain have a snippet each', () => {
  assert.is(snippets.length, 3);
});

for (const { code, output } of snippets) {
  const name = [...code.matchAll(/from '([^']+)'/g)].map(([, from]) => from).join(', ');
  test(name, async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
      cwd: ROOT,
      env: { ...process.env, NO_COLOR: '1' },
    });
    updated.push(stdout);
    if (!isUpdating) assert.is(stdout, output);
  });
}

test.after(() => {
  if (isUpdating && updated.length === snippets.length)
    writeFileSync(
      page,
      text.replace(SNIPPET, (_, code: string) => `\`\`\`js\n${code}\`\`\`\n\`\`\`text\n${updated.shift()}\`\`\``),
    );
});

test.run();
