// Objects: what an act is done to, right behind its verb, and rooms.
// In: a leaf and the context. Out: readings. Why: "deploy checkout-api", "add oat milk" and "in the dining room" hold no label and no
// quotation. Which words are the value is said by the place behind the verb, and where a room is asked for by the noun itself.

import { ADJECTIVES } from '../../text/adjectives.ts';
import { functionClassOf } from '../../text/function-words.ts';
import { baseOf, verbClassOf } from '../../text/verbs.ts';
import type { Word } from '../../text/words.ts';
import { readWords, stemOf, weightOf } from '../../text/words.ts';
import type { Leaf, Tool } from '../../tools/tools.ts';
import type { Bit } from '../bits.ts';
import { bitsOf, endsClause, wordBefore } from '../bits.ts';
import { goesOn } from '../candidate.ts';
import type { Context } from '../context.ts';
import type { Beside } from '../matches.ts';
import { matchBefore, matchBehind, matchesIn } from '../matches.ts';
import type { Source } from '../spans/span.ts';
import { isFree } from './announced.ts';
import { isNameable } from './labelled.ts';
import type { Reading, TextRule } from './rule.ts';

/** Names of parameters that take any thing of that sort. */
const THINGS: ReadonlySet<string> = new Set(
  'item product article ingredient grocery song track music artist'.split(' '),
);
/** Acts whose object is such a thing, in whatever words. */
const ACTS: ReadonlySet<string> = new Set(['add', 'buy', 'order', 'play', 'queue', 'put']);

function takesThing(leaf: Leaf): boolean {
  const { nameWords, required, description } = leaf;
  return (
    required &&
    isFree(leaf) &&
    !nameWords.some((word) => /^(?:id|code|key|number|sku|url)$/u.test(word)) &&
    (nameWords.some((word) => THINGS.has(word)) ||
      (nameWords.includes('query') &&
        readWords(description).some(({ surface }) => THINGS.has(surface)) &&
        !WRITTEN.test(description)))
  );
}

/** A query that is written in a language of its own takes no bare words. */
const WRITTEN = /:\S|["'“‘`]|\b(?:e\.g|format\p{L}*|syntax|filters?|fields?|operators?|such as|example)\b/iu;

function matchThing(leaf: Leaf, _at: number, context: Context): Reading[] {
  const { tool, leaves } = context;
  const { act } = tool;
  if (!takesThing(leaf) || act === null || !ACTS.has(act)) return [];
  // Where another text is needed, too, the words behind the verb may be that.
  if (
    leaves.filter(({ type, required, enumValues }) => type === 'string' && required && enumValues.length === 0).length >
    1
  )
    return [];
  return context.sources.flatMap((source) => {
    const words = readWords(source.text.slice(0, SEARCHED_MAX));
    return words.flatMap(({ surface }, at): Reading[] => {
      if (surface !== act && (verbClassOf(surface) === undefined || verbClassOf(surface) !== verbClassOf(act)))
        return [];
      const run = thingFrom(words, at + 1, source, context);
      const [first, last] = [run?.[0], run?.at(-1)];
      if (first === undefined || last === undefined) return [];
      const place = { source, start: first.start, end: last.end };
      return [{ value: source.text.slice(place.start, place.end), places: [place], guess: goesOn(source, [place]) }];
    });
  });
}

/** The words of a thing that begins at `from`, behind an article or a number that another parameter takes; null where it may be none. */
function thingFrom(words: readonly Word[], from: number, source: Source, context: Context): readonly Word[] | null {
  let start = from;
  if (/^(?:an?|some)$/u.test(words[start]?.surface ?? '')) start += 1;
  const counted = context.spans.find(
    (span) => span.kind === 'number' && span.source === source && span.start === words[start]?.start,
  );
  if (counted !== undefined && context.numeric.length > 0)
    start += readWords(source.text.slice(counted.start, counted.end)).length;
  const run: Word[] = [];
  for (const word of words.slice(start)) {
    const last = run.at(-1) ?? words[start - 1];
    if (last !== undefined && source.text.slice(last.end, word.start) !== ' ') break;
    const isInside = /^(?:of|the)$/u.test(word.surface) && run.length > 0 && isCapital(run[0], source);
    if (functionClassOf(word.surface).kind !== 'open' && !isInside) break;
    run.push(word);
  }
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined || run.length > RUN_MAX || !ENDS.test(source.text.slice(last.end)))
    return null;
  const isMixed = isCapital(first, source) !== isCapital(last, source);
  // The "song" of "moon river song" is the tool's word for it.
  const isOwn = [first, last].some((word) => context.known.has(word.stem));
  return isMixed || isOwn || isManner(last.surface) || functionClassOf(last.surface).kind !== 'open' ? null : run;
}

