// Decide: call, ask or refuse.
// In: the leading tools with their fillings, and what the request still holds unexplained. Out: a verdict with its reason.
// Why: precision before coverage. A call is sent only when the tool is clearly meant, every required value is firmly said, and
// nothing typed in the request is left over: a value nobody consumed usually means that we misread the request.

import type { RouteReasonCode } from '../../../services/routing/wire/route.ts';
import { verbClassOf } from '../text/verbs.ts';
import type { Word } from '../text/words.ts';
import { stemOf, weightOf } from '../text/words.ts';
import type { Ranked } from '../tools/rank.ts';
import { objectOf } from '../tools/rank.ts';
import { asksFor, stemsSaidBy } from '../tools/says.ts';
import type { Leaf } from '../tools/tools.ts';
import { wantOf } from '../tools/wants.ts';
import { overlaps } from '../values/assign.ts';
import type { Place } from '../values/candidate.ts';
import type { Filled } from '../values/fill.ts';
import type { Source } from '../values/spans/span.ts';
import { choosesAct } from './account.ts';
import type { Features } from './confidence.ts';
import { CONFIDENCE_MIN, confidenceOf } from './confidence.ts';
import type { Posed } from './posed.ts';
import { isUnitBehind } from './rest.ts';

export type Verdict =
  | { readonly kind: 'call' }
  | { readonly kind: 'ask'; readonly code: RouteReasonCode; readonly rest: readonly string[] }
  | { readonly kind: 'refuse'; readonly code: RouteReasonCode };

/** A word that may choose a tool, and where it stands. */
export interface ChoosingWord extends Word {
  readonly source: Source;
}

/** No tool is near: below both, nothing in the request speaks of the tool. */
const NEAR_NAME = 0.2;
const NEAR_DESCRIPTION = 0.12;
/** With less of the request accounted for, it is about something else. */
const NEAR_EXPLAINED = 0.25;
/** A request of which so much is values and words of the tool is about it. */
const NEAR_SAID = 0.9;
/** What a request must account for when it asks for another act than the tool's. */
const OTHER_VERB_EXPLAINED = 0.9;
/** A smaller lead over the next tool is a question, not an answer. */
const LEAD_MIN = 0.1;
/** Closer scores than this are equal. */
export const TIE = 0.02;

export interface Weighed {
  readonly ranked: Ranked;
  readonly filled: Filled;
  readonly features: Features;
  /** Values of the last turn that nothing explains, and words that a call would drop. */
  readonly rest: readonly Place[];
  /** Other tools that are asked for too. */
  readonly others: readonly string[];
  /** Left-over values joined to used ones. */
  readonly twins: number;
  readonly posed: Posed;
  /** Options that words name and that would not be sent. */
  readonly options: readonly string[];
  /** The user chose the tool where we asked which. */
  readonly isPicked: boolean;
  /** The call was made already, and nobody asks for it again. */
  readonly isMade: boolean;
}

export function decide(weighed: Weighed): Verdict {
  const obstacle = findObstacle(weighed);
  if (obstacle !== null) return obstacle;
  if (weighed.isPicked || confidenceOf(weighed.features) >= CONFIDENCE_MIN) return { kind: 'call' };
  return ask('weak-match', weighed.rest);
}

