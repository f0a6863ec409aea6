// Threading: `->`, `->>`, `some->` and `cond->`: each stage with the value so far put into it.
// In: a list whose head names one. Out: core. The first two leave no node of their own.

import type { Form, ListForm } from '../grammar/form.ts';
import type { Analyzer } from './analyze.ts';
import type { Context } from './context.ts';
import { asCallOf, part, THREADED } from './context.ts';
import type { Core } from './core.ts';
import { SPECIALS } from './specials.ts';

/** `->` and `->>` leave no node: what is written out is analysed in their place. */
export function threaded(analyzer: Analyzer, args: readonly Form[], context: Context, last: boolean): Core {
  let value = writeOut(args, last);
  // A stage may be `(->)` itself, thousands of times: unwrapped here, because each of them adds no level to count.
  for (let inner = threadOf(value); inner !== null && inner.args.length > 0; inner = threadOf(value))
    value = writeOut(inner.args, inner.last);
  return analyzer.expression(value, { ...context, depth: context.depth - 1 });
}

function threadOf(form: Form): { readonly args: readonly Form[]; readonly last: boolean } | null {
  const head = form.kind === 'list' ? form.items[0] : undefined;
  if (form.kind !== 'list' || head?.kind !== 'symbol' || (head.name !== '->' && head.name !== '->>')) return null;
  return { args: form.items.slice(1), last: head.name === '->>' };
}

function writeOut(args: readonly Form[], last: boolean): Form {
  const [first, ...stages] = args;
  let value = first!;
  for (const stage of stages) value = insert(stage, value, last);
  return value;
}

/** A stage with the value put in; a name or keyword becomes a call. Of a `fn` the analysis says what is wrong, as it is. */
function insert(stage: Form, value: Form, last: boolean): ListForm {
  const fn = asCallOf('fn', stage);
  if (fn !== null) return fn;
  const base = { kind: 'list', span: stage.span, node: stage.node } as const;
  if (stage.kind !== 'list' || stage.items.length === 0)
    return { ...base, items: stage.kind === 'list' ? [] : [stage, value] };
  const [head, ...others] = stage.items;
  return { ...base, items: last ? [...stage.items, value] : [head!, value, ...others] };
}

/** Stands for the value that a slot holds, in a form. */
function slotForm(slot: number, at: Form): Form {
  return { kind: 'symbol', name: `${THREADED}${slot}`, span: at.span, node: at.node };
}

export function analyzeSomeThread(analyzer: Analyzer, form: ListForm, args: readonly Form[], context: Context): Core {
  const [first, ...stages] = args;
  const inside = part(context);
  const value = analyzer.expression(first!, inside);
  const slot = context.frame.newSlot();
  return {
    kind: 'some-thread',
    node: form.node,
    value,
    slot,
    // The value of the last one is the value of all; those before are asked whether they are nil.
    stages: stages.map((stage, index) =>
      analyzer.expression(insert(stage, slotForm(slot, stage), false), index === stages.length - 1 ? context : inside),
    ),
  };
}

export function analyzeCondThread(analyzer: Analyzer, form: ListForm, args: readonly Form[], context: Context): Core {
  const [first, ...clauses] = args;
  if (clauses.length % 2 !== 0)
    return analyzer.misshaped(
      form,
      'cond->',
      'a value, then tests and stages in pairs',
      args.length,
      SPECIALS['cond->'].signature,
    );
  const inside = part(context);
  const value = analyzer.expression(first!, inside);
  const slot = context.frame.newSlot();
  const stages = [];
  for (let at = 0; at < clauses.length; at += 2) {
    const stage = clauses[at + 1]!;
    stages.push({
      test: analyzer.expression(clauses[at]!, inside),
      body: analyzer.expression(
        insert(stage, slotForm(slot, stage), false),
        at === clauses.length - 2 ? context : inside,
      ),
    });
  }
  return { kind: 'cond-thread', node: form.node, value, slot, stages };
}
