// Acts: what a tool does to the world, and the words that order it.
// In: the words of a tool's name and description, and of its parameters. Out: whether it acts, and the forms of its act.
// Why: verbs have no end. A tool is harmless only when it is known to look, compare or compute; one whose verb stands in no list acts.

import type { VerbClass } from '../text/verbs.ts';
import { actOf, agentClassOf, headVerb, isActVerb, isLookingVerb, verbClassOf } from '../text/verbs.ts';
import { isStopWord, stemOf } from '../text/words.ts';

interface Acts {
  readonly verb: VerbClass | undefined;
  /** The word of the name that says what the tool does; null when the name is a thing's. */
  readonly act: string | null;
  readonly acting: boolean;
  /** Stems of all words that name the act. */
  readonly acts: ReadonlySet<string>;
  /** The same words as they stand in the name, and in the bare form where the description opens with one. */
  readonly actWords: ReadonlySet<string>;
}

export function readActs(
  nameWords: readonly string[],
  descriptionWords: readonly string[],
  headlineWords: readonly string[],
  leafNames: ReadonlySet<string>,
): Acts {
  const verb = headVerb(nameWords, descriptionWords);
  const act = actOf(nameWords, headlineWords);
  const acting = isActing(nameWords, headlineWords, act, verb);
  const nouns = nounsOf(descriptionWords, leafNames);
  const [first = ''] = nameWords;
  const opening = acting ? openingVerb(headlineWords) : null;
  const words = new Set<string>();
  if (act !== null && !(acting && isLookingVerb(act)) && (act === first || !leafNames.has(stemOf(act)))) words.add(act);
  if (
    acting &&
    first !== '' &&
    !isLookingVerb(first) &&
    (!nouns.has(stemOf(first)) || isActVerb(first)) &&
    !isStopWord(first)
  )
    words.add(first);
  // Behind the verb of a name stand things: the "invite" of respond_to_invite.
  if (words.size === 0) for (const word of nameWords) if (isActVerb(word) && !nouns.has(stemOf(word))) words.add(word);
  if (opening !== null && !isLookingVerb(opening)) words.add(opening);
  return { verb, act, acting, acts: new Set([...words].map(stemOf)), actWords: words };
}

/** Known to look: by the verb of its name, by the verb its description opens with, or by what it is named after. */
function isActing(
  nameWords: readonly string[],
  headlineWords: readonly string[],
  act: string | null,
  verb: VerbClass | undefined,
): boolean {
  const opening = openingVerb(headlineWords);
  const looksFirst = opening !== null && isLookingVerb(opening);
  const actsFirst = opening !== null && isActVerb(opening) && !isLookingVerb(opening);
  const [first = ''] = nameWords;
  if (act !== null && !isLookingVerb(act))
    return agentClassOf(act) === undefined || !LOOKING.has(agentClassOf(act) as VerbClass);
  if (nameWords.some((word) => LOOKING.has(agentClassOf(word) as VerbClass)) && !actsFirst) return false;
  if (isLookingVerb(first)) return actsFirst;
  if (looksFirst) return nameWords.some((word, at) => at === 0 && isActVerb(word));
  if (act !== null) return opening !== null || !isLookingVerb(nameWords.at(-1) ?? '');
  if (opening !== null) return true;
  // "The weather of a city", "Information on hotels": a description that names what comes back.
  if (headlineWords.length > 0 && verb !== undefined) return !LOOKING.has(verb);
  return headlineWords.length === 0 || nameWords.some(isActVerb) || !THINGS_SHOWN.has(headlineWords[0] ?? '');
}

const LOOKING: ReadonlySet<VerbClass> = new Set<VerbClass>(['find', 'calculate', 'convert']);
/** Descriptions that open so name what comes back. */
const THINGS_SHOWN: ReadonlySet<string> = new Set(
  'the a an this information info details data list current tool function api service general basic'.split(' '),
);

/** The bare form of the verb that a description opens with; null where it opens with an article, a preposition or a plural. */
function openingVerb(headlineWords: readonly string[]): string | null {
  const [first = '', second = ''] = headlineWords;
  if (first === '' || isStopWord(first) || THINGS_SHOWN.has(first)) return null;
  const bare = bareOf(first);
  if (isLookingVerb(first) || isActVerb(first)) return first;
  if (isLookingVerb(bare) || isActVerb(bare)) return bare;
  // What stands before an article or a possessive is a verb; a bare noun there would need a preposition.
  return DETERMINERS.has(second) || verbClassOf(bare) !== undefined
    ? bare
    : first.endsWith('s') && !first.endsWith('ss') && !isStopWord(second)
      ? bare
      : DETERMINERS.has(second)
        ? first
        : null;
}

function bareOf(word: string): string {
  if (/(?:[^s]ses|xes|zes|ches|shes)$/u.test(word)) return word.slice(0, -2);
  if (/ies$/u.test(word)) return `${word.slice(0, -3)}y`;
  return /[^s]s$/u.test(word) ? word.slice(0, -1) : word;
}

const DETERMINERS: ReadonlySet<string> = new Set(
  'a an the all any each every some one this these those my your our their its his her another new'.split(' '),
);

/** Stems that the tool itself uses as nouns: in the names of its parameters, or behind an article. */
function nounsOf(descriptionWords: readonly string[], leafNames: ReadonlySet<string>): ReadonlySet<string> {
  const nouns = new Set(leafNames);
  descriptionWords.forEach((word, at) => {
    if (at > 0 && DETERMINERS.has(descriptionWords[at - 1] ?? '')) nouns.add(stemOf(word));
  });
  return nouns;
}
