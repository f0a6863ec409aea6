// The guard: which addresses an upstream URL may lead to.
// In: a URL and the hosts the operator admits. Out: a refusal or none, and a DNS lookup that only returns checked addresses.
// Why: whoever may register a URL must not reach cloud metadata or the internal network through us, neither by writing
// an address in an odd form nor by a name that resolves differently the second time.

import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup as resolve } from 'node:dns';
import ipaddr from 'ipaddr.js';

export interface GuardPolicy {
  /** Host names or addresses, with or without `:port`, in lower case, as URLs print them: admitted wherever they lead. */
  readonly allowHosts: ReadonlySet<string>;
}

type GuardRefusal =
  | { readonly kind: 'scheme' | 'credentials'; readonly message: string }
  | { readonly kind: 'address'; readonly message: string };

/** Thrown by the lookup: the name leads to an address that is not allowed. */
export class GuardError extends Error {
  readonly code = 'SSRF_BLOCKED';
}

/** What can be known without asking DNS. null means: go on, with `guardedLookup`. */
export function checkUrl(url: URL, policy: GuardPolicy): GuardRefusal | null {
  if (url.username !== '' || url.password !== '')
    return { kind: 'credentials', message: 'the URL must not contain credentials; use headers' };
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return { kind: 'scheme', message: 'the URL must be http or https' };
  if (isAdmitted(url, policy)) return null;
  const host = bareHost(url.hostname);
  // Before the scheme, because it says more: an internal address stays refused over https.
  if (ipaddr.isValid(host) && !isPublic(host))
    return { kind: 'address', message: 'the URL leads to an address that is not public' };
  if (isLocalName(host)) return { kind: 'address', message: 'the URL leads to this machine' };
  if (url.protocol !== 'https:') return { kind: 'scheme', message: 'plain http is for hosts the operator admits' };
  return null;
}

/** True when the operator named this host, or this host with this port. */
export function isAdmitted(url: URL, policy: GuardPolicy): boolean {
  return (
    policy.allowHosts.has(url.hostname) ||
    policy.allowHosts.has(bareHost(url.hostname)) ||
    policy.allowHosts.has(url.host)
  );
}

/** Only what everybody may reach: excludes private, loopback, link-local, carrier, multicast, reserved and translated ranges. */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.process(address);
  // `::127.0.0.1`: an old way to write IPv4 as IPv6 that leads to whatever the four bytes mean.
  if (parsed instanceof ipaddr.IPv6 && parsed.parts.slice(0, 6).every((part) => part === 0)) return false;
  return parsed.range() === 'unicast';
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/**
 * Replaces the socket's own name resolution. The socket connects to exactly what this returns, so a name cannot lead
 * elsewhere between the check and the connection. One address that is not public refuses the whole name.
 */
export function guardedLookup(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error !== null) return callback(error, []);
    const list = addresses as unknown as LookupAddress[];
    if (list.length === 0 || !list.every(({ address }) => isPublic(address))) {
      return callback(new GuardError('the name leads to an address that is not public'), []);
    }
    const first = list[0] as LookupAddress;
    return options.all === true ? callback(null, list) : callback(null, first.address, first.family);
  });
}

function isLocalName(host: string): boolean {
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return name === 'localhost' || name.endsWith('.localhost');
}

function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}
