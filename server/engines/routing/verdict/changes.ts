// Changes: words that change what is meant, where a tool only looks.
// In: the sentences of a turn and what accounts for its words. Out: the places of words that nothing takes.
// Why: who looks may ask in any form, so only a word that can qualify a value or the whole request matters: a negation, a condition, a
// comparison or an alternative beside a value.

import { SUPERLATIVES } from '../text/lexicon.ts';
import { isMeasureWord } from '../text/units.ts';
import { overlaps } from '../values/assign.ts';
import type { Place } from '../values/candidate.ts';
import type { Source } from '../values/spans/span.ts';
import { isBound, isLasting } from './account.ts';
import { findAsked } from './asked.ts';
import { findNarrowed, isUnsaid } from './narrowed.ts';
import type { Account, Token } from './sentences.ts';
import { readSentences } from './sentences.ts';

/** Where an order stands, what was said before it: words that qualify a value used there. */
export function findQualified(tokens: readonly Token[], account: Account): Place[] {
  return tokens
    .filter(
      (token, at) =>
        token.classed.kind === 'changing' &&
        !token.used &&
        !account.names.has(token.surface) &&
        !isBound(tokens, at, account) &&
        !isLasting(tokens, at, account.tool.acting) &&
        (token.classed.list !== 'negation' || qualifies(tokens, at)) &&
        (qualifies(tokens, at) || changes(tokens, at)),
    )
    .map(({ source, start, end }) => ({ source, start, end }));
}

export function findChanges(turn: readonly Source[], account: Account): Place[] {
  return turn.flatMap((source) =>
    readSentences(source, account).flatMap(({ tokens }) => [
      ...findBeyond(tokens, account),
      ...findNarrowed(tokens, account),
      ...findAsked(tokens, account),
      ...tokens
        .filter(
          (token, at) =>
            token.classed.kind === 'changing' &&
            !token.used &&
            !account.names.has(token.surface) &&
            !(token.classed.list === 'privative' && account.says.has(token.stem)) &&
            !isBound(tokens, at, account) &&
            !isLasting(tokens, at, account.tool.acting) &&
            !bringsAlong(tokens, at, account) &&
            (changes(tokens, at) || isOfOther(tokens, at, account)),
        )
        .map(({ start, end }) => ({ source, start, end })),
    ]),
  );
}

/** "…, on a quiet street facing the canal": what is asked for beyond the last value, and nobody takes. A purpose asks for nothing. */
function findBeyond(tokens: readonly Token[], account: Account): Place[] {
  const last = tokens.findLastIndex((token) => token.used);
  const beyond = last < 0 ? [] : tokens.slice(last + 1);
  const purpose = beyond.findIndex(({ surface }) => PURPOSE.has(surface));
  const said = (purpose < 0 ? beyond : beyond.slice(0, purpose)).filter(
    (token, at) => isUnsaid(token, account) && !(at === 0 && isMeasureWord(token.surface)),
  );
  return said.length < BEYOND_MIN ? [] : said.map(({ source, start, end }) => ({ source, start, end }));
}

/** "Including the altitude", for a flag, or "including its owner", which the tool tells. "Including those of Ann" is another list. */
function bringsAlong(tokens: readonly Token[], at: number, { flags, tool }: Account): boolean {
  const next = tokens.slice(at + 1).find(({ classed, used }) => used || classed.kind === 'open');
  if (tokens[at]?.surface !== 'including' || next === undefined) return false;
  if (flags.some((place) => overlaps(place, next))) return true;
  const own = /^(?:its|the|their|any)$/u.test(tokens[at + 1]?.surface ?? '') ? tokens[at + 2] : tokens[at + 1];
  return own === next && !next.used && tool.descriptionStems.includes(next.stem) && !tool.nameStems.includes(next.stem);
}

/** One word may be a unit or the kind of thing that was named; so many say something of their own. */
const BEYOND_MIN = 2;
const PURPOSE: ReadonlySet<string> = new Set(
  'so because since as to for i we please thanks can could would is are was that which who where'.split(' '),
);

