// docs/tutorial.md tells the truth: its commands, run one after the other, print what it shows, and its requests give its
// answers. `--update` rewrites it.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './support/paths.ts';
import { commandSamples, Page, requestSamples, testSamples } from './support/samples.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

const page = new Page('docs/tutorial.md');
// Looks like a checkout to whoever works in it: the package is found by its name, the hosts by their path.
const folder = mkdtempSync(join(tmpdir(), 'evident-tutorial-'));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(ROOT, join(folder, 'node_modules/evident'));
symlinkSync(join(ROOT, 'docs'), join(folder, 'docs'));

let server: TestServer;
test.before(async () => {
  server = await openServer();
});
test.after(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

testSamples(page, [
  ...commandSamples(page, folder),
  ...requestSamples(page, () => ({ 'localhost:8787': new URL(server.url).host })),
]);

test.run();
