// Start: wires the parts together.
// In: a Config. Out: a running server, or a running stdio MCP server, each with a way to close it.
// Why here: clock, ids, store, registry and script engine are made in one place, so that tests start exactly what users run.

import { lookup } from 'node:dns/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { createAnswers } from './answers.ts';
import { createAudit } from './audit.ts';
import type { Config } from './config.ts';
import { Engine } from './engines/engine.ts';
import { createProxyTrust } from './http/proxies.ts';
import { createHttpServer } from './http/server.ts';
import { isLoopbackName } from './http/talkers.ts';
import { createTurnstile } from './http/turnstile.ts';
import { createIds } from './ids.ts';
import type { Keys } from './keys.ts';
import { createKeys } from './keys.ts';
import type { OperatorConfig } from './mcp/config.ts';
import { readMcpConfig, readSecretFlags } from './mcp/config.ts';
import { createMcpEndpoint } from './mcp/endpoint.ts';
import { admitGuards } from './mcp/guards.ts';
import { createRegistry } from './mcp/registry.ts';
import { createStderrLog } from './mcp/stderr.ts';
import { openConfiguredLog } from './open-log.ts';
import type { OpenedStore } from './open-store.ts';
import { openConfiguredStore } from './open-store.ts';
import { openConfiguredTracing } from './open-tracing.ts';
import { openApiBytes } from './openapi.ts';
import type { ServiceParts } from './operations.ts';
import { createOperations, OPERATIONS } from './operations.ts';
import type { Policies, PolicySource } from './policies.ts';
import { openPolicies } from './policies.ts';
import type { Registry } from './services/tools/wire/mcp.ts';
import type { Store } from './store/store.ts';
import { STORED_POLICIES, storedPolicies } from './stored-policies.ts';
import type { HttpLoad } from './telemetry/gauges.ts';
import { noHttp } from './telemetry/gauges.ts';
import type { Observer } from './telemetry/observer.ts';
import { createObserver } from './telemetry/observer.ts';
import type { Tracing } from './telemetry/tracing.ts';
import { readUpstreamConfig } from './upstream/config.ts';
import { createUpstream } from './upstream/upstream.ts';
import { watchPath } from './watch.ts';
import { createThreads } from './work/threads.ts';
import { warm } from './work/warm.ts';

export interface RunningServer {
  /** Without a slash at the end. */
  readonly url: string;
  /** Loads what the first requests would otherwise wait for; until then it is not ready, though it answers. */
  warm(): Promise<void>;
  /** Stops being ready, and goes on accepting for the time of `--drain-ms`: a load balancer sends nothing more by then. */
  drain(): Promise<void>;
  /** Lets requests in flight finish, then ends everything the server started. */
  close(): Promise<void>;
  /** Ends the connections that `close` still waits for. */
  cutOff(): void;
  /** Reads again what the operator may change while we run. Answers one line; throws with one, and then nothing has changed. */
  reload(): Promise<string>;
}

/** What the process is doing, as `readyz` tells it. */
interface State {
  phase: 'starting' | 'ready' | 'ending';
}

/** Starts the HTTP server. Throws with one sentence when the settings do not allow it or the port is taken. */
export async function startServer(config: Config): Promise<RunningServer> {
  const state: State = { phase: 'starting' };
  const { parts, keys, observer, tracing, load, reload, close: closeParts } = await createParts(config, state);
  const operations = createOperations(parts);
  const mcp = createMcpEndpoint({ ...parts, operations, onCall: observer.ownToolCall, tracing });
  const app = createHttpServer(operations, {
    newId: parts.newId,
    allowHosts: config.allowHosts,
    corsOrigins: config.corsOrigins,
    trustsProxy: createProxyTrust(config.trustProxies),
    keys,
    turnstile: createTurnstile({
      rate: config.keyRate,
      concurrency: config.keyConcurrency,
      now: () => performance.now(),
    }),
    isEnding: () => state.phase === 'ending',
    load,
    tracing,
    mcp,
    onRequest: observer.request,
    onFault: logFault,
  });
  try {
    if (!isLoopbackAddress(config.host) && !config.insecureNoAuth && !(await keys.isNeeded())) {
      throw new Error(
        `refusing to listen on ${config.host} without API keys; add one with evident keys add, use a loopback address or --insecure-no-auth`,
      );
    }
    const url = await app.listen({ host: await addressOf(config.host), port: config.port });
    state.phase = 'ready';
    return {
      url,
      reload,
      async warm() {
        if (state.phase === 'ending') return;
        state.phase = 'starting';
        await warm(parts.engine, parts.threads);
        state.phase = isStarting(state) ? 'ready' : 'ending';
      },
      async drain() {
        state.phase = 'ending';
        await pause(config.drainMs);
      },
      async close() {
        state.phase = 'ending';
        await mcp.close();
        await app.close();
        await closeParts();
      },
      cutOff: () => app.server.closeAllConnections(),
    };
  } catch (error) {
    await closeParts();
    throw error;
  }
}

