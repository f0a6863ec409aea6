// Fit: how well each place in the text fits each parameter.
// In: leaves, spans and sources. Out: candidates per leaf with a value, a rule and a strength.
// Why: the strength of evidence is the largest lever on wrong calls. It is built from the kind of place against the kind of
// parameter, and from the words around the place; every part is a number a person can read and argue with.

import type { Json } from '../../../../grammar/json.ts';
import { perLeaf } from '../tools/per-leaf.ts';
import type { Leaf, LeafType, Tool } from '../tools/tools.ts';
import { ITEM } from '../tools/tools.ts';
import { withAnswers } from './answered.ts';
import { overlaps } from './assign.ts';
import type { Candidate } from './candidate.ts';
import { FIRM_STRENGTH, goesOn, joinItems, keepBest, valueKey } from './candidate.ts';
import { isCodeAlone, isFormer } from './codes.ts';
import type { Asked, Context } from './context.ts';
import { fadeOf, readContext } from './context.ts';
import { CUE_FIRM, countScore, cueFor, isLabel, isStated, measureScore, orderScore, sideScore } from './cues.ts';
import { loneDayScore } from './day-cues.ts';
import { elapsedFor } from './elapsed.ts';
import { isForWhom } from './for-whom.ts';
import { holderScore } from './holders.ts';
import type { Beside } from './matches.ts';
import { matchBefore } from './matches.ts';
import { besideRequired } from './needed.ts';
import { fitNumber, isGroupedEitherWay } from './numeric.ts';
import { isFreshVerb, isOwnCount, isOwnName } from './own.ts';
import { isPlausible } from './plausible.ts';
import { withPossessive } from './possessive.ts';
import { qualifiedScore } from './qualified.ts';
import { joinReplaced } from './replaced.ts';
import { mergedScore, orderedScore, respectiveScore, roleScore, soleScore } from './roles.ts';
import { kindsOf } from './rules/amounts.ts';
import { readBy, readSpan } from './rules/rule.ts';
import { shapeOf } from './shapes.ts';
import type { Source, Span } from './spans/span.ts';
import { isAside, isOfAnother, isOfUnknown } from './strays.ts';
import { rulesFor, spanRulesFor } from './table.ts';
import { isNumberOfThing, isSecond, mergesBlind } from './twofold.ts';
import { withoutParts } from './whole.ts';

/** A tool beside the texts, and what was found for each of its parameters so far. */
export interface Fitting {
  readonly context: Context;
  readonly once: (Candidate[] | undefined)[];
}

export function startFitting(
  tool: Tool,
  spans: readonly Span[],
  sources: readonly Source[],
  asked: Asked | null,
): Fitting {
  const counted = spans.filter((span) => span.kind !== 'number' || !isOwnCount(span, tool));
  return { context: readContext(tool, elapsedFor(counted, tool), sources, asked), once: [] };
}

/** What fits one parameter, whatever fits the others. */
export function fitOnce({ context, once }: Fitting, at: number): Candidate[] {
  return (once[at] ??= fitLeaf(context.leaves[at] as Leaf, at, context));
}

/** What fits each parameter. */
export function fitLeaves(fitting: Fitting): Candidate[][] {
  const { context } = fitting;
  const { leaves } = context;
  const once = leaves.map((_, at) => fitOnce(fitting, at));
  // A code that two parameters could take belongs to the one that nothing else is said for.
  leaves.forEach((leaf, at) => {
    // The strongest reading alone: weaker ones are of what belongs to others.
    const places = (once[at] ?? [])
      .slice(0, 1)
      .filter(isFirm)
      .flatMap((one) => [...one.places]);
    if (places.length > 0) context.settled.set(leaf, places);
  });
  return once
    .map((found, at) => besideRequired(found, leaves[at], once, context))
    .map((found, at) => {
      const leaf = leaves[at];
      const isShared =
        found.some(({ rule }) => rule === 'declared-pattern') && shapeOf(leaf?.schema ?? new Map())?.telling === false;
      return leaf !== undefined && isShared && context.settled.size > 0 ? fitLeaf(leaf, at, context) : found;
    });
}

function isFirm({ rule, value, firm, strength }: Candidate): boolean {
  // "TEE-RED-M" has the capitals of a name, and is what the pattern says.
  const isCode = rule === 'name' && typeof value === 'string' && /^\p{Lu}+(?:-\p{Lu}+)+$/u.test(value);
  return firm && rule !== 'declared-pattern' && !isCode && strength >= FIRM_STRENGTH;
}

