// Posed: whether the last turn orders what a tool does, or only speaks of it.
// In: the last turn and the tool that leads. Out: `order`, `report` (a question about an act, a condition, what others said, what is
// past or taken back) or `use` (how a tool works). Why: "how do I delete all files?", "he told me to delete all files" and "delete
// all files? no!" hold every word of the order. What changes the world needs the order itself (ordered.ts), and everything else is a
// question. A tool that only looks may answer all but questions about its own use.

import { overlaps } from './assign.ts';
import type { Place } from './candidate.ts';
import { asksUs, baseOf, isOrdered } from './ordered.ts';
import { readScope, touches } from './scope.ts';
import type { Stretch } from './scope.ts';
import type { Source } from './spans/span.ts';
import type { Tool } from './tools.ts';
import { ACTING_CLASSES, isActing, isNoun, isOtherAct, isThought, verbClassOf } from './verbs.ts';
import { readWords, stemOf } from './words.ts';
import type { Word } from './words.ts';

export type Posed = 'order' | 'report' | 'use';

/** How the turn speaks of the tool, and where it orders its act; no place when nothing had to be ordered. */
export interface Reading {
  readonly posed: Posed;
  readonly orders: readonly Place[];
}

/** `explained` are the places of arguments sent: a negation that one of them took is no exception. An answer to a question states what was asked. */
export function readPosed(turn: readonly Source[], tool: Tool, explained: readonly Place[], isAnswer: boolean): Reading {
  const none = (posed: Posed): Reading => ({ posed, orders: [] });
  const spoken = turn.map((source) => ({ source, text: spokenOf(source) }));
  if (spoken.some(({ text }) => USE.test(text))) return none('use');
  if (!isActing(tool)) return none('order');
  if (spoken.some(({ text }) => REPORTS.some((pattern) => pattern.test(text)))) return none('report');
  // The tool's own act is what must be ordered; where it is not said as a verb, another act must be, or none is said at all.
  const acts = spoken.flatMap(({ source, text }) => readWords(text).filter((word) => isOwnAct(word, text, tool) || isActWord(word, text)).map((word) => ({ source, word, text })));
  const restricted = spoken.some(({ source }) => hasException(source, acts.find((act) => act.source === source)?.word.start ?? 0, explained.filter((place) => place.source === source)));
  if (restricted) return none('report');
  const named = acts.filter(({ word, text }) => isOwnAct(word, text, tool));
  const own = named.length > 0 ? named : acts.filter(({ word }) => isOfClass(word, tool));
  const asked = own.length > 0 ? own : acts;
  const ordered = asked.filter(({ word, text }) => isOrdered(text, word, tool.act));
  if (asked.length > 0 && (ordered.length === 0 || ordered.length > ORDERS_MAX)) return none('report');
  // "Delete the message" orders nothing of a tool that sends one.
  if (own.length === 0 && ordered.some(({ source, word }) => isOthers(word, tool) && !explained.some((place) => overlaps(place, { source, start: word.start, end: word.end })))) return none('report');
  // Where the act is not said, a question or a statement of what is orders none: "does Ann have access?", "explain the query".
  if (own.length === 0 && !isAnswer && spoken.some(({ text }) => (STATES.test(text) && !asksUs(text)) || readWords(text).some((word) => isThought(word.surface) && isOrdered(text, word, word.surface)))) return none('report');
  return { posed: 'order', orders: ordered.map(({ source, word }) => ({ source, start: word.start, end: word.end })) };
}

/** Who orders one act more often than this in one turn pasted something. */
export const ORDERS_MAX = 16;

/** True when a text speaks of the tool's act by its own name. */
export function saysAct(text: string, tool: Tool): boolean {
  return readWords(text).some((word) => isOwnAct(word, text, tool) || isOfClass(word, tool));
}

/** True when the turn orders the act of this tool by its own name, in a word that is no act of the other's. */
export function isOrderedToo(turn: readonly Source[], tool: Tool, first: Tool): boolean {
  if (!isActing(tool) || tool.act === null || tool.act === first.act) return false;
  return turn.some((source) => {
    const text = spokenOf(source);
    return readWords(text).some((word) => isOwnAct(word, text, tool) && !isOwnAct(word, text, first) && !isOfClass(word, first) && isOrdered(text, word, tool.act));
  });
}

/** A word that speaks of the tool's own act, in any form: "lock", "locked", "a refund". */
function isOwnAct(word: Word, text: string, { act }: Tool): boolean {
  if (act === null || isThing(word, text)) return false;
  const stem = stemOf(baseOf(word.surface));
  // "rollback" is said as "rolled back".
  const [, head = ''] = /^(\p{L}{3,})(?:back|up|down|out|in|off|on|over)$/u.exec(act) ?? [];
  return word.surface === act || stem === stemOf(act) || (head !== '' && stem === stemOf(head));
}

/** "Reserve" for a tool that books. */
function isOfClass({ surface }: Word, { act, verb }: Tool): boolean {
  const kind = verbClassOf(surface);
  return kind !== undefined && kind === (act === null ? verb : verbClassOf(act));
}

