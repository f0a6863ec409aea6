// Script criteria: a criterion that is a rule, one expression of the language over the state.
// In: the expression's text. Out: what it reads, and what it is written as in the program of its questions; or what is wrong.
//
// What a rule reads are literal paths, found in the resolved tree: `(:a input)`, `(get-in input [:a 0])`, `(nth … 1)`, and
// names that `let` gives to these. So every value that a decision rests on can be named as evidence, and a path that leads
// nowhere is known before the rule runs (script-reads.ts). `(answer :id)` is the answer to another question of the same request.

import { check } from '../../../../compiler/check.ts';
import type { Form } from '../../../../grammar/form.ts';
import { eachForm } from '../../../../grammar/form.ts';
import type { Json } from '../../../../grammar/json.ts';
import { JsonNumber } from '../../../../grammar/json.ts';
import { pointer } from '../../../../grammar/json-pointer.ts';
import { canonical } from '../../../../grammar/printer.ts';
import { decodeScript, read } from '../../../../grammar/reader.ts';
import { Recent } from '../../../../runtime/recent.ts';
import type { Key } from './script-reads.ts';
import { Finder } from './script-reads.ts';

/** Under this a criterion has its rule. */
export const SCRIPT = 'script';
/** A text that begins so is a rule, for clients whose criteria are strings. */
const SCRIPT_MARK = /^\s*=(?=\()/;
/** Of one rule: some dozens of comparisons. */
export const RULE_BYTES_MAX = 4096;
/** Rules of one request. A fault in one takes another run of the program. */
export const RULES_MAX = 64;

/** Names of the program that a rule may not give to anything. */
export const STATE_NAME = 'the-state';
export const ANSWERS_NAME = 'the-answers';

export interface Rule {
  /** Canonical. */
  readonly text: string;
  /** The paths it reads, each once. */
  readonly reads: readonly (readonly Key[])[];
  /** The ids of the questions whose answers it reads, each once. */
  readonly answers: readonly string[];
  /** The expression in the program of its questions; `keyOf` gives the key of a question's answer. */
  writeExpression(keyOf: (id: string) => string): string;
  /** An expression for what its being true rests on: paths with their comparisons, and answers. */
  writeGrounds(keyOf: (id: string) => string): string;
  /** The text of the form that has a number, counted from the rule's own first one. */
  formText(node: number): string;
}

type RuleReading =
  | { readonly kind: 'rule'; readonly rule: Rule }
  | { readonly kind: 'wrong'; readonly message: string };

/** The rule of a criterion as it was written, without the mark; undefined when it has none. */
export function scriptOf(criterion: Json): Json | undefined {
  if (criterion instanceof Map) return criterion.get(SCRIPT);
  return typeof criterion === 'string' && SCRIPT_MARK.test(criterion) ? criterion.replace(SCRIPT_MARK, '') : undefined;
}

// Read when a request is checked, and again when its questions are prepared.
const READ = new Recent<RuleReading>(RULES_MAX * RULE_BYTES_MAX * 4);
const RULE_WEIGHT = 2048;

/** Reads a rule. */
export function readRule(text: string): RuleReading {
  const known = READ.get(text);
  if (known !== undefined) return known;
  const reading = readNew(text);
  READ.set(text, reading, text.length + RULE_WEIGHT);
  return reading;
}

// A function of the name lets the check of the language know `(answer :id)`, whose value may be anything; the program has the answers
// in a map.
const ANSWER = '(defn answer [id] (get nil id))\n';

function readNew(text: string): RuleReading {
  if (Buffer.byteLength(text) > RULE_BYTES_MAX) return wrong(`A script here has at most ${RULE_BYTES_MAX} bytes`);
  const whole = ANSWER + text;
  const checked = check(whole);
  const [problem] = checked.diagnostics.filter(({ severity }) => severity === 'error');
  if (problem !== undefined || checked.program === null)
    return wrong(`${problem?.message ?? 'not a script'}${problem === undefined ? '' : at(problem)}`);
  const { source, reporter } = decodeScript(whole);
  const { forms } = read(source, reporter);
  const [, form] = forms;
  const [item] = checked.program.items;
  if (form === undefined || forms.length !== 2 || item?.kind !== 'expression')
    return wrong('A script here is one expression');
  const found = new Finder();
  found.visit(item.value);
  const reserved = found.problem === null ? reservedIn(form) : null;
  if (reserved !== null) return wrong(`${reserved} is a name of the program`);
  if (found.problem !== null) return wrong(`${found.problem.message}${at(checked.places(found.problem.node))}`);
  if (found.reads.length === 0 && found.answers.length === 0)
    return wrong('A script here reads something of the state: (:key input)');
  return { kind: 'rule', rule: new WrittenRule(form, found) };
}

function wrong(message: string): RuleReading {
  return { kind: 'wrong', message };
}

/** Of the text that the client wrote. */
function at({ start, end }: { readonly start: number; readonly end: number }): string {
  return ` (bytes ${Math.max(start - ANSWER.length, 0)} to ${Math.max(end - ANSWER.length, 0)} of the script)`;
}

function reservedIn(form: Form): string | null {
  let reserved: string | null = null;
  eachForm([form], (inner) => {
    if (inner.kind === 'symbol' && (inner.name === STATE_NAME || inner.name === ANSWERS_NAME)) reserved = inner.name;
  });
  return reserved;
}

/** Forms inside each other whose parts are told apart as grounds; what is deeper is one comparison. */
const GROUNDS_DEPTH_MAX = 6;

class WrittenRule implements Rule {
  readonly text: string;
  readonly reads: readonly (readonly Key[])[];
  readonly answers: readonly string[];
  readonly #form: Form;
  readonly #found: Finder;

  constructor(form: Form, found: Finder) {
    this.#form = form;
    this.#found = found;
    this.text = canonical([form]);
    this.reads = [...new Map(found.reads.map(({ path }) => [pointer(path), path])).values()];
    this.answers = [...new Set(found.answers.map(({ id }) => id))];
  }

  writeExpression(keyOf: (id: string) => string): string {
    return this.#write(this.#form, keyOf);
  }

  writeGrounds(keyOf: (id: string) => string): string {
    return this.#grounds(this.#form, true, 0, keyOf);
  }

  formText(node: number): string {
    let text = this.text;
    eachForm([this.#form], (form) => {
      if (form.node - this.#form.node === node) text = canonical([form]);
    });
    return text;
  }

  #write(form: Form, keyOf: (id: string) => string): string {
    return canonical([this.#inProgram(form, keyOf)]);
  }

  /** The form with the names of the program. It has as many forms as before, so that a fault's node can be found again. */
  #inProgram(form: Form, keyOf: (id: string) => string): Form {
    switch (form.kind) {
      case 'symbol':
        return this.#found.inputs.has(form.node) ? { ...form, name: STATE_NAME } : form;
      case 'list': {
        const answer = this.#found.answers.find(({ node }) => node === form.node);
        const [head, id] = form.items;
        if (answer === undefined || head === undefined || id === undefined)
          return { ...form, items: form.items.map((item) => this.#inProgram(item, keyOf)) };
        const key: Form = { kind: 'keyword', name: keyOf(answer.id), span: head.span, node: head.node };
        return { ...form, items: [key, { kind: 'symbol', name: ANSWERS_NAME, span: id.span, node: id.node }] };
      }
      case 'vector':
        return { ...form, items: form.items.map((item) => this.#inProgram(item, keyOf)) };
      case 'map':
        return {
          ...form,
          entries: form.entries.map(({ key, value }) => ({ key, value: this.#inProgram(value, keyOf) })),
        };
      default:
        return form;
    }
  }

  /** What a form's being true, or being false, rests on: of `and`, `or`, `not`, `if`, `when`, `cond` and `let` the parts that matter. */
  #grounds(form: Form, wanted: boolean, depth: number, keyOf: (id: string) => string): string {
    const inner = (part: Form | undefined, want: boolean): string =>
      part === undefined ? '[]' : this.#grounds(part, want, depth + 1, keyOf);
    const text = (part: Form): string => this.#write(part, keyOf);
    if (form.kind !== 'list' || depth >= GROUNDS_DEPTH_MAX) return this.#ownGrounds(form, keyOf);
    const [head, ...items] = form.items;
    const [first, second, third] = items;
    switch (head?.kind === 'symbol' && first !== undefined ? head.name : '') {
      case 'and':
      case 'or':
        if ((head as { name: string }).name === (wanted ? 'and' : 'or'))
          return concat(items.map((item) => inner(item, wanted)));
        return `(cond ${items.map((item) => `${wanted ? text(item) : `(not ${text(item)})`} ${inner(item, wanted)}`).join(' ')} :else [])`;
      case 'not':
        return inner(first, !wanted);
      case 'if':
        return choose(
          text(first!),
          concat([inner(first, true), inner(second, wanted)]),
          concat([inner(first, false), inner(third, wanted)]),
        );
      case 'when':
        if (items.length !== 2) break;
        return choose(text(first!), concat([inner(first, true), inner(second, wanted)]), inner(first, false));
      case 'cond': {
        let rest = '[]';
        for (let clause = items.length - 2; clause >= 0; clause -= 2) {
          const test = items[clause]!;
          const body = inner(items[clause + 1], wanted);
          rest =
            test.kind === 'keyword'
              ? body
              : choose(text(test), concat([inner(test, true), body]), concat([inner(test, false), rest]));
        }
        return rest;
      }
      case 'let':
        if (items.length !== 2) break;
        return `(let ${text(first!)} ${concat([this.#ownGrounds(first!, keyOf), inner(second, wanted)])})`;
    }
    return this.#ownGrounds(form, keyOf);
  }

  /** Everything that is read inside a form, as one comparison. */
  #ownGrounds(form: Form, keyOf: (id: string) => string): string {
    let last = form.node;
    eachForm([form], ({ node }) => {
      last = Math.max(last, node);
    });
    const isInside = ({ node }: { readonly node: number }): boolean => node >= form.node && node <= last;
    const criterion = JSON.stringify(canonical([form]));
    const paths = new Map(this.#found.reads.filter(isInside).map(({ path }) => [pointer(path), path]));
    const ids = new Set(this.#found.answers.filter(isInside).map(({ id }) => id));
    return `[${[
      ...[...paths.values()].map((path) => `{:criterion ${criterion} :trail ${writeKeys(path)}}`),
      ...[...ids].map((id) => `{:answer ${JSON.stringify(keyOf(id))}}`),
    ].join(' ')}]`;
  }
}

export function writeKeys(path: readonly Key[]): string {
  return `[${path.map((key) => (typeof key === 'number' ? String(key) : JSON.stringify(key))).join(' ')}]`;
}

function concat(lists: readonly string[]): string {
  const some = lists.filter((list) => list !== '[]');
  return some.length === 0 ? '[]' : some.length === 1 ? some[0]! : `(concat ${some.join(' ')})`;
}

function choose(test: string, yes: string, no: string): string {
  return yes === '[]' && no === '[]' ? '[]' : `(if ${test} ${yes} ${no})`;
}

const SAID_BY: Readonly<Record<string, string>> = {
  gt: '(> (:FIELD input) VALUE)',
  gte: '(>= (:FIELD input) VALUE)',
  min: '(>= (:FIELD input) VALUE)',
  lt: '(< (:FIELD input) VALUE)',
  lte: '(<= (:FIELD input) VALUE)',
  max: '(<= (:FIELD input) VALUE)',
  eq: '(= (:FIELD input) VALUE)',
  ne: '(not= (:FIELD input) VALUE)',
  between: '(<= LOW (:FIELD input) HIGH)',
  matches: '(matches? VALUE (:FIELD input))',
};

/** The script that says what a number, or a member such as `{"gt": 100}`, was meant to say, as help. */
export function scriptFor(comparison: string, value: Json): string {
  const said = SAID_BY[comparison] ?? SAID_BY['eq']!;
  const [low, high] = Array.isArray(value) && value.length === 2 ? value : [];
  // What stands behind `when` and `if` is a condition in words, and no value.
  const operand = SAID_BY[comparison] === undefined && typeof value === 'string' ? null : literalOf(value);
  const script = said
    .replace('LOW', (name) => literalOf(low) ?? name)
    .replace('HIGH', (name) => literalOf(high) ?? name)
    .replace('VALUE', (name) => operand ?? name);
  return `{"script": ${JSON.stringify(script)}}`;
}

/** A longer text says nothing more as an example. */
const SHOWN_LENGTH_MAX = 64;

/** A value as the language writes it; null for what it would not compare. */
function literalOf(value: Json | undefined): string | null {
  if (value instanceof JsonNumber) return value.text;
  if (typeof value === 'string') return value.length > SHOWN_LENGTH_MAX ? null : JSON.stringify(value);
  return typeof value === 'boolean' ? String(value) : null;
}
