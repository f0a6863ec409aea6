// Tokens: a script's text cut into pieces by Chevrotain's lexer.
// In: text. Out: tokens with UTF-16 offsets, comments apart. Every text is cut without error: what has no meaning becomes
// a Mark or a BadAtom, and the scan says so. Lists, maps and their nesting are the reader's concern.

import type { IToken, LexerType, TokenType } from './chevrotain.ts';
import { createToken, Lexer } from './chevrotain.ts';
import { SYMBOL_CHARACTERS } from './form.ts';

export type Token = IToken;

// What ends an atom: white space (exactly these four, and the comma), `;`, brackets and the quote.
const DELIMITER = String.raw` \t\r\n,;()[\]{}"`;
const END = `(?=[${DELIMITER}]|$)`;

const pattern = (source: string): RegExp => new RegExp(source);
const token = (name: string, source: RegExp, more: object = {}): TokenType =>
  createToken({ name, pattern: source, line_breaks: false, ...more });

const Blank = token('Blank', /[ \t\r\n,]+/, { group: Lexer.SKIPPED });
const Comment = token('Comment', /;[^\n]*/, { group: 'comments' });
export const Discard = token('Discard', /#_/);
export const OpenList = token('OpenList', /\(/);
export const CloseList = token('CloseList', /\)/);
export const OpenVector = token('OpenVector', /\[/);
export const CloseVector = token('CloseVector', /\]/);
export const OpenMap = token('OpenMap', /\{/);
export const CloseMap = token('CloseMap', /\}/);
/** May hold raw control characters, which the scan reports. */
export const StringText = token('StringText', /"[^"\\]*(?:\\[^][^"\\]*)*"/);
export const OpenString = token('OpenString', /"[^]*/);
export const NumberText = token('NumberText', pattern(`[+\\-.]?[0-9][^${DELIMITER}]*`));
export const Keyword = token('Keyword', pattern(`:[${SYMBOL_CHARACTERS}]+${END}`));
export const SymbolText = token('SymbolText', pattern(`[${SYMBOL_CHARACTERS}]+${END}`));
/** Reader macros of other Lisps. */
export const Mark = token('Mark', /['@^~\\`]|#(?=[({])/);
export const BadAtom = token('BadAtom', pattern(`[^${DELIMITER}]+`));

/** In the order they are tried. */
export const TOKENS: TokenType[] = [
  Blank,
  Comment,
  Discard,
  OpenList,
  CloseList,
  OpenVector,
  CloseVector,
  OpenMap,
  CloseMap,
  StringText,
  OpenString,
  NumberText,
  Keyword,
  SymbolText,
  Mark,
  BadAtom,
];

export const OPENS: ReadonlySet<TokenType> = new Set([OpenList, OpenVector, OpenMap]);
/** What each closing bracket closes. */
export const CLOSES: ReadonlyMap<TokenType, TokenType> = new Map([
  [CloseList, OpenList],
  [CloseVector, OpenVector],
  [CloseMap, OpenMap],
]);

let lexer: LexerType | null = null;

/** `comments` stand apart from `tokens`; both are in text order. */
export function tokenize(text: string): { readonly tokens: Token[]; readonly comments: Token[] } {
  // Made when first needed: building it costs more than most scripts.
  lexer ??= new Lexer(TOKENS, { positionTracking: 'onlyOffset', ensureOptimizations: false, skipValidations: true });
  const { tokens, groups, errors } = lexer.tokenize(text);
  if (errors.length > 0) throw new Error(`the lexer left text uncut at ${errors[0]!.offset}`);
  return { tokens, comments: groups['comments'] ?? [] };
}

/** Where a token ends; Chevrotain counts to the last unit, we to the one after. */
export function tokenEnd(piece: Token): number {
  return piece.startOffset + piece.image.length;
}
