// The golden scripts of the language in a host that shares nothing with Node: compiled to C. Output, fault and steps are those of
// the reference interpreter.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { checkedOf } from '../compiler/check.ts';
import { build } from '../runtime/compile.ts';
import { interpret } from '../runtime/interpret/evaluate.ts';
import { buildC, missingForC } from './support/c-host.ts';
import { readLanguageCases } from './support/golden-language.ts';
import { hostLine } from './support/host-line.ts';
import { needing } from './support/needs.ts';
import { test } from './support/test.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-c-'));
test.after(() => rmSync(folder, { recursive: true }));
const define = needing('wabt', missingForC());

for (const { name, checked, runs } of readLanguageCases()) {
  define(`${name}.script in C`, async () => {
    const program = buildC(await build(checkedOf(checked)!), folder);
    for (const { input, fuel } of runs) {
      const { stdout, stderr } = spawnSync(program, [input, String(fuel)], { encoding: 'utf8' });
      const reference = interpret(checked.program!, Buffer.from(input), { fuel });
      assert.is(stderr + stdout, hostLine(reference, checked), `${input} with fuel ${fuel}`);
    }
  });
}

test.run();
