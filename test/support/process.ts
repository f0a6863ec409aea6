// The server as a process of its own, for tests of signals, files and the end.

import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';

import { moduleFile } from './paths.ts';

const main = moduleFile('server/main');

// A test that ends in the middle must leave no server behind.
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface ServerProcess {
  readonly child: ChildProcess;
  /** Settles with the first line on stdout. */
  readonly line: Promise<string>;
  /** Where it listens, once it does. */
  readonly url: Promise<string>;
  /** What it has written to stderr so far. */
  stderr(): string;
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>;
}

export function startProcess(...args: readonly string[]): ServerProcess {
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let stderr = '';
  child.stderr.on('data', (chunk) => { stderr += String(chunk); });
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) => child.on('close', (code) => resolve({ code, stderr })));
  const line = new Promise<string>((resolve) => {
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += String(chunk);
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
    void ended.then(({ stderr: said }) => resolve(`ended: ${said}`));
  });
  return { child, line, url: line.then((said) => said.split(' ').at(-1) as string), stderr: () => stderr, ended };
}
