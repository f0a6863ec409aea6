// Tool catalogue: what agents ask of the tools of registered servers: a listing in a line each, one tool whole, and a search.
// In: parsed bodies and the registry. Out: replies, or a ServiceError that names the parameter.
// Why: a catalogue of hundreds of tools does not fit into a model's context.

import type { Json } from '../../../grammar/json.ts';
import { JsonNumber } from '../../../grammar/json.ts';
import type { Audit } from '../../audit.ts';
import type { Engine } from '../../engines/engine.ts';
import { indexTools } from '../../engines/routing/catalogues.ts';
import { searchTools } from '../../engines/routing/search.ts';
import { ServiceError } from '../../errors.ts';
import type { AuditQuery, AuditRow } from '../../store/store.ts';
import type { Registry, SearchReply, ToolItem } from './wire/mcp.ts';

/** Longer queries are conversations, which routing reads. */
export const QUERY_LENGTH_MAX = 1_000;
/** More schemas than this are a listing. */
export const RESULTS_MAX = 20;
const RESULTS_DEFAULT = 5;

interface CatalogueParts {
  readonly registry: Registry;
  readonly engine: Engine;
}

/** What the operations of the registry need. */
export interface ToolParts extends CatalogueParts {
  readonly audit: Audit;
  /** The oldest rows of the audit first, from after a number on; those that wait are written before. */
  readonly listAudit: (query: AuditQuery) => Promise<readonly AuditRow[]>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Throws `invalid_request` with the parameter, or `server_not_found`. */
export async function searchCatalogue({ registry, engine }: CatalogueParts, body: Json): Promise<SearchReply> {
  const { query, server, limit } = readRequest(body);
  const { tools } = await registry.listTools(server === undefined ? {} : { server });
  const names = server === undefined ? [...new Set(tools.map((tool) => tool.server))] : [server];
  const catalogues = await Promise.all(names.map((name) => registry.routableTools(name)));
  const items = new Map(tools.map((tool) => [tool.qualified_name, tool]));
  const { outcome, found } = searchTools(
    query,
    catalogues.map((catalogue) => indexTools(engine, catalogue)),
    limit,
  );
  return {
    object: 'list',
    outcome,
    tools: found.flatMap(({ tool, score, evidence }) => {
      const item = items.get(tool.name);
      return item === undefined ? [] : [{ ...shown(item), score: Math.round(score * 1_000) / 1_000, evidence }];
    }),
  };
}

/** What a model needs to call it. */
function shown({ server, name, qualified_name, title, description, inputSchema, annotations }: ToolItem) {
  return {
    server,
    name,
    qualified_name,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    inputSchema,
    ...(annotations === undefined ? {} : { annotations }),
  };
}

/** One tool whole. Throws `tool_not_found`, `tool_ambiguous` or `server_not_found`. */
export async function describeTool(registry: Registry, body: Json): Promise<ToolItem> {
  const given = readMembers(body, ['server', 'tool']);
  const server = readText(given, 'server');
  const tool = readText(given, 'tool');
  if (tool === undefined) throw invalid('tool', 'the name of a tool is expected');
  const { tools } = await registry.listTools(server === undefined ? {} : { server });
  const found = tools.filter(({ name, qualified_name }) => name === tool || qualified_name === tool);
  if (found.length > 1)
    throw new ServiceError('tool_ambiguous', {
      details: { tool, candidates: found.map((item) => ({ server: item.server, tool: item.name })) },
    });
  const [item] = found;
  if (item === undefined)
    throw new ServiceError('tool_not_found', { details: { ...(server === undefined ? {} : { server }), tool } });
  return item;
}

interface SearchRequest {
  readonly query: string;
  readonly server: string | undefined;
  readonly limit: number;
}

function readRequest(body: Json): SearchRequest {
  const given = readMembers(body, ['query', 'server', 'limit']);
  const query = readText(given, 'query');
  const server = readText(given, 'server');
  const limit = given.get('limit') ?? undefined;
  if (query === undefined || query.trim() === '') throw invalid('query', 'a text is expected');
  if (query.length > QUERY_LENGTH_MAX) throw invalid('query', `at most ${QUERY_LENGTH_MAX} characters`);
  const count = limit instanceof JsonNumber && /^\d{1,3}$/.test(limit.text) ? Number(limit.text) : 0;
  if (limit !== undefined && (count < 1 || count > RESULTS_MAX))
    throw invalid('limit', `an integer from 1 to ${RESULTS_MAX} is expected`);
  return { query, server, limit: limit === undefined ? RESULTS_DEFAULT : count };
}

function readMembers(body: Json, known: readonly string[]): ReadonlyMap<string, Json> {
  if (!(body instanceof Map)) throw new ServiceError('invalid_request', { message: 'an object is expected' });
  for (const name of body.keys()) if (!known.includes(name)) throw invalid(name, 'unknown field');
  return body;
}

function readText(given: ReadonlyMap<string, Json>, name: string): string | undefined {
  const value = given.get(name) ?? undefined;
  if (value !== undefined && typeof value !== 'string') throw invalid(name, 'a text is expected');
  return value;
}

function invalid(param: string, message: string): ServiceError {
  return new ServiceError('invalid_request', { message: `${param}: ${message}`, param });
}
