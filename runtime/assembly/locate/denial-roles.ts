// Denial, roles: what the words and marks around a place are to denial. In: a text and where a place is in it. Goes
// out: the roles before the place from the start of its sentence on, and some behind it. The reference is
// runtime/locate/denial.ts.

import { ENTITIES, IS_COMMA, IS_END, IS_PAST, IS_SIGN, IS_TRIGGER, N_BRACKET, N_COLON, N_DASH, N_HYPHEN, N_QUANTITY, N_QUESTION_MARK, NAME_GROUPS, ROLES, ROLE_KINDS } from './table';
import { WORD, narrow } from './unicode';
import { isInvisible, isSeparator, nextToken, readToken, tokenEnd } from './words';
import { codePointAt, leadBytes } from '../text/text';
import { beginning } from './zones';

/** Roles further away than these bytes reach no place. */
export const BYTES_BEFORE: i32 = 256;
const BYTES_BEHIND: i32 = 160;
export const ROLES_BEHIND: i32 = 24;
export const ROLES_NEAR: i32 = 8;
export const MESSAGE_BYTES: i32 = 500;
/** Each role takes at least one byte of text. */
export const before: i32 = memory.data(256 * 4, 8) as i32;
export let beforeCount: i32 = 0;
export const behind: i32 = memory.data(24 * 4, 8) as i32;
export let behindCount: i32 = 0;
export const within: i32 = memory.data(24 * 4, 8) as i32;
export let withinCount: i32 = 0;
/** What the roles of each have: all their classes, and the groups of their names. */
export let seenBefore: i32 = 0;
export let seenBehind: i32 = 0;
export let seenWithin: i32 = 0;
let seen: i32 = 0;

/** Sets the roles between the start of a sentence and a place in it. */
export function readBefore(from: i32, place: i32): void {
  beforeCount = readInto(before, BYTES_BEFORE, from, place);
  seenBefore = seen;
}

/** Sets at most `most` roles behind the place that ends at an address. */
export function readBehind(place: i32, textEnd: i32, most: i32): void {
  behindCount = readInto(behind, most, place, endOfLine(place, textEnd));
  seenBehind = seen;
}

/** Whether more may stand behind what was read. */
export function isCut(): bool {
  return behindCount == ROLES_NEAR || behindCount == ROLES_BEHIND;
}

/** Sets the first roles of the place itself. */
export function readWithin(place: i32, placeEnd: i32): void {
  withinCount = readInto(within, ROLES_BEHIND, place, placeEnd);
  seenWithin = seen;
}

/** Where the sentence of the place that starts at an address starts, as far as it is looked at. */
export function startOfSentence(data: i32, place: i32, most: i32): i32 {
  const least = max<i32>(data, place - most);
  for (let at = place; at > least; at--) {
    if (isEndBefore(data, at)) return at;
  }
  if (least == data) return data;
  for (let at = least; at < place; at++) {
    if (load<u8>(at) == 0x20) return at + 1;
  }
  return place;
}

/** Whether the sentence that starts at an address, and in which a place ends at another, takes more than some bytes. */
export function isSentenceOver(from: i32, placeEnd: i32, textEnd: i32, most: i32): bool {
  let to = placeEnd;
  while (to < textEnd && to - from <= most && !isEndBefore(from, to + 1)) to++;
  return to - from > most;
}

// @ts-ignore: decorator
@inline
function isEndBefore(data: i32, at: i32): bool {
  return isSentenceEnd(load<u8>(at - 1) as i32) && !isSpelling(data, at);
}

/** Whether the mark before an address belongs to a word. */
function isSpelling(data: i32, at: i32): bool {
  return endsEntity(data, at) || (at - data > 1 && load<u32>(at - 2) == SLIP);
}

/** `n;t ` of `don;t`. */
const SLIP: i32 = 0x20743b6e;

