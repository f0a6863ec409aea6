// Flags: parameters that are yes or no.
// In: a leaf and the context. Out: readings of true and false.
// Why: a flag is only set where words name what it switches; a name, a description or the act it stands for.

import { allMatches } from '../../text/all-matches.ts';
import { touches } from '../../text/scope.ts';
import { baseOf, isLookingVerb } from '../../text/verbs.ts';
import type { Word } from '../../text/words.ts';
import { isStopWord, readWords, stemOf, weightOf } from '../../text/words.ts';
import type { Leaf } from '../../tools/tools.ts';
import type { Place } from '../candidate.ts';
import type { Context } from '../context.ts';
import { scopeOf, wordsIn } from '../context.ts';
import { matchesIn, maySay } from '../matches.ts';
import type { Beside } from '../spans/flags.ts';
import { readFlag } from '../spans/flags.ts';
import type { Source } from '../spans/span.ts';
import type { Reading, TextRule } from './rule.ts';

function matchNamed(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (leaf.type !== 'boolean') return [];
  return context.sources.flatMap((source) =>
    readFlag(leaf, source, joinedFor(leaf, source, wordsIn(source, context)), besideOf(context)).flatMap(
      (flag): Reading[] => {
        if (isInTitle(flag, context)) return [];
        // Said, and not clear how: to be asked about.
        const isDoubtful = flag.by === 'boolean-doubt';
        return [{ value: flag.value, by: flag.by, places: [flag], more: isDoubtful ? 0.1 : 0, guess: isDoubtful }];
      },
    ),
  );
}

/** "A task called \"Private party\"", "the course Group Theory": a word of a quotation or of a longer name switches nothing. */
function isInTitle({ source, start, end }: Place, { spans }: Context): boolean {
  return spans.some(
    (span) =>
      span.source === source &&
      span.start <= start &&
      span.end >= end &&
      span.end - span.start > end - start &&
      (span.kind === 'quoted' || (span.kind === 'name' && (span.detail.words ?? 0) > 1)),
  );
}

/** "Pre-release" for `prerelease`: written with a hyphen it is the flag's word as well. */
function joinedFor({ nameWords }: Leaf, { text }: Source, words: readonly Word[]): readonly Word[] {
  return words.flatMap((word, at): Word[] => {
    const [before, next] = [words[at - 1], words[at + 1]];
    const joins = (a: Word | undefined, b: Word | undefined): boolean =>
      a !== undefined &&
      b !== undefined &&
      text.slice(a.end, b.start) === '-' &&
      nameWords.includes(a.surface + b.surface);
    if (joins(before, word)) return [];
    if (next === undefined || !joins(word, next)) return [word];
    const surface = word.surface + next.surface;
    return [{ surface, stem: stemOf(surface), start: word.start, end: next.end }];
  });
}

function besideOf({ toolStems, nameCounts, tool }: Context): Beside {
  const looks = tool.nameWords.slice(0, 1).filter(isLookingVerb).map(stemOf);
  return { toolStems, nameCounts, acts: new Set([...tool.acts, ...looks]) };
}

/** Verbs of flags that say whether somebody is told. */
const TELLS = new Set('notify email mail inform alert tell message notification notifications emails send'.split(' '));
/** Words by which people say that somebody is told. */
const TOLD =
  /\b(?:notif(?:y|ies|ying|ied)|notifications?|e-?mails?|e-?mailing|mails?|mailing|inform(?:ing)?|alerts?|alerting|tell(?:ing)?|messag(?:e|es|ing)|receipts?|ping(?:ing)?|text(?:ing)?|let(?:ting)? (?:\p{L}+ ){1,3}know)\b/giu;
/** Whoever it is that is told. */
const SOMEBODY = /\b(?:any(?:one|body)|every(?:one|body)|people|them|him|her|no(?:body| one))\b/iu;

/**
 * "Don't email the customer" for `notify_customer`. Denied, the word alone is enough; to switch it on, the one who is told must be
 * said, and the words must not be the tool's own.
 */
