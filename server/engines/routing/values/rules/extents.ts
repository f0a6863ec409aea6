// Extents: where free words end because another parameter's value begins.
// In: a source, a place in it, a leaf and the context. Out: whether what stands there belongs to another parameter. Why: "called plum jam
// in recipes" names a thing and its place; only the other parameters say which words are the place's.

import { functionClassOf } from '../../text/function-words.ts';
import type { Word } from '../../text/words.ts';
import { readWords, splitIdentifier, stemOf } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Want } from '../../tools/wants.ts';
import { bitsOf } from '../bits.ts';
import type { Context } from '../context.ts';
import { readMeasures } from '../spans/measures.ts';
import type { Source, Span } from '../spans/span.ts';
import { isNamedPart } from './within.ts';

const TYPED = new Set(['email', 'url', 'path', 'id', 'date', 'time', 'number', 'quoted']);
/** Free words without a mark of their own go no farther. */
export const CLAUSE_LENGTH_MAX = 200;

/** At `from` stands, behind an article, what another parameter takes: a value it lists, a value with a form, or its own name. */
export function beginsOther(source: Source, from: number, leaf: Leaf, context: Context): boolean {
  const lead = /^\s*(?:(?:the|my|our|a|an)\s+)*/iu.exec(source.text.slice(from, from + 24))?.[0].length ?? 0;
  const at = from + lead;
  const rest = source.text.slice(at, at + CLAUSE_LENGTH_MAX).toLowerCase();
  const [word] = readWords(rest);
  if (word === undefined || word.start > 0) return context.spans.some((span) => isAt(span, source, at));
  const others = context.leaves.filter((one) => one !== leaf);
  return (
    context.spans.some((span) => isAt(span, source, at)) ||
    bitsOf(source).some((bit) => bit.start === at && others.some((one) => !one.required && isNamedPart(bit, one))) ||
    others.some(
      ({ nameStems, enumValues }) =>
        nameStems.some((stem) => stem === stemOf(word.surface) && stem !== 'name' && stem !== 'id') ||
        enumValues.some((value) => typeof value === 'string' && opens(rest, value)),
    )
  );
}

function isAt(span: Span, source: Source, at: number): boolean {
  return span.source === source && span.start === at && TYPED.has(span.kind);
}

function opens(rest: string, value: string): boolean {
  const said = splitIdentifier(value).join(' ');
  return said !== '' && rest.startsWith(said) && !/^[\p{L}\p{N}]/u.test(rest.slice(said.length));
}

