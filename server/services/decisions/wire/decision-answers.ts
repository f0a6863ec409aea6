// Decision answers: System One's answers in the words of OpenAI's Decisions wire.
// In: a question as it was asked and its answer. Out: one entry of `answers`. Why: this wire has the one standard way to abstain,
// a refusal for each question, so nothing that is not decided is ever made up here.

import type { Wire } from '../../wire.ts';
import type { AnswerFields } from './answer.ts';
import type { Choice, DecisionQuestion } from './decisions.ts';
import type { DECISIONS_RESPONSE_SCHEMA } from './decisions-schema.ts';
import type { Evidence } from './evidence.ts';
import type { UndecidedMode } from './systemone.ts';

export type DecisionsResponse = Wire<typeof DECISIONS_RESPONSE_SCHEMA>;
type DecisionAnswer = DecisionsResponse['answers'][number];
/** What every answer has beside the fields of the wire. Levels are told by their number, choices by their typed value. */
type Ours = Omit<Extract<DecisionAnswer, { readonly type: 'refusal' }>, 'type' | 'name'>;
type DecisionsUsage = DecisionsResponse['usage'];

/** The usage of a request; nothing is cached and nothing reasons. */
export function writeUsage({
  input_tokens,
  output_tokens,
}: {
  readonly input_tokens: number;
  readonly output_tokens: number;
}): DecisionsUsage {
  return {
    input_tokens,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input_tokens + output_tokens,
  };
}

interface WriteOptions {
  /** Replaces the answer's own, whose paths do not lead into this request. */
  readonly evidence: readonly Evidence[];
  /** Leaves out what the wire does not have. */
  readonly core: boolean;
  readonly undecided: UndecidedMode;
}

export function writeDecisionAnswer(
  question: DecisionQuestion,
  answer: AnswerFields,
  { evidence, core, undecided }: WriteOptions,
): DecisionAnswer {
  // A refusal is the only gate this wire has: what an upstream engine decided and may not act is one, unless a client insists.
  const wire =
    answer.may_act === true || undecided === 'distribution' ? writeWire(question, answer) : writeRefusal(question);
  if (core) return wire;
  const { outcome, may_act, value, index, scored, supported, unfound, unfound_more, reason, engine } = answer;
  const ours = {
    outcome,
    may_act,
    value,
    index,
    evidence,
    scored,
    supported: supported?.map((key) => nameSupported(question, key)),
    unfound,
    unfound_more,
    reason,
    engine,
  };
  return {
    ...wire,
    ...(Object.fromEntries(Object.entries(ours).filter(([, member]) => member !== undefined)) as Ours),
  };
}

function writeRefusal({ name }: DecisionQuestion): DecisionAnswer {
  return { type: 'refusal', name };
}

function writeWire(
  question: DecisionQuestion,
  { noul, choice, score, probabilities, confidence = 0 }: AnswerFields,
): DecisionAnswer {
  const { name } = question;
  const chances = [...(probabilities ?? []).values()];
  switch (question.kind) {
    case 'predicate': {
      if (noul === undefined) break;
      return { type: 'predicate', name, probability: noul };
    }
    case 'choice': {
      if (choice === undefined) break;
      return {
        type: 'choice',
        name,
        choice: valueOf(question.choices, choice),
        confidence,
        probabilities: question.choices.map(({ value }, at) => ({ value, probability: chances[at] ?? 0 })),
      };
    }
    case 'score': {
      if (score === undefined) break;
      return {
        type: 'score',
        name,
        score,
        confidence,
        probabilities: question.levels.map(({ label }, at) => ({ label, value: at, probability: chances[at] ?? 0 })),
      };
    }
  }
  return writeRefusal(question);
}

function nameSupported(question: DecisionQuestion, key: string): string | number | boolean {
  switch (question.kind) {
    case 'predicate':
      return key === 'true';
    case 'choice':
      return valueOf(question.choices, key);
    case 'score':
      return Number(key);
  }
}

function valueOf(choices: readonly Choice[], key: string): string | boolean {
  const at = choiceKeys(choices).indexOf(key);
  return choices[at]!.value;
}

/**
 * A key for each choice that says its value. "true" and true get different ones: spaces at the end are no part of a name, so
 * they tell keys apart and change nothing that is looked for.
 */
export function choiceKeys(choices: readonly Choice[]): string[] {
  const taken = new Set<string>(choices.flatMap(({ value }) => (typeof value === 'string' ? [value] : [])));
  return choices.map(({ value }) => {
    if (typeof value === 'string') return value;
    let key = String(value);
    while (taken.has(key)) key += ' ';
    taken.add(key);
    return key;
  });
}
