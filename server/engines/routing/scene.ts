// Scene: all that one conversation and its tools say, before anything is decided.
// In: an index of tools and a conversation. Out: words, spans and the ranked tools; these filled; and the first of them weighed.
// Why: routing asks which call a request orders, and verifying asks whether it orders a given one. Both read the same scene.

import type { Budget } from '../../schema/check.ts';
import { CLAIM_WEIGHT, CLAIMS_MAX, isPossible, ordersOther, spokenOf } from './contenders.ts';
import type { Conversation } from './conversation.ts';
import { chooseWords, choosingWords, negatedVerbs, wholeAnswer } from './conversation.ts';
import { ACTING_CLASSES, isOtherAct } from './text/verbs.ts';
import type { ToolIndex } from './tools/postings.ts';
import type { Ranked } from './tools/rank.ts';
import { rankTools } from './tools/rank.ts';
import type { Tool } from './tools/tools.ts';
import type { Want } from './tools/wants.ts';
import { wantOf } from './tools/wants.ts';
import { overlaps } from './values/assign.ts';
import type { Place } from './values/candidate.ts';
import type { Filled, Slot } from './values/fill.ts';
import type { Fitting } from './values/fit.ts';
import { fitLeaves, startFitting } from './values/fit.ts';
import { claimsOf } from './values/rules/patterned.ts';
import type { Source, Span } from './values/spans/span.ts';
import { readSpans } from './values/spans.ts';
import { VALIDATION_STEPS_MAX } from './values/validate.ts';
import type { Contender } from './verdict/answer.ts';
import { findBackwards } from './verdict/backwards.ts';
import type { ChoosingWord, Weighed } from './verdict/decide.ts';
import { findOthers, readFeatures, stemsOf } from './verdict/decide.ts';
import { findUnheard, findUnmeant, findUntaken, repeatsCall } from './verdict/earlier.ts';
import { findMisread } from './verdict/misread.ts';
import { findOptions } from './verdict/options.ts';
import type { Reading } from './verdict/posed.ts';
import { ordersToo, readPosed, silent } from './verdict/posed.ts';
import { readOwnQuestion } from './verdict/question.ts';
import { findRelations } from './verdict/relations.ts';
import { readReply } from './verdict/reply.ts';
import { countTwins, findRest } from './verdict/rest.ts';
import type { Account } from './verdict/sentences.ts';
import { findSymbols } from './verdict/symbols.ts';
import { findGone, findHalfDays, findUntimely } from './verdict/timing.ts';
import { findTorn } from './verdict/torn.ts';
import { findWhich } from './verdict/which.ts';

/** Tools that are farther behind are not confused with the first. */
const NEAR_RIVAL = 2;

export interface Scene {
  readonly conversation: Conversation;
  /** The last user turn, and the strings of all turns. */
  readonly current: readonly Source[];
  readonly sources: readonly Source[];
  readonly spans: readonly Span[];
  /** There were more spans than are read. */
  readonly cut: boolean;
  /** Words that may choose a tool. */
  readonly words: readonly ChoosingWord[];
  /** Tools that any word speaks of, best first; `open` are those of them whose act is not denied. */
  readonly ranked: readonly Ranked[];
  readonly open: readonly Ranked[];
  /** Classes of verbs that the last turn only denies. */
  readonly vetoed: ReadonlySet<string>;
  /** For checking values of all tools of the request together. */
  readonly budget: Budget;
  /** What was found for leading tools so far; filled as it is asked. */
  readonly fittings: Map<Tool, Fitting>;
  readonly filled: Map<Tool, Filled>;
  /** How the last turn speaks of each filled tool; filled as it is asked. */
  readonly spoken: Map<Filled, Spoken>;
}

export interface Spoken {
  readonly account: Account;
  readonly reading: Reading;
}

