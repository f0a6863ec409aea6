// Work: everything that may be done in a thread, and how its answer travels back.
// In: work as data. Out: an answer as data. Why packed: a message between threads keeps Maps and texts but no classes, so a reply
// goes as the JSON text that would have been sent anyway.

import { RawJson, parseJson, writeJson } from '../grammar/json.ts';
import { doJob } from '../runtime/jobs.ts';
import type { ScriptAnswer, ScriptJob } from '../runtime/jobs.ts';
import { decideNow } from './decide.ts';
import type { DecideOptions } from './decide.ts';
import { answerDecisionsNow } from './decisions.ts';
import { ServiceError } from './errors.ts';
import type { ServiceErrorCode } from './errors.ts';
import { withExhaustion } from './exhausted.ts';
import type { OpenReply } from './help.ts';
import type { Unfinished } from './inline.ts';
import type { Reply } from './operation.ts';
import { routeNow } from './route.ts';
import type { CompletionIds } from './wire/completion.ts';
import type { RoutableTools } from './wire/mcp.ts';

/** `bytes` are a request's body, which was read once before. */
export interface DecisionWork {
  readonly kind: 'decide' | 'decisions';
  readonly bytes: Uint8Array;
  readonly options: DecideOptions;
}

export interface RouteWork {
  readonly kind: 'route';
  readonly bytes: Uint8Array;
  readonly ids: CompletionIds;
  readonly serverTools: readonly RoutableTools[];
}

export type Work = ScriptJob | DecisionWork | RouteWork;

interface PackedHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly ignored: readonly string[];
}

export interface PackedError {
  readonly kind: 'error';
  readonly code: ServiceErrorCode;
  readonly message: string;
  readonly param?: string;
  readonly details?: string;
}

export type PackedReply =
  | (PackedHead & { readonly kind: 'json'; readonly text: string })
  | (PackedHead & { readonly kind: 'events'; readonly events: readonly string[] })
  | PackedError;

/** A decision that was only to say what is open, or a reply. */
export type PackedDecision = PackedReply | OpenReply;

/** Does one piece of work. Throws only for faults of ours. */
export async function doWork(work: Work): Promise<ScriptAnswer | PackedError | PackedDecision> {
  switch (work.kind) {
    case 'decide': return pack(() => decideNow(readAgain(work.bytes), work.bytes, work.options));
    case 'decisions': return pack(() => answerDecisionsNow(readAgain(work.bytes), work.bytes, work.options));
    case 'route': return pack(() => routeNow(readAgain(work.bytes), work.bytes, work.ids, work.serverTools));
    default: return doJob(work).catch(packError);
  }
}

/** The bytes passed the reader's limits before they came here. */
function readAgain(bytes: Uint8Array): ReturnType<typeof parseJson> {
  return parseJson(bytes, { depthMax: Number.POSITIVE_INFINITY });
}

async function pack(work: () => Reply | Promise<Reply | OpenReply | Unfinished>): Promise<PackedDecision> {
  try {
    const reply = await work();
    if (reply.kind === 'open') return reply;
    if (reply.kind === 'out-of-fuel') throw new Error('a decision in a thread has all the fuel there is');
    const head = { status: reply.status, headers: reply.headers ?? {}, ignored: reply.ignored ?? [] };
    switch (reply.kind) {
      case 'json': return { ...head, kind: 'json', text: writeJson(reply.body) };
      case 'events': return { ...head, kind: 'events', events: [...reply.events] };
      case 'bytes': throw new Error('an engine answers JSON or events');
    }
  } catch (error) {
    return packError(error);
  }
}

function packError(error: unknown): PackedError {
  const known = withExhaustion(error);
  if (!(known instanceof ServiceError)) throw error;
  const { code, message, param, details } = known;
  return {
    kind: 'error',
    code,
    message,
    ...(param === undefined ? {} : { param }),
    ...(details === undefined ? {} : { details: writeJson(details) }),
  };
}

/** The reply that was packed, or the ServiceError. */
export function unpack(packed: PackedReply): Reply {
  switch (packed.kind) {
    case 'json': return { ...packed, body: new RawJson(packed.text) };
    case 'events': return packed;
    case 'error': throw errorOf(packed);
  }
}

function errorOf({ code, message, param, details }: PackedError): ServiceError {
  return new ServiceError(code, {
    message,
    ...(param === undefined ? {} : { param }),
    ...(details === undefined ? {} : { details: new RawJson(details) }),
  });
}

/** The toolchain's answer, or the ServiceError. */
export function unpackAnswer(answer: ScriptAnswer | PackedError): ScriptAnswer {
  if (answer.kind === 'error') throw errorOf(answer);
  return answer;
}

export function unpackDecision(packed: PackedDecision): Reply | OpenReply {
  return packed.kind === 'open' ? packed : unpack(packed);
}
