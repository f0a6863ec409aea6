// Numbers: amounts in digits and in words, with %, magnitudes and units glued on.
// In: a source. Out: number spans whose value is the number said, as a lossless JSON number.
// Why: most arguments are numbers, and people write 1,250, 2.5k, 3 million, a dozen, twenty-five and 5% for them.

import { JsonNumber } from '../../../../../grammar/json.ts';
import { allMatches } from '../../text/all-matches.ts';
import { isMeasureWord } from '../../text/units.ts';
import { isStopWord } from '../../text/words.ts';
import { readMeasures } from './measures.ts';
import { readMixed } from './mixed.ts';
import { isNumberOfName } from './names.ts';
import type { Source, Span, SpanDetail } from './span.ts';

const DIGITS =
  /(?<![\p{L}\p{N}_.,:/\\^-])(?:[-−+](?=[\d.]))?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d{1,3}(?![\p{L}\p{N}]))?/gu;
const GLUED = /^(?:%|°[CFK]?(?![\p{L}])|[\p{L}²³µ]{1,12}(?:\/[\p{L}²³]{1,8})?)/u;
const AFTER = /^[ -]?(?:percent\b|per cent\b|%|hundred\b|thousand\b|million\b|billion\b|trillion\b|dozen\b)/iu;
const MAGNITUDES = new Map<string, bigint>([
  ['hundred', 100n],
  ['thousand', 1000n],
  ['million', 1_000_000n],
  ['billion', 1_000_000_000n],
  ['trillion', 1_000_000_000_000n],
  ['dozen', 12n],
  ['k', 1000n],
  ['m', 1_000_000n],
  ['mn', 1_000_000n],
  ['bn', 1_000_000_000n],
]);
const ORDINAL = /^(?:st|nd|rd|th)$/iu;
/** Units that may be glued to digits; anything else glued makes the token a code, not a number. */
export const UNITS: ReadonlySet<string> = new Set(
  (
    'mm cm m km nm um µm mi ft in yd inch inches kg g mg lb lbs oz t ton tons s sec secs min mins h hr hrs ms ns w kw mw kwh wh v kv mv a ma ah hz khz mhz ghz j kj mj n kn pa kpa mpa bar atm psi ' +
    'l ml cl gal k c f ° °c °f °k mol kmol mb gb tb kb mbps gbps km/h kmh mph m/s rpm usd eur gbp inr jpy x px pt ohm ohms d days day weeks week years year y yr yrs am pm'
  ).split(' '),
);

export function readNumbers(source: Source): Span[] {
  const mixed = readMixed(source);
  const whole = [...readDigits(source), ...readNumberWords(source)];
  return mixed.length === 0
    ? whole
    : [...mixed, ...whole.filter(({ start, end }) => !mixed.some((one) => one.start < end && start < one.end))];
}

/** A run of digits and commas that groups no thousands is a list: "[200,300]", "17,29,41". One character for one, so that places stay. */
function partLists(text: string): string {
  if (!/\d,[-−]?\d/u.test(text)) return text;
  return text
    .replace(/\[[^[\]]{1,2000}\]/gu, (list) => list.replaceAll(',', ' '))
    .replace(/(?<![\p{L}\p{N}.,])\d+(?:\.\d+)?(?:,[-−]?\d+(?:\.\d+)?)+/gu, (run) =>
      /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/u.test(run) ? run : run.replaceAll(',', ' '),
    );
}

/**
 * "250,00 euros", "80,5 kg": beside a currency two digits behind a comma are its hundredths, where the comma is written for a point, and
 * before a unit one or two are parts of it.
 */
const DECIMAL_COMMA = /(?<![\p{L}\p{N}.,])(?:\d{1,3}(?:\.\d{3})+|\d{1,9}),\d{1,2}(?![\p{N}]|[.,]\d)/gu;

function readDecimalCommas(source: Source): Span[] {
  return allMatches(source.text, DECIMAL_COMMA).flatMap(({ 0: said, index: start }): Span[] => {
    const end = start + said.length;
    const value = number(canonical(said.replaceAll('.', '').replace(',', '.')));
    const unit = /^ ?([\p{L}°]{1,14})(?![\p{L}\p{N}])/u.exec(source.text.slice(end, end + 16))?.[1]?.toLowerCase();
    const isMeasured = unit !== undefined && (UNITS.has(unit) || isMeasureWord(unit));
    // Whether a share of one is wanted, or hundredths, is told from a point.
    if (/^ ?%/u.test(source.text.slice(end, end + 2)))
      return [{ source, start, end, kind: 'number', by: 'grouped', value, detail: { unit: '%', doubtful: true } }];
    if (!isMeasured && !(/,\d{2}$/u.test(said) && isMoney(source, start, end))) return [];
    return [{ source, start, end, kind: 'number', by: 'grouped', value, detail: isMeasured ? { unit } : {} }];
  });
}

