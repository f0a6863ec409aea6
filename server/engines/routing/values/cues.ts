// Cues: what the words around a place say for a parameter.
// In: a leaf, a place and the context. Out: numbers that `fit` adds to the strength of the evidence.
// Why: "draught of 5" and "from Paris" say which parameter a value is for; a bare value of the right kind does not.

import { allMatches } from '../text/all-matches.ts';
import type { Word } from '../text/words.ts';
import { isStopWord, splitIdentifier, stemOf } from '../text/words.ts';
import type { Leaf } from '../tools/tools.ts';
import type { Want } from '../tools/wants.ts';
import { isStay, sideAmong, sideOf } from '../tools/wants.ts';
import { isAimedAt } from './aims.ts';
import type { Place } from './candidate.ts';
import { textAt } from './candidate.ts';
import type { Context } from './context.ts';
import { surroundingsOf } from './context.ts';
import { wayBackScore } from './day-cues.ts';
import type { Beside } from './matches.ts';
import { matchBefore, matchBehind } from './matches.ts';
import { LEAD, nounScore } from './noun-cues.ts';
import type { Span } from './spans/span.ts';

/** The text itself says which parameter a value is for. */
export const CUE_FIRM = 0.8;

/** What the words around a place say for a leaf: 0 nothing, about 1 its own name beside the place, at most 2. */
export function cueFor(leaf: Leaf, at: number, place: Place, context: Context): number {
  const { near, inside } = surroundingsOf(place, context);
  let score = 0;
  let best = 0;
  for (const { word, side, distance, fade, adjacent } of near) {
    const isNamed =
      leaf.nameStems.includes(word.stem) ||
      context.shortForms.get(word.surface)?.includes(leaf.nameStems[0] ?? '') === true;
    if (isNamed && (!isStopWord(word.surface) || leaf.nameStems.length === 1)) {
      const share = context.nameCounts.get(word.stem) ?? 1;
      // "base and height as 6 and 10": names in a row share what follows, and adjacency means nothing.
      const inRow = side === 'before' && context.rows.get(place.source)?.has(word) === true;
      // "On 3 May returning on the 10th": the word leads to the day behind it.
      if (side === 'after' && leadsToOther(word, place, context)) continue;
      if (side === 'after' && distance <= 1 && share === 1) best = Math.max(best, 1.2 * fade);
      let weight = (share === 1 && !inRow ? 1 : 0.35) * fade;
      if (adjacent && !inRow) weight += share === 1 ? 0.6 : 0.2;
      best = Math.max(best, weight);
    } else if (leaf.descriptionStems.has(word.stem) && !isStopWord(word.surface)) {
      // "Leased at $20": a word that one description alone says, right before the number.
      const telling =
        side === 'before' &&
        distance <= 1.5 &&
        'kind' in place &&
        place.kind === 'number' &&
        context.descriptionCounts.get(word.stem) === 1;
      score = Math.max(score, (telling ? 0.7 : 0.3) * fade);
    }
  }
  // A phrase that holds the parameter's own word holds its label.
  const own =
    !('kind' in place && place.kind === 'phrase') &&
    inside.some((word) => leaf.nameStems.includes(word.stem) && (context.nameCounts.get(word.stem) ?? 1) === 1)
      ? 0.5
      : 0;
  return Math.min(
    2,
    best +
      score +
      own +
      prepositionScore(context.wants[at] ?? 'other', place) +
      appositionScore(leaf, place, context) +
      ownIdScore(leaf, place, context) +
      asScore(leaf, place) +
      nounScore(leaf, at, place, context) +
      (isAimedAt(leaf, place, context.leaves) ? 1 : 0),
  );
}

/** A verb form, and right behind it another place of the kind. */
function leadsToOther({ surface, end }: Word, place: Place, { spans }: Context): boolean {
  return (
    surface.endsWith('ing') &&
    'kind' in place &&
    spans.some(
      ({ source, kind, start }) =>
        source === place.source &&
        kind === place.kind &&
        start > end &&
        /^ (?:(?:on|at|from|in|to|by) )?(?:the )?$/u.test(source.text.slice(end, start)),
    )
  );
}

/** "The painter Ada Moor", "a painter, Ada Moor": a noun of the description right before a name says what it is. */
function appositionScore(leaf: Leaf, place: Place, context: Context): number {
  if (!('kind' in place) || place.kind !== 'name') return 0;
  const words = context.words.get(place.source) ?? [];
  const last = wordBefore(words, place.start);
  if (last === undefined || isStopWord(last.surface) || !/^,? $/u.test(place.source.text.slice(last.end, place.start)))
    return 0;
  // "Player" of the description says a name is one; "soccer player" in the text ends with the same word.
  return leaf.descriptionStems.has(last.stem) && !leaf.nameStems.includes(last.stem) ? 0.3 : 0;
}

