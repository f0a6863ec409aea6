// Accounted: whether a word of a request is said by what would be sent, or changes nothing where it stands.
// In: the words of a clause and what accounts for them. Out: the places of the words that nothing accounts for.
// Why: nothing that was said is dropped in silence. A content word needs the tool or an argument that says it, a function word its
// class, and what is harmless only before a value must stand before one.

import { CARRIERS, KINDS, LIKED, LINKS, RELATIVES, TOTALS } from '../text/lexicon.ts';
import { isActVerb, verbClassOf } from '../text/verbs.ts';
import { overlaps } from '../values/assign.ts';
import type { Place } from '../values/candidate.ts';
import { textAt } from '../values/candidate.ts';
import { isBound, isComparedAgain, isLasting } from './account.ts';
import {
  agrees,
  changesBy,
  endsBehindUsed,
  endsClause,
  isActOnAct,
  isApposed,
  isCompoundEnd,
  isDefault,
  isDescribed,
  isFiledUnder,
  isHaste,
  isMeasureBehind,
  isNeeded,
  isOwnPlural,
  isOwnUnit,
  isPart,
  leadsToDay,
  leadsToOwn,
  leadsToReason,
  statesOwn,
  wasElsewhere,
  willBe,
} from './beside.ts';
import { isActForm, isSameWith, PARTICLES } from './forms.ts';
import type { Account, Token } from './sentences.ts';

/** Words that neither the tool nor an argument accounts for, and that are not harmless where they stand. */
export function findLoose(tokens: readonly Token[], account: Account, taken: ReadonlySet<Token> = NONE): Token[] {
  return tokens.filter(
    (token, at) =>
      !taken.has(token) &&
      !isAccounted(token, tokens, at, account) &&
      // "Bump it up to high": the particle belongs to the verb, and the rest leads to a value.
      !(/^(?:to|of)$/u.test(token.surface) && at > 0 && taken.has(tokens[at - 1] as Token) && leadsToUsed(tokens, at)),
  );
}

const NONE: ReadonlySet<Token> = new Set();

export function placeOf({ source, start, end }: Token): Place {
  return { source, start, end };
}

function isAccounted(token: Token, tokens: readonly Token[], at: number, account: Account): boolean {
  if (token.used) return true;
  const { classed, surface } = token;
  const { names, says } = account;
  if (carries(tokens, at, account) || isNeeded(tokens, at, account) || isCompoundEnd(tokens, at, account)) return true;
  if (surface === 'ending' && leadsToDigits(tokens, at)) return true;
  // "Power it off, then on again": a second act behind the one that a value says.
  if (account.chosen.length > 0 && /^(?:then|again|afterwards)$/u.test(surface)) return false;
  switch (classed.kind) {
    case 'harmless':
      return true;
    case 'open':
      if (isActOnAct(token, tokens, at, account) || isPart(tokens, at, account)) return false;
      return isSaid(token, tokens, at, account) || isHaste(token, account);
    case 'frame':
      return isFramed(tokens, at, account) || willBe(tokens, at, account) || statesOwn(tokens, at, account);
    case 'copula':
      return (
        statesOwn(tokens, at, account) || (saysWhich(tokens, at) && !wasElsewhere(tokens, at)) || agrees(tokens, at)
      );
    case 'relative':
      return saysWhich(tokens, at);
    case 'role':
      if (surface === 'by' && (changesBy(tokens, at, account) || leadsToDay(tokens, at, account))) return false;
      return leadsToSaid(tokens, at, account) || names.has(surface) || (says.has(token.stem) && PARTICLES.has(surface));
    case 'join':
      if (statesOwn(tokens, at + 1, account)) return true;
      return leadsToSaid(tokens, at, account) || surface === 'too' || tokens[at + 1]?.classed.list === 'idiom';
    case 'changing':
      return isTaken(tokens, at, account);
  }
}

/** A content word that the tool, an argument or a number before it says. */
function isSaid(
  { surface, stem, source, end }: Token,
  tokens: readonly Token[],
  at: number,
  account: Account,
): boolean {
  const { says, tool } = account;
  return (
    says.has(stem) ||
    surface.length < 2 ||
    // "Re-estimate it".
    (surface === 're' && /^-/u.test(source.text.slice(end))) ||
    isMeasureBehind(tokens, at, account) ||
    isOwnUnit(tokens, at, account) ||
    isShortFor(stem, says) ||
    (tool.verb !== undefined && verbClassOf(surface) === tool.verb && !isJoined(tokens[at - 1])) ||
    TITLES.has(surface) ||
    COUNTED.has(surface) ||
    (tool.acting && TOTALS.has(surface)) ||
    (KINDS.has(surface) && isBehindSaid(tokens, at, says)) ||
    (RELATIVES.has(surface) && isApposed(tokens, at)) ||
    statesOwn(tokens, at, account) ||
    (LIKED.has(surface) && leadsToOwn(tokens, at, says)) ||
    (LINKS.has(surface) && leadsToUsed(tokens, at))
  );
}

