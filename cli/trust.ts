// Trust: the flags with which a command that runs artifacts is told whom to believe, and the key they name.

import { RUN_MS_DEFAULT } from '../runtime/bounded-artifact.ts';
import { readText, UsageError } from './command.ts';

export const KEY_OPTION = [
  '--key FILE',
  'an Ed25519 public key in PEM: an artifact that its owner did not sign is refused',
] as const;
export const RUN_MS_OPTION = [
  '--run-ms N',
  `milliseconds a run of an unverified artifact may take (${RUN_MS_DEFAULT})`,
] as const;

export function readRunMs(text: string | undefined): number {
  if (text === undefined) return RUN_MS_DEFAULT;
  if (!/^[1-9][0-9]{0,8}$/.test(text))
    throw new UsageError(`--run-ms must be a whole number of milliseconds from 1 to 999999999, not ${text}`);
  return Number(text);
}

/** Whether the owner of the public key in a file signed these bytes. */
export async function isSigned(bytes: Uint8Array, keyPath: string): Promise<boolean> {
  const { isSignedBy } = await import('../runtime/signature.ts');
  try {
    return isSignedBy(bytes, readText(keyPath));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${keyPath}: ${error.message}`);
  }
}
