// Listed: values that the parameter itself lists: an enum, a map of codes or examples in its description.
// In: a leaf and the context. Out: a reading for each place that says one of them.
// Why: a listed value said by the user is the strongest evidence there is.

import type { Json } from '../../../../../grammar/json.ts';
import { JsonNumber } from '../../../../../grammar/json.ts';
import { allMatches } from '../../text/all-matches.ts';
import { touches } from '../../text/scope.ts';
import { ACTING_CLASSES, verbClassOf } from '../../text/verbs.ts';
import { isStopWord, splitIdentifier, stemOf } from '../../text/words.ts';
import { perLeaf } from '../../tools/per-leaf.ts';
import type { Leaf } from '../../tools/tools.ts';
import { hasWordBehind } from '../bits.ts';
import { goesOn, keepBest } from '../candidate.ts';
import type { Context } from '../context.ts';
import { scopeOf, wordsIn } from '../context.ts';
import { countScore, cueFor } from '../cues.ts';
import { matchesIn } from '../matches.ts';
import { isInAddress, opensName, saysWhich } from '../own.ts';
import type { Choice } from '../spans/choices.ts';
import { isNumeric, isWeakValue, readEnumChoices, readMisspelt } from '../spans/choices.ts';
import { readSwitch } from '../spans/flags.ts';
import type { Source } from '../spans/span.ts';
import { examplesOf } from './examples.ts';
import { listsDays } from './measured.ts';
import type { Reading, TextRule } from './rule.ts';

/** Places that say a listed value; the "do not" of do_not_disturb denies nothing. */
function choicesIn(leaf: Leaf, source: Source, context: Context): Choice[] {
  const { negated } = scopeOf(source, context);
  return readEnumChoices(leaf, source).filter(
    (choice) =>
      // "Not just hidden": something more than that.
      saysOfDay(choice, context) !== 'day' &&
      !opensName(choice, leaf, context) &&
      // "A shelf called Brass": the word announces a name, and is no `call`.
      !(
        choice.by === 'inflection' && /^(?:called|named|titled)$/iu.test(source.text.slice(choice.start, choice.end))
      ) &&
      !/\bnot (?:just|only|merely|simply)\s+(?:to )?$/iu.test(
        source.text.slice(Math.max(0, choice.start - 16), choice.start),
      ) &&
      (!touches(negated, choice.start, choice.end) ||
        negated.some(({ start, end }) => choice.start <= start && start < choice.end && choice.end <= end)) &&
      !isInAddress(choice, context),
  );
}

/**
 * "Issued since 3 May", "shipped yesterday": right before a day, a value in the form of what was done says which day is meant. That is the
 * value of nothing where a parameter for days says the same word, and `other` where these say only other acts.
 */
function saysOfDay({ source, start, end }: Choice, { leaves, wants, spans }: Context): 'day' | 'other' | null {
  const word = source.text.slice(start, end).toLowerCase();
  if (!/(?:ed|en|nt|id)$/u.test(word)) return null;
  const behind =
    /^ (?:on or |at or )?(?:(?:since|before|after|between|until|till|from|on|by|in|during|within) )?(?:the )?/u.exec(
      source.text.slice(end, end + 24),
    );
  if (behind === null) return null;
  const from = end + behind[0].length;
  if (!spans.some((span) => span.source === source && span.kind === 'date' && span.start <= from && span.end > from))
    return null;
  const days = leaves.filter((_, at) => wants[at] === 'date' || wants[at] === 'datetime');
  const says = ({ nameStems, descriptionStems }: Leaf): boolean =>
    nameStems.includes(stemOf(word)) || descriptionStems.has(stemOf(word));
  if (days.some(says)) return 'day';
  return days.some(({ nameWords, description }) => /\b\p{L}{3,}ed\b/u.test(`${nameWords.join(' ')} ${description}`))
    ? 'other'
    : null;
}

/** How much less than its rule a choice says: nothing for a telling value. */
function readChoice(choice: Choice, leaf: Leaf, at: number, context: Context): Reading {
  const { value } = choice;
  const cue = cueFor(leaf, at, choice, context) + (isNumeric(value) ? countScore(leaf, choice) : 0);
  const isYear = leaf.nameWords.includes('year') && typeof value === 'string' && /^(?:19|20)\d\d$/u.test(value);
  // A word of the tool's own name says the tool, not one of its options.
  const isOwn = !leaf.required && typeof value === 'string' && saysOwn(value, context) && cue < BESIDE_NAME;
  // "An A record": a letter as the schema writes it, before the tool's noun.
  const isLetter =
    typeof value === 'string' &&
    /^\p{Lu}$/u.test(value) &&
    choice.by === 'exact' &&
    hasWordBehind(choice, (word) => context.toolStems.has(stemOf(word)));
  const isWeak = isWeakValue(value) && !isLetter && !saysWhich(value, choice, context);
  const less = isYear ? 0.5 : isOwn || isWeak ? (isNumeric(value) ? 1.7 : 2.1) : choice.by === 'inflection' ? 0.5 : 0;
  return {
    value,
    by: choice.by,
    places: [choice],
    more: cue - less,
    guess: !(isYear || (!isOwn && !isWeak) || cue >= BESIDE_NAME) || saysOfDay(choice, context) === 'other',
  };
}

