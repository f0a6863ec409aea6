// Builtin calls: arguments against the one table, and the functions handed to higher-order builtins.
// In: a list whose head names a builtin. Out: a `builtin` or `higher` node, its callee resolved and its arity checked.

import type { Form, ListForm } from '../grammar/form.ts';
import type { Analyzer } from './analyze.ts';
import { accepts, inWords, signatureOf, writtenParameters } from './arity.ts';
import type { Arity, BuiltinName } from './builtins.ts';
import { builtin, builtinArity, handedArity, isBuiltin } from './builtins.ts';
import type { Context } from './context.ts';
import { asCallOf, isStandIn, NO_LOCAL_FUNCTIONS, nothing, part, shown } from './context.ts';
import type { Callee, Core, Order } from './core.ts';
import { takesPattern } from './pattern/literal.ts';
import { isSpecial } from './specials.ts';

export function analyzeBuiltinCall(
  analyzer: Analyzer,
  form: ListForm,
  name: BuiltinName,
  args: readonly Form[],
  context: Context,
): Core {
  const { params, shape } = builtin(name);
  const { node } = form;
  if (!analyzer.fits(form, name, builtinArity(name), args.length, signatureOf(name))) {
    analyzer.lenient(args, context);
    return nothing(form);
  }
  const written = writtenParameters(name, args.length);
  if (params.endsWith('& pairs') && written.filter((param) => param === 'pairs').length % 2 !== 0) {
    analyzer.lenient(args, context);
    return analyzer.misshaped(form, name, 'keys and values in pairs', args.length, signatureOf(name));
  }
  const orderAt = written.indexOf('order');
  const order = orderAt === -1 ? null : readOrder(analyzer, name, args[orderAt]!, context);
  if (takesPattern(name) && !isStandIn(args[0]!)) analyzer.patterns.check(name, args[0]!);
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

function readOrder(analyzer: Analyzer, name: BuiltinName, form: Form, context: Context): Order | null {
  const isLocal = form.kind === 'symbol' && context.scope.find(form.name) !== null;
  if (form.kind === 'symbol' && !isLocal && (form.name === '<' || form.name === '>')) return form.name;
  if (isStandIn(form)) return null;
  const instead = `the order of \`${name}\` is \`<\` or \`>\`, written before the collection; \`sort-by\` orders by what a function gives`;
  if (asCallOf('fn', form) !== null)
    analyzer.reporter.report('function-as-value', form.span, { name: 'fn', what: 'a function', instead });
  else if (
    form.kind === 'symbol' &&
    !isLocal &&
    (isBuiltin(form.name) || analyzer.definitions.functions.has(form.name))
  ) {
    analyzer.reporter.report('function-as-value', form.span, {
      name: form.name,
      what: isBuiltin(form.name) ? 'a builtin' : 'a function',
      instead,
    });
  } else {
    analyzer.expression(form, part(context));
    analyzer.reporter.report('not-callable', form.span, { what: `\`${shown(form)}\` as an order`, instead });
  }
  return null;
}

/** What a higher-order builtin applies, to `count` values; null when there is an error. */
function readCallee(analyzer: Analyzer, name: BuiltinName, form: Form, count: number, context: Context): Callee | null {
  const { node } = form;
  const takes = (arity: Arity, what: string, signature: string | null): boolean => {
    if (accepts(arity, count)) return true;
    const facts = { name: what, expected: inWords(arity), given: count, caller: name };
    analyzer.reporter.report('wrong-arity', form.span, signature === null ? facts : { ...facts, signature });
    return false;
  };
  const refuse = (what: string, instead: string): null => {
    analyzer.reporter.report('not-callable', form.span, { what, instead });
    return null;
  };
  const fn = asCallOf('fn', form);
  if (fn !== null) {
    const made = analyzer.fn(fn, part(context));
    if (made === null) return null;
    return takes({ min: made.params.length, max: made.rest === null ? made.params.length : null }, 'fn', null)
      ? made
      : null;
  }
  if (form.kind === 'keyword') {
    return takes({ min: 1, max: 2 }, `:${form.name}`, `(:${form.name} map default?)`)
      ? { kind: 'field', node, key: form.name }
      : null;
  }
  if (form.kind !== 'symbol') {
    if (form.kind === 'list') analyzer.expression(form, part(context));
    return refuse(
      form.kind === 'list' ? 'the result of a call' : `a ${form.kind}`,
      `\`${name}\` wants a function here: a name, a keyword or \`(fn […] …)\``,
    );
  }
  const local = context.scope.find(form.name);
  if (local !== null) {
    local.used = true;
    return local.isBroken ? null : refuse(`the local \`${shown(form)}\``, NO_LOCAL_FUNCTIONS);
  }
  const { functions, globals, refused } = analyzer.definitions;
  if (refused.has(form.name)) return null;
  const called = functions.get(form.name);
  if (called !== undefined) {
    context.frame.uses.call(called.index, form.span);
    return called.arity === null || takes(called.arity, form.name, called.signature)
      ? { kind: 'function', node, function: called.index }
      : null;
  }
  if (isSpecial(form.name) || (isBuiltin(form.name) && builtin(form.name).shape.kind === 'higher')) {
    const what = isSpecial(form.name) ? 'a special form' : 'a builtin that takes a function';
    analyzer.reporter.report('function-as-value', form.span, {
      name: form.name,
      what,
      instead: `write \`(fn [x] (${form.name} …))\``,
    });
    return null;
  }
  if (isBuiltin(form.name) && takesPattern(form.name)) {
    analyzer.reporter.report('bad-pattern', form.span, {
      why: `\`${form.name}\` takes a string literal`,
      instead: `write \`(fn [text] (${form.name} "…" text))\``,
    });
    return null;
  }
  if (isBuiltin(form.name))
    return takes(handedArity(form.name), form.name, signatureOf(form.name))
      ? { kind: 'builtin', node, name: form.name }
      : null;
  if (globals.has(form.name) || form.name === 'input')
    return refuse(`\`${form.name}\``, 'it is a value; a function is wanted here');
  analyzer.reportUnbound(form, context);
  return null;
}
