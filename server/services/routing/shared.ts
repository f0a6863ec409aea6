// Shared: what both wires of messages and tools do with a request that was read.
// In: its messages, its tools, and the tools of registered servers. Out: catalogues, or what has to be found out or done elsewhere.

import type { Engine } from '../../engines/engine.ts';
import { indexTools } from '../../engines/routing/catalogues.ts';
import type { IndexedTools } from '../../engines/routing/tools/postings.ts';
import { ServiceError } from '../../errors.ts';
import type { Effort, Unfinished } from '../../work/effort.ts';
import { INLINE_BYTES_MAX, UNFINISHED } from '../../work/effort.ts';
import type { ServersReply } from '../../work/packed.ts';
import type { RouteWork } from '../../work/work.ts';
import type { ChatInvalid, ChatTool } from './wire/conversation.ts';
import type { Message, ToolDefinition } from './wire/route.ts';

// What is answered on the request's own thread: a sentence or two over a few dozen tools takes a few milliseconds, a long message or
// a catalogue takes hundreds.
const INLINE_TEXT_LENGTH_MAX = 1_000;

/** A request that was read; throws for one that is wrong, with the parameter. */
export function accepted<Reading extends { readonly kind: 'ok' }>(reading: Reading | ChatInvalid): Reading {
  if (reading.kind === 'ok') return reading;
  const { code, message, param } = reading;
  throw new ServiceError(code, { message, ...(param === null ? {} : { param }) });
}

interface Catalogues {
  readonly kind: 'catalogues';
  readonly catalogues: readonly IndexedTools[];
}

/** The tools of the registered servers that a request names. `tools` are all it sends, `own` the functions among them. */
export function readCatalogues(
  engine: Engine,
  { bytes, serverTools }: RouteWork,
  effort: Effort,
  request: {
    readonly messages: readonly Message[];
    readonly tools: readonly ChatTool[];
    readonly own: readonly ToolDefinition[];
  },
): Catalogues | ServersReply | Unfinished {
  const servers = namedServers(request.tools);
  if (serverTools === null && servers.length > 0) return { kind: 'servers', servers };
  const size = (serverTools ?? []).reduce((sum, tools) => sum + tools.bytes.length, bytes.length);
  const isLong = size > INLINE_BYTES_MAX || userTextLength(request.messages) > INLINE_TEXT_LENGTH_MAX;
  if (effort.kind === 'inline' && isLong) return UNFINISHED;
  const catalogues = (serverTools ?? []).map((tools) => indexTools(engine, tools));
  refuseSharedNames(request.own, catalogues);
  return { kind: 'catalogues', catalogues };
}

function userTextLength(messages: readonly Message[]): number {
  return messages.reduce(
    (sum, { role, texts }) => sum + (role === 'user' ? texts.reduce((length, { text }) => length + text.length, 0) : 0),
    0,
  );
}

function namedServers(tools: readonly ChatTool[]): ServersReply['servers'] {
  return tools.flatMap((tool, at) => (tool.kind === 'mcp' ? [{ server: tool.server, at }] : []));
}

/** Qualified names tell registered servers apart; only a function of the caller's can bear one of them. */
function refuseSharedNames(tools: readonly ToolDefinition[], catalogues: readonly IndexedTools[]): void {
  if (tools.length === 0) return;
  const names = new Set(tools.map(({ name }) => name));
  if (catalogues.some((catalogue) => catalogue.tools.some(({ name }) => names.has(name)))) {
    throw new ServiceError('invalid_value', {
      message: 'A function has the qualified name of a tool of a registered server.',
      param: 'tools',
    });
  }
}
