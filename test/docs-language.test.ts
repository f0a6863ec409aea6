// docs/language tells the truth: its scripts give what the pages say, interpreted and compiled, and its commands print what
// is shown. `--update` rewrites the pages.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './support/paths.ts';
import { commandSamples, Page, scriptSamples, testSamples } from './support/samples.ts';
import { test } from './support/test.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-docs-'));
test.after(() => rmSync(folder, { recursive: true }));

for (const file of readdirSync(join(ROOT, 'docs/language'))
  .filter((name) => name.endsWith('.md'))
  .sort()) {
  const page = new Page(`docs/language/${file}`);
  testSamples(page, [...scriptSamples(page), ...commandSamples(page, folder)]);
}

test.run();
