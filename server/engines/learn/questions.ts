// Questions: what was learned, as a file the service takes and as a report that says why.
// In: the learned phrases. Out: the text of `{<id>: {"type": "choice", …}}` and of the report, a phrase a line.
// Why two: the questions are sent with every request, and the service lists what it does not read; what is known of each
// phrase is for the person who reads, edits and pins the file, and stands beside it.

import { writeJson } from '../../../grammar/json-write.ts';
import type { Learned, LearnedLabel, LearnedPhrase } from './learn.ts';

/** The `questions` of a request. Labels without phrases are left out: their names alone would speak for them. */
export function writeQuestions(id: string, { labels }: Learned): string {
  const criteria = learnedLabels(labels).map(
    ({ label, phrases }) =>
      `${writeJson(label)}: ${list(
        phrases.map(({ group }) => writeJson(phraseOf(group))),
        3,
      )}`,
  );
  const question = [
    `"type": "choice"`,
    `"instructions": ${writeJson(INSTRUCTIONS)}`,
    `"negation": "ignore"`,
    `"criteria": ${block('{', criteria, '}', 2)}`,
  ];
  return `${block('{', [`${writeJson(id)}: ${block('{', question, '}', 1)}`], '}', 0)}\n`;
}

/** The labels that became options. */
export function learnedLabels(labels: readonly LearnedLabel[]): LearnedLabel[] {
  return labels.filter(({ phrases }) => phrases.length > 0);
}

const INSTRUCTIONS = 'Which of these is the text about?';

/** What is known of each phrase. `precision` is hits / support; `estimate` is what to expect of texts nobody has seen. */
export function writeReport({
  labels,
  unlabelled,
  estimateMin,
  precision,
  reached,
  outOfFold,
  inSample,
}: Learned): string {
  const examples = labels.reduce((sum, label) => sum + label.examples, 0);
  const ofLabels = labels.map((label) => {
    const members = [`"examples": ${label.examples}`, `"phrases": ${list(label.phrases.map(reportPhrase), 3)}`];
    return `${writeJson(label.label)}: ${block('{', members, '}', 2)}`;
  });
  const members = [
    `"examples": ${writeJson({ labelled: examples, unlabelled })}`,
    `"precision": ${writeJson({ asked: precision, reached, estimate_min: estimateMin })}`,
    `"out_of_fold": ${writeJson(outOfFold)}`,
    `"in_sample": ${writeJson(inSample)}`,
    `"labels": ${block('{', ofLabels, '}', 1)}`,
  ];
  return `${block('{', members, '}', 0)}\n`;
}

function reportPhrase({ group, support, hits, estimate }: LearnedPhrase): string {
  return writeJson({
    phrase: phraseOf(group),
    support,
    hits,
    precision: round(support === 0 ? 0 : hits / support),
    estimate: round(estimate),
  });
}

function phraseOf(group: readonly string[]): unknown {
  return group.length === 1 ? group[0] : [...group];
}

function list(lines: readonly string[], depth: number): string {
  return block('[', lines, ']', depth);
}

function block(open: string, lines: readonly string[], close: string, depth: number): string {
  if (lines.length === 0) return open + close;
  const indent = '  '.repeat(depth);
  return `${open}\n${lines.map((line) => `${indent}  ${line}`).join(',\n')}\n${indent}${close}`;
}

// As many digits as the counts can carry.
const SHARE_PARTS = 10_000;

function round(share: number): number {
  return Math.round(share * SHARE_PARTS) / SHARE_PARTS;
}
