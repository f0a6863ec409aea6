// Patterned: values that a declared pattern recognises.
// In: a leaf and the context. Out: readings. Why: `^cus_[a-z0-9]+$` says what a customer's id looks like better than any name; what
// fits it is that value, whatever the words around. A pattern that takes any word says nothing by itself, and needs a value that is
// none, or the parameter's name beside it.

import { functionClassOf } from '../../text/function-words.ts';
import { stemOf } from '../../text/words.ts';
import { perLeaf, perTool } from '../../tools/per-leaf.ts';
import type { Leaf, Tool } from '../../tools/tools.ts';
import type { Want } from '../../tools/wants.ts';
import { overlaps } from '../assign.ts';
import type { Bit } from '../bits.ts';
import { bitsOf, CAPITALS, hasWordBehind, isNumeral, isOdd, wordBefore } from '../bits.ts';
import type { Place } from '../candidate.ts';
import { goesOn } from '../candidate.ts';
import type { Context } from '../context.ts';
import { cueFor, sideScore } from '../cues.ts';
import { matchesIn } from '../matches.ts';
import type { Shape } from '../shapes.ts';
import { shapeOf } from '../shapes.ts';
import type { Source } from '../spans/span.ts';
import type { Reading, TextRule } from './rule.ts';
import { takesReason } from './texts.ts';

/** "ORD-55" is an order where `^ORD-` is one, whatever `^[A-Z]+-` takes. */
function isOfAnother(bit: Bit, leaf: Leaf, { tool }: Context): boolean {
  const opened = openedOf(tool);
  return (
    opened.length > 0 && !opened.includes(leaf) && opened.some((one) => shapeOf(one.schema)?.matches(bit.text) === true)
  );
}

/** Parameters whose patterns begin with letters of their own. */
const openedOf: (tool: Tool) => readonly Leaf[] = perTool(({ leaves }) =>
  leaves.filter(({ type, schema }) => type === 'string' && (shapeOf(schema)?.opening.length ?? 0) >= OPENING_MIN),
);

/** One letter is the beginning of many things. */
const OPENING_MIN = 2;

/** It can only be a value of this shape: the pattern says so, or it is no word. */
function isTelling(bit: Bit, shape: Shape): boolean {
  return (
    !isNumeral(bit.text) &&
    (shape.telling ||
      isOdd(bit.text) ||
      (shape.capital && CAPITALS.test(bit.text) && /\p{Ll}/u.test(bit.source.text))) &&
    shape.matches(bit.text)
  );
}

function matchPattern(leaf: Leaf, at: number, context: Context): Reading[] {
  const shape = leaf.type === 'string' && leaf.enumValues.length === 0 ? shapeOf(leaf.schema) : null;
  if (shape === null) return [];
  return context.sources.flatMap((source) =>
    bitsOf(source)
      .filter((bit) => isTelling(bit, shape) && !isOfAnother(bit, leaf, context))
      .map((bit): Reading => {
        const cue = cueFor(leaf, at, bit, context) + sideScore(leaf, bit, context);
        const isPlaced =
          !isModifier(bit, leaf, context) &&
          (cue >= 0.8 || (isOnlyTaker(bit, leaf, context) && !isOrdinary(bit, shape)));
        return {
          value: bit.text,
          by: 'pattern',
          places: [bit],
          more: cue - (shape.telling ? 0 : 0.8),
          guess: !shape.telling && !isPlaced,
        };
      }),
  );
}

/** "ord-55" for `^ORD-[0-9]+$`: nobody looks for the key of capitals in a chat, and nothing else begins so. */
function matchSmall(leaf: Leaf, _at: number, context: Context): Reading[] {
  const shape = leaf.type === 'string' && leaf.enumValues.length === 0 ? shapeOf(leaf.schema) : null;
  if (shape === null || shape.opening.length < OPENING_MIN || !/^\p{Lu}+/u.test(shape.opening)) return [];
  return context.sources.flatMap((source) =>
    bitsOf(source)
      .filter(({ text }) => !shape.matches(text) && /\p{Ll}/u.test(text) && shape.matches(text.toUpperCase()))
      .map((bit): Reading => ({ value: bit.text.toUpperCase(), by: 'case', places: [bit] })),
  );
}

