// OpenAI: POST /v1/decisions from a body to a reply.
// In: the parsed body, its bytes and the caller's options. Out: the answers, or a ServiceError in the words of this wire.
// Why so thin: the wire is System One's in other words. Its questions are asked of the same engine, and what the engine says is
// said again in the words of this wire.

import { compareCodePoints } from '../../../grammar/form.ts';
import type { Json } from '../../../grammar/json.ts';
import type { Engine } from '../../engines/engine.ts';
import type { JudgeOptions } from '../../engines/systemone/judge.ts';
import { readName } from '../../engines/systemone/phrases.ts';
import { decideSystemOne } from '../../engines/systemone/systemone.ts';
import { ServiceError } from '../../errors.ts';
import type { Reply } from '../../operation.ts';
import type { ReplySummary } from '../../summary.ts';
import type { Unfinished } from '../../work/effort.ts';
import type { ActsReply, OpenReply } from '../../work/packed.ts';
import { actsOf } from './acts.ts';
import type { DecisionAsked, DecisionKind } from './kind.ts';
import { describeTooLarge, judgeOptions, stateTooLarge } from './kind.ts';
import { summarize } from './said.ts';
import type { DecisionsResponse } from './wire/decision-answers.ts';
import { choiceKeys, writeDecisionAnswer, writeUsage } from './wire/decision-answers.ts';
import type { DecisionPart, DecisionQuestion, Level } from './wire/decisions.ts';
import { readDecisionsRequest } from './wire/decisions.ts';
import type { Evidence } from './wire/evidence.ts';
import { checkRules } from './wire/script-set.ts';
import type { Question, SystemOneRequest } from './wire/systemone.ts';
import { ruledBy } from './wire/systemone.ts';

export const OPENAI_DECISIONS: DecisionKind<Reading> = {
  name: 'decisions',
  read: readOpenAiDecisions,
  answer: (engine, reading, work, effort) => answerOpenAi(engine, reading, work, judgeOptions(effort)),
  requestOf: ({ asked }) => asked,
};

/** Only a survey may answer with the open questions. */
export async function answerOpenAi(
  engine: Engine,
  { asked, questions, paths, ignored }: Reading,
  { bytes, options, gate, isKept = false }: DecisionAsked,
  judging: JudgeOptions = {},
): Promise<Reply | OpenReply | ActsReply | Unfinished> {
  const { undecided, profile, trace, help } = options;
  const result = await decideSystemOne(engine, asked, {
    ...judging,
    bytes,
    undecided,
    trace,
    ...(help === undefined ? {} : { help }),
    ...(gate === undefined || gate === 'ask' ? {} : { denials: gate }),
  });
  if (result.kind === 'open' || result.kind === 'unfinished') return result;
  if (result.kind === 'too-large')
    throw new ServiceError('validation_failed', { message: describeTooLarge(result), param: 'questions' });
  if (result.kind === 'state-too-large') throw stateTooLarge('input');
  const core = profile === 'core';
  const answers = questions.map((question, at) => {
    const answer = result.body.answers.get(String(at))!;
    return writeDecisionAnswer(question, answer, {
      evidence: locateEvidence(answer.evidence ?? [], paths),
      core,
      undecided,
    });
  });
  const { id, model, usage, trace: traced } = result.body;
  const response: DecisionsResponse = {
    ...(core ? {} : { id, object: 'decision' as const }),
    model,
    answers,
    usage: writeUsage(usage),
    ...(core || traced === undefined ? {} : { trace: traced }),
  };
  const summary = summarize({
    answers: questions.map(({ name }, at) => [name ?? String(at), result.whole.get(String(at))!] as const),
    answerId: id ?? null,
    judged: result.judged,
    isKept,
    options,
    locate: (evidence) => locateEvidence(evidence, paths),
  });
  const isError = undecided === 'error' && result.undecidedIds.length > 0;
  if (isError && gate !== 'ask') throw undecidedError(questions, result.undecidedIds, response, summary);
  const reply: Reply = {
    kind: 'json',
    status: 200,
    body: response,
    ignored,
    summary,
  };
  if (gate !== 'ask') return reply;
  return { kind: 'acts', acts: actsOf(asked.questions, result.whole), reply: isError ? null : reply };
}

