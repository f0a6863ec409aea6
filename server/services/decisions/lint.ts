// Lint: what in a set of questions will not work as it reads, from the questions alone and from states they are asked about.
// In: prepared questions; states, with the right options where somebody labelled them. Out: findings, each about one thing.
// Nothing here decides: a finding says what to look at.

import type { Json } from '../../../grammar/json.ts';
import { parseJson } from '../../../grammar/json.ts';
import type { Line } from '../../../grammar/json-lines.ts';
import { runGenerated } from '../../../runtime/generated.ts';
import { fold } from '../../../runtime/locate/unicode.ts';
import { Toolchain } from '../../../runtime/toolchain.ts';
import { isStopWord, readWords } from '../../engines/routing/text/words.ts';
import { DECISION_FUEL } from '../../engines/systemone/judge.ts';
import { PROGRAM_LIMITS } from '../../engines/systemone/program.ts';
import type { Option, PreparedQuestion } from '../../engines/systemone/questions.ts';
import { isWeak } from '../../engines/systemone/weak.ts';
import type { Labelled } from './labelled.ts';
import type { Decision } from './library.ts';

const FINDING_CODES = [
  'same-phrase',
  'same-options',
  'ruled-out',
  'no-phrases',
  'nothing-to-look-for',
  'many-meanings',
  'never-found',
  'mostly-another',
  'unscoped',
  'undecided-words',
] as const;

interface Finding {
  readonly code: (typeof FINDING_CODES)[number];
  readonly question: string;
  /** In one sentence. */
  readonly message: string;
}

/** What can be seen without states. */
export function lintQuestions(questions: readonly PreparedQuestion[]): Finding[] {
  return questions.flatMap((prepared) => [
    ...sharedPhrases(prepared),
    ...equalOptions(prepared),
    ...prepared.options.flatMap((option) => lintOption(prepared, option)),
  ]);
}

type Report = (code: Finding['code'], message: string) => Finding;

function reportOn({ question }: PreparedQuestion): Report {
  return (code, message) => ({ code, question: question.id, message });
}

/** Phrases that differ in case and space alone are one. */
function sameAs(phrase: string): string {
  return fold(phrase).replace(/\s+/gu, ' ').trim();
}

function groupKey(group: readonly string[]): string {
  return group.map(sameAs).sort().join('\n');
}

function sharedPhrases(prepared: PreparedQuestion): Finding[] {
  const report = reportOn(prepared);
  const owners = new Map<string, { readonly shown: string; readonly options: Set<string> }>();
  for (const { key, any, rule } of prepared.options) {
    // With a script of their own two options may well look for the same.
    if (rule !== undefined) continue;
    for (const group of any) {
      const known = owners.get(groupKey(group));
      if (known === undefined) owners.set(groupKey(group), { shown: show(group), options: new Set([key]) });
      else known.options.add(key);
    }
  }
  return [...owners.values()]
    .filter(({ options }) => options.size > 1)
    .map(({ shown, options }) =>
      report('same-phrase', `${shown} speaks for ${list([...options])}, so alone it decides nothing`),
    );
}

function equalOptions(prepared: PreparedQuestion): Finding[] {
  const report = reportOn(prepared);
  const byPhrases = new Map<string, string[]>();
  for (const { key, any, rule, scorecard, listed } of prepared.options) {
    if (any.length === 0 || rule !== undefined || scorecard !== undefined) continue;
    const phrases = [...any.map(groupKey).sort(), ...(listed ?? []).map(({ text }) => text)].join('\n\n');
    byPhrases.set(phrases, [...(byPhrases.get(phrases) ?? []), key]);
  }
  return [...byPhrases.values()]
    .filter((keys) => keys.length > 1)
    .map((keys) => report('same-options', `${list(keys)} have the same phrases and cannot be told apart`));
}

