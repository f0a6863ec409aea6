// Confidence: how sure a call is right, from a few things that can be seen about it.
// In: features. Out: one number (a logit); a call is sent from CONFIDENCE_MIN on.
// Why: one monotone function, so that more evidence never lowers it, with constants that a committed script fits to cases
// (bench/fit-gate.ts). Each feature adds along a line with knots; no slope is ever negative.

import { BIAS, CONFIDENCE_MIN, SLOPES } from './weights.ts';

export { CONFIDENCE_MIN };

export interface Features {
  /** Share of the request's content words that the tool or an argument's place explains. */
  readonly explained: number;
  /** Content words that neither explains, and all content words. */
  readonly left: number;
  readonly content: number;
  /** What the request's verb takes is spoken of by the tool, or is an argument. */
  readonly objectSaid: boolean;
  readonly nameCover: number;
  /** 1 the act was asked for, 0 unknown, below 0 another one was. */
  readonly verb: number;
  /** Lead over the second tool. */
  readonly lead: number;
  /** 1 where no other tool that is near could be called as the request stands. */
  readonly alone: number;
  readonly requiredCount: number;
  readonly sentCount: number;
  /** 1 where the act itself was ordered, every word behind it accounted for. */
  readonly ordered: number;
  /** 1 where a tool that only looks answers the whole request: every word is about it, and its subject has a form of its own. */
  readonly answers: number;
  /** Arguments whose own form says what they are: listed values, declared patterns, addresses, days. */
  readonly typed: number;
}

/** One monotone part: what it reads and where its line may bend. Larger always means surer. */
interface Part {
  readonly name: string;
  readonly knots: readonly number[];
  read(features: Features): number;
}

// Few on purpose: with some thirty wrong calls to learn from, each further part fits accidents. Strength and margin of the
// evidence are settled before (decide.ts); of what is left, these hold on toolsets that were not learned from.
export const PARTS: readonly Part[] = [
  { name: 'explained', knots: [0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1], read: ({ explained }) => explained },
  { name: 'object', knots: [0, 1], read: ({ objectSaid }) => (objectSaid ? 1 : 0) },
  { name: 'name', knots: [0, 0.2, 0.35, 0.5, 0.65, 0.8, 1], read: ({ nameCover }) => nameCover },
  {
    name: 'name-bare',
    knots: [0, 0.2, 0.35, 0.5, 0.65, 0.8, 1],
    read: ({ nameCover, requiredCount }) => (requiredCount === 0 ? nameCover : 1),
  },
  { name: 'verb', knots: [-0.3, 0, 1], read: ({ verb }) => verb },
  { name: 'lead', knots: [0.1, 0.4, 0.7, 1, 1.5, 2, 3], read: ({ lead }) => lead },
  { name: 'alone', knots: [0, 1], read: ({ alone }) => alone },
  // A call needs the tool to be named and the request to be accounted for: either alone is half a reason.
  {
    name: 'meant',
    knots: [0.2, 0.35, 0.5, 0.6, 0.7, 0.85, 1],
    read: ({ explained, nameCover }) => Math.min(explained, nameCover),
  },
  { name: 'ordered', knots: [0, 1], read: ({ ordered }) => ordered },
  { name: 'answers', knots: [0, 1], read: ({ answers }) => answers },
  { name: 'typed', knots: [0, 1, 2, 3], read: ({ typed }) => typed },
  { name: 'sent', knots: [0, 1, 2, 3], read: ({ sentCount }) => sentCount },
  { name: 'left', knots: [-5, -3, -2, -1, 0], read: ({ left }) => -left },
];

export function confidenceOf(features: Features): number {
  return basisOf(features).reduce((sum, value, at) => sum + value * (SLOPES[at] ?? 0), BIAS);
}

/** For each piece of each part, how far along it the features are, 0..1. */
export function basisOf(features: Features): number[] {
  return PARTS.flatMap(({ knots, read }) => {
    const value = read(features);
    return knots.slice(1).map((knot, at) => {
      const from = knots[at] ?? 0;
      return Math.min(1, Math.max(0, (value - from) / (knot - from)));
    });
  });
}
