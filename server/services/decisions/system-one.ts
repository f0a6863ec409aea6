// System One: POST /v1/systemone from a body to a reply.
// In: the parsed body, its bytes and the caller's options. Out: the answers, or a ServiceError in the words of this wire.

import type { Json } from '../../../grammar/json.ts';
import type { Engine } from '../../engines/engine.ts';
import type { JudgeOptions } from '../../engines/systemone/judge.ts';
import type { SystemOneResult } from '../../engines/systemone/systemone.ts';
import { decideSystemOne } from '../../engines/systemone/systemone.ts';
import { ServiceError } from '../../errors.ts';
import type { Reply } from '../../operation.ts';
import type { Unfinished } from '../../work/effort.ts';
import type { ActsReply, OpenReply } from '../../work/packed.ts';
import { actsOf } from './acts.ts';
import type { DecisionAsked, DecisionKind } from './kind.ts';
import { describeTooLarge, judgeOptions, stateTooLarge } from './kind.ts';
import { summarize } from './said.ts';
import type { SystemOneReading } from './wire/systemone.ts';
import { readSystemOneRequest } from './wire/systemone.ts';

type Reading = Extract<SystemOneReading, { readonly kind: 'ok' }>;

export const SYSTEM_ONE: DecisionKind<Reading> = {
  name: 'decide',
  read: readSystemOne,
  answer: (engine, reading, work, effort) => answerSystemOne(engine, reading, work, judgeOptions(effort)),
  requestOf: ({ request }) => request,
};

/** Only a survey may answer with the open questions. */
export async function answerSystemOne(
  engine: Engine,
  reading: Reading,
  { bytes, options, gate, isKept = false }: DecisionAsked,
  judging: JudgeOptions = {},
): Promise<Reply | OpenReply | ActsReply | Unfinished> {
  const { undecided, profile, trace, help } = options;
  const result = await decideSystemOne(engine, reading.request, {
    ...judging,
    bytes,
    undecided,
    trace,
    ...(profile === null ? {} : { profile }),
    ...(help === undefined ? {} : { help }),
    ...(gate === undefined || gate === 'ask' ? {} : { denials: gate }),
  });
  if (result.kind === 'open' || result.kind === 'unfinished') return result;
  if (result.kind === 'state-too-large') throw stateTooLarge('state');
  if (result.kind === 'too-large') throw tooManyError(result);
  const summary = summarize({
    answers: result.whole,
    answerId: result.body.id ?? null,
    judged: result.judged,
    isKept,
    options,
  });
  const isError = undecided === 'error' && profile === null && result.undecidedIds.length > 0;
  if (isError && gate !== 'ask') {
    throw new ServiceError('undecided', {
      message: `Not decided: ${result.undecidedIds.length} of ${reading.request.questions.length} questions.`,
      details: { error_type: 'undecided', undecided: result.undecidedIds, response: result.body },
      summary,
    });
  }
  const reply: Reply = { kind: 'json', status: 200, body: result.body, ignored: reading.ignored, summary };
  if (gate !== 'ask') return reply;
  return { kind: 'acts', acts: actsOf(reading.request.questions, result.whole), reply: isError ? null : reply };
}

/** Throws `validation_failed` or `invalid_request`. */
export function readSystemOne(body: Json): Reading {
  const reading = readSystemOneRequest(body);
  if (reading.kind === 'ok') return reading;
  const code = reading.status === 422 ? 'validation_failed' : 'invalid_request';
  throw new ServiceError(code, { message: reading.message, details: reading.detail });
}

/** In the words of FastAPI, which clients of this wire read. */
function tooManyError(tooLarge: Extract<SystemOneResult, { kind: 'too-large' }>): ServiceError {
  const msg = describeTooLarge(tooLarge);
  return new ServiceError('validation_failed', {
    message: msg,
    details: [{ loc: ['body', 'questions'], msg, type: 'too_long' }],
  });
}
