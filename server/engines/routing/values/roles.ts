// Roles: which of several names fills which parameter, by what the text says the named one does.
// In: a leaf, a place and the context. Out: numbers that `fit` adds to the strength of the evidence.
// Why: two names in one request differ by their roles ("directed by A, starring B") or by their order ("between A and B"). English
// names the doer of an act after its verb, so "directed by" fits the parameter that speaks of a director.

import { functionClassOf } from '../text/function-words.ts';
import { isActVerb, isLookingVerb } from '../text/verbs.ts';
import type { Word } from '../text/words.ts';
import { isStopWord, stemOf } from '../text/words.ts';
import { perLeaf } from '../tools/per-leaf.ts';
import type { Leaf } from '../tools/tools.ts';
import type { Want } from '../tools/wants.ts';
import { groupOf } from '../tools/wants.ts';
import type { Place } from './candidate.ts';
import { textAt } from './candidate.ts';
import type { Context } from './context.ts';
import type { Beside } from './matches.ts';
import { matchBefore, matchBehind } from './matches.ts';
import { shapeOf } from './shapes.ts';
import type { Source, Span } from './spans/span.ts';

/** Verbs whose doers are not called after them. */
const DOERS: Readonly<Record<string, readonly string[]>> = {
  written: ['author', 'writer'],
  wrote: ['author', 'writer'],
  sung: ['singer', 'artist', 'performer'],
  performed: ['artist', 'performer'],
  painted: ['painter', 'artist'],
  made: ['maker', 'manufacturer', 'brand'],
  built: ['builder', 'manufacturer'],
  sold: ['seller'],
  sent: ['sender'],
  starring: ['actor', 'actress', 'cast', 'star'],
  stars: ['actor', 'actress', 'cast', 'star'],
  featuring: ['actor', 'actress', 'cast', 'star', 'artist', 'feature'],
};

/** Who does what a verb says, where it is not called after the verb. */
export function doersOf(verb: string): readonly string[] {
  return Object.hasOwn(DOERS, verb) ? (DOERS[verb] ?? []) : [];
}

/** Stems of who somebody works for. */
const EMPLOYERS: readonly string[] = ['compani', 'employ', 'organ', 'account', 'firm'];

const ROLE_FITS = 0.9;
/** The text gives the name to another parameter. */
const ROLE_DENIES = -1.2;

/** What the text says the named one does speaks for the parameter of that role, and against all others. */
export function roleScore(leaf: Leaf, place: Place, context: Context): number {
  const roles = rolesAt(place);
  if (roles.length === 0) return 0;
  const speaks = (one: Leaf): boolean =>
    roles.some((role) => [...one.nameStems, ...one.descriptionStems].some((stem) => stem.startsWith(role)));
  if (speaks(leaf)) return ROLE_FITS;
  return context.leaves.some(speaks) ? ROLE_DENIES : 0;
}

/** Stems of the roles that stand around a place: "directed by …", "starring …", "… as the director", "… in it". */
function rolesAt(place: Place): readonly string[] {
  const as = matchBehind(place, AS_ROLE)?.[1];
  if (as !== undefined) return [stemOf(as.toLowerCase())];
  if (matchBehind(place, IN_IT) !== null) return DOERS['starring'] ?? [];
  if (matchBefore(place, WORKS_FOR) !== null) return EMPLOYERS;
  const to = matchBefore(place, DONE_TO)?.[1]?.toLowerCase();
  if (to !== undefined) return TAKERS_OF[to] ?? [];
  if (isAddress(place) && matchBefore(place, ASSIGNED) !== null) return TAKERS_OF['assigned'] ?? [];
  if (isAddress(place) && matchBefore(place, FROM) !== null) return SENDERS;
  const [, by, alone] = matchBefore(place, DONE_BY) ?? [];
  const verb = (by ?? alone ?? '').toLowerCase();
  if (Object.hasOwn(DOERS, verb)) return DOERS[verb] ?? [];
  // "acted by" and "directed by" share their stem with actor and director.
  return by !== undefined && verb.endsWith('ed') ? [stemOf(verb)] : [];
}

