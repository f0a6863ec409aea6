// Places: the larger cities of the world, the state of those of the United States, and the letters of the states.
// In: a city's or state's name. Out: whether it is one; the two letters of the state.
// Why: people who chat write "in lisbon" without a capital. And many parameters ask for "City, ST" while people say the city: there
// the gazetteer only completes proposals for a person to confirm; what the user did not say is never sent.

import gazetteer from 'city-timezones';
import { allMatches } from '../../text/all-matches.ts';

let regions: ReadonlyMap<string, string> | null = null;

/** The state of a city, the largest one of that name; null where the gazetteer has none. */
export function regionOf(city: string): string | null {
  regions ??= readRegions();
  return regions.get(city.toLowerCase()) ?? null;
}

let cities: ReadonlySet<string> | null = null;

/** Smaller ones are named like too many other things. */
const CITY_POPULATION_MIN = 300_000;

/** True for the name of a larger city, in any case; one of three letters is a word ("in van"). */
export function isCity(name: string): boolean {
  cities ??= largerCities(() => true);
  return name.length > 3 && cities.has(name.toLowerCase());
}

let abroad: ReadonlySet<string> | null = null;

/** True for a larger city that no state of the United States has, by its name with its capital. */
export function isCityAbroad(name: string): boolean {
  abroad ??= largerCities((country) => country !== 'US');
  return regionOf(name) === null && abroad.has(name.toLowerCase());
}

/** Names in small letters, with their accents and without. */
function largerCities(isIn: (country: string) => boolean): ReadonlySet<string> {
  return new Set(
    gazetteer.cityMapping
      .filter(({ pop, iso2 }) => pop >= CITY_POPULATION_MIN && isIn(iso2))
      .flatMap(({ city, city_ascii: plain }) => [city.toLowerCase(), plain.toLowerCase()]),
  );
}

function readRegions(): ReadonlyMap<string, string> {
  const cities = gazetteer.cityMapping.filter(
    ({ iso2, state_ansi: state }) => iso2 === 'US' && /^[A-Z]{2}$/.test(state ?? ''),
  );
  // The last one with a name is kept.
  cities.sort((a, b) => a.pop - b.pop);
  return new Map(
    cities.flatMap(
      ({ city, city_ascii: plain, state_ansi: state }) =>
        [
          [city.toLowerCase(), state],
          [plain.toLowerCase(), state],
        ] as const,
    ),
  );
}

/** Names of countries that the gazetteer has otherwise. Written for this project. */
const OTHER_NAMES =
  'usa:US;united states:US;us:US;u.s.:US;america:US;uk:GB;u.k.:GB;britain:GB;great britain:GB;england:GB;scotland:GB;wales:GB;holland:NL;czech republic:CZ;czechia:CZ;south korea:KR;russia:RU;turkey:TR;türkiye:TR;uae:AE';

let countries: ReadonlyMap<string, string> | null = null;

function readCountries(): ReadonlyMap<string, string> {
  const own = gazetteer.cityMapping.flatMap(({ country, iso2 }): [string, string][] =>
    /^[A-Z]{2}$/u.test(iso2) && !CODE_OF_STATE.has(country.toLowerCase()) ? [[country.toLowerCase(), iso2]] : [],
  );
  return new Map([
    ...own,
    ...OTHER_NAMES.split(';').map((pair): [string, string] => pair.split(':') as [string, string]),
  ]);
}

/** True for the name of a country or of a state of the United States, in any case. */
export function isRegionName(name: string): boolean {
  countries ??= readCountries();
  return countries.has(name.toLowerCase()) || CODE_OF_STATE.has(name.toLowerCase());
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
  countries ??= readCountries();
  const names = countries;
  named ??= new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${[...names.keys()]
      .sort((a, b) => b.length - a.length || (a < b ? -1 : 1))
      .map((name) => name.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&'))
      .join('|')})(?![\\p{L}\\p{N}])`,
    'giu',
  );
  return allMatches(text, named).flatMap(({ 0: name, index }) =>
    /^\p{Lu}/u.test(name)
      ? [{ start: index, end: index + name.length, code: names.get(name.toLowerCase()) ?? '' }]
      : [],
  );
}

const STATES =
  'Alabama:AL;Alaska:AK;Arizona:AZ;Arkansas:AR;California:CA;Colorado:CO;Connecticut:CT;Delaware:DE;Florida:FL;Georgia:GA;Hawaii:HI;Idaho:ID;Illinois:IL;Indiana:IN;Iowa:IA;' +
  'Kansas:KS;Kentucky:KY;Louisiana:LA;Maine:ME;Maryland:MD;Massachusetts:MA;Michigan:MI;Minnesota:MN;Mississippi:MS;Missouri:MO;Montana:MT;Nebraska:NE;Nevada:NV;New Hampshire:NH;' +
  'New Jersey:NJ;New Mexico:NM;New York:NY;North Carolina:NC;North Dakota:ND;Ohio:OH;Oklahoma:OK;Oregon:OR;Pennsylvania:PA;Rhode Island:RI;South Carolina:SC;South Dakota:SD;' +
  'Tennessee:TN;Texas:TX;Utah:UT;Vermont:VT;Virginia:VA;Washington:WA;West Virginia:WV;Wisconsin:WI;Wyoming:WY';

/** Two letters of each state, by its name in small letters. */
export const CODE_OF_STATE: ReadonlyMap<string, string> = new Map(
  STATES.split(';').map((pair): [string, string] => {
    const [state = '', code = ''] = pair.split(':');
    return [state.toLowerCase(), code];
  }),
);
