// The protocol's own conformance suite against `/mcp/{server}`, in both eras, with a server of its scenarios behind it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { moduleFile } from './support/paths.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-conformance-'));
const config = join(folder, 'mcp.json');
writeFileSync(
  config,
  JSON.stringify({
    mcpServers: { fixture: { command: process.execPath, args: [moduleFile('test/support/conformance-server')] } },
  }),
);
const require = createRequire(import.meta.url);
const manifest = require.resolve('@modelcontextprotocol/conformance/package.json');
const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
const SUITE = join(dirname(manifest), Object.values(bin)[0] as string);

let server: TestServer;
test.before(async () => {
  server = await openServer({ mcpConfig: config });
});
test.after(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What a server asks its client for, or tells it unasked, needs a session in the older era; we keep none. */
const NEED_A_SESSION = [
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'logging-set-level',
  'resources-subscribe',
  'resources-unsubscribe',
  'tools-call-elicitation',
  'tools-call-sampling',
  'tools-call-with-logging',
];

/** What the suite found wrong, each with its scenario. */
const failuresOf = (results: string): string =>
  readdirSync(results)
    .flatMap((scenario) => {
      const checks = JSON.parse(readFileSync(join(results, scenario, 'checks.json'), 'utf8')) as Check[];
      return checks.map(({ status, name, errorMessage }) => ({
        status,
        said: `${scenario}: ${name}: ${errorMessage}`,
      }));
    })
    .flatMap(({ status, said }) => (status === 'FAILURE' && !said.startsWith('server-tasks-') ? [said] : []))
    .join('\n');

interface Check {
  readonly status: string;
  readonly name: string;
  readonly errorMessage?: string;
}

/** Scenarios that the suite runs for a revision without requiring them: extensions we do not have. */
const isExtension = (scenario: string): boolean => scenario.startsWith('tasks-');

for (const [revision, expected, passedMin] of [
  ['2025-11-25', NEED_A_SESSION, 20],
  ['2026-07-28', [], 35],
] as const) {
  test(`every required scenario of ${revision} passes that needs no session`, async () => {
    const results = join(folder, revision);
    const suite = spawn(
      process.execPath,
      [SUITE, 'server', '--url', `${server.url}/mcp/fixture`, '--requirements', revision, '-o', results],
      {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [suite.stdout, suite.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    await once(suite, 'close');
    const scenarios = [...output.matchAll(/^([✓✗]) ([\w/-]+): (\d+) passed, (\d+) failed$/gmu)];
    const failed = scenarios.flatMap(([, mark, name]) =>
      mark === '✗' && !isExtension(name as string) ? [name as string] : [],
    );
    assert.equal(failed.sort(), expected, failuresOf(results));
    assert.ok(scenarios.filter(([, mark]) => mark === '✓').length >= passedMin, output.slice(-4_000));
  });
}

test.run();
