// Route: messages and tools in, one decision out. The engine's only entry.
// In: a RouteRequest. Out: a RouteDecision: a call with evidence for every argument, a question, or a refusal.
// Why: tools → rank → spans → assign → validate → decide → gate. Each stage is pure and can be looked at on its own; the same
// request gives the same decision for ever, whatever the order of `tools`.

import { keyOf } from '../../schema/amounts.ts';
import type {
  RouteCall,
  RouteDecision,
  RouteRequest,
  ToolChoice,
  ToolDefinition,
} from '../../services/routing/wire/route.ts';
import { fillContenders, findPossible, mayOrder, ordersNothing, prospectOf } from './contenders.ts';
import type { Conversation } from './conversation.ts';
import { readConversation } from './conversation.ts';
import type { Scene } from './scene.ts';
import { readScene, weigh } from './scene.ts';
import type { Several, StartedClause } from './several.ts';
import { readSeveral, toolOf } from './several.ts';
import { withStatedDay } from './today.ts';
import { readTools } from './tools/known.ts';
import type { IndexedTools, ToolIndex } from './tools/postings.ts';
import { indexFew, indexTools, joinIndexes } from './tools/postings.ts';
import { readTool } from './tools/tools.ts';
import type { Source, Span } from './values/spans/span.ts';
import { VALIDATION_STEPS_MAX } from './values/validate.ts';
import type { Contender } from './verdict/answer.ts';
import { askForSeveral, conclude, joinDecisions, refuse, unresolved } from './verdict/answer.ts';
import { isCorrecting, isCorrection, readCorrection } from './verdict/correction.ts';
import type { ChoosingWord, Verdict, Weighed } from './verdict/decide.ts';
import { decide, findObstacle } from './verdict/decide.ts';
import { completesOrder } from './verdict/earlier.ts';
import { NOTHING_FITS, readOwnChoice, readOwnOrder, readOwnQuestion } from './verdict/question.ts';
import { isDeclined, pickTool } from './verdict/reply.ts';

/** A last turn longer than this is a document: reading it for values would cost seconds and find accidents. */
export const TURN_LENGTH_MAX = 16_384;

/** Who corrects a correction more often than this is asked to say it anew; each reads the turns before it again. */
export const CORRECTIONS_MAX = 3;

/** `catalogues` are lists of tools that were read before; their tools stand beside those of the request. */
export function routeChat(request: RouteRequest, catalogues: readonly IndexedTools[] = []): RouteDecision {
  return explainRoute(request, catalogues).decision;
}

/** Tools read and indexed, for many requests. */
export function readCatalogue(definitions: readonly ToolDefinition[]): IndexedTools {
  return indexTools(byName(definitions).map(readTool));
}

/** The same for the tools that stand in a request: most of them stood in another one before. */
export function readOwnTools(definitions: readonly ToolDefinition[]): IndexedTools {
  return indexFew(readTools(byName(definitions)));
}

