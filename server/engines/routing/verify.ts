// Verify: whether a conversation orders the calls that a model wants to make, and says their arguments.
// In: messages, tools and the calls. Out: a verdict for each call, with the places of its arguments, or what is wrong with it.
// Why: a model invents an argument as surely as it repeats one. Routing reads what a request says; here the same reading is held
// against a call. What routing itself decides is verified; for the rest each argument is looked for, and what the call leaves out.

import type { Json } from '../../../grammar/json.ts';
import { segmentsOf, valueAt } from '../../../grammar/json-pointer.ts';
import { checkValue } from '../../schema/check.ts';
import type {
  CallVerdict,
  GivenCall,
  InvalidArgument,
  MessageText,
  RouteCall,
  RouteDecision,
  ToolDefinition,
  UnsaidArgument,
  VerdictReasonCode,
  VerifyRequest,
} from '../../services/routing/wire/route.ts';
import { gate } from '../gate.ts';
import { fillContenders } from './contenders.ts';
import { readConversation } from './conversation.ts';
import type { Explained } from './route.ts';
import { isSameCall, readOwnTools, routeSeveral, routeTools, TURN_LENGTH_MAX } from './route.ts';
import type { Scene } from './scene.ts';
import { readScene, weigh } from './scene.ts';
import { withStatedDay } from './today.ts';
import type { IndexedTools } from './tools/postings.ts';
import { joinIndexes } from './tools/postings.ts';
import type { Ranked } from './tools/rank.ts';
import type { Tool } from './tools/tools.ts';
import { argumentName, asSent, looseLeaf } from './tools/tools.ts';
import { overlaps } from './values/assign.ts';
import type { Place } from './values/candidate.ts';
import { FIRM_STRENGTH, textAt } from './values/candidate.ts';
import type { Filled, Slot } from './values/fill.ts';
import { fillTool, givenSlot } from './values/fill.ts';
import type { Grounding } from './values/ground.ts';
import { ground, RESULT_AGE } from './values/ground.ts';
import type { PickRecord } from './values/records.ts';
import { readRecords } from './values/records.ts';
import type { Source, Span } from './values/spans/span.ts';
import type { Searchable } from './values/verbatim.ts';
import { makeSearchable } from './values/verbatim.ts';
import type { Contender } from './verdict/answer.ts';
import { slotEvidence, toolEvidence } from './verdict/answer.ts';
import type { Weighed } from './verdict/decide.ts';
import { findObstacle } from './verdict/decide.ts';

/** Definitions for calls whose tools nobody describes: what a call does is what its name says. */
export function undeclared(calls: readonly GivenCall[]): ToolDefinition[] {
  return [...new Set(calls.map(({ name }) => name))].map((name) => ({ name, description: '', parameters: undefined }));
}

/** A verdict for each call, in their order. `catalogues` are lists of tools that were read before. */
export function verifyCalls(request: VerifyRequest, catalogues: readonly IndexedTools[] = []): CallVerdict[] {
  const conversation = withStatedDay(readConversation(request.messages, request.now));
  const current = conversation.turns[0] ?? [];
  const all = (code: VerdictReasonCode, outcome: 'unresolved' | 'refused'): CallVerdict[] =>
    request.calls.map((call) => verdict(call, outcome, { code }));
  if (current.length === 0) return all('no-user-message', 'refused');
  if (current.reduce((sum, { text }) => sum + text.length, 0) > TURN_LENGTH_MAX)
    return all('text-too-long', 'unresolved');

  const parts = [readOwnTools(request.tools), ...catalogues];
  const index = joinIndexes(parts);
  const routed = routeTools(index, conversation);
  const several = routeSeveral(index, conversation, routed);
  const clauses = several?.isDecided === true ? several.clauses.map((one) => one.routed.decision) : [];
  // Routing has read the scene already, unless the turns before the last are what it decided on.
  const isSame = routed.scene?.conversation === conversation;
  const scene = isSame ? (routed.scene as Scene) : readScene(index, conversation);
  const contenders = (isSame ? routed.trace?.contenders : undefined) ?? fillContenders(scene);
  const results = request.countResults ? resultsOf(request) : [];
  const texts = { texts: makeSearchable(scene.sources, results), pickRecord: readRecords(results, scene.spans) };
  const tools = new Map(parts.flatMap((part) => part.tools.map((tool) => [tool.name, tool])));
  const usual = new Map(contenders.map(({ ranked, filled }) => [ranked.tool, filled]));
  const readings = request.calls.map((call) => readCall(call, tools.get(call.name), scene, texts, usual));
  // What a call uses explains the text for the others only while it may be made itself.
  let standing: readonly Reading[] = readings;
  for (;;) {
    const verdicts = readings.map((reading) =>
      judge(
        reading,
        standing.filter((other) => other !== reading),
        { scene, contenders, routed, clauses },
      ),
    );
    const left = standing.filter((reading) => verdicts[readings.indexOf(reading)]?.outcome === 'decided');
    if (left.length === standing.length || left.length === 0) return onceEach(verdicts, readings, madeIn(request));
    standing = left;
  }
}

