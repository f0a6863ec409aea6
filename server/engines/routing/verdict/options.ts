// Options: optional parameters that the request speaks of and a call would not send.
// In: a filled tool and the words of the turns that choose. Out: their names.
// Why: "including hidden files" sent without `include_hidden` looks right and is not what was asked for. Nothing that was said is
// dropped in silence: where words name an option, its value is asked for.

import { functionClassOf } from '../text/function-words.ts';
import { SUPERLATIVES } from '../text/lexicon.ts';
import { verbClassOf } from '../text/verbs.ts';
import { splitIdentifier, stemOf, weightOf } from '../text/words.ts';
import type { Leaf } from '../tools/tools.ts';
import { overlaps } from '../values/assign.ts';
import type { Place } from '../values/candidate.ts';
import type { Filled } from '../values/fill.ts';
import { doneTo } from './account.ts';
import type { ChoosingWord } from './decide.ts';
import { isUnitBehind } from './rest.ts';
import type { Account } from './sentences.ts';

export function findOptions(
  { tool, sent, slots, missing }: Filled,
  words: readonly ChoosingWord[],
  account: Account,
  idle: readonly Place[],
  /** The words that order the act say nothing else. */
  orders: readonly Place[],
): string[] {
  const left = words.filter(
    (word) =>
      isTelling(word) &&
      !orders.some((place) => overlaps(place, word)) &&
      !isWhole(word) &&
      !account.says.has(word.stem) &&
      !(tool.verb !== undefined && verbClassOf(word.surface) === tool.verb) &&
      !account.used.some((place) => overlaps(place, word) || isUnitBehind(place, word)),
  );
  const free = words.filter((word) => ![...account.used, ...orders].some((place) => overlaps(place, word)));
  // "Assigned to Ann" is no opposite of `unassigned` where an assignee takes Ann.
  const done = new Set(sent.flatMap(({ leaf }) => doneTo(leaf)));
  const stems = new Set(left.map(({ stem }) => stem));
  // What only says why names an option by its name, not by a word of its description.
  const ordered = new Set(left.filter((word) => !idle.some((place) => overlaps(place, word))).map(({ stem }) => stem));
  return slots
    .filter((slot) => !slot.leaf.required && !sent.includes(slot) && !missing.includes(slot.leaf.argument))
    .filter(({ leaf }) => {
      const listed = leaf.enumValues.flatMap((value) =>
        typeof value === 'string' ? splitIdentifier(value).map(stemOf) : [],
      );
      return (
        isForGood(leaf, words) ||
        (!tool.acting && free.some((word) => isWeakValueOf(word, leaf))) ||
        (isOrder(leaf) && free.some(({ surface }) => SUPERLATIVES.has(surface))) ||
        (leaf.type === 'boolean' &&
          free.some((word) => (isTurned(word, leaf, words) && !done.has(word.stem)) || isOnly(word, leaf))) ||
        isUrged(leaf, free) ||
        [...leaf.nameStems, ...listed].some((stem) => stems.has(stem)) ||
        [...leaf.descriptionStems].some((stem) => ordered.has(stem))
      );
    })
    .map(({ leaf }) => leaf.argument);
}

/** "Read messages" beside `unread_only`, "with stops" beside `nonstop`: the option's own word, without its prefix or with it. */
function isTurned(word: ChoosingWord, { nameWords }: Leaf, words: readonly ChoosingWord[]): boolean {
  const isOther = nameWords.some((own) =>
    TURNS.some(
      (prefix) => own === prefix + word.surface || own === prefix + word.stem || prefix + own === word.surface,
    ),
  );
  // "Read the messages" orders, and "find read messages" says which.
  return (
    isOther &&
    (verbClassOf(word.surface) === undefined ||
      words.some(
        (one) => one.source === word.source && one.start < word.start && verbClassOf(one.surface) !== undefined,
      ))
  );
}

/** "Available rooms" beside a flag for "only what is available": words that say little of a tool say all of such a flag. */
function isOnly({ surface, stem }: ChoosingWord, { description, descriptionStems }: Leaf): boolean {
  return WEAK.has(surface) && descriptionStems.has(stem) && /^(?:whether to )?(?:\p{L}+ )?only\b/iu.test(description);
}

/** "What is in the current round" beside a parameter that lists `current`. */
function isWeakValueOf({ surface }: ChoosingWord, { enumValues }: Leaf): boolean {
  return WEAK.has(surface) && enumValues.some((value) => typeof value === 'string' && value.toLowerCase() === surface);
}

const WEAK: ReadonlySet<string> = new Set(['available', 'current', 'currently', 'new']);

/** "For good" beside `permanently`: harmless elsewhere, and here the option's own. */
function isForGood({ nameWords }: Leaf, words: readonly ChoosingWord[]): boolean {
  return (
    nameWords.some((word) => /^(?:permanent|permanently|forever|hard)$/u.test(word)) &&
    words.some(({ source, start, surface }) => surface === 'good' && /\bfor $/iu.test(source.text.slice(0, start)))
  );
}

/** "The five best paid": the first ones in an order. */
function isOrder({ nameWords, enumValues, description }: Leaf): boolean {
  return (
    nameWords.some((word) => /^(?:sort|sorting|orderby)$/u.test(word)) ||
    (nameWords.at(-1) === 'order' && (enumValues.length > 0 || /\b(?:sort\p{L}*|ascending)\b/iu.test(description)))
  );
}

const TURNS = ['un', 'non'];

/** "Right away" beside `publish_now`: what hastens any other act is the option's own word here. */
function isUrged({ type, nameWords, enumValues }: Leaf, free: readonly ChoosingWord[]): boolean {
  const says = (word: unknown): boolean => typeof word === 'string' && HASTE.test(word.toLowerCase());
  return (
    ((type === 'boolean' && nameWords.some(says)) || enumValues.some(says)) &&
    free.some(({ source, start, surface }) => {
      const said = `${/(\p{L}*)\P{L}*$/u.exec(source.text.slice(Math.max(0, start - 16), start))?.[1] ?? ''} ${surface}`;
      return HASTE.test(surface) || HASTENING.test(said.toLowerCase());
    })
  );
}

const HASTE = /^(?:now|immediate(?:ly)?|instant(?:ly)?|asap|straightaway|promptly)$/u;
const HASTENING = /^(?:right away|straight away|at once)$/u;

/** "In full", "a full refund": as a call without an amount does. */
function isWhole({ surface, source, start }: ChoosingWord): boolean {
  return surface === 'full' && /\b(?:in|an?|the) $/iu.test(source.text.slice(Math.max(0, start - 4), start));
}

/** A content word; the words of requests ("show", "information") name no option. */
function isTelling(word: ChoosingWord): boolean {
  return weightOf(word) === 1 && functionClassOf(word.surface).kind === 'open';
}
