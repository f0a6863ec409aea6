// The signing key: with what the service signs receipts, and names states in its log.
// In: the store, or a file of the operator's. Out: the key, and a secret that is derived from it. Why one key for both: there is one thing
// to keep and to hand on, and who may sign for the service may know its states.

import type { KeyObject } from 'node:crypto';
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Store } from './store/store.ts';

export interface SigningKey {
  /** Ed25519. */
  readonly privateKey: KeyObject;
  /** PEM. */
  readonly publicKey: string;
  /** `sha256:` and hexadecimal digits over the public key (DER): what people compare. */
  readonly fingerprint: string;
  /** What states are named with in the decision log. */
  readonly logSecret: Uint8Array;
}

const SECRET_NAME = 'signing-key';
const LOG_PURPOSE = 'evident decision log';
const LOG_SECRET_BYTES = 32;

/** The key of a PEM file, or the one that the store keeps, made when there is none. Throws one sentence for a file that has none. */
export async function openSigningKey(store: Pick<Store, 'keepSecret'>, file: string | null): Promise<SigningKey> {
  const pem = file === null ? await store.keepSecret(SECRET_NAME, freshKey()) : readKeyFile(file);
  return signingKeyOf(pem, file ?? 'the store');
}

function freshKey(): string {
  return generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`the signing key ${path} cannot be read: ${(error as Error).message}`);
  }
}

function signingKeyOf(pem: string, where: string): SigningKey {
  let privateKey: KeyObject;
  try {
    privateKey = createPrivateKey(pem);
  } catch {
    throw new Error(`${where} has no private key in PEM`);
  }
  if (privateKey.asymmetricKeyType !== 'ed25519')
    throw new Error(`${where} has a key of the type ${privateKey.asymmetricKeyType}; a signing key is Ed25519`);
  const publicKey = createPublicKey(privateKey);
  const seed = privateKey.export({ type: 'pkcs8', format: 'der' });
  return {
    privateKey,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: fingerprintOf(publicKey),
    logSecret: new Uint8Array(hkdfSync('sha256', seed, '', LOG_PURPOSE, LOG_SECRET_BYTES)),
  };
}

/** What people compare: `sha256:` and hexadecimal digits. */
export function fingerprintOf(publicKey: KeyObject): string {
  return `sha256:${createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')}`;
}
