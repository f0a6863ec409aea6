// Intact: what can still be looked at in a text whose brackets do not pair up.
// In: all its tokens. Out: those of the forms that stand at the top level whatever was meant elsewhere, and the names in
// the rest, any of which it may define.
// Why so careful: where a bracket is missing, or one too many, only the layout says where a form was meant to end, and an
// error that is none is worse than one that is told later. `def` and `defn` stand at the top level and nowhere else; so one
// that starts a line at its first column is believed, and nothing else is, until that form has ended.

import type { Token } from './tokens.ts';
import { CLOSES, Discard, Mark, OPENS, OpenList, SymbolText } from './tokens.ts';

interface Intact {
  readonly tokens: Token[];
  /** Names that stand in what was left out. */
  readonly lost: ReadonlySet<string>;
}

export function intactForms(text: string, tokens: readonly Token[]): Intact {
  const kept: Token[] = [];
  const lost = new Set<string>();
  let start = 0;
  for (let at = 1; at <= tokens.length; at += 1) {
    if (at < tokens.length && !startsDefinition(text, tokens, at)) continue;
    const part = tokens.slice(start, at);
    const [from, to] = intactRange(text, part);
    part.forEach((token, index) => {
      if (index >= from && index < to) kept.push(token);
      else if (token.tokenType === SymbolText) lost.add(token.image);
    });
    start = at;
  }
  return { tokens: kept, lost };
}

/** Whether nothing can be open here, or it lacks its bracket. */
function startsDefinition(text: string, tokens: readonly Token[], at: number): boolean {
  const name = tokens[at + 1]?.image;
  return tokens[at]!.tokenType === OpenList && (name === 'def' || name === 'defn') && startsLine(text, tokens, at);
}

/** `#_` and marks belong to the form behind them. */
function startsLine(text: string, tokens: readonly Token[], at: number): boolean {
  const { startOffset } = tokens[at]!;
  const before = tokens[at - 1]?.tokenType;
  return (startOffset === 0 || text[startOffset - 1] === '\n') && before !== Discard && before !== Mark;
}

/** Of tokens that start at the top level, those from the last bracket too many to the first one that lacks its other. */
function intactRange(text: string, tokens: readonly Token[]): readonly [from: number, to: number] {
  const open: Token[] = [];
  let discards = 0;
  // null behind a bracket too many: a form before it may have ended too early, and one beside it been meant to be inside.
  let from: number | null = 0;
  let to = 0;
  for (const [at, token] of tokens.entries()) {
    const type = token.tokenType;
    const opens = CLOSES.get(type);
    if (opens !== undefined && open.length === 0) {
      from = null;
      discards = 0;
      continue;
    }
    if (opens !== undefined && open.pop()!.tokenType !== opens) break;
    if (from === null && open.length === 0 && OPENS.has(type) && startsLine(text, tokens, at)) {
      from = at;
      to = at;
    }
    if (OPENS.has(type)) open.push(token);
    if (open.length > 0 || type === Mark) continue;
    if (type === Discard) discards += 1;
    else if (discards > 0) discards -= 1;
    if (discards === 0) to = at + 1;
  }
  return from === null ? [0, 0] : [from, to];
}
