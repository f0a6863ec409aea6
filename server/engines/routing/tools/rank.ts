// Rank: which tools the words of a request speak of.
// In: an index of tools and the words that may choose one. Out: every tool with a score and the parts it came from, best first.
// Why: choosing among tools is solved well by lexical scoring when identifiers are split, fields are weighted and the kind of act
// is compared; it needs no learned model and says why. BM25F over name, description and parameters, character 4-grams as a
// back-off for typing errors and glued words, verb classes to tell looking from doing.

import type { Grams } from '../text/grams.ts';
import { cosine, gramsOf } from '../text/grams.ts';
import { OPPOSITES } from '../text/lexicon.ts';
import type { VerbClass } from '../text/verbs.ts';
import { ACTING_CLASSES, isOtherAct, verbClassOf } from '../text/verbs.ts';
import type { Word } from '../text/words.ts';
import { stemOf, weightOf } from '../text/words.ts';
import type { ToolIndex } from './postings.ts';
import { scoreTools } from './postings.ts';
import type { Tool } from './tools.ts';

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

// Measured on bench/route: doubling or halving any of these moves no set by more than two points.
const PART_WEIGHTS = { grams: 1.5, verb: 0.35, surface: 0.2, nameCover: 0.5 };
/** What the request's verb takes says more than what stands around it. */
const OBJECT_WEIGHT = 1.3;
/** In a large catalogue rare words outweigh everything; there a name that is said whole must weigh along. Per tenfold size beyond ten tools. */
const WHOLE_NAME_WEIGHT = 0.12;
/** A headline that is said whole speaks for the tool as half a description does. */
const HEADLINE_WEIGHT = 0.5;
// Only the leaders are compared word by word: it is the dear part, and a tool without one shared word is never chosen.
const COMPARED_MAX = 40;

/** Rank the tools of an index for the words that may choose one: the leaders, at most `COMPARED_MAX`. Equal scores are ordered by name. */
export function rankTools(index: ToolIndex, said: readonly Word[]): Ranked[] {
  return rankFor(index, spellOut(index, said));
}

/** "A PR": what no tool says, and what is the first letters of one run of words in their names, is those words. */
function spellOut(index: ToolIndex, said: readonly Word[]): readonly Word[] {
  return said.flatMap((word) => {
    const known = index.parts.some(({ postings }) => postings.has(word.stem));
    if (known || word.surface.length > SHORT_MAX || weightOf(word) < 1) return [word];
    const runs = new Set(index.parts.flatMap(({ shorts }) => [...(shorts.get(word.surface) ?? [])]));
    const [run, ...more] = runs;
    return run === undefined || more.length > 0
      ? [word]
      : run.split(' ').map((surface): Word => ({ ...word, surface, stem: stemOf(surface) }));
  });
}

/** A longer word is one. */
const SHORT_MAX = 4;

function rankFor(index: ToolIndex, query: readonly Word[]): Ranked[] {
  const content = query.filter((word) => weightOf(word) === 1);
  const queryGrams = gramsOf((content.length > 0 ? content : query).map((word) => word.surface));
  const surfaces = new Set(query.map((word) => word.surface));
  const said = new Set(query.flatMap((word) => [word.surface, word.stem]));
  const wanted = wantedVerbs(query);
  const ordered = orderOf(query);
  const acts = query.some(({ surface }) => isOtherAct(surface));
  const asksToShow = wanted.size === 0 && !acts;
  const wholeName = WHOLE_NAME_WEIGHT * Math.max(0, Math.log10(index.size / 10));
  const ranked = leaders(index, query).map(({ tool, bm25 }): Ranked => {
    const terms = termsOf(tool);
    const grams = cosine(queryGrams, terms.grams);
    const verb =
      ordered !== null &&
      ORDERS.has(ordered) &&
      tool.verb !== undefined &&
      tool.verb !== ordered &&
      !ACTING_CLASSES.has(tool.verb)
        ? -1
        : scoreVerb(wanted, ordered, acts, tool);
    const nameCover = cover(terms.name, said);
    return {
      tool,
      bm25,
      grams,
      verb,
      score:
        bm25 * (1 + wholeName * nameCover) +
        PART_WEIGHTS.grams * grams +
        PART_WEIGHTS.verb * verb +
        PART_WEIGHTS.surface * surfaceShare(tool, surfaces) +
        PART_WEIGHTS.nameCover * nameCover -
        (saysOpposite(tool, surfaces) ? OPPOSITE : 0),
      // Who names a thing and no act ("a hotel in Oslo") asks to be shown it.
      nameCover: cover(terms.name, said, asksToShow ? SHOWING : wanted),
      descriptionCover: Math.max(cover(terms.description, said), HEADLINE_WEIGHT * cover(terms.headline, said)),
    };
  });
  return ranked.sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1));
}

