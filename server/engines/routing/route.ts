// Route: messages and tools in, one decision out. The engine's only entry.
// In: a RouteRequest. Out: a RouteDecision: a call with evidence for every argument, a question, or a refusal.
// Why: tools → rank → spans → assign → validate → decide → gate. Each stage is pure and can be looked at on its own; the same
// request gives the same decision for ever, whatever the order of `tools`.

import type { Budget } from '../../schema/check.ts';
import type { RouteDecision, RouteRequest, ToolChoice, ToolDefinition } from '../../wire/route.ts';
import type { Conversation } from './conversation.ts';
import {
  askedLeaves,
  chooseWords,
  choosingWords,
  lastQuestion,
  negatedVerbs,
  userTurns,
  wholeAnswer,
} from './conversation.ts';
import { ACTING_CLASSES, isOtherAct } from './text/verbs.ts';
import type { IndexedTools, ToolIndex } from './tools/postings.ts';
import { indexTools, joinIndexes } from './tools/postings.ts';
import type { Ranked } from './tools/rank.ts';
import { rankTools } from './tools/rank.ts';
import { readTool } from './tools/tools.ts';
import { fillTool } from './values/fill.ts';
import type { Source, Span } from './values/spans/span.ts';
import { readSpans } from './values/spans.ts';
import { VALIDATION_STEPS_MAX } from './values/validate.ts';
import { accountOf } from './verdict/account.ts';
import type { Contender } from './verdict/answer.ts';
import { conclude, refuse, unresolved } from './verdict/answer.ts';
import { isCorrection, readCorrection } from './verdict/correction.ts';
import type { ChoosingWord, Verdict, Weighed } from './verdict/decide.ts';
import { decide, findObstacle, findOthers, readFeatures, stemsOf } from './verdict/decide.ts';
import { findOptions } from './verdict/options.ts';
import { ordersToo, readPosed } from './verdict/posed.ts';
import { readOwnQuestion } from './verdict/question.ts';
import { isDeclined, readReply } from './verdict/reply.ts';
import { countTwins, findRest } from './verdict/rest.ts';

/** A last turn longer than this is a document: reading it for values would cost seconds and find accidents. */
export const TURN_LENGTH_MAX = 16_384;
/** Only the leaders are filled; the rest cannot win by being fillable. */
const FILLED_MAX = 6;
/** What being fillable adds to a tool's score: it tells "find" from "buy" when the nouns are the same. */
const SHAPE_WEIGHT = 0.6;
/** Our own question was about this tool: its answer stays with it unless it clearly speaks of another. */
const ASKED_WEIGHT = 2;

/** Who corrects a correction more often than this is asked to say it anew; each reads the turns before it again. */
export const CORRECTIONS_MAX = 3;

/** `catalogues` are lists of tools that were read before; their tools stand beside those of the request. */
export function routeChat(request: RouteRequest, catalogues: readonly IndexedTools[] = []): RouteDecision {
  return explainRoute(request, catalogues).decision;
}

/** Tools read and indexed, for one request or for many. */
export function readCatalogue(definitions: readonly ToolDefinition[]): IndexedTools {
  // By name, so that no answer can depend on the order of the caller's list.
  return indexTools([...definitions].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)).map(readTool));
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
}

