// Word places: the words of a text, each with its place and its stem.
// In: a text or a JSON value. Out: words in the order in which they stand; strings in code point order of their paths.
// Why: this is the meaning of `locate-words`. What is counted or scored by word agrees with what `locate` would find.

import type { Json } from '../../grammar/json.ts';
import { isCited } from './cited.ts';
import { prepare } from './methods.ts';
import { collectTexts, isBelow } from './texts.ts';
import { isAnswer, turnsIn } from './transcript.ts';
import { othersTurns } from './turns.ts';
import { cut } from './words.ts';
import { bytesOf, isForeign, zonesOf } from './zones.ts';

interface Unit {
  readonly stem: string;
  readonly surface: string;
  /** UTF-8 bytes. */
  readonly start: number;
  readonly end: number;
  /** Only space stands between this unit and the one before. */
  readonly follows: boolean;
}

const APOSTROPHE = "'";

/** The words of a text; what an apostrophe joins is one: `what's`, `don't`. */
export function readUnits(text: string): Unit[] {
  const tokens = cut(text);
  const { stemmed } = prepare(tokens);
  const isWordAt = (at: number): boolean => at < stemmed.length && tokens[stemmed[at]!.from]!.word;
  const units: Unit[] = [];
  let follows = false;
  for (let at = 0; at < stemmed.length; at += 1) {
    const symbol = stemmed[at]!;
    if (!isWordAt(at)) {
      follows &&= symbol.key === ' ';
      continue;
    }
    const first = tokens[symbol.from]!;
    let stem = symbol.key;
    // Curly and wide apostrophes have the same key.
    while (isWordAt(at + 2) && stemmed[at + 1]!.key === APOSTROPHE) {
      stem += APOSTROPHE + stemmed[at + 2]!.key;
      at += 2;
    }
    const last = tokens[stemmed[at]!.to - 1]!;
    units.push({
      stem,
      surface: text.slice(first.at, last.at + last.text.length),
      start: first.start,
      end: last.end,
      follows,
    });
    follows = true;
  }
  return units;
}

export interface WordPlace {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly stem: string;
  /** What stands between it and the word before it in the same string. */
  readonly gap?: string;
  /** Present when it stands in the turn of somebody who answers the writer, in a list of turns. */
  readonly aside?: true;
  /** Present when the word stands in quotation marks. */
  readonly cited?: true;
  /** Present when the word stands in text that is not the writer's. */
  readonly quoted?: true;
}

const UTF8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Every word of the strings of a value. */
export function locateWords(value: Json): WordPlace[] {
  const others = othersTurns(value);
  return collectTexts([{ path: '', value }]).texts.flatMap(({ path, text }) => {
    const plain = bytesOf(text);
    const zones = zonesOf(plain);
    const turns = turnsIn(plain.slice(0, zones.end));
    const bytes = new TextEncoder().encode(text);
    const units = readUnits(text);
    return units.map(({ stem, surface, start, end }, at): WordPlace => {
      const before = units[at - 1]?.end;
      const gap = before === undefined ? {} : { gap: UTF8.decode(bytes.subarray(before, start)) };
      const cited = isCited(plain, start, end) ? { cited: true as const } : {};
      const isQuoted = isForeign(zones, start) || isAnswer(turns, start);
      const quoted = isQuoted ? { quoted: true as const } : {};
      const aside = isBelow(path, others) ? { aside: true as const } : {};
      return { path, start, end, text: surface, stem, ...gap, ...aside, ...cited, ...quoted };
    });
  });
}
