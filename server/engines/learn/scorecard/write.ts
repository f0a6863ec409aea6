// Write: a learned scorecard as a file the service takes, and as a report that says how good it is.
// In: what was learned. Out: the text of `{<id>: {"type": "choice", …}}`, a line for each number of points, and of the report.

import { writeJson } from '../../../../grammar/json-write.ts';
import { POINTS_IN_ONE } from './fit.ts';
import type { LearnedScorecard, Scorecard } from './scorecard.ts';

const INSTRUCTIONS = 'Which of these is the text about?';

/** The `questions` of a request. */
export function writeScorecard(id: string, scorecard: Scorecard): string {
  const criteria = scorecard.labels.map(
    (label, number) => `${writeJson(label)}: {"scorecard": {${writeCard(scorecard, number)}}}`,
  );
  return `{${writeJson(id)}: {\n"type": "choice",\n"instructions": ${writeJson(INSTRUCTIONS)},\n"criteria": {\n${criteria.join(',\n')}\n}}}\n`;
}

/** The members of a label's card; the numbers that every card has are those of the rule. */
function writeCard({ labels, written, points, rule }: Scorecard, label: number): string {
  const lines = new Map<number, string[]>();
  written.forEach((term, number) => {
    for (let index = points.starts[number]!; index < points.starts[number + 1]!; index += 1) {
      if (points.owners[index] !== label) continue;
      const own = points.points[index]!;
      lines.set(own, [...(lines.get(own) ?? []), term]);
    }
  });
  const listed = [...lines]
    .sort(([a], [b]) => b - a)
    .map(([own, terms]) => `${writeJson(pointsText(own))}: ${writeJson(terms.join(', '))}`);
  const members = [
    `"threshold": ${thousandths(rule.scoreMin, SCORE_IN_ONE)}`,
    ...(labels.length > 1 ? [`"margin": ${pointsText(1)}`] : []),
    `"lead_weight": ${rule.leadHalves / 2}`,
    ...(rule.explainedWeight === 0 ? [] : [`"known_weight": ${rule.explainedWeight}`]),
    `"constant": ${pointsText(points.constants[label]!)}`,
    `"points": {\n${listed.join(',\n')}}`,
  ];
  return members.join(', ');
}

/** `score` counts two thousandths of a point part. */
const SCORE_IN_ONE = 2 * 1000 * POINTS_IN_ONE;

function pointsText(points: number): string {
  return thousandths(points, POINTS_IN_ONE);
}

/** A number of parts of one as an exact decimal: all parts here are whole numbers of thousandths. */
function thousandths(count: number, inOne: number): string {
  const parts = (count * 1000) / inOne;
  if (!Number.isInteger(parts)) throw new Error(`${count} of ${inOne} are no thousandths`);
  const digits = String(Math.abs(parts)).padStart(4, '0');
  const fraction = digits.slice(-3).replace(/0+$/, '');
  return `${parts < 0 ? '-' : ''}${digits.slice(0, -3)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** What is known of the whole: how it does on texts of its labels and of others, that were left out. */
export function writeScorecardReport(
  { scorecard, outOfFold, outside }: LearnedScorecard,
  examples: { readonly labelled: number; readonly unlabelled: number },
  precision: number,
): string {
  const members = {
    examples,
    precision: { asked: precision },
    out_of_fold: outOfFold,
    labels_left_out: outside,
    labels: scorecard.labels.length,
    terms: scorecard.points.points.length,
  };
  const lines = Object.entries(members).map(([key, value]) => `  ${writeJson(key)}: ${writeJson(value)}`);
  return `{\n${lines.join(',\n')}\n}\n`;
}
