// Ground: where the texts say the arguments of a call that somebody else filled.
// In: a tool, its arguments as given, and what the request says for the tool by our own reading. Out: a row for each value: the
// places that say it, or why none does. Why: a model that invents an argument writes it as surely as one that was said. A value
// counts as said only where the text has it, in no denied or reported place, once for each argument, and where our own reading does
// not give the same words to another parameter or another value to the same one.

import type { Json } from '../../../../grammar/json.ts';
import { JsonNumber } from '../../../../grammar/json.ts';
import { keyOf } from '../../../schema/amounts.ts';
import { endsInDoubt, lengthWithoutCourtesy, saysNothing } from '../text/courtesy.ts';
import { readWords, weightOf } from '../text/words.ts';
import type { Leaf, Tool } from '../tools/tools.ts';
import { asRead, asSent, ITEM, looseLeaf } from '../tools/tools.ts';
import { assign, overlaps } from './assign.ts';
import type { Candidate, Place } from './candidate.ts';
import { FIRM_STRENGTH, joinItems, textAt, valueKey } from './candidate.ts';
import type { Filled, Slot } from './fill.ts';
import { givenSlot, SURE_MARGIN } from './fill.ts';
import type { PickRecord } from './records.ts';
import { takesTitle } from './rules/texts.ts';
import type { Span } from './spans/span.ts';
import type { Searchable } from './verbatim.ts';
import { findNumber, findVerbatim } from './verbatim.ts';

/** More values than this are a document. Assigning is cubic in their number. */
export const VALUES_MAX = 64;

/** Older than any turn: what a user says goes before what a tool answered. */
export const RESULT_AGE = 20;

export interface Grounding {
  readonly leaf: Leaf;
  readonly value: Json;
  readonly status:
    | 'grounded'
    /** It is what the schema says happens anyway, or nothing at all: null or an empty list. */
    | 'idle'
    /** The texts say its words, or the same thing in another form; that it follows from them is not seen. */
    | 'transformed'
    | 'ungrounded';
  /** The argument with the reading that says it; null unless grounded. */
  readonly slot: Slot | null;
  /** What the texts say in its place, or null. */
  readonly said: string | null;
  /** What users say of the record in a tool's result that it was taken from. */
  readonly picks: readonly Span[];
}

/** What the texts offer. `usual` is the tool as routing fills it. */
interface Said {
  readonly usual: Filled;
  readonly spans: readonly Span[];
  /** Strings of user turns, and of tool results where these count. */
  readonly texts: readonly Searchable[];
  readonly pickRecord: PickRecord;
}

interface Row {
  readonly leaf: Leaf;
  readonly value: Json;
  readonly candidates: readonly Candidate[];
}

/** Null for more values than VALUES_MAX. */
export function ground(tool: Tool, given: Json, said: Said): readonly Grounding[] | null {
  const values = valuesOf(given, [], tool);
  if (values.length > VALUES_MAX) return null;
  const rows = values.map(({ leaf, value }): Row => ({ leaf, value, candidates: readingsOf(leaf, value, tool, said) }));
  const assigned = assign(rows.map(({ candidates }) => candidates));
  const chosen = assigned.map((one) => one?.candidate ?? null);
  return rows.map((row, at) => {
    const judged = judgeRow(row, chosen[at] ?? null, tool, said);
    const better = judged.status === 'grounded' ? findExchange(at, rows, tool, said) : null;
    return better === null ? judged : { ...judged, status: 'ungrounded', slot: null, said: textOf(better) };
  });
}

/** Our own reading would rather give this argument's value to another of the call and the other's to this one. */
function findExchange(at: number, rows: readonly Row[], tool: Tool, { usual }: Said): Candidate | null {
  const strongest = (leaf: Leaf, value: Json): Candidate | null =>
    usual.readings[tool.leaves.indexOf(leaf)]?.find((one) => valueKey(one.value) === valueKey(value)) ?? null;
  const strength = (leaf: Leaf, value: Json): number => strongest(leaf, value)?.strength ?? 0;
  const row = rows[at] as Row;
  for (const other of rows) {
    if (other === row || typeof other.value !== typeof row.value || valueKey(other.value) === valueKey(row.value))
      continue;
    const gain =
      strength(row.leaf, other.value) +
      strength(other.leaf, row.value) -
      strength(row.leaf, row.value) -
      strength(other.leaf, other.value);
    if (gain >= SURE_MARGIN) return strongest(row.leaf, other.value) ?? strongest(other.leaf, row.value);
  }
  return null;
}