/** A name that is a run of capitals, or words up to the end of the clause, or up to a preposition before a value; null when nothing says where it ends. */
export function endOfName(source: Source, start: number, leaf: Leaf, context: Context): number | null {
  const { text } = source;
  const rest = text.slice(start, start + NAME_LENGTH_MAX);
  if (/^["'“‘`]/u.test(rest)) return null;
  const whole = /^(?:[^.,;!?\n]|[.,](?=[^\s"'”’]))*?(?=\s*(?:$|[,;!?\n]|\.(?:\s|$)))/u.exec(rest)?.[0] ?? '';
  const clause = whole.slice(0, momentIn(source, start, whole, context));
  const words = readWords(clause);
  const [first] = words;
  if (first === undefined || first.start > 0 || functionClassOf(first.surface).kind === 'changing') return null;
  const begins = context.spans
    .filter((span) => span.source === source && TYPED.has(span.kind))
    .map((span) => span.start);
  // "Called Brix Renewal worth 12000": two capitals are a name, and what goes on in small letters up to a value is none.
  const small = words.findIndex(({ start: from }) => !/^[\p{Lu}\p{N}]/u.test(clause.slice(from)));
  const behind = words[small + 1];
  if (small >= 2 && behind !== undefined && begins.includes(start + behind.start))
    return start + (words[small - 1]?.end ?? 0);
  for (const [at, word] of words.entries()) {
    if (at === 0 || !PREPOSITIONS.test(word.surface)) continue;
    const behind = start + word.end + 1;
    const end = start + (words[at - 1]?.end ?? 0);
    const next = words[at + 1];
    // "Called Summer Menu that closes on Friday": behind the relative stands another clause.
    if (words.slice(0, at).some(({ surface }) => /^(?:that|which|who|whose|is|are|was|and)$/u.test(surface)))
      return null;
    const isLanguage = context.wants.some(
      (want) => want === 'language' && readMeasures(source, 'language').some((measure) => measure.start === behind),
    );
    const isCapital = !isLanguage && next !== undefined && /^\p{Lu}/u.test(clause.slice(next.start));
    const isName = words.slice(0, at).every(({ start: from }) => /^[\p{Lu}\p{N}]/u.test(clause.slice(from)));
    // "Called old-press from the cellar": joined words are a name of their own.
    const isJoined = /^\p{L}[\p{L}\p{N}]*(?:[-_.]\p{L}[\p{L}\p{N}]*)+$/u.test(source.text.slice(start, end));
    const isOther = beginsOther(source, start + word.end, leaf, context);
    // "Called Fun in the Sun" goes on; "called Vendor Review for the team" does not.
    if (
      isOther ||
      begins.includes(behind) ||
      ((at === 1 || isJoined) && !isCapital && word.surface !== 'of') ||
      (isName && !isCapital)
    )
      return end;
  }
  // "Called SPRING24 valid until May": a word in capitals, or with digits, is a name of its own.
  const [, second] = words;
  const isCode = /^(?:\p{Lu}{3,}\p{N}*|\p{Lu}[\p{Lu}\p{N}_-]*\p{N})$/u.test(clause.slice(0, first.end));
  if (isCode && second !== undefined && /^ \p{Ll}/u.test(clause.slice(first.end))) return start + first.end;
  const hasJoint = words.some(
    ({ surface }) =>
      (PREPOSITIONS.test(surface) && surface !== 'of') || /^(?:and|which|that|who|is|are)$/u.test(surface),
  );
  return words.length > NAME_WORDS_MAX || (hasJoint && !goesOnAsName(words, clause, context))
    ? null
    : start + clause.length;
}

/** Where the day or the hour begins that another parameter takes, without what leads to it. */
function momentIn(source: Source, start: number, clause: string, { spans, wants, leaves }: Context): number {
  if (!wants.some((want) => want === 'date' || want === 'time' || want === 'datetime')) return clause.length;
  const from = spans
    .filter((span) => span.source === source && (span.kind === 'date' || span.kind === 'time'))
    .map((span) => span.start - start)
    .filter((at) => at > 0 && at < clause.length && isApart(clause, at));
  const first = Math.min(clause.length, ...from);
  const name = clause.slice(0, first).replace(LEADS_TO_MOMENT, '');
  // "Called Rent due tomorrow": a part of the name, unless a parameter takes when it is due.
  const takesDue = leaves.some(({ nameWords }) => nameWords.includes('due') || nameWords.includes('deadline'));
  return (takesDue ? name.replace(/\s+due$/u, '') : name).length;
}

const LEADS_TO_MOMENT =
  /(?:\s+(?:on|at|by|for|from|in|the|starting|beginning|ending|expiring|until|till|before|after|since))*\s*$/u;

/** "Stew tomorrow", "Stew on Tuesday": "Stew Tuesday" may be a name as a whole. */
export function isApart(clause: string, at: number): boolean {
  return (
    /^\p{Ll}/u.test(clause.slice(at)) || /(?:^|\s)(?:on|at|by|for|from|in)\s+(?:the\s+)?$/iu.test(clause.slice(0, at))
  );
}

/** "Supper with Ann", where no parameter takes a person: what stands behind the preposition belongs to the name. */
function goesOnAsName(words: readonly Word[], clause: string, { wants, leaves }: Context): boolean {
  const isCapital = (word: Word | undefined): boolean =>
    word !== undefined && /^[\p{Lu}\p{N}]/u.test(clause.slice(word.start));
  const takes = (...kinds: readonly Want[]): boolean =>
    leaves.some((leaf, at) => kinds.includes(wants[at] ?? 'other') && leaf.enumValues.length === 0);
  return words.every((word, at) => {
    if (isCapital(word) || word.surface === 'the' || word.surface === 'of') return true;
    const next = words[at + 1]?.surface === 'the' ? words[at + 2] : words[at + 1];
    if (!isCapital(next)) return false;
    if (word.surface === 'with') return !takes('person', 'email');
    return word.surface === 'in' && !takes('place', 'path', 'language', 'currency', 'unit', 'platform');
  });
}

export const PREPOSITIONS = /^(?:in|on|at|for|from|to|with|by|of|under|into|as|and|using|via)$/u;
const NAME_WORDS_MAX = 6;
const NAME_LENGTH_MAX = 100;
