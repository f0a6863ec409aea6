// Measured: currencies, languages, units, countries and days of the week: values of closed sets that have standard codes.
// In: a leaf and the context. Out: readings. Why: people say "euros", "in Norway" and "Mondays" where a schema wants `eur`, `NO` and
// `MO`. And in "convert 100 USD to EUR" nothing but the order and the number says which is `from`: what has an amount in front is
// converted, what stands behind "to", "into" or "in" is wanted.

import { isSameUnit, isUnitName } from '../../text/units.ts';
import { splitIdentifier, stemOf } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Side } from '../../tools/wants.ts';
import { sideOf } from '../../tools/wants.ts';
import { goesOn } from '../candidate.ts';
import type { Context } from '../context.ts';
import { matchesIn } from '../matches.ts';
import { isInAddress } from '../own.ts';
import { shapeOf } from '../shapes.ts';
import { readMeasures } from '../spans/measures.ts';
import { UNITS } from '../spans/numbers.ts';
import { readCountriesIn } from '../spans/places.ts';
import type { Source } from '../spans/span.ts';
import type { Reading, TextRule } from './rule.ts';

/** One measure said for a leaf, before it is known which side it stands on. */
interface Said {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
  readonly value: string;
  readonly by: string;
  readonly certain: boolean;
  /** A number stands beside it. */
  readonly amounts: boolean;
}

function matchMeasure(leaf: Leaf, at: number, context: Context): Reading[] {
  const want = context.wants[at];
  if (leaf.type !== 'string' || (want !== 'currency' && want !== 'language')) return [];
  const isCoded = want === 'currency' || wantsCode(leaf);
  const found = context.sources.flatMap((source) =>
    readMeasures(source, want).flatMap(({ start, end, codes, certain, isCode }): Said[] => {
      const text = source.text.slice(start, end);
      if (isCode && isInAddress({ source, start, end }, context)) return [];
      const amounts =
        /\d\s?$|\b(?:one|a|hundred|thousand|million|ten|twenty|fifty)\s$/iu.test(
          source.text.slice(Math.max(0, start - 10), start),
        ) || /^\s?[\d.]/u.test(source.text.slice(end, end + 2));
      const own = isCoded ? spelled(leaf, codes) : { value: text, isOnly: true };
      if (own === null) return [];
      return [
        {
          source,
          start,
          end,
          value: own.value,
          by: own.value === text ? 'exact' : isCode ? 'case' : `${want}-code`,
          certain: certain || own.isOnly || (amounts && /^[$£₹]$/u.test(text)),
          amounts,
        },
      ];
    }),
  );
  const wanted = sideOf(leaf);
  const current = found.filter(({ source }) => source.age === 0);
  const isAlone = context.wants.filter((one) => one === want).length === 1;
  return found.map((one): Reading => {
    const side = sideIn(one, current);
    const named = isNamed(leaf, one);
    const fits =
      wanted === null || (isAlone && one.amounts)
        ? side === 'to' || named || (isAlone && one.amounts)
          ? 1
          : 0.2
        : side === null
          ? named
            ? 1
            : 0
          : side === wanted
            ? 1.2
            : -1.2;
    return {
      value: one.value,
      by: one.by,
      places: [{ source: one.source, start: one.start, end: one.end }],
      more: fits,
      guess: !one.certain || fits < 1,
    };
  });
}

/** The code as the schema writes it; null where it lists none of them. `isOnly`: it lists no other that the words may mean. */
function spelled(leaf: Leaf, codes: readonly string[]): { readonly value: string; readonly isOnly: boolean } | null {
  const [first = ''] = codes;
  if (leaf.enumValues.length === 0) {
    const shape = shapeOf(leaf.schema);
    const isSmall = shape !== null && !shape.matches(first) && shape.matches(first.toLowerCase());
    return {
      value: isSmall ? first.toLowerCase() : first,
      isOnly: codes.length === 1 || (shape !== null && USUAL.has(first)),
    };
  }
  const listed = leaf.enumValues.filter(
    (value): value is string => typeof value === 'string' && codes.some((code) => isCode(value, code)),
  );
  const [value] = listed;
  return value === undefined ? null : { value, isOnly: listed.length === 1 };
}