interface Value {
  readonly leaf: Leaf;
  readonly value: Json;
}

/** Every scalar and every list of scalars, with its parameter; with a loose one where the schema declares none. */
function valuesOf(value: Json, path: readonly (string | number)[], tool: Tool): Value[] {
  if (value instanceof Map && (value.size > 0 || path.length === 0))
    return [...value].flatMap(([name, member]) => valuesOf(member, [...path, name], tool));
  if (Array.isArray(value) && value.some((item) => item instanceof Map || Array.isArray(item)))
    return value.flatMap((item, at) => valuesOf(item, [...path, at], tool));
  const leaf = tool.leaves.find((one) => isAt(one, path)) ?? looseLeaf(path);
  return [{ leaf, value: asRead(value, leaf) }];
}

function isAt(leaf: Leaf, path: readonly (string | number)[]): boolean {
  return (
    leaf.path.length === path.length &&
    leaf.path.every((part, at) => (part === ITEM ? typeof path[at] === 'number' : part === path[at]))
  );
}

function readingsOf(leaf: Leaf, value: Json, tool: Tool, { usual, spans, texts }: Said): Candidate[] {
  const key = valueKey(value);
  const read = (usual.readings[tool.leaves.indexOf(leaf)] ?? []).filter((one) => valueKey(one.value) === key);
  return [...read, ...(Array.isArray(value) ? listed(value, spans, texts) : verbatim(value, spans, texts))];
}

/** Weaker than any reading by a rule that knows the parameter, and firm: the text has these very words. */
const VERBATIM_STRENGTH = FIRM_STRENGTH;

/** The value as the texts have it, whole words only. */
function verbatim(value: Json, spans: readonly Span[], texts: readonly Searchable[]): Candidate[] {
  if (value instanceof JsonNumber) {
    const key = valueKey(value);
    const says = (one: Json | undefined): boolean => one !== undefined && valueKey(one) === key;
    const said = spans.filter(
      ({ kind, value: read, detail }) => kind === 'number' && (says(read) || says(detail.share)),
    );
    return [
      ...said.map((span) => reading(value, span.by, span)),
      ...findNumber(Number(value.text), texts).map((place) => reading(value, 'exact', place)),
    ];
  }
  if (typeof value !== 'string') return [];
  const days = spans.filter((span) => saysMoment(span, value)).map((span) => reading(value, span.by, span));
  if (days.length > 0) return days;
  return findVerbatim(value, texts).map((place) => reading(value, textAt(place) === value ? 'exact' : 'case', place));
}

/** An ISO 8601 day, with its time of day where it has one, of which the text states every part. */
function saysMoment({ detail: { moment } }: Span, value: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2}))?Z?)?$/u.exec(value);
  if (moment === undefined || parts === null) return false;
  const [year, month, day, hour, minute, second] = parts
    .slice(1)
    .map((part) => (part === undefined ? null : Number(part)));
  return (
    moment.year === year &&
    moment.month === month &&
    moment.day === day &&
    (hour === null || (moment.hour === hour && (moment.minute ?? 0) === minute)) &&
    (second ?? 0) === (moment.second ?? 0)
  );
}

function reading(value: Json, by: string, { source, start, end }: Place): Candidate {
  return {
    value,
    by,
    rule: 'verbatim',
    places: [{ source, start, end }],
    strength: VERBATIM_STRENGTH - 0.01 * source.age,
    firm: true,
  };
}

/** Where every item of a list is said. */
function listed(items: readonly Json[], spans: readonly Span[], texts: readonly Searchable[]): Candidate[] {
  const found = items.map((item) => verbatim(item, spans, texts)[0]);
  return items.length > 0 && found.every((one) => one !== undefined) ? [joinItems(found)] : [];
}

