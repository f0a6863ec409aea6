// Acts: what a tool does to the world, and the words that order it.
// In: the words of a tool's name and description, and of its parameters. Out: whether it acts, and the forms of its act.
// Why: verbs have no end. A tool is harmless only when it is known to look, compare or compute; one whose verb stands in no list acts.

import { ADJECTIVES } from '../text/adjectives.ts';
import { OPPOSITES } from '../text/lexicon.ts';
import { SENSES } from '../text/senses.ts';
import type { VerbClass } from '../text/verbs.ts';
import { actOf, agentClassOf, headVerb, isActVerb, isLookingVerb, verbClassOf } from '../text/verbs.ts';
import { initialsOf, isStopWord, stemOf, weightOf } from '../text/words.ts';
import { isDeed } from './deeds.ts';
import { bareOf, DETERMINERS, isThingFirst, nounsOf, VERBAL_NOUNS, verbsWithParticle } from './naming.ts';

interface Acts {
  readonly verb: VerbClass | undefined;
  /** The word of the name that says what the tool does; null when the name is a thing's. */
  readonly act: string | null;
  readonly acting: boolean;
  /** Stems of all words that name the act. */
  readonly acts: ReadonlySet<string>;
  /** The same words as they stand in the name, and in the bare form where the description opens with one. */
  readonly actWords: ReadonlySet<string>;
  /** Words and phrases that order the act besides (senses.ts), and what they need. */
  readonly ways: ReadonlyMap<string, Way>;
  /** Stems of what it makes, books or buys, where it does such a thing: who asks for one orders it. */
  readonly makes: ReadonlySet<string>;
}

/**
 * How a word orders an act that is not named after it: `plain`; `fresh` only before something new ("open a ticket"); `aimed` only
 * with what it leads to ("lower the price to 5"); `made` as aimed, a noun of the tool's name that is said as a verb; `filled` only beside one of the words of the description that it takes ("take a
 * table out of service").
 */
export type Way =
  | { readonly kind: 'plain' | 'fresh' | 'aimed' | 'made' }
  | { readonly kind: 'filled'; readonly stems: ReadonlySet<string> };

/** What the words of a definition say. */
interface Said {
  readonly nameWords: readonly string[];
  readonly descriptionWords: readonly string[];
  readonly headlineWords: readonly string[];
  /** The word in brackets right behind the verb that opens the description: "Charter (hire) …"; empty without one. */
  readonly alias: string;
  /** Words of the parameters' names, their stems, and the stems of those that are required. */
  readonly leafWords: ReadonlySet<string>;
  readonly leafNames: ReadonlySet<string>;
  readonly required: ReadonlySet<string>;
}

