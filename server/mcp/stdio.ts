// The stdio transport: newline-delimited JSON-RPC over the pipes of a child process group.
// In: messages from the SDK's client. Out: messages to it, and raw results to captures.
// Why our own: the SDK's transport leaves grandchildren alive, rounds numbers, and drops the whole connection when one
// message is too long.

import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { Json } from '../../grammar/json.ts';
import { JsonError, JsonNumber, PART_LENGTH, parseJson, parseJsonInParts } from '../../grammar/json.ts';
import { memberText } from '../../grammar/json-source.ts';
import { keepText, writeJson } from '../../grammar/json-write.ts';
import { ServiceError } from '../errors.ts';
import type { CaptureFailure } from './capture.ts';
import { CaptureTable, failedAnswer, MESSAGE_DEPTH_MAX, rawResult, stubAnswer } from './capture.ts';
import { LineReader } from './lines.ts';
import type { PipeCallOptions } from './pipe-calls.ts';
import { PipeCalls } from './pipe-calls.ts';
import type { ChildCommand, ChildGroup } from './process.ts';
import { startChild } from './process.ts';
import { inTurns } from './turns.ts';

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  private readonly command: ChildCommand;
  private readonly messageBytesMax: number;
  private readonly onStderr: (text: string) => void;
  private readonly captures = new CaptureTable();
  private readonly calls = new PipeCalls((message) => this.write(message));
  private readonly lines: LineReader;
  private child: ChildGroup | undefined;
  private closed = false;
  private described: unknown;
  /** Messages of this turn of the event loop, and when they are written. */
  private outbox: string[] = [];
  private writing: Promise<void> | null = null;
  private draining: Promise<void> | null = null;
  /** Settled when no long line is being read. */
  private reading: Promise<void> = Promise.resolve();

  /** `messageBytesMax` bounds one line; a longer answer fails alone. */
  constructor(command: ChildCommand, messageBytesMax: number, onStderr: (text: string) => void) {
    this.command = command;
    this.messageBytesMax = messageBytesMax;
    this.onStderr = onStderr;
    this.lines = new LineReader(
      messageBytesMax,
      (line) => this.receive(line),
      (edges) => this.refuse(edges),
    );
  }

  /** With `stderr`, the sign by which the SDK's era probe knows a local pipe: silence there means a legacy server. */
  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  get isClosed(): boolean {
    return this.closed;
  }

  get stderr(): null {
    return null;
  }

  /** What the server answered when it was asked which versions it speaks, also where it answered too late for the client. */
  get discovered(): unknown {
    return this.described;
  }

  async start(): Promise<void> {
    if (this.closed) throw new Error('the connection is closed');
    const child = await startChild(this.command);
    this.child = child;
    child.stdout.on('data', (chunk: Buffer) => this.lines.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.onStderr(text));
    child.stdout.on('error', (error) => this.onerror?.(error));
    // What it said last counts, however long that takes to read.
    void child.exited.then(() => this.reading).then(() => this.close());
    // Closed while the child was starting: it must not outlive the decision.
    if (this.closed) await child.stop();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.write(message, () => this.captures.sent(message));
  }

  /** A request past the SDK's client; see pipe-calls.ts. */
  request(
    method: string,
    params: Readonly<Record<string, unknown>>,
    options: PipeCallOptions,
  ): Promise<Map<string, Json>> {
    return this.calls.request(method, params, options);
  }

  private write(message: object, before: () => void = () => {}): Promise<void> {
    const child = this.child;
    if (child === undefined || this.closed) return Promise.reject(new Error('the connection is closed'));
    if (child.stdin.writableLength > UNREAD_BYTES_MAX)
      return Promise.reject(new ServiceError('server_busy', { message: 'the server does not read what it is sent' }));
    before();
    this.outbox.push(`${writeJson(message)}\n`);
    // All calls that arrived together go out together: writing to a server that sleeps wakes it, which takes longer than the write.
    this.writing ??= new Promise((resolve) => {
      setImmediate(() => {
        if (this.flush(child)) resolve();
        else resolve(this.drained(child));
      });
    });
    return this.writing;
  }

  /** One wait for all that wait. */
  private drained(child: ChildGroup): Promise<void> {
    this.draining ??= new Promise((resolve) => {
      child.stdin.once('drain', () => {
        this.draining = null;
        resolve();
      });
    });
    return this.draining;
  }

  /** False when the pipe is full. */
  private flush(child: ChildGroup): boolean {
    const text = this.outbox.join('');
    this.outbox = [];
    this.writing = null;
    return text === '' || child.stdin.write(text);
  }

  /** Idempotent. Reports the end at once and returns when the process group is gone. */
  async close(): Promise<void> {
    if (!this.closed) {
      this.closed = true;
      this.captures.clear();
      this.calls.clear();
      if (this.child !== undefined) this.flush(this.child);
      this.onclose?.();
    }
    await this.child?.stop();
  }

  private receive(line: Buffer): void {
    if (line.length > PART_LENGTH) {
      const before = this.reading;
      this.reading = inTurns(readStrictly(line))
        .then((read) => this.settle(line, read))
        .catch((error: Error) => this.onerror?.(error))
        .then(() => before);
    } else if (this.awaits(idOfEdges(line))) this.settle(line, readAtOnce(line));
    else this.hear(line, undefined);
  }

  private awaits(id: unknown): boolean {
    return this.calls.has(id) || this.captures.has(id as number);
  }

  /** A line that is likely to be an answer. */
  private settle(line: Buffer, read: Json | JsonError): void {
    const answer = read instanceof Map && !read.has('method') ? read : null;
    const id = answer?.get('id');
    const result = answer?.get('result');
    if (answer !== null && id instanceof JsonNumber && result instanceof Map && this.awaits(Number(id.text))) {
      // It goes out as it came in. A line holds no line feed, and events may not hold the other end of a line.
      const text = memberText(answer, 'result');
      if (text !== null && !text.includes('\r')) keepText(result, text);
      this.resolve(Number(id.text), result);
    } else this.hear(line, read);
  }

  /** A message of the server's own, or an answer that is not as usual. */
  private hear(line: Buffer, read: Json | JsonError | undefined): void {
    if (this.closed) return;
    let message: JSONRPCMessage;
    try {
      const parsed: unknown = JSON.parse(line.toString('utf8'));
      if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
        throw new TypeError('a message is an object');
      message = parsed as JSONRPCMessage;
    } catch {
      // Servers print banners and logs to stdout; a line that is no message concerns no request.
      this.onerror?.(new Error('a line is not a JSON-RPC message'));
      return;
    }
    const told = message as Told;
    if (typeof told.id === 'string' && told.id.startsWith(PROBE_ID) && told.result !== undefined)
      this.described = told.result;
    if (told.method === 'notifications/progress' && this.calls.progress(told.params)) return;
    if (told.method !== undefined || !this.awaits(told.id)) return this.onmessage?.(message);
    if ('result' in told) return this.answer(told, line, read ?? readAtOnce(line));
    if (this.calls.has(told.id)) return this.calls.refuse(told.id, told.error);
    this.captures.take(message);
    this.answerClient(message);
  }

  private answer({ id, result }: Told, line: Buffer, read: Json | JsonError): void {
    if (read instanceof JsonError) {
      // Keys twice, half of a surrogate pair, endless nesting: it came, and can only be handed on as a text.
      const text = line.toString('utf8');
      return this.resolve(id as number, rawResult({ text, reason: read.code }, result?.isError === true));
    }
    const own = read instanceof Map ? read.get('result') : undefined;
    if (own instanceof Map) this.resolve(id as number, own);
    else this.fail(id as number, 'unreadable');
  }

  private resolve(id: number, result: Map<string, Json>): void {
    if (this.calls.has(id)) return this.calls.resolve(id, result);
    const capture = this.captures.take({ id });
    if (capture === undefined) return;
    capture.result = result;
    this.answerClient(stubAnswer(id) as unknown as JSONRPCMessage);
  }

  /**
   * The SDK's client hears a notification one microtask later and an answer at once. Without the same delay, progress that came in
   * one chunk with its answer would find its call ended.
   */
  private answerClient(message: JSONRPCMessage): void {
    queueMicrotask(() => this.onmessage?.(message));
  }

  private fail(id: number, failure: CaptureFailure): void {
    if (this.calls.has(id)) return this.calls.fail(id, failure);
    const capture = this.captures.take({ id });
    if (capture === undefined) return;
    capture.failure = failure;
    this.answerClient(failedAnswer(id) as unknown as JSONRPCMessage);
  }

  /** A message over the limit: when it names a waiting request, only that one fails. */
  private refuse(edges: string): void {
    const id = idOf(edges, edges);
    if (this.awaits(id)) this.fail(id as number, 'too-large');
    else this.onerror?.(new Error(`a message is longer than ${this.messageBytesMax} bytes`));
  }
}

