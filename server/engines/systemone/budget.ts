// Budget: how much work one request may cause.
// In: amounts as they are spent. Out: whether it is still within bounds.
// Why: phrases that are parts of each other, named again by each of 400 questions, multiply. A request of a few hundred
// kilobytes could otherwise keep the process busy for minutes, whatever the limits on its parts.

// About half a second and 100 MB; a ticket or a page of text causes a few hundred.
export const FINDS_MAX = 250_000;
// Looking at a place again for another question is far cheaper than finding it.
export const VISITS_MAX = 10_000_000;

// Paths repeat the keys above them: a key of half the request over ten thousand strings would be gigabytes.
export const PATH_CHARS_MAX = 16 * 2 ** 20;
// Evidence repeats paths, for each of up to 64 places in each of up to 400 questions. As much as a script may put out.
export const EVIDENCE_CHARS_MAX = 8 * 2 ** 20;

/** All counts go down; below zero the request is too large. */
export interface Budget {
  readonly finds: { left: number };
  visitsLeft: number;
  /** UTF-16 units, which is what the host counts without reading a string. */
  pathCharsLeft: number;
  evidenceCharsLeft: number;
}

export function createBudget(): Budget {
  return { finds: { left: FINDS_MAX }, visitsLeft: VISITS_MAX, pathCharsLeft: PATH_CHARS_MAX, evidenceCharsLeft: EVIDENCE_CHARS_MAX };
}

export function isOverdrawn(budget: Budget): boolean {
  return budget.finds.left < 0 || budget.visitsLeft < 0 || budget.pathCharsLeft < 0 || budget.evidenceCharsLeft < 0;
}
