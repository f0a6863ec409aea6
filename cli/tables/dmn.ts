// DMN: decision tables from DMN 1.3, 1.4 and 1.5 files.
// In: XML, and the name of a decision. Out: a draft, or an error with the place of what the language cannot say. Of FEEL are read:
// names and paths, and in cells literals, comparisons, intervals, lists and `not(…)`; anything else is refused, never guessed.

import { SaxesParser } from 'saxes';
import { readPolicy } from './csv.ts';
import { pathExpression } from './script.ts';
import { type Cell, type Draft, type DraftColumn, type DraftInput, type DraftRule, TableError } from './table.ts';
import { CellError, readTest, readValue } from './tests.ts';
import { type Kind, printValue } from './values.ts';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly line: number;
  readonly children: Element[];
  text: string;
}

const NAMESPACES: readonly string[] = [
  'https://www.omg.org/spec/DMN/20191111/MODEL/',
  'https://www.omg.org/spec/DMN/20211108/MODEL/',
  'https://www.omg.org/spec/DMN/20230324/MODEL/',
];

// Boxed expressions nest; a table is ten deep.
export const XML_DEPTH_MAX = 64;

/** Throws TableError. `decision`: a name or id; null where the file has one table. */
export function readDmn(bytes: Uint8Array, file: string, decision: string | null): Draft {
  const root = readXml(bytes, file);
  if (root.name !== 'definitions')
    throw new TableError('bad-xml', `${file}:${root.line}`, `\`definitions\` of DMN is expected, not \`${root.name}\``);
  const types = typesOf(root);
  return draftOf(tableIn(root, file, decision), file, types);
}

function tableIn(root: Element, file: string, wanted: string | null): Element {
  const decisions = root.children.filter(({ name }) => name === 'decision');
  const titled = (one: Element): string => one.attributes['name'] ?? one.attributes['id'] ?? '';
  const withTables = decisions.filter((one) => child(one, 'decisionTable') !== null);
  const names = withTables.map(titled).join(', ');
  if (wanted !== null) {
    const found = decisions.find(({ attributes }) => attributes['name'] === wanted || attributes['id'] === wanted);
    if (found === undefined)
      throw new TableError('bad-table', file, `there is no decision ${wanted}; there are ${names}`);
    const table = child(found, 'decisionTable');
    if (table === null) throw new TableError('unsupported', `${file}:${found.line}`, `${wanted} is no decision table`);
    return table;
  }
  if (withTables.length === 0) throw new TableError('bad-table', file, 'the file has no decision table');
  if (withTables.length > 1) throw new TableError('bad-table', file, `name a decision with --decision: ${names}`);
  return child(withTables[0]!, 'decisionTable')!;
}

interface NamedType {
  readonly base: string;
  readonly allowed: Element | null;
}

/** Simple types that the file defines. */
function typesOf(root: Element): ReadonlyMap<string, NamedType> {
  const types = root.children
    .filter(({ name, attributes }) => name === 'itemDefinition' && attributes['isCollection'] !== 'true')
    .flatMap((one): [string, NamedType][] => {
      const base = textIn(one, 'typeRef');
      const allowed = child(one, 'allowedValues');
      return base === null ? [] : [[one.attributes['name'] ?? '', { base, allowed }]];
    });
  return new Map(types);
}

function draftOf(table: Element, file: string, types: ReadonlyMap<string, NamedType>): Draft {
  const at = (element: Element, what: string): string => `${file}:${element.line}, ${what}`;
  const inputs = all(table, 'input').map((one): DraftInput => {
    const expression = child(one, 'inputExpression');
    const text = textIn(expression ?? one, 'text');
    const label = one.attributes['label'] ?? text ?? 'input';
    const where = at(one, label);
    if (expression === null || text === null) throw new TableError('bad-table', where, 'the input has no expression');
    const path = pathOf(text, where);
    const { kind, allowed } = declared(expression.attributes['typeRef'], child(one, 'inputValues'), where, types);
    // In FEEL anything may be null; that a rule takes it is to be expected only where a cell speaks of it.
    return {
      name: text,
      where,
      kind,
      isOptional: true,
      mustCoverNil: false,
      allowed,
      expression: pathExpression(path),
      path,
    };
  });
  const outputs = all(table, 'output').map((one, index): DraftColumn => {
    const name = one.attributes['name'] ?? one.attributes['label'] ?? `output ${index + 1}`;
    const where = at(one, name);
    return {
      name,
      where,
      isOptional: false,
      mustCoverNil: false,
      ...declared(one.attributes['typeRef'], child(one, 'outputValues'), where, types),
    };
  });
  if (outputs.length === 0) throw new TableError('bad-table', `${file}:${table.line}`, 'the table has no output');
  const aggregation = table.attributes['aggregation'];
  const policy = readPolicy(
    `${table.attributes['hitPolicy'] ?? 'UNIQUE'}${aggregation === undefined ? '' : ` ${aggregation}`}`,
    `${file}:${table.line}`,
  );
  if (policy.kind === 'collect' && policy.by !== null && outputs.length > 1)
    throw new TableError('bad-table', `${file}:${table.line}`, `collect ${policy.by} has one output`);
  const defaults = all(table, 'output').map((one) => child(one, 'defaultOutputEntry'));
  const rules = all(table, 'rule').map((rule, index): DraftRule => {
    const name = String(index + 1);
    const columns = [...all(rule, 'inputEntry'), ...all(rule, 'outputEntry')];
    if (columns.length !== inputs.length + outputs.length)
      throw new TableError(
        'bad-table',
        at(rule, `rule ${name}`),
        `the rule has ${columns.length} entries, and the table ${inputs.length + outputs.length} columns`,
      );
    return {
      name,
      where: at(rule, `rule ${name}`),
      inputs: all(rule, 'inputEntry').map((entry, column) =>
        testCell(entry, at(entry, `rule ${name}, ${inputs[column]!.name}`)),
      ),
      outputs: all(rule, 'outputEntry').map((entry, column) =>
        outputCell(entry, at(entry, `rule ${name}, ${outputs[column]!.name}`)),
      ),
      note: [textIn(rule, 'description'), ...all(rule, 'annotationEntry').map((note) => textIn(note, 'text'))]
        .filter((note) => note !== null && note !== '')
        .join('; '),
    };
  });
  const otherwise = defaults.every((one) => one === null)
    ? null
    : defaults.map((one, column) =>
        one === null
          ? { text: 'nil', where: outputs[column]!.where }
          : outputCell(one, at(one, `default of ${outputs[column]!.name}`)),
      );
  return { policy, inputs, outputs, rules, otherwise };
}

