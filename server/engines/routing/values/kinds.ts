// Values: a span read as the value of one parameter, by the kind of both.
// In: a leaf and a span. Out: the value, the rule, its base strength; null when the kinds do not meet.
// Why: the same text is a date for one parameter, a title for another and nothing for a third.

import type { Json } from '../../../../grammar/json.ts';
import { JsonNumber } from '../../../../grammar/json.ts';
import { contradicts, UNIT_WORDS } from '../text/units.ts';
import { isStopWord, stemOf, weightOf } from '../text/words.ts';
import type { Leaf, LeafType } from '../tools/tools.ts';
import type { Want } from '../tools/wants.ts';
import { dateFormatOf, sideOf, timeFormatOf, wantsRegion } from '../tools/wants.ts';
import { isCity, regionOf } from './spans/places.ts';
import type { Moment, Span } from './spans/span.ts';

interface Fitted {
  readonly value: Json;
  readonly by: string;
  readonly base: number;
  readonly firm: boolean;
  /** Firm only when the text names the parameter beside the place. */
  readonly needsCue?: boolean;
}

export function fitNumber(leaf: Leaf, type: LeafType, span: Span): Fitted | null {
  if (span.kind !== 'number' || !(span.value instanceof JsonNumber)) return null;
  // "the 9th dynasty" says the century and nothing else.
  if (span.by === 'ordinal' && !leaf.nameStems.includes(stemOf(span.detail.unit ?? ''))) return null;
  const text = `${leaf.nameWords.join(' ')} ${leaf.description}`.toLowerCase();
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
  const unit = span.detail.unit;
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
  if (unit === 'kelvin' && !/temp|kelvin/u.test(text)) firm = false;
  if (span.by === 'magnitude' && /million|billion|thousand/u.test(text)) firm = false;
  // "Scale it by 5" says how much more, and a parameter that takes the result is not told it.
  if (RELATIVE.test(span.source.text.slice(Math.max(0, span.start - 80), span.start)) && !STEPS.test(text))
    firm = false;
  if (span.detail.doubtful === true) base -= 1;
  if (!Number.isFinite(plain)) return null;
  return { value, by: span.by, base, firm };
}

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

