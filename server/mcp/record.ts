// Records: a registered server as it is shown.
// In: an entry. Out: what goes over the wire. Why: values of headers, variables, arguments and query strings may be
// secrets, and this is the one place that chooses what leaves.

import type { RecordOptions, ServerRecord } from '../services/tools/wire/mcp.ts';
import { originOf } from '../store/store.ts';
import { matches } from './catalogue.ts';
import type { Entry } from './entry.ts';

/** A local server may write anything to stderr, so only callers who may change servers see it. */
export function showServer(entry: Entry, { isAdmin }: RecordOptions = { isAdmin: false }): ServerRecord {
  const { config, row, learned, catalogue, lastError, status } = entry;
  const tools = [...catalogue.tools.values()].filter((tool) => tool.row.listed);
  return {
    id: row.id,
    name: config.name,
    transport: config.transport,
    description: config.description,
    tags: config.tags,
    enabled: config.enabled,
    origin: originOf(row),
    status,
    status_reason: status === 'ready' || status === 'disabled' ? null : (lastError?.message ?? null),
    last_error:
      lastError === null
        ? null
        : {
            code: lastError.code,
            message: lastError.message,
            at: time(lastError.atMs) as string,
            ...(isAdmin && lastError.stderr !== null ? { stderr: lastError.stderr.text } : {}),
          },
    ...(config.command === null ? {} : { command: config.command, args_count: config.args.length }),
    ...(config.url === null ? {} : { url: showUrl(config.url) }),
    env: Object.keys(config.env),
    headers: Object.keys(config.headers),
    auth: showAuth(entry),
    server_info: learned?.serverInfo ?? null,
    protocol: {
      wanted: config.protocol,
      era: learned?.era ?? null,
      version: learned?.version ?? null,
      checked_at: time(learned?.checkedAtMs ?? null),
    },
    capabilities: learned?.capabilities ?? [],
    tools: config.tools,
    guards: config.guards,
    tools_count: tools.length,
    tools_pending: tools.filter((tool) => tool.status === 'pending').length,
    tools_changed: tools.filter((tool) => tool.status === 'changed').length,
    tools_hash: catalogue.hash,
    last_connected_at: time(entry.lastConnectedAtMs),
    last_refreshed_at: time(entry.lastListedAtMs),
    next_retry_at: time(entry.nextRetryAtMs),
    restarts: entry.restarts,
    isolation: 'shared',
    timeouts: config.timeouts,
    limits: config.limits,
    revision: row.revision,
    created_at: time(row.createdAtMs) as string,
    updated_at: time(row.updatedAtMs) as string,
    warnings: warningsOf(entry),
  };
}

function showAuth({ config: { auth }, credentials }: Entry): ServerRecord['auth'] {
  const shown = credentials?.shown(auth) ?? null;
  if (shown === null) return null;
  const { type, expected_issuer, client_id, scope } = auth ?? NOTHING_SAID;
  // A reference is as it was written, never its value.
  return { type, expected_issuer, client_id, scope, signed_in: shown.signedIn, expires_at: time(shown.expiresAtMs) };
}

const NOTHING_SAID = { type: 'authorization_code', expected_issuer: null, client_id: null, scope: null } as const;

/** Without query and fragment, where keys are often put. */
function showUrl(text: string): string {
  if (!URL.canParse(text)) return '';
  const url = new URL(text);
  return `${url.origin}${url.pathname}`;
}

function warningsOf({ config, misfits, catalogue }: Entry): readonly string[] {
  const warnings: string[] = [];
  if (config.transport === 'sse') warnings.push('sse_deprecated');
  if (config.url?.startsWith('http:') === true) warnings.push('http_plaintext');
  for (const why of misfits.values()) warnings.push(`policy_misfit: ${why}`);
  for (const [field, pattern] of unmatched(config, [...catalogue.tools.keys()]))
    warnings.push(`no_such_tool: ${pattern} of ${field} matches no tool of the server`);
  return warnings;
}

/** Patterns that are rules for no tool, mostly because a name is misspelt; nothing is known before the tools were listed. */
function unmatched({ guards, limits, tools }: Entry['config'], names: readonly string[]): [string, string][] {
  if (names.length === 0) return [];
  const named: [string, readonly string[]][] = [
    ['guards.tools', Object.keys(guards.tools)],
    ['limits.tools', Object.keys(limits.tools)],
    ['tools.allow', tools.allow],
    ['tools.deny', tools.deny],
  ];
  return named.flatMap(([field, patterns]) =>
    patterns
      .filter((pattern) => !names.some((name) => matches(name, pattern)))
      .map((pattern): [string, string] => [field, pattern]),
  );
}

function time(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
