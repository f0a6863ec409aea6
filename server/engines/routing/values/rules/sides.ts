// Sides: two values that are the two ends of something.
// In: a leaf and the context. Out: readings. Why: "from 2 to 5" is one range, "from cellar to attic" two places; only
// together do they say which is which.

import { touches } from '../../text/scope.ts';
import { isUnitName } from '../../text/units.ts';
import { isStopWord } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Want } from '../../tools/wants.ts';
import { dateFormatOf, groupOf, sideAmong, sideOf, wantOf } from '../../tools/wants.ts';
import { bitsOf } from '../bits.ts';
import type { Context } from '../context.ts';
import { scopeOf } from '../context.ts';
import { matchesIn } from '../matches.ts';
import { fitNumber } from '../numeric.ts';
import { shapeOf } from '../shapes.ts';
import { CODE_OF_STATE } from '../spans/places.ts';
import { writeDay } from './moments.ts';
import type { Reading, TextRule } from './rule.ts';

const BETWEEN = /^\s*(?:to|and|until|till|through|-|–|—|,)\s*(?:\p{L}\s*=\s*)?\$?$/iu;

/** An array of two numbers that is a range takes both ends of one. */
function matchRange(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (leaf.type !== 'array' || !(leaf.itemType === 'number' || leaf.itemType === 'integer')) return [];
  if (
    !/\b(?:range|interval|limits?|bounds?|between|lower|minimum|coordinates?)\b/iu.test(
      `${leaf.nameWords.join(' ')} ${leaf.description}`,
    )
  )
    return [];
  const numbers = context.spans.filter((span) => span.kind === 'number');
  return numbers.flatMap((low, place): Reading[] => {
    const high = numbers[place + 1];
    if (high === undefined || high.source !== low.source || !BETWEEN.test(low.source.text.slice(low.end, high.start)))
      return [];
    const ends = [low, high].map((span) => fitNumber(leaf, leaf.itemType, span)?.value ?? null);
    if (ends.includes(null)) return [];
    const isOpened = /\b(?:from|between)\s+(?:\p{L}\s*=\s*)?\$?$/iu.test(
      low.source.text.slice(Math.max(0, low.start - 16), low.start),
    );
    return [{ value: ends, by: 'range', places: [low, high], more: isOpened ? 0.5 : 0 }];
  });
}

/** Where a description shows the two letters of a state, its full name says them. */
function matchRegion(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (leaf.type !== 'string' || !leaf.nameWords.includes('state') || !/['"(\s][A-Z]{2}\b/u.test(leaf.description))
    return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, STATE).flatMap((match): Reading[] => {
      const code = CODE_OF_STATE.get(match[0].toLowerCase());
      const place = { source, start: match.index, end: match.index + match[0].length };
      return code === undefined ? [] : [{ value: code, by: 'state-code', places: [place] }];
    }),
  );
}

const STATE = new RegExp(`(?<![\\p{L}\\p{N}])(?:${[...CODE_OF_STATE.keys()].join('|')})(?![\\p{L}\\p{N}])`, 'giu');

/**
 * "From cellar to attic": where one pair of parameters differs only by its side, the two words are its values. An article or a
 * second word ("from the old one to …") leaves open where a value ends.
 */
function matchSides(leaf: Leaf, _at: number, context: Context): Reading[] {
  const side = sideOf(leaf);
  if (side === null || leaf.type !== 'string' || leaf.enumValues.length > 0) return [];
  const pair = context.leaves.filter((one) => one.type === 'string' && sideOf(one) !== null);
  const [first, second] = pair;
  if (
    first === undefined ||
    second === undefined ||
    pair.length !== 2 ||
    !pair.includes(leaf) ||
    sideOf(first) === sideOf(second) ||
    groupOf(first) !== groupOf(second) ||
    PATHS_AND_TIMES.has(wantOf(leaf))
  )
    return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, FROM_TO).flatMap(({ index, 0: whole, 1: from = '', 2: to = '' }): Reading[] => {
      const isDenied = touches(scopeOf(source, context).negated, index, index + whole.length);
      if ([from, to].some((word) => isStopWord(word.toLowerCase()) || isUnitName(word)) || isDenied) return [];
      const start = side === 'from' ? index + whole.indexOf(from, 5) : index + whole.length - to.length;
      const value = side === 'from' ? from : to;
      return [{ value, places: [{ source, start, end: start + value.length }] }];
    }),
  );
}

