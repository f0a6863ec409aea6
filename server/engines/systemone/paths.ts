// Paths: what a text may lead to in a state.
// In: the text. Out: its readings, in the order in which they are tried, and the script that follows them in each state.
// Why readings: a text in backticks may be the name of a key as it stands, start at a root called `state`, or be a JSON Pointer.

import type { Filter, Operand, PathName, Segment, Selector } from '../../../grammar/json-path.ts';
import { readJsonPath } from '../../../grammar/json-path.ts';
import { segmentsOf } from '../../../grammar/json-pointer.ts';

export interface Path {
  /** As it is written. */
  readonly text: string;
  readonly readings: readonly (readonly Segment[])[];
  /** Whether it was meant as a path even where it leads to nothing: a mistyped one must not quietly widen the search. */
  readonly required: boolean;
}

/** Forms: `ticket.messages[0].text`, `messages[?@.role=='customer'].content`, `a["b c"]`, `/a/0`. */
export function readPath(text: string, required: boolean): Path {
  return { text, readings: [...readings(text)], required: required || /[.[]/.test(text) };
}

function* readings(text: string): Generator<readonly Segment[]> {
  yield [named(keyOf(text))];
  const segments = text.startsWith('/') ? readPointer(text) : readSegments(text);
  if (segments === null) return;
  if (segments.length !== 1 || nameOf(segments[0]!) !== keyOf(text)) yield segments;
  if (segments.length > 1 && nameOf(segments[0]!) === 'state') yield segments.slice(1);
}

function named(name: PathName): Segment {
  return { deep: false, selectors: [{ kind: 'name', name }] };
}

/** The only name a segment selects; null when it selects otherwise. */
function nameOf({ deep, selectors }: Segment): PathName | null {
  const [only] = selectors;
  return !deep && selectors.length === 1 && only?.kind === 'name' ? only.name : null;
}

const INDEX = /^(?:0|[1-9][0-9]{0,9})$/;

/** A whole number is an index of a vector, and the key that it prints as of a map. */
function keyOf(key: string): PathName {
  return INDEX.test(key) ? Number(key) : key;
}

function readPointer(text: string): Segment[] {
  return segmentsOf(text).map((part) => named(keyOf(part)));
}

const STEP = /\.?([^.[\]*?$]+)|\[(?:(\d+)|"([^"]*)"|'([^']*)')\]/y;

/** Names people write without quotes (`order lines[0]`) first, then the standard's form; null when the text is no path. */
function readSegments(text: string): readonly Segment[] | null {
  const segments: Segment[] = [];
  for (let at = 0; at < text.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const match = STEP.exec(text);
    const key = match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4];
    if (key === undefined) {
      const reading = readJsonPath(text);
      return reading.kind === 'path' ? reading.segments : null;
    }
    segments.push(named(keyOf(key)));
  }
  return segments;
}

/** How many names, selectors and operands a path has in all its readings. */
export function countSteps({ readings }: Path): number {
  return readings.reduce(
    (sum, segments) =>
      sum +
      segments.reduce(
        (inner, { selectors }) => inner + selectors.reduce((most, selector) => most + stepsOf(selector), 0),
        0,
      ),
    0,
  );
}

function stepsOf(selector: Selector): number {
  return selector.kind === 'filter' ? 1 + stepsOfFilter(selector.filter) : 1;
}

function stepsOfFilter(filter: Filter): number {
  switch (filter.kind) {
    case 'not':
      return stepsOfFilter(filter.part);
    case 'exists':
      return stepsOfOperand(filter.operand);
    case 'compare':
      return stepsOfOperand(filter.left) + stepsOfOperand(filter.right);
    default:
      return filter.parts.reduce((sum, part) => sum + stepsOfFilter(part), 0);
  }
}

function stepsOfOperand(operand: Operand): number {
  return operand.kind === 'literal' ? 1 : 1 + operand.names.length;
}

/** The script that gives the pointers to what the first reading that leads somewhere leads to; nil where none does. */
export function writePath({ readings }: Path): string {
  const ways = readings.map((segments) => `(ends-of ${writeSegments(segments)})`);
  return ways.length === 1 ? ways[0]! : `(or ${ways.join(' ')})`;
}

/** One after the other, each from the nodes of the one before: as deep as it is long would be too deep for a long path. */
function writeSegments(segments: readonly Segment[]): string {
  const steps: string[] = [];
  let names: PathName[] = [];
  const flush = (): void => {
    if (names.length > 0) steps.push(`(reduce members-at nodes [${names.map(writeName).join(' ')}])`);
    names = [];
  };
  for (const segment of segments) {
    const name = nameOf(segment);
    if (name !== null) names.push(name);
    else {
      flush();
      if (segment.deep) steps.push('(descend nodes)');
      const parts = segment.selectors.map(writeSelector);
      steps.push(parts.length === 1 ? parts[0]! : `(concat ${parts.join(' ')})`);
    }
  }
  flush();
  return `(let [${['roots', ...steps].map((step) => `nodes ${step}`).join(' ')}] nodes)`;
}

function writeSelector(selector: Selector): string {
  switch (selector.kind) {
    case 'name':
      return `(members-at nodes ${writeName(selector.name)})`;
    case 'all':
      return '(members nodes)';
    case 'slice':
      return `(sliced nodes ${selector.start ?? 'nil'} ${selector.end ?? 'nil'} ${selector.step})`;
    case 'filter':
      return `(filter (fn [node] ${writeFilter(selector.filter)}) (members nodes))`;
  }
}

function writeFilter(filter: Filter): string {
  switch (filter.kind) {
    case 'not':
      return `(not ${writeFilter(filter.part)})`;
    case 'exists':
      return `(not (empty? ${writeOperand(filter.operand)}))`;
    case 'compare':
      return writeComparison(filter.by, writeOperand(filter.left), writeOperand(filter.right));
    default:
      return `(${filter.kind} ${filter.parts.map(writeFilter).join(' ')})`;
  }
}

function writeComparison(by: string, left: string, right: string): string {
  switch (by) {
    case '==':
      return `(same? ${left} ${right})`;
    case '!=':
      return `(not (same? ${left} ${right}))`;
    case '<':
      return `(less? ${left} ${right})`;
    case '>':
      return `(less? ${right} ${left})`;
    case '<=':
      return `(or (less? ${left} ${right}) (same? ${left} ${right}))`;
    default:
      return `(or (less? ${right} ${left}) (same? ${left} ${right}))`;
  }
}

/** The nodes an operand is: one, or none where its path leads nowhere. */
function writeOperand(operand: Operand): string {
  if (operand.kind === 'literal') return `[{:value ${operand.json}}]`;
  const from = operand.of === 'element' ? '[node]' : 'roots';
  return operand.names.length === 0 ? from : `(reduce members-at ${from} [${operand.names.map(writeName).join(' ')}])`;
}

function writeName(name: PathName): string {
  return typeof name === 'number' ? String(name) : JSON.stringify(name);
}
