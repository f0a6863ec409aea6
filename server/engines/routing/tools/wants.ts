// Wants: what kind of value a string parameter is for, and which side of a pair it stands on.
// In: a leaf. Out: its want, its side, and the format its description promises.
// Why: a schema says `string`; its name and description say city, date or file. A name after "in" is evidence for a city and none
// for a date, and a description that asks for "City, State" is a constraint although no keyword states it.

import { splitIdentifier } from '../text/words.ts';
import { perLeaf, perTool } from './per-leaf.ts';
import type { Leaf, Tool } from './tools.ts';
import type { Want } from './want-words.ts';
import { BY_NAME, FROM, TO, VAGUE } from './want-words.ts';

export type { Want };

export type Side = 'from' | 'to' | null;

const BY_FORMAT = new Map<string, Want>([
  ['date', 'date'],
  ['time', 'time'],
  ['date-time', 'datetime'],
  ['email', 'email'],
  ['idn-email', 'email'],
  ['uri', 'url'],
  ['url', 'url'],
  ['uri-reference', 'url'],
  ['uuid', 'id'],
  ['ipv4', 'id'],
  ['ipv6', 'id'],
]);

/** The kind of each word in a name: the first one that has it. */
const NAMED = new Map<string, Want>();
for (const [want, words] of BY_NAME) for (const word of words) if (!NAMED.has(word)) NAMED.set(word, want);

/** The kinds that the opening of a description may say, and those of each of its words. */
const UNDESCRIBED: ReadonlySet<Want> = new Set<Want>(['title', 'text', 'kind', 'unit', 'currency', 'language']);
const DESCRIBING = BY_NAME.map(([want]) => want).filter((want) => !UNDESCRIBED.has(want));
const DESCRIBED = new Map<string, Want[]>();
for (const [want, words] of BY_NAME)
  for (const word of words)
    if (!UNDESCRIBED.has(want) && !VAGUE.has(word)) DESCRIBED.set(word, [...(DESCRIBED.get(word) ?? []), want]);

export const wantOf: (leaf: Leaf) => Want = perLeaf(readWant);

const NAME_OR_MAIL =
  /^(?:\p{L}+ ){0,3}(?:names?(?:,| or|\/)[^.;()]{0,24}\be-?mail|e-?mail(?: address(?:es)?)?(?:,| or|\/)[^.;()]{0,16}\bname)\b/iu;

function readWant(leaf: Leaf): Want {
  const byFormat = leaf.format === null ? undefined : BY_FORMAT.get(leaf.format);
  if (byFormat !== undefined) return byFormat;
  const pattern = leaf.schema.get('pattern');
  if (typeof pattern === 'string' && /^\^\\d\{4\}-\\d\{2\}-\\d\{2\}T/u.test(pattern)) return 'datetime';
  if (/\bYYYY\b|\bMM\/DD\b|ISO 8601|yyyy-mm-dd/u.test(leaf.description))
    return /HH:|hh:|T\d\d|date and time|timestamp/u.test(leaf.description) ? 'datetime' : 'date';
  if (/\bform of an e-?mail address\b/iu.test(leaf.description)) return 'email';
  // RFC 3339 writes a day with its hour and offset; a pattern that ends behind the day takes the day alone.
  if (/\bRFC ?3339\b/iu.test(leaf.description)) return takesInstant(leaf) ? 'datetime' : 'date';
  if (leaf.nameWords.join(' ') === 'date time') return 'datetime';
  if (/\bHH:MM\b|\bhh:mm\b|24-hour/u.test(leaf.description)) return 'time';
  // "Name or e-mail of the sender": somebody, in either way.
  if (!leaf.nameWords.includes('email') && NAME_OR_MAIL.test(leaf.description)) return 'person';
  // A preposition for a name says which side, not what kind.
  if (leaf.nameWords.length === 1 && SIDES.has(leaf.nameWords[0] ?? '') && /\be-?mail\b/iu.test(leaf.description))
    return 'email';
  // What is converted is said by the description when the name only says the side.
  const sided = leaf.nameWords.every((word) => FROM.has(word) || TO.has(word))
    ? /\b(currency|language|unit)\b/iu.exec(leaf.description)?.[1]?.toLowerCase()
    : undefined;
  if (sided === 'currency' || sided === 'language' || sided === 'unit') return sided;
  // Of a code the word before says what is coded.
  const coded = /\b(currency|language)(?: iso)? code$/u.exec(leaf.nameWords.join(' '))?.[1];
  if (coded === 'currency' || coded === 'language') return coded;
  if (/\b(?:phone|telephone|mobile|fax|cell)(?: (?:number|no))$/u.test(leaf.nameWords.join(' '))) return 'phone';
  // The last word of a name is its head: `user_email` is an e-mail, `email_subject` is a subject.
  const head = [...leaf.nameWords].reverse();
  // "name" says little: `actor_name` is a person, `city_name` a place.
  const telling = head.filter((word) => word !== 'name');
  const named = [...telling, ...head].map((word) => NAMED.get(word)).find((want) => want !== undefined);
  if (named !== undefined) return refine(named, leaf);
  if (leaf.nameWords.at(-1) === 'by') return 'person';
  const described = [...openingOf(leaf.description)].flatMap((word) => DESCRIBED.get(word) ?? []);
  const first = DESCRIBING.find((want) => described.includes(want));
  if (first !== undefined) return first;
  return /^(?:the |a )?(?:\p{L}+ )?(?:name|title)s? of\b/iu.test(leaf.description) ? 'title' : 'other';
}