/** Whoever ends it does so meanwhile. */
const isStarting = ({ phase }: State): boolean => phase === 'starting';

export interface RunningStdio extends Pick<RunningServer, 'close' | 'reload'> {
  /** Resolves when the client has closed stdin and has its answers. */
  readonly ended: Promise<void>;
}

/** Serves our own tools over stdin and stdout. */
export async function startStdio(config: Config): Promise<RunningStdio> {
  const { parts, observer, reload, close: closeParts } = await createParts(config, { phase: 'ready' });
  // Imported only here: an HTTP server never loads it.
  const { serveMcpStdio } = await import('./mcp/serve.ts');
  const stdio = serveMcpStdio(parts.registry, createOperations(parts), observer.ownToolCall);
  return {
    ended: stdio.ended,
    reload,
    async close() {
      await stdio.close();
      await closeParts();
    },
  };
}

const DAY_MS = 86_400_000;

interface Parts {
  readonly parts: ServiceParts;
  readonly keys: Keys;
  readonly observer: Observer;
  readonly tracing: Tracing;
  /** What the HTTP server holds, where there is one. */
  readonly load: HttpLoad;
  reload(): Promise<string>;
  close(): Promise<void>;
}

async function createParts(config: Config, state: Readonly<State>): Promise<Parts> {
  const now = (): number => Date.now();
  const newId = createIds();
  // Read before anything is opened: a mistake in the operator's file leaves nothing behind.
  const operator = config.mcpConfig === null ? null : await readMcpConfig(config.mcpConfig);
  for (const warning of operator?.warnings ?? []) logLine(warning);
  const secrets = readSecretFlags(config.mcpSecrets);
  const upstreamConfig = config.upstreamConfig === null ? null : readUpstreamConfig(config.upstreamConfig);
  const isStored = config.policies === STORED_POLICIES;
  const tracing = await openConfiguredTracing(config, logLine);
  const ofFolder = isStored ? null : await openAdmitted(config, config.policies, operator?.servers ?? []);
  const { store, unlock } = await openConfiguredStore(config, logLine);
  const policies = ofFolder ?? (await openStored(config, { store, unlock }, operator?.servers ?? []));
  const decisionLog = await openConfiguredLog(config, { store, now, log: logLine }).catch(async (error: unknown) => {
    policies.close();
    await store.close();
    unlock();
    throw error;
  });
  const load = noHttp();
  // What is looked at stands below; nobody looks before it does.
  const observer = createObserver({
    accessLog: config.accessLog,
    gauges: {
      http: load,
      serverStates: () => countStates(registry),
      lanes: () => threads.lanes(),
      upstream: () => (upstream === null ? null : { name: upstream.name, ...upstream.load() }),
      log: () => decisionLog?.load() ?? null,
    },
  });
  const audit = createAudit({
    store,
    writer: newId('run'),
    now,
    keepMs: config.auditDays * DAY_MS,
    log: logLine,
    onDropped: observer.auditDropped,
  });
  const registry = createRegistry({
    audit,
    policies,
    approvals: config.approvals,
    guards: { before: config.guardsBefore, after: config.guardsAfter },
    store,
    now,
    newId,
    allowHosts: config.mcpAllowHosts,
    secrets,
    ...(operator === null ? {} : { operatorServers: operator.servers, stdioTemplates: operator.stdioTemplates }),
    onCall: observer.toolCall,
    tracing,
    onStderr: createStderrLog(logLine, now),
  });
  const engine = new Engine();
  const threads = createThreads({
    engine,
    threads: config.threads,
    runMs: config.runMs,
    onDone: observer.threadWork,
  });
  const upstream =
    upstreamConfig === null
      ? null
      : createUpstream(upstreamConfig, {
          now: () => performance.now(),
          log: logLine,
          onAsk: (status, ms) => observer.upstreamAsk(upstreamConfig.name, status, ms),
          tracing,
        });
  const keys = createKeys({ store, now, areRequired: config.requireKeys });
  // One after the other: the last one must see the last state of the files.
  let reloading: Promise<unknown> = Promise.resolve();
  const reloadInTurn = (): Promise<string> => {
    const done = reloading.then(() => reload(config, { policies, store, registry }));
    reloading = done.catch(() => {});
    return done;
  };
  const unwatch =
    config.mcpConfig === null
      ? () => {}
      : watchPath(config.mcpConfig, () =>
          reloadInTurn().then(
            (line) => logLine(`evident: ${line}`),
            (error: Error) => logLine(`evident: not reloaded: ${error.message}`),
          ),
        );
  return {
    keys,
    observer,
    tracing,
    load,
    reload: reloadInTurn,
    parts: {
      now,
      newId,
      registry,
      engine,
      threads,
      undecided: config.undecided,
      upstream,
      answers: createAnswers({ observer, log: decisionLog, now, newId }),
      guardCalls: { policies, names: config.guardsCalls, audit, now },
      guardAnswers: { policies, names: config.guardsAnswers, audit, now },
      metrics: observer.metrics,
      openApi: () => openApiBytes(OPERATIONS),
      audit,
      async listAudit(query) {
        await audit.flush();
        return store.listAudit(query);
      },
      isReady: () => state.phase === 'ready',
      findLog: decisionLog === null ? null : (query) => decisionLog.find(query),
      async checkStore() {
        decisionLog?.assertWorking();
        return store.check();
      },
    },
    async close() {
      unwatch();
      policies.close();
      await upstream?.close();
      await threads.close();
      await registry.close();
      await decisionLog?.close();
      await observer.close();
      await tracing.close();
      await audit.close();
      await store.close();
      unlock();
    },
  };
}