/** `.!?;()` and the ends of lines. */
// @ts-ignore: decorator
@inline
function isSentenceEnd(byte: i32): bool {
  // No branch: letters and spaces come in no order.
  return ((0x8800430200002400 as u64) >> (byte as u64) & (byte < 0x40 ? 1 : 0)) != 0;
}

function endOfLine(place: i32, textEnd: i32): i32 {
  const most = min<i32>(textEnd, place + BYTES_BEHIND);
  let at = place;
  // Eight bytes at once; reading past the end is allowed.
  while (at < most) {
    const bytes = load<u64>(at);
    const ends = zeros(bytes ^ LINE_FEEDS) | zeros(bytes ^ RETURNS);
    if (ends != 0) {
      at += (ctz<u64>(ends) >> 3) as i32;
      break;
    }
    at += 8;
  }
  if (at > most) at = most;
  while (at > place && at < textEnd && (load<u8>(at) & 0xc0) == 0x80) at--;
  return at;
}

const LINE_FEEDS: u64 = 0x0a0a0a0a0a0a0a0a;
const RETURNS: u64 = 0x0d0d0d0d0d0d0d0d;

/** The highest bit of the first byte that is 0, and perhaps of bytes behind it. */
// @ts-ignore: decorator
@inline
function zeros(bytes: u64): u64 {
  return (bytes - 0x0101010101010101) & ~bytes & HIGH_BITS;
}

/** Bytes of the entity of an apostrophe at an address, before `end`; 0 when there is none. */
function entityBytes(at: i32, end: i32): i32 {
  return at < end && load<u8>(at) == 0x26 ? beginning(at, end, ENTITIES) : 0;
}

const ENTITY_BYTES_MAX: i32 = 8;

function endsEntity(data: i32, end: i32): bool {
  if (load<u8>(end - 1) != 0x3b) return false;
  for (let at = end - 2; at >= data && at >= end - ENTITY_BYTES_MAX; at--) {
    if (load<u8>(at) == 0x26) return entityBytes(at, end) == end - at;
  }
  return false;
}

/**
 * Words that were read and stand before a space, by their places: u32 place, u32 end, u32 role, u32 what it adds to what was seen. Places of
 * one sentence are near the same words. Such a word is the same wherever reading ends behind it.
 */
const READ_BITS: i32 = 4;
const READ_MASK: i32 = 511;
const read: i32 = memory.data(512 << 4, 8) as i32;
let isFresh: bool = true;

/** Forgets what was read: other bytes may stand there now. */
export function forgetRoles(): void {
  if (!isFresh) memory.fill(read, 0, (READ_MASK + 1) << READ_BITS);
  isFresh = true;
}

/** Reads at most `most` roles; returns how many there are. */
export function readInto(roles: i32, most: i32, from: i32, end: i32): i32 {
  let count = 0;
  let had = 0;
  let spaced = true;
  for (let at = from; at < end && count < most;) {
    const entry = read + ((at & READ_MASK) << READ_BITS);
    let to = load<i32>(entry, 4);
    if (load<i32>(entry) == at && to <= end) {
      store<i32>(roles + (count++ << 2), load<i32>(entry, 8));
      had |= load<i32>(entry, 12);
      spaced = true;
      at = to + 1;
      continue;
    }
    const kind = nextToken(at, end);
    to = tokenEnd;
    const byte = load<u8>(at) as i32;
    if (isSeparator(kind) && byte != 0x2d) {
      spaced = true;
      at = to;
      continue;
    }
    let role = NO_ROLE;
    const isWord = (kind & WORD) != 0;
    const isJoined = isWord && mayBeJoined(to, end);
    if (isWord) {
      roleEnd = to;
      role = wordRole(at, to, end, isJoined);
      to = roleEnd;
    } else {
      const entity = entityBytes(at, end);
      if (entity > 0) to = at + entity;
      else role = markRole(at, to, end, spaced);
    }
    // Most words are followed by a space.
    spaced = to < end && load<u8>(to) == 0x20;
    if (role != NO_ROLE) {
      const adds = (role & 0xffffff) | (load<u8>(NAME_GROUPS + (role >>> 24)) as i32) << 24;
      store<i32>(roles + (count++ << 2), role);
      had |= adds;
      if (isWord && spaced && !isJoined) {
        store<i32>(entry, at);
        store<i32>(entry, to, 4);
        store<i32>(entry, role, 8);
        store<i32>(entry, adds, 12);
        isFresh = false;
      }
    }
    at = to + i32(spaced);
  }
  seen = had;
  return count;
}

