// Script: a decision table as a script of the language.
// In: a table, and whether its rules may apply together where they must not. Out: the text of a script that a person can read
// and edit. Each rule becomes a test and its outputs; the hit policy decides what is made of them.

import { isName } from '../../grammar/form.ts';
import { SymbolText, tokenize } from '../../grammar/tokens.ts';
import type { Aggregation, InputColumn, Output, Rule, Table } from './table.ts';
import type { Alternative, Test } from './tests.ts';
import { isEqual, type Kind, printValue, type Value } from './values.ts';

/** `mayClash`: whether two rules can apply that must not; then a run looks at all of them. */
export function scriptOf(table: Table, mayClash: boolean, name: string): string {
  const asserts = table.inputs.flatMap(kindAssert);
  const body = bodyOf(table, mayClash, name);
  const used = new Set(
    tokenize([...asserts, body].join('\n')).tokens.flatMap(({ tokenType, image }) =>
      tokenType === SymbolText ? [image] : [],
    ),
  );
  const bindings = table.inputs
    .filter(({ local }) => used.has(local))
    .map(({ local, expression }) => `${local} ${expression}`);
  const parts = [...asserts, body].join('\n');
  const whole =
    bindings.length === 0
      ? asserts.length === 0
        ? body
        : `(do ${parts})`
      : `(let [${bindings.join('\n')}]\n${parts})`;
  return `; Made by \`evident table\` from ${name}.\n${whole}\n`;
}

/** An expression that reads a path of the input. */
export function pathExpression(path: readonly string[]): string {
  return path.reduce(
    (target, key) => (isName(key) ? `(:${key} ${target})` : `(get ${target} ${JSON.stringify(key)})`),
    'input',
  );
}

const KIND_TESTS: Readonly<Record<Kind, readonly [test: string, words: string]>> = {
  number: ['number?', 'a number'],
  integer: ['integer?', 'a whole number'],
  text: ['string?', 'a text'],
  boolean: ['boolean?', 'true or false'],
  date: ['date?', 'a date'],
};

/** A value of a wrong kind is a fault that names the column, not a rule that does not apply. */
function kindAssert(column: InputColumn): string[] {
  const { kind, local, name, isOptional, allowed, allowedText } = column;
  if (kind === null) return [];
  const [test, words] = KIND_TESTS[kind];
  const isKind = `(${test} ${local})`;
  const values = allowed === null ? isKind : `(and ${isKind} ${oneOf(allowed, { ...column, isOptional: false })})`;
  const holds = isOptional ? `(or (nil? ${local}) ${values})` : values;
  const text = `${name} must be ${words}${allowedText === null ? '' : ` (${allowedText})`}${isOptional ? ' or nil' : ''}`;
  return [`(assert ${holds} ${JSON.stringify(text)})`];
}

function bodyOf(table: Table, mayClash: boolean, name: string): string {
  const { policy } = table;
  switch (policy.kind) {
    case 'unique':
      return mayClash ? checkedUnique(table, name) : firstOf(table, table.rules);
    case 'any':
      return mayClash ? checkedAny(table, name) : firstOf(table, table.rules);
    case 'first':
      return firstOf(table, table.rules);
    case 'priority':
      return firstOf(table, byPriority(table));
    case 'rule order':
      return allOf(table, table.rules);
    case 'output order':
      return allOf(table, byPriority(table));
    case 'collect':
      return policy.by === null ? allOf(table, table.rules) : aggregated(table, policy.by);
  }
}

/** The outputs of the first rule that applies. */
function firstOf(table: Table, rules: readonly Rule[]): string {
  const clauses = rules.map(
    (rule) => `${comment(rule)}\n${testOf(rule, table, ':else')} ${outputsOf(rule.outputs, table)}`,
  );
  const always = rules.findIndex(({ tests }) => tests.every(({ kind }) => kind === 'any'));
  // What stands behind a rule that always applies is never reached, and a `cond` says so.
  const kept = always === -1 ? clauses : clauses.slice(0, always + 1);
  const otherwise = always !== -1 || table.otherwise === null ? [] : [`:else ${outputsOf(table.otherwise, table)}`];
  return kept.length + otherwise.length === 0 ? 'nil' : `(cond\n${[...kept, ...otherwise].join('\n')})`;
}

/** The outputs of all rules that apply, in an order. */
function allOf(table: Table, rules: readonly Rule[]): string {
  const all = vectorOfHits(table, rules, ({ outputs }) => outputsOf(outputs, table));
  if (table.otherwise === null) return all;
  return `(let [hits ${all}]\n(if (empty? hits) [${outputsOf(table.otherwise, table)}] hits))`;
}

function aggregated(table: Table, by: Aggregation): string {
  const hits = vectorOfHits(table, table.rules, ({ outputs }) => outputsOf(outputs, table));
  const otherwise = table.otherwise === null ? 'nil' : outputsOf(table.otherwise, table);
  if (by === 'count') return `(count ${hits})`;
  const result = by === 'sum' ? '(sum hits)' : `(reduce ${by} hits)`;
  return `(let [hits ${hits}]\n(if (empty? hits) ${otherwise} ${result}))`;
}

