// Anaphors: words for what was spoken of before, or that say that something goes on as before.
// In: a text. Out: whether it has one. Why: what was said for one order counts for the next only where that one speaks of it.

import { readWords } from './words.ts';

export function refersBack(text: string): boolean {
  const words = readWords(text);
  return words.some(
    ({ surface }, at) => BACK.has(surface) || (POINTING.has(surface) && ENDS.has(words[at + 1]?.surface ?? '')),
  );
}

const BACK: ReadonlySet<string> = new Set('it its them they him his her hers there same again too also'.split(' '));
/** "Cancel that" points; "remind me that …" and "this Friday" do not. */
const POINTING: ReadonlySet<string> = new Set(['this', 'that', 'these', 'those']);
/** What may follow it. */
const ENDS: ReadonlySet<string> = new Set(
  ' please now then again too also for to from with in on at as by and instead tomorrow today'.split(' '),
);
