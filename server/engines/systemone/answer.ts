// Answer: a verdict as the wire says it.
// In: a prepared question, its verdict and the undecided mode. Out: one answer, its members in the wire's order.
// Why: what is not decided has no fields that could be taken for a decision, unless a client insists on them.

import type { Json } from '../../../grammar/json.ts';
import { JsonNumber } from '../../../grammar/json.ts';
import { valueAt } from '../../../grammar/json-pointer.ts';
import { writeOnce } from '../../../grammar/json-write.ts';
import type { Answer, AnswerFields, Reason, Selection, Spread } from '../../services/decisions/wire/answer.ts';
import type { Evidence, Scored } from '../../services/decisions/wire/evidence.ts';
import { COMPARED } from '../../services/decisions/wire/evidence.ts';
import type { Question, UndecidedMode } from '../../services/decisions/wire/systemone.ts';
import type { Denial } from '../act.ts';
import { sentenceOf } from '../act.ts';
import type { Outcome } from '../gate.ts';
import { gate } from '../gate.ts';
import { ENGINE, helpedEngine } from '../identity.ts';
import type { Help } from '../upstream/open.ts';
import type { Verdict } from './judge.ts';
import type { PreparedQuestion } from './questions.ts';
import { positionOf } from './ruled.ts';

/** What an answer is written with, besides its question and its verdict. */
interface AnswerParts {
  readonly undecided: UndecidedMode;
  /** The engine without whose help the verdict would be another one; null where it is ours alone. */
  readonly upstream: Help | null;
  /** The policy that does not let the answer act; null where none says so. */
  readonly denial: Denial | null;
  /** All of the request. */
  readonly questions: readonly PreparedQuestion[];
  readonly state: Json;
}

export function writeAnswer(
  prepared: PreparedQuestion,
  verdict: Verdict,
  { undecided, upstream, denial, questions, state }: AnswerParts,
): Answer {
  const { question } = prepared;
  const nameOf = (key: string): string => {
    const asked = questions[positionOf(key)]!.question;
    return asked.name ?? asked.id;
  };
  // The program prints keys in their order; the wire has its own.
  const evidence = verdict.evidence.map(({ path, start, end, text, criterion, by, points, via }): Evidence => {
    // Nearly all evidence.
    if (by !== COMPARED && points === undefined && via === undefined) return { path, start, end, text, criterion, by };
    const said = by === COMPARED ? textAt(state, path, text) : text;
    return {
      path,
      start,
      end: by === COMPARED ? Buffer.byteLength(said) : end,
      text: said,
      criterion,
      by,
      ...(points === undefined ? {} : { points }),
      ...(via === undefined ? {} : { via: nameOf(via) }),
    };
  });
  const gated = gate({ outcome: verdict.outcome, evidence, upstream, isDenied: denial !== null });
  const keys = keysOf(prepared);
  const judged = {
    evidence,
    ...(verdict.scored === undefined ? {} : { scored: writeScored(verdict.scored) }),
    supported: verdict.supported.map((position) => keys[position]!),
  };
  const engine = upstream === null ? ENGINE : helpedEngine(upstream.name);
  if (gated.outcome === 'decided') {
    const selection = selectionOf(prepared, keys, verdict.supported[0]!, gated.may_act ? 1 : 0);
    const reason = denial === null ? {} : { reason: { code: 'policy' as const, message: sentenceOf(denial) } };
    return { ...typeOf(selection), ...gated, ...selection, ...judged, ...reason, engine };
  }
  // Of what is only proposed nothing is likelier than the rest.
  const among = verdict.outcome === 'decided' ? [] : verdict.supported;
  const spread = undecided === 'distribution' ? writeSpread(question, keys, among) : { type: question.kind };
  const refused = gated.outcome === 'refused';
  return {
    ...typeOf(spread),
    ...gated,
    ...spread,
    ...judged,
    ...(refused ? { unfound: verdict.unfound } : {}),
    ...(refused && verdict.unfoundMore > 0 ? { unfound_more: verdict.unfoundMore } : {}),
    ...(verdict.reason === null ? proposed(verdict, gated.outcome) : { reason: explain(verdict, nameOf) }),
    engine,
  };
}

/** The reason of a decision that the gate did not let pass. */
function proposed(verdict: Verdict, outcome: Outcome): { readonly reason?: Reason } {
  if (verdict.outcome !== 'decided' || outcome !== 'unresolved') return {};
  return {
    reason: { code: 'proposed', message: 'An upstream engine proposed this option; its answers may not act here.' },
  };
}

const KEYS = new WeakMap<PreparedQuestion, readonly string[]>();

function keysOf(prepared: PreparedQuestion): readonly string[] {
  let keys = KEYS.get(prepared);
  if (keys === undefined) KEYS.set(prepared, (keys = prepared.options.map(({ key }) => key)));
  return keys;
}

/** The member that comes first on the wire. */
function typeOf({ type }: Pick<Answer, 'type'>): Pick<Answer, 'type'> {
  return { type };
}

/** A number or boolean as the state's text has it; the program has its value only. */
function textAt(state: Json, path: string, text: string): string {
  const value = valueAt(state, path);
  return value instanceof JsonNumber ? value.text : text;
}

/**
 * The part of an answer that TypeSafe's own wire has. It has no gate: a decision that may not act is written as if nothing spoke for
 * any side.
 */
export function keepCore(prepared: PreparedQuestion, answer: AnswerFields): AnswerFields {
  if (answer.outcome === 'decided' && answer.may_act !== true)
    return keepFields(writeSpread(prepared.question, keysOf(prepared), []));
  return keepFields(answer);
}

