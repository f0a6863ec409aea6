// Postings: which tools say a word, and how much.
// In: tools, read. Out: an index that scores all of them for the words of a request. Why apart from ranking: a catalogue is read
// and indexed once and asked often, and a request may join several (a server's tools and the caller's own) without reading them
// again: what depends on the whole, the rarity of a word and the mean length, is worked out when it is asked.

import { isStopWord, shortFormsOf, splitIdentifier, stemOf } from '../text/words.ts';
import { perTool } from './per-leaf.ts';
import type { Tool } from './tools.ts';
import { ITEM } from './tools.ts';

const FIELD_WEIGHTS = { name: 3, server: 1, description: 2, parameterName: 1, parameterDescription: 0.5, enumValue: 1 };
const K1 = 1.2;
const B = 0.5;

/** Tools in the order they were given, and for each stem the ones that say it. */
export interface IndexedTools {
  readonly tools: readonly Tool[];
  readonly postings: Pick<ReadonlyMap<string, Postings>, 'get' | 'has'>;
  /** Runs of words in the names, by their first letters. */
  readonly shorts: ReadonlyMap<string, ReadonlySet<string>>;
  /** Sum of the weights of each tool's words. */
  readonly lengths: readonly number[];
}

interface Postings {
  /** Places in `tools`, ascending. */
  readonly tools: number[];
  /** Sum of the field weights of the stem in each of them. */
  readonly weights: number[];
}

export interface ToolIndex {
  readonly parts: readonly IndexedTools[];
  readonly size: number;
  readonly meanLength: number;
}

/** Index tools once. Their order has no effect on any score. */
export function indexTools(tools: readonly Tool[]): IndexedTools {
  const postings = new Map<string, Postings>();
  const lengths = tools.map((tool, at) => {
    let length = 0;
    weighStems(tool, (stem, weight) => {
      length += weight;
      let list = postings.get(stem);
      if (list === undefined) postings.set(stem, (list = { tools: [], weights: [] }));
      const last = list.tools.length - 1;
      if (list.tools[last] === at) list.weights[last] = (list.weights[last] as number) + weight;
      else {
        list.tools.push(at);
        list.weights.push(weight);
      }
    });
    return length;
  });
  return { tools, postings, shorts: readShorts(tools), lengths };
}

/** The same for the tools of one request, which asks for few stems: each is looked for in what its tools say. */
export function indexFew(tools: readonly Tool[]): IndexedTools {
  const said = tools.map(weighedOf);
  const get = (stem: string): Postings | undefined => {
    const list: Postings = { tools: [], weights: [] };
    said.forEach(({ stems }, at) => {
      const weight = stems.get(stem);
      if (weight === undefined) return;
      list.tools.push(at);
      list.weights.push(weight);
    });
    return list.tools.length === 0 ? undefined : list;
  };
  return {
    tools,
    postings: { get, has: (stem) => said.some(({ stems }) => stems.has(stem)) },
    shorts: readShorts(tools),
    lengths: said.map(({ length }) => length),
  };
}

/** The stems that a tool says, with the sum of the weights of their fields. */
const weighedOf: (tool: Tool) => { readonly stems: ReadonlyMap<string, number>; readonly length: number } = perTool(
  (tool) => {
    const stems = new Map<string, number>();
    let length = 0;
    weighStems(tool, (stem, weight) => {
      length += weight;
      stems.set(stem, (stems.get(stem) ?? 0) + weight);
    });
    return { stems, length };
  },
);

function readShorts(tools: readonly Tool[]): ReadonlyMap<string, ReadonlySet<string>> {
  const shorts = new Map<string, Set<string>>();
  for (const { nameWords, actWords } of tools)
    for (const [short, run] of shortFormsOf(nameWords)) {
      if (run.some((word) => isStopWord(word) || actWords.has(word))) continue;
      const known = shorts.get(short);
      if (known === undefined) shorts.set(short, new Set([run.join(' ')]));
      else known.add(run.join(' '));
    }
  return shorts;
}

/** Lists of tools that one request asks together. */
export function joinIndexes(parts: readonly IndexedTools[]): ToolIndex {
  const size = parts.reduce((sum, { tools }) => sum + tools.length, 0);
  // Sums of few field weights are exact in doubles, so the mean does not depend on the order of addition.
  const total = parts.reduce((sum, { lengths }) => lengths.reduce((partial, length) => partial + length, sum), 0);
  return { parts, size, meanLength: size === 0 ? 1 : Math.max(1, total / size) };
}

function weighStems(tool: Tool, add: (stem: string, weight: number) => void): void {
  for (const stem of tool.nameStems) add(stem, FIELD_WEIGHTS.name);
  for (const stem of tool.serverStems) add(stem, FIELD_WEIGHTS.server);
  for (const stem of tool.descriptionStems) add(stem, FIELD_WEIGHTS.description);
  for (const leaf of tool.leaves) {
    for (const name of leaf.path)
      for (const word of splitIdentifier(name === ITEM ? '' : name)) add(stemOf(word), FIELD_WEIGHTS.parameterName);
    for (const stem of leaf.descriptionStems) add(stem, FIELD_WEIGHTS.parameterDescription);
    for (const value of leaf.enumValues) {
      if (typeof value === 'string')
        for (const word of splitIdentifier(value)) add(stemOf(word), FIELD_WEIGHTS.enumValue);
    }
  }
}

/** A stem of the request and how much it weighs there. */
interface QueryTerm {
  readonly stem: string;
  readonly weight: number;
}

/** BM25F: for each part, the score of each of its tools. */
export function scoreTools({ parts, size, meanLength }: ToolIndex, terms: readonly QueryTerm[]): Float64Array[] {
  const scores = parts.map(({ tools }) => new Float64Array(tools.length));
  for (const { stem, weight } of terms) {
    const said = parts.reduce((sum, { postings }) => sum + (postings.get(stem)?.tools.length ?? 0), 0);
    const rarity = weight * Math.log(1 + (size - said + 0.5) / (said + 0.5));
    for (const [at, part] of parts.entries()) {
      const list = part.postings.get(stem);
      if (list !== undefined) addScores(list, part.lengths, { rarity, meanLength }, scores[at] as Float64Array);
    }
  }
  return scores;
}

interface Rating {
  readonly rarity: number;
  readonly meanLength: number;
}

function addScores(
  { tools, weights }: Postings,
  lengths: readonly number[],
  { rarity, meanLength }: Rating,
  scores: Float64Array,
): void {
  for (let at = 0; at < tools.length; at += 1) {
    const tool = tools[at] as number;
    const frequency = (weights[at] as number) / (1 - B + (B * (lengths[tool] as number)) / meanLength);
    scores[tool] = (scores[tool] as number) + rarity * ((frequency * (K1 + 1)) / (K1 + frequency));
  }
}
