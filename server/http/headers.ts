// Headers: what may pass between a request's text and a response's headers.
// In: text from the caller. Out: header values that are safe to send. Why: a CR, LF or non-Latin letter in a header makes
// Node throw, which would be a 500 that a request caused.

import { IGNORED_MAX } from '../operation.ts';

// Long enough to recognise the member.
const IGNORED_BYTES_MAX = 64;

/** The caller's request id when it is harmless, else undefined. */
export function acceptedRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(header) ? header : undefined;
}

/** Whether a header, named in lower case, was sent more than once. `rawHeaders` are names and values in turn. */
export function isRepeated(name: string, rawHeaders: readonly string[]): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const sent = rawHeaders[at] as string;
    if (sent.length === name.length && sent.toLowerCase() === name) count += 1;
  }
  return count > 1;
}

/** `x-evident-ignored`: JSON Pointers, percent-encoded, then `+N` for those left out. */
export function ignoredHeader(pointers: readonly string[]): string {
  const shown = pointers.slice(0, IGNORED_MAX).map(encodePointer);
  if (pointers.length > IGNORED_MAX) shown.push(`+${pointers.length - IGNORED_MAX}`);
  return shown.join(', ');
}

/** Percent-encodes everything but unreserved characters and `/`, and stops before the byte limit at a whole character. */
function encodePointer(pointer: string): string {
  let encoded = '';
  for (const character of pointer.toWellFormed()) {
    const piece = /[A-Za-z0-9/._~-]/.test(character)
      ? character
      : encodeURIComponent(character).replace(/[!'()*]/g, hex);
    if (encoded.length + piece.length > IGNORED_BYTES_MAX) break;
    encoded += piece;
  }
  return encoded;
}

function hex(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
