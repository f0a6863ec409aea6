// Fit: how well each place in the text fits each parameter.
// In: leaves, spans and sources. Out: candidates per leaf with a value, a rule and a strength.
// Why: the strength of evidence is the largest lever on wrong calls. It is built from the kind of place against the kind of
// parameter, and from the words around the place; every part is a number a person can read and argue with.

import type { Json } from '../../../grammar/json.ts';
import { JsonNumber } from '../../../grammar/json.ts';
import { readQuoted, readScope, touches } from './scope.ts';
import type { Scope } from './scope.ts';
import { REGION_OF } from './spans/places.ts';
import { isNumeric, isWeakValue, readEnumChoices, readFlag, wordsOf } from './spans/choices.ts';
import type { Moment, Source, Span } from './spans/span.ts';
import type { Leaf, LeafType, Tool } from './tools.ts';
import { dateFormatOf, sideOf, timeFormatOf, wantOf, wantsRegion } from './wants.ts';
import type { Want } from './wants.ts';
import { isStopWord, splitIdentifier, stemOf } from './words.ts';
import type { Word } from './words.ts';

export interface Place {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

export interface Candidate {
  readonly value: Json;
  readonly by: string;
  /** One place, or one per item of a list. */
  readonly places: readonly Place[];
  /** How far the evidence speaks for this parameter; 0 is nothing, above 1.5 is firm. */
  readonly strength: number;
  /** False for a bare noun phrase or a doubtful reading: good for a guess, never for a call. */
  readonly firm: boolean;
}

/** What an answer to our own question brings: the parameters asked for. */
export interface Asked {
  readonly names: ReadonlySet<string>;
}

const CANDIDATES_MAX = 12;

export function fitLeaves(tool: Tool, spans: readonly Span[], sources: readonly Source[], asked: Asked | null): Candidate[][] {
  const { leaves } = tool;
  const context = readContext(leaves, spans, sources, [...tool.nameStems, ...tool.descriptionStems]);
  return leaves.map((leaf, at) => {
    const found = [...fitChoices(leaf, at, context), ...fitMap(leaf, context), ...fitExamples(leaf, at, context)];
    if (leaf.enumValues.length === 0 || leaf.type === 'string') {
      found.push(...(leaf.type === 'array' ? fitLists(leaf, at, context) : fitSpans(leaf, at, leaf.type, context)));
    }
    const boosted = asked?.names.has(leaf.argument) === true ? found.map((one) => answerBoost(one, asked.names.size === 1)) : found;
    return keepBest(boosted);
  });
}

/** The places of a short answer to our own question speak for the asked parameter even without a cue. */
function answerBoost(candidate: Candidate, alone: boolean): Candidate {
  if (candidate.places.some((place) => place.source.age > 0)) return candidate;
  if (!alone) return { ...candidate, strength: candidate.strength + 0.4 };
  return { ...candidate, strength: candidate.strength + 1.2, firm: candidate.firm || candidate.by === 'answer' };
}

/** One candidate per value, the strongest place of each, best first. */
function keepBest(found: readonly Candidate[]): Candidate[] {
  const best = new Map<string, Candidate>();
  for (const candidate of found) {
    if (candidate.strength <= 0) continue;
    const key = valueKey(candidate.value);
    const held = best.get(key);
    if (held === undefined || candidate.strength > held.strength) best.set(key, candidate);
  }
  return [...best.values()].sort((a, b) => b.strength - a.strength || (a.places[0]?.start ?? 0) - (b.places[0]?.start ?? 0)).slice(0, CANDIDATES_MAX);
}

export function valueKey(value: Json): string {
  if (value instanceof JsonNumber) return `n${Number(value.text)}`;
  if (Array.isArray(value)) return `[${value.map(valueKey).join(',')}]`;
  return typeof value === 'string' ? `s${value.toLowerCase()}` : String(value);
}

interface Context {
  readonly leaves: readonly Leaf[];
  readonly spans: readonly Span[];
  readonly sources: readonly Source[];
  readonly words: ReadonlyMap<Source, readonly Word[]>;
  readonly scopes: ReadonlyMap<Source, Scope>;
  /** Filled as places are looked at. */
  readonly surroundings: Map<Place, Surroundings>;
  /** Words that name a parameter and stand in a row with another such word ("base and height"). */
  readonly rows: ReadonlyMap<Source, ReadonlySet<Word>>;
  readonly wants: readonly Want[];
  /** Required numeric leaves, or all of them when none is required, in schema order. */
  readonly numeric: readonly number[];
  /** True when those leaves differ only by a count: number1, number2; x, y. */
  readonly series: boolean;
  /** Numbers of the last turn, in order. */
  readonly numbers: readonly Span[];
  /** How many leaves use a stem in their name: a shared word tells little. */
  readonly nameCounts: ReadonlyMap<string, number>;
  /** Every stem the tool says anywhere. */
  readonly known: ReadonlySet<string>;
}

function readContext(leaves: readonly Leaf[], spans: readonly Span[], sources: readonly Source[], toolStems: readonly string[]): Context {
  const nameCounts = new Map<string, number>();
  for (const leaf of leaves) for (const stem of new Set(leaf.nameStems)) nameCounts.set(stem, (nameCounts.get(stem) ?? 0) + 1);
  const words = new Map(sources.map((source) => [source, wordsOf(source)]));
  const isNumber = (leaf: Leaf): boolean => (leaf.type === 'number' || leaf.type === 'integer') && leaf.enumValues.length === 0;
  const required = leaves.flatMap((leaf, at) => (isNumber(leaf) && leaf.required ? [at] : []));
  const numeric = required.length > 0 ? required : leaves.flatMap((leaf, at) => (isNumber(leaf) ? [at] : []));
  return {
    leaves,
    spans,
    sources,
    words,
    surroundings: new Map(),
    scopes: new Map(sources.map((source) => [source, readScope(source.text)])),
    rows: new Map(sources.map((source) => [source, namesInRow(source, words.get(source) ?? [], nameCounts)])),
    wants: leaves.map(wantOf),
    numeric,
    series: numeric.length > 1 && new Set(numeric.map((at) => (leaves[at] as Leaf).nameWords.join(' ').replace(/^(?:first|second|third)\s+|\s*(?:\d+|one|two|three|first|second|third|[a-z])$/gu, ''))).size === 1,
    numbers: spans.filter((span) => span.kind === 'number' && span.source.age === 0 && span.detail.doubtful !== true),
    nameCounts,
    known: new Set([...toolStems, ...leaves.flatMap((leaf) => [...leaf.nameStems, ...leaf.descriptionStems])]),
  };
}

function namesInRow(source: Source, words: readonly Word[], nameCounts: ReadonlyMap<string, number>): Set<Word> {
  const found = new Set<Word>();
  words.forEach((word, at) => {
    const next = words.slice(at + 1, at + 3).find((other) => nameCounts.has(other.stem) && other.stem !== word.stem && !isStopWord(other.surface));
    if (!nameCounts.has(word.stem) || isStopWord(word.surface) || next === undefined) return;
    if (!/^(?:,| and| or|, and| &)\s+(?:the |its )?$/u.test(source.text.slice(word.end, next.start))) return;
    found.add(word);
    found.add(next);
  });
  return found;
}

function fitChoices(leaf: Leaf, at: number, context: Context): Candidate[] {
  const found: Candidate[] = [];
  for (const source of context.sources) {
    const words = context.words.get(source) ?? [];
    const scope = context.scopes.get(source) ?? readScope(source.text);
    if (leaf.type === 'boolean' || leaf.itemType === 'boolean') {
      for (const flag of readFlag(leaf, source, words)) {
        if (touches(scope.reported, flag.start, flag.end)) continue;
        found.push({ value: flag.value, by: flag.by, places: [flag], strength: 1.9 - 0.3 * source.age, firm: true });
      }
      continue;
    }
    const choices = readEnumChoices(leaf, source, words).filter(
      (choice) => !touches(scope.negated, choice.start, choice.end) && !touches(scope.reported, choice.start, choice.end),
    );
    const items: Candidate[] = choices.map((choice) => {
      const cue = cueFor(leaf, at, choice, context);
      const base = isWeakValue(choice.value) ? (isNumeric(choice.value) ? 0.8 : 0.4) : choice.by === 'inflection' ? 2.0 : 2.5;
      return { value: choice.value, by: choice.by, places: [choice], strength: base + cue - 0.3 * source.age, firm: !isWeakValue(choice.value) || cue >= 0.8 };
    });
    if (leaf.type !== 'array') found.push(...items);
    else if (items.length > 0) {
      const distinct = keepBest(items).sort((a, b) => (a.places[0]?.start ?? 0) - (b.places[0]?.start ?? 0));
      const joined = joinItems(distinct);
      found.push({ ...joined, firm: joined.firm && !goesOn(source, joined.places) });
    }
  }
  return found;
}

/** "hours and ticket price" with only the price read: half of a list is not the list. */
function goesOn(source: Source, places: readonly Place[]): boolean {
  const start = places.reduce((least, place) => Math.min(least, place.start), Infinity);
  const end = places.reduce((most, place) => Math.max(most, place.end), 0);
  return /\p{L}(?:,| and| or|, and|, or| &)\s+$/u.test(source.text.slice(Math.max(0, start - 12), start)) || /^(?:,? and|,? or| &)\s+\p{L}/u.test(source.text.slice(end, end + 12));
}

function joinItems(items: readonly Candidate[]): Candidate {
  return {
    value: items.map((item) => item.value),
    by: items[0]?.by ?? 'exact',
    places: items.flatMap((item) => item.places),
    strength: items.reduce((least, item) => Math.min(least, item.strength), Infinity),
    firm: items.every((item) => item.firm),
  };
}

/** "1 = Bangkok, 2 = Phuket" in a description is a map; saying "Phuket" says 2. */
function fitMap(leaf: Leaf, context: Context): Candidate[] {
  const pairs = [...leaf.description.matchAll(/(?<![\p{L}\p{N}.])(\d{1,6}|[A-Z]{2,5})\s?(?:=|:|->|=>)\s?['"]?(\p{L}[\p{L} ]{2,30}\p{L})/gu)];
  if (pairs.length < 2 || leaf.enumValues.length > 0) return [];
  const found: Candidate[] = [];
  for (const source of context.sources) {
    for (const [, code = '', label = ''] of pairs) {
      const at = source.text.toLowerCase().indexOf(label.toLowerCase());
      if (at < 0 || /[\p{L}\p{N}]/u.test(source.text[at - 1] ?? ' ') || /[\p{L}\p{N}]/u.test(source.text[at + label.length] ?? ' ')) continue;
      const value = leaf.type === 'string' || leaf.type === 'any' ? code : /^\d+$/u.test(code) ? new JsonNumber(String(Number(code))) : null;
      if (value === null) continue;
      found.push({ value, by: 'description-map', places: [{ source, start: at, end: at + label.length }], strength: 2.2, firm: true });
    }
  }
  return found;
}

/** Values that a description quotes ("such as 'jazz', 'rock'") are what the parameter takes: saying one is saying it. */
function fitExamples(leaf: Leaf, at: number, context: Context): Candidate[] {
  if ((leaf.type !== 'string' && !(leaf.type === 'array' && leaf.itemType !== 'number' && leaf.itemType !== 'integer')) || leaf.enumValues.length > 0) return [];
  const examples = readQuoted(leaf.description).map(({ start, end }) => leaf.description.slice(start, end).trim());
  const values = [...new Set(examples)].filter((example) => /^\p{L}[\p{L} -]{2,40}$/u.test(example) && !isStopWord(example.toLowerCase()) && !NO_VALUE.test(example) && !splitIdentifier(example).every((word) => context.nameCounts.has(stemOf(word))));
  if (values.length === 0 || values.length > EXAMPLES_MAX) return [];
  const listed: Leaf = { ...leaf, type: leaf.type, enumValues: values };
  return fitChoices(listed, at, context)
    .filter(({ by }) => by === 'exact' || by === 'case')
    .map((one) => ({ ...one, strength: one.strength - 0.5 }));
}

const EXAMPLES_MAX = 24;
// Quoted words that state a form or the absence of a value.
const NO_VALUE = /^(?:dontcare|none|null|any|all|default|true|false|City.*|State|YYYY.*|string|integer|number|example|name|value|unknown|other)$/iu;

function fitSpans(leaf: Leaf, at: number, type: LeafType, context: Context): Candidate[] {
  const found: Candidate[] = [];
  for (const span of context.spans) {
    const fitted = type === 'number' || type === 'integer' ? fitNumber(leaf, type, span) : type === 'string' || type === 'any' ? fitString(leaf, context.wants[at] ?? 'other', span, context.known) : null;
    if (fitted === null || isLabel(leaf, span)) continue;
    const cue = cueFor(leaf, at, span, context);
    // An enum takes only what it lists; anything else is a candidate only when the text puts it in the parameter's own place.
    if (leaf.enumValues.length > 0 && (cue < 1.2 || span.kind === 'phrase')) continue;
    const strength = fitted.base + cue + sideScore(leaf, span) + orderScore(at, span, context) - 0.3 * span.source.age;
    found.push({
      value: fitted.value,
      by: fitted.by,
      places: [{ source: span.source, start: span.start, end: span.end }],
      strength: leaf.enumValues.length > 0 ? strength - 1 : strength,
      firm: (fitted.firm && (fitted.needsCue !== true || cue >= 0.8)) || (span.kind === 'phrase' && isStated(leaf, span)),
    });
  }
  return found;
}

/**
 * Numbers are mostly said in the order the parameters are listed. When there are as many numbers as required numeric
 * parameters, that order is evidence; otherwise it only breaks ties.
 */
function orderScore(at: number, span: Span, context: Context): number {
  if (span.kind !== 'number') return 0;
  const leaf = context.numeric.indexOf(at);
  const place = context.numbers.indexOf(span);
  if (leaf < 0 || place < 0) return 0;
  const complete = context.numbers.length === context.numeric.length;
  if (leaf !== place) return -0.04 * Math.min(4, Math.abs(leaf - place)) - (complete && context.series ? 0.5 : 0);
  return !complete ? 0 : context.series || context.numeric.length === 1 ? 0.45 : 0.05;
}

/** Runs of like spans joined by commas and "and" become one list; a single span is a list of one. */
function fitLists(leaf: Leaf, at: number, context: Context): Candidate[] {
  if (leaf.itemType === 'object' || leaf.itemType === 'array') return [];
  const found: Candidate[] = [];
  const item = leaf.itemType === 'any' ? 'any' : leaf.itemType;
  const kinds: ReadonlySet<string> = item === 'number' || item === 'integer' ? new Set(['number']) : new Set(['quoted', 'name', 'phrase', 'id', 'email', 'url', 'path', 'date']);
  const usable = context.spans.filter((span) => span.by !== 'answer' && kinds.has(span.kind) || (item === 'any' && span.kind === 'number'));
  for (const kind of new Set(usable.map((span) => span.kind))) {
    const like = usable.filter((span) => span.kind === kind);
    let run: Span[] = [];
    const close = (): void => {
      if (run.length > 0) found.push(...listOf(leaf, at, run, context));
      run = [];
    };
    for (const span of like) {
      const last = run.at(-1);
      if (last !== undefined && (last.source !== span.source || !/^['"”’`]?\s*(?:,|;|and|or|&|\||, and|, or|,? ?\[?)\s*\$?['"“‘`]?$/iu.test(span.source.text.slice(last.end, span.start)))) close();
      run.push(span);
    }
    close();
  }
  return found;
}

function listOf(leaf: Leaf, at: number, run: readonly Span[], context: Context): Candidate[] {
  const items: Candidate[] = [];
  for (const span of run) {
    const fitted = span.kind === 'number' ? fitNumber(leaf, leaf.itemType, span) : fitString(leaf, context.wants[at] ?? 'other', span, context.known);
    if (fitted === null) return [];
    items.push({ value: fitted.value, by: fitted.by, places: [{ source: span.source, start: span.start, end: span.end }], strength: fitted.base, firm: fitted.firm });
  }
  const first = run[0];
  if (first === undefined) return [];
  const joined = joinItems(items);
  const length = run.length > 1 ? 0.5 : -0.3;
  return [{ ...joined, firm: joined.firm && !goesOn(first.source, joined.places), strength: joined.strength + cueFor(leaf, at, first, context) + length - 0.3 * first.source.age }];
}

interface Fitted {
  readonly value: Json;
  readonly by: string;
  readonly base: number;
  readonly firm: boolean;
  /** Firm only when the text names the parameter beside the place. */
  readonly needsCue?: boolean;
}

/** "genre: rock", "keyword = rock": the text itself says which parameter the phrase fills. */
function isStated(leaf: Leaf, span: Span): boolean {
  const lead = /([\p{L}\p{N}_ ]{1,40})\s*(?:=|:)\s*$/u.exec(span.source.text.slice(Math.max(0, span.start - 48), span.start))?.[1];
  return lead !== undefined && splitIdentifier(lead).slice(-leaf.nameWords.length).join(' ') === leaf.nameWords.join(' ');
}

/** A name that only repeats the parameter's own name is its label, not its value ("the AVD name …"). */
function isLabel(leaf: Leaf, span: Span): boolean {
  if (span.kind !== 'name' && span.kind !== 'phrase') return false;
  return splitIdentifier(span.source.text.slice(span.start, span.end)).every((word) => leaf.nameStems.includes(stemOf(word)));
}

function fitNumber(leaf: Leaf, type: LeafType, span: Span): Fitted | null {
  if (span.kind !== 'number' || !(span.value instanceof JsonNumber)) return null;
  const text = `${leaf.nameWords.join(' ')} ${leaf.description}`.toLowerCase();
  let value: JsonNumber = span.value;
  let base = 1.2;
  let firm = span.detail.doubtful !== true;
  if (span.detail.share !== undefined && span.detail.share instanceof JsonNumber) {
    const maximum = leaf.schema.get('maximum');
    const wantsShare = /\bdecimal|fraction\b|between 0 and 1|0\.\d/u.test(text) || (maximum instanceof JsonNumber && Number(maximum.text) <= 1);
    const wantsPercent = /percent|%/u.test(text);
    if (wantsShare && !wantsPercent) value = span.detail.share;
    else if (!wantsPercent || wantsShare) {
      firm = false;
      if (type === 'number') value = span.detail.share;
    }
    if (/rate|percent|ratio|probab|interest|discount|tax|growth|percentage|yield|return|margin|level/u.test(text)) base += 0.6;
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
    if (spelled.some((word) => leaf.nameStems.includes(stemOf(word)))) base += 0.9;
    else if (spelled.some((word) => leaf.descriptionStems.has(stemOf(word)))) base += 0.6;
  }
  if (unit === 'kelvin' && !/temp|kelvin/u.test(text)) firm = false;
  if (span.by === 'magnitude' && /million|billion|thousand/u.test(text)) firm = false;
  if (span.detail.doubtful === true) base -= 1;
  if (!Number.isFinite(plain)) return null;
  return { value, by: span.by, base, firm };
}

/** Units of one dimension: a description that names one of them means that one. */
const DIMENSIONS: readonly (readonly RegExp[])[] = [
  [/^(?:s|secs?|seconds?)$/u, /^(?:min|mins|minutes?)$/u, /^(?:h|hrs?|hours?)$/u, /^days?$/u, /^weeks?$/u, /^months?$/u, /^(?:yrs?|years?)$/u, /^(?:ms|milliseconds?)$/u],
  [/^(?:m|meters?|metres?)$/u, /^(?:km|kilometers?|kilometres?|kms)$/u, /^(?:mi|miles?)$/u, /^(?:ft|feet|foot)$/u, /^(?:cm|centimeters?)$/u, /^(?:mm|millimeters?)$/u, /^(?:in|inch|inches)$/u],
  [/^(?:kg|kgs|kilograms?|kilos?)$/u, /^(?:g|grams?)$/u, /^(?:lbs?|pounds?)$/u, /^(?:mg|milligrams?)$/u, /^(?:oz|ounces?)$/u, /^(?:t|tons?|tonnes?)$/u],
  [/^(?:\$|usd|dollars?)$/u, /^cents?$/u, /^(?:€|eur|euros?)$/u, /^(?:£|gbp)$/u],
];

/** True when the description names another unit of the same dimension and not this one: the number would have to be converted. */
function contradicts(unit: string, description: string, strict: boolean): boolean {
  const words = description.split(/[^\p{L}$€£]+/u).filter((word) => word.length > 2 || /[$€£]/u.test(word) || word === 'km' || word === 'kg' || word === 'cm' || word === 'mm');
  return DIMENSIONS.some((dimension) => {
    const own = dimension.find((one) => one.test(unit));
    if (own === undefined || (!strict && words.some((word) => own.test(word)))) return false;
    return dimension.some((one) => one !== own && words.some((word) => one.test(word)));
  });
}

/** What a short unit stands for, in the words a description uses. */
const UNIT_WORDS = new Map<string, readonly string[]>([
  ['m', ['meter', 'metre', 'length', 'height', 'distance', 'width', 'depth']],
  ['meters', ['meter', 'metre', 'length', 'height', 'distance']],
  ['cm', ['centimeter', 'cm', 'length', 'height']],
  ['mm', ['millimeter', 'mm']],
  ['km', ['kilometer', 'km', 'distance', 'radius']],
  ['kilometers', ['kilometer', 'km', 'distance', 'radius']],
  ['mi', ['mile', 'distance', 'radius']],
  ['miles', ['mile', 'distance', 'radius']],
  ['ft', ['foot', 'feet', 'height']],
  ['feet', ['foot', 'feet', 'height']],
  ['kg', ['kilogram', 'kg', 'weight', 'mass']],
  ['g', ['gram', 'mass', 'weight']],
  ['lbs', ['pound', 'weight']],
  ['lb', ['pound', 'weight']],
  ['pounds', ['pound', 'weight', 'price', 'amount']],
  ['s', ['second', 'time', 'duration']],
  ['seconds', ['second', 'time', 'duration']],
  ['min', ['minute', 'time', 'duration']],
  ['minutes', ['minute', 'time', 'duration']],
  ['hours', ['hour', 'time', 'duration']],
  ['h', ['hour', 'time']],
  ['days', ['day', 'duration', 'period']],
  ['years', ['year', 'time', 'duration', 'age', 'term', 'period']],
  ['year', ['year', 'age', 'term']],
  ['months', ['month', 'duration', 'period', 'term']],
  ['$', ['dollar', 'usd', 'price', 'amount', 'cost', 'budget', 'salary', 'income', 'principal', 'investment', 'money', 'value', 'payment', 'deposit', 'balance', 'revenue']],
  ['dollars', ['dollar', 'usd', 'price', 'amount', 'cost', 'budget']],
  ['€', ['euro', 'eur', 'price', 'amount', 'cost', 'budget']],
  ['£', ['pound', 'gbp', 'price', 'amount', 'cost', 'budget']],
  ['usd', ['dollar', 'usd', 'price', 'amount', 'cost']],
  ['m/s', ['velocity', 'speed']],
  ['km/h', ['velocity', 'speed']],
  ['mph', ['velocity', 'speed', 'mile']],
  ['degrees', ['degree', 'angle', 'temperature']],
  ['people', ['people', 'guest', 'person', 'party', 'size', 'number']],
  ['guests', ['guest', 'people', 'party']],
  ['adults', ['adult', 'guest', 'passenger', 'people']],
  ['tickets', ['ticket', 'number', 'seat']],
  ['nights', ['night', 'stay', 'duration']],
]);

function fitString(leaf: Leaf, want: Want, span: Span, known: ReadonlySet<string>): Fitted | null {
  const text = typeof span.value === 'string' ? span.value : span.source.text.slice(span.start, span.end);
  const keep = (base: number, firm = true): Fitted => ({ value: text, by: span.by, base, firm });
  if (span.kind === 'date' || span.kind === 'time') return fitMoment(leaf, want, span, text);
  if (span.detail.doubtful === true && span.kind === 'id') return keep(want === 'email' ? 1.5 : want === 'id' ? 1.2 : 0.9, false);
  if (want === 'email' && span.kind !== 'email') return span.kind === 'quoted' ? keep(0.4, false) : null;
  if (span.kind === 'email') return want === 'email' ? keep(3) : want === 'person' || want === 'id' ? keep(1.7) : want === 'text' || want === 'title' ? keep(0.2, false) : null;
  if (span.kind === 'url') return want === 'url' ? keep(3) : want === 'path' ? keep(1.4) : want === 'other' ? { ...keep(0.9), needsCue: true } : keep(0.3, false);
  // "google.com" may want its scheme: what a URL parameter takes is not said by a bare name.
  if (want === 'url') return span.kind === 'quoted' ? keep(1.5, false) : span.kind === 'name' || span.kind === 'id' ? keep(0.4, false) : null;
  if (span.kind === 'path') return want === 'path' ? keep(3) : want === 'title' || want === 'other' || want === 'text' ? keep(0.9) : keep(0.2, false);
  if (want === 'date' || want === 'time' || want === 'datetime') return span.kind === 'quoted' && /\d/u.test(text) ? keep(0.8) : null;
  if (want === 'year') {
    if (span.kind === 'number' && span.value instanceof JsonNumber && /^(?:1[5-9]|20)\d\d$/u.test(span.value.text)) return { value: span.value.text, by: span.by, base: 1.8, firm: true };
    return span.kind === 'id' && /^\d{4}[-/]\d{2,4}$/u.test(text) ? keep(2) : null;
  }
  if (span.kind === 'id') return /^\d{4}-\d{2,4}$/u.test(text) ? (want === 'id' ? keep(1.2) : null) : want === 'id' ? keep(2) : keep(0.6, want === 'title' || want === 'person' || want === 'text');
  if (span.kind === 'number') {
    if (span.value instanceof JsonNumber && want === 'id' && span.by === 'exact') return { value: span.source.text.slice(span.start, span.end), by: span.by, base: 1.5, firm: true };
    return null;
  }
  if (span.kind === 'quoted') return want === 'id' && /\s/u.test(text) ? keep(0.5, false) : keep(want === 'text' ? 2.2 : 1.8);
  if (span.kind === 'name') {
    const regionMissing = want === 'place' && wantsRegion(leaf) && !text.includes(',');
    // Behind a place or a person stands what is wanted of it ("London hotels"); a title may go on in small letters.
    const trailing = span.detail.trailing;
    const halved = trailing !== undefined && (!(want === 'place' || want === 'person') || !known.has(stemOf(trailing)) || DEMONYM.test(text));
    const narrowed = want === 'place' && span.detail.leading !== undefined && !known.has(stemOf(span.detail.leading));
    const base = want === 'place' || want === 'person' || want === 'title' ? 1.1 : want === 'text' ? 0.5 : want === 'id' ? 0.35 : 0.9;
    if (regionMissing) {
      const region = REGION_OF.get(text.toLowerCase());
      // The table's word is not the user's: a guess for a person to confirm.
      if (region !== undefined) return { value: `${text}, ${region}`, by: 'gazetteer', base, firm: false };
    }
    return { ...keep(base, !regionMissing && !halved && !narrowed && want !== 'text' && want !== 'id'), needsCue: want === 'other' };
  }
  return keep(want === 'id' ? 0.1 : want === 'person' ? 0.15 : 0.35, false);
}

/** Adjectives of places: "Japanese food" is not food in Japan. */
const DEMONYM = /(?:ese|ish|ian|ean|ican|French|German|Greek|Dutch|Swiss|Welsh|Thai|Czech)$/u;

function fitMoment(leaf: Leaf, want: Want, span: Span, text: string): Fitted | null {
  const moment = span.detail.moment;
  if (span.kind === 'date') {
    if (want !== 'date' && want !== 'datetime') {
      return leaf.nameWords.some((word) => PERIODS.has(word)) ? { value: text, by: 'exact', base: 1.2, firm: false } : null;
    }
    const form = dateFormatOf(leaf);
    if (form.kind === 'free' && want === 'date') return { value: text, by: 'exact', base: 1.8, firm: true };
    if (form.kind !== 'template') return { value: text, by: 'exact', base: 0.9, firm: false };
    const rendered = moment === undefined ? null : renderDate(moment, form);
    if (rendered === null) return null;
    return { value: rendered, by: rendered === text ? 'exact' : 'date', base: want === 'date' ? 2 : 0.8, firm: want === 'date' };
  }
  if (want !== 'time') return null;
  const form = timeFormatOf(leaf);
  if (form === 'free') return { value: text, by: 'exact', base: 1.8, firm: true };
  if (moment === undefined) return null;
  const rendered = `${pad(moment.hour)}:${pad(moment.minute)}${form === 'seconds' ? `:${pad(moment.second)}` : ''}`;
  return { value: rendered, by: rendered === text ? 'exact' : 'time', base: 2, firm: true };
}

/** Parameters that take a stretch of time in words. */
const PERIODS = new Set(['month', 'week', 'season', 'period', 'timeframe', 'duration', 'time', 'range', 'when', 'quarter']);

const pad = (value: number | undefined): string => String(value ?? 0).padStart(2, '0');

function renderDate(moment: Moment, form: { readonly parts: readonly ('Y' | 'M' | 'D')[]; readonly separator: string }): string | null {
  if (moment.year === undefined || moment.month === undefined || moment.day === undefined) return null;
  const shown = { Y: String(moment.year).padStart(4, '0'), M: pad(moment.month), D: pad(moment.day) };
  return form.parts.map((part) => shown[part]).join(form.separator);
}

const BEFORE_WORDS = 6;
const AFTER_WORDS = 4;

/** A word near a place, and how much it still says there. The same for every leaf, so it is read once per place. */
interface Neighbour {
  readonly word: Word;
  readonly side: 'before' | 'after';
  /** Words in between; function words count less. */
  readonly distance: number;
  /** 1 beside the place, less with distance, much less across another value. */
  readonly fade: number;
  /** Only "is", "of", "=" and the like stand in between. */
  readonly adjacent: boolean;
}

interface Surroundings {
  readonly near: readonly Neighbour[];
  readonly inside: readonly Word[];
  /** The text right before, for prepositions. */
  readonly lead: string;
}

function surroundingsOf(place: Place, context: Context): Surroundings {
  const known = context.surroundings.get(place);
  if (known !== undefined) return known;
  const words = context.words.get(place.source) ?? [];
  const { text } = place.source;
  let first = words.findIndex((word) => word.end > place.start);
  if (first < 0) first = words.length;
  let last = first;
  while (last < words.length && (words[last]?.start ?? 0) < place.end) last += 1;
  const beside = context.spans.filter((span) => span.source === place.source && span.kind !== 'phrase' && span.start < place.end + NEAR_LENGTH_MAX && span.end > place.start - NEAR_LENGTH_MAX);
  const near: Neighbour[] = [];
  for (const side of ['before', 'after'] as const) {
    const list = side === 'before' ? words.slice(Math.max(0, first - BEFORE_WORDS), first).reverse() : words.slice(last, last + AFTER_WORDS);
    let distance = 0;
    for (const word of list) {
      distance += isStopWord(word.surface) ? 0.4 : 1;
      const between = side === 'before' ? text.slice(word.end, place.start) : text.slice(place.end, word.start);
      if (between.length > NEAR_LENGTH_MAX || /[.!?;\n]\s/u.test(between)) break;
      // A word inside another value belongs to that value.
      if (beside.some((span) => (span.kind === 'quoted' || span.kind === 'name') && span.start <= word.start && span.end >= word.end)) continue;
      const crossed = beside.some((span) => span.kind !== 'name' && (side === 'before' ? span.start >= word.end && span.end <= place.start : span.start >= place.end && span.end <= word.start));
      const fade = (crossed ? 0.25 : 1) / (1 + 0.35 * Math.max(0, distance - 1)) / (side === 'after' ? 1.25 : 1);
      near.push({ word, side, distance, fade, adjacent: side === 'before' && /^\s*(?:=|:|is|of|as|to|equals|are|was)?\s*['"“‘`$]?\s*$/iu.test(between) });
    }
  }
  const found: Surroundings = { near, inside: words.slice(first, last), lead: text.slice(Math.max(0, place.start - 24), place.start) };
  context.surroundings.set(place, found);
  return found;
}

/** Words farther away than this, in characters, say nothing about a place. */
const NEAR_LENGTH_MAX = 120;

/** What the words around a place say for a leaf: 0 nothing, about 1 its own name beside the place, at most 2. */
function cueFor(leaf: Leaf, at: number, place: Place, context: Context): number {
  const { near, inside, lead } = surroundingsOf(place, context);
  let score = 0;
  let best = 0;
  for (const { word, side, distance, fade, adjacent } of near) {
    if (leaf.nameStems.includes(word.stem) && (!isStopWord(word.surface) || leaf.nameStems.length === 1)) {
      const share = context.nameCounts.get(word.stem) ?? 1;
      // "base and height as 6 and 10": names in a row share what follows, and adjacency means nothing.
      const inRow = side === 'before' && context.rows.get(place.source)?.has(word) === true;
      if (side === 'after' && distance <= 1 && share === 1) best = Math.max(best, 1.2 * fade);
      let weight = (share === 1 && !inRow ? 1 : 0.35) * fade;
      if (adjacent && !inRow) weight += share === 1 ? 0.6 : 0.2;
      best = Math.max(best, weight);
    } else if (leaf.descriptionStems.has(word.stem) && !isStopWord(word.surface)) score = Math.max(score, 0.3 * fade);
  }
  const own = inside.some((word) => leaf.nameStems.includes(word.stem) && (context.nameCounts.get(word.stem) ?? 1) === 1) ? 0.5 : 0;
  return Math.min(2, best + score + own + prepositionScore(context.wants[at] ?? 'other', lead));
}

const PREPOSITIONS: Partial<Record<Want, RegExp>> = {
  place: /\b(?:in|at|near|around|to|from|of|for|within|visiting|visit)\s+(?:the\s+)?$/iu,
  person: /\b(?:by|for|with|to|of|from|named|called|contact|user|starring|directed by)\s+$/iu,
  title: /\b(?:called|named|titled|the|of|by|at|about|for)\s+$/iu,
  date: /\b(?:on|for|from|by|until|till|starting|before|after|since|of)\s+(?:the\s+)?$/iu,
  time: /\b(?:at|by|around|from|after|before)\s+$/iu,
};

function prepositionScore(want: Want, lead: string): number {
  const pattern = PREPOSITIONS[want];
  if (pattern === undefined) return 0;
  return pattern.test(lead) ? 0.5 : 0;
}

/** "from A to B": a leaf of one side must not take the other side's place. */
function sideScore(leaf: Leaf, place: Place): number {
  const side = sideOf(leaf);
  if (side === null) return 0;
  const lead = /\b(from|to|into|until|till|between|and|leaving|departing|starting|beginning|ending|through|arriving|going)\s+(?:\p{L}+\s*=\s*|\p{L}+\s+){0,1}(?:the\s+)?['"“‘$]?$/iu.exec(place.source.text.slice(Math.max(0, place.start - 32), place.start))?.[1]?.toLowerCase();
  if (lead === undefined) return 0;
  const said = /^(?:from|between|leaving|departing|starting|beginning)$/u.test(lead) ? 'from' : 'to';
  if (lead === 'and') return side === 'to' ? 0.3 : -0.3;
  return said === side ? 0.9 : -1.2;
}
