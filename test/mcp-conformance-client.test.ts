// The protocol's own conformance suite against our upstream side, in both eras: a registry calls the suite's servers, and signs in at
// its authorization servers.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as assert from 'uvu/assert';
import type { Scenario } from './support/conformance-client.ts';
import { runScenario } from './support/conformance-client.ts';
import { moduleFile } from './support/paths.ts';
import { test } from './support/test.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-conformance-client-'));
const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json');
const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { bin: Record<string, string> };
const SUITE = join(dirname(manifest), Object.values(bin)[0] as string);

/** What the shims hand over. */
const scenarios = createServer(async (request, response) => {
  try {
    response.end(await runScenario(JSON.parse(await text(request)) as Scenario));
  } catch (error) {
    response.writeHead(500).end(String((error as Error).stack));
  }
});
test.before(async () => {
  scenarios.listen(0, '127.0.0.1');
  await once(scenarios, 'listening');
});
test.after(() => {
  scenarios.close();
  scenarios.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

/** Extensions of the protocol that we do not have: keys bound to tokens, and clients that sign what they are. */
const EXTENSIONS = [
  'auth/client-credentials-jwt',
  'auth/dpop',
  'auth/dpop-nonce',
  'auth/enterprise-managed-authorization',
  'auth/wif-jwt-bearer',
];

/** What servers of the older era ask in the middle of a call is not handed on yet. */
const ASKS = 'elicitation-sep1034-client-defaults';

for (const [revision, expected, passedMin] of [
  ['2025-11-25', [...EXTENSIONS, ASKS].sort(), 19],
  ['2026-07-28', EXTENSIONS, 34],
] as const) {
  test(`every client scenario of ${revision} passes that is no extension`, async () => {
    const suite = spawn(
      process.execPath,
      [
        SUITE,
        'client',
        '--command',
        `${process.execPath} ${moduleFile('test/support/conformance-shim')}`,
        '--requirements',
        revision,
        '--timeout',
        '120000',
      ],
      {
        cwd: folder,
        env: { ...process.env, CONFORMANCE_PORT: String((scenarios.address() as AddressInfo).port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let output = '';
    for (const stream of [suite.stdout, suite.stderr])
      stream.setEncoding('utf8').on('data', (chunk) => (output += chunk));
    await once(suite, 'close');
    const ended = [...output.matchAll(/^([✓✗]) ([\w/-]+): (\d+) passed, (\d+) failed/gmu)];
    const failed = ended.flatMap(([, mark, name]) => (mark === '✗' ? [name as string] : []));
    assert.equal(failed.sort(), expected, output.slice(-6_000));
    assert.ok(ended.filter(([, mark]) => mark === '✓').length >= passedMin, output.slice(-6_000));
  });
}

test.run();
