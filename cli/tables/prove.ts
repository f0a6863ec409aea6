// Prove: which rules apply together, and which inputs none applies to.
// In: a table. Out: findings with a witness each, or that there are none; never a guess.
//
// The values that stand in the cells of a column cut it into pieces: below the first, the first, between the first two … Inside
// a piece every cell says the same, so one value of each piece, its *witness*, stands for all of it, and a table is a finite
// one: texts have a piece for each that is named and one for all others, optional columns one for nil. Rules are then boxes of
// pieces. Two overlap where they share a piece in every column. A gap is found column by column: only the rules that take the
// piece go on to the next one, and where none is left, whatever the other columns hold, there is a gap.

import type { InputColumn, Output, Policy, Rule, Table } from './table.ts';
import { type Alternative, matches } from './tests.ts';
import { between, compareOrdered, isEqual, isOfKind, type Ordered, printJsonValue, type Value } from './values.ts';

/** An input that shows a finding: a value for each column. */
type Witness = readonly Value[];

export type Finding =
  /** Both apply, and the policy lets only one (or only equal outputs). */
  | { readonly kind: 'overlap'; readonly rules: readonly [number, number]; readonly witness: Witness }
  | { readonly kind: 'gap'; readonly witness: Witness }
  /** Rules before it take all of its inputs. */
  | { readonly kind: 'unreachable'; readonly rule: number }
  /** There are too many pieces to look at all. */
  | { readonly kind: 'undecided'; readonly what: 'gaps' | 'unreachable' };

export interface Proof {
  readonly findings: readonly Finding[];
  /** Pairs of rules that overlap where they must not, however many are told. */
  readonly overlaps: number;
}

// A person mends the first ones and asks again.
export const FINDINGS_SHOWN_MAX = 10;
// Times that a rule is looked at for one question: a second or so. Gaps of tables with many wide columns are as hard as any puzzle.
const LOOKS_MAX = 10_000_000;

/** `looksMax`: how often a rule is looked at before a question stays undecided. */
export function prove(table: Table, looksMax: number = LOOKS_MAX): Proof {
  const pieces = table.inputs.map((column, at) =>
    piecesOf(
      column,
      table.rules.map(({ tests }) => tests[at]!),
    ),
  );
  const taken = table.rules.map(({ tests }) =>
    tests.map((test, column) => pieces[column]!.map((value) => matches(test, value))),
  );
  const findings: Finding[] = [];
  const overlaps = MAY_OVERLAP.includes(table.policy.kind) ? { shown: [], count: 0 } : overlapsOf(table, pieces, taken);
  findings.push(...overlaps.shown);
  const needed = pieces.map((values, at) =>
    values.map((value) => value.kind !== 'nil' || table.inputs[at]!.kind === null || table.inputs[at]!.mustCoverNil),
  );
  const search = (): Search => new Search(pieces, taken, needed, looksMax);
  if (table.policy.kind === 'first') findings.push(...unreachable(table, search()));
  if (table.otherwise === null && MUST_COVER.includes(table.policy.kind)) {
    const gaps = search().gaps(null, table.rules.length, FINDINGS_SHOWN_MAX);
    if (gaps === null) findings.push({ kind: 'undecided', what: 'gaps' });
    else findings.push(...gaps.map((witness) => ({ kind: 'gap' as const, witness })));
  }
  return { findings, overlaps: overlaps.count };
}

const MAY_OVERLAP: readonly Policy['kind'][] = ['first', 'priority', 'collect', 'rule order', 'output order'];
const MUST_COVER: readonly Policy['kind'][] = ['unique', 'first', 'any', 'priority'];

/** By rule, column and piece: whether the rule takes it. */
type Taken = readonly (readonly (readonly boolean[])[])[];

/** The first overlaps with a witness, and how many there are. */
function overlapsOf(
  { policy, rules }: Table,
  pieces: readonly Witness[],
  taken: Taken,
): { shown: Finding[]; count: number } {
  // A thousand rules are half a million pairs: the pieces that both take are found at once.
  const masks = taken.map((columns) => columns.map((takes) => BigInt(`0b0${takes.map(Number).join('')}`)));
  const shown: Finding[] = [];
  let count = 0;
  for (let i = 0; i < rules.length; i += 1) {
    for (let j = i + 1; j < rules.length; j += 1) {
      if (!masks[i]!.every((mask, column) => (mask & masks[j]![column]!) !== 0n)) continue;
      if (policy.kind === 'any' && sameOutputs(rules[i]!, rules[j]!)) continue;
      count += 1;
      if (shown.length === FINDINGS_SHOWN_MAX) continue;
      const witness = pieces.map(
        (values, column) => values.find((_, at) => taken[i]![column]![at]! && taken[j]![column]![at]!)!,
      );
      shown.push({ kind: 'overlap', rules: [i, j], witness });
    }
  }
  return { shown, count };
}

function sameOutputs(a: Rule, b: Rule): boolean {
  return a.outputs.every((output, at) => isSameOutput(output, b.outputs[at]!));
}

function isSameOutput(a: Output, b: Output): boolean {
  return a.value !== null && b.value !== null ? isEqual(a.value, b.value) : a.source === b.source;
}

function unreachable({ rules }: Table, search: Search): Finding[] {
  const found: Finding[] = [];
  for (let rule = 0; rule < rules.length && found.length < FINDINGS_SHOWN_MAX; rule += 1) {
    const left = search.gaps(rule, rule, 1);
    if (left === null) return [...found, { kind: 'undecided', what: 'unreachable' }];
    if (left.length === 0) found.push({ kind: 'unreachable', rule });
  }
  return found;
}

