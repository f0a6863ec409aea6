// The README tells the truth: its requests, sent to the real service, give the answers printed under them; its commands
// print what it shows; its ten-line host runs its artifact. `--update` rewrites the answers; read the difference.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { moduleFile } from './support/paths.ts';
import { commandSamples, Page, requestSamples, testSamples } from './support/samples.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

const page = new Page('README.md');
const folder = mkdtempSync(join(tmpdir(), 'evident-readme-'));
let server: TestServer;
test.before(async () => {
  server = await openServer();
});
test.after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

// Those to tool servers begin with starting one, and have answers that do not repeat.
const requests = requestSamples(page, () => ({ 'localhost:8787': new URL(server.url).host }));
test('there are requests', () => assert.is(requests.length, 3));
testSamples(page, [...requests, ...commandSamples(page, folder)]);

test('the ten-line host runs the artifact', () => {
  const host = /```js\n(import \{ readFileSync \}[\s\S]*?)```/.exec(page.text)![1]!;
  assert.ok(host.trimEnd().split('\n').length <= 10);
  // The commands before wrote the script.
  writeFileSync(join(folder, 'host.mjs'), host);
  execFileSync(process.execPath, [moduleFile('cli/bin'), 'build', 'policy.script', '-o', 'policy.wasm'], {
    cwd: folder,
    stdio: 'ignore',
  });
  const printed = execFileSync(process.execPath, ['host.mjs'], { cwd: folder, encoding: 'utf8' });
  assert.match(printed, /^finished \{"discount":0,"total":64.97\} \d+n\n$/);
});

test.run();
