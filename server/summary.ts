// Summary: what of an answer is counted and kept, beside the answer itself.
// In: nothing. Out: the shapes, shared by the services that answer and by metrics, access lines and the decision log.
// Why beside it: a wire may leave members out of an answer, and what an operator sees must not depend on the wire.

import type { GuardRecord } from './services/tools/wire/mcp.ts';

/** The wires whose answers somebody may act on. */
export const WIRES = ['systemone', 'decisions', 'chat', 'verify', 'run'] as const;
export type WireName = (typeof WIRES)[number];

/** How such an answer ends; the last two are those of a run. */
export const ANSWER_OUTCOMES = ['decided', 'unresolved', 'refused', 'finished', 'fault'] as const;

/** How many answers ended in each outcome, by kind of answer: `choice`, `score`, `noul`, `call`, `verify`, `run`, `tool`. */
export type Outcomes = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** What of a reply an operator counts: no content of the request or the answer. */
export interface ReplySummary {
  readonly outcomes: Outcomes;
  /** Steps of what was run. */
  readonly steps?: number;
  /** The fuel was used up before there was an answer. */
  readonly isExhausted?: true;
  /** The tool that was called. */
  readonly tool?: { readonly server: string; readonly tool: string };
  /** What policies said. */
  readonly guards?: readonly GuardRecord[];
  /** What they did not let act, and why. */
  readonly denials?: readonly DenialRecord[];
  /** Only where answers are kept. */
  readonly kept?: Kept;
}

/** A policy that does not let an answer act; `id` is the answer's. */
export interface DenialRecord {
  readonly id: string;
  readonly policy: string;
  readonly verdict: 'deny' | 'approve';
  readonly reason: string;
}

/** What the decision log keeps of a reply. Plain data: it travels between threads. */
export interface Kept {
  /** The id in the body of the answer; null where it has none. */
  readonly answerId: string | null;
  /** The program that ran; null where none did. */
  readonly program: { readonly hash: string; readonly schedule: string } | null;
  /** The fuel a script was given. */
  readonly fuel?: number;
  readonly said: readonly Said[];
  readonly engine: string;
  /** How the caller, its key or the server wants questions answered. */
  readonly options?: Readonly<Record<string, string>>;
}

/** What was said to one question, of one call or by one run. Its texts are names that the caller gave, never what was found. */
export interface Said {
  /** The id of the question or the call; absent where there is one answer. */
  readonly id?: string;
  readonly kind: string;
  readonly outcome: string;
  readonly may_act?: boolean;
  /** The choice, the level or the side that was decided, or the tool. */
  readonly answer?: string | number | boolean;
  /** The code of the reason why it is not decided, or does not act. */
  readonly reason?: string;
  readonly evidence: readonly SaidPlace[];
  /** The engine, where it is not that of the whole reply. */
  readonly engine?: string;
}

/** Where something was found: a JSON Pointer, and UTF-8 bytes of the text there. */
export interface SaidPlace {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly by: string;
  /** The argument that the place is evidence for. */
  readonly argument?: string;
}

/** Counts one outcome for each answer. */
export function countOutcomes(answers: Iterable<{ readonly kind: string; readonly outcome: string }>): Outcomes {
  const counts: Record<string, Record<string, number>> = {};
  for (const { kind, outcome } of answers) {
    const ofKind = (counts[kind] ??= {});
    ofKind[outcome] = (ofKind[outcome] ?? 0) + 1;
  }
  return counts;
}

/** The same without the kinds. */
export function flatOutcomes(outcomes: Outcomes): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const ofKind of Object.values(outcomes))
    for (const [outcome, count] of Object.entries(ofKind)) counts[outcome] = (counts[outcome] ?? 0) + count;
  return counts;
}

/** Adds the counts of one reply to those of many. */
export function addOutcomes(sum: Record<string, Record<string, number>>, outcomes: Outcomes): void {
  for (const [kind, ofKind] of Object.entries(outcomes)) {
    const known = (sum[kind] ??= {});
    for (const [outcome, count] of Object.entries(ofKind)) known[outcome] = (known[outcome] ?? 0) + count;
  }
}
