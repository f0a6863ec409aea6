// One connection to one upstream server, over pipes or HTTP, in either era of the protocol.
// In: where the server is and what is known about it. Out: its tools, and results of calls exactly as it sent them.
// Why: everything the SDK needs to know stays in this folder's transports and here; the registry sees plain data.

import type { DiscoverResult, PriorDiscovery, Transport } from '@modelcontextprotocol/client';
import { CLIENT_CAPABILITIES_META_KEY, Client } from '@modelcontextprotocol/client';
import type { Json } from '../../grammar/json.ts';
import { writeJson, writeOnce } from '../../grammar/json-write.ts';
import { VERSION } from '../engines/identity.ts';
import { ServiceError } from '../errors.ts';
import type { Progress, ProtocolChoice, RelayedMethod } from '../services/tools/wire/mcp.ts';
import type { Capture } from './capture.ts';
import { handedOn, withCapture } from './capture.ts';
import type { Deadline } from './deadline.ts';
import { createDeadline } from './deadline.ts';
import { failureOf } from './failure.ts';
import type { HttpEndpoint } from './http.ts';
import { HttpTransport } from './http.ts';
import type { Learned } from './learned.ts';
import { learn, priorOf } from './learned.ts';
import { AnswerError } from './pipe-calls.ts';
import type { ChildCommand } from './process.ts';
import { boundedProgress } from './progress.ts';
import { StdioTransport } from './stdio.ts';

export type UpstreamTarget =
  | { readonly kind: 'stdio'; readonly command: ChildCommand; readonly messageBytesMax: number }
  | { readonly kind: 'http'; readonly endpoint: HttpEndpoint };

interface ConnectOptions {
  readonly server: string;
  readonly protocol: ProtocolChoice;
  /** An era verdict that is still fresh; null asks the server. */
  readonly known: Learned | null;
  readonly timeoutMs: number;
  readonly nowMs: number;
  readonly onToolsChanged: () => void;
  readonly onClose: () => void;
  readonly onStderr: (text: string) => void;
  /** Gives up when aborted. */
  readonly signal: AbortSignal;
}

export interface UpstreamCall {
  readonly tool: string;
  readonly arguments: Map<string, Json>;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly resetOnProgress: boolean;
  readonly signal: AbortSignal | undefined;
  readonly inputResponses: Json | undefined;
  readonly requestState: string | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  readonly clientCapabilities: Json | undefined;
  /** What the tool wants repeated as HTTP headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** `traceparent` and what belongs to it; empty where nothing is traced. */
  readonly trace: Readonly<Record<string, string>>;
}

/** A request that is passed on as it came, without the client's own `_meta`. */
export interface UpstreamRelay {
  readonly method: RelayedMethod;
  readonly params: ReadonlyMap<string, Json>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly clientCapabilities: Json | undefined;
}

export interface Upstream {
  readonly learned: Learned;
  /** Every definition of every page. Throws ServiceError. */
  listTools(timeoutMs: number): Promise<readonly Map<string, Json>[]>;
  /** The `result` member as sent. Throws ServiceError; never repeats a call. */
  callTool(call: UpstreamCall): Promise<Map<string, Json>>;
  /** The `result` member as sent. Throws ServiceError. */
  relay(relayed: UpstreamRelay): Promise<Map<string, Json>>;
  /** Closes when the calls in flight have ended. */
  retire(): Promise<void>;
  /** Closes at once; calls in flight fail. Idempotent. */
  close(): Promise<void>;
}

// A server that pages further never ends; the specification's own client stops at the same number.
const PAGES_MAX = 64;
// More tools than this serve nobody, and every one of them is kept and shown.
const TOOLS_MAX = 512;
// A local server that is silent this long on an unknown request is one of the old kind. From a remote one silence says nothing.
const PROBE_TIMEOUT_MS = 3000;
const MODERN_VERSION = '2026-07-28';

const CLIENT_INFO = { name: 'evident', version: VERSION };

// The transports keep the raw result; whatever stands in its place is fine.
const ANYTHING = { '~standard': { version: 1 as const, vendor: 'evident', validate: (value: unknown) => ({ value }) } };

/** Connects within `timeoutMs`. Throws ServiceError; whatever was started by then is gone. */
export async function connectUpstream(target: UpstreamTarget, options: ConnectOptions): Promise<Upstream> {
  const deadline = createDeadline(options.timeoutMs, options.signal);
  const failed = (error: unknown): ServiceError =>
    failureOf(error, {
      server: options.server,
      responseBytesMax: bytesMaxOf(target),
      phase: 'connect',
      budgetMs: options.timeoutMs,
      expired: deadline.expired(),
      aborted: options.signal.aborted,
    });
  try {
    return await openClient(target, options, priorOf(options.protocol, options.known), deadline);
  } catch (error) {
    // Some local servers end on the first message they do not know, which is the probe: they are of the old kind.
    const mayBeLegacy =
      target.kind === 'stdio' &&
      options.protocol === 'auto' &&
      options.known === null &&
      !deadline.expired() &&
      !isSpawnError(error);
    if (!mayBeLegacy) throw failed(error);
    try {
      return await openClient(target, options, { kind: 'legacy' }, deadline);
    } catch (second) {
      throw failed(second);
    }
  } finally {
    deadline.clear();
  }
}

