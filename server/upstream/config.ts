// The operator's file (`--upstream-config`): one upstream engine, with its secrets by reference.
// In: the path of the file. Out: an UpstreamConfig with its secrets filled in, or an Error that names everything that is wrong
// and shows no value. Why at the start: a variable that is missing is told to the operator, not found out by the first tie.

import { readFileSync } from 'node:fs';
import type { Json } from '../../grammar/json.ts';
import { JsonNumber, parseJson } from '../../grammar/json.ts';
import type { DialectSettings } from '../engines/upstream/dialect.ts';
import type { SecretPolicy } from '../secrets.ts';
import { checkReferences, resolveReferences } from '../secrets.ts';

const UPSTREAM_KINDS = ['systemone', 'openai'] as const;
export type UpstreamKind = (typeof UPSTREAM_KINDS)[number];

export interface UpstreamConfig extends DialectSettings {
  readonly name: string;
  readonly kind: UpstreamKind;
  /** The endpoint itself. Wherever it leads: it is the operator's. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether an answer that needed it may act. */
  readonly mayAct: boolean;
  readonly timeoutMs: number;
  /** Requests at once; more are answered without it. */
  readonly concurrency: number;
  readonly questionsMax: number;
  readonly requestBytesMax: number;
  readonly responseBytesMax: number;
}

interface Bound {
  readonly default: number;
  readonly min: number;
  readonly max: number;
}

/** What one request may cost, by member. */
export const BOUNDS = {
  // A model answers in well under two seconds or is no help; a stop of the server waits for no longer than ten.
  timeout_ms: { default: 2_000, min: 10, max: 10_000 },
  concurrency: { default: 8, min: 1, max: 64 },
  // A prompt with more of them is answered worse, and later.
  questions_max: { default: 16, min: 1, max: 400 },
  // About 64 thousand tokens, the most that System One takes; a request of ours is no longer than 1 MiB.
  request_bytes_max: { default: 262_144, min: 1_024, max: 4_194_304 },
  // Hundreds of times what the answer to sixteen questions needs.
  response_bytes_max: { default: 262_144, min: 1_024, max: 1_048_576 },
} as const satisfies Record<string, Bound>;

export const MEMBERS: readonly string[] = [
  'name',
  'kind',
  'url',
  'model',
  'headers',
  'may_act',
  'parameters',
  'response_format',
  ...Object.keys(BOUNDS),
];
/** Ours to say, or the connection's. */
const OWN_HEADERS: readonly string[] = [
  'host',
  'connection',
  'content-type',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
  'keep-alive',
];
/** Members of the body that the questions themselves need. */
const OWN_PARAMETERS: readonly string[] = ['model', 'messages', 'stream', 'response_format', 'state', 'questions'];

