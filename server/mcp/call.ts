// Calls: what a caller asked for, and which tool of which server that is.
// In: a request body and the registered servers. Out: one tool, or the reason why there is none or more than one.
// Why: "routes and executes" must never send a call to a server the caller did not mean, least of all during an outage.

import type { Json } from '../../grammar/json.ts';
import { JsonNumber } from '../../grammar/json.ts';
import { ServiceError } from '../errors.ts';
import type { Tool } from './catalogue.ts';
import type { Entry } from './entry.ts';
import { RESULT_BYTES_MAX, RESULT_BYTES_MIN } from './results.ts';

export interface CallRequest {
  readonly server: string | undefined;
  readonly tool: string;
  readonly arguments: Map<string, Json>;
  readonly timeoutMs: number | undefined;
  readonly resultBytes: number | undefined;
  readonly inputResponses: Json | undefined;
  readonly requestState: string | undefined;
}

const MEMBERS = new Set([
  'server',
  'tool',
  'arguments',
  'timeout_ms',
  'max_result_bytes',
  'input_responses',
  'request_state',
]);
// As for a record's own time-outs: longer calls need another interface than a held request.
export const CALL_TIMEOUT_MAX_MS = 3_600_000;

/** Throws `invalid_request`, or `invalid_arguments` when the arguments are not an object. */
export function readCallRequest(body: Json): CallRequest {
  if (!(body instanceof Map)) throw new ServiceError('invalid_request', { message: 'an object is expected' });
  for (const name of body.keys()) if (!MEMBERS.has(name)) throw invalid(name, 'unknown field');
  const server = body.get('server') ?? undefined;
  const tool = body.get('tool');
  const given = body.get('arguments') ?? new Map<string, Json>();
  const inputResponses = body.get('input_responses') ?? undefined;
  const requestState = body.get('request_state') ?? undefined;
  if (server !== undefined && typeof server !== 'string') throw invalid('server', 'a text is expected');
  if (typeof tool !== 'string' || tool === '') throw invalid('tool', 'the name of a tool is expected');
  if (!(given instanceof Map))
    throw new ServiceError('invalid_arguments', { message: 'arguments must be an object', param: 'arguments' });
  if (inputResponses !== undefined && !(inputResponses instanceof Map))
    throw invalid('input_responses', 'an object is expected');
  if (requestState !== undefined && typeof requestState !== 'string')
    throw invalid('request_state', 'a text is expected');
  return {
    server,
    tool,
    arguments: given,
    timeoutMs: readInteger(body, 'timeout_ms', 1, CALL_TIMEOUT_MAX_MS),
    resultBytes: readInteger(body, 'max_result_bytes', RESULT_BYTES_MIN, RESULT_BYTES_MAX),
    inputResponses,
    requestState,
  };
}

/** undefined where it is left out. Throws `invalid_request`. */
export function readInteger(
  body: ReadonlyMap<string, Json>,
  name: string,
  min: number,
  max: number,
): number | undefined {
  const value = body.get(name);
  if (value === undefined || value === null) return undefined;
  const number = value instanceof JsonNumber && /^\d{1,15}$/.test(value.text) ? Number(value.text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw invalid(name, `an integer from ${min} to ${max} is expected`);
}

function invalid(param: string, message: string): ServiceError {
  return new ServiceError('invalid_request', { message: `${param}: ${message}`, param });
}

export interface Found {
  readonly entry: Entry;
  readonly tool: Tool;
}

/** The one tool the request names, whatever its state; undefined when no server has ever listed it. Throws 404 and 409. */
export function findTool(
  { server, tool }: Pick<CallRequest, 'server' | 'tool'>,
  entries: ReadonlyMap<string, Entry>,
): Found | undefined {
  const entry = server === undefined ? undefined : entries.get(server);
  const own = entry?.catalogue.tools.get(tool);
  // The usual case, and the only one that looks at no other server.
  if (entry !== undefined && own !== undefined) return { entry, tool: own };
  const everywhere = [...entries.values()];
  const byQualifiedName = everywhere.flatMap((entry) =>
    toolsOf(entry)
      .filter((item) => item.qualifiedName === tool)
      .map((item) => ({ entry, tool: item })),
  );
  if (server !== undefined) {
    if (entry === undefined) throw new ServiceError('server_not_found', { details: { server } });
    const qualified = byQualifiedName.find((found) => found.entry === entry);
    if (qualified !== undefined) return qualified;
    const [foreign] = byQualifiedName;
    if (foreign !== undefined)
      throw new ServiceError('tool_server_mismatch', { details: { server, tool, belongs_to: foreign.entry.name } });
    return undefined;
  }
  const byName = everywhere.flatMap((entry) => {
    const own = entry.catalogue.tools.get(tool);
    return own === undefined ? [] : [{ entry, tool: own }];
  });
  const all = [...byName, ...byQualifiedName.filter((found) => !byName.some((other) => other.tool === found.tool))];
  // Held-back tools are never candidates: else a server could claim a name only to make calls ambiguous.
  const candidates = all.filter((found) => found.tool.status === 'approved');
  if (candidates.length > 1) {
    throw new ServiceError('tool_ambiguous', {
      details: {
        tool,
        candidates: candidates.map((found) => ({ server: found.entry.name, tool: found.tool.row.name })),
      },
    });
  }
  return candidates[0] ?? all[0];
}

function toolsOf(entry: Entry): readonly Tool[] {
  return [...entry.catalogue.tools.values()];
}

/** Throws unless the tool may be called as it is now. */
export function admitCall({ entry, tool }: Found): void {
  const details = { server: entry.name, tool: tool.row.name };
  switch (tool.status) {
    case 'approved':
      break;
    case 'blocked':
      throw new ServiceError('tool_not_allowed', { details });
    case 'pending':
      throw new ServiceError('tool_quarantined', {
        message: 'This tool is new and not yet approved.',
        details: { ...details, status: 'pending', hash: tool.row.hash },
      });
    case 'changed':
      throw new ServiceError('tool_quarantined', {
        details: { ...details, status: 'changed', hash: tool.row.hash, approved_hash: tool.row.approvedHash },
      });
  }
  if (!tool.row.listed) throw toolNotFound(entry.name, tool.row.name);
}

export function toolNotFound(server: string | undefined, tool: string): ServiceError {
  const message = server === undefined ? 'No registered server has this tool.' : 'The server has no such tool.';
  return new ServiceError('tool_not_found', {
    message,
    details: { ...(server === undefined ? {} : { server }), tool },
  });
}
