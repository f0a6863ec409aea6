// Check: everything that is known about a script before it runs.
// In: a script's text, as a string or as bytes. Out: whether it may run, its canonical text and hash, what it defines,
// what is wrong with it; and for those inside the house its resolved program and the place of every node. Never throws
// for any text and never runs anything.

import type { Diagnostic, Fix, Reporter } from '../grammar/diagnostic.ts';
import type { Form } from '../grammar/form.ts';
import { compareCodePoints, eachForm } from '../grammar/form.ts';
import { type ByteSpan, canonical, canonicalPlaces } from '../grammar/printer.ts';
import { decodeScript, read } from '../grammar/reader.ts';
import type { ScriptLimits } from '../grammar/scan.ts';
import type { Place, Source, Span } from '../grammar/span.ts';
import { analyze } from './analyze.ts';
import { BUILTIN_NAMES } from './builtins.ts';
import { beginningOf, type CommonFunctions } from './common.ts';
import type { Program } from './core.ts';
import { definedFunctions } from './definitions.ts';
import type { Growth, StepBounds } from './growth/growth.ts';
import { growthOf } from './growth/growth.ts';
import { programHash } from './hash.ts';
import { link, type ModuleTexts } from './modules.ts';
import type { RecursionPolicy, RecursionReport, Refusal } from './recursion/recursion.ts';
import { RECURSION_POLICIES, verifyRecursion } from './recursion/recursion.ts';
import { NOBODY } from './scope.ts';
import { followShapes } from './shapes/flow.ts';
import type { Shape } from './shapes/shape.ts';

export interface CheckOptions {
  /** What is done about recursive functions; `verified` (the default) refuses those that are not seen to end. */
  readonly recursion?: RecursionPolicy | undefined;
  /** How large the text may be: 256 KiB and 20,000 nodes when left out, which is for texts that people write. */
  readonly limits?: ScriptLimits;
  /** What the input looks like; what cannot be right with it is an error (shapes/flow.ts). */
  readonly inputShape?: Shape | undefined;
  /** The texts of modules that the script uses, or a way to ask for one (modules.ts). */
  readonly modules?: ModuleTexts | undefined;
  /** What is done about a value of a kind that a builtin never takes; `refuse` (the default) makes it an error, `ignore` leaves it to the run. */
  readonly kinds?: 'refuse' | 'ignore' | undefined;
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
  /** In source order; 1,000 at most, of more the others are left out. */
  readonly diagnostics: readonly Diagnostic[];
  /** What to write instead, where that is known. Not for the wire. */
  readonly fixes: readonly Fix[];
  /** One for each function, in source order; empty when the program could not be resolved. */
  readonly recursion: readonly RecursionReport[];
  /** `constant`, `poly(k)` or `fuel`; null when not ok. */
  readonly growth: Growth['growth'] | null;
  readonly steps: StepBounds | null;
  /** The modules it uses, also those of modules. Not for the wire. */
  readonly modules: readonly string[];
  /** The text that was given, with those of modules. Not for the wire. */
  readonly source: Source;
  /** The resolved tree; null when not ok. Not for the wire. */
  readonly program: Program | null;
  /** The place of a node in the text that was given. Not for the wire. Throws RangeError for a number that is no node. */
  readonly places: (node: number) => Place;
  /** The span of a node in the canonical text. Not for the wire. */
  readonly canonicalPlace: (node: number) => ByteSpan;
}

/** What compiling needs of a check without errors. */
export interface Checked {
  readonly hash: string;
  readonly canonical: string;
  readonly program: Program;
  /** Span of a node in the canonical text. */
  readonly canonicalPlace: (node: number) => ByteSpan;
  /** The functions at its beginning that other scripts have too; only of generated scripts. */
  readonly common?: CommonFunctions;
}

/** null when the script is invalid. */
export function checkedOf({ ok, hash, canonical: text, program, canonicalPlace }: CheckResult): Checked | null {
  return !ok || hash === null || text === null || program === null
    ? null
    : { hash, canonical: text, program, canonicalPlace };
}

