// docs/http.md tells the truth: its requests, sent to a real service with a real tool server behind it, give the answers
// printed under them. `--update` rewrites them.

import * as assert from 'uvu/assert';
import { OPERATIONS } from '../server/operations.ts';
import type { HttpUpstream } from './support/mcp.ts';
import { startEverything } from './support/mcp.ts';
import { Page, requestSamples, testSamples } from './support/samples.ts';
import type { TestServer } from './support/server.ts';
import { openServer } from './support/server.ts';
import { test } from './support/test.ts';

const page = new Page('docs/http.md');
let server: TestServer;
let upstream: HttpUpstream;
test.before(async () => {
  [server, upstream] = await Promise.all([
    openServer({ mcpAllowHosts: ['127.0.0.1'] }),
    startEverything('streamableHttp'),
  ]);
});
test.after(async () => {
  await server.close();
  await upstream.stop();
});

const samples = requestSamples(page, () => ({
  'localhost:8787': new URL(server.url).host,
  '127.0.0.1:3001': `127.0.0.1:${upstream.port}`,
}));
testSamples(page, samples);

test('every endpoint is asked, or said to be like one that is', () => {
  const silent = OPERATIONS.filter(
    ({ path }) => !page.text.replace(/<!-- generated[^]*?<!-- \/generated -->/g, '').includes(path),
  );
  assert.equal(
    silent.map(({ path }) => path),
    [],
  );
});

test.run();
