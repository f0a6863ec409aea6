// Whole tokens: addresses, host names, files, paths, calls and identifiers are one word each, whatever words are in them.
// In: the bytes of a text and a place. Out: whether the place is only a part of such a token. Words that prose joins by a hyphen, a
// slash or a point without a space behind it stay words: only what can hardly be anything else is one token.

import { classOf } from './unicode.ts';
import { INVISIBLE } from './words.ts';

// A part that is further from its token's ends than this is far enough inside to be a part.
const REACH = 256;
const WORD = 1;
const DENSE = 4;

/** What a name of a host or a file ends in, behind its last point. Endings that are English words are none: `refund.it is late`. */
export const ENDINGS = (
  'com org net edu gov info io dev app co uk de fr nl eu ch au ca nz example txt log pdf doc docx xls xlsx csv json xml html htm ' +
  'png jpg jpeg svg gif zip gz exe dll js ts py sh sql yml yaml ini md mp3 mp4 eml'
).split(' ');

/** Whether the place [start, end) is a part of a token, and neither all of it nor its host. */
export function isPartOfToken(bytes: Uint8Array, start: number, end: number): boolean {
  const { from, to } = tokenAround(bytes, start, end);
  if (hasDot(bytes, start, end)) {
    if (isBehindUrl(bytes, from)) return true;
    return (from !== start || to !== end) && !isHost(bytes, start, end, from, to);
  }
  if (isCalled(bytes, end) || isMethod(bytes, from, to)) return true;
  if (from === start && to === end) return false;
  return isAddress(bytes, from, to) || isNamed(bytes, start, end, from, to) || isNumbered(bytes, start, end);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The token of a place: up to what ends tokens, without marks that end a sentence and what nobody sees at its ends. */
function tokenAround(bytes: Uint8Array, start: number, end: number): Span {
  let from = start;
  while (from > 0 && start - from < REACH) {
    const before = characterBefore(bytes, from);
    if (isBreak(bytes, before)) break;
    from = before;
  }
  while (from < start && isInvisible(bytes, from)) from += widthAt(bytes, from);
  let to = end;
  while (to < bytes.length && to - end < REACH && !isBreak(bytes, to)) to += widthAt(bytes, to);
  while (to > end) {
    const last = characterBefore(bytes, to);
    if (!isInvisible(bytes, last) && !isOneOf(bytes[last]!, '.:!?')) break;
    to = last;
  }
  return { from, to };
}

/** Whether the character at a place ends tokens: white space, quotes, brackets, commas, and beyond ASCII what is no letter of a script that separates its words. */
function isBreak(bytes: Uint8Array, at: number): boolean {
  if (bytes[at]! < 0x80) return bytes[at]! <= 0x20 || isOneOf(bytes[at]!, '"\'()<>[]{},;|`*');
  if (isInvisible(bytes, at)) return false;
  // What hosts take for a point.
  if (isOneOf(codePointAt(bytes, at), '\u3002\uff0e\uff61')) return !isPartByte(bytes[at + 3]);
  return (classOf(codePointAt(bytes, at)) & (WORD | DENSE)) !== WORD;
}

/** Has an @, a `://`, or begins as a path or with `www.`. */
function isAddress(bytes: Uint8Array, from: number, to: number): boolean {
  const token = latin(bytes, from, to);
  if (/^\/[^/]|^\.{1,2}[/\\]|^~\/|^[a-z]:[/\\]|^\\\\|^www\../i.test(token)) return true;
  return /@.|.:\/\/./s.test(token);
}

/** Whether a place is in the name of a host or a file, or in a path that begins or ends in one. */
function isNamed(bytes: Uint8Array, start: number, end: number, from: number, to: number): boolean {
  let first = start;
  while (first > from && isNameByte(bytes[first - 1]!)) first -= 1;
  let last = end;
  while (last < to && isNameByte(bytes[last]!)) last += 1;
  if (isName(latin(bytes, first, last))) return true;
  const parts = latin(bytes, from, to).split(/[/\\]/);
  return parts.length > 1 && (isName(parts[0]!) || isName(parts.at(-1)!));
}

/** `shop.com`, `report.pdf`, `REPORT.PDF`; `refund.Please` ends a sentence. */
function isName(text: string): boolean {
  const name = text.replace(/[?#:].*$/s, '').replace(/\.+$/, '');
  const ending = name.slice(name.lastIndexOf('.') + 1);
  const before = name.slice(-ending.length - 2, -ending.length - 1);
  if (ending.length >= name.length - 1 || before === '.') return false;
  return ENDINGS.includes(ending.toLowerCase()) && !/^[A-Z][a-z]/.test(ending);
}

/** A byte of a name: of a letter, a digit, `_`, `-` or a point. */
function isNameByte(byte: number): boolean {
  return isLetterOrDigit(byte) || byte >= 0x80 || isOneOf(byte, '_-.');
}

/** `refund()`; `refund(s)` is a word. */
function isCalled(bytes: Uint8Array, end: number): boolean {
  return latin(bytes, end, end + 2) === '()';
}

/** `order.refund(id)`. */
function isMethod(bytes: Uint8Array, from: number, to: number): boolean {
  return latin(bytes, to, to + 1) === '(' && hasDot(bytes, from, to);
}

/**
 * Whether a place is a part of an identifier. A place with letters and digits goes on at a digit or a single letter (`ORD-5` in
 * `ORD-5-B`); a word is in a chain with two parts of digits, or one that no word of prose looks like (`refund-8f1c-44aa`,
 * `refund-20394`). `COVID-19`, `30-day` and `2nd-hand` are words.
 */
function isNumbered(bytes: Uint8Array, start: number, end: number): boolean {
  const first = chainStart(bytes, start);
  const last = chainEnd(bytes, end);
  const before = latin(bytes, first, start);
  const behind = latin(bytes, end, last);
  const place = latin(bytes, start, end);
  if (/[0-9]/.test(place)) {
    if (!/[a-z]/i.test(place)) return false;
    return (
      /^-(?:[a-z]|[a-z0-9_]*[0-9][a-z0-9_]*)(?:-|$)/i.test(behind) ||
      /(?:^|-)(?:[a-z]|[a-z0-9_]*[0-9][a-z0-9_]*)-$/i.test(before) ||
      /^\/[0-9]/.test(latin(bytes, end, end + 2))
    );
  }
  const parts = `${before}${place}${behind}`.split('-');
  if (parts.some((part) => /^[0-9]{5,}$/.test(part) || isMixed(part))) return true;
  return !/[0-9]/.test(parts[0]!) && parts.filter((part) => /[0-9]/.test(part)).length > 1;
}

/** `8f1c`: letters and digits change three times or more; `2nd`, `b2b` and `4x4` are words. */
function isMixed(part: string): boolean {
  return /(?:[0-9]+[a-z_]+){2}|(?:[a-z_]+[0-9]+){2}/i.test(part);
}

function chainStart(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at > 0 && start - at < REACH && (isPartByte(bytes[at - 1]) || isJoin(bytes, at - 1))) at -= 1;
  return at;
}

function chainEnd(bytes: Uint8Array, end: number): number {
  let at = end;
  while (at < bytes.length && at - end < REACH && (isPartByte(bytes[at]) || isJoin(bytes, at))) at += 1;
  return at;
}

/** Whether at a place is a hyphen between two parts. */
function isJoin(bytes: Uint8Array, at: number): boolean {
  return isOneOf(bytes[at]!, '-') && isPartByte(bytes[at - 1]) && isPartByte(bytes[at + 1]);
}

function isPartByte(byte: number | undefined): boolean {
  return isLetterOrDigit(byte) || byte === 0x5f;
}

function hasDot(bytes: Uint8Array, start: number, end: number): boolean {
  return /[\w\x80-\xff-]\.[\w\x80-\xff-]/.test(latin(bytes, start, end));
}

/** Whether a place is the host of its token: in `https://user@host:80/path?query`, of which all but the host may be missing. */
function isHost(bytes: Uint8Array, start: number, end: number, from: number, to: number): boolean {
  const token = latin(bytes, from, to);
  const scheme = token.indexOf('://');
  const authorityAt = scheme >= 0 ? scheme + 3 : token.startsWith('//') ? 2 : 0;
  const authority = token.slice(authorityAt).replace(/[/?#].*$/s, '');
  const hostAt = authorityAt + authority.lastIndexOf('@') + 1;
  const host = token.slice(hostAt, authorityAt + authority.length).replace(/:.*$/s, '');
  return from + hostAt === start && start + host.length === end;
}

/** Whether a token goes on with an address before it: `https://a.org/b;acme.com`. */
function isBehindUrl(bytes: Uint8Array, from: number): boolean {
  if (from === 0 || !isOneOf(bytes[from - 1]!, ';,|*([{')) return false;
  let at = from;
  while (at > 0 && from - at < REACH && bytes[at - 1]! > 0x20 && !isOneOf(bytes[at - 1]!, '"<>`')) at -= 1;
  return latin(bytes, at, from).includes('://');
}

function isLetterOrDigit(byte: number | undefined): boolean {
  return byte !== undefined && /[a-z0-9]/i.test(String.fromCharCode(byte));
}

function isOneOf(codePoint: number, marks: string): boolean {
  return marks.includes(String.fromCodePoint(codePoint));
}

/** Bytes as characters, so that places in both are the same. */
function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}

function characterBefore(bytes: Uint8Array, at: number): number {
  let before = at - 1;
  while (before > 0 && (bytes[before]! & 0xc0) === 0x80) before -= 1;
  return before;
}

function widthAt(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!;
  return lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
}

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

function codePointAt(bytes: Uint8Array, at: number): number {
  return DECODER.decode(bytes.subarray(at, at + widthAt(bytes, at))).codePointAt(0)!;
}

function isInvisible(bytes: Uint8Array, at: number): boolean {
  return bytes[at]! >= 0x80 && INVISIBLE.has(String.fromCodePoint(codePointAt(bytes, at)));
}