/** "The pipe with ID PX-88": the noun before the id says whose it is, where one parameter is for the ids of that. */
function ownIdScore({ nameWords, nameStems }: Leaf, place: Place, { nameCounts }: Context): number {
  const last = nameWords.at(-1);
  if (last !== 'id' && last !== 'ids') return 0;
  const noun = matchBefore(place, ID_OF)?.[1]?.toLowerCase();
  return noun !== undefined && nameStems.includes(stemOf(noun)) && nameCounts.get(stemOf(noun)) === 1 ? 0.8 : 0;
}

/** A noun, and the word that says that its id follows. */
export const ID_OF: Beside = {
  pattern:
    /(\p{L}+)(?:,? (?:with|has|having|of|by)(?: the| an?)?| ?\(|['’]s)? ?(?:ids?|identifiers?)(?: is| are| of|:|=)? ?["'“‘`]?$/iu,
  reach: 48,
  has: /id/iu,
};

/** "'ada' as the operator": the parameter's name behind the value. */
function asScore({ nameWords }: Leaf, place: Place): number {
  const said = matchBehind(place, AS)?.[1];
  return said !== undefined && ` ${said.trim().toLowerCase()} `.startsWith(` ${nameWords.join(' ')} `) ? 1 : 0;
}

const AS: Beside = { pattern: /^["'”’`]? as (?:the |its |your |my )?((?:\p{L}+ ?){1,3})/iu, reach: 48 };

/** The last word that ends at `at` or before. By halves: it is asked for each place and each parameter. */
function wordBefore(words: readonly Word[], at: number): Word | undefined {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] as Word).end <= at) low = middle + 1;
    else high = middle;
  }
  return words[low - 1];
}

const PREPOSITIONS: Partial<Record<Want, Beside>> = {
  place: {
    pattern: /\b(?:in|at|near|around|to|from|of|for|about|within|visiting|visit)\s+(?:the\s+)?$/iu,
    reach: LEAD,
  },
  person: {
    pattern: /\b(?:by|for|with|to|of|from|about|named|called|contact|user|starring|directed by)\s+$/iu,
    reach: LEAD,
  },
  title: { pattern: /\b(?:called|named|titled|the|of|at|about|for)\s+$/iu, reach: LEAD },
  date: {
    pattern: /\b(?:on|for|from|by|until|till|starting|before|after|since|of)\s+(?:the\s+)?$/iu,
    reach: LEAD,
  },
  time: { pattern: /\b(?:at|by|around|from|after|before)\s+$/iu, reach: LEAD },
  platform: { pattern: /\b(?:on|via|through|using|for|from)\s+(?:the\s+)?$/iu, reach: LEAD },
};

function prepositionScore(want: Want, place: Place): number {
  const preposition = PREPOSITIONS[want];
  return preposition !== undefined && matchBefore(place, preposition) !== null ? 0.5 : 0;
}

/** "from Ulm to Graz": a leaf of one side must not take the other side's place. */
export function sideScore(leaf: Leaf, place: Place, context: Context): number {
  const back = wayBackScore(leaf, place, context);
  if (back !== 0) return back;
  const side = sideAmong(leaf, context.leaves);
  if (side === null) return 0;
  const lead = leadOf(place, context);
  // "13:00-15:00".
  if ('kind' in place && (place.kind === 'time' || (place as Span).detail.instant !== undefined)) {
    if (matchBefore(place, RANGE_TO) !== null) return side === 'to' ? 0.9 : -1.2;
    if (matchBehind(place, RANGE_ON) !== null) return side === 'from' ? 0.9 : -1.2;
  }
  const bound = boundScore(leaf, place);
  if (bound !== 0) return bound;
  if (isPaired(leaf, context)) return halfOf(place, context) === side ? 0.9 : -1.2;
  if (lead === undefined) return 0;
  // "Leaving on the 4th" ends a stay.
  const isReversed = /^(?:leaving|departing|arriving)$/u.test(lead) && isStay(leaf, context.leaves);
  // "Reschedule it to the 5th": the day to which a beginning is moved, where no end is asked for.
  if (lead === 'to' && side === 'from' && isMovedTo(leaf, place, context)) return 0;
  const said = FROM_LEAD.test(lead) !== isReversed ? 'from' : 'to';
  if (lead === 'and' || lead === '-' || lead === '–') return side === 'to' ? 0.3 : -0.3;
  // "After 3 pm" is no side of a journey, and "until Friday" none of a place.
  if (BOUNDS.test(lead) && !isBounded(leaf, context)) return 0;
  return said === side ? 0.9 : -1.2;
}

