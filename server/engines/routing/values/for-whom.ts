// For whom: a name behind a parameter's own noun that is of another parameter.
// In: a leaf, a span and the context. Out: whether the span is who gets the thing. Why: "order glaze for Edda" names no glaze.

import { stemOf } from '../text/words.ts';
import type { Leaf } from '../tools/tools.ts';
import type { Context } from './context.ts';
import type { Span } from './spans/span.ts';

/** "Order medication for Simba": behind the parameter's own noun stands who gets it, where another parameter takes a name. */
export function isForWhom(leaf: Leaf, span: Span, { tool, leaves }: Context): boolean {
  if (!tool.acting || span.kind !== 'name') return false;
  const noun = /(\p{L}+) for (?:the |my |our )?$/iu.exec(
    span.source.text.slice(Math.max(0, span.start - FOR_REACH), span.start),
  );
  return (
    noun !== null &&
    leaf.nameStems.includes(stemOf((noun[1] as string).toLowerCase())) &&
    leaves.some((other) => other !== leaf && other.required && isFreeText(other))
  );
}

const FOR_REACH = 40;

const isFreeText = ({ type, enumValues, format, schema }: Leaf): boolean =>
  type === 'string' && enumValues.length === 0 && format === null && !schema.has('pattern');
