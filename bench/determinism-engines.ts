// Determinism engines: where the same artifacts are run, and how each engine is asked.
// In: jobs. Out: for each engine its name and version, and either its results or why it could not be run. Nothing is
// downloaded and nothing is installed: an engine is there or it is named as missing.

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { compileWithWasm2c } from './determinism-c.ts';
import { type Job, type JobResult, lineOf, runJobs } from './determinism-jobs.ts';
import { shellScript } from './determinism-shell.ts';

const run = promisify(execFile);
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

/** `lines` has a row for each job; null where an engine was not given that run. */
export type EngineResult =
  | { readonly engine: string; readonly kind: 'ran'; readonly lines: readonly (readonly (string | null)[])[] }
  /** It compared by itself and stopped at the first difference. */
  | { readonly engine: string; readonly kind: 'asserted'; readonly runs: number; readonly failure: string | null }
  | { readonly engine: string; readonly kind: 'missing'; readonly why: string };

interface Engine {
  readonly name: string;
  run(jobs: readonly Job[], expected: readonly (readonly JobResult[])[]): Promise<EngineResult>;
}

/** V8's two compilers, one at a time. */
export const V8_ENGINES: readonly Engine[] = [
  { name: 'V8 baseline only', run: (jobs) => runNode('V8 baseline only', jobs, ['--liftoff', '--no-wasm-tier-up']) },
  {
    name: 'V8 optimising only',
    run: (jobs) => runNode('V8 optimising only', jobs, ['--no-liftoff', '--no-wasm-tier-up']),
  },
];

export const ENGINES: readonly Engine[] = [
  ...V8_ENGINES,
  { name: 'Chromium', run: runChromium },
  { name: 'JavaScriptCore', run: runJavaScriptCore },
  { name: 'binaryen wasm-shell', run: runShell },
  { name: 'wasm2c with gcc', run: runWasm2c },
];

async function runNode(name: string, jobs: readonly Job[], flags: readonly string[]): Promise<EngineResult> {
  return runCommand(
    `${name} (V8 ${process.versions.v8}, Node ${process.versions.node})`,
    jobs,
    process.execPath,
    flags,
  );
}

async function runJavaScriptCore(jobs: readonly Job[]): Promise<EngineResult> {
  const scope = join(packageFolder('uvu'), '..', '@oven');
  const path = (existsSync(scope) ? readdirSync(scope) : [])
    .map((name) => join(scope, name, 'bin', process.platform === 'win32' ? 'bun.exe' : 'bun'))
    .find((candidate) => existsSync(candidate));
  if (path === undefined)
    return { engine: 'JavaScriptCore', kind: 'missing', why: 'the package bun has no binary for this platform' };
  try {
    const { stdout } = await run(path, ['-e', 'console.log(Bun.version, process.versions.webkit)']);
    const [bun, webkit] = stdout.trim().split(' ');
    return await runCommand(`JavaScriptCore (WebKit ${webkit!.slice(0, 12)}, Bun ${bun})`, jobs, path, []);
  } catch (error) {
    return { engine: 'JavaScriptCore', kind: 'missing', why: firstLine(error) };
  }
}

async function runCommand(
  engine: string,
  jobs: readonly Job[],
  command: string,
  flags: readonly string[],
): Promise<EngineResult> {
  return withFolder(async (folder) => {
    writeFileSync(join(folder, 'jobs.json'), JSON.stringify(jobs));
    writeFileSync(
      join(folder, 'run.mjs'),
      `import { readFileSync } from 'node:fs';\n${runJobs.toString()}\nconsole.log(JSON.stringify(runJobs(JSON.parse(readFileSync(process.argv[2], 'utf8')))));\n`,
    );
    const { stdout } = await run(command, [...flags, join(folder, 'run.mjs'), join(folder, 'jobs.json')], {
      maxBuffer: OUTPUT_BYTES_MAX,
    });
    return { engine, kind: 'ran', lines: (JSON.parse(stdout) as JobResult[][]).map((results) => results.map(lineOf)) };
  });
}

async function runChromium(jobs: readonly Job[]): Promise<EngineResult> {
  const path = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((candidate) =>
    existsSync(candidate),
  );
  if (path === undefined) return { engine: 'Chromium', kind: 'missing', why: 'there is no /usr/bin/chromium' };
  try {
    // Its sandbox needs rights that containers and root do not have.
    const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
    try {
      const page = await browser.newPage();
      const results = (await page.evaluate(`(${runJobs.toString()})(${JSON.stringify(jobs)})`)) as JobResult[][];
      return { engine: `Chromium ${browser.version()}`, kind: 'ran', lines: results.map((row) => row.map(lineOf)) };
    } finally {
      await browser.close();
    }
  } catch (error) {
    return { engine: 'Chromium', kind: 'missing', why: firstLine(error) };
  }
}

async function runShell(jobs: readonly Job[], expected: readonly (readonly JobResult[])[]): Promise<EngineResult> {
  const folder = packageFolder('binaryen');
  const shell = join(folder, 'bin', 'wasm-shell');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  const engine = `binaryen wasm-shell ${version}`;
  if (!existsSync(shell)) return { engine, kind: 'missing', why: 'the package binaryen has no bin/wasm-shell' };
  return withFolder(async (temporary) => {
    const { text, runs } = shellScript(jobs, expected);
    writeFileSync(join(temporary, 'jobs.wast'), text);
    try {
      await run(process.execPath, [shell, join(temporary, 'jobs.wast')], { maxBuffer: OUTPUT_BYTES_MAX });
      return { engine, kind: 'asserted', runs, failure: null };
    } catch (error) {
      const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string };
      return { engine, kind: 'asserted', runs, failure: `${stdout}\n${stderr}`.trim().split('\n').slice(-2).join(' ') };
    }
  });
}

async function runWasm2c(jobs: readonly Job[]): Promise<EngineResult> {
  const folder = packageFolder('wabt');
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  let compiler: string;
  try {
    compiler = (await run('gcc', ['-dumpfullversion'])).stdout.trim();
  } catch {
    return { engine: 'wasm2c with gcc', kind: 'missing', why: 'there is no gcc' };
  }
  const engine = `wasm2c ${version}, gcc ${compiler}`;
  try {
    return await withFolder(async (temporary) => ({
      engine,
      kind: 'ran',
      lines: await compileWithWasm2c(join(folder, 'bin', 'wasm2c'), temporary, jobs),
    }));
  } catch (error) {
    return { engine, kind: 'missing', why: firstLine(error) };
  }
}

function packageFolder(name: string): string {
  const require = createRequire(import.meta.url);
  let folder = dirname(require.resolve(name));
  while (
    !existsSync(join(folder, 'package.json')) ||
    (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: string }).name !== name
  )
    folder = dirname(folder);
  return folder;
}

async function withFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'evident-determinism-'));
  try {
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0]!;
}