function lintOption(prepared: PreparedQuestion, option: Option): Finding[] {
  const report = reportOn(prepared);
  const { key, any, vetoes, rule, scorecard } = option;
  const isSide = prepared.question.kind === 'noul';
  if (any.length === 0 && rule === undefined && scorecard === undefined && option.denied === undefined) {
    if (!isSide) return [report('no-phrases', `${quoted(key)} has nothing to look for`)];
    return prepared.options.every((side) => side.any.length === 0 && side.rule === undefined) && key === 'true'
      ? [report('nothing-to-look-for', 'neither side has phrases, and the question quotes no words')]
      : [];
  }
  const found: Finding[] = [];
  for (const group of any) {
    const veto = vetoes.find((one) => one.every((phrase) => group.some((said) => contains(said, phrase))));
    if (veto !== undefined)
      found.push(report('ruled-out', `${show(group)} never speaks for ${quoted(key)}, for ${show(veto)} rules it out`));
    const [alone] = group;
    if (group.length === 1 && prepared.question.manner.negation !== 'ignore' && isWeak(alone!))
      found.push(
        report(
          'many-meanings',
          `${show(group)} of ${quoted(key)} is one word with many meanings: where it is said in passing it decides nothing`,
        ),
      );
  }
  return found;
}

/** Whether a phrase holds another as whole words. */
function contains(phrase: string, other: string): boolean {
  return ` ${sameAs(phrase)} `.includes(` ${sameAs(other)} `);
}

/** Texts under so many different names make a record, in which most are not what a question is about. */
const RECORD_MEMBERS_MIN = 3;
/** A finding about words is about so many states at least. */
const STATES_MIN = 2;
/** Of the words of undecided states. */
const WORDS_SHOWN_MAX = 10;
/** A phrase that is right in a smaller share of the labelled states it is found in is better looked at. */
const RIGHT_SHARE_MIN = 0.5;

/** What states tell about the questions; `ask` answers all of them about one state. */
export async function lintStates(
  questions: readonly PreparedQuestion[],
  states: readonly Line<Labelled>[],
  ask: (stateJson: string) => Promise<Decision>,
): Promise<Finding[]> {
  const tallies = questions.map((prepared) => new StateTally(prepared));
  const search = phraseSearch(questions);
  for (const { value } of states) {
    const found = await search(value.stateJson);
    const decision = await ask(value.stateJson);
    const answers = decision.kind === 'answered' ? decision.body.answers : {};
    const state = parseJson(Buffer.from(value.stateJson));
    for (const tally of tallies) tally.add(state, found, answers[tally.id], value.expected.get(tally.id));
  }
  return tallies.flatMap((tally) => tally.findings());
}

/** The phrases that stand in a state, wherever and however they are said. */
function phraseSearch(questions: readonly PreparedQuestion[]): (stateJson: string) => Promise<ReadonlySet<string>> {
  const phrases = [...new Set(questions.flatMap(({ options }) => options.flatMap(({ any }) => any.flat())))];
  const program = `(distinct (map :criterion (locate-all input [${phrases.map((phrase) => JSON.stringify(phrase)).join(' ')}])))`;
  const toolchain = new Toolchain();
  return async (stateJson) => {
    if (phrases.length === 0) return new Set();
    const { result } = await runGenerated(toolchain, program, Buffer.from(stateJson), {
      limits: PROGRAM_LIMITS,
      fuel: DECISION_FUEL,
    });
    return new Set(result.kind === 'finished' ? (JSON.parse(result.output) as string[]) : []);
  };
}

type AnswerOf = Extract<Decision, { kind: 'answered' }>['body']['answers'][string];

/** What one question does over all states. */
class StateTally {
  readonly id: string;
  readonly #prepared: PreparedQuestion;
  #states = 0;
  #records = 0;
  /** Of each phrase: the states it is found in, and by the right option where it is known. */
  readonly #found = new Map<string, { states: number; labels: Map<string | null, number> }>();
  /** Of each word of undecided states: in how many, and what would have been right. */
  readonly #open = new Map<string, { states: number; labels: Map<string | null, number> }>();
  #undecided = 0;

  constructor(prepared: PreparedQuestion) {
    this.#prepared = prepared;
    this.id = prepared.question.id;
  }

