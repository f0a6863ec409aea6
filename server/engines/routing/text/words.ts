// Words: text and identifiers cut into words with their places, surfaces and stems.
// In: a string. Out: words with UTF-16 offsets, lower-cased surface, English stem and weight.
// Why: "getUserInfo", "get_user_info" and "get the user's info" must meet in the same words, and every word must know where it stood.

import { stem } from '../../../../runtime/locate/stem.ts';
import { memoize, memoizeTexts } from '../../../../runtime/memo.ts';

export interface Word {
  /** Lower-cased. */
  readonly surface: string;
  readonly stem: string;
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
}

/** Cut running text into words. A possessive `'s` is dropped from the surface, not from the place. */
export function readWords(text: string): readonly Word[] {
  return wordsOnce(text);
}

// A conversation at its longest, with the parts of it that are looked at.
const WORDS_LENGTH_MAX = 65_536;

const wordsOnce = memoizeTexts((text): readonly Word[] => {
  const words: Word[] = [];
  scanWords(text, (surface, start, end) => words.push({ surface, stem: stemOf(surface), start, end }));
  return words;
}, WORDS_LENGTH_MAX);

/** The words of a text without their places. */
export function surfacesOf(text: string): string[] {
  const surfaces: string[] = [];
  scanWords(text, (surface) => surfaces.push(surface));
  return surfaces;
}

/** A scanner and not a pattern: catalogues of thousands of tools are read word by word. */
function scanWords(text: string, found: (surface: string, start: number, end: number) => void): void {
  let at = 0;
  while (at < text.length) {
    const start = at;
    while (at < text.length) {
      const size = letterAt(text, at, true);
      if (size === 0) break;
      at += size;
    }
    if (at === start) {
      at += 1;
      continue;
    }
    let said = text.slice(start, at);
    if (text[at] === "'" || text[at] === '’') {
      let end = at + 1;
      for (let size = letterAt(text, end, false); size > 0; size = letterAt(text, end, false)) end += size;
      if (end > at + 1) {
        const ending = text.slice(at + 1, end);
        if (ending.toLowerCase() !== 's') said = `${said}'${ending}`;
        at = end;
      }
    }
    found(said.toLowerCase(), start, at);
  }
}

/** Units of the letter (or, with `digits`, digit) that starts at `at`; 0 when something else does. */
function letterAt(text: string, at: number, digits: boolean): number {
  const unit = text.charCodeAt(at);
  if (unit < 128)
    return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (digits && unit >= 48 && unit <= 57) ? 1 : 0;
  if (Number.isNaN(unit)) return 0;
  const point = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return (digits ? /^[\p{L}\p{N}]/u : /^\p{L}/u).test(point) ? point.length : 0;
}

/** Words of an identifier: `getHTTPUrl_v2` gives get, http, url, v2; `pH` is one. */
export function splitIdentifier(name: string): readonly string[] {
  return name.length > SPLIT_LENGTH_MAX ? cutIdentifier(name) : splitOnce(name);
}

