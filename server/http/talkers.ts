// Talkers: who may talk to the server at all, judged by Host and Origin before anything else is looked at.
// In: the headers and the operator's lists. Out: null, or the error. Why: a page in the operator's browser can reach loopback;
// the Host check stops names that were rebound to it, the Origin check stops every foreign page. Where keys are needed a rebound
// name gains nothing, because the page has none.

import type { IncomingHttpHeaders } from 'node:http';

import { ServiceError } from '../errors.ts';

export interface TalkPolicy {
  /** Host names admitted besides loopback, lower case, without port. */
  readonly allowHosts: readonly string[];
  /** Origins admitted besides our own, as browsers send them. */
  readonly corsOrigins: readonly string[];
}

/** The error for a request that may not talk to us, or null. With keys the server may be called by any name. */
export function refuseTalker(headers: IncomingHttpHeaders, policy: TalkPolicy, needsKey: boolean): ServiceError | null {
  const { host, origin } = headers;
  const name = host === undefined ? null : hostName(host);
  if (name === null || !(needsKey || isLoopbackName(name) || policy.allowHosts.includes(name))) return new ServiceError('host_not_allowed');
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
    'access-control-expose-headers': 'x-request-id, x-typesafe-request-id, x-evident-outcome, x-evident-ignored, x-evident-upstream, retry-after, retry-after-ms',
    vary: 'origin',
  };
}

/** Host without its port, lower case; null when it is no plain host name or address. */
export function hostName(host: string): string | null {
  const match = /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)(?::\d{1,5})?$/.exec(host.toLowerCase());
  return match === null ? null : match[1] as string;
}

/** The names that only ever lead to this machine. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name);
}
