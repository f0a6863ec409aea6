// Decide: call, ask or refuse.
// In: the leading tools with their fillings, and what the request still holds unexplained. Out: a verdict with its reason.
// Why: precision before coverage. A call is sent only when the tool is clearly meant, every required value is firmly said, and
// nothing typed in the request is left over: a value nobody consumed usually means that we misread the request.

import type { RouteReasonCode } from '../../wire/route.ts';
import { overlaps } from './assign.ts';
import type { Filled, Slot } from './fill.ts';
import type { Ranked } from './rank.ts';
import type { Place } from './candidate.ts';
import { isWeakValue } from './spans/choices.ts';
import type { Source, Span, SpanKind } from './spans/span.ts';
import { weightOf } from './words.ts';
import type { Word } from './words.ts';

export interface Features {
  readonly nameCover: number;
  readonly descriptionCover: number;
  /** Share of the request's content words that the tool or an argument's place explains. */
  readonly explained: number;
  /** Lead over the second tool; a large constant when there is none. */
  readonly lead: number;
  readonly verb: number;
  readonly grams: number;
  readonly strengthMin: number;
  readonly marginMin: number;
  readonly requiredCount: number;
  /** Arguments a call would send. */
  readonly sentCount: number;
  /** Arguments that cannot be accidents: listed values, or places beside the parameter's own name. */
  readonly witnessCount: number;
  /** Values of the last turn that no argument used. */
  readonly restTyped: number;
  readonly restNames: number;
}

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
/** A tool is meant when enough of the request's own words are accounted for. */
const MEANT_EXPLAINED = 0.6;
/** An argument that cannot be an accident stands in for the tool's name when nearly every word is accounted for. */
const MEANT_EXPLAINED_WITNESS = 0.8;
const MEANT_EXPLAINED_OTHER_VERB = 0.9;
/** With nothing required there is no second witness, so the words must say nearly everything. */
const MEANT_EXPLAINED_BARE = 0.75;
const MEANT_NAME = 0.5;
const MEANT_NAME_BARE = 0.65;
/** A smaller lead over the next tool is a question, not an answer. */
export const LEAD_MIN = 0.4;
export const TIE = 0.02;

export function decide(ranked: Ranked, filled: Filled, features: Features, rest: readonly Span[], others: readonly string[], twins: number): Verdict {
  if (ranked.nameCover < NEAR_NAME && ranked.descriptionCover < NEAR_DESCRIPTION) return { kind: 'refuse', code: 'nothing-fits' };
  if (features.explained < 0.25) return { kind: 'refuse', code: 'nothing-fits' };
  const ask = (code: RouteReasonCode): Verdict => ({ kind: 'ask', code, rest: rest.map((span) => span.source.text.slice(span.start, span.end)) });
  if (filled.tool.unusable !== null) return ask('schema-open');
  if (filled.invalid.length > 0) return ask('invalid-arguments');
  if (filled.missing.length > 0) return ask('missing-arguments');
  if (filled.whole !== null) return ask('invalid-arguments');
  if (features.lead < LEAD_MIN) return ask('two-tools');
  if (filled.unsure.length > 0) return ask('unsure-arguments');
  if (others.length > 0 || twins > 0) return ask('two-calls');
  const bare = features.requiredCount === 0;
  const byName = features.explained >= (bare ? MEANT_EXPLAINED_BARE : MEANT_EXPLAINED) && features.nameCover >= (bare ? MEANT_NAME_BARE : MEANT_NAME);
  const byWitness = features.explained >= MEANT_EXPLAINED_WITNESS && features.witnessCount > 0;
  if (!byName && !byWitness) return ask('weak-match');
  // An acting tool whose act was not asked for is never called; one that only looks needs a request that is all about it.
  if (features.verb <= -1 || (features.verb < 0 && features.explained < MEANT_EXPLAINED_OTHER_VERB)) return ask('weak-match');
  if (rest.length > 0) return ask('unexplained-text');
  return { kind: 'call' };
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
  const content = stems.filter((_, at) => weightOf({ surface: words[at] ?? '', stem: '', start: 0, end: 0 }) === 1);
  return content.length > 0 && content.every((stem) => left.has(stem));
}

const WITNESS_STRENGTH = 2.3;

const TYPED: ReadonlySet<SpanKind> = new Set(['number', 'date', 'time', 'email', 'url', 'path', 'id', 'quoted']);

/** Spans of the turns that choose (`ageMax` 0: only the last) that no sent argument used and that the tool's own words do not cover. */
export function findRest(spans: readonly Span[], filled: Filled, words: readonly ChoosingWord[], ageMax: number): Span[] {
  const own = new Set([...filled.tool.nameStems, ...filled.tool.descriptionStems]);
  const used: Place[] = filled.sent.flatMap((slot) => [...(slot.assigned?.candidate.places ?? [])]);
  return spans.filter((span) => {
    if (span.source.age > ageMax || !(TYPED.has(span.kind) || span.kind === 'name') || span.by === 'ordinal') return false;
    if (used.some((place) => overlaps(place, span))) return false;
    if (span.kind !== 'name') return true;
    // A name that the tool itself says ("Spotify" for play_spotify) is explained; one in a parameter's example is not.
    return words.some((word) => word.source === span.source && word.start >= span.start && word.end <= span.end && !own.has(word.stem));
  });
}

export function readFeatures(ranked: Ranked, second: Ranked | undefined, filled: Filled, words: readonly ChoosingWord[], rest: readonly Span[], toolStems: ReadonlySet<string>, scores: { readonly first: number; readonly second: number }): Features {
  const places = filled.sent.flatMap((slot) => [...(slot.assigned?.candidate.places ?? [])]);
  let total = 0;
  let hit = 0;
  for (const word of words) {
    const weight = weightOf(word);
    if (weight < 0.1) continue;
    total += weight;
    if (toolStems.has(word.stem) || places.some((place) => overlaps(place, word))) hit += weight;
  }
  const required = filled.slots.filter((slot) => slot.leaf.required);
  return {
    nameCover: ranked.nameCover,
    descriptionCover: ranked.descriptionCover,
    explained: total === 0 ? 0 : hit / total,
    lead: second === undefined ? 10 : scores.first - scores.second,
    verb: ranked.verb,
    grams: ranked.grams,
    strengthMin: filled.sent.reduce((least, slot) => Math.min(least, slot.assigned?.candidate.strength ?? 0), 5),
    marginMin: filled.sent.reduce((least, slot) => Math.min(least, slot.assigned?.margin ?? 0), 5),
    requiredCount: required.length,
    sentCount: filled.sent.length,
    witnessCount: filled.sent.filter(isWitness).length,
    restTyped: rest.filter((span) => span.kind !== 'name').length,
    restNames: rest.filter((span) => span.kind === 'name').length,
  };
}

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
  const stems = new Set<string>([...tool.nameStems, ...tool.descriptionStems]);
  for (const leaf of tool.leaves) {
    for (const stem of leaf.nameStems) stems.add(stem);
    for (const stem of leaf.descriptionStems) stems.add(stem);
  }
  return stems;
}
