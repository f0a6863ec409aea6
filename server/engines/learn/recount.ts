// Recount: what the decision engine finds of learned phrases.
// In: the phrases of each label, and the examples. Out: the support and hits of each, and the decisions about the examples.
// Why again: numbers that somebody relies on come from the code that will act on them.

import { compareCodePoints } from '../../../grammar/form.ts';
import { runGenerated } from '../../../runtime/generated.ts';
import { Toolchain } from '../../../runtime/toolchain.ts';
import type { Manner } from '../../services/decisions/wire/criteria.ts';
import { PLAIN_MANNER } from '../../services/decisions/wire/criteria.ts';
import { Engine } from '../engine.ts';
import { DECISION_FUEL, runProgram } from '../systemone/judge.ts';
import type { PhraseGroup } from '../systemone/phrases.ts';
import { PROGRAM_LIMITS, writeProgram } from '../systemone/program.ts';
import type { Option, PreparedQuestion } from '../systemone/questions.ts';
import type { Tally } from './choose.ts';
import type { Example } from './examples.ts';

interface PhraseCount {
  readonly support: number;
  readonly hits: number;
}

interface Recount {
  /** By label and phrase. */
  readonly phrases: readonly (readonly PhraseCount[])[];
  readonly decisions: Tally;
}

export async function recount(
  labels: readonly string[],
  groups: readonly (readonly PhraseGroup[])[],
  examples: readonly Example[],
  onText: () => void = () => {},
): Promise<Recount> {
  const choose = chooser(
    labels.map((key, number): Option => ({ key, any: groups[number]!, vetoes: [] })),
    'ignore',
  );
  const search = createSearch(groups.flat(2));
  const counts = groups.map((phrases) => phrases.map(() => ({ support: 0, hits: 0 })));
  const byFirst = new Map<
    string,
    { readonly group: PhraseGroup; readonly number: number; readonly count: { support: number; hits: number } }[]
  >();
  groups.forEach((phrases, number) => {
    phrases.forEach((group, at) => {
      const entry = { group, number, count: counts[number]![at]! };
      const entries = byFirst.get(group[0]!);
      if (entries === undefined) byFirst.set(group[0]!, [entry]);
      else entries.push(entry);
    });
  });
  const decisions = { texts: 0, decided: 0, right: 0 };
  for (const { text, label } of examples) {
    const said = await search(text);
    for (const first of said)
      for (const { group, number, count } of byFirst.get(first) ?? []) {
        if (!group.every((phrase) => said.has(phrase))) continue;
        count.support += 1;
        if (labels[number] === label) count.hits += 1;
      }
    const choice = await choose(text);
    onText();
    decisions.texts += 1;
    if (choice === null) continue;
    decisions.decided += 1;
    if (choice === label) decisions.right += 1;
  }
  return { phrases: counts, decisions };
}

/** Which option the engine decides on for a text; null when it does not decide. */
export function chooser(
  options: readonly Option[],
  negation: Manner['negation'],
): (text: string) => Promise<string | null> {
  const manner: Manner = { ...PLAIN_MANNER, negation };
  const question: PreparedQuestion = {
    question: { kind: 'choice', id: 'label', instructions: null, manner, options: new Map() },
    options,
    paths: [],
    listed: null,
    heedless: negation === 'ignore',
    quoted: false,
  };
  const writing = writeProgram([question]);
  if (writing.kind !== 'program') throw new Error(`${writing.limit} beyond ${writing.max}`);
  const engine = new Engine();
  return async (text) => {
    const judged = await runProgram(engine, { ...writing, questions: [question] }, encode(text));
    if (judged.kind !== 'judged') throw new Error(`an example is ${judged.kind}`);
    const { outcome, supported } = judged.verdicts[0]!;
    return outcome === 'decided' ? options[supported[0]!]!.key : null;
  };
}

/** The phrases that a text says. */
function createSearch(phrases: readonly string[]): (text: string) => Promise<ReadonlySet<string>> {
  const listed = [...new Set(phrases)]
    .sort(compareCodePoints)
    .map((phrase) => JSON.stringify(phrase))
    .join(' ');
  const script = `(distinct (map :criterion (locate-all input [${listed}])))`;
  const toolchain = new Toolchain();
  return async (text) => {
    const { result } = await runGenerated(toolchain, script, encode(text), {
      limits: PROGRAM_LIMITS,
      fuel: DECISION_FUEL,
    });
    if (result.kind !== 'finished') throw new Error(`the search for phrases ended with ${result.fault.code}`);
    return new Set(JSON.parse(result.output) as readonly string[]);
  };
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(text));
}