export function readActs(said: Said): Acts {
  const { nameWords, descriptionWords, headlineWords, leafNames, leafWords, alias } = said;
  const verb = headVerb(nameWords, descriptionWords);
  const named = actOf(nameWords, headlineWords);
  const acting = isActing(nameWords, headlineWords, named, verb);
  const nouns = nounsOf(descriptionWords, leafWords);
  const [first = '', second = '', third = ''] = nameWords;
  const last = nameWords.at(-1) ?? '';
  const opening = acting ? openingVerb(headlineWords) : null;
  const isNoun = isThingFirst(said, opening);
  const act = !isNoun || (named !== null && named !== first) ? named : isActVerb(last) ? last : null;
  const words = new Set<string>();
  // "Comment on issue", "reply to ticket": what stands before a preposition is the act.
  const leads = acting && JOINING.has(second) && !isLookingVerb(first) && !isStopWord(first);
  if (leads) words.add(first);
  if (!leads && act !== null && !(acting && isLookingVerb(act)) && (act === first || !leafNames.has(stemOf(act))))
    words.add(act);
  // "crates_api_seal_crate": what the service is named after, where another word is the act.
  const isPlural =
    /[^s]s$/u.test(first) && act !== null && act !== first && nameWords.slice(1).some((word) => `${word}s` === first);
  if (
    acting &&
    first !== '' &&
    !isPlural &&
    !isNoun &&
    !isLookingVerb(first) &&
    (!nouns.has(first) || isActVerb(first)) &&
    !isStopWord(first)
  )
    words.add(first);
  // `window_restart`: the thing, and what is done to it.
  if (isNoun && words.size === 0 && isActVerb(last)) words.add(last);
  // Behind the verb of a name stand things: the "invite" of respond_to_invite.
  if (words.size === 0) for (const word of nameWords) if (isActVerb(word) && !nouns.has(word)) words.add(word);
  const ways = new Map<string, Way>();
  if (acting) addWays(ways, words, said);
  if (acting) addWays(ways, verbsWithParticle(nameWords), said);
  // "Move or rename a file": both.
  const [, joint, other = ''] = headlineWords;
  if (opening !== null && joint === 'or' && isActVerb(other)) {
    words.add(other);
    addWays(ways, new Set([other]), said);
  }
  if (opening !== null && !isLookingVerb(opening) && !words.has(opening)) {
    const { stems, isOwn } = fillingOf(said, words);
    const isSaidFor = words.size === 0 || ways.get(opening)?.kind === 'plain' || (isOwn && !LIGHT.has(opening));
    if (isSaidFor || stems.size === 0) {
      words.add(opening);
      if (isOwn) addWays(ways, new Set([opening]), said);
    } else if (!ways.has(opening)) ways.set(opening, { kind: 'filled', stems });
  }
  // "Charter (hire) a barge": the caller's own other word for it.
  if (opening !== null && alias !== '' && !isLookingVerb(alias) && words.size > 0) {
    words.add(alias);
    addWays(ways, new Set([alias]), said);
  }
  // "Get rid of it", "give a refund": the tool's own name for its act, which its other verb alone would not tell.
  if (acting && isPhrasal(first, second)) ways.set(`${first}_${second}`, { kind: 'plain' });
  else if (acting && isLookingVerb(first) && (GIVES.has(first) || opening === null || !isActVerb(opening))) {
    words.add(first);
    if (JOINTS.has(second)) words.add(third);
  }
  if (acting) addNoun(ways, words, said);
  if (acting) addChanges(ways, words, leafWords);
  // "Send the bill by email".
  if (acting && words.has('send') && /\bby e ?mail$/u.test(headlineWords.join(' ')))
    for (const verb of ['email', 'mail']) ways.set(verb, { kind: 'plain' });
  // What is drafted is not published.
  if (PUBLISHING.has(opening ?? '')) ways.delete('draft');
  const acts = new Set([...words].map(stemOf));
  return { verb, act, acting, acts, actWords: words, ways, makes: acting ? madeBy(said, words, ways) : new Set() };
}

/** "Invoice Ann Mill": what a tool makes or puts down, where English makes a verb of it, with what it is for. */
function addNoun(ways: Map<string, Way>, acts: ReadonlySet<string>, { nameWords, headlineWords }: Said): void {
  const [first = ''] = nameWords;
  const last = nameWords.at(-1) ?? '';
  // `noteCreate` names the thing first.
  const [act, noun] = nameWords.length === 2 && MAKING.has(last) && !MAKING.has(first) ? [last, first] : [first, last];
  // "Add a comment to a card", of add_card_comment: what the description says first is made.
  const isFirst =
    nameWords.length === 2 || /^(?:an?|the|new)$/u.test(headlineWords[1] ?? '') === (headlineWords.indexOf(noun) === 2);
  if (nameWords.length > 1 && isFirst && acts.has(act) && MAKING.has(act) && VERBAL_NOUNS.has(noun))
    ways.set(noun, { kind: 'made' });
}

/** Who renames a thing changes its name, and who reschedules one its day: of a tool that changes such a part of it. */
function addChanges(ways: Map<string, Way>, acts: ReadonlySet<string>, parts: ReadonlySet<string>): void {
  if (![...CHANGING].some((act) => acts.has(act) || ways.get(act)?.kind === 'plain')) return;
  for (const [words, verbs] of CHANGES_OF)
    if (words.some((word) => parts.has(word)))
      for (const verb of verbs) if (!acts.has(verb) && !ways.has(verb)) ways.set(verb, { kind: 'aimed' });
}

const CHANGING: ReadonlySet<string> = new Set(['update', 'change', 'edit', 'modify', 'patch']);
/** Parts of things, and the verbs that change them. */
const CHANGES_OF: readonly (readonly [parts: readonly string[], verbs: readonly string[]])[] = [
  'name title summary subject label: rename retitle',
  'start starts date day due: reschedule postpone',
  'color colour: color colour',
  'assignee assignees: assign reassign',
  'tags labels: tag label',
].map((line) => line.split(': ').map((words) => words.split(' ')) as [string[], string[]]);

