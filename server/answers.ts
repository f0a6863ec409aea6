// Answers: what is done with each answer before it goes out.
// In: who counts. Out: what rows that decide tell of their answers.

import type { Answers } from './answered.ts';
import type { Observer } from './telemetry/observer.ts';

interface AnswersParts {
  readonly observer: Pick<Observer, 'answer'>;
}

export function createAnswers({ observer }: AnswersParts): Answers {
  return {
    areKept: false,
    async take({ route, reply }) {
      if (reply.summary !== undefined) observer.answer(route, reply.summary);
      return reply;
    },
    async takeError({ route, error }) {
      if (error.summary !== undefined) observer.answer(route, error.summary);
      return error;
    },
  };
}