interface Reading {
  readonly questions: readonly DecisionQuestion[];
  /** The same in System One's words. */
  readonly asked: SystemOneRequest;
  /** Where the request has each part of the state. */
  readonly paths: readonly string[];
  readonly ignored: readonly string[];
}

/** Throws ServiceError in the words of this wire. */
export function readOpenAiDecisions(body: Json): Reading {
  const reading = readDecisionsRequest(body);
  if (reading.kind === 'invalid') {
    const { code, message, param } = reading;
    throw new ServiceError(code, { message, ...(param === null ? {} : { param }) });
  }
  const { parts, questions, typos } = reading.request;
  const { state, paths } = arrangeParts(parts);
  const asked = questions.map(askSystemOne);
  const [problem] = checkRules(asked.map(ruledBy));
  if (problem !== undefined) {
    const param = `questions[${problem.place[0]}]`;
    throw new ServiceError('invalid_value', { message: `\`${param}\`: ${problem.message}.`, param });
  }
  return {
    questions,
    asked: { state, questions: asked, model: null, typos, stateText: null, questionsText: null },
    paths,
    ignored: reading.ignored,
  };
}

/** Clients of this wire show the message and nothing else, so it names the questions. */
function undecidedError(
  questions: readonly DecisionQuestion[],
  ids: readonly string[],
  response: DecisionsResponse,
  summary: ReplySummary,
): ServiceError {
  const names = ids.map((id) => questions[Number(id)]!.name ?? `questions[${id}]`);
  const shown = names
    .slice(0, NAMES_SHOWN_MAX)
    .map((name) => (name.length > NAME_SHOWN_MAX ? `${name.slice(0, NAME_SHOWN_MAX).toWellFormed()}…` : name));
  const more = names.length - shown.length;
  return new ServiceError('undecided', {
    message: `Not decided: ${shown.join(', ')}${more === 0 ? '' : ` and ${more} more`}.`,
    param: 'questions',
    details: { error_type: 'undecided', undecided: names, response },
    summary,
  });
}

// As many names as a person reads, each long enough to recognise the question.
const NAMES_SHOWN_MAX = 10;
const NAME_SHOWN_MAX = 64;

/**
 * The parts as a state, and where the request has each of them. The engine orders places by their path in the state, so the parts
 * take their numbers in the order of their paths in the request: what comes first there comes first here.
 */
function arrangeParts(parts: readonly DecisionPart[]): { readonly state: Json; readonly paths: readonly string[] } {
  const sorted = [...parts].sort((a, b) => compareCodePoints(a.path, b.path));
  const numbers = sorted
    .map((_, at) => String(at))
    .sort(compareCodePoints)
    .map(Number);
  const state = new Array<Json>(parts.length).fill(null);
  const paths = new Array<string>(parts.length).fill('');
  sorted.forEach(({ path, value }, at) => {
    const number = numbers[at]!;
    state[number] = new Map<string, Json>(
      typeof value === 'string'
        ? [
            ['type', 'text'],
            ['text', value],
          ]
        : [
            ['type', 'json'],
            ['value', value],
          ],
    );
    paths[number] = path;
  });
  return { state, paths };
}

/** Evidence of the engine's state, with its paths leading into the request. */
function locateEvidence(evidence: readonly Evidence[], paths: readonly string[]): Evidence[] {
  return evidence.map((place) => {
    const [, number = '', , ...inside] = place.path.split('/');
    return { ...place, path: [paths[Number(number)], ...inside].join('/') };
  });
}

/** The same question in System One's words; its id is its position. */
function askSystemOne(question: DecisionQuestion, at: number): Question {
  const { instructions, manner } = question;
  const asked = { id: String(at), instructions, manner, ...(question.name === null ? {} : { name: question.name }) };
  switch (question.kind) {
    case 'predicate':
      return { kind: 'noul', ...asked, whenTrue: question.whenTrue, whenFalse: question.whenFalse };
    case 'choice': {
      const keys = choiceKeys(question.choices);
      return {
        kind: 'choice',
        ...asked,
        options: new Map(question.choices.map(({ description }, choice) => [keys[choice]!, description])),
      };
    }
    case 'score':
      return { kind: 'score', ...asked, levels: question.levels.map(describeLevel) };
  }
}

/** A level without a description means its label, unless that is only its number, which the AI SDK sends where it has none. */
function describeLevel({ label, description }: Level, at: number): Json {
  if (description !== null) return description;
  return label === String(at) ? null : readName(label).flat();
}
