// evident learn FILE: from labelled examples to a question whose phrases a person can read, edit and pin.
// The engine learns; this reads the lines, writes the two files whole, and says in two sentences how good they are.

import { HITS_MIN } from '../server/engines/learn/candidates.ts';
import { type Example, readExamples } from '../server/engines/learn/examples.ts';
import { type Learned, learn, PRECISION_DEFAULT } from '../server/engines/learn/learn.ts';
import { learnedLabels, writeQuestions, writeReport } from '../server/engines/learn/questions.ts';
import {
  type LearnedScorecard,
  learnScorecard,
  SCORECARD_PRECISION_DEFAULT,
} from '../server/engines/learn/scorecard/scorecard.ts';
import { writeScorecard, writeScorecardReport } from '../server/engines/learn/scorecard/write.ts';
import { type Command, EXIT, note, noteProblems, onlyArgument, readBytes, readFlags, UsageError } from './command.ts';
import { openProgress } from './progress.ts';
import { writeBytes } from './write-bytes.ts';

const QUESTION_DEFAULT = 'label';
// More than half of the phrases are said by fewer examples, and they decide a tenth of the texts.
const COMPACT_HITS_MIN = 6;

export const command: Command = {
  usage: 'evident learn FILE [--scorecard | --compact] [-o FILE] [--report FILE] [--question ID] [--precision N]',
  options: [
    ['FILE', 'lines of {"text": …, "label": …}, a null label for texts that fit none; - for standard input'],
    ['-o, --output FILE', 'the questions; printed when it is left out or -'],
    ['--report FILE', 'support and precision of every phrase; with -o it stands beside it, as FILE.report.json'],
    ['--question ID', `the id of the question (${QUESTION_DEFAULT})`],
    ['--scorecard', 'points for words in place of phrases: more is decided, and less is readable'],
    [
      '--compact',
      `only phrases that ${COMPACT_HITS_MIN} examples of their label say: a shorter list to read, and less is decided`,
    ],
    [
      '--precision N',
      `the share of decisions that should be right, above 0 and below 1 (${PRECISION_DEFAULT}; ${SCORECARD_PRECISION_DEFAULT} with --scorecard)`,
    ],
  ],
  async run(args) {
    const { values, positionals } = readFlags(args, {
      output: { type: 'string', short: 'o' },
      report: { type: 'string' },
      question: { type: 'string' },
      precision: { type: 'string' },
      scorecard: { type: 'boolean' },
      compact: { type: 'boolean' },
    });
    const path = onlyArgument(positionals, 'a file of examples');
    const isScorecard = values.scorecard === true;
    if (isScorecard && values.compact === true)
      throw new UsageError('--compact is for phrases, and --scorecard learns points');
    const precision = readPrecision(values.precision, isScorecard ? SCORECARD_PRECISION_DEFAULT : PRECISION_DEFAULT);
    const output = values.output ?? '-';
    const report = values.report ?? (output === '-' ? null : reportPath(output));
    if (report === output) throw new UsageError('the questions and the report are two files');
    const examples = readExampleFile(path);
    if (examples === null) return EXIT.invalid;
    const files = isScorecard
      ? learnPoints(path, examples, precision, values.question ?? QUESTION_DEFAULT)
      : await learnPhrases(
          path,
          examples,
          { precision, hitsMin: values.compact === true ? COMPACT_HITS_MIN : HITS_MIN },
          values.question ?? QUESTION_DEFAULT,
        );
    if (files === null) return EXIT.invalid;
    writeBytes(output, files.questions);
    if (report !== null) writeBytes(report, files.report);
    for (const line of files.summary) note(line);
    return EXIT.ok;
  },
};

/** What was learned, ready to be written, and sentences about how good it is. */
interface Files {
  readonly questions: string;
  readonly report: string;
  readonly summary: readonly string[];
}

