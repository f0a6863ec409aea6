// Batch: many items for one endpoint in one request, each answered as the endpoint answers it alone.
// In: a row of the table, and a body with what all items share and the items, as JSON or as JSON lines. Out: a row that answers a
// line for each item, in their order. Why lines: an answer goes out as soon as it is there, a slow reader holds up only itself, and
// an item that is wrong costs no other its answer.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Json } from '../../grammar/json.ts';
import type { WrittenMember } from '../../grammar/json-source.ts';
import { composeObject, memberText } from '../../grammar/json-source.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { renderError } from '../error-bodies.ts';
import { ServiceError } from '../errors.ts';
import { withExhaustion } from '../exhausted.ts';
import type { OperationRequest, Reply, Row, Schema } from '../operation.ts';
import { BODY_BYTES_MAX, IGNORED_MAX } from '../operation.ts';
import { readJson } from '../request-body.ts';
import type { Outcomes } from '../summary.ts';
import { addOutcomes } from '../summary.ts';

interface BatchNames {
  readonly id: string;
  readonly path: string;
  readonly summary: string;
  /** What an item has in a request of its own, and what a list of them is called. */
  readonly item: string;
  readonly items: string;
}

/** The row that answers many items of another one. */
export function batchRow<Parts>(single: Row<Parts>, { id, path, summary, item, items }: BatchNames): Row<Parts> {
  const { family, scope, headers } = single;
  return {
    id,
    method: 'POST',
    path,
    family,
    scope,
    summary,
    request: requestSchema(single.request ?? {}, item, items),
    takesLines: true,
    ...(headers === undefined ? {} : { headers }),
    response: RESPONSE_SCHEMA,
    produces: LINES_TYPE,
    async handle(parts, request) {
      const requests = readItems(request.bytes, item, items);
      const sum: Sum = { outcomes: {}, steps: 0 };
      const answer = (composed: Composed, at: ItemPlace): Promise<Reply> =>
        single.handle(parts, { ...itemRequest(request, composed), item: at });
      return {
        kind: 'lines',
        status: 200,
        contentType: LINES_TYPE,
        lines: answerItems(requests, { answer, family, signal: request.signal, sum }),
        // Counted while the answers go out.
        summary: sum,
      };
    },
  };
}

const LINES_TYPE = 'application/x-ndjson';

type ItemPlace = NonNullable<OperationRequest['item']>;
type Composed = ReturnType<typeof composeObject>;

/** One item as a request of its own, or why it is none. */
interface Item {
  /** The caller's name for it; absent where there is none. */
  readonly id?: Json;
  readonly members: readonly WrittenMember[] | ServiceError;
}

const ID = 'id';

/** Throws `invalid_json` or `invalid_request` where the body as a whole is wrong. */
function readItems(bytes: Uint8Array, item: string, items: string): Iterable<Item> {
  const lines = linesOf(bytes);
  const first = lines.next();
  const head = first.done === true ? null : readHead(bytes, first.value, items);
  if (head === null) throw new ServiceError('invalid_json', { message: 'A JSON body is required.' });
  const list = head.get(items);
  if (list === undefined) return readLines(head, lines, item);
  const shared = membersOf(head, items);
  if (Array.isArray(list))
    return list.map((value) => ({ members: [...shared, { name: item, value, text: writeJson(value) }] }));
  throw new ServiceError('invalid_request', { message: `${items}: a list is expected`, param: items });
}

/** The first line, or the whole body where that is no line of its own. */
function readHead(bytes: Uint8Array, line: Uint8Array, items: string): ReadonlyMap<string, Json> {
  const head = readObject(line);
  if (head instanceof Map) return head;
  if (bytes.length > BODY_BYTES_MAX) throw new ServiceError('body_too_large');
  const whole = readJson(bytes);
  if (whole instanceof Map) return whole;
  throw new ServiceError('invalid_request', { message: `an object with ${items} is expected, or lines of JSON` });
}

/** The items of lines, each with what all share. */
export function itemsOfLines(head: ReadonlyMap<string, Json>, bytes: Uint8Array, item: string): Iterable<Item> {
  return readLines(head, linesOf(bytes), item);
}

