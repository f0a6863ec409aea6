// Deciding: rows whose answers somebody may act on, each of which is told of before it goes out.
// In: a row, and who is told. Out: the same row. Why a wrapper: an answer is counted and kept once, over whichever transport it was
// asked for, alone or in a batch.

import type { AnswerParts } from '../answered.ts';
import { ServiceError } from '../errors.ts';
import { withExhaustion } from '../exhausted.ts';
import type { Reply, Row } from '../operation.ts';
import type { WireName } from '../summary.ts';

export function deciding<Parts extends AnswerParts>(wire: WireName, row: Row<Parts>): Row<Parts> {
  return {
    ...row,
    async handle(parts, request) {
      const { answers } = parts;
      answers.assertAvailable();
      const told = { wire, family: row.family, route: row.path, request };
      let reply: Reply;
      try {
        reply = await row.handle(parts, request);
      } catch (error) {
        const known = withExhaustion(error);
        // Only an error that is an answer: a run that did not finish, questions that are not decided.
        if (!(known instanceof ServiceError) || known.summary === undefined) throw error;
        throw await answers.takeError({ ...told, error: known });
      }
      return answers.take({ ...told, reply });
    },
  };
}
