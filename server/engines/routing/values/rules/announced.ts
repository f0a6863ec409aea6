// Announced: free words whose place in the sentence says what they are: behind "a task to", "tell … that", and behind the parameter's
// name at the beginning of a clause.
// In: a leaf and the context. Out: readings. Why: nobody quotes what is to be done or told; English says by its frame where
// such words begin, and they end with their clause or before what another parameter takes. Where something in them may change the
// order itself (a condition, a hedge, an alternative) nothing is read.

import { memoize } from '../../../../../runtime/memo.ts';
import { functionClassOf } from '../../text/function-words.ts';
import { isMeasureWord } from '../../text/units.ts';
import { isActVerb, isLookingVerb, verbClassOf } from '../../text/verbs.ts';
import type { Word } from '../../text/words.ts';
import { readWords, stemOf } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Want } from '../../tools/wants.ts';
import { aimedAt } from '../aims.ts';
import type { Context } from '../context.ts';
import { matchesIn, maySay } from '../matches.ts';
import type { Source } from '../spans/span.ts';
import { beginsOther, CLAUSE_LENGTH_MAX, isApart } from './extents.ts';
import type { Reading, TextRule } from './rule.ts';
import { extentOf, isDenied, NAMES_MAX, SEARCHED_MAX, TITLES, takesMessage, takesTitle, takesWords } from './texts.ts';

const TIMED: ReadonlySet<Want> = new Set<Want>(['date', 'time', 'datetime']);

