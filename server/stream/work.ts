// Work: decides the messages of a stream, as one of any number of workers.
// In: the broker, subjects, a program. Out: a worker that goes on until it is drained.

import type { ConsumerMessages } from '@nats-io/jetstream';
import { messageOf } from '../errors.ts';
import type { Counts, LaneOptions } from './lane.ts';
import { Lane } from './lane.ts';
import { StreamError } from './nats.ts';
import type { ConsumerWanted } from './streams.ts';
import { ensureConsumer, streamOf } from './streams.ts';
import { overlap, partitionFilter, subjectProblem } from './subjects.ts';

export const PENDING_MAX = 1_024;
export const DELIVERIES_DEFAULT = 10;
export const ACK_WAIT_MS_DEFAULT = 30_000;
/** A consumer each: as many as one worker can pull from. */
export const PARTITIONS_MAX = 64;

export interface WorkOptions
  extends Pick<LaneOptions, 'nats' | 'program' | 'onProblem' | 'deliveriesMax' | 'ackWaitMs'> {
  /** Of the durable consumer: workers of one name share the messages. */
  readonly name: string;
  readonly input: string;
  readonly output: string;
  readonly dead: string;
  /** null: in any order. */
  readonly partitions: number | null;
  readonly pendingMax: number;
  /** Makes the streams that are not there. */
  readonly isMade: boolean;
}

export interface Worker {
  readonly counts: Readonly<Counts>;
  /** Takes nothing more, finishes what was begun, and gives the rest back. */
  drain(): Promise<void>;
}

/** Throws StreamError. */
export async function startWorker(options: WorkOptions): Promise<Worker> {
  const { nats, name, input, output, dead, partitions, pendingMax, ackWaitMs, isMade } = options;
  checkSubjects(options);
  const stream = await streamOf(nats, partitions === null ? input : `${input}.>`, { isMade });
  await streamOf(nats, output, { isMade });
  await streamOf(nats, dead, { isMade });
  const consumers: readonly ConsumerWanted[] =
    partitions === null
      ? [{ name, filter: input, pendingMax, ackWaitMs }]
      : Array.from({ length: partitions }, (_, partition) => ({
          name: `${name}-${partition}`,
          filter: partitionFilter(input, partition),
          // One message at a time, whichever worker has it: the next waits until its result is stored.
          pendingMax: 1,
          ackWaitMs,
        }));
  const counts: Counts = { answered: 0, refused: 0, repeated: 0 };
  const pulls: Pull[] = [];
  for (const consumer of consumers) {
    await ensureConsumer(nats, stream, consumer);
    const lane = new Lane({ ...options, counts });
    pulls.push(await Pull.open({ nats, stream, consumer, lane, onProblem: options.onProblem }));
  }
  return {
    counts,
    async drain() {
      await Promise.all(pulls.map((pull) => pull.end()));
    },
  };
}

function checkSubjects({ input, output, dead, name, partitions }: WorkOptions): void {
  const given: readonly (readonly [string, string | null])[] = [
    ['--in', subjectProblem(input, partitions === null)],
    ['--out', subjectProblem(output, false)],
    ['--dead', subjectProblem(dead, false)],
    ['--name', /^[A-Za-z0-9_-]{1,64}$/.test(name) ? null : 'is not 1 to 64 of A-Z, a-z, 0-9, _ and -'],
  ];
  for (const [flag, problem] of given) if (problem !== null) throw new StreamError(`${flag} ${problem}`);
  const taken = partitions === null ? input : `${input}.>`;
  for (const subject of [output, dead])
    if (overlap(taken, subject))
      throw new StreamError(`${subject} is part of --in: what is published there would be decided again`);
  if (output === dead) throw new StreamError('--out and --dead are the same');
}

// A pull that is not answered lives this long at the broker, and tells that it does so often; two that are missed make a new one.
const PULL_MS = 10_000;
const HEARTBEAT_MS = 2_000;
const REOPEN_MS = 1_000;
// As many as are asked for at once: more would wait at one worker while others have none.
const BATCH_MAX = 256;

interface PullOptions extends Pick<LaneOptions, 'nats' | 'onProblem'> {
  readonly stream: string;
  readonly consumer: ConsumerWanted;
  readonly lane: Lane;
}

/** What pulls for one lane. A consumer that is gone (deleted, or lost with a broker) is made again. */
class Pull {
  readonly #options: PullOptions;
  #messages: ConsumerMessages | null = null;
  #isEnding = false;

  static async open(options: PullOptions): Promise<Pull> {
    const pull = new Pull(options);
    await pull.#start();
    return pull;
  }

  private constructor(options: PullOptions) {
    this.#options = options;
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    await this.#messages?.close();
    await this.#options.lane.end();
  }

  async #start(): Promise<void> {
    const { nats, stream, consumer, lane } = this.#options;
    const found = await nats.client.consumers.get(stream, consumer.name);
    const messages = await found.consume({
      max_messages: Math.min(BATCH_MAX, consumer.pendingMax),
      expires: PULL_MS,
      idle_heartbeat: HEARTBEAT_MS,
      callback: (message) => lane.take(message),
    });
    this.#messages = messages;
    void this.#watch(messages);
    void messages.closed().then(() => this.#reopen(messages));
  }

  async #watch(messages: ConsumerMessages): Promise<void> {
    for await (const { type } of messages.status())
      if (type === 'consumer_deleted' || type === 'consumer_not_found' || type === 'stream_not_found') messages.stop();
  }

  async #reopen(ended: ConsumerMessages): Promise<void> {
    const { nats, stream, consumer, onProblem } = this.#options;
    while (!this.#isEnding && this.#messages === ended && !nats.connection.isClosed()) {
      await new Promise((resolve) => setTimeout(resolve, REOPEN_MS));
      if (this.#isEnding) return;
      try {
        await nats.connected();
        await ensureConsumer(nats, stream, consumer);
        await this.#start();
      } catch (error) {
        onProblem(`no messages of ${consumer.name}: ${messageOf(error)}`);
      }
    }
  }
}
