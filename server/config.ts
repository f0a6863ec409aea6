// Config: the operator's settings.
// In: command-line arguments, environment and the file they name. Out: a Config, or one sentence that says what is wrong with them.
// Why: every default and its reason is here; nothing else reads arguments or EVIDENT_ variables.

import { hostname } from 'node:os';

import { isAddressRange } from './address-range.ts';
import { readConfigFile } from './config-file.ts';
import type { LogConfig } from './config-log.ts';
import { LOG_FLAGS, readLogConfig } from './config-log.ts';
import { NUMBERS, readNumbers } from './config-numbers.ts';
import type { TraceConfig } from './config-traces.ts';
import { readTraceConfig, TRACE_FLAGS } from './config-traces.ts';
import { readFlags } from './flags.ts';
import type { UndecidedMode } from './services/decisions/wire/systemone.ts';
import { UNDECIDED_MODES } from './services/decisions/wire/systemone.ts';
import type { ApprovalMode } from './services/tools/wire/mcp.ts';
import { APPROVAL_MODES } from './services/tools/wire/mcp.ts';
import { readPostgresUrl } from './store/postgres/url.ts';

export interface Config extends LogConfig, TraceConfig {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Folder of the store; null keeps it in memory. */
  readonly data: string | null;
  /** URL of the database that is the store instead; null where the folder is. May hold a password. */
  readonly store: string | null;
  /** Connections to that database at most. */
  readonly storeConnections: number;
  /** Names this process among those that share the database. */
  readonly instance: string;
  /** How long API keys that were read go on while the database does not answer. */
  readonly keyGraceMs: number;
  readonly mcpConfig: string | null;
  /** Folder of the operator's policies, NAME.script each, or `store:`; null where there is none. */
  readonly policies: string | null;
  /** Names of policies that are asked before, and after, every call of an upstream tool. */
  readonly guardsBefore: readonly string[];
  readonly guardsAfter: readonly string[];
  /** Names of policies that are asked about each call that is decided, and about each answer that may act. */
  readonly guardsCalls: readonly string[];
  readonly guardsAnswers: readonly string[];
  /** What becomes of a call that a policy wants a person to look at. */
  readonly approvals: ApprovalMode;
  /** How long rows of the audit are kept. */
  readonly auditDays: number;
  /** How long entries of the decision log are kept, and how many MiB of them. */
  readonly logDays: number;
  readonly logMib: number;
  readonly mcpAllowHosts: readonly string[];
  /** `NAME=env:VAR` or `NAME=file:PATH`, each with `@HOST`: secrets that a registration over HTTP may name. */
  readonly mcpSecrets: readonly string[];
  /** Host names admitted besides loopback, lower case. */
  readonly allowHosts: readonly string[];
  readonly corsOrigins: readonly string[];
  /** Whether each request is a line of JSON on standard output. */
  readonly accessLog: boolean;
  readonly mcpStdio: boolean;
  /** How undecided questions are answered when a request does not say. */
  readonly undecided: UndecidedMode;
  /** File that describes an upstream engine; null where there is none. */
  readonly upstreamConfig: string | null;
  readonly insecureNoAuth: boolean;
  /** A key is needed also while there is none. */
  readonly requireKeys: boolean;
  /** Threads for what is soon done, and as many for what is long. */
  readonly threads: number;
  /** How long one request may compute in a thread, and wait for it. */
  readonly runMs: number;
  /** Requests of one API key in a second; 0 is no limit. */
  readonly keyRate: number;
  /** Requests of one API key under way. */
  readonly keyConcurrency: number;
  /** How long a service that is told to end goes on accepting after `readyz` says 503. */
  readonly drainMs: number;
  /** Addresses and ranges of proxies whose forwarding headers are believed. */
  readonly trustProxies: readonly string[];
}

type ConfigReading =
  | { readonly kind: 'ok'; readonly config: Config }
  | { readonly kind: 'help'; readonly text: string }
  | { readonly kind: 'invalid'; readonly message: string };

// Loopback: without keys nobody but this machine may decide, call tools or register servers.
const HOST_DEFAULT = '127.0.0.1';
const DATA_DEFAULT = './data';
const INSTANCE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

