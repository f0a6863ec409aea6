// Search: the tools that a few words speak of, for agents that cannot read a whole catalogue.
// In: a query and indexed catalogues. Out: the best tools, each with the words of the query that it says, and whether one of them
// alone is meant. Nothing is called and no argument is filled.

import type { Word } from './text/words.ts';
import { readWords, weightOf } from './text/words.ts';
import type { IndexedTools } from './tools/postings.ts';
import { joinIndexes } from './tools/postings.ts';
import { rankTools } from './tools/rank.ts';
import type { Tool } from './tools/tools.ts';

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

/** Only words that carry meaning count: a tool that shares nothing but "the" fits nothing. */
export function searchTools(query: string, catalogues: readonly IndexedTools[], limit: number): SearchResult {
  const words = readWords(query);
  const content = words.filter((word) => weightOf(word) === 1);
  if (content.length === 0) return { outcome: 'refused', found: [] };
  const all = rankTools(joinIndexes(catalogues), words)
    .filter(({ score }) => score > 0)
    .map(({ tool, score }): FoundTool => ({ tool, score, evidence: evidenceOf(tool, content, query) }))
    .filter(({ evidence }) => evidence.length > 0);
  const [first] = all;
  if (first === undefined) return { outcome: 'refused', found: [] };
  const saysAll = all.filter(({ evidence }) => evidence.length === content.length);
  const isDecided = saysAll.length === 1 && saysAll[0] === first;
  return { outcome: isDecided ? 'decided' : 'unresolved', found: all.slice(0, limit) };
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
