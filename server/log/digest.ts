// Digests: how the log names a state without holding it.
// In: a value and the secret of the service. Out: texts. Two kinds, because two people ask. Who has the secret finds all decisions about
// one state, by its digest (HMAC). Who has a receipt checks one input against it: a receipt shows the salt of its entry, and the entry
// alone shows neither, so that nobody can try states against a log.

import { createHash, createHmac } from 'node:crypto';
import type { Json } from '../../grammar/json.ts';
import { canonicalJson } from '../../grammar/json-canonical.ts';
import { writeJson } from '../../grammar/json-write.ts';

/** `hmac-sha256:` and hexadecimal digits over the canonical JSON of a value. */
export function digestState(value: Json, secret: Uint8Array): string {
  return `hmac-sha256:${createHmac('sha256', secret).update(canonicalText(value)).digest('hex')}`;
}

/** The salt of an entry, in hexadecimal digits. */
export function saltOf(entryId: string, secret: Uint8Array): string {
  return createHmac('sha256', secret).update(`salt\n${entryId}`).digest('hex');
}

// Enough to tell the few keys that a log is written with in its life.
const KEY_DIGITS = 16;

/** Which secret digests and salts are made with, and nothing of it: what is signed here is no JSON, so no state has this digest. */
export function nameOfSecret(secret: Uint8Array): string {
  return createHmac('sha256', secret).update('name').digest('hex').slice(0, KEY_DIGITS);
}

/** `sha256:` and hexadecimal digits over the salt and the canonical JSON of a value. */
export function saltedDigest(value: Json, salt: string): string {
  return sha256(`${salt}\n${canonicalText(value)}`);
}

/** The same over a text. */
export function saltedTextDigest(text: string, salt: string): string {
  return sha256(`${salt}\n${text}`);
}

/** `sha256:` and hexadecimal digits over the canonical JSON of what anybody may know. */
export function plainDigest(value: Json): string {
  return sha256(canonicalText(value));
}

function canonicalText(value: Json): string {
  return writeJson(canonicalJson(value));
}

function sha256(text: string): string {
  return `sha256:${createHash('sha256').update(text).digest('hex')}`;
}