/** A cue of this strength is the parameter's own name beside the place. */
const BESIDE_NAME = 0.8;

function saysOwn(value: string, { toolWords }: Context): boolean {
  const stem = stemOf(value.toLowerCase());
  return [...toolWords].some((word) => stemOf(word) === stem);
}

function matchListed(leaf: Leaf, at: number, context: Context): Reading[] {
  if (leaf.type === 'array' || leaf.type === 'boolean' || leaf.itemType === 'boolean') return [];
  return context.sources.flatMap((source) =>
    choicesIn(leaf, source, context).map((choice) => readChoice(choice, leaf, at, context)),
  );
}

function matchListedItems(leaf: Leaf, at: number, context: Context): Reading[] {
  if (leaf.type !== 'array' || leaf.itemType === 'boolean' || listsDays(leaf)) return [];
  return context.sources.flatMap((source): Reading[] => {
    const all = choicesIn(leaf, source, context).map((choice) => readChoice(choice, leaf, at, context));
    // "Denied requests" of list_requests: the noun is the tool's, and no `requested`.
    const isOwn = ({ by, value, guess }: Reading): boolean =>
      guess === true && by === 'inflection' && typeof value === 'string' && saysOwn(value, context);
    const items = all.every(isOwn) ? all : all.filter((one) => !isOwn(one));
    const distinct = keepBest(
      items.map(({ value, places, more = 0, guess = false, by = 'exact' }) => ({
        value,
        by,
        rule: '',
        places,
        strength: 2.5 + more,
        firm: !guess,
      })),
    ).sort((a, b) => (a.places[0]?.start ?? 0) - (b.places[0]?.start ?? 0));
    const [first] = distinct;
    if (first === undefined) return [];
    const places = distinct.flatMap((one) => [...one.places]);
    return [
      {
        value: distinct.map(({ value }) => value),
        by: first.by,
        places,
        more: Math.min(...distinct.map(({ strength }) => strength)) - 2.5,
        guess: distinct.some(({ firm }) => !firm) || goesOn(source, places),
      },
    ];
  });
}

const SWITCHED_ALONE = /(?:^|[.!?;,]\s+|\band\s+)(?:the |my )?(\p{L}+) (on|off)\b/giu;

function matchSwitched(leaf: Leaf, _at: number, context: Context): Reading[] {
  const valueFor = (on: boolean): Json | undefined =>
    leaf.enumValues.find((value) => typeof value === 'string' && value.toLowerCase() === (on ? 'on' : 'off'));
  if (leaf.type === 'array' || valueFor(true) === undefined || valueFor(false) === undefined) return [];
  // "Lights off": the tool's noun and a particle are the whole order.
  const alone = (source: Source): { start: number; end: number; on: boolean }[] =>
    matchesIn(source, SWITCHED_ALONE).flatMap((match) => {
      const end = match.index + match[0].length;
      const [, noun = '', particle = ''] = match;
      return context.tool.nameStems.includes(stemOf(noun.toLowerCase()))
        ? [{ start: end - particle.length, end, on: particle.toLowerCase() === 'on' }]
        : [];
    });
  return context.sources.flatMap((source) =>
    [...readSwitch(source), ...alone(source)].flatMap(({ start, end, on }): Reading[] => {
      const value = valueFor(on);
      return value === undefined ? [] : [{ value, by: 'boolean-cue', places: [{ source, start, end }] }];
    }),
  );
}

/** "But not a single room" restricts what is asked for, and no argument can say so. */
function matchDenied(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (leaf.type === 'array' || leaf.type === 'boolean' || leaf.required) return [];
  return context.sources.flatMap((source) => {
    if (source.age > 0 || choicesIn(leaf, source, context).length > 0) return [];
    const { negated } = scopeOf(source, context);
    return readEnumChoices(leaf, source)
      .filter((choice) => touches(negated, choice.start, choice.end) && !isWeakValue(choice.value))
      .map((choice): Reading => ({ value: choice.value, by: 'denied', places: [choice] }));
  });
}

