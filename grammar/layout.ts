// Layout: where lines are broken and how far they are indented.
// In: a script as a tree of pieces. Out: text. A bracket that fits its line stays on it; else its parts go below each
// other, the way Clojure is usually written. The widths of all pieces are measured once, so the work is linear.

import { codePointCount } from './span.ts';

/** What a text is made of, comments included. `blankBefore`: an empty line stands before it. */
export type Piece =
  | { readonly kind: 'atom'; readonly text: string; readonly blankBefore: boolean }
  | {
      readonly kind: 'bracket';
      readonly open: string;
      readonly close: string;
      readonly pieces: readonly Piece[];
      readonly blankBefore: boolean;
    }
  /** `isTrailing`: it stands behind something, on the same line. */
  | { readonly kind: 'comment'; readonly text: string; readonly isTrailing: boolean; readonly blankBefore: boolean }
  | { readonly kind: 'discarded'; readonly piece: Piece; readonly blankBefore: boolean };

type Bracket = Piece & { readonly kind: 'bracket' };

/** The column no line should pass; only what cannot be broken does. */
export const WIDTH_MAX = 100;
// Arguments are aligned under the first one only when that is not further right: deep calls would walk off the page.
const ALIGN_MAX = 24;

export function layOut(pieces: readonly Piece[]): string {
  const writer = new Writer();
  pieces.forEach((piece, index) => {
    if (index > 0) {
      if (piece.kind === 'comment' && piece.isTrailing) writer.write(' ');
      else writer.write(piece.blankBefore ? '\n\n' : '\n');
    }
    writer.piece(piece, 0);
  });
  return pieces.length === 0 ? '' : `${writer.text()}\n`;
}

/** How the parts of a bracket stand when they do not fit one line. */
interface Style {
  /** Forms after the first that stay on its line; null: those after the first one are aligned under it. */
  readonly lead: number | null;
  /** Whether what follows is written two forms a line. */
  readonly inPairs: boolean;
}

const BODY: Readonly<Record<string, Style>> = {
  ...styles(
    [
      'do',
      'fn',
      'loop',
      'let',
      'if',
      'if-not',
      'when',
      'when-not',
      'if-let',
      'when-let',
      'if-some',
      'when-some',
      'def',
    ],
    1,
    false,
  ),
  ...styles(['defn'], 2, false),
  ...styles(['cond'], 0, true),
  ...styles(['case', 'cond->'], 1, true),
};
const CALL: Style = { lead: null, inPairs: false };

function styleOf(head: string, { pieces }: Bracket): Style {
  // A docstring has a line of its own.
  const isDocumented = head === 'defn' && pieces[2]?.kind === 'atom' && pieces[2].text.startsWith('"');
  return isDocumented ? BODY['def']! : Object.hasOwn(BODY, head) ? BODY[head]! : CALL;
}

// Their arguments read as a list, so each has its line.
const ONE_EACH = new Set(['->', '->>', 'some->', 'and', 'or']);
// `(reduce + 0 …)`: that many short things before the first bracket stay beside the head.
const LEADING_MAX = 4;

function leadingAtoms(pieces: readonly Piece[]): number {
  const end = pieces.findIndex(({ kind }) => kind !== 'atom');
  return end === -1 || end > LEADING_MAX ? 0 : end;
}

const BINDERS = new Set(['let', 'loop', 'if-let', 'when-let', 'if-some', 'when-some']);

function styles(names: readonly string[], lead: number, inPairs: boolean): Record<string, Style> {
  return Object.fromEntries(names.map((name) => [name, { lead, inPairs }]));
}

class Writer {
  readonly #out: string[] = [];
  readonly #widths = new Map<Piece, number>();
  #column = 0;

  text(): string {
    return this.#out.join('');
  }

  write(text: string): void {
    this.#out.push(text);
    const line = text.lastIndexOf('\n');
    this.#column = line === -1 ? this.#column + codePointCount(text) : codePointCount(text.slice(line + 1));
  }

