// Order: whether a text orders an act, and what it says beside it.
// In: the texts of a turn, the tool, and the places that its arguments use. Out: `order` with the words nobody accounts for and the
// clauses that only say why, or `report`.
// Why: the ways to give an order are few and made of closed-class words, so an order is recognised as LEAD act OBJECT TAIL, matched
// whole from the beginning of a clause; a report, a question, a condition or a quotation needs no list, because it does not read so.
// The act may be any word: that of the tool is known from the tool, and senses.ts says what else is said for it.

import { PAST_VERBS, TOTALS } from '../text/lexicon.ts';
import { readScope, touches } from '../text/scope.ts';
import { overlaps } from '../values/assign.ts';
import type { Place } from '../values/candidate.ts';
import type { Source } from '../values/spans/span.ts';
import { findLoose, placeOf } from './accounted.ts';
import { findQualified } from './changes.ts';
import { clausesOf, isReason, startsOf } from './clauses.ts';
import { hasObject, isActForm, readForm } from './forms.ts';
import { ASKING, LEAD, LEAD_ING, LEAVE, LEAVE_GIVEN, WANTS_DONE, WANTS_NEW, WANTS_THING } from './frames.ts';
import { readNeed } from './needs.ts';
import type { Account, Sentence, Token } from './sentences.ts';
import { readSentences } from './sentences.ts';

/** An order that was found in a sentence. */
export interface Order {
  readonly act: Token;
  /** Index of the first word of its clause. */
  readonly from: number;
  /** Index from which words must be accounted for. */
  readonly tail: number;
  /** Words that belong to the act: "off" of "call it off". */
  readonly taken: readonly Token[];
  /** A thing is wanted, and no act named: "I need a taxi" may ask to find one as well. */
  readonly isWish?: boolean;
}

type Ordered =
  | {
      readonly kind: 'order';
      readonly acts: readonly Place[];
      readonly loose: readonly Place[];
      /** Clauses that only say why. */
      readonly idle: readonly Place[];
      /** An act is named, and not only a thing wanted. */
      readonly isNamed: boolean;
    }
  | { readonly kind: 'report' };

/** More orders of one act than this in a turn are pasted text. */
export const ORDERS_MAX = 16;

/** Read one turn for an order of the tool's act. */
export function readOrder(turn: readonly Source[], account: Account): Ordered {
  const acts: Place[] = [];
  const loose: Place[] = [];
  const idle: Place[] = [];
  let isNamed = false;
  for (const source of turn) {
    let open = false;
    let before: Sentence | null = null;
    for (const sentence of readSentences(source, account)) {
      if (sentence.tokens.length === 0) continue;
      const starts = startsOf(sentence, account);
      const order = findOrder(sentence, starts, account) ?? readNeed(sentence, starts, before, account);
      if (order === null && !open) {
        if (isReported(sentence, account)) return { kind: 'report' };
        loose.push(...qualified(sentence.tokens, sentence, account));
        if (account.tool.acting)
          loose.push(...sentence.tokens.filter((token, at) => isOpening(token, at, sentence.tokens)).map(placeOf));
        idle.push(stretch(sentence.tokens));
      } else {
        if (order !== null) {
          acts.push(order.act);
          isNamed ||= order.isWish !== true;
          loose.push(...qualified(sentence.tokens.slice(0, order.tail), sentence, account));
          idle.push(
            ...clausesOf(sentence.tokens, starts, 0, order.from)
              .filter((clause) => findLoose(clause, account).length > 0)
              .map(stretch),
          );
        }
        const behind = readBehind(sentence, starts, order, account);
        loose.push(...behind.loose.map(placeOf));
        idle.push(...behind.idle.map(stretch));
        open = true;
      }
      before = sentence;
    }
  }
  return acts.length === 0 || acts.length > ORDERS_MAX
    ? { kind: 'report' }
    : { kind: 'order', acts, loose, idle, isNamed };
}