/** One mention grounds one call: of calls that say the same, and of those that were made since it was said, only the first stands. */
function onceEach(
  verdicts: readonly CallVerdict[],
  readings: readonly Reading[],
  made: readonly RouteCall[],
): CallVerdict[] {
  const standing: Reading[] = [];
  return verdicts.map((one, at) => {
    const reading = readings[at] as Reading;
    if (one.outcome !== 'decided') return one;
    const isAgain =
      made.some((call) => isSameCall(call, reading.call)) || standing.some((other) => saysSame(other, reading));
    standing.push(reading);
    return isAgain ? verdict(reading.call, 'refused', { code: 'not-ordered' }) : one;
  });
}

/** The same call, or one of the same tool with all its values from the same places. */
function saysSame(one: Reading, other: Reading): boolean {
  const own = placesOf(one);
  const others = placesOf(other);
  return (
    isSameCall(one.call, other.call) ||
    (one.tool === other.tool &&
      others.length > 0 &&
      others.every((place) => own.some((known) => overlaps(known, place))) &&
      own.every((place) => others.some((known) => overlaps(known, place))))
  );
}

function placesOf({ groundings }: Reading): Place[] {
  return (groundings ?? []).flatMap(({ slot }) => slot?.assigned?.candidate.places ?? []);
}

/** Calls of the messages that have a result: they were made for what the last user said. */
function madeIn({ messages }: VerifyRequest): RouteCall[] {
  const last = messages.findLastIndex(({ role }) => role === 'tool');
  const said = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(said + 1, Math.max(0, last)).flatMap(({ calls }) => calls ?? []);
}

/** Strings of tool results, which are read for values only. */
function resultsOf({ messages }: VerifyRequest): Source[] {
  const texts: readonly MessageText[] = messages
    .filter(({ role }) => role === 'tool')
    .flatMap((message) => message.texts);
  return texts.map(({ path, text }) => ({ path, text, age: RESULT_AGE }));
}

/** One call against the scene, before the calls are looked at together. */
interface Reading {
  readonly call: GivenCall;
  readonly tool: Tool | undefined;
  /** null for a tool that no word of the request speaks of. */
  readonly ranked: Ranked | null;
  readonly usual: Filled | null;
  /** null for arguments that are no object, or too many. */
  readonly groundings: readonly Grounding[] | null;
  readonly invalid: readonly InvalidArgument[];
  /** The schema cannot be checked: nobody can tell whether the arguments satisfy it. */
  readonly isOpen: boolean;
}

/** What is searched for values. */
interface Texts {
  readonly texts: readonly Searchable[];
  readonly pickRecord: PickRecord;
}

/** `known` are the tools that were filled by our own reading: calls of one tool share it. */
function readCall(
  call: GivenCall,
  tool: Tool | undefined,
  scene: Scene,
  texts: Texts,
  known: Map<Tool, Filled>,
): Reading {
  const ranked = scene.ranked.find((one) => one.tool === tool) ?? null;
  if (tool === undefined) return { call, tool, ranked, usual: null, groundings: null, invalid: [], isOpen: false };
  const { spans, sources, budget } = scene;
  const usual = known.get(tool) ?? fillTool(tool, spans, sources, null, budget);
  known.set(tool, usual);
  const isObject = call.arguments instanceof Map;
  const groundings = isObject ? ground(tool, call.arguments, { usual, spans, ...texts }) : null;
  return { call, tool, ranked, usual, groundings, ...faultsOf(call.arguments, tool, scene) };
}

