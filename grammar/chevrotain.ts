// Chevrotain: the one door to the library that cuts and parses scripts. Out: the three of its names that are used.
// Why a door: the package exports its source, 53 files that take Node 40 ms to find and load; beside them lies the same
// release in one file, which takes 6. `check` is to answer while the person who typed it still looks.

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const BUNDLE = fileURLToPath(new URL('../chevrotain.min.mjs', import.meta.resolve('chevrotain')));

export const { createToken, EmbeddedActionsParser, Lexer } = createRequire(import.meta.url)(
  BUNDLE,
) as typeof import('chevrotain');

/** Their types, for those who use them. */
export type { IToken, Lexer as LexerType, ParserMethod, TokenType } from 'chevrotain';
