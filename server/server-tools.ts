// Server tools: the tools of registered servers as routing and search read them.
// In: the bytes that the registry writes for each state of a catalogue. Out: an index, read once on each thread.

import type { Json } from '../grammar/json.ts';
import { parseJson } from '../grammar/json.ts';
import { Recent } from '../runtime/recent.ts';
import { readCatalogue } from './engines/routing/route.ts';
import type { IndexedTools } from './engines/routing/tools/postings.ts';
import type { RoutableTools } from './wire/mcp.ts';

// Bytes of JSON text; an index takes about twelve times as much memory.
const CATALOGUE_BYTES_MAX = 8 * 1024 * 1024;

const CATALOGUES = new Recent<IndexedTools>(CATALOGUE_BYTES_MAX);

/** A server's catalogue is read and indexed once on each thread, not once for each request. */
export function readOnce({ hash, bytes }: RoutableTools): IndexedTools {
  const known = CATALOGUES.get(hash);
  if (known !== undefined) return known;
  const items = parseJson(Uint8Array.from(bytes), { depthMax: Number.POSITIVE_INFINITY }) as Map<string, Json>[];
  const read = readCatalogue(
    items.map((item) => ({
      name: item.get('name') as string,
      description: item.get('description') as string,
      parameters: item.get('inputSchema'),
      origin: { server: item.get('server') as string, tool: item.get('tool') as string },
    })),
  );
  CATALOGUES.set(hash, read, bytes.length);
  return read;
}