/** `de`, `DE` and `de-DE` are German. */
function isCode(value: string, code: string): boolean {
  const [own, ...more] = value.toLowerCase().split(/[-_]/u);
  return own === code.toLowerCase() && more.length <= 1;
}

/** What a name that several currencies share means to most who use it, where the schema asks for a code of its form. */
const USUAL: ReadonlySet<string> = new Set(['USD', 'GBP']);

/** Which side of a conversion a measure stands on, by what is right before it, or by elimination when there are two. */
function sideIn(one: Said, all: readonly Said[]): Side {
  const own = sideBefore(one);
  if (own !== null || all.length !== 2) return own;
  const [other] = all.filter((said) => said !== one);
  const opposite = other === undefined ? null : sideBefore(other);
  return opposite === 'from' ? 'to' : opposite === 'to' ? 'from' : null;
}

function sideBefore({ source, start, amounts }: Said): Side {
  const lead = source.text.slice(Math.max(0, start - 24), start);
  if (amounts || /\bfrom\s+(?:the\s+)?$/iu.test(lead)) return 'from';
  return /\b(?:to|into|in|how many)\s+(?:the\s+)?$/iu.test(lead) ? 'to' : null;
}

/** "In the currency EUR", "Dutch for the language": the parameter's own name stands beside it. */
function isNamed(leaf: Leaf, { source, start, end }: Said): boolean {
  const beside = [
    ...splitIdentifier(source.text.slice(Math.max(0, start - 24), start)).slice(-3),
    ...splitIdentifier(source.text.slice(end, end + 24)).slice(0, 3),
  ];
  return beside.some((word) => leaf.nameStems.includes(stemOf(word)));
}

function wantsCode(leaf: Leaf): boolean {
  const isListed = leaf.enumValues.length > 0;
  if (isListed)
    return leaf.enumValues.every((value) => typeof value === 'string' && /^[a-z]{2}(?:[-_][a-z]{2})?$/iu.test(value));
  return /\bISO 639|\blanguage code|\b(?:e\.g\.?,?|such as|like) ['"]?(?:en|fr|es|de)\b/iu.test(leaf.description);
}

/** `pt-BR`: a language and a region joined by a hyphen are written so for nothing else; the word before them says no more. */
function matchLocale(leaf: Leaf, at: number, context: Context): Reading[] {
  const isLocale =
    leaf.type === 'string' &&
    leaf.enumValues.length === 0 &&
    (context.wants[at] === 'language' || leaf.nameWords.includes('locale') || /\blocale\b/iu.test(leaf.description));
  if (!isLocale) return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, LOCALE).flatMap(({ index, 0: value }): Reading[] =>
      shapeOf(leaf.schema)?.matches(value) === false
        ? []
        : [{ value, places: [{ source, start: index, end: index + value.length }] }],
    ),
  );
}

/** "In da and pt-BR": codes of languages, for a list of them. */
function matchLocales(leaf: Leaf, _at: number, context: Context): Reading[] {
  const items = leaf.schema.get('items');
  const shape = leaf.type === 'array' && items instanceof Map ? shapeOf(items) : null;
  if (leaf.enumValues.length > 0 || shape === null || !shape.matches('sv') || shape.matches('Rome')) return [];
  if (!leaf.nameWords.some((word) => /^(?:locales?|languages?|langs?)$/u.test(word))) return [];
  return context.sources.flatMap((source): Reading[] => {
    const places = matchesIn(source, CODES)
      .filter(([code]) => LANGUAGE_CODES.has(code.slice(0, 2)) && shape.matches(code))
      .map(({ index, 0: code }) => ({ source, start: index, end: index + code.length }));
    return places.length === 0
      ? []
      : [
          {
            value: places.map(({ start, end }) => source.text.slice(start, end)),
            places,
            guess: goesOn(source, places),
          },
        ];
  });
}

const CODES = /(?<![\p{L}\p{N}_./@'’-])[a-z]{2}(?:-[A-Z]{2})?(?![\p{L}\p{N}_/@'’-]|\.\p{L})/gu;
/** ISO 639-1, without the codes that are English words. */
const LANGUAGE_CODES: ReadonlySet<string> = new Set(
  'af ar az bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl gu hr hu hy ja ka kk km kn ko ku ky lt lv mk ml mn mr mt nb ne nl nn pa pl ps pt ro ru si sk sl sq sr sv sw ta te tg th tk tl tr uk ur uz vi yi zh zu'.split(
    ' ',
  ),
);