/** What rules a call out however sure the rest is; null when only confidence decides. */
export function findObstacle({
  ranked,
  filled,
  features,
  rest,
  others,
  twins,
  posed,
  options,
  isMade,
}: Weighed): Verdict | null {
  // "Did it work?", "stop": who speaks of what was done is not asked whether to do it again, since an "ok" would.
  if (isMade) return { kind: 'refuse', code: 'nothing-fits' };
  // Who orders the tool's act speaks of the tool, and so does who asks only what it answers.
  // So does who says two of its values and hardly anything else.
  const isNear =
    features.ordered > 0 ||
    features.answers > 0 ||
    (features.explained >= NEAR_SAID && (features.sentCount >= 2 || (filled.claimed > 0 && !filled.tool.acting)));
  if (!isNear && ranked.nameCover < NEAR_NAME && ranked.descriptionCover < NEAR_DESCRIPTION)
    return { kind: 'refuse', code: 'nothing-fits' };
  if (!isNear && features.explained < NEAR_EXPLAINED) return { kind: 'refuse', code: 'nothing-fits' };
  if (filled.tool.unusable !== null) return ask('schema-open', rest);
  if (filled.invalid.length > 0)
    return ask(filled.unchecked.length === filled.invalid.length ? 'schema-open' : 'invalid-arguments', rest);
  if (filled.missing.length > 0) return ask('missing-arguments', rest);
  if (filled.whole !== null) return ask('invalid-arguments', rest);
  if (features.lead < LEAD_MIN) return ask('two-tools', rest);
  if (filled.unsure.length > 0) return ask('unsure-arguments', rest);
  if (others.length > 0 || twins > 0) return { kind: 'ask', code: 'two-calls', rest: others };
  // "Change RSV-5" says of nothing how it should be.
  if (changesNothing(filled)) return ask('weak-match', rest);
  // Talk of an act is no order, a question about a tool's use is none for any tool, and one word without an act is no request.
  if (posed !== 'order') return ask('weak-match', rest);
  if (features.content + features.sentCount < 2 && features.verb < 1 && features.answers === 0)
    return ask('weak-match', rest);
  // An acting tool whose act was not asked for is never called; another one only when the request is all about it.
  if (features.verb <= -1 || (features.verb < 0 && features.explained < OTHER_VERB_EXPLAINED))
    return ask('weak-match', rest);
  // A value that nobody consumed usually means that the request was misread.
  if (rest.length > 0) return ask('unexplained-text', rest);
  // A tool that needs nothing is said by its thing alone, and so is whatever else the thing is asked about.
  const needsNothing = !filled.tool.acting && filled.tool.leaves.every(({ required }) => !required);
  if (needsNothing && features.sentCount === 0 && features.left > 0) return ask('weak-match', rest);
  if (options.length > 0) return { kind: 'ask', code: 'unsure-arguments', rest: options };
  return null;
}

/** A tool that changes things, and only what it is to change was said, or that somebody is told. */
function changesNothing({ tool, sent }: Filled): boolean {
  if (tool.leaves.length <= sent.length || !CHANGES.some((act) => tool.actWords.has(act))) return false;
  const said = sent
    .map(({ leaf }) => leaf)
    .filter(({ type, nameWords }) => type !== 'boolean' || !nameWords.some((word) => TELLS.has(word)));
  const codes = said.filter(isCode);
  const names = said.filter((leaf) => leaf.required && leaf.nameWords.some((word) => IDENTIFYING.has(word)));
  // Of two codes one may be the new value.
  return said.length > 0 && codes.length <= 1 && said.every((leaf) => codes.includes(leaf) || names.includes(leaf));
}

const isCode = (leaf: Leaf): boolean =>
  leaf.type === 'string' && leaf.enumValues.length === 0 && (leaf.schema.has('pattern') || wantOf(leaf) === 'id');

const IDENTIFYING: ReadonlySet<string> = new Set(['number', 'repo', 'repository', 'owner', 'slug']);
const TELLS: ReadonlySet<string> = new Set(['notify', 'inform', 'alert', 'email', 'silent']);
const CHANGES = [
  'update',
  'change',
  'modify',
  'edit',
  'adjust',
  'set',
  'patch',
  'reschedule',
  'rename',
  'retitle',
  'reassign',
  'resize',
];

function ask(code: RouteReasonCode, rest: readonly Place[]): Verdict {
  return { kind: 'ask', code, rest: rest.map(({ source, start, end }) => source.text.slice(start, end)) };
}

/** Other tools whose names are said in words that the first tool does not explain: a second act is asked for. */
export function findOthers(
  others: readonly Ranked[],
  filled: Filled,
  words: readonly ChoosingWord[],
  toolStems: ReadonlySet<string>,
  told: readonly Place[],
): string[] {
  // The word that orders the first tool's act, and a clause that only says why, name no other.
  const places = [...told, ...filled.sent.flatMap((slot) => [...(slot.assigned?.candidate.places ?? [])])];
  const left = new Set(
    words
      .filter(
        (word) => weightOf(word) === 1 && !toolStems.has(word.stem) && !places.some((place) => overlaps(place, word)),
      )
      .map((word) => word.stem),
  );
  return others
    .filter(({ tool }) => left.size > 0 && saysName(tool.nameStems, tool.nameWords, left))
    .map(({ tool }) => tool.name);
}

function saysName(stems: readonly string[], words: readonly string[], left: ReadonlySet<string>): boolean {
  const content = stems.filter((_, at) => weightOf({ surface: words[at] ?? '' }) === 1);
  return content.length > 0 && content.every((stem) => left.has(stem));
}