const AS_ROLE: Beside = {
  pattern: /^,?\s+as\s+(?:the\s+|an?\s+|its\s+)?(?:main\s+|lead\s+)?(\p{L}{4,})/iu,
  reach: 40,
};
const IN_IT: Beside = { pattern: /^\s+in it\b/iu, reach: 40 };
const WORKS_FOR: Beside = {
  pattern: /\b(?:works?|working|employed) (?:for|at|with|by) (?:the )?$/iu,
  reach: 24,
};
/** Stems of who gets what a verb gives: the one to whom something is assigned is its assignee. */
const TAKERS_OF: Readonly<Record<string, readonly string[]>> = {
  assigned: ['assign', 'own'],
  delegated: ['delegat', 'assign'],
  addressed: ['address', 'recipient'],
  sent: ['recipient', 'receiv', 'address'],
};
/** "Assign ticket 7 to …". */
const ASSIGNED: Beside = {
  pattern: /\b(?:re)?assign(?:\s+\S+){1,4}?\s+to\s+(?:the\s+)?['"“‘<]?$/iu,
  reach: 60,
  has: /assign/iu,
};
/** Stems of those from whom something comes that people send or open. */
const SENDERS: readonly string[] = [
  'request',
  'sender',
  'from',
  'author',
  'report',
  'custom',
  'creat',
  'submit',
  'organ',
];
const FROM: Beside = { pattern: /\bfrom\s+['"“‘<]?$/iu, reach: 12, has: /from/iu };

function isAddress({ source, start, end }: Place): boolean {
  return source.text.slice(start, end).includes('@');
}

const DONE_TO: Beside = {
  pattern: /\b(assigned|delegated|addressed|sent)\s+to\s+(?:the\s+)?['"“‘]?$/iu,
  reach: 32,
  has: /to/iu,
};
const DONE_BY: Beside = {
  pattern: /\b(?:(\p{L}{4,})\s+by|(starring|stars|featuring))\s+(?:the\s+)?['"“‘]?$/iu,
  reach: 32,
  has: /by|star|featuring/iu,
};

/** "Merge 12 into 7": 7 remains, where one parameter is described as what remains. */
export function mergedScore(leaf: Leaf, place: Place, { leaves, tool }: Context): number {
  if (!MERGING.some((act) => tool.actWords.has(act)) || !leaves.some(remains)) return 0;
  const { text } = place.source;
  const into = /\binto\s/iu.exec(text)?.index;
  if (into === undefined) return 0;
  return into < place.start === remains(leaf) ? ROLE_FITS : ROLE_DENIES;
}

/** One of the things that a merge takes, where one parameter is described as what remains. */
export function mergesOnto(leaf: Leaf, { leaves, tool }: Context): boolean {
  return (
    MERGING.some((act) => tool.actWords.has(act)) &&
    leaves.some(remains) &&
    leaf.required &&
    leaf.enumValues.length === 0
  );
}

const MERGING: readonly string[] = ['merge', 'combine', 'fold', 'join'];
const remains: (leaf: Leaf) => boolean = perLeaf(
  ({ nameWords, description }) =>
    nameWords.some((word) => /^(?:target|primary|main|master|surviving|survivor|destination|into|kept)$/u.test(word)) ||
    /\bthat (?:remains|survives|stays|is kept)\b/iu.test(description),
);

const ORDER_FITS = 0.9;
const ORDER_DENIES = -0.6;

/** "Between A and B", "A versus B": of two parameters that differ only by a count or a side, the first takes A. */
export function orderedScore(leaf: Leaf, place: Place, context: Context): number {
  if (leaf.type !== 'string' || context.couples.length !== 1) return 0;
  const own = groupOf(leaf);
  const group = context.leaves.filter((one) => groupOf(one) === own);
  if (group.length !== 2) return 0;
  const at =
    context.couples[0]?.findIndex(
      (span) => span.source === place.source && span.start === place.start && span.end === place.end,
    ) ?? -1;
  if (at < 0) return 0;
  return group[at] === leaf ? ORDER_FITS : ORDER_DENIES;
}

/** "Base and height as 6 and 10": names in a row and as many numbers in a row belong together in order. */
export interface Respective {
  readonly stems: readonly string[];
  readonly spans: readonly Span[];
}

export function respectiveScore(leaf: Leaf, span: Span, context: Context): number {
  for (const { stems, spans } of context.respective) {
    const at = spans.indexOf(span);
    const own = stems.findIndex((stem) => leaf.nameStems.includes(stem));
    if (at >= 0 && own >= 0) return at === own ? ORDER_FITS : ORDER_DENIES;
  }
  return 0;
}

export function readRespective(
  source: Source,
  words: readonly Word[],
  numbers: readonly Span[],
  nameCounts: ReadonlyMap<string, number>,
): Respective[] {
  const found: Respective[] = [];
  const isName = ({ stem, surface }: Word): boolean => nameCounts.get(stem) === 1 && !isStopWord(surface);
  for (let at = 0; at < words.length; at += 1) {
    if (!isName(words[at] as Word)) continue;
    const row: Word[] = [];
    for (let next = at; next < words.length && row.length < ROW_MAX; next += 1) {
      const word = words[next];
      const last = row.at(-1);
      if (word === undefined) break;
      if (
        last !== undefined &&
        !/^,?\s+(?:and\s+)?(?:the\s+|its\s+)?$/u.test(
          source.text.slice(last.end, word.start).replace(/\band\b/u, 'and'),
        )
      )
        break;
      if (isName(word)) row.push(word);
      else if (!(JOINTS.has(word.surface) && row.length > 0)) break;
    }
    const last = row.at(-1);
    if (row.length < 2 || last === undefined) continue;
    const from = numbers.findIndex((span) => span.source === source && span.start >= last.end);
    const spans = from < 0 ? [] : numbers.slice(from, from + row.length);
    const [first] = spans;
    if (
      first === undefined ||
      spans.length < row.length ||
      !/^\s*(?:as|of|=|:|are|being|is|to be|at)\s*$/u.test(source.text.slice(last.end, first.start))
    )
      continue;
    const joined = spans.every(
      (span, place) =>
        place === 0 ||
        /^\s?[\p{L}°%²³]{0,12}(?:\s*,\s*|,?\s+and\s+)$/u.test(
          source.text.slice(spans[place - 1]?.end ?? 0, span.start),
        ),
    );
    if (joined) found.push({ stems: row.map(({ stem }) => stem), spans });
    at += row.length;
  }
  return found;
}

/** Longer rows of names with as many numbers do not occur, and each row is examined from each of its words. */
const ROW_MAX = 8;
const JOINTS = new Set(['and', 'the', 'its']);

/** One name in the request and one required parameter that takes names, or one person and no such parameter: it has nowhere else to go. */
export function soleScore(leaf: Leaf, at: number, span: Span, context: Context): number {
  if (span.kind === 'id') return soleCodeScore(leaf, at, span, context);
  if (span.kind !== 'name' || span.source.age > 0 || context.names !== 1) return 0;
  const takers = context.leaves.filter(
    (one, place) =>
      one.required &&
      one.type === 'string' &&
      one.enumValues.length === 0 &&
      !UNNAMED.has(context.wants[place] ?? 'other'),
  );
  if (leaf.required)
    return takers.length === 1 && takers[0] === leaf && !UNNAMED.has(context.wants[at] ?? 'other') ? SOLE : 0;
  const people = context.wants.filter((want) => want === 'person');
  const lead = span.source.text.slice(Math.max(0, span.start - 16), span.start);
  return takers.length === 0 && context.wants[at] === 'person' && people.length === 1 && !ELSEWHERE.test(lead)
    ? SOLE
    : 0;
}

/** What stands behind these is what something is about, or where it is. */
const ELSEWHERE = /\b(?:about|on|in|at|like|near|regarding|called|named|titled)\s+(?:the\s+)?$/iu;

const NOUN_BEFORE: Beside = { pattern: /(\p{Ll}+) $/u, reach: 24 };

/** One code that no pattern claims, and one required parameter that could take it. */
function soleCodeScore(leaf: Leaf, at: number, span: Span, context: Context): number {
  const takes = (one: Leaf, place: number): boolean =>
    one.required &&
    one.type === 'string' &&
    one.enumValues.length === 0 &&
    one.format === null &&
    shapeOf(one.schema) === null &&
    ['other', 'id', 'platform', 'title'].includes(context.wants[place] ?? 'other');
  if (!takes(leaf, at) || span.source.age > 0 || span.detail.doubtful === true) return 0;
  // "Delete user ann_lee", of a tool for groups: the noun before it says of what it is a code.
  const before = matchBefore(span, NOUN_BEFORE)?.[1] ?? '';
  const isOther =
    before !== '' &&
    functionClassOf(before).kind === 'open' &&
    !context.known.has(stemOf(before)) &&
    !context.tool.ways.has(before) &&
    !isActVerb(before) &&
    !isLookingVerb(before);
  if (isOther && context.tool.acting) return 0;
  const isFree = (one: Span): boolean =>
    one.kind === 'id' &&
    one.source.age === 0 &&
    !context.leaves.some((other) => shapeOf(other.schema)?.matches(textAt(one)) === true || lists(other, textAt(one)));
  const codes = context.spans.filter(isFree);
  return codes.length === 1 && codes[0] === span && context.leaves.filter(takes).length === 1 ? SOLE_CODE : 0;
}

function lists({ enumValues }: Leaf, text: string): boolean {
  return enumValues.some((value) => typeof value === 'string' && value.toLowerCase() === text.toLowerCase());
}

const SOLE_CODE = 1;
const SOLE = 0.4;
/** What these take is not a name. */
const UNNAMED: ReadonlySet<Want> = new Set<Want>([
  'date',
  'time',
  'datetime',
  'email',
  'url',
  'path',
  'id',
  'text',
  'unit',
  'currency',
  'language',
  'year',
]);

/** Pairs of values of the last turn that are joined as two of a kind. */
export function readCouples(spans: readonly Span[]): (readonly [Span, Span])[] {
  const usable = spans.filter(
    (span) => span.source.age === 0 && (span.kind === 'name' || span.kind === 'quoted' || span.kind === 'id'),
  );
  return usable.flatMap((first): [Span, Span][] => {
    const second = usable.find(
      (span) =>
        span.source === first.source &&
        span.start > first.end &&
        JOINT.test(first.source.text.slice(first.end, span.start)),
    );
    if (second === undefined) return [];
    const joint = first.source.text.slice(first.end, second.start);
    const lead = first.source.text.slice(Math.max(0, first.start - 24), first.start);
    return VERSUS.test(joint) || BETWEEN.test(lead) ? [[first, second]] : [];
  });
}

const JOINT = /^['"”’]?,?\s+(?:and|with|to|vs\.?|versus|against)\s+(?:the\s+)?['"“‘]?$/iu;
const VERSUS = /\b(?:vs|versus)\b/iu;
const BETWEEN = /\b(?:between|compare|comparing)\s+(?:the\s+)?['"“‘]?$/iu;
