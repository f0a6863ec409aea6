// Builtin calls: arguments against the one table, and the functions handed to higher-order builtins.
// In: a list whose head names a builtin. Out: a `builtin` or `higher` node, its callee resolved and its arity checked.

import type { Reporter } from '../grammar/diagnostic.ts';
import type { Form, ListForm } from '../grammar/form.ts';
import type { Analyzer } from './analyze.ts';
import { hasPairs, PAIRS, signatureOf, writtenParameters } from './arity.ts';
import type { BuiltinName } from './builtins.ts';
import { builtin, builtinArity, isBuiltin } from './builtins.ts';
import { readCallee } from './callees.ts';
import type { Context } from './context.ts';
import { asCallOf, isStandIn, nothing, part, shown } from './context.ts';
import type { Core, Order } from './core.ts';
import { layoutProblem, takesLayout } from './layout.ts';
import { placeIn, takesPattern } from './pattern/literal.ts';

export function analyzeBuiltinCall(
  analyzer: Analyzer,
  form: ListForm,
  name: BuiltinName,
  args: readonly Form[],
  context: Context,
): Core {
  const { shape } = builtin(name);
  const { node } = form;
  if (shape.kind === 'maker') return makerAsValue(analyzer, form, name, args, context);
  if (!analyzer.fits(form, name, builtinArity(name), args.length, signatureOf(name))) {
    analyzer.lenient(args, context);
    return nothing(form);
  }
  const written = writtenParameters(name, args.length);
  if (!hasPairs(name, args.length)) {
    analyzer.lenient(args, context);
    return analyzer.misshaped(form, name, PAIRS, args.length, signatureOf(name));
  }
  const orderAt = written.indexOf('order');
  const order = orderAt === -1 ? null : readOrder(analyzer, name, args[orderAt]!, context);
  if (takesPattern(name)) analyzer.patterns.check(name, args);
  if (takesLayout(name)) checkLayout(analyzer.reporter, name, args[0]!);
  if (shape.kind !== 'higher') {
    return {
      kind: 'builtin',
      node,
      name,
      args: analyzer.arguments(
        args.filter((_, at) => at !== orderAt),
        context,
      ),
      order,
    };
  }
  // What is written after the function of `update` is passed on to it.
  const passedOn = written.filter((param) => param === 'args').length;
  const callee = readCallee(analyzer, name, args[shape.position]!, shape.arity + passedOn, context);
  const values = analyzer.arguments(
    args.filter((_, at) => at !== orderAt && at !== shape.position),
    context,
  );
  return callee === null ? nothing(form) : { kind: 'higher', node, name, callee, args: values, order };
}

/** A layout is known at check time, so that what is wrong with one is said before anything runs. */
function checkLayout(reporter: Reporter, name: BuiltinName, form: Form): void {
  if (isStandIn(form)) return;
  if (form.kind !== 'string') {
    const instead = `write the layout into the call: \`(${name} "yyyy-MM-dd" …)\``;
    reporter.report('bad-layout', form.span, { why: 'it is not a string literal', instead });
    return;
  }
  const problem = layoutProblem(form.value, name);
  if (problem === null) return;
  const { start, end, why, instead } = problem;
  const image = reporter.source.text.slice(form.span.start, form.span.end);
  reporter.report('bad-layout', placeIn(image, form.span, start, end), { why, instead });
}

/** A function stands where one is wanted, and nowhere else. */
function makerAsValue(
  analyzer: Analyzer,
  form: ListForm,
  name: BuiltinName,
  args: readonly Form[],
  context: Context,
): Core {
  const instead = 'hand it to a builtin such as `map`, or call it at once';
  analyzer.reporter.report('function-as-value', form.span, { name: `(${name} …)`, what: 'a function', instead });
  analyzer.lenient(args, context);
  return nothing(form);
}

function readOrder(analyzer: Analyzer, name: BuiltinName, form: Form, context: Context): Order | null {
  const isLocal = form.kind === 'symbol' && context.scope.find(form.name) !== null;
  const isOwn = isLocal || (form.kind === 'symbol' && analyzer.definitions.defines(form.name));
  if (form.kind === 'symbol' && !isOwn && (form.name === '<' || form.name === '>')) return form.name;
  if (isStandIn(form)) return null;
  const instead = `the order of \`${name}\` is \`<\` or \`>\`, written before the collection; \`sort-by\` orders by what a function gives`;
  if (asCallOf('fn', form) !== null)
    analyzer.reporter.report('function-as-value', form.span, { name: 'fn', what: 'a function', instead });
  else if (
    form.kind === 'symbol' &&
    !isLocal &&
    (analyzer.definitions.functions.has(form.name) || (!isOwn && isBuiltin(form.name)))
  ) {
    analyzer.reporter.report('function-as-value', form.span, {
      name: form.name,
      what: isOwn ? 'a function' : 'a builtin',
      instead,
    });
  } else {
    analyzer.expression(form, part(context));
    analyzer.reporter.report('not-callable', form.span, { what: `\`${shown(form)}\` as an order`, instead });
  }
  return null;
}
