// Ablation: what each rule of reading values is worth.
// In: a folder with the routing sets (argument, default ../shared/data), and the requests of test/golden/routing/products. Out: a table on
// stdout: for each rule, what changes when it alone is taken out. Why: a rule that nothing needs is one more thing to be wrong.
// Usage: node bench/ablation.ts [DATA] [--all]. A case is routed again only where the rule spoke.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { explainRoute } from '../server/engines/routing/route.ts';
import type { SpanRule, TextRule } from '../server/engines/routing/values/rules/rule.ts';
import { SPAN_RULES, TEXT_RULES } from '../server/engines/routing/values/table.ts';
import type { JudgedProduct } from '../test/support/products.ts';
import { judgeProducts } from '../test/support/products.ts';
import type { Case } from './route-cases.ts';
import { matchesAll, plain, readCases, SETS } from './route-cases.ts';

/** What a request came to. */
interface Outcome {
  /** A call with every argument that was said, and none else. */
  readonly exact: number;
  /** Any other call. */
  readonly wrong: number;
  /** The right tool with exactly the right arguments, called or not. */
  readonly filled: number;
}

interface Subject {
  readonly set: 'public' | 'products';
  readonly ask: () => Outcome;
  readonly usual: Outcome;
  /** Names of the rules that read something in it. */
  readonly rules: ReadonlySet<string>;
}

type Open<T> = { -readonly [Key in keyof T]: T[Key] };

/** Names of the rules that speak, while something is asked. */
const speaking = new Set<string>();

/** Rules are data: each is made to note that it read something. */
function listen(): void {
  for (const rule of TEXT_RULES as Open<TextRule>[]) {
    const { matches } = rule;
    rule.matches = (...place) => {
      const found = matches(...place);
      if (found.length > 0) speaking.add(rule.name);
      return found;
    };
  }
  for (const rule of SPAN_RULES as Open<SpanRule>[]) {
    const { when = () => true } = rule;
    rule.when = (...place) => {
      const decides = when(...place);
      if (decides) speaking.add(rule.name);
      return decides;
    };
  }
}

/** What comes out while one rule reads nothing. */
function without<T>(rule: TextRule | SpanRule, ask: () => T): T {
  const open = rule as Open<TextRule> & Open<SpanRule>;
  const { matches, when } = open;
  if ('matches' in rule) open.matches = () => [];
  else open.when = () => false;
  try {
    return ask();
  } finally {
    if ('matches' in rule) open.matches = matches;
    else if (when !== undefined) open.when = when;
  }
}

function askCase(one: Case): Outcome {
  const { decision, trace } = explainRoute(one.request);
  const [call] = decision.calls;
  const filled = trace?.weighed.filled;
  const isWhole =
    filled !== undefined && filled.missing.length === 0 && filled.invalid.length === 0 && filled.unsure.length === 0;
  const isRight = (name: string | undefined, args: Parameters<typeof plain>[0] | undefined): boolean =>
    one.kind === 'call' && name === one.expect.name && args !== undefined && matchesAll(one, plain(args));
  const exact = isRight(call?.name, call?.arguments);
  return {
    exact: Number(exact),
    wrong: Number(call !== undefined && !exact),
    filled: Number(isWhole && isRight(filled?.tool.name, filled?.arguments)),
  };
}

function outcomeOf({ judgement, wouldBeExact }: JudgedProduct): Outcome {
  return {
    exact: Number(judgement === 'exact'),
    wrong: Number(judgement === 'wrong' || judgement === 'right' || judgement === 'false'),
    filled: Number(wouldBeExact),
  };
}

function subject(set: Subject['set'], ask: () => Outcome): Subject {
  speaking.clear();
  const usual = ask();
  return { set, ask, usual, rules: new Set(speaking) };
}

function readSubjects(folder: string): Subject[] {
  const cases = existsSync(folder)
    ? SETS.flatMap((set) =>
        [...readCases(join(folder, `${set}.jsonl`))].map((one) => subject('public', () => askCase(one))),
      )
    : [];
  return [...cases, ...judgeProducts().map((one) => subject('products', () => outcomeOf(one.again())))];
}

type Change = Record<keyof Outcome, number>;

function changeOf(rule: TextRule | SpanRule, subjects: readonly Subject[]): Change {
  const change: Change = { exact: 0, wrong: 0, filled: 0 };
  for (const { ask, usual, rules } of subjects) {
    if (!rules.has(rule.name)) continue;
    const now = without(rule, ask);
    for (const key of ['exact', 'wrong', 'filled'] as const) change[key] += now[key] - usual[key];
  }
  return change;
}

const signed = (value: number): string => (value === 0 ? '' : value > 0 ? `+${value}` : `−${-value}`);

function main(args: readonly string[]): void {
  const folder = join(args.find((one) => !one.startsWith('--')) ?? '../shared/data', 'routing');
  if (!existsSync(folder)) console.log(`bench/ablation: ${folder} is missing, public sets are left out`);
  listen();
  const subjects = readSubjects(folder);
  const own = (set: Subject['set']): Subject[] => subjects.filter((one) => one.set === set);
  console.log('| without | speaks in | exact | wrong | filled | speaks in | exact | wrong | filled |');
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  const idle: string[] = [];
  for (const rule of [...TEXT_RULES, ...SPAN_RULES]) {
    const cells = (['public', 'products'] as const).flatMap((set) => {
      const change = changeOf(rule, own(set));
      const count = own(set).filter(({ rules }) => rules.has(rule.name)).length;
      return [String(count), ...[change.exact, change.wrong, change.filled].map(signed)];
    });
    const isIdle = cells.every((cell, at) => at % 4 === 0 || cell === '');
    if (isIdle) idle.push(`${rule.name} (${cells[0]}, ${cells[4]})`);
    if (!isIdle || args.includes('--all')) console.log(`| ${rule.name} | ${cells.join(' | ')} |`);
  }
  console.log(`\nChange nothing, with the requests they speak in: ${idle.join(', ')}.`);
}

main(process.argv.slice(2));
