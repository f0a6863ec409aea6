// Relations: prepositions before a value that its parameter does not stand in.
// In: a filled tool. Out: the places of the prepositions that say another relation than the parameter's.
// Why: "transfer 50 dollars from Ann" and "to Ann" hold the same values. A preposition is no filler: one that says where something
// comes from, by what means, or beside what, needs a parameter that says so, by its own name, its description, or that of the tool.

import { functionClassOf } from '../text/function-words.ts';
import type { Word } from '../text/words.ts';
import { readWords, stemOf } from '../text/words.ts';
import type { Leaf, Tool } from '../tools/tools.ts';
import { branchSide, sideOf, wantOf } from '../tools/wants.ts';
import type { Place } from '../values/candidate.ts';
import type { Filled, Slot } from '../values/fill.ts';
import { doersOf } from '../values/roles.ts';
import { isCity } from '../values/spans/places.ts';

export function findRelations({ tool, sent }: Filled, ageMax: number): Place[] {
  return sent.flatMap((slot) =>
    slot.assigned === null || slot.leaf.path.length === 0 || typeof slot.assigned.candidate.value === 'boolean'
      ? []
      : slot.assigned.candidate.places
          .filter(({ source }) => source.age <= ageMax)
          .flatMap((place) => [
            ...foreignTo(place, slot, tool),
            ...ownerOf(place, slot.leaf, tool),
            ...doneBy(place, slot.leaf, tool),
            ...beforeThing(place, slot.leaf, tool),
          ]),
  );
}

/** The preposition before a value, where it says what the parameter does not. */
function foreignTo(place: Place, { leaf }: Slot, tool: Tool): Place[] {
  const led = leadOf(place, leaf, tool);
  if (led === null) return [];
  const { word, isLabelled } = led;
  return isOtherSide(word.surface, leaf, isLabelled) || (tool.acting && isForeign(led, leaf, tool))
    ? [{ source: place.source, start: word.start, end: word.end }]
    : [];
}

interface Lead {
  readonly word: Word;
  /** The parameter's own name stands between. */
  readonly isLabelled: boolean;
  /** The act stands right before it. */
  readonly isObject: boolean;
  /** Something is taken away. */
  readonly isAway: boolean;
}

