// Prove package: installs the packed package from the registry into an empty folder, as a user would, and measures it
// (`npm run prove:package`). In: the build in dist/, a registry that npm reaches. Out: a line for each figure; exit code 1 where npm
// warned, an installation is larger than promised, the command does not tell its version, a build without binaryen does not say what to
// install, or one with it makes no artifact. No test, because tests talk to loopback only.

import { spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BINARYEN_VERSION } from '../../compiler/emit/emit.ts';
import { VERSION } from '../../server/engines/identity.ts';
import { packInto } from './packed.ts';

/** What an installation for serving may take: without what is optional, as `--omit=optional` leaves it out. */
const SERVING_BYTES_MAX = 60_000_000;
const BINARYEN = `binaryen@${BINARYEN_VERSION}`;

function prove(): void {
  const folder = mkdtempSync(join(tmpdir(), 'evident-prove-'));
  try {
    const { tarball, files, unpackedBytes } = packInto(folder);
    console.log(`package: ${files.length} files, ${megabytes(unpackedBytes)} unpacked`);
    writeFileSync(join(folder, 'package.json'), '{"name":"empty","version":"1.0.0","private":true,"type":"module"}');
    const serving = install(folder, tarball, ['--omit=optional']);
    console.log(`serving (--omit=optional): ${megabytes(serving)}`);
    if (serving > SERVING_BYTES_MAX) fail(`more than ${megabytes(SERVING_BYTES_MAX)}`);
    expectVersion(folder);
    expectNoBuild(folder);
    console.log(`plain: ${megabytes(install(folder, tarball, []))}`);
    expectVersion(folder);
    expectNoBuild(folder);
    console.log(`with ${BINARYEN}: ${megabytes(install(folder, tarball, [BINARYEN]))}`);
    expectVersion(folder);
    expectBuild(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function expectNoBuild(folder: string): void {
  const { status, stderr } = build(folder);
  if (status !== 2 || !stderr.includes(`npm install ${BINARYEN}`))
    fail(`evident build without binaryen ended with ${status}: ${stderr}`);
}

/** The artifact is made, and gives what the script says. */
function expectBuild(folder: string): void {
  const { status, stderr } = build(folder);
  if (status !== 0) fail(`evident build ended with ${status}: ${stderr}`);
  const { stdout } = evident(folder, 'run', 'sum.wasm');
  if (stdout !== '3\n') fail(`the artifact said ${JSON.stringify(stdout)}`);
}

function build(folder: string): ReturnType<typeof evident> {
  writeFileSync(join(folder, 'sum.script'), '(+ 1 2)');
  return evident(folder, 'build', 'sum.script', '-o', 'sum.wasm');
}

function evident(folder: string, ...args: readonly string[]) {
  return spawnSync(join(folder, 'node_modules/.bin/evident'), args, { cwd: folder, encoding: 'utf8' });
}

/** Bytes of all files below node_modules. */
function install(folder: string, tarball: string, flags: readonly string[]): number {
  const { status, stdout, stderr } = spawnSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--no-update-notifier', ...flags, tarball],
    { cwd: folder, encoding: 'utf8' },
  );
  if (status !== 0 || stderr.trim() !== '') fail(`npm install ended with ${status}: ${stdout}${stderr}`);
  return sizeOf(join(folder, 'node_modules'));
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
}

function expectVersion(folder: string): void {
  const { stdout } = evident(folder, '--version');
  if (stdout !== `evident ${VERSION}\n`) fail(`evident --version said ${JSON.stringify(stdout)}`);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function fail(message: string): void {
  console.log(message);
  process.exitCode = 1;
}

prove();