function fitLeaf(leaf: Leaf, at: number, context: Context): Candidate[] {
  const found = readBy(rulesFor(leaf), leaf, at, context)
    .filter((one) => (leaf.enumValues.length === 0 && leaf.type !== 'boolean') || !isFreshVerb(one, leaf))
    .map((one) => onItsSide(one, leaf, context));
  if (leaf.enumValues.length === 0 || leaf.type === 'string') {
    const fitting = leaf.type === 'array' ? fitLists(leaf, at, context) : fitSpans(leaf, at, leaf.type, context);
    found.push(...fitting.map((one) => withPossessive(one, leaf)));
  }
  // Where the description maps what is said to a code, the code is meant.
  const mapped = found.filter(({ by }) => by === 'description-map');
  const meant = joinReplaced(found, leaf, at, context)
    .filter(
      (one) =>
        mapped.includes(one) ||
        !mapped.some((map) => map.places.some((place) => one.places.some((other) => overlaps(place, other)))),
    )
    .filter((one) => isPlausible(one, leaf, at, context));
  const whole = withoutParts(meant, leaf);
  const single = leaf.path.includes(ITEM) ? whole.map(aloneOrGuess) : whole;
  const boosted = withAnswers(single, leaf, context);
  // Where two parameters take such a value, each turn may have said one of them.
  const meantNow =
    context.wants.filter((want) => want === context.wants[at]).length === 1 ? ofLastTurn(boosted) : boosted;
  return keepBest(hasNoSign(leaf) ? meantNow.map(withoutSign) : meantNow);
}