export function readScene(index: ToolIndex, conversation: Conversation): Scene {
  const current = conversation.turns[0] ?? [];
  const sources = conversation.turns.flat();
  // Text that picks a tool, or only names the one we asked about, is not read as a value.
  const isNaming = conversation.picked !== undefined || saysOwnTool(conversation);
  const valued = isNaming ? sources.filter(({ age }) => age > 0) : sources;
  const answers = conversation.question !== null && !isNaming;
  let read: ReturnType<typeof readSpans> | undefined;
  const readOnce = (): ReturnType<typeof readSpans> => {
    if (read !== undefined) return read;
    const { spans, cut } = readSpans(valued, conversation.now);
    const earlier = [...(conversation.answers?.keys() ?? [])].flatMap((source) => wholeAnswer([source]));
    return (read = { spans: answers ? [...wholeAnswer(current), ...earlier, ...spans] : spans, cut });
  };
  const words = chooseWords(
    index,
    conversation,
    current.flatMap((source) => choosingWords(source)),
  );
  const claimed = (one: Ranked): number => Math.min(CLAIMS_MAX, claimsOf(one.tool, current));
  const ranked = rankTools(index, words)
    .map((one) => ({ one, claims: claimed(one) }))
    .filter(({ one, claims }) => one.score > 0 || claims > 0)
    // By what they say and what they claim, so that a tool whose code is said is among those that are filled.
    .sort((a, b) => b.one.score + CLAIM_WEIGHT * b.claims - a.one.score - CLAIM_WEIGHT * a.claims)
    .map(({ one }) => one);
  const vetoed = negatedVerbs(current);
  const open = withoutReplaced(ranked.filter(({ tool }) => tool.verb === undefined || !vetoed.has(tool.verb)));
  const budget = { steps: VALIDATION_STEPS_MAX };
  return {
    conversation,
    current,
    sources,
    // Read when they are looked at: many a clause shows before that it orders nothing.
    get spans() {
      return readOnce().spans;
    },
    get cut() {
      return readOnce().cut;
    },
    words,
    ranked,
    open,
    vetoed,
    budget,
    fittings: new Map(),
    filled: new Map(),
    spoken: new Map(),
  };
}

/** "Which shop?" "close_shop": the name of the tool that asks. */
function saysOwnTool({ turns: [current = []], question }: Conversation): boolean {
  const own = question === null ? null : readOwnQuestion(question);
  return own !== null && current.length === 1 && current[0]?.text.trim().replace(/^`|`$/gu, '') === own.tool;
}

/** What speaks for and against calling the first contender, and the one it has to be told from. */
export function weigh(
  scene: Scene,
  contenders: readonly Contender[],
): { readonly weighed: Weighed; readonly rival: Contender | undefined } {
  const [first, ...others] = contenders as readonly [Contender, ...Contender[]];
  const { conversation, current, sources, spans, words } = scene;
  const answers = conversation.question !== null;
  const toolStems = stemsOf(first.filled);
  // An answer completes the turn before it, so that what was said there must be accounted for too.
  const ageMax = answers ? 1 : 0;
  const texts = sources.filter(({ age }) => age <= ageMax);
  const rest = findRest(spans, first.filled, texts.flatMap(choosingWords), ageMax);
  const rival = others.find((one) => words.some(({ surface }) => isOtherAct(surface)) || !isUnasked(one, first));
  const superseded = answers ? findSuperseded(scene, first.filled) : [];
  const isOpen = (place: Place): boolean => !superseded.some((one) => overlaps(one, place));
  const { account: sent, reading } = spokenOf(first.ranked, first.filled, scene);
  const account = superseded.length === 0 ? sent : { ...sent, used: [...sent.used, ...superseded] };
  const said =
    answers && ordersOther(first.filled, scene)
      ? silent('report')
      : superseded.length === 0
        ? reading
        : readPosed(current, account);
  const { posed, loose, orders, idle } =
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
    idle,
    !others.some((one) => one.score > first.score - NEAR_RIVAL && isPossible(one, scene)),
  );
  const wanted = [
    ...findOthers(
      others.map((one) => one.ranked),
      first.filled,
      words,
      toolStems,
      [...orders, ...idle],
    ),
    ...others
      .filter((one) => posed === 'order' && ordersToo(current, one.filled.tool, first.ranked.tool, orders, sent.listed))
      .map((one) => one.ranked.tool.name),
  ];
  const isNew =
    answers &&
    account.tool.acting &&
    posed === 'order' &&
    orders.length > 0 &&
    readPosed(conversation.turns[1] ?? [], account).orders.length === 0;
  const weighed: Weighed = {
    ranked: first.ranked,
    filled: first.filled,
    features,
    rest: [
      ...rest.filter((span) => !isReasonName(span, idle, first.filled)),
      ...loose,
      ...findSymbols(texts, account, idle).concat(
        findRelations(first.filled, ageMax),
        findMisread(first.filled, ageMax),
        findTorn(first.filled, ageMax),
        findUntimely(first.filled, ageMax),
        findGone(first.filled, conversation.now, ageMax),
        findHalfDays(first.filled, texts, account.used),
        findBackwards(first.filled, ageMax),
        findWhich(first.filled, ageMax),
      ),
    ].filter(isOpen),
    others: wanted,
    options: [
      ...findUnmeant(conversation, first.filled, isNew),
      ...findUntaken(conversation, first.filled),
      ...findUnheard(conversation, first.filled, orders),
      ...findOptions(first.filled, words, account, idle, orders),
    ],
    twins: countTwins(spans.filter(isOpen), first.filled),
    posed: posed === 'order' && !isTold(first, orders, scene) ? 'report' : posed,
    isPicked: conversation.picked === first.ranked.tool.name,
    isMade: repeatsCall(conversation, first.filled),
  };
  return { weighed, rival };
}

