// Metrics: servers that come and go do not make series without end.

import * as assert from 'uvu/assert';
import { COUNTED_TOOLS_MAX, createMetrics } from '../server/telemetry/metrics.ts';
import { test } from './support/test.ts';

const NOTHING = {
  http: { running: 0, heldBytes: () => 0, connections: () => 0, connectionsDropped: 0 },
  serverStates: async () => new Map(),
  lanes: () => [],
  upstream: () => null,
  log: () => null,
};

/** How many series of a metric there are once a tool of each of so many servers was called. */
async function seriesOf(servers: number, metric: string): Promise<number> {
  const metrics = createMetrics(NOTHING, () => 0);
  const call = { tool: 'look', outcome: 'ok', isError: false, ms: 1, guards: [] };
  for (let at = 0; at < servers; at += 1) metrics.counting.toolCall({ server: `s${at}`, ...call });
  const { text } = await metrics.text();
  metrics.close();
  return text.split('\n').filter((line) => line.startsWith(`${metric}{`)).length;
}

for (const metric of ['evident_tool_calls_total', 'evident_tool_call_seconds_count']) {
  test(`${metric}: as many tools as there may be are counted apart`, async () => {
    assert.is(await seriesOf(COUNTED_TOOLS_MAX, metric), COUNTED_TOOLS_MAX);
  });

  test(`${metric}: with one more the counters begin again`, async () => {
    assert.is(await seriesOf(COUNTED_TOOLS_MAX + 1, metric), 1);
  });
}

test.run();
