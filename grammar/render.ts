// Render: draws a diagnostic for people; the one place that does.
// In: a diagnostic and the text it is about. Out: lines of text: code and message, line:column, the source line with a
// caret line under the place, related places drawn the same way, help.
//
//   error[wrong-arity]: `inc` takes 1 argument, given 2
//     --> 3:5
//      |
//    3 | (+ 1 (inc 1 2))
//      |      ^^^^^^^^^
//     help: write it as (inc x)

import { DIAGNOSTICS_MAX, type Diagnostic } from './diagnostic.ts';
import type { Place, Source } from './span.ts';

// A terminal's width; of a longer line the part around the place is shown.
const SNIPPET_MAX = 100;
// What stands before the place in a cut line.
const LEAD = 30;

/** What can be drawn: a diagnostic, or a fault of a run with its place. */
interface Drawing extends Place {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly help: string | null;
  readonly related: readonly (Place & { readonly message: string })[];
}

/** One drawing, without a line end after the last line. `name` is the file, where there is one, and says where modules are. */
export function render(drawing: Drawing, source: Source, name?: string): string {
  const { code, severity, message, help, related } = drawing;
  const width = String(Math.max(drawing.line, ...related.map(({ line }) => line))).length;
  return [
    `${severity}[${code}]: ${printable(message)}`,
    ...draw(drawing, source, width, '^', '', name),
    ...related.flatMap((place) => draw(place, source, width, '-', ` ${printable(place.message)}`, name)),
    ...(help === null ? [] : [`${' '.repeat(width)} help: ${printable(help)}`]),
  ].join('\n');
}

/** All of them, with an empty line between, and a line that counts them and says where there may be more. */
export function renderAll(diagnostics: readonly Diagnostic[], source: Source, name?: string): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length;
  const warnings = diagnostics.length - errors;
  const counts = [
    [errors, 'error'],
    [warnings, 'warning'],
  ] as const;
  const summary = counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}${count === 1 ? '' : 's'}`)
    .join(', ');
  const limit = diagnostics.length < DIAGNOSTICS_MAX ? '' : `; no more than ${DIAGNOSTICS_MAX} are told`;
  return [
    ...diagnostics.map((diagnostic) => render(diagnostic, source, name)),
    ...(summary === '' ? [] : [`${summary}${limit}`]),
  ].join('\n\n');
}

function draw(
  place: Place,
  source: Source,
  width: number,
  mark: string,
  note: string,
  name: string | undefined,
): string[] {
  const margin = ' '.repeat(width);
  const file = place.module === undefined ? name : moduleFile(place.module, name);
  // Code points are drawn one a cell. Which characters a terminal draws wider is not for us to know.
  const line = [...source.of(place.module).line(place.line)];
  const at = place.column - 1;
  const from = line.length <= SNIPPET_MAX ? 0 : Math.max(0, Math.min(at - LEAD, line.length - SNIPPET_MAX));
  const shown = line.slice(from, from + SNIPPET_MAX);
  const room = Math.max(1, shown.length - (at - from));
  const length = Math.max(1, Math.min(lengthOf(place, source.of(place.module)), room));
  const lead = from > 0 ? '…' : '';
  const tail = from + SNIPPET_MAX < line.length ? '…' : '';
  const number = String(place.line).padStart(width);
  return [
    `${margin}--> ${file === undefined ? '' : `${printable(file)}:`}${place.line}:${place.column}`,
    `${margin} |`,
    `${number} | ${lead}${printable(shown.join(''))}${tail}`,
    `${margin} | ${' '.repeat(lead.length + at - from)}${mark.repeat(length)}${note}`,
  ];
}

/** A module's file is beside the script's. */
export function moduleFile(module: string, script?: string): string {
  const folder = script === undefined ? '' : script.slice(0, script.lastIndexOf('/') + 1);
  return `${folder}${module}.script`;
}

/** Code points from the place's start to its end, or to the end of its line. */
function lengthOf(place: Place, source: Source): number {
  const line = [...source.line(place.line)].slice(place.column - 1);
  let bytes = place.end - place.start;
  let length = 0;
  for (const character of line) {
    if (bytes <= 0) break;
    bytes -= Buffer.byteLength(character);
    length += 1;
  }
  return length;
}

/** Control characters would move the cursor or worse; each becomes one visible cell. */
function printable(text: string): string {
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (character) => (character === '\t' ? ' ' : '\ufffd'));
}