/** "Channel without the leading #". */
const hasNoSign: (leaf: Leaf) => boolean = perLeaf(({ description }) => NO_SIGN.test(description));
const NO_SIGN = /\b(?:without|excluding|omit(?:ting)?|no) (?:the |a )?(?:leading |initial )?["'“‘`]?[#@](?!\w)/iu;

function withoutSign(one: Candidate): Candidate {
  const bare = (value: Json): Json => (typeof value === 'string' ? value.replace(/^[#@]/u, '') : value);
  return { ...one, value: Array.isArray(one.value) ? one.value.map(bare) : bare(one.value) };
}

/** "From Reno to Ulm": of two parameters that list the same values, each takes what is said on its side. */
function onItsSide(one: Candidate, leaf: Leaf, context: Context): Candidate {
  const [place, ...more] = one.places;
  const isTwin = (other: Leaf): boolean =>
    other !== leaf && other.enumValues.length > 0 && listedKey(other) === listedKey(leaf);
  return place === undefined || more.length > 0 || leaf.enumValues.length === 0 || !context.leaves.some(isTwin)
    ? one
    : { ...one, strength: one.strength + sideScore(leaf, place, context) };
}

const listedKey: (leaf: Leaf) => string = perLeaf(({ enumValues }) => valueKey([...enumValues]));

/** What the last turn says firmly is meant; earlier turns supply what it leaves out. Bare digits may be a count just as well. */
function ofLastTurn(candidates: readonly Candidate[]): readonly Candidate[] {
  const isCurrent = ({ places }: Candidate): boolean => places.every(({ source }) => source.age === 0);
  return candidates.some(
    (one) =>
      one.firm &&
      one.strength >= FIRM_STRENGTH &&
      isCurrent(one) &&
      !(typeof one.value === 'string' && /^\d+$/u.test(one.value)),
  )
    ? candidates.filter(isCurrent)
    : candidates;
}

/** One item of a list is filled: a value that goes on to another ("tea and coffee") would need two. */
function aloneOrGuess(candidate: Candidate): Candidate {
  const [first] = candidate.places;
  return candidate.firm &&
    !Array.isArray(candidate.value) &&
    first !== undefined &&
    goesOn(first.source, candidate.places)
    ? { ...candidate, firm: false }
    : candidate;
}

interface Fit {
  readonly value: Candidate['value'];
  readonly by: string;
  readonly rule: string;
  readonly base: number;
  readonly firm: boolean;
  readonly besideName: boolean;
}

function fitSpan(leaf: Leaf, at: number, type: LeafType, span: Span, context: Context): Fit | null {
  if (type === 'number' || type === 'integer') {
    const number = fitNumber(leaf, type, countsPercent(leaf, span, context) ? withoutShare(span) : span);
    if (number === null) return null;
    const firm =
      number.firm &&
      !isOfAnother(leaf, span, context.leaves) &&
      !isOfUnknown(span, context) &&
      !isFormer(span, context) &&
      !isGroupedEitherWay(leaf, span, context.tool.acting);
    return { ...number, firm, rule: 'number', besideName: false };
  }
  if (type !== 'string' && type !== 'any') return null;
  const want = context.wants[at] ?? 'other';
  const read = readSpan(spanRulesFor(span.kind, want), leaf, want, span, context);
  if (read === null || read.value === null) return null;
  return { ...read, rule: read.rule.name, besideName: read.rule.besideName === true };
}

/** "10 %", where another parameter says that it is a percentage: ten, and no tenth. */
function countsPercent({ nameWords, description }: Leaf, { detail }: Span, { leaves }: Context): boolean {
  const says = /percent|%/iu.test(`${nameWords.join(' ')} ${description}`);
  return detail.share !== undefined && !says && leaves.some((one) => kindsOf(one) !== null);
}

function withoutShare(span: Span): Span {
  const { share: _, ...detail } = span.detail;
  return { ...span, detail };
}

function fitSpans(leaf: Leaf, at: number, type: LeafType, context: Context): Candidate[] {
  const found: Candidate[] = [];
  for (const span of context.spans) {
    const fitted = fitSpan(leaf, at, type, span, context);
    if (fitted === null || isLabel(leaf, span) || isForWhom(leaf, span, context)) continue;
    const cue = cueFor(leaf, at, span, context);
    // An enum takes only what it lists; anything else is a candidate only when the text puts it in the parameter's own place.
    if (leaf.enumValues.length > 0 && (cue < 1.2 || span.kind === 'phrase')) continue;
    const side =
      sideScore(leaf, span, context) +
      (span.kind === 'number' ? 0 : roleScore(leaf, span, context) + orderedScore(leaf, span, context)) +
      countScore(leaf, span) +
      measureScore(at, span, context) +
      loneDayScore(leaf, at, span, context) +
      holderScore(leaf, span, context) +
      mergedScore(leaf, span, context) +
      qualifiedScore(leaf, span, context) +
      (span.kind === 'number' ? respectiveScore(leaf, span, context) : 0);
    const sole = soleScore(leaf, at, span, context);
    const own = (isOwnName(span, context.toolWords) ? -OWN : 0) + (isListed(span, leaf, at, context) ? -IN_LIST : 0);
    const strength =
      own +
      fitted.base +
      cue +
      side +
      sole +
      orderScore(at, span, context) -
      fadeOf(span.source, context) +
      (leaf.required && UNTYPED.has(span.kind) && context.spares ? REQUIRED_FIRST : 0);
    const placed = cue >= CUE_FIRM || side >= CUE_FIRM || sole >= CUE_FIRM;
    found.push({
      value: fitted.value,
      by: fitted.by,
      rule: fitted.rule,
      places: [{ source: span.source, start: span.start - leadOfAddress(span), end: span.end }],
      strength: leaf.enumValues.length > 0 ? strength - 1 : strength,
      firm:
        ((fitted.firm && (!fitted.besideName || placed)) || (span.kind === 'phrase' && isStated(leaf, span))) &&
        isWanted(leaf, span.source, placed, context) &&
        (fitted.rule !== 'number-as-code' || isCodeAlone(leaf, span, placed, context)) &&
        (leaf.required || !isAside(span, context)) &&
        (leaf.required || placed || !isSecond(span, context)) &&
        !(span.kind === 'number' && !placed && isNumberOfThing(leaf, span, context)) &&
        !mergesBlind(leaf, context) &&
        // Who looks may mean what is over; an act is for a day to come, but hardly for one that has just passed.
        (span.detail.far !== true || (context.tool.acting && span.detail.passed !== true)) &&
        (span.detail.gone !== true || !context.tool.acting),
    });
  }
  return found;
}

/** "To me at ann@mill.example": whose address it is, is a part of it. */
function leadOfAddress(span: Span): number {
  return span.kind === 'email' ? (matchBefore(span, MINE)?.[0].length ?? 0) : 0;
}

const MINE: Beside = { pattern: /\b(?:me|us|myself) (?:at |on |via |under )?[(<]?$/iu, reach: 16, has: /me|us/iu };

/** Of addresses joined by "and" one alone is no value where another parameter takes them all. */
function isListed(span: Span, leaf: Leaf, at: number, context: Context): boolean {
  if (span.kind !== 'email' && span.kind !== 'url') return false;
  const takesAll = context.leaves.some(
    (one, place) => one.type === 'array' && context.wants[place] === context.wants[at],
  );
  return (
    takesAll &&
    leaf.type !== 'array' &&
    context.spans.some(
      (other) =>
        other !== span &&
        other.kind === span.kind &&
        other.source === span.source &&
        /^\s*(?:,|and|&|,\s*and)\s*$/iu.test(
          span.start < other.start
            ? span.source.text.slice(span.end, other.start)
            : span.source.text.slice(other.end, span.start),
        ),
    )
  );
}

const IN_LIST = 2;

/** What fits a required parameter and an optional one alike belongs to the one that cannot do without. */
const REQUIRED_FIRST = 0.5;
const UNTYPED: ReadonlySet<string> = new Set(['quoted', 'name', 'id']);

/** A name that only repeats the tool's is hardly a value. */
const OWN = 0.8;

/** What was said in an earlier turn was said for another call: an optional parameter takes it only by name. */
function isWanted(leaf: Leaf, source: Source, placed: boolean, { answering }: Context): boolean {
  return source.age === 0 || (answering && source.age === 1) || leaf.required || placed;
}

/** Runs of like spans joined by commas and "and" become one list; a single span is a list of one. */
function fitLists(leaf: Leaf, at: number, context: Context): Candidate[] {
  if (leaf.itemType === 'object' || leaf.itemType === 'array') return [];
  const found: Candidate[] = [];
  const item = leaf.itemType === 'any' ? 'any' : leaf.itemType;
  const kinds: ReadonlySet<string> =
    item === 'number' || item === 'integer'
      ? new Set(['number'])
      : new Set(['quoted', 'name', 'phrase', 'id', 'email', 'url', 'path', 'date']);
  const usable = context.spans.filter(
    (span) => (span.by !== 'answer' && kinds.has(span.kind)) || (item === 'any' && span.kind === 'number'),
  );
  for (const kind of new Set(usable.map((span) => span.kind))) {
    const like = usable.filter((span) => span.kind === kind);
    let run: Span[] = [];
    const close = (): void => {
      if (run.length > 0) found.push(...listOf(leaf, at, run, context));
      run = [];
    };
    for (const span of like) {
      const last = run.at(-1);
      if (
        last !== undefined &&
        (last.source !== span.source ||
          !/^['"”’`]?\s*(?:,|;|and|or|&|\||, and|, or|,? (?:and )?then|→|->|,? ?\[?)\s*\$?['"“‘`]?$/iu.test(
            span.source.text.slice(last.end, span.start),
          ))
      )
        close();
      run.push(span);
    }
    close();
  }
  return inOrder(leaf, found, context);
}

/** vector1 and vector2 take the lists in the order they are said. */
function inOrder(leaf: Leaf, found: readonly Candidate[], context: Context): Candidate[] {
  const series = context.lists;
  const place = series.indexOf(leaf);
  const long = found
    .filter(({ places }) => places.length > 1)
    .sort((a, b) => (a.places[0]?.start ?? 0) - (b.places[0]?.start ?? 0));
  if (place < 0 || long.length !== series.length) return [...found];
  return found.map((one) =>
    long.includes(one) ? { ...one, strength: one.strength + (long.indexOf(one) === place ? 0.45 : -0.5) } : one,
  );
}

/** What follows such a list and is of another kind is no item of it. */
const TYPED: ReadonlySet<string> = new Set(['email', 'url']);

/** "Book it for Ann Mill": one person, where the tool cannot do without and takes nobody else. */
function isForOne(leaf: Leaf, at: number, { wants, leaves }: Context): boolean {
  return (
    leaf.required && wants[at] === 'person' && !leaves.some((one, place) => one !== leaf && wants[place] === 'person')
  );
}

function listOf(leaf: Leaf, at: number, run: readonly Span[], context: Context): Candidate[] {
  const items: Candidate[] = [];
  for (const span of run) {
    const fitted = fitSpan(leaf, at, span.kind === 'number' ? leaf.itemType : 'string', span, context);
    if (fitted === null) return [];
    items.push({
      value: fitted.value,
      by: fitted.by,
      rule: fitted.rule,
      places: [{ source: span.source, start: span.start, end: span.end }],
      strength: fitted.base,
      firm: fitted.firm,
    });
  }
  const first = run[0];
  if (first === undefined) return [];
  const joined = joinItems(items);
  const length = run.length > 1 ? 0.5 : TYPED.has(run[0]?.kind ?? '') ? -0.1 : isForOne(leaf, at, context) ? 0 : -0.3;
  const cue = cueFor(leaf, at, first, context);
  return [
    {
      ...joined,
      firm:
        joined.firm &&
        (TYPED.has(first.kind) || !goesOn(first.source, joined.places)) &&
        isWanted(leaf, first.source, cue >= CUE_FIRM, context),
      strength: joined.strength + cue + length - fadeOf(first.source, context),
    },
  ];
}
