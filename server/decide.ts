// Decide: POST /v1/systemone from a request that was read to a reply.
// In: the parsed body, its bytes and the caller's options. Out: the answers, or a ServiceError in the words of this wire.

import type { Json } from '../grammar/json.ts';
import { decideSystemOne } from './engines/systemone/systemone.ts';
import { ServiceError } from './errors.ts';
import type { OperationRequest, Reply } from './operation.ts';
import type { Threads } from './threads.ts';
import { UNDECIDED_MODES, readSystemOneRequest } from './wire/systemone.ts';
import type { Profile, UndecidedMode } from './wire/systemone.ts';

// A decision costs up to a microsecond for a byte of the request: this much is decided on the request's own thread.
const INLINE_BYTES_MAX = 16_384;

/** What the headers of a request say. */
export interface DecideOptions {
  readonly undecided: UndecidedMode;
  readonly profile: Profile | null;
}

/** `undecided` is the server's setting, for requests and keys that do not say. */
export async function decide(threads: Threads, undecided: UndecidedMode, request: OperationRequest): Promise<Reply> {
  const options = readDecideOptions(request, undecided);
  const { bytes } = request;
  if (bytes.length > INLINE_BYTES_MAX) return threads.doEngine({ kind: 'decide', bytes, options }, request.signal);
  return decideNow(request.body ?? null, bytes, options);
}

/** The decision itself: the same request gives the same reply. */
export function decideNow(body: Json, bytes: Uint8Array, { undecided, profile }: DecideOptions): Reply {
  const reading = readSystemOneRequest(body);
  if (reading.kind === 'invalid') {
    const code = reading.status === 422 ? 'validation_failed' : 'invalid_request';
    throw new ServiceError(code, { message: reading.message, details: reading.detail });
  }
  const result = decideSystemOne(reading.request, { bytes, undecided, ...(profile === null ? {} : { profile }) });
  if (result.kind === 'state-too-large') throw new ServiceError('state-too-large', { param: 'state' });
  if (undecided === 'error' && profile === null && result.undecidedIds.length > 0) {
    throw new ServiceError('undecided', {
      message: `Not decided: ${result.undecidedIds.length} of ${reading.request.questions.length} questions.`,
      details: { error_type: 'undecided', undecided: result.undecidedIds, response: result.body },
    });
  }
  return { kind: 'json', status: 200, body: result.body, ignored: reading.ignored };
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