/** Throws TypeError for a policy there is none of; a mistake in the script is a diagnostic. */
export function check(script: string | Uint8Array, options: CheckOptions = {}): CheckResult {
  const { limits, recursion: policy } = options;
  // A name misspelt must not be the laxest policy.
  if (policy !== undefined && !RECURSION_POLICIES.includes(policy))
    throw new TypeError(`recursion must be one of ${RECURSION_POLICIES.join(', ')}, not ${String(policy)}`);
  const { source, reporter } = decodeScript(script, limits);
  const reading = read(source, reporter, limits);
  const { state } = reading;
  const linked = link(reading, reporter, options.modules, limits);
  const { forms } = linked;
  const text = state === 'whole' ? canonical(forms) : null;
  const spans = spansOf(forms);
  const resolved = state === 'broken' ? null : analyze(forms, reporter, linked.lost, { ...NOBODY, ...linked.observer });
  const isResolved = reporter.errorCount === 0;
  // A cycle is judged by its own functions alone, so errors elsewhere do not stand in the way.
  const recursion = resolved === null ? null : verifyRecursion(resolved, policy);
  for (const refusal of recursion?.refusals ?? []) reportRefusal(refusal, spans, reporter);
  if (reporter.errorCount === 0 && resolved !== null && options.kinds !== 'ignore')
    for (const { code, node, ...facts } of followShapes(resolved, options.inputShape ?? null))
      reporter.report(code, spans[node]!, known(facts));
  const program = reporter.errorCount === 0 ? resolved : null;
  const growth = program === null ? null : growthOf(program);
  let canonicalSpans: readonly ByteSpan[] | null = null;
  return {
    ok: program !== null,
    hash: text === null ? null : programHash(text),
    canonical: text,
    defines: definedFunctions(linked.own),
    modules: linked.modules,
    source,
    builtins: BUILTINS_SORTED,
    // What a module's author is warned of is no business of those who use it.
    diagnostics: reporter.diagnostics.filter(({ severity, module }) => severity === 'error' || module === undefined),
    fixes: reporter.fixes,
    recursion: isResolved && recursion !== null ? recursion.reports : [],
    growth: growth?.growth ?? null,
    steps: growth?.steps ?? null,
    program,
    places: (node) => placeOf(node, spans, source),
    canonicalPlace(node) {
      if (text === source.text && linked.modules.length === 0) return source.bytes(spans[node]!);
      // Read again rather than kept: checks are remembered by the thousand, and few are compiled.
      canonicalSpans ??= readPlaces(text ?? '', limits);
      return canonicalSpans[node]!;
    },
  };
}

/**
 * What compiling needs of a generated script, whose text is canonical; null when it does not check. Nothing is found out
 * that only people ask for: that is a third of the time.
 */
export function checkCanonical(text: string, limits: ScriptLimits): Checked | null {
  const { source, reporter } = decodeScript(text, limits);
  const beginning = beginningOf(text, limits);
  const { forms: own } = read(source, reporter, limits, beginning ?? undefined);
  const forms = beginning === null ? own : [...beginning.forms, ...own];
  const common = beginning?.before(own) ?? null;
  const program = reporter.errorCount === 0 ? analyze(forms, reporter, undefined, undefined, common) : null;
  if (program === null || reporter.errorCount > 0 || verifyRecursion(program).refusals.length > 0) return null;
  const spans = spansOf(own, beginning?.spans);
  const canonicalPlace = (node: number): ByteSpan => source.bytes(spans[node]!);
  return { hash: programHash(text), canonical: text, program, canonicalPlace, ...(common === null ? {} : { common }) };
}

/** The facts that are there. */
function known(facts: Readonly<Record<string, string | null>>): Record<string, string> {
  return Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, string] => fact[1] !== null));
}

function reportRefusal({ node, cycle, why }: Refusal, spans: readonly Span[], reporter: Reporter): void {
  const names = [...cycle, cycle[0]!].map((name) => `\`${name}\``).join(' → ');
  const shrinking =
    'shrink an argument under a test that stops it, as in `(if (> n 0) (f (dec n)) …)`, or use `loop`/`recur` or a fold such as `reduce`';
  const others =
    'use `loop`/`recur` or a fold such as `reduce`; the policy `verified` allows a recursion that is seen to end';
  reporter.report(
    'recursion-unverified',
    spans[node]!,
    why === null ? { cycle: names, instead: others } : { cycle: names, why, instead: shrinking },
  );
}

const BUILTINS_SORTED: readonly string[] = [...BUILTIN_NAMES].sort(compareCodePoints);

function placeOf(node: number, spans: readonly Span[], source: Source): Place {
  const span = spans[node];
  if (span === undefined) throw new RangeError(`there is no node ${node}`);
  return source.place(span);
}

/** Where every node stands in a canonical text. */
function readPlaces(text: string, limits: ScriptLimits | undefined): readonly ByteSpan[] {
  const { source, reporter } = decodeScript(text);
  return canonicalPlaces(read(source, reporter, limits).forms);
}

/** The span of every form, by node number; `before` are those of forms in front of them. */
function spansOf(forms: readonly Form[], before: readonly Span[] = []): Span[] {
  const spans: Span[] = [...before];
  eachForm(forms, ({ node, span }) => {
    spans[node] = span;
  });
  return spans;
}
