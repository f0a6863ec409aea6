// Known: tool definitions that were read before.
// In: the definitions of a request. Out: its tools. Why: a client sends the same definitions with every request, and reading one costs
// about as much as routing a short message. A tool depends on nothing but its definition, and nobody changes it, so that it may be
// shared by requests.

import { writeJson } from '../../../../grammar/json-write.ts';
import { Recent } from '../../../../runtime/recent.ts';
import type { ToolDefinition } from '../../../services/routing/wire/route.ts';
import type { Tool } from './tools.ts';
import { readTool } from './tools.ts';

/** Length of the definitions that are kept, by all threads each: some hundred tools. A tool takes about twelve times as much memory. */
export const KNOWN_LENGTH_MAX = 2 ** 20;

const KNOWN = new Recent<Tool>(KNOWN_LENGTH_MAX);

export function readTools(definitions: readonly ToolDefinition[]): Tool[] {
  const read = new Set<Tool>();
  return definitions.map((definition) => {
    const known = readOnce(definition);
    // What is listed twice are two tools, and neither can be told from the other.
    const tool = read.has(known) ? readTool(definition) : known;
    read.add(tool);
    return tool;
  });
}

function readOnce(definition: ToolDefinition): Tool {
  const { name, description, parameters, origin } = definition;
  // Tools of servers are read with their catalogue.
  if (origin !== undefined || !(parameters instanceof Map)) return readTool(definition);
  const text = writeJson([name, description, parameters]);
  let tool = KNOWN.get(text);
  if (tool === undefined) KNOWN.set(text, (tool = readTool(definition)), text.length);
  return tool;
}
