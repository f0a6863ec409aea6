// Literal: the pattern argument of a call. Patterns are known at check time, so that what is wrong with one is said
// before anything runs and its size is priced.
// In: the form where a pattern is wanted. Out: true when it is one; else it was reported, at the place inside the literal.

import type { Reporter } from '../../grammar/diagnostic.ts';
import type { Form } from '../../grammar/form.ts';
import type { Span } from '../../grammar/span.ts';
import { builtin } from '../builtins.ts';
import type { BuiltinName } from '../builtins.ts';
import { parsePattern } from './parse.ts';

/** Whether a builtin's first argument is a pattern. */
export function takesPattern(name: BuiltinName): boolean {
  return builtin(name).params.startsWith('pattern ');
}

export function checkPattern(name: BuiltinName, form: Form, reporter: Reporter): boolean {
  if (form.kind !== 'string') {
    reporter.report('bad-pattern', form.span, { why: 'it is not a string literal', instead: `write the pattern into the call: \`(${name} "…" …)\`` });
    return false;
  }
  const parsed = parsePattern(form.value);
  if (parsed.kind === 'pattern') return true;
  const { start, end, why, instead } = parsed.problem;
  const image = reporter.source.text.slice(form.span.start, form.span.end);
  reporter.report('bad-pattern', placeIn(image, form.span, start, end), instead === null ? { why } : { why, instead });
  return false;
}

/** The span of the units `start` to `end` of a string's value, in its literal. */
function placeIn(image: string, span: Span, start: number, end: number): Span {
  const offsets: number[] = [];
  for (let at = 1; at < image.length - 1;) {
    offsets.push(at);
    at += image[at] !== '\\' ? 1 : image[at + 1] === 'u' ? 6 : 2;
  }
  offsets.push(image.length - 1);
  const offsetOf = (unit: number): number => span.start + (offsets[unit] ?? image.length - 1);
  return start >= end ? span : { start: offsetOf(start), end: offsetOf(end) };
}