const KINDS: Readonly<Record<string, Kind>> = {
  number: 'number',
  double: 'number',
  integer: 'integer',
  long: 'integer',
  string: 'text',
  boolean: 'boolean',
  date: 'date',
};

function declared(
  typeRef: string | undefined,
  values: Element | null,
  where: string,
  types: ReadonlyMap<string, NamedType>,
): { readonly kind: Kind | null; readonly allowed: Cell | null } {
  const own = typeRef === undefined ? undefined : types.get(typeRef);
  const name = (own?.base ?? typeRef)?.replace(/^.*:/, '');
  const kind = name === undefined || name === 'Any' ? null : (KINDS[name] ?? null);
  if (kind === null && name !== undefined && name !== 'Any')
    throw new TableError(
      'unsupported',
      where,
      `values of the type ${typeRef}; there are ${Object.keys(KINDS).join(', ')}`,
    );
  const text = textIn(values ?? own?.allowed ?? null, 'text');
  if (text === null || text.trim() === '' || text.trim() === '-') return { kind, allowed: null };
  return { kind, allowed: testCell((values ?? own?.allowed)!, where) };
}

const RESERVED =
  /\b(?:and|or|not|if|then|else|for|in|return|some|every|satisfies|between|instance|of|function|null|true|false)\b/;

/** A name or a path of names of FEEL, which may have spaces in them. */
function pathOf(text: string, where: string): string[] {
  const path = text.split('.').map((part) => part.trim().replace(/\s+/g, ' '));
  const isPath = path.every((part) => /^[\p{L}_?][\p{L}\p{N}\p{M}_? ]*$/u.test(part)) && !RESERVED.test(text);
  if (!isPath)
    throw new TableError('unsupported', where, `the expression ${text.trim()}: a name or a path of names is read`);
  return path;
}

function testCell(element: Element, where: string): Cell {
  const text = textIn(element, 'text') ?? '';
  try {
    // A word alone is a name in FEEL, never a text.
    readTest(text, null);
  } catch (error) {
    if (!(error instanceof CellError)) throw error;
    throw new TableError('unsupported', where, `${text.trim()}: ${error.message}`);
  }
  return { text, where };
}

/** A literal, or a path, which becomes an expression of the language. */
function outputCell(element: Element, where: string): Cell {
  const text = (textIn(element, 'text') ?? '').trim();
  if (text === '') throw new TableError('unsupported', where, 'an output without a value');
  const value = readValue(text, null);
  if (value !== null && !/^[=[(\]]/.test(text)) return { text: printValue(value), where };
  return { text: pathExpression(pathOf(text, where)), where, isExpression: true };
}

function child(element: Element, name: string): Element | null {
  return element.children.find((one) => one.name === name) ?? null;
}

function all(element: Element, name: string): Element[] {
  return element.children.filter((one) => one.name === name);
}

/** The text of a child; null where there is none. */
function textIn(element: Element | null, name: string): string | null {
  return (element === null ? null : child(element, name))?.text ?? null;
}

/** The elements of the file that are DMN's own; others, such as diagrams and vendors' extensions, are left out. */
function readXml(bytes: Uint8Array, file: string): Element {
  const parser = new SaxesParser({ xmlns: true, position: true });
  const fail = (message: string): never => {
    throw new TableError('bad-xml', `${file}:${parser.line}`, message);
  };
  let root: Element | null = null;
  const open: (Element | null)[] = [];
  parser.on('error', (error) => fail(error.message.replace(/^\d+:\d+: /, '')));
  // Entities of a document type can be made to grow without end.
  parser.on('doctype', () => fail('a document type is not accepted'));
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (open.length >= XML_DEPTH_MAX) fail(`elements are nested deeper than ${XML_DEPTH_MAX}`);
    if (root === null && !NAMESPACES.includes(uri)) fail(`this is no DMN 1.3, 1.4 or 1.5: the namespace is \`${uri}\``);
    const parent = open.at(-1);
    const isOurs = NAMESPACES.includes(uri) && parent !== null;
    const element: Element | null = isOurs
      ? {
          name: local,
          attributes: Object.fromEntries(Object.values(attributes).map((one) => [one.local, one.value])),
          line: parser.line,
          children: [],
          text: '',
        }
      : null;
    if (element !== null) {
      parent?.children.push(element);
      root ??= element;
    }
    open.push(element);
  });
  const addText = (text: string): void => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => void open.pop());
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new TableError('bad-xml', file, 'the file is not UTF-8');
  }
  parser.write(text).close();
  return root ?? fail('the file has no element');
}
