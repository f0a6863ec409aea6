// Pattern: regular expressions from strangers, matched in time that grows with the text and never with the choices in the pattern.
// In: a pattern and a text. Out: whether it matches, or that it cannot be checked. Why: the engine of JavaScript backtracks, and a
// pattern of eight characters can keep it busy for hours. What a linear engine cannot do (lookaround, back-references) is unchecked.

import { RE2JS } from 're2js';
import { Recent } from '../../runtime/recent.ts';

/** Longer patterns are refused before anything is read of them. */
export const PATTERN_LENGTH_MAX = 1000;
/** Counted repetitions unfold into copies: `(a{30}){30}` is nine hundred. More than this are refused before they are compiled. */
export const PATTERN_SIZE_MAX = 2000;

// Compiled once, for as long as they are used; weighed by size, which is about fifty bytes each.
const COMPILED_SIZE_MAX = 400_000;

const COMPILED = new Recent<RE2JS | null>(COMPILED_SIZE_MAX);

/** A pattern that may be matched, and what it costs in steps. The cost is the same whether it was compiled before or not. */
interface Pattern {
  /** For compiling it. */
  readonly steps: number;
  /** For looking at a text of this length. */
  stepsFor(length: number): number;
  matches(text: string): boolean;
}

/** null: it cannot be checked. */
export function readPattern(pattern: string): Pattern | null {
  if (pattern.length > PATTERN_LENGTH_MAX) return null;
  const size = sizeOf(pattern);
  if (size > PATTERN_SIZE_MAX) return null;
  const compiled = compileOnce(pattern, size);
  if (compiled === null) return null;
  const instructions = compiled.programSize();
  return {
    steps: 200 + 2 * size,
    stepsFor: (length) => Math.ceil(length * (3 + instructions / 25)),
    matches: (text) => compiled.matcher(text).find(),
  };
}

function compileOnce(pattern: string, size: number): RE2JS | null {
  const known = COMPILED.get(pattern);
  if (known !== undefined) return known;
  let compiled: RE2JS | null;
  try {
    compiled = RE2JS.compile(RE2JS.translateRegExp(withoutLargeCounts(pattern)));
  } catch {
    compiled = null;
  }
  COMPILED.set(pattern, compiled, size + 1);
  return compiled;
}

/** The engine counts to so many in one repetition; a class or a character may be counted on in a second one. */
const COUNT_MAX = 1000;

/** `[a-z]{5,1200}` as `[a-z]{5,1000}[a-z]{0,200}`, which matches the same texts; behind a group it stays as it is. */
function withoutLargeCounts(pattern: string): string {
  if (!/\d{4}\}/u.test(pattern)) return pattern;
  let written = '';
  for (let at = 0; at < pattern.length; ) {
    const end = endOfAtom(pattern, at) + 1;
    const atom = pattern.slice(at, end);
    const repeat = /[()|^$]/u.test(atom.slice(0, 1)) ? null : REPEAT.exec(pattern.slice(end, end + REPEAT_LENGTH_MAX));
    const [whole = '', low = '', high = ''] = repeat ?? [];
    const rest = Number(high) - COUNT_MAX;
    const isLarge = rest > 0 && rest <= COUNT_MAX && Number(low) <= COUNT_MAX;
    // A reluctant or possessive count is another pattern.
    written +=
      isLarge && !/[?+]/u.test(pattern[end + whole.length] ?? '')
        ? `${atom}{${low},${COUNT_MAX}}${atom}{0,${rest}}`
        : atom + whole;
    at = end + whole.length;
  }
  return written;
}

/** Characters, classes and escapes once their repetitions are unfolded; at least what the compiled program has of them. */
function sizeOf(pattern: string): number {
  const groups: number[] = [];
  let sum = 0;
  let atom = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const rest = pattern.slice(at, at + REPEAT_LENGTH_MAX);
    const repeat = pattern[at] === '{' ? REPEAT.exec(rest) : null;
    if (repeat !== null) {
      const [whole, low = '0', high] = repeat;
      sum += atom * (Math.max(Number(low), Number(high ?? '0')) - 1);
      at += whole.length - 1;
    } else if (pattern[at] === '(') {
      groups.push(sum);
      sum = 0;
    } else if (pattern[at] === ')') {
      atom = sum;
      sum += groups.pop() ?? 0;
    } else {
      at = endOfAtom(pattern, at);
      atom = 1;
      sum += 1;
    }
  }
  return groups.reduce((total, one) => total + one, sum);
}

const REPEAT = /^\{(\d{1,6})(?:,(\d{0,6}))?\}/u;
// Two counts of six digits, a comma and their braces, and not the rest of a pattern at each of its braces.
const REPEAT_LENGTH_MAX = 16;

/** Where the character, escape or class that starts here ends. */
function endOfAtom(pattern: string, start: number): number {
  if (pattern[start] === '\\') return start + 1;
  if (pattern[start] !== '[') return start;
  let at = start + 1;
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
  return at;
}
