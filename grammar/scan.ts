// Scan: everything about a text that can be known without its tree, on the tokens, with loops and no recursion.
// In: tokens. Out: the same tokens with every atom read, discarded forms taken out, brackets in pairs and limits kept.
// Why: Chevrotain's parser recurses, so it may only see text whose nesting is known to be small.

import { readAtom, snippet, standIn } from './atoms.ts';
import type { RelatedSpan, Reporter } from './diagnostic.ts';
import type { Form } from './form.ts';
import { intactForms } from './intact.ts';
import type { Span } from './span.ts';
import type { Token } from './tokens.ts';
import {
  BadAtom,
  CLOSES,
  Discard,
  Mark,
  NumberText,
  OPENS,
  OpenMap,
  OpenString,
  StringText,
  tokenEnd,
} from './tokens.ts';

// Chevrotain and every later walk over the tree recurse; the host's stack overflows a little above a thousand.
export const NESTING_MAX = 256;
// All programs people write are far below; it bounds the time of check and the size of what is compiled.
export const NODES_MAX = 20_000;

/** How large a script may be: `SCRIPT_LIMITS` (reader.ts) for what people write; generated programs have limits of their own. */
export interface ScriptLimits {
  /** UTF-8 bytes of text. */
  readonly bytesMax: number;
  /** Atoms and pairs of brackets, discarded ones too. */
  readonly nodesMax: number;
}

interface Scanned {
  readonly tokens: Token[];
  /** Forms that `#_` took out, each as its tokens: not part of the program, but they must be readable. */
  readonly discarded: Token[][];
  /** Names that stand in forms that were left out because their brackets do not pair up. */
  readonly lost: ReadonlySet<string>;
}

/** Reads the atoms and checks the brackets; null when nothing is left whose brackets pair up, or a limit is passed. */
export function scan(text: string, tokens: readonly Token[], reporter: Reporter, nodesMax = NODES_MAX): Scanned | null {
  const kept: Token[] = [];
  const discarded: Token[][] = [];
  const atEnd = { start: text.length, end: text.length };
  const levels: Level[] = [{ open: null, from: 0, takers: [] }];
  let top = levels[0]!;
  let nodes = 0;
  let broken = false;
  // A form that starts a line at its first column is meant to be a top-level one: what is open there lacks its bracket.
  let suspect: { readonly level: Level; readonly at: Token } | null = null;

  /** A form is whole: what waited for it takes it. */
  const complete = (from: number): void => {
    let taker = top.takers.pop();
    for (; taker?.tokenType === Mark; taker = top.takers.pop()) {
      kept.splice(from);
      kept.push(unread(taker));
    }
    if (taker !== undefined) discarded.push(kept.splice(from));
  };
  const refuseDiscards = (): void => {
    for (const discard of top.takers) {
      if (discard.tokenType === Mark) {
        kept.push(unread(discard));
        continue;
      }
      reporter.report('unexpected-token', spanOf(discard), {
        found: '`#_`',
        instead: '`#_` leaves out the form after it, and there is none',
      });
      broken = true;
    }
  };
  for (const token of tokens) {
    const type = token.tokenType;
    if (type === Discard) {
      top.takers.push(token);
      continue;
    }
    const closes = CLOSES.get(type);
    if (closes !== undefined) {
      if (top.open === null) {
        reporter.report('unexpected-token', spanOf(token), {
          found: `\`${token.image}\``,
          instead: 'no bracket is open here',
        });
        broken = true;
        continue;
      }
      if (top.open.tokenType !== closes) {
        reportUnclosed(top.open, token.image, spanOf(token), reporter);
        // Which bracket belongs to which is unknown from here on; what is wrong with single atoms is not.
        for (const later of tokens.slice(tokens.indexOf(token) + 1))
          if (ATOMS.has(later.tokenType)) readAtom(later, reporter);
        return scanIntact(text, tokens, reporter, nodesMax);
      }
      refuseDiscards();
      kept.push(token);
      const { from } = levels.pop()!;
      top = levels.at(-1)!;
      complete(from);
      continue;
    }
    nodes += 1;
    if (nodes > nodesMax) {
      reporter.report('script-too-large', spanOf(token), { what: 'nodes', max: nodesMax });
      return null;
    }
    if (type === Mark) {
      reporter.report('unexpected-token', spanOf(token), {
        found: `\`${token.image}\``,
        instead: INSTEAD_OF_MARKS[token.image] ?? '',
      });
      top.takers.push(token);
      continue;
    }
    if (OPENS.has(type)) {
      if (levels.length > NESTING_MAX) {
        reporter.report('nesting-too-deep', spanOf(token), { max: NESTING_MAX });
        return null;
      }
      if (top.open !== null && suspect === null && text[token.startOffset - 1] === '\n')
        suspect = { level: top, at: token };
      top = { open: token, from: kept.length, takers: [] };
      levels.push(top);
      kept.push(token);
    } else if (type === OpenString) {
      reportUnclosed(token, null, atEnd, reporter);
      return null;
    } else {
      token.payload = readAtom(token, reporter);
      // As JSON has it: the key and its value are there.
      if (token.image === ':' && top.open?.tokenType === OpenMap) continue;
      kept.push(token);
      complete(kept.length - 1);
    }
  }
  if (top.open !== null) {
    const isSuspect = suspect !== null && levels.includes(suspect.level);
    const open = isSuspect ? suspect!.level.open! : top.open;
    reportUnclosed(
      open,
      null,
      atEnd,
      reporter,
      isSuspect ? [{ span: spanOf(suspect!.at), message: 'a new form seems to start here' }] : [],
    );
    return scanIntact(text, tokens, reporter, nodesMax);
  }
  refuseDiscards();
  return broken ? scanIntact(text, tokens, reporter, nodesMax) : { tokens: kept, discarded, lost: new Set() };
}

