// npm run bench: every question's table but the long ones, on this machine, in one run. `npm run bench -- toolchain` asks one.

import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { extname, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';

const QUESTIONS: Readonly<Record<string, (folder: string) => Promise<string>>> = {
  toolchain: async () => (await import('./toolchain.ts')).benchToolchain(),
  fairness: async () => (await import('./fairness.ts')).benchFairness(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  locate: async () => (await import('./locate.ts')).benchLocate(),
  service: async () => (await import('./service.ts')).benchService(),
  hostile: async () => (await import('./hostile.ts')).benchHostile(),
  mcp: async (folder) => (await import('./mcp.ts')).benchMcp(folder),
  cycles: async () => (await import('./cycles.ts')).benchCycles(),
  ways: async () => (await import('./ways.ts')).benchWays(),
  keys: async () => (await import('./keys.ts')).benchKeys(),
  siege: async () => (await import('./siege.ts')).benchSiege(),
  soak: async () => (await import('./soak.ts')).benchSoak(),
  console: async () => (await import('./console.ts')).benchConsole(),
  startup: async () => (await import('./startup.ts')).benchStartup(),
  decide: async (folder) => (await import('./decide.ts')).benchDecide(folder),
  triage: async () => (await import('./triage.ts')).benchTriage(),
  insertions: async () => (await import('./insertions.ts')).benchInsertions(),
  'held-out': async () => (await import('./held-out.ts')).benchHeldOut(),
  learn: async (folder) => (await import('./learn.ts')).benchLearn(folder),
  // A program with options of its own. It reports when its data sets are missing.
  route: (folder) => runProgram('route', folder),
  verify: (folder) => runProgram('verify', folder),
  ablation: (folder) => runProgram('ablation', folder),
};

/** Asked by name alone: it takes ten minutes. */
const LONG: ReadonlySet<string> = new Set(['soak']);

// Labelled sets for the questions that need them; `--data FOLDER` names another place. They are no part of the project.
const DATA_DEFAULT = '../shared/data';

async function main(names: readonly string[], folder: string): Promise<void> {
  console.log(
    `Node ${process.versions.node}, V8 ${process.versions.v8}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`,
  );
  for (const name of names.length === 0 ? Object.keys(QUESTIONS).filter((name) => !LONG.has(name)) : names) {
    const ask = Object.hasOwn(QUESTIONS, name) ? QUESTIONS[name] : undefined;
    if (ask === undefined) throw new Error(`there is no question ${name}: ${Object.keys(QUESTIONS).join(', ')}`);
    console.log(`## ${name}\n\n${await ask(folder)}\n`);
  }
}

/** What a bench beside this file prints; it runs as this file does, built or from source. */
async function runProgram(name: string, folder: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, `${name}${extname(import.meta.filename)}`),
    folder,
  ]);
  return stdout.trimEnd();
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { data: { type: 'string', default: DATA_DEFAULT } },
});
await main(positionals, values.data);
