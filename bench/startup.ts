// How long from the start of the process to the answer? Needs a build: the command line is run as it is installed.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../test/support/paths.ts';
import { median, table } from './measure.ts';
import { PROGRAMS } from './programs.ts';

const ROUNDS = 25;

export async function benchStartup(): Promise<string> {
  const bin = join(ROOT, 'dist', 'cli', 'bin.js');
  if (!existsSync(bin)) throw new Error('the command line is not built: run `npm run build`');
  const folder = mkdtempSync(join(tmpdir(), 'evident-startup-'));
  try {
    const { script, input } = PROGRAMS[0]!;
    writeFileSync(join(folder, 'rule.script'), script);
    writeFileSync(join(folder, 'input.json'), input);
    const commands: [name: string, args: string[]][] = [
      ['node alone', ['-e', '0']],
      ['evident --version', [bin, '--version']],
      ['evident check, 30-line rule', [bin, 'check', 'rule.script']],
      ['evident run, 30-line rule, cached', [bin, 'run', 'rule.script', '--input', 'input.json']],
    ];
    const times = commands.map((): number[] => []);
    // One round more than is kept: it fills the caches. Commands take turns, so that all see the same machine.
    for (let round = -1; round < ROUNDS; round += 1) {
      commands.forEach(([name, args], at) => {
        const started = performance.now();
        const { status, stderr } = spawnSync(process.execPath, args, {
          cwd: folder,
          encoding: 'utf8',
          env: { ...process.env, EVIDENT_CACHE: join(folder, 'cache') },
        });
        if (status !== 0) throw new Error(`${name}: ${stderr}`);
        if (round >= 0) times[at]!.push(performance.now() - started);
      });
    }
    const cell = (ms: number): string => `${ms.toFixed(0)} ms`;
    return table(
      ['start-up', 'fastest', 'median'],
      commands.map(([name], at) => [name, cell(Math.min(...times[at]!)), cell(median(times[at]!))]),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
