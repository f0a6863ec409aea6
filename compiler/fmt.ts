// Fmt: `(fmt "Order {order.id}: {total:2} EUR")`, a text with values in it.
// In: a string literal with a name in each pair of braces. Out: the `str` of its pieces, so that no engine knows it. Names are
// resolved as if they stood outside of the string, each where it is written.

import { decimal } from '../grammar/decimal.ts';
import { type Form, isName, type ListForm } from '../grammar/form.ts';
import type { Analyzer } from './analyze.ts';
import { type Context, nothing } from './context.ts';
import type { Core } from './core.ts';
import { SPECIALS } from './specials.ts';

/** A brace that is doubled, what stands in a pair of them, or one that stands alone. */
const BRACES = /\{\{|\}\}|\{([^{}]*)\}|[{}]/g;
/** A name, keys of maps behind points, and how many decimals. */
const PLACE = /^([^.:{}\s]+)((?:\.[^.:{}\s]+)*)(?::(\d{1,2}))?$/;

export function analyzeFmt(analyzer: Analyzer, form: ListForm, args: readonly Form[], context: Context): Core {
  const [template] = args;
  if (template?.kind !== 'string') {
    analyzer.lenient(args, context);
    return analyzer.misshaped(form, 'fmt', 'a string literal', 'another form', SPECIALS.fmt.signature);
  }
  const errorsBefore = analyzer.reporter.errorCount;
  const pieces = piecesOf(analyzer, template, context);
  if (analyzer.reporter.errorCount > errorsBefore) return nothing(form);
  return { kind: 'builtin', node: form.node, name: 'str', args: pieces, order: null };
}

function piecesOf(analyzer: Analyzer, template: Form & { readonly kind: 'string' }, context: Context): Core[] {
  const { node, span, value } = template;
  // Where a brace is written with an escape, nobody could say where a name stands.
  const written = [...analyzer.reporter.source.slice(span).matchAll(BRACES)];
  const read = [...value.matchAll(BRACES)];
  const asWritten = [...(template.written ?? value).matchAll(BRACES)];
  const refuse = (why: string, instead: string): void =>
    analyzer.reporter.report('bad-template', span, { why, instead });
  if (written.map(([brace]) => brace).join(' ') !== asWritten.map(([brace]) => brace).join(' ')) {
    refuse('what stands in braces is written with escapes', 'write braces and names as they are');
    return [];
  }
  const pieces: Core[] = [];
  let text = '';
  let from = 0;
  const flush = (): void => {
    if (text !== '') pieces.push({ kind: 'literal', node, value: { kind: 'string', value: text } });
    text = '';
  };
  for (const [at, match] of read.entries()) {
    text += value.slice(from, match.index);
    from = match.index + match[0].length;
    if (match[0] === '{{' || match[0] === '}}') text += match[0][0];
    else if (match[1] === undefined) refuse(`\`${match[0]}\` stands alone`, 'write `{{` or `}}` for a brace');
    else {
      flush();
      const start = span.start + written[at]!.index + 1;
      const place = placeOf(analyzer, match[1], start, node, context);
      if (place !== null) pieces.push(place);
      else
        refuse(
          `\`${match[0]}\` holds no name`,
          'write a name, with keys and decimals as in `{order.total:2}`; `{{` for a brace',
        );
    }
  }
  text += value.slice(from);
  flush();
  return pieces;
}

/** The value of what stands in braces; null where it is not written as such. */
function placeOf(analyzer: Analyzer, written: string, start: number, node: number, context: Context): Core | null {
  const [, name, keys, places] = PLACE.exec(written) ?? [];
  if (name === undefined || !isName(name)) return null;
  const head = { kind: 'symbol', name, node, span: { start, end: start + name.length } } as const;
  let value = analyzer.arguments([head], context)[0]!;
  for (const key of keys!.split('.').slice(1)) value = { kind: 'field', node, key, target: value, otherwise: null };
  if (places === undefined) return value;
  const decimals: Core = { kind: 'literal', node, value: { kind: 'number', value: decimal(BigInt(places)) } };
  return { kind: 'builtin', node, name: 'fixed', args: [value, decimals], order: null };
}

/** The names that a template would read. */
export function namesInTemplate(value: string): string[] {
  return [...value.matchAll(BRACES)].flatMap(([, place = '']) => PLACE.exec(place)?.[1] ?? []);
}

/** The template with other names: `nameAt` tells the one for a place in what is written, quotes and all, or null. */
export function renameInTemplate(value: string, written: string, nameAt: (at: number) => string | null): string {
  const places = [...written.matchAll(BRACES)];
  let at = -1;
  return value.replaceAll(BRACES, (brace: string, place?: string) => {
    at += 1;
    const name = place === undefined ? undefined : PLACE.exec(place)?.[1];
    const start = places[at]?.index;
    if (name === undefined || start === undefined) return brace;
    const other = nameAt(start + 1);
    return other === null ? brace : `{${other}${place!.slice(name.length)}}`;
  });
}
