// Print: a value as JSON, keys in code point order, the fewest escapes, numbers as LANGUAGE.md section 3 prints them.
// In: a value and a limit in UTF-8 bytes. Out: the text, or null when it would be longer (shared structure can make a
// small value print huge, so the limit is watched while printing).

import { printDecimal } from '../../grammar/decimal.ts';
import type { Value } from './value.ts';
import { isMap, isNumber, isVector, utf8Length } from './value.ts';

type Part = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'value'; readonly value: Value };

export function print(value: Value): string;
export function print(value: Value, bytesMax: number): string | null;
export function print(value: Value, bytesMax = Infinity): string | null {
  const pieces: string[] = [];
  let bytes = 0;
  // What is still to be printed, last first: an explicit stack, for a value may be nested deeper than the host's.
  const waiting: Part[] = [{ kind: 'value', value }];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const opened = part.kind === 'value' ? partsOf(part.value) : null;
    if (opened !== null) {
      for (let at = opened.length - 1; at >= 0; at -= 1) waiting.push(opened[at]!);
      continue;
    }
    const text = part.kind === 'text' ? part.text : printScalar(part.value);
    bytes += utf8Length(text);
    if (bytes > bytesMax) return null;
    pieces.push(text);
  }
  return pieces.join('');
}

/** What a collection prints, in order; null for a scalar. */
function partsOf(value: Value): Part[] | null {
  if (isVector(value)) {
    const parts: Part[] = [text('[')];
    value.forEach((item, at) => {
      if (at > 0) parts.push(text(','));
      parts.push({ kind: 'value', value: item });
    });
    parts.push(text(']'));
    return parts;
  }
  if (isMap(value)) {
    const parts: Part[] = [text('{')];
    for (const [key, member] of value) {
      parts.push(text(`${parts.length > 1 ? ',' : ''}${JSON.stringify(key)}:`), { kind: 'value', value: member });
    }
    parts.push(text('}'));
    return parts;
  }
  return null;
}

function text(piece: string): Part {
  return { kind: 'text', text: piece };
}

/** JSON.stringify escapes exactly `"`, `\` and control characters in a string without lone surrogates, as RFC 8785 does. */
function printScalar(value: Value): string {
  return isNumber(value) ? printDecimal(value) : JSON.stringify(value);
}

/** The text `str` makes: a string as it is, nil as nothing, everything else as JSON. */
export function textOf(value: Value): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : print(value);
}