class Search {
  readonly #pieces: readonly Witness[];
  readonly #taken: Taken;
  /** By column and piece: whether a rule should take it. */
  readonly #needed: readonly (readonly boolean[])[];
  #looksLeft: number;

  constructor(pieces: readonly Witness[], taken: Taken, needed: readonly (readonly boolean[])[], looksMax: number) {
    this.#pieces = pieces;
    this.#taken = taken;
    this.#needed = needed;
    this.#looksLeft = looksMax;
  }

  /** Inputs that none of the first `count` rules takes, of those that rule `inside` takes; null when that is too much to look at. */
  gaps(inside: number | null, count: number, max: number): Witness[] | null {
    const found: Witness[] = [];
    const done = new Set<string>();
    const isInside = (column: number, piece: number): boolean =>
      inside === null ? this.#needed[column]![piece]! : this.#taken[inside]![column]![piece]!;
    const pieceInside = (column: number): number =>
      this.#pieces[column]!.findIndex((_, piece) => isInside(column, piece));
    const visit = (column: number, live: readonly number[], chosen: readonly Value[]): boolean => {
      if (live.length === 0) {
        const others = this.#pieces.slice(column).map((values, at) => values[pieceInside(column + at)]!);
        // A column without a piece in it has no input at all.
        if (others.every((value) => value !== undefined)) found.push([...chosen, ...others]);
        return found.length < max;
      }
      if (column === this.#pieces.length) return true;
      const seen = new Set<string>();
      for (const [piece, value] of this.#pieces[column]!.entries()) {
        if (!isInside(column, piece)) continue;
        this.#looksLeft -= live.length;
        if (this.#looksLeft < 0) throw new TooMuch();
        const next = live.filter((rule) => this.#taken[rule]![column]![piece]!);
        const key = `${column} ${next.join(' ')}`;
        // The same rules go on from another piece: there is nothing new behind this one.
        if (seen.has(key) || done.has(key)) continue;
        seen.add(key);
        const before = found.length;
        if (!visit(column + 1, next, [...chosen, value])) return false;
        if (found.length === before) done.add(key);
      }
      return true;
    };
    try {
      visit(
        0,
        Array.from({ length: count }, (_, rule) => rule),
        [],
      );
    } catch (error) {
      if (!(error instanceof TooMuch)) throw error;
      return null;
    }
    return found;
  }
}

class TooMuch extends Error {}

/** A value of each piece of a column, in order. */
function piecesOf(column: InputColumn, tests: Table['rules'][number]['tests']): Value[] {
  const { kind, allowed, isOptional } = column;
  const nil: Value[] = isOptional ? [{ kind: 'nil' }] : [];
  const alternatives = [...tests.flatMap((test) => (test.kind === 'any' ? [] : test.alternatives)), ...(allowed ?? [])];
  const isAllowed = (value: Value): boolean =>
    allowed === null || matches({ kind: 'one-of', isNegated: false, alternatives: allowed }, value);
  if (kind === null) return [{ kind: 'nil' }];
  if (kind === 'boolean')
    return [true, false]
      .map((is): Value => ({ kind: 'boolean', is }))
      .filter(isAllowed)
      .concat(nil);
  if (kind === 'text') return [...textsOf(alternatives).filter(isAllowed), ...nil];
  return [...orderedPieces(alternatives, kind).filter((value) => isOfKind(value, kind) && isAllowed(value)), ...nil];
}

function textsOf(alternatives: readonly Alternative[]): Value[] {
  const named = new Set(
    alternatives.flatMap((one) => (one.kind === 'equal' && one.value.kind === 'text' ? [one.value.text] : [])),
  );
  let other = 'other';
  while (named.has(other)) other += '-';
  return [...named, other].map((text) => ({ kind: 'text', text }));
}

function orderedPieces(alternatives: readonly Alternative[], kind: 'number' | 'integer' | 'date'): Value[] {
  const ends = alternatives
    .flatMap((one): Value[] => (one.kind === 'interval' ? [one.low, one.high] : [one.value]))
    .filter((value): value is Ordered => value.kind === 'number' || value.kind === 'date')
    .sort(compareOrdered)
    .filter((value, at, all) => at === 0 || compareOrdered(all[at - 1]!, value) !== 0);
  const pieces: Value[] = [];
  for (let at = 0; at <= ends.length; at += 1) {
    const inside = between(ends[at - 1] ?? null, ends[at] ?? null, kind);
    if (inside !== null) pieces.push(inside);
    if (at < ends.length) pieces.push(ends[at]!);
  }
  return pieces;
}

/** A witness as the input that it is, with what holds of the columns that are computed. */
export function showWitness({ inputs }: Table, witness: Witness): string {
  const root = new Map<string, unknown>();
  const computed: string[] = [];
  inputs.forEach(({ path, expression, kind }, at) => {
    const value = witness[at]!;
    // What no cell tests may hold anything.
    if (kind === null) return;
    if (path === null) {
      computed.push(`${expression} is ${printJsonValue(value)}`);
      return;
    }
    let map = root;
    for (const key of path.slice(0, -1)) {
      const inner = map.get(key);
      const next = inner instanceof Map ? (inner as Map<string, unknown>) : new Map<string, unknown>();
      map.set(key, next);
      map = next;
    }
    map.set(path.at(-1)!, printJsonValue(value));
  });
  const shown = printTree(root);
  return computed.length === 0 ? shown : `${root.size === 0 ? 'an input' : shown} where ${computed.join(' and ')}`;
}

function printTree(map: ReadonlyMap<string, unknown>): string {
  const members = [...map].map(
    ([key, value]) => `${JSON.stringify(key)}: ${value instanceof Map ? printTree(value) : String(value)}`,
  );
  return `{${members.join(', ')}}`;
}
