// Transcript: the turns of a conversation that stands in one text, a speaker before each. The reference, and why, is
// runtime/locate/transcript.ts.

import { ANSWERERS, ASKERS } from './table';
import { beginning } from './zones';

const LABEL_BYTES: i32 = 40;
const LINE_END: i32 = 0x0a;

export const NONE: i32 = 0;
const OTHER: i32 = 1;
export const ASKER: i32 = 2;
export const ANSWERER: i32 = 4;

/** Where what is said in the turn begins that was read last, and in the last two turns of the transcript. */
let turnStart: i32 = 0;
export let lastTurn: i32 = 0;
export let turnBefore: i32 = 0;

/** Whether a text is a transcript. */
export function isTranscript(text: i32, end: i32): bool {
  let seen = 0;
  lastTurn = 0;
  turnBefore = 0;
  for (let line = text; line < end; line = lineEnd(line, end) + 1) {
    const speaker = speakerAt(line, end);
    if (speaker == NONE) continue;
    seen |= speaker;
    turnBefore = lastTurn;
    lastTurn = turnStart;
  }
  return (seen & (ASKER | ANSWERER)) == (ASKER | ANSWERER);
}

/** Where the turn before the last one ends: the line of the last one's speaker begins there. */
export function turnEnd(text: i32): i32 {
  let at = lastTurn;
  while (at > text && load<u8>(at - 1) != LINE_END) at--;
  return at;
}

/** The text and the place that were looked at last, the line up to which it was read, and whose turn was there. */
let turnText: i32 = 0;
let turnPlace: i32 = 0;
let nextLine: i32 = 0;
let speakerThere: i32 = 0;

/** Whether a place of a transcript is in the turn of somebody who answers. Places come in order, so that what is before them is read once. */
export function isAnswer(text: i32, place: i32, end: i32): bool {
  if (text != turnText || place < turnPlace) {
    turnText = text;
    nextLine = text;
    speakerThere = NONE;
  }
  turnPlace = place;
  while (nextLine < place) {
    const speaker = speakerAt(nextLine, end);
    // A place may be in the name of the speaker.
    if (speaker != NONE && turnStart > place) break;
    if (speaker != NONE) speakerThere = speaker;
    nextLine = lineEnd(nextLine, end) + 1;
  }
  return speakerThere == ANSWERER;
}

/** Other bytes may have stood where a text was. */
export function forgetTurns(): void {
  turnText = 0;
}

function lineEnd(from: i32, end: i32): i32 {
  let at = from;
  while (at < end && load<u8>(at) != LINE_END) at++;
  return at;
}

/** Who speaks in the turn that a line begins. */
function speakerAt(line: i32, end: i32): i32 {
  let from = timeEnd(line, end);
  if (from + 2 < end && isHalf(from) && isTime(load<u8>(from, 2) as i32)) from = timeEnd(from + 2, end);
  if (from - line > LABEL_BYTES) return NONE;
  let colon = from;
  while (colon < end && colon - from < LABEL_BYTES && isName(load<u8>(colon) as i32)) colon++;
  if (colon == from || colon == end || load<u8>(colon) != 0x3a || (colon + 1 < end && !isSpace(load<u8>(colon, 1) as i32))) return NONE;
  turnStart = colon + 1;
  return speakerOf(from, colon);
}

/** By what stands in brackets at the end of a name, else by what stands before them. */
export function speakerOf(from: i32, colon: i32): i32 {
  let bracket = colon - 1;
  while (bracket >= from && load<u8>(bracket) != 0x28) bracket--;
  if (bracket < from) return max(roleOf(from, colon), OTHER);
  let inner = colon;
  while (inner > bracket + 1 && (load<u8>(inner - 1) == 0x20 || load<u8>(inner - 1) == 0x29)) inner--;
  const role = roleOf(bracket + 1, inner);
  return role != NONE ? role : max(roleOf(from, bracket), OTHER);
}

/** `am` or `pm`. */
function isHalf(at: i32): bool {
  const letter = load<u8>(at) | 0x20;
  return (letter == 0x61 || letter == 0x70) && (load<u8>(at, 1) | 0x20) == 0x6d;
}

function timeEnd(from: i32, end: i32): i32 {
  let at = from;
  while (at < end && isTime(load<u8>(at) as i32)) at++;
  return at;
}

/** Digits and `:.,/-[]()`, a space or a tab. */
function isTime(byte: i32): bool {
  return (byte >= 0x2c && byte <= 0x3a) || byte == 0x20 || byte == 0x09 || byte == 0x28 || byte == 0x29 || byte == 0x5b || byte == 0x5d;
}

/** Letters and ` .'()-`. */
function isName(byte: i32): bool {
  const letter = (byte | 0x20) - 0x61;
  return (letter >= 0 && letter < 26 && byte < 0x80) || byte == 0x20 || (byte >= 0x27 && byte <= 0x29) || byte == 0x2d || byte == 0x2e;
}

function isSpace(byte: i32): bool {
  return byte == 0x20 || byte == 0x09 || byte == 0x0d || byte == LINE_END;
}

/** What the last word of a name says. */
function roleOf(from: i32, end: i32): i32 {
  let to = end;
  while (to > from && load<u8>(to - 1) == 0x20) to--;
  let word = to;
  while (word > from && load<u8>(word - 1) != 0x20) word--;
  if (beginning(word, to, ASKERS, true) != 0) return ASKER;
  return beginning(word, to, ANSWERERS, true) != 0 ? ANSWERER : NONE;
}
