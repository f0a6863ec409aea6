// Names: proper names by their capitals, and noun phrases as a last resort.
// In: a source. Out: name spans ("New York, NY", "Bank of America") and phrase spans ("machine learning").
// Why: names are strong evidence when they stand where the parameter expects them. Phrases are only guesses: they fill a proposal
// for a person to read, and never a decided call on their own.

import { isActVerb, isLookingVerb, verbClassOf } from '../../text/verbs.ts';
import { isStopWord, readWords, weightOf } from '../../text/words.ts';
import { NAME_OF_DAY, readAddressParts, readStreets } from './addresses.ts';
import { MONTHS } from './past-days.ts';
import type { Source, Span } from './span.ts';

const CAPITAL = /^\p{Lu}/u;
/** Lower-case words that may stand inside a name, between capitals. */
const INSIDE = new Set([
  'of',
  'de',
  'da',
  'di',
  'del',
  'la',
  'le',
  'van',
  'von',
  'der',
  'den',
  'al',
  'bin',
  'the',
  'y',
  'du',
  'des',
]);
/** Capitalised words that open sentences or stand alone without naming anything. */
const NO_NAME = new Set(
  (
    'i hi hey hello dear please thanks ok okay yes no sure well also and but or so the a an this that my our your what which who when where why how can could would will do does is are was were if for in on at to from with ' +
    'find get give show tell book buy order play send calculate compute convert translate create add make update change set list search look check provide retrieve fetch let help need want plan schedule recommend suggest ' +
    "estimate determine analyze generate identify predict solve evaluate compare what’s what's i'm i'd i'll i've it's that's there's let's am pm usd url api id pr json monday tuesday wednesday thursday friday saturday sunday " +
    'january february march april may june july august september october november december today tomorrow tonight asap fyi eod'
  ).split(' '),
);
/** Verbs and openings that begin a sentence before a name, and are seldom part of one. */
const OPENERS = new Set(
  'put call ping page kick greet welcome thank take ask bring hand seat sign onboard offboard enroll pull push hold keep pass also then just regarding note'.split(
    ' ',
  ),
);
const GAP = /^(?:[ \u00a0]|, |-|\.|\. |&| & |['’]s |['’])$/u;

/** Who is greeted: "Hi Ann, …". */
const GREETED =
  /^\s*(?:hi|hello|hey|dear|good (?:morning|afternoon|evening)|morning|evening),? \p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)?(?: here)?(?=\s*[,!.\n:–-])/iu;
/** Who signs: "… Regards, Ann Mill". */
const SIGNED =
  /(?<=[.!?\n]\s*)(?:(?:kind|best|warm|many) )?(?:regards|thanks|thank you|thx|cheers|best|best wishes|sincerely|yours)[,.!]?\s+\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*){0,2}[.!]?\s*$/iu;

/** A signature is no longer. */
const SIGNED_LENGTH = 200;

/** Where a text only greets or signs, a name is no value: where the greeting ends and where the signature begins. */
export function addressIn({ text }: Source): { readonly greeted: number; readonly signed: number } {
  const from = Math.max(0, text.length - SIGNED_LENGTH);
  const signed = SIGNED.exec(text.slice(from));
  return {
    greeted: GREETED.exec(text)?.[0].length ?? 0,
    signed: signed === null ? text.length : from + signed.index,
  };
}