/** The first line holds what the others share, unless it is an item itself; an item's own members come before those. */
function* readLines(head: ReadonlyMap<string, Json>, lines: Iterable<Uint8Array>, item: string): Generator<Item> {
  const isItem = head.has(item);
  const shared = isItem ? [] : membersOf(head);
  if (isItem) yield itemOf([], head);
  for (const line of lines) {
    const own = readObject(line);
    yield own instanceof ServiceError ? { members: own } : itemOf(shared, own);
  }
}

function itemOf(shared: readonly WrittenMember[], own: ReadonlyMap<string, Json>): Item {
  const id = own.get(ID);
  const members = [...shared.filter(({ name }) => !own.has(name)), ...membersOf(own, ID)];
  return id === undefined ? { members } : { id, members };
}

/** The members of an object that was read, but one, as they were written. */
export function membersOf(object: ReadonlyMap<string, Json>, but?: string): WrittenMember[] {
  return [...object].flatMap(([name, value]) =>
    name === but ? [] : [{ name, value, text: memberText(object, name) ?? writeJson(value) }],
  );
}

function readObject(line: Uint8Array): ReadonlyMap<string, Json> | ServiceError {
  if (line.length > BODY_BYTES_MAX) return new ServiceError('body_too_large');
  try {
    const json = readJson(line);
    return json instanceof Map ? json : new ServiceError('invalid_request', { message: 'an object is expected' });
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

const NEWLINE = 0x0a;

/** The lines that are not empty. */
function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(NEWLINE, from);
    const to = end < 0 ? bytes.length : end;
    const line = bytes.subarray(from, to);
    if (line.some((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0d)) yield line;
    from = to + 1;
  }
}

/** Not a copy: reading the body of the whole would make a tree of it. */
function itemRequest(
  { params, query, options, caller, requestId, connection, signal }: OperationRequest,
  { object, text }: Composed,
): OperationRequest {
  return {
    body: object,
    dropBody() {},
    bytes: new TextEncoder().encode(text),
    params,
    query,
    options,
    caller,
    ...(requestId === undefined ? {} : { requestId }),
    connection,
    signal,
  };
}

// Others are served in between; a turn of this length is what they wait for.
const TURN_MS = 2;
// Lines that are there together go out together: each write by itself would cost as much as an answer.
const CHUNK_LENGTH = 16_384;

interface Sum {
  readonly outcomes: Record<string, Record<string, number>>;
  steps: number;
}

interface Answering {
  readonly answer: (item: Composed, at: ItemPlace) => Promise<Reply>;
  readonly family: Row<never>['family'];
  readonly signal: AbortSignal;
  /** Counts what the answers end in, while they go out. */
  readonly sum: Sum;
  readonly onItem?: (status: number) => void;
}

// Items that are answered elsewhere, by a thread or once the log has them, go on beside each other.
const AT_ONCE_MAX = 16;

/** A line for each item, in their order. */
export async function* answerItems(
  items: Iterable<Item>,
  { answer, family, signal, sum, onItem = () => {} }: Answering,
): AsyncGenerator<string> {
  const begun: Begun[] = [];
  const turn = new Turn();
  let chunk = '';
  let count = 0;
  const end = ({ index, id, answered }: Ended): void => {
    const { status, body } = answered;
    addOutcomes(sum.outcomes, answered.outcomes);
    sum.steps += answered.steps;
    const ignored = answered.ignored.slice(0, IGNORED_MAX);
    const named = { index, ...(id === undefined ? {} : { id }), status, ...(ignored.length === 0 ? {} : { ignored }) };
    chunk += `${writeJson({ ...named, body })}\n`;
    onItem(status);
  };
  for (const item of items) {
    if (signal.aborted) return;
    const one = begin(item, count, { answer, family });
    begun.push(one);
    count += 1;
    // What is answered here has ended before the loop has turned.
    await Promise.race([one.ending, turn.end()]);
    if (begun.length >= AT_ONCE_MAX) await begun[0]?.ending;
    for (let first = begun[0]?.ended; first; first = begun[0]?.ended) {
      end(first);
      begun.shift();
    }
    const isOver = turn.isOver();
    if (chunk !== '' && (chunk.length >= CHUNK_LENGTH || isOver)) {
      yield chunk;
      chunk = '';
    }
    if (isOver) await turn.pass();
  }
  for (const { ending } of begun) {
    end(await ending);
    if (signal.aborted) return;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  if (chunk !== '') yield chunk;
}

interface Ended {
  readonly index: number;
  readonly id: Json | undefined;
  readonly answered: Answered;
}

interface Begun {
  readonly ending: Promise<Ended>;
  /** Set when it has ended. */
  ended: Ended | null;
}

function begin({ id, members }: Item, index: number, { answer, family }: Pick<Answering, 'answer' | 'family'>): Begun {
  const at: ItemPlace = { index, id: id === undefined ? null : writeJson(id) };
  const answering = answerItem(members, (item) => answer(item, at), family);
  const one: Begun = {
    ended: null,
    ending: answering.then((answered) => {
      one.ended = { index, id, answered };
      return one.ended;
    }),
  };
  // Nobody may be waiting for it any more.
  one.ending.catch(() => {});
  return one;
}

/** The turn of the event loop: how long it lasts is what others wait for. */
class Turn {
  #since = performance.now();
  #end: Promise<void> | null = null;

  /** Resolves with the turn after this one. */
  end(): Promise<void> {
    this.#end ??= nextTurn().then(() => {
      this.#end = null;
      this.#since = performance.now();
    });
    return this.#end;
  }

  isOver(): boolean {
    return performance.now() - this.#since > TURN_MS;
  }

  /** Lets others be served. */
  async pass(): Promise<void> {
    await nextTurn();
    this.#since = performance.now();
  }
}