/** What is no role: of a mark that says nothing. */
const NO_ROLE: i32 = 1 << 23;

function markRole(at: i32, to: i32, end: i32, spaced: bool): i32 {
  const byte = load<u8>(at) as i32;
  if (byte == 0x2c) return IS_COMMA;
  if (byte == 0x2e || byte == 0x21 || byte == 0x3b || byte == 0x29) return IS_END;
  if (byte == 0x28) return IS_END | N_BRACKET << 24;
  if (byte == 0x3f) return IS_END | N_QUESTION_MARK << 24;
  if (byte == 0x3a || byte == 0x3d) return IS_END | N_COLON << 24;
  if (byte == 0x2d) return spaced && (to >= end || isSeparator(readToken(to, end))) ? IS_END | N_DASH << 24 : N_HYPHEN << 24;
  if (to - at == 3 && load<u16>(at) == 0x80e2 && (load<u8>(at, 2) == 0x93 || load<u8>(at, 2) == 0x94)) return IS_END | N_DASH << 24;
  return NO_ROLE;
}

let roleEnd: i32 = 0;
const WORD_BYTES_MAX: i32 = 12;
/** A word and what follows its apostrophe, in small letters. */
const wordSpace: i32 = memory.data(32, 8) as i32;

/** The role of a word, and of the contraction that begins with it; `roleEnd` is set behind what was read. */
// @ts-ignore: decorator
@inline
function wordRole(at: i32, to: i32, end: i32, isJoined: bool): i32 {
  const joined = isJoined ? joinedKind(at, to, end) : NO_KIND;
  return (joined == NO_KIND ? ownKind(at, to) : joined) & ~(IS_TRIGGER | IS_SIGN);
}

/** False where no apostrophe, nor what is typed for one, is near, as behind most words. */
// @ts-ignore: decorator
@inline
function mayBeJoined(at: i32, end: i32): bool {
  // Reading past the end is allowed.
  const next = load<u8>(at) as i32;
  const byte = next == 0x20 ? load<u8>(at, 1) as i32 : next;
  return at < end && (byte >= 0x80 || byte == 0x26 || byte == 0x27 || byte == 0x3b || byte == 0x60);
}

/** The kind of the contraction that begins with a word; NO_KIND where there is none that has one. */
function joinedKind(at: i32, to: i32, end: i32): i32 {
  const mark = behindGap(to, end);
  const isSlipped = mark == to && mark < end && load<u8>(mark) == 0x3b;
  const markBytes = isSlipped ? 1 : mark < end ? apostropheBytes(mark, end) : 0;
  if (markBytes == 0) return NO_KIND;
  const rest = behindGap(mark + markBytes, end);
  if (rest >= end || (readToken(rest, end) & WORD) == 0) return NO_KIND;
  const restEnd = tokenEnd;
  const bytes = writeLower(wordSpace, at, to);
  if (bytes > 0 && bytes < WORD_BYTES_MAX) {
    store<u8>(wordSpace + bytes, 0x27);
    const more = writeSeen(wordSpace + bytes + 1, rest, restEnd, WORD_BYTES_MAX - bytes - 1);
    const kind = more > 0 ? findKind(bytes + 1 + more) : NO_KIND;
    if (kind != NO_KIND) {
      roleEnd = restEnd;
      return kind;
    }
  }
  if (!isSlipped && mark == to && rest == mark + markBytes) roleEnd = restEnd;
  return NO_KIND;
}