function matchTold(leaf: Leaf, _at: number, context: Context): Reading[] {
  const [verb = '', ...whom] = leaf.nameWords;
  if (leaf.type !== 'boolean' || !TELLS.has(verb) || (verb === 'send' && !whom.some((word) => TELLS.has(word))))
    return [];
  const named = whom.filter((word) => !TELLS.has(word) && !isStopWord(word)).map(stemOf);
  // `notify`, "Tell the customer": the description says whom.
  const stems = named.length > 0 ? named : contentOf(readWords(leaf.description), context).map(({ stem }) => stem);
  return context.sources.flatMap((source) => {
    const { negated, quoted } = scopeOf(source, context);
    return matchesIn(source, TOLD).flatMap((match): Reading[] => {
      const start = match.index;
      const end = start + match[0].length;
      if (touches(quoted, start, end) || isOfAnotherFlag(match[0], leaf, context)) return [];
      const said = wordsIn(source, context).filter((word) => word.start >= start && word.start < end + REACH);
      const person =
        said.find(({ stem }) => stems.includes(stem)) ?? said.find(({ surface }) => SOMEBODY.test(surface));
      const off = negated.find((stretch) => stretch.start <= start && start < stretch.end);
      if (off !== undefined) {
        // "No later than …" is no denial of it; nor is what stands far behind the word that denies.
        const denial = source.text.slice(off.start, start);
        if (readWords(denial).length > NEAR || DENIED_TWICE.test(denial)) return [];
        const last = person !== undefined && person.end <= off.end ? person.end : end;
        return [{ value: false, by: 'boolean-cue', places: [{ source, start: off.start, end: last }] }];
      }
      const isOwn = context.toolStems.has(stemOf(match[0].toLowerCase()));
      if (!isOwn && person !== undefined && /^no/u.test(person.surface))
        return [{ value: false, by: 'boolean-cue', places: [{ source, start, end: Math.max(end, person.end) }] }];
      if (isOwn || person === undefined || !/\b(?:and|also|please|do|then)\s+$/iu.test(source.text.slice(0, start)))
        return [];
      return [{ value: true, by: 'boolean-cue', places: [{ source, start, end: Math.max(end, person.end) }] }];
    });
  });
}

/** "No receipt" is said of `send_receipt`, not of the flag beside it that says whether somebody is told. */
function isOfAnotherFlag(told: string, leaf: Leaf, { leaves }: Context): boolean {
  const stem = stemOf(told.toLowerCase());
  return (
    !leaf.nameStems.includes(stem) &&
    leaves.some(({ type, nameStems }) => type === 'boolean' && nameStems.includes(stem))
  );
}

/** "Instead of no mail", "not without a mail": what is denied twice may be wanted. */
const DENIED_TWICE =
  /^(?:instead of|rather than|not|never|without|don['’]t)\s+(?:\p{L}+\s+)?(?:no|not|never|don['’]t|do not|without|skip|omit)\b/iu;

/** Who is told is said so near, in characters. */
const REACH = 24;
/** A denial speaks of what stands at most so many words behind it, itself counted. */
const NEAR = 4;

/** Nouns by which the name of a flag only says that it is one. */
const OF_STATE = new Set('mode status state visibility setting option access'.split(' '));

/**
 * "Make sure it is sealed", "keep the crate sealed", "a sealed crate" for `sealed_mode`: the adjective says all that the name says. It
 * must be said of the tool's own thing, and nothing stand between that qualifies it.
 */
function matchAdjective({ type, nameWords }: Leaf, _at: number, { sources, tool }: Context): Reading[] {
  const [adjective = '', noun = '', ...more] = nameWords;
  if (type !== 'boolean' || !OF_STATE.has(noun) || more.length > 0) return [];
  const things = tool.nameWords.filter((word) => !tool.actWords.has(word)).join('|');
  const described = tool.descriptionWords.filter(
    (word) => weightOf({ surface: word }) === 1 && !tool.actWords.has(word),
  );
  const thing = `(?:it|this|that|(?:the|this|that|my|our) (?:${[things, ...described].filter((word) => word !== '').join('|')}))`;
  const patterns = [
    `(?:(?:can|could|would|will) (?:you|we) (?:please )?)?(?:make sure|ensure)(?: that)? ${thing} (?:is|stays|remains|be) (${adjective})(?= *(?:$|[.,;!?]))`,
    `(?:(?:can|could|would|will) (?:you|we) (?:please )?)?(?:keep|make|leave) ${thing} (${adjective})(?= *(?:$|[.,;!?]))`,
    `(?<=\\ban? )(${adjective})(?= (?:${[things, ...described].filter((word) => word !== '').join('|')})\\b)`,
  ];
  return sources.flatMap((source) =>
    (maySay(source, [adjective]) ? patterns : []).flatMap((pattern) =>
      allMatches(source.text, new RegExp(`(?<![\\p{L}\\p{N}-])${pattern}`, 'giu')).map(
        ({ 0: said, index }): Reading => ({
          value: true,
          by: 'boolean-cue',
          places: [{ source, start: index, end: index + said.length }],
        }),
      ),
    ),
  );
}