/** What leads to a place, with a word between them at most: "to Graz tomorrow" leads to Graz. */
function leadOf(place: Place, { spans }: Context): string | undefined {
  const [whole, lead] = matchBefore(place, SIDE_LEAD) ?? [];
  if (whole === undefined || lead === undefined) return undefined;
  const from = place.start - whole.length + lead.length;
  const isOthers = spans.some(
    ({ kind, source, start, end }) =>
      kind === 'name' &&
      source === place.source &&
      start > from &&
      end <= place.start &&
      /^\s+$/u.test(source.text.slice(end, place.start)),
  );
  return isOthers ? undefined : lead.toLowerCase();
}

function isMovedTo(leaf: Leaf, { source, start }: Place, { leaves, wants, tool }: Context): boolean {
  const isDay = (at: number): boolean => wants[at] === 'date' || wants[at] === 'datetime';
  return (
    tool.acting &&
    isDay(leaves.indexOf(leaf)) &&
    !leaves.some((one, at) => isDay(at) && sideOf(one) === 'to') &&
    MOVING.test(source.text.slice(Math.max(0, start - MOVED_REACH), start))
  );
}

const MOVING = /\b(?:reschedule|postpone|move|push|shift|change|delay)\b[^.;!?]*\bto\s+(?:the\s+)?$/iu;
const MOVED_REACH = 80;

const RANGE_TO: Beside = { pattern: /\d(?: ?[ap]\.?m\.?)? ?[-–] ?$/iu, reach: 12 };
const RANGE_ON: Beside = { pattern: /^ ?[-–] ?\d/u, reach: 4 };
const SIDE_LEAD: Beside = {
  pattern:
    /(\b(?:from|to|into|until|till|between|and|after|since|before|through|leaving|departing|starting|beginning|ending|arriving|going|check(?:ing)?[ -]?in|check(?:ing)?[ -]?out|pick(?:ing)?[ -]?up|drop(?:ping)?[ -]?off)|[-–])\s+(?:\p{L}+\s*=\s*|\p{L}+\s+){0,1}(?:the\s+)?['"“‘$]?$/iu,
  reach: 32,
};
const FROM_LEAD =
  /^(?:from|between|after|since|leaving|departing|starting|beginning|check(?:ing)?[ -]?in|pick(?:ing)?[ -]?up)$/u;
const BOUNDS = /^(?:after|since|before)$/u;

/** "Over 500" is the smallest, "under 500" the largest. */
function boundScore(leaf: Leaf, place: Place): number {
  const isLow = leaf.nameWords.some((word) => word === 'min' || word === 'minimum');
  const isHigh = leaf.nameWords.some((word) => word === 'max' || word === 'maximum');
  if (isLow === isHigh) return 0;
  if (matchBefore(place, LOW) !== null) return isLow ? 0.9 : -1.2;
  return matchBefore(place, HIGH) !== null ? (isHigh ? 0.9 : -1.2) : 0;
}

const LOW: Beside = {
  pattern:
    /\b(?:over|above|more than|at least|no less than|exceeding|greater than|higher than|larger than|bigger than|longer than|starting (?:at|from)|minimum(?: of)?|from)\s+[$€£]?$/iu,
  reach: LEAD,
};
const HIGH: Beside = {
  pattern:
    /\b(?:under|below|less than|at most|no more than|up to|lower than|smaller than|shorter than|cheaper than|maximum(?: of)?)\s+[$€£]?$/iu,
  reach: LEAD,
};

/** Of two bounds of one kind. */
function isBounded(leaf: Leaf, { leaves, wants }: Context): boolean {
  const want = wants[leaves.indexOf(leaf)];
  return want === 'date' || want === 'datetime' || want === 'time';
}

/** One of two objects with the same members, one for each side: a source and a destination. */
function isPaired(leaf: Leaf, { leaves }: Context): boolean {
  const side = sideOf(leaf);
  return (
    leaf.path.length > 1 &&
    leaves.some(
      (one) =>
        one.path.length === leaf.path.length &&
        one.path.at(-1) === leaf.path.at(-1) &&
        one.path[0] !== leaf.path[0] &&
        sideOf(one) !== null &&
        sideOf(one) !== side,
    )
  );
}

/** What stands before the "to" belongs to the source, what stands behind it to the destination. */
function halfOf({ source, start }: Place, context: Context): 'from' | 'to' {
  // Of two instants the second ends what the first begins, whatever joins them.
  const instants = context.spans.filter((span) => span.source === source && span.detail.instant !== undefined);
  if (instants.length === 2 && instants.some((span) => span.start === start))
    return instants.some((span) => span.start < start) ? 'to' : 'from';
  const values = context.spans.filter((span) => span.source === source && span.kind !== 'phrase');
  const first = values.reduce((least, span) => Math.min(least, span.start), Infinity);
  const joint = allMatches(source.text, /\s(?:to|into|onto|→|->)\s/giu).find(({ index }) => index > first);
  return joint !== undefined && start > joint.index ? 'to' : 'from';
}

/**
 * Numbers are mostly said in the order the parameters are listed. When there are as many numbers as required numeric
 * parameters, that order is evidence; otherwise it only breaks ties.
 */
export function orderScore(at: number, span: Span, context: Context): number {
  if (span.kind !== 'number') return 0;
  const leaf = context.numeric.indexOf(at);
  const place = context.numbers.indexOf(span);
  if (leaf < 0 || place < 0) return 0;
  const complete = context.numbers.length === context.numeric.length;
  if (leaf !== place) return -0.04 * Math.min(4, Math.abs(leaf - place)) - (complete && context.series ? 0.5 : 0);
  return !complete ? 0 : context.series || context.numeric.length === 1 ? 0.45 : 0.05;
}

/** "A deposit of 1750": what the tool is named after comes in a number, and one required parameter takes it. */
export function measureScore(at: number, span: Span, { numeric, tool }: Context): number {
  if (span.kind !== 'number' || numeric.length !== 1 || numeric[0] !== at) return 0;
  const noun = matchBefore(span, MEASURED)?.[1];
  const isOwn =
    noun !== undefined && tool.nameStems.includes(stemOf(noun.toLowerCase())) && !tool.actWords.has(noun.toLowerCase());
  return isOwn && !/^[ -]?\p{L}{3,}s\b/u.test(span.source.text.slice(span.end, span.end + 24)) ? 0.6 : 0;
}

const MEASURED: Beside = { pattern: /(\p{L}+) (?:of|over|for) [$€£]?$/u, reach: 32 };

/** "A berth for two", "a crew of four", "a sledge for one": how many people, for a parameter that counts them. */
export function countScore(leaf: Leaf, place: Place): number {
  return matchBefore(place, FOR_SO_MANY) !== null &&
    HEADS.test(`${leaf.nameWords.join(' ')} ${leaf.description}`) &&
    matchBehind(place, SO_MANY) !== null
    ? 0.9
    : 0;
}

const FOR_SO_MANY: Beside = {
  pattern: /\b(?:for|(?:group|party|family|team|table|crowd) (?:of|for))\s+$/iu,
  reach: 16,
};
const SO_MANY: Beside = {
  pattern:
    /^\s*(?:$|[.,;!?)]|(?:people|persons?|of us|guests?|passengers?|adults?|and|in(?! (?:total|all|sum))|at|on|to)\b)/iu,
  reach: 16,
};

