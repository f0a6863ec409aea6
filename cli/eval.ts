// evident eval QUESTIONS --labelled FILE: how often the questions are right on states that a person labelled.
// Every wrong answer is shown with its evidence, because the phrase that misled is what has to change.

import type { Line } from '../grammar/json-lines.ts';
import {
  confusions,
  evaluate,
  type QuestionEvaluation,
  sharesOf,
  type WrongAnswer,
} from '../server/services/decisions/evaluate.ts';
import { type Labelled, readLabelled } from '../server/services/decisions/labelled.ts';
import { prepareJson } from '../server/services/decisions/library.ts';
import { readQuestionSet } from '../server/services/decisions/question-set.ts';
import {
  type Command,
  EXIT,
  type ExitCode,
  note,
  onlyArgument,
  print,
  printJson,
  readFlags,
  readText,
  UsageError,
} from './command.ts';
import { readStateLines } from './states.ts';

/** Of a state in the list of wrong answers: enough to recognize it, and the line number finds it. */
const EXCERPT_MAX = 160;

export const command: Command = {
  usage:
    'evident eval QUESTIONS --labelled FILE [--question ID] [--precision N] [--coverage N] [--out-of-scope N] [--json]',
  options: [
    ['QUESTIONS', 'the questions of a request, as JSON'],
    [
      '--labelled FILE',
      'lines of {"text": …, "label": …} or {"state": …, "expect": {"ID": …}}; null where no option is right; - for standard input',
    ],
    ['--question ID', 'the question that "label" is about, when there are several'],
    ['--precision N', 'end with 1 when a smaller share of the decided is right, as 0.98'],
    ['--coverage N', 'end with 1 when a smaller share of the labelled is decided'],
    ['--out-of-scope N', 'end with 1 when a greater share of the states that fit no option is decided'],
    ['--json', 'one JSON document instead of lines; states are named by their lines'],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      labelled: { type: 'string' },
      question: { type: 'string' },
      precision: { type: 'string' },
      coverage: { type: 'string' },
      'out-of-scope': { type: 'string' },
      json: { type: 'boolean' },
    });
    const path = onlyArgument(positionals, 'a file of questions');
    if (values.labelled === undefined) throw new UsageError('name the labelled states with --labelled FILE');
    const bounds: Bounds = {
      precision: readShare('--precision', values.precision),
      coverage: readShare('--coverage', values.coverage),
      outOfScope: readShare('--out-of-scope', values['out-of-scope']),
    };
    const text = readText(path);
    const states = readStates(path, text, values.labelled, values.question);
    if (states === null) return EXIT.invalid;
    const questions = await prepareJson(text);
    if (questions.kind === 'invalid') throw new UsageError(`the questions in ${path}: ${questions.message}`);
    const evaluations = await evaluate(states, (state) => questions.decideJson(state));
    if (values.json === true) printJson({ questions: evaluations.map(toJson) });
    else for (const evaluation of evaluations) printEvaluation(evaluation, values.labelled);
    return holdBounds(evaluations, bounds);
  },
};

interface Bounds {
  readonly precision: number | null;
  readonly coverage: number | null;
  readonly outOfScope: number | null;
}

function readShare(flag: string, text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^(0|1|0?\.[0-9]{1,6}|1\.0{1,6})$/.test(text)) throw new UsageError(`${flag} is a share from 0 to 1, as 0.98`);
  return Number(text);
}

/** null when lines are wrong; then they have been told. */
function readStates(
  path: string,
  text: string,
  labelled: string,
  about: string | undefined,
): readonly Line<Labelled>[] | null {
  const set = readQuestionSet(text);
  if (set.kind === 'invalid') throw new UsageError(`the questions in ${path}: ${set.message}`);
  return readStateLines(set, labelled, about, readLabelled);
}

function printEvaluation(evaluation: QuestionEvaluation, file: string): void {
  const { id, labelled, outOfScope, wrong, undecided } = evaluation;
  const { precision, coverage, outOfScope: strayed } = sharesOf(evaluation);
  print(id);
  print(`  decided      ${labelled.decided} of ${labelled.states} labelled states${percent(coverage)}`);
  print(`  right        ${labelled.right} of ${labelled.decided} decided${percent(precision)}`);
  if (outOfScope.states > 0)
    print(`  out of scope ${outOfScope.decided} of ${outOfScope.states} decided${percent(strayed)}`);
  for (const [reason, count] of countReasons(undecided)) print(`  undecided    ${count} ${reason}`);
  for (const { expected, answered, count } of confusions(wrong))
    print(`  confused     ${count} ${name(expected)} answered as ${name(answered)}`);
  for (const one of wrong) printWrong(one, file);
}

function printWrong({ line, stateJson, expected, answered, evidence }: WrongAnswer, file: string): void {
  print(`  ${file}:${line}: expected ${name(expected)}, answered ${name(answered)}`);
  const characters = [...stateJson];
  print(`    ${characters.length <= EXCERPT_MAX ? stateJson : `${characters.slice(0, EXCERPT_MAX).join('')}…`}`);
  for (const { path, start, end, text, criterion, by } of evidence)
    print(
      `    ${path === '' ? 'the state' : path} ${start}-${end} ${JSON.stringify(text)}: ${by} of ${JSON.stringify(criterion)}`,
    );
}

function countReasons(undecided: QuestionEvaluation['undecided']): (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { reason } of undecided) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

function name(key: string | null): string {
  return key === null ? 'no option' : JSON.stringify(key);
}

function percent(share: number | null): string {
  return share === null ? '' : ` (${(share * 100).toFixed(1)} %)`;
}

function toJson(evaluation: QuestionEvaluation): object {
  const { id, labelled, outOfScope, wrong, undecided } = evaluation;
  const shares = sharesOf(evaluation);
  return {
    id,
    labelled,
    out_of_scope: outOfScope,
    precision: shares.precision,
    coverage: shares.coverage,
    out_of_scope_share: shares.outOfScope,
    confusions: confusions(wrong),
    wrong: wrong.map(({ line, expected, answered, evidence }) => ({ line, expected, answered, evidence })),
    undecided,
  };
}

/** A bound that does not hold is told on standard error, so that a build can stop on it. */
function holdBounds(evaluations: readonly QuestionEvaluation[], bounds: Bounds): ExitCode {
  let held = true;
  for (const evaluation of evaluations) {
    const { precision, coverage, outOfScope } = sharesOf(evaluation);
    const problems = [
      bounds.precision !== null && (precision ?? 0) < bounds.precision
        ? `precision ${percent(precision ?? 0).trim()} is below ${bounds.precision}`
        : null,
      bounds.coverage !== null && (coverage ?? 0) < bounds.coverage
        ? `coverage ${percent(coverage ?? 0).trim()} is below ${bounds.coverage}`
        : null,
      bounds.outOfScope !== null && (outOfScope ?? 0) > bounds.outOfScope
        ? `out of scope ${percent(outOfScope ?? 0).trim()} is above ${bounds.outOfScope}`
        : null,
    ];
    for (const problem of problems) {
      if (problem === null) continue;
      note(`${evaluation.id}: ${problem}`);
      held = false;
    }
  }
  return held ? EXIT.ok : EXIT.invalid;
}
