// Plausible: whether a value that a declared pattern refuses was meant for its parameter all the same.
// In: a candidate, its leaf and the context. Out: true where the question should name it.
// Why: a mistyped code is to be asked about; a word that merely stands there is nobody's mistake.

import type { Leaf } from '../tools/tools.ts';
import type { Candidate } from './candidate.ts';
import type { Context } from './context.ts';
import { CUE_FIRM, cueFor } from './cues.ts';
import { shapeOf } from './shapes.ts';

/**
 * What a declared pattern refuses is a value of the parameter only where it looks like a mistyped one, or the text says for which
 * parameter it is; then the question names it.
 */
export function isPlausible(
  { value, places, rule, strength }: Candidate,
  leaf: Leaf,
  at: number,
  context: Context,
): boolean {
  const shape = leaf.type === 'string' ? shapeOf(leaf.schema) : null;
  const [first] = places;
  if (shape === null || typeof value !== 'string' || first === undefined || shape.matches(value)) return true;
  return (
    (SPOKEN.has(rule) && strength >= MEANT && !isFreeElsewhere(leaf, context)) ||
    cueFor(leaf, at, first, context) >= CUE_FIRM ||
    (context.asked?.names.has(leaf.argument) === true && first.source.age === 0) ||
    (shape.resembles(value) &&
      !context.leaves.some((one) => one !== leaf && shapeOf(one.schema)?.matches(value) === true))
  );
}

/** A required parameter without a form takes such words: they are no mistyped value of this one. */
function isFreeElsewhere(leaf: Leaf, { leaves, wants }: Context): boolean {
  return leaves.some(
    (one, at) =>
      one !== leaf &&
      one.required &&
      one.type === 'string' &&
      one.enumValues.length === 0 &&
      one.format === null &&
      shapeOf(one.schema) === null &&
      (wants[at] === 'title' || wants[at] === 'text'),
  );
}

/** Rules that read words as they are spoken: what they read well is meant, whatever the pattern. */
const SPOKEN: ReadonlySet<string> = new Set([
  'name',
  'quoted',
  'quoted-text',
  'small-town',
  'street-address',
  'day-as-typed',
]);
const MEANT = 1.4;