// A kind is a role, with IS_TRIGGER of a word that may deny, and IS_SIGN of one that a sign may be known by.
const NO_KIND: i32 = -1;

/** Kinds of words that were met: 12 bytes of the word as it stands, and its kind. Most words of a text come again. */
const KNOWN_BITS: i32 = 10;
const known: i32 = memory.data(1024 << 4, 8) as i32;

/** The kind of a word by itself. */
export function ownKind(at: i32, to: i32): i32 {
  const bytes = to - at;
  if (bytes > WORD_BYTES_MAX) return kindOf(at, to);
  const low = load<u64>(at) & maskOf(bytes);
  const tail = tailOf(at, bytes);
  const entry = known + (((hashOf(low, tail) >> (64 - KNOWN_BITS)) as i32) << SLOT_BITS);
  if (load<u64>(entry) == low && load<u32>(entry, 8) == tail) return load<i32>(entry, 12);
  store<u64>(entry, low);
  store<u32>(entry, tail, 8);
  const kind = kindOf(at, to);
  store<i32>(entry, kind, 12);
  return kind;
}

function kindOf(at: i32, to: i32): i32 {
  const bytes = writeLower(wordSpace, at, to);
  const kind = bytes > 0 ? findKind(bytes) : NO_KIND;
  if (kind != NO_KIND) return kind;
  const first = load<u8>(at) as i32;
  if (first >= 0x30 && first < 0x3a) return N_QUANTITY << 24 | (isBygone(at, to) ? IS_PAST | IS_TRIGGER : 0);
  // What no rule knows may be a verb in the past.
  return to - at >= 5 && (load<u16>(to - 2) | 0x2020) == 0x6465 ? IS_PAST : 0;
}

/** Behind what nobody sees, and a space that was typed by mistake. */
function behindGap(at: i32, end: i32): i32 {
  let to = at;
  for (let spaced = false; to < end;) {
    const byte = load<u8>(to) as i32;
    if (byte == 0x20 && !spaced) spaced = true;
    else if (!isInvisible(to)) break;
    to += leadBytes(byte);
  }
  return to;
}

/** From 1901 to 2019; 2000 counts things as well. */
function isBygone(at: i32, to: i32): bool {
  if (to - at != 4) return false;
  let year = 0;
  for (; at < to; at++) {
    const digit = (load<u8>(at) as i32) - 0x30;
    if ((digit as u32) > 9) return false;
    year = year * 10 + digit;
  }
  return year > 1900 && year < 2020 && year != 2000;
}

/** Bytes of the apostrophe at an address, in any of its forms; 0 when there is none. */
function apostropheBytes(at: i32, end: i32): i32 {
  const byte = load<u8>(at) as i32;
  if (byte == 0x27 || byte == 0x60) return 1;
  if (byte < 0x80) return entityBytes(at, end);
  const mark = codePointAt(at);
  return mark == 0xb4 || (mark >= 0x2018 && mark <= 0x201b && mark != 0x201a) || mark == 0x2032 || mark == 0xff07 ? leadBytes(byte) : 0;
}

/** Writes a word in small letters of ASCII, as it is seen; returns its bytes, 0 for what no role can be. */
function writeLower(space: i32, at: i32, to: i32): i32 {
  const bytes = to - at;
  if (bytes > WORD_BYTES_MAX) return writeSeen(space, at, to, WORD_BYTES_MAX);
  const low = load<u64>(at) & maskOf(bytes);
  const high = bytes > 8 ? load<u64>(at, 8) & maskOf(bytes - 8) : 0;
  if (((low | high) & HIGH_BITS) != 0) return writeSeen(space, at, to, WORD_BYTES_MAX);
  store<u64>(space, lowered(low));
  store<u64>(space, lowered(high), 8);
  return bytes;
}

/** The bits of the first bytes of eight. */
// @ts-ignore: decorator
@inline
function maskOf(bytes: i32): u64 {
  return bytes >= 8 ? ~(0 as u64) : ((1 as u64) << ((bytes << 3) as u64)) - 1;
}

