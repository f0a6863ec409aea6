// Decide: call, ask or refuse.
// In: the leading tools with their fillings, and what the request still holds unexplained. Out: a verdict with its reason.
// Why: precision before coverage. A call is sent only when the tool is clearly meant, every required value is firmly said, and
// nothing typed in the request is left over: a value nobody consumed usually means that we misread the request.

import type { RouteReasonCode } from '../../wire/route.ts';
import { overlaps } from './assign.ts';
import { CONFIDENCE_MIN, confidenceOf } from './confidence.ts';
import type { Features } from './confidence.ts';
import type { Filled, Slot } from './fill.ts';
import { objectOf } from './rank.ts';
import type { Ranked } from './rank.ts';
import type { Place } from './candidate.ts';
import { isWeakValue } from './spans/choices.ts';
import type { Source, Span, SpanKind } from './spans/span.ts';
import { verbClassOf } from './verbs.ts';
import { weightOf } from './words.ts';
import type { Word } from './words.ts';

export type Verdict =
  | { readonly kind: 'call' }
  | { readonly kind: 'ask'; readonly code: RouteReasonCode; readonly rest: readonly string[] }
  | { readonly kind: 'refuse'; readonly code: RouteReasonCode };

/** A word that may choose a tool, and where it stands. */
export interface ChoosingWord extends Word {
  readonly source: Source;
}

/** No tool is near: below both, nothing in the request speaks of the tool. */
const NEAR_NAME = 0.2;
const NEAR_DESCRIPTION = 0.12;
/** With less of the request accounted for, it is about something else. */
const NEAR_EXPLAINED = 0.25;
/** What a request must account for when it asks for another act than the tool's. */
const OTHER_VERB_EXPLAINED = 0.9;
/** A smaller lead over the next tool is a question, not an answer. */
export const LEAD_MIN = 0.1;
/** Closer scores than this are equal. */
export const TIE = 0.02;

export interface Weighed {
  readonly ranked: Ranked;
  readonly filled: Filled;
  readonly features: Features;
  /** Values of the last turn that nothing explains. */
  readonly rest: readonly Span[];
  /** Other tools that are asked for too. */
  readonly others: readonly string[];
  /** Left-over values joined to used ones. */
  readonly twins: number;
}

export function decide(weighed: Weighed): Verdict {
  const obstacle = findObstacle(weighed);
  if (obstacle !== null) return obstacle;
  if (confidenceOf(weighed.features) >= CONFIDENCE_MIN) return { kind: 'call' };
  return ask('weak-match', weighed.rest);
}

/** What rules a call out however sure the rest is; null when only confidence decides. */
export function findObstacle({ ranked, filled, features, rest, others, twins }: Weighed): Verdict | null {
  if (ranked.nameCover < NEAR_NAME && ranked.descriptionCover < NEAR_DESCRIPTION) return { kind: 'refuse', code: 'nothing-fits' };
  if (features.explained < NEAR_EXPLAINED) return { kind: 'refuse', code: 'nothing-fits' };
  if (filled.tool.unusable !== null) return ask('schema-open', rest);
  if (filled.invalid.length > 0) return ask('invalid-arguments', rest);
  if (filled.missing.length > 0) return ask('missing-arguments', rest);
  if (filled.whole !== null) return ask('invalid-arguments', rest);
  if (features.lead < LEAD_MIN) return ask('two-tools', rest);
  if (filled.unsure.length > 0) return ask('unsure-arguments', rest);
  if (others.length > 0 || twins > 0) return ask('two-calls', rest);
  // An acting tool whose act was not asked for is never called; another one only when the request is all about it.
  if (features.verb <= -1 || (features.verb < 0 && features.explained < OTHER_VERB_EXPLAINED)) return ask('weak-match', rest);
  // A value that nobody consumed usually means that the request was misread.
  if (rest.length > 0) return ask('unexplained-text', rest);
  return null;
}

function ask(code: RouteReasonCode, rest: readonly Span[]): Verdict {
  return { kind: 'ask', code, rest: rest.map((span) => span.source.text.slice(span.start, span.end)) };
}

/** Left-over values joined to used ones, in any turn: "Oslo and Rome" is two calls, not one with a remark. */
export function countTwins(spans: readonly Span[], filled: Filled): number {
  const used = filled.sent.flatMap((slot) => [...(slot.assigned?.candidate.places ?? [])]);
  return spans.filter((span) => (TYPED.has(span.kind) || span.kind === 'name') && !used.some((place) => overlaps(place, span)) && isTwin(span, filled)).length;
}