/** The nearest word before a value that is no article, no title and no label of it. */
function leadOf({ source, start }: Place, leaf: Leaf, tool: Tool): Lead | null {
  const from = Math.max(0, start - LEAD_LENGTH_MAX);
  const words = readWords(source.text.slice(from, start)).map((word) => ({
    ...word,
    start: word.start + from,
    end: word.end + from,
  }));
  let end = start;
  let isLabelled = false;
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const word = words[at] as Word;
    if (!/^[\s"'“”„«‘’`#@([$€£¥₹]*$/u.test(source.text.slice(word.end, end))) return null;
    const isName = leaf.nameStems.includes(word.stem);
    const { kind, list } = functionClassOf(word.surface);
    if (LISTED.has(word.surface) && !(isName && isLabelled))
      return {
        word,
        isLabelled,
        isObject: isAct(words, at - 1, tool),
        isAway: takesAway(tool) || words.slice(0, at).some(({ surface }) => AWAY.has(surface)),
      };
    const isThing =
      kind === 'open' && (isName || tool.nameStems.includes(word.stem) || leaf.descriptionStems.has(word.stem));
    if (!isThing && list !== 'determiner') return null;
    isLabelled ||= isName;
    end = word.start;
  }
  return null;
}

const LEAD_LENGTH_MAX = 60;

/** The bare verb of an order: "a hold on" has a noun, "as resolved with" a state, and the particle of "switch on" is a part of the act. */
function isAct(words: readonly Word[], at: number, tool: Tool): boolean {
  const word = words[at];
  return (
    word !== undefined &&
    functionClassOf(words[at - 1]?.surface ?? '').list !== 'determiner' &&
    !PHRASAL.has(word.surface) &&
    !(UNAIMED.has(word.surface) && tool.ways.get(word.surface)?.kind === 'made') &&
    !/(?:ed|ing)$/u.test(word.surface) &&
    (tool.acts.has(word.stem) || tool.actWords.has(word.surface) || tool.ways.has(word.surface))
  );
}

/** Nouns said as verbs that reach what they are about by a preposition alone: "comment on a card". */
const UNAIMED: ReadonlySet<string> = new Set(['comment', 'reply', 'vote', 'post', 'note']);

/** Verbs that take a particle before their object. */
const PHRASAL: ReadonlySet<string> = new Set(
  'turn switch put power bring hold log sign check hand send call pass set'.split(' '),
);

/** What brings one thing to another, and what says where it is, whose, how, or beside what. */
const SOURCES: ReadonlySet<string> = new Set(['from', 'via', 'through', 'against', 'near', 'per', 'plus']);
const MANNERS: ReadonlySet<string> = new Set(['by', 'with', 'as', 'using']);
const PLACES: ReadonlySet<string> = new Set(['on', 'at', 'in', 'of', 'inside', 'upon', 'across']);
const AIMS: ReadonlySet<string> = new Set([
  'to',
  'for',
  'about',
  'cc',
  'bcc',
  'mentioning',
  'toward',
  'towards',
  'into',
  'onto',
]);
const LISTED: ReadonlySet<string> = new Set([...SOURCES, ...MANNERS, ...PLACES, ...AIMS]);

/** "Emails to Ann" for the sender, "emails from Ann" for the recipient. Two sides of a time are told apart where it is read. */
function isOtherSide(surface: string, leaf: Leaf, isLabelled: boolean): boolean {
  if (isLabelled || TIMED.has(wantOf(leaf)) || leaf.type === 'number' || leaf.type === 'integer') return false;
  const [only, ...more] = leaf.nameWords;
  const isSender = (only === 'from' && more.length === 0) || leaf.nameWords.some((word) => SENDERS.has(word));
  const isTaker = (only === 'to' && more.length === 0) || isTakerName(leaf);
  return (isSender && AIMS.has(surface)) || ((isTaker || isHolder(leaf)) && surface === 'from');
}

/** "Leads from Brix" are not those of a colleague who is called so. */
const isHolder = (leaf: Leaf): boolean => leaf.nameWords.some((word) => HOLDERS.has(word));
const HOLDERS: ReadonlySet<string> = new Set('owner assignee rep agent manager handler'.split(' '));

/** "The Brix leads": a name right before what is looked for says what they are about; whose they are has an apostrophe. */
function beforeThing({ source, start, end }: Place, leaf: Leaf, { acting, nameStems }: Tool): Place[] {
  const [, next] = /^ (\p{L}+)/u.exec(source.text.slice(end, end + LEAD_LENGTH_MAX)) ?? [];
  const isThing = next !== undefined && nameStems.includes(stemOf(next.toLowerCase()));
  return !acting && isHolder(leaf) && isThing && !/['’]s?$/u.test(source.text.slice(start, end))
    ? [{ source, start, end }]
    : [];
}

const TIMED: ReadonlySet<string> = new Set(['date', 'time', 'datetime', 'year', 'duration']);
const SENDERS: ReadonlySet<string> = new Set(['sender', 'author', 'creator', 'payer']);
const TAKERS: ReadonlySet<string> = new Set('recipient recipients payee beneficiary addressee receiver'.split(' '));

function isTakerName(leaf: Leaf): boolean {
  return leaf.nameWords.some((word) => TAKERS.has(word));
}

function isForeign({ word: { surface }, isLabelled, isObject, isAway }: Lead, leaf: Leaf, tool: Tool): boolean {
  if (AIMS.has(surface) || saysRelation(surface, leaf, tool)) return false;
  const isListed = leaf.enumValues.length > 0;
  const isTime = TIMED.has(wantOf(leaf));
  if (SOURCES.has(surface)) {
    if (surface === 'from') return !isTime && !isAway;
    // "Via sms" for a listed way, "plus towels" for one more of a list.
    return !(
      (/^(?:via|through)$/u.test(surface) && isListed) ||
      (surface === 'plus' && leaf.type === 'array') ||
      isTime
    );
  }
  if (isListed || isTime) return false;
  if (leaf.type === 'number' || leaf.type === 'integer') return surface === 'as';
  // The tool says in which relation it stands, and this is another; "with the queue Night" only names it.
  if (MANNERS.has(surface) && isStated(leaf, tool) && !(isLabelled && surface === 'with')) return true;
  // What the act is done to, or for whom, follows it without a relation.
  if (isObject && surface !== 'of' && !(PLACES.has(surface) && isVenue(leaf))) return true;
  return !isLabelled && isTakerOf(leaf, tool) && !leaf.schema.has('pattern');
}

/** "Post in #orchard": where people write to one another. */
function isVenue({ nameWords }: Leaf): boolean {
  return nameWords.some((word) => /^(?:channels?|rooms?|threads?|forum|chat)$/u.test(word));
}

/** "To another queue", "at a restaurant": the tool's description leads to the parameter's name with a preposition. */
function isStated(leaf: Leaf, tool: Tool): boolean {
  return followsIn(tool.descriptionWords, STATING, (word) => leaf.nameStems.includes(stemOf(word)));
}

const STATING = [...AIMS, ...SOURCES, 'at', 'on', 'in', 'inside', 'under'];

/** Who gets something: by its name, or because the tool does something to or for such a person. */
function isTakerOf(leaf: Leaf, tool: Tool): boolean {
  const isPerson = wantOf(leaf) === 'person' || wantOf(leaf) === 'email';
  const isOwn = (word: string): boolean => leaf.nameStems.includes(stemOf(word)) || PERSONS.has(word);
  return isTakerName(leaf) || (isPerson && followsIn(tool.descriptionWords, ['to', 'for'], isOwn));
}

const PERSONS: ReadonlySet<string> = new Set('person people somebody someone user customer'.split(' '));

/** The parameter's name, its description or the tool's description says the relation. */
function saysRelation(surface: string, leaf: Leaf, tool: Tool): boolean {
  const said = RELATIONS[surface] ?? [surface];
  const words = new Set([
    ...leaf.nameWords,
    ...readWords(leaf.description).map((word) => word.surface),
    ...leaf.path.flatMap((part) => readWords(String(part)).map((word) => word.surface)),
  ]);
  return (
    said.some((word) => words.has(word)) ||
    tool.nameWords.includes(surface) ||
    (surface === 'from' && (sideOf(leaf) === 'from' || branchSide(leaf) === 'from')) ||
    followsIn(tool.descriptionWords, [surface], (word) => leaf.nameStems.includes(stemOf(word)))
  );
}

/** Nouns and participles that name the relation of a preposition. */
const RELATIONS: Readonly<Record<string, readonly string[]>> = {
  from: [
    'from',
    'source',
    'origin',
    'sender',
    'payer',
    'start',
    'first',
    'since',
    'begin',
    'begins',
    'departure',
    'supplier',
    'seller',
    'vendor',
  ],
  via: ['via', 'through', 'channel', 'method', 'carrier', 'means', 'medium', 'gateway', 'how', 'by'],
  through: ['through', 'via', 'channel', 'method', 'carrier', 'means', 'medium', 'gateway', 'how', 'by'],
  near: ['near', 'nearby', 'around', 'close', 'location', 'area'],
  per: ['per', 'each', 'rate', 'unit', 'interval', 'every'],
  plus: ['plus', 'extra', 'extras', 'additional', 'add', 'tip'],
  with: [
    'with',
    'attendee',
    'attendees',
    'participant',
    'participants',
    'partner',
    'guest',
    'guests',
    'member',
    'invitee',
    'invitees',
  ],
  by: ['by', 'author', 'creator', 'method', 'means', 'how', 'assignee'],
  as: ['as', 'role', 'title', 'label', 'status', 'path', 'key', 'destination', 'target', 'new'],
  using: ['using', 'method', 'means', 'how', 'tool', 'use'],
};

/** Within three words behind one of these stands a word of the parameter. */
function followsIn(words: readonly string[], leads: readonly string[], isOwn: (word: string) => boolean): boolean {
  return words.some((word, at) => leads.includes(word) && words.slice(at + 1, at + 4).some(isOwn));
}

/** What is taken away is taken from where it is. */
function takesAway({ actWords }: Tool): boolean {
  return [...AWAY].some((act) => actWords.has(act));
}

const AWAY: ReadonlySet<string> = new Set(
  (
    'remove delete deduct take withdraw subtract unsubscribe uninstall detach revoke unassign drop pull cut strip clear erase evict kick ' +
    'pay debit spend ban export copy download fetch import collect disconnect unlink eject release'
  ).split(' '),
);

/** "Send Ann's 50 dollars": whose they are, and not who gets them. */
function ownerOf({ source, start, end }: Place, leaf: Leaf, tool: Tool): Place[] {
  if (!tool.acting || !isTakerOf(leaf, tool)) return [];
  const isBehind = /^["”]?['’]s(?![\p{L}\p{N}])/u.test(source.text.slice(end, end + 4));
  const isInside = /['’]s$/u.test(source.text.slice(start, end));
  // "Edda's account", for a parameter that is described as a name or an account.
  const thing = /^["”]?['’]s (\p{L}+)(?=\s*(?:$|[.,;!?]|(?:for|from|with|using|via|and|by|on|at)\b))/u.exec(
    source.text.slice(end),
  );
  if (thing !== null && leaf.descriptionStems.has(stemOf((thing[1] ?? '').toLowerCase()))) return [];
  return isBehind || isInside ? [{ source, start, end }] : [];
}

/** A place for a person; and "tickets reported by Edda" for whoever works on them, "closed by Edda" for what is closed: who did something else to the thing. */
function doneBy({ source, start, end }: Place, leaf: Leaf, tool: Tool): Place[] {
  if (tool.acting || leaf.type === 'number' || leaf.type === 'integer') return [];
  const isListed = leaf.enumValues.length > 0;
  // A state with its doer behind it: what was done, or which state it is in.
  if (isListed)
    return /(?:ed|en|sent)$/iu.test(source.text.slice(start, end)) &&
      /^ by ["“]?\p{Lu}/u.test(source.text.slice(end, end + 8))
      ? [{ source, start, end }]
      : [];
  // "Orders from Oslo", for whoever ordered.
  const said = source.text.slice(start, end);
  if (
    (wantOf(leaf) === 'person' ||
      /^who\b|^name of (?:the |an? )?(?:customer|user|person|member|guest)\b/iu.test(leaf.description)) &&
    wantOf(leaf) !== 'place' &&
    isCity(said.toLowerCase()) &&
    /\b(?:in|at|from|near|to) $/iu.test(source.text.slice(Math.max(0, start - LEAD_LENGTH_MAX), start))
  )
    return [{ source, start, end }];
  const by = /(?<!\p{L})(\p{L}+(?:ed|en)) by ["“]?$/iu.exec(
    source.text.slice(Math.max(0, start - LEAD_LENGTH_MAX), start),
  );
  if (by === null || !isOfPerson(leaf)) return [];
  const verb = (by[1] ?? '').toLowerCase();
  const says = [...leaf.nameStems, ...leaf.descriptionStems];
  const isSaid =
    says.includes(stemOf(verb)) ||
    leaf.nameWords.includes('by') ||
    says.some((stem) => stem.startsWith(stemOf(verb)) || doersOf(verb).some((role) => stem.startsWith(role))) ||
    (MADE.has(verb) && leaf.nameWords.some((word) => MAKERS.has(word)));
  return isSaid ? [] : [{ source, start, end }];
}

/** What is said of whoever made a thing, and what such a parameter is called. */
const MADE: ReadonlySet<string> = new Set(
  'created opened made written filed raised submitted posted authored started added uploaded published reported'.split(
    ' ',
  ),
);
const MAKERS: ReadonlySet<string> = new Set(
  'author creator owner reporter requester user writer artist poster'.split(' '),
);

function isOfPerson(leaf: Leaf): boolean {
  return (
    wantOf(leaf) === 'person' || /^(?:who|whose|whom)\b|\b(?:person|customer|user|member)\b/iu.test(leaf.description)
  );
}
