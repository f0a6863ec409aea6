// Submit and collect: messages from a file to a stream, and what is in a stream as lines, for whoever has no producer of their own.
// In: lines, a subject. Out: messages that are stored, each under an id of its own; or the messages of a subject.

import { createHash } from 'node:crypto';
import type { JsMsg } from '@nats-io/jetstream';
import { DeliverPolicy } from '@nats-io/jetstream';
import type { Json } from '../../grammar/json.ts';
import { JsonError, JsonNumber, parseJson } from '../../grammar/json.ts';
import { memberText } from '../../grammar/json-source.ts';
import { messageOf } from '../errors.ts';
import { HEADERS } from './lane.ts';
import type { Nats } from './nats.ts';
import { StreamError } from './nats.ts';
import { partitionSubject } from './subjects.ts';

/** Messages that are published and not stored yet. */
const FLYING_MAX = 256;
// What the name of a message adds to it.
const HEADER_LENGTH = `NATS/1.0\r\n${HEADERS.id}: \r\n\r\n`.length;
const PUBLISH_MS = 5_000;
const RETRY_MS_MAX = 2_000;

export interface SubmitOptions {
  readonly subject: string;
  /** Of each line only this member is the message. */
  readonly member: string | null;
  /** The member that names a message; lines without one are named by what they say and how often it was said before. */
  readonly id: string | null;
  /** The member whose messages keep their order, and over how many partitions. */
  readonly key: { readonly member: string; readonly partitions: number } | null;
  readonly onStored: (count: number) => void;
}

export interface Submission {
  readonly stored: number;
  /** Stored already, by an earlier submission. */
  readonly repeated: number;
}

export interface Message {
  readonly subject: string;
  readonly id: string;
  readonly data: Uint8Array;
}

/** Reads what a file of lines says. Throws StreamError with the line. */
export function readMessages(lines: readonly Uint8Array[], options: Omit<SubmitOptions, 'onStored'>): Message[] {
  const seen = new Map<string, number>();
  return lines.flatMap((line, at) => (line.length === 0 ? [] : [readMessage(line, options, seen, `line ${at + 1}`)]));
}

function readMessage(
  line: Uint8Array,
  { subject, member, id, key }: Omit<SubmitOptions, 'onStored'>,
  seen: Map<string, number>,
  place: string,
): Message {
  const members = member === null && id === null && key === null ? null : readObject(line, place);
  const needed = (name: string): string => {
    const value = members?.get(name);
    if (typeof value === 'string') return value;
    if (value instanceof JsonNumber) return value.text;
    throw new StreamError(`${place}: ${name} is no text and no number`);
  };
  const text = members === null || member === null ? null : memberText(members, member);
  if (member !== null && text === undefined) throw new StreamError(`${place}: there is no ${member}`);
  const data = text === null || text === undefined ? line : Buffer.from(text);
  return {
    subject: key === null ? subject : partitionSubject(subject, needed(key.member), key.partitions),
    id: id === null ? nameOf(data, seen) : needed(id),
    data,
  };
}

/** The same file has the same names, and lines that say the same have two. */
function nameOf(data: Uint8Array, seen: Map<string, number>): string {
  const hash = createHash('sha256').update(data).digest('hex');
  const count = (seen.get(hash) ?? 0) + 1;
  seen.set(hash, count);
  return count === 1 ? hash : `${hash}-${count}`;
}

function readObject(line: Uint8Array, place: string): ReadonlyMap<string, Json> {
  try {
    const json = parseJson(line);
    if (json instanceof Map) return json;
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new StreamError(`${place} is not valid JSON: ${error.message}`);
  }
  throw new StreamError(`${place} is no object`);
}

/** Publishes messages; one that is not taken is tried again until it is. With keys, those of one subject in their order. */
export async function submit(
  nats: Nats,
  messages: readonly Message[],
  { key, onStored }: Pick<SubmitOptions, 'key' | 'onStored'>,
): Promise<Submission> {
  let stored = 0;
  let repeated = 0;
  const flying = new Set<Promise<void>>();
  const last = new Map<string, Promise<void>>();
  for (const message of messages) {
    const before = key === null ? undefined : last.get(message.subject);
    const one = Promise.resolve(before)
      .then(() => publish(nats, message))
      .then((isNew) => {
        if (isNew) stored += 1;
        else repeated += 1;
        onStored(stored + repeated);
      });
    const landing: Promise<void> = one.finally(() => flying.delete(landing));
    flying.add(landing);
    if (key !== null) last.set(message.subject, landing);
    if (flying.size >= FLYING_MAX) await Promise.race(flying);
  }
  await Promise.all(flying);
  return { stored, repeated };
}

async function publish(nats: Nats, { subject, id, data }: Message): Promise<boolean> {
  for (let pause = 50; ; pause = Math.min(RETRY_MS_MAX, pause * 2)) {
    await nats.connected();
    if (nats.connection.isClosed()) throw new StreamError(`the connection to ${nats.place} has ended`);
    const max = nats.connection.info?.max_payload ?? Number.POSITIVE_INFINITY;
    const length = data.length + HEADER_LENGTH + Buffer.byteLength(id);
    if (length > max) throw new StreamError(`a message has ${length} bytes with its name, and the broker takes ${max}`);
    try {
      return !(await nats.client.publish(subject, data, { msgID: id, timeout: PUBLISH_MS })).duplicate;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

export interface Collected {
  /** What the broker dropped repetitions by. */
  readonly id: string;
  readonly header: (name: string) => string | null;
  readonly data: Uint8Array;
}

interface CollectOptions {
  readonly stream: string;
  readonly subject: string;
  /** Ends after so many messages of different ids; null: with the last that is there. */
  readonly count: number | null;
  /** The window in which the broker drops repetitions is not endless. */
  readonly isEachOnce: boolean;
  readonly signal: AbortSignal;
}

/** The messages of a subject from the first on. */
export async function* collect(
  nats: Nats,
  { stream, subject, count, isEachOnce, signal }: CollectOptions,
): AsyncGenerator<Collected> {
  if (count === 0) return;
  let consumer: Awaited<ReturnType<Nats['client']['consumers']['get']>>;
  try {
    consumer = await nats.client.consumers.get(stream, {
      filter_subjects: subject,
      deliver_policy: DeliverPolicy.All,
    });
  } catch (error) {
    throw new StreamError(`the messages of ${subject} cannot be read: ${messageOf(error)}`);
  }
  const waiting = (await consumer.info()).num_pending;
  if (count === null && waiting === 0) return;
  const messages = await consumer.consume();
  const stop = (): void => messages.stop();
  signal.addEventListener('abort', stop, { once: true });
  const seen = new Set<string>();
  let read = 0;
  try {
    for await (const message of messages) {
      read += 1;
      const collected = collectedOf(message);
      if (!isEachOnce || !seen.has(collected.id)) {
        seen.add(collected.id);
        yield collected;
      }
      if (count === null ? read >= waiting : seen.size >= count) return;
    }
  } finally {
    signal.removeEventListener('abort', stop);
    await messages.close();
  }
}

function collectedOf(message: JsMsg): Collected {
  const header = (name: string): string | null => {
    const value = message.headers?.get(name) ?? '';
    return value === '' ? null : value;
  };
  return { id: header(HEADERS.id) ?? `#${message.seq}`, header, data: message.data };
}