function isTwin(span: Span, filled: Filled): boolean {
  return filled.sent.some((slot) =>
    (slot.assigned?.candidate.places ?? []).some((place) => {
      if (place.source !== span.source) return false;
      const between = place.end <= span.start ? span.source.text.slice(place.end, span.start) : span.source.text.slice(span.end, place.start);
      return /^['"”’]?(?:,|,? and|,? or| &| as well as| plus)\s+(?:in |for |to |at |the )?['"“‘]?$/iu.test(between);
    }),
  );
}

/** Other tools whose names are said in words that the first tool does not explain: a second act is asked for. */
export function findOthers(others: readonly Ranked[], filled: Filled, words: readonly ChoosingWord[], toolStems: ReadonlySet<string>): string[] {
  const places = filled.sent.flatMap((slot) => [...(slot.assigned?.candidate.places ?? [])]);
  const left = new Set(words.filter((word) => weightOf(word) === 1 && !toolStems.has(word.stem) && !places.some((place) => overlaps(place, word))).map((word) => word.stem));
  return others.filter(({ tool }) => left.size > 0 && saysName(tool.nameStems, tool.nameWords, left)).map(({ tool }) => tool.name);
}

function saysName(stems: readonly string[], words: readonly string[], left: ReadonlySet<string>): boolean {
  const content = stems.filter((_, at) => weightOf({ surface: words[at] ?? '' }) === 1);
  return content.length > 0 && content.every((stem) => left.has(stem));
}

const WITNESS_STRENGTH = 2.3;

const TYPED: ReadonlySet<SpanKind> = new Set(['number', 'date', 'time', 'email', 'url', 'path', 'id', 'quoted']);

/** Spans of the turns that choose (`ageMax` 0: only the last) that no sent argument used and that the tool's own words do not cover. */
export function findRest(spans: readonly Span[], filled: Filled, words: readonly ChoosingWord[], ageMax: number): Span[] {
  const own = new Set([...filled.tool.nameStems, ...filled.tool.serverStems, ...filled.tool.descriptionStems]);
  const used: Place[] = filled.sent.flatMap((slot) => [...(slot.assigned?.candidate.places ?? [])]);
  return spans.filter((span) => {
    if (span.source.age > ageMax || !(TYPED.has(span.kind) || span.kind === 'name') || span.by === 'ordinal') return false;
    if (used.some((place) => overlaps(place, span))) return false;
    if (span.kind !== 'name') return true;
    // A name that the tool itself says ("Spotify" for play_spotify) is explained; one in a parameter's example is not.
    return words.some((word) => word.source === span.source && word.start >= span.start && word.end <= span.end && !own.has(word.stem));
  });
}

/** What the gate looks at. */
export function readFeatures(ranked: Ranked, second: Ranked | undefined, filled: Filled, words: readonly ChoosingWord[], toolStems: ReadonlySet<string>, scores: { readonly first: number; readonly second: number }): Features {
  const places = filled.sent.flatMap((slot) => [...(slot.assigned?.candidate.places ?? [])]);
  let total = 0;
  let hit = 0;
  let left = 0;
  let content = 0;
  for (const word of words) {
    const weight = weightOf(word);
    if (weight < 0.1) continue;
    total += weight;
    if (weight === 1) content += 1;
    // A verb of the tool's own class is said by the tool in another word.
    if (toolStems.has(word.stem) || (filled.tool.verb !== undefined && verbClassOf(word.surface) === filled.tool.verb) || places.some((place) => overlaps(place, word))) hit += weight;
    else if (weight === 1) left += 1;
  }
  const required = filled.slots.filter((slot) => slot.leaf.required);
  const object = objectOf(words);
  const least = (read: (slot: Slot) => number): number => filled.sent.reduce((low, slot) => Math.min(low, read(slot)), 5);
  return {
    explained: total === 0 ? 0 : hit / total,
    left,
    content,
    objectSaid: object === null || toolSays(filled, object) || words.some((word) => word.stem === object && places.some((place) => overlaps(place, word))),
    nameCover: ranked.nameCover,
    descriptionCover: ranked.descriptionCover,
    grams: ranked.grams,
    verb: ranked.verb,
    lead: second === undefined ? LEAD_ALONE : scores.first - scores.second,
    strengthMin: least((slot) => slot.assigned?.candidate.strength ?? 0),
    marginMin: least((slot) => slot.assigned?.margin ?? 0),
    requiredCount: required.length,
    sentCount: filled.sent.length,
    witnessCount: filled.sent.filter(isWitness).length,
    guessedCount: filled.slots.filter((slot) => !filled.sent.includes(slot) && slot.fault === null && (slot.assigned?.candidate.strength ?? 0) >= GUESSED_STRENGTH).length,
  };
}

/** The tool itself, not one of its parameters, speaks of this. */
function toolSays({ tool }: Filled, stem: string): boolean {
  return tool.nameStems.includes(stem) || tool.descriptionStems.includes(stem);
}

/** A tool without rivals leads nobody: neither far nor near. */
const LEAD_ALONE = 1;
/** An optional parameter that this much speaks for was perhaps said. */
const GUESSED_STRENGTH = 1;

/** A listed value that means something by itself, or evidence far above what a bare value of the right kind has. */
function isWitness(slot: Slot): boolean {
  const candidate = slot.assigned?.candidate;
  if (candidate === undefined || candidate.by === 'boolean-cue') return false;
  const listed = slot.leaf.enumValues.length > 0 && !isWeakValue(Array.isArray(candidate.value) ? (candidate.value[0] ?? null) : candidate.value);
  return listed || candidate.strength >= WITNESS_STRENGTH;
}

/** Every stem the tool itself says: name, description, parameters, listed values. */
export function stemsOf(filled: Filled): Set<string> {
  const { tool } = filled;
  const stems = new Set<string>([...tool.nameStems, ...tool.serverStems, ...tool.descriptionStems]);
  for (const leaf of tool.leaves) {
    for (const stem of leaf.nameStems) stems.add(stem);
    for (const stem of leaf.descriptionStems) stems.add(stem);
  }
  return stems;
}