const FROM_TO =
  /\bfrom (\p{Ll}+) to (\p{Ll}+)(?=\s*(?:$|[.,;!?])| (?:on|in|at|for|with|by|please|tomorrow|today|now)\b)/gu;
/** What these take is read by its own form, and a bare word is none. */
const PATHS_AND_TIMES: ReadonlySet<Want> = new Set<Want>([
  'date',
  'time',
  'datetime',
  'year',
  'email',
  'url',
  'path',
  'currency',
  'language',
  'unit',
]);

const ARROW = /(\S+?)[,]?\s*(?:→|->|-->|=>|\bto\b|–)\s*(\S+?)(?=[\s,.;!?]|$)/gu;

/** "GVA → ATH": two codes of one declared pattern, for a pair of parameters that have it. */
function matchCodes(leaf: Leaf, _at: number, context: Context): Reading[] {
  const side = sideOf(leaf);
  const shape = leaf.type === 'string' && leaf.enumValues.length === 0 ? shapeOf(leaf.schema) : null;
  const isPair = context.leaves.some(
    (one) =>
      one.type === 'string' &&
      one.schema.get('pattern') === leaf.schema.get('pattern') &&
      sideOf(one) !== null &&
      sideOf(one) !== side,
  );
  if (side === null || shape === null || !isPair) return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, ARROW).flatMap(({ index, 0: whole, 1: from = '', 2: to = '' }): Reading[] => {
      if (!shape.matches(from) || !shape.matches(to)) return [];
      const value = side === 'from' ? from : to;
      const start = side === 'from' ? index : index + whole.length - to.length;
      return [{ value, by: 'pattern', places: [{ source, start, end: start + value.length }] }];
    }),
  );
}

/**
 * "Weld pt-11 to pt-12": of two parameters that are only counted, `part_a` and `part_b`, the first takes what is said first. A third
 * value of their form leaves open which two are meant.
 */
function matchCounted(leaf: Leaf, _at: number, context: Context): Reading[] {
  const shape = leaf.type === 'string' && leaf.enumValues.length === 0 ? shapeOf(leaf.schema) : null;
  const place = countOf(leaf);
  if (shape?.telling !== true || place === null) return [];
  const pair = context.leaves.filter((one) => one.schema.get('pattern') === leaf.schema.get('pattern'));
  const [other, ...more] = pair.filter((one) => one !== leaf);
  if (other === undefined || more.length > 0 || countOf(other) !== 1 - place || groupOf(other) !== groupOf(leaf))
    return [];
  return context.sources.flatMap((source): Reading[] => {
    const fitting = bitsOf(source).filter((bit) => shape.matches(bit.text));
    const [first, second, ...rest] = fitting;
    if (first === undefined || second === undefined || rest.length > 0) return [];
    if (!COUPLED.test(source.text.slice(first.end, second.start))) return [];
    const bit = place === 0 ? first : second;
    return [{ value: bit.text, by: 'pattern', places: [bit] }];
  });
}

/** 0 and 1 for the first and the second of two, by the last word of the name or the first one. */
function countOf({ nameWords }: Leaf): 0 | 1 | null {
  const at = COUNTED.findIndex((words) => words.has(nameWords.at(-1) ?? '') || words.has(nameWords[0] ?? ''));
  return at === 0 || at === 1 ? at : null;
}

const COUNTED: readonly ReadonlySet<string>[] = [
  new Set(['a', 'x', '1', 'one', 'first']),
  new Set(['b', 'y', '2', 'two', 'second']),
];
const COUPLED = /^\s*(?:,|&|,?\s(?:and|with|to)(?: the)?)\s+(?:\p{Ll}+\s+)?$/u;

/** "The first week of May", "mid-May". */
const PART_OF_MONTH =
  /\b(?:(?:weeks?|half|end|start|beginning|middle|part|days?|weekends?|third|quarter|\p{L}+days?) (?:of|in) (?:the )?|(?:early|late|mid)[ -])$/iu;

