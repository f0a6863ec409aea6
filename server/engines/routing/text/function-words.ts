// Function words: which of the small words of a text may be ignored, and which change what is meant.
// In: the words of a text. Out: a class for each that the lexicon knows, with whole phrases read before single words.
// Why: "less than 50", "me and Ann" and "once she is out" differ from an order by words that carry no content. Ignoring them sends
// what was not said.

import { CHANGING, CHANGING_PHRASES, CONDITION_PHRASES, FRAMED, HARMLESS, HARMLESS_IDIOMS, PLACED } from './lexicon.ts';
import type { Word } from './words.ts';
import { isStopWord } from './words.ts';

/** `frame`, `role` and the like are harmless by their place; `changing` needs an argument that takes it; `open` is no function word. */
type FunctionClass = 'harmless' | 'frame' | 'copula' | 'relative' | 'role' | 'join' | 'changing' | 'open';

export interface Classed {
  readonly kind: FunctionClass;
  /** The list it stands in; `unclassed` for a stop word in none, `phrase` for a changing phrase. */
  readonly list: string;
}

const OPEN: Classed = { kind: 'open', list: '' };
const UNCLASSED: Classed = { kind: 'changing', list: 'unclassed' };
const IDIOM: Classed = { kind: 'harmless', list: 'idiom' };
const PHRASE: Classed = { kind: 'changing', list: 'phrase' };

const CLASSES: ReadonlyMap<string, Classed> = new Map([
  ...entries(CHANGING, () => 'changing'),
  ...entries(PLACED, (list) => list as FunctionClass),
  ...entries(FRAMED, (list) => list as FunctionClass),
  ...entries(HARMLESS, () => 'harmless'),
]);

function entries(
  lists: Readonly<Record<string, string>>,
  kindOf: (list: string) => FunctionClass,
): [string, Classed][] {
  return Object.entries(lists).flatMap(([list, words]) =>
    words.split(' ').map((word): [string, Classed] => [word, { kind: kindOf(list), list }]),
  );
}

/** Class of one word by itself. */
export function functionClassOf(surface: string): Classed {
  const word = surface.includes('’') ? surface.replaceAll('’', "'") : surface;
  return CLASSES.get(word) ?? (isStopWord(word) ? UNCLASSED : OPEN);
}

const CONDITION: Classed = { kind: 'changing', list: 'condition' };
const PHRASES = [
  ...CONDITION_PHRASES.map((text) => ({ words: text.split(' '), classed: CONDITION })),
  ...CHANGING_PHRASES.map((text) => ({ words: text.split(' '), classed: PHRASE })),
  ...HARMLESS_IDIOMS.map((text) => ({ words: text.split(' '), classed: IDIOM })),
].sort((a, b) => b.words.length - a.words.length);
const BY_FIRST = new Map<string, typeof PHRASES>();
for (const phrase of PHRASES) {
  const first = phrase.words[0] ?? '';
  const list = BY_FIRST.get(first);
  if (list === undefined) BY_FIRST.set(first, [phrase]);
  else list.push(phrase);
}

/** A class for each word of a sentence; the longest phrase that begins at a word speaks for all of its words. */
export function classifyWords(words: readonly Word[]): Classed[] {
  const surfaces = words.map(({ surface }) => surface.replaceAll('’', "'"));
  const classes = surfaces.map(functionClassOf);
  for (let at = 0; at < surfaces.length; at += 1) {
    const phrase = (BY_FIRST.get(surfaces[at] ?? '') ?? []).find((one) =>
      one.words.every((word, step) => surfaces[at + step] === word),
    );
    // "For me and Mira" is for two, and "set up to 5" sets at most so many.
    if (
      phrase === undefined ||
      (phrase.classed === IDIOM &&
        phrase.words.join(' ') === 'set up' &&
        surfaces[at + phrase.words.length] === 'to') ||
      (phrase.classed === IDIOM &&
        /^(?:me|us)$/u.test(phrase.words.at(-1) ?? '') &&
        /^(?:and|or)$/u.test(surfaces[at + phrase.words.length] ?? ''))
    )
      continue;
    phrase.words.forEach((_, step) => (classes[at + step] = phrase.classed));
    at += phrase.words.length - 1;
  }
  return classes;
}
