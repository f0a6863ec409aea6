// Rank: which tools the words of a request speak of.
// In: tools and the words that may choose one. Out: every tool with a score and the parts it came from, best first.
// Why: choosing among tools is solved well by lexical scoring when identifiers are split, fields are weighted and the kind of act
// is compared; it needs no learned model and says why. BM25F over name, description and parameters, character 4-grams as a
// back-off for typing errors and glued words, verb classes to tell looking from doing.

import type { Tool } from './tools.ts';
import { ACTING_CLASSES, verbClassOf } from './verbs.ts';
import type { VerbClass } from './verbs.ts';
import { readWords, splitIdentifier, stemOf, weightOf } from './words.ts';
import type { Word } from './words.ts';

export interface Ranked {
  readonly tool: Tool;
  readonly score: number;
  readonly bm25: number;
  readonly grams: number;
  readonly verb: number;
  /** Weighted share of the tool's name that the request says, 0..1. */
  readonly nameCover: number;
  /** Weighted share of the tool's description that the request says, 0..1. */
  readonly descriptionCover: number;
}

const FIELD_WEIGHTS = { name: 3, description: 2, parameterName: 1, parameterDescription: 0.5, enumValue: 1 };
// Measured on bench/route: doubling or halving any of these moves no set by more than two points.
const PART_WEIGHTS = { grams: 1.5, verb: 0.35, surface: 0.2, nameCover: 0.5 };
/** What the request's verb takes says more than what stands around it. */
const OBJECT_WEIGHT = 1.3;
/** In a large catalogue rare words outweigh everything; there a name that is said whole must weigh along. Per tenfold size beyond ten tools. */
const WHOLE_NAME_WEIGHT = 0.12;
/** A headline that is said whole speaks for the tool as half a description does. */
const HEADLINE_WEIGHT = 0.5;
const K1 = 1.2;
const B = 0.5;
// Only the leaders are compared by grams: it is the dear part, and a tool without one shared word is never chosen.
const COMPARED_MAX = 40;

interface Postings {
  readonly tools: readonly number[];
  /** What the stem adds to each of those tools, before its rarity. */
  readonly gains: readonly number[];
}

export interface ToolIndex {
  readonly tools: readonly Tool[];
  readonly postings: ReadonlyMap<string, Postings>;
  /** Grams of the tools that were compared so far; reading them all would cost more than they are asked for. */
  readonly grams: Map<Tool, Grams>;
}

/** Index tools once. The order of `tools` has no effect on any score. */
export function indexTools(tools: readonly Tool[]): ToolIndex {
  const weighed = tools.map(weighStems);
  // Integer-like sums of few field weights: exact in doubles, so the mean does not depend on the order of addition.
  const total = weighed.reduce((sum, { length }) => sum + length, 0);
  const mean = tools.length === 0 ? 1 : Math.max(1, total / tools.length);
  const postings = new Map<string, { tools: number[]; gains: number[] }>();
  weighed.forEach(({ weights, length }, at) => {
    const scale = 1 - B + (B * length) / mean;
    for (const [stem, weight] of weights) {
      let list = postings.get(stem);
      if (list === undefined) postings.set(stem, (list = { tools: [], gains: [] }));
      const frequency = weight / scale;
      list.tools.push(at);
      list.gains.push((frequency * (K1 + 1)) / (K1 + frequency));
    }
  });
  return { tools, postings, grams: new Map() };
}

function weighStems(tool: Tool): { readonly weights: ReadonlyMap<string, number>; readonly length: number } {
  const weights = new Map<string, number>();
  let length = 0;
  const add = (stem: string, weight: number): void => {
    weights.set(stem, (weights.get(stem) ?? 0) + weight);
    length += weight;
  };
  for (const stem of tool.nameStems) add(stem, FIELD_WEIGHTS.name);
  for (const stem of tool.descriptionStems) add(stem, FIELD_WEIGHTS.description);
  for (const leaf of tool.leaves) {
    for (const name of leaf.path) for (const word of splitIdentifier(name)) add(stemOf(word), FIELD_WEIGHTS.parameterName);
    for (const stem of leaf.descriptionStems) add(stem, FIELD_WEIGHTS.parameterDescription);
    for (const value of leaf.enumValues) {
      if (typeof value === 'string') for (const word of splitIdentifier(value)) add(stemOf(word), FIELD_WEIGHTS.enumValue);
    }
  }
  return { weights, length };
}