const HIGH_BITS: u64 = 0x8080808080808080;

/** Eight bytes of ASCII in small letters. */
// @ts-ignore: decorator
@inline
function lowered(bytes: u64): u64 {
  return bytes | (((bytes + 0x3f3f3f3f3f3f3f3f) & ~(bytes + 0x2525252525252525) & HIGH_BITS) >> 2);
}

/** The same character by character, of at most some bytes: without what nobody sees, full-width letters as ASCII, and letters that look like an apostrophe as one. */
function writeSeen(space: i32, at: i32, to: i32, most: i32): i32 {
  let bytes = 0;
  for (let from = at; from < to; from += leadBytes(load<u8>(from) as i32)) {
    if (isInvisible(from)) continue;
    let seen = narrow(codePointAt(from));
    if (seen == 0x2b9 || (seen >= 0x2bb && seen <= 0x2bd)) seen = 0x27;
    if (seen >= 0x80 || bytes == most) return 0;
    store<u8>(space + bytes++, seen - 0x41 < 26 && seen >= 0x41 ? seen | 0x20 : seen);
  }
  return bytes;
}

/** Words that have a kind, by their hash: 12 bytes of the word, and its kind. */
const SLOT_BITS: i32 = 4;
const SLOTS_BITS: i32 = 11;
const slots: i32 = memory.data(2048 << 4, 8) as i32;
const SLOTS_END: i32 = slots + (1 << (SLOTS_BITS + SLOT_BITS));

/** Fills the slots, to be called once: rows leave out what words have in common with those before them. */
export function laySlots(): void {
  const rows = ROLES + 64;
  for (let letter = 0; letter < 26; letter++) {
    const end = rows + (load<u16>(ROLES + (letter << 1), 2) as i32);
    store<u8>(wordSpace, 0x61 + letter);
    for (let row = rows + (load<u16>(ROLES + (letter << 1)) as i32); row < end;) {
      const shared = (load<u8>(row) as i32) >> 4;
      const rest = (load<u8>(row) as i32) & 15;
      memory.copy(wordSpace + 1 + shared, row + 1, rest);
      const slot = slotOf(1 + shared + rest);
      store<u64>(slot, wordLow);
      store<u32>(slot, wordTail, 8);
      store<i32>(slot, load<i32>(ROLE_KINDS + ((load<u8>(row + rest, 1) as i32) << 2)), 12);
      row += rest + 2;
    }
  }
}

/** The kind of the first bytes in the word's space. */
// @ts-ignore: decorator
@inline
function findKind(bytes: i32): i32 {
  const slot = slotOf(bytes);
  return load<u64>(slot) == 0 ? NO_KIND : load<i32>(slot, 12);
}

let wordLow: u64 = 0;
let wordTail: u32 = 0;

/** The slot of the first bytes in the word's space, or an empty one. */
function slotOf(bytes: i32): i32 {
  const low = load<u64>(wordSpace) & maskOf(bytes);
  const tail = tailOf(wordSpace, bytes);
  wordLow = low;
  wordTail = tail;
  let slot = slots + (((hashOf(low, tail) >> (64 - SLOTS_BITS)) as i32) << SLOT_BITS);
  while (load<u64>(slot) != 0 && (load<u64>(slot) != low || load<u32>(slot, 8) != tail)) {
    slot += 1 << SLOT_BITS;
    if (slot == SLOTS_END) slot = slots;
  }
  return slot;
}

/** The bytes of a word behind its first eight, at most four. */
// @ts-ignore: decorator
@inline
function tailOf(at: i32, bytes: i32): u32 {
  return bytes > 8 ? load<u32>(at, 8) & (maskOf(bytes - 8) as u32) : 0;
}

// @ts-ignore: decorator
@inline
function hashOf(low: u64, tail: u32): u64 {
  return (low ^ (tail as u64) * 0xff51afd7ed558ccd) * 0x9e3779b97f4a7c15;
}
