// Attempt: `(attempt body…)`, a call of a function made of the body, which catches what the body faults with. A function, so
// that a fault has one place to stop at: it leaves every function up to the one that was called here (emit/unwind.ts).

import type { Form, ListForm } from '../grammar/form.ts';
import type { Analyzer } from './analyze.ts';
import { type Context, part } from './context.ts';
import type { Core } from './core.ts';
import { lift } from './lift.ts';

/** Nothing is known of the body's depth of calls but that it is one more: a run has 512 of them, caught or not. */
export function analyzeAttempt(analyzer: Analyzer, form: ListForm, args: readonly Form[], context: Context): Core {
  const body = analyzer.body(args, form.node, part(context));
  const { definition, captured } = lift('attempt', form.node, body, context.frame.slotCount);
  return { kind: 'call', node: form.node, function: analyzer.lifted(definition), args: captured, catches: true };
}
