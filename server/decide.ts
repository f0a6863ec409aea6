// Decide: POST /v1/systemone from a request that was read to a reply.
// In: the parsed body, its bytes and the caller's options. Out: the answers, or a ServiceError in the words of this wire.

import type { Json } from '../grammar/json.ts';
import type { JudgeOptions } from './engines/systemone/judge.ts';
import type { SystemOneResult } from './engines/systemone/systemone.ts';
import { decideSystemOne } from './engines/systemone/systemone.ts';
import type { Help } from './engines/upstream/open.ts';
import { ServiceError } from './errors.ts';
import type { OpenReply, Upstream } from './help.ts';
import { decideWithHelp } from './help.ts';
import type { Unfinished } from './inline.ts';
import { INLINE_BYTES_MAX, tryInline } from './inline.ts';
import type { OperationRequest, Reply } from './operation.ts';
import { partyOf } from './operation.ts';
import type { Threads } from './threads.ts';
import type { Profile, SystemOneReading, SystemOneRequest, UndecidedMode } from './wire/systemone.ts';
import { readSystemOneRequest, UNDECIDED_MODES } from './wire/systemone.ts';
import type { DecisionWork } from './work.ts';

/** What the headers of a request say, and what an upstream engine said. */
export interface DecideOptions {
  readonly undecided: UndecidedMode;
  readonly profile: Profile | null;
  readonly trace: boolean;
  /** `survey` to learn which questions an upstream may be asked. Absent: nobody helps. */
  readonly help?: Help | 'survey';
}

/** What deciding needs of the service. */
export interface DecideParts {
  readonly threads: Threads;
  /** The server's setting, for requests and keys that do not say. */
  readonly undecided: UndecidedMode;
  /** null where the operator has configured none. */
  readonly upstream: Upstream | null;
}

/** What the wires of decisions differ in. */
export interface DecisionWire {
  readonly kind: DecisionWork['kind'];
  readonly decideNow: typeof decideNow;
  /** The request as the engine reads it. */
  read(body: Json): SystemOneRequest;
}

const SYSTEM_ONE: DecisionWire = { kind: 'decide', decideNow, read: (body) => readRequest(body).request };

export async function decide(parts: DecideParts, request: OperationRequest): Promise<Reply> {
  return decideOn(SYSTEM_ONE, parts, request);
}

/** Decides where it is best done, with the help there is. */
export async function decideOn(
  wire: DecisionWire,
  { threads, undecided, upstream }: DecideParts,
  request: OperationRequest,
): Promise<Reply> {
  return decideWithHelp(upstream, readDecideOptions(request, undecided), {
    run: (options) => decideSomewhere(wire, threads, options, request),
    read: () => wire.read(request.body ?? null),
    signal: request.signal,
  });
}

async function decideSomewhere(
  wire: DecisionWire,
  threads: Threads,
  options: DecideOptions,
  request: OperationRequest,
): Promise<Reply | OpenReply> {
  const { bytes, signal } = request;
  if (bytes.length <= INLINE_BYTES_MAX) {
    const reply = await tryInline((budget) =>
      wire.decideNow(request.body ?? null, bytes, options, { ...budget, compileLengthMax: 0 }),
    );
    if (reply.kind !== 'unfinished') return reply;
    request.dropBody();
  }
  const reply = await threads.run({ kind: wire.kind, bytes, options }, { signal, party: partyOf(request) });
  if (reply.kind === 'servers') throw new Error('a decision names no tool servers');
  return reply;
}

/** The decision itself: the same request gives the same reply. Only a survey may answer with the open questions. */
export async function decideNow(
  body: Json,
  bytes: Uint8Array,
  { undecided, profile, trace, help }: DecideOptions,
  judging: JudgeOptions = {},
): Promise<Reply | OpenReply | Unfinished> {
  const reading = readRequest(body);
  const result = await decideSystemOne(reading.request, {
    ...judging,
    bytes,
    undecided,
    trace,
    ...(profile === null ? {} : { profile }),
    ...(help === undefined ? {} : { help }),
  });
  if (result.kind === 'open' || result.kind === 'unfinished') return result;
  if (result.kind === 'state-too-large') throw new ServiceError('state-too-large', { param: 'state' });
  if (result.kind === 'too-large') throw tooManyError(result);
  if (undecided === 'error' && profile === null && result.undecidedIds.length > 0) {
    throw new ServiceError('undecided', {
      message: `Not decided: ${result.undecidedIds.length} of ${reading.request.questions.length} questions.`,
      details: { error_type: 'undecided', undecided: result.undecidedIds, response: result.body },
    });
  }
  const summary = { outcomes: countOutcomes(result.body.answers.values()) };
  return { kind: 'json', status: 200, body: result.body, ignored: reading.ignored, summary };
}

/** How many answers ended in each outcome; those of the original wire, which has none, count by whether they may be acted on. */
export function countOutcomes(answers: Iterable<object>): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const answer of answers) {
    const { outcome = 'none' } = answer as { readonly outcome?: string };
    counts[outcome] = (counts[outcome] ?? 0) + 1;
  }
  return counts;
}

function readRequest(body: Json): Extract<SystemOneReading, { readonly kind: 'ok' }> {
  const reading = readSystemOneRequest(body);
  if (reading.kind === 'ok') return reading;
  const code = reading.status === 422 ? 'validation_failed' : 'invalid_request';
  throw new ServiceError(code, { message: reading.message, details: reading.detail });
}

/** In the words of FastAPI, which clients of this wire read. */
function tooManyError(tooLarge: Extract<SystemOneResult, { kind: 'too-large' }>): ServiceError {
  const msg = describeTooLarge(tooLarge);
  return new ServiceError('validation_failed', {
    message: msg,
    details: [{ loc: ['body', 'questions'], msg, type: 'too_long' }],
  });
}

/** What is too much of, for people. */
export function describeTooLarge({ limit, max }: Extract<SystemOneResult, { kind: 'too-large' }>): string {
  return `The questions of one request may have at most ${max} ${limit} in all.`;
}

/** The request's own header, else the key's setting, else the server's. */
function readDecideOptions({ options, caller }: OperationRequest, undecided: UndecidedMode): DecideOptions {
  return {
    undecided: readUndecided(options['x-evident-undecided'] ?? caller.undecided ?? undecided),
    profile: readProfile(options['x-evident-profile']),
    trace: readTrace(options['x-evident-trace']),
  };
}

function readUndecided(value: string): UndecidedMode {
  const mode = UNDECIDED_MODES.find((known) => known === value.trim());
  if (mode === undefined)
    throw new ServiceError('invalid_value', {
      message: `x-evident-undecided must be one of ${UNDECIDED_MODES.join(', ')}.`,
    });
  return mode;
}

function readProfile(value: string | undefined): Profile | null {
  if (value === undefined) return null;
  if (value.trim() === 'core') return 'core';
  throw new ServiceError('invalid_value', { message: 'x-evident-profile must be core.' });
}

function readTrace(value: string | undefined): boolean {
  if (value === undefined) return false;
  if (value.trim() === '1') return true;
  throw new ServiceError('invalid_value', { message: 'x-evident-trace must be 1.' });
}
