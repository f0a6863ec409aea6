// Order: whether a text orders an act, and what it says beside it.
// In: the texts of a turn, the tool, and the places that its arguments use. Out: `order` with the words nobody accounts for, or `report`.
// Why: the ways to give an order are few and made of closed-class words, so an order is recognised as LEAD act OBJECT TAIL, matched
// whole; a report, a question, a condition or a quotation needs no list, because it does not read so. The act may be any word: that of
// the tool is known from the tool.

import { OPPOSITES } from '../text/lexicon.ts';
import { baseOf, isActVerb, verbClassOf } from '../text/verbs.ts';
import { stemOf } from '../text/words.ts';
import type { Tool } from '../tools/tools.ts';
import { overlaps } from '../values/assign.ts';
import type { Place } from '../values/candidate.ts';
import type { Source } from '../values/spans/span.ts';
import { isBound, isLasting } from './account.ts';
import { findQualified } from './changes.ts';
import { ASKING, LEAD, LEAD_ING, WANTS_DONE, WANTS_NEW, WANTS_THING } from './frames.ts';
import type { Account, Sentence, Token } from './sentences.ts';
import { readSentences } from './sentences.ts';

/** An order that was found: its act, and where the words begin that must be accounted for. */
interface Order {
  readonly act: Token;
  readonly tail: number;
}

type Ordered =
  | { readonly kind: 'order'; readonly acts: readonly Place[]; readonly loose: readonly Place[] }
  | { readonly kind: 'report' };

/** More orders of one act than this in a turn are pasted text. */
export const ORDERS_MAX = 16;

/** Read one turn for an order of the tool's act. */
export function readOrder(turn: readonly Source[], account: Account): Ordered {
  const acts: Place[] = [];
  const loose: Place[] = [];
  for (const source of turn) {
    let open = false;
    for (const sentence of readSentences(source, account)) {
      const order = findOrder(sentence, account);
      if (order !== null) {
        acts.push(order.act);
        open = true;
      } else if (!open && sentence.tokens.some(({ classed, used }) => !used && REPORTING.has(classed.list)))
        return { kind: 'report' };
      // What was said before the order, and uses a value, must not qualify it.
      if (!open || order !== null)
        loose.push(
          ...findQualified(sentence.tokens.slice(0, order === null ? undefined : order.tail), account).filter(() =>
            sentence.tokens.some(({ used }) => used),
          ),
        );
      if (open) loose.push(...findLoose(sentence.tokens.slice(order === null ? 0 : order.tail), account));
    }
  }
  return acts.length === 0 || acts.length > ORDERS_MAX ? { kind: 'report' } : { kind: 'order', acts, loose };
}

/** Before an order: words that attribute it to somebody else, or make it hypothetical. */
const REPORTING: ReadonlySet<string> = new Set(['report']);

/** Words of a turn that answers a question: none of them may be dropped either. */
export function readAnswer(turn: readonly Source[], account: Account): Place[] {
  // A question answers nothing.
  return turn.flatMap((source) =>
    readSentences(source, account).flatMap(({ tokens, asks }) =>
      asks ? tokens.slice(0, 1) : findLoose(tokens, account),
    ),
  );
}

/** The order in a sentence, or null. */
function findOrder(sentence: Sentence, account: Account): Order | null {
  const { tokens, text, start, asks } = sentence;
  const tagged = /,\s*(?:would|will|could|can) you\b|,?\s*please\b/iu.test(
    text.slice(sentence.tokens[0]?.end ?? start, sentence.end),
  );
  for (const [at, token] of tokens.entries()) {
    const chosen = token.used && account.chosen.some((place) => overlaps(place, token));
    if (token.used && !chosen && !isActForm(token, account.tool)) continue;
    const lead = text.slice(start, token.start).replaceAll('’', "'").toLowerCase();
    const form = chosen ? 'bare' : formOf(token, tokens[at + 1], account.tool);
    if (form === null) {
      const wanted = wantedThing(tokens, at, lead, account);
      if (wanted !== null && (!asks || ASKING.test(lead))) return { act: token, tail: wanted };
      continue;
    }
    if (asks && !ASKING.test(lead) && !tagged) continue;
    if (form === 'bare' && LEAD.test(lead) && hasObject(sentence, at, account)) return { act: token, tail: at + 1 };
    if (form === 'ing' && LEAD_ING.test(lead) && hasObject(sentence, at, account)) return { act: token, tail: at + 1 };
    if (form === 'done' && isWantedDone(tokens, at, lead, account)) return { act: token, tail: at + 1 };
    if (form !== 'done' && form !== 'ing' && WANTS_THING.test(lead)) return { act: token, tail: at + 1 };
  }
  return null;
}

type Form = 'bare' | 'ing' | 'done';

function isActForm(token: Token, tool: Tool): boolean {
  return tool.acts.has(token.stem) || tool.acts.has(stemOf(baseOf(token.surface)));
}