function takesInstant({ schema }: Leaf): boolean {
  const pattern = schema.get('pattern');
  return typeof pattern !== 'string' || pattern.includes('T');
}

const SIDES = new Set(['to', 'from', 'cc', 'bcc', 'recipient', 'sender', 'receiver', 'recipients']);

function refine(want: Want, leaf: Leaf): Want {
  const description = leaf.description.toLowerCase();
  // The keys of a store are paths, and so are their beginnings.
  if (
    leaf.nameWords.some((word) => word === 'key' || word === 'prefix') &&
    /\b(?:paths?|files?|folders?|objects?|keys)\b/u.test(description)
  )
    return 'path';
  if (want === 'path' && leaf.nameWords.includes('prefix')) return 'other';
  if (want === 'title' && /\b(?:city|country|location)\b/u.test(description) && leaf.nameWords.includes('name'))
    return 'place';
  if (want === 'time' && /\b(?:frame|zone|period|span|range|unit)\b/u.test(leaf.nameWords.join(' '))) return 'other';
  if (want === 'time' && /\bdate and time\b/u.test(description)) return 'datetime';
  if (want === 'place' && /\bdate\b/u.test(leaf.nameWords.join(' '))) return 'date';
  if (want === 'date' && /\bday of (?:the )?week\b/u.test(description)) return 'other';
  return want;
}

/** The first words of a description, without its article: what it says the parameter is. */
function openingOf(description: string): Set<string> {
  const words =
    description
      .slice(0, 80)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const first = ['the', 'a', 'an'].includes(words[0] ?? '') ? 1 : 0;
  return new Set(words.slice(first, first + 3));
}

export const sideOf: (leaf: Leaf) => Side = perLeaf(readSide);

function readSide(leaf: Leaf): Side {
  const name = leaf.nameWords.join(' ');
  if (/\b(?:check ?in|pick ?up)\b/u.test(name)) return 'from';
  if (/\b(?:check ?out|drop ?off)\b/u.test(name)) return 'to';
  for (const word of leaf.nameWords) {
    if (FROM.has(word)) return 'from';
    if (TO.has(word)) return 'to';
  }
  // "Created after" and "created before" are two bounds of one stretch of time.
  if (/\b(?:after)$/u.test(name)) return 'from';
  if (/\b(?:before)$/u.test(name)) return 'to';
  // The members of a source and of a destination are called alike.
  for (const part of leaf.path.slice(0, -1).reverse()) {
    for (const word of splitIdentifier(String(part))) {
      if (FROM.has(word)) return 'from';
      if (TO.has(word)) return 'to';
    }
  }
  return null;
}

/**
 * The side of a day among those of its tool. A journey departs before it arrives; a stay begins with the arrival. It is a journey where
 * the tool asks where from or where to as well.
 */
export function sideAmong(leaf: Leaf, leaves: readonly Leaf[]): Side {
  return isStay(leaf, leaves) ? (leaf.nameWords.some(arrives) ? 'from' : 'to') : sideOf(leaf);
}

/** The day of an arrival or a departure, of a tool that asks for both and for no way between places. */
export function isStay(leaf: Leaf, leaves: readonly Leaf[]): boolean {
  const isDay = (one: Leaf): boolean => wantOf(one) === 'date' || wantOf(one) === 'datetime';
  return (
    leaf.nameWords.some((word) => arrives(word) || departs(word)) &&
    isDay(leaf) &&
    leaves.some((one) => isDay(one) && one.nameWords.some(arrives)) &&
    leaves.some((one) => isDay(one) && one.nameWords.some(departs)) &&
    !leaves.some((one) => !isDay(one) && one.nameWords.some((word) => WAYS.has(word)))
  );
}

