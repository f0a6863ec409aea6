// Answer: a verdict put into a decision: the call with its evidence, or the words of a question or refusal.
// In: a verdict, the contenders and the words that chose. Out: a RouteDecision, its outcome set by the gate.
// Why: whatever is decided, the reader must see what it rests on.

import type {
  ArgumentEvidence,
  RouteCandidate,
  RouteDecision,
  RouteReasonCode,
} from '../../../services/routing/wire/route.ts';
import { gate } from '../../gate.ts';
import { weightOf } from '../text/words.ts';
import type { Ranked } from '../tools/rank.ts';
import type { Tool } from '../tools/tools.ts';
import type { Place } from '../values/candidate.ts';
import type { Filled, Slot } from '../values/fill.ts';
import type { ChoosingWord, Verdict } from './decide.ts';
import { TIE } from './decide.ts';
import {
  askAboutRest,
  askAroundSchema,
  askForMissing,
  askForOne,
  askForOrder,
  askIfMeant,
  askToConfirm,
  askWhichTool,
  NOTHING_FITS,
} from './question.ts';

// The chosen one and those it had to be told from.
const CANDIDATES_SHOWN_MAX = 3;

export interface Contender {
  readonly ranked: Ranked;
  readonly filled: Filled;
  readonly score: number;
}

/** The verdict put into words and evidence. */
export function conclude(
  verdict: Verdict,
  contenders: readonly Contender[],
  {
    cut,
    words,
    rival,
  }: { readonly cut: boolean; readonly words: readonly ChoosingWord[]; readonly rival: Contender | undefined },
): RouteDecision {
  const [first] = contenders as readonly [Contender];
  if (verdict.kind === 'refuse') return { ...refuse(verdict.code, NOTHING_FITS), candidates: shown(contenders) };
  if (rival !== undefined && first.score - rival.score < TIE)
    return tie(contenders, [first.ranked.tool.name, rival.ranked.tool.name]);
  if (verdict.kind === 'ask') return ask(verdict.code, verdict.rest, contenders, rival);
  if (cut)
    return unresolved('text-too-long', askIfMeant(first.ranked.tool), {
      tool: first.ranked.tool.name,
      candidates: shown(contenders),
    });

  const evidence = [toolEvidence(first.ranked.tool, words), ...first.filled.sent.flatMap(slotEvidence)].filter(
    (one) => one !== null,
  );
  const gated = gate({ outcome: 'decided', evidence });
  if (gated.outcome !== 'decided') return refuse('nothing-fits', 'Nothing in the request shows what to call.');
  return {
    ...gated,
    calls: [{ name: first.ranked.tool.name, arguments: first.filled.arguments }],
    tool: first.ranked.tool.name,
    content: null,
    evidence,
    missing: [],
    invalid: [],
    candidates: shown(contenders),
    reason: null,
  };
}

/** Decisions about clauses of one message as one. */
export function joinDecisions(all: readonly RouteDecision[]): RouteDecision {
  const [first, ...more] = all as readonly [RouteDecision, ...RouteDecision[]];
  if (more.length === 0) return first;
  return {
    ...first,
    calls: all.flatMap(({ calls }) => calls),
    tool: null,
    evidence: all.flatMap(({ evidence }, call) => evidence.map((one) => ({ ...one, call }))),
    candidates: all.flatMap(({ candidates }) => candidates.slice(0, 1)),
  };
}

/** Clauses that order something, an act among it: which comes first is asked for, with what each was said to be. */
export function askForSeveral(
  ordered: readonly { readonly tool: string; readonly text: string; readonly decision: RouteDecision }[],
): RouteDecision {
  return unresolved('two-calls', askForOrder(ordered), {
    evidence: ordered.flatMap(({ decision }, call) => decision.evidence.map((one) => ({ ...one, call }))),
    candidates: ordered.flatMap(({ decision }) => decision.candidates.slice(0, 1)),
  });
}

