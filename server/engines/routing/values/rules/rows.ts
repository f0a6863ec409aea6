// Rows: lists of objects of which a text says several, a row each.
// In: a leaf and the context. Out: readings. Why: "4 bags of malt and 2 bags of rye" says two lines of an order, and "team=ops, tier=2" two
// labels. What makes a row is said in every row the same way, so that several of them, joined, are hardly anything else. A parameter of
// a list of objects takes as many values as there are rows (`../fill.ts` puts one into each object).

import type { Json } from '../../../../../grammar/json.ts';
import { JsonNumber } from '../../../../../grammar/json.ts';
import { functionClassOf } from '../../text/function-words.ts';
import { isMeasureWord, UP_TO_TWELVE } from '../../text/units.ts';
import { splitIdentifier, stemOf } from '../../text/words.ts';
import { perLeaf } from '../../tools/per-leaf.ts';
import type { Leaf } from '../../tools/tools.ts';
import { isPerItem, membersOf } from '../../tools/tools.ts';
import { isOdd } from '../bits.ts';
import type { Place } from '../candidate.ts';
import type { Context } from '../context.ts';
import { matchesIn } from '../matches.ts';
import { shapeOf } from '../shapes.ts';
import type { Source } from '../spans/span.ts';
import type { Reading, TextRule } from './rule.ts';

/** What a row holds: how many and of what, or a key and its value. */
interface Pair {
  readonly first: Leaf;
  readonly second: Leaf;
}

interface Cell {
  readonly value: Json;
  readonly place: Place;
}

/** The cells of a row, by the leaf that takes them. */
type Row = ReadonlyMap<Leaf, Cell>;

/** The members of the same objects; the leaf itself among them. */
function besides(leaf: Leaf, { leaves }: Context): readonly Leaf[] {
  const above = leaf.path.slice(0, -1).join('/');
  return leaves.filter((one) => isPerItem(one) && one.path.slice(0, -1).join('/') === above);
}

/** The two members that a row must hold: those that are required, or the only two that there are. */
function pairOf(members: readonly Leaf[]): readonly [Leaf, Leaf] | null {
  const needed = members.filter(({ requiredInside }) => requiredInside);
  const [one, other, ...more] = needed.length > 0 ? needed : members;
  return one === undefined || other === undefined || more.length > 0 ? null : [one, other];
}

const isNumber = ({ type, enumValues }: Leaf): boolean =>
  (type === 'integer' || type === 'number') && enumValues.length === 0;
const isText = ({ type, format }: Leaf): boolean => type === 'string' && format === null;

/** How many, and of what. */
function countedPair(members: readonly Leaf[]): Pair | null {
  const pair = pairOf(members);
  const first = pair?.find(isNumber);
  const second = pair?.find(isText);
  return first === undefined || second === undefined ? null : { first, second };
}

/** A key and its value. */
function keyedPair(members: readonly Leaf[]): Pair | null {
  const pair = pairOf(members);
  const first = pair?.find(({ nameWords }) => KEYS.has(nameWords.at(-1) ?? ''));
  const second = pair?.find((one) => one !== first && VALUES.has(one.nameWords.at(-1) ?? ''));
  if (first === undefined || second === undefined || !isText(first) || !isText(second)) return null;
  return first.enumValues.length + second.enumValues.length > 0 ? null : { first, second };
}

const KEYS: ReadonlySet<string> = new Set('key name label variable property parameter header field'.split(' '));
const VALUES: ReadonlySet<string> = new Set(['value', 'val']);

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