/** What the schema says against the arguments, each with its parameter; `""` is the call as a whole. */
function faultsOf(value: Json, tool: Tool, { budget }: Scene): Pick<Reading, 'invalid' | 'isOpen'> {
  if (!(value instanceof Map))
    return { invalid: [{ param: '', value, reason: 'The arguments are no JSON object' }], isOpen: false };
  const checked = checkValue(value, tool.bounded.root, { budget, formats: true });
  if (checked.kind !== 'invalid') return { invalid: [], isOpen: checked.kind === 'outside' };
  const invalid = checked.faults.map(({ path, message }) => ({
    param: path === '' ? '' : argumentName(segmentsOf(path)),
    value: valueAt(value, path) ?? null,
    reason: message,
  }));
  return { invalid, isOpen: false };
}

/** What all calls of a request are judged against. */
interface Setting {
  readonly scene: Scene;
  readonly contenders: readonly Contender[];
  readonly routed: Explained;
  /** The decisions of clauses that are ordered together, each by its own words. */
  readonly clauses: readonly RouteDecision[];
}

function judge(
  reading: Reading,
  beside: readonly Reading[],
  { scene, contenders, routed, clauses }: Setting,
): CallVerdict {
  const { call, tool, ranked, usual, groundings, invalid } = reading;
  if (tool === undefined || usual === null) return verdict(call, 'refused', { code: 'unknown-tool' });
  const [own = null] = routed.decision.calls;
  if (makes(routed.decision, call)) return verdict(call, 'decided', { evidence: routed.decision.evidence });
  const clause = clauses.find((one) => makes(one, call));
  if (clause !== undefined && clauses.every((one) => one === clause || beside.some((other) => makes(one, other.call))))
    return verdict(call, 'decided', { evidence: clause.evidence });
  if (routed.decision.reason?.code === 'negated') return verdict(call, 'refused', { code: 'negated' });
  if (ranked === null) return verdict(call, 'refused', { code: 'nothing-fits' });
  if (!scene.open.includes(ranked)) return verdict(call, 'refused', { code: 'negated' });
  if (own !== null && own.name !== call.name && !beside.some((one) => one.call.name === own.name))
    return verdict(call, 'refused', { code: 'other-tool' });

  const filled = filledFrom(reading, usual);
  const weighed = weighCall(filled, ranked, beside, scene, contenders);
  const findings = {
    evidence: [toolEvidence(tool, scene.words), ...filled.sent.flatMap(slotEvidence)].filter((one) => one !== null),
    ungrounded: unsaid(groundings, 'ungrounded'),
    transformed: unsaid(groundings, 'transformed'),
    invalid,
    missing: weighed.options,
    unused: textsOf(weighed.rest),
  };
  const { outcome, code } = conclude(weighed, findings, groundings === null || reading.isOpen);
  return verdict(call, outcome, { ...findings, code });
}

/** Whether a decision is just this call. */
function makes({ calls: [own] }: RouteDecision, call: GivenCall): boolean {
  return own !== undefined && isSameCall(own, call);
}

/** Each stretch once, whatever found it. */
function textsOf(places: readonly Place[]): string[] {
  const within = (one: Place, other: Place): boolean =>
    one.source === other.source && one.start >= other.start && one.end <= other.end;
  return places
    .filter(
      (one, at) =>
        !places.some((other, before) => other !== one && within(one, other) && (before < at || !within(other, one))),
    )
    .map(textAt);
}

type Findings = Omit<CallVerdict, 'id' | 'name' | 'outcome' | 'may_act' | 'reason'>;

/** Refused before unresolved: what is not ordered needs no better arguments. */
function conclude(
  weighed: Weighed,
  { ungrounded, transformed, invalid }: Findings,
  isUnread: boolean,
): { readonly outcome: CallVerdict['outcome']; readonly code: VerdictReasonCode | null } {
  const obstacle = findObstacle(weighed);
  if (obstacle?.kind === 'refuse') return { outcome: 'refused', code: 'nothing-fits' };
  if (weighed.posed !== 'order' || (obstacle?.kind === 'ask' && obstacle.code === 'weak-match'))
    return { outcome: 'refused', code: 'not-ordered' };
  if (invalid.length > 0) return { outcome: 'unresolved', code: 'invalid-arguments' };
  if (isUnread) return { outcome: 'unresolved', code: 'schema-open' };
  if (ungrounded.length + transformed.length > 0) return { outcome: 'unresolved', code: 'ungrounded-arguments' };
  if (obstacle === null || obstacle.kind === 'call') return { outcome: 'decided', code: null };
  return { outcome: 'unresolved', code: OBSTACLES[obstacle.code] ?? 'unused-text' };
}