/** Acts that are ordered for themselves; one that creates or changes may be how another is said. */
function isOthers({ surface }: Word, { verb }: Tool): boolean {
  const kind = verbClassOf(surface);
  return (kind === 'delete' || kind === 'cancel' || kind === 'send') && kind !== verb && !(kind !== 'send' && (verb === 'delete' || verb === 'cancel'));
}

/** The text without what it only quotes; blanks, so that nothing new becomes adjacent. */
export function spokenOf({ text }: Source): string {
  const scope = readScope(text);
  let spoken = text;
  for (const { start, end } of [...scope.quoted, ...scope.reported]) spoken = `${spoken.slice(0, start)}${' '.repeat(Math.min(end, text.length) - start)}${spoken.slice(end)}`;
  return spoken;
}

/** An act said as a verb: "book a table", not "the book". */
function isActWord(word: Word, text: string): boolean {
  const { surface } = word;
  const kind = verbClassOf(surface);
  return ((kind !== undefined && ACTING_CLASSES.has(kind)) || isOtherAct(surface)) && !isThing(word, text);
}

/** "The book", "a record of", "orders": a word that is a noun as often as a verb, where a noun stands. */
function isThing({ surface, start }: Word, text: string): boolean {
  if (surface.endsWith('s') && isNoun(surface.slice(0, -1))) return true;
  return isNoun(surface) && /\b(?:an?|the|my|our|your|this|that|these|new|another|any|of|for|by|via|with|in|on|from)\s+(?:\p{L}+\s+)?$/iu.test(text.slice(Math.max(0, start - 24), start));
}

/** "Except report.txt", "but not today": a restriction that no argument took. Where it negates another act it is none. */
function hasException(source: Source, from: number, explained: readonly Stretch[]): boolean {
  const { negated } = readScope(source.text);
  return negated.some(({ start, end }) => {
    if (start < from || touches(explained, start, end)) return false;
    const words = readWords(source.text.slice(start, end));
    return !words.some(({ surface }) => verbClassOf(surface) !== undefined || isOtherAct(surface));
  });
}

const USE = /\bhow (?:to|do (?:i|you|we)|can (?:i|we)|should (?:i|we)|does one) use\b|\bhow (?:does|do) [^.?!]{1,60} works?\b|\bwhat does [^.?!]{1,60} do\b/iu;

const STATES = /^[\s"'“(*-]*(?:is|are|was|were|has|have|had|does|do|did|who|whose|when|where|why|which)\b|[\p{L}\p{N}"'”’] (?:is|are|was|were|has|had|got|does|did)\b/iu;

const REPORTS: readonly RegExp[] = [
  // Questions about an act.
  /\bhow (?:to|do (?:i|you|we)|can (?:i|we)|should (?:i|we)|would (?:i|you|one)|does one)\b/iu,
  /\b(?:should|shall|may|must) (?:i|we)\b|\bwhat (?:happens|would happen|if)\b|\bwhy (?:did|does|do|is|was|were|has|have|would)\b|\b(?:did|have|had) (?:you|he|she|they|anyone|someone)\b|\bis it (?:possible|safe|ok(?:ay)?|wise|necessary|allowed)\b/iu,
  // What somebody else wants or said.
  /\b(?:he|she|they|someone|somebody|everyone|people|boss|manager|colleague|friend|customer|client|mother|father|wife|husband|teacher|email|document|page|website|message|note|text|it)\s+(?:just |always |also )?(?:told|tells?|asked|asks?|wants?|wanted|said|says|ordered|instructs?|instructed|demands?|demanded|suggests?|suggested|recommended)\b/iu,
  /\bi was (?:told|asked|ordered|instructed)\b/iu,
  // What is done already.
  /\b(?:i|we|you|he|she|they)(?:['’]ve| have| had)?(?: already| just| once)? (?:delet|remov|cancel|cancell|book|reserv|order|creat|add|updat|chang|purchas|eras|renam|post|email|messag|transferr|schedul|clear|wip|stopp|clos)ed\b/iu,
  /\b(?:i|we|you|he|she|they)(?:['’]ve| have| had)?(?: already| just| once)? (?:sent|bought|made|wrote|paid)\b/iu,
  // Conditions that only the future can meet, and orders taken back.
  /\b(?:if|unless|whenever|as soon as|in case)\b(?! (?:possible|available|needed|necessary|any|so|not|you (?:can|could|would|like|want|please)|there (?:is|are)|that['’]s))/iu,
  /\?\s*(?:no|nope|never|not)\b|\b(?:just kidding|only joking|never ?mind|forget (?:it|that)|scratch that|on second thoughts?|(?:wait|actually),? no|cancel that|or not|not now|not yet|later|another time|some other time|hypothetically|suppose|imagine|pretend|maybe|perhaps)\b/iu,
  // Negations of other languages, whose scope is not known here.
  /(?<![\p{L}])(?:nicht|kein|keine|keinen|niemals|nunca|jamais|não|jangan|не|нельзя|никогда)(?![\p{L}])|\bne\b[^.!?]{1,40}\bpas\b|不要|别|勿|하지 ?마|しないで/iu,
];
