// Contenders: the leading tools of a scene, each filled and weighed against the others.
// In: a scene. Out: the tools with what the request says for each, best first; whether any of them could be called or ordered at all.
// Why: being fillable and being ordered tell tools apart that share their words. Filling is the dear part, so a clause that orders
// nothing has to show it before.

import { askedLeaves } from './conversation.ts';
import type { Scene, Spoken } from './scene.ts';
import { baseOf } from './text/verbs.ts';
import { stemOf } from './text/words.ts';
import type { Ranked } from './tools/rank.ts';
import { asksFor, stemsSaidBy } from './tools/says.ts';
import type { Place } from './values/candidate.ts';
import type { Filled } from './values/fill.ts';
import { fillFitted, lacksRequired } from './values/fill.ts';
import type { Fitting } from './values/fit.ts';
import { startFitting } from './values/fit.ts';
import type { Source } from './values/spans/span.ts';
import { accountOf } from './verdict/account.ts';
import type { Contender } from './verdict/answer.ts';
import { mayBeOrdered } from './verdict/named.ts';
import { asksToSee, looksToo, namesThings, ordersAct, readPosed } from './verdict/posed.ts';
import { readOwnQuestion } from './verdict/question.ts';

/** Only the leaders are filled; the rest cannot win by being fillable. */
const FILLED_MAX = 6;
/** What being fillable adds to a tool's score: it tells "find" from "buy" when the nouns are the same. */
const SHAPE_WEIGHT = 0.6;
/** A tool whose act the last turn orders goes before those that only share words with it; less where something is missing. */
const ORDERED_WEIGHT = 1;
const ORDERED_OPEN_WEIGHT = 0.3;
/** A tool that only looks, where an act is ordered that it never speaks of, and a tool of that act could be called. */
const UNORDERED_WEIGHT = -1;
/** A tool that acts, where somebody asks to see something that another tool could show, and orders nothing. */
const UNASKED_WEIGHT = -1.5;
/** A tool that does more than is ordered, where another does just that. */
const MORE_WEIGHT = -1.5;
/** A tool that answers what is asked, in words of question. */
const TOPIC_WEIGHT = 0.7;
/** A value that matches a tool's declared pattern, and could be nothing else; and one that its schema refuses. */
export const CLAIM_WEIGHT = 1;
export const CLAIMS_MAX = 2;
const INVALID_WEIGHT = -0.5;
/** Our own question was about this tool: its answer stays with it unless it clearly speaks of another. */
const ASKED_WEIGHT = 2;

/** The leading tools with what the request says for each, best first. */
export function fillContenders(scene: Scene): Contender[] {
  const { conversation, open } = scene;
  const own = conversation.question === null ? null : readOwnQuestion(conversation.question);
  const contenders = open.slice(0, FILLED_MAX).map((one): Contender => {
    const filled = filledOf(one, scene);
    const bonus = own?.tool === one.tool.name ? ASKED_WEIGHT : 0;
    return { ranked: one, filled, score: one.score + bonus + evidenceOf(one, filled, scene) };
  });
  const isOrdered = contenders.some(
    (one) =>
      one.ranked.tool.acting &&
      isPossible(one, scene) &&
      contenders.some((other) => other.score > one.score && !other.ranked.tool.acting),
  );
  const isShown = contenders.some(({ ranked, filled }) => !ranked.tool.acting && isWhole(filled));
  return contenders
    .map((one) => (doesMore(one, contenders, scene) ? { ...one, score: one.score + MORE_WEIGHT } : one))
    .map((one) => (isShown && isUnasked(one, scene) ? { ...one, score: one.score + UNASKED_WEIGHT } : one))
    .map((one) =>
      isOrdered && ordersOther(one.filled, scene) && !looksToo(scene.current, accountOf(one.filled))
        ? { ...one, score: one.score + UNORDERED_WEIGHT }
        : one,
    )
    .sort((a, b) => b.score - a.score || (a.ranked.tool.name < b.ranked.tool.name ? -1 : 1));
}

const isWhole = ({ missing, invalid }: Filled): boolean => missing.length === 0 && invalid.length === 0;

/**
 * "Seal cask 4", of a tool that seals a cask and ships it: its description adds an act that nobody ordered, and another tool that could be
 * called speaks of the one that was.
 */
function doesMore({ ranked: { tool } }: Contender, all: readonly Contender[], { words }: Scene): boolean {
  const [verb = ''] = tool.headlineWords;
  const joint = tool.headlineWords.indexOf('and');
  const [added = '', object = ''] = tool.headlineWords.slice(joint + 1);
  if (!tool.acting || joint < 2 || !OPENS_OBJECT.test(object)) return false;
  const isSaid = (word: string): boolean =>
    words.some(({ surface }) => stemOf(baseOf(surface)) === stemOf(baseOf(word)));
  return (
    isSaid(verb) &&
    !isSaid(added) &&
    all.some(
      ({ ranked, filled }) =>
        ranked.tool !== tool &&
        ranked.tool.acting &&
        isWhole(filled) &&
        ranked.tool.headlineWords.indexOf('and') < 0 &&
        stemsSaidBy(ranked.tool).has(stemOf(baseOf(verb))),
    )
  );
}

const OPENS_OBJECT = /^(?:an?|the|it|them|all|any|every|each|its|their)$/u;

