// Denial, roles: what the words and marks around a place are to denial.
// In: a text and where a place is in it. Out: the roles before it from the start of its sentence on, its own, and some behind it.

import type { Role } from './denial-words.ts';
import { CLASSES, nameNumber, ROLES } from './denial-words.ts';
import { narrow } from './methods.ts';
import type { Token } from './words.ts';
import { APOSTROPHES, cut, INVISIBLE, isSeparator, visible } from './words.ts';

// A clause is shorter; looking further back would make work of texts without clauses.
const BYTES_BEFORE = 256;
/** What comes behind a place and may reach back: `is not what I was looking for`, or the next sentence; in a longer text less. */
export const ROLES_BEHIND = 24;
const ROLES_NEAR = 8;
/** A longer text is no note: more is said in it than one thing. */
const MESSAGE_BYTES = 500;

const { BREAK, SUBJECT, PRONOUN, WISH, AUXILIARY, ADVERB, END, COMMA, PAST, OUTSIDER, SPEAKER } = CLASSES;
export const OTHER: Role = { classes: 0, name: 0 };
const NUMERAL: Role = { classes: 0, name: nameNumber('QUANTITY') };
/** A year that is long ago. */
const BYGONE: Role = { classes: PAST, name: nameNumber('QUANTITY') };
const PASSED: Role = { classes: PAST, name: 0 };
/** Classes that a word may have and be no more than a word to the rules of denial. */
const PLAIN = PAST | OUTSIDER | SPEAKER;

// A mark of byte order inside a text is a character like any other.
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

const N = (name: string): number => nameNumber(name);

/** The roles from the start of the sentence on. */
export function rolesBefore(bytes: Uint8Array, start: number, most = BYTES_BEFORE): Role[] {
  return rolesOf(bytes.subarray(startOfSentence(bytes, start, most), start));
}

export function rolesWithin(bytes: Uint8Array, start: number, end: number): Role[] {
  return rolesOf(bytes.subarray(start, end), ROLES_BEHIND);
}

/** The first roles of a text, or of a part of one. */
export function rolesOf(bytes: Uint8Array, most = Number.POSITIVE_INFINITY): Role[] {
  const roles: Role[] = [];
  readRoles(DECODER.decode(bytes), (role) => {
    roles.push(role);
    return roles.length < most;
  });
  return roles;
}

const SENTENCE_ENDS: ReadonlySet<number> = new Set([...'.!?;()\n\r'].map((mark) => mark.charCodeAt(0)));
const SPACE = 0x20;
const SEMICOLON = 0x3b;
const LETTER_N = 0x6e;
const LETTER_T = 0x74;

/** After the last mark that ends a sentence; where it is too far away, after the first space that is near enough. */
function startOfSentence(bytes: Uint8Array, start: number, most: number): number {
  const least = Math.max(0, start - most);
  for (let at = start; at > least; at -= 1) if (isEndBefore(bytes, at)) return at;
  if (least === 0) return 0;
  for (let at = least; at < start; at += 1) if (bytes[at] === SPACE) return at + 1;
  return start;
}

/** Whether the sentence of the place [start, end) takes more than some bytes. */
export function isSentenceOver(bytes: Uint8Array, start: number, end: number, most: number): boolean {
  const from = startOfSentence(bytes, start, BYTES_BEFORE);
  let to = end;
  while (to < bytes.length && to - from <= most && !isEndBefore(bytes, to + 1)) to += 1;
  return to - from > most;
}

function isEndBefore(bytes: Uint8Array, at: number): boolean {
  return SENTENCE_ENDS.has(bytes[at - 1]!) && !endsEntity(bytes, at) && !isSlip(bytes, at - 1);
}

/** `don;t`, where the key beside the apostrophe was struck. */
function isSlip(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === SEMICOLON && bytes[at - 1] === LETTER_N && bytes[at + 1] === LETTER_T && bytes[at + 2] === SPACE;
}

/** Whether the bytes before a position are one of the entities. */
function endsEntity(bytes: Uint8Array, end: number): boolean {
  return ENTITIES.some(
    (entity) =>
      end >= entity.length && asciiLower(String.fromCharCode(...bytes.subarray(end - entity.length, end))) === entity,
  );
}

export function rolesBehind(bytes: Uint8Array, end: number): Role[] {
  // No more bytes than these are looked at; a token that goes on after them is one that is none of ours.
  const limit = endOfLine(bytes, end);
  return rolesOf(bytes.subarray(end, limit), bytes.length > MESSAGE_BYTES ? ROLES_NEAR : ROLES_BEHIND);
}

/** Whether more may stand behind what was read. */
export function isCut(roles: readonly Role[]): boolean {
  return roles.length === ROLES_NEAR || roles.length === ROLES_BEHIND;
}

const BYTES_BEHIND = 160;

/** The end of the line, or of the last character that is near enough. */
function endOfLine(bytes: Uint8Array, end: number): number {
  const most = Math.min(bytes.length, end + BYTES_BEHIND);
  let at = end;
  while (at < most && bytes[at] !== 0x0a && bytes[at] !== 0x0d) at += 1;
  while (at > end && at < bytes.length && (bytes[at]! & 0xc0) === 0x80) at -= 1;
  return at;
}

