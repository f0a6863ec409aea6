// Command line: the real command, spawned in a folder of its own with a cache of its own.

import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moduleFile } from './paths.ts';

export const BIN = moduleFile('cli/bin');

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface CommandLine {
  readonly folder: string;
  readonly cache: string;
  evident(args: readonly string[], input?: string, env?: NodeJS.ProcessEnv): Ended;
  /** Several commands at once, answered in order. */
  evidentAll(commands: readonly (readonly string[])[]): Promise<Ended[]>;
  /** Writes a file in the folder, and gives its name back. */
  file(name: string, text: string | Uint8Array): string;
  close(): void;
}

export function openCommandLine(): CommandLine {
  const folder = mkdtempSync(join(tmpdir(), 'evident-cli-'));
  const cache = join(folder, 'cache');
  return {
    folder,
    cache,
    evident(args, input = '', env = {}) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
        cwd: folder,
        input,
        encoding: 'utf8',
        env: { ...process.env, EVIDENT_CACHE: cache, ...env },
      });
      return { code: status, out: stdout, err: stderr };
    },
    evidentAll: (commands) =>
      Promise.all(
        commands.map(
          (args) =>
            new Promise<Ended>((resolve) => {
              const child = spawn(process.execPath, [BIN, ...args], {
                cwd: folder,
                env: { ...process.env, EVIDENT_CACHE: cache },
                stdio: ['ignore', 'pipe', 'pipe'],
              });
              let [out, err] = ['', ''];
              child.stdout.on('data', (chunk) => {
                out += String(chunk);
              });
              child.stderr.on('data', (chunk) => {
                err += String(chunk);
              });
              child.on('close', (code) => resolve({ code, out, err }));
            }),
        ),
      ),
    file(name, text) {
      writeFileSync(join(folder, name), text);
      return name;
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
