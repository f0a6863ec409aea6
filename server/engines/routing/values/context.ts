// Context: what all parameters of a tool share while they are filled.
// In: a tool's leaves, the spans and the sources. Out: words, wants and counts read once; the surroundings of each place.
// Why: every parameter looks at every place; what does not depend on the parameter is read once per place.

import type { Scope } from '../text/scope.ts';
import { readScope } from '../text/scope.ts';
import type { Word } from '../text/words.ts';
import { isStopWord, shortFormsOf, stemOf } from '../text/words.ts';
import type { Leaf, Tool } from '../tools/tools.ts';
import type { Want } from '../tools/wants.ts';
import { wantOf } from '../tools/wants.ts';
import type { Place } from './candidate.ts';
import { partPhrases } from './phrases.ts';
import type { Respective } from './roles.ts';
import { readCouples, readRespective } from './roles.ts';
import { wordsOf } from './spans/choices.ts';
import type { Source, Span } from './spans/span.ts';

export type Answers = ReadonlyMap<Source, ReadonlySet<string>>;

/** What an answer to our own question brings: the parameters asked for. */
export interface Asked {
  readonly names: ReadonlySet<string>;
  /** It was our own question, which asks for values and for nothing else. */
  readonly isOwn: boolean;
  /** Answers to our earlier questions about the same order, and the parameters that each asked for. */
  readonly earlier: Answers;
}

export interface Context {
  readonly tool: Tool;
  readonly asked: Asked | null;
  /** The last turn answers a question about the turn before it: both are one request. */
  readonly answering: boolean;
  readonly leaves: readonly Leaf[];
  readonly spans: readonly Span[];
  readonly sources: readonly Source[];
  readonly words: ReadonlyMap<Source, readonly Word[]>;
  readonly scopes: ReadonlyMap<Source, Scope>;
  /** Filled as places are looked at. */
  readonly surroundings: Map<Place, Surroundings>;
  /** Words that name a parameter and stand in a row with another such word ("base and height"). */
  readonly rows: ReadonlyMap<Source, ReadonlySet<Word>>;
  readonly wants: readonly Want[];
  /** Required numeric leaves, or all of them when none is required, in schema order. */
  readonly numeric: readonly number[];
  /** True when those leaves differ only by a count: number1, number2; x, y. */
  readonly series: boolean;
  /** Array leaves that differ only by a count, in schema order; empty when there are not at least two. */
  readonly lists: readonly Leaf[];
  /** Numbers of the last turn, and of the one that it answers a question about, in order. */
  readonly numbers: readonly Span[];
  /** Names in a row with as many numbers in a row behind them. */
  readonly respective: readonly Respective[];
  /** How many leaves say a stem in their description. */
  readonly descriptionCounts: ReadonlyMap<string, number>;
  /** How many names the last turn says. */
  readonly names: number;
  /** Pairs of values joined as two of a kind ("between A and B"). */
  readonly couples: readonly (readonly [Span, Span])[];
  /** How many leaves use a stem in their name: a shared word tells little. */
  readonly nameCounts: ReadonlyMap<string, number>;
  /** Every stem the tool says anywhere. */
  readonly known: ReadonlySet<string>;
  /** Words of the tool's name. */
  readonly toolWords: ReadonlySet<string>;
  readonly toolStems: ReadonlySet<string>;
  /** Stems of words of the tool's name that stand beside one another, by their first letters: those of a pull request by "pr". */
  readonly shortForms: ReadonlyMap<string, readonly string[]>;
  /** Where parameters are firmly said by something else than a shared code; filled when all have been looked at once. */
  readonly settled: Map<Leaf, readonly Place[]>;
  /** Some parameter that takes words may be left out. */
  readonly spares: boolean;
}

/** What a tool says by itself, whatever the texts. */
type Said = Pick<
  Context,
  | 'leaves'
  | 'wants'
  | 'numeric'
  | 'series'
  | 'lists'
  | 'descriptionCounts'
  | 'nameCounts'
  | 'known'
  | 'toolWords'
  | 'toolStems'
  | 'shortForms'
  | 'spares'
> & {
  /** Its descriptions. */
  readonly texts: readonly string[];
};

/** Kept with its tool. */
const SAID = new WeakMap<Tool, Said>();

function saidBy(tool: Tool): Said {
  let said = SAID.get(tool);
  if (said === undefined) SAID.set(tool, (said = readSaid(tool)));
  return said;
}