/** "Turn on" speaks against `turn_off`: an opposite is said, and the tool's own word is not. */
function saysOpposite({ nameWords }: Tool, surfaces: ReadonlySet<string>): boolean {
  return OPPOSITES.some(
    ([a, b]) =>
      (nameWords.includes(a) && surfaces.has(b) && !surfaces.has(a) && !nameWords.includes(b)) ||
      (nameWords.includes(b) && surfaces.has(a) && !surfaces.has(b) && !nameWords.includes(a)),
  );
}

const OPPOSITE = 1;

interface Leader {
  readonly tool: Tool;
  readonly bm25: number;
}

/** The tools whose words are said most, best first; in a large catalogue only those that share a word. */
function leaders(index: ToolIndex, query: readonly Word[]): Leader[] {
  const found: Leader[] = [];
  const scores = scoreTools(index, queryTerms(query));
  for (const [at, { tools }] of index.parts.entries()) {
    const part = scores[at] as Float64Array;
    for (let place = 0; place < part.length; place += 1) {
      const bm25 = part[place] as number;
      if (index.size > COMPARED_MAX && bm25 <= 0) continue;
      const last = found.at(-1);
      if (found.length === COMPARED_MAX && last !== undefined && bm25 < last.bm25) continue;
      insert(found, { tool: tools[place] as Tool, bm25 });
      if (found.length > COMPARED_MAX) found.pop();
    }
  }
  return found;
}

function insert(found: Leader[], leader: Leader): void {
  let at = found.length;
  while (at > 0 && isBefore(leader, found[at - 1] as Leader)) at -= 1;
  found.splice(at, 0, leader);
}

function isBefore(a: Leader, b: Leader): boolean {
  return a.bm25 > b.bm25 || (a.bm25 === b.bm25 && a.tool.name < b.tool.name);
}

function queryTerms(query: readonly Word[]): { readonly stem: string; readonly weight: number }[] {
  const object = objectOf(query);
  const terms = new Map<string, number>();
  for (const word of query) {
    if (!terms.has(word.stem)) terms.set(word.stem, (word.stem === object ? OBJECT_WEIGHT : 1) * weightOf(word));
  }
  return [...terms].map(([stem, weight]) => ({ stem, weight }));
}

/** The first content word behind the first verb: "compute the drag of a hull with …" is about force. */
export function objectOf(query: readonly Word[]): string | null {
  const verb = query.findIndex((word) => verbClassOf(word.surface) !== undefined);
  return (
    query.slice(verb + 1).find((word) => weightOf(word) === 1 && verbClassOf(word.surface) === undefined)?.stem ?? null
  );
}

function wantedVerbs(query: readonly Word[]): ReadonlySet<VerbClass> {
  const wanted = new Set<VerbClass>();
  for (const word of query) {
    const kind = verbClassOf(word.surface) ?? verbClassOf(word.stem);
    if (kind !== undefined) wanted.add(kind);
  }
  return wanted;
}

