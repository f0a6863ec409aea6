// For whom: a name behind a parameter's own noun that is of another parameter.
// In: a leaf, a span and the context. Out: whether the span is who gets the thing. Why: "order glaze for Edda" names no glaze.

import { stemOf } from '../text/words.ts';
import type { Leaf } from '../tools/tools.ts';
import type { Context } from './context.ts';
import type { Beside } from './matches.ts';
import { matchBefore } from './matches.ts';
import { isFree } from './rules/announced.ts';
import type { Span } from './spans/span.ts';

/** "Order medication for Simba": behind the parameter's own noun stands who gets it, where another parameter takes a name. */
export function isForWhom(leaf: Leaf, span: Span, { tool, leaves }: Context): boolean {
  const noun = tool.acting && span.kind === 'name' ? matchBefore(span, NOUN_FOR)?.[1] : undefined;
  return (
    noun !== undefined &&
    leaf.nameStems.includes(stemOf(noun.toLowerCase())) &&
    leaves.some((other) => other !== leaf && other.required && isFree(other))
  );
}

const NOUN_FOR: Beside = { pattern: /(\p{L}+) for (?:the |my |our )?$/iu, reach: 40 };