function readDigits(source: Source): Span[] {
  const found: Span[] = readDecimalCommas(source);
  const text = partLists(
    found.reduce((all, { start, end }) => all.slice(0, start) + ' '.repeat(end - start) + all.slice(end), source.text),
  );
  for (const match of allMatches(text, DIGITS)) {
    const start = match.index;
    const literal = match[0];
    let end = start + literal.length;
    const rest = text.slice(end, end + 32);
    if (/^(?:[-/:]\d|[._]\d|\d)/u.test(rest) && !/^-\d/u.test(rest)) continue;
    const glued = GLUED.exec(rest)?.[0].toLowerCase() ?? '';
    let by = literal.includes(',') || /[+−]/u.test(literal) ? 'grouped' : 'exact';
    let plain = canonical(literal);
    let detail: SpanDetail = {};
    // A range or a joined code: 10-20, 2019-2020, 555-1234.
    if (
      /^-[\p{L}\p{N}]/u.test(rest) &&
      !/^-?(?:day|week|month|year|hour|minute|night|person|people|seat|star|bed|inch|foot|mile)/iu.test(rest)
    )
      detail = { ...detail, doubtful: true };
    if (
      /^\s*[\^*×√π]|^\s*pi\b|^\s*x\s*10|^\s*(?:to the power|squared|cubed)/iu.test(rest) ||
      /[\^*×/=]\s*$/u.test(text.slice(Math.max(0, start - 2), start).replace(/=\s*$/u, ''))
    ) {
      detail = { ...detail, doubtful: true };
    }
    const before = /([$€£¥₹])\s?$/u.exec(text.slice(Math.max(0, start - 2), start));
    if (before !== null) detail = { ...detail, unit: before[1] ?? '' };
    // The letters of the hemispheres are the sign of a coordinate.
    const side = literal.includes('.') || rest.startsWith('°') ? /^\s?°?\s?([NSEW])(?![\p{L}\p{N}])/u.exec(rest) : null;
    if (side !== null) {
      const south = /[SW]/u.test(side[1] ?? '');
      found.push({
        source,
        start,
        end: end + side[0].length,
        kind: 'number',
        by: 'hemisphere',
        value: number(south && !plain.startsWith('-') ? `-${plain}` : plain),
        detail: { unit: /[NS]/u.test(side[1] ?? '') ? 'latitude' : 'longitude' },
      });
      continue;
    }
    if (glued !== '' && glued !== '%') {
      if (ORDINAL.test(glued)) {
        const counted = /^\s(\p{L}{3,14})/u.exec(text.slice(end + glued.length, end + glued.length + 16))?.[1];
        if (counted !== undefined && !isStopWord(counted.toLowerCase()))
          found.push({
            source,
            start,
            end: end + glued.length,
            kind: 'number',
            by: 'ordinal',
            value: number(plain),
            detail: { unit: counted.toLowerCase() },
          });
        continue;
      }
      // 300K is three hundred kelvin as often as three hundred thousand.
      if (glued === 'k' && rest.startsWith('K') && before === null) detail = { ...detail, unit: 'kelvin' };
      else if (MAGNITUDES.has(glued) && (glued === 'k' || glued === 'bn' || glued === 'mn' || before !== null)) {
        plain = multiply(plain, MAGNITUDES.get(glued) ?? 1n);
        end += glued.length;
        by = 'magnitude';
      } else if (UNITS.has(glued)) detail = { ...detail, unit: glued };
      else continue;
    } else {
      const word = AFTER.exec(rest);
      const name = word?.[0].replace(/^[ -]/u, '').toLowerCase();
      if (word !== null && (name === '%' || name === 'percent' || name === 'per cent')) {
        end += word[0].length;
        by = 'percent';
        detail = { ...detail, unit: '%', share: number(divideBy100(plain)) };
      } else if (word !== null && name !== undefined && MAGNITUDES.has(name)) {
        plain = multiply(plain, MAGNITUDES.get(name) ?? 1n);
        end += word[0].length;
        by = 'magnitude';
      }
    }
    if (detail.unit === undefined) {
      const unit = /^ ?([\p{L}°²³]{1,14}(?:\/[\p{L}]{1,6}(?:\^\d|²|³)?)?)/u.exec(text.slice(end, end + 24))?.[1];
      // "350 degrees Fahrenheit": the scale is the unit.
      const scale = /^ ?degrees? (celsius|fahrenheit|kelvin|centigrade|[CF](?![\p{L}]))/iu.exec(
        text.slice(end, end + 24),
      )?.[1];
      // "2,000 Swiss francs": whose money it is stands before what it is called.
      const money =
        /^ ?(?:(?:US|Canadian|Australian|New Zealand|Singapore|Hong Kong|British|Swiss|Swedish|Norwegian|Danish|Czech|Japanese|Indian|Polish|Mexican) )(dollars?|pounds?|francs?|kron(?:a|or|er?)|yen|rupees?|zloty|pesos?)(?![\p{L}])/iu.exec(
          text.slice(end, end + 40),
        )?.[1];
      // "m" and "s" are units behind a number, and halves of contractions elsewhere.
      if (unit !== undefined && (/^[ms]$/u.test(unit) || !isStopWord(unit.toLowerCase())))
        detail = { ...detail, unit: (scale ?? money ?? unit).toLowerCase() };
    }
    if (isGroupedByPoint(literal) && isMoney(source, start, end)) detail = { ...detail, doubtful: true };
    // "To Pier 4 on Friday" counts nothing.
    if (detail.unit === undefined && isNumberOfName(text, start, end)) detail = { ...detail, doubtful: true };
    found.push({ source, start, end, kind: 'number', by, value: number(plain), detail });
  }
  return found;
}

