// Streams: what the broker must keep so that no message is lost, found or made.
// In: subjects. Out: the name of the stream that keeps each, and the consumers of the one that is worked on.

import type { ConsumerConfig, ConsumerUpdateConfig, StreamConfig } from '@nats-io/jetstream';
import { AckPolicy, DeliverPolicy, JetStreamApiError, RetentionPolicy, StorageType } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { messageOf } from '../errors.ts';
import type { Nats } from './nats.ts';
import { StreamError } from './nats.ts';
import { streamNameOf } from './subjects.ts';

/** The stream that keeps a subject; with `isMade` it is made where there is none. */
export async function streamOf(
  { manager }: Pick<Nats, 'manager'>,
  subject: string,
  { isMade }: { readonly isMade: boolean },
): Promise<string> {
  const known = await findStream(manager, subject);
  if (known !== null) return known;
  if (!isMade) throw new StreamError(`no stream keeps ${subject}: make one, or say --create`);
  const config: Partial<StreamConfig> & { name: string } = {
    name: streamNameOf(subject),
    subjects: [subject],
    storage: StorageType.File,
    // A work queue would be shorter; but of 2.9.10, when it was killed, one may stop to deliver what it had delivered before.
    retention: RetentionPolicy.Limits,
  };
  try {
    await manager.streams.add(config);
  } catch (error) {
    // Another process may have made it at the same moment.
    const made = await findStream(manager, subject);
    if (made === null) throw new StreamError(`the stream ${config.name} cannot be made: ${messageOf(error)}`);
    return made;
  }
  return config.name;
}

async function findStream(manager: Nats['manager'], subject: string): Promise<string | null> {
  try {
    return await manager.streams.find(subject);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw new StreamError(`the stream of ${subject} cannot be looked up: ${messageOf(error)}`);
  }
}

export interface ConsumerWanted {
  readonly name: string;
  readonly filter: string;
  /** Messages that are delivered and not acknowledged, over all workers. */
  readonly pendingMax: number;
  readonly ackWaitMs: number;
}

/** Makes the durable consumer of a stream as it is wanted, or changes it to that. */
export async function ensureConsumer(
  { manager }: Pick<Nats, 'manager'>,
  stream: string,
  { name, filter, pendingMax, ackWaitMs }: ConsumerWanted,
): Promise<void> {
  const wanted = {
    durable_name: name,
    filter_subject: filter,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    max_ack_pending: pendingMax,
    ack_wait: nanos(ackWaitMs),
    // Counted by the workers: the broker would only stop to deliver, and the message would be found nowhere.
    max_deliver: -1,
  } satisfies Partial<ConsumerConfig>;
  const known = await consumerConfig(manager, stream, name);
  if (known !== null && (Object.keys(wanted) as (keyof typeof wanted)[]).every((key) => known[key] === wanted[key]))
    return;
  try {
    if (known === null) await manager.consumers.add(stream, wanted);
    else await manager.consumers.update(stream, name, wanted as Partial<ConsumerUpdateConfig>);
  } catch (error) {
    throw new StreamError(`the consumer ${name} of ${stream} cannot be made: ${messageOf(error)}`);
  }
}

async function consumerConfig(manager: Nats['manager'], stream: string, name: string): Promise<ConsumerConfig | null> {
  try {
    return (await manager.consumers.info(stream, name)).config;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw new StreamError(`the consumer ${name} of ${stream} cannot be looked up: ${messageOf(error)}`);
  }
}

const NOT_FOUND = 404;

function isAbsent(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.status === NOT_FOUND;
}
