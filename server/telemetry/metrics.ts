// Metrics: counters and times of the service, in the text format of Prometheus.
// In: what happened, and what is so when somebody asks. Out: the text. Why some counters are sums of our own until they are asked for:
// an answer takes tens of microseconds, and looking up a series by its labels one or two of them.

import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { ENGINE } from '../engines/identity.ts';
import type { ServiceErrorCode } from '../errors.ts';
import type { ReplySummary } from '../summary.ts';
import type { Gauges } from './gauges.ts';
import type { Observer, RequestRecord, ToolCallRecord } from './observer.ts';
import { Sums } from './sums.ts';
import { Times } from './times.ts';

// From a remembered decision to the longest run.
const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** What is refused because there is too much to do. */
const SHED: ReadonlySet<string> = new Set([
  'overloaded',
  'queue_full',
  'rate_limited',
  'too_many_at_once',
  'server_busy',
] satisfies ServiceErrorCode[]);

/** Tools of servers that are counted apart. Servers may come and go without end; at this many the counters begin again, as after a restart. */
export const COUNTED_TOOLS_MAX = 10_000;

interface Metrics {
  readonly counting: Omit<Observer, 'request' | 'metrics' | 'close'>;
  countRequest(record: RequestRecord): void;
  text(): Promise<{ readonly contentType: string; readonly text: string }>;
  close(): void;
}

/** `linesDropped`: how many lines of the access log were left out. */
export function createMetrics(gauges: Gauges, linesDropped: () => number): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'evident_' });
  const requests = countRequests(registry);
  const verdicts = countVerdicts(registry);
  const answers = countAnswers(registry, verdicts);
  const tools = countTools(registry, verdicts);
  const work = countWork(registry);
  const auditDropped = new Counter({
    name: 'evident_audit_dropped_total',
    help: 'Rows of the audit that were left out because the store failed.',
    registers: [registry],
  });
  totals(registry, 'evident_access_log_dropped_total', 'Lines of the access log that nobody read in time.', () => [
    [{}, linesDropped()],
  ]);
  watch(registry, gauges);
  return {
    countRequest: requests,
    counting: { ...answers, ...tools, ...work, auditDropped: (rows) => auditDropped.inc(rows) },
    async text() {
      return { contentType: registry.contentType, text: await registry.metrics() };
    },
    close: () => registry.clear(),
  };
}

function countRequests(register: Registry): Metrics['countRequest'] {
  const registers = [register];
  const requests = new Sums(register, {
    name: 'evident_requests_total',
    help: 'Requests answered, by route, method and status.',
    labelNames: ['route', 'method', 'status'],
  });
  const seconds = new Times(register, {
    name: 'evident_request_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: SECONDS,
  });
  const aborted = new Counter({
    name: 'evident_requests_aborted_total',
    help: 'Requests whose caller went away before the answer.',
    labelNames: ['route'],
    registers,
  });
  const errors = new Counter({
    name: 'evident_errors_total',
    help: 'Errors answered over HTTP, by code.',
    labelNames: ['code'],
    registers,
  });
  const shed = new Counter({
    name: 'evident_shed_total',
    help: 'Requests refused because there was too much to do, by the code of the refusal.',
    labelNames: ['code'],
    registers,
  });
  return ({ route, method, status, ms, code, isAborted }) => {
    if (isAborted) aborted.inc({ route });
    else requests.add([route, method, String(status)]);
    seconds.observe(route, ms / 1000);
    if (code === null) return;
    errors.inc({ code });
    if (SHED.has(code)) shed.inc({ code });
  };
}

type CountVerdicts = (guards: ReplySummary['guards']) => void;

