// Printer: forms → the canonical text, the one text that stands for all the ways to write a script.
// In: forms as read. Out: LANGUAGE.md section 8: one space between forms, none inside brackets, one top-level form a line,
// numbers as the language prints them, RFC 8785's string escapes, map keys in code point order (as the forms have them).

import { printDecimal } from './decimal.ts';
import type { Form } from './form.ts';

/** UTF-8 bytes of the canonical text. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** The canonical text. `read(canonical(forms))` gives the same forms. */
export function canonical(forms: readonly Form[]): string {
  return print(forms, null);
}

/** Where every node stands in the canonical text, by node number. */
export function canonicalPlaces(forms: readonly Form[]): readonly ByteSpan[] {
  const places: ByteSpan[] = [];
  print(forms, places);
  return places;
}

/** One atom as the canonical text has it. */
export function printAtom(form: Exclude<Form, { kind: 'list' | 'vector' | 'map' }>): string {
  switch (form.kind) {
    case 'nil':
      return 'nil';
    case 'boolean':
      return form.value ? 'true' : 'false';
    case 'number':
      return printDecimal(form.value);
    // JSON.stringify escapes exactly what RFC 8785 escapes, for text without lone surrogates, which the reader ensures.
    case 'string':
      return JSON.stringify(form.value);
    case 'keyword':
      return `:${form.name}`;
    case 'symbol':
      return form.name;
  }
}

function print(forms: readonly Form[], places: ByteSpan[] | null): string {
  const pieces: string[] = [];
  let bytes = 0;
  const write = (piece: string): void => {
    pieces.push(piece);
    if (places !== null) bytes += Buffer.byteLength(piece);
  };
  const writeAll = (items: readonly Form[], open: string, close: string): void => {
    write(open);
    items.forEach((item, index) => {
      if (index > 0) write(' ');
      visit(item);
    });
    write(close);
  };
  const visit = (form: Form): void => {
    const start = bytes;
    if (form.kind === 'list') writeAll(form.items, '(', ')');
    else if (form.kind === 'vector') writeAll(form.items, '[', ']');
    else if (form.kind === 'map')
      writeAll(
        form.entries.flatMap(({ key, value }): Form[] => [key, value]),
        '{',
        '}',
      );
    else write(printAtom(form));
    if (places !== null) places[form.node] = { start, end: bytes };
  };
  forms.forEach((form, index) => {
    if (index > 0) write('\n');
    visit(form);
  });
  return pieces.join('');
}