/** The operator's policies. Throws one sentence when one is wrong, or when one that is named is not there. */
async function openAdmitted(
  config: Config,
  source: string | PolicySource | null,
  servers: OperatorConfig['servers'],
): Promise<Policies> {
  const policies = await openPolicies(source, logLine);
  try {
    const { guardsBefore, guardsAfter, guardsCalls, guardsAnswers } = config;
    const missing = [...guardsBefore, ...guardsAfter, ...guardsCalls, ...guardsAnswers].find(
      (name) => !policies.has(name),
    );
    if (missing !== undefined)
      throw new Error(
        `there is no policy ${missing}: --policies ${config.policies === STORED_POLICIES ? `${STORED_POLICIES} does not have it` : `has no ${missing}.script`}`,
      );
    for (const server of servers) admitGuards(server, policies);
    return policies;
  } catch (error) {
    policies.close();
    throw error;
  }
}

async function openStored(
  config: Config,
  { store, unlock }: OpenedStore,
  servers: OperatorConfig['servers'],
): Promise<Policies> {
  try {
    return await openAdmitted(config, storedPolicies(store), servers);
  } catch (error) {
    await store.close();
    unlock();
    throw error;
  }
}

/** How many servers are in each state. */
async function countStates(registry: Registry): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  for (const { status } of (await registry.listServers()).servers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}

interface Reloaded {
  readonly policies: Policies;
  readonly store: Store;
  readonly registry: ReturnType<typeof createRegistry>;
}

async function reload(config: Config, { policies, store, registry }: Reloaded): Promise<string> {
  // Read before anything changes: a mistake in the file leaves everything as it is.
  const operatorNow = config.mcpConfig === null ? null : await readMcpConfig(config.mcpConfig);
  const policiesNow = await policies.prepare();
  // A new server may name a new policy.
  for (const server of operatorNow?.servers ?? []) admitGuards(server, policiesNow);
  for (const warning of operatorNow?.warnings ?? []) logLine(warning);
  policiesNow.commit();
  const { length: count } = await store.listKeys();
  const read = [counted(count, 'key'), ...(config.policies === null ? [] : [counted(policiesNow.count, 'policy')])];
  if (operatorNow === null) return `reloaded ${read.join(' and ')}`;
  await registry.replaceOperator(operatorNow);
  return `reloaded ${read.join(', ')} and ${counted(operatorNow.servers.length, 'server')} of ${config.mcpConfig}`;
}

function counted(count: number, what: string): string {
  return `${count} ${count === 1 ? what : what === 'policy' ? 'policies' : `${what}s`}`;
}

/**
 * One address of `localhost`. Fastify opens a second server for another one, which our limits on connections, our
 * shutdown and our log would not know of.
 */
async function addressOf(host: string): Promise<string> {
  return host === 'localhost' ? (await lookup(host)).address : host;
}

function isLoopbackAddress(host: string): boolean {
  return host === '::1' || isLoopbackName(host);
}

function logLine(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** The operator sees what failed; the caller only that it did. */
function logFault(requestId: string, error: unknown): void {
  process.stderr.write(
    `request ${requestId} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
}
