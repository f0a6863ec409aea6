// Settled: what a value with several strings says to be over: lists whose last element says that all is settled, as the last turn of a
// conversation does, or the one before it where the last only says goodbye; and records with a status that says that their case is closed.
// In: a JSON value. Out: the paths of what is settled. "There it is, all good!" stands in a string of its own, where no place of a phrase is.

import { compareDecimals, type Decimal, decimal, parseDecimal } from '../../grammar/decimal.ts';
import type { Json } from '../../grammar/json.ts';
import { JsonNumber } from '../../grammar/json.ts';
import { pointer } from '../../grammar/json-pointer.ts';
import { SETTLED_WORDS } from './settled-words.ts';
import { isGoodbye, signsOf } from './signs.ts';
import type { SourceText } from './texts.ts';
import { collectTexts } from './texts.ts';
import { ZONE_WORDS } from './zone-words.ts';
import { bytesOf, lower, zonesOf } from './zones.ts';

const {
  CASES,
  CLOSED,
  CLOSED_FLAGS,
  CLOSED_TIMES,
  DONE,
  HEADINGS_OF_RECORDS,
  OUTCOMES,
  PRAISES,
  RATINGS,
  STATUSES,
  SUBJECT_NAMES,
}: Readonly<Record<keyof typeof SETTLED_WORDS, readonly string[]>> = SETTLED_WORDS;

/** Bytes of the longest value that is a status and no sentence. */
export const STATUS_BYTES = 40;

/** JSON Pointers of the elements and members that are settled by another one of their list or record. */
export function settledParts(value: Json, path = ''): string[] {
  if (!(value instanceof Map || Array.isArray(value))) return [];
  const parts = value instanceof Map ? settledMembers(value) : settledElements(value);
  const inner = [...value.entries()].flatMap(([key, part]) => settledParts(part, path + pointer([key])));
  return [...parts.map((key) => path + pointer([key])), ...inner];
}

/** JSON Pointers of the records that praise: a review with four or five stars tells of what is mostly over. */
export function praisingParts(value: Json, path = ''): string[] {
  if (!(value instanceof Map || Array.isArray(value))) return [];
  const inner = [...value.entries()].flatMap(([key, part]) => praisingParts(part, path + pointer([key])));
  return value instanceof Map && [...value].some(([name, member]) => praises(name, member)) ? [path, ...inner] : inner;
}

function praises(name: string, value: Json): boolean {
  if (!RATINGS.includes(keyOf(name))) return false;
  if (typeof value === 'string') return PRAISES.includes(value);
  if (value === null || typeof value === 'boolean' || value instanceof Map || Array.isArray(value)) return false;
  // The language has numbers of its own, which are no JSON but stand where it does.
  const stars = value instanceof JsonNumber ? parseDecimal(value.text) : (value as unknown as Decimal);
  return stars !== null && [FOUR, FIVE].some((praise) => compareDecimals(stars, praise) === 0);
}

const FOUR = decimal(4n);
const FIVE = decimal(5n);

/** A name without the marks between its words. */
function keyOf(name: string): string {
  return lower(bytesOf(name)).replace(/[ _-]/g, '');
}

/** The indices of the elements of a list that are settled. */
function settledElements(list: readonly Json[]): number[] {
  if (list.length < 2) return [];
  const [before, last] = list.slice(-2).map((element) => collectTexts([{ path: '', value: element }]).texts);
  if (last!.some(isIdle)) return [...list.keys()];
  const isOver = list.length > 2 && before!.some(isIdle) && last!.every(({ text }) => isGoodbye(ENCODER.encode(text)));
  return isOver ? [...list.keys()].slice(0, -1) : [];
}

function isIdle({ text }: Pick<SourceText, 'text'>): boolean {
  return signsOf(ENCODER.encode(text).subarray(0, zonesOf(bytesOf(text)).end)).idle;
}

const ENCODER = new TextEncoder();

/** The names of the members of a record beside those that settle it; else of its heading, where what it is the heading of is settled. */
function settledMembers(record: ReadonlyMap<string, Json>): string[] {
  const others = [...record].filter(([name, value]) => !settles(name, value)).map(([name]) => name);
  if (others.length < record.size) return others;
  const heading = HEADINGS_OF_RECORDS.find((name) => typeof record.get(name) === 'string');
  if (heading === undefined) return [];
  const texts = [...record].flatMap(([name, value]) => (name !== heading && typeof value === 'string' ? [value] : []));
  const open = texts.filter((text) => !isIdle({ text }));
  return open.length < texts.length && open.every(isShort) ? [heading] : [];
}

/** Bytes of the shortest text that says more than a name or a number does. */
export const PROSE_BYTES = 16;

function isShort(text: string): boolean {
  return ENCODER.encode(text).length < PROSE_BYTES || !text.includes(' ');
}

/** Whether a member says that the case of its record is closed, or that the record is the reply of a machine. */
function settles(name: string, value: Json): boolean {
  const key = keyOf(name);
  if (value === true) return CLOSED_FLAGS.includes(key);
  if (typeof value !== 'string') return false;
  const said = lower(bytesOf(value));
  if (SUBJECT_NAMES.includes(key)) return ZONE_WORDS.AUTOMATIC.some((start) => said.startsWith(bytesOf(start)));
  if (said.length > STATUS_BYTES) return false;
  if (CLOSED_TIMES.includes(key)) return said !== '';
  const isCalled = (endings: readonly string[]): boolean =>
    endings.some((ending) => ['', ...CASES].some((of) => key === of + ending));
  const words = said.split(/[^a-z\x80-\xff]+/);
  const isOutcome = isCalled(OUTCOMES);
  return (
    (isOutcome || isCalled(STATUSES)) &&
    !words.includes('not') &&
    words.some((word) => CLOSED.includes(word) || (isOutcome && DONE.includes(word)))
  );
}