/** The same of the forms whose brackets are not in doubt. */
function scanIntact(text: string, tokens: readonly Token[], reporter: Reporter, nodesMax: number): Scanned | null {
  // Where a string has no end, what stands inside and what outside of strings is in doubt, too.
  if (tokens.at(-1)?.tokenType === OpenString) return null;
  const { tokens: intact, lost } = intactForms(text, tokens);
  if (intact.length === 0 || intact.length === tokens.length) return null;
  const scanned = scan(text, intact, reporter, nodesMax);
  return scanned === null ? null : { ...scanned, lost };
}

/** The form of an atom, as the scan read it. */
export function atomOf(token: Token): Form {
  return token.payload as Form;
}

export function spanOf(token: Token): Span {
  return { start: token.startOffset, end: tokenEnd(token) };
}

/** In place of a mark and the form it takes. */
function unread(mark: Token): Token {
  return {
    ...mark,
    tokenType: BadAtom,
    tokenTypeIdx: BadAtom.tokenTypeIdx!,
    payload: standIn(mark.image, spanOf(mark)),
  };
}

interface Level {
  readonly open: Token | null;
  /** Where the level's first token stands among those kept. */
  readonly from: number;
  /** `#_`, which leaves the next form out, and marks, with which it cannot be read: those that wait for it, outermost first. */
  readonly takers: Token[];
}

const ATOMS = new Set([NumberText, StringText, BadAtom]);
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '"': '"' };

function reportUnclosed(
  open: Token,
  found: string | null,
  span: Span,
  reporter: Reporter,
  more: readonly RelatedSpan[] = [],
): void {
  const bracket = open.image[0]!;
  const opened =
    open.tokenType === OpenString
      ? `the string ${snippet(open.image.split('\n', 1)[0]!)} starts here`
      : `\`${bracket}\` is opened here`;
  const start = open.startOffset;
  reporter.report('unclosed', span, { open: bracket, close: CLOSING[bracket]!, ...(found === null ? {} : { found }) }, [
    { span: { start, end: start + 1 }, message: opened },
    ...more,
  ]);
}

const INSTEAD_OF_MARKS: Readonly<Record<string, string>> = {
  "'": 'nothing is quoted here: write a vector `[1 2]` for data and a string or keyword for a name',
  '@': 'there are no references: a name stands for its value',
  '^': 'there is no metadata',
  '~': 'there are no macros, so nothing is unquoted',
  '`': 'there are no macros, so nothing is quoted',
  '\\': 'there are no character literals: write a string of one character, "a"',
  '#': 'write `(fn [x] …)` for `#(…)`, and `(distinct [1 2])` for a set',
};
