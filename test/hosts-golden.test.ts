// The golden scripts of the language in hosts that share nothing with Node: compiled to C, and in Python on the interpreter of wabt.
// Output, fault and steps are those of the reference interpreter.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
import { missingForPython, runPython } from './support/python-host.ts';
import { test } from './support/test.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-hosts-'));
test.after(() => rmSync(folder, { recursive: true }));
const defineC = needing('wabt', missingForC());
const definePython = needing('wabt', missingForPython());
const artifact = join(folder, 'golden.wasm');

// Optimising takes most of the time of a build, and laws.test.ts holds what comes of it to the interpreter: every sixth artifact is what
// `evident build` makes, the others are as they were emitted.
const OPTIMISED_OF = 6;

for (const [at, { name, checked, runs }] of readLanguageCases().entries()) {
  let built: Promise<Uint8Array> | undefined;
  const wasm = (): Promise<Uint8Array> => {
    built ??= build(checkedOf(checked)!, at % OPTIMISED_OF === 0 ? undefined : 0);
    return built;
  };
  const compare = (host: (args: readonly string[]) => string): void => {
    for (const { input, fuel } of runs) {
      const line = hostLine(interpret(checked.program!, Buffer.from(input), { fuel }), checked);
      assert.is(host([input, String(fuel)]), line, `${input} with fuel ${fuel}`);
    }
  };

  defineC(`${name}.script in C`, async () => {
    const program = buildC(await wasm(), folder);
    compare((args) => {
      const { stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
      return stderr + stdout;
    });
  });

  definePython(`${name}.script in Python`, async () => {
    writeFileSync(artifact, await wasm());
    compare((args) => runPython([artifact, ...args]));
  });
}

test.run();
