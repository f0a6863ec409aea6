// Cited: whether a place stands in quotation marks.
// In: the bytes of a text, and a place. Out: yes or no. Marks open and close by what stands around them, because many writers
// use one mark for both, an apostrophe looks like a closing mark, and `5"` is a length.

import type { Bytes } from './zones.ts';

/** How far from a place its marks may be: a longer quotation is a document, and looking further costs every place more. */
export const CITED_BYTES = 400;

interface Mark {
  /** Single marks may be apostrophes. */
  readonly isSingle: boolean;
  readonly length: number;
  /** What its shape says; a straight mark says nothing. */
  readonly shape: 'opening' | 'closing' | 'either';
}

const MARKS: ReadonlyMap<string, Mark> = new Map<string, Mark>([
  ['"', { isSingle: false, length: 1, shape: 'either' }],
  ["'", { isSingle: true, length: 1, shape: 'either' }],
  ['\xc2\xab', { isSingle: false, length: 2, shape: 'opening' }],
  ['\xc2\xbb', { isSingle: false, length: 2, shape: 'closing' }],
  ['\xe2\x80\x98', { isSingle: true, length: 3, shape: 'opening' }],
  ['\xe2\x80\x99', { isSingle: true, length: 3, shape: 'closing' }],
  ['\xe2\x80\x9c', { isSingle: false, length: 3, shape: 'opening' }],
  ['\xe2\x80\xb9', { isSingle: true, length: 3, shape: 'opening' }],
  ['\xe2\x80\xba', { isSingle: true, length: 3, shape: 'closing' }],
  ['\xe3\x80\x8c', { isSingle: false, length: 3, shape: 'opening' }],
  ['\xe3\x80\x8d', { isSingle: false, length: 3, shape: 'closing' }],
  ['\xe3\x80\x8e', { isSingle: true, length: 3, shape: 'opening' }],
  ['\xe3\x80\x8f', { isSingle: true, length: 3, shape: 'closing' }],
  // German has it as a closing mark too, which what stands before it says.
  ['\xe2\x80\x9d', { isSingle: false, length: 3, shape: 'closing' }],
  ['\xe2\x80\x9e', { isSingle: false, length: 3, shape: 'opening' }],
]);

/** What marks begin with: every byte around a place is looked at, and few are one of these. */
const FIRST_BYTES: ReadonlySet<string> = new Set([...MARKS.keys()].map((mark) => mark[0]!));

/** Whether a place of a line is between an opening mark and the closing one of its kind. */
export function isCited(text: Bytes, start: number, end: number): boolean {
  return isWithin(text, start, end, false) || isWithin(text, start, end, true);
}

function isWithin(text: Bytes, start: number, end: number, isSingle: boolean): boolean {
  const first = Math.max(0, start - CITED_BYTES);
  for (let at = start - 1; ; at -= 1) {
    if (at < first || text[at] === '\n') return false;
    const sense = senseAt(text, at, isSingle);
    if (sense === 'closing') return false;
    if (sense === 'opening') break;
  }
  const last = Math.min(text.length, end + CITED_BYTES);
  for (let at = end; at < last && text[at] !== '\n'; at += 1) {
    const sense = senseAt(text, at, isSingle);
    if (sense !== null) return sense === 'closing';
  }
  return false;
}

/** Whether a mark of a kind at a position opens or closes a quotation; null where there is none. */
function senseAt(text: Bytes, at: number, isSingle: boolean): 'opening' | 'closing' | null {
  if (!FIRST_BYTES.has(text[at]!)) return null;
  const mark = MARKS.get(text[at]!) ?? MARKS.get(text.slice(at, at + 2)) ?? MARKS.get(text.slice(at, at + 3));
  if (mark === undefined || mark.isSingle !== isSingle) return null;
  // Scripts without spaces have a letter on either side.
  if (text[at] === '\xe3') return mark.shape === 'opening' ? 'opening' : 'closing';
  const isAfter = isTight(text[at - 1], ENDS);
  const isBefore = isTight(text[at + mark.length], STARTS);
  if (!isAfter) return isBefore || mark.shape === 'opening' ? 'opening' : mark.shape === 'closing' ? 'closing' : null;
  // An apostrophe.
  return isSingle && isLetter(text[at - 1]!) && isLetter(text[at + mark.length] ?? '') ? null : 'closing';
}

/** Besides letters and digits, what a quotation may end with before its mark, and what it may begin with. */
const ENDS = '.,!?;)%]}';
const STARTS = '([{$#@<';

function isTight(byte: string | undefined, others: string): boolean {
  return byte !== undefined && (isLetter(byte) || others.includes(byte));
}

/** Letters, digits and all beyond ASCII. */
function isLetter(byte: string): boolean {
  return byte >= '\x80' || /^[A-Za-z0-9]$/.test(byte);
}