function keepFields(answer: AnswerFields): AnswerFields {
  const { type, choice, score, noul, legend, probabilities, confidence } = answer;
  return { type, choice, score, noul, legend, probabilities, confidence } as AnswerFields;
}

// The selections of a question are kept with it, each as long as it has options.
const KEPT_OPTIONS_MAX = 8;

/** Selections that were written before, by what of the question was selected: nobody changes them. */
const SELECTED = new WeakMap<PreparedQuestion, Map<number, Selection>>();

function selectionOf(prepared: PreparedQuestion, keys: readonly string[], index: number, confidence: 0 | 1): Selection {
  if (keys.length > KEPT_OPTIONS_MAX) return writeSelected(prepared.question, keys, index, confidence);
  let selected = SELECTED.get(prepared);
  if (selected === undefined) SELECTED.set(prepared, (selected = new Map()));
  const place = 2 * index + confidence;
  let selection = selected.get(place);
  if (selection === undefined) {
    selection = writeSelected(prepared.question, keys, index, confidence);
    if (selection.type !== 'noul') writeOnce(selection.probabilities);
    selected.set(place, selection);
  }
  return selection;
}

/** Clients that know no gate compare the confidence: it is 0 for what may not act. */
function writeSelected(question: Question, keys: readonly string[], index: number, confidence: 0 | 1): Selection {
  const { kind: type } = question;
  const probabilities = new Map(keys.map((key, position) => [key, position === index ? 1 : 0]));
  switch (type) {
    case 'choice':
      return { type, choice: keys[index]!, index, probabilities, confidence };
    case 'score':
      return { type, score: index, index, legend: writeLegend(question.levels), probabilities, confidence };
    case 'noul':
      return keys[index] === 'true' ? { type, noul: 1, value: true } : { type, noul: 0, value: false };
  }
}

/** For clients that insist on the fields: as even as the evidence, confidence 0, no index and no value. */
function writeSpread(question: Question, keys: readonly string[], supported: readonly number[]): Spread {
  const { kind: type } = question;
  const among = supported.length > 0 ? supported : keys.map((_, position) => position);
  const probabilities = new Map(keys.map((key, position) => [key, among.includes(position) ? 1 / among.length : 0]));
  switch (type) {
    case 'choice':
      return { type, choice: keys[among[0]!]!, probabilities, confidence: 0 };
    case 'score': {
      const score = among.reduce((sum, level) => sum + level, 0) / among.length;
      return { type, score, legend: writeLegend(question.levels), probabilities, confidence: 0 };
    }
    case 'noul':
      return { type, noul: 0.5 };
  }
}

/** Clients that check a legend refuse null in it. */
function writeLegend(levels: readonly Json[]): Map<string, Json> {
  return new Map(levels.map((level, position) => [String(position), level ?? '']));
}

function writeScored({ points, remainder, next, known, score, threshold }: Scored): Scored {
  return { points, remainder, next, known, score, threshold };
}

function explain(verdict: Verdict, nameOf: (key: string) => string): Reason {
  switch (verdict.reason) {
    case 'two-supported':
      return { code: 'two-supported', message: `The state speaks for ${verdict.supported.length} of the options.` };
    case 'passing-word':
      return {
        code: 'passing-word',
        message:
          'What was found leaves open whether it is what the text is about: it is one word or phrase, and has many meanings or is said in passing, of the past, of others, or in a question; or the text is about several matters.',
      };
    case 'not-the-writers':
      return {
        code: 'not-the-writers',
        message:
          'A phrase was found, but only where the writer does not speak of the matter: in quoted mail, a signature, a label of a record, the turn of another, or what is told of another.',
      };
    case 'vetoed':
      return { code: 'vetoed', message: 'What speaks for an option was found, and so was a phrase that rules it out.' };
    case 'nothing-to-look-for':
      return {
        code: 'nothing-to-look-for',
        message:
          'The question names nothing to look for: list phrases in its criteria, or put the words it asks for in quotes.',
      };
    case 'too-few-points':
      return { code: 'too-few-points', message: 'No option has the points that its scorecard asks for.' };
    case 'not-met':
      return {
        code: 'not-met',
        message: 'The script of no option is true, together with its phrases where it has some.',
      };
    case 'script-fault':
      return faultReason(verdict.fault);
    case 'waits-for':
      return {
        code: 'waits-for',
        message: `It needs the answer to ${verdict.missing.map((key) => show(nameOf(key))).join(' and ')}, which is not decided.`,
      };
    case 'negated':
      return {
        code: 'negated',
        message: 'A phrase was found, but only where the state denies it, supposes it or says that it is over.',
      };
    case 'path-not-found': {
      const [first, ...others] = verdict.missing;
      return {
        code: 'path-not-found',
        message: `The state has nothing at ${show(first ?? '')}${others.length === 0 ? '' : ` (and ${others.length} more)`}.`,
      };
    }
    default:
      return { code: 'nothing-found', message: 'The phrases of no option were found in the state.' };
  }
}

function faultReason(fault: Verdict['fault']): Reason {
  const { words = 'a fault', explanation = null } = fault ?? {};
  const met = explanation === null ? '.' : `: ${explanation.sentence}.`;
  return {
    code: 'script-fault',
    message: `A script of the question ended with ${words}${met}`,
    ...(explanation === null ? {} : { explanation }),
  };
}

// A path is shown short: it may be as long as the request allows.
const PATH_SHOWN_MAX = 128;

function show(path: string): string {
  const characters = [...path.slice(0, 2 * PATH_SHOWN_MAX)];
  return characters.length <= PATH_SHOWN_MAX ? `\`${path}\`` : `\`${characters.slice(0, PATH_SHOWN_MAX).join('')}…\``;
}
