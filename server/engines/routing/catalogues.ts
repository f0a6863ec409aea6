// Catalogues: the tools of registered servers as routing and search read them.
// In: the bytes that the registry writes for each state of a server's tools. Out: an index, from the engine's cache where it is there.

import type { Json } from '../../../grammar/json.ts';
import { parseJson } from '../../../grammar/json.ts';
import type { RoutableTools } from '../../services/tools/wire/mcp.ts';
import type { Engine } from '../engine.ts';
import { readCatalogue } from './route.ts';
import type { IndexedTools } from './tools/postings.ts';

export function indexTools({ catalogues }: Pick<Engine, 'catalogues'>, { hash, bytes }: RoutableTools): IndexedTools {
  const known = catalogues.get(hash);
  if (known !== undefined) return known;
  const items = parseJson(Uint8Array.from(bytes), { depthMax: Number.POSITIVE_INFINITY }) as Map<string, Json>[];
  const read = readCatalogue(
    items.map((item) => ({
      name: item.get('name') as string,
      description: item.get('description') as string,
      parameters: item.get('inputSchema'),
      origin: {
        server: item.get('server') as string,
        tool: item.get('tool') as string,
        annotations: item.get('annotations') as Json,
      },
    })),
  );
  catalogues.set(hash, read, bytes.length);
  return read;
}