const isCapital = (word: Word | undefined, { text }: Source): boolean =>
  word !== undefined && /^[\p{Lu}\p{N}]/u.test(text.slice(word.start, word.end));

/** "Louder", "quietly", "loud": how something is done. */
function isManner(word: string): boolean {
  const bare = word.replace(/i?er$/u, '');
  return (
    /ly$/u.test(word) || ADJECTIVES.has(word) || (bare !== word && (ADJECTIVES.has(bare) || ADJECTIVES.has(`${bare}e`)))
  );
}

const SEARCHED_MAX = 400;
const RUN_MAX = 4;
/** The end of the sentence, or a preposition that begins what another parameter takes. */
const ENDS = /^(?:\s*(?:$|[!?;]|\.(?:\s|$))|,? (?:please|now|thanks)\b| (?:to|on|onto|in|at|with)\b)/iu;

/**
 * "Deploy checkout-api", "scale redis to 3": what deploy_service acts on is a service, and stands right behind its verb. A plain word
 * without an article is a name where it is no plural ("restart pods").
 */
function matchObject(leaf: Leaf, _at: number, context: Context): Reading[] {
  const { leaves } = context;
  const { nameStems, nameWords } = context.tool;
  const act = context.tool.act ?? (context.tool.acting ? (nameWords[0] ?? null) : null);
  // The `name` of delete_database is the database's.
  const own = leaf.nameWords.filter((word) => word !== 'name' && word !== 'id');
  const [name = '', more] = own.length > 0 ? own : nameWords.filter((word) => word !== act);
  const want = context.wants[context.leaves.indexOf(leaf)] ?? 'other';
  if (
    leaf.type !== 'string' ||
    !leaf.required ||
    leaf.enumValues.length > 0 ||
    leaf.format !== null ||
    more !== undefined ||
    !(want === 'other' || want === 'title' || want === 'id')
  )
    return [];
  const isObject =
    act !== null &&
    stemOf(name) !== stemOf(act) &&
    (nameStems.includes(stemOf(name)) ||
      firstThing(context.tool) === stemOf(name) ||
      // `deploy`, "Deploy a version of a service": named after its act alone.
      (nameWords.length === 1 && context.tool.descriptionStems.includes(stemOf(name))));
  const isOnly = leaves.every(
    (one) => one === leaf || !one.required || !isFree(one) || one.nameWords.includes('version'),
  );
  return context.sources.flatMap((source) =>
    bitsOf(source).flatMap((bit): Reading[] => {
      if (!(endsClause(bit) || matchBehind(bit, VERSION) !== null) || !isNameable(bit, leaf, context)) return [];
      const lead = leadOf(bit);
      const saysAct =
        isObject &&
        (lead === act ||
          (SWITCHING.test(lead) && leaves.some(({ type, required }) => type === 'boolean' && required)) ||
          (verbClassOf(lead) !== undefined && verbClassOf(lead) === verbClassOf(act)) ||
          (lead !== '' && lead === baseOf(context.tool.headlineWords[0] ?? '')) ||
          (act.startsWith(lead) && lead.length > 2));
      if (JOINED_WORDS.test(bit.text)) {
        const saysKind =
          lead === name || (/^(?:of|for)$/u.test(lead) && (bit.text.endsWith(`-${name}`) || (isOnly && act !== null)));
        return saysAct || saysKind ? [{ value: bit.text, places: [bit] }] : [];
      }
      const isName =
        saysAct &&
        (wordBefore(bit) === lead || /^(?:back|up|down|out|on|off)$/u.test(wordBefore(bit))) &&
        /^\p{Ll}{3,}$/u.test(bit.text) &&
        weightOf({ surface: bit.text }) === 1 &&
        !/(?:[^iu]s|ing|ed)$/u.test(bit.text);
      return isName && !ADJECTIVES.has(bit.text) ? [{ value: bit.text, places: [bit], more: -0.2 }] : [];
    }),
  );
}

/** "Deploy checkout v2.4.1": its version stands behind the name. */
const VERSION: Beside = { pattern: /^ v?\d+(?:\.\d+){1,3}(?![\p{L}\p{N}])/u, reach: 16 };

/** Stem of what the description says first: the service of "Rolls a service back". */
function firstThing({ descriptionWords }: Tool): string {
  const thing = descriptionWords.slice(1, THING_MAX).findIndex((word) => /^(?:an?|the|one)$/u.test(word));
  return thing < 0 ? '' : stemOf(descriptionWords[thing + 2] ?? '');
}

