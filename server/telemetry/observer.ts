// Observer: what an operator sees of the service, as counters and as a line for each request.
// In: what happened, without any content of requests. Out: Prometheus text, and access lines when they are asked for.
// Why one object: each request is reported to it once, and metrics and access lines are derived from that report.

import { pino } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { ReplySummary } from '../operation.ts';

/** A request after its answer has gone out. */
export interface RequestRecord {
  readonly requestId: string;
  /** The name of the API key; null where none is needed or none was valid. */
  readonly key: string | null;
  readonly method: string;
  /** The path of the table of operations, not the one that was sent; `unknown` where nothing is served. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  /** The code of the error that was answered. */
  readonly code: string | null;
  readonly summary: ReplySummary | null;
  /** The caller went away before the answer was written. */
  readonly isAborted: boolean;
}

export interface Observer {
  request(record: RequestRecord): void;
  /** The text of all metrics, and its content type. */
  metrics(): Promise<{ readonly contentType: string; readonly text: string }>;
  /** Writes what is still buffered. */
  close(): Promise<void>;
}

interface ObserverOptions {
  /** Whether each request is a line of JSON on standard output. */
  readonly accessLog: boolean;
  /** How many registered servers there are in each state. */
  readonly serverStates: () => Promise<ReadonlyMap<string, number>>;
}

// From a remembered decision to the longest run.
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export function createObserver({ accessLog, serverStates }: ObserverOptions): Observer {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'evident_' });
  const metrics = createMetrics(registry, serverStates);
  const lines = accessLog ? createLines() : null;
  return {
    request(record) {
      metrics.count(record);
      lines?.write(record);
    },
    async metrics() {
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
    async close() {
      registry.clear();
      await lines?.close();
    },
  };
}

function createMetrics(register: Registry, serverStates: ObserverOptions['serverStates']) {
  const registers = [register];
  const requests = new Counter({
    name: 'evident_requests_total',
    help: 'Requests answered, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'evident_request_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  const aborted = new Counter({
    name: 'evident_requests_aborted_total',
    help: 'Requests whose caller went away before the answer.',
    labelNames: ['route'],
    registers,
  });
  const errors = new Counter({
    name: 'evident_errors_total',
    help: 'Errors answered, by code.',
    labelNames: ['code'],
    registers,
  });
  const answers = new Counter({
    name: 'evident_answers_total',
    help: 'Answers, by route and outcome: decided, unresolved, refused; for tool calls ok, tool_error, input_required.',
    labelNames: ['route', 'outcome'],
    registers,
  });
  const steps = new Counter({
    name: 'evident_steps_total',
    help: 'Steps of scripts that were run over HTTP.',
    registers,
  });
  const calls = new Counter({
    name: 'evident_tool_calls_total',
    help: 'Calls of tools of registered servers that were executed, by outcome.',
    labelNames: ['server', 'tool', 'outcome'],
    registers,
  });
  const verdicts = new Counter({
    name: 'evident_policy_verdicts_total',
    help: 'What policies said of calls that were executed.',
    labelNames: ['policy', 'phase', 'verdict'],
    registers,
  });
  new Gauge({
    name: 'evident_tool_servers',
    help: 'Registered tool servers, by status.',
    labelNames: ['status'],
    registers,
    async collect() {
      this.reset();
      for (const [status, count] of await serverStates()) this.set({ status }, count);
    },
  });
  return {
    count({ route, method, status, ms, code, summary, isAborted }: RequestRecord): void {
      if (isAborted) aborted.inc({ route });
      else requests.inc({ route, method, status });
      seconds.observe({ route }, ms / 1000);
      if (code !== null) errors.inc({ code });
      if (summary === null) return;
      const { outcomes, tool, guards = [] } = summary;
      for (const [outcome, count] of Object.entries(outcomes)) answers.inc({ route, outcome }, count);
      if (summary.steps !== undefined) steps.inc(summary.steps);
      if (tool !== undefined) for (const outcome of Object.keys(outcomes)) calls.inc({ ...tool, outcome });
      for (const { policy, phase, verdict } of guards) verdicts.inc({ policy, phase, verdict });
    },
  };
}

interface Lines {
  write(record: RequestRecord): void;
  close(): Promise<void>;
}

/** Lines are buffered: writing each by itself would cost more than many a decision. */
function createLines(): Lines {
  const destination = pino.destination({ fd: 1, sync: false, minLength: 4096 });
  const flushing = setInterval(() => destination.flush(), 1000).unref();
  const log = pino({ base: null, messageKey: 'event', timestamp: pino.stdTimeFunctions.isoTime }, destination);
  return {
    write({ requestId, bytesIn, bytesOut, isAborted, summary, code, ms, ...rest }) {
      log.info(
        {
          request_id: requestId,
          ...rest,
          ms: Math.round(ms * 1000) / 1000,
          bytes_in: bytesIn,
          bytes_out: bytesOut,
          ...(code === null ? {} : { code }),
          ...(isAborted ? { aborted: true } : {}),
          ...(summary === null ? {} : { outcomes: summary.outcomes, steps: summary.steps, tool: summary.tool }),
        },
        'request',
      );
    },
    close() {
      clearInterval(flushing);
      return new Promise((resolve) => destination.flush(() => resolve()));
    },
  };
}
