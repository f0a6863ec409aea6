// Rows: lists of objects of which a text says several, a row each.
// In: a leaf and the context. Out: readings. Why: "4 bags of malt and 2 bags of rye" says two lines of an order, and "team=ops, tier=2" two
// labels. A parameter of a list of objects takes as many values as there are rows (`../fill.ts` puts one into each object).

import type { Json } from '../../../../../grammar/json.ts';
import { perLeaf } from '../../tools/per-leaf.ts';
import type { Leaf } from '../../tools/tools.ts';
import { isPerItem, membersOf } from '../../tools/tools.ts';
import type { Context } from '../context.ts';
import { type Cell, type Pair, type Row, readRows, rowOf } from '../counted-rows.ts';
import { matchesIn } from '../matches.ts';
import type { Source } from '../spans/span.ts';
import type { Reading, TextRule } from './rule.ts';

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
