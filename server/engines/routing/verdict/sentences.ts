// Sentences: a turn cut into sentences whose words know what accounts for them.
// In: a text and what an argument takes of it. Out: sentences with classed words, without what is only quoted, reported or denied.
// Why: an order, a change and an answer are all read sentence by sentence, and must see the same words.

import { allMatches } from '../text/all-matches.ts';
import type { Classed } from '../text/function-words.ts';
import { classifyWords } from '../text/function-words.ts';
import { SUBJECTS } from '../text/lexicon.ts';
import { readScope, touches } from '../text/scope.ts';
import { isActVerb } from '../text/verbs.ts';
import type { Word } from '../text/words.ts';
import { readWords } from '../text/words.ts';
import type { Tool } from '../tools/tools.ts';
import { overlaps } from '../values/assign.ts';
import type { Place } from '../values/candidate.ts';
import type { Source } from '../values/spans/span.ts';
import type { Bound } from './account.ts';

/** What accounts for the words of a request. */
export interface Account {
  readonly tool: Tool;
  /** Places of the arguments that would be sent. */
  readonly used: readonly Place[];
  /** Stems that the tool's name, its description and the arguments sent say: they account for content words. */
  readonly says: ReadonlySet<string>;
  /** Stems of the names of the arguments sent, and of what their descriptions say. */
  readonly named: ReadonlySet<string>;
  /** Places of each argument sent, by the words of its name. */
  readonly places: readonly { readonly words: ReadonlySet<string>; readonly places: readonly Place[] }[];
  /** Words of the tool's name and of the names and values of the arguments sent: they account for function words, too. */
  readonly names: ReadonlySet<string>;
  /** The tool takes a day or an hour. */
  readonly timed: boolean;
  /** Arguments that are bounds take the comparison before their value. */
  readonly bounds: readonly Bound[];
  /** Places of days and hours on which something is done, and not up to which. */
  readonly days: readonly Place[];
  /** Places that say an act which the tool takes as an argument. */
  readonly chosen: readonly Place[];
  /** Places that switch something on or off. */
  readonly flags: readonly Place[];
  /** Places of values that have a form of their own: ids, addresses. */
  readonly ids: readonly Place[];
  /** Places of listed values. */
  readonly listed: readonly Place[];
  /** More is sent than what is acted on: something that it is brought to. */
  readonly isAimed: boolean;
}

export interface Token extends Word {
  readonly source: Source;
  readonly classed: Classed;
  /** Inside the place of an argument. */
  readonly used: boolean;
}

export interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly asks: boolean;
  readonly tokens: readonly Token[];
}

/** Kept with what accounts for their words: whether something is ordered, told or changed is asked one after the other. */
const SENTENCES = new WeakMap<Account, Map<Source, readonly Sentence[]>>();

/** Sentences with their words; what is only quoted or negates another act is blanked, what an argument takes is not. */
export function readSentences(source: Source, account: Account): readonly Sentence[] {
  let known = SENTENCES.get(account);
  if (known === undefined) SENTENCES.set(account, (known = new Map()));
  let sentences = known.get(source);
  if (sentences === undefined) known.set(source, (sentences = cutSentences(source, account)));
  return sentences;
}

function cutSentences(source: Source, account: Account): Sentence[] {
  const text = spokenOf(source, account.used);
  const found: Sentence[] = [];
  const own = account.used.filter((place) => place.source === source);
  let start = 0;
  for (const match of [...allMatches(text, /[.!?]+(?=[\s"'”’)]|$)|\n+/gu), null]) {
    const end = match === null ? text.length : match.index;
    // The point of "D.C." inside a value ends no sentence.
    if (match !== null && touches(own, end, end + 1)) continue;
    if (/\S/u.test(text.slice(start, end))) {
      const words = readWords(text.slice(start, end)).map((word) => ({
        ...word,
        start: word.start + start,
        end: word.end + start,
      }));
      const classes = classifyWords(words);
      const tokens = words.map(
        (word, at): Token => ({
          ...word,
          source,
          classed: classes[at] as Classed,
          used: own.some((place) => overlaps(place, { source, ...word })),
        }),
      );
      found.push({ text, start, end, asks: match?.[0].includes('?') === true, tokens });
    }
    start = match === null ? end : end + match[0].length;
  }
  return found;
}

/** The text without what it only quotes, reports or says not to do; blanks, so that nothing new becomes adjacent. */
export function spokenOf(source: Source, used: readonly Place[]): string {
  const scope = readScope(source.text);
  const own = used.filter((place) => place.source === source);
  let spoken = source.text;
  const blank = (start: number, end: number): void => {
    const stop = Math.min(end, spoken.length);
    spoken = `${spoken.slice(0, start)}${' '.repeat(stop - start)}${spoken.slice(stop)}`;
  };
  for (const { start, end } of [...scope.quoted, ...scope.reported]) if (!touches(own, start, end)) blank(start, end);
  for (const { start, end } of scope.negated) {
    // "Don't book it, cancel it": what is not to be done is another act, named as one.
    const words = readWords(source.text.slice(start, end));
    if (
      !touches(own, start, end) &&
      deniesAct(words) &&
      /^\s*[,.;!?]/u.test(source.text.slice(end, end + 2)) &&
      /(?:^|[.!?;,\n]\s*|\b(?:but|please)\s+)$/iu.test(source.text.slice(0, start))
    )
      blank(start, end);
  }
  return spoken;
}

/** "Never call them", "don't you book it": the act stands before anything that could do it. "Never we called" denies nothing. */
function deniesAct(words: readonly Word[]): boolean {
  const at = words.findIndex(({ surface }, place) => place > 0 && isActVerb(surface));
  return at > 0 && !words.slice(1, at).some(({ surface }) => SUBJECTS.has(surface) && surface !== 'you');
}
