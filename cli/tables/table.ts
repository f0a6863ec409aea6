// Table: a decision table, read and found to be whole.
// In: columns and rules as texts with their places (csv.ts and dmn.ts make them). Out: a table with tests and outputs, or what
// is wrong with it, cell by cell.
//
// Terms: a *rule* is a row, a *cell* of an input column holds a *test*, one of an output column a value or an expression; the
// *hit policy* says what comes of several rules that apply.

import { check } from '../../compiler/check.ts';
import { isOfLanguage } from '../../compiler/names.ts';
import { isName } from '../../grammar/form.ts';
import { read } from '../../grammar/reader.ts';
import { Source } from '../../grammar/span.ts';
import {
  type Alternative,
  ANY,
  CellError,
  matches,
  readAlternatives,
  readTest,
  readValue,
  type Test,
} from './tests.ts';
import { isEqual, isOfKind, type Kind, printValue, type Value } from './values.ts';

/** A text of a file, with its place for people. */
export interface Cell {
  readonly text: string;
  readonly where: string;
  /** It is an expression of the language, whatever it looks like. */
  readonly isExpression?: true;
}

export interface DraftColumn {
  readonly name: string;
  readonly where: string;
  readonly kind: Kind | null;
  readonly isOptional: boolean;
  /** Whether it is a gap when no rule takes its nil. */
  readonly mustCoverNil: boolean;
  /** The values there are; null where all of the kind are. */
  readonly allowed: Cell | null;
}

export interface DraftInput extends DraftColumn {
  /** An expression of the language. */
  readonly expression: string;
  /** Keys from `input` to it; null when it is computed. */
  readonly path: readonly string[] | null;
}

export interface DraftRule {
  readonly name: string;
  readonly where: string;
  readonly inputs: readonly Cell[];
  readonly outputs: readonly Cell[];
  readonly note: string;
}

export interface Draft {
  readonly policy: Policy;
  readonly inputs: readonly DraftInput[];
  readonly outputs: readonly DraftColumn[];
  readonly rules: readonly DraftRule[];
  /** What comes out where no rule applies; null for nil. */
  readonly otherwise: readonly Cell[] | null;
}

export type Aggregation = 'sum' | 'count' | 'min' | 'max';

export type Policy =
  | { readonly kind: 'unique' | 'first' | 'any' | 'priority' | 'rule order' | 'output order' }
  | { readonly kind: 'collect'; readonly by: Aggregation | null };

export interface InputColumn {
  /** What it is called in the file. */
  readonly name: string;
  /** What it is called in the script. */
  readonly local: string;
  readonly expression: string;
  readonly path: readonly string[] | null;
  /** null when no cell tests it. */
  readonly kind: Kind | null;
  readonly isOptional: boolean;
  readonly mustCoverNil: boolean;
  readonly allowed: readonly Alternative[] | null;
  /** The same as it is written. */
  readonly allowedText: string | null;
}

interface OutputColumn {
  readonly name: string;
  /** The first comes first by priority; null where there is no order. */
  readonly order: readonly Value[] | null;
}

export interface Output {
  /** In the language. */
  readonly source: string;
  /** null for what is computed. */
  readonly value: Value | null;
}

export interface Rule {
  readonly name: string;
  readonly where: string;
  readonly tests: readonly Test[];
  readonly outputs: readonly Output[];
  readonly note: string;
}

export interface Table {
  readonly policy: Policy;
  readonly inputs: readonly InputColumn[];
  readonly outputs: readonly OutputColumn[];
  readonly rules: readonly Rule[];
  readonly otherwise: readonly Output[] | null;
}

type TableCode = 'bad-table' | 'bad-header' | 'bad-cell' | 'too-large' | 'bad-xml' | 'unsupported';

export interface TableProblem {
  readonly code: TableCode;
  readonly where: string;
  readonly message: string;
}

/** Found before a table can be looked at cell by cell. */
export class TableError extends Error {
  readonly problem: TableProblem;

  constructor(code: TableCode, where: string, message: string) {
    super(message);
    this.problem = { code, where, message };
  }
}

// A script has at most 20,000 nodes, of which a rule of a few columns takes twenty; comparing each rule with each stays short.
export const RULES_MAX = 1_000;
// A table that a person can read has ten.
export const COLUMNS_MAX = 64;

type TableReading =
  | { readonly kind: 'table'; readonly table: Table }
  | { readonly kind: 'invalid'; readonly problems: readonly TableProblem[] };