/** A sentence before an order that begins so makes all that follows conditional, or hearsay. */
function isOpening({ classed, surface, used }: Token, at: number, tokens: readonly Token[]): boolean {
  return (
    at === 0 &&
    !used &&
    !isDoer(tokens) &&
    (/^(?:condition|hedge|exception)$/u.test(classed.list) ||
      /^(?:never|don['’]t|eventually|sometimes|someday|in|as|rather)$/u.test(surface))
  );
}

/** "Somebody moved it.": who did something, told as done. */
function isDoer([who, verb]: readonly Token[]): boolean {
  return (
    /^(?:somebody|someone)$/u.test(who?.surface ?? '') &&
    verb !== undefined &&
    (PAST_VERBS.has(verb.surface) ||
      (verb.classed.kind === 'open' && /ed$/u.test(verb.surface)) ||
      IRREGULAR.test(verb.surface))
  );
}

/** Past forms with a prefix, of verbs that bend. */
const IRREGULAR =
  /^(?:over|under|mis|re|un|out)(?:wrote|wrought|took|ran|did|sent|set|read|paid|drew|threw|put|spent|made)$/u;

function stretch(tokens: readonly Token[]): Place {
  const [first] = tokens as readonly [Token];
  return { source: first.source, start: first.start, end: tokens.at(-1)?.end ?? first.end };
}

/** What was said before an order, and uses a value, must not qualify it. */
function qualified(tokens: readonly Token[], { tokens: all }: Sentence, account: Account): Place[] {
  return all.some(({ used }) => used) ? findQualified(tokens, account) : [];
}

/** Before an order: words that attribute it to somebody else, or make it hypothetical. */
function isReported({ tokens }: Sentence, account: Account): boolean {
  if (HYPOTHETICAL.has(tokens[0]?.surface ?? '')) return true;
  return tokens.some(({ classed, used, stem }) => !used && classed.list === 'report' && !account.says.has(stem));
}

const HYPOTHETICAL: ReadonlySet<string> = new Set(
  'imagine suppose pretend assume assuming say hypothetically theoretically'.split(' '),
);

/** Behind an act: the words that nothing accounts for, without those of clauses that only say why. */
function readBehind(
  sentence: Sentence,
  starts: readonly number[],
  order: Order | null,
  account: Account,
): { readonly loose: readonly Token[]; readonly idle: readonly (readonly Token[])[] } {
  const { tokens, asks } = sentence;
  const from = order?.tail ?? 0;
  const again = new Set(starts.flatMap((start) => (start < from ? [] : leadAgain(sentence, start, account))));
  const loose = findLoose(tokens.slice(from), account, new Set(order?.taken)).filter((token) => !again.has(token));
  const clauses = clausesOf(tokens, starts, from, tokens.length);
  const idle = clauses.filter(
    (clause, at) =>
      (order === null || at > 0) &&
      !(asks && order === null) &&
      loose.some((token) => clause.includes(token)) &&
      isReason(clause, 'behind', account),
  );
  return { loose: loose.filter((token) => !idle.some((clause) => clause.includes(token))), idle };
}

/** "…, can you start sanding it?": the words that order the same act once more. */
function leadAgain(sentence: Sentence, from: number, account: Account): readonly Token[] {
  const { tokens } = sentence;
  for (let at = from; at < tokens.length && at < from + LEAD_LENGTH_MAX; at += 1) {
    const order = orderAt(sentence, from, at, account);
    if (order !== null && order.isWish !== true) return tokens.slice(from, at + 1);
  }
  return [];
}

/** Words of a turn that answers a question: none of them may be dropped either. */
export function readAnswer(turn: readonly Source[], account: Account): Place[] {
  // A question answers nothing.
  return turn.flatMap((source) =>
    readSentences(source, account).flatMap(({ tokens, asks }) =>
      (asks ? tokens.slice(0, 1) : findLoose(tokens, account)).map(placeOf),
    ),
  );
}

/** The order in a sentence, or null. */
function findOrder(sentence: Sentence, starts: readonly number[], account: Account): Order | null {
  const { tokens } = sentence;
  for (const from of starts) {
    if (from > 0 && !isHarmlessBefore(tokens, starts, from, account)) return null;
    for (const first of [from, ...behindFronted(tokens, from, account)])
      for (let at = first; at < tokens.length && at < first + LEAD_LENGTH_MAX; at += 1) {
        const order = orderAt(sentence, first, at, account);
        if (order !== null) return isQuoted(order.act) ? null : order;
      }
  }
  return null;
}

/** An act inside quotation marks is quoted, though a value beside it is used. */
function isQuoted({ used, source, start, end }: Token): boolean {
  return !used && touches(readScope(source.text).quoted, start, end);
}

/** "In WB-204 open a gate": where the act is done, or to what, stands in front of it, and an argument takes it. */
function behindFronted(tokens: readonly Token[], from: number, account: Account): number[] {
  if (!FRONTED.has(tokens[from]?.surface ?? '')) return [];
  const value = tokens.findIndex(({ used }, at) => at > from && used);
  const place = account.used.find((one) => overlaps(one, tokens[value] ?? NOWHERE));
  if (place === undefined || value > from + FRONTED_LENGTH_MAX) return [];
  const behind = tokens.findIndex((token, at) => at > value && !overlaps(place, token));
  return behind > 0 && findLoose(tokens.slice(from, behind), account).length === 0 ? [behind] : [];
}

const FRONTED: ReadonlySet<string> = new Set('in on for to from at under'.split(' '));
const NOWHERE: Place = { source: { path: '', text: '', age: 0 }, start: 0, end: 0 };
/** Words between the preposition and its value. */
const FRONTED_LENGTH_MAX = 4;

/** No lead has so many words. */
const LEAD_LENGTH_MAX = 24;

/** What stands before the clause of an order is accounted for, or says why. */
function isHarmlessBefore(tokens: readonly Token[], starts: readonly number[], to: number, account: Account): boolean {
  const last = tokens[to - 1] as Token;
  // "The sign reads: …" quotes; "we are full: …" does not.
  const isQuoted = /^\s*:/u.test(last.source.text.slice(last.end));
  return clausesOf(tokens, starts, 0, to).every(
    (clause) =>
      (findLoose(clause, account).length === 0 && (!isQuoted || clause.some(({ used }) => used))) ||
      ((!isQuoted || /^(?:i|we)\b/u.test(clause[0]?.surface ?? '')) && isReason(clause, 'before', account)),
  );
}

function orderAt(sentence: Sentence, from: number, at: number, account: Account): Order | null {
  const { tokens, text, start, asks } = sentence;
  const token = tokens[at] as Token;
  const isOption = token.used && [...account.flags, ...account.listed].some((place) => overlaps(place, token));
  const chosen = token.used && account.chosen.some((place) => overlaps(place, token));
  if (token.used && !chosen && !isOption && !isActForm(token, account.tool)) return null;
  // "Rebooting 4021" tells what somebody is doing.
  const chosenForm = token.surface.endsWith('ing') ? 'ing' : 'bare';
  const said = chosen ? ({ form: chosenForm, with: [] } as const) : readForm(tokens, at, account);
  // Most words say no act, and most tools make nothing that could be wished for.
  if (said === null && account.tool.makes.size === 0) return null;
  const opening = from === 0 ? start : (tokens[from] as Token).start;
  const lead = text
    .slice(opening, startOfAct(tokens, at, from, account))
    .replaceAll('’', "'")
    .toLowerCase();
  if (asks && !ASKING.test(lead) && !isTagged(sentence)) return null;
  const found = (tail: number, taken: readonly Token[] = []): Order => ({ act: token, from, tail, taken });
  if (said === null) {
    const wanted = wantedThing(tokens, at, lead, account) ?? (from === 0 ? telegram(tokens, at, lead, account) : null);
    return wanted === null ? null : { ...found(wanted), isWish: true };
  }
  const { form } = said;
  if (form === 'bare' && givesLeave(sentence, from, at, lead) && hasObject(sentence, at, said, account))
    return found(at + 1, said.with);
  if (form === 'bare' && LEAD.test(lead) && hasObject(sentence, at, said, account)) return found(at + 1, said.with);
  if (form === 'ing' && LEAD_ING.test(lead) && hasObject(sentence, at, said, account)) return found(at + 1);
  if (form === 'done' && isWantedDone(tokens, at, lead, account)) return found(at + 1);
  if (form === 'bare' && WANTS_THING.test(lead)) return found(at + 1);
  return null;
}

/** "Ok you can close K-7", "we are through with K-7, you can close it now": who says so wants it done. */
function givesLeave({ tokens, asks }: Sentence, from: number, at: number, lead: string): boolean {
  if (asks || /^[\s,]*$/u.test(lead)) return false;
  if (LEAVE_GIVEN.test(lead)) return tokens.slice(at + 1).some(({ used }) => used);
  if (!LEAVE.test(lead)) return false;
  const isNow = tokens.at(-1)?.surface === 'now';
  return from > 0
    ? tokens.slice(0, from).some(({ used }) => used) && /^(?:it|them|this|that)$/u.test(tokens[at + 1]?.surface ?? '')
    : isNow && tokens.slice(at + 1).some(({ used }) => used);
}

/** "Dry run it", "squash and merge it", "permanently delete it": what says how stands before the act. */
function startOfAct(tokens: readonly Token[], at: number, from: number, { flags, listed }: Account): number {
  let first = at;
  const saysHow = (token: Token | undefined): boolean =>
    token !== undefined &&
    ((token.used && [...flags, ...listed].some((place) => overlaps(place, token))) || TOTALS.has(token.surface));
  while (first > from) {
    if (saysHow(tokens[first - 1])) first -= 1;
    else if (tokens[first - 1]?.surface === 'and' && first - 1 > from && saysHow(tokens[first - 2])) first -= 2;
    else break;
  }
  return (tokens[first] as Token).start;
}

/** "…, would you?", "…, please?": a question that asks for something at its end. */
function isTagged({ tokens, text, start, end }: Sentence): boolean {
  return /,\s*(?:would|will|could|can) you\b|,?\s*please\b/iu.test(text.slice(tokens[0]?.end ?? start, end));
}

/** "I need a taxi to …", "new ticket for …" orders one of a tool that makes, books or buys such a thing. */
function wantedThing(tokens: readonly Token[], at: number, lead: string, { tool, listed }: Account): number | null {
  if (tool.makes.size === 0) return null;
  const [article, ...rest] = tokens.slice(at, at + 6);
  if (article === undefined) return null;
  const isNew = /^(?:new|another)$/u.test(article.surface);
  const isOne = /^(?:an?|some|one)$/u.test(article.surface);
  if ((!isNew && !isOne) || !WANTS_NEW.test(lead)) return null;
  // "I need a siding …": a kind of the thing that the tool makes, from its own list.
  const isKind = (token: Token): boolean => token.used && listed.some((place) => overlaps(place, token));
  const step = rest.findIndex((token) => tool.makes.has(token.stem) || tool.acts.has(token.stem) || isKind(token));
  if (step < 0 || rest.slice(0, step).some(isBetween)) return null;
  // "A ticket …" alone may be told; "a new ticket …" asks for one, as "I need a ticket" does.
  const isAskedFor = isNew || rest.slice(0, step).some(({ surface }) => /^(?:new|more)$/u.test(surface));
  return isAskedFor || !BARE.test(lead) ? at + 1 : null;
}

/**
 * "Private viewing on Friday, title: Spring Fair": no verb at all, first the thing that the tool makes, and a value behind its own label.
 * Who tells something uses a verb.
 */
function telegram(tokens: readonly Token[], at: number, lead: string, account: Account): number | null {
  const { tool, listed, flags } = account;
  const isMade = (token: Token | undefined): boolean =>
    token !== undefined && !token.used && tool.makes.has(token.stem);
  // "Payment intent": the name of the thing has two words.
  // "Sick leave for …" is a kind of it that the tool lists.
  const isKind = tokens[at]?.used === true && listed.some((place) => overlaps(place, tokens[at] ?? NOWHERE));
  const noun = tokens[isMade(tokens[at]) && isMade(tokens[at + 1]) ? at + 1 : at];
  const next = noun === undefined ? undefined : tokens[tokens.indexOf(noun) + 1];
  if (noun === undefined || (!isMade(noun) && !(isKind && tool.makes.size > 0)) || at > TELEGRAM_LEAD_MAX) return null;
  // Several are talked about.
  if (/[^s]s$/u.test(noun.surface)) return null;
  const saysHow = (token: Token): boolean =>
    token.used && [...flags, ...listed].some((place) => overlaps(place, token));
  if (!tokens.slice(0, at).every(saysHow) || (at === 0 && !BARE.test(lead))) return null;
  if (next === undefined || (!next.used && next.classed.kind === 'open') || next.surface === 'of') return null;
  const isPlain = tokens.every(
    ({ used, classed }) => used || !/^(?:copula|frame|relative|changing)$/u.test(classed.kind),
  );
  const isLabelled = tokens.some(
    (token, place) => place > at && !token.used && isLabelOf(token, account) && tokens[place + 1]?.used === true,
  );
  return isPlain && (isLabelled || endsPolitely(tokens)) ? tokens.indexOf(noun) + 1 : null;
}

/** "A wake-up call for 12 at six, please": who tells something says no please. */
function endsPolitely(tokens: readonly Token[]): boolean {
  return /^(?:please|pls|plz)$/u.test(tokens.at(-1)?.surface ?? '') && tokens.some(({ used }) => used);
}

const TELEGRAM_LEAD_MAX = 2;

/** A title, a name, or the word of an argument's name, with the argument right behind it. */
function isLabelOf({ stem, surface, end, source }: Token, { places, named }: Account): boolean {
  return (
    (named.has(stem) || /^(?:title|name|subject)$/u.test(surface)) &&
    places.some(({ places: own }) =>
      own.some(
        (place) =>
          place.source === source &&
          !/[,;?]/u.test(source.text.slice(place.start, place.end)) &&
          /^(?:: ?| )["'“]?$/u.test(source.text.slice(end, Math.max(end, place.start))),
      ),
    )
  );
}

/** No opening but courtesy: nobody says that something is wanted. */
const BARE = /^(?:[\s,.!]|please|pls|hi|hello|hey|ok|okay|thanks)*$/iu;

function isBetween({ classed, used, surface }: Token): boolean {
  return classed.kind !== 'open' && !used && !/^(?:new|more)$/u.test(surface);
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
