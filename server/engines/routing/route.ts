// Route: messages and tools in, one decision out. The engine's only entry.
// In: a RouteRequest. Out: a RouteDecision: a call with evidence for every argument, a question, or a refusal.
// Why: tools → rank → spans → assign → validate → decide → gate. Each stage is pure and can be looked at on its own; the same
// request gives the same decision for ever, whatever the order of `tools`.

import type { Clock } from '../../wire/clock.ts';
import type { ArgumentEvidence, Message, RouteCandidate, RouteDecision, RouteReasonCode, RouteRequest } from '../../wire/route.ts';
import { gate } from '../gate.ts';
import { decide, findOthers, findRest, readFeatures, stemsOf, TIE } from './decide.ts';
import type { ChoosingWord, Features, Verdict } from './decide.ts';
import { fillTool } from './fill.ts';
import type { Filled } from './fill.ts';
import type { Asked, Place } from './fit.ts';
import { askAboutRest, askForMissing, askForOne, askIfMeant, askToConfirm, askWhichTool, readOwnQuestion } from './question.ts';
import { indexTools, rankTools } from './rank.ts';
import type { Ranked } from './rank.ts';
import { readScope, touches } from './scope.ts';
import type { Scope } from './scope.ts';
import type { Source, Span } from './spans/span.ts';
import { readSpans } from './spans.ts';
import { readTool } from './tools.ts';
import type { Tool } from './tools.ts';
import { verbClassOf } from './verbs.ts';
import { isStopWord, readWords, weightOf } from './words.ts';
import type { Word } from './words.ts';

/** A last turn longer than this is a document: reading it for values would cost seconds and find accidents. */
export const TURN_LENGTH_MAX = 16_384;
/** Earlier user turns supply values, newest first, until this much text is read. */
export const HISTORY_LENGTH_MAX = 16_384;
/** Only the leaders are filled; the rest cannot win by being fillable. */
const FILLED_MAX = 6;
const CANDIDATES_SHOWN_MAX = 3;
/** What being fillable adds to a tool's score: it tells "find" from "buy" when the nouns are the same. */
const SHAPE_WEIGHT = 0.6;
/** Our own question was about this tool: its answer stays with it unless it clearly speaks of another. */
const ASKED_WEIGHT = 2;

export function routeChat(request: RouteRequest): RouteDecision {
  return explainRoute(request).decision;
}

/** A decision and what it was decided by; features are null when no tool came into question. */
export interface Explained {
  readonly decision: RouteDecision;
  readonly features: Features | null;
}

/** The same decision with its features, for measuring. */
export function explainRoute(request: RouteRequest): Explained {
  const last = request.messages.at(-1);
  if (last?.role === 'tool') return bare(refuse('tool-result', last.texts.map(({ text }) => text).join('\n')));
  const turns = userTurns(request.messages);
  const current = turns[0];
  if (current === undefined || current.length === 0) return bare(refuse('no-user-message', 'There is no user message to act on.'));
  if (request.toolChoice.kind === 'none') return bare(refuse('tool-choice-none', 'No tool may be used for this request.'));
  const choice = request.toolChoice;
  const allowed = request.tools.filter((tool) => choice.kind !== 'named' || tool.name === choice.name);
  if (allowed.length === 0) return bare(refuse('no-tools', 'There is no tool that could be used for this request.'));
  if (current.reduce((sum, source) => sum + source.text.length, 0) > TURN_LENGTH_MAX) {
    return bare(unresolved('text-too-long', 'The message is too long to route. Please say in a few sentences what should be done.', {}));
  }

  // By name, so that no answer can depend on the order of the caller's list.
  const tools = [...allowed].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).map(readTool);
  return routeTools(tools, { turns, question: lastQuestion(request.messages), now: request.now });
}

interface Conversation {
  /** User turns, last first; each a list of sources. */
  readonly turns: readonly (readonly Source[])[];
  /** What the assistant said just before the last user turn. */
  readonly question: string | null;
  readonly now: Clock | null;
}

interface Contender {
  readonly ranked: Ranked;
  readonly filled: Filled;
  readonly score: number;
}