const PUBLISHING: ReadonlySet<string> = new Set('publish send post submit issue release'.split(' '));
const MAKING: ReadonlySet<string> = new Set(
  'create make add post send issue record write log enter raise draft start run launch trigger'.split(' '),
);
const JOINING: ReadonlySet<string> = new Set(['on', 'to', 'for', 'with', 'from', 'into']);
/** Verbs that say little without what stands behind them: "take out of service", "move to the trash". */
const LIGHT: ReadonlySet<string> = new Set(
  'put take make mark set give hand send start move add change get have keep bring turn go let'.split(' '),
);

/**
 * What the verb that opens a description takes beside the thing that the tool is named after, and whether it takes that thing itself:
 * "Ends the contract of an employee" ends no employee.
 */
function fillingOf(
  { nameWords, headlineWords, leafNames }: Said,
  acts: ReadonlySet<string>,
): { readonly stems: ReadonlySet<string>; readonly isOwn: boolean } {
  const things = new Set([...nameWords.filter((word) => !acts.has(word)).map(stemOf), ...leafNames]);
  const rest = headlineWords.slice(1);
  const joint = rest.findIndex((word) => AIMS.has(word) || word === 'of');
  const telling = rest.map((surface, at) => ({ stem: stemOf(surface), at, tells: weightOf({ surface }) === 1 }));
  const object = telling.filter(({ at, tells }) => tells && (joint < 0 || at < joint));
  // "PaymentIntent" of post_payment_intents.
  const joined = new Set(nameWords.slice(1).map((word, at) => stemOf(bareOf(`${nameWords[at] ?? ''}${word}`))));
  const isOwnThing = ({ stem, at }: { readonly stem: string; readonly at: number }): boolean =>
    (things.has(stem) || joined.has(stem) || KINDS_OF_THING.has(rest[at] ?? '')) &&
    !(joint >= 0 && at > joint && AIMS.has(rest[joint] ?? ''));
  return {
    stems: new Set(telling.filter((one) => one.tells && !isOwnThing(one)).map(({ stem }) => stem)),
    isOwn: object.length === 0 || object.some(({ stem }) => things.has(stem) || joined.has(stem)),
  };
}

/** What APIs call whatever they hold. */
const KINDS_OF_THING: ReadonlySet<string> = new Set('object resource record entity entry instance'.split(' '));

const AIMS: ReadonlySet<string> = new Set('to into on onto out from at in for as with'.split(' '));

/** What a tool makes: what it is named after, and the first thing its description says. */
function madeBy(
  { nameWords, headlineWords, descriptionWords }: Said,
  acts: ReadonlySet<string>,
  ways: ReadonlyMap<string, Way>,
): ReadonlySet<string> {
  const makes = (word: string): boolean => acts.has(word) || ways.get(word)?.kind === 'plain';
  if (!['create', 'book', 'buy'].some(makes) || acts.has('update')) return new Set();
  const object = headlineWords.slice(1);
  const joint = object.findIndex((word) => AIMS.has(word) || word === 'of' || word === 'by' || word === 'that');
  const described = object.slice(0, joint < 0 ? THING_WORDS_MAX : joint);
  // "Create a cycle (sprint)": the other word for it.
  const beside = descriptionWords.slice(headlineWords.length, headlineWords.length + 1);
  const named = nameWords.filter((word) => !acts.has(word));
  return new Set(
    [...named, ...described, ...beside, ...initialsOf(named)]
      .filter((surface) => weightOf({ surface }) === 1)
      .map(stemOf),
  );
}

/** A description without a preposition names its thing in the first words. */
const THING_WORDS_MAX = 4;

/** The words of every sense that the tool has. */
function addWays(ways: Map<string, Way>, acts: ReadonlySet<string>, { nameWords, required }: Said): void {
  const isNew = !nameWords.some((word) => !acts.has(word) && required.has(stemOf(word)));
  for (const sense of SENSES) {
    if (!sense.acts.some((word) => acts.has(word))) continue;
    if (sense.isNew && !isNew) continue;
    if (sense.things.length > 0 && !sense.things.some((word) => nameWords.includes(word))) continue;
    for (const [kind, words] of sense.ways)
      for (const word of words) {
        const known = ways.get(word);
        if (!acts.has(word) && (known === undefined || known.kind !== 'plain')) ways.set(word, { kind });
      }
  }
  for (const [a, b] of OPPOSITES) {
    if (acts.has(a) && !acts.has(b)) ways.delete(b);
    if (acts.has(b) && !acts.has(a)) ways.delete(a);
  }
}