/** "Flight LH 438" for `^[A-Z]{2}[0-9]+$`: capitals and digits with a space between them, of which only both together match. */
function matchParted(leaf: Leaf, _at: number, context: Context): Reading[] {
  const shape = leaf.type === 'string' && leaf.enumValues.length === 0 ? shapeOf(leaf.schema) : null;
  if (shape?.telling !== true) return [];
  return context.sources.flatMap((source) => {
    const bits = bitsOf(source);
    return bits.flatMap((bit, at): Reading[] => {
      const next = bits[at + 1];
      if (next === undefined || source.text.slice(bit.end, next.start) !== ' ') return [];
      const isParted =
        /^\p{Lu}[\p{Lu}\p{N}]{1,3}$/u.test(bit.text) &&
        /^\d+$/u.test(next.text) &&
        ![bit.text, next.text].some((text) => /\p{L}/u.test(text) && shape.matches(text));
      const value = `${bit.text}${next.text}`;
      return isParted && shape.matches(value)
        ? [{ value, by: 'pattern', places: [{ source, start: bit.start, end: next.end }] }]
        : [];
    });
  });
}

/** How many parameters of a tool have a pattern that no word matches and that something in these texts does. */
export function claimsOf(tool: Tool, sources: readonly Source[]): number {
  return claimedBy(tool, sources).length;
}

/** Whether a tool has such a parameter. */
export function hasClaims({ leaves }: Tool): boolean {
  return leaves.some(({ type, schema }) => type === 'string' && shapeOf(schema)?.telling === true);
}

/** For each such parameter of a tool, the first place that its pattern matches. */
export function claimedBy({ leaves }: Tool, sources: readonly Source[]): Place[] {
  return leaves.flatMap(({ type, schema }) => {
    const shape = type === 'string' ? shapeOf(schema) : null;
    if (shape?.telling !== true) return [];
    for (const source of sources) {
      const bit = bitsOf(source).find((one) => isTelling(one, shape));
      if (bit !== undefined) return [bit];
    }
    return [];
  });
}

/** No other parameter could take it; of a thing and what it is in, the preposition tells which. */
function isOnlyTaker(bit: Bit, leaf: Leaf, context: Context): boolean {
  const others = takersOf(bit, context).filter((one) => one !== leaf);
  if (others.length === 0) return true;
  const isInside = /^(?:in|into|inside|within)$/u.test(wordBefore(bit));
  return isInside && isContainer(leaf) && !others.some(isContainer);
}

/** What holds other things. */
const CONTAINERS = new Set(
  'namespace bucket project workspace repo repository folder directory environment env cluster region database schema zone organization organisation org board space collection account tenant'.split(
    ' ',
  ),
);

function isContainer({ nameWords }: Leaf): boolean {
  return nameWords.some((word) => CONTAINERS.has(word));
}

/** Parameters that could take it. */
function takersOf(bit: Bit, { leaves, wants, settled }: Context): Leaf[] {
  return leaves.filter((one, at) => {
    // What is firmly said for one parameter, and not here, leaves this to the others.
    const places = settled.get(one);
    if (places !== undefined) return places.some((place) => overlaps(place, bit));
    return (
      one.type === 'string' &&
      one.enumValues.length === 0 &&
      (shapeOf(one.schema)?.matches(bit.text) ??
        (one.required && one.format === null && !takesReason(one) && takesCodes(wants[at] ?? 'other', bit)))
    );
  });
}