function cutIdentifier(name: string): string[] {
  return (/\p{Lu}/u.test(name) ? partCapitals(name) : name)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function partCapitals(name: string): string {
  return name
    .replace(/(?<![\p{L}\p{N}])\p{Ll}\p{Lu}(?![\p{L}\p{N}])/gu, (word) => word.toLowerCase())
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
}

// Nothing longer is a word of a language: it is an id or an attack, and stemming it costs time for nothing.
const STEM_LENGTH_MAX = 32;
// No identifier is longer; enum values and descriptions may be, and seldom come twice.
const SPLIT_LENGTH_MAX = 64;
// Names and values of some thousand tools.
const SPLITS_MAX = 20_000;

export function stemOf(surface: string): string {
  return surface.length > STEM_LENGTH_MAX ? surface : stemOnce(surface);
}

// Words of texts and tools; asked for again and again.
const STEMS_MAX = 20_000;
const stemOnce = memoize((surface) => IRREGULAR_STEMS.get(surface) ?? stem(surface), STEMS_MAX);

const splitOnce = memoize(cutIdentifier, SPLITS_MAX);

/** Forms that the stemmer leaves apart although people use them for one another. */
const IRREGULAR_STEMS: ReadonlyMap<string, string> = new Map([
  ['buses', 'bus'],
  ['children', 'child'],
  ['people', 'person'],
  ['men', 'man'],
  ['women', 'woman'],
  ['bought', 'buy'],
  ['found', 'find'],
  ['sent', 'send'],
  ['made', 'make'],
  ['colour', 'color'],
  ['colours', 'color'],
  ['analyses', 'analysi'],
  ['analyze', 'analysi'],
  ['analyse', 'analysi'],
  ['analysis', 'analysi'],
  ['analyzing', 'analysi'],
]);

/** "PR" and "PRs" for merge_pull_request: words of the name that stand beside one another, by their first letters. */
export function initialsOf(words: readonly string[]): string[] {
  const initials = runsOf(words).map((run) => run.map((word) => word.slice(0, 1)).join(''));
  return initials.flatMap((one) => [stemOf(one), stemOf(`${one}s`)]);
}

/** The words of each such run by their first letters. */
export function shortFormsOf(words: readonly string[]): ReadonlyMap<string, readonly string[]> {
  return new Map(runsOf(words).map((run) => [run.map((word) => word.slice(0, 1)).join(''), run]));
}

function runsOf(words: readonly string[]): (readonly string[])[] {
  return words.flatMap((_, at) =>
    [2, 3, 4].filter((count) => at + count <= words.length).map((count) => words.slice(at, at + count)),
  );
}

/** How much a word says about which tool is meant: function words little, request words less than content words. */
export function weightOf(word: Pick<Word, 'surface'>): number {
  if (STOP_WORDS.has(word.surface)) return 0.08;
  // Version and copy numbers of names (`Ferries_2_ListFerries`) say nothing; values are explained by their places.
  if (!isSmallLetter(word.surface.charCodeAt(0)) && /^\p{N}+$/u.test(word.surface)) return 0.08;
  if (REQUEST_WORDS.has(word.surface)) return 0.3;
  return 1;
}

const isSmallLetter = (unit: number): boolean => unit >= 97 && unit <= 122;

export function isStopWord(surface: string): boolean {
  return STOP_WORDS.has(surface);
}

const STOP_WORDS = new Set(
  (
    'a an the this that these those some any each every all both either neither such own same other another much many more most few less least several enough ' +
    'i me my mine myself you your yours yourself we us our ours he him his she her hers it its they them their theirs one ones who whom whose which what where when why how ' +
    'am is are was were be been being do does did doing done have has had having can could will would shall should may might must ' +
    'and or but nor so yet if then than as because while although though unless until since whether ' +
    'of in on at by for with without about against between into through during before after above below to from up down out off over under again further once ' +
    'around near within across along among inside outside throughout toward towards via per upon onto beside behind ' +
    'here there now just only very too also even still not no yes please thanks thank hello hi hey okay ok well really quite rather ' +
    "i'm i'd i'll i've you're you'd you'll we're we'd we'll it's that's there's let's don't doesn't didn't can't couldn't won't wouldn't isn't aren't wasn't what's " +
    'sometime sometimes soon later maybe perhaps somewhere anywhere tomorrow today tonight yesterday d ll m re s t ve like want need wants needs wanted wanting looking help let lets us im id'
  ).split(/\s+/u),
);

const REQUEST_WORDS = new Set(
  (
    'get find show give tell know see look check provide retrieve fetch return use using used make information info data detail details list ' +
    'called named titled specific given particular current currently available based related different various new user value values result results number name names type types function tool api ' +
    'could kindly assist wondering interested trying able try would go going take thing things forget hesitate remember something anything someone everything good great best nice'
  ).split(/\s+/u),
);
