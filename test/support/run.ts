// Runs every test file in a process of its own, four at a time, the slowest first, and ends with `N passed, N failed`, or `N passed, N failed,
// N skipped` where a test needed what is not installed.
// Arguments filter the files by substring.

import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Two more than the cores of a small machine: a test often waits for another process, or for time to pass.
const PROCESSES = 4;
/** Those that take longest, so that none of them is left to run alone at the end. */
const SLOWEST = [
  'storage',
  'locate-wasm',
  'hosts-golden',
  'laws',
  'decision-log-failures',
  'questions-program',
  'replay',
  'deploy',
  'console-script',
  'verify',
  'prices',
  'console-browser',
  'http-ending',
  'receipt',
];

/** For the code of modules: every file, and every process that it starts, would compile the same ones again. */
const codeCache = mkdtempSync(join(tmpdir(), 'evident-test-code-'));
process.once('exit', () => rmSync(codeCache, { recursive: true, force: true }));
/** The watchdog of all tests: what has not ended by then hangs. Tests themselves assert no time (bench/ measures it). */
const TIMEOUT_MS = 10 * 60_000;

interface FileResult {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly seconds: number;
  readonly output: string;
}

async function main(filters: readonly string[]): Promise<void> {
  const folder = dirname(dirname(fileURLToPath(import.meta.url)));
  const files = readdirSync(folder)
    .filter((file) => /\.test\.[jt]s$/.test(file))
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .sort((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1));
  const results: FileResult[] = [];
  const waiting = [...files];
  const worker = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const result = await runFile(join(folder, file));
      results.push(result);
      const mark = result.failed === 0 ? 'ok  ' : 'FAIL';
      console.log(`${mark} ${file} (${result.passed} passed, ${result.failed} failed, ${result.seconds.toFixed(1)} s)`);
      if (result.failed > 0) console.log(result.output);
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, worker));
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const skipped = results.reduce((sum, result) => sum + result.skipped, 0);
  for (const [reason, count] of countReasons(results)) console.log(`${count} skipped: ${reason}`);
  console.log(`${passed} passed, ${failed} failed${skipped === 0 ? '' : `, ${skipped} skipped`}`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
}

function rankOf(file: string): number {
  const at = SLOWEST.indexOf(file.slice(0, file.indexOf('.test.')));
  return at < 0 ? SLOWEST.length : at;
}

/** Why tests were skipped, and how many for each reason: a test that needs what is not here says so in a line of its own. */
function countReasons(results: readonly FileResult[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const add = (reason: string, count: number): void => void counts.set(reason, (counts.get(reason) ?? 0) + count);
  for (const { file, output, skipped } of results) {
    const told = [...output.matchAll(/^skipped: .*\(([^()]*)\)$/gm)].map(([, reason]) => reason as string);
    for (const reason of told) add(reason, 1);
    if (skipped > told.length) add(`${file} does not say why`, skipped - told.length);
  }
  return counts;
}

function runFile(path: string): Promise<FileResult> {
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, FORCE_COLOR: '0', NODE_COMPILE_CACHE: codeCache },
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += String(chunk);
    });
    child.stderr.on('data', (chunk) => {
      output += String(chunk);
    });
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const [total, passed, skipped] = ['Total', 'Passed', 'Skipped'].map((name) => countOf(name, output)) as [
        number,
        number,
        number,
      ];
      // A file that dies, or has no test at all, is a failure even when it counted none.
      const failed = Math.max(total - passed, code === 0 && total + skipped > 0 ? 0 : 1);
      resolve({
        file: path,
        passed,
        failed,
        skipped,
        seconds: (performance.now() - started) / 1000,
        output: output + signalled(signal),
      });
    });
  });
}

/** The count of the runner's own summary: the last one, since what a failed test shows may hold the summary of another program. */
function countOf(name: string, output: string): number {
  return Number([...output.matchAll(new RegExp(`^ {2}${name}:\\s+(\\d+)$`, 'gm'))].at(-1)?.[1] ?? 0);
}

/** Why the process ended, where its own output cannot say it. */
function signalled(signal: NodeJS.Signals | null): string {
  if (signal === null) return '';
  return `ended by ${signal}${signal === 'SIGKILL' ? `: it had not ended after ${TIMEOUT_MS / 1000} s` : ''}\n`;
}

await main(process.argv.slice(2));