export function readTable(draft: Draft): TableReading {
  const problems: TableProblem[] = [];
  const attempt = <T>(where: string, code: TableCode, make: () => T): T | null => {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof CellError)) throw error;
      problems.push({ code, where, message: error.message });
      return null;
    }
  };
  const tooMany = sizeProblem(draft);
  if (tooMany !== null) return { kind: 'invalid', problems: [tooMany] };
  const locals = localNames(draft.inputs.map(({ name }) => name));
  const inputs = draft.inputs.map((column, at) =>
    attempt(column.where, 'bad-header', () => readInput(column, locals[at]!, cellsOf(draft, at))),
  );
  const outputs = draft.outputs.map((column) =>
    attempt(column.where, 'bad-header', () => readOutputColumn(column, draft.policy)),
  );
  const rules = draft.rules.map((rule) => ({
    ...rule,
    tests: rule.inputs.map((cell, at) => {
      const column = inputs[at];
      return column == null ? null : attempt(cell.where, 'bad-cell', () => testOf(cell, column));
    }),
    outputs: rule.outputs.map((cell, at) =>
      attempt(cell.where, 'bad-cell', () => outputOf(cell, draft.outputs[at]!, outputs[at] ?? null, locals)),
    ),
  }));
  const otherwise =
    draft.otherwise?.map((cell, at) =>
      attempt(cell.where, 'bad-cell', () => outputOf(cell, draft.outputs[at]!, null, locals)),
    ) ?? null;
  problems.push(...namesTwice(draft));
  if (problems.length > 0) return { kind: 'invalid', problems };
  return {
    kind: 'table',
    table: { policy: draft.policy, inputs, outputs, rules, otherwise } as Table,
  };
}

function sizeProblem({ rules, inputs, outputs }: Draft): TableProblem | null {
  const columns = inputs.length + outputs.length;
  if (rules.length > RULES_MAX)
    return { code: 'too-large', where: rules[RULES_MAX]!.where, message: `a table has at most ${RULES_MAX} rules` };
  if (columns > COLUMNS_MAX)
    return {
      code: 'too-large',
      where: (outputs[0] ?? inputs[0])!.where,
      message: `a table has at most ${COLUMNS_MAX} columns, and this one has ${columns}`,
    };
  return null;
}

function cellsOf({ rules }: Draft, column: number): string[] {
  return rules.map(({ inputs }) => inputs[column]!.text);
}

/** The kind that is declared, or else the one that all cells are of. Throws CellError. */
function readInput(column: DraftInput, local: string, cells: readonly string[]): InputColumn {
  const { name, expression, path, isOptional, mustCoverNil } = column;
  const kind = column.kind ?? inferredKind([...cells, ...(column.allowed === null ? [] : [column.allowed.text])]);
  const allowed = column.allowed === null ? null : readAlternatives(column.allowed.text, kind);
  const whole = {
    name,
    local,
    expression,
    path,
    kind,
    isOptional,
    mustCoverNil,
    allowed,
    allowedText: column.allowed?.text ?? null,
  };
  for (const alternative of allowed ?? []) holdKind(alternative, whole);
  return whole;
}

/** null when no cell says anything. Throws CellError where cells differ. */
function inferredKind(cells: readonly string[]): Kind | null {
  const kinds = new Set<Kind>();
  for (const cell of cells) {
    let test: Test;
    try {
      test = readTest(cell, null);
    } catch (error) {
      // It is told where the cell is read.
      if (error instanceof CellError) continue;
      throw error;
    }
    for (const value of test.kind === 'any' ? [] : test.alternatives.flatMap(valuesOf))
      if (value.kind !== 'nil') kinds.add(value.kind);
  }
  if (kinds.size > 1)
    throw new CellError(`its cells are of several kinds (${[...kinds].join(', ')}): declare one, as in \`name: text\``);
  return [...kinds][0] ?? null;
}

function valuesOf(one: Alternative): Value[] {
  return one.kind === 'interval' ? [one.low, one.high] : [one.value];
}

function testOf(cell: Cell, column: InputColumn): Test {
  const test = readTest(cell.text, column.kind);
  if (test.kind === 'any') return ANY;
  for (const alternative of test.alternatives) {
    holdKind(alternative, column);
    if (alternative.kind === 'equal' && alternative.value.kind === 'nil' && !column.isOptional)
      throw new CellError(`${column.name} is never nil: declare it as optional, as in \`${column.name}: number?\``);
    const isOut =
      alternative.kind === 'equal' &&
      alternative.value.kind !== 'nil' &&
      column.allowed !== null &&
      !matches({ kind: 'one-of', isNegated: false, alternatives: column.allowed }, alternative.value);
    if (isOut)
      throw new CellError(`${printValue((alternative as { value: Value }).value)} is not among ${column.allowedText}`);
  }
  return test;
}

function holdKind(alternative: Alternative, { kind, name }: InputColumn): void {
  for (const value of valuesOf(alternative)) {
    const isWhole = kind === 'integer' && alternative.kind !== 'equal';
    if (value.kind !== 'nil' && kind !== null && !isOfKind(value, isWhole ? 'number' : kind))
      throw new CellError(`${printValue(value)} is no ${kind}, which ${name} is`);
  }
}

