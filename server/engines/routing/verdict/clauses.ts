// Clauses: where a clause of a sentence may begin, and which clauses only say why.
// In: a sentence, read. Out: places of clause starts; whether a clause tells a reason and changes nothing.
// Why: people say why before they order and after ("the page is stale, flush it"). A clause with a subject and a verb of its own, which
// no argument needs, is harmless unless it speaks of conditions, of what somebody says, thinks or wants, or takes the order back.

import { ATTITUDES, INSTRUCTING, PAST_VERBS, SUBJECTS, UNREAL } from '../text/lexicon.ts';
import { isActVerb, isLookingVerb, verbClassOf } from '../text/verbs.ts';
import { overlaps } from '../values/assign.ts';
import { takesReason } from '../values/rules/texts.ts';
import { isSent } from './account.ts';
import { findLoose } from './accounted.ts';
import { isActForm } from './forms.ts';
import type { Account, Sentence, Token } from './sentences.ts';

/** Indexes of words at which a clause may begin; the first word of the sentence is one. */
export function startsOf({ tokens, text }: Sentence, account: Account): number[] {
  return tokens.flatMap((token, at) => {
    const before = tokens[at - 1];
    if (before === undefined) return [0];
    const gap = text.slice(before.end, token.start);
    const isInside =
      token.used && before.used && account.used.some((place) => overlaps(place, token) && overlaps(place, before));
    const isPurpose = before.surface === 'that' && tokens[at - 2]?.surface === 'so';
    if (isPurpose && !token.used) return [at];
    const isJoined =
      (before.surface === 'so' && token.surface !== 'that') || (token.surface === 'because' && !token.used);
    return !isInside && (/[,:;()]|\s[-–—]+\s/u.test(gap) || isJoined) ? [at] : [];
  });
}

/** The clauses of some words of a sentence, cut where clauses may begin. */
export function clausesOf(tokens: readonly Token[], starts: readonly number[], from: number, to: number): Token[][] {
  const cuts = [from, ...starts.filter((start) => start > from && start < to), to];
  return cuts
    .slice(0, -1)
    .map((start, at) => tokens.slice(start, cuts[at + 1]))
    .filter((clause) => clause.length > 0);
}

/** Where the clause stands: what is said behind an order may take it back, and is held to more. */
type Where = 'before' | 'behind';