interface Flag {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  readonly value?: string;
  readonly help: string;
}

/**
 * Every flag; each is also an environment variable, `--allow-host` as EVIDENT_ALLOW_HOST, lists with commas, and a member of the
 * file that `--config` names.
 */
const FLAGS = {
  config: {
    type: 'string',
    value: 'FILE',
    help: 'settings in a file, YAML or JSON, named as the flags are; flags win',
  },
  host: { type: 'string', value: 'ADDRESS', help: `address to listen on (${HOST_DEFAULT})` },
  port: { type: 'string', value: 'NUMBER', help: `port to listen on, 0 for any (${NUMBERS.port.standard})` },
  data: {
    type: 'string',
    value: 'FOLDER',
    help: `where the registry is kept (${DATA_DEFAULT}); :memory: keeps nothing`,
  },
  store: {
    type: 'string',
    value: 'URL',
    help: 'a database instead of the folder, that several instances share: postgres://USER@HOST/DATABASE',
  },
  'store-connections': {
    type: 'string',
    value: 'NUMBER',
    help: `connections to that database at most (${NUMBERS['store-connections'].standard})`,
  },
  instance: {
    type: 'string',
    value: 'NAME',
    help: 'name of this process among those that share a database (host name and port)',
  },
  'key-grace-ms': {
    type: 'string',
    value: 'NUMBER',
    help: `milliseconds for which known API keys go on while the database does not answer (${NUMBERS['key-grace-ms'].standard})`,
  },
  'mcp-config': { type: 'string', value: 'FILE', help: 'tool servers, in the file of an MCP client' },
  policies: {
    type: 'string',
    value: 'FOLDER',
    help: 'scripts that decide about calls, NAME.script each; store: for those of the store',
  },
  'guard-before': { type: 'string', multiple: true, value: 'NAME', help: 'policy that is asked before every call' },
  'guard-after': { type: 'string', multiple: true, value: 'NAME', help: 'policy that is asked about every result' },
  'guard-calls': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'policy that is asked about every call that routing decides',
  },
  'guard-answers': {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'policy that is asked about every answer that may be acted on',
  },
  approvals: {
    type: 'string',
    value: 'MODE',
    help: 'calls that a policy wants a person to look at: wait (default) or deny',
  },
  'audit-days': {
    type: 'string',
    value: 'NUMBER',
    help: `days for which rows of the audit are kept (${NUMBERS['audit-days'].standard})`,
  },
  ...LOG_FLAGS,
  ...TRACE_FLAGS,
  'mcp-allow-host': {
    type: 'string',
    multiple: true,
    value: 'HOST',
    help: 'internal host that an upstream URL may name',
  },
  'mcp-secret': {
    type: 'string',
    multiple: true,
    value: 'NAME=SOURCE',
    help: 'env:VAR or file:PATH, then @HOST: a secret registrations may name',
  },
  'access-log': { type: 'boolean', help: 'write a line of JSON for each request on standard output' },
  'mcp-stdio': { type: 'boolean', help: 'serve our tools as an MCP server on stdin and stdout' },
  undecided: {
    type: 'string',
    value: 'MODE',
    help: 'how undecided questions are answered: omit (default), error or distribution',
  },
  'upstream-config': {
    type: 'string',
    value: 'FILE',
    help: 'an upstream engine that may help where evidence is not enough',
  },
  'allow-host': { type: 'string', multiple: true, value: 'NAME', help: 'Host name to answer besides loopback names' },
  'cors-origin': {
    type: 'string',
    multiple: true,
    value: 'ORIGIN',
    help: 'web origin that may call, as https://app.example',
  },
  'trust-proxy': {
    type: 'string',
    multiple: true,
    value: 'CIDR',
    help: 'address or range of a proxy that may forward requests without API keys',
  },
  threads: {
    type: 'string',
    value: 'NUMBER',
    help: 'threads for short work, and as many for long work (cores − 1, at most 4)',
  },
  'run-ms': {
    type: 'string',
    value: 'NUMBER',
    help: `milliseconds one request may compute in a thread, and wait for it (${NUMBERS['run-ms'].standard})`,
  },
  'key-rate': {
    type: 'string',
    value: 'NUMBER',
    help: 'requests of one API key in a second; 0, the default, is no limit',
  },
  'key-concurrency': {
    type: 'string',
    value: 'NUMBER',
    help: `requests of one API key under way at once (${NUMBERS['key-concurrency'].standard})`,
  },
  'require-keys': { type: 'boolean', help: 'ask for an API key even while there is none' },
  'drain-ms': {
    type: 'string',
    value: 'NUMBER',
    help: `milliseconds to go on accepting after SIGTERM, while /readyz says 503 (${NUMBERS['drain-ms'].standard})`,
  },
  'insecure-no-auth': { type: 'boolean', help: 'listen beyond loopback without API keys' },
  help: { type: 'boolean', help: 'show this text' },
} as const satisfies Record<string, Flag>;