function countAnswers(register: Registry, verdicts: CountVerdicts): Pick<Observer, 'answer'> {
  const answers = new Sums(register, {
    name: 'evident_answers_total',
    help: 'Answers, by route, kind (choice, score, noul, call, verify, run) and outcome.',
    labelNames: ['route', 'kind', 'outcome'],
  });
  const steps = new Sums(register, {
    name: 'evident_steps_total',
    help: 'Steps of decisions and scripts.',
    labelNames: ['route'],
  });
  const exhausted = new Sums(register, {
    name: 'evident_fuel_exhausted_total',
    help: 'Runs and decisions that used up all their fuel.',
    labelNames: ['route'],
  });
  return {
    answer(route, { outcomes, steps: taken, isExhausted, guards }: ReplySummary) {
      // Not for … in: V8 gave up the code of that again and again, because each answer has members of its own.
      for (const [kind, ofKind] of Object.entries(outcomes))
        for (const [outcome, count] of Object.entries(ofKind)) answers.add([route, kind, outcome], count);
      if (taken !== undefined) steps.add([route], taken);
      if (isExhausted === true) exhausted.add([route]);
      verdicts(guards);
    },
  };
}

function countVerdicts(register: Registry): CountVerdicts {
  const verdicts = new Sums(register, {
    name: 'evident_policy_verdicts_total',
    help: 'What policies said of calls and answers.',
    labelNames: ['policy', 'phase', 'verdict'],
  });
  return (guards = []) => {
    for (const { policy, phase, verdict } of guards) verdicts.add([policy, phase, verdict]);
  };
}

function countTools(register: Registry, verdicts: CountVerdicts): Pick<Observer, 'toolCall' | 'ownToolCall'> {
  const registers = [register];
  const calls = new Sums(register, {
    name: 'evident_tool_calls_total',
    help: 'Calls of tools of registered servers, by outcome: ok, tool_error, input_required or the code of an error.',
    labelNames: ['server', 'tool', 'outcome', 'is_error'],
  });
  const seconds = new Times(register, {
    name: 'evident_tool_call_seconds',
    help: 'Time of a call of a registered server, policies and waiting included.',
    labelNames: ['server'],
    buckets: SECONDS,
  });
  const own = new Counter({
    name: 'evident_mcp_tool_calls_total',
    help: 'Calls of our own tools over MCP.',
    labelNames: ['tool', 'is_error'],
    registers,
  });
  const counted = new Set<string>();
  return {
    toolCall({ server, tool, outcome, isError, ms, guards }: ToolCallRecord) {
      const name = `${server} ${tool}`;
      if (counted.size === COUNTED_TOOLS_MAX && !counted.has(name)) {
        calls.clear();
        seconds.clear();
        counted.clear();
      }
      counted.add(name);
      calls.add([server, tool, outcome, String(isError)]);
      seconds.observe(server, ms / 1000);
      verdicts(guards);
    },
    ownToolCall: (tool, isError) => own.inc({ tool, is_error: String(isError) }),
  };
}

function countWork(register: Registry): Pick<Observer, 'threadWork' | 'upstreamAsk'> {
  const registers = [register];
  const waits = new Times(register, {
    name: 'evident_queue_seconds',
    help: 'How long work waited for a thread.',
    labelNames: ['lane'],
    buckets: SECONDS,
  });
  const works = new Times(register, {
    name: 'evident_thread_work_seconds',
    help: 'How long a thread took for a piece of work.',
    labelNames: ['lane'],
    buckets: SECONDS,
  });
  const asks = new Counter({
    name: 'evident_upstream_asks_total',
    help: 'Requests to an upstream engine, by what became of them.',
    labelNames: ['upstream', 'status'],
    registers,
  });
  const seconds = new Times(register, {
    name: 'evident_upstream_seconds',
    help: 'Time of a request to an upstream engine.',
    labelNames: ['upstream'],
    buckets: SECONDS,
  });
  return {
    threadWork(lane, waitedMs, ranMs) {
      waits.observe(lane, waitedMs / 1000);
      works.observe(lane, ranMs / 1000);
    },
    upstreamAsk(upstream, status, ms) {
      asks.inc({ upstream, status });
      seconds.observe(upstream, ms / 1000);
    },
  };
}

