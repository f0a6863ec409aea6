// Measures: currencies and languages by their names and codes.
// In: a source. Out: places that name one, with its code. Why: "100 USD to EUR" and "in French" name values of closed sets that
// have standard codes (ISO 4217, ISO 639-1); a parameter for a currency takes the code whatever the user calls it.

import { allMatches } from '../../text/all-matches.ts';
import type { Source } from './span.ts';

type MeasureKind = 'currency' | 'language';

interface Measure {
  readonly kind: MeasureKind;
  readonly source: Source;
  readonly start: number;
  readonly end: number;
  readonly code: string;
  /** All that the words may stand for, the most usual first. */
  readonly codes: readonly string[];
  /** False where the word alone leaves open which one is meant: "dollars" of which country. */
  readonly certain: boolean;
  /** The text is the code itself. */
  readonly isCode: boolean;
}

const CODES =
  'USD EUR GBP JPY INR CNY CHF AUD NZD SEK NOK DKK BRL ZAR KRW SGD HKD MXN PLN CZK HUF THB PHP IDR MYR AED SAR ILS RUB UAH VND TWD EGP NGN KES PKR BDT LKR CLP COP ARS QAR KWD BHD OMR JOD ISK BGN GHS MMK KZT';
/** In small letters these are English words as often ("try", "all", "top"), so they are read in capitals only. */
const CAPITALS_ONLY = 'TRY ALL TOP CUP PEN MAD SOS CAD RON GEL MOP BAM';

const NAMES: readonly (readonly [code: string, names: string])[] = [
  ['USD', '(?:us|u\\.s\\.|united states|american) dollars?'],
  ['CAD', 'canadian dollars?'],
  ['AUD', 'australian dollars?'],
  ['NZD', 'new zealand dollars?'],
  ['SGD', 'singapore dollars?'],
  ['HKD', 'hong kong dollars?'],
  ['EUR', 'euros?'],
  ['GBP', '(?:british|uk|english) pounds?|pounds? sterling'],
  ['JPY', '(?:japanese )?yen'],
  ['CNY', '(?:chinese )?(?:yuan|renminbi)'],
  ['INR', 'indian rupees?'],
  ['CHF', 'swiss francs?'],
  ['MXN', 'mexican pesos?'],
  ['BRL', 'brazilian reais|brazilian real'],
  ['KRW', '(?:south korean |korean )won'],
  ['RUB', '(?:russian )?(?:rubles?|roubles?)'],
  ['THB', 'thai baht'],
  ['PLN', '(?:polish )?(?:zloty|złoty)'],
  ['SEK', 'swedish kron(?:a|or)'],
  ['NOK', 'norwegian kroner?'],
  ['DKK', 'danish kroner?'],
  ['ZAR', 'south african rand'],
  ['TRY', 'turkish liras?'],
  ['AED', 'emirati dirhams?|uae dirhams?'],
];
/** Names that several currencies share, the most usual first. Beside an amount English means the first one. */
const SHARED: readonly (readonly [codes: string, names: string])[] = [
  ['USD CAD AUD NZD SGD HKD TWD', 'dollars?|bucks?'],
  ['GBP EGP', 'pounds?|quid'],
  ['INR PKR LKR', 'rupees?'],
  ['CHF', 'francs?'],
  ['SEK NOK DKK ISK CZK', 'kron(?:a|or|er?)|crowns?'],
  ['MXN PHP CLP COP ARS', 'pesos?'],
];
/** Signs as English shows them (Unicode CLDR, `en`; Unicode licence). */
const SIGNS: readonly (readonly [codes: string, sign: string])[] = [
  ['USD', 'US\\$'],
  ['CAD', 'CA\\$|C\\$'],
  ['AUD', 'AU?\\$'],
  ['NZD', 'NZ\\$'],
  ['EUR', '€'],
  ['USD CAD AUD NZD SGD HKD TWD', '\\$'],
  ['GBP EGP', '£'],
  ['JPY CNY', '¥'],
  ['INR', '₹'],
  ['KRW', '₩'],
  ['ILS', '₪'],
  ['PLN', 'zł'],
];
const LANGUAGES =
  'English:en Spanish:es French:fr German:de Italian:it Portuguese:pt Dutch:nl Russian:ru Chinese:zh Mandarin:zh Japanese:ja Korean:ko Arabic:ar Hindi:hi Bengali:bn Urdu:ur Turkish:tr Polish:pl Ukrainian:uk Czech:cs Slovak:sk ' +
  'Hungarian:hu Romanian:ro Bulgarian:bg Greek:el Swedish:sv Norwegian:no Danish:da Finnish:fi Icelandic:is Hebrew:he Persian:fa Thai:th Vietnamese:vi Indonesian:id Malay:ms Tagalog:tl Swahili:sw Tamil:ta Telugu:te Marathi:mr Latin:la Catalan:ca Croatian:hr Serbian:sr Slovenian:sl Estonian:et Latvian:lv Lithuanian:lt Irish:ga Welsh:cy';

