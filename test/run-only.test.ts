// Run only: what `evident/runtime` loads to run an artifact is little and needs no package, and an installation without
// binaryen does all but build and verify, and says so.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import * as assert from 'uvu/assert';
import { check, checkedOf } from '../compiler/check.ts';
import { build } from '../runtime/compile.ts';
import { ROOT } from './support/paths.ts';
import { test } from './support/test.ts';

/** Bytes of JavaScript that a host which only runs artifacts loads. */
const RUN_ONLY_BYTES_MAX = 100_000;
const DIST = join(ROOT, 'dist');
const SCRIPT = '(+ (:price input) 1)';

const folders: string[] = [];
test.after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

test(`what runs artifacts is below ${RUN_ONLY_BYTES_MAX} bytes, and runs one where nothing else is`, async () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    exports: { './runtime': { default: string } };
  };
  const entry = join(ROOT, exports['./runtime'].default);
  // The thread that runs an artifact nobody vouches for is started by its address.
  const loaded = loadedBy([entry, join(DIST, 'runtime/artifact-thread.js')]);
  assert.equal([...loaded.packages], []);
  const bytes = [...loaded.files.values()].reduce((sum, length) => sum + length, 0);
  assert.ok(bytes <= RUN_ONLY_BYTES_MAX, `${bytes} bytes`);
  const folder = newFolder();
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  for (const file of loaded.files.keys()) cpSync(file, join(folder, relative(DIST, file)), { recursive: true });
  writeFileSync(join(folder, 'policy.wasm'), await build(checkedOf(check(SCRIPT))!));
  writeFileSync(
    join(folder, 'run.js'),
    `import { readFileSync } from 'node:fs';
import { openArtifact } from './runtime/open-artifact.js';
const bytes = readFileSync(new URL('policy.wasm', import.meta.url));
for (const vouched of [true, false]) {
  const { output, steps } = openArtifact(bytes, { vouched }).run({ input: { price: 2 } });
  console.log(output, steps);
}`,
  );
  const { code, stdout, stderr } = runNode(folder, 'run.js');
  assert.equal([code, stdout, stderr], [0, '3 4\n3 4\n', '']);
});

test('without binaryen scripts are checked and run; building one fails with a code that stays', async () => {
  const folder = installWithoutBinaryen();
  writeFileSync(
    join(folder, 'run.js'),
    `import { compile, verifyArtifact } from './dist/runtime/library.js';
import { doJob } from './dist/runtime/jobs.js';
import { Toolchain } from './dist/runtime/toolchain.js';
import { readFileSync } from 'node:fs';
const script = await compile('${SCRIPT}');
console.log(script.run({ input: { price: 2 } }).output);
const codeOf = (promise) => promise.then(() => 'done', (error) => error.code);
console.log(await codeOf(script.build()), await codeOf(verifyArtifact(readFileSync('policy.wasm'))));
console.log((await doJob(new Toolchain(), { kind: 'build', script: '1' })).kind);`,
  );
  writeFileSync(join(folder, 'policy.wasm'), await build(checkedOf(check(SCRIPT))!));
  const { code, stdout, stderr } = runNode(folder, 'run.js');
  assert.equal([code, stdout, stderr], [0, '3\nbuild-unavailable build-unavailable\nnot-built\n', '']);
});

test('without binaryen `evident run` runs, and `evident build` says what to install', () => {
  const folder = installWithoutBinaryen();
  writeFileSync(join(folder, 'policy.evd'), SCRIPT);
  writeFileSync(join(folder, 'input.json'), '{"price":2}');
  const ran = runNode(folder, 'dist/cli/bin.js', 'run', 'policy.evd', '--input', 'input.json');
  assert.equal([ran.code, ran.stdout], [0, '3\n'], ran.stderr);
  const built = runNode(folder, 'dist/cli/bin.js', 'build', 'policy.evd', '-o', 'policy.wasm');
  assert.is(built.code, 2);
  assert.match(built.stderr, /evident build: .*the package binaryen, which is not installed: npm install binaryen@\d/);
});

interface Loaded {
  /** With their bytes. */
  readonly files: Map<string, number>;
  readonly packages: Set<string>;
}

function loadedBy(entries: readonly string[]): Loaded {
  const loaded: Loaded = { files: new Map(), packages: new Set() };
  const visit = (file: string): void => {
    if (loaded.files.has(file)) return;
    const text = readFileSync(file, 'utf8');
    loaded.files.set(file, Buffer.byteLength(text));
    // As the compiler prints them: one statement a line, `export const` left out.
    for (const [, specifier = ''] of text.matchAll(
      /^(?:import|export)\b(?:[^'"`;=]*?\bfrom\s*)?\s*['"]([^'"]+)['"]/gm,
    )) {
      if (specifier.startsWith('.')) visit(resolve(dirname(file), specifier));
      else if (!specifier.startsWith('node:')) loaded.packages.add(specifier);
    }
  };
  for (const entry of entries) visit(entry);
  return loaded;
}

/** This build with every package but binaryen. */
function installWithoutBinaryen(): string {
  const folder = newFolder();
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  for (const part of ['grammar', 'compiler', 'runtime', 'server', 'cli'])
    cpSync(join(DIST, part), join(folder, 'dist', part), { recursive: true });
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (name !== 'binaryen') symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  return folder;
}

function runNode(folder: string, ...args: readonly string[]): { code: number | null; stdout: string; stderr: string } {
  const env = { ...process.env, EVIDENT_CACHE: join(folder, 'cache') };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
  return { code: status, stdout, stderr };
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'evident-run-only-'));
  folders.push(folder);
  return folder;
}

test.run();