function judgeRow({ leaf, value, candidates }: Row, chosen: Candidate | null, tool: Tool, said: Said): Grounding {
  const at = tool.leaves.indexOf(leaf);
  const usual = said.usual.slots[at];
  const other = usual !== undefined && isSettled(usual) && valueKey(valueOf(usual)) !== valueKey(value) ? usual : null;
  const row = { leaf, value, slot: null, picks: [] };
  if (chosen === null) {
    if (other === null && isIdle(leaf, value)) return { ...row, status: 'idle', said: null };
    const words = wordsIn(value, said.texts);
    const text = textOf((other ?? (usual?.firm === true ? usual : undefined))?.assigned?.candidate) ?? words;
    return { ...row, status: words !== null || isOpenDay(value, said) ? 'transformed' : 'ungrounded', said: text };
  }
  const slot = givenSlot(leaf, chosen);
  if (chosen.places.every(({ source }) => source.age === RESULT_AGE)) {
    const pick = said.pickRecord(value);
    const isMeant =
      pick !== null && (other === null || pick.spans.some((span) => takes(other, { ...chosen, places: [span] })));
    return isMeant
      ? { ...row, status: 'grounded', slot, said: null, picks: pick.spans }
      : { ...row, status: 'ungrounded', said: textOf(other?.assigned?.candidate) };
  }
  if (other !== null && !isSamePlace(chosen, other, candidates))
    return { ...row, status: 'ungrounded', said: textOf(other.assigned?.candidate) };
  if (chosen.rule === 'verbatim' && isCourteous(value, chosen, leaf))
    return { ...row, status: 'transformed', said: textOf(chosen) };
  const taker = said.usual.slots.find((slot) => slot.leaf !== leaf && isSettled(slot) && takes(slot, chosen));
  if (taker !== undefined && usual !== taker && valueKey(valueOf(usual)) !== valueKey(value))
    return { ...row, status: 'ungrounded', said: `${textOf(taker.assigned?.candidate)} (${taker.leaf.argument})` };
  return { ...row, status: 'grounded', slot, said: null };
}

/** "Printer please" for a name, or "hmm": very words of the text, and no name as a whole. A quotation says itself where it ends. */
function isCourteous(value: Json, { places: [place] }: Candidate, leaf: Leaf): boolean {
  if (typeof value !== 'string' || place === undefined || leaf.enumValues.length > 0 || !takesTitle(leaf)) return false;
  return (
    !/["'“‘]$/u.test(place.source.text.slice(0, place.start)) &&
    (lengthWithoutCourtesy(value) < value.length || endsInDoubt(value) || saysNothing(value))
  );
}

/** Our own reading is certain. */
function isSettled(slot: Slot): boolean {
  return slot.assigned !== null && slot.firm && slot.fault === null && slot.sure;
}

function valueOf(slot: Slot | undefined): Json {
  return slot?.assigned?.candidate.value ?? null;
}

function placesOf(slot: Slot | undefined | null): readonly Place[] {
  return slot?.assigned?.candidate.places ?? [];
}

/** The places of a reading as the text has them. */
function textOf(candidate: Candidate | undefined): string | null {
  return candidate?.places.map(textAt).join(' … ') ?? null;
}

function takes(slot: Slot, { places }: Candidate): boolean {
  return (
    typeof valueOf(slot) !== 'boolean' && placesOf(slot).some((place) => places.some((one) => overlaps(place, one)))
  );
}

/** The same words in another form: read so by a rule, or more of them ("Oslo, Norway" where "Oslo" was read). */
function isSamePlace(chosen: Candidate, other: Slot, candidates: readonly Candidate[]): boolean {
  const inside = placesOf(other).every((place) =>
    chosen.places.some(({ source, start, end }) => source === place.source && start <= place.start && end >= place.end),
  );
  const byRule = candidates.some((one) => one === chosen && one.strength > FIRM_STRENGTH && one.firm);
  return inside || (byRule && placesOf(other).some((place) => chosen.places.some((one) => overlaps(place, one))));
}

/** Leaving it out would mean the same. */
function isIdle(leaf: Leaf, value: Json): boolean {
  const { schema, required } = leaf;
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return !required;
  if (value instanceof Map) return !required;
  const only = schema.get('const') ?? schema.get('default');
  return only !== undefined && keyOf(only) === keyOf(asSent(value, leaf));
}

/** The content words of a text, when the sources say all of them in some form. */
function wordsIn(value: Json, texts: readonly Searchable[]): string | null {
  const text =
    typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? value.filter((item) => typeof item === 'string').join(' ')
        : '';
  const words = readWords(text).filter((word) => weightOf(word) === 1);
  if (words.length === 0) return null;
  const found = words.map(({ stem }) => texts.find(({ said }) => said.has(stem))?.said.get(stem));
  return found.every((one) => one !== undefined) ? found.join(' ') : null;
}

/** "Tomorrow" without a clock: which day that is nobody can check. */
function isOpenDay(value: Json, { spans }: Said): boolean {
  return (
    typeof value === 'string' &&
    /^\d{4}-\d{2}-\d{2}/u.test(value) &&
    spans.some(({ kind, detail }) => kind === 'date' && detail.moment === undefined)
  );
}
