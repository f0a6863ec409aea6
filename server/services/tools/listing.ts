// Listing: the tools of the registered servers, with as much of each as was asked for.
// In: a request. Out: the list; 304 for a caller who has it already. Why kept as text: hundreds of schemas take milliseconds to
// write, and they change seldom.

import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { RawJson } from '../../../grammar/json.ts';
import { writeJson } from '../../../grammar/json-write.ts';
import { Recent } from '../../../runtime/recent.ts';
import type { OperationRequest, Reply } from '../../operation.ts';
import type { ToolParts } from './catalogue.ts';
import { pageIn } from './request.ts';
import type { Registry, ToolDetail, ToolItem, ToolSummary } from './wire/mcp.ts';

// A few large catalogues, in several forms each.
const WRITTEN_LENGTH_MAX = 32 * 2 ** 20;

// Some milliseconds of writing.
const TURN_LENGTH = 256 * 2 ** 10;

/** The tools of one list, and where the next part of it begins. */
interface Written {
  readonly text: string;
  readonly next_cursor: string | null;
}

/** What was written for each registry. */
const WRITTEN = new WeakMap<Registry, Recent<Written>>();

export const IF_NONE_MATCH = {
  'if-none-match': { type: 'string', description: 'An ETag of the same list: 304 while it is the same.' },
} as const;

/** What of the query a model needs. */
export const LIST_TOOLS_INPUT = {
  type: 'object',
  additionalProperties: false,
  properties: {
    server: { type: 'string' },
    q: { type: 'string' },
    detail: { type: 'string', enum: ['name', 'summary', 'full'] },
    limit: { type: 'integer' },
    cursor: { type: 'string' },
  },
} as const;

/** Throws `invalid_request` with the parameter, or `server_not_found`. */
export async function listTools({ registry }: Pick<ToolParts, 'registry'>, request: OperationRequest): Promise<Reply> {
  const { server, q, detail = 'full', format } = request.query;
  const page = pageIn(request);
  const asked = JSON.stringify([await registry.version(), server, q, detail, format, page.limit, page.cursor]);
  // Weak: the ages of the listings differ.
  const headers = { etag: `W/"${createHash('sha256').update(asked).digest('hex').slice(0, 32)}"` };
  if (hasTag(request.options['if-none-match'], headers.etag))
    return { kind: 'bytes', status: 304, headers, contentType: 'application/json', bytes: new Uint8Array() };
  const written = WRITTEN.get(registry) ?? new Recent<Written>(WRITTEN_LENGTH_MAX);
  WRITTEN.set(registry, written);
  let known = written.get(asked);
  if (known === undefined) {
    const { tools, next_cursor } = await registry.listTools({ server, q, ...page });
    known = { text: await writeInTurns(shownAs(tools, detail as ToolDetail, format)), next_cursor };
    written.set(asked, known, known.text.length);
  }
  const { servers, partial } = await registry.listListings(server);
  const { text, next_cursor } = known;
  const body = { object: 'list', tools: new RawJson(text), servers, partial, next_cursor };
  return { kind: 'json', status: 200, headers, body };
}

/** As `writeJson`, but others have their turn in between: a catalogue may have megabytes. */
async function writeInTurns(tools: readonly unknown[]): Promise<string> {
  const parts: string[] = [];
  let length = 0;
  for (const tool of tools) {
    const part = writeJson(tool);
    parts.push(part);
    length += part.length;
    if (length < TURN_LENGTH) continue;
    length = 0;
    await nextTurn();
  }
  return `[${parts.join(',')}]`;
}

function hasTag(header: string | undefined, tag: string): boolean {
  return header?.split(',').some((one) => one.trim() === tag || one.trim() === '*') === true;
}

function shownAs(tools: readonly ToolItem[], detail: ToolDetail, format: string | undefined): readonly unknown[] {
  if (format === 'openai') return tools.filter(({ status }) => status === 'approved').map(asFunction);
  return detail === 'full' ? tools : tools.map((tool) => summarise(tool, detail));
}

/** A member of `tools` of a chat request. */
function asFunction({ qualified_name, description, inputSchema }: ToolItem): unknown {
  return {
    type: 'function',
    function: {
      name: qualified_name,
      description: typeof description === 'string' ? description : '',
      parameters: inputSchema,
    },
  };
}

function summarise({ server, name, description, status, available }: ToolItem, detail: ToolDetail): ToolSummary {
  return {
    server,
    name,
    ...(detail === 'name' ? {} : { description: summaryOf(description) }),
    // Most tools are approved and there: only what is otherwise takes room.
    ...(status === 'approved' ? {} : { status }),
    ...(available ? {} : { available }),
  };
}

// A line of a listing; the rest of a description is for who asks for the tool.
const SUMMARY_LENGTH_MAX = 120;

/** The first sentence, or as much of it as a line holds. */
function summaryOf(description: unknown): string {
  if (typeof description !== 'string') return '';
  const sentence = /^.*?[.!?](?=\s|$)/s.exec(description.trim())?.[0] ?? description.trim();
  const line = sentence.replaceAll(/\s+/g, ' ');
  return line.length <= SUMMARY_LENGTH_MAX ? line : `${line.slice(0, SUMMARY_LENGTH_MAX - 1).trimEnd()}…`;
}