function bytesMaxOf(target: UpstreamTarget): number {
  return target.kind === 'stdio' ? target.messageBytesMax : target.endpoint.messageBytesMax;
}

async function openClient(
  target: UpstreamTarget,
  options: ConnectOptions,
  prior: PriorDiscovery | undefined,
  deadline: Deadline,
): Promise<Upstream> {
  const transport: Transport =
    target.kind === 'stdio'
      ? new StdioTransport(target.command, target.messageBytesMax, options.onStderr)
      : new HttpTransport(target.endpoint);
  const client = new Client(CLIENT_INFO, {
    versionNegotiation:
      options.protocol === 'modern'
        ? { mode: { pin: MODERN_VERSION } }
        : { mode: 'auto', probe: { timeoutMs: target.kind === 'stdio' ? PROBE_TIMEOUT_MS : options.timeoutMs } },
  });
  client.onerror = () => {};
  let open = false;
  client.onclose = () => {
    if (open) options.onClose();
  };
  try {
    const connecting = client.connect(transport, {
      timeout: options.timeoutMs,
      ...(prior === undefined ? {} : { prior }),
    });
    await deadline.race(connecting);
    const late = prior === undefined && client.getProtocolEra() === 'legacy' ? modernAnswer(transport) : undefined;
    if (late !== undefined) {
      await transport.close();
      // With time of its own: it may take as long to start as before.
      const known = { ...learn(client, options.nowMs), era: 'modern' as const, discover: late };
      return await connectUpstream(target, { ...options, known });
    }
    open = true;
    await watchTools(client, options, deadline);
    return createUpstream(client, transport, learn(client, options.nowMs), {
      server: options.server,
      responseBytesMax: bytesMaxOf(target),
    });
  } catch (error) {
    open = false;
    await transport.close().catch(() => {});
    throw error;
  }
}

/**
 * The answer of a server that speaks the newer protocol and took longer to start than its probe may: `npx` that downloads, a machine
 * under load. It is started again and believed; what it was told in the older protocol is gone with its process.
 */
function modernAnswer(transport: Transport): DiscoverResult | undefined {
  if (!(transport instanceof StdioTransport)) return undefined;
  const answer = transport.discovered as { readonly supportedVersions?: unknown } | undefined;
  const versions = answer?.supportedVersions;
  return Array.isArray(versions) && versions.includes(MODERN_VERSION) ? (answer as DiscoverResult) : undefined;
}

/** Whom an answer is of, and how large it may be. */
interface Peer {
  readonly server: string;
  readonly responseBytesMax: number;
}

function createUpstream(client: Client, transport: Transport, learned: Learned, peer: Peer): Upstream {
  const { server } = peer;
  let calls = 0;
  let whenIdle: (() => void) | undefined;
  const close = async (): Promise<void> => {
    await client.close().catch(() => {});
    // The client lets go of a transport that closed by itself; its process group is ours to see off.
    await transport.close().catch(() => {});
  };
  return {
    learned,
    async listTools(timeoutMs) {
      if (client.getServerCapabilities()?.tools === undefined) return [];
      const tools: Map<string, Json>[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const result = await send(
          client,
          peer,
          'tools/list',
          cursor === undefined ? {} : { cursor },
          { timeout: timeoutMs },
          timeoutMs,
        );
        const items = result.get('tools');
        if (!Array.isArray(items)) throw brokenProtocol(server, 'tools/list has no list of tools');
        for (const item of items) if (item instanceof Map) tools.push(item);
        if (tools.length > TOOLS_MAX) throw brokenProtocol(server, `the server lists more than ${TOOLS_MAX} tools`);
        const next = result.get('nextCursor');
        if (typeof next !== 'string' || next === cursor) return tools;
        cursor = next;
      }
      throw brokenProtocol(server, `the listing has more than ${PAGES_MAX} pages`);
    },
    async callTool(call) {
      const params: Record<string, unknown> = { name: call.tool, arguments: call.arguments };
      if (call.inputResponses !== undefined) params['inputResponses'] = call.inputResponses;
      if (call.requestState !== undefined) params['requestState'] = call.requestState;
      // Declared for calls only, and only where the answer comes back to our caller as `input_required`.
      const meta = {
        ...(learned.era === 'modern' ? capabilitiesMeta(call.clientCapabilities) : {}),
        // Where every transport has it, as the conventions for MCP say.
        ...call.trace,
      };
      if (Object.keys(meta).length > 0) params['_meta'] = meta;
      calls += 1;
      try {
        if (transport instanceof StdioTransport && learned.era === 'legacy')
          return await sendPast(transport, peer, { ...params, arguments: writeOnce(call.arguments) }, call);
        return await send(
          client,
          peer,
          'tools/call',
          params,
          {
            timeout: call.timeoutMs,
            // Of HTTP only, and of the newer era only: pipes have no headers.
            ...(learned.era === 'modern' ? { headers: { ...call.headers, ...call.trace } } : {}),
            maxTotalTimeout: call.totalTimeoutMs,
            ...(call.signal === undefined ? {} : { signal: call.signal }),
            ...(call.resetOnProgress || call.onProgress !== undefined
              ? { resetTimeoutOnProgress: call.resetOnProgress, onprogress: boundedProgress(call.onProgress) }
              : {}),
          },
          call.timeoutMs,
        );
      } finally {
        calls -= 1;
        if (calls === 0) whenIdle?.();
      }
    },
    relay: ({ method, params, timeoutMs, signal, clientCapabilities }) =>
      send(
        client,
        peer,
        method,
        {
          ...(plain(params) as object),
          ...(learned.era === 'modern' ? { _meta: capabilitiesMeta(clientCapabilities) } : {}),
        },
        { timeout: timeoutMs, ...(signal === undefined ? {} : { signal }) },
        timeoutMs,
      ),
    async retire() {
      if (calls > 0)
        await new Promise<void>((resolve) => {
          whenIdle = resolve;
        });
      await close();
    },
    close,
  };
}