function routeTools(tools: readonly Tool[], conversation: Conversation): Explained {
  const current = conversation.turns[0] as readonly Source[];
  const sources = conversation.turns.flat();
  const own = conversation.question === null ? null : readOwnQuestion(conversation.question);
  const { spans: found, cut } = readSpans(sources, conversation.now);
  const spans = conversation.question === null ? found : [...wholeAnswer(current), ...found];

  const currentWords = current.flatMap((source) => choosingWords(source));
  const words = chooseWords(tools, conversation, currentWords);
  const index = indexTools(tools);
  const ranked = rankTools(index, words).filter(({ score }) => score > 0);
  const vetoed = negatedVerbs(current);
  const open = ranked.filter(({ tool }) => tool.verb === undefined || !vetoed.has(tool.verb));
  if (open.length === 0) {
    if (ranked.length > 0) return bare(refuse('negated', 'The request says not to do what the fitting tool does.'));
    return bare(vetoed.size > 0 ? refuse('negated', 'The request only says what not to do.') : refuse('nothing-fits', 'None of the tools fits this request.'));
  }

  const contenders = open
    .slice(0, FILLED_MAX)
    .map((one): Contender => {
      const asked = askedLeaves(one.tool, conversation.question, own);
      const filled = fillTool(one.tool, spans, sources, asked);
      const bonus = own?.tool === one.tool.name ? ASKED_WEIGHT : 0;
      return { ranked: one, filled, score: one.score + SHAPE_WEIGHT * filled.satisfied + bonus };
    })
    .sort((a, b) => b.score - a.score || (a.ranked.tool.name < b.ranked.tool.name ? -1 : 1));
  const [first, second] = contenders;
  if (first === undefined) return bare(refuse('nothing-fits', 'None of the tools fits this request.'));

  const toolStems = stemsOf(first.filled);
  // An answer completes the turn before it, so that what was said there must be accounted for too.
  const ageMax = conversation.question === null ? 0 : 1;
  const rest = findRest(spans, first.filled, sources.filter(({ age }) => age <= ageMax).flatMap(choosingWords), ageMax);
  const features = readFeatures(first.ranked, second?.ranked, first.filled, words, rest, toolStems, { first: first.score, second: second?.score ?? 0 });
  const others = findOthers(contenders.slice(1).map((one) => one.ranked), first.filled, words, toolStems);
  const trace = { contenders, features };
  return { decision: conclude(decide(first.ranked, first.filled, features, rest, others), trace, { cut, words }), features };
}

/** The verdict put into words and evidence. */
function conclude(verdict: Verdict, trace: Trace, { cut, words }: { readonly cut: boolean; readonly words: readonly ChoosingWord[] }): RouteDecision {
  const { contenders } = trace;
  const [first, second] = contenders as readonly [Contender, Contender?];
  if (verdict.kind === 'refuse') return { ...refuse(verdict.code, 'None of the tools fits this request.'), candidates: shown(contenders) };
  if (second !== undefined && first.score - second.score < TIE) return tie(trace, [first.ranked.tool.name, second.ranked.tool.name]);
  if (verdict.kind === 'ask') return ask(verdict.code, verdict.rest, trace);
  if (cut) return unresolved('text-too-long', askIfMeant(first.ranked.tool), { tool: first.ranked.tool.name, candidates: shown(contenders) });

  const evidence = [toolEvidence(first.ranked.tool, words), ...first.filled.sent.flatMap(slotEvidence)].filter((one) => one !== null);
  const gated = gate({ outcome: 'decided', evidence });
  if (gated.outcome !== 'decided') return refuse('nothing-fits', 'Nothing in the request shows what to call.');
  return {
    ...gated,
    call: { name: first.ranked.tool.name, arguments: first.filled.arguments },
    tool: first.ranked.tool.name,
    content: null,
    evidence,
    missing: [],
    invalid: [],
    candidates: shown(contenders),
    reason: null,
  };
}

function bare(decision: RouteDecision): Explained {
  return { decision, features: null };
}

interface Trace {
  readonly contenders: readonly Contender[];
  readonly features: Features;
}

function ask(code: RouteReasonCode, rest: readonly string[], { contenders }: Trace): RouteDecision {
  const [first, second] = contenders;
  const { tool, missing, invalid, unsure, whole } = (first as Contender).filled;
  const parts = { tool: tool.name, missing, invalid, candidates: shown(contenders), evidence: (first as Contender).filled.sent.flatMap(slotEvidence) };
  if (code === 'two-tools' && second !== undefined) return unresolved(code, askWhichTool([tool.name, second.ranked.tool.name]), { ...parts, tool: null });
  if (code === 'schema-open') return unresolved(code, `\`${tool.name}\` seems to fit, but its parameters cannot be checked: ${tool.unusable ?? ''}.`, parts);
  if (code === 'unsure-arguments') return unresolved(code, askToConfirm(tool, unsure), parts);
  if (code === 'two-calls') return unresolved(code, askForOne(tool), parts);
  if (code === 'unexplained-text') return unresolved(code, askAboutRest(tool, rest.slice(0, 3)), parts);
  if (missing.length > 0 || invalid.length > 0) return unresolved(code, askForMissing(tool, missing, invalid), parts);
  if (whole !== null) return unresolved(code, `\`${tool.name}\` does not accept these values together: ${whole}`, parts);
  return unresolved(code, askIfMeant(tool), parts);
}

