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
const K1 = 1.2;
const B = 0.5;
// Only the leaders are compared by grams: it is the dear part, and a tool without one shared word is never chosen.
const COMPARED_MAX = 40;

interface Posting {
  readonly tool: number;
  readonly weight: number;
}

export interface ToolIndex {
  readonly tools: readonly Tool[];
  readonly postings: ReadonlyMap<string, readonly Posting[]>;
  readonly lengths: readonly number[];
  readonly meanLength: number;
}

/** Index tools once. The order of `tools` has no effect on any score. */
export function indexTools(tools: readonly Tool[]): ToolIndex {
  const postings = new Map<string, Posting[]>();
  const lengths: number[] = [];
  tools.forEach((tool, at) => {
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
    for (const [stem, weight] of weights) {
      const list = postings.get(stem);
      if (list === undefined) postings.set(stem, [{ tool: at, weight }]);
      else list.push({ tool: at, weight });
    }
    lengths.push(length);
  });
  // Integer-like sums of few field weights: exact in doubles, so the mean does not depend on the order of addition.
  const total = lengths.reduce((sum, length) => sum + length, 0);
  return { tools, postings, lengths, meanLength: tools.length === 0 ? 1 : Math.max(1, total / tools.length) };
}

/** Rank the tools of an index for the words that may choose one: the leaders, at most `COMPARED_MAX`. Equal scores are ordered by name. */
export function rankTools(index: ToolIndex, query: readonly Word[]): Ranked[] {
  const bm25 = scoreBm25(index, query);
  const order = index.tools.map((_, at) => at).sort((a, b) => (bm25[b] ?? 0) - (bm25[a] ?? 0) || compareNames(index, a, b));
  const content = query.filter((word) => weightOf(word) === 1);
  const queryGrams = gramsOf((content.length > 0 ? content : query).map((word) => word.surface).join(' '));
  const said = new Set(query.flatMap((word) => [word.surface, word.stem]));
  const wanted = wantedVerbs(query);
  const ranked = order.slice(0, COMPARED_MAX).map((at): Ranked => {
    const tool = index.tools[at] as Tool;
    const grams = cosine(queryGrams, gramsOf(`${tool.nameWords.join(' ')} ${tool.description}`));
    const verb = scoreVerb(wanted, tool.verb);
    const nameCover = cover(tool.nameWords, said);
    const base = bm25[at] ?? 0;
    return {
      tool,
      bm25: base,
      grams,
      verb,
      score: base + PART_WEIGHTS.grams * grams + PART_WEIGHTS.verb * verb + PART_WEIGHTS.surface * surfaceShare(tool, query) + PART_WEIGHTS.nameCover * nameCover,
      nameCover,
      descriptionCover: cover(tool.descriptionWords, said),
    };
  });
  return ranked.sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1));
}

function scoreBm25(index: ToolIndex, query: readonly Word[]): number[] {
  const scores: number[] = index.tools.map(() => 0);
  const seen = new Set<string>();
  for (const word of query) {
    if (seen.has(word.stem)) continue;
    seen.add(word.stem);
    const list = index.postings.get(word.stem);
    if (list === undefined) continue;
    const idf = Math.log(1 + (index.tools.length - list.length + 0.5) / (list.length + 0.5));
    for (const { tool, weight } of list) {
      const length = 1 - B + (B * (index.lengths[tool] ?? 1)) / index.meanLength;
      const frequency = weight / length;
      scores[tool] = (scores[tool] ?? 0) + (weightOf(word) * idf * frequency * (K1 + 1)) / (K1 + frequency);
    }
  }
  return scores;
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

/** +1 when the act is asked for, -1 when an acting tool meets a request that names other acts only, 0 when nothing is known. */
function scoreVerb(wanted: ReadonlySet<VerbClass>, verb: VerbClass | undefined): number {
  if (verb === undefined || wanted.size === 0) return 0;
  if (wanted.has(verb)) return 1;
  return ACTING_CLASSES.has(verb) ? -1 : -0.3;
}

/** Share of the tool's name said in exactly its own form: tells `get_location` from `get_locations`. */
function surfaceShare(tool: Tool, query: readonly Word[]): number {
  const said = new Set(query.map((word) => word.surface));
  const hits = tool.nameWords.filter((word) => said.has(word)).length;
  return tool.nameWords.length === 0 ? 0 : hits / tool.nameWords.length;
}

function cover(words: readonly string[], said: ReadonlySet<string>): number {
  let total = 0;
  let hit = 0;
  for (const surface of new Set(words)) {
    const weight = weightOf({ surface, stem: '', start: 0, end: 0 });
    total += weight;
    if (said.has(surface) || said.has(stemOf(surface))) hit += weight;
  }
  return total === 0 ? 0 : hit / total;
}

function gramsOf(text: string): Map<string, number> {
  const grams = new Map<string, number>();
  for (const { surface } of readWords(text)) {
    const padded = ` ${surface} `;
    for (let at = 0; at + 4 <= padded.length || at === 0; at += 1) {
      const gram = padded.slice(at, at + 4);
      grams.set(gram, (grams.get(gram) ?? 0) + 1);
    }
  }
  return grams;
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let dot = 0;
  let left = 0;
  let right = 0;
  for (const [gram, count] of a) {
    dot += count * (b.get(gram) ?? 0);
    left += count * count;
  }
  for (const count of b.values()) right += count * count;
  return left === 0 || right === 0 ? 0 : dot / Math.sqrt(left * right);
}
