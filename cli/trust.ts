// Trust: the flags with which a command that runs artifacts is told whom to believe.

import { RUN_MS_DEFAULT } from '../runtime/bounded-artifact.ts';
import { UsageError } from './command.ts';

export const KEY_OPTION = ['--key FILE', 'an Ed25519 public key in PEM: an artifact that its owner did not sign is refused'] as const;
export const RUN_MS_OPTION = ['--run-ms N', `milliseconds a run of an unverified artifact may take (${RUN_MS_DEFAULT})`] as const;

export function readRunMs(text: string | undefined): number {
  if (text === undefined) return RUN_MS_DEFAULT;
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new UsageError(`--run-ms must be a whole number of milliseconds from 1 to 999999999, not ${text}`);
  return Number(text);
}