/** "1.200 euros" are twelve hundred where a point groups thousands, and money has no thousandths. */
function isGroupedByPoint(literal: string): boolean {
  return /^[-+−]?[1-9]\d{0,2}\.\d{3}$/u.test(literal);
}

/** A currency stands right beside it. */
function isMoney(source: Source, start: number, end: number): boolean {
  return readMeasures(source, 'currency').some(
    (one) => (one.start >= end && one.start - end <= 1) || (one.end <= start && start - one.end <= 1),
  );
}

const SMALL = new Map<string, bigint>(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value): [string, bigint] => [word, BigInt(value)]),
);
const TENS = new Map<string, bigint>(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, at): [string, bigint] => [word, BigInt(20 + at * 10)]),
);
const WORD_RUN =
  /(?<![\p{L}\p{N}_-])(?:(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|dozen|couple|(?:a|an)(?=\s+(?:hundred|thousand|million|billion|dozen|couple)))(?:\s+and\s+(?=(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)\b)|[\s-]+)?)+(?![\p{L}\p{N}_])/giu;

/** "Seven and twelve" is two numbers, "two hundred and five" is one: a run that is no number is parted at its "and". */
function numberRuns(text: string): { readonly 0: string; readonly index: number }[] {
  return allMatches(text, WORD_RUN).flatMap((match) => {
    if (readWordNumber(match[0].replace(/[\s-]+$|\s+and\s*$/giu, '').toLowerCase()) !== null) return [match];
    let from = 0;
    return match[0].split(/(\s+and\s+)/iu).flatMap((part) => {
      const index = match.index + from;
      from += part.length;
      return /^\s+and\s+$/iu.test(part) ? [] : [{ 0: part, index }];
    });
  });
}

function readNumberWords(source: Source): Span[] {
  const found: Span[] = [];
  for (const match of numberRuns(source.text)) {
    const text = match[0].replace(/[\s-]+$|\s+and\s*$/giu, '');
    const value = readWordNumber(text.toLowerCase());
    if (value === null) continue;
    const end = match.index + text.length;
    // "one" is mostly a pronoun: it counts only before a noun.
    const rest = source.text.slice(end, end + 24);
    const counted =
      /\b(?:for|of)\s+$/iu.test(source.text.slice(Math.max(0, match.index - 5), match.index)) &&
      /^\s*(?:[.,!?;]|$)/u.test(rest);
    const pronoun =
      text.toLowerCase() === 'one' &&
      !counted &&
      (!/^[ -]\p{L}/u.test(rest) || isSuchOne(source.text, match.index, rest));
    if (
      pronoun ||
      ONE_OF_NO_COUNT.test(text + rest) ||
      /^one\s+(?:of|that|which|who|is|for|in|with|more|can)\b/iu.test(text + rest)
    )
      continue;
    const percent = /^\s?(?:percent|per cent|%)/iu.exec(rest);
    const unit = /^[ -]([\p{L}]{1,14})/u.exec(rest)?.[1]?.toLowerCase();
    const negative = /(?:negative|minus)\s+$/iu.exec(source.text.slice(Math.max(0, match.index - 10), match.index));
    const signed = negative === null ? value.toString() : `-${value.toString()}`;
    found.push({
      source,
      start: match.index - (negative?.[0].length ?? 0),
      end: end + (percent?.[0].length ?? 0),
      kind: 'number',
      by: percent === null ? 'number-word' : 'percent',
      value: number(signed),
      detail:
        /\b(?:the|these|those|other|between|both|following|any|(?:one|two|three|some|all|each|either|any|most|none|out|both) of)\s+$/iu.test(
          source.text.slice(Math.max(0, match.index - 12), match.index),
        )
          ? { doubtful: true }
          : percent === null
            ? { ...(unit === undefined ? {} : { unit }) }
            : { unit: '%', share: number(divideBy100(signed)) },
    });
  }
  return found;
}