/** A clause that says why: it has a subject and a verb, and nothing in it changes what is asked for. */
export function isReason(clause: readonly Token[], where: Where, account: Account): boolean {
  const words = withoutJoint(clause);
  const [first] = words;
  if (first === undefined || words.length < 2 || words.length > REASON_LENGTH_MAX) return false;
  // A parameter that is called so takes the reason; where it does not, the reason would be dropped.
  if (
    account.tool.leaves.some(
      (leaf) => takesReason(leaf) && (clause[0]?.surface === 'because' || !isSent(leaf, account.places)),
    )
  )
    return false;
  if (!isSubject(words, where, account)) return false;
  if (!isBearable(words, where, account)) return false;
  return (
    (/['’](?:re|m|s|ve|d)$/u.test(first.surface) ||
      isBeing(words) ||
      words.some((token, at) => at > 0 && isFinite(token, words[at - 1] as Token, where))) &&
    words.every((token, at) => at === 0 || !blocks(token, words, at, where)) &&
    (where === 'before' || !saysHow(words, account)) &&
    !words.some((token, at) => token.used && qualifies(words[at - 1])) &&
    !words.some((token) => !token.used && isActDone(token, account)) &&
    !words.some((_, at) => opensOrder(words, at, account))
  );
}

/** "It is damp and lock the door": behind a joint, what takes an object and has no subject is another order. */
function opensOrder(words: readonly Token[], at: number, { tool }: Account): boolean {
  const token = words[at] as Token;
  if (at === 0 || !/^(?:and|then|also|plus)$/u.test((words[at - 1] as Token).surface)) return false;
  const next = words[at + 1];
  const takes = next !== undefined && (next.used || /^(?:determiner|anaphor)$/u.test(next.classed.list));
  return (
    isActVerb(token.surface) ||
    isLookingVerb(token.surface) ||
    isActForm(token, tool) ||
    (token.classed.kind === 'open' && takes)
  );
}

/** Right before a value it changes what is said of it. */
function qualifies(before: Token | undefined): boolean {
  return (
    before !== undefined &&
    !before.used &&
    (/^(?:comparator|hedge|quantifier|relation)$/u.test(before.classed.list) || before.surface === 'of')
  );
}

/** A longer clause says more than why. */
const REASON_LENGTH_MAX = 12;

/**
 * A value in a reason is said of something by the words around it, which nothing accounts for. Before an order it may be the one thing
 * the clause is about ("table 17 wobbles, block it"); elsewhere only a listed value or a flag, which is said by its own words.
 */
function isBearable(words: readonly Token[], where: Where, account: Account): boolean {
  const bare = words.filter(
    (token) => token.used && ![...account.flags, ...account.listed].some((place) => overlaps(place, token)),
  );
  if (bare.length === 0) return true;
  if (where === 'behind') return false;
  const isOne = account.used.some((place) => bare.every((token) => overlaps(place, token)));
  if (isOne && bare.every((token) => account.ids.some((place) => overlaps(place, token)))) return true;
  const first = words.indexOf(bare[0] as Token);
  const last = words.indexOf(bare.at(-1) as Token);
  return isOne && findLoose(words.slice(0, last + 1), account).length === 0 && words.slice(0, first).every(isLabel);
}

/** Words between the beginning of a clause and the thing it is about. */
function isLabel({ classed }: Token): boolean {
  return classed.kind === 'harmless' || classed.kind === 'open';
}

/** A clause that tells something of others: a subject that is not the speaker, and a verb with its time. */
export function isStatement(clause: readonly Token[], account: Account): boolean {
  const words = withoutJoint(clause);
  const [first] = words;
  return (
    first !== undefined &&
    (words.every(({ classed }) => classed.list === 'polite' || classed.list === 'filler') ||
      (!/^(?:i|we|i'm|i've|we're|we've|my|our|what's|there's)$/u.test(first.surface) &&
        isSubject(words, 'before', account) &&
        words.some((token, at) => at > 0 && isFinite(token, words[at - 1] as Token, 'behind'))))
  );
}

/** Behind an order: words at the end of a reason that may as well say how, where or for whom the order is to be done. */
function saysHow(words: readonly Token[], account: Account): boolean {
  const last = words.at(-1) as Token;
  const used = words.findLastIndex((token) => token.used);
  if (used >= 0 && used < words.length - 1) return true;
  if (/ly$/u.test(last.surface) && last.classed.kind === 'open') return true;
  if (/^(?:every|each)$/u.test(words.at(-2)?.surface ?? '')) return true;
  if (last.classed.kind === 'changing' && /^(?:temporal|comparator)$/u.test(last.classed.list)) return true;
  const loose = new Set(findLoose(words, account));
  return words.some(
    (token, at) =>
      (token.classed.kind === 'role' || token.surface === 'like') &&
      at < words.length - 1 &&
      loose.has(words[at + 1] as Token) &&
      loose.has(token),
  );
}

function withoutJoint(clause: readonly Token[]): readonly Token[] {
  const from = clause.findIndex(
    ({ surface }) => !/^(?:and|so|because|as|since|for|well|sorry|ok|okay)$/u.test(surface),
  );
  return from < 0 ? [] : clause.slice(from);
}

/** What a reason may begin with: never a bare verb, which would be another order. */
function isSubject(words: readonly Token[], where: Where, { says, tool }: Account): boolean {
  const first = words[0] as Token;
  if (first.used || haveChanged(words, 0)) return true;
  if (verbClassOf(first.surface) !== undefined || isLookingVerb(first.surface) || isActForm(first, tool)) return false;
  if (where === 'behind' && /^(?:you|this|that|these|those)$/u.test(first.surface)) return false;
  if (SUBJECTS.has(first.surface)) return true;
  const second = words[1];
  // "Never I have …": a capital at the beginning of a sentence names nobody.
  const isNamed = first.classed.kind !== 'changing' && /^\p{Lu}/u.test(first.source.text.slice(first.start, first.end));
  return (
    (first.classed.kind === 'open' || isNamed) &&
    second !== undefined &&
    (second.classed.kind === 'copula' ||
      (isNamed && /^\p{Lu}/u.test(second.source.text.slice(second.start, second.end))) ||
      isLabelled(words, says))
  );
}

/** "Account key PK-4 …": words of the tool lead to a value. */
function isLabelled(words: readonly Token[], says: ReadonlySet<string>): boolean {
  const value = words.findIndex(({ used }) => used);
  return (
    value >= 1 &&
    value <= LABEL_LENGTH_MAX &&
    words
      .slice(0, value)
      .every(({ classed, stem, surface }) => classed.kind === 'open' && (says.has(stem) || surface.length === 2))
  );
}

const LABEL_LENGTH_MAX = 3;

/** "She's asleep", "someone's at the door": of "someone's account" the sign makes an owner. */
function isBeing([first, next]: readonly Token[]): boolean {
  if (first === undefined || next === undefined) return false;
  if (!/['’]s$/iu.test(first.source.text.slice(first.start, first.end))) return false;
  return (
    /^(?:he|she|it|there|that)\b/u.test(first.surface) ||
    (/^(?:someone|somebody|nobody|everyone|everybody)\b/u.test(first.surface) &&
      (next.classed.kind === 'role' || next.classed.list === 'determiner' || next.surface.endsWith('ing')))
  );
}

/** A verb with its time: "is", "left", "wobbles"; right behind "we" or "they" any word may be one. */
function isFinite({ surface, classed, used, source, start, end }: Token, before: Token, where: Where): boolean {
  if (used) return false;
  if (classed.kind === 'copula' || PAST_VERBS.has(surface)) return true;
  if (/^(?:can|can't|cannot|won't|don't|doesn't|didn't|isn't|aren't|wasn't|weren't|haven't|hasn't)$/u.test(surface))
    return true;
  if (/['’]s$/iu.test(source.text.slice(start, end)) || /[^e]ed$/u.test(surface)) return true;
  if (/^(?:need|needs|like|love)$/u.test(surface)) return true;
  return (
    classed.kind === 'open' &&
    (/[^s]s$/u.test(surface) || /^(?:we|they)$/u.test(before.surface) || (where === 'before' && before.surface === 'i'))
  );
}

/** Kinds of changing words that a reason may hold. */
const HARMLESS_LISTS: ReadonlySet<string> = new Set([
  'negation',
  'comparator',
  'quantifier',
  'temporal',
  'particle',
  'relation',
]);

/** Words with which a clause speaks of conditions, of what is said, thought or wanted, or of the order itself. */
function blocks({ surface, classed, used, stem }: Token, words: readonly Token[], at: number, where: Where): boolean {
  if (used) return false;
  if (UNREAL.has(surface)) return !haveChanged(words, at);
  if (ATTITUDES.has(surface) || ATTITUDES.has(stem)) return !isAskedFor(words, at, where) && !isKnown(words, at);
  // "I have changed my mind" takes back what was said; "she changed hers" says why.
  if (surface === 'mind' && words.some((token) => /^(?:my|our|i|we)$/u.test(token.surface))) return true;
  const isNeeded =
    /^needs?$/u.test(surface) && (where === 'before' || words.some((token) => token.classed.list === 'negation'));
  if (INSTRUCTING.has(surface) && !isNeeded) return true;
  if (classed.kind === 'changing') return !HARMLESS_LISTS.has(classed.list) && !isAskedFor(words, at, where);
  return false;
}

/** "Our plans have changed": what was planned is over, and nothing is planned. */
function haveChanged(words: readonly Token[], at: number): boolean {
  const said = words.slice(at, at + 3).map(({ surface }) => surface);
  return /^plans (?:(?:have|just) )?changed\b/u.test(said.join(' '));
}

/** "He asked us to", "they asked for it": whose wish the order is, and nothing about what. */
function isAskedFor(words: readonly Token[], at: number, where: Where): boolean {
  const { surface } = words[at] as Token;
  return (
    where === 'behind' &&
    /^(?:asked|requested|asks|wants|wanted|insists|insisted|agreed|approved)$/u.test(surface) &&
    words.slice(at + 1).every((token) => /^(?:us|me|to|for|it|so|this|that|on|already|today)$/u.test(token.surface))
  );
}

/** "We know what it is", "I know about it": what the speaker knows is so. */
function isKnown(words: readonly Token[], at: number): boolean {
  return (
    words[at]?.surface === 'know' &&
    at === 1 &&
    /^(?:i|we)$/u.test(words[0]?.surface ?? '') &&
    /^(?:about (?:it|that|this)|what (?:it|that) is|why|what happened|what caused (?:it|that)|the (?:cause|reason))$/u.test(
      words
        .slice(2)
        .map(({ surface }) => surface.replace(/^it['’]s$/u, 'it is'))
        .join(' '),
    )
  );
}

/** The act was done: that is told, and may make the order pointless. */
function isActDone(token: Token, { tool }: Account): boolean {
  return /(?:ed|en)$/u.test(token.surface) && isActForm(token, tool);
}