function tie({ contenders }: Trace, names: readonly string[]): RouteDecision {
  return unresolved('two-tools', askWhichTool(names), { candidates: shown(contenders) });
}

function refuse(code: RouteReasonCode, content: string): RouteDecision {
  return { ...gate({ outcome: 'refused', evidence: [] }), call: null, tool: null, content, evidence: [], missing: [], invalid: [], candidates: [], reason: { code, message: REASONS[code] } };
}

function unresolved(code: RouteReasonCode, content: string, parts: Partial<RouteDecision>): RouteDecision {
  const evidence = parts.evidence ?? [];
  return { tool: null, missing: [], invalid: [], candidates: [], ...parts, ...gate({ outcome: 'unresolved', evidence }), evidence, call: null, content, reason: { code, message: REASONS[code] } };
}

/** What each code means, for people who read logs. */
const REASONS: Record<RouteReasonCode, string> = {
  'no-user-message': 'there is no user message',
  'no-tools': 'no tool may be used',
  'tool-choice-none': 'tool_choice is none',
  'tool-result': 'the last message is a tool result',
  'nothing-fits': 'no tool fits the request',
  negated: 'the request negates what the tool does',
  'two-tools': 'two tools fit about equally well',
  'two-calls': 'more than one call is wanted',
  'missing-arguments': 'a required argument was not said',
  'invalid-arguments': 'a value does not satisfy the schema',
  'unsure-arguments': 'an argument has two readings',
  'unexplained-text': 'the request says values that no argument takes',
  'weak-match': 'the request does not clearly ask for the tool',
  'schema-open': 'the tool has a schema that cannot be checked',
  'text-too-long': 'the message is too long',
};

function shown(contenders: readonly Contender[]): RouteCandidate[] {
  return contenders.slice(0, CANDIDATES_SHOWN_MAX).map(({ ranked, filled, score }) => ({ name: ranked.tool.name, score: Math.round(score * 1000) / 1000, arguments: filled.guess }));
}

/** User turns, last first. Texts beyond the history bound are not read. */
function userTurns(messages: readonly Message[]): Source[][] {
  const turns: Source[][] = [];
  let length = 0;
  for (const message of [...messages].reverse()) {
    if (message.role !== 'user') continue;
    const texts = message.texts.filter(({ text }) => text.trim() !== '');
    const size = texts.reduce((sum, { text }) => sum + text.length, 0);
    if (turns.length > 0) {
      length += size;
      if (length > HISTORY_LENGTH_MAX) break;
    }
    turns.push(texts.map(({ path, text }) => ({ path, text, age: turns.length })));
  }
  return turns;
}

function lastQuestion(messages: readonly Message[]): string | null {
  const at = messages.findLastIndex((message) => message.role === 'user');
  const before = messages[at - 1];
  if (before?.role !== 'assistant') return null;
  const text = before.texts.map((one) => one.text).join('\n').slice(0, QUESTION_LENGTH_MAX).trim();
  return text.includes('?') || readOwnQuestion(text) !== null ? text : null;
}

/** Words of a source that may choose a tool: not negated, not reported, not quoted. */
function choosingWords(source: Source): ChoosingWord[] {
  const scope = readScope(source.text);
  return readWords(source.text).filter((word) => !isSilent(scope, word)).map((word) => ({ ...word, source }));
}

function isSilent(scope: Scope, word: Word): boolean {
  return [scope.negated, scope.reported, scope.quoted].some((stretches) => touches(stretches, word.start, word.end));
}

/** The last turn chooses. An answer to a question chooses together with the turns it completes, unless it names another tool itself. */
function chooseWords(tools: readonly Tool[], conversation: Conversation, current: readonly ChoosingWord[]): readonly ChoosingWord[] {
  if (conversation.question === null || conversation.turns.length < 2) return current;
  const [alone] = rankTools(indexTools(tools), current);
  if (alone !== undefined && alone.nameCover >= 0.6 && alone.verb > 0) return current;
  return [...current, ...(conversation.turns[1] ?? []).flatMap(choosingWords)];
}

