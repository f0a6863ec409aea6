// Places: spans and places of the toolchain as ranges of an editor.
// An editor counts lines and UTF-16 units; a span counts units of the whole text, a place UTF-8 bytes.

import type { Range } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { Span } from '../../grammar/span.ts';

export function rangeOf(document: TextDocument, { start, end }: Span): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

/** Spans from places, of one text. */
export function spansIn(text: string): (place: Span) => Span {
  const bytes = Buffer.from(text);
  // What is cut at a byte of a place is whole characters.
  const unitOf = (byte: number): number =>
    bytes.length === text.length ? byte : bytes.toString('utf8', 0, byte).length;
  return ({ start, end }) => ({ start: unitOf(start), end: unitOf(end) });
}
