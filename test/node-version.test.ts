// The oldest Node that runs us: told apart from the one before it, and the same that package.json names.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { nodeProblem } from '../server/node-version.ts';
import { ROOT } from './support/paths.ts';
import { test } from './support/test.ts';

test('22.13 will do, 22.12 will not, and package.json says so', () => {
  for (const version of ['22.13.0', '22.20.1', '24.0.0', '100.0.0']) assert.is(nodeProblem(version), null, version);
  for (const version of ['22.12.9', '21.99.0', '20.11.1'])
    assert.is(nodeProblem(version), `evident needs Node 22.13 or newer; this is ${version}.`);
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { engines: { node: string } };
  assert.is(engines.node, '>=22.13');
});

test.run();