type FlagName = keyof typeof FLAGS;
type Values = Readonly<Partial<Record<FlagName, string | boolean | readonly string[]>>>;

export function readConfig(args: readonly string[], env: Readonly<Record<string, string | undefined>>): ConfigReading {
  const flags = readFlags(args, FLAGS);
  if (flags.kind === 'invalid') return flags;
  if (flags.positionals.length > 0) return { kind: 'invalid', message: `${flags.positionals[0]} is no flag` };
  const variables = fromEnvironment(env, flags.values.data !== undefined);
  if (typeof variables === 'string') return { kind: 'invalid', message: variables };
  const given: Values = { ...variables, ...flags.values };
  if (given.help === true) return { kind: 'help', text: helpText() };
  const file = fromFile(given);
  if (typeof file === 'string') return { kind: 'invalid', message: file };
  const values: Values = { ...file, ...given };
  const undecided = UNDECIDED_MODES.find((mode) => mode === (text(values.undecided) ?? 'omit'));
  if (undecided === undefined)
    return { kind: 'invalid', message: `--undecided must be one of ${UNDECIDED_MODES.join(', ')}` };
  const approvals = APPROVAL_MODES.find((mode) => mode === (text(values.approvals) ?? 'wait'));
  if (approvals === undefined)
    return { kind: 'invalid', message: `--approvals must be one of ${APPROVAL_MODES.join(', ')}` };
  const wrong = wrongTalkers(values) ?? wrongStore(values);
  if (wrong !== null) return { kind: 'invalid', message: wrong };
  const tracing = readTraceConfig(values);
  if (typeof tracing === 'string') return { kind: 'invalid', message: tracing };
  const numbers = readNumbers((flag) => text(values[flag]));
  if (typeof numbers === 'string') return { kind: 'invalid', message: numbers };
  const mcpStdio = values['mcp-stdio'] === true;
  // A stdio server is started by a client, anywhere: it leaves no files behind unless told to.
  const folder = text(values.data) ?? (mcpStdio ? ':memory:' : DATA_DEFAULT);
  const data = folder === ':memory:' ? null : folder;
  const logging = readLogConfig(values, { hasDatabase: values.store !== undefined, hasFolder: data !== null });
  if (typeof logging === 'string') return { kind: 'invalid', message: logging };
  return {
    kind: 'ok',
    config: {
      host: text(values.host) ?? HOST_DEFAULT,
      data,
      store: text(values.store) ?? null,
      instance: text(values.instance) ?? `${hostname()}-${mcpStdio ? 'stdio' : numbers.port}`,
      mcpConfig: text(values['mcp-config']) ?? null,
      policies: text(values.policies) ?? null,
      guardsBefore: list(values['guard-before']),
      guardsAfter: list(values['guard-after']),
      guardsCalls: list(values['guard-calls']),
      guardsAnswers: list(values['guard-answers']),
      approvals,
      ...logging,
      ...tracing,
      mcpAllowHosts: list(values['mcp-allow-host']),
      mcpSecrets: list(values['mcp-secret']),
      allowHosts: list(values['allow-host']).map((name) => name.toLowerCase()),
      corsOrigins: list(values['cors-origin']),
      // Standard output is the protocol's there.
      accessLog: values['access-log'] === true && !mcpStdio,
      mcpStdio,
      undecided,
      upstreamConfig: text(values['upstream-config']) ?? null,
      insecureNoAuth: values['insecure-no-auth'] === true,
      requireKeys: values['require-keys'] === true,
      ...numbers,
      trustProxies: list(values['trust-proxy']),
    },
  };
}