/** "In October": the first and the last day of a month that is named, where nothing else says a day. */
function matchMonth(leaf: Leaf, at: number, context: Context): Reading[] {
  const side = sideAmong(leaf, context.leaves);
  const isPair =
    context.leaves.filter((one, place) => context.wants[place] === 'date' && sideOf(one) !== null).length === 2;
  if (side === null || !isPair || context.wants[at] !== 'date' || dateFormatOf(leaf).kind !== 'template') return [];
  if (
    context.spans.some(({ kind, detail, source }) => kind === 'date' && source.age === 0 && detail.month === undefined)
  )
    return [];
  return context.spans.flatMap((span): Reading[] => {
    const { month } = span.detail;
    if (span.kind !== 'date' || month?.year === undefined || month.month === undefined) return [];
    const lead = span.source.text.slice(Math.max(0, span.start - 16), span.start);
    // "Since May" and "until May" are one end; "by May" is none.
    if (/\b(?:since|until|till|before|after|by|to|and|from|through|between)\s+$/iu.test(lead)) return [];
    if (PART_OF_MONTH.test(lead)) return [];
    const last = new Date(Date.UTC(month.year, month.month, 0)).getUTCDate();
    const day = side === 'from' ? 1 : last;
    const value = writeDay(leaf, { ...month, day });
    return value === null ? [] : [{ value, by: 'month', places: [span] }];
  });
}

export const SIDES: readonly TextRule[] = [
  {
    name: 'codes-from-to',
    reads: 'two codes of one pattern with "to" or an arrow between them',
    matches: matchCodes,
    types: ['string'],
    listed: false,
    strength: 3,
    firm: true,
    why: 'The sign between them says which side each is.',
    takes: {
      origin: { type: 'string', pattern: '^[A-Z]{3}$' },
      destination: { type: 'string', pattern: '^[A-Z]{3}$' },
    },
    needs: ['origin', 'destination'],
    case: ['Carry it GVA → ATH', 'GVA'],
    counterCase: 'Carry it to ATH',
  },
  {
    name: 'counted-pair',
    reads: 'two codes of one pattern joined by a small word, for two parameters that are only counted',
    matches: matchCounted,
    types: ['string'],
    listed: false,
    strength: 3,
    firm: true,
    why: 'Parameters called a and b, or 1 and 2, have no other order than that in which the two are said.',
    takes: {
      part_a: { type: 'string', pattern: '^pt-[0-9]{2}$' },
      part_b: { type: 'string', pattern: '^pt-[0-9]{2}$' },
    },
    needs: ['part_a', 'part_b'],
    case: ['Weld pt-11 to pt-12', 'pt-11'],
    counterCase: 'Weld pt-11 before pt-12',
  },
  {
    name: 'month-ends',
    reads: 'a month of a year, for the first and the last day of a stretch',
    matches: matchMonth,
    strength: 2,
    firm: true,
    why: 'A month has one first and one last day; both ends are said by naming it.',
    takes: { from: { type: 'string', format: 'date' }, to: { type: 'string', format: 'date' } },
    needs: ['from', 'to'],
    case: ['Print the rents of February 2028', '2028-02-01'],
    counterCase: 'Print the rents since February 2028',
  },
  {
    name: 'range-list',
    reads: 'two numbers with "to" or "and" between them, for a list that is a range',
    matches: matchRange,
    types: ['array'],
    strength: 1.5,
    firm: false,
    why: 'A list may hold more than two numbers, so that both ends are only proposed.',
    takes: { range: { type: 'array', items: { type: 'number' }, description: 'Lower and upper bound' } },
    case: ['Count shelves from 4 to 9', [4, 9]],
    counterCase: 'Count shelf 4, then shelf 9',
  },
  {
    name: 'state-code',
    reads: 'the name of a state, for a parameter whose description shows two letters',
    matches: matchRegion,
    types: ['string'],
    strength: 1.6,
    firm: false,
    why: 'The table’s letters are not the user’s: a person confirms them.',
    takes: { state: { type: 'string', description: "State, e.g. 'NV'" } },
    case: ['Count shelves in Oregon', 'OR'],
    counterCase: 'Count shelves in Norway',
  },
  {
    name: 'from-to',
    reads: 'one word behind "from" and one behind "to", for a pair of parameters',
    matches: matchSides,
    types: ['string'],
    listed: false,
    strength: 2,
    firm: true,
    why: 'The two prepositions say which side each word is.',
    takes: { from: { type: 'string' }, to: { type: 'string' } },
    needs: ['from', 'to'],
    case: ['Carry it from cellar to attic', 'cellar'],
    counterCase: 'Carry it from the old cellar to the attic',
  },
];
