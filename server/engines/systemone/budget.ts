// Budget: how much work one request may cause.
// In: amounts as they are spent. Out: whether it is still within bounds.
// Why: phrases that are parts of each other, named again by each of 400 questions, multiply. A request of a few hundred
// kilobytes could otherwise keep the process busy for minutes, whatever the limits on its parts.

// About half a second and 100 MB; a ticket or a page of text causes a few hundred.
export const FINDS_MAX = 250_000;
// Looking at a place again for another question is far cheaper than finding it.
export const VISITS_MAX = 10_000_000;

/** Both counts go down; below zero the request is too large. */
export interface Budget {
  readonly finds: { left: number };
  visitsLeft: number;
}

export function createBudget(): Budget {
  return { finds: { left: FINDS_MAX }, visitsLeft: VISITS_MAX };
}

export function isOverdrawn(budget: Budget): boolean {
  return budget.finds.left < 0 || budget.visitsLeft < 0;
}
