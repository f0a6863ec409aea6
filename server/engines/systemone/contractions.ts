// Contractions: the ways in which a contraction is written. In: a phrase. Out: the phrase with each other writing of a contraction in it.
// Only writings that mean the same everywhere: `I'd` may be "I would" or "I had", `its` and `were` are words of their own.

const AUXILIARIES = 'are could did do does had has have is must need should was were would'.split(' ');

/** Writings of the same words. The first has its apostrophe, the second lacks it where that is no other word. */
const WRITINGS: readonly (readonly string[])[] = [
  ["can't", 'cant', 'cannot', 'can not'],
  ["won't", 'wont', 'will not'],
  ...AUXILIARIES.map((word) => [`${word}n't`, `${word}nt`, `${word} not`]),
  ["i'm", 'im', 'i am'],
  ["i've", 'ive', 'i have'],
  ["it's", 'it is'],
  ["they're", 'theyre', 'they are'],
  ["they've", 'theyve', 'they have'],
  ["we're", 'we are'],
  ["we've", 'weve', 'we have'],
  ["you're", 'youre', 'you are'],
  ["you've", 'youve', 'you have'],
  ...'that there what where who'.split(' ').map((word) => [`${word}'s`, `${word}s`, `${word} is`]),
];

const EDGE = String.raw`[\p{L}\p{M}\p{N}_'’]`;
const WRITTEN = new RegExp(`(?<!${EDGE})(?:${WRITINGS.flat().join('|').replaceAll("'", "['’]")})(?!${EDGE})`, 'giu');

interface Rewritten {
  readonly text: string;
  /** Whether only an apostrophe is there or missing. */
  readonly isSpelling: boolean;
}

export function rewriteContractions(phrase: string): Rewritten[] {
  return [...phrase.matchAll(WRITTEN)].flatMap((match) => {
    const written = match[0].toLowerCase().replace('’', "'");
    const writings = WRITINGS.find((all) => all.includes(written)) ?? [];
    return writings
      .filter((other) => other !== written)
      .map((other) => ({
        text: phrase.slice(0, match.index) + other + phrase.slice(match.index + match[0].length),
        isSpelling: other.replace("'", '') === written.replace("'", ''),
      }));
  });
}
