// Problems: what is wrong with a script, and what to write instead, as an editor shows it.
// In: a document. Out: diagnostics as `evident check` finds them, their fixes, and steps beside definitions.

import type { CodeAction, Diagnostic, InlayHint, Range } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import { type CheckResult, check } from '../../compiler/check.ts';
import { type GrowthOf, growthOf } from '../../compiler/growth/growth.ts';
import type { ModuleTexts } from '../../compiler/modules.ts';
import type { RecursionPolicy } from '../../compiler/recursion/recursion.ts';
import { countSteps } from '../fuel.ts';
import { rangeOf, spansIn } from './places.ts';

// Of the protocol, whose enumerations are code.
const SEVERITY = { error: 1, warning: 2 } as const;

const SOURCE = 'evident';

/** A document and what its check found. */
export interface CheckedDocument {
  readonly document: TextDocument;
  readonly result: CheckResult;
}

export function checkDocument(
  document: TextDocument,
  recursion: RecursionPolicy | undefined,
  modules: ModuleTexts,
): CheckedDocument {
  return { document, result: check(document.getText(), { recursion, modules }) };
}

/** What is wrong in a module is shown there, and here at its `use`. */
export function diagnosticsOf({ document, result }: CheckedDocument): Diagnostic[] {
  const spanOf = spansIn(document.getText());
  return result.diagnostics.map(({ code, severity, message: said, help, related, ...place }) => {
    const inModule = place.module === undefined ? '' : `${place.module}.script:${place.line}:${place.column}: `;
    const message = inModule + said;
    return {
      range: place.module === undefined ? rangeOf(document, spanOf(place)) : useOf(document, place.module),
      severity: SEVERITY[severity],
      code,
      source: SOURCE,
      message: help === null ? message : `${message}\n${help}`,
      relatedInformation: related
        .filter((second) => second.module === undefined)
        .map((second) => ({
          location: { uri: document.uri, range: rangeOf(document, spanOf(second)) },
          message: second.message,
        })),
      // What a linter finds to be without use is shown faintly.
      ...(code === 'unused-binding' || code === 'unused-module' ? { tags: [1 as const] } : {}),
    };
  });
}

/** Where a module is used; the start of the text where another module uses it. */
function useOf(document: TextDocument, module: string): Range {
  const text = document.getText();
  const start = text.indexOf(`"${module}"`);
  return rangeOf(document, start === -1 ? { start: 0, end: 0 } : { start, end: start + module.length + 2 });
}

/** What is known to be meant, where it touches the range. */
export function fixesOf({ document, result }: CheckedDocument, range: Range): CodeAction[] {
  const spanOf = spansIn(document.getText());
  const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  return result.fixes.flatMap(({ code, replacement, ...place }) => {
    if (place.module !== undefined) return [];
    const span = spanOf(place);
    if (span.end < from || span.start > to) return [];
    const where = rangeOf(document, span);
    return [
      {
        title: `Write ${replacement}`,
        kind: 'quickfix',
        isPreferred: true,
        diagnostics: diagnosticsOf({ document, result }).filter(
          (one) => one.code === code && document.offsetAt(one.range.start) === span.start,
        ),
        edit: { changes: { [document.uri]: [{ range: where, newText: replacement }] } },
      },
    ];
  });
}

/** The steps of each definition and expression of the top level, behind it; nothing while the script has errors. */
export function hintsOf({ document, result }: CheckedDocument, range: Range): InlayHint[] {
  if (result.program === null) return [];
  const spanOf = spansIn(document.getText());
  const { program, places } = result;
  const growth = growthOf(program);
  const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const beside = [
    ...program.functions.map(({ node }, index) => ({ node, is: growth.functions[index]!, what: 'a call of this' })),
    ...program.items.map((item, index) => ({
      node: item.kind === 'def' ? item.node : item.value.node,
      is: growth.items[index]!,
      what: 'this',
    })),
  ];
  return beside
    .filter(({ node }) => places(node).module === undefined)
    .map(({ node, is, what }) => ({ end: spanOf(places(node)).end, is, what }))
    .filter(({ end }) => end >= from && end <= to)
    .sort((a, b) => a.end - b.end)
    .map(({ end, is, what }) => ({
      position: document.positionAt(end),
      label: stepsShown(is),
      paddingLeft: true,
      tooltip: `Steps of ${what}, in runs that finish${what === 'this' ? '' : '; its own step and its arguments come to that'}. ${growthInWords(is)}`,
    }));
}

function stepsShown({ steps: { min, max }, growth }: GrowthOf): string {
  if (max === null) return `≥ ${countSteps(min)}, ${growth}`;
  return min === max ? countSteps(min) : `${min} to ${countSteps(max)}`;
}

function growthInWords({ growth }: GrowthOf): string {
  if (growth === 'constant') return 'They do not grow with the input.';
  if (growth === 'fuel') return 'Only fuel bounds them.';
  return `They grow with the size of the data: ${growth}.`;
}
