// Names: proper names by their capitals, and noun phrases as a last resort.
// In: a source. Out: name spans ("New York, NY", "Bank of America") and phrase spans ("machine learning").
// Why: names are strong evidence when they stand where the parameter expects them. Phrases are only guesses: they fill a proposal
// for a person to read, and never a decided call on their own.

import { isStopWord, readWords, weightOf } from '../words.ts';
import { verbClassOf } from '../verbs.ts';
import type { Source, Span } from './span.ts';

const CAPITAL = /^\p{Lu}/u;
/** Lower-case words that may stand inside a name, between capitals. */
const INSIDE = new Set(['of', 'de', 'da', 'di', 'del', 'la', 'le', 'van', 'von', 'der', 'den', 'al', 'bin', 'the', 'y', 'du', 'des']);
/** Capitalised words that open sentences or stand alone without naming anything. */
const NO_NAME = new Set(
  (
    'i hi hey hello dear please thanks ok okay yes no sure well also and but or so the a an this that my our your what which who when where why how can could would will do does is are was were if for in on at to from with ' +
    'find get give show tell book buy order play send calculate compute convert translate create add make update change set list search look check provide retrieve fetch let help need want plan schedule recommend suggest ' +
    'estimate determine analyze generate identify predict solve evaluate compare what’s what\'s i\'m i\'d i\'ll i\'ve it\'s that\'s there\'s let\'s am pm usd url api id json monday tuesday wednesday thursday friday saturday sunday ' +
    'january february march april may june july august september october november december today tomorrow tonight'
  ).split(' '),
);
const GAP = /^(?:[ \u00a0]|, |-|\.|\. |&| & |['’]s |['’])$/u;

