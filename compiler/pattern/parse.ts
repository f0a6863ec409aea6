// Parse: the text of a pattern → its tree.
// In: the value of a string literal. Out: a Pattern, or what is wrong with it and where in the value.
//
// What other languages give different meanings is refused with a hint rather than guessed at: `{` and `[` that stand for
// themselves are escaped, repeats do not follow each other, unknown escapes are errors.

import { compareCodePoints } from '../../grammar/form.ts';
import { propertyRanges, suggestProperty } from './properties.ts';
import type { Range, Ranges } from './ranges.ts';
import { complement, DIGITS, EVERYTHING, foldRanges, NOT_LINE_FEED, SPACES, unite, WORDS } from './ranges.ts';
import { FLAGS, MIXED_GROUPS, REFUSED_FLAGS, REFUSED_PROPERTY, refusedEscape, refusedGroup } from './refused.ts';
import type { Pattern, PatternNode, PatternTest } from './tree.ts';
import { countNodes, repeat, withGroups } from './tree.ts';

/** Nodes of a pattern with repeats written out. It bounds the work for one byte of text, and is what is priced. */
export const PATTERN_NODES_MAX = 1_000;

/** Characters and ranges written in all classes together. A class is one node, however much it holds; the tables of its characters are not. */
export const PATTERN_RANGES_MAX = 1_000;

/** `start` and `end` are UTF-16 offsets into the pattern. */
interface PatternProblem {
  readonly start: number;
  readonly end: number;
  readonly why: string;
  readonly instead: string | null;
}

type ParsedPattern =
  | { readonly kind: 'pattern'; readonly pattern: Pattern }
  | { readonly kind: 'problem'; readonly problem: PatternProblem };

export function parsePattern(text: string): ParsedPattern {
  try {
    return { kind: 'pattern', pattern: new Parser(text).pattern() };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { kind: 'problem', problem: error.problem };
  }
}

/** Ends the parse; caught above and nowhere else. */
class Refusal {
  readonly problem: PatternProblem;

  constructor(problem: PatternProblem) {
    this.problem = problem;
  }
}