function matchMisspelt(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (leaf.type === 'array' || leaf.type === 'boolean') return [];
  return context.sources.flatMap((source) =>
    readMisspelt(leaf, source, wordsIn(source, context)).map(
      (choice): Reading => ({ value: choice.value, by: choice.by, places: [choice] }),
    ),
  );
}

/** "1 = Bangkok, 2 = Phuket" or "'1' represents red, '2' for blue" in a description is a map; saying "Phuket" says 2. */
function matchMap(leaf: Leaf, _at: number, context: Context): Reading[] {
  const pairs = pairsOf(leaf);
  if (pairs.length < 2) return [];
  // What every label says ("red paint", "blue paint") tells none from another.
  const shared = (pairs[0]?.label ?? []).filter(
    (word) =>
      pairs.every(({ label }) => label.includes(word)) ||
      (context.known.has(stemOf(word)) && leaf.nameStems.includes(stemOf(word))),
  );
  return pairs.flatMap(({ code, label }) => {
    const telling = label
      .filter((word) => !shared.includes(word) && !leaf.nameStems.includes(stemOf(word)))
      .map(stemOf);
    const value =
      leaf.type === 'string' || leaf.type === 'any'
        ? code
        : /^\d+$/u.test(code)
          ? new JsonNumber(String(Number(code)))
          : null;
    if (telling.length === 0 || value === null) return [];
    return context.sources.flatMap((source): Reading[] => {
      const words = wordsIn(source, context);
      const at = words.findIndex((_, from) => telling.every((stem, step) => words[from + step]?.stem === stem));
      const [first, last] = [words[at], words[at + telling.length - 1]];
      return first === undefined || last === undefined
        ? []
        : [{ value, by: 'description-map', places: [{ source, start: first.start, end: last.end }] }];
    });
  });
}

interface Coded {
  readonly code: string;
  readonly label: readonly string[];
}

const pairsOf: (leaf: Leaf) => readonly Coded[] = perLeaf(({ description }) =>
  allMatches(description, MAP_PAIR).map(([, code = '', label = '']) => ({
    code,
    label: splitIdentifier(label).filter((word) => !isStopWord(word)),
  })),
);

const MAP_PAIR =
  /(?<![\p{L}\p{N}.])['"]?(\d{1,6}|[A-Z]{2,5})['"]?\s?(?:=|:|->|=>|for|represents|is|means|stands for|corresponds to|indicates)\s?(?:an? |the )?['"]?(\p{L}[\p{L} ]{2,30}\p{L})/gu;

/** "Remove it" asks for `delete` where the values are acts: one value whose act is of the class of the verb that was said. */
function matchAct(leaf: Leaf, _at: number, context: Context): Reading[] {
  const acts = leaf.enumValues.flatMap((value) => {
    const kind = typeof value === 'string' ? verbClassOf(value.toLowerCase()) : undefined;
    return kind === undefined || !ACTING_CLASSES.has(kind) ? [] : [{ value, kind }];
  });
  if (acts.length < 2 || new Set(acts.map(({ kind }) => kind)).size < acts.length) return [];
  return context.sources.flatMap((source): Reading[] => {
    const { negated, reported, quoted } = scopeOf(source, context);
    const word = wordsIn(source, context).find(
      ({ surface, start, end }) =>
        acts.some(({ kind }) => kind === verbClassOf(surface)) &&
        ![negated, reported, quoted].some((stretches) => touches(stretches, start, end)),
    );
    const act = acts.find(({ kind }) => word !== undefined && kind === verbClassOf(word.surface));
    return word === undefined || act === undefined
      ? []
      : [{ value: act.value, by: 'act', places: [{ source, ...word }], guess: source.age > 0 }];
  });
}

/** Values that a description quotes ("such as 'jazz', 'rock'") are what the parameter takes: saying one is saying it. */
function matchExample(leaf: Leaf, at: number, context: Context): Reading[] {
  if (
    (leaf.type !== 'string' && !(leaf.type === 'array' && leaf.itemType !== 'number' && leaf.itemType !== 'integer')) ||
    leaf.enumValues.length > 0
  )
    return [];
  const { shown, isQuoted } = examplesOf(leaf);
  const values = shown.filter(
    (example) => !splitIdentifier(example).every((word) => context.nameCounts.has(stemOf(word))),
  );
  if (values.length === 0 || values.length > EXAMPLES_MAX) return [];
  const listed = withValues(leaf, values);
  return [...matchListed(listed, at, context), ...matchListedItems(listed, at, context)]
    .filter(({ by }) => by === 'exact' || by === 'case')
    .map((one) => {
      // An abbreviation is one without quotes, too.
      const isNamed =
        isQuoted || (one.by === 'exact' && typeof one.value === 'string' && /^\p{Lu}{2,}$/u.test(one.value));
      return { ...one, more: (one.more ?? 0) - (isQuoted ? 0 : 0.3), guess: one.guess === true || !isNamed };
    });
}

