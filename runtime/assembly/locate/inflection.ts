// Inflection: whether the words of a place are forms of the words of a phrase. In: both, of which the stems are known
// to be equal. The reference is runtime/locate/inflection.ts.

import { OWN_WORDS, OWN_WORDS_COUNT } from './table';
import { WORD } from './unicode';
import { isSeparator, keyAt, keyBytes, readToken, tokenEnd, writeSpacedKey } from './words';
import { equalBytes, textBytes, textData } from '../text/text';
import { meantBy } from './misspelled';

const BYTES_MAX: i32 = 64;
/** Up to eight forms of a word: u32 bytes, and the form, which is a letter longer than the word at most. */
const FORMS_MAX: i32 = 8;
const FORM_BYTES: i32 = 72;
const leftForms: i32 = memory.data(8 * 72, 8) as i32;
const rightForms: i32 = memory.data(8 * 72, 8) as i32;
let formCount: i32 = 0;

export function isInflected(text: i32, textEnd: i32, phrase: i32, phraseEnd: i32): bool {
  if (textEnd - text == phraseEnd - phrase && equalBytes(text, phrase, textEnd - text)) return true;
  let a = text;
  let b = phrase;
  while (a < textEnd && b < phraseEnd) {
    const kind = readToken(a, textEnd);
    const aEnd = tokenEnd;
    const other = readToken(b, phraseEnd);
    const bEnd = tokenEnd;
    if (isSeparator(kind)) {
      a = afterSeparators(aEnd, textEnd);
      b = afterSeparators(bEnd, phraseEnd);
      continue;
    }
    if ((kind & other & WORD) != 0) {
      const meant = meantBy(a, aEnd - a);
      if (meant == 0 ? !isForm(a, aEnd, b, bEnd) : !isForm(textData(meant), textData(meant) + textBytes(meant), b, bEnd)) return false;
    }
    a = aEnd;
    b = bEnd;
  }
  return true;
}

function afterSeparators(from: i32, end: i32): i32 {
  let at = from;
  while (at < end && isSeparator(readToken(at, end))) at = tokenEnd;
  return at;
}

function isForm(a: i32, aEnd: i32, b: i32, bEnd: i32): bool {
  writeSpacedKey(a, aEnd);
  const bytes = keyBytes;
  // A longer word has no stem, and equal stems were then equal words.
  if (bytes > BYTES_MAX) return true;
  writeForms(leftForms);
  const count = formCount;
  writeSpacedKey(b, bEnd);
  if (keyBytes > BYTES_MAX) return true;
  writeForms(rightForms);
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < formCount; j++) {
      const left = leftForms + i * FORM_BYTES;
      const right = rightForms + j * FORM_BYTES;
      if (load<i32>(left) == load<i32>(right) && equalBytes(left + 4, right + 4, load<i32>(left))) return true;
    }
  }
  return false;
}

/** Writes the word whose key was written last and the words it may be a form of. */
function writeForms(forms: i32): void {
  formCount = 0;
  cut(forms, 0, 0);
  if (!isPlain() || isOwn()) return;
  const last = letter(1);
  const second = letter(2);
  if (last == 0x73) {
    if (second != 0x73 && second != 0x75 && second != 0x69) cut(forms, 1, 0);
    if (second == 0x65) cut(forms, 2, 0);
    if (second == 0x65 && letter(3) == 0x69) cut(forms, 3, 0x79);
  } else if (last == 0x64 && second == 0x65) {
    if (letter(3) == 0x69) cut(forms, 3, 0x79);
    cut(forms, 1, 0);
    cut(forms, 2, 0);
    if (keyBytes > 3 && letter(3) == letter(4)) cut(forms, 3, 0);
  } else if (last == 0x67 && second == 0x6e && letter(3) == 0x69) {
    cut(forms, 3, 0);
    cut(forms, 3, 0x65);
    if (keyBytes > 4 && letter(4) == letter(5)) cut(forms, 4, 0);
    if (letter(4) == 0x79) cut(forms, 4, 0x6569);
  }
}

/** Letter of the key, counted from its end; 0 before its start. */
// @ts-ignore: decorator
@inline
function letter(fromEnd: i32): i32 {
  return fromEnd > keyBytes ? 0 : load<u8>(keyAt + keyBytes - fromEnd) as i32;
}

function isPlain(): bool {
  if (keyBytes < 3) return false;
  for (let i = 0; i < keyBytes; i++) {
    const byte = load<u8>(keyAt + i) as i32;
    if (byte < 0x61 || byte > 0x7a) return false;
  }
  return true;
}

function isOwn(): bool {
  if (keyBytes > 16) return false;
  // What is behind the key is free.
  store<u64>(keyAt + keyBytes, 0);
  store<u64>(keyAt + keyBytes, 0, 8);
  for (let word = OWN_WORDS; word < OWN_WORDS + (OWN_WORDS_COUNT << 4); word += 16) {
    if (load<u64>(word) == load<u64>(keyAt) && load<u64>(word, 8) == load<u64>(keyAt, 8)) return true;
  }
  return false;
}

/** Adds the key without its last letters and with up to two more, the first in the lowest byte. */
function cut(forms: i32, letters: i32, added: i32): void {
  const kept = keyBytes - letters;
  const more = added == 0 ? 0 : added < 0x100 ? 1 : 2;
  if (letters > 0 && kept + more < 2) return;
  const form = forms + formCount++ * FORM_BYTES;
  store<i32>(form, kept + more);
  // What is behind the kept ones is written over, or left out.
  for (let i = 0; i < kept; i += 8) store<u64>(form + i, load<u64>(keyAt + i), 4);
  if (more > 0) store<u8>(form + 4 + kept, added & 0xff);
  if (more > 1) store<u8>(form + 5 + kept, added >> 8);
}
