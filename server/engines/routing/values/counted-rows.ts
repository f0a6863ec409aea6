// Counted rows: how many of what, said several times in one form.
// In: the members of an object that hold the two, and a text. Out: its rows, each with its places. Why: "4 bags of malt and 2 bags of rye"
// says two lines of an order; what makes a row is said in every row the same way, so that several of them, joined, are hardly anything else.

import type { Json } from '../../../../grammar/json.ts';
import { JsonNumber } from '../../../../grammar/json.ts';
import { functionClassOf } from '../text/function-words.ts';
import { isMeasureWord, UP_TO_TWELVE } from '../text/units.ts';
import { splitIdentifier, stemOf } from '../text/words.ts';
import type { Leaf } from '../tools/tools.ts';
import { isPerItem } from '../tools/tools.ts';
import { isOdd } from './bits.ts';
import type { Place } from './candidate.ts';
import type { Context } from './context.ts';
import { matchesIn } from './matches.ts';
import { shapeOf } from './shapes.ts';
import type { Source } from './spans/span.ts';

/** What a row holds: how many and of what, or a key and its value. */
export interface Pair {
  readonly first: Leaf;
  readonly second: Leaf;
}

export interface Cell {
  readonly value: Json;
  readonly place: Place;
}

/** The cells of a row, by the leaf that takes them. */
export type Row = ReadonlyMap<Leaf, Cell>;

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const TOKENS = /[×,;:()&+]|[\p{L}\p{N}#@][^\s,;:()×]*/gu;

function tokensOf(source: Source): Token[] {
  return matchesIn(source, TOKENS).map(({ 0: match, index }) => {
    const text = match.replace(/[.!?'"”’]+$/u, '');
    return { text, start: index, end: index + text.length };
  });
}

interface Read {
  readonly cell: Cell;
  readonly next: number;
}

function readCount(tokens: readonly Token[], at: number, leaf: Leaf, source: Source): Read | null {
  const { text = '', start = 0, end = 0 } = tokens[at] ?? {};
  const [, digits = '', times] = /^(\d{1,6}(?:\.\d{1,4})?)(x)?$/u.exec(text) ?? [];
  const said = digits === '' ? (text === 'a' || text === 'an' ? 1 : UP_TO_TWELVE.get(text.toLowerCase())) : null;
  if (said === undefined || (leaf.type === 'integer' && digits.includes('.'))) return null;
  // The sign belongs to the count.
  const sign = times === undefined && /^(?:x|×)$/u.test(tokens[at + 1]?.text ?? '') ? tokens[at + 1] : undefined;
  return {
    cell: {
      value: new JsonNumber(said === null ? digits : String(said)),
      place: { source, start, end: sign?.text === '×' ? sign.end : end },
    },
    next: at + (sign === undefined ? 1 : 2),
  };
}

/** What is counted: a code of the declared pattern, a listed value, or a few content words. */
function readThing(tokens: readonly Token[], at: number, leaf: Leaf, context: Context, source: Source): Read | null {
  const first = tokens[at];
  if (first === undefined) return null;
  const cell = (value: string, last: Token, next: number): Read => ({
    cell: { value, place: { source, start: first.start, end: last.end } },
    next,
  });
  if (leaf.enumValues.length > 0) {
    for (const value of leaf.enumValues) {
      const words = typeof value === 'string' ? splitIdentifier(value) : [];
      const said = tokens.slice(at, at + words.length);
      if (
        words.length > 0 &&
        said.length === words.length &&
        words.every((word, step) => stemOf(said[step]?.text.toLowerCase() ?? '') === stemOf(word))
      )
        return cell(String(value), said.at(-1) as Token, at + words.length);
    }
    return null;
  }
  const shape = shapeOf(leaf.schema);
  if (shape !== null)
    return shape.matches(first.text) && (shape.telling || isOdd(first.text)) ? cell(first.text, first, at + 1) : null;
  if (isOdd(first.text)) return cell(first.text, first, at + 1);
  const words = tokens.slice(at, at + THING_WORDS_MAX + 1);
  const length = words.findIndex((token) => !isContent(token));
  const last = words[(length < 0 ? words.length : length) - 1];
  // More words than a thing is called by are a sentence.
  if (last === undefined || (length < 0 && words.length > THING_WORDS_MAX)) return null;
  const isOther = context.leaves.some(
    (one) =>
      !isPerItem(one) && words.slice(0, length).some(({ text }) => one.nameStems.includes(stemOf(text.toLowerCase()))),
  );
  return isOther || isMeasureWord(first.text.toLowerCase())
    ? null
    : cell(source.text.slice(first.start, last.end), last, at + (length < 0 ? words.length : length));
}

const THING_WORDS_MAX = 3;

function isContent({ text }: Token): boolean {
  return /^\p{L}[\p{L}'’-]+$/u.test(text) && functionClassOf(text.toLowerCase()).kind === 'open';
}

/** "4 bags of malt", "3 x SKU", "malt: 4", "malt (4)". */
function readRow(
  tokens: readonly Token[],
  at: number,
  pair: Pair,
  context: Context,
  source: Source,
  isCountFirst: boolean,
): { readonly row: Row; readonly next: number } | null {
  if (isCountFirst) {
    const count = readCount(tokens, at, pair.first, source);
    if (count === null) return null;
    const isOf = (place: number): boolean => tokens[place]?.text === 'of';
    const from = isOf(count.next)
      ? count.next + 1
      : isOf(count.next + 1) && isContent(tokens[count.next] as Token)
        ? count.next + 2
        : count.next;
    const thing = readThing(tokens, from, pair.second, context, source);
    return thing === null ? null : { row: rowOf(pair, count.cell, thing.cell), next: thing.next };
  }
  const thing = readThing(tokens, at, pair.second, context, source);
  if (thing === null) return null;
  const sign = tokens[thing.next]?.text ?? '';
  const isSign = /^(?:x|:|\()$/u.test(sign);
  const count = readCount(tokens, thing.next + (isSign ? 1 : 0), pair.first, source);
  if (count === null || /^an?$/u.test(source.text.slice(count.cell.place.start, count.cell.place.end))) return null;
  const isClosed = sign === '(';
  if (isClosed && tokens[count.next]?.text !== ')') return null;
  return { row: rowOf(pair, count.cell, thing.cell), next: count.next + (isClosed ? 1 : 0) };
}

export function rowOf({ first, second }: Pair, one: Cell, other: Cell): Row {
  return new Map([
    [first, one],
    [second, other],
  ]);
}

/** Behind a comma, an "and" or both. */
function behindJoint(tokens: readonly Token[], at: number): number | null {
  const [one, two] = [tokens[at]?.text ?? '', tokens[at + 1]?.text ?? ''];
  if (!/^(?:,|;|and|&|\+|plus)$/u.test(one)) return null;
  return one === ',' && /^(?:and|plus)$/u.test(two) ? at + 2 : at + 1;
}

/** The longest run of two rows or more in the same form; null without one, or with several. */
export function readRows(pair: Pair, context: Context, source: Source): readonly Row[] | null {
  const tokens = tokensOf(source);
  const found: (readonly Row[])[] = [];
  for (const isCountFirst of [true, false])
    for (let at = 0; at < tokens.length; at += 1) {
      const rows: Row[] = [];
      let next: number | null = at;
      let end = at;
      while (next !== null && rows.length < ROWS_MAX) {
        const read = readRow(tokens, next, pair, context, source, isCountFirst);
        if (read === null) break;
        rows.push(read.row);
        end = read.next;
        next = behindJoint(tokens, end);
      }
      // "An invoice and a letter": something is counted.
      if (rows.length < 2 || !rows.some((row) => /\d|[a-z]{3}/u.test(textOf(row.get(pair.first))))) continue;
      found.push(rows);
      at = end - 1;
    }
  const [only, ...more] = found;
  return only === undefined || more.length > 0 ? null : only;
}

/** More lines are a document. */
const ROWS_MAX = 32;

function textOf(cell: Cell | undefined): string {
  return cell === undefined ? '' : cell.place.source.text.slice(cell.place.start, cell.place.end);
}
