// The gate: the one place that sets `outcome` and `may_act`.
// In: what an engine claims, the evidence for it, whether an upstream engine was needed, and whether a policy of the operator denies
// it. Out: what may be said over the wire.
// Why: "never act without evidence" must hold in one function, not in every engine's good intentions.

export type Outcome = 'decided' | 'unresolved' | 'refused';

/** What an engine believes before the gate. */
interface Claim {
  readonly outcome: Outcome;
  /** Places in what was sent, whatever found them. */
  readonly evidence: readonly { readonly start: number; readonly end: number }[];
  /** The upstream engine without which this would not be decided, and whether its operator lets such answers act. */
  readonly upstream?: { readonly mayAct: boolean } | null;
  /** Whether a policy of the operator does not let it act. */
  readonly isDenied?: boolean;
}

/** Only what is decided may act. */
type Gated =
  | { readonly outcome: 'decided'; readonly may_act: boolean }
  | { readonly outcome: 'unresolved' | 'refused'; readonly may_act: false };

/**
 * A decision without evidence is no decision: it leaves as `refused`. Only `decided` may act, and not what a policy denies. One that
 * needed an upstream engine is a proposal, and leaves as `unresolved`, unless the operator lets such answers act.
 */
export function gate({ outcome: claimed, evidence, upstream = null, isDenied = false }: Claim): Gated {
  if (claimed !== 'decided') return { outcome: claimed, may_act: false };
  if (evidence.length === 0) return { outcome: 'refused', may_act: false };
  if (upstream !== null && !upstream.mayAct) return { outcome: 'unresolved', may_act: false };
  return { outcome: 'decided', may_act: !isDenied };
}
