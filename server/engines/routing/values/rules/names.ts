// Names: proper names by their capitals, and noun phrases as a last resort.
// In: a leaf and a span. Out: rows, of which the first that fits decides. Why: a name is strong evidence where the parameter expects
// one and the words around say so; a phrase is only a guess.

import { isStopWord, splitIdentifier, stemOf, weightOf } from '../../text/words.ts';
import { perLeaf } from '../../tools/per-leaf.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Want } from '../../tools/wants.ts';
import { wantsRegion } from '../../tools/wants.ts';
import type { Context } from '../context.ts';
import { isCity, isCityAbroad, isRegionName, regionOf } from '../spans/places.ts';
import type { Span } from '../spans/span.ts';
import type { SpanRule } from './rule.ts';

const textOf = ({ source, start, end }: Span): string => source.text.slice(start, end);
const leadOf = ({ source, start }: Span, length: number): string =>
  source.text.slice(Math.max(0, start - length), start);
const wantOfLeaf = (leaf: Leaf, { wants, leaves }: Context): Want => wants[leaves.indexOf(leaf)] ?? 'other';

const IN_TOWN = /\b(?:in|to|from|near|at)\s+$/iu;
const TITLED = /\b(?:named|called|titled|labell?ed|label|name of|name it|title of)\s+$/iu;
const PLACES_OF =
  /^(?:the )?(?:isle|island|republic|state|city|town|bay|gulf|cape|kingdom|united|district|province|county|strait|university|museum|port|lake|mount|palace|house|bank|north|south|east|west)\b/iu;
/** Adjectives of places: "Japanese food" is not food in Japan. */
const DEMONYM = /(?:ese|ish|ian|ean|ican|French|German|Greek|Dutch|Swiss|Welsh|Thai|Czech)$/u;

/** "The harbour of Malta" is another place than Malta, and only the tool could know that it is asked for by its country. */
function isOwned(span: Span, known: ReadonlySet<string>): boolean {
  const owner = /\b(\p{Ll}+) of (?:the )?$/u.exec(leadOf(span, 32))?.[1];
  return (
    owner !== undefined &&
    !isStopWord(owner) &&
    weightOf({ surface: owner }) === 1 &&
    !known.has(stemOf(owner)) &&
    !PLACES_OF.test(owner)
  );
}