/** null when nothing could be learned; then it has been told. */
async function learnPhrases(
  path: string,
  examples: readonly Example[],
  wanted: { readonly precision: number; readonly hitsMin: number },
  id: string,
): Promise<Files | null> {
  const progress = openProgress();
  const result = await learn(examples, { ...wanted, onProgress: progress.show });
  progress.close();
  switch (result.kind) {
    case 'no-labels':
      return refuse(path, NO_LABELS);
    case 'too-many-labels':
      return refuse(path, tooManyLabels(result.count));
    case 'too-many-words':
      return refuse(path, tooManyWords(result.max));
    case 'too-many-different-words':
      return refuse(path, tooManyDifferentWords(result.max));
    case 'too-many-phrases':
      return refuse(path, `${result.count} phrases are more than a request may have; more --precision leaves fewer`);
    case 'learned': {
      const { learned } = result;
      if (learnedLabels(learned.labels).length === 0)
        return refuse(path, 'no phrase is said often and precisely enough; more examples of each label help');
      return { questions: writeQuestions(id, learned), report: writeReport(learned), summary: summarize(learned) };
    }
  }
}

function learnPoints(path: string, examples: readonly Example[], precision: number, id: string): Files | null {
  const progress = openProgress();
  const result = learnScorecard(examples, { precision, onProgress: progress.show });
  progress.close();
  switch (result.kind) {
    case 'no-labels':
      return refuse(path, NO_LABELS);
    case 'too-many-labels':
      return refuse(path, tooManyLabels(result.count));
    case 'too-many-words':
      return refuse(path, tooManyWords(result.max));
    case 'too-many-different-words':
      return refuse(path, tooManyDifferentWords(result.max));
    case 'not-precise':
      return refuse(
        path,
        `no points decide ${precision} of the texts right that were left out; more examples help, or a lower --precision`,
      );
    case 'learned': {
      const { learned } = result;
      const labelled = examples.filter(({ label }) => label !== null).length;
      const counts = { labelled, unlabelled: examples.length - labelled };
      return {
        questions: writeScorecard(id, learned.scorecard),
        report: writeScorecardReport(learned, counts, precision),
        summary: summarizePoints(learned, examples.length),
      };
    }
  }
}

const NO_LABELS = 'there is no example with a label';

function tooManyLabels(count: number): string {
  return `${count} labels are more than a question may have options`;
}

function tooManyWords(max: number): string {
  return `the texts have more than ${max} words; fewer or shorter texts can be learned from`;
}

function tooManyDifferentWords(max: number): string {
  return `the texts have more than ${max} different words, which is more than any language has`;
}

function readPrecision(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
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
  noteProblems(path, reading);
  return null;
}

function refuse(path: string, why: string): null {
  note(`${path}: ${why}`);
  return null;
}

function reportPath(output: string): string {
  return `${output.replace(/\.json$/, '')}.report.json`;
}

function summarize({ labels, unlabelled, outOfFold, precision, reached }: Learned): string[] {
  const learned = learnedLabels(labels);
  const phrases = labels.reduce((sum, label) => sum + label.phrases.length, 0);
  const examples = labels.reduce((sum, label) => sum + label.examples, unlabelled);
  const { texts, decided, right } = outOfFold;
  const without = labels.filter((label) => label.phrases.length === 0).map(({ label }) => label);
  return [
    `${phrases} phrases for ${learned.length} of ${labels.length} labels, from ${examples} examples`,
    `cross-validated: ${decided} of ${texts} texts decided, ${right} of these right${reached ? '' : `: fewer than the ${precision} that was asked for`}`,
    ...(without.length > 0
      ? [`left out, because no phrase is precise enough: ${without.map((label) => JSON.stringify(label)).join(', ')}`]
      : []),
  ];
}

function summarizePoints({ scorecard, outOfFold, outside }: LearnedScorecard, examples: number): string[] {
  const { texts, decided, right } = outOfFold;
  return [
    `${scorecard.points.points.length} terms with points for ${scorecard.labels.length} labels, from ${examples} examples`,
    `cross-validated: ${decided} of ${texts} texts decided, ${right} of these right`,
    `labels left out: ${outside.decided} of ${outside.texts} texts decided, where no answer is right`,
  ];
}