function ask(
  code: RouteReasonCode,
  rest: readonly string[],
  contenders: readonly Contender[],
  rival: Contender | undefined,
): RouteDecision {
  const [first] = contenders;
  const { filled } = first as Contender;
  const { tool, missing, unchecked, whole } = filled;
  const invalid = filled.invalid.filter((one) => !unchecked.includes(one));
  const parts = {
    tool: tool.name,
    missing,
    invalid,
    candidates: shown(contenders),
    evidence: (first as Contender).filled.sent.flatMap(slotEvidence),
  };
  if (code === 'two-tools' && rival !== undefined)
    return unresolved(code, askWhichTool([tool.name, rival.ranked.tool.name]), { ...parts, tool: null });
  if (code === 'schema-open') return unresolved(code, askAroundSchema(tool, unchecked), parts);
  if (code === 'unsure-arguments')
    return unresolved(code, askToConfirm(tool, filled.unsure.length > 0 ? filled.unsure : rest), parts);
  if (code === 'two-calls') return unresolved(code, askForOne(tool, rest), parts);
  if (code === 'unexplained-text') return unresolved(code, askAboutRest(tool, [...new Set(rest)].slice(0, 3)), parts);
  if (missing.length > 0 || invalid.length > 0) return unresolved(code, askForMissing(tool, missing, invalid), parts);
  if (whole !== null)
    return unresolved(code, `\`${tool.name}\` does not accept these values together: ${whole}`, parts);
  return unresolved(code, askIfMeant(tool), parts);
}

function tie(contenders: readonly Contender[], names: readonly string[]): RouteDecision {
  return unresolved('two-tools', askWhichTool(names), { candidates: shown(contenders) });
}

export function refuse(code: RouteReasonCode, content: string): RouteDecision {
  return {
    ...gate({ outcome: 'refused', evidence: [] }),
    calls: [],
    tool: null,
    content,
    evidence: [],
    missing: [],
    invalid: [],
    candidates: [],
    reason: { code, message: REASONS[code] },
  };
}

/** A decided call that a policy does not let be made: what was found, and nothing to send. */
export function deny(decision: RouteDecision, content: string): RouteDecision {
  return {
    ...decision,
    ...gate({ outcome: 'refused', evidence: decision.evidence }),
    calls: [],
    content,
    reason: { code: 'policy', message: REASONS.policy },
  };
}

export function unresolved(code: RouteReasonCode, content: string, parts: Partial<RouteDecision>): RouteDecision {
  const evidence = parts.evidence ?? [];
  return {
    tool: null,
    missing: [],
    invalid: [],
    candidates: [],
    ...parts,
    ...gate({ outcome: 'unresolved', evidence }),
    evidence,
    calls: [],
    content,
    reason: { code, message: REASONS[code] },
  };
}

/** What each code means, for people who read logs. */
export const REASONS: Record<RouteReasonCode, string> = {
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
  policy: 'a policy of the operator does not let the call be made',
};

function shown(contenders: readonly Contender[]): RouteCandidate[] {
  return contenders.slice(0, CANDIDATES_SHOWN_MAX).map(({ ranked, filled, score }) => ({
    name: ranked.tool.name,
    score: Math.round(score * 1000) / 1000,
    arguments: filled.guess,
  }));
}

export function slotEvidence(slot: Slot): ArgumentEvidence[] {
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
export function toolEvidence(tool: Tool, words: readonly ChoosingWord[]): ArgumentEvidence | null {
  const stems = new Set(tool.nameStems);
  const described = new Set(tool.descriptionStems);
  const word =
    words.find((one) => weightOf(one) === 1 && stems.has(one.stem)) ??
    words.find((one) => stems.has(one.stem)) ??
    words.find((one) => described.has(one.stem));
  if (word === undefined) return null;
  const isExact = tool.nameWords.includes(word.source.text.slice(word.start, word.end));
  return evidenceAt(word, isExact ? 'exact' : 'inflection', tool.name, '');
}
