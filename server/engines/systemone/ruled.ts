// Ruled: questions with criteria that are scripts, in the language, and what a fault in one of them leads to.
// In: questions in the one form. Out: the parts of their program that programs without scripts do not have.
//
// Questions are judged one after the other, each after those whose answers it reads. A fault ends a run, so it is the host
// that runs the program again and says which questions have faulted; they are then refused and their scripts not evaluated.

import { eachForm, type Form } from '../../../grammar/form.ts';
import { decodeScript, read } from '../../../grammar/reader.ts';
import type { Rule } from '../../services/decisions/wire/script.ts';
import { ANSWERS_NAME, STATE_NAME, writeKeys } from '../../services/decisions/wire/script.ts';
import type { RuledQuestion } from '../../services/decisions/wire/script-set.ts';
import { orderOf } from '../../services/decisions/wire/script-set.ts';
import type { PreparedQuestion } from './questions.ts';

/** A run may be given the state under this name, beside what has faulted. It must be where the state itself has the name. */
const STATE_MEMBER = 'evident:state';
const FAULTED_MEMBER = 'evident:faulted';

/** Characters of a value that evidence shows. */
const COMPARED_TEXT_MAX = 1024;

/** The functions that questions with scripts are judged by, beside those of every program. */
export const RULED = `
; The value that keys lead to in the state, in a list; none where they lead nowhere.
(defn values-at
  [trail]
  (loop [value ${STATE_NAME} at 0]
    (if (= at (count trail))
      [value]
      (let [key (nth trail at)]
        (if (and (if (string? key) (map? value) (vector? value)) (contains? value key))
          (recur (get value key) (inc at))
          [])))))

(defn pointer-to
  [trail]
  (join (map (fn [key] (str "/" (replace (replace (str key) "~" "~0") "/" "~1"))) trail)))

; Evidence of what a script's being true rests on: values with their comparisons, and the evidence of other answers.
(defn compared
  [grounds verdicts]
  (mapcat
    (fn [{:keys [answer criterion trail]}]
      (if answer
        (map (fn [place] (assoc place :via answer)) (:evidence (get verdicts answer)))
        (let [value (first (values-at trail))
              text (if (nil? value) "null" (str value))
              shown (if (> (count text) ${COMPARED_TEXT_MAX}) (subs text 0 ${COMPARED_TEXT_MAX}) text)]
          [{:by "compared" :criterion criterion :end (count shown) :path (str state-path (pointer-to trail)) :start 0 :text shown}])))
    grounds))

; What speaks for an option that has a script: its phrases, if it has any, and what the script rests on.
(defn ruled-claim
  [at options others known]
  (let [option (nth options at)
        claim (claim-of at options others)
        silent (and (empty? (:evidence claim)) (not (and (empty? (:any option)) (empty? (:denied option)))))]
    (cond
      (nil? (:rule option)) claim
      silent claim
      (holds? (:rule option) (:answers known)) (assoc claim :evidence (concat (:evidence claim) (compared (grounds (:rule option) (:answers known)) (:verdicts known))))
      :else (assoc claim :evidence []))))

(defn judge-ruled
  [options known]
  (let [others (candidates options)]
    (settle options others (map (fn [at] (ruled-claim at options others known)) (range (count options))))))

; The verdict on a question, when those of the questions it waits for are known.
(defn judge-next
  [question known]
  (let [{:keys [name reads waits]} question
        lost (filter (fn [trail] (empty? (values-at trail))) (or reads []))
        waiting (filter (fn [other] (nil? (get (:answers known) other))) (or waits []))]
    (cond
      (contains? faulted name) (refuse [] "script-fault")
      (not (empty? lost)) (assoc (refuse [] "path-not-found") :missing (map pointer-to lost))
      (not (empty? waiting)) (assoc (refuse [] "waits-for") :missing waiting)
      :else (judge-asked question known))))

; What is known, and the verdict on the question at a position.
(defn with-verdict
  [known at]
  (let [question (nth questions at)
        verdict (judge-next question known)
        answer (when (and (:values question) (= (:outcome verdict) "decided")) (nth (:values question) (first (:supported verdict))))]
    {:answers (if (nil? answer) (:answers known) (assoc (:answers known) (:name question) answer))
     :verdicts (assoc (:verdicts known) (:name question) verdict)}))
`;

/** What stands before the search: the state, whichever way it was given. */
export const RULED_STATE = `
(def wrapped? (and (map? input) (contains? input "${STATE_MEMBER}")))
(def the-input (if wrapped? (get input "${STATE_MEMBER}") input))
(def faulted (if wrapped? (or (get input "${FAULTED_MEMBER}") {}) {}))
`;

/** Rules read the state; where a request came in parts, the one part that is JSON. */
export const RULED_ROOTS = `
(def data (if parts? (filter (fn [at] (= (:type (nth the-input at)) "json")) (range (count the-input))) []))
(def state-path (if (= (count data) 1) (str "/" (first data) "/value") ""))
(def ${STATE_NAME} (if (= (count data) 1) (:value (nth the-input (first data))) the-input))
`;

export const RULED_VERDICTS = `(let [known (reduce with-verdict {:answers {} :verdicts {}} order)] (map (fn [question] (get (:verdicts known) (:name question))) questions))`;

