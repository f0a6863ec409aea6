// Pattern: finds the places where a pattern matches, in the plainest way that is linear: depth first, with a memory.
// In: a pattern's tree and a text. Out: matches, as indices into the text's code points. What counts as the first match
// is said in compiler/pattern/tree.ts.
//
// The tree becomes states that know what comes after them. A search tries them in order and remembers every pair of
// state and place it has been at: what failed there once fails again, also for a search that begins later.

import type { Ranges } from '../../compiler/pattern/ranges.ts';
import { contains, WORDS } from '../../compiler/pattern/ranges.ts';
import type { Pattern, PatternNode, PatternTest } from '../../compiler/pattern/tree.ts';

export interface PatternMatch {
  readonly start: number;
  readonly end: number;
  /** Start and end of what each group took last; null where it took no part. */
  readonly groups: readonly (readonly [start: number, end: number] | null)[];
}

/** The matches from left to right, at most `most`; each search begins where the match before ended, or behind an empty one. */
export function findMatches(pattern: Pattern, codePoints: readonly number[], most: number): PatternMatch[] {
  const states: State[] = [];
  const start = addStates(pattern.root, addState(states, { kind: 'done' }), states);
  const search = new Search(states, codePoints, pattern.groupCount);
  const matches: PatternMatch[] = [];
  let from = 0;
  while (matches.length < most) {
    const match = search.first(start, from);
    if (match === null) break;
    matches.push(match);
    from = match.end > match.start ? match.end : match.end + 1;
  }
  return matches;
}

/** States are numbers: indices into the list of all. */
type State =
  | { readonly kind: 'done' }
  | { readonly kind: 'take'; readonly set: Ranges; readonly next: number }
  | { readonly kind: 'test'; readonly test: PatternTest; readonly next: number }
  /** Notes the place: 2 × group for its start, 2 × group + 1 for its end. */
  | { readonly kind: 'note'; readonly slot: number; readonly next: number }
  | { readonly kind: 'try'; readonly ways: readonly number[] };

function addState(states: State[], state: State): number {
  return states.push(state) - 1;
}

/** The state in which `node` is about to match, with `next` to follow. */
function addStates(node: PatternNode, next: number, states: State[]): number {
  switch (node.kind) {
    case 'take':
      return addState(states, { kind: 'take', set: node.set, next });
    case 'test':
      return addState(states, { kind: 'test', test: node.test, next });
    case 'sequence':
      return node.items.reduceRight((after, item) => addStates(item, after, states), next);
    case 'choice':
      return addState(states, { kind: 'try', ways: node.items.map((item) => addStates(item, next, states)) });
    case 'group': {
      if (node.index === null) return addStates(node.body, next, states);
      const body = addStates(node.body, addState(states, { kind: 'note', slot: 2 * node.index + 1, next }), states);
      return addState(states, { kind: 'note', slot: 2 * node.index, next: body });
    }
    case 'repeat': {
      const { body, min, max, greedy } = node;
      const ways = (again: number): readonly number[] => (greedy ? [again, next] : [next, again]);
      let entry = next;
      let copies = min;
      if (max === null) {
        const loop = addState(states, { kind: 'try', ways: [] });
        const round = addStates(body, loop, states);
        states[loop] = { kind: 'try', ways: ways(round) };
        // Of a loop that must go round once, the first round is the loop's own.
        entry = min === 0 ? loop : round;
        copies = Math.max(min - 1, 0);
      } else {
        for (let optional = min; optional < max; optional += 1)
          entry = addState(states, { kind: 'try', ways: ways(addStates(body, entry, states)) });
      }
      for (; copies > 0; copies -= 1) entry = addStates(body, entry, states);
      return entry;
    }
  }
}

const LINE_FEED = 0x0a;

/** What is still to be tried: a state at a place, or a note to be taken back. */
type Pending =
  | { readonly state: number; readonly at: number }
  | { readonly slot: number; readonly noted: number | undefined };

class Search {
  readonly #states: readonly State[];
  readonly #codePoints: readonly number[];
  readonly #groupCount: number;
  /** A bit for each place and state. */
  readonly #been: Uint8Array;
  readonly #row: number;

  constructor(states: readonly State[], codePoints: readonly number[], groupCount: number) {
    this.#states = states;
    this.#codePoints = codePoints;
    this.#groupCount = groupCount;
    this.#row = Math.ceil(states.length / 8);
    this.#been = new Uint8Array(this.#row * (codePoints.length + 1));
  }

  /** The first match that begins at `from` or later. */
  first(start: number, from: number): PatternMatch | null {
    for (let at = from; at <= this.#codePoints.length; at += 1) {
      // Where the match before ended, what it used has been tried but did not fail.
      if (at === from) this.#been.fill(0, at * this.#row, (at + 1) * this.#row);
      const match = this.#matchAt(start, at);
      if (match !== null) return match;
    }
    return null;
  }

  #matchAt(start: number, from: number): PatternMatch | null {
    const slots: (number | undefined)[] = new Array<number | undefined>(2 * this.#groupCount).fill(undefined);
    const pending: Pending[] = [{ state: start, at: from }];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if ('slot' in next) {
        slots[next.slot] = next.noted;
        continue;
      }
      const { at } = next;
      if (this.#hasBeen(next.state, at)) continue;
      const state = this.#states[next.state]!;
      switch (state.kind) {
        case 'done':
          return {
            start: from,
            end: at,
            groups: Array.from({ length: this.#groupCount }, (_, group) =>
              groupOf(slots[2 * group], slots[2 * group + 1]),
            ),
          };
        case 'take':
          if (at < this.#codePoints.length && contains(state.set, this.#codePoints[at]!))
            pending.push({ state: state.next, at: at + 1 });
          break;
        case 'test':
          if (this.#holds(state.test, at)) pending.push({ state: state.next, at });
          break;
        case 'note':
          pending.push({ slot: state.slot, noted: slots[state.slot] }, { state: state.next, at });
          slots[state.slot] = at;
          break;
        case 'try':
          for (const way of state.ways.toReversed()) pending.push({ state: way, at });
      }
    }
    return null;
  }

  /** Whether a state was tried at a place before; it has been from now on. */
  #hasBeen(state: number, at: number): boolean {
    const byte = at * this.#row + (state >> 3);
    const bit = 1 << (state & 7);
    const been = (this.#been[byte]! & bit) !== 0;
    this.#been[byte]! |= bit;
    return been;
  }

  #holds(test: PatternTest, at: number): boolean {
    if (test === 'start') return at === 0;
    if (test === 'end') return at === this.#codePoints.length;
    if (test === 'line-start') return at === 0 || this.#codePoints[at - 1] === LINE_FEED;
    if (test === 'line-end') return at === this.#codePoints.length || this.#codePoints[at] === LINE_FEED;
    const isBoundary = this.#isWord(at - 1) !== this.#isWord(at);
    return test === 'boundary' ? isBoundary : !isBoundary;
  }

  #isWord(at: number): boolean {
    const codePoint = this.#codePoints[at];
    return codePoint !== undefined && contains(WORDS, codePoint);
  }
}

function groupOf(start: number | undefined, end: number | undefined): readonly [number, number] | null {
  return start === undefined || end === undefined ? null : [start, end];
}