const OBSTACLES: Readonly<Record<string, VerdictReasonCode>> = {
  'schema-open': 'schema-open',
  'two-tools': 'two-tools',
  'two-calls': 'two-calls',
  'unexplained-text': 'unused-text',
  'unsure-arguments': 'missing-arguments',
};

/** The tool as the call fills it: only what is said counts as sent. */
function filledFrom({ call, groundings }: Reading, usual: Filled): Filled {
  const slots = (groundings ?? []).flatMap(({ leaf, slot, picks }) =>
    slot === null ? [] : [slot, ...picks.map((span) => pickSlot(leaf.argument, span))],
  );
  const given = new Set((groundings ?? []).map(({ leaf }) => leaf));
  return {
    ...usual,
    slots: [...slots, ...usual.slots.filter(({ leaf }) => !given.has(leaf))],
    sent: slots,
    missing: [],
    invalid: [],
    unsure: [],
    whole: null,
    arguments: call.arguments,
    guess: call.arguments,
  };
}

/** What users say of a record accounts for their words, and is sent with what is taken from the record. */
function pickSlot(argument: string, { value, by, source, start, end }: Span): Slot {
  const candidate = {
    value,
    by,
    rule: 'record',
    places: [{ source, start, end }],
    strength: FIRM_STRENGTH,
    firm: true,
  };
  return givenSlot({ ...looseLeaf([]), argument }, candidate);
}

/** Tools of the other calls are no rivals of this one, and what those use is not left over. */
function weighCall(
  filled: Filled,
  ranked: Ranked,
  beside: readonly Reading[],
  scene: Scene,
  contenders: readonly Contender[],
): Weighed {
  const score = contenders.find((one) => one.ranked === ranked)?.score ?? ranked.score;
  const others = contenders.filter(
    (one) => one.ranked !== ranked && !beside.some(({ tool }) => tool === one.ranked.tool),
  );
  const first: Contender = { ranked, filled, score };
  const used: readonly Place[] = beside.flatMap(placesOf);
  const isOpen = (place: Place): boolean => !used.some((one) => overlaps(one, place));
  const { weighed } = weigh({ ...scene, spans: scene.spans.filter(isOpen) }, [first, ...others]);
  return { ...weighed, rest: weighed.rest.filter(isOpen) };
}

function unsaid(groundings: readonly Grounding[] | null, wanted: Grounding['status']): UnsaidArgument[] {
  return (groundings ?? [])
    .filter(({ status }) => status === wanted)
    .map(({ leaf, value, said }) => ({ argument: leaf.argument, value: asSent(value, leaf), said }));
}

const NOTHING: Findings = { evidence: [], ungrounded: [], transformed: [], invalid: [], missing: [], unused: [] };

function verdict(
  { id, name }: GivenCall,
  claimed: CallVerdict['outcome'],
  { code = null, ...findings }: Partial<Findings> & { readonly code?: VerdictReasonCode | null },
): CallVerdict {
  const found = { ...NOTHING, ...findings };
  const { outcome, may_act } = gate({ outcome: claimed, evidence: found.evidence });
  const reason = outcome === 'decided' ? null : (code ?? 'nothing-fits');
  return {
    id,
    name,
    outcome,
    may_act,
    ...found,
    reason: reason === null ? null : { code: reason, message: MESSAGES[reason] },
  };
}

const MESSAGES: Record<VerdictReasonCode, string> = {
  'no-user-message': 'there is no user message',
  'unknown-tool': 'no tool of the request has this name',
  'nothing-fits': 'nothing in the request speaks of what the tool does',
  negated: 'the request says not to do what the tool does',
  'not-ordered': 'the request does not order what the tool does, or not once more',
  'other-tool': 'the request orders another tool',
  'two-tools': 'another tool fits about as well',
  'two-calls': 'the request asks for another call too',
  'invalid-arguments': 'an argument does not satisfy the schema',
  'ungrounded-arguments': 'an argument is not what was said',
  'missing-arguments': 'the request speaks of a parameter that the call leaves out',
  'unused-text': 'the request says values that the call does not use',
  'schema-open': 'the arguments cannot be checked',
  'text-too-long': 'the message is too long',
};