/** The scripts of a set, by their numbers. */
export interface ScriptPlace {
  readonly question: number;
  readonly option: number;
  readonly rule: Rule;
}

export interface RuledSet {
  readonly scripts: readonly ScriptPlace[];
  /** The functions that evaluate them. */
  readonly functions: string;
  /** `(def order […])`. */
  readonly order: string;
  /** Members of the question at a position. */
  membersOf(question: number): string[];
  /** The number of an option's script. */
  numberOf(question: number, option: number): number | null;
}

/** null where no question has a script. */
export function ruledSet(questions: readonly PreparedQuestion[]): RuledSet | null {
  const scripts = questions.flatMap(({ options }, question) =>
    options.flatMap(({ rule }, option): ScriptPlace[] => (rule === undefined ? [] : [{ question, option, rule }])),
  );
  if (scripts.length === 0) return null;
  const seen = questions.map(asRuled);
  const positions = new Map(seen.map(({ name }, at) => [name, at]));
  const keyOf = (id: string): string => keyAt(positions.get(id)!);
  const awaited = new Set(scripts.flatMap(({ rule }) => rule.answers.map((id) => positions.get(id)!)));
  const dispatch = (write: (rule: Rule) => string, otherwise: string): string =>
    `(case number ${scripts.map(({ rule }, number) => `${number} ${write(rule)}`).join(' ')} ${otherwise})`;
  return {
    scripts,
    functions: `(defn ${HOLDS} [number ${ANSWERS_NAME}] ${dispatch((rule) => rule.writeExpression(keyOf), 'nil')})
(defn grounds [number ${ANSWERS_NAME}] ${dispatch((rule) => rule.writeGrounds(keyOf), '[]')})`,
    order: `(def order [${orderOf(seen)!.join(' ')}])`,
    membersOf(at) {
      const rules = seen[at]!.rules.map(({ rule }) => rule);
      const reads = new Set(rules.flatMap((rule) => rule.reads.map(writeKeys)));
      const waits = new Set(rules.flatMap((rule) => rule.answers.map((id) => JSON.stringify(keyOf(id)))));
      return [
        `:name ${JSON.stringify(keyAt(at))}`,
        ...(reads.size === 0 ? [] : [`:reads [${[...reads].join(' ')}]`]),
        ...(awaited.has(at) ? [`:values ${writeValues(questions[at]!)}`] : []),
        ...(waits.size === 0 ? [] : [`:waits [${[...waits].join(' ')}]`]),
      ];
    },
    numberOf(question, option) {
      const number = scripts.findIndex((script) => script.question === question && script.option === option);
      return number < 0 ? null : number;
    },
  };
}

function asRuled({ question, options }: PreparedQuestion): RuledQuestion {
  return {
    name: question.name ?? question.id,
    rules: options.flatMap(({ rule }) => (rule === undefined ? [] : [{ place: [], rule }])),
  };
}

const HOLDS = 'holds?';

/** Under this a program knows the question at a position: ids are not in it. */
function keyAt(question: number): string {
  return `q${question}`;
}

/** The position of a key. */
export function positionOf(key: string): number {
  return Number(key.slice(1));
}

function writeValues(question: PreparedQuestion): string {
  return `[${valuesOf(question).join(' ')}]`;
}

/** What `(answer :id)` gives when an option is chosen, as literals of the language. */
export function valuesOf({ question, options }: PreparedQuestion): readonly string[] {
  switch (question.kind) {
    case 'choice':
      return options.map(({ key }) => JSON.stringify(key));
    case 'score':
      return options.map((_, level) => String(level));
    case 'noul':
      return ['true', 'false'];
  }
}

/** The input of a run, where some questions have faulted or the state has a member of the name that is ours. */
export function writeInput(state: Uint8Array, faulted: ReadonlySet<number>): Uint8Array {
  if (faulted.size === 0 && !Buffer.from(state.buffer, state.byteOffset, state.length).includes(`"${STATE_MEMBER}"`))
    return state;
  const keys = [...faulted].map((question) => `"${keyAt(question)}":true`).join(',');
  return Buffer.concat([Buffer.from(`{"${FAULTED_MEMBER}":{${keys}},"${STATE_MEMBER}":`), state, CLOSING]);
}

const CLOSING = Buffer.from('}');

/** Which script of a program a node stands in, and which form of it; null where it is no script's. */
export function findScript(text: string, node: number): { readonly number: number; readonly form: number } | null {
  const { source, reporter } = decodeScript(text, { bytesMax: Infinity, nodesMax: Infinity });
  const { forms } = read(source, reporter, { bytesMax: Infinity, nodesMax: Infinity });
  for (const form of forms) {
    if (form.kind !== 'list') continue;
    const [head, name, , body] = form.items;
    if (head?.kind !== 'symbol' || head.name !== 'defn' || name?.kind !== 'symbol' || name.name !== HOLDS) continue;
    if (body?.kind !== 'list') return null;
    const clauses = body.items.slice(2);
    for (let at = 0; at + 1 < clauses.length; at += 2) {
      const script = clauses[at + 1]!;
      if (node >= script.node && node <= lastNode(script)) return { number: at / 2, form: node - script.node };
    }
  }
  return null;
}

function lastNode(form: Form): number {
  let last = form.node;
  eachForm([form], ({ node }) => {
    last = Math.max(last, node);
  });
  return last;
}
