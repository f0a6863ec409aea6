// Act: what is decided and may act, as policies are asked about it before it is answered.
// In: nothing. Out: the shapes. Why texts: an act travels between threads, and a message between threads keeps no classes.

/** One decided answer or call. */
export interface Act {
  /** Tells the acts of one request apart. */
  readonly id: string;
  /** What policies read of it: the JSON text of each member. */
  readonly shown: Readonly<Record<string, string>>;
}

/** A policy that does not let something act. */
export interface Denial {
  readonly policy: string;
  /** `approve`: only a person may let it. */
  readonly verdict: 'deny' | 'approve';
  readonly reason: string;
}

/** By the ids of acts. */
export type Denials = ReadonlyMap<string, Denial>;

/** `ask`: nothing may act before the policies were asked, so the reply says what would. */
export type PolicyGate = 'ask' | Denials;

/** In a sentence for people. */
export function sentenceOf({ policy, verdict, reason }: Denial): string {
  const said = verdict === 'deny' ? 'does not allow this' : 'wants a person to do this';
  return `The policy ${policy} ${said}${reason === '' ? '.' : `: ${reason}`}`;
}
