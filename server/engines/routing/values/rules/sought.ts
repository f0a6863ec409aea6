// Sought: what is searched for, behind "search … for" and "notes about".
// In: a leaf and the context. Out: readings. Why: nobody quotes what he looks for; English says by its frame where it begins, and it ends
// with its clause, or before what another parameter takes.

import { functionClassOf } from '../../text/function-words.ts';
import { readWords, splitIdentifier, stemOf } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import { bitsOf } from '../bits.ts';
import type { Context } from '../context.ts';
import { matchesIn } from '../matches.ts';
import { endOfWords, isFree } from './announced.ts';
import type { Reading, TextRule } from './rule.ts';
import { isDenied, SEARCHED_MAX } from './texts.ts';
import { isNamedPart } from './within.ts';

/** A string that takes the words to search for. */
function takesQuery(leaf: Leaf): boolean {
  return (
    isFree(leaf) &&
    (QUERY.test(leaf.nameWords.join(' ')) ||
      /^(?:the )?(?:words?|text|terms?|phrase|keywords?|what) to (?:search|look|find)|^(?:the )?(?:free[ -]text )?search (?:text|terms?|query|words|string|phrase|keywords?)\b/iu.test(
        leaf.description,
      ))
  );
}

const QUERY =
  /^(?:q|query|keywords?|terms?|full text|search(?: (?:query|terms?|text|string|phrase|words?|keywords?))?)$/u;

/** "Search the notes for …", "look for …": whatever stands between is the tool's own. */
const SEARCH =
  /\b(?:search|look|browse|scan|hunt|check)(?: (?:up|in|through|over|across|all|the|my|our|this|these|of|please|me))*((?: (?!for )[\p{L}'’-]+){0,4}) for (?=\S)/giu;
/** "Notes about …", "drawings that mention …". */
const ABOUT =
  /\b([\p{L}'’-]+) (?:about|on|regarding|concerning|mentioning|containing|(?:that|which) (?:mention|contain|mentions|contains)) (?=\S)/giu;

/** "Mentions of …": the tool's own thing, and what it is of. */
const OF = /\b([\p{L}'’-]+) of (?=\S)/giu;

function matchSought(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!takesQuery(leaf) || context.leaves.filter(takesQuery).length > 1) return [];
  const isOwn = (word: string): boolean =>
    context.known.has(stemOf(word)) || opensListed(word, context) || functionClassOf(word).kind !== 'open';
  return context.sources.flatMap((source) => {
    const text = source.text.slice(0, SEARCHED_MAX);
    const begins = [
      ...matchesIn(source, SEARCH, SEARCHED_MAX).filter(({ 0: said, 1: between = '', index }) => {
        const from = index + said.lastIndexOf(between);
        const parts = bitsOf(source).filter((bit) =>
          context.leaves.some((one) => !one.required && isNamedPart(bit, one)),
        );
        return readWords(between).every(
          ({ surface, start }) =>
            isOwn(surface) || parts.some((part) => part.start <= from + start && from + start < part.end),
        );
      }),
      ...matchesIn(source, ABOUT, SEARCHED_MAX).filter(
        ([, noun = '']) =>
          functionClassOf(noun.toLowerCase()).kind === 'open' &&
          (context.toolStems.has(stemOf(noun.toLowerCase())) || opensListed(stemOf(noun.toLowerCase()), context)),
      ),
      ...matchesIn(source, OF, SEARCHED_MAX).filter(([, noun = '']) =>
        context.tool.nameWords.some((word) => word === noun.toLowerCase()),
      ),
    ].map((match) => match.index + match[0].length);
    return begins.flatMap((from): Reading[] => {
      const start = behindThing(text, from + articleAt(text, from), context);
      const last = endOfWords(source, start, leaf, context, false);
      if (last === null || isDenied(source, start, context)) return [];
      const end = last - participleAt(text, start, last);
      const value = text.slice(start, end);
      const words = readWords(value);
      // "Wiring pdfs", where a parameter lists kinds: which of both its last word says is open.
      const isKind = words.length > 1 && opensListed(words.at(-1)?.surface.replace(/s$/u, '') ?? '', context);
      // The tool's own thing is what is searched through, and not what for.
      const isThing = words.every(({ surface }) => context.toolStems.has(stemOf(surface)));
      return isThing ? [] : [{ value, places: [{ source, start, end: last }], guess: isKind }];
    });
  });
}

/** "Hinges owned by …": the participle leads to another value. */
function participleAt(text: string, start: number, end: number): number {
  const leads = /^\s+(?:by|with|to|from|since|after|before)\b/iu.test(text.slice(end, end + 12));
  return leads ? (/(?<=\S)\s+\p{L}{2,}(?:ed|en|wn|nt)$/u.exec(text.slice(start, end))?.[0].length ?? 0) : 0;
}

function opensListed(word: string, { leaves }: Context): boolean {
  return leaves.some(({ enumValues }) =>
    enumValues.some(
      (value) =>
        typeof value === 'string' && splitIdentifier(value).some((part) => part === word || stemOf(part) === word),
    ),
  );
}

/** An article, or whose it is, says nothing to a search. */
function articleAt(text: string, from: number): number {
  return /^(?:(?:the|an?|any|all|my|our) )+/iu.exec(text.slice(from, from + 24))?.[0].length ?? 0;
}

/** "Search for mentions of …": the tool's own thing, and what it is of. */
function behindThing(text: string, from: number, { tool }: Context): number {
  const [lead = '', noun = ''] = /^([\p{L}-]+) of /iu.exec(text.slice(from, from + 40)) ?? [];
  const start = from + lead.length;
  return lead !== '' && tool.nameStems.includes(stemOf(noun.toLowerCase())) ? start + articleAt(text, start) : from;
}

export const SOUGHT: readonly TextRule[] = [
  {
    name: 'sought',
    reads: 'what stands behind "search … for" or "notes about", for a parameter that takes words to search',
    matches: matchSought,
    types: ['string'],
    listed: false,
    strength: 1.8,
    firm: true,
    why: 'Who searches says what for; it ends with its clause, or before what another parameter takes.',
    takes: { query: { type: 'string', description: 'Words to search for' } },
    tool: ['search_shelves', 'Search the shelves.'],
    case: ['Search the shelves for brass hinges please', 'brass hinges'],
    counterCase: 'Search the shelves for anything but brass hinges',
  },
];
