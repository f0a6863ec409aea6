// Extents: where free words end because another parameter's value begins.
// In: a source, a place in it, a leaf and the context. Out: whether what stands there belongs to another parameter. Why: "called plum jam
// in recipes" names a thing and its place; only the other parameters say which words are the place's.

import { readWords, splitIdentifier, stemOf } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Context } from '../context.ts';
import type { Source, Span } from '../spans/span.ts';

const TYPED = new Set(['email', 'url', 'path', 'id', 'date', 'time', 'number', 'quoted']);
/** Free words without a mark of their own go no farther. */
export const CLAUSE_LENGTH_MAX = 200;

/** At `from` stands, behind an article, what another parameter takes: a value it lists, a value with a form, or its own name. */
export function beginsOther(source: Source, from: number, leaf: Leaf, context: Context): boolean {
  const lead = /^\s*(?:(?:the|my|our|a|an)\s+)*/iu.exec(source.text.slice(from, from + 24))?.[0].length ?? 0;
  const at = from + lead;
  const rest = source.text.slice(at, at + CLAUSE_LENGTH_MAX).toLowerCase();
  const [word] = readWords(rest);
  if (word === undefined || word.start > 0) return context.spans.some((span) => isAt(span, source, at));
  const others = context.leaves.filter((one) => one !== leaf);
  return (
    context.spans.some((span) => isAt(span, source, at)) ||
    others.some(
      ({ nameStems, enumValues }) =>
        nameStems.some((stem) => stem === stemOf(word.surface) && stem !== 'name' && stem !== 'id') ||
        enumValues.some((value) => typeof value === 'string' && opens(rest, value)),
    )
  );
}

function isAt(span: Span, source: Source, at: number): boolean {
  return span.source === source && span.start === at && TYPED.has(span.kind);
}

function opens(rest: string, value: string): boolean {
  const said = splitIdentifier(value).join(' ');
  return said !== '' && rest.startsWith(said) && !/^[\p{L}\p{N}]/u.test(rest.slice(said.length));
}