interface Answered {
  readonly status: number;
  readonly body: unknown;
  /** JSON Pointers into the request of its own. */
  readonly ignored: readonly string[];
  readonly outcomes: Outcomes;
  readonly steps: number;
}

async function answerItem(
  members: Item['members'],
  answer: (item: Composed) => Promise<Reply>,
  family: Answering['family'],
): Promise<Answered> {
  try {
    if (members instanceof ServiceError) throw members;
    const reply = await answer(composeObject(members));
    if (reply.kind !== 'json') throw new Error(`an item was answered with ${reply.kind}`);
    return {
      status: reply.status,
      body: reply.body,
      ignored: reply.ignored ?? [],
      outcomes: reply.summary?.outcomes ?? {},
      steps: reply.summary?.steps ?? 0,
    };
  } catch (error) {
    const known = withExhaustion(error);
    if (!(known instanceof ServiceError)) throw error;
    const { status, body } = renderError(family, known);
    return { status, body, ignored: [], outcomes: outcomesOf(known), steps: known.summary?.steps ?? 0 };
  }
}

/** Of an error that is no answer, that it is one. */
function outcomesOf({ summary }: ServiceError): Outcomes {
  return summary === undefined || Object.keys(summary.outcomes).length === 0
    ? { item: { error: 1 } }
    : summary.outcomes;
}

function requestSchema(single: Schema, item: string, items: string): Schema {
  const properties = (single['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  const { [item]: one = {}, ...shared } = properties;
  const required = ((single['required'] ?? []) as readonly string[]).map((name) => (name === item ? items : name));
  return {
    type: 'object',
    description: `Or lines of JSON: one with what all items share, and then \`{"${item}": …, "id"?: …}\` for each; an item's own members come first.`,
    required,
    properties: { ...shared, [items]: { type: 'array', items: one } },
  };
}

const RESPONSE_SCHEMA = {
  type: 'object',
  description: 'A line for each item, in their order.',
  required: ['index', 'status', 'body'],
  properties: {
    index: { type: 'integer', minimum: 0 },
    id: { description: 'As the item had it.' },
    status: { type: 'integer', description: 'What a request of its own would have been answered with.' },
    ignored: { type: 'array', items: { type: 'string' }, description: 'JSON Pointers of what of it was not read.' },
    body: { type: 'object' },
  },
} as const;
