// The stdio transport: newline-delimited JSON-RPC over the pipes of a child process group.
// In: messages from the SDK's client. Out: messages to it, and raw results to captures.
// Why our own: the SDK's transport leaves grandchildren alive, rounds numbers, and drops the whole connection when one
// message is too long.

import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import type { Json } from '../../grammar/json.ts';
import { JsonError, JsonNumber, parseJson } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { ServiceError } from '../errors.ts';
import type { Capture } from './capture.ts';
import { CaptureTable, failedAnswer, MESSAGE_DEPTH_MAX, rawResult, stubAnswer } from './capture.ts';
import { LineReader } from './lines.ts';
import type { PipeCallOptions } from './pipe-calls.ts';
import { PipeCalls } from './pipe-calls.ts';
import type { ChildCommand, ChildGroup } from './process.ts';
import { startChild } from './process.ts';

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
  /** Messages of this turn of the event loop, and when they are written. */
  private outbox: string[] = [];
  private writing: Promise<void> | null = null;
  private draining: Promise<void> | null = null;

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

  async start(): Promise<void> {
    if (this.closed) throw new Error('the connection is closed');
    const child = await startChild(this.command);
    this.child = child;
    child.stdout.on('data', (chunk: Buffer) => this.lines.push(chunk));
    child.stderr.setEncoding('utf8').on('data', (text: string) => this.onStderr(text));
    child.stdout.on('error', (error) => this.onerror?.(error));
    void child.exited.then(() => this.close());
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
    if (this.closed || this.receiveAnswer(line)) return;
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
    const told = message as { readonly id?: unknown; readonly method?: string; readonly params?: unknown };
    if (told.method === 'notifications/progress' && this.calls.progress(told.params)) return;
    if (told.method === undefined && this.calls.has(told.id)) return this.answer(told.id, message as Answer, line);
    const capture = this.captures.take(message);
    this.onmessage?.(
      capture === undefined || !('result' in message)
        ? message
        : (this.keep(capture, message as Answer, line) as JSONRPCMessage),
    );
  }

  /** The usual answer to a call is read once, by the reader that keeps it. False for everything else. */
  private receiveAnswer(line: Buffer): boolean {
    const id = Number(
      idOfEdges(line.toString('latin1', 0, EDGE_BYTES), line.toString('latin1', Math.max(0, line.length - EDGE_BYTES))),
    );
    if (!this.calls.has(id)) return false;
    try {
      const whole = parseJson(line, { depthMax: MESSAGE_DEPTH_MAX });
      const result = whole instanceof Map && isNumber(whole.get('id'), id) ? whole.get('result') : undefined;
      if (!(result instanceof Map) || (whole as Map<string, Json>).has('method')) return false;
      this.calls.resolve(id, result);
      return true;
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      return false;
    }
  }

  private answer(id: unknown, message: Answer, line: Buffer): void {
    if (!('result' in message)) return this.calls.refuse(id, (message as { readonly error?: unknown }).error);
    const capture: Capture = { result: undefined, failure: undefined };
    this.keep(capture, message, line);
    if (capture.result === undefined) this.calls.fail(id, capture.failure ?? 'unreadable');
    else this.calls.resolve(id, capture.result);
  }

  private keep(capture: Capture, message: Answer, line: Buffer): Record<string, unknown> {
    try {
      const whole = parseJson(line, { depthMax: MESSAGE_DEPTH_MAX });
      const result = whole instanceof Map ? whole.get('result') : undefined;
      if (result instanceof Map) {
        capture.result = result;
        return stubAnswer(message.id);
      }
    } catch (error) {
      if (!(error instanceof JsonError)) throw error;
      // Keys twice, half of a surrogate pair, endless nesting: it came, and can only be handed on as a text.
      capture.result = rawResult({ text: line.toString('utf8'), reason: error.code }, message.result?.isError === true);
      return stubAnswer(message.id);
    }
    capture.failure = 'unreadable';
    return failedAnswer(message.id);
  }

  /** A message over the limit: when it names a waiting request, only that one fails. */
  private refuse(edges: string): void {
    const id = idOfEdges(edges, edges);
    if (this.calls.has(Number(id))) return this.calls.fail(Number(id), 'too-large');
    const capture = id === undefined ? undefined : this.captures.take({ id: Number(id) });
    if (capture === undefined) {
      this.onerror?.(new Error(`a message is longer than ${this.messageBytesMax} bytes`));
      return;
    }
    capture.failure = 'too-large';
    this.onmessage?.(failedAnswer(Number(id)) as unknown as JSONRPCMessage);
  }
}

// A server that does not read gets no more than a few of the largest calls: what is written waits in our memory.
export const UNREAD_BYTES_MAX = 4 * 2 ** 20;

interface Answer {
  readonly id: string | number;
  readonly result?: { readonly isError?: unknown };
}

// Our ids are small integers. The places are where the two usual serialisers put the id; a request of the server's own
// carries a method beside it and never matches both a shape and a waiting capture of ours by more than chance.
const EDGE_BYTES = 64;

function idOfEdges(head: string, tail: string): string | undefined {
  return ID_LAST.exec(tail)?.[1] ?? ID_FIRST.exec(head)?.[1];
}

function isNumber(value: Json | undefined, number: number): boolean {
  return value instanceof JsonNumber && Number(value.text) === number;
}

const ID_FIRST = /^\s*\{"jsonrpc":\s*"2\.0",\s*"id":\s*(\d{1,9}),\s*"result"/;
const ID_LAST = /"id":\s*(\d{1,9})\s*(?:,\s*"jsonrpc":\s*"2\.0"\s*)?\}\s*$/;