export function readNames(source: Source): Span[] {
  const { text } = source;
  const words = readWords(text);
  const found: Span[] = [];
  let at = 0;
  while (at < words.length) {
    const first = words[at];
    const second = words[at + 1];
    // "The" inside a sentence opens a title when a name follows at once.
    const article = first?.surface === 'the' && CAPITAL.test(text.slice(first.start, first.start + 1)) && (!isSentenceStart(text, first.start) || /["“‘]$/u.test(text.slice(0, first.start).slice(-1))) && second !== undefined && text.slice(first.end, second.start) === ' ' && isNameWord(text, second.start, second.surface);
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
      // A comma joins only a place to its region: "Hayward, CA", "Paris, France" — but "Tom, Ann and Sue" is a list.
      if (gap === ', ' && !isRegion(text, word.start, word.end)) break;
      if (gap.startsWith('.') && before.end - before.start > (gap === '.' ? 1 : 2)) break;
      if (gap === ', ' || isNameWord(text, word.start, word.surface) || (/^\d{1,4}$/u.test(word.surface) && gap === ' ' && last === next - 1 && isTitleNumber(text, word.end))) {
        last = next;
        count += 1;
      } else if (!INSIDE.has(word.surface) || gap !== ' ') break;
      next += 1;
    }
    const start = first.start;
    const end = words[last]?.end ?? first.end;
    const opensSentence = isSentenceStart(text, start);
    const place = /^ (?:town|river|lake|island|islands|beach|county|street|avenue|road|park|airport|valley|mountains?|bay|bridge|square|station)(?![\p{L}\p{N}])/u.exec(text.slice(end, end + 12))?.[0] ?? '';
    // "D.C." keeps its last point, "in D." at the end of a sentence would not be told from it.
    const point = place === '' && /\.\p{Lu}$/u.test(text.slice(start, end)) && text[end] === '.' ? '.' : '';
    const raw = text.slice(start, end).replace(/['’]s$/u, '') + place + point;
    if (raw.length > 1 && !(opensSentence && count === 1 && !/\p{Lu}.*\p{Lu}/u.test(raw))) {
      found.push({ source, start, end: start + raw.length, kind: 'name', by: 'exact', value: raw, detail: { words: count, ...leading(text, start), ...trailing(text, start + raw.length) } });
    }
    at = last + 1;
  }
  return found;
}

/** A content word glued on behind a name: "Mississippi river", "French literature". The name alone may be half of what was said. */
function trailing(text: string, end: number): { trailing?: string } {
  const word = /^[ -](\p{Ll}[\p{L}]+)/u.exec(text.slice(end, end + 40))?.[1];
  return word === undefined || isStopWord(word) || verbClassOf(word) !== undefined || /(?:ing|ed|ly)$/u.test(word) ? {} : { trailing: word };
}

/** A small word right before a name that may narrow it: "downtown Los Angeles". */
function leading(text: string, start: number): { leading?: string } {
  const word = /(?:^|[\s(])(\p{Ll}[\p{L}]+) $/u.exec(text.slice(Math.max(0, start - 40), start))?.[1];
  return word === undefined || isStopWord(word) || verbClassOf(word) !== undefined || /(?:ing|ed|ly)$/u.test(word) ? {} : { leading: word };
}

function isNameWord(text: string, start: number, surface: string): boolean {
  if (/^\p{Lu}\./u.test(text.slice(start, start + 2)) || /\.\p{Lu}$/u.test(text.slice(Math.max(0, start - 1), start + 1))) return true;
  return CAPITAL.test(text.slice(start, start + 2)) && !NO_NAME.has(surface) && !(isSentenceStart(text, start) && (isStopWord(surface) || verbClassOf(surface) !== undefined));
}

function isSentenceStart(text: string, start: number): boolean {
  return /(?:^|[.!?:\n]["'”’)]?\s*|["“‘(]\s*)$/u.test(text.slice(Math.max(0, start - 6), start)) || start === 0;
}

/** "Toy Story 3 " yes, "Paris 3 days" no: the number closes the name only at a boundary. */
function isTitleNumber(text: string, end: number): boolean {
  return /^(?:[.,;!?]|$)/u.test(text.slice(end, end + 1));
}

const REGION = /^(?:[A-Z]{2,3}|\p{Lu}\p{Ll}+(?: \p{Lu}\p{Ll}+)?)(?![\p{L}\p{N}])/u;

/** After "Xxx, ": two capitals always; a longer word only when no list goes on behind it. */
function isRegion(text: string, start: number, end: number): boolean {
  const match = REGION.exec(text.slice(start, start + 40));
  if (match === null) return false;
  if (/^[A-Z]{2,3}$/u.test(match[0])) return !/^ \p{Lu}/u.test(text.slice(start + match[0].length, start + match[0].length + 3));
  return !/^[^.!?]{0,24}?(?:,| and | or |&)\s*\p{Lu}/u.test(text.slice(end, end + 40));
}

const PHRASE_WORDS_MAX = 6;

/** Runs of content words between function words, request verbs and punctuation. */
export function readPhrases(source: Source): Span[] {
  const { text } = source;
  const found: Span[] = [];
  let run: { start: number; end: number; count: number } | null = null;
  const close = (): void => {
    if (run !== null && run.count <= PHRASE_WORDS_MAX) {
      found.push({ source, start: run.start, end: run.end, kind: 'phrase', by: 'exact', value: text.slice(run.start, run.end), detail: { words: run.count } });
    }
    run = null;
  };
  for (const word of readWords(text)) {
    const gap: string = run === null ? '' : text.slice((run as { end: number }).end, word.start);
    if (run !== null && !/^(?: |-|['’]|_|\/)$/u.test(gap)) close();
    const joins = (word.surface === 'of' || word.surface === 'and') && run !== null && word.surface === 'of';
    const bare = isStopWord(word.surface) || (weightOf(word) < 1 && run === null) || (verbClassOf(word.surface) !== undefined && run === null);
    if (bare && !joins) {
      close();
      continue;
    }
    if (joins) continue;
    run = run === null ? { start: word.start, end: word.end, count: 1 } : { start: run.start, end: word.end, count: run.count + 1 };
  }
  close();
  return found;
}