function readSaid(tool: Tool): Said {
  const { leaves, nameWords: toolWords } = tool;
  const toolStems = [...tool.nameStems, ...tool.descriptionStems];
  const nameCounts = new Map<string, number>();
  for (const leaf of leaves)
    for (const stem of new Set(leaf.nameStems)) nameCounts.set(stem, (nameCounts.get(stem) ?? 0) + 1);
  const descriptionCounts = new Map<string, number>();
  for (const leaf of leaves)
    for (const stem of new Set([...leaf.descriptionStems, ...leaf.nameStems]))
      descriptionCounts.set(stem, (descriptionCounts.get(stem) ?? 0) + 1);
  const isNumber = (leaf: Leaf): boolean =>
    (leaf.type === 'number' || leaf.type === 'integer') && leaf.enumValues.length === 0;
  const required = leaves.flatMap((leaf, at) => (isNumber(leaf) && leaf.required ? [at] : []));
  const numeric = required.length > 0 ? required : leaves.flatMap((leaf, at) => (isNumber(leaf) ? [at] : []));
  const arrays = leaves.filter(({ type, required: needed }) => type === 'array' && needed);
  return {
    leaves,
    wants: leaves.map(wantOf),
    numeric,
    series: isSeries(numeric.map((at) => leaves[at] as Leaf)),
    lists: isSeries(arrays) ? arrays : [],
    descriptionCounts,
    nameCounts,
    known: new Set([...toolStems, ...leaves.flatMap((leaf) => [...leaf.nameStems, ...leaf.descriptionStems])]),
    toolWords: new Set(toolWords),
    toolStems: new Set(toolWords.map(stemOf)),
    shortForms: new Map([...shortFormsOf(toolWords)].map(([short, run]) => [short, run.map(stemOf)])),
    spares: leaves.some((leaf) => !leaf.required && leaf.type === 'string' && leaf.enumValues.length === 0),
    texts: [tool.description, ...leaves.map(({ description }) => description)],
  };
}

export function readContext(
  tool: Tool,
  spans: readonly Span[],
  sources: readonly Source[],
  asked: Asked | null,
): Context {
  const { texts, ...said } = saidBy(tool);
  const words = new Map(sources.map((source) => [source, wordsOf(source)]));
  const numbers = spans.filter((span) => span.kind === 'number');
  return {
    ...said,
    tool,
    asked,
    answering: asked !== null,
    spans: partPhrases(spans, said.known, texts, tool.actWords),
    sources,
    words,
    surroundings: new Map(),
    scopes: new Map(sources.map((source) => [source, readScope(source.text)])),
    rows: new Map(sources.map((source) => [source, namesInRow(source, words.get(source) ?? [], said.nameCounts)])),
    numbers: numbers.filter(
      ({ source, detail }) => (source.age === 0 || (asked !== null && source.age === 1)) && detail.doubtful !== true,
    ),
    respective: sources.flatMap((source) => readRespective(source, words.get(source) ?? [], numbers, said.nameCounts)),
    names: spans.filter((span) => span.kind === 'name' && span.source.age === 0).length,
    couples: readCouples(spans),
    settled: new Map(),
  };
}

export function wordsIn(source: Source, { words }: Context): readonly Word[] {
  return words.get(source) ?? [];
}

export function scopeOf(source: Source, { scopes }: Context): Scope {
  return scopes.get(source) ?? readScope(source.text);
}

/** What an earlier turn says weighs less, but where the last turn only answers a question about it. */
export function fadeOf({ age }: Source, { answering }: Context): number {
  return answering && age > 0 ? FADE_ANSWERED + FADE * (age - 1) : FADE * age;
}

const FADE = 0.3;
/** Enough to prefer the answer. */
const FADE_ANSWERED = 0.05;

/** True when the names differ only by a count: number1, number2; x, y. */
function isSeries(leaves: readonly Leaf[]): boolean {
  return (
    leaves.length > 1 &&
    new Set(
      leaves.map((leaf) =>
        leaf.nameWords
          .join(' ')
          .replace(/^(?:first|second|third)\s+|\s*(?:\d+|one|two|three|first|second|third|[a-z])$/gu, ''),
      ),
    ).size === 1
  );
}

function namesInRow(source: Source, words: readonly Word[], nameCounts: ReadonlyMap<string, number>): Set<Word> {
  const found = new Set<Word>();
  words.forEach((word, at) => {
    if (!nameCounts.has(word.stem) || isStopWord(word.surface)) return;
    const next = words
      .slice(at + 1, at + 3)
      .find((other) => nameCounts.has(other.stem) && other.stem !== word.stem && !isStopWord(other.surface));
    if (next === undefined) return;
    if (!/^(?:,| and| or|, and| &)\s+(?:the |its )?$/u.test(source.text.slice(word.end, next.start))) return;
    found.add(word);
    found.add(next);
  });
  return found;
}

