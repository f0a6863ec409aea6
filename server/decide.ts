// Decide: POST /v1/systemone from a request that was read to a reply.
// In: the parsed body, its bytes and the caller's options. Out: the answers, or a ServiceError in the words of this wire.

import { decideSystemOne } from './engines/systemone/systemone.ts';
import { ServiceError } from './errors.ts';
import type { OperationRequest, Reply } from './operation.ts';
import { UNDECIDED_MODES, readSystemOneRequest } from './wire/systemone.ts';
import type { Profile, UndecidedMode } from './wire/systemone.ts';

export async function decide(request: OperationRequest): Promise<Reply> {
  const undecided = readUndecided(request.options['x-evident-undecided']);
  const profile = readProfile(request.options['x-evident-profile']);
  const reading = readSystemOneRequest(request.body ?? null);
  if (reading.kind === 'invalid') {
    const code = reading.status === 422 ? 'validation_failed' : 'invalid_request';
    throw new ServiceError(code, { message: reading.message, details: reading.detail });
  }
  const result = decideSystemOne(reading.request, { bytes: request.bytes, undecided, ...(profile === undefined ? {} : { profile }) });
  if (result.kind === 'state-too-large') throw new ServiceError('state-too-large', { param: 'state' });
  if (undecided === 'error' && profile === undefined && result.undecidedIds.length > 0) {
    throw new ServiceError('undecided', {
      message: `Not decided: ${result.undecidedIds.length} of ${reading.request.questions.length} questions.`,
      details: { error_type: 'undecided', undecided: result.undecidedIds, response: result.body },
    });
  }
  return { kind: 'json', status: 200, body: result.body, ignored: reading.ignored };
}

function readUndecided(value: string | undefined): UndecidedMode {
  if (value === undefined) return 'omit';
  const mode = UNDECIDED_MODES.find((known) => known === value.trim());
  if (mode === undefined) throw new ServiceError('invalid_value', { message: `x-evident-undecided must be one of ${UNDECIDED_MODES.join(', ')}.` });
  return mode;
}

function readProfile(value: string | undefined): Profile | undefined {
  if (value === undefined) return undefined;
  if (value.trim() === 'core') return 'core';
  throw new ServiceError('invalid_value', { message: 'x-evident-profile must be core.' });
}
