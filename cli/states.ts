// States of a file of lines, labelled or not, for the commands that ask questions of them.
// In: a set of questions, the file, and how its lines are read. Out: the lines, or null when some are wrong; then they have been told.

import type { Line } from '../grammar/json-lines.ts';
import type { Labelled, readStates } from '../server/services/decisions/labelled.ts';
import type { QuestionSet } from '../server/services/decisions/question-set.ts';
import { noteProblems, readBytes, UsageError } from './command.ts';

export function readStateLines(
  { questions }: QuestionSet,
  file: string,
  about: string | undefined,
  read: typeof readStates,
): readonly Line<Labelled>[] | null {
  const ids = questions.map(({ question }) => question.id);
  if (about !== undefined && !ids.includes(about))
    throw new UsageError(`there is no question ${about}: ${ids.join(', ')}`);
  const reading = read(readBytes(file), questions, about ?? (ids.length === 1 ? ids[0]! : null));
  if (reading.kind === 'ok') {
    if (reading.lines.length === 0) throw new UsageError(`${file} has no states`);
    return reading.lines;
  }
  noteProblems(file, reading);
  return null;
}
