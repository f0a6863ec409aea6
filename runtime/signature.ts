// Signature: who vouches for an artifact's bytes.
// In: an artifact and an Ed25519 key. Out: the artifact with one more custom section, or whether the signature holds.
// The section comes last and signs every byte before it, so that nothing can be added or changed behind the signature.

import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { addSection } from '../compiler/emit/section.ts';

/** Name of the custom section; its content is the 64 bytes of the signature. */
export const SIGNATURE_SECTION = 'evident-signature';
const SIGNATURE_BYTES = 64;

export interface Signed {
  /** What is signed. */
  readonly body: Uint8Array;
  /** null without a signature. */
  readonly signature: Uint8Array | null;
}

/** The artifact with a signature of it; one that it had is replaced. `privateKey`: PEM. Throws TypeError for a key that is not Ed25519. */
export function signArtifact(bytes: Uint8Array, privateKey: string): Uint8Array {
  const { body } = splitSignature(bytes);
  return addSection(
    body,
    SIGNATURE_SECTION,
    sign(
      null,
      body,
      readKey(() => createPrivateKey(privateKey)),
    ),
  );
}

/** Whether the owner of a public key (PEM) signed these bytes. Throws TypeError for a key that is not Ed25519. */
export function isSignedBy(bytes: Uint8Array, publicKey: string): boolean {
  const key = readKey(() => createPublicKey(publicKey));
  const { body, signature } = splitSignature(bytes);
  return signature !== null && verify(null, body, key, signature);
}

function readKey(read: () => KeyObject): KeyObject {
  let key: KeyObject;
  try {
    key = read();
  } catch (error) {
    throw new TypeError('not a key in PEM', { cause: error });
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new TypeError(`an Ed25519 key is wanted, not ${key.asymmetricKeyType ?? 'another'}`);
  return key;
}

/** The bytes before a signature that is the last section. A section of this name elsewhere is no signature. */
export function splitSignature(bytes: Uint8Array): Signed {
  // The section has a fixed size: its id, its length, the length of its name, the name, the signature.
  const sample = addSection(new Uint8Array(), SIGNATURE_SECTION, new Uint8Array(SIGNATURE_BYTES));
  const start = bytes.length - sample.length;
  const head = sample.subarray(0, sample.length - SIGNATURE_BYTES);
  if (start < 0 || !head.every((byte, at) => bytes[start + at] === byte)) return { body: bytes, signature: null };
  return { body: bytes.subarray(0, start), signature: bytes.subarray(bytes.length - SIGNATURE_BYTES) };
}