/** Rank the tools of an index for the words that may choose one: the leaders, at most `COMPARED_MAX`. Equal scores are ordered by name. */
export function rankTools(index: ToolIndex, query: readonly Word[]): Ranked[] {
  const bm25 = scoreBm25(index, query);
  const content = query.filter((word) => weightOf(word) === 1);
  const queryGrams = gramsOf((content.length > 0 ? content : query).map((word) => word.surface).join(' '));
  const surfaces = new Set(query.map((word) => word.surface));
  const said = new Set(query.flatMap((word) => [word.surface, word.stem]));
  const wanted = wantedVerbs(query);
  const ordered = orderOf(query);
  const wholeName = WHOLE_NAME_WEIGHT * Math.max(0, Math.log10(index.tools.length / 10));
  const ranked = leaders(index, bm25).map((at): Ranked => {
    const tool = index.tools[at] as Tool;
    const grams = cosine(queryGrams, toolGrams(index, tool));
    const verb = ordered !== null && tool.verb !== undefined && tool.verb !== ordered && !ACTING_CLASSES.has(tool.verb) ? -1 : scoreVerb(wanted, tool.verb);
    const nameCover = cover(tool.nameWords, said);
    const base = bm25[at] ?? 0;
    return {
      tool,
      bm25: base,
      grams,
      verb,
      score: base * (1 + wholeName * nameCover) + PART_WEIGHTS.grams * grams + PART_WEIGHTS.verb * verb + PART_WEIGHTS.surface * surfaceShare(tool, surfaces) + PART_WEIGHTS.nameCover * nameCover,
      nameCover: cover(tool.nameWords, said, wanted),
      descriptionCover: Math.max(cover(tool.descriptionWords, said), HEADLINE_WEIGHT * cover(tool.headlineWords, said)),
    };
  });
  return ranked.sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1));
}

/** Places of the tools with the highest scores, best first. */
function leaders(index: ToolIndex, scores: Float64Array): number[] {
  const all = scores.length <= COMPARED_MAX;
  const least = all ? 0 : (Float64Array.from(scores).sort()[scores.length - COMPARED_MAX] ?? 0);
  const places: number[] = [];
  for (let at = 0; at < scores.length; at += 1) if (all || ((scores[at] ?? 0) > 0 && (scores[at] ?? 0) >= least)) places.push(at);
  return places.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || compareNames(index, a, b)).slice(0, COMPARED_MAX);
}

function scoreBm25(index: ToolIndex, query: readonly Word[]): Float64Array {
  const scores = new Float64Array(index.tools.length);
  const seen = new Set<string>();
  const object = objectOf(query);
  for (const word of query) {
    if (seen.has(word.stem)) continue;
    seen.add(word.stem);
    const list = index.postings.get(word.stem);
    if (list === undefined) continue;
    const { tools, gains } = list;
    const rarity = (word.stem === object ? OBJECT_WEIGHT : 1) * weightOf(word) * Math.log(1 + (index.tools.length - tools.length + 0.5) / (tools.length + 0.5));
    for (let at = 0; at < tools.length; at += 1) {
      const tool = tools[at] ?? 0;
      scores[tool] = (scores[tool] ?? 0) + rarity * (gains[at] ?? 0);
    }
  }
  return scores;
}

/** The first content word behind the first verb: "calculate the force with a mass of …" is about force. */
export function objectOf(query: readonly Word[]): string | null {
  const verb = query.findIndex((word) => verbClassOf(word.surface) !== undefined);
  return query.slice(verb + 1).find((word) => weightOf(word) === 1 && verbClassOf(word.surface) === undefined)?.stem ?? null;
}

