// Pattern builtins: prices and results around pattern.ts, which finds the matches. The pattern was checked with the script.

import { parsePattern } from '../../../compiler/pattern/parse.ts';
import { parseTemplate, type TemplatePart } from '../../../compiler/pattern/template.ts';
import type { Pattern } from '../../../compiler/pattern/tree.ts';
import { stepsPerByte } from '../../../compiler/pattern/tree.ts';
import { PRICES } from '../../../compiler/prices.ts';
import { expectText } from '../expect.ts';
import type { Application } from '../machine.ts';
import type { PatternMatch } from '../pattern.ts';
import { findMatches } from '../pattern.ts';
import type { Entry, Value } from '../value.ts';
import { mapOf, multiplySizes, utf8Length } from '../value.ts';
import type { PlainTable } from './family.ts';

export const PATTERNS: PlainTable<'patterns'> = {
  'matches?': (run, pattern, text) => matchesOf(run, pattern, text, 1).matches.length > 0,
  'find-pattern': (run, pattern, text) => {
    const { matches, points } = matchesOf(run, pattern, text, 1);
    return matches.length === 0 ? null : textOf(points, matches[0]!);
  },
  'find-patterns': (run, pattern, text) => {
    const { matches, points } = matchesOf(run, pattern, text, Infinity);
    return matches.map((match) => textOf(points, match));
  },
  'capture-pattern': (run, pattern, text) => {
    const { matches, points } = matchesOf(run, pattern, text, 1);
    run.charge(treeOf(pattern as string).groupCount);
    return matches.length === 0 ? null : captured(treeOf(pattern as string), points, matches[0]!);
  },
  'capture-patterns': (run, pattern, text) => {
    const { matches, points } = matchesOf(run, pattern, text, Infinity);
    const tree = treeOf(pattern as string);
    run.charge(matches.length * (1 + tree.groupCount));
    return matches.map((match) => captured(tree, points, match));
  },
  'split-pattern': (run, pattern, text) => {
    const { matches, points } = matchesOf(run, pattern, text, Infinity);
    const pieces: string[] = [];
    let from = 0;
    for (const { start, end } of matches) {
      if (start === end && (start === from || start === points.length)) continue;
      pieces.push(points.slice(from, start).join(''));
      from = end;
    }
    pieces.push(points.slice(from).join(''));
    run.charge(pieces.length);
    return pieces;
  },
  'replace-pattern': (run, pattern, text, to) => {
    const source = expectText(run, text);
    const replacement = expectText(run, to);
    const { matches, points } = matchesOf(run, pattern, text, Infinity);
    const pieces: string[] = [];
    let from = 0;
    for (const { start, end } of matches) {
      pieces.push(points.slice(from, start).join(''));
      from = end;
    }
    pieces.push(points.slice(from).join(''));
    const kept = pieces.reduce((sum, piece) => sum + utf8Length(piece), 0);
    run.charge(Math.ceil((kept + multiplySizes(matches.length, utf8Length(replacement))) / PRICES.MADE_BYTES));
    return matches.length === 0 ? source : pieces.join(replacement);
  },
  'rewrite-pattern': (run, pattern, text, template) => {
    const { matches, points } = matchesOf(run, pattern, text, Infinity);
    const parsed = parseTemplate(template as string, treeOf(pattern as string));
    if (parsed.kind === 'problem') throw new Error(`an unchecked template: ${parsed.problem.why}`);
    run.charge(multiplySizes(parsed.parts.length, matches.length));
    let made = '';
    let from = 0;
    for (const match of matches) {
      made += points.slice(from, match.start).join('');
      for (const part of parsed.parts) made += partText(part, points, match);
      from = match.end;
    }
    made += points.slice(from).join('');
    run.charge(Math.ceil(utf8Length(made) / PRICES.MADE_BYTES));
    return made;
  },
};

/** What the groups of a match took: a vector, or a map where they have names. */
function captured({ groupNames }: Pattern, points: readonly string[], { groups }: PatternMatch): Value {
  const texts = groups.map((group) => (group === null ? null : points.slice(...group).join('')));
  return groupNames === null ? texts : mapOf(groupNames.map((name, at): Entry => [name, texts[at]!]));
}

function partText(part: TemplatePart, points: readonly string[], match: PatternMatch): string {
  if (part.kind === 'text') return part.text;
  const [start, end] = part.index === null ? [match.start, match.end] : (match.groups[part.index] ?? [0, 0]);
  return points.slice(start, end).join('');
}

interface Matches {
  readonly matches: readonly PatternMatch[];
  /** The text's code points, each as a text. */
  readonly points: readonly string[];
}

function matchesOf(run: Application, pattern: Value, text: Value, most: number): Matches {
  const source = expectText(run, text);
  const tree = treeOf(pattern as string);
  run.charge(multiplySizes(utf8Length(source), stepsPerByte(tree)));
  const points = [...source];
  return {
    matches: findMatches(
      tree,
      points.map((point) => point.codePointAt(0)!),
      most,
    ),
    points,
  };
}

let last: { readonly text: string; readonly tree: Pattern } | null = null;

/** The tree of a pattern. The last one is kept: a pattern in a loop is read once. */
function treeOf(text: string): Pattern {
  if (last?.text !== text) {
    const parsed = parsePattern(text);
    if (parsed.kind === 'problem') throw new Error(`an unchecked pattern: ${parsed.problem.why}`);
    last = { text, tree: parsed.pattern };
  }
  return last.tree;
}

function textOf(points: readonly string[], { start, end }: PatternMatch): string {
  return points.slice(start, end).join('');
}