/** "The card ending in 0417": the last digits of a number. */
function leadsToDigits(tokens: readonly Token[], at: number): boolean {
  const next = /^(?:in|with)$/u.test(tokens[at + 1]?.surface ?? '') ? tokens[at + 2] : tokens[at + 1];
  return next?.used === true && /^\d{3,6}$/u.test(next.surface);
}

/** "Turbo mode", "customer record": right behind a value, or behind a word of the tool. */
function isBehindSaid(tokens: readonly Token[], at: number, says: ReadonlySet<string>): boolean {
  const before = tokens[at - 1];
  return before !== undefined && (before.used || (before.classed.kind === 'open' && says.has(before.stem)));
}

/** Behind a joint a verb is a second act. */
function isJoined(before: Token | undefined): boolean {
  return before === undefined || /^(?:and|then|also|or|plus)$/u.test(before.surface);
}

/** "… and add a video link", "… and tag it as urgent": verbs that only bring an argument. */
function carries(tokens: readonly Token[], at: number, { tool, flags, used }: Account): boolean {
  const token = tokens[at] as Token;
  if (!tool.acting || !CARRIERS.has(token.surface) || used.length < 2) return false;
  const before = tokens[at - 1];
  // "Say 50" gives an example; what is said is a text.
  if (token.surface === 'say' && /^\p{N}/u.test(tokens[at + 1]?.surface ?? '')) return false;
  const opens =
    before === undefined ||
    before.classed.kind === 'join' ||
    before.surface === 'please' ||
    isBehindComma(before, token);
  return (
    opens &&
    (leadsToUsed(tokens, at) || flags.some((place) => tokens.slice(at + 1, at + 6).some((one) => overlaps(place, one))))
  );
}

function isBehindComma(before: Token, token: Token): boolean {
  return /[,;:]/u.test(token.source.text.slice(before.end, token.start));
}

/** Only small words, or words of kinds, stand before the next value. */
function leadsToUsed(tokens: readonly Token[], at: number): boolean {
  for (const token of tokens.slice(at + 1, at + LEAD_MAX)) {
    if (token.used) return true;
    if (token.classed.kind === 'open' || token.classed.kind === 'changing') return false;
  }
  return false;
}

const LEAD_MAX = 6;

/** A changing word that an argument takes, or that changes nothing here. */
function isTaken(tokens: readonly Token[], at: number, account: Account): boolean {
  const { classed, surface } = tokens[at] as Token;
  const { tool, names, timed, flags } = account;
  if (isMeasureBehind(tokens, at, account) || pointsBack(tokens, at, account)) return true;
  // "Mark it as done", where the tool marks as done.
  if (classed.list === 'unclassed' && tool.descriptionWords.includes(surface)) return true;
  // "I told him 25 minutes" for a parameter that says what was told.
  if (classed.list === 'report' && account.says.has((tokens[at] as Token).stem)) return leadsToUsed(tokens, at + 1);
  if (
    (names.has(surface) && isNearOwn(tokens, at, account) && !isComparedAgain(tokens, at)) ||
    isBound(tokens, at, account) ||
    isLasting(tokens, at, tool.acting)
  )
    return true;
  // A tool that acts would do now what is wanted tonight.
  if (classed.list === 'temporal' && (surface === 'today' || (surface === 'tonight' && !tool.acting)))
    // "For today" says how long.
    return !timed && !(tool.acting && tokens[at - 1]?.surface === 'for');
  if (surface === 'another' && addsMore(tokens, at, account)) return true;
  // "Because of rain", where rain is one of the reasons that a parameter lists.
  if (surface === 'because') return leadsToReason(tokens, at, account);
  if (surface === 'should' && saysParameter(tokens, at, account)) return true;
  if (surface === 'about' && tellsAbout(tokens, at, account)) return true;
  if (surface === 'under' && isFiledUnder(tokens, at, account)) return true;
  if (classed.list === 'quantifier' && isDefault(surface, tool)) return true;
  const isFlag = (token: Token | undefined): boolean =>
    token?.used === true && flags.some((place) => overlaps(place, token));
  // "But don't notify her": what is switched off says how, and about whom.
  if (surface === 'but' && isFlag(tokens[at + 1])) return true;
  // In front of a thing "her" says whose it is.
  const owned = tokens[at + 1];
  const isOwner = surface === 'her' && (owned?.used === true || owned?.classed.kind === 'open');
  // "Let her edit it", where a flag says so.
  if (/^(?:her|him|them)$/u.test(surface) && /^(?:let|allow)$/u.test(tokens[at - 1]?.surface ?? '') && isFlag(owned))
    return true;
  if (/^(?:her|him|anybody|anyone|everybody|everyone)$/u.test(surface) && isFlag(tokens[at - 1])) return !isOwner;
  // "Only for MUG-7": that value and no other, as it is sent.
  if (/^(?:only|just)$/u.test(surface))
    return tool.acting && (leadsToUsed(tokens, at) || (surface === 'only' && endsBehindUsed(tokens, at)));
  // "Unpin it again": once more is how often it is done, not what.
  if (surface === 'again') return tool.acting && endsClause(tokens, at);
  // "Close all tabs of Ann" with close_tabs: the tool's own plural is all of them.
  if (surface === 'all') return tool.acting && (isOwnPlural(tokens, at, account) || isDescribed(tokens, at, account));
  if (/^(?:when|below|above|under|over)$/u.test(surface)) return tool.acting && isDescribed(tokens, at, account);
  // "15 % off": a part of what is counted.
  const before = tokens[at - 1];
  const gap = before === undefined ? '' : before.source.text.slice(before.end, tokens[at]?.start);
  if (surface === 'off' && (gap.includes('%') || before?.surface === 'percent'))
    return before?.used === true || tokens[at - 2]?.used === true;
  // "Play some music": as much as there is.
  if (surface === 'some' && tool.verb === 'play') return leadsToSaid(tokens, at, account);
  // "Turn it down to 5": the value says how far.
  if (/^(?:up|down)$/u.test(surface) && /^(?:to|at)$/u.test(tokens[at + 1]?.surface ?? '') && leadsToUsed(tokens, at))
    return true;
  // "Send out INV-5": the particle adds nothing to the verb before it.
  if (classed.list === 'particle' && isSameWith(tokens[at] as Token, tool)) return true;
  return classed.list === 'particle' && [...tool.actWords].some((act) => act.endsWith(surface) && act !== surface);
}

