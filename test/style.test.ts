// Style: formatting and lint rules (biome.json) hold for every file, and the lock file is complete.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { ROOT } from './support/paths.ts';
import { test } from './support/test.ts';

test('every file is formatted and passes the linter', () => {
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  const result = spawnSync(process.execPath, [biome, 'check', '--colors=off', '.'], { cwd: ROOT, encoding: 'utf8' });
  assert.is(result.status, 0, `npm run format mends most of this:\n${result.stdout}${result.stderr}`);
});

// An optional dependency that the registry does not have is left out of the lock without a word; `npm ci` then refuses.
test('package-lock.json has every optional dependency that it names', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'));
  const missing = Object.entries<any>(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`${path}/node_modules/${name}`] && !packages[`node_modules/${name}`],
    ),
  );
  assert.equal(missing, []);
});

test.run();