  /** `closers` brackets follow on the same line. */
  piece(piece: Piece, closers: number, isBindings = false): void {
    switch (piece.kind) {
      case 'atom':
      case 'comment':
        this.write(piece.text);
        return;
      case 'discarded':
        this.write('#_');
        this.piece(piece.piece, closers);
        return;
      case 'bracket':
        if (this.#column + this.#width(piece) + closers <= WIDTH_MAX) this.#flat(piece);
        else this.#broken(piece, closers, isBindings);
    }
  }

  #flat(piece: Piece): void {
    if (piece.kind === 'discarded') {
      this.write('#_');
      this.#flat(piece.piece);
    } else if (piece.kind === 'bracket') {
      this.write(piece.open);
      piece.pieces.forEach((part, index) => {
        if (index > 0) this.write(' ');
        this.#flat(part);
      });
      this.write(piece.close);
    } else this.write(piece.text);
  }

  #broken(bracket: Bracket, closers: number, isBindings: boolean): void {
    const start = this.#column;
    const { pieces } = bracket;
    const head = bracket.open === '(' && pieces[0]?.kind === 'atom' ? pieces[0].text : null;
    const style = head === null ? null : styleOf(head, bracket);
    const isPairs = bracket.open === '{' || isBindings;
    const isFill = bracket.open === '[' && !isBindings && pieces.every(({ kind }) => kind === 'atom');
    let indent = start + (style === null || style.lead === null ? 1 : 2);
    const leading = head === null || ONE_EACH.has(head) ? 0 : leadingAtoms(pieces);
    let forms = 0;
    let before: Piece['kind'] | null = null;
    this.write(bracket.open);
    pieces.forEach((piece, index) => {
      const isForm = piece.kind === 'atom' || piece.kind === 'bracket';
      const isLast = index === pieces.length - 1;
      const isTrailing = piece.kind === 'comment' && piece.isTrailing;
      if (before !== null) {
        let stays: boolean;
        // A comment ends its line; what is discarded stands alone, so that pairs stay recognisable.
        if (before === 'comment') stays = false;
        else if (!isForm) stays = isTrailing;
        else if (before === 'discarded') stays = false;
        else if (style === null)
          stays = isPairs
            ? forms % 2 === 1
            : isFill && this.#column + 1 + this.#width(piece) + (isLast ? closers + 1 : 0) <= WIDTH_MAX;
        else if (style.lead === null)
          stays =
            forms === 1
              ? this.#column + 1 - start <= ALIGN_MAX
              : forms < leading && this.#column + 1 + this.#width(piece) <= WIDTH_MAX;
        else stays = forms <= style.lead || (style.inPairs && (forms - style.lead) % 2 === 0);
        this.write(stays ? ' ' : `\n${' '.repeat(indent)}`);
        if (isForm && style !== null && style.lead === null && forms === 1 && stays) indent = this.#column;
      }
      this.piece(piece, isLast ? closers + 1 : 0, forms === 1 && head !== null && BINDERS.has(head));
      before = piece.kind;
      if (isForm) forms += 1;
    });
    if (pieces.at(-1)?.kind === 'comment') this.write(`\n${' '.repeat(indent)}`);
    this.write(bracket.close);
  }

  /** Columns of a piece on one line; Infinity when a comment in it ends the line. */
  #width(piece: Piece): number {
    let width = this.#widths.get(piece);
    if (width !== undefined) return width;
    if (piece.kind === 'atom') width = codePointCount(piece.text);
    else if (piece.kind === 'comment') width = Infinity;
    else if (piece.kind === 'discarded') width = 2 + this.#width(piece.piece);
    else
      width = 2 + piece.pieces.reduce((sum, part) => sum + this.#width(part), 0) + Math.max(0, piece.pieces.length - 1);
    this.#widths.set(piece, width);
    return width;
  }
}
