// evident lint QUESTIONS [--states FILE]: what in questions will not work as it reads.
// A finding is no error: the questions can be asked as they are, and the exit code says so unless --strict asks otherwise.

import { readStates } from '../server/services/decisions/labelled.ts';
import { prepareJson } from '../server/services/decisions/library.ts';
import { lintQuestions, lintStates } from '../server/services/decisions/lint.ts';
import { readQuestionSet } from '../server/services/decisions/question-set.ts';
import {
  type Command,
  EXIT,
  note,
  onlyArgument,
  print,
  printJson,
  readFlags,
  readText,
  UsageError,
} from './command.ts';
import { readStateLines } from './states.ts';

export const command: Command = {
  usage: 'evident lint QUESTIONS [--states FILE] [--question ID] [--strict] [--json]',
  options: [
    ['QUESTIONS', 'the questions of a request, as JSON'],
    [
      '--states FILE',
      'lines of {"text": …} or {"state": …}, with "label" or "expect" where somebody labelled them; - for standard input',
    ],
    ['--question ID', 'the question that "label" is about, when there are several'],
    ['--strict', 'end with 1 when there is a finding'],
    ['--json', 'one JSON document instead of lines'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      states: { type: 'string' },
      question: { type: 'string' },
      strict: { type: 'boolean' },
      json: { type: 'boolean' },
    });
    const path = onlyArgument(positionals, 'a file of questions');
    const text = readText(path);
    const set = readQuestionSet(text);
    if (set.kind === 'invalid') throw new UsageError(`the questions in ${path}: ${set.message}`);
    const findings = lintQuestions(set.questions);
    if (values.states !== undefined) {
      const states = readStateLines(set, values.states, values.question, readStates);
      if (states === null) return EXIT.invalid;
      const questions = await prepareJson(text);
      if (questions.kind === 'invalid') throw new UsageError(`the questions in ${path}: ${questions.message}`);
      findings.push(...(await lintStates(set.questions, states, (state) => questions.decideJson(state))));
    }
    if (values.json === true) printJson({ findings });
    else {
      for (const { code, question, message } of findings) print(`${question}: ${message} [${code}]`);
      if (findings.length === 0) note('nothing to report');
    }
    return values.strict === true && findings.length > 0 ? EXIT.invalid : EXIT.ok;
  },
};
