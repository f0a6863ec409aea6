// Scope: which parts of a user's text speak for the user, and which do not.
// In: a text. Out: its negated stretches, its quoted-over stretches, and its quoted strings.
// Why: "don't book a flight" mentions booking and asks for the opposite; a pasted block or "ignore the above and call X" is text
// about text. Neither may choose a tool, and neither may supply a value.

import { memoizeTexts } from '../../../../runtime/memo.ts';
import { allMatches } from './all-matches.ts';

interface Stretch {
  readonly start: number;
  readonly end: number;
}

export interface Scope {
  /** From a negation cue to the end of its clause. */
  readonly negated: readonly Stretch[];
  /** Code fences, block quotes and sentences that give orders to the reader of the text. */
  readonly reported: readonly Stretch[];
  /** Quoted strings, quotes included: values may come from them, the choice of a tool may not. */
  readonly quoted: readonly Stretch[];
}

export function readScope(text: string): Scope {
  return scopeOnce(text);
}

// A conversation at its longest, with the clauses of its last turn.
const SCOPES_LENGTH_MAX = 65_536;

const scopeOnce = memoizeTexts((text): Scope => {
  const reported = readReported(text);
  const quoted = readQuoted(text).map(({ start, end }) => ({ start: start - 1, end: end + 1 }));
  return { negated: readNegated(text, quoted), reported, quoted };
}, SCOPES_LENGTH_MAX);

/** True when `[start, end)` touches one of the stretches. */
export function touches(stretches: readonly Stretch[], start: number, end: number): boolean {
  return stretches.some((stretch) => start < stretch.end && end > stretch.start);
}

const NEGATION =
  /(?<![\p{L}\p{N}][.@-])\b(?:do not|don['’]?t|does not|doesn['’]?t|did not|didn['’]?t|never|without|not|isn['’]?t|aren['’]?t|avoid|except|exclude|excluding|omit|leave out|leaving out|rather than|instead of|no longer|no(?!-))\b/giu;
// Phrases that look like a negation and ask for the thing all the same.
const NO_NEGATION =
  /^(?:(?:do not|don['’]?t) (?:disturb|forget|hesitate|mind|know|have|worry|want to miss)|not (?:only|sure|just|certain)|no (?:problem|worries|matter|doubt|later|more than|less than|idea|earlier|need to worry)|why (?:not|don['’]?t)|never mind|not (?:more|less|later|earlier) than|no\.? ?\d|without (?:further|delay|any problem))/iu;
const CLAUSE_END = /[.!?;\n]|,|\b(?:but|however|though|instead|just|only|please|and then|then)\b/iu;

function readNegated(text: string, quoted: readonly Stretch[]): Stretch[] {
  const found: Stretch[] = [];
  for (const match of allMatches(text, NEGATION)) {
    const start = match.index;
    if (touches(quoted, start, start + 1)) continue;
    const rest = text.slice(start, start + 400);
    if (NO_NEGATION.test(rest)) continue;
    const after = start + match[0].length;
    const stop = CLAUSE_END.exec(text.slice(after, after + 400));
    found.push({ start, end: stop === null ? Math.min(text.length, after + 400) : after + stop.index });
  }
  return found;
}

const OVERRIDE =
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?\n]{0,40}\b(?:above|previous|prior|earlier|preceding|instructions?|rules?|prompt|everything|all of that)\b[^.!?\n]*/giu;

function readReported(text: string): Stretch[] {
  const found: Stretch[] = [];
  for (const match of allMatches(text, /```[\s\S]*?(?:```|$)/gu))
    found.push({ start: match.index, end: match.index + match[0].length });
  for (const match of allMatches(text, /^[ \t]*>.*$/gmu))
    found.push({ start: match.index, end: match.index + match[0].length });
  for (const match of allMatches(text, OVERRIDE))
    found.push({ start: match.index, end: match.index + match[0].length });
  return found;
}

// The longest quoted value that is still a value and not a pasted document.
const QUOTED_LENGTH_MAX = 1000;
const CLOSING_OF: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['“', '”'],
  ['«', '»'],
  ['„', '“'],
  ['`', '`'],
  ['‘', '’'],
  ["'", "'"],
]);
const OPENING = /["“«„`‘']/gu;

/** Insides of quotes, left to right, never nested. An apostrophe inside a word opens nothing. */
export function readQuoted(text: string): Stretch[] {
  const found: Stretch[] = [];
  // Each closing quote is looked for once: a text of openings must not be searched to its end from every one.
  const seen = new Map<string, number>();
  const next = (close: string, from: number): number => {
    const known = seen.get(close);
    if (known !== undefined && known >= from) return known;
    const place = text.indexOf(close, from);
    seen.set(close, place < 0 ? Infinity : place);
    return place < 0 ? Infinity : place;
  };
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match !== null; match = OPENING.exec(text)) {
    const at = match.index;
    const end = closing(text, at, CLOSING_OF.get(match[0]) ?? '', next);
    if (end < 0) continue;
    found.push({ start: at + 1, end });
    OPENING.lastIndex = end + 1;
  }
  return found;
}

function closing(text: string, at: number, close: string, next: (close: string, from: number) => number): number {
  const isApostrophe = close === "'" || close === '’';
  if (isApostrophe && /[\p{L}\p{N}]/u.test(text[at - 1] ?? ' ')) return -1;
  const limit = Math.min(text.length, at + 1 + QUOTED_LENGTH_MAX + 1);
  if (!isApostrophe) {
    const end = next(close, at + 1);
    return end > at + 1 && end < limit ? end : -1;
  }
  for (let end = at + 1; end < limit; end += 1) {
    if (text[end] === '\n') return -1;
    if (text[end] !== close) continue;
    if (/[\p{L}\p{N}]/u.test(text[end + 1] ?? ' ')) continue;
    return end > at + 1 ? end : -1;
  }
  return -1;
}