/** Known to look: by the verb of its name, by the verb its description opens with, or by what it is named after. */
function isActing(
  nameWords: readonly string[],
  headlineWords: readonly string[],
  act: string | null,
  verb: VerbClass | undefined,
): boolean {
  if (isDeed(nameWords, headlineWords)) return true;
  const opening = openingVerb(headlineWords);
  const looksFirst = opening !== null && isLookingVerb(opening);
  const actsFirst = opening !== null && isActVerb(opening) && !isLookingVerb(opening);
  const [first = ''] = nameWords;
  if (isLookingVerb(first) || looksFirst) {
    if (doesMore(nameWords, headlineWords)) return true;
    if (isLookingVerb(first) && !looksFirst && !actsFirst && !isOfThings(nameWords, headlineWords)) return true;
  }
  if (looksFirst && looksLast(nameWords, headlineWords)) return false;
  // "track_parcel: Get the status of a parcel": whoever tracks something asks where it is.
  if (looksFirst && FOLLOWING.has(first) && !doesMore(nameWords, headlineWords)) return false;
  if (isShown(nameWords, headlineWords) || isSafe(headlineWords)) return false;
  if (act !== null && !isLookingVerb(act))
    return agentClassOf(act) === undefined || !LOOKING.has(agentClassOf(act) as VerbClass);
  if (nameWords.some((word) => LOOKING.has(agentClassOf(word) as VerbClass)) && !actsFirst) return false;
  // Who runs a report looks at something.
  if (isLookingVerb(first)) return actsFirst && !(RUNS.has(opening ?? '') && SHOWN_LAST.has(nameWords.at(-1) ?? ''));
  if (looksFirst) return nameWords.some((word, at) => at === 0 && isActVerb(word));
  if (act !== null) return opening !== null || !isLookingVerb(nameWords.at(-1) ?? '');
  if (opening !== null) return true;
  // "The weather of a city", "Information on hotels": a description that names what comes back.
  if (headlineWords.length > 0 && verb !== undefined) return !LOOKING.has(verb);
  return headlineWords.length === 0 || nameWords.some(isActVerb) || !THINGS_SHOWN.has(headlineWords[0] ?? '');
}

const FOLLOWING: ReadonlySet<string> = new Set(['track', 'trace', 'locate']);

/**
 * "OpenTable_get_menu: Fetches the menu", "order_api_find_order": what stands before the verb of looking is the name of a service or a
 * thing, where no act follows it and the description does not add one.
 */
function looksLast(nameWords: readonly string[], headlineWords: readonly string[]): boolean {
  const last = nameWords.findLastIndex((word) => isLookingVerb(word) || (isActVerb(word) && !isLookingVerb(word)));
  const verb = nameWords[last] ?? '';
  const adds = headlineWords.some(
    (word, at) => /^(?:and|or|then)$/u.test(word) && isActVerb(bareOf(headlineWords[at + 1] ?? '')),
  );
  return last > 0 && isLookingVerb(verb) && !isActVerb(verb) && !adds;
}

/** "Sends a GET request": HTTP defines that method as safe; it asks for what is there and changes nothing (RFC 9110, 9.2.1). */
function isSafe(headlineWords: readonly string[]): boolean {
  return headlineWords.some((word, at) => word === 'get' && /^requests?$/u.test(headlineWords[at + 1] ?? ''));
}

