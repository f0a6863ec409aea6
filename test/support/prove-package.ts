// Prove package: installs the packed package from the registry into an empty folder, as a user would, and measures it
// (`npm run prove:package`). In: the build in dist/, a registry that npm reaches. Out: a line for each figure; exit code 1 where npm
// warned, the installation for serving is larger than promised, or the command does not tell its version. No test, because tests talk
// to loopback only.

import { spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VERSION } from '../../server/engines/identity.ts';
import { packInto } from './packed.ts';

/** What an installation for serving may take: without what is optional, as `--omit=optional` leaves it out. */
const SERVING_BYTES_MAX = 60_000_000;

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
    console.log(`everything: ${megabytes(install(folder, tarball, []))}`);
    expectVersion(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
  const { stdout } = spawnSync(join(folder, 'node_modules/.bin/evident'), ['--version'], {
    cwd: folder,
    encoding: 'utf8',
  });
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
