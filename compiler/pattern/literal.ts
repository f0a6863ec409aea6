// Literal: the pattern arguments of a script's calls. Patterns are known at check time, so that what is wrong with one is
// said before anything runs and its size is priced.
// In: the form where a pattern is wanted. Out: a report at the place inside the literal when it is none.

import type { Reporter } from '../../grammar/diagnostic.ts';
import type { Form } from '../../grammar/form.ts';
import type { Span } from '../../grammar/span.ts';
import type { BuiltinName } from '../builtins.ts';
import { builtin } from '../builtins.ts';
import { isStandIn } from '../context.ts';
import { parsePattern } from './parse.ts';
import { parseTemplate } from './template.ts';
import type { Pattern } from './tree.ts';

/** Nodes of all pattern literals of a script together: as many as its text may have. It bounds what compiling them takes. */
export const SCRIPT_PATTERN_NODES_MAX = 20_000;

/** Ranges of all `\\p{…}` of a script together: each takes eight bytes of what it compiles to, for every pattern it stands in. */
export const SCRIPT_PROPERTY_RANGES_MAX = 100_000;

/** Whether a builtin's first argument is a pattern. */
export function takesPattern(name: BuiltinName): boolean {
  return builtin(name).params.startsWith('pattern ');
}

/** The pattern literals of one script. */
export class PatternLiterals {
  readonly #reporter: Reporter;
  #nodes = 0;
  #ranges = 0;

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  check(name: BuiltinName, args: readonly Form[]): void {
    const pattern = this.#pattern(name, args[0]!);
    const { params } = builtin(name);
    if (pattern !== null && params.endsWith(' template')) this.#template(name, args.at(-1)!, pattern);
  }

  #template(name: BuiltinName, form: Form, pattern: Pattern): void {
    if (isStandIn(form)) return;
    if (form.kind !== 'string') {
      this.#reporter.report('bad-pattern', form.span, {
        what: 'template',
        why: 'it is not a string literal',
        instead: `write it into the call: \`(${name} "…" text "…")\`; \`replace-pattern\` takes any text, as it is`,
      });
      return;
    }
    const parsed = parseTemplate(form.value, pattern);
    if (parsed.kind === 'problem') this.#refuse(form, parsed.problem, 'template');
  }

  /** null when it is none, or when it was not looked at. */
  #pattern(name: BuiltinName, form: Form): Pattern | null {
    if (isStandIn(form)) return null;
    if (form.kind !== 'string') {
      this.#reporter.report('bad-pattern', form.span, {
        why: 'it is not a string literal',
        instead: `write the pattern into the call: \`(${name} "…" …)\``,
      });
      return null;
    }
    // One more than enough was reported already.
    if (this.#nodes > SCRIPT_PATTERN_NODES_MAX || this.#ranges > SCRIPT_PROPERTY_RANGES_MAX) return null;
    const parsed = parsePattern(form.value);
    if (parsed.kind === 'problem') {
      this.#refuse(form, parsed.problem);
      return null;
    }
    this.#nodes += parsed.pattern.nodeCount;
    this.#ranges += parsed.pattern.propertyRanges;
    const tooMany =
      this.#nodes > SCRIPT_PATTERN_NODES_MAX
        ? `${SCRIPT_PATTERN_NODES_MAX} nodes`
        : this.#ranges > SCRIPT_PROPERTY_RANGES_MAX
          ? `${SCRIPT_PROPERTY_RANGES_MAX} ranges of characters in \`\\\\p{…}\``
          : null;
    if (tooMany === null) return parsed.pattern;
    const why = `the patterns of the script have more than ${tooMany} together`;
    const instead = 'put a pattern that stands in several places into a function';
    this.#reporter.report('bad-pattern', form.span, { why, instead });
    return null;
  }

  #refuse(
    form: Form,
    {
      start,
      end,
      why,
      instead,
    }: { readonly start: number; readonly end: number; readonly why: string; readonly instead: string | null },
    what = 'pattern',
  ): void {
    const image = this.#reporter.source.text.slice(form.span.start, form.span.end);
    const facts = { what, why, ...(instead === null ? {} : { instead }) };
    this.#reporter.report('bad-pattern', placeIn(image, form.span, start, end), facts);
  }
}

/** The span of the units `start` to `end` of a string's value, in its literal. */
export function placeIn(image: string, span: Span, start: number, end: number): Span {
  const offsets: number[] = [];
  for (let at = 1; at < image.length - 1; ) {
    offsets.push(at);
    at += image[at] !== '\\' ? 1 : image[at + 1] === 'u' ? 6 : 2;
  }
  offsets.push(image.length - 1);
  const offsetOf = (unit: number): number => span.start + (offsets[unit] ?? image.length - 1);
  return start >= end ? span : { start: offsetOf(start), end: offsetOf(end) };
}