const HEADS =
  /\b(?:people|persons?|guests?|passengers?|travell?ers?|adults?|seats?|party|group|diners?|attendees?|riders?|players?)\b/iu;

/** "genre: rock", "the genre is rock": the text itself says which parameter the phrase fills. */
export function isStated(leaf: Leaf, span: Span): boolean {
  const [, lead, joint = ''] = matchBefore(span, JOINED) ?? [];
  if (lead === undefined) return false;
  // Behind "is" a phrase is the value only when the clause ends with it.
  if (/\p{L}/u.test(joint) && matchBehind(span, ENDED) === null) return false;
  return splitIdentifier(lead).slice(-leaf.nameWords.length).join(' ') === leaf.nameWords.join(' ');
}

const JOINED: Beside = {
  pattern: /([\p{L}\p{N}_ ]{1,40}?)\s*(=|:|\b(?:is|are|should be|will be|to be))\s*$/u,
  reach: 48,
  last: '=:se',
  has: /(?:[=:]|\b(?:is|are|be))\s*$/u,
};
const ENDED: Beside = { pattern: /^\s*(?:$|[.,;!?]|and\b)/u, reach: 8 };

/** A name that only repeats the parameter's words is its label, not its value ("the folder name …", "the print quality"). */
export function isLabel(leaf: Leaf, span: Span): boolean {
  if (span.kind !== 'name' && span.kind !== 'phrase') return false;
  const stems = stemsIn(span);
  if (stems.every((stem) => leaf.nameStems.includes(stem))) return true;
  return (
    span.kind === 'name' &&
    stems.every((stem) => leaf.descriptionStems.has(stem)) &&
    !leaf.required &&
    splitIdentifier(leaf.description.replace(EXAMPLES, ''))
      .join(' ')
      .includes(splitIdentifier(textAt(span)).join(' '))
  );
}

/** Kept with the place: every parameter asks. */
const STEMS = new WeakMap<Span, readonly string[]>();

function stemsIn(span: Span): readonly string[] {
  let stems = STEMS.get(span);
  if (stems === undefined) STEMS.set(span, (stems = splitIdentifier(textAt(span)).map(stemOf)));
  return stems;
}

/** What a description shows as an example is a value when the user says it. */
const EXAMPLES =
  /['"“‘][^'"“”‘’]*['"”’]|(?:\be\.g(?:\.,?|,)?|\b(?:such as|like|for example|for instance|example|ex)\b)[^.]*/giu;