/** The verb, its particle and the article. */
const THING_MAX = 3;

/** Words in small letters joined by "-", "_" or ".". */
const JOINED_WORDS = /^\p{Ll}[\p{Ll}\p{N}]*(?:[-_.][\p{Ll}\p{N}]+)+$/u;

/** Which way a flag goes. */
const SWITCHING = /^(?:turn|switch|enable|disable|activate|deactivate)$/u;

/** The verb before it, with its particle and the article in between. */
function leadOf(bit: Bit): string {
  return matchBefore(bit, VERB_BEFORE)?.[1]?.toLowerCase() ?? '';
}

const VERB_BEFORE: Beside = { pattern: /(\p{L}+)(?: (?:back|up|down|out|on|off))? (?:the )?$/u, reach: 40 };

/** Rooms and places of a house. Written for this project. */
const ROOMS =
  'living room|dining room|guest room|guest bedroom|master bedroom|main bedroom|spare room|spare bedroom|laundry room|utility room|store room|storage room|play room|family room|sitting room|music room|tv room|games room|meeting room|conference room|waiting room|' +
  "kids['’]? room|kids['’]? bedroom|children['’]?s room|kitchen|bedroom|bathroom|bath|toilet|hall|hallway|corridor|entrance|foyer|lobby|office|home office|study|library|den|lounge|garage|basement|cellar|attic|loft|nursery|playroom|pantry|porch|patio|garden|yard|backyard|balcony|terrace|conservatory|workshop|closet|wardrobe|stairs|staircase|driveway|shed|sauna|gym|classroom|canteen|cafeteria|reception";
const ROOM = new RegExp(`(?<![\\p{L}\\p{N}'’-])(?:${ROOMS})(?![\\p{L}\\p{N}'’-])`, 'giu');

function takesRoom({ nameWords, enumValues, format, schema }: Leaf): boolean {
  return (
    nameWords.some((word) => word === 'room' || word === 'rooms') &&
    !nameWords.some((word) => /^(?:id|code|key|number|type|count)$/u.test(word)) &&
    enumValues.length === 0 &&
    format === null &&
    !schema.has('pattern')
  );
}

function matchRoom(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!takesRoom(leaf) || (leaf.type === 'array' && leaf.itemType !== 'string')) return [];
  return context.sources.flatMap((source): Reading[] => {
    const places = matchesIn(source, ROOM).map(({ 0: said, index }) => ({
      source,
      start: index,
      end: index + said.length,
    }));
    const values = places.map(({ start, end }) => source.text.slice(start, end));
    if (leaf.type === 'array')
      return values.length === 0 ? [] : [{ value: values, places, guess: goesOn(source, places) }];
    return places.map((place, at) => ({ value: values[at] as string, places: [place] }));
  });
}

export const OBJECTS: readonly TextRule[] = [
  {
    name: 'object-of-act',
    reads: 'joined words, or one word, right behind the verb of the tool’s name',
    matches: matchObject,
    types: ['string'],
    listed: false,
    strength: 2,
    firm: true,
    why: 'What the verb takes is what the tool acts on; a countable noun alone, without an article, is a name.',
    takes: { service: { type: 'string' } },
    tool: ['deploy_service', 'Deploy a service.'],
    case: ['Deploy checkout-api to the cluster', 'checkout-api'],
    counterCase: 'Deploy everything to the cluster',
  },
  {
    name: 'added-thing',
    reads:
      'the words behind "add", "buy", "order" or "play", up to a preposition or the end, for a parameter that takes any thing',
    matches: matchThing,
    types: ['string'],
    listed: false,
    strength: 2,
    firm: true,
    why: 'What is added or played is said right behind the verb, and the tool asks for nothing else in words.',
    takes: { item: { type: 'string' } },
    tool: ['add_basket_item', 'Add something to the basket.'],
    case: ['Add rye bread to the basket', 'rye bread'],
    counterCase: 'Add rye bread and butter to the basket',
  },
  {
    name: 'room',
    reads: 'a room of a house, for a parameter that is called so',
    matches: matchRoom,
    types: ['string', 'array'],
    listed: false,
    strength: 2,
    firm: true,
    why: 'Rooms are known by few nouns, and nothing else is called so where a room is asked for.',
    takes: { room: { type: 'string' } },
    case: ['Heat the dining room', 'dining room'],
    counterCase: 'Heat the house',
  },
];
