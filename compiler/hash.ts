// Hash: the name of a program. Equal hashes mean equal output, fault and steps for every input and fuel.
// In: canonical text. Out: lower-case hex SHA-256 over the language id and the text. Check, run, build, the command line
// and HTTP all use it.

import { createHash } from 'node:crypto';

export const LANGUAGE_ID = 'evident/1';

export function programHash(canonical: string): string {
  return createHash('sha256').update(`${LANGUAGE_ID}\n${canonical}`).digest('hex');
}
