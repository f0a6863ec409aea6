// CSV: a decision table as a spreadsheet saves it.
// In: bytes. Out: a draft. The first row is the header:
//
//   unique , age: number [0..150] , tier: text? "gold","silver" , total = (sum (:items input)) , => discount , note
//   young  , < 18                 , -                           , -                           , 0           , why
//
// The first cell is the hit policy, and below it stand the names of rules (their number where there is none; `default` for what
// comes out when none applies). Inputs are paths or expressions, outputs start with `=>`; a column called `note` is for people.

import { parse } from 'csv-parse/sync';
import { cursorAt } from '../../compiler/names.ts';
import { pathExpression } from './script.ts';
import {
  type Cell,
  type Draft,
  type DraftColumn,
  type DraftInput,
  type DraftRule,
  type Policy,
  TableError,
} from './table.ts';
import type { Kind } from './values.ts';

interface Line {
  readonly number: number;
  readonly cells: readonly string[];
}

/** Throws TableError. */
export function readCsv(bytes: Uint8Array, file: string, delimiter: string): Draft {
  const [header, ...lines] = linesOf(bytes, file, delimiter);
  if (header === undefined) throw new TableError('bad-table', file, 'the table is empty');
  const columns = header.cells.map((text, at) => ({
    text: text.trim(),
    at,
    where: `${file}:${header.number}, column ${at + 1}`,
  }));
  const policy = readPolicy(columns[0]!.text, columns[0]!.where);
  const [inputs, outputs, notes] = [[], [], []] as [number[], number[], number[]];
  for (const { text, at, where } of columns.slice(1)) {
    if (text.startsWith('=>')) outputs.push(at);
    else if (/^note$/i.test(text)) notes.push(at);
    else if (text === '') throw new TableError('bad-header', where, 'the column has no name');
    else inputs.push(at);
  }
  if (outputs.length === 0)
    throw new TableError(
      'bad-header',
      `${file}:${header.number}`,
      'an output is a column whose name starts with =>, and there is none',
    );
  if (policy.kind === 'collect' && policy.by !== null && outputs.length > 1)
    throw new TableError('bad-header', `${file}:${header.number}`, `collect ${policy.by} has one output`);
  const named = columns.map(({ text }) =>
    text
      .replace(/^=>\s*/, '')
      .split(/[:=]/)[0]!
      .trim(),
  );
  const cellOf = (line: Line, at: number): Cell => ({
    text: line.cells[at]!,
    where: `${file}:${line.number}, ${named[at]}`,
  });
  const rules: DraftRule[] = [];
  let otherwise: Cell[] | null = null;
  for (const line of lines) {
    if (line.cells.length !== columns.length)
      throw new TableError(
        'bad-table',
        `${file}:${line.number}`,
        `the row has ${line.cells.length} cells, and the header ${columns.length}`,
      );
    const name = line.cells[0]!.trim();
    if (name === 'default') {
      if (otherwise !== null) throw new TableError('bad-table', `${file}:${line.number}`, 'there are two defaults');
      const tested = inputs.find((at) => !/^\s*-?\s*$/.test(line.cells[at]!));
      if (tested !== undefined)
        throw new TableError(
          'bad-cell',
          cellOf(line, tested).where,
          'the default applies when no rule does, and tests nothing',
        );
      otherwise = outputs.map((at) => cellOf(line, at));
      continue;
    }
    rules.push({
      name: name === '' ? String(rules.length + 1) : name,
      where: `${file}:${line.number}`,
      inputs: inputs.map((at) => cellOf(line, at)),
      outputs: outputs.map((at) => cellOf(line, at)),
      note: notes
        .map((at) => line.cells[at]!.trim())
        .filter((note) => note !== '')
        .join('; '),
    });
  }
  return {
    policy,
    inputs: inputs.map((at) => inputOf(columns[at]!)),
    outputs: outputs.map((at) => outputOf(columns[at]!)),
    rules,
    otherwise,
  };
}

function linesOf(bytes: Uint8Array, file: string, delimiter: string): Line[] {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TableError('bad-table', file, 'the file is not UTF-8; spreadsheets save it as `CSV UTF-8`');
  }
  try {
    const records = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
    }) as unknown as { readonly info: { readonly lines: number }; readonly record: readonly string[] }[];
    return records.map(({ info, record }) => ({ number: info.lines, cells: record }));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))) throw error;
    throw new TableError('bad-table', file, `this is no CSV: ${error.message}`);
  }
}

