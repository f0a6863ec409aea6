// Format: a script's text laid out for reading.
// In: text that can be read. Out: the same forms with the same comments and `#_`, lines broken at 100 columns; or the
// diagnostics of a text that cannot be read. The hash never changes, and formatted text formats to itself.
//
// The layout follows from the tree alone, never from where the lines were broken before, except for two things people
// mean: whether a comment stands behind something or on its own line, and one empty line between top-level forms.

import type { Diagnostic } from './diagnostic.ts';
import type { Piece } from './layout.ts';
import { layOut } from './layout.ts';
import { decodeScript, read, SCRIPT_LIMITS } from './reader.ts';
import type { Token } from './tokens.ts';
import {
  CloseList,
  CloseMap,
  CloseVector,
  Discard,
  OpenList,
  OpenMap,
  OpenVector,
  tokenEnd,
  tokenize,
} from './tokens.ts';

export type Formatted =
  | { readonly kind: 'formatted'; readonly text: string }
  | { readonly kind: 'unreadable'; readonly diagnostics: readonly Diagnostic[] };

/** Formats a script. Its text ends with a line end, unless it is empty. */
export function format(script: string | Uint8Array, limits = SCRIPT_LIMITS): Formatted {
  const { source, reporter } = decodeScript(script, limits);
  const { state, diagnostics } = read(source, reporter, limits);
  if (state !== 'whole') return { kind: 'unreadable', diagnostics };
  const text = layOut(piecesOf(source.text));
  // Indentation can make a text at the limit too large to be read again; such a text stays as it is.
  const isReadable = Buffer.byteLength(text) <= limits.bytesMax;
  return { kind: 'formatted', text: isReadable ? text : source.text };
}

const OPENS = new Set([OpenList, OpenVector, OpenMap]);
const CLOSES = new Set([CloseList, CloseVector, CloseMap]);

interface Level {
  readonly open: Token | null;
  readonly pieces: Piece[];
  /** For every `#_` that waits for a form, whether an empty line stands before it; outermost first. */
  readonly discards: boolean[];
  readonly blankBefore: boolean;
}

/** The text as a tree of atoms, brackets, comments and discarded forms. */
function piecesOf(text: string): Piece[] {
  const { tokens, comments } = tokenize(text);
  const levels: Level[] = [{ open: null, pieces: [], discards: [], blankBefore: false }];
  let top = levels[0]!;
  let end = 0;
  const add = (piece: Piece): void => {
    const blankBefore = top.discards.pop();
    top.pieces.push(blankBefore === undefined ? piece : { kind: 'discarded', piece, blankBefore });
  };
  let nextComment = 0;
  const addComments = (before: number): void => {
    for (; nextComment < comments.length && comments[nextComment]!.startOffset < before; nextComment += 1) {
      const comment = comments[nextComment]!;
      const gap = text.slice(end, comment.startOffset);
      top.pieces.push({
        kind: 'comment',
        text: comment.image.trimEnd(),
        isTrailing: end > 0 && !gap.includes('\n'),
        blankBefore: isBlank(gap),
      });
      end = tokenEnd(comment);
    }
  };
  for (const token of tokens) {
    addComments(token.startOffset);
    const blankBefore = isBlank(text.slice(end, token.startOffset));
    end = tokenEnd(token);
    if (token.tokenType === Discard) top.discards.push(blankBefore);
    else if (OPENS.has(token.tokenType)) {
      top = { open: token, pieces: [], discards: [], blankBefore };
      levels.push(top);
    } else if (CLOSES.has(token.tokenType)) {
      const level = levels.pop()!;
      top = levels.at(-1)!;
      add({
        kind: 'bracket',
        open: level.open!.image,
        close: token.image,
        pieces: level.pieces,
        blankBefore: level.blankBefore,
      });
    } else add({ kind: 'atom', text: token.image, blankBefore });
  }
  addComments(text.length + 1);
  return top.pieces;
}

/** Whether the text between two pieces has an empty line. */
function isBlank(gap: string): boolean {
  return /\n[ \t\r,]*\n/.test(gap);
}