function negatedVerbs(current: readonly Source[]): Set<string> {
  const negated = new Set<string>();
  const asked = new Set<string>();
  for (const source of current) {
    const scope = readScope(source.text);
    for (const word of readWords(source.text)) {
      const kind = verbClassOf(word.surface);
      if (kind === undefined || touches(scope.quoted, word.start, word.end)) continue;
      if (touches(scope.negated, word.start, word.end)) negated.add(kind);
      else if (!touches(scope.reported, word.start, word.end)) asked.add(kind);
    }
  }
  return new Set([...negated].filter((kind) => !asked.has(kind)));
}

const ANSWER_WORDS_MAX = 8;
/** Function words that stand inside names of things. */
const ANSWER_JOINTS = new Set(['of', 'the', 'and', 'a', 'an', 'for', 'in', 'at', 'or']);
/** Longer texts are no short answer, and need not be searched for one. */
const ANSWER_LENGTH_MAX = 200;
/** The assistant's text only tells which parameter is asked for; its first part does. */
const QUESTION_LENGTH_MAX = 4000;

/** A short last turn as one span: "the blue one" answers a question although nothing in it is a value by itself. */
function wholeAnswer(current: readonly Source[]): Span[] {
  const [source] = current;
  if (source === undefined || current.length > 1 || source.text.length > ANSWER_LENGTH_MAX) return [];
  const match = /^[\s"'“]*(?:it(?:['’]s| is)|i(?:['’]d| would) like|make it|let['’]s say|the|please|yes,?|sure,?|ok,?)?\s*(.*?)(?:,? please)?[\s.!?"'”]*$/isu.exec(source.text);
  const text = match?.[1] ?? '';
  const words = readWords(text);
  if (text === '' || words.length > ANSWER_WORDS_MAX || words.every((word) => weightOf(word) < 0.1)) return [];
  // A sentence is no value: its value stands somewhere inside it.
  if (words.some((word, at) => (at === 0 && weightOf(word) < 1 && !isStopWord(word.surface)) || (isStopWord(word.surface) && !ANSWER_JOINTS.has(word.surface)) || verbClassOf(word.surface) !== undefined)) return [];
  const start = source.text.indexOf(text);
  return [{ source, start, end: start + text.length, kind: 'phrase', by: 'answer', value: text, detail: {} }];
}

/** Leaves that the question before the last turn was about. */
function askedLeaves(tool: Tool, question: string | null, own: { readonly tool: string; readonly names: readonly string[] } | null): Asked | null {
  if (question === null) return null;
  if (own !== null) return own.tool === tool.name ? { names: new Set(own.names) } : null;
  const said = new Set(readWords(question).map((word) => word.stem));
  const names = tool.leaves.filter((leaf) => leaf.nameStems.length > 0 && leaf.nameStems.every((stem) => said.has(stem))).map((leaf) => leaf.argument);
  return names.length === 0 ? null : { names: new Set(names) };
}

function slotEvidence(slot: Filled['slots'][number]): ArgumentEvidence[] {
  const candidate = slot.assigned?.candidate;
  if (candidate === undefined) return [];
  return candidate.places.map((place) => evidenceAt(place, candidate.by, slot.leaf.argument, slot.leaf.argument));
}

function evidenceAt(place: Place, by: string, criterion: string, argument: string): ArgumentEvidence {
  const { text, path } = place.source;
  const start = Buffer.byteLength(text.slice(0, place.start));
  const found = text.slice(place.start, place.end);
  return { path, start, end: start + Buffer.byteLength(found), text: found, criterion, by, argument };
}

/** The first word of the user's that the tool's name says: why this tool. Its `argument` is `""`, the call as a whole. */
function toolEvidence(tool: Tool, words: readonly ChoosingWord[]): ArgumentEvidence | null {
  const stems = new Set(tool.nameStems);
  const described = new Set(tool.descriptionStems);
  const word = words.find((one) => weightOf(one) === 1 && stems.has(one.stem)) ?? words.find((one) => stems.has(one.stem)) ?? words.find((one) => described.has(one.stem));
  if (word === undefined) return null;
  const isExact = tool.nameWords.includes(word.source.text.slice(word.start, word.end));
  return evidenceAt(word, isExact ? 'exact' : 'inflection', tool.name, '');
}
