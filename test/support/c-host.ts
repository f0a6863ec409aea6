// The host in C: an artifact becomes a program, by wasm2c (Debian's wabt) and a C compiler.
// In: an artifact. Out: the path of a program that runs it as docs/language/hosts/host.c does; or what is missing here.

import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './paths.ts';

// Together, as the runtime is that of this program and of no other version that a package may bring.
const WASM2C = '/usr/bin/wasm2c';
const RUNTIME = '/usr/share/wabt/wasm2c';
const HOST = join(ROOT, 'docs/language/hosts/host.c');

/** null: everything is here. */
export function missingForC(): string | null {
  const missing = [WASM2C, 'cc'].filter((program) => spawnSync(program, ['--version']).status !== 0);
  if (!existsSync(join(RUNTIME, 'wasm-rt-impl.c'))) missing.push(RUNTIME);
  return missing.length === 0 ? null : `${missing.join(' and ')} not found`;
}

/** Compiles with all warnings as errors where they are about the host, which knows the size of an artifact's instance. */
export function buildC(wasm: Uint8Array, folder: string): string {
  writeFileSync(join(folder, 'artifact.wasm'), wasm);
  call(folder, WASM2C, ['artifact.wasm', '-n', 'artifact', '-o', 'artifact.c']);
  const paths = ['-I.', `-I${RUNTIME}`];
  call(folder, 'cc', ['-O1', ...paths, '-Wall', '-Wextra', '-Werror', '-c', HOST, '-o', 'host.o']);
  // The same for every artifact in the folder.
  if (!existsSync(join(folder, 'runtime.o')))
    call(folder, 'cc', ['-O1', ...paths, '-w', '-c', join(RUNTIME, 'wasm-rt-impl.c'), '-o', 'runtime.o']);
  // Most of what is compiled runs once, if at all.
  call(folder, 'cc', ['-O0', ...paths, '-w', 'host.o', 'artifact.c', 'runtime.o', '-lm', '-o', 'artifact']);
  return join(folder, 'artifact');
}

function call(folder: string, program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`);
}