/** The "after" of `close_after` is said beside its own value; elsewhere it is another word. */
function isNearOwn(tokens: readonly Token[], at: number, { tool, places }: Account): boolean {
  const { surface, classed } = tokens[at] as Token;
  if (!/^(?:comparator|condition)$/u.test(classed.list) || tool.nameWords.includes(surface)) return true;
  const owners = places.filter(({ words }) => words.has(surface));
  if (owners.length === 0) return true;
  const near = tokens.slice(Math.max(0, at - NEAR_OWN), at + NEAR_OWN + 1);
  return owners.some((one) => one.places.some((place) => near.some((token) => token.used && overlaps(place, token))));
}

/** Words between a name and its value. */
const NEAR_OWN = 4;

/** "For another 3 nights": so many more, where the act or the parameter adds. */
function addsMore(tokens: readonly Token[], at: number, { tool, says }: Account): boolean {
  const next = tokens[at + 1];
  return (
    next?.used === true &&
    /^\p{N}/u.test(next.surface) &&
    (['add', 'extend', 'renew', 'prolong'].some((act) => tool.actWords.has(act)) ||
      ['add', 'extra', 'addit', 'further'].some((stem) => says.has(stem)))
  );
}

/** "It should close after 9 days": said of the thing of the order, with the name of a parameter and its value. */
function saysParameter(tokens: readonly Token[], at: number, account: Account): boolean {
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  return (
    before !== undefined &&
    next !== undefined &&
    (/^(?:it|they|this|that)$/u.test(before.surface) || account.tool.nameStems.includes(before.stem)) &&
    (next.used || next.surface === 'be' || account.named.has(next.stem)) &&
    (next.used || leadsPast(tokens, at + 1))
  );
}

/** A used value stands behind, with nothing but harmless words and words of its role between. */
function leadsPast(tokens: readonly Token[], at: number): boolean {
  for (const { used, classed } of tokens.slice(at + 1, at + LEAD_MAX)) {
    if (used) return true;
    if (classed.kind === 'open' || classed.list === 'negation') return false;
  }
  return false;
}

/** "Remind Ann about INV-5": what somebody is told about; before a number it would be a guess, and an address is told. */
function tellsAbout(tokens: readonly Token[], at: number, { tool: { actWords }, flags, used }: Account): boolean {
  const next = tokens[at + 1];
  const place = next === undefined ? undefined : used.find((one) => overlaps(one, next));
  return (
    next?.used === true &&
    !/^\p{N}+$/u.test(next.surface) &&
    !flags.some((one) => overlaps(one, next)) &&
    !(place !== undefined && textAt(place).includes('@')) &&
    TELLING.some((act) => actWords.has(act)) &&
    // Somebody is told: a value stands before it.
    tokens.slice(0, at).some(({ used }) => used)
  );
}