/** The same parameter as one that lists these values: one object, so that what is read once for it is. */
function withValues(leaf: Leaf, values: readonly string[]): Leaf {
  const known = LISTING.get(leaf);
  if (known?.enumValues.length === values.length && values.every((value, at) => value === known.enumValues[at]))
    return known;
  const listed = { ...leaf, enumValues: values };
  LISTING.set(leaf, listed);
  return listed;
}

const LISTING = new WeakMap<Leaf, Leaf>();

/** More than this are no examples but a catalogue, whose words are found in every text. */
const EXAMPLES_MAX = 24;

const finish = { type: 'string', enum: ['matt', 'high_gloss', 'natural'] };

export const LISTED: readonly TextRule[] = [
  {
    name: 'listed-value',
    reads: 'words of an enum value, in any case and form',
    matches: matchListed,
    listed: true,
    evenDenied: true,
    strength: 2.5,
    firm: true,
    why: 'A schema that lists its values says what else none of them can be.',
    takes: { finish },
    case: ['Paint the shelf in high gloss', 'high_gloss'],
    counterCase: 'Paint the shelf, but not in high gloss',
  },
  {
    name: 'listed-items',
    reads: 'all enum values that are said, for a list of them',
    matches: matchListedItems,
    types: ['array'],
    listed: true,
    evenDenied: true,
    strength: 2.5,
    firm: true,
    why: 'Each item that is said belongs to the list; where the text goes on to one that is not listed, the list is not whole.',
    takes: { coats: { type: 'array', items: finish } },
    case: ['Offer it in matt and natural', ['matt', 'natural']],
    counterCase: 'Offer it in natural and velvet',
  },
  {
    name: 'switched-value',
    reads: '"turn on", "switch … off", for a parameter that is on or off',
    matches: matchSwitched,
    listed: true,
    strength: 1.9,
    firm: true,
    why: 'The particle of the verb says which of the two states is ordered.',
    takes: { power: { type: 'string', enum: ['on', 'off'] } },
    case: ['Switch the pump off', 'off'],
    counterCase: 'Put the pump on the shelf by the door',
  },
  {
    name: 'denied-value',
    reads: 'an enum value that is denied, for a parameter that may be left out',
    matches: matchDenied,
    listed: true,
    evenDenied: true,
    strength: 2,
    firm: false,
    why: 'What must not be restricts the order, and no value of the parameter says that: it is asked about.',
    takes: { finish },
    needs: [],
    case: ['Paint the shelf, but not natural', 'natural'],
    counterCase: 'Paint the shelf natural',
  },
  {
    name: 'misspelt-value',
    reads: 'a word one letter from an enum value',
    matches: matchMisspelt,
    listed: true,
    strength: 2,
    firm: false,
    why: 'It is asked about: one letter may also make another word.',
    takes: { finish },
    case: ['Paint the shelf natral', 'natural'],
    counterCase: 'Paint the shelf neutral grey',
  },
  {
    name: 'described-code',
    reads: 'the label of a code that the description spells out ("1 = cold, 2 = warm")',
    matches: matchMap,
    strength: 2.2,
    firm: true,
    why: 'The description is the caller’s own table from words to codes.',
    takes: { rinse: { type: 'integer', description: '1 = cold water, 2 = warm water' } },
    case: ['Rinse it with warm water', 2],
    counterCase: 'Rinse it, without warm water',
  },
  {
    name: 'ordered-act',
    reads: 'a verb of the same kind as an enum value that is an act',
    matches: matchAct,
    listed: true,
    strength: 1.7,
    firm: true,
    why: 'Where the values are acts, the verb of the order chooses one.',
    takes: { action: { type: 'string', enum: ['create', 'delete'] } },
    case: ['Remove the old shelf', 'delete'],
    counterCase: 'Never remove the old shelf',
  },
  {
    name: 'shown-example',
    reads: 'a value that the description quotes as an example',
    matches: matchExample,
    types: ['string', 'array'],
    listed: false,
    evenDenied: true,
    strength: 2,
    firm: true,
    why: 'What the description shows as a value is one when it is said.',
    takes: { wood: { type: 'string', description: "Kind of wood, such as 'walnut' or 'beech'" } },
    case: ['A shelf of walnut', 'walnut'],
    counterCase: 'A shelf, not of walnut',
  },
];
