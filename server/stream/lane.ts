// Lane: one consumer of one worker: from a message to its stored result, then its acknowledgement.
// In: messages as the broker delivers them. Out: results and dead letters, each under an id that depends on the message and the
// program alone. Why in this order: a worker or a broker that dies at any point leaves a message that is delivered again, and what
// is then published again has the same id and the same bytes.
//
// What is held (delivered, and not acknowledged) is bounded by the broker: `pendingMax` over all workers. While something is held
// the broker is told so, hence a slow sink is no reason to deliver it again; the deliveries that are counted are failures.

import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JsMsg } from '@nats-io/jetstream';
import { headers as newHeaders } from '@nats-io/transport-node';
import { messageOf } from '../errors.ts';
import type { Nats } from './nats.ts';
import type { Program } from './program.ts';
import { resultId } from './program.ts';

export const HEADERS = {
  /** The broker's own: what it drops repetitions by. */
  id: 'Nats-Msg-Id',
  program: 'Evident-Program',
  /** What the producer called the message. */
  message: 'Evident-Message',
  /** Of dead letters: the code, the words, and where the message was. */
  error: 'Evident-Error',
  reason: 'Evident-Reason',
  source: 'Evident-Source',
} as const;

export interface LaneOptions {
  readonly nats: Nats;
  readonly output: string;
  readonly dead: string;
  readonly deliveriesMax: number;
  readonly ackWaitMs: number;
  /** The program that decides the next message. */
  readonly program: () => Program;
  /** Told of what an operator should know; the same more than once. */
  readonly onProblem: (text: string) => void;
  readonly counts: Counts;
}

/** What a worker has done. */
export interface Counts {
  answered: number;
  refused: number;
  /** Answers that were stored already. */
  repeated: number;
}

// The broker waits this share of its patience at most for a sign that a message is still held.
const SIGNS_PER_WAIT = 3;
// Others, the connection among them, get a turn after this long.
const TURN_MS = 4;
const RETRY_MS = [50, 100, 200, 400, 800, 1_600, 2_000] as const;
const PUBLISH_MS = 5_000;
// A failure that is not the message's is worth another try, later each time.
const NAK_MS_MAX = 30_000;
// Headers are part of what a message may have; a reason is for a person.
const REASON_LENGTH_MAX = 1_000;

export class Lane {
  readonly #options: LaneOptions;
  readonly #held = new Set<JsMsg>();
  readonly #waiting: JsMsg[] = [];
  readonly #signs: NodeJS.Timeout;
  #isPumping = false;
  #isEnding = false;
  #onIdle: (() => void) | null = null;

  constructor(options: LaneOptions) {
    this.#options = options;
    this.#signs = setInterval(() => this.#sign(), options.ackWaitMs / SIGNS_PER_WAIT);
  }

  take(message: JsMsg): void {
    if (this.#isEnding) {
      message.nak();
      return;
    }
    this.#held.add(message);
    this.#waiting.push(message);
    if (!this.#isPumping) void this.#pump();
  }

  /** Gives back what was not begun, and resolves when the rest is done. */
  async end(): Promise<void> {
    this.#isEnding = true;
    for (const message of this.#waiting.splice(0)) this.#release(message, () => message.nak());
    if (this.#held.size > 0)
      await new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
    clearInterval(this.#signs);
  }

  async #pump(): Promise<void> {
    this.#isPumping = true;
    // What arrives in one piece is gathered first.
    await nextTurn();
    let since = performance.now();
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      await this.#begin(next);
      if (performance.now() - since < TURN_MS) continue;
      await nextTurn();
      since = performance.now();
    }
    this.#isPumping = false;
  }

  /** Decides a message; that its result is stored is not waited for. */
  async #begin(message: JsMsg): Promise<void> {
    const program = this.#options.program();
    const name = message.headers?.get(HEADERS.id) ?? '';
    const id = resultId(program, name, message.data);
    const { deliveryCount } = message.info;
    const letter = { program, id, name };
    if (deliveryCount > this.#options.deliveriesMax) {
      const text = `delivered ${deliveryCount - 1} times without an answer`;
      void this.#bury(message, { ...letter, code: 'delivered_too_often', text });
      return;
    }
    try {
      const answer = await program.answer(message.data);
      if (answer.kind === 'answered') void this.#publish(message, { ...letter, body: answer.body });
      else void this.#bury(message, { ...letter, code: answer.code, text: answer.message });
    } catch (error) {
      this.#options.onProblem(`message ${message.seq} failed, and will be tried again: ${messageOf(error)}`);
      this.#release(message, () => message.nak(Math.min(NAK_MS_MAX, 1_000 * 2 ** (deliveryCount - 1))));
    }
  }

  async #publish(message: JsMsg, { body, ...letter }: Letter & { readonly body: string }): Promise<void> {
    const { output, counts } = this.#options;
    const stored = await this.#store(output, Buffer.from(body), headersOf(letter), letter.id);
    if (stored === 'too-large') {
      const text = `its result has ${Buffer.byteLength(body)} bytes, which with its headers is more than the broker takes`;
      await this.#bury(message, { ...letter, code: 'result_too_large', text });
      return;
    }
    if (stored !== 'given-up') counts[stored === 'new' ? 'answered' : 'repeated'] += 1;
    this.#release(message, () => (stored === 'given-up' ? message.nak() : message.ack()));
  }