const LOCALE = /(?<![\p{L}\p{N}_./-])[a-z]{2}-[A-Z]{2}(?![\p{L}\p{N}_/-])/gu;

/** The unit beside a number, or behind "in", for a parameter that takes the unit itself. */
function matchUnit(leaf: Leaf, at: number, context: Context): Reading[] {
  if (leaf.type !== 'string' || (context.wants[at] !== 'unit' && leaf.enumValues.length === 0)) return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, BESIDE_NUMBER).flatMap((match): Reading[] => {
      const [text] = match;
      // "AC-11 in October": the digits of a code, and no inches.
      if (/\p{L}[-_]?\d+\s?$/u.test(source.text.slice(Math.max(0, match.index - 24), match.index))) return [];
      if (/^(?:in|a)$/iu.test(text) && /^ [\p{L}\p{N}]/u.test(source.text.slice(match.index + text.length))) return [];
      const places = [{ source, start: match.index, end: match.index + text.length }];
      if (leaf.enumValues.length > 0) {
        const [value, ...more] = leaf.enumValues.filter((one) => typeof one === 'string' && isSameUnit(one, text));
        return value === undefined || more.length > 0 || !isUnit(text)
          ? []
          : [{ value, by: 'unit', places, more: 0.7 }];
      }
      const isAsked = /\bin\s(?:the\s)?$/u.test(source.text.slice(Math.max(0, match.index - 8), match.index));
      return isUnit(text) ? [{ value: text, by: 'unit', places, guess: !isAsked }] : [];
    }),
  );
}

const BESIDE_NUMBER = /(?<=\d\s?(?:degrees?\s)?|\bin\s(?:the\s)?)(?:°?\p{L}{1,14}(?:\/\p{L}{1,6})?)(?![\p{L}\p{N}])/gu;

function isUnit(text: string): boolean {
  return UNITS.has(text.toLowerCase()) || isUnitName(text);
}

