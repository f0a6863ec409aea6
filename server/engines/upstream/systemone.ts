// A System One upstream: it chooses among the options of a tie, by name and without a quote.
// In: a request and its ties. Out: a request of the same wire, every question a choice among the options that have evidence.

import type { Json } from '../../../grammar/json.ts';
import { writeJson } from '../../../grammar/json-write.ts';
import type { AnswerReading, Dialect } from './dialect.ts';
import { readOption, writeId, writeOptions } from './dialect.ts';
import type { Proposal } from './open.ts';

export const SYSTEM_ONE: Dialect = {
  quotes: false,
  write(request, open, { model, parameters }) {
    const questions = open.map((question): [string, Json] => [
      writeId(question),
      new Map<string, Json>([
        ['type', 'choice'],
        // Some servers refuse a question without a text.
        ['instructions', request.questions[question.position]!.instructions ?? 'Which of these does the state say?'],
        ['criteria', writeOptions(request, question)],
      ]),
    ]);
    return writeJson(
      new Map<string, Json>([
        ...parameters,
        ...(model === null ? [] : [['model', model] as const]),
        ['state', request.state],
        ['questions', new Map(questions)],
      ]),
    );
  },
  read(answer, request, open): AnswerReading {
    const answers = answer instanceof Map ? answer.get('answers') : undefined;
    if (!(answers instanceof Map)) return { kind: 'broken' };
    const proposals = open.flatMap((question): Proposal[] => {
      const said = answers.get(writeId(question));
      if (!(said instanceof Map)) return [];
      // An upstream that knows when it does not know is taken at its word.
      if ((said.get('outcome') ?? 'decided') !== 'decided') return [];
      const option = readOption(request, question, said.get('choice'));
      return option === null ? [] : [{ position: question.position, option, quote: null }];
    });
    return { kind: 'proposals', proposals };
  },
};
