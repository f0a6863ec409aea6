// Misspelled: words of a text that are one letter off a word that is looked for.
// In: texts, and the words that are looked for, each with the real words that are never taken for it. Out: what each misspelled word
// stands for. Why so narrow: long words of small letters whose first letter is right and that are near to one word only. A short
// word, a name or a real word that is one letter off usually means something else.

import { cut } from './words.ts';

/** Shorter words are one letter off too many others; longer runs of letters are no words. */
export const LETTERS = /^[a-z]{5,32}$/;

interface Misspelled {
  /** The word that is meant, by the word as it is written. */
  readonly meant: ReadonlyMap<string, string>;
  /** Words that were compared: each with those looked for that begin with its letter, and where one is near with its real words. */
  readonly compared: number;
}

/** `words` in code point order. */
export function findMisspelled(texts: readonly string[], words: ReadonlyMap<string, readonly string[]>): Misspelled {
  const byLetter = new Map<string, string[]>();
  for (const word of words.keys()) {
    const letter = word.slice(0, 1);
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), word]);
  }
  const meant = new Map<string, string>();
  let compared = 0;
  for (const text of texts) {
    for (const { text: written } of cut(text)) {
      if (!LETTERS.test(written)) continue;
      const sought = byLetter.get(written.slice(0, 1)) ?? [];
      compared += sought.length;
      if (sought.includes(written)) continue;
      const near = sought.filter((word) => LETTERS.test(word) && isOneOff(written, word));
      const [only] = near;
      if (near.length !== 1) continue;
      const real = words.get(only!)!;
      compared += real.length;
      if (!real.includes(written)) meant.set(written, only!);
    }
  }
  return { meant, compared };
}

/** One letter more, less or other, or two neighbours swapped; the first letters are equal, the words are not. */
function isOneOff(written: string, word: string): boolean {
  let same = 0;
  while (written[same] === word[same]) same += 1;
  const rest = written.slice(same);
  const wanted = word.slice(same);
  if (rest.length > wanted.length) return rest.slice(1) === wanted;
  if (rest.length < wanted.length) return rest === wanted.slice(1);
  return (
    rest.slice(1) === wanted.slice(1) ||
    (rest[1] === wanted[0] && rest[0] === wanted[1] && rest.slice(2) === wanted.slice(2))
  );
}