/** States of which a thing has one or the other, and no third. Written for this project. */
const OPPOSITE_STATES: ReadonlyMap<string, string> = new Map(
  'public private,private public,visible hidden,hidden visible,active inactive,enabled disabled,disabled enabled,optional mandatory,mandatory optional,online offline,locked unlocked,listed unlisted'
    .split(',')
    .map((pair): [string, string] => [pair.split(' ')[0] ?? '', pair.split(' ')[1] ?? '']),
);

/** "Keep it private" for `public`: who says one of two states denies the other, where it is said of the tool's own thing. */
function matchOpposite({ type, nameWords }: Leaf, _at: number, { sources, leaves }: Context): Reading[] {
  const [own = '', more] = nameWords.filter((word) => word !== 'is' && word !== 'be');
  const opposite = OPPOSITE_STATES.get(own);
  if (type !== 'boolean' || opposite === undefined || more !== undefined) return [];
  if (leaves.some((one) => one.nameWords.includes(opposite) || one.enumValues.includes(opposite))) return [];
  const patterns = [
    `(?:keep|make|leave) (?:it|them) ${opposite}(?= *(?:$|[.,;!]| please| and\\b))`,
    `it (?:should|must) (?:be|stay) ${opposite}(?= *(?:$|[.,;!]| please| and\\b))`,
  ];
  return sources.flatMap((source) =>
    (maySay(source, [opposite]) ? patterns : []).flatMap((pattern) =>
      allMatches(source.text, new RegExp(`(?<![\\p{L}\\p{N}-])${pattern}`, 'giu')).map(
        ({ 0: said, index }): Reading => ({
          value: false,
          by: 'boolean-cue',
          places: [{ source, start: index, end: index + said.length }],
        }),
      ),
    ),
  );
}