function rowOf({ first, second }: Pair, one: Cell, other: Cell): Row {
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
function readRows(pair: Pair, context: Context, source: Source): readonly Row[] | null {
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

const ASSIGNED =
  /(?<![\p{L}\p{N}_./=-])([\p{L}_][\p{L}\p{N}_./-]*)=(?:"([^"\n]+)"|([\p{L}\p{N}_./:@+-]*[\p{L}\p{N}_/]))(?![\p{L}\p{N}_/=-])/gu;

/** "team=ops": every key of the text with its value. */
function assignedIn(source: Source): (readonly [Cell, Cell])[] {
  return matchesIn(source, ASSIGNED).map(({ 0: all, 1: key = '', 2: quoted, 3: plain = '', index }) => {
    const value = quoted ?? plain;
    const start = index + all.length - value.length - (quoted === undefined ? 0 : 1);
    return [
      { value: key, place: { source, start: index, end: index + key.length } },
      { value, place: { source, start, end: start + value.length } },
    ];
  });
}

/** The rows that a text says for the members of a list, where nothing else could take them. */
function rowsIn(members: readonly Leaf[], context: Context, source: Source): readonly Row[] {
  const keyed = keyedPair(members);
  if (keyed !== null)
    return isOnlyTaker(members, context) ? assignedIn(source).map(([key, value]) => rowOf(keyed, key, value)) : [];
  const counted = countedPair(members);
  return counted === null ? [] : (readRows(counted, context, source) ?? []);
}

/** The members of the objects of a list that may be left out; none for other parameters. */
const innerOf: (leaf: Leaf) => readonly Leaf[] = perLeaf((leaf) =>
  leaf.type === 'array' && leaf.itemType === 'object' && leaf.wrap === null ? membersOf(leaf) : [],
);

/** Pairs of a key and its value, in one of the ways in which schemas write them. */
const takesPairs: (leaf: Leaf) => boolean = perLeaf(
  (leaf) => keyedPair(innerOf(leaf)) !== null || takesAny(leaf) || showsSign(leaf),
);

/** An object whose members nobody declares, all of them texts: labels, tags, variables. */
function takesAny({ type, schema }: Leaf): boolean {
  const more = schema.get('additionalProperties');
  return type === 'object' && more instanceof Map && more.get('type') === 'string';
}

/** A list of texts whose description shows the sign. */
function showsSign({ type, itemType, enumValues, description }: Leaf): boolean {
  return (
    type === 'array' &&
    itemType === 'string' &&
    enumValues.length === 0 &&
    /\p{L}=\p{L}|[a-z]=[<{]|\bkey=/u.test(description)
  );
}

/** Where two parameters take pairs, nobody said which. */
function isOnlyTaker(own: readonly Leaf[], { leaves }: Context): boolean {
  const isKey = (leaf: Leaf): boolean =>
    isPerItem(leaf) && leaf.requiredInside && KEYS.has(leaf.nameWords.at(-1) ?? '');
  return leaves.filter((one) => takesPairs(one) || isKey(one)).every((one) => own.includes(one));
}

function matchColumn(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!isPerItem(leaf)) return [];
  const members = besides(leaf, context);
  return context.sources.flatMap((source) =>
    readingOf(
      rowsIn(members, context, source).flatMap((row) => row.get(leaf) ?? []),
      (cells) => cells.map(({ value }) => value),
    ),
  );
}

function matchRows(leaf: Leaf, _at: number, context: Context): Reading[] {
  const members = innerOf(leaf);
  if (members.length < 2) return [];
  return context.sources.flatMap((source) => {
    const rows = rowsIn(
      members,
      { ...context, leaves: [...context.leaves.filter((one) => one !== leaf), ...members] },
      source,
    );
    return readingOf(
      rows.flatMap((row) => [...row.values()]),
      () => rows.map((row) => new Map([...row].map(([{ path }, { value }]) => [String(path.at(-1)), value]))),
    );
  });
}

function matchMembers(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!takesAny(leaf) || !isOnlyTaker([leaf], context)) return [];
  return context.sources.flatMap((source) => {
    const pairs = assignedIn(source);
    return readingOf(pairs.flat(), () => new Map(pairs.map(([key, { value }]) => [String(key.value), value])));
  });
}

function matchPairs(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!showsSign(leaf) || !isOnlyTaker([leaf], context)) return [];
  return context.sources.flatMap((source) => {
    const pairs = assignedIn(source).map(
      ([
        { place },
        {
          place: { end },
        },
      ]): Cell => ({ value: source.text.slice(place.start, end), place: { ...place, end } }),
    );
    return readingOf(pairs, () => pairs.map(({ value }) => value));
  });
}

function readingOf(cells: readonly Cell[], valueOf: (cells: readonly Cell[]) => Json): Reading[] {
  return cells.length === 0 ? [] : [{ value: valueOf(cells), by: 'rows', places: cells.map(({ place }) => place) }];
}

const KEG_LINES = {
  type: 'array',
  items: {
    type: 'object',
    properties: { malt: { type: 'string' }, bags: { type: 'integer' } },
    required: ['malt', 'bags'],
  },
};
const LABELS = {
  type: 'array',
  items: {
    type: 'object',
    properties: { key: { type: 'string' }, value: { type: 'string' } },
    required: ['key', 'value'],
  },
};

export const ROWS: readonly TextRule[] = [
  {
    name: 'column-of-rows',
    reads: 'how many of what, said at least twice in one form, for the members of a list of objects',
    matches: matchColumn,
    types: ['string', 'integer', 'number'],
    strength: 3.4,
    firm: true,
    why: 'Who counts several things, joined by commas, says the lines of a list.',
    takes: { lines: KEG_LINES },
    case: ['Order 4 bags of rye and 2 bags of wheat', ['rye', 'wheat']],
    counterCase: 'Order 4 bags of rye and wheat',
  },
  {
    name: 'whole-rows',
    reads: 'the same, for a list of objects that may be left out',
    matches: matchRows,
    types: ['array'],
    listed: false,
    strength: 3.4,
    firm: true,
    why: 'Said in rows, the list was spoken of.',
    takes: { labels: LABELS },
    needs: [],
    case: [
      'Brew a batch labelled team=ops and tier=2',
      [
        { key: 'team', value: 'ops' },
        { key: 'tier', value: '2' },
      ],
    ],
    counterCase: 'Brew a batch labelled team ops',
  },
  {
    name: 'open-members',
    reads: 'keys and values joined by "=", for an object whose members the schema leaves open',
    matches: matchMembers,
    types: ['object'],
    strength: 3,
    firm: true,
    why: 'Labels and variables are written so, and nothing else of the tool could take them.',
    takes: { labels: { type: 'object', additionalProperties: { type: 'string' } } },
    needs: [],
    case: ['Brew a batch with team=ops and tier=2', { team: 'ops', tier: '2' }],
    counterCase: 'Brew a batch with team == ops',
  },
  {
    name: 'list-of-pairs',
    reads: 'keys and values joined by "=", for a list of texts whose description shows the sign',
    matches: matchPairs,
    types: ['array'],
    listed: false,
    strength: 3,
    firm: true,
    why: 'The list holds texts of this form, and all of them are meant.',
    takes: { settings: { type: 'array', items: { type: 'string' }, description: 'Settings, e.g. hops=mild' } },
    needs: [],
    case: ['Brew a batch with hops=wild and yeast=ale', ['hops=wild', 'yeast=ale']],
    counterCase: 'Brew a batch with hops = wild',
  },
];