const arrives = (word: string): boolean => word === 'arrival' || word === 'arrive';
const departs = (word: string): boolean => word === 'departure' || word === 'depart';
const WAYS: ReadonlySet<string> = new Set(['from', 'to', 'origin', 'destination', 'source', 'dest']);

/** "City, State" or "City, ST" promised by the description. */
export const wantsRegion: (leaf: Leaf) => boolean = perLeaf(
  ({ description }) =>
    /\bcity\b[^.]{0,20}, ?(?:and )?\b(?:state|st|country|province)\b|\b[A-Z]\p{L}+(?: \p{Lu}\p{L}+)?, [A-Z]{2}\b/iu.test(
      description,
    ) && /\b[A-Z]\p{L}+, ?(?:[A-Z]{2}\b|State|Country|state)/u.test(description),
);

/** `template`: year, month and day in the order and with the separator the description spells. */
type DateFormat =
  | { readonly kind: 'template'; readonly parts: readonly ('Y' | 'M' | 'D')[]; readonly separator: string }
  | { readonly kind: 'words' }
  | { readonly kind: 'free' };

const ISO: DateFormat = { kind: 'template', parts: ['Y', 'M', 'D'], separator: '-' };

/** The form a date must take, from `format`, the description or an example in it; `free` when nothing is promised. */
export const dateFormatOf: (leaf: Leaf) => DateFormat = perLeaf(readDateFormat);

function readDateFormat(leaf: Leaf): DateFormat {
  if (leaf.format === 'date' || leaf.format === 'date-time') return ISO;
  const text = leaf.description;
  const template =
    /\b(YYYY|MM|DD|year|month|day)([-/.])(YYYY|MM|DD|year|month|day)\2(YYYY|MM|DD|year|month|day)\b/iu.exec(text);
  if (template !== null) {
    const parts = [template[1], template[3], template[4]].map(
      (part) => (part ?? '').slice(0, 1).toUpperCase() as 'Y' | 'M' | 'D',
    );
    if (new Set(parts).size === 3) return { kind: 'template', parts, separator: template[2] ?? '-' };
  }
  if (/ISO 8601|RFC ?3339|\b\d{4}-\d{2}-\d{2}\b/u.test(text)) return ISO;
  const pattern = leaf.schema.get('pattern');
  if (typeof pattern === 'string') return /^\^?\(?\\d\{4\}\)?-/u.test(pattern) ? ISO : { kind: 'words' };
  return /\bformat\b|\bDD\b|YYYY/u.test(text) ? { kind: 'words' } : { kind: 'free' };
}

type TimeFormat = 'minutes' | 'seconds' | 'free';

export function timeFormatOf(leaf: Leaf): TimeFormat {
  if (leaf.format === 'time' || /HH:MM:SS|hh:mm:ss/u.test(leaf.description)) return 'seconds';
  if (/HH:MM|hh:mm|24-hour|\b\d{2}:\d{2}\b/u.test(leaf.description) || typeof leaf.schema.get('pattern') === 'string')
    return 'minutes';
  return 'free';
}

/** Leaves of one group differ only by a count or a side: `number1` and `number2`, `start_city` and `end_city`. */
export const groupOf: (leaf: Leaf) => string = perLeaf(readGroup);

function readGroup(leaf: Leaf): string {
  const words = leaf.nameWords.filter((word) => !FROM.has(word) && !TO.has(word) && !COUNTS.test(word));
  return `${leaf.type === 'integer' ? 'number' : leaf.type} ${words.join(' ')}`;
}

const COUNTS = /^(?:\d+|\p{L}|one|two|three|third|fourth)$/u;

/** Which of two branches a parameter takes: the one with the changes, or the one that they go to. */
export const branchSide: (leaf: Leaf) => Side = perLeaf(readBranchSide);

function readBranchSide({ type, enumValues, nameWords, description }: Leaf): Side {
  if (type !== 'string' || enumValues.length > 0 || !/\bbranch\b/iu.test(`${nameWords.join(' ')} ${description}`))
    return null;
  if (nameWords.some((word) => /^(?:head|source|from)$/u.test(word))) return 'from';
  return nameWords.some((word) => /^(?:base|target|into|to|destination)$/u.test(word)) ? 'to' : null;
}

/** It asks in which currency an amount is. */
export const takesCurrency: (tool: Tool) => boolean = perTool(({ leaves }) =>
  leaves.some((leaf) => wantOf(leaf) === 'currency' || leaf.nameWords.includes('currency')),
);
