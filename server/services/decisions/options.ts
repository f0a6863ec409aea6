// Options: what the headers of a decision say.
// In: the headers of a request, its key, the server's setting. Out: options, or `invalid_value` with the header that is wrong.

import type { Help } from '../../engines/upstream/open.ts';
import { ServiceError } from '../../errors.ts';
import type { OperationRequest } from '../../operation.ts';
import type { Profile, UndecidedMode } from './wire/systemone.ts';
import { UNDECIDED_MODES } from './wire/systemone.ts';

/** What the headers of a request say, and what an upstream engine said. */
export interface DecideOptions {
  readonly undecided: UndecidedMode;
  readonly profile: Profile | null;
  readonly trace: boolean;
  /** `survey` to learn which questions an upstream may be asked. Absent: nobody helps. */
  readonly help?: Help | 'survey';
}

/** The request's own header, else the key's setting, else the server's. */
export function readDecideOptions({ options, caller }: OperationRequest, undecided: UndecidedMode): DecideOptions {
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
