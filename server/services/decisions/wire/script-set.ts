// Script set: the rules of all questions of a request together.
// In: questions with their rules. Out: what is wrong with them together, or the order in which they can be judged.

import type { Rule } from './script.ts';
import { RULES_MAX } from './script.ts';

/** A question as its rules see it. */
export interface RuledQuestion {
  /** What `(answer :name)` calls it. */
  readonly name: string;
  readonly rules: readonly { readonly place: readonly (string | number)[]; readonly rule: Rule }[];
}

/** What is wrong with the rules of a request together: too many, answers of no question, questions that wait for each other. */
export function checkRules(
  questions: readonly RuledQuestion[],
): { readonly place: readonly (string | number)[]; readonly message: string }[] {
  const rules = questions.flatMap((question) => question.rules);
  if (rules.length === 0) return [];
  if (rules.length > RULES_MAX)
    return [
      { place: rules[RULES_MAX]!.place, message: `A request has at most ${RULES_MAX} scripts, not ${rules.length}` },
    ];
  const named = new Map(questions.map((question) => [question.name, question]));
  const unknown = rules.flatMap(({ place, rule }) =>
    rule.answers
      .filter((id) => !named.has(id))
      .map((id) => ({ place, message: `There is no question ${JSON.stringify(id)} to have the answer of` })),
  );
  if (unknown.length > 0) return unknown;
  const order = orderOf(questions);
  const first = order === null ? questions.find((question) => isOnCycle(question, named)) : undefined;
  return first === undefined
    ? []
    : [
        {
          place: first.rules[0]!.place,
          message: `The question ${JSON.stringify(first.name)} waits for its own answer`,
        },
      ];
}

function isOnCycle(start: RuledQuestion, named: ReadonlyMap<string, RuledQuestion>): boolean {
  const seen = new Set<RuledQuestion>();
  const queue = [start];
  for (let question = queue.pop(); question !== undefined; question = queue.pop()) {
    for (const id of answersOf(question)) {
      const next = named.get(id);
      if (next === start) return true;
      if (next !== undefined && !seen.has(next)) {
        seen.add(next);
        queue.push(next);
      }
    }
  }
  return false;
}

function answersOf({ rules }: RuledQuestion): string[] {
  return rules.flatMap(({ rule }) => rule.answers);
}

/** Positions, each after those it waits for and otherwise in their order; null where some wait for each other. */
export function orderOf(questions: readonly RuledQuestion[]): number[] | null {
  const positions = new Map(questions.map(({ name }, at) => [name, at]));
  const waits = questions.map((question) => answersOf(question).map((id) => positions.get(id)!));
  const order: number[] = [];
  const done = new Set<number>();
  while (order.length < questions.length) {
    const ready = waits.flatMap((others, at) =>
      !done.has(at) && others.every((other) => done.has(other)) ? [at] : [],
    );
    if (ready.length === 0) return null;
    for (const at of ready) {
      done.add(at);
      order.push(at);
    }
  }
  return order;
}
