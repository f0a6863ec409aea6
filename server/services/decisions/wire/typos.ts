// Typos on the wire: whether misspelled words of a state are read as words of the phrases. Both decision wires have the member.

import type { Json } from '../../../../grammar/json.ts';
import { JsonNumber } from '../../../../grammar/json.ts';

/** The fewest letters of a phrase's word that may be misspelled in a state; null where none may. */
export type Typos = 5 | 6 | null;

export const TYPOS: Typos = 6;
export const SHORT_TYPOS: Typos = 5;

export const ALL_TYPOS: readonly Typos[] = [TYPOS, SHORT_TYPOS, null];

export const TYPOS_EXPECTED = 'a boolean or 5';

export const TYPOS_SCHEMA = {
  enum: [true, false, SHORT_TYPOS, null],
  description: 'Whether misspelled words count; 5: short ones too.',
} as const;

/** The values of JSON that ask for it. */
export const typosJson = (typos: Typos): string => (typos === TYPOS ? 'true' : JSON.stringify(typos ?? false));

/** Nothing where it is no such value. */
export function readTypos(value: Json | undefined): Typos | undefined {
  if (value === undefined || value === null || value === true) return TYPOS;
  if (value === false) return null;
  return value instanceof JsonNumber && value.text === String(SHORT_TYPOS) ? SHORT_TYPOS : undefined;
}
