// Calls: lists whose head is not a special form.
// In: a list. Out: a call of a function, a field read, or `((fn …) …)` written out as bindings; builtins are in
// builtin-calls.ts. Whatever else stands first is `not-callable`.

import type { Form, KeywordForm, ListForm, SymbolForm } from '../grammar/form.ts';
import type { Analyzer } from './analyze.ts';
import { analyzeBuiltinCall } from './builtin-calls.ts';
import { type BuiltinName, isBuiltin } from './builtins.ts';
import { applyFn, applyMaker, makerIn } from './callees.ts';
import type { Context } from './context.ts';
import { asCallOf, NO_LOCAL_FUNCTIONS, nothing, part, shown, THREADED } from './context.ts';
import type { Core } from './core.ts';
import { bindsElsewhere } from './elsewhere.ts';
import { callLocal } from './local-functions.ts';
import { readParameters } from './patterns.ts';

export function analyzeCall(analyzer: Analyzer, form: ListForm, context: Context): Core {
  const [head, ...args] = form.items;
  if (head === undefined)
    return notCallable(analyzer, form, '`()`', 'an empty vector is `[]`; nothing is `nil`', args, context);
  if (head.kind === 'keyword') return readField(analyzer, form, head, args, context);
  if (head.kind === 'symbol') return callName(analyzer, form, head, args, context);
  const fn = asCallOf('fn', head);
  if (fn !== null) return callFn(analyzer, form, fn, args, context);
  if (head.kind !== 'list' && head.kind !== 'vector' && head.kind !== 'map') {
    return notCallable(
      analyzer,
      head,
      head.kind === 'nil' ? '`nil`' : `a ${head.kind}`,
      'a call starts with the name of a function or builtin, a keyword or `(fn …)`',
      args,
      context,
    );
  }
  const maker = makerIn(analyzer, head, context);
  if (maker !== null) {
    const values = analyzer.arguments(args, context);
    return applyMaker(analyzer, head as ListForm, maker, values, maker, context) ?? nothing(form);
  }
  analyzer.expression(head, part(context));
  return head.kind === 'list'
    ? notCallable(
        analyzer,
        head,
        'the result of a call',
        'functions are not values, so a call has none to give back; `comp` and `fnil` make one where it is wanted',
        args,
        context,
      )
    : notCallable(analyzer, head, `a ${head.kind}`, 'read it with `get`', args, context);
}

function callName(analyzer: Analyzer, form: ListForm, head: SymbolForm, args: readonly Form[], context: Context): Core {
  const { name } = head;
  const { functions, globals, refused } = analyzer.definitions;
  const local = context.scope.find(name);
  if (local !== null || name.startsWith(THREADED)) {
    if (local !== null) local.uses.push(head.span);
    if (local?.isBroken === true) {
      analyzer.lenient(args, context);
      return nothing(form);
    }
    if (local?.called != null) {
      const values = analyzer.arguments(args, context);
      return analyzer.fits(form, name, local.called.arity, args.length, local.called.signature)
        ? callLocal(local.called, values, form.node)
        : nothing(form);
    }
    return notCallable(analyzer, head, `the local \`${shown(head)}\``, NO_LOCAL_FUNCTIONS, args, context);
  }
  const called = functions.get(name);
  if (called !== undefined || globals.has(name) || name === 'input') analyzer.observer.named(name, head.span);
  if (called !== undefined && !refused.has(name)) {
    context.frame.uses.call(called.index, head.span);
    if (called.arity === null || analyzer.fits(form, name, called.arity, args.length, called.signature)) {
      return {
        kind: 'call',
        node: form.node,
        function: called.index,
        args: analyzer.arguments(args, context),
        catches: false,
      };
    }
  } else if (refused.has(name)) {
    // What was refused has been reported.
  } else if (globals.has(name) || name === 'input') {
    return notCallable(
      analyzer,
      head,
      `\`${name}\``,
      'it is a value; only names of functions, builtins and keywords are called',
      args,
      context,
    );
  } else if (isBuiltin(name)) return analyzeBuiltinCall(analyzer, form, name, args, context);
  else {
    analyzer.reportUnbound(head, context);
    if (bindsElsewhere(name) || analyzer.definitions.mistaken.has(form)) return nothing(form);
  }
  analyzer.lenient(args, context);
  return nothing(form);
}

function notCallable(
  analyzer: Analyzer,
  at: Form,
  what: string,
  instead: string,
  args: readonly Form[],
  context: Context,
): Core {
  const [operator] = args;
  const isInfix = operator?.kind === 'symbol' && OPERATORS.has(operator.name) && args.length > 1;
  const first = isInfix ? `an operator stands first: \`(${operator.name} a b)\`` : instead;
  analyzer.reporter.report('not-callable', at.span, { what, instead: first });
  analyzer.lenient(args, context);
  return nothing(at);
}

const OPERATORS: ReadonlySet<string> = new Set<BuiltinName>(['+', '-', '*', '/', '<', '<=', '>', '>=', '=', 'not=']);

function readField(
  analyzer: Analyzer,
  form: ListForm,
  head: KeywordForm,
  args: readonly Form[],
  context: Context,
): Core {
  const name = `:${head.name}`;
  if (!analyzer.fits(form, name, { min: 1, max: 2 }, args.length, `(${name} map default?)`)) {
    analyzer.lenient(args, context);
    return nothing(form);
  }
  const [target, otherwise] = analyzer.arguments(args, context);
  return { kind: 'field', node: form.node, key: head.name, target: target!, otherwise: otherwise ?? null };
}

/** `((fn [x] …) 1)`: all arguments first, then the parameters, then the body; the call's one step is the `let`'s. */
function callFn(analyzer: Analyzer, form: ListForm, fn: ListForm, args: readonly Form[], context: Context): Core {
  const values = analyzer.arguments(args, context);
  const made = analyzer.fn(fn, context);
  if (made === null) return nothing(form);
  const { params, rest } = made;
  const arity = { min: params.length, max: rest === null ? params.length : null };
  if (!analyzer.fits(form, 'fn', arity, args.length, readParameters('(fn …)', fn.items[1]).signature))
    return nothing(form);
  return applyFn(made, values, form.node, context);
}
