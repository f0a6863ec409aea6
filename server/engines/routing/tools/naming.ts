// Naming: which word of a tool's name is the act.
// In: the words of a name and of the first clause of its description. Out: whether the thing stands first; verbs with their particle.
// Why: some APIs name the act first (`close_window`), some the thing (`window_close`, `windowReminder`), and words that are both a noun
// and a verb ("issue", "post") do not tell which.

import { ORDERING } from '../text/senses.ts';
import { isActVerb, isLookingVerb, isThing } from '../text/verbs.ts';
import { stemOf } from '../text/words.ts';

interface Named {
  readonly nameWords: readonly string[];
  readonly headlineWords: readonly string[];
}

/**
 * The first word of a name is what the act is done to: of `issueReminder`, "Adds an issue reminder", or of `window_restart`, whose last
 * word is a verb where the first is none.
 */
export function isThingFirst({ nameWords, headlineWords }: Named, opening: string | null): boolean {
  const [first = ''] = nameWords;
  const last = nameWords.at(-1) ?? '';
  if (nameWords.length < 2 || stemOf(opening ?? '') === stemOf(first)) return false;
  const isVerbLast = isActVerb(last) && !isLookingVerb(last) && !isThing(last) && !VERBAL_NOUNS.has(last);
  if (isVerbLast && !isActVerb(first) && (!ORDERING.has(first) || GLUED.test(first)) && !/^re/u.test(first))
    return true;
  const object = headlineWords.slice(1);
  const place = object.indexOf(first);
  const isObject = place > 0 && DETERMINERS.has(object[place - 1] ?? '') && object[place + 1] === nameWords[1];
  return opening !== null && isActVerb(opening) && !isLookingVerb(opening) && isObject;
}

/** "Rollout", "backup": written as one word, a verb and its particle are a noun. */
const GLUED = /\p{L}{3}(?:out|up|off|back|down|over)$/u;

/** "Lamp_turn_off": a verb that its particle makes another. */
export function verbsWithParticle(nameWords: readonly string[]): ReadonlySet<string> {
  return new Set(
    nameWords.flatMap((verb, at) => {
      const particle = nameWords[at + 1] ?? '';
      return isActVerb(verb) && SWITCHING.has(particle) ? [`${verb}_${particle}`] : [];
    }),
  );
}

const SWITCHING: ReadonlySet<string> = new Set(['on', 'off', 'up', 'down']);

/** Nouns that are verbs of making or giving the same thing. */
export const VERBAL_NOUNS: ReadonlySet<string> = new Set(
  'invoice bill charge email mail message text fax comment note tag label credit refund quote log scan vacuum audit post order reply transfer deposit vote return'.split(
    ' ',
  ),
);

export const DETERMINERS: ReadonlySet<string> = new Set(
  'a an the all any each every some one this these those my your our their its his her another new'.split(' '),
);

export function bareOf(word: string): string {
  // "Matches", "fixes"; "reverses" and "organizes" have the "e" of their verb.
  if (/(?:ss|zz|x|ch|sh|[^aeiou]o)es$/u.test(word) && word !== 'caches') return word.slice(0, -2);
  if (/ies$/u.test(word)) return `${word.slice(0, -3)}y`;
  return /[^s]s$/u.test(word) ? word.slice(0, -1) : word;
}

/** Words that the tool itself uses as nouns: in the names of its parameters, or behind an article. */
export function nounsOf(descriptionWords: readonly string[], leafWords: ReadonlySet<string>): ReadonlySet<string> {
  const nouns = new Set(leafWords);
  descriptionWords.forEach((word, at) => {
    if (at > 0 && DETERMINERS.has(descriptionWords[at - 1] ?? '')) nouns.add(word).add(bareOf(word));
  });
  return nouns;
}
