// Answered: what an answer to a question brings to the parameters that were asked for.
// In: the readings of a parameter, and which answer was given to a question for what. Out: the same readings, those of such an answer
// stronger. Why: "Ann" names no parameter, and who is asked for one need not name it.

import { readWords } from '../text/words.ts';
import type { Leaf } from '../tools/tools.ts';
import type { Want } from '../tools/wants.ts';
import { wantOf } from '../tools/wants.ts';
import type { Candidate } from './candidate.ts';
import type { Context } from './context.ts';

/** Readings of an answer speak for a parameter that its question asked for, also without a cue; a whole answer speaks for no other. */
export function withAnswers(readings: readonly Candidate[], leaf: Leaf, context: Context): readonly Candidate[] {
  if (context.asked === null) return readings;
  return readings.flatMap((one) => {
    if ((one.by === 'answer' || one.rule === 'answered-text') && saysOther(one, leaf, context)) return [];
    const names = askedBy(one, context);
    if (names?.has(leaf.argument) === true) return [strengthen(one, leaf, names, context)];
    return one.by === 'answer' && context.asked?.isOwn === true ? [] : [one];
  });
}

/**
 * "Lower the priority" is about another parameter, "8 in total" nobody's name, and "Bella, but not the old one", "the cheapest" or "I'm
 * not sure who" no value as it stands: an answer that is taken whole names one thing.
 */
function saysOther({ value, places: [place] }: Candidate, leaf: Leaf, { leaves }: Context): boolean {
  const want = wantOf(leaf);
  const text = String(value);
  const words = readWords(text);
  if (/^\p{N}/u.test(text) && want === 'person') return true;
  if (words.length > 0 && REMARKS.has(words[0]?.surface ?? '')) return true;
  const isOther = words.some(
    ({ surface }, at) =>
      /^(?:the|its|this|that)$/u.test(words[at - 1]?.surface ?? '') &&
      leaves.some((other) => other !== leaf && other.nameWords.includes(surface)),
  );
  if (isOther) return true;
  const isLower = text === text.toLowerCase();
  if (isLower && words.length === 1 && /(?:ly|est)$/u.test(text)) return true;
  const isNamed =
    want === 'person' || leaf.nameWords.includes('name') || /^(?:the )?(?:full )?name of\b/iu.test(leaf.description);
  if (!isNamed && (want === 'text' || want === 'title'))
    return OF_SPEAKER.test(text) && leaf.nameWords.some((word) => HEADS.has(word));
  if (words.some(({ surface }) => SMALL.has(surface)) || JOINED.test(text))
    return want !== 'place' || !REGION.test(text);
  // "The cat" says which, and no name of it.
  return isNamed && isLower && place !== undefined && /\bthe $/iu.test(place.source.text.slice(0, place.start));
}

/** Lines above a text: who writes one does not begin with himself. */
const HEADS: ReadonlySet<string> = new Set(['subject', 'title', 'headline', 'topic', 'name']);
/** What opens a remark and no value. */
const REMARKS: ReadonlySet<string> = new Set(
  'actually oh wait uh uhm um er hmm lol sorry idk dunno why nothing nobody skip never thx thanks ok okay yes no yeah nope'.split(
    ' ',
  ),
);
const OF_SPEAKER = /^(?:I|we)(?:['’]\p{L}+)?\s/iu;
/** Words of sentences, which stand in no name. */
const SMALL: ReadonlySet<string> = new Set(
  "i i'm you he she we they me him us them it is are was were am has have had do does did don't can't will would should need needs want wants said says know knows think guess hope but if unless only except not no never nobody none nothing anyone anybody someone who what which why how when where because sorry whatever one ones else my your his her their our or any".split(
    ' ',
  ),
);
/** "Graz, Austria". */
const REGION = /^\p{Lu}[\p{L} .'’-]*, \p{Lu}[\p{L} .'’-]*$/u;

function strengthen(candidate: Candidate, leaf: Leaf, names: ReadonlySet<string>, context: Context): Candidate {
  const isPhrase = candidate.by === 'answer';
  // Of several that were asked for, one phrase answers the only one that takes words; two may answer two.
  const others = context.leaves.filter((other) => other !== leaf && names.has(other.argument));
  const isAlone = isPhrase && !JOINED.test(String(candidate.value)) ? !others.some(mayBeWords) : others.length === 0;
  if (!isAlone) return { ...candidate, strength: candidate.strength + AMONG };
  return {
    ...candidate,
    strength: candidate.strength + (isPhrase ? WHOLE : ALONE),
    firm: candidate.firm || isPhrase,
  };
}

const JOINED = /[,;&]| and /u;
const AMONG = 0.4;
const ALONE = 1.2;
const WHOLE = 1.5;

/** What the question asked for that the reading's turn answers; null where it answers none. */
function askedBy({ places }: Candidate, { asked }: Context): ReadonlySet<string> | null {
  const [first, ...more] = places;
  if (asked === null || first === undefined || more.some(({ source }) => source !== first.source)) return null;
  return first.source.age === 0 ? asked.names : (asked.earlier.get(first.source) ?? null);
}

function mayBeWords(leaf: Leaf): boolean {
  return (
    leaf.type !== 'number' &&
    leaf.type !== 'integer' &&
    leaf.type !== 'boolean' &&
    leaf.enumValues.length === 0 &&
    leaf.format === null &&
    !leaf.schema.has('pattern') &&
    !FORMAL.has(wantOf(leaf))
  );
}

/** Values of these kinds are told by their form. */
const FORMAL: ReadonlySet<Want> = new Set<Want>(['date', 'time', 'datetime', 'year', 'email', 'url']);
