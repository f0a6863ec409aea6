// Diagnostics: what is wrong with a script's text, as data until the border.
// In: a code from the one table, a span and the facts. Out: a message with its place and help. Rendering with a caret
// lives in render.ts; nothing else draws one.

import type { Place, Source, Span } from './span.ts';

export type Severity = 'error' | 'warning';

/** Facts a diagnostic's texts are made of; values are names, numbers and short snippets. */
export type Facts = Readonly<Record<string, string | number>>;

interface DiagnosticKind {
  readonly severity: Severity;
  readonly message: (facts: Facts) => string;
  readonly help: (facts: Facts) => string | null;
  /** One paragraph for `evident explain CODE`. */
  readonly explain: string;
}

/** A second place that explains the first, for example where a bracket was opened. */
export interface Related extends Place {
  readonly message: string;
}

/** One problem, as `check` returns it. `start` and `end` are UTF-8 bytes of the script. */
export interface Diagnostic extends Place {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string | null;
  readonly related: readonly Related[];
}

/** The one table of codes. Every row has a case under test/golden/reject. */
export const DIAGNOSTICS = {
  // Filled by the reader and the checker: see the sections below.
} as const satisfies Record<string, DiagnosticKind>;

export type DiagnosticCode = keyof typeof DIAGNOSTICS;

export interface RelatedSpan {
  readonly span: Span;
  readonly message: string;
}

/** Collects diagnostics for one source, each place reported at most once for a code. */
export class Reporter {
  readonly source: Source;
  readonly diagnostics: Diagnostic[] = [];

  constructor(source: Source) {
    this.source = source;
  }

  report(_code: DiagnosticCode, _span: Span, _facts: Facts = {}, _related: readonly RelatedSpan[] = []): void {}
}
