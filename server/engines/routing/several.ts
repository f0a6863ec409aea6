// Several: more than one call ordered in one message.
// In: an index of tools and a conversation whose one call is not decided. Out: the clauses that order something, each routed alone.
// "List my unread mails and show the weather in Oslo." Each clause is routed as if the others were not there, so that each must be
// decided on its own. Acting tools are never called beside others: which one comes first, and what the second is to do where the
// first fails, nobody said. There it is enough that an act is ordered, since nothing is called and both are asked about.

import type { Prospect } from './contenders.ts';
import type { Conversation } from './conversation.ts';
import type { Explained } from './route.ts';
import { allMatches } from './text/all-matches.ts';
import { classifyWords } from './text/function-words.ts';
import { blank } from './text/retracted.ts';
import { isLookingVerb } from './text/verbs.ts';
import { readWords } from './text/words.ts';
import type { ToolIndex } from './tools/postings.ts';
import type { Source } from './values/spans/span.ts';
import type { Contender } from './verdict/answer.ts';

/** Who joins more clauses than this writes a list, and each stretch of clauses is routed once. */
export const CUTS_MAX = 6;

/** What joins two clauses. */
const JOINTS = /\s*[,;.!?]?\s+(?:and(?:\s+(?:then|also))?|then|also)\s+|[;.!?]\s+|,\s+/giu;

