// The access log when nobody reads it: what waits is bounded, what is left out is counted, and the end does not wait for its reader.

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { createAccessLog, WAITING_BYTES_MAX } from '../server/telemetry/access-log.ts';
import type { RequestRecord } from '../server/telemetry/observer.ts';
import { startProcess } from './support/process.ts';
import { test } from './support/test.ts';
import { until } from './support/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'evident-access-'));
test.after(() => rmSync(folder, { recursive: true, force: true }));

const RECORD: RequestRecord = {
  requestId: 'r',
  key: null,
  method: 'GET',
  route: '/livez',
  status: 200,
  ms: 1,
  bytesIn: 0,
  bytesOut: 2,
  code: null,
  summary: null,
  mcp: null,
  isAborted: false,
  traceId: null,
};

/** A pipe whose other end is open, and that nobody reads. */
function openUnread(): number {
  const path = join(folder, 'pipe');
  assert.is(spawnSync('mkfifo', [path]).status, 0);
  return openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
}

test('so many bytes wait for a reader, a line more is left out and counted, and closing does not wait', async () => {
  const log = createAccessLog(openUnread());
  // Without its request id.
  const empty = `{"level":30,"time":"2026-01-01T00:00:00.000Z","request_id":"","key":null,"method":"GET","route":"/livez","status":200,"ms":1,"bytes_in":0,"bytes_out":2,"event":"request"}\n`;
  const lines = 8;
  const requestId = 'r'.repeat(WAITING_BYTES_MAX / lines - empty.length);
  for (let line = 0; line < lines; line += 1) log.write({ ...RECORD, requestId });
  assert.is(log.dropped(), 0);
  log.write(RECORD);
  assert.is(log.dropped(), 1);
  await log.close();
});

test('a service whose lines nobody reads counts what it leaves out, and ends in order', async () => {
  const { child, url } = startProcess('--port', '0', '--data', ':memory:', '--drain-ms', '0', '--access-log');
  const { host, port } = new URL(await url);
  child.stdout?.pause();
  const requests = `GET /livez HTTP/1.1\r\nHost: ${host}\r\nX-Request-Id: ${'r'.repeat(64)}\r\n\r\n`.repeat(100);
  const socket = connect(Number(port), '127.0.0.1').resume();
  const dropped = async (): Promise<number> => {
    const text = await (await fetch(`${await url}/metrics`)).text();
    return Number(/^evident_access_log_dropped_total (\d+)$/m.exec(text)?.[1]);
  };
  assert.is(await dropped(), 0);
  await until(async () => {
    if (!socket.write(requests.repeat(20))) await once(socket, 'drain');
    return (await dropped()) > 0;
  });
  socket.destroy();
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  assert.equal(await ended, [0, null]);
});

test.run();