function changes(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at] as Token;
  const { list } = token.classed;
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  switch (list) {
    case 'negation':
      // "I'm not sure how high it is" asks; "no, …" answers.
      if (token.surface === 'not' && /^(?:sure|certain)$/u.test(next?.surface ?? '')) return false;
      return !(at === 0 && /^(?:no|not)$/u.test(token.surface) && /^\s*,/u.test(token.source.text.slice(token.end)));
    case 'exception':
      // "But we are early" goes on; "but Rome" and "but not Rome" except.
      return !(token.surface === 'but' && /^(?:i|we|i'm|we're)$/u.test(next?.surface ?? ''));
    case 'condition':
      return !isQuestionWord(token, before, at) && token.surface !== 'should';
    case 'hedge':
      if (/^(?:about|around)$/u.test(token.surface)) return next?.used === true && isAmount(next);
      // "Something by the sea": whatever there is; "something like" is a phrase of its own.
      if (/^(?:something|somewhere)$/u.test(token.surface)) return false;
      // "May I see …?" asks to be shown.
      if (token.surface === 'may' && at === 0 && /^(?:i|we)$/u.test(next?.surface ?? '')) return false;
      return at === 0 || qualifies(tokens, at);
    case 'comparator':
      return qualifies(tokens, at);
    case 'alternative':
      return before?.used === true || next?.used === true || tokens[at + 2]?.used === true;
    case 'phrase':
    case 'report':
      return qualifies(tokens, at);
    case 'relation':
      return RELATING.test(token.surface) && qualifies(tokens, at);
    case 'privative':
    case 'sorting':
      return true;
    case 'quantifier':
      return (
        (/^(?:most|rest|remaining|half)$/u.test(token.surface) && next?.surface === 'of') ||
        // "Newest first" says in which order.
        (token.surface === 'first' && SUPERLATIVES.has(before?.surface ?? '')) ||
        (/^(?:other|others|another|different|same)$/u.test(token.surface) &&
          (before?.used === true || next?.used === true))
      );
    default:
      return false;
  }
}

/** "Her orders", where nobody was named, and "his other orders": things of the tool that are not those which would be shown. */
function isOfOther(tokens: readonly Token[], at: number, { tool, used, listed, flags }: Account): boolean {
  const token = tokens[at] as Token;
  const isOther = /^(?:other|another|different)$/u.test(token.surface);
  if (!isOther && !/^(?:his|her|their)$/u.test(token.surface)) return false;
  const thing = tokens.slice(at + 1, at + 4).find(({ stem, used: isUsed }) => !isUsed && tool.nameStems.includes(stem));
  const isNamed = used.some(
    (place) => (place.source !== token.source || place.end <= token.start) && ![...listed, ...flags].includes(place),
  );
  return thing !== undefined && (isOther || !isNamed);
}

/** Other relations are those of pronouns and of sides. */
const RELATING = /^(?:including|together|along|behalf|outside|beyond|someone's|somebody's)$/u;

/** "When does it open?", "see whether it is open": a question, and no condition. */
function isQuestionWord({ surface }: Token, before: Token | undefined, at: number): boolean {
  if (/^(?:when|whenever|whether|if|wherever)$/u.test(surface))
    return (
      (surface === 'when' && at === 0) ||
      // "The day when it was launched" is a day.
      (surface === 'when' && /^(?:day|date|time|hour|year|moment)$/u.test(before?.surface ?? '')) ||
      (before !== undefined &&
        /^(?:know|knowing|check|see|tell|me|us|out|wondering|ask|asking|determine|verify|confirm|and|or|sure|find)$/u.test(
          before.surface,
        ))
    );
  return false;
}

/** Within two words before a value, or right behind one. */
function qualifies(tokens: readonly Token[], at: number): boolean {
  if (tokens[at - 1]?.used === true) return true;
  return tokens
    .slice(at + 1, at + 4)
    .some((token, step, near) => token.used && near.slice(0, step).every(({ classed }) => classed.kind !== 'open'));
}

function isAmount({ surface }: Token): boolean {
  return (
    /^\p{N}/u.test(surface) ||
    /^(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|hundred|thousand)$/u.test(
      surface,
    )
  );
}
