// Answers: what is done with each answer before it goes out: it is counted, and written to the decision log where there is one.
// In: who counts, and the log. Out: what rows that decide tell of their answers.

import { RawJson } from '../grammar/json.ts';
import { writeJson } from '../grammar/json-write.ts';
import type { AnsweredError, AnsweredReply, Answers } from './answered.ts';
import { LOG_HEADER, renderError } from './error-bodies.ts';
import type { DecisionLog } from './log/log.ts';
import type { LogRecord } from './log/record.ts';
import type { Reply } from './operation.ts';
import type { ReplySummary } from './summary.ts';
import type { Observer } from './telemetry/observer.ts';

interface AnswersParts {
  readonly observer: Pick<Observer, 'answer'>;
  /** null where none is kept. */
  readonly log: Pick<DecisionLog, 'add' | 'assertAvailable' | 'keepsBodies'> | null;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly newId: (prefix: string) => string;
}

export function createAnswers({ observer, log, now, newId }: AnswersParts): Answers {
  const count = (route: string, summary: ReplySummary | undefined): void => {
    if (summary !== undefined) observer.answer(route, summary);
  };
  if (log === null) {
    return {
      areKept: false,
      assertAvailable() {},
      take({ route, reply }) {
        count(route, reply.summary);
        return reply;
      },
      async takeError({ route, error }) {
        count(route, error.summary);
        return error;
      },
    };
  }
  const recordOf = (told: AnsweredReply | AnsweredError, parts: RecordParts): LogRecord | null => {
    const { kept, steps = null, denials = [] } = parts.summary ?? {};
    if (kept === undefined) return null;
    const { wire, request } = told;
    const { requestId = null, item = null, caller, bytes } = request;
    const { status, code, response } = parts;
    const { key } = caller;
    return {
      id: newId('log'),
      atMs: now(),
      requestId,
      item,
      key,
      wire,
      status,
      code,
      steps,
      kept,
      denials,
      bytes,
      response,
    };
  };
  return {
    areKept: true,
    assertAvailable: () => log.assertAvailable(),
    async take(told) {
      count(told.route, told.reply.summary);
      const wanted = log.keepsBodies || told.wire === 'run';
      const { reply, text } = wanted ? printed(told.reply) : { reply: told.reply, text: null };
      const record = recordOf(told, { status: reply.status, code: null, summary: reply.summary, response: text });
      if (record === null) return reply;
      await log.add(record);
      return { ...reply, headers: { ...reply.headers, [LOG_HEADER]: record.id } };
    },
    async takeError(told) {
      const { error, route, family } = told;
      count(route, error.summary);
      const response = log.keepsBodies ? writeJson(renderError(family, error).body) : null;
      const { status, code, fault } = error;
      const record = recordOf(told, { status, code: fault ?? code, summary: error.summary, response });
      if (record === null) return error;
      await log.add(record);
      return error.logged(record.id);
    },
  };
}

interface RecordParts {
  readonly status: number;
  readonly code: string | null;
  readonly summary: ReplySummary | undefined;
  readonly response: string | null;
}

/** A reply whose body is printed once, for the log and for the caller. */
export function printed(reply: Reply): { readonly reply: Reply; readonly text: string | null } {
  switch (reply.kind) {
    case 'json': {
      const text = writeJson(reply.body);
      return { reply: { ...reply, body: new RawJson(text) }, text };
    }
    case 'events': {
      const text = [...reply.events].join('');
      return { reply: { ...reply, events: [text] }, text };
    }
    case 'bytes':
    case 'lines':
      return { reply, text: null };
  }
}
