// Literal: the pattern arguments of a script's calls. Patterns are known at check time, so that what is wrong with one is
// said before anything runs and its size is priced.
// In: the form where a pattern is wanted. Out: a report at the place inside the literal when it is none.

import type { Reporter } from '../../grammar/diagnostic.ts';
import type { Form } from '../../grammar/form.ts';
import type { Span } from '../../grammar/span.ts';
import type { BuiltinName } from '../builtins.ts';
import { builtin } from '../builtins.ts';
import { parsePattern } from './parse.ts';

/** Nodes of all pattern literals of a script together: as many as its text may have. It bounds what compiling them takes. */
export const SCRIPT_PATTERN_NODES_MAX = 20_000;

/** Whether a builtin's first argument is a pattern. */
export function takesPattern(name: BuiltinName): boolean {
  return builtin(name).params.startsWith('pattern ');
}

/** The pattern literals of one script. */
export class PatternLiterals {
  readonly #reporter: Reporter;
  #nodes = 0;

  constructor(reporter: Reporter) {
    this.#reporter = reporter;
  }

  check(name: BuiltinName, form: Form): void {
    if (form.kind !== 'string') {
      this.#reporter.report('bad-pattern', form.span, {
        why: 'it is not a string literal',
        instead: `write the pattern into the call: \`(${name} "…" …)\``,
      });
      return;
    }
    // One more than enough was reported already.
    if (this.#nodes > SCRIPT_PATTERN_NODES_MAX) return;
    const parsed = parsePattern(form.value);
    if (parsed.kind === 'problem') {
      const { start, end, why, instead } = parsed.problem;
      const image = this.#reporter.source.text.slice(form.span.start, form.span.end);
      this.#reporter.report(
        'bad-pattern',
        placeIn(image, form.span, start, end),
        instead === null ? { why } : { why, instead },
      );
      return;
    }
    this.#nodes += parsed.pattern.nodeCount;
    if (this.#nodes <= SCRIPT_PATTERN_NODES_MAX) return;
    const why = `the patterns of the script have more than ${SCRIPT_PATTERN_NODES_MAX} nodes together`;
    this.#reporter.report('bad-pattern', form.span, {
      why,
      instead: 'put a pattern that stands in several places into a function',
    });
  }
}

/** The span of the units `start` to `end` of a string's value, in its literal. */
function placeIn(image: string, span: Span, start: number, end: number): Span {
  const offsets: number[] = [];
  for (let at = 1; at < image.length - 1; ) {
    offsets.push(at);
    at += image[at] !== '\\' ? 1 : image[at + 1] === 'u' ? 6 : 2;
  }
  offsets.push(image.length - 1);
  const offsetOf = (unit: number): number => span.start + (offsets[unit] ?? image.length - 1);
  return start >= end ? span : { start: offsetOf(start), end: offsetOf(end) };
}