export function fitString(leaf: Leaf, want: Want, span: Span, known: ReadonlySet<string>): Fitted | null {
  const text = typeof span.value === 'string' ? span.value : span.source.text.slice(span.start, span.end);
  const keep = (base: number, firm = true): Fitted => ({ value: text, by: span.by, base, firm });
  if (span.kind === 'date' || span.kind === 'time') return fitMoment(leaf, want, span, text);
  if (span.detail.doubtful === true && span.kind === 'id')
    return keep(want === 'email' ? 1.5 : want === 'id' ? 1.2 : 0.9, false);
  if (want === 'email' && span.kind !== 'email') return span.kind === 'quoted' ? keep(0.4, false) : null;
  if (span.kind === 'email')
    return want === 'email'
      ? keep(3)
      : want === 'person' || want === 'id'
        ? keep(1.7)
        : want === 'text' || want === 'title'
          ? keep(0.2, false)
          : null;
  if (span.kind === 'url')
    return want === 'url'
      ? keep(3)
      : want === 'path'
        ? keep(1.4)
        : want === 'other'
          ? { ...keep(0.9), needsCue: true }
          : keep(0.3, false);
  // What has a name of its own in a standard is read by that name (measured.ts); anything else is a guess.
  if (want === 'currency' || want === 'language')
    return span.kind === 'quoted'
      ? keep(1.8)
      : span.kind === 'name' || span.kind === 'phrase'
        ? keep(0.3, false)
        : null;
  // "google.com" may want its scheme: what a URL parameter takes is not said by a bare name.
  if (want === 'url')
    return span.kind === 'quoted'
      ? keep(1.5, false)
      : span.kind === 'name' || span.kind === 'id'
        ? keep(0.4, false)
        : null;
  // Where a tool is about files, the places they are moved from and to are paths.
  if (span.kind === 'path' && (want === 'place' || sideOf(leaf) !== null) && FILE_STEMS.some((stem) => known.has(stem)))
    return keep(2);
  if (span.kind === 'path')
    return want === 'path'
      ? keep(3)
      : want === 'title' || want === 'other' || want === 'text'
        ? keep(0.9)
        : keep(0.2, false);
  if (want === 'date' || want === 'time' || want === 'datetime')
    return span.kind === 'quoted' && /\d/u.test(text) && leaf.format === null ? keep(0.8) : null;
  if (want === 'year') {
    if (span.kind === 'number' && span.value instanceof JsonNumber && /^(?:1[5-9]|20)\d\d$/u.test(span.value.text))
      return { value: span.value.text, by: span.by, base: 1.8, firm: true };
    return span.kind === 'id' && /^\d{4}[-/]\d{2,4}$/u.test(text) ? keep(2) : null;
  }
  // "#ops" is a channel or a tag and "@ann" is somebody; elsewhere only a parameter that shows the sign takes it.
  if (span.kind === 'id' && /^[#@]/u.test(text)) {
    const fits = text.startsWith('#')
      ? /\b(?:channel|tag|hashtag|topic|room)s?\b/u
      : /\b(?:user|username|handle|mention|recipient|assignee|member|person|account|reviewer)s?\b/u;
    return fits.test(leaf.nameWords.join(' ')) ||
      new RegExp(`(?<![\\p{L}\\p{N}])${text.slice(0, 1)}\\p{L}`, 'u').test(leaf.description)
      ? keep(2)
      : keep(0.9, false);
  }
  if (span.kind === 'id')
    return /^\d{4}-\d{2,4}$/u.test(text)
      ? want === 'id'
        ? keep(1.2)
        : null
      : want === 'id'
        ? keep(2)
        : want === 'other'
          ? { ...keep(0.6), needsCue: true }
          : keep(0.6, want === 'title' || want === 'person' || want === 'text');
  if (span.kind === 'number') {
    if (span.value instanceof JsonNumber && want === 'id' && span.by === 'exact')
      return { value: span.source.text.slice(span.start, span.end), by: span.by, base: 1.5, firm: true };
    return null;
  }
  if (span.kind === 'quoted' && span.detail.doubtful === true)
    return keep(want === 'text' || want === 'id' ? 1.5 : 0.9, want === 'text' || want === 'id');
  if (span.kind === 'quoted')
    return want === 'id' && /\s/u.test(text) ? keep(0.5, false) : keep(want === 'text' ? 2.2 : 1.8);
  if (span.kind === 'name') {
    // "10 shares of NVDA": a symbol is a word of capitals alone.
    if (leaf.nameWords.some((word) => word === 'symbol' || word === 'ticker') && /^\p{Lu}{1,5}$/u.test(text))
      return keep(1.9);
    // "The name of the city" is the name alone; whether its region belongs to it is not said.
    if (
      want === 'place' &&
      text.includes(', ') &&
      span.detail.address !== true &&
      /\bname of the city\b/iu.test(leaf.description) &&
      !wantsRegion(leaf)
    )
      return keep(0.9, false);
    // "a note titled Off to the sea": a title goes on in small letters, and nothing says how far.
    if (
      TITLED.test(span.source.text.slice(Math.max(0, span.start - 24), span.start)) &&
      /^ (?!(?:is|was|are|were|has|have|by|and|please|that|which) )\p{Ll}+ \p{Ll}/u.test(
        span.source.text.slice(span.end, span.end + 24),
      )
    )
      return keep(0.9, false);
    const regionMissing = want === 'place' && wantsRegion(leaf) && !text.includes(',');
    // Behind a place or a person stands what is wanted of it ("London hotels"); a title may go on in small letters.
    const trailing = span.detail.trailing;
    const halved =
      trailing !== undefined &&
      !leaf.nameStems.includes(stemOf(trailing)) &&
      (!(want === 'place' || want === 'person') || !known.has(stemOf(trailing)) || DEMONYM.test(text));
    // "Harbour District" for a district that is shown as 'Uptown': with or without its last word, nothing says.
    const label = /\s(\p{L}+)$/u.exec(text)?.[1]?.toLowerCase() ?? '';
    const labelled =
      leaf.nameStems.includes(stemOf(label)) &&
      /['"“‘]\p{Lu}/u.test(leaf.description) &&
      !leaf.description.toLowerCase().includes(` ${label}'`);
    const narrowed = want === 'place' && span.detail.leading !== undefined && !known.has(stemOf(span.detail.leading));
    const demonym = DEMONYM.test(text);
    // "The harbour of Malta" is another place than France, and only the tool could know that it is asked for by its country.
    const owner = /\b(\p{Ll}+) of (?:the )?$/u.exec(
      span.source.text.slice(Math.max(0, span.start - 32), span.start),
    )?.[1];
    if (
      want === 'place' &&
      owner !== undefined &&
      !isStopWord(owner) &&
      weightOf({ surface: owner }) === 1 &&
      !known.has(stemOf(owner)) &&
      !PLACES_OF.test(owner)
    )
      return keep(0.9, false);
    // "The Duke of Parma" is a person; "Isle of Man" is a place.
    if (want === 'place' && / of /u.test(text) && !PLACES_OF.test(text)) return keep(0.5, false);
    // "Italian restaurants" says the cuisine: an adjective of a place is a kind of food, and of little else.
    if (want === 'kind')
      return demonym && leaf.nameWords.includes('cuisine')
        ? keep(1.6, trailing !== undefined)
        : { ...keep(demonym ? 0.9 : 0.5, true), needsCue: true };
    if (span.detail.address === true) return keep(want === 'place' ? 1.6 : 0.4, want === 'place');
    const base =
      want === 'place' && demonym
        ? 0.5
        : want === 'place' || want === 'person' || want === 'title'
          ? 1.1
          : want === 'text'
            ? 0.5
            : want === 'id'
              ? 0.35
              : 0.9;
    if (regionMissing) {
      const region = regionOf(text);
      // The table's word is not the user's: a guess for a person to confirm.
      if (region !== null) return { value: `${text}, ${region}`, by: 'gazetteer', base, firm: false };
    }
    return {
      ...keep(base, !regionMissing && !halved && !narrowed && !labelled && want !== 'text' && want !== 'id'),
      needsCue: want === 'other',
    };
  }
  // "in lisbon": a city without its capital, alone behind its preposition.
  if (
    want === 'place' &&
    !wantsRegion(leaf) &&
    IN_TOWN.test(span.source.text.slice(Math.max(0, span.start - 12), span.start)) &&
    /^\s*(?:$|[.,;!?]|(?:on|in|at|for|from|to|and|or|with|by|tomorrow|today|tonight|now|please|right)\b)/iu.test(
      span.source.text.slice(span.end, span.end + 12),
    ) &&
    isCity(text)
  )
    return keep(1.1);
  if (want === 'kind') return keep(span.detail.labelled === true ? 0.3 : 0.5, false);
  return keep(
    (want === 'id' ? 0.1 : want === 'person' ? 0.15 : 0.35) - (span.detail.labelled === true ? 0.1 : 0),
    false,
  );
}

const IN_TOWN = /\b(?:in|to|from|near|at)\s+$/iu;

const TITLED = /\b(?:named|called|titled|labell?ed|label|name of|name it|title of)\s+$/iu;

const PLACES_OF =
  /^(?:the )?(?:isle|island|republic|state|city|town|bay|gulf|cape|kingdom|united|district|province|county|strait|university|museum|port|lake|mount|palace|house|bank|north|south|east|west)\b/iu;

/** Words of tools that are about files. */
const FILE_STEMS = ['file', 'directory', 'folder', 'path'].map(stemOf);

/** Adjectives of places: "Japanese food" is not food in Japan. */
const DEMONYM = /(?:ese|ish|ian|ean|ican|French|German|Greek|Dutch|Swiss|Welsh|Thai|Czech)$/u;

function fitMoment(leaf: Leaf, want: Want, span: Span, text: string): Fitted | null {
  const moment = span.detail.moment;
  const { instant, month } = span.detail;
  // What takes an instant takes no bare day, and the other way round.
  if (instant !== undefined)
    return want === 'datetime'
      ? {
          value: instant,
          by: instant === text ? 'exact' : 'date',
          base: 3,
          firm: dateFormatOf(leaf).kind === 'template' || leaf.format === 'date-time',
        }
      : null;
  if (leaf.format === 'date-time') return null;
  if (month !== undefined && monthly(leaf))
    return { value: `${String(month.year).padStart(4, '0')}-${pad(month.month)}`, by: 'date', base: 2, firm: true };
  if (span.kind === 'date') {
    if (want !== 'date' && want !== 'datetime') {
      return leaf.nameWords.some((word) => PERIODS.has(word))
        ? { value: text, by: 'exact', base: 1.2, firm: false }
        : null;
    }
    const form = dateFormatOf(leaf);
    if (form.kind === 'free' && want === 'date') return { value: text, by: 'exact', base: 1.8, firm: true };
    if (form.kind !== 'template') return { value: text, by: 'exact', base: 0.9, firm: false };
    const rendered = moment === undefined ? null : renderDate(moment, form);
    // A date typed as one code is meant as typed: against a declared pattern it is the code that is wrong.
    if (/^\S*\p{L}\S*$/u.test(text) && typeof leaf.schema.get('pattern') === 'string' && rendered !== text)
      return { value: text, by: 'exact', base: want === 'date' ? 2 : 0.8, firm: want === 'date' };
    if (rendered === null) return null;
    return {
      value: rendered,
      by: rendered === text ? 'exact' : 'date',
      base: want === 'date' ? 2 : 0.8,
      firm: want === 'date',
    };
  }
  if (want !== 'time') return null;
  const form = timeFormatOf(leaf);
  if (form === 'free') return { value: text, by: 'exact', base: 1.8, firm: true };
  if (moment === undefined) return null;
  const rendered = `${pad(moment.hour)}:${pad(moment.minute)}${form === 'seconds' ? `:${pad(moment.second)}` : ''}`;
  return { value: rendered, by: rendered === text ? 'exact' : 'time', base: 2, firm: true };
}

/** A parameter for a month of a year, by its form. */
function monthly(leaf: Leaf): boolean {
  return (
    leaf.nameWords.includes('month') &&
    (/^YYYY-MM\b(?!-)/u.test(leaf.description) || /\bYYYY-MM\b(?!-)/u.test(leaf.description))
  );
}

/** Parameters that take a stretch of time in words. */
const PERIODS = new Set([
  'month',
  'week',
  'season',
  'period',
  'timeframe',
  'duration',
  'time',
  'range',
  'when',
  'quarter',
]);

const pad = (value: number | undefined): string => String(value ?? 0).padStart(2, '0');

function renderDate(
  moment: Moment,
  form: { readonly parts: readonly ('Y' | 'M' | 'D')[]; readonly separator: string },
): string | null {
  if (moment.year === undefined || moment.month === undefined || moment.day === undefined) return null;
  const shown = { Y: String(moment.year).padStart(4, '0'), M: pad(moment.month), D: pad(moment.day) };
  return form.parts.map((part) => shown[part]).join(form.separator);
}