/** One sentence when a setting for hosts, origins or proxies cannot work as written: the service would be more open, or more closed, than it looks. */
function wrongTalkers(values: Values): string | null {
  const origin = list(values['cors-origin']).find((text) => !isOrigin(text));
  if (origin !== undefined)
    return `--cors-origin must be an origin as browsers send it, https://app.example or http://localhost:3000, not ${origin}`;
  const range = list(values['trust-proxy']).find((text) => !isAddressRange(text));
  if (range !== undefined) return `--trust-proxy must be an address or a range like 10.0.0.0/8, not ${range}`;
  if (values['require-keys'] === true && values['insecure-no-auth'] === true)
    return '--require-keys and --insecure-no-auth say opposite things';
  return null;
}

/** One sentence that repeats nothing of the URL: it may hold a password. */
function wrongStore(values: Values): string | null {
  const instance = text(values.instance);
  if (instance !== undefined && !INSTANCE.test(instance))
    return '--instance must be 1 to 64 letters, digits, ".", "_" and "-"';
  const url = text(values.store);
  const reading = url === undefined ? null : readPostgresUrl(url);
  return reading?.kind === 'invalid' ? `--store: ${reading.message}` : null;
}

/** Scheme, host and port and nothing else, in the one form that browsers write; extensions of browsers have schemes of their own. */
function isOrigin(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\s*]+$/.test(text) || !URL.canParse(text)) return false;
  return !/^https?:/.test(text) || new URL(text).origin === text;
}

/** A folder that a flag or a variable names is meant instead of a database that the file names. */
function fromFile(given: Values): Values | string {
  const path = text(given.config);
  if (path === undefined) return {};
  const { config: _config, help: _help, ...settings } = FLAGS;
  const reading = readConfigFile(path, settings);
  if (reading.kind === 'invalid') return reading.message;
  const { store, ...others } = reading.values;
  return given.data !== undefined || store === undefined ? others : { ...others, store };
}

/** A folder that a flag names is meant instead of a database that a variable names. One sentence for what cannot be meant. */
function fromEnvironment(env: Readonly<Record<string, string | undefined>>, hasFolder: boolean): Values | string {
  const found: Partial<Record<FlagName, string | boolean | readonly string[]>> = {};
  for (const [name, flag] of Object.entries(FLAGS) as [FlagName, Flag][]) {
    if (name === 'store' && hasFolder) continue;
    const variable = `EVIDENT_${name.toUpperCase().replaceAll('-', '_')}`;
    const value = env[variable];
    if (value === undefined || value === '') continue;
    if (flag.type === 'boolean') {
      // Whoever writes `yes` means it, and must not find the service open.
      const given = SWITCHES.get(value);
      if (given === undefined) return `${variable} must be 1 or 0`;
      found[name] = given;
    } else
      found[name] =
        flag.multiple === true
          ? value
              .split(',')
              .map((part) => part.trim())
              .filter((part) => part !== '')
          : value;
  }
  return found;
}

const SWITCHES: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
]);

function text(value: Values[FlagName]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function list(value: Values[FlagName]): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

/** Every flag with its value, and what it means. */
export const FLAG_HELP: readonly (readonly [flag: string, meaning: string])[] = (
  Object.entries(FLAGS) as [string, Flag][]
).map(([name, flag]) => [`--${name}${flag.value === undefined ? '' : ` ${flag.value}`}`, flag.help]);

function helpText(): string {
  const rows = FLAG_HELP.map(([flag, meaning]) => `${`  ${flag}`.padEnd(30)}${meaning}`);
  return ['usage: evident serve [flags]          in a checkout: npm start -- [flags]', '', ...rows].join('\n');
}
