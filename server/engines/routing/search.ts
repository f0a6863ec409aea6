// Search: the tools that a few words speak of, for agents that cannot read a whole catalogue.
// In: a query and indexed catalogues. Out: the best tools, each with the words of the query that it says, and whether one of them
// alone is meant. Nothing is called and no argument is filled.

import type { Word } from './text/words.ts';
import { readWords, weightOf } from './text/words.ts';
import type { IndexedTools } from './tools/postings.ts';
import { joinIndexes } from './tools/postings.ts';
import { rankTools } from './tools/rank.ts';
import type { Tool } from './tools/tools.ts';
import { claimedBy, hasClaims } from './values/rules/patterned.ts';
import type { Source } from './values/spans/span.ts';

/** A word of the query that the tool says. Offsets are UTF-16 units of the query. */
interface SearchEvidence {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly in: 'name' | 'description' | 'parameters';
}

interface FoundTool {
  readonly tool: Tool;
  readonly score: number;
  readonly evidence: readonly SearchEvidence[];
}

interface SearchResult {
  /** `decided`: the first tool says every word of weight and no other does. `unresolved`: several may be meant. `refused`: none is. */
  readonly outcome: 'decided' | 'unresolved' | 'refused';
  /** Best first, at most `limit`; each says at least one word of weight. */
  readonly found: readonly FoundTool[];
}

/** A value that matches a tool's declared pattern, and could be nothing else, and a word that orders its act, beside what words say. */
const CLAIM_WEIGHT = 3;
const CLAIMS_MAX = 2;
const ACT_WEIGHT = 1;

/** Only words that carry meaning count: a tool that shares nothing but "the" fits nothing. */
export function searchTools(query: string, catalogues: readonly IndexedTools[], limit: number): SearchResult {
  const words = readWords(query);
  const content = words.filter((word) => weightOf(word) === 1);
  if (content.length === 0) return { outcome: 'refused', found: [] };
  const index = joinIndexes(catalogues);
  const scores = new Map(rankTools(index, words).map(({ tool, score }) => [tool, score]));
  const source: Source = { path: '', text: query, age: 0 };
  const all = [...new Set([...scores.keys(), ...catalogues.flatMap(claimingIn)])]
    .flatMap((tool): (FoundTool & { readonly says: number })[] => {
      const score = scores.get(tool) ?? 0;
      const claimed = claimedBy(tool, [source]);
      if (score <= 0 && claimed.length === 0) return [];
      const said = evidenceOf(tool, content, query);
      const evidence = [
        ...said,
        ...claimed
          .filter((place) => !said.some(({ start, end }) => start < place.end && place.start < end))
          .map(({ start, end }): SearchEvidence => ({ start, end, text: query.slice(start, end), in: 'parameters' })),
      ];
      const isOrdered = content.some(({ stem, surface }) => tool.acts.has(stem) || tool.ways.has(surface));
      const more = CLAIM_WEIGHT * Math.min(CLAIMS_MAX, claimed.length) + (isOrdered ? ACT_WEIGHT : 0);
      return evidence.length === 0 ? [] : [{ tool, score: score + more, evidence, says: said.length }];
    })
    .sort((a, b) => b.score - a.score || (a.tool.name < b.tool.name ? -1 : 1));
  const [first] = all;
  if (first === undefined) return { outcome: 'refused', found: [] };
  const saysAll = all.filter(({ says }) => says === content.length);
  const isDecided = saysAll.length === 1 && saysAll[0] === first;
  const found = all.slice(0, limit).map(({ tool, score, evidence }) => ({ tool, score, evidence }));
  return { outcome: isDecided ? 'decided' : 'unresolved', found };
}

/** Most tools declare no pattern that tells; which of a catalogue do is read once. */
const CLAIMING = new WeakMap<IndexedTools, readonly Tool[]>();

function claimingIn(catalogue: IndexedTools): readonly Tool[] {
  let tools = CLAIMING.get(catalogue);
  if (tools === undefined) CLAIMING.set(catalogue, (tools = catalogue.tools.filter(hasClaims)));
  return tools;
}

function evidenceOf(tool: Tool, content: readonly Word[], query: string): SearchEvidence[] {
  const places: readonly (readonly [SearchEvidence['in'], ReadonlySet<string>])[] = [
    ['name', new Set([...tool.nameStems, ...tool.serverStems])],
    ['description', new Set(tool.descriptionStems)],
    ['parameters', new Set(tool.leaves.flatMap(({ nameStems }) => nameStems))],
  ];
  return content.flatMap(({ stem, start, end }) => {
    const place = places.find(([, stems]) => stems.has(stem));
    return place === undefined ? [] : [{ start, end, text: query.slice(start, end), in: place[0] }];
  });
}