/** How a word says the tool's act, or one like it; null when it does not. */
function formOf(token: Token, next: Token | undefined, tool: Tool): Form | null {
  const { surface } = token;
  // "Shut down" for `shutdown`.
  const glued = next !== undefined && tool.acts.has(stemOf(`${surface}${next.surface}`));
  if (!glued && !isActForm(token, tool)) return isLike(surface, tool) ? 'bare' : null;
  if (baseOf(surface) !== surface) return 'done';
  const exact = tool.actWords.has(surface);
  if (exact || glued) return 'bare';
  if (surface.endsWith('ing')) return 'ing';
  if (/(?:ed|en)$/u.test(surface)) return 'done';
  return surface.endsWith('s') && !surface.endsWith('ss') ? null : 'bare';
}

/** Acts that are often said for one another: making, booking, buying and changing; setting and putting. Ending and sending are said by their own words. */
const MAKING: ReadonlySet<string> = new Set(['create', 'book', 'buy', 'update']);
const SETTING: ReadonlySet<string> = new Set(
  'set put log mark record arrange turn switch move submit upload enable disable remind toggle'.split(' '),
);

function isLike(surface: string, tool: Tool): boolean {
  // The "post" of publish_post is a thing.
  if (tool.nameWords.includes(surface)) return false;
  const kind = verbClassOf(surface);
  if (kind !== undefined && tool.verb === kind && kind !== 'find') return true;
  if (SETTING.has(surface) && [...tool.actWords].some((word) => SETTING.has(word))) return true;
  if (tool.verb === undefined || !MAKING.has(tool.verb)) return false;
  return (kind !== undefined && MAKING.has(kind)) || SETTING.has(surface);
}

/** "I need a taxi to …" orders one of a tool that makes, books or buys such a thing. */
function wantedThing(tokens: readonly Token[], at: number, lead: string, { tool }: Account): number | null {
  const [article, ...rest] = tokens.slice(at, at + 5);
  if (
    article === undefined ||
    !/^(?:an?|some|another)$/u.test(article.surface) ||
    tool.verb === undefined ||
    !MAKING.has(tool.verb) ||
    tool.verb === 'update' ||
    !WANTS_NEW.test(lead)
  )
    return null;
  const step = rest.findIndex(
    (token) => (tool.nameStems.includes(token.stem) && !tool.acts.has(token.stem)) || tool.acts.has(token.stem),
  );
  return step < 0 || rest.slice(0, step).some(({ classed, used }) => classed.kind !== 'open' && !used) ? null : at + 1;
}

/** "I want order 5 cancelled": between the wanting and the act stands only what it is done to. */
function isWantedDone(tokens: readonly Token[], at: number, lead: string, account: Account): boolean {
  const head = WANTS_DONE.exec(lead)?.[0];
  if (head === undefined) return false;
  const origin = (tokens[at]?.start ?? 0) - lead.length;
  const object = tokens.slice(0, at).filter(({ start }) => start >= origin + head.length);
  const next = tokens[at + 1];
  const sure = /make sure(?: that)?$/u.test(head);
  const said = sure
    ? object.filter(({ surface }) => !/^(?:is|are|gets?|be)$/u.test(surface))
    : object.filter(({ surface }, place) => !(surface === 'as' && place === object.length - 1));
  if (said.length === 0 || (sure && said.length === object.length)) return false;
  return (
    findLoose(said, account).length === 0 &&
    said.every(({ classed, used }) => used || classed.kind !== 'copula') &&
    (next === undefined || next.classed.kind !== 'open' || /^[,.]/u.test(next.source.text.slice(tokens[at]?.end)))
  );
}

/** What is acted on stands right behind the act: "refund of", "reset for" and "lock is" name things. */
function hasObject({ tokens, text, end }: Sentence, at: number, account: Account): boolean {
  let place = at + 1;
  const token = tokens[at] as Token;
  const next = tokens[place];
  if (
    /^\s*[=:](?!\/\/)/u.test(text.slice(token.end, end)) &&
    !account.used.some((used) => overlaps(used, { source: token.source, start: token.end, end: token.end + 2 }))
  )
    return false;
  if (next === undefined) return true;
  if (PARTICLES.has(next.surface) && !next.used) {
    if (deniesParticle(next.surface, account)) return false;
    place += 1;
  }
  for (const later of tokens.slice(place))
    if (
      FINAL_PARTICLES.has(later.surface) &&
      !later.used &&
      isClauseEnd(later, text) &&
      deniesParticle(later.surface, account)
    )
      return false;
  const object = tokens[place];
  if (object === undefined || object.used) return true;
  if (/[,;]\s*$/u.test(text.slice(token.end, object.start))) return true;
  switch (object.classed.kind) {
    case 'harmless':
      return true;
    case 'role':
      return ROLES_BEHIND.has(object.surface);
    case 'frame':
      return /^(?:me|us|you)$/u.test(object.surface);
    case 'changing':
      // The object may come later in the sentence.
      return object.classed.list !== 'report' && object.classed.list !== 'alternative';
    case 'open':
      return account.says.has(object.stem) || !isCompound(tokens, place);
    default:
      return false;
  }
}