/** `(?i)`, `(?s)`, `(?m)`, or several in one, at the start. */
const NAMED = /^\(\?<([A-Za-z][A-Za-z0-9_-]*)>/;
const CLASSES: Readonly<Record<string, Ranges>> = {
  d: DIGITS,
  w: WORDS,
  s: SPACES,
  D: complement(DIGITS),
  W: complement(WORDS),
  S: complement(SPACES),
};
const CONTROLS: Readonly<Record<string, number>> = { t: 0x09, n: 0x0a, v: 0x0b, f: 0x0c, r: 0x0d };
const TESTS: Readonly<Record<string, PatternTest>> = {
  '^': 'start',
  $: 'end',
  '\\b': 'boundary',
  '\\B': 'no-boundary',
};
/** Of a pattern with `(?m)`. */
const LINE_TESTS: Readonly<Record<string, PatternTest>> = { '^': 'line-start', $: 'line-end' };
const PUNCTUATION = /^[!-/:-@[-`{-~]$/;
const TOO_MANY = `it has more than ${PATTERN_NODES_MAX} nodes with repeats written out`;

class Parser {
  readonly #text: string;
  /** Each at most once: `i` for letters of either case, `s` for a `.` that takes line feeds, `m` for `^` and `$` at lines. */
  readonly #flags: string;
  #at = 0;
  #groups = 0;
  /** Of the groups, as they are written; null for one without. */
  readonly #names: (string | null)[] = [];
  #propertyRanges = 0;
  /** Nodes met so far, repeats not written out: bounds the recursion and the work before the exact count. */
  #met = 0;
  #ranges = 0;

  constructor(text: string) {
    this.#text = text;
    const [written = '', flags = ''] = FLAGS.exec(text) ?? [];
    const isKnown = /^[ims]*$/.test(flags) && new Set(flags).size === flags.length;
    if (!isKnown) this.#refuse(0, ...REFUSED_FLAGS, written.length);
    this.#flags = flags;
    this.#at = written.length;
  }

  pattern(): Pattern {
    const root = this.#choice();
    if (this.#at < this.#text.length) this.#refuse(this.#at, '`)` closes nothing', 'write `\\\\)` for the character');
    const nodeCount = countNodes(root);
    if (nodeCount > PATTERN_NODES_MAX) this.#refuse(0, TOO_MANY, 'match in several steps', this.#text.length);
    const names = this.#names.filter((name) => name !== null);
    if (names.length > 0 && names.length < this.#groups) this.#refuse(0, ...MIXED_GROUPS, this.#text.length);
    const groups = { groupCount: this.#groups, nodeCount, propertyRanges: this.#propertyRanges };
    if (names.length === 0) return { root, groupNames: null, ...groups };
    const groupNames = names.toSorted(compareCodePoints);
    return { root: withGroups(root, (index) => groupNames.indexOf(names[index]!)), groupNames, ...groups };
  }

  /** Alternatives up to the end or the `)` of the group. */
  #choice(): PatternNode {
    const items = [this.#sequence()];
    while (this.#peek() === '|') {
      this.#at += 1;
      this.#meet();
      items.push(this.#sequence());
    }
    return items.length === 1 ? items[0]! : { kind: 'choice', items };
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = [];
    for (let next = this.#peek(); next !== '' && next !== '|' && next !== ')'; next = this.#peek())
      items.push(this.#repeated());
    return items.length === 1 ? items[0]! : { kind: 'sequence', items };
  }

  #repeated(): PatternNode {
    const start = this.#at;
    const body = this.#atom();
    const repeatAt = this.#at;
    const times = this.#times();
    if (times === null) return body;
    if (body.kind === 'test')
      this.#refuse(
        start,
        `\`${this.#text.slice(start, this.#at)}\` repeats a test, which takes no text`,
        'leave the repeat out',
      );
    const greedy = this.#peek() !== '?';
    if (!greedy) this.#at += 1;
    const again = this.#at;
    if (this.#peek() !== '' && '*+?{'.includes(this.#peek())) {
      const twice = this.#peek() === '+' ? 'there are no possessive repeats' : 'put the first into a group: `(?:…)`';
      this.#refuse(repeatAt, 'two repeats follow each other', twice, again + 1);
    }
    return repeat(body, times.min, times.max, greedy);
  }

  /** `*`, `+`, `?` or counts in braces, if one stands here. */
  #times(): { readonly min: number; readonly max: number | null } | null {
    switch (this.#peek()) {
      case '*':
        return this.#plainTimes(0, null);
      case '+':
        return this.#plainTimes(1, null);
      case '?':
        return this.#plainTimes(0, 1);
      case '{':
        return this.#counts();
      default:
        return null;
    }
  }

  #plainTimes(min: number, max: number | null): { readonly min: number; readonly max: number | null } {
    this.#at += 1;
    this.#meet();
    return { min, max };
  }

  #counts(): { readonly min: number; readonly max: number | null } {
    const start = this.#at;
    const match = /^\{(\d+)(,(\d*))?\}/.exec(this.#text.slice(start, start + COUNTS_LENGTH_MAX));
    if (match === null)
      return this.#refuse(
        start,
        '`{` starts no counts such as `{2}`, `{2,}` or `{2,5}`',
        'write `\\\\{` for the character',
      );
    this.#at += match[0].length;
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : match[3] === '' ? null : Number(match[3]);
    if (max !== null && max < min) this.#refuse(start, `\`${match[0]}\` counts down`, `write \`{${max},${min}}\``);
    if (Math.max(min, max ?? 0) > PATTERN_NODES_MAX)
      this.#refuse(start, TOO_MANY, `a count is at most ${PATTERN_NODES_MAX}`);
    return { min, max };
  }

  #atom(): PatternNode {
    const start = this.#at;
    const character = this.#next();
    this.#meet();
    switch (character) {
      case '(':
        return this.#group(start);
      case '[':
        return { kind: 'take', set: this.#class(start) };
      case '.':
        return { kind: 'take', set: this.#flags.includes('s') ? EVERYTHING : NOT_LINE_FEED };
      case '^':
      case '$':
        return { kind: 'test', test: (this.#flags.includes('m') ? LINE_TESTS : TESTS)[character]! };
      case '\\':
        return this.#escape(start);
      case '*':
      case '+':
      case '?':
        return this.#refuse(
          start,
          `\`${character}\` has nothing to repeat`,
          `write \`\\\\${character}\` for the character`,
        );
      case '{':
        return this.#refuse(start, '`{` has nothing to repeat', 'write `\\\\{` for the character');
      case ']':
      case '}':
        return this.#refuse(start, `\`${character}\` closes nothing`, `write \`\\\\${character}\` for the character`);
      default:
        return this.#literal(character.codePointAt(0)!);
    }
  }

  #group(start: number): PatternNode {
    let index: number | null = null;
    const named = NAMED.exec(this.#text.slice(start, start + GROUP_NAME_MAX));
    if (named !== null) {
      this.#at = start + named[0].length;
      if (this.#names.includes(named[1]!))
        this.#refuse(start, `two groups are called \`${named[1]}\``, 'give one of them another name');
      index = this.#groups++;
      this.#names.push(named[1]!);
    } else if (this.#peek() === '?') {
      const opening = this.#text.slice(start, start + GROUP_NAME_MAX);
      if (opening.startsWith('(?:')) this.#at += 2;
      else
        this.#refuse(
          start,
          ...refusedGroup(opening),
          start + (FLAGS.exec(opening)?.[0].length ?? Math.min(3, opening.length)),
        );
    } else {
      index = this.#groups++;
      this.#names.push(null);
    }
    const body = this.#choice();
    if (this.#next() !== ')')
      this.#refuse(start, '`(` is never closed', 'write `)` where it ends, or `\\\\(` for the character', start + 1);
    return { kind: 'group', body, index };
  }

  #escape(start: number): PatternNode {
    const character = this.#next();
    const test = TESTS[`\\${character}`];
    if (test !== undefined && character !== '') return { kind: 'test', test };
    const set = CLASSES[character] ?? this.#property(start, character);
    return set === undefined ? this.#literal(this.#escaped(start, character)) : { kind: 'take', set };
  }

  /** The set of `\p{…}` or `\P{…}`, of which `\p` was read. */
  #property(start: number, character: string): Ranges | undefined {
    if (character !== 'p' && character !== 'P') return undefined;
    const [written = '', name = ''] =
      /^\{([A-Za-z_]+)\}/.exec(this.#text.slice(this.#at, this.#at + PROPERTY_NAME_MAX)) ?? [];
    if (written === '') return this.#refuse(start, ...REFUSED_PROPERTY);
    this.#at += written.length;
    const ranges = propertyRanges(name);
    if (ranges === null) {
      const meant = suggestProperty(name);
      const instead = meant === null ? REFUSED_PROPERTY[1] : `did you mean \`\\\\${character}{${meant}}\`?`;
      return this.#refuse(start, `there is no category or script \`${name}\``, instead);
    }
    this.#propertyRanges += ranges.length;
    const set = this.#folded(ranges);
    return character === 'p' ? set : complement(set);
  }

  /** The code point an escape stands for. */
  #escaped(start: number, character: string): number {
    if (character === '')
      return this.#refuse(start, 'the pattern ends with `\\`', 'write `\\\\\\\\` in the string for a backslash');
    const control = CONTROLS[character];
    if (control !== undefined) return control;
    if (PUNCTUATION.test(character)) return character.codePointAt(0)!;
    return this.#refuse(start, ...refusedEscape(character));
  }

  #literal(codePoint: number): PatternNode {
    return { kind: 'take', set: this.#folded([[codePoint, codePoint]]) };
  }

  /** What a class holds; `[` was read. `\d` and its kin are ASCII whatever the case. */
  #class(start: number): Ranges {
    const negated = this.#peek() === '^';
    if (negated) this.#at += 1;
    const first = this.#at;
    const written: Range[] = [];
    const known: Range[] = [];
    for (;;) {
      const at = this.#at;
      const low = this.#next();
      if (low === '')
        return this.#refuse(
          start,
          '`[` is never closed',
          'write `]` where it ends, or `\\\\[` for the character',
          start + 1,
        );
      if (low === ']') break;
      this.#ranges += 1;
      if (this.#ranges > PATTERN_RANGES_MAX)
        return this.#refuse(
          start,
          `its classes hold more than ${PATTERN_RANGES_MAX} characters and ranges`,
          'write neighbours as a range',
          start + 1,
        );
      if (low === '[')
        return this.#refuse(at, '`[` stands in a class', 'write `\\\\[` for the character; classes do not nest');
      if (low === '&' && this.#peek() === '&')
        return this.#refuse(at, '`&&` stands in a class', 'write `&` once; classes are not intersected', at + 2);
      if (low === '-' && at !== first && this.#peek() !== ']' && this.#peek() !== '')
        return this.#refuse(at, '`-` stands between no two characters', 'write `\\\\-` for the character');
      const escaped = low === '\\' ? this.#next() : '';
      const set = escaped === '' ? undefined : (CLASSES[escaped] ?? this.#property(at, escaped));
      if (set !== undefined) {
        known.push(...set);
        continue;
      }
      const from = low === '\\' ? this.#escaped(at, escaped) : low.codePointAt(0)!;
      const to = this.#rangeEnd() ?? from;
      if (to < from)
        return this.#refuse(
          at,
          `the range \`${this.#text.slice(at, this.#at)}\` goes backwards`,
          'write the smaller one first',
        );
      written.push([from, to]);
    }
    if (written.length + known.length === 0)
      return this.#refuse(
        start,
        'the class is empty',
        'write `\\\\]` for the character, or `[^\\\\n]` for any but one',
      );
    const set = unite([...this.#folded(unite(written)), ...known]);
    return negated ? complement(set) : set;
  }

  /** The last code point of a range whose first was read; null where `-` stands for itself or none follows. */
  #rangeEnd(): number | null {
    if (this.#peek() !== '-' || this.#text[this.#at + 1] === ']' || this.#at + 1 >= this.#text.length) return null;
    this.#at += 1;
    const at = this.#at;
    const high = this.#next();
    if (high === '[')
      return this.#refuse(at, '`[` stands in a class', 'write `\\\\[` for the character; classes do not nest');
    if (high !== '\\') return high.codePointAt(0)!;
    const escaped = this.#next();
    if (CLASSES[escaped] !== undefined || /^[pP]$/.test(escaped))
      return this.#refuse(at, `\`\\${escaped}\` ends no range`, 'write `\\\\-` before it for the character `-`');
    return this.#escaped(at, escaped);
  }

  #folded(set: Ranges): Ranges {
    return this.#flags.includes('i') ? foldRanges(set) : set;
  }

  #meet(): void {
    this.#met += 1;
    if (this.#met > PATTERN_NODES_MAX) this.#refuse(0, TOO_MANY, 'match in several steps', this.#text.length);
  }

  /** The character that comes next, '' at the end. */
  #peek(): string {
    return this.#text[this.#at] ?? '';
  }

  /** Reads a code point, '' at the end. */
  #next(): string {
    const codePoint = this.#text.codePointAt(this.#at);
    if (codePoint === undefined) return '';
    const character = String.fromCodePoint(codePoint);
    this.#at += character.length;
    return character;
  }

  #refuse(start: number, why: string, instead: string | null, end = Math.max(this.#at, start + 1)): never {
    throw new Refusal({ start, end: Math.min(end, this.#text.length), why, instead });
  }
}

/** Two counts of four digits with their braces, and then some: what is longer is beyond every limit. */
const COUNTS_LENGTH_MAX = 40;

/** Names of groups and properties are shorter. */
const GROUP_NAME_MAX = 100;
const PROPERTY_NAME_MAX = 40;
