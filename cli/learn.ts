// evident learn FILE: from labelled examples to a question whose phrases a person can read, edit and pin.
// The engine learns; this reads the lines, writes the two files whole, and says in two sentences how good they are.

import { PRECISION_DEFAULT, learn, type Learned } from '../server/engines/learn/learn.ts';
import { readExamples, type Example } from '../server/engines/learn/examples.ts';
import { learnedLabels, writeQuestions, writeReport } from '../server/engines/learn/questions.ts';
import { EXIT, note, onlyArgument, readBytes, readFlags, UsageError, type Command } from './command.ts';
import { writeBytes } from './write-bytes.ts';

const QUESTION_DEFAULT = 'label';

export const command: Command = {
  usage: 'evident learn FILE [-o FILE] [--report FILE] [--question ID] [--precision N]',
  summary: 'learn the phrases of a question from labelled examples',
  options: [
    ['FILE', 'lines of {"text": …, "label": …}, a null label for texts that fit none; - for standard input'],
    ['-o, --output FILE', 'the questions; printed when it is left out or -'],
    ['--report FILE', 'support and precision of every phrase; with -o it stands beside it, as FILE.report.json'],
    ['--question ID', `the id of the question (${QUESTION_DEFAULT})`],
    ['--precision N', `the share of decisions that should be right, above 0 and below 1 (${PRECISION_DEFAULT})`],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, { output: { type: 'string', short: 'o' }, report: { type: 'string' }, question: { type: 'string' }, precision: { type: 'string' } });
    const path = onlyArgument(positionals, 'a file of examples');
    const precision = readPrecision(values.precision);
    const examples = readExampleFile(path);
    if (examples === null) return EXIT.invalid;
    const result = await learn(examples, precision);
    if (result.kind === 'no-labels') return refuse(path, 'there is no example with a label');
    if (result.kind === 'too-many-labels') return refuse(path, `${result.count} labels are more than a question may have options`);
    if (result.kind === 'too-many-phrases') return refuse(path, `${result.count} phrases are more than a request may have; more --precision leaves fewer`);
    const { learned } = result;
    if (learnedLabels(learned.labels).length === 0) return refuse(path, 'no phrase is said often and precisely enough; more examples of each label help');
    const questions = writeQuestions(values.question ?? QUESTION_DEFAULT, learned);
    const output = values.output ?? '-';
    const report = values.report ?? (output === '-' ? null : reportPath(output));
    if (report === output) throw new UsageError('the questions and the report are two files');
    writeBytes(output, questions);
    if (report !== null) writeBytes(report, writeReport(learned));
    summarize(learned);
    return EXIT.ok;
  },
};

function readPrecision(text: string | undefined): number {
  if (text === undefined) return PRECISION_DEFAULT;
  const precision = /^0?\.[0-9]{1,6}$/.test(text) ? Number(text) : 0;
  if (precision <= 0) throw new UsageError('--precision is a share above 0 and below 1, as 0.98');
  return precision;
}

/** null when lines are wrong; then they have been told. */
function readExampleFile(path: string): readonly Example[] | null {
  const reading = readExamples(readBytes(path));
  if (reading.kind === 'ok') {
    if (reading.repeated > 0) note(`${reading.repeated} repeated lines count once`);
    return reading.examples;
  }
  for (const { line, message } of reading.problems) note(`${path}:${line}: ${message}`);
  if (reading.more > 0) note(`${path}: ${reading.more} more lines are wrong`);
  return null;
}

function refuse(path: string, why: string): typeof EXIT.invalid {
  note(`${path}: ${why}`);
  return EXIT.invalid;
}

function reportPath(output: string): string {
  return `${output.replace(/\.json$/, '')}.report.json`;
}

function summarize({ labels, unlabelled, outOfFold, precision, reached }: Learned): void {
  const learned = learnedLabels(labels);
  const phrases = labels.reduce((sum, label) => sum + label.phrases.length, 0);
  const examples = labels.reduce((sum, label) => sum + label.examples, unlabelled);
  note(`${phrases} phrases for ${learned.length} of ${labels.length} labels, from ${examples} examples`);
  const { texts, decided, right } = outOfFold;
  note(`cross-validated: ${decided} of ${texts} texts decided, ${right} of these right${reached ? '' : `: fewer than the ${precision} that was asked for`}`);
  const without = labels.filter((label) => label.phrases.length === 0).map(({ label }) => label);
  if (without.length > 0) note(`left out, because no phrase is precise enough: ${without.map((label) => JSON.stringify(label)).join(', ')}`);
}