/** "In Norway" where two letters are wanted. */
function matchCountry(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (leaf.type !== 'string' || !leaf.nameWords.includes('country')) return [];
  const isCoded =
    shapeOf(leaf.schema)?.matches('NO') === true
      ? !shapeOf(leaf.schema)?.matches('Norway')
      : leaf.enumValues.length > 5
        ? leaf.enumValues.every((value) => typeof value === 'string' && /^[A-Za-z]{2}$/u.test(value))
        : /\b(?:two[- ]letter|2[- ]letter|alpha-2|ISO 3166)\b/iu.test(leaf.description);
  if (!isCoded) return [];
  return context.sources.flatMap((source) =>
    readCountriesIn(source.text).flatMap(({ start, end, code }): Reading[] => {
      const value =
        leaf.enumValues.length === 0
          ? code
          : leaf.enumValues.find((one) => typeof one === 'string' && one.toUpperCase() === code);
      return value === undefined ? [] : [{ value, by: 'country-code', places: [{ source, start, end }] }];
    }),
  );
}

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const DAY = '(mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?s?';
const DAY_SAID = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${DAY}(?:\\s*(?:to|till|until|through|thru|-|–)\\s*${DAY})?|(weekdays?)|(weekends?))(?![\\p{L}\\p{N}])`,
  'giu',
);

/** The place of the day that a listed value abbreviates, or -1. */
function dayOf(value: unknown): number {
  return typeof value === 'string' && /^\p{L}{2,9}$/u.test(value)
    ? DAYS.findIndex((day) => day.startsWith(value.toLowerCase()))
    : -1;
}

/** True for a parameter that lists the days of a week, or most of them. */
export function listsDays(leaf: Leaf): boolean {
  return leaf.enumValues.length >= 5 && leaf.enumValues.every((value) => dayOf(value) >= 0);
}

function matchDays(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!listsDays(leaf)) return [];
  const valueOf = (day: number): string | undefined =>
    leaf.enumValues.find((value): value is string => dayOf(value) === day);
  const dayNamed = (text: string): number => DAYS.findIndex((day) => day.startsWith(text.toLowerCase().slice(0, 3)));
  return context.sources.flatMap((source): Reading[] => {
    const said = matchesIn(source, DAY_SAID).map((match) => {
      const [whole, first, last, week, end] = match;
      const from = week !== undefined ? 0 : end !== undefined ? 5 : dayNamed(first ?? '');
      const to = week !== undefined ? 4 : end !== undefined ? 6 : last === undefined ? from : dayNamed(last);
      const days: number[] = [from];
      for (let day = from; day !== to; day = (day + 1) % DAYS.length) days.push((day + 1) % DAYS.length);
      return { days, place: { source, start: match.index, end: match.index + whole.length } };
    });
    const days = [...new Set(said.flatMap((one) => one.days))].map(valueOf);
    const [only] = days;
    const places = said.map(({ place }) => place);
    if (only === undefined || days.includes(undefined)) return [];
    if (leaf.type === 'array') return [{ value: days as string[], by: 'inflection', places }];
    return days.length === 1 ? [{ value: only, by: 'inflection', places: places.slice(0, 1) }] : [];
  });
}

export const MEASURED: readonly TextRule[] = [
  {
    name: 'currency-or-language',
    reads: 'the name, code or sign of a currency or a language',
    matches: matchMeasure,
    types: ['string'],
    strength: 1.2,
    firm: true,
    why: 'ISO 4217 and ISO 639 give them one code each, whatever they are called; beside an amount a sign is that amount’s currency.',
    takes: {
      currency: { type: 'string', enum: ['eur', 'usd', 'gbp'] },
      amount: { type: 'number' },
    },
    needs: ['currency', 'amount'],
    case: ['Bill the tenant $49.50', 'usd'],
    counterCase: 'Bill the tenant 40 francs',
  },
  {
    name: 'locale-code',
    reads: 'the code of a language with that of a region',
    matches: matchLocale,
    types: ['string'],
    listed: false,
    strength: 2.5,
    firm: true,
    why: 'BCP 47 writes a language small, a hyphen, and a region in capitals; no other code has that form.',
    takes: { locale: { type: 'string', description: 'Language of the label' } },
    case: ['Print the label in pt-BR', 'pt-BR'],
    counterCase: 'Print the label of PT-BR',
  },
  {
    name: 'locale-codes',
    reads: 'the codes of languages, for a list of them with a pattern',
    matches: matchLocales,
    types: ['array'],
    listed: false,
    strength: 2.4,
    firm: true,
    why: 'A small code of ISO 639 that is no English word is written for a language alone where a list of them is wanted.',
    takes: { locales: { type: 'array', items: { type: 'string', pattern: '^[a-z]{2}(-[A-Z]{2})?$' } } },
    case: ['Print the labels in ja and pt-BR', ['ja', 'pt-BR']],
    counterCase: 'Print the labels in it or as is',
  },
  {
    name: 'unit',
    reads: 'the unit beside a number, or behind "in"',
    matches: matchUnit,
    types: ['string'],
    strength: 1.5,
    firm: true,
    why: 'A unit has many spellings, and one meaning beside a number.',
    takes: { scale: { type: 'string', enum: ['C', 'F'] }, degrees: { type: 'number' } },
    case: ['Warm the kiln to 300 degrees Fahrenheit', 'F'],
    counterCase: 'Warm the kiln to 300',
  },
  {
    name: 'country-code',
    reads: 'the name of a country, for a parameter of two letters',
    matches: matchCountry,
    types: ['string'],
    strength: 2.2,
    firm: true,
    why: 'ISO 3166 gives each country one code.',
    takes: { country: { type: 'string', pattern: '^[A-Z]{2}$' } },
    case: ['Ship the crate to Norway', 'NO'],
    counterCase: 'Ship the crate to Georgia',
  },
  {
    name: 'listed-day',
    reads: 'days of the week, also "weekdays" and "Monday to Thursday", for a parameter that lists them',
    matches: matchDays,
    listed: true,
    strength: 2.5,
    firm: true,
    why: 'A list of days is written in two letters or three, or whole; a stretch of days is all of them.',
    takes: { days: { type: 'array', items: { type: 'string', enum: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] } } },
    case: ['Water the beds Mondays to Wednesdays', ['MO', 'TU', 'WE']],
    counterCase: 'Water the beds every month',
  },
];