/** One part of a message. */
interface Part {
  /** The part in its place: all else of the text is blank. */
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

/** What a part could order, before it is read. */
interface Stretch extends Part {
  readonly prospect: Prospect;
}

/** What it orders. */
interface Clause extends Part {
  readonly routed: Explained;
}

/** A clause that was begun to be read: null where it orders nothing, else what reads it to its end. */
export type StartedClause = (() => Explained | null) | null;

export interface Several {
  /** `call`: every one is decided and none acts. `ask`: an acting tool is among them. */
  readonly kind: 'call' | 'ask';
  readonly clauses: readonly Clause[];
  /** Each is decided by its own words alone. */
  readonly isDecided: boolean;
}

interface Reading {
  /** What a part of the message could be, by what the whole shows. */
  readonly prospect: (turn: Source, start: number, end: number) => Prospect;
  /** Null for a clause that is not decided and orders nothing, at once or in the end. */
  readonly route: (index: ToolIndex, conversation: Conversation) => StartedClause;
}

/** What the message orders beside one another; null where it does not order several. `whole` is what it gives uncut. */
export function readSeveral(
  index: ToolIndex,
  conversation: Conversation,
  whole: readonly Contender[],
  { prospect, route }: Reading,
): Several | null {
  const [source, ...others] = conversation.turns[0] ?? [];
  if (conversation.question !== null || source === undefined || others.length > 0) return null;
  const cuts = cutsIn(source.text, index);
  if (cuts.length === 0 || cuts.length > CUTS_MAX) return null;
  const count = cuts.length + 1;
  const stretch = once((from, to): Stretch => {
    const start = from === 0 ? 0 : (cuts[from - 1] as Cut).to;
    const end = to > cuts.length ? source.text.length : (cuts[to - 1] as Cut).from;
    const text = blank(source.text.slice(0, start)) + source.text.slice(start, end) + blank(source.text.slice(end));
    const turn = { ...source, text };
    return { source: turn, start, end, prospect: prospect(turn, start, end) };
  });
  // Each stretch of a division has to be an order, and one of them decided by itself.
  if (!divide(count, stretch, isHopeful).some((parts) => parts.some(({ prospect: one }) => one === 'call')))
    return null;
  const begin = once((from, to) => {
    const one = stretch(from, to);
    return isHopeful(one) ? beginClause(one, (turn) => route(index, { ...conversation, turns: [[turn]] })) : null;
  });
  const read = once((from, to) => begin(from, to)?.() ?? null);
  // A clause that is decided orders something, too: where none could stand first, or none last, the rest need not be read.
  const isBegun = (from: number, to: number): boolean => begin(from, to) !== null;
  const orders = (from: number, to: number): boolean => {
    const clause = read(from, to);
    return clause !== null && ordersSomething(clause);
  };
  for (const holds of [isBegun, orders])
    if (!cuts.some((_, at) => holds(0, at + 1)) || !cuts.some((_, at) => holds(at + 1, count))) return null;
  const looking = divide(count, read, (clause) => looks(clause) && isDecidedAlone(clause, whole));
  if (looking.length > 0)
    return looking.length === 1 ? { kind: 'call', clauses: looking[0] as readonly Clause[], isDecided: true } : null;
  const ordered = divide(count, read, ordersSomething).filter(isMixed);
  // The one that tells most clauses apart: a longer clause may hold two of them.
  const [most, next] = ordered.sort((a, b) => b.length - a.length);
  return most === undefined || next?.length === most.length
    ? null
    : { kind: 'ask', clauses: most, isDecided: most.every((clause) => isDecidedAlone(clause, whole)) };
}

/** The same function of a stretch of clauses, asked once for each. */
function once<Value>(work: (from: number, to: number) => Value): (from: number, to: number) => Value {
  const known = new Map<string, { readonly value: Value }>();
  return (from, to) => {
    const key = `${from} ${to}`;
    let found = known.get(key);
    if (found === undefined) known.set(key, (found = { value: work(from, to) }));
    return found.value;
  };
}

interface Cut {
  readonly from: number;
  readonly to: number;
}

/** Where the text may be cut. A comma joins the items of a list, too: it cuts only before a verb, and not behind a condition. */
function cutsIn(text: string, index: ToolIndex): Cut[] {
  return allMatches(text, JOINTS)
    .map(({ 0: joint, index: at }) => ({ from: at, to: at + joint.length, isComma: joint.trim() === ',' }))
    .filter(({ to }) => to < text.trimEnd().length)
    .filter(
      ({ from, to, isComma }) =>
        !isComma || (opensOrder(text.slice(to, to + OPENING_LENGTH), index) && !endsCondition(text.slice(0, from))),
    );
}

/** "If it rains, list …": what stands behind the comma depends on what stands before it. */
function endsCondition(text: string): boolean {
  const clause = text.slice(Math.max(...[...',;.!?'].map((point) => text.lastIndexOf(point))) + 1);
  return classifyWords(readWords(clause)).some(({ list }) => list === 'condition');
}

/** No verb is longer. */
const OPENING_LENGTH = 24;

function opensOrder(text: string, index: ToolIndex): boolean {
  const [word] = readWords(text);
  if (word === undefined) return false;
  return (
    isLookingVerb(word.surface) ||
    index.parts.some((part) => part.tools.some(({ acts, ways }) => acts.has(word.stem) || ways.has(word.surface)))
  );
}

function beginClause(
  { source, start, end }: Stretch,
  route: (turn: Source) => StartedClause,
): (() => Clause | null) | null {
  const started = route(source);
  if (started === null) return null;
  return () => {
    const routed = started();
    return routed === null ? null : { source, start, end, routed };
  };
}

/** All ways to divide the parts of a text, at least into two, so that each stretch is accepted. */
function divide<Its extends Part>(
  count: number,
  read: (from: number, to: number) => Its | null,
  accepts: (part: Its) => boolean,
  from = 0,
): (readonly Its[])[] {
  if (from === count) return [[]];
  const found: (readonly Its[])[] = [];
  for (let to = from + 1; to <= count; to += 1) {
    if (from === 0 && to === count) continue;
    const part = read(from, to);
    if (part !== null && accepts(part)) found.push(...divide(count, read, accepts, to).map((rest) => [part, ...rest]));
  }
  return found;
}

function isHopeful({ prospect }: Stretch): boolean {
  return prospect !== 'none';
}

/** Its tool only looks. */
function looks({ routed }: Clause): boolean {
  return routed.trace?.contenders[0]?.ranked.tool.acting === false;
}

/**
 * Whether the clause is decided, and its tool takes from the whole message no other arguments than from its clause: a day or a place
 * said at the end may be meant for both clauses.
 */
function isDecidedAlone({ routed }: Clause, whole: readonly Contender[]): boolean {
  const [own] = routed.trace?.contenders ?? [];
  if (routed.decision.calls.length !== 1 || own === undefined) return false;
  const alone = argumentsOf(own);
  const uncut = whole.find(({ ranked }) => ranked.tool === own.ranked.tool);
  return uncut === undefined || [...argumentsOf(uncut)].every((argument) => alone.has(argument));
}

/** Whether the clause is decided on its own, or orders the act of a tool of which only arguments are open. */
function ordersSomething({ routed: { decision, trace } }: Clause): boolean {
  if (decision.calls.length > 0) return true;
  return (
    trace?.weighed.filled.tool.acting === true &&
    trace.weighed.features.ordered > 0 &&
    ['missing-arguments', 'invalid-arguments', 'schema-open'].includes(decision.reason?.code ?? '')
  );
}

/**
 * An act beside something else: one clause stands on its own, one acts, and a clause that lacks an argument is about a tool that no
 * other clause is about: "write to Ann and tell her …" says one thing in two parts.
 */
function isMixed(clauses: readonly Clause[]): boolean {
  const tools = clauses.map(toolOf);
  return (
    clauses.some(({ routed }) => routed.decision.calls.length > 0) &&
    clauses.some(({ routed }) => routed.trace?.weighed.filled.tool.acting === true) &&
    clauses.every(
      ({ routed }, at) => routed.decision.calls.length > 0 || tools.filter((name) => name === tools[at]).length === 1,
    )
  );
}

/** The tool that the clause is about. */
export function toolOf({ routed: { decision, trace } }: Clause): string {
  return decision.tool ?? trace?.weighed.filled.tool.name ?? '';
}

function argumentsOf({ filled }: Contender): ReadonlySet<string> {
  return new Set(filled.slots.filter(({ assigned }) => assigned !== null).map(({ leaf }) => leaf.argument));
}