/** The class of the act that a request opens with ("Delete all …"): then a tool that only looks is not what was ordered. */
function orderOf(query: readonly Word[]): VerbClass | null {
  const first = query.find((word) => weightOf(word) > 0.1);
  return (first === undefined ? undefined : verbClassOf(first.surface)) ?? null;
}

/** Opening verbs that ask for nothing but their own act; "make", "check out" and "book" are said for looking, too. */
const ORDERS: ReadonlySet<VerbClass> = new Set(['delete', 'send', 'cancel', 'update']);

/** +1 when the act is asked for, -1 when an acting tool meets a request that names other acts only, 0 when nothing is known. An act that the tool never speaks of is hardly its own. */
function scoreVerb(wanted: ReadonlySet<VerbClass>, ordered: VerbClass | null, acts: boolean, tool: Tool): number {
  const { verb } = tool;
  if (wanted.size === 0) return acts && verb !== undefined ? (SETTING.has(verb) ? 1 : LOOKING.has(verb) ? -0.3 : 0) : 0;
  if (verb === undefined) {
    const isAct = ordered !== null && ACTING_CLASSES.has(ordered);
    return isAct && ![...tool.nameWords, ...tool.descriptionWords].some((word) => verbClassOf(word) === ordered)
      ? -0.3
      : 0;
  }
  if (wanted.has(verb)) return 1;
  // "What is the drag", "find the root": what is asked for is computed, and "calculate the fare" may look it up.
  if (LOOKING.has(verb) && [...LOOKING].some((kind) => wanted.has(kind))) return 0;
  return ACTING_CLASSES.has(verb) ? -1 : -0.3;
}

/** "Set an alarm" makes one, "put it on 5" changes one. */
const SETTING: ReadonlySet<VerbClass> = new Set(['create', 'update']);
const SHOWING: ReadonlySet<VerbClass> = new Set(['find']);
/** Acts that only bring an answer. */
const LOOKING: ReadonlySet<VerbClass> = new Set(['find', 'calculate', 'convert']);

/** Share of the tool's name said in exactly its own form: tells `get_location` from `get_locations`. */
function surfaceShare(tool: Tool, surfaces: ReadonlySet<string>): number {
  const hits = tool.nameWords.filter((word) => surfaces.has(word)).length;
  return tool.nameWords.length === 0 ? 0 : hits / tool.nameWords.length;
}

/** What comparing a tool with a request needs, read when it is first compared: most of a large catalogue never is. */
interface Terms {
  readonly name: readonly Term[];
  readonly description: readonly Term[];
  readonly headline: readonly Term[];
  readonly grams: Grams;
}

interface Term {
  readonly surface: string;
  readonly stem: string;
  readonly weight: number;
  readonly verb: VerbClass | undefined;
}

const TERMS = new WeakMap<Tool, Terms>();

function termsOf(tool: Tool): Terms {
  const known = TERMS.get(tool);
  if (known !== undefined) return known;
  const terms: Terms = {
    name: readTerms(tool.nameWords),
    description: readTerms(tool.descriptionWords),
    headline: readTerms(tool.headlineWords),
    grams: gramsOf([...tool.nameWords, ...tool.headlineWords]),
  };
  TERMS.set(tool, terms);
  return terms;
}

function readTerms(words: readonly string[]): Term[] {
  return [...new Set(words)].map((surface) => ({
    surface,
    stem: stemOf(surface),
    weight: weightOf({ surface }),
    verb: verbClassOf(surface),
  }));
}

/** With `wanted`, a verb is said when another of its class is: "find a hotel" says all of SearchHotel. */
function cover(
  terms: readonly Term[],
  said: ReadonlySet<string>,
  wanted: ReadonlySet<VerbClass> | null = null,
): number {
  let total = 0;
  let hit = 0;
  for (const { surface, stem, weight, verb } of terms) {
    total += weight;
    if (said.has(surface) || said.has(stem) || (verb !== undefined && wanted?.has(verb) === true)) hit += weight;
  }
  return total === 0 ? 0 : hit / total;
}
