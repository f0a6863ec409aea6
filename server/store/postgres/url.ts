// The address of a PostgreSQL store: `--store postgres://…`.
// In: a URL. Out: where and how to connect, or a sentence that says what is wrong with it. Why our own reading: the sentence must
// name no password, and what `sslmode` means must not depend on the version of a library.

import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';

export interface PostgresTarget {
  /** What is shown of it: no user and no password. */
  readonly place: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  /** Undefined: as the variables PGUSER, PGPASSWORD and PGPASSFILE say. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** The schema that holds the tables; it is made when it is not there. */
  readonly schema: string;
  readonly tls: false | ConnectionOptions;
}

type TargetReading =
  | { readonly kind: 'ok'; readonly target: PostgresTarget }
  | { readonly kind: 'invalid'; readonly message: string };

const PORT_DEFAULT = 5432;
const SCHEMA_DEFAULT = 'evident';
const SCHEMA = /^[a-z_][a-z0-9_]{0,62}$/;
const PARAMETERS = ['host', 'schema', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'];
const MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

export function isPostgresUrl(text: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(text);
}

/** Says nothing of the text but the names of parameters. */
export function readPostgresUrl(text: string): TargetReading {
  const invalid = (message: string): TargetReading => ({ kind: 'invalid', message });
  const url = isPostgresUrl(text) && URL.canParse(text) ? new URL(text) : null;
  if (url === null)
    return invalid(
      'a store is postgres://USER@HOST:PORT/DATABASE, with what is special in a user or password written as %XX',
    );
  const { searchParams: given } = url;
  const unknown = [...given.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined) return invalid(`there is no parameter ${unknown} of a store: ${PARAMETERS.join(', ')}`);
  const schema = given.get('schema') ?? SCHEMA_DEFAULT;
  if (!SCHEMA.test(schema)) return invalid('a schema is 1 to 63 of a-z, 0-9 and _, and begins with no digit');
  const mode = given.get('sslmode') ?? 'disable';
  if (!MODES.some((known) => known === mode)) return invalid(`sslmode is one of ${MODES.join(', ')}`);
  const tls = readTls(mode as (typeof MODES)[number], given);
  if (typeof tls === 'string') return invalid(tls);
  const named = decoded(url);
  if (named === null) return invalid('a user, password or database has a % that begins no %XX');
  const host = given.get('host') ?? url.hostname.replace(/^\[(.+)\]$/, '$1');
  if (host === '') return invalid('a store has a host');
  if (named.database === '') return invalid('a store has a database: postgres://HOST/DATABASE');
  const port = url.port === '' ? PORT_DEFAULT : Number(url.port);
  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    kind: 'ok',
    target: {
      place: `postgres://${shown}:${port}/${named.database}${schema === SCHEMA_DEFAULT ? '' : `?schema=${schema}`}`,
      host,
      port,
      database: named.database,
      user: named.user === '' ? undefined : named.user,
      password: named.password === '' ? undefined : named.password,
      schema,
      tls,
    },
  };
}

function decoded(url: URL): { readonly user: string; readonly password: string; readonly database: string } | null {
  try {
    const [user, password, database] = [url.username, url.password, url.pathname.slice(1)].map(decodeURIComponent);
    return { user: user as string, password: password as string, database: database as string };
  } catch {
    return null;
  }
}

/** As PostgreSQL's own clients read it: `require` encrypts and believes any certificate, unless it is told which. */
function readTls(mode: (typeof MODES)[number], given: URLSearchParams): false | ConnectionOptions | string {
  const files: Record<string, string> = {};
  for (const [parameter, option] of [
    ['sslrootcert', 'ca'],
    ['sslcert', 'cert'],
    ['sslkey', 'key'],
  ] as const) {
    const path = given.get(parameter);
    if (path === null) continue;
    if (mode === 'disable') return `${parameter} is of sslmode require, verify-ca or verify-full`;
    try {
      files[option] = readFileSync(path, 'utf8');
    } catch (error) {
      return `${parameter} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'it is no file'}`;
    }
  }
  if (mode === 'disable') return false;
  if (mode === 'verify-full') return files;
  if (mode === 'verify-ca' && files['ca'] === undefined)
    return 'sslmode=verify-ca needs sslrootcert, the certificates of who may sign for the server';
  if (files['ca'] === undefined) return { ...files, rejectUnauthorized: false };
  return { ...files, checkServerIdentity: () => undefined };
}