/** The clause that begins at `start`, up to a mark; null where a quotation stands in it, which says itself what it is. */
function clauseFrom({ text }: Source, start: number): string | null {
  const rest = text.slice(start, start + CLAUSE_LENGTH_MAX);
  const clause = /^(?:[^.,;:!?\n()"“”«»]|[.,:](?=[^\s"'”’]))*?(?=\s*(?:$|[,;:!?\n()"“”«»]|\.(?:\s|$)))/u.exec(
    rest,
  )?.[0];
  return clause === undefined || clause === '' || /^\s*[("“«]/u.test(rest.slice(clause.length)) ? null : clause;
}

/** Where words that begin at `start` end: with their clause, or before what another parameter takes; null where that is not sure. */
export function endOfWords(
  source: Source,
  start: number,
  leaf: Leaf,
  context: Context,
  isWhole: boolean,
): number | null {
  const clause = clauseFrom(source, start);
  if (clause === null) return null;
  let words = readWords(clause);
  const cut = words.findIndex(
    ({ surface, end }, at) =>
      at > 0 &&
      JOINING.test(surface) &&
      (beginsOther(source, start + end, leaf, context) || (!isWhole && isOwnThing(words, at + 1, context))),
  );
  if (cut > 0) words = words.slice(0, cut);
  words = untilMoment(words, source, start, context, isWhole);
  while (isCourtesy(words.at(-1))) words = words.slice(0, -1);
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined || first.start > 0 || words.length > WORDS_MAX) return null;
  const isOpen = ({ surface }: Word): boolean => functionClassOf(surface).kind === 'open' || /\p{N}/u.test(surface);
  // "Call Ann back": a particle ends a clause that is read whole.
  const isEnd = isOpen(last) || (isWhole && functionClassOf(last.surface).list === 'particle');
  if (!isOpen(first) || !isEnd) return null;
  return words.every((word, at) => mayStand(word, words[at + 1], isWhole)) ? start + last.end : null;
}

/** "Leaks in the logs", of search_logs: the tool's own thing is where, and not what for. */
function isOwnThing(words: readonly Word[], at: number, { tool }: Context): boolean {
  const thing = words[/^(?:the|my|our|all)$/u.test(words[at]?.surface ?? '') ? at + 1 : at];
  return thing !== undefined && tool.nameWords.some((word) => !tool.actWords.has(word) && stemOf(word) === thing.stem);
}

const JOINING =
  /^(?:and|in|on|at|for|from|to|with|by|of|under|into|since|after|before|until|till|between|as|using|via)$/u;
/** More words are a text of their own, which is quoted or stands behind a colon. */
const WORDS_MAX = 12;

/** Words before the day or the hour that another parameter takes, without the preposition that leads to it. */
function untilMoment(
  words: readonly Word[],
  source: Source,
  start: number,
  context: Context,
  isWhole: boolean,
): Word[] {
  const taken = [...words];
  if (!context.wants.some((want) => TIMED.has(want))) return taken;
  const moments = context.spans.filter(
    (span) => span.source === source && (span.kind === 'date' || span.kind === 'time'),
  );
  const at = taken.findIndex((word) =>
    moments.some((span) => span.start <= start + word.start && start + word.start < span.end),
  );
  const from = words[at]?.start ?? 0;
  if (at > 0 && isWhole && !isApart(source.text.slice(start), from)) return taken;
  // "June rent": a day at the beginning belongs to the words behind it.
  if (at <= 0) return taken;
  const before = taken.slice(0, at);
  while (/^(?:on|at|by|for|from|in|the)$/u.test(before.at(-1)?.surface ?? '')) before.pop();
  return before;
}

function isCourtesy(word: Word | undefined): boolean {
  return word !== undefined && /^(?:polite|filler|urgency)$/u.test(functionClassOf(word.surface).list);
}

/** A word inside a run: none that may change the order, and in a run that is no clause none that joins another thing. */
function mayStand({ surface }: Word, next: Word | undefined, isWhole: boolean): boolean {
  const { kind, list } = functionClassOf(surface);
  if (kind === 'open' || kind === 'harmless') return true;
  if (kind === 'role')
    return isWhole || surface === 'of' || (next !== undefined && /^(?:the|an?)$/u.test(next.surface));
  return isWhole && (kind !== 'changing' || /^(?:quantifier|relation|particle)$/u.test(list)) && kind !== 'join';
}

// ---- what is to be done

/** "A task to …", "remind me to …": the thing is the tool's, and what is to be done is a clause without its subject. */
const TO_DO =
  /\b(?:(?:task|to-?do|reminder|ticket|card|item|errand|chore|note|alert)(?: for (?:me|us|myself))?|remind (?:me|us)(?<when> [^.;!?]{2,40}?)?),? to (?=\p{L})/giu;

function matchToDo(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!takesWords(leaf, context) || !leaf.required) return [];
  const isTaker = (one: Leaf): boolean =>
    one.required && takesWords(one, context) && (takesTitle(one) || takesMessage(one) || isDone(one));
  const takers = context.leaves.filter(isTaker);
  if (takers.length !== 1 || takers[0] !== leaf) return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, TO_DO, SEARCHED_MAX).flatMap((match): Reading[] => {
      const start = match.index + match[0].length;
      const [noun = ''] = readWords(match[0]).map(({ surface }) => surface);
      // Who is reminded is told what to do, also where its verb is a value of another parameter.
      const isReminded = noun === 'remind' && context.tool.ways.has(noun);
      if (!context.known.has(stemOf(noun)) && !isReminded) return [];
      if ((!isReminded && beginsOther(source, start, leaf, context)) || !isWhen(source, match, context)) return [];
      const last = endOfWords(source, start, leaf, context, true);
      if (last === null || isDenied(source, start, context)) return [];
      // "To pay the rent due tomorrow", where a parameter takes when it is due.
      const takesDue = context.leaves.some(({ nameWords }) => nameWords.includes('due'));
      const end =
        takesDue && last < source.text.length
          ? last - (/\s+due$/u.exec(source.text.slice(start, last))?.[0].length ?? 0)
          : last;
      const value = source.text.slice(start, end);
      const place = { source, start, end };
      // "To move it to Monday", "to check what happened yesterday": the day is a part of what is to be done.
      const isCut =
        /^\s+(?:to|for|of|from|until)\s/iu.test(source.text.slice(end, end + 8)) ||
        (end < source.text.length &&
          /\b(?:what|that|which|who|when|where|because|sent|said|made|wrote|happened)\b/iu.test(value));
      return isDoing(value) ? [{ value, places: [place], more: isReminded ? 1 : 0, guess: isCut }] : [];
    }),
  );
}

/** "Remind me on Friday at 9 to …": between the two stands nothing but when. */
function isWhen(source: Source, { index, 0: whole, groups }: RegExpExecArray, { spans }: Context): boolean {
  const when = groups?.['when'] ?? '';
  const start = index + whole.indexOf(when);
  const rest = spans
    .filter(({ kind, source: its }) => its === source && (kind === 'date' || kind === 'time'))
    .reduce(
      (text, span) =>
        [...text].map((sign, at) => (start + at >= span.start && start + at < span.end ? ' ' : sign)).join(''),
      when,
    );
  return /^(?:\s|,|\b(?:on|at|by|this)\b)*$/iu.test(rest);
}

/** It takes what has to be done. */
function isDone({ nameWords, description }: Leaf): boolean {
  return (
    nameWords.some((word) => /^(?:task|todo|item|action|what)$/u.test(word)) ||
    /\bto be (?:done|reminded)\b|^what\b/iu.test(description)
  );
}

