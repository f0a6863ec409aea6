// Asked: what a request wants to be told, where that is nothing the tool tells.
// In: the words of a sentence and what accounts for them, for a tool that only looks. Out: the places of the words that name it.
// Why: "who built the mill at Ardley?" holds every word of a tool for the hours of mills. What is asked for stands in a few places:
// behind the word of question, behind the verb that wants it shown, and behind "of a"; there it must be the tool's.

import { isLookingVerb } from '../text/verbs.ts';
import { stemOf, weightOf } from '../text/words.ts';
import { asksFor } from '../tools/says.ts';
import { overlaps } from '../values/assign.ts';
import type { Place } from '../values/candidate.ts';
import { placeOf } from './accounted.ts';
import type { Account, Token } from './sentences.ts';

export function findAsked(tokens: readonly Token[], account: Account): Place[] {
  const from = [...behindOf(tokens), ...behindVerb(tokens), ...behindQuestion(tokens)];
  return [...from.flatMap((at) => foreignThing(tokens, at, account)), ...findMeans(tokens, account)].map(placeOf);
}

/**
 * "Find the floor plan of Ardley" for a tool that finds "the owner of a mill by its floor plan": what is wanted is only what the tool goes
 * by, and nothing says what it finds. A code stands for all that is kept under it.
 */
function findMeans(tokens: readonly Token[], { tool, ids }: Account): readonly Token[] {
  const means = tool.descriptionWords.findIndex((_, at, words) => goesBy(words, at));
  const [from] = behindVerb(tokens);
  // "Monitors" may be the tool's own thing.
  const isThing = from !== undefined && tool.nameStems.slice(1).includes(tokens[from - 1]?.stem ?? '');
  if (means < 1 || from === undefined || isThing) return [];
  const own = new Set([...tool.nameStems, ...tool.descriptionWords.slice(0, means).map(stemOf)]);
  const first = tokens.findIndex((token, at) => at >= from && !isSmall(token));
  const end = tokens.findIndex((token, at) => at > first && (isSmall(token) || token.used));
  const run = first < 0 || tokens[first]?.used === true ? [] : tokens.slice(first, end < 0 ? tokens.length : end);
  const gone = new Set(tool.descriptionWords.slice(means).map(stemOf));
  // "Information on …" names nothing.
  const isVague = run.every((token) => weightOf(token) < 1 || VAGUE.has(token.surface));
  const isCode = tokens.some(
    (token) => token.used && (/\p{N}/u.test(token.surface) || ids.some((place) => overlaps(place, token))),
  );
  return !isCode && !isVague && run.every(({ stem }) => gone.has(stem) && !own.has(stem)) ? run : [];
}

const VAGUE: ReadonlySet<string> = new Set('information info detail details data result results list help'.split(' '));

/** Words of a description behind which stands what the tool goes by; "filtered by" only narrows what it finds. */
function goesBy(words: readonly string[], at: number): boolean {
  const [before = '', word = '', next] = [words[at - 1], words[at], words[at + 1]];
  if (word === 'based') return next === 'on';
  return /^(?:using|given|by)$/u.test(word) && !/^(?:filter|sort|group|limit|narrow|order)ed$/u.test(before);
}

/** "The hours of a mill": what something belongs to, with an article; a name needs none. */
function behindOf(tokens: readonly Token[]): number[] {
  return tokens.flatMap(({ surface }, at) =>
    surface === 'of' && /^(?:an?|the)$/u.test(tokens[at + 1]?.surface ?? '') ? [at + 2] : [],
  );
}

/** "List all captains": behind the verb with which the sentence begins. */
function behindVerb(tokens: readonly Token[]): number[] {
  const at = tokens.findIndex(({ classed, used }) => used || classed.kind === 'open');
  return at >= 0 && isLookingVerb(tokens[at]?.surface ?? '') ? [at + 1] : [];
}

/** "Which captain", "what is the depth", "who built", "how deep". */
function behindQuestion(tokens: readonly Token[]): number[] {
  return tokens.flatMap(({ surface }, at) =>
    /^(?:what|what's|which|who|how)$/u.test(surface) && tokens.slice(0, at).every(isSmall) ? [at + 1] : [],
  );
}

function isSmall({ classed, used }: Token): boolean {
  return !used && classed.kind !== 'open';
}

/** The run of content words that begins here, behind small ones, where none of them is the tool's or an argument's. */
function foreignThing(tokens: readonly Token[], from: number, { tool, says }: Account): readonly Token[] {
  const first = tokens.findIndex((token, at) => at >= from && !isSmall(token));
  const lead = first < 0 ? [] : tokens.slice(from, first);
  // "What is in the basket", "which of them": nothing is named there.
  if (first < 0 || first > from + SMALL_MAX || lead.some(({ classed }) => !TRANSPARENT.has(classed.list))) return [];
  const end = tokens.findIndex((token, at) => at > first && isSmall(token));
  const run = tokens.slice(first, end < 0 ? tokens.length : end);
  const isTools = (token: Token): boolean =>
    token.used ||
    says.has(token.stem) ||
    weightOf(token) < 1 ||
    isLookingVerb(token.surface) ||
    /^\p{Lu}|^\p{N}/u.test(token.source.text.slice(token.start, token.end)) ||
    asksFor(tool).has(token.surface);
  return run.some(isTools) ? [] : run;
}

/** Lists of the small words between what asks and what is asked for. */
const TRANSPARENT: ReadonlySet<string> = new Set(['determiner', 'copula', 'quantifier', 'frame']);
const SMALL_MAX = 4;
