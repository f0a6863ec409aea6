// Chevrotain in a browser: what grammar/chevrotain.ts is in Node. The build puts it in that one's place.

export type { IToken, Lexer as LexerType, ParserMethod, TokenType } from 'chevrotain';
export { createToken, EmbeddedActionsParser, Lexer } from 'chevrotain';