/** What takes a text or a name is not what a code is for; a path has its signs. */
function takesCodes(want: Want, bit: Bit): boolean {
  if (want === 'path') return /[/.\\]/u.test(bit.text);
  return want === 'other' || want === 'id' || want === 'kind' || want === 'platform';
}

/** "A follow-up call": joined words that another word goes with, but the parameter's own or the tool's, belong to that. */
function isModifier(bit: Bit, leaf: Leaf, { tool, leaves }: Context): boolean {
  return (
    !/\p{N}|_|^\p{Lu}+(?:-\p{Lu}+)*$/u.test(bit.text) &&
    hasWordBehind(bit, (word) => {
      const stem = stemOf(word);
      // "Does tide-gauge contain …?": the word of another parameter leads to its value.
      return ![leaf, ...leaves].some(({ nameStems }) => nameStems.includes(stem)) && !tool.nameStems.includes(stem);
    })
  );
}

/** "A pop-up", "the API": words that only look like a name. Capitals stand for anything, and are a name behind a preposition alone. */
function isOrdinary(bit: Bit, shape: Shape): boolean {
  if (/\p{N}|_/u.test(bit.text)) return false;
  const before = wordBefore(bit);
  if (/^(?:an?|another|new|some|any)$/u.test(before)) return true;
  return (
    shape.capital &&
    CAPITALS.test(bit.text) &&
    functionClassOf(before).kind !== 'role' &&
    before !== 'and' &&
    before !== ''
  );
}

function matchItems(leaf: Leaf, _at: number, context: Context): Reading[] {
  const items = leaf.schema.get('items');
  const shape = leaf.type === 'array' && leaf.itemType === 'string' && items instanceof Map ? shapeOf(items) : null;
  if (shape === null || leaf.enumValues.length > 0) return [];
  return context.sources.flatMap((source): Reading[] => {
    const fitting = bitsOf(source).filter((bit) => isTelling(bit, shape) && !isOfAnother(bit, leaf, context));
    return fitting.length === 0 || !shape.telling
      ? []
      : [
          {
            value: fitting.map(({ text }) => text),
            by: 'pattern',
            places: fitting,
            guess: goesOn(source, fitting),
          },
        ];
  });
}

/** "0 6 * * 1": several words that only together match a pattern which says how many they are. */
function matchRun(leaf: Leaf, _at: number, context: Context): Reading[] {
  const shape = shapeOf(leaf.schema);
  if (leaf.type !== 'string' || leaf.enumValues.length > 0 || !isCron(leaf)) return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, CRON).flatMap(({ 0: value, index: start }): Reading[] =>
      shape?.matches(value) === false ? [] : [{ value, places: [{ source, start, end: start + value.length }] }],
    ),
  );
}

const isCron: (leaf: Leaf) => boolean = perLeaf(({ nameWords, description }) =>
  /\bcron\b/iu.test(`${nameWords.join(' ')} ${description}`),
);

const FIELD = '(?:\\*(?:\\/\\d+)?|\\d+(?:-\\d+)?(?:\\/\\d+)?(?:,\\d+(?:-\\d+)?)*|\\?)';
const DAY_FIELD = `(?:${FIELD}|(?:MON|TUE|WED|THU|FRI|SAT|SUN)(?:[-,](?:MON|TUE|WED|THU|FRI|SAT|SUN))*)`;
const CRON = new RegExp(`(?<![^\\s"'\`(])${FIELD}(?: ${FIELD}){3} ${DAY_FIELD}(?![^\\s"'\`),.;!?])`, 'gu');

/** "app=web" for a parameter whose description or pattern shows the sign. */
function matchPair(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (leaf.type !== 'string' || leaf.enumValues.length > 0 || !showsPairs(leaf)) return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, PAIRS).map(
      ({ 0: value, index: start }): Reading => ({ value, places: [{ source, start, end: start + value.length }] }),
    ),
  );
}

const showsPairs: (leaf: Leaf) => boolean = perLeaf(({ nameWords, description }) =>
  /=|\bselector\b/u.test(`${description} ${nameWords.join(' ')}`),
);