/** What is so when somebody asks. */
function watch(register: Registry, gauges: Gauges): void {
  const { http, lanes, upstream, log, serverStates } = gauges;
  new Gauge({
    name: 'evident_info',
    help: 'Always 1; the label says which engine runs.',
    labelNames: ['engine'],
    registers: [register],
  }).set({ engine: ENGINE }, 1);
  const value = (name: string, help: string, of: () => number): void =>
    labelled(register, name, help, [], () => [[{}, of()]]);
  value('evident_requests_running', 'Requests that were let in and are not answered yet.', () => http.running);
  value('evident_body_bytes', 'Bytes held for the bodies of requests.', () => http.heldBytes());
  value('evident_connections', 'Open connections.', () => http.connections());
  totals(register, 'evident_connections_dropped_total', 'Connections turned away for want of a place.', () => [
    [{}, http.connectionsDropped],
  ]);
  labelled(register, 'evident_queue_waiting', 'Work that waits for a thread.', ['lane'], () =>
    lanes().map(({ lane, waiting }) => [{ lane }, waiting]),
  );
  labelled(register, 'evident_threads', 'Threads, by what they do.', ['lane', 'state'], () =>
    lanes().flatMap(({ lane, busy, idle }) => [
      [{ lane, state: 'busy' }, busy],
      [{ lane, state: 'idle' }, idle],
    ]),
  );
  labelled(register, 'evident_thread_heap_bytes', 'JavaScript heap in use by threads.', ['lane'], () =>
    lanes().map(({ lane, heapBytes }) => [{ lane }, heapBytes]),
  );
  labelled(register, 'evident_upstream_running', 'Requests under way to an upstream engine.', ['upstream'], () =>
    upstreams(upstream()).map(({ name, running }) => [{ upstream: name }, running]),
  );
  labelled(register, 'evident_upstream_open', '1 while a failing upstream engine is not asked.', ['upstream'], () =>
    upstreams(upstream()).map(({ name, isOpen }) => [{ upstream: name }, Number(isOpen)]),
  );
  labelled(register, 'evident_tool_servers', 'Registered tool servers, by status.', ['status'], async () =>
    [...(await serverStates())].map(([status, count]) => [{ status }, count]),
  );
  watchLog(register, log);
}

function watchLog(register: Registry, log: Gauges['log']): void {
  const rows = (value: (load: NonNullable<ReturnType<Gauges['log']>>) => number) => (): [object, number][] => {
    const load = log();
    return load === null ? [] : [[{}, value(load)]];
  };
  totals(
    register,
    'evident_log_entries_total',
    'Entries of the decision log that were written.',
    rows((load) => load.entries),
  );
  totals(
    register,
    'evident_log_dropped_total',
    'Answers that the decision log has no entry of.',
    rows((load) => load.dropped),
  );
  totals(
    register,
    'evident_log_refused_total',
    'Answers not given because they could not be logged.',
    rows((load) => load.refused),
  );
  labelled(
    register,
    'evident_log_waiting',
    'Entries that wait to be written.',
    [],
    rows((load) => load.waiting),
  );
  labelled(
    register,
    'evident_log_waiting_bytes',
    'Bytes of entries that wait.',
    [],
    rows((load) => load.waitingBytes),
  );
  labelled(
    register,
    'evident_log_spilled_bytes',
    'Bytes of entries that wait in files.',
    [],
    rows((load) => load.spilledBytes),
  );
  labelled(
    register,
    'evident_log_failing',
    '1 while the decision log cannot be written.',
    [],
    rows((load) => Number(load.isFailing)),
  );
}

function upstreams<Load>(load: Load | null): Load[] {
  return load === null ? [] : [load];
}

type Rows = readonly (readonly [labels: object, value: number])[];

function labelled(
  register: Registry,
  name: string,
  help: string,
  labelNames: readonly string[],
  rows: () => Rows | Promise<Rows>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [register],
    async collect() {
      this.reset();
      for (const [labels, value] of await rows()) this.set(labels, value);
    },
  });
}

/** Counters that somebody else keeps. */
function totals(register: Registry, name: string, help: string, rows: () => Rows): void {
  new Counter({
    name,
    help,
    registers: [register],
    collect() {
      this.reset();
      for (const [, value] of rows()) this.inc(value);
    },
  });
}
