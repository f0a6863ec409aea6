// Metrics: servers that come and go do not make series without end.

import { Histogram, Registry } from 'prom-client';
import * as assert from 'uvu/assert';
import { COUNTED_TOOLS_MAX, createMetrics } from '../server/telemetry/metrics.ts';
import { Times } from '../server/telemetry/times.ts';
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

test('times are told as the library tells its own', async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const options = { name: 'x_seconds', help: 'Of x.', labelNames: ['who'] as const, buckets: [0.005, 0.1, 2.5] };
  const times = new Times(ours, options);
  const histogram = new Histogram({
    ...options,
    labelNames: ['who'],
    buckets: [...options.buckets],
    registers: [theirs],
  });
  assert.is(await ours.metrics(), await theirs.metrics());
  for (const [who, seconds] of [
    ['b', 0],
    ['a "1"', 0.005],
    ['b', 0.0051],
    ['b', 2.5],
    ['a "1"', 99],
    ['b', 0.1],
  ] as const) {
    times.observe(who, seconds);
    histogram.observe({ who }, seconds);
    assert.is(await ours.metrics(), await theirs.metrics());
  }
  times.clear();
  histogram.reset();
  assert.is(await ours.metrics(), await theirs.metrics());
});

test.run();