/** A second act behind one of looking, or a verb that a particle makes another: "read and clear", "get rid of", "see off". */
function doesMore(nameWords: readonly string[], headlineWords: readonly string[]): boolean {
  const [first = '', second = '', third = ''] = nameWords;
  const [said = '', behind = ''] = headlineWords;
  if (isPhrasal(first, second) || isPhrasal(bareOf(said), behind) || GIVES.has(first)) return true;
  if (isLookingVerb(first) && JOINTS.has(second) && third !== '' && !isLooking(third)) return true;
  if (nameWords.some((word, at) => JOINTS.has(word) && isActVerb(nameWords[at + 1] ?? ''))) return true;
  if (!isLooking(said)) return false;
  return headlineWords.some((word, at) => {
    const [next = '', object = ''] = headlineWords.slice(at + 1);
    if (!JOINTS.has(word) || isStopWord(next) || isLooking(next) || COPING.has(next)) return false;
    // "Reads and clears", "reads a queue and clears it": what stands where a verb does is one.
    return at === 1 ? isBent(next) === isBent(said) : OBJECTS.has(object) && isBent(next) === isBent(said);
  });
}

/** What a tool copes with is a state, and nothing that it does. */
const COPING: ReadonlySet<string> = new Set(
  'accommodates supports includes covers considers respects contains'.split(' '),
);
const JOINTS: ReadonlySet<string> = new Set(['and', 'then']);
const OBJECTS: ReadonlySet<string> = new Set('a an the it them all any each every this these those'.split(' '));
/** Verbs that bring something back in a description, and give it away in a name: give_refund, return_parcel. */
const GIVES: ReadonlySet<string> = new Set(['give', 'return', 'provide', 'tell', 'collect', 'answer']);

/** Small words that are verbs: "Lets you search" looks, "Lets go of a hostage" does not. */
const LETTING: ReadonlySet<string> = new Set('let lets has have does do'.split(' '));
/** What is performed or conducted where somebody looks, compares or computes. */
const LOOKS: ReadonlySet<string> = new Set(
  'analysis calculation lookup comparison inspection estimation conversion multiplication division addition subtraction'.split(
    ' ',
  ),
);

/** Who sees somebody off, gets rid of something or checks out looks at nothing. "Look up" and "find out" still look. */
function isPhrasal(verb: string, particle: string): boolean {
  return isLookingVerb(verb) && (PARTICLES.has(particle) || (CHECKING.has(particle) && verb === 'check'));
}

const PARTICLES: ReadonlySet<string> = new Set(['off', 'away', 'rid']);
const CHECKING: ReadonlySet<string> = new Set(['in', 'out']);

const isLooking = (word: string): boolean => isLookingVerb(word) || isLookingVerb(bareOf(word));
const isBent = (word: string): boolean => word !== bareOf(word);

/**
 * A description of a tool named after looking that opens with no verb of looking: harmless when it names what comes back, "Prices of
 * a shop", or does a look, "Runs a search". What opens with a word that is not known to be a thing may open with an act: "Takes out a
 * loan", "Release prisoners".
 */
function isOfThings(nameWords: readonly string[], headlineWords: readonly string[]): boolean {
  const [said = '', behind = '', third = '', fourth = ''] = headlineWords;
  if (LETTING.has(said)) return headlineWords.some(isLooking);
  if (said === '' || isStopWord(said) || THINGS_SHOWN.has(said) || SHOWN_LAST.has(said)) return true;
  if (RUNS.has(bareOf(said))) return [behind, third, fourth].some((word) => isLooking(word) || LOOKS.has(word));
  if (DETERMINERS.has(behind)) return false;
  // "Sides and prices of a shop": two plurals before "of" are nouns.
  if (behind === 'and' && isBent(said) && isBent(third) && fourth === 'of') return true;
  return ADJECTIVES.has(said) || nameWords.map(stemOf).includes(stemOf(said));
}

/** "flight_status: Status of a flight": named after what comes back, and described as such. */
function isShown(nameWords: readonly string[], headlineWords: readonly string[]): boolean {
  const joint = headlineWords.findIndex((word) => word === 'of' || word === 'for');
  return (
    SHOWN_LAST.has(nameWords.at(-1) ?? '') &&
    !nameWords.slice(0, -1).some((word) => isActVerb(word) || isLookingVerb(word)) &&
    joint >= 1 &&
    joint <= 3 &&
    !headlineWords.slice(0, joint).some((word) => DETERMINERS.has(word))
  );
}

const SHOWN_LAST: ReadonlySet<string> = new Set(
  'status state report history balance info details availability summary statistics stats count position level price weather forecast schedule usage log logs result results list overview'.split(
    ' ',
  ),
);

/** What brings forth a report or a list. */
const RUNS: ReadonlySet<string> = new Set(
  'run produce compile prepare generate create build perform conduct execute do make'.split(' '),
);
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
