// docs/testing.md tells the truth: its commands print what it shows. `--update` rewrites it.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandSamples, Page, testSamples } from './support/samples.ts';
import { test } from './support/test.ts';

const page = new Page('docs/testing.md');
const folder = mkdtempSync(join(tmpdir(), 'evident-testing-'));
test.after(() => rmSync(folder, { recursive: true }));

testSamples(page, commandSamples(page, folder));

test.run();