const PAIR = '[\\p{L}\\p{N}_./-]+!?={1,2}[\\p{L}\\p{N}_./-]*[\\p{L}\\p{N}_/-]';
const PAIRS = new RegExp(`(?<![\\p{L}\\p{N}_./=-])${PAIR}(?:,${PAIR})*(?![\\p{L}\\p{N}_/=-])`, 'gu');

/** A pattern that counts digits and takes nothing else. */
const DIGITS_ONLY = /^\^(?:\\d|\[0-9\])\{[3-9]\}\$$/u;

/**
 * "A call for 331": the one number with as many digits as a required code has, behind a preposition, with nothing that is counted. Where
 * the tool takes numbers, too, they must be said beside it, and only "to" leads to the code.
 */
function matchDigits(leaf: Leaf, _at: number, { sources, leaves, spans }: Context): Reading[] {
  const isCode = ({ type, schema }: Leaf): boolean =>
    type === 'string' && DIGITS_ONLY.test(String(schema.get('pattern')));
  if (!leaf.required || !isCode(leaf) || leaves.filter(isCode).length > 1) return [];
  const counts = leaves.filter(({ type }) => type === 'number' || type === 'integer');
  return sources.flatMap((source): Reading[] => {
    const numbers = spans.filter((span) => span.kind === 'number' && span.source === source);
    const [bit, ...more] = bitsOf(source).filter(
      ({ text }) => isNumeral(text) && shapeOf(leaf.schema)?.matches(text) === true,
    );
    if (bit === undefined || more.length > 0) return [];
    const leads = counts.length === 0 ? /^(?:for|to|in|at|on)$/u : /^to$/u;
    const needed = counts.filter(({ required }) => required).length;
    if (!leads.test(wordBefore(bit)) || (counts.length > 0 && (needed === 0 || numbers.length !== needed + 1)))
      return [];
    // "The card ending in 0417" says a part of a code.
    if (/\bend(?:ing|s) (?:in|with) $/iu.test(source.text.slice(Math.max(0, bit.start - 16), bit.start))) return [];
    const isCounted = hasWordBehind(bit, () => true) || /^ ?[%$€£°]/u.test(source.text.slice(bit.end, bit.end + 2));
    return isCounted ? [] : [{ value: bit.text, by: 'pattern', places: [bit] }];
  });
}

/** "XR 441" for a parameter that shows "PK 12": capitals, a space and digits, as in the example. Plates ("K-LM 77") have parts of any length. */
function matchLikeExample(leaf: Leaf, at: number, context: Context): Reading[] {
  const [, letters] = SPACED_EXAMPLE.exec(leaf.description) ?? [];
  if (letters === undefined || leaf.enumValues.length > 0 || leaf.format !== null || leaf.schema.has('pattern'))
    return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, SPACED)
      .filter(([, own = '']) => (letters.includes('-') ? own.includes('-') : own.length === letters.length))
      .map(({ 0: value, index }): Reading => {
        const place = { source, start: index, end: index + value.length };
        return {
          value,
          by: 'pattern',
          places: [place],
          more: cueFor(leaf, at, place, context),
          guess: goesOn(source, [place]),
        };
      }),
  );
}

