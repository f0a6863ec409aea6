// Session: what a page's commands need that start a service: a folder, a port, and an end of the service where they did not end it.
// In: a name for the folder. Out: the folder and the port. And samples without what is another in every run.

import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './mcp.ts';
import type { Page, Sample } from './samples.ts';
import { commandSamples } from './samples.ts';
import { test } from './test.ts';

interface Session {
  readonly folder: string;
  readonly port: string;
}

/** The commands of the page write the number of the process to `service.pid`. */
export async function openSession(name: string): Promise<Session> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `evident-${name}-`)));
  test.after(() => {
    // Where a command failed in between the service still runs.
    try {
      process.kill(Number(readFileSync(join(folder, 'service.pid'), 'utf8')), 'SIGKILL');
    } catch {
      // It has ended, as the page says.
    }
    rmSync(folder, { recursive: true, force: true });
  });
  return { folder, port: String(await freePort()) };
}

/** The commands of a page with the folder and the port for those it names; `cut` takes out what is another in every run. */
export function sessionSamples(page: Page, { folder, port }: Session, cut: (text: string) => string): Sample[] {
  return commandSamples(page, folder, () => ({ '8787': port, $PWD: folder })).map((sample) => ({
    ...sample,
    expected: cut(sample.expected),
    answer: async () => cut(await sample.answer()),
  }));
}