/** Throws an Error that names the file and what is wrong with it. */
export function readUpstreamConfig(path: string): UpstreamConfig {
  let json: Json;
  try {
    json = parseJson(readFileSync(path));
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
  const reader = new ConfigReader();
  const config = reader.read(json);
  if (config === null) throw new Error(`${path}: ${reader.problems.join('; ')}`);
  return config;
}

class ConfigReader {
  readonly problems: string[] = [];

  /** null when there are problems. */
  read(json: Json): UpstreamConfig | null {
    const upstream = json instanceof Map && json.size === 1 ? json.get('upstream') : undefined;
    if (!(upstream instanceof Map)) return this.#wrong('the file', 'an object {"upstream": {…}} is expected');
    for (const name of upstream.keys())
      if (!MEMBERS.includes(name)) this.#wrong(name, `there is no such member; there are ${MEMBERS.join(', ')}`);
    const kind =
      UPSTREAM_KINDS.find((known) => known === upstream.get('kind')) ??
      this.#wrong('kind', `must be ${UPSTREAM_KINDS.join(' or ')}`);
    const config = {
      name: this.#readName(upstream.get('name')),
      kind,
      url: this.#readUrl(upstream.get('url')),
      model: this.#readModel(upstream.get('model') ?? null, kind),
      headers: this.#readHeaders(upstream.get('headers')),
      mayAct: this.#readFlag('may_act', upstream.get('may_act') ?? false),
      parameters: this.#readParameters(upstream.get('parameters')),
      responseFormat: this.#readFormat(upstream.get('response_format') ?? 'json_schema'),
      timeoutMs: this.#readNumber('timeout_ms', upstream),
      concurrency: this.#readNumber('concurrency', upstream),
      questionsMax: this.#readNumber('questions_max', upstream),
      requestBytesMax: this.#readNumber('request_bytes_max', upstream),
      responseBytesMax: this.#readNumber('response_bytes_max', upstream),
    };
    return this.problems.length > 0 ? null : (config as UpstreamConfig);
  }

  #wrong(member: string, why: string): null {
    this.problems.push(`${member}: ${why}`);
    return null;
  }

  /** It stands in answers, headers and logs. */
  #readName(json: Json | undefined): string | null {
    return typeof json === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(json)
      ? json
      : this.#wrong('name', 'must be 1 to 64 letters, digits, dots, hyphens and underscores');
  }

  #readUrl(json: Json | undefined): URL | null {
    const text = typeof json === 'string' ? this.#resolve('url', json) : undefined;
    if (text === null) return null;
    if (text === undefined || !URL.canParse(text)) return this.#wrong('url', 'must be the whole URL of the endpoint');
    const url = new URL(text);
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return this.#wrong('url', 'must be http or https');
    if (url.username !== '' || url.password !== '')
      return this.#wrong('url', 'must not contain credentials; use headers');
    return url;
  }

  #readModel(json: Json, kind: UpstreamKind | null): string | null {
    if (typeof json === 'string' && json !== '') return json;
    if (json !== null) return this.#wrong('model', 'must be a string that is not empty');
    return kind === 'openai' ? this.#wrong('model', 'is needed by this kind') : null;
  }

  #readHeaders(json: Json | undefined): Record<string, string> {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      accept: 'application/json',
      'user-agent': 'evident',
    };
    if (json === undefined) return headers;
    if (!(json instanceof Map)) {
      this.#wrong('headers', 'must be an object of strings');
      return headers;
    }
    for (const [name, written] of json) {
      const member = `headers.${name}`;
      const lower = name.toLowerCase();
      if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name) || OWN_HEADERS.includes(lower))
        this.#wrong('headers', `${JSON.stringify(name)} is no header that can be set`);
      else if (typeof written !== 'string') this.#wrong(member, 'must be a string');
      else {
        const value = this.#resolve(member, written);
        if (value === null) continue;
        if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) headers[lower] = value;
        else this.#wrong(member, 'its value has characters that no header may have');
      }
    }
    return headers;
  }

  /** The text with its secrets filled in; null when one is not there. Problems name the reference, never the value. */
  #resolve(member: string, text: string): string | null {
    const policy: SecretPolicy = { origin: 'operator', listed: new Map(), host: null };
    try {
      checkReferences(text, policy);
      return resolveReferences(text, policy);
    } catch (error) {
      return this.#wrong(member, (error as Error).message);
    }
  }

  #readFlag(member: string, json: Json): boolean | null {
    return typeof json === 'boolean' ? json : this.#wrong(member, 'must be true or false');
  }

  #readParameters(json: Json | undefined): ReadonlyMap<string, Json> | null {
    if (json === undefined) return new Map();
    if (!(json instanceof Map)) return this.#wrong('parameters', 'must be an object');
    for (const name of json.keys())
      if (OWN_PARAMETERS.includes(name)) this.#wrong(`parameters.${name}`, 'is not for the file to set');
    return json;
  }

  #readFormat(json: Json): UpstreamConfig['responseFormat'] | null {
    if (json === 'json_schema') return 'schema';
    return json === 'json_object' ? 'object' : this.#wrong('response_format', 'must be json_schema or json_object');
  }

  #readNumber(member: keyof typeof BOUNDS, upstream: ReadonlyMap<string, Json>): number | null {
    const { default: usual, min, max } = BOUNDS[member];
    const json = upstream.get(member);
    if (json === undefined) return usual;
    const value = json instanceof JsonNumber ? Number(json.text) : NaN;
    return Number.isInteger(value) && value >= min && value <= max
      ? value
      : this.#wrong(member, `must be a whole number from ${min} to ${max}`);
  }
}
