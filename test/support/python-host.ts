// The host in Python on the interpreter of wabt: docs/language/hosts/host.py, away from every package of Python, so that it does not
// find wasmtime where that is installed.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './paths.ts';

const HOST = join(ROOT, 'docs/language/hosts/host.py');
// Debian's wabt before that of a package of npm, which `npm test` finds first and which starts a Node for each program.
const env = { ...process.env, PATH: `/usr/bin:${process.env['PATH']}` };

/** null: everything is here. */
export function missingForPython(): string | null {
  const missing = ['python3', 'spectest-interp', 'wat2wasm'].filter(
    (program) => spawnSync(program, ['--version'], { env }).status !== 0,
  );
  return missing.length === 0 ? null : `${missing.join(' and ')} not found`;
}

/** What it prints, errors too; `args` are an artifact, an input and fuel. */
export function runPython(args: readonly string[]): string {
  const { stdout, stderr } = spawnSync('python3', ['-B', '-S', HOST, ...args], { encoding: 'utf8', env });
  return stderr + stdout;
}
