// Proxies: requests that are forwarded to us.
// In: the headers, the address of the peer, the ranges of --trust-proxy. Out: whether a request was forwarded, whether its
// proxy is known, and the name the client called. Why: a proxy on this machine passes a loopback Host, so without keys the
// service behind it would be open to whoever reaches the proxy. What a proxy adds to a request gives it away.

import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Whether the peer with this address is a proxy that the operator named. */
export type ProxyTrust = (address: string | undefined) => boolean;

/** Trust in addresses and ranges in CIDR notation, each one that `isAddressRange` accepts. */
export function createProxyTrust(ranges: readonly string[]): ProxyTrust {
  const list = new BlockList();
  for (const range of ranges) {
    const [address, bits] = range.split('/', 2) as [string, string | undefined];
    const family = familyOf(address);
    list.addSubnet(address, bits === undefined ? BITS[family] : Number(bits), family);
  }
  return (address) => {
    if (ranges.length === 0 || address === undefined) return false;
    // A socket that listens on both families shows IPv4 peers like this.
    const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
    return list.check(plain, familyOf(plain));
  };
}

const BITS = { ipv4: 32, ipv6: 128 } as const;

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** Whether a proxy says that the request comes from somebody else. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  for (const name in headers) {
    if (name.startsWith('x-forwarded-') || name === 'forwarded' || name === 'via' || name === 'x-real-ip') return true;
  }
  return false;
}

/** The host that the client called, as the proxy next to us says; undefined when it does not say. */
export function forwardedHost(headers: IncomingHttpHeaders): string | undefined {
  const plain = headers['x-forwarded-host'];
  // Each proxy appends; only the last word is of the one we trust.
  if (plain !== undefined) return String(plain).split(',').at(-1)?.trim();
  const last = headers.forwarded?.split(',').at(-1) ?? '';
  return /(?:^|;)\s*host=(?:"([^"]*)"|([^;\s]*))/i
    .exec(last)
    ?.slice(1)
    .find((host) => host !== undefined);
}
