// Numeric: a number read as the value of one parameter.
// In: a leaf and a span. Out: the value, its base strength; null when the span is no number, or none that the parameter could take.
// Why: "5 %" is a share for one parameter and five for another; a unit or a year says more than the digits.

import type { Json } from '../../../../grammar/json.ts';
import { JsonNumber } from '../../../../grammar/json.ts';
import { contradicts, isCurrencyWord, UNIT_WORDS } from '../text/units.ts';
import { stemOf } from '../text/words.ts';
import { perLeaf } from '../tools/per-leaf.ts';
import type { Leaf, LeafType } from '../tools/tools.ts';
import { isIdentifier, isNoCode } from './codes.ts';
import { isMinor, isTimeUnit, scaledFor, unitOf } from './scaled.ts';
import type { Span } from './spans/span.ts';

interface Fitted {
  readonly value: Json;
  readonly by: string;
  readonly base: number;
  readonly firm: boolean;
}

/** "She is 7", "aged 40": how old somebody is, and no count. */
function isAge({ source, start, end }: Span): boolean {
  return (
    /(?:\b(?:she|he|who)(?:['’]s| is)|\baged?)\s+$/iu.test(source.text.slice(Math.max(0, start - 12), start)) &&
    /^(?:\s*(?:$|[.,;!?)]|years? old\b))/iu.test(source.text.slice(end, end + 12))
  );
}

/** "Tomorrow at 8": an hour, or a level; nobody counts so. */
function isAtNoCount({ nameWords }: Leaf, { source, start, end }: Span): boolean {
  const last = nameWords.at(-1) ?? '';
  const counts = nameWords.some((word) => COUNTS.has(word)) || (/[^s]s$/u.test(last) && !LEVELS.has(last));
  return (
    counts &&
    /\bat\s+$/iu.test(source.text.slice(Math.max(0, start - 4), start)) &&
    !/^\s*(?:%|percent\b|per\b|each\b|a (?:time|page)\b)/iu.test(source.text.slice(end, end + 12))
  );
}

const COUNTS: ReadonlySet<string> = new Set('quantity qty count pax party copies'.split(' '));
const LEVELS: ReadonlySet<string> = new Set(
  'degrees percents points celsius lumens decibels volts amps watts'.split(' '),
);

const textOf: (leaf: Leaf) => string = perLeaf(({ nameWords, description }) =>
  `${nameWords.join(' ')} ${description}`.toLowerCase(),
);

export function fitNumber(leaf: Leaf, type: LeafType, span: Span): Fitted | null {
  if (span.kind !== 'number' || !(span.value instanceof JsonNumber)) return null;
  // "the 9th dynasty" says the century and nothing else.
  if (span.by === 'ordinal' && !leaf.nameStems.includes(stemOf(span.detail.unit ?? ''))) return null;
  if (isAge(span) && !leaf.nameWords.includes('age')) return null;
  if (isAtNoCount(leaf, span)) return null;
  const scaled = scaledFor(leaf, span);
  if (scaled === 'inexact') return null;
  if (scaled !== null) return { value: scaled, by: 'unit', base: SCALED, firm: span.detail.doubtful !== true };
  const text = textOf(leaf);
  let value: JsonNumber = span.value;
  let base = 1.2;
  let firm = span.detail.doubtful !== true;
  if (span.detail.share !== undefined && span.detail.share instanceof JsonNumber) {
    const maximum = leaf.schema.get('maximum');
    const wantsShare =
      /\bdecimal|fraction\b|between 0 and 1|0\.\d/u.test(text) ||
      (maximum instanceof JsonNumber && Number(maximum.text) <= 1);
    const wantsPercent = /percent|%/u.test(text);
    if (wantsShare && !wantsPercent) value = span.detail.share;
    else if (!wantsPercent || wantsShare) {
      // A share of one is what a rate is, unless its description counts in percent.
      firm = type === 'number' && leaf.nameWords.some((word) => RATES.has(word));
      if (type === 'number') value = span.detail.share;
    }
    if (/rate|percent|ratio|probab|interest|discount|tax|growth|percentage|yield|return|margin|level/u.test(text))
      base += 0.6;
  } else if (/percent|interest rate|%/u.test(text)) base -= 0.3;
  const plain = Number(value.text);
  if (type === 'integer' && !/^-?\d+$/u.test(value.text)) return null;
  const looksLikeYear = /^(?:1[5-9]|20)\d\d$/u.test(span.value.text) && span.detail.unit === undefined;
  const wantsYear = /\byear\b/u.test(text);
  if (wantsYear && /\byear$/u.test(leaf.nameWords.join(' ')) && !looksLikeYear) base -= 1.5;
  else if (looksLikeYear && !wantsYear) base -= 0.6;
  else if (looksLikeYear && wantsYear) base += 0.8;
  // Two decimals are how money is written.
  if (/^\d+\.\d\d$/u.test(span.value.text) && MONEY.test(text)) base += 0.4;
  const unit = span.detail.unit;
  // "10 shelves" for a parameter that counts milliseconds.
  if (unit !== undefined && /[^s]s$/u.test(unit) && !isTimeUnit(unit) && unitOf(leaf) !== null) firm = false;
  if (unit !== undefined && unit !== '%') {
    if (contradicts(unit, leaf.nameWords.join(' '), true) || contradicts(unit, text, false)) {
      base -= 0.8;
      firm = false;
    }
    const spelled = UNIT_WORDS.get(unit) ?? [unit];
    // A unit of measure says more than any other noun behind the number.
    const measured = UNIT_WORDS.has(unit) ? 0.2 : 0;
    if (spelled.some((word) => leaf.nameStems.includes(stemOf(word)))) base += 0.9 + measured;
    else if (spelled.some((word) => leaf.descriptionStems.has(stemOf(word)))) base += 0.6 + measured;
    else base -= measured;
  }
  // "Under 100 euros" is no number of things.
  if (type === 'integer' && unit !== undefined && isCurrencyWord(unit) && !MONEY.test(text) && !isMinor(leaf))
    firm = false;
  // "Drop 12 crates" counts them, "the 12th crate" is one in a row: neither is the number by which one is called.
  if (isIdentifier(leaf) && (span.by === 'ordinal' || isCountOf(leaf, unit) || isNoCode(span))) firm = false;
  // "2 adults and a child" are three guests.
  if (!leaf.nameStems.includes(stemOf(unit ?? '')) && AND_OTHERS.test(span.source.text.slice(span.end, span.end + 40)))
    firm = false;
  // "150 in total" is a price as soon as a count.
  if (IN_TOTAL.test(span.source.text.slice(span.end, span.end + 16)) && !MONEY.test(text)) firm = false;
  if (!leaf.required && isBetween(span) && !SIDED.test(leaf.nameWords.join(' '))) firm = false;
  if (unit === 'kelvin' && !/temp|kelvin/u.test(text)) firm = false;
  if (span.by === 'magnitude' && /million|billion|thousand/u.test(text)) firm = false;
  // "Scale it by 5" says how much more, and a parameter that takes the result is not told it.
  if (RELATIVE.test(span.source.text.slice(Math.max(0, span.start - 80), span.start)) && !STEPS.test(text))
    firm = false;
  if (span.detail.doubtful === true) base -= 1;
  if (!Number.isFinite(plain)) return null;
  // "Deduct 2": a parameter that takes both directions takes this one with its sign; another cannot say it.
  if (plain > 0 && isLessened(span, leaf)) {
    if (takesNegative(leaf)) return { value: new JsonNumber(`-${value.text}`), by: 'sign', base, firm };
    if (takesDifference(leaf)) firm = false;
  }
  return { value, by: span.by, base, firm };
}

/**
 * "1.500 litres": fifteen hundred where a point groups thousands, and one and a half elsewhere. Who computes writes three decimals as he
 * finds them, and rarely a nought for the last one; what cannot be that large is told by its schema or by its name.
 */
export function isGroupedEitherWay(leaf: Leaf, { source, start, end }: Span, isActing: boolean): boolean {
  const said = source.text.slice(start, end);
  if (!/^[1-9]\d{0,2}\.\d{3}$/u.test(said) || !(isActing || said.endsWith('0')) || SMALL.test(textOf(leaf)))
    return false;
  const maximum = leaf.schema.get('maximum');
  return !(maximum instanceof JsonNumber && Number(maximum.text) < Number(said.replace('.', '')));
}

const SMALL =
  /\b(?:lat|latitude|lng|lon|longitude|coordinates?|ratio|rate|factor|probability|fraction|share|version|degrees|angle)\b/u;

/** The plural of what the parameter is of. */
function isCountOf({ nameStems, descriptionStems }: Leaf, unit: string | undefined): boolean {
  if (unit === undefined || !/[^s]s$/u.test(unit)) return false;
  return nameStems.includes(stemOf(unit)) || descriptionStems.has(stemOf(unit));
}

/** A number with a unit that only this parameter counts. */
const SCALED = 2.3;

/** The verb of the clause says that it becomes less. */
const LESSENING = /\b(?:deduct|subtract|withhold)(?:s|ed|ing)?\b[^.!?;,]{0,40}$/iu;

/** The same of any amount; only a parameter for a change is told it with a sign. */
const LOWERING =
  /\b(?:reduc(?:e[sd]?|ing)|lower(?:s|ed|ing)?|decreas(?:e[sd]?|ing)|cut(?:s|ting)?|drop(?:s|ped|ping)?|shrink(?:s|ing)?|remov(?:e[sd]?|ing))\b(?:(?!\b(?:add|adding|increase|raise|to|from|but|instead)\b)[^.!?;,]){0,40}$/iu;

function isLessened({ source: { text }, start }: Span, leaf: Leaf): boolean {
  const before = text.slice(Math.max(0, start - 60), start);
  return LESSENING.test(before) || (isChange(leaf) && LOWERING.test(before));
}

/** It takes how much more or less, and not how much there is. */
export function isChange({ nameWords, description }: Leaf): boolean {
  return (
    nameWords.some((word) => /^(?:delta|difference|change|adjustment)$/u.test(word)) ||
    (/\b(?:negative|minus)\b/iu.test(description) && CHANGING.test(description))
  );
}

const CHANGING = /\b(?:change|difference|delta|add|remove|deduct|subtract|reduce|lower|decrease|take)\b/iu;

function takesNegative({ schema, description }: Leaf): boolean {
  const minimum = schema.get('minimum') ?? schema.get('exclusiveMinimum');
  return (
    (minimum instanceof JsonNumber && minimum.text.startsWith('-')) || /\b(?:negative|minus)\b/iu.test(description)
  );
}

/** It may be counted up and down, and nothing says how the other way is written. */
function takesDifference({ schema, nameWords }: Leaf): boolean {
  return (
    !schema.has('minimum') &&
    !schema.has('exclusiveMinimum') &&
    nameWords.some((word) => /^(?:delta|difference|change|adjustment)$/u.test(word))
  );
}

/** "Between 40 and 41": two ends of one thing, and no values of two. */
function isBetween({ source, start, end }: Span): boolean {
  return (
    BETWEEN.test(source.text.slice(Math.max(0, start - 40), start)) ||
    (/\bbetween [$€£]?$/iu.test(source.text.slice(Math.max(0, start - 10), start)) &&
      /^\s?[\p{L}%°$€£]{0,12} and [$€£]?\d/u.test(source.text.slice(end, end + 24)))
  );
}

const BETWEEN = /\bbetween [$€£]?\d[\d.,:]*\s?[\p{L}%°$€£]{0,12} and [$€£]?$/iu;
/** Parameters for one end of something. */
const SIDED =
  /\b(?:min|max|minimum|maximum|from|to|low|lower|high|upper|start|end|first|last|least|most|above|below|over|under|after|before)\b/u;
const AND_OTHERS =
  /^ (?:people|persons?|guests?|passengers?|adults?|seniors?|grown-ups?|students?)(?:,| and| plus|, and| with) (?:an?|one|two|three|four|five|\d{1,2}|some|the|our|my|their) (?:\p{L}+ )?(?:child(?:ren)?|kids?|bab(?:y|ies)|infants?|toddlers?|dogs?|seniors?|adults?|students?|others?|friends?|guests?)\b/iu;
const IN_TOTAL = /^ (?:in (?:total|all)|altogether|overall)\b/iu;
const MONEY = /\b(?:amount|price|cost|fee|total|sum|charge|payment|deposit|budget)\b/u;
const RELATIVE =
  /\b(?:increas|decreas|rais|lower|reduc|scal|turn|mov|shift|extend|grow|shrink|boost|cut|adjust|chang|bump|drop)(?:e|es|ed|ing|s)?\b[^.!?;,]{0,60}\bby\s+\$?$/iu;
/** Parameters that take the difference itself. */
const STEPS =
  /\b(?:by|amount|increment|decrement|percent|percentage|rate|factor|delta|steps?|change|difference|offset|shift|growth|increase|decrease|distance|multiplier|scale)\b|%/iu;

/** Quantities that are shares of one by nature. */
const RATES = new Set([
  'rate',
  'ratio',
  'interest',
  'discount',
  'tax',
  'growth',
  'yield',
  'return',
  'returns',
  'margin',
  'probability',
  'inflation',
  'fraction',
  'share',
]);