/** Throws CellError. */
function readOutputColumn({ name, kind, allowed }: DraftColumn, policy: Policy): OutputColumn {
  const needsOrder = policy.kind === 'priority' || policy.kind === 'output order';
  if (needsOrder && allowed === null)
    throw new CellError(
      `${policy.kind} goes by the order of the values: name them, as in \`=> ${name}: "deny", "allow"\``,
    );
  if (allowed === null) return { name, order: null };
  const order = readAlternatives(allowed.text, kind).map((one) => {
    if (one.kind === 'equal') return one.value;
    throw new CellError('the values of an output are listed one by one');
  });
  return { name, order };
}

/** A value, or an expression in parentheses. Throws CellError. */
function outputOf(
  { text, isExpression }: Cell,
  { name, kind }: DraftColumn,
  column: OutputColumn | null,
  locals: readonly string[],
): Output {
  const trimmed = text.trim();
  if (trimmed === '') throw new CellError(`${name} is empty: write nil for nothing`);
  if (isExpression === true || (/^[([{]/.test(trimmed) && kind !== 'text')) {
    if (column?.order != null) throw new CellError('this must be one of the values that the header lists');
    holdExpression(trimmed, locals);
    return { source: trimmed, value: null };
  }
  const value = kind === 'text' ? wholeText(trimmed) : readValue(trimmed, kind);
  if (value === null) {
    // Says what is wrong with it.
    readTest(trimmed, kind);
    throw new CellError(`\`${trimmed}\` is no value`);
  }
  if (kind !== null && value.kind !== 'nil' && !isOfKind(value, kind))
    throw new CellError(`${printValue(value)} is no ${kind}, which ${name} is`);
  if (column?.order != null && !column.order.some((one) => isEqual(one, value)))
    throw new CellError(`${printValue(value)} is not among the values that the header lists`);
  return { source: printValue(value), value };
}

/** In a column of texts the cell is the text, unless it is a string. */
function wholeText(text: string): Value {
  if (text === 'nil') return { kind: 'nil' };
  return (text.startsWith('"') ? readValue(text, 'text') : null) ?? { kind: 'text', text };
}

/** Throws CellError for what is not one expression over the columns. */
function holdExpression(text: string, locals: readonly string[]): void {
  const { forms, state, diagnostics } = read(new Source(text));
  if (state !== 'whole') throw new CellError(diagnostics[0]!.message);
  if (forms.length !== 1) throw new CellError('one expression is expected');
  const bound = locals.map((local) => `${local} (:${local} input)`).join(' ');
  const { diagnostics: problems } = check(`(let [${bound}]\n${text})`);
  const first = problems.find(({ severity }) => severity === 'error');
  if (first !== undefined) throw new CellError(first.help === null ? first.message : `${first.message}; ${first.help}`);
}

/** Names in a script for names in a file: different ones, none of which the language has. */
function localNames(names: readonly string[]): string[] {
  const taken = new Set<string>(['input', 'nil', 'true', 'false', '&', '_', ...OWN_NAMES]);
  return names.map((name) => {
    const plain = name
      .trim()
      .replace(/[^A-Za-z0-9+*/<>=!?_.%-]+/g, '-')
      .replace(/^[-.0-9+]+|-+$/g, '');
    const base = isName(plain) && read(new Source(plain)).forms[0]?.kind === 'symbol' ? plain : 'column';
    for (let at = 1; ; at += 1) {
      const candidate = at === 1 ? (isOfLanguage(base) ? `${base}-value` : base) : `${base}-${at}`;
      if (taken.has(candidate) || isOfLanguage(candidate)) continue;
      taken.add(candidate);
      return candidate;
    }
  });
}

/** What the script itself calls things. */
const OWN_NAMES: readonly string[] = ['hits', 'hit'];

function namesTwice({ inputs, outputs, rules }: Draft): TableProblem[] {
  const problems: TableProblem[] = [];
  const once = (
    code: TableCode,
    list: readonly { readonly key: string; readonly where: string; readonly what: string }[],
  ): void => {
    const seen = new Set<string>();
    for (const { key, where, what } of list) {
      if (seen.has(key)) problems.push({ code, where, message: what });
      seen.add(key);
    }
  };
  once(
    'bad-header',
    inputs.map(({ expression, name, where }) => ({
      key: expression,
      where,
      what: `${name} has two columns: write both tests in one`,
    })),
  );
  once(
    'bad-header',
    outputs.map(({ name, where }) => ({ key: name, where, what: `${name} stands twice` })),
  );
  once(
    'bad-table',
    rules.map(({ name, where }) => ({ key: name, where, what: `two rules are called ${name}` })),
  );
  return problems;
}