export function readNames(source: Source): Span[] {
  const { text } = source;
  const words = readWords(text);
  const found: Span[] = [];
  let at = 0;
  while (at < words.length) {
    const first = words[at];
    const second = words[at + 1];
    // "The" inside a sentence opens a title when a name follows at once.
    const article =
      first?.surface === 'the' &&
      CAPITAL.test(text.slice(first.start, first.start + 1)) &&
      (!isSentenceStart(text, first.start) || /["“‘]$/u.test(text.slice(0, first.start).slice(-1))) &&
      second !== undefined &&
      text.slice(first.end, second.start) === ' ' &&
      isNameWord(text, second.start, second.surface);
    if (first === undefined || (!article && !isNameWord(text, first.start, first.surface))) {
      at += 1;
      continue;
    }
    let last = at;
    let next = at + 1;
    let count = 1;
    while (next < words.length) {
      const word = words[next];
      const before = words[next - 1];
      if (word === undefined || before === undefined) break;
      const gap = text.slice(before.end, word.start);
      if (!GAP.test(gap)) break;
      // A comma joins only a place to its region: "Boston, MA", "Paris, France" — but "Tom, Ann and Sue" is a list.
      if (gap === ', ' && (!isRegion(text, word.start, word.end) || isCode(text.slice(first.start, before.end)))) break;
      if (gap.startsWith('.') && before.end - before.start > (gap === '.' ? 1 : 2)) break;
      if (
        gap === ', ' ||
        isNameWord(text, word.start, word.surface) ||
        (/^\d{1,4}$/u.test(word.surface) && gap === ' ' && last === next - 1 && isTitleNumber(text, word.end))
      ) {
        last = next;
        count += 1;
      } else if (
        // "Stoke-on-Trent": whatever hyphens join to a name is a part of it.
        !(gap === '-' && /^-\p{Lu}/u.test(text.slice(word.end, word.end + 3))) &&
        (!INSIDE.has(word.surface) ||
          gap !== ' ' ||
          // "Put the Mills down": what opens a sentence before an article is its verb.
          (word.surface === 'the' && next === at + 1 && isSentenceStart(text, first.start)))
      )
        break;
      next += 1;
    }
    const start = first.start;
    const end = words[last]?.end ?? first.end;
    const opensSentence = isSentenceStart(text, start);
    const place =
      /^ (?:town|river|lake|island|islands|beach|county|street|avenue|road|park|airport|valley|mountains?|bay|bridge|square|station)(?![\p{L}\p{N}])/u.exec(
        text.slice(end, end + 12),
      )?.[0] ?? '';
    // "D.C." keeps its last point, "in D." at the end of a sentence would not be told from it.
    const point = place === '' && /\.\p{Lu}$/u.test(text.slice(start, end)) && text[end] === '.' ? '.' : '';
    const raw = text.slice(start, end).replace(/['’]s$/u, '') + place + point;
    if (raw.length > 1 && !(opensSentence && count === 1 && !/\p{Lu}.*\p{Lu}/u.test(raw))) {
      found.push({
        source,
        start,
        end: start + raw.length,
        kind: 'name',
        by: 'exact',
        // A title before a name is no part of it.
        value: raw.replace(HONORIFIC, '') || raw,
        detail: { words: count, ...leading(text, start), ...trailing(text, start + raw.length) },
      });
    }
    at = last + 1;
  }
  return found;
}

/** Forms of address before a name; a degree ("Dr.") is kept, many call it part of the name. */
export const HONORIFIC = /^(?:mr|mrs|ms|miss|mx|sir|madam|herr|frau|mme|mlle)\.? (?=\p{L})/iu;

/** "DE, AT": a code has no region. */
function isCode(text: string): boolean {
  return /^\p{Lu}{1,3}$/u.test(text);
}

/** A content word glued on behind a name: "Mississippi river", "French literature". The name alone may be half of what was said. */
function trailing(text: string, end: number): { trailing?: string } {
  const word = /^[ -](\p{Ll}[\p{L}]+)/u.exec(text.slice(end, end + 40))?.[1];
  return word === undefined || isStopWord(word) || verbClassOf(word) !== undefined || /(?:ing|ed|ly)$/u.test(word)
    ? {}
    : { trailing: word };
}

/** A small word right before a name that may narrow it: "uptown Graz". */
function leading(text: string, start: number): { leading?: string } {
  const word = /(?:^|[\s(])(\p{Ll}[\p{L}]+) $/u.exec(text.slice(Math.max(0, start - 40), start))?.[1];
  return word === undefined || isStopWord(word) || verbClassOf(word) !== undefined || /(?:ing|ed|ly)$/u.test(word)
    ? {}
    : { leading: word };
}

/** "Assigned to Will": behind these words it is nobody's verb. */
const NAMING = /\b(?:by|of|for|from|to|with) $/u;

function isNameWord(text: string, start: number, surface: string): boolean {
  if (
    /^\p{Lu}\./u.test(text.slice(start, start + 2)) ||
    /\.\p{Lu}$/u.test(text.slice(Math.max(0, start - 1), start + 1))
  )
    return true;
  return (
    CAPITAL.test(text.slice(start, start + 2)) &&
    (!NO_NAME.has(surface) || (surface === 'will' && NAMING.test(text.slice(Math.max(0, start - 6), start)))) &&
    !(
      isSentenceStart(text, start) &&
      (isStopWord(surface) ||
        OPENERS.has(surface) ||
        verbClassOf(surface) !== undefined ||
        isActVerb(surface) ||
        isLookingVerb(surface))
    )
  );
}

function isSentenceStart(text: string, start: number): boolean {
  return /(?:^|[.!?:\n]["'”’)]?\s*|["“‘(]\s*)$/u.test(text.slice(Math.max(0, start - 6), start)) || start === 0;
}

/** "Toy Story 3.", "Pier 4 at noon" yes, "Paris 3 days" no: the number closes the name only at a boundary. */
function isTitleNumber(text: string, end: number): boolean {
  return BOUNDARY.test(text.slice(end, end + 10));
}

const BOUNDARY = /^(?:[.,;!?]|$| (?:on|at|by|from|until|till|today|tonight|tomorrow|next|this)(?![\p{L}\p{N}]))/u;

/** Whether a number is a part of the name right before it: "Pier 4", and not "EUR 4" or "Feb 4". */
export function isNumberOfName(text: string, start: number, end: number): boolean {
  const word = /(?<![\p{L}\p{N}])(\p{Lu}[\p{L}'’-]*\p{Ll}) $/u.exec(text.slice(Math.max(0, start - 24), start))?.[1];
  if (word === undefined || end - start > NUMBER_LENGTH || !isTitleNumber(text, end)) return false;
  const at = start - word.length - 1;
  return !isSentenceStart(text, at) && isNameWord(text, at, word.toLowerCase()) && !NAME_OF_TIME.test(word);
}

/** "Pier 4 tomorrow": the number is no hour. One character for one, so that places stay. */
export function blankNumbersOfNames(text: string): string {
  return text.replace(/(?<= )\d{1,4}(?![\p{L}\p{N}.:/-])/gu, (digits: string, at: number) =>
    isNumberOfName(text, at, at + digits.length) ? ' '.repeat(digits.length) : digits,
  );
}

const NUMBER_LENGTH = 4;
const NAME_OF_TIME = /^(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thu(?:rs?)?|fri|sat|sun)$/iu;

const REGION = /^(?:[A-Z]{2,3}|\p{Lu}\.\p{Lu}(?=\.)|\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)(?![\p{L}\p{N}])/u;

/** "Lima, March 3": what stands behind the comma is a day. */
const MOMENT = new RegExp(`^(?:${MONTHS}|\\p{L}+day)(?![\\p{L}])`, 'iu');

/** After "Xxx, ": two capitals always; a longer word only when no list goes on behind it. */
function isRegion(text: string, start: number, end: number): boolean {
  const match = REGION.exec(text.slice(start, start + 40));
  // "Ann Lee, Head of Sales" is no town with its region.
  if (
    match === null ||
    MOMENT.test(match[0]) ||
    /^ of\b/u.test(text.slice(start + match[0].length, start + match[0].length + 4))
  )
    return false;
  if (/^[A-Z]{2,3}$/u.test(match[0]))
    return !/^ \p{Lu}/u.test(text.slice(start + match[0].length, start + match[0].length + 3));
  return !/^[^.!?]{0,24}?(?:,| and | or |&)\s*(?!I\b)\p{Lu}/u.test(text.slice(end, end + 40));
}

/** What is said of one thing has fewer words; a longer run is a clause that names none. */
const PHRASE_WORDS_MAX = 6;

/** Runs of content words between function words, request verbs and punctuation; two runs joined by "of" are a phrase as well. */
export function readPhrases(source: Source): Span[] {
  const { text } = source;
  const runs: { start: number; end: number; count: number }[] = [];
  let open = false;
  let relative = false;
  for (const word of readWords(text)) {
    const last = runs.at(-1);
    if (open && last !== undefined && !/^(?: |-|['’]|_|\/)$/u.test(text.slice(last.end, word.start))) open = false;
    // Behind "who" and "that" stands what somebody does, not what something is.
    const verb = relative;
    relative = RELATIVES.has(word.surface);
    if (
      verb ||
      isStopWord(word.surface) ||
      (!open && (weightOf(word) < 1 || verbClassOf(word.surface) !== undefined))
    ) {
      open = false;
      continue;
    }
    if (open && last !== undefined) runs[runs.length - 1] = { start: last.start, end: word.end, count: last.count + 1 };
    else runs.push({ start: word.start, end: word.end, count: 1 });
    open = true;
  }
  const joined = runs.flatMap((run, at) => {
    const next = runs[at + 1];
    return next !== undefined && /^ of (?:the )?$/u.test(text.slice(run.end, next.start))
      ? [{ start: run.start, end: next.end, count: run.count + next.count }]
      : [];
  });
  return [...runs, ...joined]
    .filter(({ count }) => count <= PHRASE_WORDS_MAX)
    .map(({ start, end, count }) => ({
      source,
      start,
      end,
      kind: 'phrase',
      by: 'exact',
      value: text.slice(start, end),
      detail: { words: count },
    }));
}

const RELATIVES = new Set(['who', 'that', 'which']);

const REGIONS = new RegExp(
  `^(?:, (?!${NAME_OF_DAY.source})\\p{Lu}\\p{L}*(?: \\p{Lu}\\p{L}*){0,3}(?: \\d{5})?){1,3}`,
  'u',
);

/** A number, a name and a word for a street, with the towns and regions that follow: one value, and no number in it. */
export function readAddresses(source: Source): Span[] {
  const parts = readAddressParts(source);
  return readStreets(source).map((match) => {
    const start = match.index;
    const houseEnd = start + match[0].length;
    const regions = houseEnd + (REGIONS.exec(source.text.slice(houseEnd, houseEnd + 120))?.[0].length ?? 0);
    // A postal code that the regions break off in, and what follows it, belong to it.
    const end = Math.max(regions, ...(parts.find((one) => one[0]?.start === start) ?? []).map((part) => part.end));
    return {
      source,
      start,
      end,
      kind: 'name',
      by: 'exact',
      value: source.text.slice(start, end),
      detail: { address: true },
    };
  });
}