const BEFORE_WORDS = 6;
const AFTER_WORDS = 4;

/** A word near a place, and how much it still says there. The same for every leaf, so it is read once per place. */
interface Neighbour {
  readonly word: Word;
  readonly side: 'before' | 'after';
  /** Words in between; function words count less. */
  readonly distance: number;
  /** 1 beside the place, less with distance, much less across another value. */
  readonly fade: number;
  /** Only "is", "of", "=" and the like stand in between. */
  readonly adjacent: boolean;
}

interface Surroundings {
  readonly near: readonly Neighbour[];
  readonly inside: readonly Word[];
}

export function surroundingsOf(place: Place, context: Context): Surroundings {
  const known = context.surroundings.get(place);
  if (known !== undefined) return known;
  const { text } = place.source;
  const { near, inside } = context.words.has(place.source) ? wordsBeside(place) : NOTHING;
  const beside = context.spans.filter(
    (span) =>
      span.source === place.source &&
      span.kind !== 'phrase' &&
      span.start < place.end + NEAR_LENGTH_MAX &&
      span.end > place.start - NEAR_LENGTH_MAX,
  );
  const seen = near.flatMap(({ word, side, distance, adjacent }): Neighbour[] => {
    // A word inside another value belongs to that value.
    if (
      beside.some(
        (span) =>
          (span.kind === 'quoted' || span.kind === 'name') &&
          span.start <= word.start &&
          span.end >= word.end &&
          // "Gauge 1435" looks like a name: its words are beside the number in it.
          !(span.kind === 'name' && span.start < place.start && span.end >= place.end) &&
          // "Its SKU is 88": capitals that are the name of a parameter.
          !(
            span.kind === 'name' &&
            /^\p{Lu}{2,}$/u.test(text.slice(span.start, span.end)) &&
            context.nameCounts.has(word.stem)
          ),
      )
    )
      return [];
    const crossed = beside.some(
      (span) =>
        span.kind !== 'name' &&
        (side === 'before'
          ? span.start >= word.end && span.end <= place.start
          : span.start >= place.end && span.end <= word.start),
    );
    const fade = (crossed ? 0.25 : 1) / (1 + 0.35 * Math.max(0, distance - 1)) / (side === 'after' ? 1.25 : 1);
    return [{ word, side, distance, fade, adjacent }];
  });
  const found: Surroundings = { near: seen, inside };
  context.surroundings.set(place, found);
  return found;
}

/** What stands around a place whatever tool asks; kept with it. */
const BESIDE = new WeakMap<Place, WordsBeside>();

interface WordsBeside {
  readonly near: readonly Omit<Neighbour, 'fade'>[];
  readonly inside: readonly Word[];
}

/** Around a place of a text that is not read for this tool. */
const NOTHING: WordsBeside = { near: [], inside: [] };

function wordsBeside(place: Place): WordsBeside {
  let found = BESIDE.get(place);
  if (found === undefined) BESIDE.set(place, (found = readBeside(place)));
  return found;
}

function readBeside(place: Place): WordsBeside {
  const words = wordsOf(place.source);
  const { text } = place.source;
  const first = firstEndingBehind(words, place.start);
  let last = first;
  while (last < words.length && (words[last]?.start ?? 0) < place.end) last += 1;
  const near: Omit<Neighbour, 'fade'>[] = [];
  for (const side of ['before', 'after'] as const) {
    const list =
      side === 'before'
        ? words.slice(Math.max(0, first - BEFORE_WORDS), first).reverse()
        : words.slice(last, last + AFTER_WORDS);
    let distance = 0;
    for (const word of list) {
      distance += isStopWord(word.surface) ? 0.4 : 1;
      const between = side === 'before' ? text.slice(word.end, place.start) : text.slice(place.end, word.start);
      if (between.length > NEAR_LENGTH_MAX || /[.!?;\n]\s/u.test(between)) break;
      // What a number counts stands right behind it; behind a comma something else begins.
      if (side === 'after' && /,\s/u.test(between)) break;
      const adjacent = side === 'before' && /^\s*(?:=|:|is|of|as|to|equals|are|was)?\s*['"“‘`$]?\s*$/iu.test(between);
      near.push({ word, side, distance, adjacent });
    }
  }
  return { near, inside: words.slice(first, last) };
}

/** The first word that ends behind `at`, by halves: it is asked for each place of a long text. */
function firstEndingBehind(words: readonly Word[], at: number): number {
  let low = 0;
  let high = words.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((words[middle] as Word).end > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Words farther away than this, in characters, say nothing about a place. */
const NEAR_LENGTH_MAX = 120;
