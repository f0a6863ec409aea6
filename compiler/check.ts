// Check: everything that is known about a script before it runs.
// In: a script's text, as a string or as bytes. Out: whether it may run, its canonical text and hash, what it defines,
// what is wrong with it; and for those inside the house its resolved program and the place of every node. Never throws
// for any text and never runs anything.

import type { Diagnostic } from '../grammar/diagnostic.ts';
import { compareCodePoints } from '../grammar/form.ts';
import type { Form } from '../grammar/form.ts';
import { canonical } from '../grammar/printer.ts';
import { decodeScript, read } from '../grammar/reader.ts';
import type { Place, Source, Span } from '../grammar/span.ts';
import { analyze, definedFunctions } from './analyze.ts';
import { BUILTIN_NAMES } from './builtins.ts';
import type { Program } from './core.ts';
import { programHash } from './hash.ts';
import type { RecursionPolicy, RecursionReport } from './recursion.ts';

export interface CheckOptions {
  /** What is done about recursive functions; `verified` (the default) refuses those that are not seen to end. */
  readonly recursion?: RecursionPolicy;
}

/** Steps of the runs that finish; `max` is null when they depend on data. */
export interface StepBounds {
  readonly min: number;
  readonly max: number | null;
}

export interface CheckResult {
  readonly ok: boolean;
  /** Both null only when the text cannot be read. */
  readonly hash: string | null;
  readonly canonical: string | null;
  /** Functions, in source order. */
  readonly defines: readonly string[];
  /** All builtins there are, sorted. */
  readonly builtins: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** One for each function, in source order; empty when the program could not be resolved. */
  readonly recursion: readonly RecursionReport[];
  /** `constant`, `poly(k)` or `fuel`; null when not ok. */
  readonly growth: string | null;
  readonly steps: StepBounds | null;
  /** The resolved tree; null when not ok. Not for the wire. */
  readonly program: Program | null;
  /** The place of a node in the text that was given. Not for the wire. Throws RangeError for a number that is no node. */
  readonly places: (node: number) => Place;
}

export function check(script: string | Uint8Array, _options: CheckOptions = {}): CheckResult {
  const { source, reporter } = decodeScript(script);
  const { forms, state } = read(source, reporter);
  const text = state === 'whole' ? canonical(forms) : null;
  const program = state === 'broken' ? null : analyze(forms, reporter);
  return {
    ok: program !== null,
    hash: text === null ? null : programHash(text),
    canonical: text,
    defines: definedFunctions(forms),
    builtins: BUILTINS_SORTED,
    diagnostics: reporter.diagnostics,
    recursion: [],
    growth: null,
    steps: null,
    program,
    places: placesOf(forms, source),
  };
}

const BUILTINS_SORTED: readonly string[] = [...BUILTIN_NAMES].sort(compareCodePoints);

function placesOf(forms: readonly Form[], source: Source): (node: number) => Place {
  let spans: Span[] | null = null;
  return (node) => {
    spans ??= spansOf(forms);
    const span = spans[node];
    if (span === undefined) throw new RangeError(`there is no node ${node}`);
    return source.place(span);
  };
}

/** The span of every form, by node number. */
function spansOf(forms: readonly Form[]): Span[] {
  const spans: Span[] = [];
  const visit = (form: Form): void => {
    spans[form.node] = form.span;
    if (form.kind === 'list' || form.kind === 'vector') form.items.forEach(visit);
    if (form.kind === 'map') {
      for (const { key, value } of form.entries) {
        visit(key);
        visit(value);
      }
    }
  };
  forms.forEach(visit);
  return spans;
}