const SPACED_EXAMPLE =
  /\b(?:e\.g\.,?|such as|like|example:?|for instance,?) ["'“‘`]?(\p{Lu}{1,4}(?:-\p{Lu}{1,3})?) \d{1,6}\b/u;
const SPACED = /(?<![\p{L}\p{N}_./-])(\p{Lu}{1,4}(?:-\p{Lu}{1,3})?) \d{1,6}(?![\p{L}\p{N}_/-]|[.,:]\d)/gu;

export const PATTERNED: readonly TextRule[] = [
  {
    name: 'parted-code',
    reads: 'capitals and digits with a space between them that match a declared pattern together',
    matches: matchParted,
    types: ['string'],
    listed: false,
    strength: 3,
    firm: true,
    why: 'People read such codes in two parts, and write them so.',
    takes: { berth: { type: 'string', pattern: '^[A-Z]{2}[0-9]{2,4}$' } },
    case: ['Print the card of berth KL 417', 'KL417'],
    counterCase: 'Print the card of berth 417',
  },
  {
    name: 'pattern-in-small-letters',
    reads: 'what matches the pattern in capitals, where the pattern begins with letters of its own',
    matches: matchSmall,
    types: ['string'],
    listed: false,
    strength: 3,
    firm: true,
    why: 'The letters and the digits are those of the pattern; only the capitals are left out.',
    takes: { crate: { type: 'string', pattern: '^CR-[0-9]+$' } },
    case: ['Empty cr-77', 'CR-77'],
    counterCase: 'Empty ct-77',
  },
  {
    name: 'like-example',
    reads: 'capitals, a space and digits, for a parameter whose description shows such an example',
    matches: matchLikeExample,
    types: ['string'],
    listed: false,
    strength: 2.2,
    firm: true,
    why: 'The example says how such a number is written, and as many capitals before digits are hardly anything else.',
    takes: { berth: { type: 'string', description: 'Number of the berth, e.g. PK 12' } },
    case: ['Empty the crates at XR 441', 'XR 441'],
    counterCase: 'Empty the crates at XRF 441',
  },
  {
    name: 'digits-behind-preposition',
    reads: 'a number of as many digits as the pattern has, behind a preposition and before nothing that is counted',
    matches: matchDigits,
    types: ['string'],
    listed: false,
    strength: 2.2,
    firm: true,
    why: 'The tool needs a number of this length, and the text says one and counts nothing with it.',
    takes: { room: { type: 'string', pattern: '^\\d{3}$' } },
    case: ['Empty the crates for 331', '331'],
    counterCase: 'Empty the crates for 331 guests',
  },
  {
    name: 'cron',
    reads: 'five fields of digits and stars, for a parameter described as cron',
    matches: matchRun,
    types: ['string'],
    listed: false,
    strength: 2.6,
    firm: true,
    why: 'Nothing else looks like one.',
    takes: { cron: { type: 'string', description: 'Cron expression' } },
    case: ['Water the beds on 0 6 * * 1', '0 6 * * 1'],
    counterCase: 'Water the beds at 6 on 4 days',
  },
  {
    name: 'key-and-value',
    reads: 'two words joined by "=", for a parameter whose description shows the sign',
    matches: matchPair,
    types: ['string'],
    listed: false,
    strength: 2.2,
    firm: true,
    why: 'A selector is written so and nothing else is.',
    takes: { selector: { type: 'string', description: 'Selector, e.g. dock=north' } },
    case: ['Empty the crates with dock=south', 'dock=south'],
    counterCase: 'Empty the crates = all of them',
  },
  {
    name: 'declared-pattern',
    reads: 'what stands between spaces and matches the pattern',
    matches: matchPattern,
    types: ['string'],
    listed: false,
    strength: 2.4,
    firm: true,
    why: 'A pattern that no ordinary word matches names its values.',
    takes: { crate: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{2,30}$', description: 'Crate name' } },
    case: ['Empty the crate north-dock-7', 'north-dock-7'],
    counterCase: 'Empty a crate for follow-up parcels',
  },
  {
    name: 'declared-items',
    reads: 'all that matches the pattern of the items of a list',
    matches: matchItems,
    types: ['array'],
    listed: false,
    strength: 3,
    firm: true,
    why: 'A list takes every value of its shape that is said.',
    takes: { crates: { type: 'array', items: { type: 'string', pattern: '^CR-[0-9]{3}$' } } },
    case: ['Empty CR-101 and CR-204', ['CR-101', 'CR-204']],
    counterCase: 'Empty CR-101 and the blue one',
  },
];
