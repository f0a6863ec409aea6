// Addresses: street, city, postal code, state and country, said one behind the other.
// In: a source. Out: the parts of each address with their places. Why: only the order and the commas say which word is the city.

import { allMatches } from '../../text/all-matches.ts';
import type { Source } from './span.ts';

export type AddressPart = 'street' | 'city' | 'code' | 'state' | 'country';

interface PlacedPart {
  readonly kind: AddressPart;
  readonly start: number;
  readonly end: number;
}

const STREET_WORDS =
  'street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|way|court|ct|place|pl|square|highway|hwy|parkway|pkwy|terrace';
const FLAT = '(?:,? (?:apt|apartment|suite|unit|floor|flat)\\.? ?#?[\\p{L}\\p{N}]{1,6})?';
const NUMBER = '(?<![\\p{L}\\p{N}.,$€£-])\\d{1,5}[A-Za-z]? ';
/** "14 Harbour Street", with a flat behind it. */
const HOUSE = new RegExp(`${NUMBER}(?:[\\p{L}'’]{1,20}\\.? ){1,4}(?:${STREET_WORDS})(?![\\p{L}\\p{N}])${FLAT}`, 'giu');
/** Words that are streets with a capital only: "3 Quarry Close". */
const HOUSE_NAMED = new RegExp(
  `${NUMBER}(?:\\p{Lu}[\\p{L}'’]{1,20}\\.? ){1,3}(?:Row|Close|Crescent|Quay|Alley|Walk|Gardens?|Hill|Grove|Mews)(?![\\p{L}\\p{N}])${FLAT}`,
  'gu',
);
/** "Hauptstraße 12", "Rue de Lyon 8", "Storgata 5b": the number behind. Only words that no English noun ends with. */
const HOUSE_BEHIND =
  /(?<![\p{L}\p{N}])(?:(?:\p{Lu}[\p{L}'’.-]* ){0,2}\p{Lu}[\p{L}'’-]*(?:straße|strasse|str\.|weg|platz|allee|gasse|damm|ufer|straat|laan|gracht|plein|kade|gata|gatan|gate|veien|vägen|vej|gade|katu|tie)|(?:Rue|Avenue|Via|Viale|Piazza|Calle|Avenida|Plaza|Rua|Praça|ul\.|Ulica) (?:\p{L}[\p{L}'’.-]* ){0,4}?\p{L}[\p{L}'’.-]*),? \d{1,4} ?[a-z]?(?![\p{L}\p{N}])/gu;
/** Postal codes: five or four digits, the British and Canadian forms, the Dutch, Polish and Portuguese ones. */
const CODE =
  /^(?:[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d|\d{5}(?:-\d{4})?|\d{4} ?[A-Z]{2}|\d{2}-\d{3}|\d{4}-\d{3}|\d{3} \d{2}|\d{4})(?![\p{L}\p{N}])/u;
const CITY =
  /^(?:(?:St|Saint)\.? )?\p{Lu}[\p{L}'’.-]*(?: (?:\p{Lu}[\p{L}'’-]*|am|an|der|de|la|le|upon|on|sur|del?))*(?: \p{Lu}[\p{L}'’-]*)?/u;

/** "7 pm on the terrace", "4 miles down the road": no name of a street has such a word. */
const NO_STREET =
  /^\d+ (?:[ap]m|miles?|km|minutes?|hours?|people)\b| (?:on|at|in|down|up|along|from|to|by|for|with|and|near|off) /iu;

/** Streets with their number. */
export function readStreets({ text }: Source): RegExpExecArray[] {
  return [...allMatches(text, HOUSE), ...allMatches(text, HOUSE_NAMED)].filter(([said]) => !NO_STREET.test(said));
}

/** The parts of every address in a text that has a street. */
export function readAddressParts(source: Source): PlacedPart[][] {
  return [...readStreets(source), ...allMatches(source.text, HOUSE_BEHIND)].map((match) => {
    const parts: PlacedPart[] = [{ kind: 'street', start: match.index, end: match.index + match[0].length }];
    let at = match.index + match[0].length;
    for (let step = 0; step < PARTS_MAX; step += 1) {
      const joint = /^(?:,\s*|\s+(?:in\s+)?)/u.exec(source.text.slice(at, at + 8))?.[0] ?? '';
      if (joint === '') break;
      const from = at + joint.length;
      const rest = source.text.slice(from, from + 60);
      const next = partAt(
        rest,
        parts.map(({ kind }) => kind),
        joint.includes(','),
      );
      if (next === null) break;
      parts.push({ kind: next.kind, start: from, end: from + next.length });
      at = from + next.length;
    }
    return parts;
  });
}

const PARTS_MAX = 5;

/** A month or a day of the week, which is no town. */
export const NAME_OF_DAY =
  /(?:(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)(?= \d)|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day(?!\p{L}))/u;
const BEGINS_DAY = new RegExp(`^${NAME_OF_DAY.source}`, 'u');

function partAt(
  rest: string,
  have: readonly AddressPart[],
  isParted: boolean,
): { kind: AddressPart; length: number } | null {
  if (BEGINS_DAY.test(rest)) return null;
  const code = CODE.exec(rest)?.[0];
  if (code !== undefined && !have.includes('code')) return { kind: 'code', length: code.length };
  if (have.includes('city')) {
    const letters = /^[A-Z]{2}(?![\p{L}\p{N}])/u.exec(rest)?.[0];
    // Two letters before a code are a state, behind everything a country.
    if (letters !== undefined)
      return have.includes('code') || have.includes('state') || !/^[A-Z]{2},? \d{5}/u.test(rest)
        ? { kind: 'country', length: letters.length }
        : { kind: 'state', length: letters.length };
    const country = isParted ? /^\p{Lu}\p{L}+(?: (?:of )?\p{Lu}\p{L}+){0,2}/u.exec(rest)?.[0] : undefined;
    // "Springfield, Illinois, USA": with another behind it, what looked like the country is the state.
    return country === undefined || have.includes('country') ? null : { kind: 'country', length: country.length };
  }
  const city = isParted || have.includes('code') ? CITY.exec(rest)?.[0] : undefined;
  return city === undefined
    ? null
    : { kind: 'city', length: city.replace(/ (?:am|an|der|de|la|le|upon|on|sur|del?)$/u, '').length };
}
