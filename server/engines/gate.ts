// The gate: the one place that sets `outcome` and `may_act`.
// In: what an engine claims and the evidence for it. Out: what may be said over the wire.
// Why: "never act without evidence" must hold in one function, not in every engine's good intentions.

import type { Evidence } from '../wire/evidence.ts';

export type Outcome = 'decided' | 'unresolved' | 'refused';

/** What an engine believes before the gate. */
export interface Claim<E extends Evidence = Evidence> {
  readonly outcome: Outcome;
  readonly evidence: readonly E[];
}

export interface Gated {
  readonly outcome: Outcome;
  readonly may_act: boolean;
}

/** A decision without evidence is no decision: it leaves as `refused`. Only `decided` may act. */
export function gate(claim: Claim): Gated {
  const outcome = claim.outcome === 'decided' && claim.evidence.length === 0 ? 'refused' : claim.outcome;
  return { outcome, may_act: outcome === 'decided' };
}