// A server that does not read gets no more than a few of the largest calls: what is written waits in our memory.
export const UNREAD_BYTES_MAX = 4 * 2 ** 20;

// How the ids begin that the SDK's client gives to its probe.
const PROBE_ID = 'server-discover-probe-';

interface Told {
  readonly id?: unknown;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: { readonly isError?: unknown };
  readonly error?: unknown;
}

// The one reader of answers: numbers and members as they were written.
const READING = { depthMax: MESSAGE_DEPTH_MAX };

function* readStrictly(line: Buffer): Generator<void, Json | JsonError, void> {
  try {
    return yield* parseJsonInParts(line, READING);
  } catch (error) {
    return unread(error);
  }
}

function readAtOnce(line: Buffer): Json | JsonError {
  try {
    return parseJson(line, READING);
  } catch (error) {
    return unread(error);
  }
}

function unread(error: unknown): JsonError {
  if (error instanceof JsonError) return error;
  throw error;
}

// Our ids are small integers. The places are where the two usual serialisers put the id; a request of the server's own
// carries a method beside it and never matches both a shape and a waiting capture of ours by more than chance.
const EDGE_BYTES = 64;

function idOfEdges(line: Buffer): number | undefined {
  const tail = line.toString('latin1', Math.max(0, line.length - EDGE_BYTES));
  return idOf(line.toString('latin1', 0, EDGE_BYTES), tail);
}

function idOf(head: string, tail: string): number | undefined {
  const id = ID_LAST.exec(tail)?.[1] ?? ID_FIRST.exec(head)?.[1];
  return id === undefined ? undefined : Number(id);
}

const ID_FIRST = /^\s*\{"jsonrpc":\s*"2\.0",\s*"id":\s*(\d{1,9}),\s*"result"/;
const ID_LAST = /"id":\s*(\d{1,9})\s*(?:,\s*"jsonrpc":\s*"2\.0"\s*)?\}\s*$/;
