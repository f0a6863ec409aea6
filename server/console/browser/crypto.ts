// node:crypto in a browser: the hash of programs. The build puts it in that one's place.
// Why not the browser's own: it hashes asynchronously, and `openArtifact` compares a hash before it returns.
// Keys are not here: the page opens what its own service built, and signs nothing.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

export function createHash(algorithm: string) {
  if (algorithm !== 'sha256') throw new TypeError(`there is no ${algorithm} in a browser`);
  const hash = sha256.create();
  const hasher = {
    update(part: string | Uint8Array) {
      hash.update(typeof part === 'string' ? utf8ToBytes(part) : part);
      return hasher;
    },
    digest: () => bytesToHex(hash.digest()),
  };
  return hasher;
}

function notHere(): never {
  throw new TypeError('keys in PEM are not read in a browser');
}

export const createPrivateKey = notHere;
export const createPublicKey = notHere;
export const sign = notHere;
export const verify = notHere;