/** The same decision with its trace, for measuring and for people. */
export function explainRoute(request: RouteRequest, catalogues: readonly IndexedTools[] = []): Explained {
  const last = request.messages.at(-1);
  if (last?.role === 'tool') return bare(refuse('tool-result', last.texts.map(({ text }) => text).join('\n')));
  const turns = userTurns(request.messages);
  const current = turns[0];
  if (current === undefined || current.length === 0)
    return bare(refuse('no-user-message', 'There is no user message to act on.'));
  if (request.toolChoice.kind === 'none')
    return bare(refuse('tool-choice-none', 'No tool may be used for this request.'));
  const index = joinIndexes([
    readCatalogue(request.tools.filter((tool) => isAllowed(tool, request.toolChoice))),
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

  return routeTools(index, { turns, question: lastQuestion(request.messages), now: request.now });
}

function isAllowed({ name }: { readonly name: string }, choice: ToolChoice): boolean {
  return choice.kind !== 'among' || choice.names.has(name);
}

/** The whole catalogue, or the tools of it that may be called. */
function narrow(catalogue: IndexedTools, choice: ToolChoice): IndexedTools {
  return choice.kind === 'among' ? indexTools(catalogue.tools.filter((tool) => isAllowed(tool, choice))) : catalogue;
}

function routeTools(index: ToolIndex, conversation: Conversation, corrections = 0): Explained {
  const current = conversation.turns[0] as readonly Source[];
  const sources = conversation.turns.flat();
  const own = conversation.question === null ? null : readOwnQuestion(conversation.question);
  const { spans: found, cut } = readSpans(sources, conversation.now);
  const spans = conversation.question === null ? found : [...wholeAnswer(current), ...found];

  const currentWords = current.flatMap((source) => choosingWords(source));
  if (conversation.question !== null && isDeclined(current)) return bare(refuse('negated', 'Then nothing is done.'));
  const words = chooseWords(index, conversation, currentWords);
  const corrected = corrections >= CORRECTIONS_MAX ? null : correct(index, conversation, spans, corrections);
  if (corrected !== null) return corrected;
  const ranked = rankTools(index, words).filter(({ score }) => score > 0);
  const vetoed = negatedVerbs(current);
  const open = withoutReplaced(ranked.filter(({ tool }) => tool.verb === undefined || !vetoed.has(tool.verb)));
  if (open.length === 0) {
    if (ranked.length > 0) return bare(refuse('negated', 'The request says not to do what the fitting tool does.'));
    return bare(
      vetoed.size > 0
        ? refuse('negated', 'The request only says what not to do.')
        : refuse('nothing-fits', 'None of the tools fits this request.'),
    );
  }

  const budget: Budget = { steps: VALIDATION_STEPS_MAX };
  const contenders = open
    .slice(0, FILLED_MAX)
    .map((one): Contender => {
      const asked = askedLeaves(one.tool, conversation.question, own);
      const filled = fillTool(one.tool, spans, sources, asked, budget);
      const bonus = own?.tool === one.tool.name ? ASKED_WEIGHT : 0;
      return { ranked: one, filled, score: one.score + SHAPE_WEIGHT * filled.satisfied + bonus };
    })
    .sort((a, b) => b.score - a.score || (a.ranked.tool.name < b.ranked.tool.name ? -1 : 1));
  const [first] = contenders;
  if (first === undefined) return bare(refuse('nothing-fits', 'None of the tools fits this request.'));

  const toolStems = stemsOf(first.filled);
  // An answer completes the turn before it, so that what was said there must be accounted for too.
  const ageMax = conversation.question === null ? 0 : 1;
  const rest = findRest(spans, first.filled, sources.filter(({ age }) => age <= ageMax).flatMap(choosingWords), ageMax);
  const acts = words.some(({ surface }) => isOtherAct(surface));
  const rival = contenders.slice(1).find((one) => acts || !isUnasked(one, first));
  const account = accountOf(first.filled);
  const answers = conversation.question !== null;
  const said = readPosed(current, account);
  const { posed, loose, orders } =
    answers && said.posed !== 'use' && said.orders.length === 0 && account.tool.acting
      ? readReply(conversation, account)
      : said;
  const features = readFeatures(
    first.ranked,
    first.filled,
    words,
    toolStems,
    rival === undefined ? null : first.score - rival.score,
    orders,
  );
  const others = [
    ...findOthers(
      contenders.slice(1).map((one) => one.ranked),
      first.filled,
      words,
      toolStems,
    ),
    ...contenders
      .slice(1)
      .filter((one) => posed === 'order' && ordersToo(current, accountOf(one.filled), first.ranked.tool, orders))
      .map((one) => one.ranked.tool.name),
  ];
  const options = findOptions(first.filled, words, account);
  const weighed: Weighed = {
    ranked: first.ranked,
    filled: first.filled,
    features,
    rest: [...rest, ...loose],
    others,
    options,
    twins: countTwins(spans, first.filled),
    posed,
  };
  return {
    decision: conclude(decide(weighed), contenders, { cut, words, rival }),
    trace: { words, spans, contenders, weighed, obstacle: findObstacle(weighed) },
  };
}

/** The turns before the last led to a call, and the last one changes a value of it. */
function correct(
  index: ToolIndex,
  conversation: Conversation,
  spans: readonly Span[],
  corrections: number,
): Explained | null {
  const [current, ...before] = conversation.turns;
  if (current === undefined || before.length === 0 || !isCorrection(current)) return null;
  const earlier = before.map((turn) => turn.map((source) => ({ ...source, age: source.age - 1 })));
  const { decision, trace } = routeTools(
    index,
    { turns: earlier, question: null, now: conversation.now },
    corrections + 1,
  );
  const [first] = trace?.contenders ?? [];
  if (decision.call === null || trace === null || first === undefined) return null;
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
  };
}

/** A tool that acts, beside one that only looks, is no rival when nobody asked for its act. */
function isUnasked(one: Contender, first: Contender): boolean {
  const acts = ({ ranked }: Contender): boolean =>
    ranked.tool.verb !== undefined && ACTING_CLASSES.has(ranked.tool.verb);
  return acts(one) && one.ranked.verb < 1 && first.ranked.tool.verb === 'find' && !acts(first);
}

/** A tool that calls itself deprecated and names another that is there ("use read_text_file instead") gives way to it. */
function withoutReplaced(ranked: readonly Ranked[]): readonly Ranked[] {
  const isReplaced = ({ tool }: Ranked): boolean =>
    tool.deprecated &&
    ranked.some(
      (one) =>
        one.tool !== tool &&
        !one.tool.deprecated &&
        tool.descriptionWords.join(' ').includes(one.tool.nameWords.join(' ')),
    );
  return ranked.filter((one) => !isReplaced(one));
}

function bare(decision: RouteDecision): Explained {
  return { decision, trace: null };
}
