// Captures: how a request gets at the raw answer behind the SDK's back.
// In: params marked with a capture; messages as they leave and arrive. Out: the `result` exactly as the upstream sent it.
// Why: the SDK validates, strips and rounds results; a gateway must hand on every field, so the transports keep the
// original for marked requests and give the SDK a stub to settle with.

import { JsonNumber } from '../../grammar/json.ts';
import type { Json } from '../../grammar/json.ts';

export type CaptureFailure = 'too-large' | 'unreadable' | 'stream-ended';

/** One marked request. Set by the transport, read when the request has settled. */
export interface Capture {
  result: Map<string, Json> | undefined;
  failure: CaptureFailure | undefined;
  /** Something came in the response that JSON.parse may accept and the strict reader does not. */
  isSuspect?: boolean;
}

const CAPTURE = Symbol('capture');
type RequestId = string | number;
interface Message {
  readonly id?: RequestId;
  readonly method?: string;
  readonly params?: Record<string | symbol, unknown>;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** Marks params. The mark is a symbol: spreading keeps it, serialising never shows it. */
export function withCapture(params: Record<string, unknown>, capture: Capture): Record<string, unknown> {
  return { ...params, [CAPTURE]: capture };
}

/** The marked requests of one connection that wait for their answers. */
export class CaptureTable {
  private readonly waiting = new Map<RequestId, Capture>();

  /** To be called with every outgoing message. */
  sent(message: unknown): void {
    const { id, method, params } = message as Message;
    const capture = params?.[CAPTURE];
    if (id !== undefined && capture !== undefined) this.waiting.set(id, capture as Capture);
    if (method === 'notifications/cancelled') this.waiting.delete(params?.['requestId'] as RequestId);
  }

  /** Takes the capture of an arriving answer; undefined for every other message. */
  take(message: unknown): Capture | undefined {
    const { id, method } = message as Message;
    if (id === undefined || method !== undefined) return undefined;
    const capture = this.waiting.get(id);
    this.waiting.delete(id);
    return capture;
  }

  /** What the answer is in its own bytes; null when they cannot be read faithfully. */
  raw(id: RequestId, result: Map<string, Json> | null): void {
    const capture = this.waiting.get(id);
    if (capture === undefined) return;
    if (result === null) capture.isSuspect = true;
    else capture.result = result;
  }

  has(id: RequestId): boolean {
    return this.waiting.has(id);
  }

  clear(): void {
    this.waiting.clear();
  }
}

/** What the SDK gets in place of a captured result: valid for every method and either era. */
export function stubAnswer(id: RequestId): Record<string, unknown> {
  return { jsonrpc: '2.0', id, result: { resultType: 'complete', content: [], tools: [], ttlMs: 0, cacheScope: 'private' } };
}

/** What the SDK gets when the answer cannot be used; the capture says why. */
export function failedAnswer(id: RequestId): Record<string, unknown> {
  return { jsonrpc: '2.0', id, error: { code: -1, message: 'the answer cannot be used' } };
}

// As the reader of request bodies; deeper results are refused instead of overflowing whoever walks them.
const DEPTH_MAX = 256;

/** Plain parsed JSON as `Json`; undefined when it is nested too deeply. Numbers are as JSON.parse left them. */
export function fromPlain(value: unknown, depth = 0): Json | undefined {
  if (typeof value === 'number') return new JsonNumber(JSON.stringify(value));
  if (typeof value !== 'object' || value === null) return value as string | boolean | null;
  if (depth >= DEPTH_MAX) return undefined;
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const element of value) {
      const item = fromPlain(element, depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
    }
    return items;
  }
  const members = new Map<string, Json>();
  for (const [name, member] of Object.entries(value)) {
    const item = fromPlain(member, depth + 1);
    if (item === undefined) return undefined;
    members.set(name, item);
  }
  return members;
}

// In every supported Node; not yet in TypeScript's library.
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };

/** `Json` in a form whose JSON.stringify prints every number as it was written. */
export function toStringifiable(value: Json): unknown {
  if (value instanceof JsonNumber) return rawJSON(value.text);
  if (Array.isArray(value)) return value.map(toStringifiable);
  if (!(value instanceof Map)) return value;
  const object = Object.create(null) as Record<string, unknown>;
  for (const [name, member] of value) object[name] = toStringifiable(member);
  return object;
}
