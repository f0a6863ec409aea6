// Noun cues: what the nouns before a name say of whom or of what it is.
// In: a leaf, a place and the context. Out: numbers that `cues.ts` adds. Why: "a bench called Oak" names the bench, "the customer Ann Mill"
// is a person, and "customers in Ulm" are in a place; only the noun and the word behind it tell them apart.

import { stemOf } from '../text/words.ts';
import type { Leaf } from '../tools/tools.ts';
import type { Want } from '../tools/wants.ts';
import type { Place } from './candidate.ts';
import type { Context } from './context.ts';
import type { Beside } from './matches.ts';
import { matchBefore } from './matches.ts';

/** So many characters before a place hold what leads to it. */
export const LEAD = 24;

export function nounScore(leaf: Leaf, at: number, place: Place, context: Context): number {
  const want = context.wants[at] ?? 'other';
  const isName =
    'kind' in place && place.kind === 'name' && (want === 'place' || want === 'person' || want === 'title');
  return (
    calledScore(leaf, place, context) +
    madeScore(leaf, place, context) +
    (isName
      ? kindScore(want, place, context) + objectScore(leaf, want, place, context) + makerScore(want, place, context)
      : 0)
  );
}

/** "By Ann Mill" says who made it, and no title, where the tool asks for both. */
function makerScore(want: Want, place: Place, { wants }: Context): number {
  return want === 'title' && wants.includes('person') && matchBefore(place, BY) !== null ? OTHER_KIND : 0;
}

const BY: Beside = { pattern: /\bby\s+$/iu, reach: LEAD };

/** "Assign Ann Mill to R-2": right behind the act, for the one person that the tool needs. */
function objectScore(leaf: Leaf, want: Want, place: Place, { wants, leaves, tool }: Context): number {
  if (want !== 'person' || !leaf.required || !tool.acting) return 0;
  const verb = matchBefore(place, NOUN_BEFORE)?.[1]?.toLowerCase();
  const isOnly = leaves.every((one, at) => one === leaf || wants[at] !== 'person');
  return isOnly && verb !== undefined && tool.actWords.has(verb) ? 0.5 : 0;
}

/** "A bench called …" says the name of the tool's own thing, and no other of its texts. */
function calledScore({ nameWords, path }: Leaf, place: Place, { tool, leaves }: Context): number {
  const [, noun, called] = matchBefore(place, CALLED) ?? [];
  if (noun === undefined || called === undefined || path.length > 1) return 0;
  if (!tool.nameStems.includes(stemOf(noun.toLowerCase()))) return 0;
  const wanted = called.toLowerCase() === 'titled' ? 'title' : 'name';
  const isOwn = nameWords.length === 1 && nameWords[0] === wanted;
  return isOwn ? 0.6 : leaves.some((one) => one.path.length === 1 && one.nameWords.join(' ') === wanted) ? -0.6 : 0;
}

const CALLED: Beside = { pattern: /(\p{L}+),? (called|named|titled)\s+$/iu, reach: LEAD, last: 'dD' };

/** Of a tool that takes both: "customers in Ulm" are in a place, and "the customer Ann Mill" is a person. */
function kindScore(want: Want, place: Place, { wants, leaves, tool }: Context): number {
  if (want === 'title') return 0;
  if (want === 'place' && matchBefore(place, IN_SUBJECT) !== null) return NO_PLACE;
  if (!wants.includes('place') || !wants.includes('person')) return 0;
  const takes = (one: Want): boolean => leaves.some(({ type }, at) => type === 'string' && wants[at] === one);
  if (!takes('place') || !takes('person')) return 0;
  const isIn = matchBefore(place, IN_PLACE) !== null;
  if (want === 'person') return isIn ? OTHER_KIND : 0;
  const noun = matchBefore(place, NOUN_BEFORE)?.[1]?.toLowerCase();
  return noun !== undefined && tool.nameStems.includes(stemOf(noun)) && !tool.actWords.has(noun) ? OTHER_KIND : 0;
}

const OTHER_KIND = -0.6;
/** "Experience in Java": what somebody knows, whatever islands are called so. */
const IN_SUBJECT: Beside = {
  pattern:
    /\b(?:experience|experienced|expertise|expert|skills?|skilled|proficien\p{L}*|fluent|interest(?:s|ed)?|degree|certificat\p{L}*|certified|background|training|trained|knowledge|speciali[sz]\p{L}*|versed)\s+in\s+$/iu,
  reach: 32,
  has: /in/iu,
};
const NO_PLACE = -1.5;
const IN_PLACE: Beside = { pattern: /\b(?:in|near|around)\s+$/iu, reach: LEAD };
const NOUN_BEFORE: Beside = { pattern: /(\p{L}+)\s+$/u, reach: LEAD };

/** "A snapshot of pump-3 named pump-3-old": what is made of something is called by its own name, and not by what it is made of. */
function madeScore({ nameStems, type }: Leaf, place: Place, { tool, leaves }: Context): number {
  const thing = tool.nameStems.at(-1) ?? '';
  if (type !== 'string' || !tool.makes.has(thing)) return 0;
  const isOfThing = nameStems.includes(thing);
  if (!isOfThing && !leaves.some((one) => one.type === 'string' && one.nameStems.includes(thing))) return 0;
  if (matchBefore(place, NAMED) !== null) return isOfThing ? 0.8 : -MADE_DENIES;
  const noun = matchBefore(place, MADE_OF)?.[1]?.toLowerCase() ?? '';
  return isOfThing && stemOf(noun) === thing ? -MADE_DENIES : 0;
}

const MADE_DENIES = 1.5;
const NAMED: Beside = { pattern: /\b(?:named|called|under the name|with the name)\s+["'“‘]?$/iu, reach: LEAD };
const MADE_OF: Beside = { pattern: /\b(\p{L}+) (?:of|from)(?: the| our| my)?\s+["'“‘]?$/iu, reach: 40 };
