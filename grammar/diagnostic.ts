// Diagnostics: what is wrong with a script's text, as data until the border.
// In: a code from the one table, a span and the facts. Out: a message with its place and help. Rendering with a caret
// lives in render.ts; nothing else draws one.

import type { DiagnosticCode, DiagnosticKind, Facts, Severity } from './diagnostics.ts';
import { DIAGNOSTICS } from './diagnostics.ts';
import type { Place, Source, Span } from './span.ts';

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

/** What to write in the place of a diagnostic. */
export interface Fix extends Place {
  readonly code: DiagnosticCode;
  readonly replacement: string;
}

export interface RelatedSpan {
  readonly span: Span;
  readonly message: string;
}

// Diagnostics reported for one script: enough for any text a person wrote, and a megabyte of quotes must not become a hundred
// megabytes of diagnostics.
export const DIAGNOSTICS_MAX = 1_000;

// A name may be as long as the text; a thousand messages that repeat it must not be.
const FACT_MAX = 200;

/** The beginning of a text that may be long. */
export function shorten(text: string, max = FACT_MAX): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max);
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`;
}

/** Collects diagnostics for one source, each place reported at most once for a code. */
export class Reporter {
  readonly source: Source;
  readonly #diagnostics: Diagnostic[] = [];
  readonly fixes: Fix[] = [];
  readonly #reported = new Set<string>();
  #errorCount = 0;

  constructor(source: Source) {
    this.source = source;
  }

  report(code: DiagnosticCode, span: Span, facts: Facts = {}, related: readonly RelatedSpan[] = []): void {
    const kind: DiagnosticKind = DIAGNOSTICS[code];
    if (kind.severity === 'error') this.#errorCount += 1;
    if (this.#diagnostics.length >= DIAGNOSTICS_MAX) return;
    const once = `${code} ${span.start} ${span.end}`;
    if (this.#reported.has(once)) return;
    this.#reported.add(once);
    const short = Object.fromEntries(
      Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'string' ? shorten(fact) : fact]),
    );
    const replacement = kind.fix?.(short) ?? null;
    if (replacement !== null) this.fixes.push({ code, replacement, ...this.source.place(span) });
    this.#diagnostics.push({
      code,
      severity: kind.severity,
      message: kind.message(short),
      ...this.source.place(span),
      help: kind.help(short),
      related: related.map(({ span: where, message }) => ({ message: shorten(message), ...this.source.place(where) })),
    });
  }

  /** Takes over what is wrong with the text of a module. */
  adopt(diagnostics: readonly Diagnostic[], module: string): void {
    for (const diagnostic of diagnostics) {
      if (diagnostic.severity === 'error') this.#errorCount += 1;
      if (this.#diagnostics.length >= DIAGNOSTICS_MAX) continue;
      const related = diagnostic.related.map((place) => ({ ...place, module }));
      this.#diagnostics.push({ ...diagnostic, related, module });
    }
  }

  /** Errors reported so far; warnings do not count. */
  get errorCount(): number {
    return this.#errorCount;
  }

  /** In source order, those of modules last; at one place in the order they were found. */
  get diagnostics(): Diagnostic[] {
    const order = [...new Set([undefined, ...this.#diagnostics.map(({ module }) => module)])];
    return [...this.#diagnostics].sort(
      (a, b) => order.indexOf(a.module) - order.indexOf(b.module) || a.start - b.start || a.end - b.end,
    );
  }
}

export type { DiagnosticCode, Facts, Severity } from './diagnostics.ts';
