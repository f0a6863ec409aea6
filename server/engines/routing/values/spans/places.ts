// Places: the larger cities of the world, the state of those of the United States, and the letters of the states.
// In: a city's or state's name. Out: whether it is one; the two letters of the state.
// Why: people who chat write "in lisbon" without a capital. And many parameters ask for "City, ST" while people say the city: there
// the gazetteer only completes proposals for a person to confirm; what the user did not say is never sent.

import { allMatches } from '../../text/all-matches.ts';
import { CODE_OF_COUNTRY, LARGER_ABROAD, LARGER_HOME, STATE_OF_CITY } from '../../text/gazetteer.ts';

const REGIONS = mapOf(STATE_OF_CITY);

/** The state of a city, the largest one of that name; null where the gazetteer has none. */
export function regionOf(city: string): string | null {
  return REGIONS.get(city.toLowerCase()) ?? null;
}

const ABROAD: ReadonlySet<string> = new Set(LARGER_ABROAD.split(';'));
const CITIES: ReadonlySet<string> = new Set([...ABROAD, ...LARGER_HOME.split(';')]);

/** True for the name of a larger city, in any case; one of three letters is a word ("in van"). */
export function isCity(name: string): boolean {
  return name.length > 3 && CITIES.has(name.toLowerCase());
}

/** True for a larger city that no state of the United States has, by its name with its capital. */
export function isCityAbroad(name: string): boolean {
  return regionOf(name) === null && ABROAD.has(name.toLowerCase());
}

/** `name:CODE` joined by `;`. */
function mapOf(pairs: string): ReadonlyMap<string, string> {
  return new Map(pairs.split(';').map((pair): [string, string] => pair.split(':') as [string, string]));
}

const STATES =
  'alabama:AL;alaska:AK;arizona:AZ;arkansas:AR;california:CA;colorado:CO;connecticut:CT;delaware:DE;florida:FL;georgia:GA;hawaii:HI;idaho:ID;illinois:IL;indiana:IN;iowa:IA;' +
  'kansas:KS;kentucky:KY;louisiana:LA;maine:ME;maryland:MD;massachusetts:MA;michigan:MI;minnesota:MN;mississippi:MS;missouri:MO;montana:MT;nebraska:NE;nevada:NV;new hampshire:NH;' +
  'new jersey:NJ;new mexico:NM;new york:NY;north carolina:NC;north dakota:ND;ohio:OH;oklahoma:OK;oregon:OR;pennsylvania:PA;rhode island:RI;south carolina:SC;south dakota:SD;' +
  'tennessee:TN;texas:TX;utah:UT;vermont:VT;virginia:VA;washington:WA;west virginia:WV;wisconsin:WI;wyoming:WY';

/** Two letters of each state, by its name in small letters. */
export const CODE_OF_STATE = mapOf(STATES);

/** Names of countries that the gazetteer has otherwise. Written for this project. */
const OTHER_NAMES =
  'usa:US;united states:US;us:US;u.s.:US;america:US;uk:GB;u.k.:GB;britain:GB;great britain:GB;england:GB;scotland:GB;wales:GB;holland:NL;czech republic:CZ;czechia:CZ;south korea:KR;russia:RU;turkey:TR;türkiye:TR;uae:AE';

const COUNTRIES: ReadonlyMap<string, string> = new Map(
  [...mapOf(CODE_OF_COUNTRY)].filter(([name]) => !CODE_OF_STATE.has(name)).concat([...mapOf(OTHER_NAMES)]),
);

/** True for the name of a country or of a state of the United States, in any case. */
export function isRegionName(name: string): boolean {
  const said = name.toLowerCase();
  // "U.S" at the end of a sentence.
  return COUNTRIES.has(said) || COUNTRIES.has(`${said}.`) || CODE_OF_STATE.has(said);
}

interface Country {
  readonly start: number;
  readonly end: number;
  /** ISO 3166, two letters. */
  readonly code: string;
}

let named: RegExp | null = null;

/** Countries that a text names, with their capitals; none that share their name with a state. */
export function readCountriesIn(text: string): Country[] {
  named ??= new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${[...COUNTRIES.keys()]
      .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
      .map((name) => name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'))
      .join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  );
  return allMatches(text, named).flatMap(({ 0: name, index }) =>
    /^\p{Lu}/u.test(name)
      ? [{ start: index, end: index + name.length, code: COUNTRIES.get(name.toLowerCase()) ?? '' }]
      : [],
  );
}
