// The server as a process of its own, for tests of signals, files and the end.

import type { ChildProcess, ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

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
  return watched(spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** No file of it may grow beyond so many bytes: a disk that is full, for this process alone. */
export function startWithSmallFiles(bytes: number, ...args: readonly string[]): ServerProcess {
  return watched(
    spawn(
      'sh',
      ['-c', 'ulimit -S -f "$0" && exec "$@"', String(Math.ceil(bytes / 512)), process.execPath, main, ...args],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    ),
  );
}

function watched(child: ChildProcessByStdio<null, Readable, Readable>): ServerProcess {
  running.add(child);
  child.once('exit', () => running.delete(child));
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
  });
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, stderr })),
  );
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
