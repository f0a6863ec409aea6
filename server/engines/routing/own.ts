// Own: what a request says because the tool says it, and not as a value.
// In: a span and a tool. Out: whether the span repeats the tool's own words. Why: the "two" of a two-sample test and the
// "Population Density" of calculate_density are the tool's; taken for values they compete with what the user means.

import type { Span } from './spans/span.ts';
import type { Tool } from './tools.ts';
import { splitIdentifier, stemOf } from './words.ts';

/** "Two-sample": a number with the word behind it, as the tool's name or description has them. */
export function isOwnCount(span: Span, tool: Tool): boolean {
  const { text } = span.source;
  const [, next = ''] = /^[ -](\p{L}+)/u.exec(text.slice(span.end, span.end + 24)) ?? [];
  if (next === '') return false;
  const said = ` ${text.slice(span.start, span.end)} ${next} `.toLowerCase();
  return ` ${tool.nameWords.join(' ')} `.includes(said) || ` ${tool.descriptionWords.join(' ')} `.includes(said);
}

/** Every word of a name is one of the tool's name. */
export function isOwnName(span: Span, toolWords: ReadonlySet<string>): boolean {
  return span.kind === 'name' && splitIdentifier(span.source.text.slice(span.start, span.end)).every((word) => toolWords.has(word) || toolWords.has(stemOf(word)));
}