/** "Show the open issues", "do you have …?": who asks to see something orders no act. */
function isUnasked({ ranked, filled }: Contender, scene: Scene): boolean {
  if (!ranked.tool.acting) return false;
  const { account, reading } = spokenOf(ranked, filled, scene);
  return reading.orders.length === 0 && asksToSee(scene.current, account);
}

/** Stems of the names of the other tools that the words speak of. */
function foreignTo(own: Ranked, { ranked }: Scene): ReadonlySet<string> {
  return new Set(ranked.flatMap((one) => (one === own ? [] : [...one.tool.nameStems])));
}

/** What the tool and its arguments account for, and how the last turn speaks of it. */
export function spokenOf(ranked: Ranked, filled: Filled, scene: Scene): Spoken {
  let spoken = scene.spoken.get(filled);
  if (spoken === undefined) {
    const account = accountOf(filled, foreignTo(ranked, scene));
    scene.spoken.set(filled, (spoken = { account, reading: readPosed(scene.current, account) }));
  }
  return spoken;
}

/** The leading tools that could be called or be ordered as a clause stands, by what shows before they are filled. */
export function findPossible(scene: Scene): readonly Ranked[] {
  return scene.open
    .slice(0, FILLED_MAX)
    .filter((one) =>
      one.tool.acting
        ? mayBeOrdered(scene.current, one.tool)
        : one.tool.unusable === null && !lacksRequired(fittingOf(one, scene)),
    );
}

/** What a part of a message could be, by what the whole message shows: none, an order, or one that may be decided. */
export type Prospect = 'none' | 'order' | 'call';

/** Of the part `turn`, from `start` to `end` of the one text that the scene reads. Tools that were not filled could be anything. */
export function prospectOf(turn: Source, start: number, end: number, whole: Scene): Prospect {
  const isInside = (place: Place): boolean =>
    place.source === whole.current[0] && start <= place.start && place.end <= end;
  let isOrder = false;
  for (const { tool } of whole.ranked) {
    if (tool.acting && !mayBeOrdered([turn], tool)) continue;
    const fitting = whole.fittings.get(tool);
    if (fitting === undefined || (tool.unusable === null && !lacksRequired(fitting, isInside))) return 'call';
    isOrder ||= tool.acting;
  }
  return isOrder ? 'order' : 'none';
}

/** True where none of these is called or ordered when it is filled: whichever comes first, nothing is ordered. */
export function ordersNothing(possible: readonly Ranked[], scene: Scene): boolean {
  return possible.every((one) => !mayOrder(one, filledOf(one, scene), scene));
}

/** False where it can be no call, and its act is not ordered. */
export function mayOrder(ranked: Ranked, filled: Filled, scene: Scene): boolean {
  return filled.tool.acting
    ? spokenOf(ranked, filled, scene).reading.orders.length > 0
    : filled.tool.unusable === null && isWhole(filled);
}

/** A leading tool beside the texts. */
function fittingOf({ tool }: Ranked, scene: Scene): Fitting {
  let fitting = scene.fittings.get(tool);
  if (fitting === undefined) {
    const { conversation, spans, sources } = scene;
    const asked = askedLeaves(tool, conversation);
    scene.fittings.set(tool, (fitting = startFitting(tool, spans, sources, asked)));
  }
  return fitting;
}

function filledOf(one: Ranked, scene: Scene): Filled {
  let filled = scene.filled.get(one.tool);
  if (filled === undefined)
    scene.filled.set(one.tool, (filled = fillFitted(fittingOf(one, scene), scene.spans, scene.budget)));
  return filled;
}

/** What the values and the form of the last turn say for a tool, beyond its words. */
function evidenceOf(ranked: Ranked, filled: Filled, scene: Scene): number {
  const { tool, claimed, invalid, satisfied } = filled;
  const { words } = scene;
  const posed = tool.acting ? spokenOf(ranked, filled, scene).reading : null;
  const isOrdered = posed?.isNamed === true;
  // "I need a permit" names no act, and yet what the tool makes.
  const isWished = posed !== null && !isOrdered && posed.orders.length > 0;
  const answers =
    !tool.acting &&
    (words.some(({ surface }) => asksFor(tool).has(surface)) ||
      (filled.missing.length === 0 && namesThings(scene.current, tool, () => accountOf(filled))));
  return (
    SHAPE_WEIGHT * satisfied +
    (isOrdered
      ? filled.missing.length === 0
        ? ORDERED_WEIGHT
        : ORDERED_OPEN_WEIGHT
      : isWished && filled.missing.length === 0
        ? ORDERED_OPEN_WEIGHT
        : 0) +
    (answers ? TOPIC_WEIGHT : 0) +
    CLAIM_WEIGHT * Math.min(CLAIMS_MAX, claimed) +
    INVALID_WEIGHT * invalid.length
  );
}

/** The turn, or the one that it answers, orders an act, and the tool only looks. */
export function ordersOther(filled: Filled, { conversation: { turns, question } }: Scene): boolean {
  if (filled.tool.acting) return false;
  const account = accountOf(filled);
  return turns.slice(0, question === null ? 1 : 2).some((turn) => ordersAct(turn, account));
}

/** It could be called as the request stands: nothing is missing, and its act, if it has one, is ordered. */
export function isPossible({ ranked, filled }: Contender, scene: Scene): boolean {
  return isWhole(filled) && (!ranked.tool.acting || spokenOf(ranked, filled, scene).reading.isNamed);
}
