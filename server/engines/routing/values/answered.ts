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
    if ((one.by === 'answer' || one.rule === 'answered-text') && saysOther(String(one.value), leaf, context)) return [];
    const names = askedBy(one, context);
    if (names?.has(leaf.argument) === true) return [strengthen(one, leaf, names, context)];
    return one.by === 'answer' && context.asked?.isOwn === true ? [] : [one];
  });
}

/** "Lower the priority" is about another parameter; "8 in total" is nobody's name. */
function saysOther(text: string, leaf: Leaf, { leaves }: Context): boolean {
  if (/^\p{N}/u.test(text) && wantOf(leaf) === 'person') return true;
  const words = readWords(text);
  return words.some(
    ({ surface }, at) =>
      /^(?:the|its|this|that)$/u.test(words[at - 1]?.surface ?? '') &&
      leaves.some((other) => other !== leaf && other.nameWords.includes(surface)),
  );
}

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