/** What people note to do, in verbs that order no tool. Written for this project. */
const ERRANDS: ReadonlySet<string> = new Set(
  'call phone ring meet visit pay buy pick water feed clean fix wash iron cook bake mow paint pack print sign renew prepare review proofread finish practise practice bring fetch return collect'.split(
    ' ',
  ),
);

/** A verb with its object, and not the place where something goes ("to the inbox"). */
function isDoing(text: string): boolean {
  const [first, second] = readWords(text);
  if (first === undefined || second === undefined || /^\p{Lu}/u.test(text)) return false;
  const isVerb =
    ERRANDS.has(first.surface) ||
    isActVerb(first.surface) ||
    isLookingVerb(first.surface) ||
    verbClassOf(first.surface) !== undefined;
  const { list } = functionClassOf(second.surface);
  return isVerb || /^(?:determiner|anaphor|quantifier|relation)$/u.test(list);
}

// ---- what is told

const TELLING =
  /\b(?:tell|inform|notify|warn|remind|let|message|email|e-mail|text|ping|answer|reply|respond|comment|write|post|note|record|announce)\b((?: [^\s,;:.!?"“”]+(?:\.[^\s,;:.!?"“”]+)*){0,6}?) that (?=\S)/giu;

function matchTold(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!takesWords(leaf, context) || !takesMessage(leaf) || !leaf.required) return [];
  const takers = context.leaves.filter((one) => takesWords(one, context) && takesMessage(one));
  if (takers.length !== 1) return [];
  return context.sources.flatMap((source) =>
    matchesIn(source, TELLING, SEARCHED_MAX).flatMap((match): Reading[] => {
      const start = match.index + match[0].length;
      const words = readWords((match[1] ?? '').replace(/ know$/iu, ''));
      // Between stands who is told, and no other clause.
      if (words.some(({ surface }) => /^(?:changing|copula|relative|join)$/u.test(functionClassOf(surface).kind)))
        return [];
      const end = extentOf(source, start, leaf, context);
      const value = source.text.slice(start, end).trimEnd();
      const said = readWords(value);
      if (said.length < 3 || /["“”«»,]/u.test(value) || isDenied(source, start, context)) return [];
      const isOpen = source.text.slice(end).trim().length > 1 || said.some(({ surface }) => OPENING.test(surface));
      return isOpen ? [] : [{ value, places: [{ source, start, end: start + value.length }] }];
    }),
  );
}

/** What depends on something may be the telling, and not what is told. */
const OPENING = /^(?:if|unless|provided|providing|depending|whether|otherwise|maybe|perhaps|or|else|instead)$/u;

// ---- behind its name, in a clause of its own

function matchLabelled(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (!takesWords(leaf, context)) return [];
  const isTitle = isOnlyTitle(leaf, context);
  const own = leaf.nameWords.filter((word) => !/^(?:name|id|text|line)$/u.test(word) && word.length >= 4).slice(-1);
  // People say title, name and subject for one another.
  const names = isTitle ? [...new Set([...own, ...TITLES])] : own;
  if (names.length === 0) return [];
  return context.sources.flatMap((source) =>
    // Most texts have no such clause at all.
    (matchesIn(source, CLAUSES, SEARCHED_MAX).length === 0 || !maySay(source, names)
      ? []
      : matchesIn(source, clauseOf(names.join('|')), SEARCHED_MAX)
    ).flatMap((match): Reading[] => {
      const start = match.index + match[0].length;
      const clause = clauseFrom(source, start);
      const words = clause === null ? [] : readWords(clause);
      const isName = /^\p{Lu}/u.test(clause ?? '');
      const end = endOfWords(source, start, leaf, context, isTitle && isName);
      if (end === null || end !== start + (words.at(-1)?.end ?? 0)) return [];
      if (words.length > (isTitle && isName ? WORDS_MAX : LABELLED_MAX)) return [];
      // "Visitor arriving", "memo sent": said of it, and not what it is.
      if (!isName && (words.length < 2 || words.some(({ surface }) => /(?:ing|ed)$|^(?:sent|done)$/u.test(surface))))
        return [];
      if (words.some(({ surface }) => isMeasureWord(surface)) || isDenied(source, start, context)) return [];
      return [{ value: source.text.slice(start, end), by: 'label', places: [{ source, start, end }] }];
    }),
  );
}

const CLAUSES = /(?:[,;:]|\s[-–])\s+(?=[\p{L}\p{N}])/gu;

/** A clause that begins with one of these names. */
const clauseOf = memoize(
  (names) =>
    new RegExp(
      `(?:[,;:]|\\s[-–])\\s+(?:with\\s+|and\\s+)?(?:the\\s+|an?\\s+)?(?:${names})\\s+(?:(?:number|no\\.?|id|code)\\s+)?(?=[\\p{L}\\p{N}])`,
      'giu',
    ),
  NAMES_MAX,
);

/** Nothing else that the tool takes is called a title, a name or a subject. */
function isOnlyTitle(leaf: Leaf, context: Context): boolean {
  return (
    takesTitle(leaf) &&
    takesWords(leaf, context) &&
    context.leaves.filter((one) => takesTitle(one) && takesWords(one, context)).length === 1
  );
}

/** A longer clause tells something. */
const LABELLED_MAX = 5;

// ---- what something is set to

/** A string of which the schema says nothing more. */
export function isFree({ type, enumValues, format, schema }: Leaf): boolean {
  return type === 'string' && enumValues.length === 0 && format === null && !schema.has('pattern');
}

/** "Rename it to …", behind what is renamed. */
const RENAMED = /\b(?:rename|retitle)\b((?:\s+(?!to\s)[^\s,;.!?"“”]+){0,6}?)\s+to\s+(?=\S)/giu;

function matchSet(leaf: Leaf, at: number, context: Context): Reading[] {
  if (!takesWords(leaf, context) && !(context.wants[at] === 'place' && isFree(leaf))) return [];
  const isRenamed = isOnlyTitle(leaf, context);
  return context.sources.flatMap((source) => {
    const renamed = isRenamed
      ? matchesIn(source, RENAMED, SEARCHED_MAX).map(({ 0: whole, index }) => index + whole.length)
      : [];
    const quoted = context.spans.filter(
      (span) =>
        span.kind === 'quoted' &&
        span.source === source &&
        renamed.some((to) => span.start === to || span.start === to + 1),
    );
    if (quoted.length === 1)
      return quoted.map(({ value, start, end }) => ({ value, places: [{ source, start, end }] }));
    return [...aimedAt(leaf, source, context.leaves).map(({ to }) => to), ...renamed].flatMap((start): Reading[] => {
      const end = endOfWords(source, start, leaf, context, true);
      if (end === null || isDenied(source, start, context) || /^["'“‘]/u.test(source.text.slice(start - 1))) return [];
      return [{ value: source.text.slice(start, end), places: [{ source, start, end }] }];
    });
  });
}

export const ANNOUNCED: readonly TextRule[] = [
  {
    name: 'to-do',
    reads: 'a clause behind "a task to" or "remind me to", up to its day or hour',
    matches: matchToDo,
    types: ['string'],
    listed: false,
    strength: 1.8,
    firm: true,
    why: 'What is to be done is a verb with its object; a place where something goes has none.',
    takes: { content: { type: 'string', description: 'What is to be done' } },
    tool: ['add_task', 'Add a task.'],
    case: ['Add a task to oil the hinges', 'oil the hinges'],
    counterCase: 'Add a task to the list of Ann',
  },
  {
    name: 'told-that',
    reads: 'a clause behind "tell … that", to the end of its sentence',
    matches: matchTold,
    types: ['string'],
    listed: false,
    evenDenied: true,
    strength: 1.8,
    firm: true,
    why: 'What is told stands behind "that"; a condition in it may be the order’s own.',
    takes: { message: { type: 'string' } },
    case: ['Tell Ann that the shelf is oiled', 'the shelf is oiled'],
    counterCase: 'Tell Ann that the shelf is oiled if she asks',
  },
  {
    name: 'set-to',
    reads: 'what stands behind "set the" and the parameter’s name "to", or "rename it to", up to the end of the clause',
    matches: matchSet,
    types: ['string'],
    listed: false,
    strength: 2.6,
    firm: true,
    why: 'The frame says what is set and where its new words begin.',
    takes: { title: { type: 'string' } },
    needs: [],
    case: ['Change the title of shelf 4 to Copper hinges', 'Copper hinges'],
    counterCase: 'Change the title of shelf 4 to brass or copper',
  },
  {
    name: 'clause-of-name',
    reads: 'a clause that is the parameter’s name and a few words',
    matches: matchLabelled,
    types: ['string'],
    listed: false,
    strength: 1.8,
    firm: true,
    why: 'Between commas the name of a parameter announces what it is.',
    takes: { visitor_name: { type: 'string', description: 'Name of the visitor' } },
    case: ['Open shelf 4, visitor Ann Mill, now', 'Ann Mill'],
    counterCase: 'Open shelf 4, visitor arriving on foot',
  },
];
