// Talkers: which clients are admitted by proxy, Host and Origin, before anything else is checked.
// In: the headers, the peer and the operator's lists. Out: null, or the error. Why: a page in the operator's browser can reach
// loopback; the Host check stops names that were rebound to it, the Origin check stops every foreign page. Where keys are needed a
// rebound name gains nothing, because the page has none. Where none are needed, nobody may come in through a proxy unseen.

import type { IncomingHttpHeaders } from 'node:http';

import { ServiceError } from '../errors.ts';
import type { ProxyTrust } from './proxies.ts';
import { forwardedHost, isForwarded } from './proxies.ts';

export interface TalkPolicy {
  /** Host names admitted besides loopback, lower case, without port. */
  readonly allowHosts: readonly string[];
  /** Origins admitted besides our own, as browsers send them. */
  readonly corsOrigins: readonly string[];
  /** Whose forwarding headers are believed. */
  readonly trustsProxy: ProxyTrust;
}

/** What is known of a request before its body is read. */
interface Talker {
  readonly headers: IncomingHttpHeaders;
  /** The address at the other end of the connection. */
  readonly peer: string | undefined;
}

/** The error for a request that may not talk to us, or null. With keys the server may be called by any name. */
export function refuseTalker({ headers, peer }: Talker, policy: TalkPolicy, needsKey: boolean): ServiceError | null {
  const { origin } = headers;
  const fromProxy = isForwarded(headers);
  const isTrusted = fromProxy && policy.trustsProxy(peer);
  if (fromProxy && !isTrusted && !needsKey) return new ServiceError('proxy_not_trusted');
  const host = (isTrusted ? forwardedHost(headers) : undefined) ?? headers.host;
  const name = host === undefined ? null : hostName(host);
  if (name === null || !(needsKey || isLoopbackName(name) || policy.allowHosts.includes(name)))
    return new ServiceError('host_not_allowed');
  if (origin === undefined || policy.corsOrigins.includes(origin)) return null;
  const own = (host as string).toLowerCase();
  if (origin === `http://${own}` || origin === `https://${own}`) return null;
  return new ServiceError('origin_not_allowed');
}

/** The headers that let a page of an admitted origin read the answer; none for anybody else. */
export function corsHeaders(headers: IncomingHttpHeaders, policy: TalkPolicy): Record<string, string> {
  const { origin } = headers;
  if (origin === undefined || !policy.corsOrigins.includes(origin)) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers':
      'x-request-id, x-typesafe-request-id, x-evident-outcome, x-evident-ignored, x-evident-log, x-evident-upstream, retry-after, retry-after-ms, mcp-session-id',
    vary: 'origin',
  };
}

// What our clients send beside a browser's own headers.
const HEADERS_ADMITTED = [
  'authorization',
  'content-type',
  'user-agent',
  'traceparent',
  'tracestate',
  'x-request-id',
  'x-evident-undecided',
  'x-evident-profile',
  'x-evident-trace',
  'mcp-protocol-version',
  'mcp-session-id',
  'mcp-method',
  'mcp-name',
];
// OpenAI's clients describe themselves in headers whose names change with their versions.
const CLIENT_HEADER = /^x-stainless-[a-z0-9-]{1,64}$/;
const CLIENT_HEADERS_MAX = 32;

/** What a preflight of an admitted origin is told; nothing for anybody else. */
export function preflightHeaders(
  headers: IncomingHttpHeaders,
  policy: TalkPolicy,
  allow: string,
): Record<string, string> {
  if (corsHeaders(headers, policy)['access-control-allow-origin'] === undefined) return {};
  const asked = String(headers['access-control-request-headers'] ?? '')
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  const known = asked.filter((name) => CLIENT_HEADER.test(name)).slice(0, CLIENT_HEADERS_MAX);
  return {
    'access-control-allow-methods': allow,
    'access-control-allow-headers': [...HEADERS_ADMITTED, ...new Set(known)].join(', '),
    'access-control-max-age': '600',
    vary: 'origin, access-control-request-headers',
  };
}

/** Host without its port, lower case; null when it is no plain host name or address. */
function hostName(host: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)(?::\d{1,5})?$/.exec(host.toLowerCase());
  return match === null ? null : (match[1] as string);
}

/** The names that only ever lead to this machine. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name);
}