const POLICIES: Readonly<Record<string, Policy>> = {
  unique: { kind: 'unique' },
  first: { kind: 'first' },
  any: { kind: 'any' },
  priority: { kind: 'priority' },
  'rule order': { kind: 'rule order' },
  'output order': { kind: 'output order' },
  collect: { kind: 'collect', by: null },
  'collect sum': { kind: 'collect', by: 'sum' },
  'collect count': { kind: 'collect', by: 'count' },
  'collect min': { kind: 'collect', by: 'min' },
  'collect max': { kind: 'collect', by: 'max' },
};

/** As tables in DMN have them in their corner. */
const LETTERS: Readonly<Record<string, string>> = {
  U: 'unique',
  F: 'first',
  A: 'any',
  P: 'priority',
  R: 'rule order',
  O: 'output order',
  C: 'collect',
  'C+': 'collect sum',
  'C#': 'collect count',
  'C<': 'collect min',
  'C>': 'collect max',
};

/** Throws TableError. */
export function readPolicy(text: string, where: string): Policy {
  const word = text.trim().toLowerCase().replace(/\s+/g, ' ');
  const policy = POLICIES[LETTERS[text.trim().toUpperCase()] ?? word];
  if (policy !== undefined) return policy;
  throw new TableError(
    'bad-header',
    where,
    `\`${text}\` is no hit policy; there are ${Object.keys(POLICIES).join(', ')}`,
  );
}

interface Header {
  readonly text: string;
  readonly where: string;
}

function inputOf({ text, where }: Header): DraftInput {
  const { subject, ...declared } = declarationOf(text, where);
  const named = /^([^=()"]+?)\s*=\s*(.+)$/s.exec(subject);
  const source = named?.[2] ?? subject;
  const name = named?.[1] ?? source;
  if (source.startsWith('(')) return { name, where, ...declared, expression: source, path: null };
  const path = source.split('.').map((key) => key.trim());
  if (path.some((key) => key === '' || /[()[\]{}"]/.test(key)))
    throw new TableError(
      'bad-header',
      where,
      `\`${source}\` is no path as in applicant.age, and no expression in parentheses`,
    );
  return { name, where, ...declared, expression: pathExpression(path), path };
}

function outputOf({ text, where }: Header): DraftColumn {
  const { subject, ...declared } = declarationOf(text.replace(/^=>\s*/, ''), where);
  if (subject === '') throw new TableError('bad-header', where, 'the output has no name');
  if (declared.isOptional) throw new TableError('bad-header', where, 'an output may always be nil');
  return { name: subject, where, ...declared };
}

interface Declared {
  readonly subject: string;
  readonly kind: Kind | null;
  readonly isOptional: boolean;
  readonly mustCoverNil: boolean;
  readonly allowed: Cell | null;
}

const KINDS: readonly string[] = ['number', 'integer', 'text', 'boolean', 'date'] satisfies Kind[];

/** `SUBJECT: KIND? VALUES`, of which any part behind the colon may be missing. */
function declarationOf(text: string, where: string): Declared {
  const colon = colonIn(text);
  const subject = (colon === -1 ? text : text.slice(0, colon)).trim();
  let rest = colon === -1 ? '' : text.slice(colon + 1).trim();
  const word = /^[a-z]+(?![^\s?])/.exec(rest)?.[0] ?? null;
  if (word !== null && !KINDS.includes(word))
    throw new TableError('bad-header', where, `\`${word}\` is no kind; there are ${KINDS.join(', ')}`);
  if (word !== null) rest = rest.slice(word.length);
  const isOptional = rest.startsWith('?');
  if (isOptional) rest = rest.slice(1);
  rest = rest.trim();
  return {
    subject,
    kind: word as Kind | null,
    isOptional,
    mustCoverNil: isOptional,
    allowed: rest === '' ? null : { text: rest, where },
  };
}

/** The first colon outside of brackets and strings. */
function colonIn(text: string): number {
  for (let at = text.indexOf(':'); at !== -1; at = text.indexOf(':', at + 1)) {
    const { open, isText } = cursorAt(text, at);
    if (open.length === 0 && !isText) return at;
  }
  return -1;
}