const CODE_OF_LANGUAGE: ReadonlyMap<string, string> = new Map(
  LANGUAGES.split(' ').map((pair): [string, string] => pair.split(':') as [string, string]),
);

const bounded = (body: string, flags: string): RegExp =>
  new RegExp(`(?<![\\p{L}_-])(?:${body})(?![\\p{L}\\p{N}_-])`, flags);
const NAMED = NAMES.map(([code, names]) => ({ code, pattern: bounded(names, 'giu') }));
/** Most texts speak of no money at all. */
const ANY_NAME = bounded([...NAMES, ...SHARED].map(([, names]) => names).join('|'), 'iu');
const COMMON = SHARED.map(([codes, names]) => ({ codes: codes.split(' '), pattern: bounded(names, 'giu') }));
const SIGNED = SIGNS.map(([codes, sign]) => ({
  codes: codes.split(' '),
  pattern: new RegExp(`(?<![\\p{L}\\p{N}$])(?:${sign})(?=\\s?[\\d.])|(?<=\\d\\s?)(?:${sign})(?![\\p{L}\\p{N}])`, 'gu'),
}));
const CODE = bounded(CODES.split(' ').join('|'), 'giu');
const CAPITAL_CODE = bounded(`${CODES} ${CAPITALS_ONLY}`.split(' ').join('|'), 'gu');
const LANGUAGE = bounded([...CODE_OF_LANGUAGE.keys()].join('|'), 'gu');

/** Kept with the source: every number of every parameter asks for the currency beside it. */
const MEASURES: Readonly<Record<MeasureKind, WeakMap<Source, readonly Measure[]>>> = {
  currency: new WeakMap(),
  language: new WeakMap(),
};

export function readMeasures(source: Source, kind: MeasureKind): readonly Measure[] {
  const known = MEASURES[kind];
  let measures = known.get(source);
  if (measures === undefined) known.set(source, (measures = findMeasures(source, kind)));
  return measures;
}

function findMeasures(source: Source, kind: MeasureKind): Measure[] {
  const found: Measure[] = [];
  const add = (match: RegExpExecArray, codes: readonly string[], certain: boolean, isCode: boolean): void => {
    const [code = ''] = codes;
    const start = match.index;
    const end = start + match[0].length;
    if (found.every((other) => other.end <= start || other.start >= end))
      found.push({ kind, source, start, end, code, codes, certain, isCode });
  };
  if (kind === 'language')
    for (const match of allMatches(source.text, LANGUAGE))
      add(match, [CODE_OF_LANGUAGE.get(match[0]) ?? ''], true, false);
  else {
    const isNamed = ANY_NAME.test(source.text);
    for (const { code, pattern } of isNamed ? NAMED : [])
      for (const match of allMatches(source.text, pattern)) add(match, [code], true, false);
    for (const match of allMatches(source.text, CAPITAL_CODE)) add(match, [match[0]], true, true);
    for (const match of allMatches(source.text, CODE)) add(match, [match[0].toUpperCase()], true, true);
    for (const { codes, pattern } of isNamed ? [...SIGNED, ...COMMON] : SIGNED)
      for (const match of allMatches(source.text, pattern)) add(match, codes, codes.length === 1, false);
  }
  return found.sort((a, b) => a.start - b.start);
}
