// Evaluate: how often a question set is right on labelled states.
// In: labelled states, and what answers them. Out: per question the counts, the confusions, and every wrong answer.
// An answer counts as decided when a caller may act on it: `outcome` is decided and `may_act` is true.

import type { Line } from '../../../grammar/json-lines.ts';
import type { Labelled } from './labelled.ts';
import type { Answer, Decision } from './library.ts';
import type { Evidence } from './wire/evidence.ts';

export interface WrongAnswer {
  /** Of the file, from 1. */
  readonly line: number;
  readonly stateJson: string;
  /** null: no option is right. */
  readonly expected: string | null;
  readonly answered: string;
  readonly evidence: readonly Evidence[];
}

interface Undecided {
  readonly line: number;
  readonly expected: string | null;
  /** The reason's code, `unresolved` without one, or `state-too-large`. */
  readonly reason: string;
}

export interface QuestionEvaluation {
  readonly id: string;
  /** States for which an option is right. */
  readonly labelled: { readonly states: number; readonly decided: number; readonly right: number };
  /** States for which none is. Each decided one is wrong. */
  readonly outOfScope: { readonly states: number; readonly decided: number };
  /** In the order of the file. */
  readonly wrong: readonly WrongAnswer[];
  readonly undecided: readonly Undecided[];
}

/** Asks about the states one after the other; questions are in the order in which the states name them. */
export async function evaluate(
  states: readonly Line<Labelled>[],
  ask: (stateJson: string) => Promise<Decision>,
): Promise<QuestionEvaluation[]> {
  const byId = new Map<string, Tally>();
  for (const {
    line,
    value: { stateJson, expected },
  } of states) {
    const decision = await ask(stateJson);
    if (decision.kind === 'invalid') throw new Error(`a state that was read as one is refused: ${decision.message}`);
    const answers = decision.kind === 'answered' ? decision.body.answers : null;
    for (const [id, label] of expected) {
      let tally = byId.get(id);
      if (tally === undefined) byId.set(id, (tally = new Tally(id)));
      tally.add(line, stateJson, label, answers?.[id] ?? null);
    }
  }
  return [...byId.values()];
}

class Tally implements QuestionEvaluation {
  readonly labelled = { states: 0, decided: 0, right: 0 };
  readonly outOfScope = { states: 0, decided: 0 };
  readonly wrong: WrongAnswer[] = [];
  readonly undecided: Undecided[] = [];
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }

  /** `answer`: null when the state was too large to be judged. */
  add(line: number, stateJson: string, expected: string | null, answer: Answer | null): void {
    const answered = answer === null ? null : decidedKey(answer);
    const side = expected === null ? this.outOfScope : this.labelled;
    side.states += 1;
    if (answered === null) {
      this.undecided.push({
        line,
        expected,
        reason: answer === null ? 'state-too-large' : (answer.reason?.code ?? 'unresolved'),
      });
      return;
    }
    side.decided += 1;
    if (answered === expected) this.labelled.right += 1;
    else this.wrong.push({ line, stateJson, expected, answered, evidence: answer?.evidence ?? [] });
  }
}

/** The key of the option that may be acted on, or null. */
function decidedKey(answer: Answer): string | null {
  if (answer.outcome !== 'decided' || answer.may_act !== true) return null;
  if (answer.choice !== undefined) return answer.choice;
  if (answer.value !== undefined) return String(answer.value);
  return answer.index === undefined ? null : String(answer.index);
}

interface Confusion {
  readonly expected: string | null;
  readonly answered: string;
  readonly count: number;
}

/** Wrong answers by what was expected and what was answered, the most frequent first. */
export function confusions(wrong: readonly WrongAnswer[]): Confusion[] {
  const counts = new Map<string, Confusion>();
  for (const { expected, answered } of wrong) {
    const key = JSON.stringify([expected, answered]);
    counts.set(key, { expected, answered, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

interface Shares {
  /** Right ÷ decided, of the labelled states; null when none is decided. */
  readonly precision: number | null;
  /** Decided ÷ labelled states; null without any. */
  readonly coverage: number | null;
  /** Decided ÷ states for which no option is right; null without any. */
  readonly outOfScope: number | null;
}

export function sharesOf({ labelled, outOfScope }: QuestionEvaluation): Shares {
  const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
  return {
    precision: share(labelled.right, labelled.decided),
    coverage: share(labelled.decided, labelled.states),
    outOfScope: share(outOfScope.decided, outOfScope.states),
  };
}