/** Nothing beside the name or in it leaves open what is meant. */
function isWholeName(leaf: Leaf, span: Span, context: Context): boolean {
  const { known } = context;
  const text = textOf(span);
  const want = wantOfLeaf(leaf, context);
  // Behind a place or a person stands what is wanted of it ("London hotels"); a title may go on in small letters.
  const { trailing, leading } = span.detail;
  const isHalved =
    trailing !== undefined &&
    !leaf.nameStems.includes(stemOf(trailing)) &&
    (!(want === 'place' || want === 'person') || !known.has(stemOf(trailing)) || DEMONYM.test(text));
  // "Harbour District" for a district that is shown as 'Uptown': with or without its last word, nothing says.
  const label = /\s(\p{L}+)$/u.exec(text)?.[1]?.toLowerCase() ?? '';
  const isLabelled =
    leaf.nameStems.includes(stemOf(label)) &&
    /['"“‘]\p{Lu}/u.test(leaf.description) &&
    !leaf.description.toLowerCase().includes(` ${label}'`);
  const isNarrowed = want === 'place' && leading !== undefined && !known.has(stemOf(leading));
  const lacksRegion =
    want === 'place' && wantsRegion(leaf) && !text.includes(',') && !(isRegionOnlyShown(leaf) && isCityAbroad(text));
  return !lacksRegion && !isHalved && !isNarrowed && !isLabelled && !mayCount(leaf, span, context);
}

/** "Pay Ann 50", "a table at Nobu 4": the number behind the name may be another value. A pier has a number, and so has a house. */
function mayCount(leaf: Leaf, span: Span, context: Context): boolean {
  const text = textOf(span);
  if (!/\p{L} \d{1,4}$/u.test(text) || NUMBERED.test(text)) return false;
  if (wantOfLeaf(leaf, context) === 'person') return true;
  if (/\b(?:address|street|location|place)\b/iu.test(`${leaf.nameWords.join(' ')} ${leaf.description}`)) return false;
  return context.leaves.some(({ type }) => type === 'integer' || type === 'number');
}

/** Nouns for things of which each has a number. */
const NUMBERED =
  /(?:^| )(?:Apartment|Bay|Block|Booth|Building|Chapter|Class|Court|Dock|Episode|Exit|Flat|Floor|Gate|Grade|Group|Hall|Lane|Level|Line|Lot|Part|Phase|Pier|Platform|Room|Route|Season|Sector|Stage|Stand|Studio|Suite|Team|Terminal|Track|Unit|Version|Volume|Ward|Zone) \d{1,4}$/u;

/**
 * The description shows towns with their states and demands none. A city of no state is whole by itself then. One that some state has is
 * asked about: the example shows that states tell such towns apart, and which one is meant nobody said.
 */
function isRegionOnlyShown({ description }: Leaf): boolean {
  return !/\b(?:formats?|formatted|form|must|should|states?|countr(?:y|ies)|provinces?|abbreviated|two[- ]letter|comma)\b/iu.test(
    description,
  );
}

/** It asks for the name of the city; or it is called a place, and described as the city alone. */
function isOnlyCity({ description, nameWords }: Leaf): boolean {
  return (
    /\bname of the city\b/iu.test(description) ||
    (!nameWords.includes('city') && /^the city (?:to|for|in|of|from|whose|where|that|which)\b/iu.test(description))
  );
}

const BASES: Partial<Record<Want, number>> = { place: 1.1, person: 1.1, title: 1.1, text: 0.5, id: 0.35 };
const baseOf = (want: Want, span: Span): number =>
  want === 'place' && DEMONYM.test(textOf(span)) ? 0.5 : (BASES[want] ?? 0.9);

const string = { type: 'string' };
const region = { type: 'string', description: 'City and state, e.g. Reno, NV' };

/** Who is made gets the name behind "for"; what is made is made for somebody. */
const PERSONAL: ReadonlySet<string> = new Set(
  'contact customer client user full member employee patient guest lead tenant student profile person staff worker player login badge'.split(
    ' ',
  ),
);

/** "A folder for Ann": for whom it is made, and not what it is called. */
function isMadeFor({ nameWords, path, description }: Leaf, span: Span, { tool }: Context): boolean {
  return (
    path.length === 1 &&
    /^(?:name|title)$/u.test(nameWords.join(' ')) &&
    tool.makes.size > 0 &&
    /\bfor (?:the )?$/iu.test(leadOf(span, 8)) &&
    ![...tool.nameWords, ...tool.descriptionWords, ...splitIdentifier(description)].some((word) => PERSONAL.has(word))
  );
}

/** "Internal name of the pipeline", for `pipeline`. Of a company, a person or a place nobody says the noun. */
const isNameOfThing: (leaf: Leaf) => boolean = perLeaf(({ description, nameStems, nameWords }) => {
  const [, noun] = /^(?:the |an? )?(?:\p{L}+ )?names? of (?:the |an? )?(\p{L}+)/iu.exec(description) ?? [];
  return (
    noun !== undefined &&
    nameStems.includes(stemOf(noun.toLowerCase())) &&
    !nameWords.some((word) => KNOWN_BY_NAME.has(word))
  );
});
const KNOWN_BY_NAME: ReadonlySet<string> = new Set([
  ...PERSONAL,
  ...'company organization organisation employer brand vendor supplier hotel restaurant city town place airport station artist author team club school bank theater theatre cinema museum gallery venue stadium arena hall store shop library park'.split(
    ' ',
  ),
]);

const TO_THING = /\b(?:from|to|on|off|in|into|of|for)\s+(?:the\s+|my\s+|our\s+)?$/iu;

function isNeededName(leaf: Leaf, span: Span, { leaves, names }: Context): boolean {
  const takes = (one: Leaf): boolean =>
    one.requiredInside && one.type === 'string' && one.enumValues.length === 0 && one.format === null && isNamed(one);
  return names === 1 && takes(leaf) && leaves.filter(takes).length === 1 && TO_THING.test(leadOf(span, 16));
}

/** "Audience ID or exact name": a description that begins with what its thing is called. */
const isNamed: (leaf: Leaf) => boolean = perLeaf(
  ({ description, schema }) => /^[^.]{0,40}\bname\b/iu.test(description) && !schema.has('pattern'),
);

export const NAMES: readonly SpanRule[] = [
  {
    name: 'no-country',
    reads: 'a name that no country has, for a parameter that takes the name of one',
    kinds: ['name'],
    when: (leaf, span) =>
      leaf.nameWords.at(-1) === 'country' && span.detail.address !== true && !isRegionName(textOf(span)),
    strength: 0.5,
    firm: false,
    why: 'All countries are known by name; a company or a town is none.',
    takes: { country: string },
    case: ['Print the rents of Orbit', 'Orbit'],
    counterCase: 'Print the rents of Norway',
  },
  {
    name: 'made-for',
    reads: 'a name behind "for", for the name of a thing that is made',
    kinds: ['name'],
    when: isMadeFor,
    strength: 0.5,
    firm: false,
    why: 'A shelf for Ann is hardly called Ann.',
    takes: { name: string },
    tool: ['create_shelf', 'Create a shelf.'],
    case: ['Create a shelf for Ann', 'Ann'],
    counterCase: 'Create a shelf',
  },
  {
    name: 'ticker',
    reads: 'a word of capitals, for a parameter that takes a symbol',
    kinds: ['name'],
    when: (leaf, span) =>
      leaf.nameWords.some((word) => word === 'symbol' || word === 'ticker') && /^\p{Lu}{1,5}$/u.test(textOf(span)),
    strength: 1.9,
    firm: true,
    why: 'A symbol is a word of capitals alone.',
    takes: { symbol: string },
    case: ['Print 10 shares of MLLX', 'MLLX'],
    counterCase: 'Print 10 shares of Mill Works',
  },
  {
    name: 'city-with-region',
    reads: 'a city with its region, for a parameter described as the city alone',
    kinds: ['name'],
    wants: ['place'],
    when: (leaf, span) =>
      textOf(span).includes(', ') && span.detail.address !== true && isOnlyCity(leaf) && !wantsRegion(leaf),
    strength: 0.9,
    firm: false,
    why: 'Whether the region belongs to the name is not said.',
    takes: { city: { type: 'string', description: 'The name of the city' } },
    case: ['Print the map of Leeds, UK', 'Leeds, UK'],
    counterCase: 'Print the map of Leeds',
  },
  {
    name: 'open-title',
    reads: 'a name behind "titled" that goes on in small letters',
    kinds: ['name'],
    when: (_, span) =>
      TITLED.test(leadOf(span, 24)) &&
      /^ (?!(?:is|was|are|were|has|have|by|and|please|that|which) )\p{Ll}+ \p{Ll}/u.test(
        span.source.text.slice(span.end, span.end + 24),
      ),
    strength: 0.9,
    firm: false,
    why: 'Nothing says how far it goes.',
    takes: { title: string },
    case: ['Print a card titled Off to the sea', 'Off'],
    counterCase: 'Print a card titled Off Season',
  },
  {
    name: 'owned-name',
    reads: 'the owner of a place',
    kinds: ['name'],
    wants: ['place'],
    when: (_, span, { known }) => isOwned(span, known),
    strength: 0.9,
    firm: false,
    why: 'The cellar of a house is not the house.',
    takes: { city: string },
    case: ['Print the harbour of Malta', 'Malta'],
    counterCase: 'Print the city of Malta',
  },
  {
    name: 'person-as-place',
    reads: 'a name with "of" that opens with no word for a place',
    kinds: ['name'],
    wants: ['place'],
    when: (_, span) => / of /u.test(textOf(span)) && !PLACES_OF.test(textOf(span)),
    strength: 0.5,
    firm: false,
    why: 'The Duke of Parma is a person; the Isle of Man a place.',
    takes: { city: string },
    case: ['Meet the Duke of Parma', 'Duke of Parma'],
    counterCase: 'Meet on the Isle of Man',
  },
  {
    name: 'cuisine',
    reads: 'an adjective of a place, for a cuisine',
    kinds: ['name'],
    when: (leaf, span) =>
      leaf.nameWords.includes('cuisine') && DEMONYM.test(textOf(span)) && span.detail.trailing !== undefined,
    strength: 1.9,
    firm: true,
    why: '"Italian restaurants" says how they cook.',
    takes: { cuisine: string },
    case: ['Find an inn with Basque-Italian food or Italian restaurants', 'Italian'],
    counterCase: 'Find an inn in Parma',
  },
  {
    name: 'kind-beside-name',
    reads: 'a name beside the name of a parameter that takes a kind',
    kinds: ['name'],
    wants: ['kind'],
    more: (_, span) => (DEMONYM.test(textOf(span)) ? 0.4 : 0),
    strength: 0.5,
    firm: true,
    besideName: true,
    why: 'A kind has a name seldom; the parameter’s own name says that it is meant.',
    takes: { style: string },
    case: ['Paint it in style Empire', 'Empire'],
    counterCase: 'Paint it for Ann Mill',
  },
  {
    name: 'street-address',
    reads: 'a street with its number, for a parameter that takes a place',
    kinds: ['name'],
    wants: ['place'],
    when: (_, span) => span.detail.address === true,
    strength: 1.6,
    firm: true,
    why: 'Nothing else looks like one.',
    takes: { address: string },
    case: ['Bring it to 7 Mill Lane', '7 Mill Lane'],
    counterCase: 'Bring 7 chairs',
  },
  {
    name: 'street-address-elsewhere',
    reads: 'such an address, for any other parameter',
    kinds: ['name'],
    when: (_, span) => span.detail.address === true,
    strength: 0.4,
    firm: false,
    why: 'It is proposed.',
    takes: { title: string },
    case: ['Bring it to 7 Mill Lane', '7 Mill Lane'],
    counterCase: 'Bring 7 chairs',
  },
  {
    name: 'city-of-gazetteer',
    reads: 'a city, for a parameter that wants its state, too',
    kinds: ['name'],
    wants: ['place'],
    when: (leaf, span) => wantsRegion(leaf) && !textOf(span).includes(',') && regionOf(textOf(span)) !== null,
    value: (_, span) => ({ value: `${textOf(span)}, ${regionOf(textOf(span)) ?? ''}`, by: 'gazetteer' }),
    strength: 1.1,
    firm: false,
    why: 'The table’s word is not the user’s: a guess for a person to confirm.',
    takes: { city: region },
    case: ['Paint the mill in Boston', 'Boston, MA'],
    counterCase: 'Paint the mill in Bergen, NJ',
  },
  {
    name: 'name-of-thing',
    reads: 'a proper name, for an optional parameter that is described as the name of a thing that it is called after',
    kinds: ['name'],
    wants: ['title'],
    when: (leaf) => !leaf.required && isNameOfThing(leaf),
    strength: 0.9,
    firm: true,
    besideName: true,
    why: 'A name says not of what kind of thing it is; who means that thing says its noun.',
    takes: { shelf: { type: 'string', description: 'Name of the shelf' }, city: string },
    needs: ['city'],
    case: ['Paint the shelf North', 'North'],
    counterCase: 'Paint it for North',
  },
  {
    name: 'name',
    reads: 'a proper name, for a parameter that takes a place, a person or a title',
    kinds: ['name'],
    wants: ['place', 'person', 'title', 'path', 'unit', 'platform', 'year', 'datetime'],
    when: isWholeName,
    more: (want, span) => baseOf(want, span) - 1.1,
    strength: 1.1,
    firm: true,
    why: 'Capitals mark a name; the word before it says whose.',
    takes: { city: string },
    case: ['Paint the mill in Leeds', 'Leeds'],
    counterCase: 'Paint the mill in Leeds town hall colours',
  },
  {
    name: 'name-beside-name',
    reads: 'a proper name beside the name of a parameter of no known kind',
    kinds: ['name'],
    wants: ['other'],
    when: isWholeName,
    strength: 0.9,
    firm: true,
    besideName: true,
    why: 'The parameter’s name says that it is meant.',
    takes: { tenant: string },
    case: ['Print the tenant Ann Mill', 'Ann Mill'],
    counterCase: 'Print it for Ann Mill',
  },
  {
    name: 'needed-name',
    reads: 'the one proper name behind a preposition, for the one required parameter that takes a name or an id',
    kinds: ['name'],
    wants: ['id', 'other'],
    when: (leaf, span, context) => isNeededName(leaf, span, context) && isWholeName(leaf, span, context),
    strength: 1.6,
    firm: true,
    why: 'The tool cannot do without, nothing else takes it, and nothing else is named.',
    takes: { list: { type: 'string', description: 'ID or exact name of the list' } },
    tool: ['leave_list', 'Leave a list.'],
    case: ['Take me off Brix Friends', 'Brix Friends'],
    counterCase: 'Take Ann Mill off Brix Friends',
  },
  {
    name: 'name-elsewhere',
    reads: 'a proper name, for a text or a code, or with words beside it that may belong to it',
    kinds: ['name'],
    more: (want, span) => baseOf(want, span) - 0.5,
    strength: 0.5,
    firm: false,
    why: 'It is proposed.',
    takes: { message: string },
    case: ['Write to Ann Mill', 'Ann Mill'],
    counterCase: 'Write',
  },
  {
    name: 'small-town',
    reads: 'a larger city without its capital, alone behind its preposition',
    kinds: ['phrase'],
    wants: ['place'],
    when: (leaf, span) =>
      !wantsRegion(leaf) &&
      IN_TOWN.test(leadOf(span, 12)) &&
      /^\s*(?:$|[.;!?]|,\s*(?:$|please|thanks|now|today|tonight|tomorrow)|(?:on|in|at|for|from|to|and|or|with|by|tomorrow|today|tonight|now|please|right)\b)/iu.test(
        span.source.text.slice(span.end, span.end + 12),
      ) &&
      isCity(textOf(span)),
    strength: 1.1,
    firm: true,
    why: 'People who chat write "in lisbon".',
    takes: { city: string },
    case: ['Print the map in lisbon', 'lisbon'],
    counterCase: 'Print the map in colour',
  },
  {
    name: 'phrase-as-kind',
    reads: 'a noun phrase, for a parameter that takes a kind',
    kinds: ['phrase'],
    wants: ['kind'],
    more: (_, span) => (span.detail.labelled === true ? -0.2 : 0),
    strength: 0.5,
    firm: false,
    why: 'A phrase is only a guess.',
    takes: { style: string },
    case: ['Paint it in plain oak', 'plain oak'],
    counterCase: 'Do it',
  },
  {
    name: 'phrase',
    reads: 'a noun phrase, for any other parameter',
    kinds: ['phrase'],
    more: (want, span) =>
      (want === 'id' ? -0.25 : want === 'person' ? -0.2 : 0) - (span.detail.labelled === true ? 0.1 : 0),
    strength: 0.35,
    firm: false,
    why: 'A phrase is only a guess.',
    takes: { shelf: string },
    case: ['Paint the plain oak', 'plain oak'],
    counterCase: 'Do it',
  },
];
