// Address ranges: the notation of --trust-proxy.
// In: text. Out: whether it is an IP address, or a range of them in CIDR notation. Why: a range that is read wrongly trusts the
// wrong peers, so a text that is nearly one is refused at the start.

import { isIP } from 'node:net';

/** `10.1.2.3`, `10.0.0.0/8`, `::1`, `fd00::/8`; no name, no zone, no bits beyond the address. */
export function isAddressRange(text: string): boolean {
  const [address, bits, ...rest] = text.split('/') as [string, string | undefined, ...string[]];
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
