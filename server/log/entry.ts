// Entry: what the decision log says of one answer.
// In: a record, the secret of the service and the masks. Out: the members of the entry, in their order. Without bodies an entry has no
// text of a request or an answer: names that the caller gave, places, digests and numbers.

import type { Json } from '../../grammar/json.ts';
import { JsonError, parseJson, RawJson } from '../../grammar/json.ts';
import { memberText } from '../../grammar/json-source.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { Recent } from '../../runtime/recent.ts';
import type { WireName } from '../summary.ts';
import { countOutcomes } from '../summary.ts';
import { digestState, nameOfSecret, plainDigest, saltedDigest, saltedTextDigest, saltOf } from './digest.ts';
import { mask } from './masks.ts';
import type { LogRecord } from './record.ts';

interface EntryOptions {
  readonly keepsBodies: boolean;
  readonly masks: readonly string[];
  readonly secret: Uint8Array;
}

/** What of a body is the state, and what was asked of it. */
export const PARTS: Readonly<
  Record<WireName, { readonly state: string; readonly hash: string | null; readonly asked: readonly string[] }>
> = {
  systemone: { state: 'state', hash: 'questions_hash', asked: ['questions', 'typos'] },
  decisions: { state: 'input', hash: 'questions_hash', asked: ['questions', 'typos'] },
  chat: { state: 'messages', hash: 'tools_hash', asked: ['tools', 'tool_choice', 'parallel_tool_calls'] },
  verify: { state: 'messages', hash: 'tools_hash', asked: ['tools', 'call', 'tool_calls', 'sources'] },
  // The hash of the program says it.
  run: { state: 'input', hash: null, asked: [] },
};

// A body has at most 257 levels.
const DEPTH_MAX = 257;
// Characters of questions whose hash is remembered: a back end asks the same ones over and over.
const QUESTIONS_LENGTH_MAX = 2 ** 20;

/** Makes entries, one after the other. */
export function createEntryWriter({ keepsBodies, masks, secret }: EntryOptions): (record: LogRecord) => Entry {
  const digestKey = nameOfSecret(secret);
  const hashes = new Recent<string>(QUESTIONS_LENGTH_MAX);
  const questionsHash = (body: Map<string, Json>, asked: readonly string[]): string => {
    const members = asked.filter((name) => body.has(name));
    const key = members.map((name) => `${name}${memberText(body, name)}`).join('');
    const known = hashes.get(key);
    if (known !== undefined) return known;
    const hash = plainDigest(new Map(members.map((name) => [name, body.get(name) as Json])));
    hashes.set(key, hash, key.length);
    return hash;
  };
  return (record) => {
    const body = readBody(record.bytes);
    const { state, hash, asked } = PARTS[record.wire];
    const salt = saltOf(record.id, secret);
    const value = body?.get(state) ?? null;
    const output = outputOf(record);
    return {
      ...saidOf(record),
      ...(hash === null || body === null ? {} : { [hash]: questionsHash(body, asked) }),
      digest_key: digestKey,
      state_digest: digestState(value, secret),
      input_digest: saltedDigest(value, salt),
      ...(output === null ? {} : { output_digest: saltedTextDigest(output, salt) }),
      ...(keepsBodies && body !== null ? bodiesOf(record, body, masks) : {}),
    };
  };
}

/** The members of an entry, in their order. */
export type Entry = Readonly<Record<string, unknown>>;

function saidOf({ id, atMs, requestId, item, key, wire, status, code, steps, kept, denials }: LogRecord): Entry {
  const { answerId, program, fuel, said, engine, options } = kept;
  const counts = countOutcomes(said.map(({ outcome }) => ({ kind: '', outcome })));
  return {
    id,
    time: new Date(atMs).toISOString(),
    request_id: requestId,
    ...(item === null
      ? {}
      : { item: { index: item.index, ...(item.id === null ? {} : { id: new RawJson(item.id) }) } }),
    key,
    wire,
    status,
    ...(code === null ? {} : { code }),
    ...(answerId === null ? {} : { answer_id: answerId }),
    ...(program === null ? {} : { program_hash: program.hash, schedule: program.schedule }),
    ...(fuel === undefined ? {} : { fuel }),
    ...(steps === null ? {} : { steps }),
    outcomes: { ...counts[''] },
    answers: said,
    ...(denials.length === 0 ? {} : { denials }),
    engine,
    ...(options === undefined ? {} : { options }),
  };
}

/** null for a body that is no object, which nothing was answered to. */
function readBody(bytes: Uint8Array): Map<string, Json> | null {
  try {
    const body = parseJson(bytes, { depthMax: DEPTH_MAX });
    return body instanceof Map ? body : null;
  } catch (error) {
    if (error instanceof JsonError) return null;
    throw error;
  }
}

/** What a script put out, as it was printed; null where it put out nothing. */
function outputOf({ wire, response }: LogRecord): string | null {
  return wire !== 'run' || response === null ? null : outputIn(response);
}

/** The output in the answer to a run, as it was printed; null where there is none. */
export function outputIn(response: string): string | null {
  // As deep as a value of the language may be, in the object of the answer.
  const body = parseJson(Buffer.from(response), { depthMax: OUTPUT_DEPTH_MAX });
  return body instanceof Map && body.has('output') ? memberText(body, 'output') : null;
}

const OUTPUT_DEPTH_MAX = 2_050;

function bodiesOf({ bytes, response }: LogRecord, body: Map<string, Json>, masks: readonly string[]): Entry {
  const { value, hit } = mask(body, masks);
  if (hit.length > 0) return { masked: hit, request: value };
  return {
    ...asWritten('request', Buffer.from(bytes).toString('utf8')),
    ...(response === null ? {} : asWritten('response', response)),
  };
}

/** A body byte for byte: as JSON where an entry stays one line with it, else as a string. */
function asWritten(name: string, text: string): Entry {
  const isPlain = text.startsWith('{') && text.endsWith('}') && !/[\r\n]/.test(text);
  return isPlain ? { [name]: new RawJson(text) } : { [`${name}_text`]: text };
}

/** The text that was kept of the `request` or the `response` of an entry; null where none was. */
export function writtenBody(entry: ReadonlyMap<string, Json>, name: 'request' | 'response'): string | null {
  const text = entry.get(`${name}_text`);
  if (typeof text === 'string') return text;
  return entry.has(name) ? (memberText(entry, name) ?? writeJson(entry.get(name))) : null;
}
