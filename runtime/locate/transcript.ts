// Transcript: the turns of a conversation that stands in one text, a speaker before each: `Agent: Hello.`, `[09:12] Ann (customer): Hi`.
// In: the bytes of a text. Out: where its turns begin and whose they are.
// A text is one only where somebody asks and somebody answers: "Support: the printer smokes" is a heading, "Agent: Tom" a field of a form.

import { isGoodbye, signsOf } from './signs.ts';
import { SPEAKER_WORDS } from './speaker-words.ts';
import type { Bytes } from './zones.ts';
import { lower } from './zones.ts';

const { ASKERS, ANSWERERS } = SPEAKER_WORDS;

/** Bytes of the longest name of a speaker, with a time beside it. */
export const LABEL_BYTES = 60;

interface Turn {
  /** Where the name of the speaker begins. */
  readonly label: number;
  /** Where what is said begins, behind the colon. */
  readonly start: number;
  readonly speaker: Speaker;
}

export type Speaker = 'asker' | 'answerer' | 'other';

/** The turns of a text, none unless it is a transcript. A line with another name before a colon begins one of nobody's. */
export function turnsIn(text: Bytes): readonly Turn[] {
  const turns: Turn[] = [];
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    const turn = turnAt(text, colon);
    if (turn !== null) turns.push(turn);
  }
  const has = (speaker: Speaker): boolean => turns.some((turn) => turn.speaker === speaker);
  return has('asker') && has('answerer') ? turns : [];
}

/** Whether a place that starts at a byte is in the turn of somebody who answers. */
export function isAnswer(turns: readonly Turn[], start: number): boolean {
  return turns.findLast((turn) => turn.start <= start)?.speaker === 'answerer';
}

/** Whether the last turn says that nothing is wanted, or the one before it where the last only says goodbye. */
export function isTranscriptIdle(bytes: Uint8Array, turns: readonly Turn[]): boolean {
  const [before, last] = [turns.at(-2)!, turns.at(-1)!];
  if (signsOf(bytes.subarray(last.start)).idle) return true;
  return isGoodbye(bytes.subarray(last.start)) && signsOf(bytes.subarray(before.start, last.label)).idle;
}

/** The turn that begins behind a colon: `Agent: …`, `**Support team:** …` in a line of its own, `. Customer: …` behind a sentence. */
function turnAt(text: Bytes, colon: number): Turn | null {
  const next = text[colon + 1];
  if (next !== undefined && !' \t\r\n*'.includes(next)) return null;
  const line = colon === 0 ? 0 : text.lastIndexOf('\n', colon - 1) + 1;
  const speaker = colon - line <= LABEL_BYTES ? speakerIn(text.slice(line, colon)) : null;
  if (speaker !== null) return { label: line, start: colon + 1, speaker };
  let word = colon;
  while (word > line && isLetter(text[word - 1]!)) word -= 1;
  let before = word;
  while (before > line && text[before - 1] === ' ') before -= 1;
  if (before === word || before === line || !'.!?")'.includes(text[before - 1]!)) return null;
  const role = /^[A-Z]/.test(text[word]!) ? roleOf(text.slice(word, colon)) : null;
  return role === null ? null : { label: word, start: colon + 1, speaker: role };
}

/** Who a line names before a colon, with a time and brackets or without; null where it says something else. */
function speakerIn(label: Bytes): Speaker | null {
  let inner = '';
  let outer = '';
  let isInner = false;
  for (let at = 0; at < label.length; at += 1) {
    const byte = label[at]!;
    if (isLetter(byte)) {
      const from = at;
      while (at + 1 < label.length && isLetter(label[at + 1]!)) at += 1;
      const word = label.slice(from, at + 1);
      if (/^[ap]m$/i.test(word)) continue;
      if (isInner) inner = word;
      else outer = word;
    } else if (byte === '(' || byte === '[') isInner = true;
    else if (byte === ')' || byte === ']') isInner = false;
    else if (byte === ':' ? !isDigit(label[at + 1]) : !isDigit(byte) && !" \t.',/-*_".includes(byte)) return null;
  }
  return inner === '' && outer === '' ? null : (roleOf(inner) ?? roleOf(outer) ?? 'other');
}

/** Who a name names: by its last word, and before that by the one in brackets. */
export function speakerOf(name: Bytes): Speaker {
  return speakerIn(name) ?? 'other';
}

function roleOf(word: string): Speaker | null {
  const small = lower(word);
  if (ASKERS.includes(small)) return 'asker';
  return ANSWERERS.includes(small) ? 'answerer' : null;
}

function isLetter(byte: string): boolean {
  return /[a-z\x80-\xff]/i.test(byte);
}

function isDigit(byte: string | undefined): boolean {
  return byte !== undefined && byte >= '0' && byte <= '9';
}