/** "Refund policy", "lock status": nothing behind a bare noun makes it what is acted on. A word nobody knows may still be a value. */
function isCompound(tokens: readonly Token[], place: number): boolean {
  const next = tokens[place + 1];
  return next !== undefined && next.classed.kind === 'copula';
}

const PARTICLES: ReadonlySet<string> = new Set('on off in out up down back away over'.split(' '));
const FINAL_PARTICLES: ReadonlySet<string> = new Set('on off up down out'.split(' '));
/** "Reply to", "switch to": the rest makes a thing of the act. */
const ROLES_BEHIND: ReadonlySet<string> = new Set(['to', 'into', 'with', 'from', 'as', 'named', 'called']);

function isClauseEnd(token: Token, text: string): boolean {
  return /^\s*(?:$|[.,;!?])/u.test(text.slice(token.end));
}

/** The tool says the opposite of the particle. */
function deniesParticle(particle: string, { tool, names }: Account): boolean {
  if (tool.nameWords.includes(particle) || [...tool.actWords].some((act) => act.endsWith(particle))) return false;
  return OPPOSITES.some(
    ([a, b]) =>
      (a === particle && (tool.nameWords.includes(b) || names.has(b))) ||
      (b === particle && (tool.nameWords.includes(a) || names.has(a))),
  );
}

/** Words that neither the tool nor an argument accounts for, and that are not harmless where they stand. */
function findLoose(tokens: readonly Token[], account: Account): Place[] {
  const found: Place[] = [];
  tokens.forEach((token, at) => {
    if (!isAccounted(token, tokens, at, account))
      found.push({ source: token.source, start: token.start, end: token.end });
  });
  return found;
}

function isAccounted(token: Token, tokens: readonly Token[], at: number, account: Account): boolean {
  if (token.used) return true;
  const { classed, surface, stem } = token;
  const { tool, names, says, timed } = account;
  switch (classed.kind) {
    case 'harmless':
      return true;
    case 'open':
      return (
        says.has(stem) ||
        surface.length < 2 ||
        isMeasureBehind(tokens, at) ||
        isShortFor(stem, says) ||
        (tool.verb !== undefined && verbClassOf(surface) === tool.verb) ||
        TITLES.has(surface) ||
        COUNTED.has(surface)
      );
    case 'frame':
      return isFramed(tokens, at, account);
    case 'copula':
    case 'relative':
      return saysWhich(tokens, at);
    case 'role':
      return leadsToSaid(tokens, at, account) || names.has(surface) || (says.has(stem) && PARTICLES.has(surface));
    case 'join':
      return leadsToSaid(tokens, at, account) || surface === 'too';
    case 'changing':
      if (isMeasureBehind(tokens, at)) return true;
      if (names.has(surface) || isBound(tokens, at, account) || isLasting(tokens, at)) return true;
      if (classed.list === 'temporal' && (surface === 'today' || surface === 'tonight')) return !timed;
      // "But don't notify her": what is switched off says how, and about whom.
      if (
        surface === 'but' &&
        tokens[at + 1]?.used === true &&
        account.flags.some((place) => overlaps(place, tokens[at + 1] as Token))
      )
        return true;
      if (
        /^(?:her|him|anybody|anyone|everybody|everyone)$/u.test(surface) &&
        tokens[at - 1]?.used === true &&
        account.flags.some((place) => overlaps(place, tokens[at - 1] as Token))
      )
        return true;
      // "Play some music": as much as there is.
      if (surface === 'some' && tool.verb === 'play') return leadsToSaid(tokens, at, account);
      return classed.list === 'particle' && [...tool.actWords].some((act) => act.endsWith(surface) && act !== surface);
  }
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
    return before === undefined || isVerbal(before, account) || before.surface === 'for';
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
  for (const token of tokens.slice(at + 1)) {
    if (token.used) return true;
    if (token.classed.kind === 'open')
      return (
        account.says.has(token.stem) ||
        TITLES.has(token.surface) ||
        COUNTED.has(token.surface) ||
        isShortFor(token.stem, account.says)
      );
    if (token.classed.kind === 'changing') {
      if (isLasting(tokens, tokens.indexOf(token))) continue;
      return account.names.has(token.surface) || token.classed.list === 'temporal';
    }
    if (token.classed.kind === 'frame') return /^(?:me|us)$/u.test(token.surface) && tokens[at]?.surface === 'for';
    if (token.classed.kind === 'harmless' && token.classed.list === 'anaphor') return true;
  }
  return false;
}

/** "50 dollars", "two people": what is measured or counted is said with the number. */
function isMeasureBehind(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  return (
    before?.used === true &&
    MEASURES.has(tokens[at]?.surface ?? '') &&
    /\p{N}$|^(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty|thirty|forty|fifty|sixty)$/u.test(
      before.surface,
    )
  );
}

const MEASURES: ReadonlySet<string> = new Set(
  'min mins sec secs hrs dollar dollars euro euros cents yen rupees pounds usd eur gbp percent degrees celsius fahrenheit people persons person guests adults passengers minutes minute hours hour days day weeks week months month years year times items units pieces seats tickets nights copies replicas seconds miles km kilometers meters metres bucks'.split(
    ' ',
  ),
);
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
