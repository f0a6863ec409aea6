// Packed: a reply as data that can travel between threads.
// In: a reply or a ServiceError. Out: the same on the other side. Why packed: a message between threads keeps Maps and texts but
// no classes, so JSON goes as the text that would have been sent anyway.

import { RawJson } from '../../grammar/json.ts';
import { writeJson } from '../../grammar/json-write.ts';
import type { Act } from '../engines/act.ts';
import type { OpenQuestion } from '../engines/upstream/open.ts';
import type { ServiceErrorCode } from '../errors.ts';
import { ServiceError } from '../errors.ts';
import { withExhaustion } from '../exhausted.ts';
import type { Reply } from '../operation.ts';
import type { ReplySummary } from '../summary.ts';
import type { Unfinished } from './effort.ts';

/** The questions that are open, in place of a reply. */
export interface OpenReply {
  readonly kind: 'open';
  readonly open: readonly OpenQuestion[];
}

/** Tool servers that a request names, whose tools a thread cannot look up; `at` is the place in its `tools`. */
export interface ServersReply {
  readonly kind: 'servers';
  readonly servers: readonly { readonly server: string; readonly at: number }[];
}

/** What would act, which the operator's policies are asked about first. */
export interface ActsReply<Answer = Reply> {
  readonly kind: 'acts';
  readonly acts: readonly Act[];
  /** What is answered when they allow all of it; null where that is an error. */
  readonly reply: Answer | null;
}

/** In place of a reply: what has to be found out or done before there is one. */
export type Interim = OpenReply | ServersReply | ActsReply | Unfinished;

interface PackedHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly ignored: readonly string[];
  readonly summary?: ReplySummary;
}

export type Packed =
  | (PackedHead & { readonly kind: 'json'; readonly text: string })
  | (PackedHead & { readonly kind: 'events'; readonly events: readonly string[] })
  | (PackedHead & { readonly kind: 'bytes'; readonly contentType: string; readonly bytes: Uint8Array })
  | {
      readonly kind: 'error';
      readonly code: ServiceErrorCode;
      readonly message: string;
      readonly param?: string;
      readonly details?: string;
      readonly fault?: string;
      readonly summary?: ReplySummary;
    }
  | ActsReply<Packed>
  | Exclude<Interim, ActsReply>;

/** Throws only for faults of ours. */
export async function pack(work: () => Promise<Reply | Interim>): Promise<Packed> {
  try {
    return packReply(await work());
  } catch (error) {
    const known = withExhaustion(error);
    if (!(known instanceof ServiceError)) throw error;
    const { code, message, param, details, fault, summary } = known;
    return {
      kind: 'error',
      code,
      message,
      ...(param === undefined ? {} : { param }),
      ...(details === undefined ? {} : { details: writeJson(details) }),
      ...(fault === undefined ? {} : { fault }),
      ...(summary === undefined ? {} : { summary }),
    };
  }
}

function packReply(reply: Reply | Interim): Packed {
  if (reply.kind === 'open' || reply.kind === 'servers' || reply.kind === 'unfinished') return reply;
  if (reply.kind === 'acts') return { ...reply, reply: reply.reply === null ? null : packReply(reply.reply) };
  const head = {
    status: reply.status,
    headers: reply.headers ?? {},
    ignored: reply.ignored ?? [],
    ...(reply.summary === undefined ? {} : { summary: reply.summary }),
  };
  switch (reply.kind) {
    case 'json':
      return { ...head, kind: 'json', text: writeJson(reply.body) };
    case 'events':
      return { ...head, kind: 'events', events: [...reply.events] };
    case 'bytes':
      return { ...head, kind: 'bytes', contentType: reply.contentType, bytes: reply.bytes };
    // They are made where they go out.
    case 'lines':
      throw new Error('no work is answered with lines');
  }
}

/** What was packed, or the ServiceError. */
export function unpack(packed: Packed): Reply | Interim {
  switch (packed.kind) {
    case 'json':
      return { ...packed, body: new RawJson(packed.text) };
    case 'error': {
      const { code, message, param, details, fault, summary } = packed;
      throw new ServiceError(code, {
        message,
        ...(param === undefined ? {} : { param }),
        ...(details === undefined ? {} : { details: new RawJson(details) }),
        ...(fault === undefined ? {} : { fault }),
        ...(summary === undefined ? {} : { summary }),
      });
    }
    case 'acts':
      // What waits for policies is a reply that was written.
      return { ...packed, reply: packed.reply === null ? null : (unpack(packed.reply) as Reply) };
    default:
      return packed;
  }
}
