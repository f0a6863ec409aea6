// Transcript: the turns of a conversation that stands in one text, a speaker before each. The reference, and why, is
// runtime/locate/transcript.ts.

import { ANSWERERS, ASKERS } from './table';
import { HIGH_BITS, LINE_END, LINE_ENDS, ONES, beginning, isLetterByte } from './zones';

const LABEL_BYTES: i32 = 60;
const COLON: i32 = 0x3a;

export const NONE: i32 = 0;
const OTHER: i32 = 1;
export const ASKER: i32 = 2;
export const ANSWERER: i32 = 4;

/** Up to where a text was read, and the line that is there; where the turn begins that was read last, and its label. */
let scanned: i32 = 0;
let line: i32 = 0;
let turnStart: i32 = 0;
let turnLabel: i32 = 0;

/** Of the transcript: where its last turn begins, its label, and where the turn before that begins. */
export let lastTurn: i32 = 0;
export let lastLabel: i32 = 0;
export let turnBefore: i32 = 0;

/** Whether a text is a transcript. */
export function isTranscript(text: i32, end: i32): bool {
  let seen = 0;
  lastTurn = 0;
  scanned = text;
  line = text;
  turnText = 0;
  for (let speaker = nextSpeaker(end); speaker != NONE; speaker = nextSpeaker(end)) {
    seen |= speaker;
    turnBefore = lastTurn;
    lastTurn = turnStart;
    lastLabel = turnLabel;
  }
  return (seen & (ASKER | ANSWERER)) == (ASKER | ANSWERER);
}

/** The text that was looked at last, whose turn was there, and whose begins at `turnStart`. */
let turnText: i32 = 0;
let turnPlace: i32 = 0;
let speakerThere: i32 = 0;
let speakerNext: i32 = 0;

/** Whether a place of a transcript is in the turn of somebody who answers. Places come in order, so that what is before them is read once. */
export function isAnswer(text: i32, place: i32, end: i32): bool {
  if (text != turnText || place < turnPlace) {
    turnText = text;
    scanned = text;
    line = text;
    speakerThere = NONE;
    speakerNext = nextSpeaker(end);
  }
  turnPlace = place;
  while (speakerNext != NONE && turnStart <= place) {
    speakerThere = speakerNext;
    speakerNext = nextSpeaker(end);
  }
  return speakerThere == ANSWERER;
}

/** Other bytes may have stood where a text was. */
export function forgetTurns(): void {
  turnText = 0;
}

const COLONS: u64 = 0x3a3a3a3a3a3a3a3a;

/** Who speaks in the next turn; none where there is none. */
function nextSpeaker(end: i32): i32 {
  while (scanned < end) {
    if (scanned + 8 <= end) {
      const bytes = load<u64>(scanned);
      const colons = bytes ^ COLONS;
      const lines = bytes ^ LINE_ENDS;
      if (((((colons - ONES) & ~colons) | ((lines - ONES) & ~lines)) & HIGH_BITS) == 0) {
        scanned += 8;
        continue;
      }
    }
    const at = scanned++;
    const byte = load<u8>(at) as i32;
    if (byte == LINE_END) line = scanned;
    if (byte != COLON) continue;
    const speaker = speakerBefore(at, end);
    if (speaker != NONE) return speaker;
  }
  return NONE;
}

/** Who speaks in the turn that begins behind a colon. */
function speakerBefore(colon: i32, end: i32): i32 {
  if (colon + 1 < end) {
    const next = load<u8>(colon, 1) as i32;
    if (next != 0x20 && next != 0x09 && next != 0x0d && next != LINE_END && next != 0x2a) return NONE;
  }
  turnStart = colon + 1;
  turnLabel = line;
  const speaker = colon - line <= LABEL_BYTES ? speakerIn(line, colon) : NONE;
  if (speaker != NONE) return speaker;
  let word = colon;
  while (word > line && isLetterByte(load<u8>(word - 1) as i32)) word--;
  let before = word;
  while (before > line && load<u8>(before - 1) == 0x20) before--;
  if (before == word || before == line || !isSentenceEnd(load<u8>(before - 1) as i32)) return NONE;
  turnLabel = word;
  const capital = (load<u8>(word) as i32) - 0x41;
  return capital >= 0 && capital < 26 ? roleOf(word, colon) : NONE;
}

/** `.!?")`. */
function isSentenceEnd(byte: i32): bool {
  return byte == 0x2e || byte == 0x21 || byte == 0x3f || byte == 0x22 || byte == 0x29;
}

function speakerIn(from: i32, to: i32): i32 {
  let inner = NONE;
  let outer = NONE;
  let isInner = false;
  let isNamed = false;
  for (let at = from; at < to; at++) {
    const byte = load<u8>(at) as i32;
    if (isLetterByte(byte)) {
      const word = at;
      while (at + 1 < to && isLetterByte(load<u8>(at + 1) as i32)) at++;
      if (at == word + 1 && isHalf(word)) continue;
      isNamed = true;
      if (isInner) inner = roleOf(word, at + 1);
      else outer = roleOf(word, at + 1);
    } else if (byte == 0x28 || byte == 0x5b) {
      isInner = true;
    } else if (byte == 0x29 || byte == 0x5d) {
      isInner = false;
    } else if (byte == COLON ? at + 1 == to || !isDigit(load<u8>(at + 1) as i32) : !isDigit(byte) && !isMark(byte)) {
      return NONE;
    }
  }
  return !isNamed ? NONE : inner != NONE ? inner : max(outer, OTHER);
}

/** Who a name names: by its last word, and before that by the one in brackets. */
export function speakerOf(from: i32, to: i32): i32 {
  return max(speakerIn(from, to), OTHER);
}

/** `am` or `pm`. */
function isHalf(at: i32): bool {
  const letter = load<u8>(at) | 0x20;
  return (letter == 0x61 || letter == 0x70) && (load<u8>(at, 1) | 0x20) == 0x6d;
}

function isDigit(byte: i32): bool {
  return byte >= 0x30 && byte <= 0x39;
}

/** A space or a tab, and `.',/-*_`. */
function isMark(byte: i32): bool {
  return byte == 0x20 || byte == 0x09 || byte == 0x27 || byte == 0x2a || (byte >= 0x2c && byte <= 0x2f) || byte == 0x5f;
}

function roleOf(from: i32, to: i32): i32 {
  if (beginning(from, to, ASKERS, true) != 0) return ASKER;
  return beginning(from, to, ANSWERERS, true) != 0 ? ANSWERER : NONE;
}
