// Captures: how a request gets at the raw answer behind the SDK's back.
// In: params marked with a capture; messages as they leave and arrive. Out: the `result` exactly as the upstream sent it.
// Why: the SDK validates, strips and rounds results; a gateway must hand on every field, so the transports keep the
// original for marked requests and give the SDK a stub to settle with.

import type { Json } from '../../grammar/json.ts';
import { JsonNumber } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';

export type CaptureFailure = 'too-large' | 'unreadable' | 'stream-ended';

/** An answer in its own bytes. */
export type RawAnswer =
  | { readonly kind: 'result'; readonly result: Map<string, Json> }
  /** What JSON.parse may accept and the strict reader does not: keys twice, half of a surrogate pair. */
  | { readonly kind: 'unreadable'; readonly text: string; readonly reason: string };

/** One marked request. Set by the transport, read when the request has settled. */
export interface Capture {
  result: Map<string, Json> | undefined;
  failure: CaptureFailure | undefined;
  unreadable?: Extract<RawAnswer, { readonly kind: 'unreadable' }>;
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

  raw(id: RequestId, answer: RawAnswer): void {
    const capture = this.waiting.get(id);
    if (capture === undefined) return;
    if (answer.kind === 'unreadable') capture.unreadable = answer;
    else capture.result = answer.result;
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
  return {
    jsonrpc: '2.0',
    id,
    result: { resultType: 'complete', content: [], tools: [], ttlMs: 0, cacheScope: 'private' },
  };
}

/** What the SDK gets when the answer cannot be used; the capture says why. */
export function failedAnswer(id: RequestId): Record<string, unknown> {
  return { jsonrpc: '2.0', id, error: { code: -1, message: 'the answer cannot be used' } };
}

/**
 * `{"result":…}` stands two levels inside the message. Deeper than what may be handed on, so that a listing with one definition
 * that is too deep is still read, and a result that is too deep is known to be one.
 */
export const MESSAGE_DEPTH_MAX = 2_050;

// As the reader of request bodies; whoever walks a result need not expect more.
const DEPTH_MAX = 256;

/** The member of `_meta` that says why a result is not handed on as it was meant. */
export const RAW_META = 'evident/raw';

/**
 * A result that cannot be handed on as JSON, as a text: the tool has done its work, and an error would say that it may not have.
 * `isError` is what a less strict reader makes of the answer.
 */
export function rawResult(
  { text, reason }: { readonly text: string; readonly reason: string },
  isError: boolean,
): Map<string, Json> {
  return new Map<string, Json>([
    [
      'content',
      [
        new Map<string, Json>([
          ['type', 'text'],
          ['text', text.toWellFormed()],
        ]),
      ],
    ],
    ['isError', isError],
    ['_meta', new Map([[RAW_META, reason]])],
  ]);
}

/** A result as callers may have it: one that is nested too deeply becomes a text. */
export function handedOn(result: Map<string, Json>): Map<string, Json> {
  return isDeeper(result, DEPTH_MAX)
    ? rawResult({ text: writeJson(result), reason: 'too-deep' }, result.get('isError') === true)
    : result;
}

function isDeeper(value: Json, depthMax: number): boolean {
  if (!Array.isArray(value) && !(value instanceof Map)) return false;
  if (depthMax === 0) return true;
  for (const member of value.values()) if (isDeeper(member, depthMax - 1)) return true;
  return false;
}

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
