// Form spans: where the nodes of a canonical text stand. In: the text in UTF-8. Out: a span for each node, by its number:
// nodes are the forms of the text, numbered as they begin. It reads canonical texts and no others, so that whoever only
// runs artifacts need not load the reader.

interface FormSpan {
  readonly start: number;
  readonly end: number;
}

const OPENING = codes('([{');
const CLOSING = codes(')]}');
const BLANK = codes(' \n');
const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);

/** Throws when brackets do not pair up. */
export function formSpans(text: Uint8Array): FormSpan[] {
  const spans: { start: number; end: number }[] = [];
  const open: { start: number; end: number }[] = [];
  for (let at = 0; at < text.length; ) {
    const byte = text[at]!;
    if (BLANK.has(byte)) at += 1;
    else if (CLOSING.has(byte)) {
      at += 1;
      const form = open.pop();
      if (form === undefined) throw new Error('a bracket closes that none opened');
      form.end = at;
    } else {
      const form = { start: at, end: at };
      spans.push(form);
      if (OPENING.has(byte)) {
        open.push(form);
        at += 1;
      } else at = form.end = byte === QUOTE ? stringEnd(text, at) : atomEnd(text, at);
    }
  }
  if (open.length > 0) throw new Error('a bracket is not closed');
  return spans;
}

function stringEnd(text: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1;
  return at + 1;
}

function atomEnd(text: Uint8Array, start: number): number {
  let at = start;
  while (at < text.length && !BLANK.has(text[at]!) && !CLOSING.has(text[at]!)) at += 1;
  return at;
}

function codes(characters: string): ReadonlySet<number> {
  return new Set([...characters].map((character) => character.charCodeAt(0)));
}