/** What the gate looks at. */
export function readFeatures(
  ranked: Ranked,
  filled: Filled,
  said: readonly ChoosingWord[],
  toolStems: ReadonlySet<string>,
  lead: number | null,
  orders: readonly Place[],
  idle: readonly Place[],
  alone: boolean,
): Features {
  const places = filled.sent.flatMap((slot) => [...(slot.assigned?.candidate.places ?? [])]);
  // What leads to an order is its frame, or why it is given.
  const words = said.filter(
    (word) =>
      !orders.some(({ source, start }) => source === word.source && word.end <= start) &&
      !idle.some((place) => overlaps(place, word)),
  );
  let total = 0;
  let hit = 0;
  let left = 0;
  let content = 0;
  let topic = false;
  for (const [at, word] of words.entries()) {
    const weight = weightOf(word);
    const isAsked = !filled.tool.acting && asksFor(filled.tool).has(word.surface);
    if (isAsked) topic = true;
    if (weight < 0.1) continue;
    total += weight;
    if (weight === 1) content += 1;
    // A verb of the tool's own class is said by the tool in another word.
    if (
      toolStems.has(word.stem) ||
      isAsked ||
      (!filled.tool.acting && at === 0 && BRINGING.test(word.source.text.slice(word.start, word.end + UP_LENGTH))) ||
      orders.some((place) => overlaps(place, word)) ||
      (filled.tool.verb !== undefined && verbClassOf(word.surface) === filled.tool.verb) ||
      places.some((place) => overlaps(place, word) || isUnitBehind(place, word))
    )
      hit += weight;
    else if (weight === 1) left += 1;
  }
  const answers =
    !filled.tool.acting &&
    left === 0 &&
    filled.missing.length === 0 &&
    filled.sent.some(({ leaf }) => leaf.required && (leaf.schema.has('pattern') || leaf.enumValues.length > 0)) &&
    (topic || words.some((word) => weightOf(word) === 1 && toolStems.has(word.stem)));
  const required = filled.slots.filter((slot) => slot.leaf.required);
  const object = objectOf(words);
  return {
    explained: total === 0 ? 0 : hit / total,
    left,
    content,
    objectSaid:
      object === null ||
      toolSays(filled, object) ||
      words.some(
        (word) => word.stem === object && places.some((place) => overlaps(place, word) || isUnitBehind(place, word)),
      ),
    nameCover: ranked.nameCover,
    verb: filled.sent.some(choosesAct) || orders.length > 0 ? 1 : ranked.verb,
    lead: lead ?? LEAD_ALONE,
    alone: alone ? 1 : 0,
    requiredCount: required.length,
    sentCount: filled.sent.length,
    ordered: orders.length > 0 ? 1 : 0,
    answers: answers ? 1 : 0,
    typed: filled.sent.filter(({ assigned }) => TYPED.has(assigned?.candidate.by ?? '')).length,
  };
}

/** The tool itself, not one of its parameters, speaks of this; not as what it only goes by ("based on …"). */
function toolSays({ tool }: Filled, stem: string): boolean {
  const means = tool.descriptionWords.findIndex((word) => MEANS.has(word));
  const own = means < 0 ? tool.descriptionWords : tool.descriptionWords.slice(0, means);
  return tool.nameStems.includes(stem) || own.some((word) => stemOf(word) === stem);
}

/** "Pull up ORD-5": a verb that with its particle asks to be shown something. */
const BRINGING = /^(?:pull|bring|dig|call) up$/iu;
const UP_LENGTH = ' up'.length;

const MEANS: ReadonlySet<string> = new Set(['based', 'using', 'given', 'by']);

const TYPED: ReadonlySet<string> = new Set([
  'pattern',
  'enum',
  'case',
  'inflection',
  'boolean-cue',
  'label',
  'date',
  'description-map',
  'act',
]);

/** The lead of a tool without rivals: neither large nor small. */
const LEAD_ALONE = 1;
/** Every stem the tool itself says: name, description, parameters, listed values. */
export function stemsOf(filled: Filled): Set<string> {
  const { tool } = filled;
  const stems = new Set(stemsSaidBy(tool));
  for (const leaf of tool.leaves) {
    for (const stem of leaf.nameStems) stems.add(stem);
    for (const stem of leaf.descriptionStems) stems.add(stem);
  }
  return stems;
}
