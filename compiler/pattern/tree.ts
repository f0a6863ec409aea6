// Tree: what a pattern means, resolved: classes, `.` and `(?i)` are sets of code points.
//
// How a pattern matches, for every engine: from the leftmost place of the text where there is a way, the first way in
// order. Ways are tried in order: earlier alternatives before later ones, a greedy repeat once more before leaving, a
// lazy one leaving before once more. A way that comes to a place of the pattern where it, or an earlier one, has been
// at the same place of the text is given up: so a repeat never goes round again for nothing, and time is linear.

import { PRICES } from '../prices.ts';
import type { Ranges } from './ranges.ts';

export type PatternNode =
  /** One code point of a set. */
  | { readonly kind: 'take'; readonly set: Ranges }
  | { readonly kind: 'sequence'; readonly items: readonly PatternNode[] }
  /** Earlier ones first. */
  | { readonly kind: 'choice'; readonly items: readonly PatternNode[] }
  /** `x{m,n}` is x m times and then (x(x…)?)?, `x{m,}` is x m−1 times and then x+; `max` null is without end. Made by `repeat`. */
  | {
      readonly kind: 'repeat';
      readonly body: PatternNode;
      readonly min: number;
      readonly max: number | null;
      readonly greedy: boolean;
    }
  /** `index` counts from 0; null for `(?:…)`. */
  | { readonly kind: 'group'; readonly body: PatternNode; readonly index: number | null }
  | { readonly kind: 'test'; readonly test: PatternTest };

/** The lines of `line-start` and `line-end` are ended by line feeds. */
export type PatternTest = 'start' | 'end' | 'line-start' | 'line-end' | 'boundary' | 'no-boundary';

export interface Pattern {
  readonly root: PatternNode;
  /** Groups that capture. */
  readonly groupCount: number;
  /** Their names, in code point order, so the index of a group is its name's; null where groups have none. */
  readonly groupNames: readonly string[] | null;
  /** Ranges of the classes `\\p{…}`: what tables of the pattern grow with. */
  readonly propertyRanges: number;
  /** With repeats written out, 0 … 1,000. */
  readonly nodeCount: number;
}

/**
 * A repeat. `x*` of an x that also matches the empty text is (x+)?, as in RE2: else the way that x prefers, the empty one,
 * would come back to where it has been and be given up for a longer one.
 */
export function repeat(body: PatternNode, min: number, max: number | null, greedy: boolean): PatternNode {
  if (min > 0 || max !== null || !matchesEmpty(body)) return { kind: 'repeat', body, min, max, greedy };
  return { kind: 'repeat', body: { kind: 'repeat', body, min: 1, max, greedy }, min, max: 1, greedy };
}

/** Whether there is a way that takes nothing. */
function matchesEmpty(node: PatternNode): boolean {
  switch (node.kind) {
    case 'take':
      return false;
    case 'test':
      return true;
    case 'sequence':
      return node.items.every(matchesEmpty);
    case 'choice':
      return node.items.some(matchesEmpty);
    case 'group':
      return matchesEmpty(node.body);
    case 'repeat':
      return node.min === 0 || matchesEmpty(node.body);
  }
}

/**
 * Nodes with repeats written out: one for each character, class, `.`, test and group, one for each `|`, and one for each
 * repeat that may go round or be left out.
 */
export function countNodes(node: PatternNode): number {
  switch (node.kind) {
    case 'take':
    case 'test':
      return 1;
    case 'sequence':
      return sum(node.items);
    case 'choice':
      return sum(node.items) + node.items.length - 1;
    case 'group':
      return 1 + countNodes(node.body);
    case 'repeat': {
      const { min, max } = node;
      const body = countNodes(node.body);
      return max === null ? Math.max(min, 1) * body + 1 : max * body + (max - min);
    }
  }
}

/** The pattern with other numbers for its groups. */
export function withGroups(node: PatternNode, numberOf: (index: number) => number): PatternNode {
  switch (node.kind) {
    case 'take':
    case 'test':
      return node;
    case 'sequence':
    case 'choice':
      return { kind: node.kind, items: node.items.map((item) => withGroups(item, numberOf)) };
    case 'group':
      return {
        kind: 'group',
        body: withGroups(node.body, numberOf),
        index: node.index === null ? null : numberOf(node.index),
      };
    case 'repeat':
      return { ...node, body: withGroups(node.body, numberOf) };
  }
}

function sum(nodes: readonly PatternNode[]): number {
  return nodes.reduce((total, node) => total + countNodes(node), 0);
}

/** What a match of the pattern costs for each byte of text: the price of the pattern's size. */
export function stepsPerByte({ nodeCount }: Pattern): number {
  return 1 + Math.ceil(nodeCount / PRICES.PATTERN_NODES);
}