function compareNames(index: ToolIndex, a: number, b: number): number {
  const left = index.tools[a]?.name ?? '';
  const right = index.tools[b]?.name ?? '';
  return left < right ? -1 : left > right ? 1 : 0;
}

function wantedVerbs(query: readonly Word[]): ReadonlySet<VerbClass> {
  const wanted = new Set<VerbClass>();
  for (const word of query) {
    const kind = verbClassOf(word.surface) ?? verbClassOf(word.stem);
    if (kind !== undefined) wanted.add(kind);
  }
  return wanted;
}

/** The acting class that a request opens with ("Delete all …"): then a tool that only looks is not what was ordered. */
function orderOf(query: readonly Word[]): VerbClass | null {
  const first = query.find((word) => weightOf(word) > 0.1);
  const kind = first === undefined ? undefined : verbClassOf(first.surface);
  return kind !== undefined && ORDERS.has(kind) ? kind : null;
}

/** Opening verbs that ask for nothing but their own act; "make", "check out" and "book" are said for looking, too. */
const ORDERS: ReadonlySet<VerbClass> = new Set(['delete', 'send', 'cancel', 'update']);

/** +1 when the act is asked for, -1 when an acting tool meets a request that names other acts only, 0 when nothing is known. */
function scoreVerb(wanted: ReadonlySet<VerbClass>, verb: VerbClass | undefined): number {
  if (verb === undefined || wanted.size === 0) return 0;
  if (wanted.has(verb)) return 1;
  return ACTING_CLASSES.has(verb) ? -1 : -0.3;
}

/** Share of the tool's name said in exactly its own form: tells `get_location` from `get_locations`. */
function surfaceShare(tool: Tool, surfaces: ReadonlySet<string>): number {
  const hits = tool.nameWords.filter((word) => surfaces.has(word)).length;
  return tool.nameWords.length === 0 ? 0 : hits / tool.nameWords.length;
}

/** With `wanted`, a verb is said when another of its class is: "find a hotel" says all of SearchHotel. */
function cover(words: readonly string[], said: ReadonlySet<string>, wanted: ReadonlySet<VerbClass> | null = null): number {
  let total = 0;
  let hit = 0;
  for (const surface of new Set(words)) {
    const weight = weightOf({ surface, stem: '', start: 0, end: 0 });
    total += weight;
    const kind = wanted === null ? undefined : verbClassOf(surface);
    if (said.has(surface) || said.has(stemOf(surface)) || (kind !== undefined && wanted?.has(kind) === true)) hit += weight;
  }
  return total === 0 ? 0 : hit / total;
}

interface Grams {
  readonly counts: ReadonlyMap<string, number>;
  readonly norm: number;
}

function toolGrams(index: ToolIndex, tool: Tool): Grams {
  let grams = index.grams.get(tool);
  if (grams === undefined) index.grams.set(tool, (grams = gramsOf(`${tool.nameWords.join(' ')} ${tool.headlineWords.join(' ')}`)));
  return grams;
}

function gramsOf(text: string): Grams {
  const counts = new Map<string, number>();
  for (const { surface } of readWords(text)) {
    const padded = ` ${surface} `;
    for (let at = 0; at + 4 <= padded.length || at === 0; at += 1) {
      const gram = padded.slice(at, at + 4);
      counts.set(gram, (counts.get(gram) ?? 0) + 1);
    }
  }
  let norm = 0;
  for (const count of counts.values()) norm += count * count;
  return { counts, norm };
}

function cosine(a: Grams, b: Grams): number {
  if (a.norm === 0 || b.norm === 0) return 0;
  let dot = 0;
  for (const [gram, count] of a.counts) dot += count * (b.counts.get(gram) ?? 0);
  return dot / Math.sqrt(a.norm * b.norm);
}
