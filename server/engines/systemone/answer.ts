// Answer: a verdict as the wire says it.
// In: a prepared question, its verdict and the undecided mode. Out: one answer, its members in the wire's order.
// Why: what is not decided has no fields that could be taken for a decision, unless a client insists on them.

import type { Json } from '../../../grammar/json.ts';
import type { Evidence } from '../../wire/evidence.ts';
import type { Answer, Question, Reason, UndecidedMode } from '../../wire/systemone.ts';
import { gate } from '../gate.ts';
import { ENGINE, helpedEngine } from '../identity.ts';
import type { Help } from '../upstream/open.ts';
import type { Verdict } from './judge.ts';
import type { PreparedQuestion } from './questions.ts';

/** `upstream` is the engine without whose help the verdict would be another one; null where it is ours alone. */
export function writeAnswer(prepared: PreparedQuestion, verdict: Verdict, undecided: UndecidedMode, upstream: Help | null): Answer {
  const { question, options } = prepared;
  // The program prints keys in their order; the wire has its own.
  const evidence = verdict.evidence.map(({ path, start, end, text, criterion, by }): Evidence => ({ path, start, end, text, criterion, by }));
  const gated = gate({ outcome: verdict.outcome, evidence, upstream });
  const selection = gated.outcome === 'decided'
    ? writeSelected(question, options.map((option) => option.key), verdict.supported[0]!, gated.may_act ? 1 : 0)
    : undecided === 'distribution' ? writeSpread(question, options.map((option) => option.key), verdict.supported) : {};
  const refused = gated.outcome === 'refused';
  return {
    type: question.kind,
    ...gated,
    ...selection,
    evidence,
    supported: verdict.supported.map((position) => options[position]!.key),
    ...(refused ? { unfound: verdict.unfound } : {}),
    ...(refused && verdict.unfoundMore > 0 ? { unfound_more: verdict.unfoundMore } : {}),
    ...(verdict.reason === null ? {} : { reason: explain(verdict) }),
    engine: upstream === null ? ENGINE : helpedEngine(upstream.name),
  };
}

/** The part of an answer that TypeSafe's own wire has. */
export function keepCore(answer: Answer): Answer {
  const { type, choice, score, noul, legend, probabilities, confidence } = answer;
  return { type, choice, score, noul, legend, probabilities, confidence } as Answer;
}

/** Clients that know no gate compare the confidence: it is 0 for what may not act. */
function writeSelected(question: Question, keys: readonly string[], index: number, confidence: 0 | 1): Partial<Answer> {
  const probabilities = new Map(keys.map((key, position) => [key, position === index ? 1 : 0]));
  switch (question.kind) {
    case 'choice': return { choice: keys[index]!, index, probabilities, confidence };
    case 'score': return { score: index, index, legend: writeLegend(question.levels), probabilities, confidence };
    case 'noul': return keys[index] === 'true' ? { noul: 1, value: true } : { noul: 0, value: false };
  }
}

/** For clients that insist on the fields: as even as the evidence, confidence 0, no index and no value. */
function writeSpread(question: Question, keys: readonly string[], supported: readonly number[]): Partial<Answer> {
  const among = supported.length > 0 ? supported : keys.map((_, position) => position);
  const probabilities = new Map(keys.map((key, position) => [key, among.includes(position) ? 1 / among.length : 0]));
  switch (question.kind) {
    case 'choice': return { choice: keys[among[0]!]!, probabilities, confidence: 0 };
    case 'score': {
      const score = among.reduce((sum, level) => sum + level, 0) / among.length;
      return { score, legend: writeLegend(question.levels), probabilities, confidence: 0 };
    }
    case 'noul': return { noul: 0.5 };
  }
}

/** Clients that check a legend refuse null in it. */
function writeLegend(levels: readonly Json[]): Map<string, Json> {
  return new Map(levels.map((level, position) => [String(position), level ?? '']));
}

function explain(verdict: Verdict): Reason {
  switch (verdict.reason) {
    case 'two-supported': return { code: 'two-supported', message: `The state speaks for ${verdict.supported.length} of the options.` };
    case 'not-the-writers': return { code: 'not-the-writers', message: 'A phrase was found, but only in text that is not the writer’s: quoted mail, a signature or a footer.' };
    case 'vetoed': return { code: 'vetoed', message: 'What speaks for an option was found, and so was a phrase that rules it out.' };
    case 'nothing-to-look-for': return { code: 'nothing-to-look-for', message: 'The question names nothing to look for: list phrases in its criteria, or put the words it asks for in quotes.' };
    case 'negated': return { code: 'negated', message: 'A phrase was found, but only inside a negation.' };
    case 'path-not-found': {
      const [first, ...others] = verdict.missing;
      return { code: 'path-not-found', message: `The state has nothing at ${show(first ?? '')}${others.length === 0 ? '' : ` (and ${others.length} more)`}.` };
    }
    default: return { code: 'nothing-found', message: 'The phrases of no option were found in the state.' };
  }
}

// A path is shown short: it may be as long as the request allows.
const PATH_SHOWN_MAX = 128;

function show(path: string): string {
  const characters = [...path.slice(0, 2 * PATH_SHOWN_MAX)];
  return characters.length <= PATH_SHOWN_MAX ? `\`${path}\`` : `\`${characters.slice(0, PATH_SHOWN_MAX).join('')}…\``;
}