/** "A one way berth", "a one-time code": one of no number of things. */
const ONE_OF_NO_COUNT = /^one[ -](?:way|time|off|sided?|stop)\b/iu;

/** "That one", "the old one still works": a thing spoken of; "the new one euro coupon" counts. */
function isSuchOne(text: string, start: number, rest: string): boolean {
  return (
    /\b(?:this|that|(?:the|a) (?:new|old|first|second|last|next|current|existing|previous|original|broken|damaged))\s+$/iu.test(
      text.slice(Math.max(0, start - 20), start),
    ) && !isMeasureWord(/^[ -](\p{L}+)/u.exec(rest)?.[1]?.toLowerCase() ?? '')
  );
}

/** Value of "two hundred and five", or null when the words do not make one number ("two three"). */
export function readWordNumber(text: string): bigint | null {
  let total = 0n;
  let group = 0n;
  let last: 'none' | 'small' | 'tens' | 'hundred' | 'big' = 'none';
  for (const word of text.split(/[\s-]+/u)) {
    if (word === 'and' || word === 'a' || word === 'an') continue;
    const small = SMALL.get(word);
    const tens = TENS.get(word);
    if (small !== undefined) {
      if (last === 'small' || (last === 'tens' && small > 9n)) return null;
      group += small;
      last = 'small';
    } else if (tens !== undefined) {
      if (last === 'small' || last === 'tens') return null;
      group += tens;
      last = 'tens';
    } else if (word === 'hundred') {
      group = (group === 0n ? 1n : group) * 100n;
      last = 'hundred';
    } else if (word === 'dozen') {
      return total === 0n ? (group === 0n ? 1n : group) * 12n : null;
    } else if (word === 'couple') {
      return group === 0n && total === 0n ? 2n : null;
    } else {
      const big = MAGNITUDES.get(word);
      if (big === undefined) return null;
      total += (group === 0n ? 1n : group) * big;
      group = 0n;
      last = 'big';
    }
  }
  return last === 'none' ? null : total + group;
}

const number = (text: string): JsonNumber => new JsonNumber(text);

/** The literal in JSON's grammar: no grouping, no plus, a digit before the point. */
function canonical(literal: string): string {
  const plain = literal.replaceAll(',', '').replaceAll('−', '-').replace(/^\+/u, '');
  const [, sign = '', digits = '', rest = ''] = /^(-?)(\d*)(.*)$/su.exec(plain) ?? [];
  const trimmed = digits.replace(/^0+(?=\d)/u, '');
  return sign + (trimmed === '' ? '0' : trimmed) + rest;
}

/** Exact product of a decimal text and a whole number. */
function multiply(plain: string, by: bigint): string {
  const [whole = '0', fraction = ''] = plain.split('.');
  if (/e/iu.test(plain)) return plain;
  const scaled = (BigInt(`${whole.replace('-', '')}${fraction}`) * by).toString().padStart(fraction.length + 1, '0');
  return (plain.startsWith('-') ? '-' : '') + withPoint(scaled, fraction.length);
}

/** Exact hundredth of a decimal text. */
function divideBy100(plain: string): string {
  const [whole = '0', fraction = ''] = plain.split('.');
  if (/e/iu.test(plain)) return plain;
  const digits = `${whole.replace('-', '')}${fraction}`.padStart(fraction.length + 3, '0');
  return (plain.startsWith('-') ? '-' : '') + withPoint(digits, fraction.length + 2);
}

function withPoint(digits: string, places: number): string {
  if (places === 0) return digits.replace(/^0+(?=\d)/u, '');
  const whole = digits.slice(0, -places).replace(/^0+(?=\d)/u, '') || '0';
  const fraction = digits.slice(-places).replace(/0+$/u, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
