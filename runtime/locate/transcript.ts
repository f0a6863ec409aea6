// Transcript: the turns of a conversation that stands in one text, a speaker before each: `Agent: Hello.`, `[09:12] Ann (customer): Hi`.
// In: the bytes of a text. Out: where its turns begin and whose they are.
// A text is one only where somebody asks and somebody answers: "Support: the printer smokes" is a heading, "Agent: Tom" a field of a form.

import { isGoodbye, signsOf } from './signs.ts';
import { SPEAKER_WORDS } from './speaker-words.ts';
import type { Bytes } from './zones.ts';

/** Bytes of the longest name of a speaker, and of the longest time before it. */
const LABEL_BYTES = 40;

interface Turn {
  /** Where what is said begins, behind the colon. */
  readonly start: number;
  readonly speaker: Speaker;
}

export type Speaker = 'asker' | 'answerer' | 'other';

/** The turns of a text, none unless it is a transcript. A line with another name before a colon begins one of nobody's. */
export function turnsIn(text: Bytes): readonly Turn[] {
  const turns: Turn[] = [];
  for (let line = 0; line < text.length; line = lineEnd(text, line) + 1) {
    const turn = turnAt(text, line);
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
  const [before, last] = [turns.at(-2)!.start, turns.at(-1)!.start];
  if (signsOf(bytes.subarray(last)).idle) return true;
  const end = bytes.lastIndexOf(LINE_FEED, last - 1) + 1;
  return isGoodbye(bytes.subarray(last)) && signsOf(bytes.subarray(before, end)).idle;
}

const LINE_FEED = 0x0a;

function lineEnd(text: Bytes, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** The turn that a line begins: `Agent: …`, `Support team: …`, `Ann (customer): …`, each behind a time or without. */
function turnAt(text: Bytes, line: number): Turn | null {
  let from = timeEnd(text, line);
  const half = text.slice(from, from + 2).toLowerCase();
  const isHalf = (half === 'am' || half === 'pm') && isTime(text[from + 2]);
  if (isHalf) from = timeEnd(text, from + 2);
  if (from - line > LABEL_BYTES) return null;
  let colon = from;
  while (colon < text.length && colon - from < LABEL_BYTES && isName(text[colon]!)) colon += 1;
  const isLabel = colon > from && text[colon] === ':' && (colon + 1 === text.length || isSpace(text[colon + 1]!));
  return isLabel ? { start: colon + 1, speaker: speakerOf(text.slice(from, colon)) } : null;
}

/** Where what may be a time ends: `[09:12] `, `2026-01-02 09:12 - `. */
function timeEnd(text: Bytes, from: number): number {
  let at = from;
  while (isTime(text[at])) at += 1;
  return at;
}

function isTime(byte: string | undefined): boolean {
  return byte !== undefined && '0123456789:.,/-[]() \t'.includes(byte);
}

function isName(byte: string): boolean {
  return /[a-z .'()-]/i.test(byte);
}

function isSpace(byte: string): boolean {
  return byte === ' ' || byte === '\t' || byte === '\r' || byte === '\n';
}

/** By what stands in brackets at the end of a name, else by what stands before them. */
export function speakerOf(label: string): Speaker {
  const bracket = label.lastIndexOf('(');
  if (bracket < 0) return roleOf(label) ?? 'other';
  const inner = label.slice(bracket + 1).replace(/[ )]+$/, '');
  return roleOf(inner) ?? roleOf(label.slice(0, bracket)) ?? 'other';
}

/** What the last word of a name says. */
function roleOf(name: string): Speaker | null {
  const last = name.toLowerCase().replace(/ +$/, '').split(' ').at(-1)!;
  if ((SPEAKER_WORDS.ASKERS as readonly string[]).includes(last)) return 'asker';
  return (SPEAKER_WORDS.ANSWERERS as readonly string[]).includes(last) ? 'answerer' : null;
}