/** A call that the SDK's client does not see. */
function sendPast(
  transport: StdioTransport,
  { server, responseBytesMax }: Peer,
  params: Record<string, unknown>,
  { timeoutMs, totalTimeoutMs, resetOnProgress, signal, onProgress }: UpstreamCall,
): Promise<Map<string, Json>> {
  const options = {
    timeoutMs,
    totalTimeoutMs,
    resetOnProgress,
    signal,
    onProgress: onProgress && boundedProgress(onProgress),
  };
  return transport.request('tools/call', params, options).then(handedOn, (error: unknown) => {
    throw failureOf(error, {
      server,
      responseBytesMax,
      phase: 'call',
      budgetMs: timeoutMs,
      failure: error instanceof AnswerError ? error.failure : undefined,
      aborted: signal?.aborted === true,
      closed: transport.isClosed,
    });
  });
}

/** Servers ask only for what is declared; what they ask for comes back to our caller as `input_required`. */
function capabilitiesMeta(capabilities: Json = new Map([['elicitation', new Map()]])): Record<string, unknown> {
  return { [CLIENT_CAPABILITIES_META_KEY]: plain(capabilities) };
}

/** For members without numbers: names, addresses and what a client can do. Only `arguments` of a tool go through unread. */
function plain(value: Json | ReadonlyMap<string, Json>): unknown {
  return JSON.parse(writeJson(value));
}

type SendOptions = Parameters<Client['request']>[2] & { readonly signal?: AbortSignal };

async function send(
  client: Client,
  { server, responseBytesMax }: Peer,
  method: 'tools/list' | 'tools/call' | RelayedMethod,
  params: Record<string, unknown>,
  options: SendOptions,
  budgetMs: number,
): Promise<Map<string, Json>> {
  const capture: Capture = { result: undefined, failure: undefined };
  try {
    await client.request({ method, params: withCapture(params, capture) }, ANYTHING, {
      ...options,
      allowInputRequired: true,
    });
  } catch (error) {
    // The SDK may object to what it was given in place of the result; the result itself arrived.
    if (capture.result === undefined) {
      const closed = client.transport === undefined;
      throw failureOf(error, {
        server,
        responseBytesMax,
        phase: 'call',
        budgetMs,
        failure: capture.failure,
        aborted: options.signal?.aborted === true,
        closed,
      });
    }
  }
  if (capture.result === undefined) throw brokenProtocol(server, `the answer to ${method} has no result`);
  return method === 'tools/list' ? capture.result : handedOn(capture.result);
}

async function watchTools(client: Client, options: ConnectOptions, deadline: Deadline): Promise<void> {
  if (client.getServerCapabilities()?.tools?.listChanged !== true) return;
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    options.onToolsChanged();
  });
  if (client.getProtocolEra() !== 'modern') return;
  // In the modern era nothing is told unasked. A server that cannot be listened to is still usable.
  await deadline.race(client.listen({ toolsListChanged: true }, { timeout: options.timeoutMs })).catch(() => {});
}

function brokenProtocol(server: string, message: string): ServiceError {
  return new ServiceError('upstream_protocol_error', { message: `${server}: ${message}`, details: { server } });
}

function isSpawnError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException).syscall).startsWith('spawn');
}