/** Two rules at once are a fault that names them. */
function checkedUnique(table: Table, name: string): string {
  const hits = vectorOfHits(table, table.rules, (rule) => JSON.stringify(rule.name));
  const cases = table.rules.map((rule) => `${JSON.stringify(rule.name)} ${outputsOf(rule.outputs, table)}`);
  const otherwise = table.otherwise === null ? 'nil' : outputsOf(table.otherwise, table);
  const text = `(str ${JSON.stringify(`${name}: rules `)} (join " and " hits) " apply together; unique allows one")`;
  return `(let [hits ${hits}]
(assert (<= (count hits) 1) ${text})
(case (first hits)\n${cases.join('\n')}\n${otherwise}))`;
}

/** Different outputs at once are a fault that names the rules. */
function checkedAny(table: Table, name: string): string {
  const hits = vectorOfHits(
    table,
    table.rules,
    (rule) => `{:rule ${JSON.stringify(rule.name)} :output ${outputsOf(rule.outputs, table)}}`,
  );
  const otherwise = table.otherwise === null ? 'nil' : outputsOf(table.otherwise, table);
  const text = `(str ${JSON.stringify(`${name}: rules `)} (join " and " (map :rule hits)) " apply together, and their outputs differ")`;
  return `(let [hits ${hits}]
(assert (<= (count (distinct (map :output hits))) 1) ${text})
(if (empty? hits) ${otherwise} (:output (first hits))))`;
}

function vectorOfHits(table: Table, rules: readonly Rule[], shown: (rule: Rule) => string): string {
  const hits = rules.map((rule) => {
    const test = testOf(rule, table, null);
    return `${comment(rule)}\n${test === null ? `[${shown(rule)}]` : `(if ${test} [${shown(rule)}] [])`}`;
  });
  return `(concat\n${hits.join('\n')})`;
}

function comment({ name, note }: Rule): string {
  return `; ${name}${note === '' ? '' : `: ${note}`}`.replace(/\s+/g, ' ');
}

/** One output is the value itself, several are a map. */
function outputsOf(outputs: readonly Output[], table: Table): string {
  if (outputs.length === 1) return outputs[0]!.source;
  const entries = outputs.map(({ source }, at) => `${keyOf(table.outputs[at]!.name)} ${source}`);
  return `{${entries.join(' ')}}`;
}

function keyOf(name: string): string {
  return isName(name) ? `:${name}` : JSON.stringify(name);
}

/** Rules in the order of their outputs' priority; of equal ones the first stays first. */
function byPriority({ rules, outputs }: Table): Rule[] {
  const rank = (rule: Rule): number[] =>
    rule.outputs.map(({ value }, at) => outputs[at]!.order!.findIndex((one) => isEqual(one, value!)));
  return [...rules].sort((a, b) => {
    const [x, y] = [rank(a), rank(b)];
    const at = x.findIndex((value, index) => value !== y[index]);
    return at === -1 ? 0 : x[at]! - y[at]!;
  });
}

function testOf<Always>({ tests }: Rule, { inputs }: Table, always: Always): string | Always {
  const parts = tests.flatMap((test, at) => (test.kind === 'any' ? [] : [cellTest(test, inputs[at]!)]));
  if (parts.length === 0) return always;
  return parts.length === 1 ? parts[0]! : `(and ${parts.join(' ')})`;
}

function cellTest(test: Extract<Test, { kind: 'one-of' }>, column: InputColumn): string {
  const { alternatives, isNegated } = test;
  const text = oneOf(alternatives, column);
  if (!isNegated) return text;
  const isKnown = column.isOptional && alternatives.some(({ kind }) => kind !== 'equal');
  return isKnown ? `(and (some? ${column.local}) (not ${text}))` : `(not ${text})`;
}

function oneOf(alternatives: readonly Alternative[], column: InputColumn): string {
  const parts = alternatives.map((one) => alternativeTest(one, column));
  return parts.length === 1 ? parts[0]! : `(or ${parts.join(' ')})`;
}

/** Comparisons of what may be nil are those that are false on nil. */
function alternativeTest(one: Alternative, { local, isOptional }: InputColumn): string {
  if (one.kind === 'equal') return equalTest(one.value, local);
  const compare = (op: keyof typeof NIL_SAFE, value: Value): string =>
    `(${isOptional ? NIL_SAFE[op] : op} ${local} ${printValue(value)})`;
  if (one.kind === 'compare') return compare(one.op, one.value);
  const [low, high] = [printValue(one.low), printValue(one.high)];
  if (!one.isLowOpen && one.isHighOpen) return `(in-range? ${local} ${low} ${high})`;
  if (!isOptional && one.isLowOpen === one.isHighOpen) return `(${one.isLowOpen ? '<' : '<='} ${low} ${local} ${high})`;
  return `(and ${compare(one.isLowOpen ? '>' : '>=', one.low)} ${compare(one.isHighOpen ? '<' : '<=', one.high)})`;
}

function equalTest(value: Value, local: string): string {
  if (value.kind === 'nil') return `(nil? ${local})`;
  if (value.kind === 'boolean') return `(${value.is ? 'true?' : 'false?'} ${local})`;
  return `(= ${local} ${printValue(value)})`;
}

const NIL_SAFE = { '<': 'lt?', '<=': 'lte?', '>': 'gt?', '>=': 'gte?' } as const;
