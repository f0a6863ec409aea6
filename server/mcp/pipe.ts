// The pipe: our end of a stdio MCP connection, where we are the server.
// In: bytes from stdin. Out: bytes to stdout, messages to the SDK, arguments as they were written to the handlers.
// Why our own: the SDK's transport rounds numbers in both directions, and leaves requests unanswered when stdin ends
// right after them.

import type { Readable, Writable } from 'node:stream';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import type { Json } from '../../grammar/json.ts';
import { parseJson, type RawJson } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import { LineReader } from './lines.ts';

type RequestId = string | number;

// As for request bodies over HTTP, with a little more for the envelope around the arguments.
const LINE_BYTES_MAX = 1024 * 1024 + 4096;
// `arguments` stand two levels inside the message.
const MESSAGE_DEPTH_MAX = 258;
// When stdin ends, answers that are nearly done are still worth giving; a client that went away does not wait long.
const GRACE_MS = 5000;

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

/** What a handler answers, printed without passing through the SDK. */
export interface PrintedResult {
  readonly content: readonly unknown[];
  readonly structuredContent?: RawJson | Json;
  readonly _meta?: Json;
  readonly isError: boolean;
}

export class PipeTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** Resolves when the connection is over, whoever ended it. */
  readonly ended: Promise<void>;
  private readonly stdin: Readable;
  private readonly write: (text: string) => void;
  private readonly resolveEnded: () => void;
  private readonly lines = new LineReader(
    LINE_BYTES_MAX,
    (line) => this.receive(line),
    (edges) => this.refuse(edges),
  );
  private readonly arguments = new Map<RequestId, Json>();
  private readonly results = new Map<RequestId, PrintedResult>();
  private readonly unanswered = new Set<RequestId>();
  private stdinHasEnded = false;
  private grace: NodeJS.Timeout | undefined;
  private closed = false;

  constructor(stdin: Readable, stdout: Writable) {
    this.stdin = stdin;
    // Bound now: whoever replaces `write` later, to keep stray prints off the protocol, must not catch ours.
    this.write = stdout.write.bind(stdout) as (text: string) => void;
    let resolveEnded: () => void = () => {};
    this.ended = new Promise((resolve) => {
      resolveEnded = resolve;
    });
    this.resolveEnded = resolveEnded;
    // The reader is gone: there is nobody to answer.
    stdout.on('error', () => void this.close());
  }

  async start(): Promise<void> {
    this.stdin.on('data', this.onData);
    this.stdin.on('end', this.onEnd);
    this.stdin.on('close', this.onEnd);
    this.stdin.on('error', this.onEnd);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.closed) throw new Error('the connection is closed');
    const id = 'method' in message ? undefined : (message.id as RequestId);
    const result = id === undefined ? undefined : this.results.get(id);
    const printed =
      result === undefined
        ? message
        : { ...message, result: { ...(message as { result?: object }).result, ...result } };
    this.write(`${writeJson(printed)}\n`);
    if (id !== undefined) this.answered(id);
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    clearTimeout(this.grace);
    this.stdin.off('data', this.onData);
    this.stdin.pause();
    this.onclose?.();
    this.resolveEnded();
  }

  /** The `arguments` of a tools/call as they were written; undefined when there were none. */
  argumentsOf(id: RequestId): Json | undefined {
    return this.arguments.get(id);
  }

  /** Replaces the result that the SDK will send for this request. */
  print(id: RequestId, result: PrintedResult): void {
    if (this.unanswered.has(id)) this.results.set(id, result);
  }

  private readonly onData = (chunk: Buffer): void => this.lines.push(chunk);

  private readonly onEnd = (): void => {
    if (this.stdinHasEnded) return;
    this.stdinHasEnded = true;
    if (this.unanswered.size === 0) void this.close();
    else this.grace = setTimeout(() => void this.close(), GRACE_MS);
  };

  private answered(id: RequestId): void {
    this.arguments.delete(id);
    this.results.delete(id);
    this.unanswered.delete(id);
    if (this.stdinHasEnded && this.unanswered.size === 0) void this.close();
  }

  private receive(line: Buffer): void {
    if (this.closed || line.toString('latin1').trim() === '') return;
    let whole: Json;
    let message: unknown;
    try {
      whole = parseJson(line, { depthMax: MESSAGE_DEPTH_MAX });
      message = JSON.parse(line.toString('utf8'));
    } catch (error) {
      // JSON that is only stricter read than written still says whom to answer.
      const id = idOf(line);
      return this.fail(id, id === null ? PARSE_ERROR : INVALID_REQUEST, (error as Error).message);
    }
    if (!(whole instanceof Map)) return this.fail(null, INVALID_REQUEST, 'a message is an object');
    const id = (message as { id?: RequestId }).id;
    const params = whole.get('params');
    if (whole.has('method') && id !== undefined) {
      this.unanswered.add(id);
      const given = params instanceof Map ? params.get('arguments') : undefined;
      if (given !== undefined) this.arguments.set(id, given);
    }
    // A cancelled request is never answered.
    if (whole.get('method') === 'notifications/cancelled') {
      const cancelled = (message as { params?: { requestId?: RequestId } }).params?.requestId;
      if (cancelled !== undefined) this.answered(cancelled);
    }
    this.onmessage?.(message as JSONRPCMessage);
  }

  private refuse(edges: string): void {
    const id = /"id":\s*(\d{1,15})\s*[,}]/.exec(edges)?.[1];
    this.fail(
      id === undefined ? null : Number(id),
      INVALID_REQUEST,
      `a message is longer than ${LINE_BYTES_MAX} bytes`,
    );
  }

  private fail(id: RequestId | null, code: number, message: string): void {
    this.write(`${writeJson({ jsonrpc: '2.0', id, error: { code, message } })}\n`);
  }
}

function idOf(line: Buffer): RequestId | null {
  try {
    const id = (JSON.parse(line.toString('utf8')) as { id?: unknown } | null)?.id;
    return typeof id === 'string' || typeof id === 'number' ? id : null;
  } catch {
    return null;
  }
}