  add(
    state: Json,
    found: ReadonlySet<string>,
    answer: AnswerOf | undefined,
    expected: string | null | undefined,
  ): void {
    this.#states += 1;
    const texts = textsOf(state);
    if (new Set(texts.map(({ name }) => name)).size >= RECORD_MEMBERS_MIN) this.#records += 1;
    for (const phrase of found) count(this.#found, phrase, expected);
    if (answer?.outcome !== 'refused' || answer.reason?.code !== 'nothing-found') return;
    this.#undecided += 1;
    const words = new Set(texts.flatMap(({ text }) => readWords(text).map(({ surface }) => surface)));
    for (const word of words) if (word.length > 2 && !isStopWord(word)) count(this.#open, word, expected);
  }

  findings(): Finding[] {
    const report = reportOn(this.#prepared);
    return [
      ...this.#unusedPhrases(report),
      ...this.#misleading(report),
      ...this.#scope(report),
      ...this.#words(report),
    ];
  }

  #unusedPhrases(report: Report): Finding[] {
    return this.#prepared.options.flatMap(({ key, any }) => {
      const unused = any.filter((group) => group.some((phrase) => !this.#found.has(phrase)));
      if (unused.length === 0) return [];
      const more = unused.length > PHRASES_SHOWN_MAX ? ` and ${unused.length - PHRASES_SHOWN_MAX} more` : '';
      return [
        report(
          'never-found',
          `of the phrases of ${quoted(key)}, ${unused.length} of ${any.length} are in none of the ${this.#states} states: ${unused.slice(0, PHRASES_SHOWN_MAX).map(show).join(', ')}${more}`,
        ),
      ];
    });
  }

  #misleading(report: Report): Finding[] {
    return this.#prepared.options.flatMap(({ key, any }) =>
      any.flatMap(([phrase, ...others]) => {
        const tally = others.length > 0 || phrase === undefined ? undefined : this.#found.get(phrase);
        const labelled = tally === undefined ? 0 : sum(tally.labels.values());
        const right = tally?.labels.get(key) ?? 0;
        if (tally === undefined || labelled < STATES_MIN || right / labelled >= RIGHT_SHARE_MIN) return [];
        return [
          report(
            'mostly-another',
            `${show([phrase!])} of ${quoted(key)} is in ${labelled} labelled states, of which ${right} are ${quoted(key)}; most are ${nameOf(commonest(tally.labels)[0])}`,
          ),
        ];
      }),
    );
  }

  #scope(report: Report): Finding[] {
    const { listed, paths, options } = this.#prepared;
    const isScoped = listed !== null || paths.length > 0 || options.every((option) => option.listed !== undefined);
    if (isScoped || this.#records === 0 || options.every(({ any }) => any.length === 0)) return [];
    return [
      report(
        'unscoped',
        `${this.#records} of the ${this.#states} states are records, and it looks in all their texts: name those it is about with "in"`,
      ),
    ];
  }

  #words(report: Report): Finding[] {
    return [...this.#open]
      .filter(([, { states }]) => states >= STATES_MIN)
      .sort(([a, one], [b, other]) => other.states - one.states || (a < b ? -1 : 1))
      .slice(0, WORDS_SHOWN_MAX)
      .map(([word, { states, labels }]) => {
        const [label, times] = commonest(labels);
        const share = times === 0 ? '' : `; ${times} of ${sum(labels.values())} labelled ones are ${nameOf(label)}`;
        return report(
          'undecided-words',
          `${quoted(word)} is in ${states} of the ${this.#undecided} states in which nothing was found${share}`,
        );
      });
  }
}

const PHRASES_SHOWN_MAX = 5;

function count(
  tallies: Map<string, { states: number; labels: Map<string | null, number> }>,
  key: string,
  expected: string | null | undefined,
): void {
  let tally = tallies.get(key);
  if (tally === undefined) tallies.set(key, (tally = { states: 0, labels: new Map() }));
  tally.states += 1;
  if (expected !== undefined) tally.labels.set(expected, (tally.labels.get(expected) ?? 0) + 1);
}

/** The commonest label, by its name where several are equally common. */
function commonest(labels: ReadonlyMap<string | null, number>): readonly [label: string | null, times: number] {
  return [...labels].sort(([a, one], [b, other]) => other - one || (String(a) < String(b) ? -1 : 1))[0] ?? [null, 0];
}

function sum(numbers: Iterable<number>): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}

/** The texts of a state with the name of the member each stands under. */
function textsOf(state: Json, name = ''): { readonly name: string; readonly text: string }[] {
  if (typeof state === 'string') return [{ name, text: state }];
  if (Array.isArray(state)) return state.flatMap((item) => textsOf(item, name));
  return state instanceof Map ? [...state].flatMap(([key, value]) => textsOf(value, key)) : [];
}

function show(group: readonly string[]): string {
  return group.map(quoted).join(' with ');
}

function list(keys: readonly string[]): string {
  return keys.map(quoted).join(' and ');
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function nameOf(label: string | null): string {
  return label === null ? 'no option' : quoted(label);
}
