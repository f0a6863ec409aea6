// The operator's file (`--mcp-config`) and the operator's list of secrets (`--mcp-secret`).
// In: a file as MCP clients keep it, JSON or YAML, and flag values. Out: configurations for the registry.
// Why: local programs, environment variables and files are the operator's to give; the file is where that happens.

import { readFileSync } from 'node:fs';
import type { Json } from '../../grammar/json.ts';
import { parseJson } from '../../grammar/json.ts';
import { ServiceError } from '../errors.ts';
import type { SecretSource } from '../secrets.ts';
import { readClientFile, readClientServers } from './client-files.ts';
import type { ServerConfig } from './registration.ts';
import { readRegistration } from './registration.ts';

export interface OperatorConfig {
  readonly servers: readonly ServerConfig[];
  /** From the member `stdioTemplates`, written as servers are: what may be registered over HTTP. */
  readonly stdioTemplates: readonly ServerConfig[];
}

interface OperatorFile extends OperatorConfig {
  /** What of the file was changed or not read. */
  readonly warnings: readonly string[];
}

/** Throws an Error that names the file and what is wrong with it. */
export async function readMcpConfig(path: string): Promise<OperatorFile> {
  try {
    const bytes = readFileSync(path);
    const { body, places, templates, warnings } = /\.ya?ml$/i.test(path)
      ? readClientServers(await readYaml(bytes))
      : readClientFile(bytes);
    return {
      servers: readRegistration(body, places),
      stdioTemplates: readRegistration(new Map([['mcpServers', templates]])),
      warnings: warnings.map((warning) => `${path}: ${warning}`),
    };
  } catch (error) {
    const problems =
      error instanceof ServiceError
        ? (error.details as { problems?: readonly { path: string; message: string }[] }).problems
        : undefined;
    const reason =
      problems === undefined
        ? (error as Error).message
        : problems.map(({ path: place, message }) => `${place === '' ? 'the file' : place}: ${message}`).join('; ');
    throw new Error(`${path}: ${reason}`);
  }
}

/** The file of Continue. A file of YAML is no larger than one of JSON would be, whatever its aliases say. */
async function readYaml(bytes: Uint8Array): Promise<Json> {
  // Few files are YAML, and the reader takes time to load.
  const { parse } = await import('yaml');
  return parseJson(
    Buffer.from(JSON.stringify(parse(new TextDecoder().decode(bytes), { maxAliasCount: 100 })) ?? 'null'),
  );
}

/** Reads `NAME=env:VAR`, `NAME=file:PATH`, each with an optional `@HOST`. Throws an Error that repeats no value. */
export function readSecretFlags(flags: readonly string[]): ReadonlyMap<string, SecretSource> {
  const secrets = new Map<string, SecretSource>();
  for (const flag of flags) {
    const parts = /^([A-Za-z0-9_-]+)=(env|file):(.+?)(?:@([^@/]+))?$/.exec(flag);
    if (parts === null)
      throw new Error('--mcp-secret must be NAME=env:VAR or NAME=file:PATH, with @HOST for the host it may be sent to');
    const [, name, kind, source, host] = parts as unknown as [
      string,
      string,
      'env' | 'file',
      string,
      string | undefined,
    ];
    secrets.set(name, { kind, name: source, host: host?.toLowerCase() ?? null });
  }
  return secrets;
}
