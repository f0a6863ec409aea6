// Decide: POST /v1/systemone from a request that was read to a reply.
// In: the parsed body, its bytes and the caller's options. Out: the answers, or a ServiceError in the words of this wire.

import type { Json } from '../grammar/json.ts';
import { decideSystemOne } from './engines/systemone/systemone.ts';
import type { Help } from './engines/upstream/open.ts';
import { ServiceError } from './errors.ts';
import { decideWithHelp } from './help.ts';
import type { OpenReply, Upstream } from './help.ts';
import type { OperationRequest, Reply } from './operation.ts';
import type { Threads } from './threads.ts';
import { UNDECIDED_MODES, readSystemOneRequest } from './wire/systemone.ts';
import type { Profile, SystemOneReading, UndecidedMode } from './wire/systemone.ts';

// A decision costs up to a microsecond for a byte of the request: this much is decided on the request's own thread.
const INLINE_BYTES_MAX = 16_384;

/** What the headers of a request say, and what an upstream engine said. */
export interface DecideOptions {
  readonly undecided: UndecidedMode;
  readonly profile: Profile | null;
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

export async function decide({ threads, undecided, upstream }: DecideParts, request: OperationRequest): Promise<Reply> {
  const { bytes, signal } = request;
  const body = request.body ?? null;
  const isLarge = bytes.length > INLINE_BYTES_MAX;
  return decideWithHelp(upstream, readDecideOptions(request, undecided), {
    run: async (options) => (isLarge ? threads.decide({ kind: 'decide', bytes, options }, signal) : decideNow(body, bytes, options)),
    read: () => readRequest(body).request,
    signal,
  });
}

/** The decision itself: the same request gives the same reply. Only a survey may answer with the open questions. */
export function decideNow(body: Json, bytes: Uint8Array, { undecided, profile, help }: DecideOptions): Reply | OpenReply {
  const reading = readRequest(body);
  const result = decideSystemOne(reading.request, { bytes, undecided, ...(profile === null ? {} : { profile }), ...(help === undefined ? {} : { help }) });
  if (result.kind === 'open') return result;
  if (result.kind === 'state-too-large') throw new ServiceError('state-too-large', { param: 'state' });
  if (undecided === 'error' && profile === null && result.undecidedIds.length > 0) {
    throw new ServiceError('undecided', {
      message: `Not decided: ${result.undecidedIds.length} of ${reading.request.questions.length} questions.`,
      details: { error_type: 'undecided', undecided: result.undecidedIds, response: result.body },
    });
  }
  return { kind: 'json', status: 200, body: result.body, ignored: reading.ignored };
}

function readRequest(body: Json): Extract<SystemOneReading, { readonly kind: 'ok' }> {
  const reading = readSystemOneRequest(body);
  if (reading.kind === 'ok') return reading;
  const code = reading.status === 422 ? 'validation_failed' : 'invalid_request';
  throw new ServiceError(code, { message: reading.message, details: reading.detail });
}

/** The request's own header, else the key's setting, else the server's. */
export function readDecideOptions({ options, caller }: OperationRequest, undecided: UndecidedMode): DecideOptions {
  return {
    undecided: readUndecided(options['x-evident-undecided'] ?? caller.undecided ?? undecided),
    profile: readProfile(options['x-evident-profile']),
  };
}

function readUndecided(value: string): UndecidedMode {
  const mode = UNDECIDED_MODES.find((known) => known === value.trim());
  if (mode === undefined) throw new ServiceError('invalid_value', { message: `x-evident-undecided must be one of ${UNDECIDED_MODES.join(', ')}.` });
  return mode;
}

function readProfile(value: string | undefined): Profile | null {
  if (value === undefined) return null;
  if (value.trim() === 'core') return 'core';
  throw new ServiceError('invalid_value', { message: 'x-evident-profile must be core.' });
}
