// Signing: the key of a service, for the commands that work beside it.
// In: the flags that say where it is. Out: the key; one is made where the service has none yet.

import { ServiceError } from '../server/errors.ts';
import type { SigningKey } from '../server/signing-key.ts';
import { openSigningKey } from '../server/signing-key.ts';
import { UsageError } from './command.ts';
import { openKept, STORE_FLAGS, STORE_OPTIONS, storePath, storeReason } from './data-folder.ts';

/** The flags of `readFlags` that say where the key is, and what they mean. */
export const KEY_FLAGS = { ...STORE_FLAGS, 'signing-key': { type: 'string' } } as const;
export const KEY_OPTIONS = [
  ...STORE_OPTIONS,
  ['--signing-key FILE', 'the private key of the service, where its store does not have it (EVIDENT_SIGNING_KEY)'],
] as const;

interface KeyPlace {
  readonly data?: string | undefined;
  readonly store?: string | undefined;
  readonly 'signing-key'?: string | undefined;
}

export async function openKeptKey({ data, store, 'signing-key': file }: KeyPlace): Promise<SigningKey> {
  const named = file ?? (process.env['EVIDENT_SIGNING_KEY'] || undefined);
  try {
    if (named !== undefined) return await openSigningKey({ keepSecret: async (_name, fresh) => fresh }, named);
    return await openKept(storePath(data, store), (opened) => openSigningKey(opened, null));
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(error instanceof ServiceError ? storeReason(error) : (error as Error).message);
  }
}