/** So that no answer can depend on the order of the caller's list. */
function byName(definitions: readonly ToolDefinition[]): ToolDefinition[] {
  return [...definitions].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Everything a decision rests on. */
export interface Trace {
  /** Words that may choose a tool. */
  readonly words: readonly ChoosingWord[];
  readonly spans: readonly Span[];
  /** Tools that came into question, best first, with what was filled in for each. */
  readonly contenders: readonly Contender[];
  readonly weighed: Weighed;
  /** What ruled a call out, or null when only confidence decided. */
  readonly obstacle: Verdict | null;
}

/** A decision and what it rests on; the trace is null when no tool came into question. */
export interface Explained {
  readonly decision: RouteDecision;
  readonly trace: Trace | null;
  /** What was read; null where nothing needed to be. */
  readonly scene: Scene | null;
  /** Where several calls are ordered, each alone; else none. */
  readonly orders: readonly Explained[];
}

/** The same decision with its trace, for measuring and for people. */
export function explainRoute(request: RouteRequest, catalogues: readonly IndexedTools[] = []): Explained {
  if (request.messages.at(-1)?.role !== 'tool') return explainTurn(request, catalogues);
  const since = request.messages.slice(request.messages.findLastIndex(({ role }) => role === 'user') + 1);
  const results = since.filter(({ role }) => role === 'tool').flatMap(({ texts }) => texts.map(({ text }) => text));
  const made = since.flatMap(({ calls }) => calls ?? []);
  const next = made.length === 0 ? null : explainNext(request, catalogues, made);
  return next ?? bare(refuse('tool-result', results.join('\n')));
}

function explainTurn(request: RouteRequest, catalogues: readonly IndexedTools[]): Explained {
  const read = readRequest(request, catalogues);
  if ('decision' in read) return read;
  const { index, conversation } = read;
  const explained = routeTools(index, conversation);
  const several = routeSeveral(index, conversation, explained);
  if (several === null) return explained;
  return several.kind === 'ask' ? askAbout(several, explained) : callEach(several, explained, request, []);
}

/** The calls of several that were ordered and are not made yet; null where what was made is not a part of those. */
function explainNext(
  request: RouteRequest,
  catalogues: readonly IndexedTools[],
  made: readonly RouteCall[],
): Explained | null {
  const read = readRequest(request, catalogues);
  if ('decision' in read) return null;
  const explained = routeTools(read.index, read.conversation);
  const several = routeSeveral(read.index, read.conversation, explained);
  return several?.kind === 'call' ? callEachBut(made, several, explained, request) : null;
}

/** What a request is routed by, or the refusal of one that cannot be. */
function readRequest(
  request: RouteRequest,
  catalogues: readonly IndexedTools[],
): { readonly index: ToolIndex; readonly conversation: Conversation } | Explained {
  const conversation = readConversation(request.messages, request.now);
  const [current] = conversation.turns;
  if (current === undefined || current.length === 0)
    return bare(refuse('no-user-message', 'There is no user message to act on.'));
  if (request.toolChoice.kind === 'none')
    return bare(refuse('tool-choice-none', 'No tool may be used for this request.'));
  const index = joinIndexes([
    readOwnTools(request.tools.filter((tool) => isAllowed(tool, request.toolChoice))),
    ...catalogues.map((one) => narrow(one, request.toolChoice)),
  ]);
  if (index.size === 0) return bare(refuse('no-tools', 'There is no tool that could be used for this request.'));
  if (current.reduce((sum, source) => sum + source.text.length, 0) > TURN_LENGTH_MAX) {
    return bare(
      unresolved(
        'text-too-long',
        'The message is too long to route. Please say in a few sentences what should be done.',
        {},
      ),
    );
  }
  return { index, conversation: withStatedDay(conversation) };
}

/** The calls that a message orders which as a whole is not decided; null where it does not order several. */
export function routeSeveral(
  index: ToolIndex,
  conversation: Conversation,
  { decision, trace, scene }: Explained,
): Several | null {
  if (decision.outcome === 'decided' || trace === null) return null;
  return readSeveral(index, conversation, trace.contenders, {
    prospect: (turn, start, end) => (scene === null ? 'call' : prospectOf(turn, start, end, scene)),
    route: routeClause,
  });
}

/** A clause alone: null where it orders nothing, which most show before a tool is filled, and the others before they are weighed. */
function routeClause(index: ToolIndex, conversation: Conversation): StartedClause {
  const scene = readScene(index, conversation);
  const possible = findPossible(scene);
  if (possible.length === 0) return null;
  return () => {
    if (ordersNothing(possible, scene)) return null;
    const contenders = fillContenders(scene);
    const [first] = contenders;
    return first !== undefined && mayOrder(first.ranked, first.filled, scene) ? conclusionOf(scene, contenders) : null;
  };
}

/** An acting tool is among them: nobody said which comes first, and what the others are to do where that one fails. */
function askAbout({ clauses }: Several, explained: Explained): Explained {
  const asked = clauses.map((clause) => ({
    tool: toolOf(clause),
    text: clause.source.text.slice(clause.start, clause.end).trim(),
    decision: clause.routed.decision,
  }));
  return { ...explained, decision: askForSeveral(asked), orders: clauses.map(({ routed }) => routed) };
}

/** All calls at once, or the first of them where one at a time is wanted: what is left is said and not dropped. */
function callEach(
  { clauses }: Several,
  explained: Explained,
  { parallel }: RouteRequest,
  made: readonly number[],
): Explained {
  const open = clauses.filter((_, at) => !made.includes(at));
  const now = parallel === false ? open.slice(0, 1) : open;
  const deferred = open.slice(now.length).map(({ source, start, end, routed: { decision } }) => {
    const before = Buffer.byteLength(source.text.slice(0, start));
    const text = source.text.slice(start, end);
    return { tool: decision.tool ?? '', path: source.path, start: before, end: before + Buffer.byteLength(text), text };
  });
  const decision = joinDecisions(now.map(({ routed }) => routed.decision));
  return {
    ...explained,
    decision: deferred.length === 0 ? decision : { ...decision, deferred },
    orders: now.map(({ routed }) => routed),
  };
}

/** The same after some of the calls were made; null where all were, or another. */
function callEachBut(
  made: readonly RouteCall[],
  several: Several,
  explained: Explained,
  request: RouteRequest,
): Explained | null {
  const wanted = several.clauses.map(({ routed }) => routed.decision.calls[0] as RouteCall);
  const places: number[] = [];
  for (const call of made) {
    const at = wanted.findIndex((one, place) => !places.includes(place) && isSameCall(one, call));
    if (at < 0) return null;
    places.push(at);
  }
  return places.length === wanted.length ? null : callEach(several, explained, request, places);
}

export function isSameCall(one: RouteCall, other: RouteCall): boolean {
  return one.name === other.name && keyOf(one.arguments) === keyOf(other.arguments);
}

function isAllowed({ name }: { readonly name: string }, choice: ToolChoice): boolean {
  return choice.kind !== 'among' || choice.names.has(name);
}

/** The whole catalogue, or the tools of it that may be called. */
function narrow(catalogue: IndexedTools, choice: ToolChoice): IndexedTools {
  return choice.kind === 'among' ? indexTools(catalogue.tools.filter((tool) => isAllowed(tool, choice))) : catalogue;
}

/** The same for tools that are indexed and a conversation that was read. */
export function routeTools(index: ToolIndex, conversation: Conversation, corrections = 0): Explained {
  if (conversation.question !== null && isDeclined(conversation.turns[0] ?? []) && !asksForFlag(index, conversation))
    return bare(refuse('negated', 'Then nothing is done.'));
  const choice = narrowToPick(index, conversation);
  if (choice !== null) return routeTools(choice.index, choice.conversation, corrections);
  const scene = readScene(index, conversation);
  const corrected = corrections >= CORRECTIONS_MAX ? null : correct(index, conversation, scene.spans, corrections);
  if (corrected !== null) return corrected;
  if (scene.open.length === 0) {
    if (scene.ranked.length > 0)
      return bare(refuse('negated', 'The request says not to do what the fitting tool does.'));
    return bare(
      scene.vetoed.size > 0
        ? refuse('negated', 'The request only says what not to do.')
        : refuse('nothing-fits', NOTHING_FITS),
    );
  }
  return conclusionOf(scene, fillContenders(scene));
}

function conclusionOf(scene: Scene, contenders: readonly Contender[]): Explained {
  const { weighed, rival } = weigh(scene, contenders);
  const { words, spans, cut } = scene;
  return {
    decision: conclude(decide(weighed), contenders, { cut, words, rival }),
    trace: { words, spans, contenders, weighed, obstacle: findObstacle(weighed) },
    scene,
    orders: [],
  };
}

/** Our question is for one flag alone: a no is its value. */
function asksForFlag({ parts }: ToolIndex, { question, turns: [current = []] }: Conversation): boolean {
  const own = question === null ? null : readOwnQuestion(question);
  const [name, ...more] = own?.names ?? [];
  if (own === null || name === undefined || more.length > 0 || !current.every(({ text }) => SAYS_NO.test(text)))
    return false;
  const tool = parts.flatMap((part) => part.tools).find((one) => one.name === own.tool);
  return tool?.leaves.some(({ argument, type }) => argument === name && type === 'boolean') === true;
}

const SAYS_NO = /^\s*(?:no|nope)[\s.!]*$/iu;

/** We asked which tool, or which first, and the last turn picks one: the others are no candidates any more. */
function narrowToPick(
  index: ToolIndex,
  conversation: Conversation,
): { readonly index: ToolIndex; readonly conversation: Conversation } | null {
  const { question, picked: known } = conversation;
  const [current, before] = conversation.turns;
  if (question === null || known !== undefined || current === undefined || before === undefined) return null;
  const ordered = readOwnOrder(question);
  const names = ordered ?? readOwnChoice(question) ?? [];
  const tools = index.parts.flatMap((part) => part.tools.filter(({ name }) => names.includes(name)));
  const picked = pickTool(current, tools);
  if (picked === null) return null;
  const narrowed = joinIndexes([indexFew([picked])]);
  if (ordered === null) return { index: narrowed, conversation: { ...conversation, picked: picked.name } };
  // What comes first was ordered already: its clause is routed as if it had been said now, and alone.
  const clause = clauseOf(picked.name, index, conversation);
  return clause === null
    ? null
    : { index: narrowed, conversation: { turns: [[clause]], question: null, now: conversation.now } };
}

/** The part of the turn before the last that orders a tool; null where it is not the only one that does. */
function clauseOf(name: string, index: ToolIndex, { turns: [, before = []], now }: Conversation): Source | null {
  const earlier = { turns: [before.map((source) => ({ ...source, age: 0 }))], question: null, now };
  const several = routeSeveral(index, earlier, routeTools(index, earlier));
  const [clause, ...more] = (several?.clauses ?? []).filter((one) => toolOf(one) === name);
  return clause === undefined || more.length > 0 ? null : clause.source;
}

/** The turns before the last led to a call, and the last one changes a value of it. */
function correct(
  index: ToolIndex,
  conversation: Conversation,
  spans: readonly Span[],
  corrections: number,
): Explained | null {
  const [current] = conversation.turns;
  if (current === undefined || conversation.before === undefined || !isCorrection(current)) return null;
  // What answers a question completes what it asks about, unless it says no to it.
  if (completesOrder(conversation) && !isCorrecting(current)) return null;
  const earlier = withStatedDay(conversation.before());
  const { decision, trace } = routeTools(index, { ...earlier, now: conversation.now }, corrections + 1);
  const [first] = trace?.contenders ?? [];
  if (decision.calls.length === 0 || trace === null || first === undefined) return null;
  const filled = readCorrection(
    current,
    spans.filter(({ source }) => source.age === 0),
    first.filled,
    { steps: VALIDATION_STEPS_MAX },
  );
  if (filled === null || filled.whole !== null) return null;
  const contenders = [{ ...first, filled }, ...trace.contenders.slice(1)];
  return {
    decision: conclude({ kind: 'call' }, contenders, { cut: false, words: trace.words, rival: undefined }),
    trace: { ...trace, contenders, weighed: { ...trace.weighed, filled } },
    scene: null,
    orders: [],
  };
}

function bare(decision: RouteDecision): Explained {
  return { decision, trace: null, scene: null, orders: [] };
}
