// What connecting to a server taught us.
// In: a client that has connected. Out: what is kept, and what the next connection need not ask.

import type { Client, DiscoverResult, PriorDiscovery } from '@modelcontextprotocol/client';
import type { ProtocolChoice, ProtocolEra } from '../services/tools/wire/mcp.ts';
import { cutTo } from './progress.ts';

// Longer ones are not for a model to read; they are kept with the server's row.
const INSTRUCTIONS_LENGTH_MAX = 16_384;
// What a server says of itself stands in its record and in listings.
const SAID_LENGTH_MAX = 256;

/** Kept in the store, so that the next connection need not ask again. */
export interface Learned {
  readonly era: ProtocolEra;
  readonly version: string;
  readonly checkedAtMs: number;
  /** The modern server's own description, given back to the SDK in place of a probe. */
  readonly discover: unknown;
  readonly serverInfo: { readonly name: string; readonly version: string; readonly title?: string } | null;
  readonly capabilities: readonly string[];
  readonly instructions?: string;
}

/** What is told to the SDK in place of a question to the server; undefined: it must ask. */
export function priorOf(protocol: ProtocolChoice, known: Learned | null): PriorDiscovery | undefined {
  if (protocol === 'legacy') return { kind: 'legacy' };
  if (known === null) return undefined;
  if (known.era === 'modern') return { kind: 'modern', discover: known.discover as DiscoverResult };
  return protocol === 'auto' ? { kind: 'legacy' } : undefined;
}

export function learn(client: Client, nowMs: number): Learned {
  const info = client.getServerVersion();
  const instructions = client.getInstructions();
  return {
    era: client.getProtocolEra() ?? 'legacy',
    version: client.getNegotiatedProtocolVersion() ?? '',
    checkedAtMs: nowMs,
    discover: client.getDiscoverResult() ?? null,
    serverInfo:
      info === undefined
        ? null
        : {
            name: cutTo(info.name, SAID_LENGTH_MAX),
            version: cutTo(info.version, SAID_LENGTH_MAX),
            ...(info.title === undefined ? {} : { title: cutTo(info.title, SAID_LENGTH_MAX) }),
          },
    capabilities: Object.keys(client.getServerCapabilities() ?? {}).sort(),
    ...(instructions === undefined || instructions.length > INSTRUCTIONS_LENGTH_MAX ? {} : { instructions }),
  };
}