/**
 * "Set it to 40" where several tools set something: the act alone does not say which. The thing does, or a value that only this kind
 * of parameter takes.
 */
function isTold({ ranked: { tool }, filled }: Contender, orders: readonly Place[], { open, words }: Scene): boolean {
  const acts = words.filter((word) => orders.some((place) => overlaps(place, word)));
  const isShared = acts.some(({ surface, stem }) =>
    open.some((one) => one.tool !== tool && one.tool.acting && (one.tool.acts.has(stem) || one.tool.ways.has(surface))),
  );
  const isOwn = acts.some(({ surface }) => tool.nameWords.includes(surface));
  const isOthers = acts.some(({ surface }) =>
    open.some((one) => one.tool !== tool && one.tool.nameWords.includes(surface)),
  );
  if (!isShared || (isOwn && !isOthers)) return true;
  const isForm = ({ leaf, assigned }: Slot): boolean =>
    leaf.enumValues.length > 0 ||
    leaf.format !== null ||
    leaf.schema.has('pattern') ||
    assigned?.candidate.rule === 'shaped-as-example';
  return (
    filled.sent.some(isForm) ||
    words.some(({ stem }) => (tool.nameStems.includes(stem) && !tool.acts.has(stem)) || tool.makes.has(stem))
  );
}

/** "Harbour Films is leaving us. Cancel …": who a reason is about, where no argument could be meant. */
function isReasonName(span: Span, idle: readonly Place[], { slots, sent }: Filled): boolean {
  return (
    idle.some((place) => overlaps(place, span)) &&
    (span.kind === 'name'
      ? slots.every((slot) => sent.includes(slot) || !NAMED.has(wantOf(slot.leaf)))
      : span.kind === 'date' &&
        PAST.test(span.source.text.slice(span.start, span.end)) &&
        slots.every((slot) => sent.includes(slot) || !DATED.has(wantOf(slot.leaf))))
  );
}

/** Days that are over: when a reason came about. */
const PAST = /^(?:yesterday|last \p{L}+|\p{L}+ ago)$/iu;
const DATED: ReadonlySet<Want> = new Set<Want>(['date', 'time', 'datetime', 'year']);

/** Wants that the name of a person or a thing could fill. */
const NAMED: ReadonlySet<Want> = new Set<Want>(['person', 'title', 'other', 'place', 'platform']);

/**
 * "Lock the front door or the back door." "Which door?" "The back door": what the turn before says for a parameter that we asked
 * about, and the answer says anew. The whole stretch, with what joins its parts.
 */
function findSuperseded({ conversation, spans, sources }: Scene, { tool, slots }: Filled): Place[] {
  const own = conversation.question === null ? null : readOwnQuestion(conversation.question);
  if (own?.tool !== tool.name) return [];
  const isBefore = (source: Source): boolean => source.age === 1;
  const readings = fitLeaves(
    startFitting(
      tool,
      spans.filter(({ source }) => isBefore(source)),
      sources.filter(isBefore),
      null,
    ),
  );
  return tool.leaves.flatMap((leaf, at) => {
    const slot = slots.find((one) => one.leaf === leaf);
    const isAnswered = slot?.assigned?.candidate.places.every(({ source }) => source.age === 0) === true;
    if (!isAnswered || !own.names.includes(leaf.argument)) return [];
    const places = (readings[at] ?? []).flatMap((one) => [...one.places]);
    return [...new Set(places.map(({ source }) => source))].map((source): Place => {
      const inside = places.filter((place) => place.source === source);
      const start = Math.min(...inside.map((place) => place.start));
      return { source, start, end: Math.max(...inside.map((place) => place.end)) };
    });
  });
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