const DENIES = /^(?:do not|don['’]t|skip|omit|without|suppress|no) /iu;

/** What a description of a flag says of flags and not of what this one switches. */
const OF_FLAGS = new Set(
  'whether true false set if also when then allow allows enable enables default optional should instead existing ones them it'.split(
    ' ',
  ),
);

function contentOf(words: readonly Word[], context: Context): Word[] {
  return words.filter(
    (word) =>
      weightOf(word) === 1 &&
      !OF_FLAGS.has(word.surface) &&
      !context.toolStems.has(word.stem) &&
      word.surface.length > 2,
  );
}

/** Two words or more of what the description says, all of them in one clause: "including the views that depend on it". */
function matchDescribed(leaf: Leaf, _at: number, context: Context): Reading[] {
  if (leaf.type !== 'boolean' || DENIES.test(leaf.description)) return [];
  const clause = /^(?:[^.;(]|\.(?=\S))*/u.exec(leaf.description)?.[0] ?? '';
  const stems = [...new Set(contentOf(readWords(clause), context).map(({ stem }) => stem))];
  if (stems.length < 2 || stems.length > WORDS_MAX) return [];
  return context.sources.flatMap((source) =>
    clausesOf(source, wordsIn(source, context)).flatMap((words): Reading[] => {
      const saidBy = ({ stem, surface }: Word): string | undefined =>
        stems.find((one) => one === stem || one === stemOf(baseOf(surface)));
      const hits = words.filter((word) => saidBy(word) !== undefined);
      // "A half day every day": it ends where all of it is said.
      const whole = hits.findIndex((_, at) => new Set(hits.slice(0, at + 1).map(saidBy)).size === stems.length);
      const [first, last] = [hits[0], hits[whole]];
      if (first === undefined || last === undefined) return [];
      // "Have the notes written": who has it done orders it.
      const having = /\b(?:have|get)\s+(?:the\s+|all\s+)?$/iu.exec(source.text.slice(0, first.start))?.[0].length ?? 0;
      const start = first.start - having;
      return [{ value: true, by: 'boolean-cue', places: [{ source, start, end: last.end }] }];
    }),
  );
}

/** A longer description is a text about the flag, and is not repeated word for word. */
const WORDS_MAX = 4;

function clausesOf({ text }: Source, words: readonly Word[]): Word[][] {
  const clauses: Word[][] = [[]];
  words.forEach((word, at) => {
    const before = words[at - 1];
    if (before !== undefined && /[,.;:!?\n]/u.test(text.slice(before.end, word.start))) clauses.push([]);
    clauses.at(-1)?.push(word);
  });
  return clauses;
}

/** Where we asked for one flag, a bare yes or no is its value; "should I enable it?" asks whether to act. */
function matchAnswered({ argument }: Leaf, _at: number, { asked, sources }: Context): Reading[] {
  const [source, ...more] = sources.filter(({ age }) => age === 0);
  if (asked?.isOwn !== true || asked.names.size !== 1 || !asked.names.has(argument)) return [];
  if (source === undefined || more.length > 0) return [];
  const [said, yes] =
    /^\s*(?:(yes|yeah|yep|true|on)|no|nope|false|off)(?=[\s,.!]*(?:please|thanks?|thank you)?[\s.!]*$)/iu.exec(
      source.text,
    ) ?? [];
  if (said === undefined) return [];
  const start = said.length - said.trimStart().length;
  return [{ value: yes !== undefined, places: [{ source, start, end: said.length }] }];
}

export const FLAGS: readonly TextRule[] = [
  {
    name: 'answered-flag',
    reads: 'a bare yes or no, for the one flag that was asked for',
    matches: matchAnswered,
    types: ['boolean'],
    evenDenied: true,
    strength: 2.6,
    firm: true,
    why: 'A flag has two values, and these are their names.',
    takes: { sealed: { type: 'boolean' } },
    case: ['no', false],
    counterCase: 'no idea',
    isAnswer: true,
  },
  {
    name: 'named-flag',
    reads: 'all words of a flag’s name that the tool does not say itself, with what denies them',
    matches: matchNamed,
    types: ['boolean'],
    evenDenied: true,
    strength: 1.9,
    firm: true,
    why: 'Who names what a flag switches wants it, or denies it.',
    takes: { include_archived: { type: 'boolean' } },
    case: ['List the notes without archived ones', false],
    counterCase: 'List the notes',
  },
  {
    name: 'told-flag',
    reads: '"don’t email them", "and let the customer know", for a flag that says whether somebody is told',
    matches: matchTold,
    types: ['boolean'],
    evenDenied: true,
    strength: 1.9,
    firm: true,
    why: 'People write, mail and ping where a schema says notify.',
    takes: { notify_guests: { type: 'boolean' } },
    case: ['Close the café, no mail to anybody', false],
    counterCase: 'Close the café by mail order of the owner',
  },
  {
    name: 'adjective-flag',
    reads: '"make sure it is sealed", "keep it sealed" and "a sealed crate" for a flag called `sealed_mode`',
    matches: matchAdjective,
    types: ['boolean'],
    strength: 1.9,
    firm: true,
    why: 'A word like mode or visibility only makes a name of the adjective.',
    takes: { sealed_mode: { type: 'boolean' } },
    tool: ['ship_crate', 'Ship a crate.'],
    case: ['Ship crate 4 and make sure it is sealed', true],
    counterCase: 'Ship crate 4 and make sure the door is sealed',
  },
  {
    name: 'opposite-flag',
    reads: 'the other of two states, said of the thing of the tool',
    matches: matchOpposite,
    types: ['boolean'],
    strength: 2.6,
    firm: true,
    why: 'What is private is not public, and there is no third.',
    takes: { public: { type: 'boolean' } },
    tool: ['create_shelf', 'Create a shelf.'],
    case: ['Create a shelf and keep it private', false],
    counterCase: 'Create a shelf for the private collection',
  },
  {
    name: 'described-flag',
    reads: 'every telling word of a flag’s description, two at least, in one clause',
    matches: matchDescribed,
    types: ['boolean'],
    strength: 1.9,
    firm: true,
    why: 'A flag’s name may be jargon where its description says what it does.',
    takes: { cascade: { type: 'boolean', description: 'Also remove the rows that refer to it' } },
    tool: ['drop_shelf', 'Drop a shelf.'],
    case: ['Drop shelf 4 and remove the rows that refer to it', true],
    counterCase: 'Drop shelf 4 and remove the rows',
  },
];