const TELLING = ['remind', 'notify', 'tell', 'inform', 'alert', 'ask', 'email', 'message', 'ping', 'reminder'];

/** "Put him on the list": whoever was named before. */
function pointsBack(tokens: readonly Token[], at: number, { tool, used, flags }: Account): boolean {
  const { surface, source, start } = tokens[at] as Token;
  return (
    tool.acting &&
    /^(?:him|her|his|their|he|she|they)$/u.test(surface) &&
    tokens[at + 1]?.used !== true &&
    used.some((place) => place.source === source && place.end <= start && !flags.includes(place))
  );
}

/** "Which is ORD-5", "whose id is ORD-5": small words inside the phrase of a value. What "is done" is told. */
function saysWhich(tokens: readonly Token[], at: number): boolean {
  const next = tokens
    .slice(at + 1)
    .find(
      ({ classed, used }) =>
        used ||
        (classed.kind !== 'harmless' &&
          classed.kind !== 'role' &&
          classed.kind !== 'copula' &&
          classed.kind !== 'open'),
    );
  return at > 0 && next?.used === true;
}

/** "Me" right behind the act or behind "for"; a courtesy at the end. */
function isFramed(tokens: readonly Token[], at: number, account: Account): boolean {
  const { surface } = tokens[at] as Token;
  const before = tokens[at - 1];
  if (/^(?:me|us)$/u.test(surface))
    return (
      before === undefined || isVerbal(before, account) || before.surface === 'for' || CARRIERS.has(before.surface)
    );
  return isCourtesy(tokens, at);
}

/** "… , could you", "… would you please": at the end of a sentence. */
function isCourtesy(tokens: readonly Token[], at: number): boolean {
  const end = tokens.slice(at);
  return (
    end.length <= 3 &&
    /^(?:can|could|will|would) (?:you|u)(?: please| pls)?$|^(?:you|u)(?: please| pls)?$/u.test(
      end.map(({ surface }) => surface).join(' '),
    )
  );
}

function isVerbal(token: Token, { tool }: Account): boolean {
  return isActForm(token, tool) || isActVerb(token.surface);
}

/** Behind a role or a joint only small words stand before what is used or said. */
function leadsToSaid(tokens: readonly Token[], at: number, account: Account): boolean {
  for (const [step, token] of tokens.slice(at + 1).entries()) {
    if (token.used) return true;
    if (carries(tokens, at + 1 + step, account)) continue;
    if (token.classed.kind === 'open') {
      // The "e" of "e-mail".
      if (token.surface.length < 2) continue;
      if (RELATIVES.has(token.surface) && isApposed(tokens, at + 1 + step)) return true;
      if (LIKED.has(token.surface)) continue;
      return (
        account.says.has(token.stem) ||
        TITLES.has(token.surface) ||
        COUNTED.has(token.surface) ||
        isShortFor(token.stem, account.says)
      );
    }
    if (token.classed.kind === 'changing') {
      if (isLasting(tokens, at + 1 + step, account.tool.acting)) continue;
      // "For when it drops", where the tool says when.
      if (/^(?:when|all)$/u.test(token.surface)) return isTaken(tokens, at + 1 + step, account);
      if (
        isTaken(tokens, at + 1 + step, account) &&
        (token.classed.list === 'unclassed' || /^(?:another|he|she|they|her|him|them)$/u.test(token.surface))
      )
        continue;
      return account.names.has(token.surface) || token.classed.list === 'temporal';
    }
    if (token.classed.kind === 'frame') {
      if (/^(?:me|us)$/u.test(token.surface) && CARRIERS.has(tokens[at + step]?.surface ?? '')) continue;
      return /^(?:me|us)$/u.test(token.surface) && tokens[at]?.surface === 'for';
    }
    if (token.classed.kind === 'harmless' && token.classed.list === 'anaphor') return true;
  }
  return false;
}

/** Words that only say that a name or a number follows. */
const TITLES: ReadonlySet<string> = new Set('mr mrs ms dr sir madam id number no account user called'.split(' '));
const COUNTED: ReadonlySet<string> = new Set('people persons person group party'.split(' '));

/** "Config" for a tool that says configuration. */
function isShortFor(stem: string, says: ReadonlySet<string>): boolean {
  return (
    stem.length >= SHORT_LENGTH_MIN &&
    [...says].some((one) => one.length >= SHORT_LENGTH_MIN && (one.startsWith(stem) || stem.startsWith(one)))
  );
}

/** Unrelated words share shorter prefixes. */
const SHORT_LENGTH_MIN = 5;