  /** To the dead letters, as it came: whoever has mended the cause can send it again. */
  async #bury(message: JsMsg, { code, text, ...letter }: Letter & Cause): Promise<void> {
    const { dead, counts } = this.#options;
    const headers = headersOf(letter);
    headers.set(HEADERS.error, code);
    headers.set(HEADERS.reason, oneLine(text));
    headers.set(HEADERS.source, `${message.subject} ${message.info.stream} ${message.seq}`);
    const id = `${letter.id}-${code}`;
    let stored = await this.#store(dead, message.data, headers, id);
    // With its headers it may be longer than the broker takes; its stream and number are in them.
    if (stored === 'too-large') stored = await this.#store(dead, new Uint8Array(), headers, id);
    if (stored === 'new') counts.refused += 1;
    this.#release(message, () => (stored === 'given-up' ? message.nak() : message.ack()));
  }

  /** Until it is stored: a sink that takes nothing is waited for, and so is a broker that is away. */
  async #store(
    subject: string,
    data: Uint8Array,
    headers: ReturnType<typeof newHeaders>,
    msgID: string,
  ): Promise<'new' | 'known' | 'too-large' | 'given-up'> {
    const { nats, onProblem } = this.#options;
    for (let attempt = 0; ; attempt += 1) {
      // What is written without a connection would be kept by the client, again for each try.
      if (!nats.isConnected()) await nats.connected();
      const max = nats.connection.info?.max_payload;
      if (max !== undefined && data.length + headersLength(headers, msgID) > max) return 'too-large';
      try {
        const { duplicate } = await nats.client.publish(subject, data, { headers, msgID, timeout: PUBLISH_MS });
        return duplicate ? 'known' : 'new';
      } catch (error) {
        if (nats.connection.isClosed()) return 'given-up';
        onProblem(`${subject} takes nothing: ${messageOf(error)}`);
        // Whoever ends leaves to others what is not taken.
        if (this.#isEnding && attempt > 0) return 'given-up';
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]));
      }
    }
  }

  #release(message: JsMsg, settle: () => void): void {
    try {
      settle();
    } catch {
      // Without a connection it is delivered again, and its result is known then.
    }
    this.#held.delete(message);
    if (this.#held.size === 0) this.#onIdle?.();
  }

  #sign(): void {
    if (!this.#options.nats.isConnected()) return;
    for (const message of this.#held) message.working();
  }
}

interface Letter {
  readonly program: Program;
  readonly id: string;
  readonly name: string;
}

interface Cause {
  readonly code: string;
  readonly text: string;
}

function headersOf({ program, name }: Letter): ReturnType<typeof newHeaders> {
  const headers = newHeaders();
  headers.set(HEADERS.program, program.hash);
  if (name !== '') headers.set(HEADERS.message, name);
  return headers;
}

/** At most: a name, a colon, a value and an end of line each, and the first and last line. */
function headersLength(headers: ReturnType<typeof newHeaders>, msgID: string): number {
  const own = headers.keys().reduce((sum, key) => sum + key.length + Buffer.byteLength(headers.get(key)) + 4, 0);
  return own + HEADERS.id.length + msgID.length + 32;
}

function oneLine(text: string): string {
  const cut = text.length > REASON_LENGTH_MAX ? `${text.slice(0, REASON_LENGTH_MAX).toWellFormed()}…` : text;
  return cut.replaceAll(/\p{Cc}+/gu, ' ').trim();
}
