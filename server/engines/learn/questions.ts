// Questions: what was learned, as a file the service takes and as a report that says why.
// In: the learned phrases. Out: `{<id>: {type: "choice", …}}` and the report, both as JSON values.
// Why two: the questions are sent with every request, and the service lists what it does not read; what is known of each
// phrase is for the person who reads, edits and pins the file, and stands beside it.

import type { Learned, LearnedPhrase } from './learn.ts';

/** The `questions` of a request. Labels without phrases are left out: their names alone would speak for them. */
export function writeQuestions(id: string, { labels }: Learned): Map<string, unknown> {
  const criteria = labels.filter(({ phrases }) => phrases.length > 0)
    .map(({ label, phrases }): [string, unknown] => [label, phrases.map(({ group }) => phraseOf(group))]);
  return new Map([[id, { type: 'choice', instructions: INSTRUCTIONS, criteria: new Map(criteria) }]]);
}

const INSTRUCTIONS = 'Which of these is the text about?';

export function writeReport({ labels, unlabelled, estimateMin, precision, reached, outOfFold, inSample }: Learned): unknown {
  const examples = labels.reduce((sum, label) => sum + label.examples, 0);
  return {
    examples: { labelled: examples, unlabelled },
    precision: { asked: precision, reached, estimate_min: estimateMin },
    out_of_fold: outOfFold,
    in_sample: inSample,
    labels: new Map(labels.map((label) => [label.label, { examples: label.examples, phrases: label.phrases.map(reportPhrase) }])),
  };
}

function reportPhrase({ group, support, hits, estimate }: LearnedPhrase): unknown {
  return { phrase: phraseOf(group), support, hits, precision: round(support === 0 ? 0 : hits / support), estimate: round(estimate) };
}

function phraseOf(group: readonly string[]): unknown {
  return group.length === 1 ? group[0] : group;
}

// As many digits as the counts can carry.
const SHARE_PARTS = 10_000;

function round(share: number): number {
  return Math.round(share * SHARE_PARTS) / SHARE_PARTS;
}
