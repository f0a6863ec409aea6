// Confidence: how sure a call is right, from a dozen things that can be seen about it.
// In: features. Out: one number (a logit); a call is sent from CONFIDENCE_MIN on.
// Why: one monotone function, so that more evidence never lowers it, with constants that a committed script fits to cases
// (bench/fit-gate.ts). Each feature adds along a line with knots; no slope is ever negative.

import { BIAS, CONFIDENCE_MIN, SLOPES } from './confidence-weights.ts';

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
  readonly descriptionCover: number;
  readonly grams: number;
  /** 1 the act was asked for, 0 unknown, below 0 another one was. */
  readonly verb: number;
  /** Lead over the second tool. */
  readonly lead: number;
  /** Weakest evidence and smallest margin among the arguments sent; 5 when none is. */
  readonly strengthMin: number;
  readonly marginMin: number;
  readonly requiredCount: number;
  readonly sentCount: number;
  /** Arguments that cannot be accidents: listed values, or places beside the parameter's own name. */
  readonly witnessCount: number;
  /** Optional parameters that something speaks for and that are left out. */
  readonly guessedCount: number;
}

/** One monotone part: what it reads and where its line may bend. Larger always means surer. */
interface Part {
  readonly name: string;
  readonly knots: readonly number[];
  read(features: Features): number;
}

export const PARTS: readonly Part[] = [
  { name: 'explained', knots: [0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1], read: ({ explained }) => explained },
  { name: 'explained-bare', knots: [0.3, 0.5, 0.6, 0.7, 0.8, 0.9, 1], read: ({ explained, requiredCount }) => (requiredCount === 0 ? explained : 1) },
  { name: 'object', knots: [0, 1], read: ({ objectSaid }) => (objectSaid ? 1 : 0) },
  { name: 'name', knots: [0, 0.2, 0.35, 0.5, 0.65, 0.8, 1], read: ({ nameCover }) => nameCover },
  { name: 'name-bare', knots: [0, 0.2, 0.35, 0.5, 0.65, 0.8, 1], read: ({ nameCover, requiredCount }) => (requiredCount === 0 ? nameCover : 1) },
  { name: 'description', knots: [0, 0.1, 0.2, 0.3, 0.5, 0.8], read: ({ descriptionCover }) => descriptionCover },
  { name: 'grams', knots: [0, 0.1, 0.2, 0.3, 0.45, 0.6], read: ({ grams }) => grams },
  { name: 'verb', knots: [-0.3, 0, 1], read: ({ verb }) => verb },
  { name: 'lead', knots: [0.1, 0.4, 0.7, 1, 1.5, 2, 3], read: ({ lead }) => lead },
  { name: 'strength', knots: [1.5, 1.8, 2.1, 2.4, 3], read: ({ strengthMin }) => strengthMin },
  { name: 'margin', knots: [0.45, 0.8, 1.2, 1.6, 2.2], read: ({ marginMin }) => marginMin },
  { name: 'witness', knots: [0, 1, 2, 3], read: ({ witnessCount }) => witnessCount },
  { name: 'explained-witness', knots: [0.3, 0.5, 0.7, 0.85, 1], read: ({ explained, witnessCount }) => (witnessCount > 0 ? explained : 0) },
  // A call needs the tool to be named and the request to be accounted for: either alone is half a reason.
  { name: 'meant', knots: [0.2, 0.35, 0.5, 0.6, 0.7, 0.85, 1], read: ({ explained, nameCover }) => Math.min(explained, nameCover) },
  { name: 'meant-bare', knots: [0.35, 0.5, 0.65, 0.8, 1], read: ({ explained, nameCover, requiredCount }) => (requiredCount === 0 ? Math.min(explained, nameCover) : 1) },
  { name: 'meant-asked', knots: [0.35, 0.5, 0.65, 0.8, 1], read: ({ explained, nameCover, verb }) => (verb < 0 ? 0 : Math.min(explained, nameCover)) },
  { name: 'required', knots: [0, 1, 2, 3], read: ({ requiredCount }) => requiredCount },
  { name: 'left', knots: [-5, -3, -2, -1, 0], read: ({ left }) => -left },
  { name: 'short', knots: [-16, -12, -8, -5], read: ({ content }) => -content },
  { name: 'guessed', knots: [-2, -1, 0], read: ({ guessedCount }) => -guessedCount },
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