/** A mark that texts from the web have as an entity, in small letters. */
export const ENTITIES = [
  '&#39;',
  '&#039;',
  '&#x27;',
  '&#x2019;',
  '&#8217;',
  '&#8216;',
  '&#180;',
  '&apos;',
  '&rsquo;',
  '&lsquo;',
  '&acute;',
  '&prime;',
];
const ENTITY = new RegExp(ENTITIES.join('|'), 'gi');
// Also the ones that are typed by mistake.
const JOINING: ReadonlySet<string> = new Set([...APOSTROPHES, '\u2018', '\u201b', '\u00b4', '\u2032', '`']);

/** The roles of words and marks, in order; white space has none, and an apostrophe joins what stands beside it. */
function readRoles(text: string, take: (role: Role) => boolean): void {
  const tokens = cut(text.replace(ENTITY, "'"));
  let spaced = true;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    if (isSeparator(token) && token.text !== '-') {
      spaced = true;
      continue;
    }
    const [role, to] = token.word ? wordRole(tokens, at) : [markRole(tokens, at, spaced), at];
    at = to;
    spaced = false;
    if (role !== null && !take(role)) return;
  }
}

/** The role of a word, and of the contraction that begins with it. */
function wordRole(tokens: readonly Token[], at: number): readonly [role: Role, to: number] {
  const word = asSeen(tokens[at]!.text);
  const mark = behindGap(tokens, at + 1);
  const rest = behindGap(tokens, mark + 1);
  const isSlipped = tokens[mark]?.text === ';' && rest === at + 2;
  if (tokens[rest]?.word && (JOINING.has(tokens[mark]!.text) || isSlipped)) {
    const joined = ROLES.get(`${word}'${asSeen(tokens[rest]!.text)}`);
    if (joined !== undefined) return [joined, rest];
    // Of other contractions the first word counts: "I'd", "it's".
    if (rest === at + 2 && !isSlipped) return [ROLES.get(word) ?? otherRole(tokens[at]!), rest];
  }
  return [ROLES.get(word) ?? otherRole(tokens[at]!), at];
}

/** Behind what nobody sees, and a space that was typed by mistake: `don 't`. */
function behindGap(tokens: readonly Token[], at: number): number {
  let to = at;
  for (let spaced = false; to < tokens.length; to += 1) {
    const { text } = tokens[to]!;
    if (text === ' ' && !spaced) spaced = true;
    else if (!INVISIBLE.has(text)) break;
  }
  return to;
}

/** A word in small letters, without what nobody sees; full-width letters are ASCII, and letters that look like an apostrophe are one. */
function asSeen(word: string): string {
  return asciiLower(narrow(visible(word))).replace(/[\u02b9\u02bb-\u02bd]/g, "'");
}

/** From 1901 to 2019; 2000 counts things as well. */
function isBygone(digits: string): boolean {
  return /^[0-9]{4}$/.test(digits) && digits > '1900' && digits < '2020' && digits !== '2000';
}

/** Of a word that no rule knows: it may be a number, or a verb in the past. */
function otherRole({ start, end, text }: Token): Role {
  if (text >= '0' && text < ':') return isBygone(text) ? BYGONE : NUMERAL;
  return end - start >= 5 && /ed$/i.test(text) ? PASSED : OTHER;
}

function asciiLower(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The role of a mark; null for one that says nothing. */
function markRole(tokens: readonly Token[], at: number, spaced: boolean): Role | null {
  switch (tokens[at]!.text) {
    case '.':
    case '!':
    case ';':
    case ')':
      return { classes: END, name: 0 };
    case '(':
      return { classes: END, name: N('BRACKET') };
    case '?':
      return { classes: END, name: N('QUESTION_MARK') };
    case ':':
    case '=':
      return { classes: END, name: N('COLON') };
    case '\u2013':
    case '\u2014':
      return { classes: END, name: N('DASH') };
    case ',':
      return { classes: COMMA, name: 0 };
    case '-': {
      const next = tokens[at + 1];
      return spaced && (next === undefined || isSeparator(next))
        ? { classes: END, name: N('DASH') }
        : { classes: 0, name: N('HYPHEN') };
    }
    default:
      return null;
  }
}

export function classesAt(roles: readonly Role[], at: number): number {
  return roles[at]?.classes ?? 0;
}

export function nameAt(roles: readonly Role[], at: number): number {
  return roles[at]?.name ?? 0;
}

function isNoun(name: number): boolean {
  return name >= N('PAID') && name <= N('TEAM');
}

export function isContent({ classes, name }: Role): boolean {
  return (classes & ~PLAIN) === 0 && (name === 0 || isNoun(name));
}

/** Whether a word may stand between `my` or a number and what it is about: "the three new refunds". */
export function isBetween({ classes, name }: Role): boolean {
  if ((classes & ~(ADVERB | PLAIN)) !== 0) return false;
  return name === 0 || name === N('QUANTITY') || name === N('ADJECTIVE') || name === N('FINE') || isNoun(name);
}

export function isClauseStart(roles: readonly Role[], at: number): boolean {
  return (classesAt(roles, at) & (SUBJECT | PRONOUN | WISH | AUXILIARY | BREAK)) !== 0;
}
