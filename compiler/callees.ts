// Callees: what is applied: what a higher-order builtin is handed, and what `comp` and `fnil` make, which are written out
// as calls inside each other, so that nothing after the analysis knows them.
// In: the form where a function is wanted. Out: a callee, its arity checked; or core: the callee applied to values.

import type { Form, ListForm } from '../grammar/form.ts';
import type { Analyzer } from './analyze.ts';
import { accepts, hasPairs, inWords, PAIRS, signatureOf } from './arity.ts';
import type { Arity, BuiltinName } from './builtins.ts';
import { builtin, builtinArity, handedArity, isBuiltin } from './builtins.ts';
import type { Context } from './context.ts';
import { asCallOf, NO_LOCAL_FUNCTIONS, nothing, part, shown } from './context.ts';
import type { Binding, Callee, Core, Target } from './core.ts';
import { takesLayout } from './layout.ts';
import { localCallee } from './local-functions.ts';
import { takesPattern } from './pattern/literal.ts';
import { isSpecial } from './specials.ts';

/** What a higher-order builtin applies, to `count` values; null when there is an error. */
export function readCallee(
  analyzer: Analyzer,
  name: string,
  form: Form,
  count: number,
  context: Context,
): Callee | null {
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
    const maker = makerIn(analyzer, form, context);
    if (maker !== null) return makerAsCallee(analyzer, form as ListForm, maker, count, name, context);
    if (form.kind === 'list') analyzer.expression(form, part(context));
    return refuse(
      form.kind === 'list' ? 'the result of a call' : `a ${form.kind}`,
      `\`${name}\` wants a function here: a name, a keyword or \`(fn […] …)\``,
    );
  }
  const local = context.scope.find(form.name);
  if (local !== null) {
    local.uses.push(form.span);
    if (local.called !== null)
      return takes(local.called.arity, form.name, local.called.signature)
        ? localCallee(local.called, count, node, context)
        : null;
    return local.isBroken ? null : refuse(`the local \`${shown(form)}\``, NO_LOCAL_FUNCTIONS);
  }
  const { functions, globals, refused } = analyzer.definitions;
  if (refused.has(form.name)) return null;
  const called = functions.get(form.name);
  if (called !== undefined || globals.has(form.name) || form.name === 'input')
    analyzer.observer.named(form.name, form.span);
  if (called !== undefined) {
    context.frame.uses.call(called.index, form.span);
    return called.arity === null || takes(called.arity, form.name, called.signature)
      ? { kind: 'function', node, function: called.index }
      : null;
  }
  if (globals.has(form.name) || form.name === 'input')
    return refuse(`\`${form.name}\``, 'it is a value; a function is wanted here');
  if (isSpecial(form.name) || takesFunction(form.name)) {
    const what = isSpecial(form.name) ? 'a special form' : 'a builtin that takes a function';
    analyzer.reporter.report('function-as-value', form.span, {
      name: form.name,
      what,
      instead: isMaker(form.name) ? `write \`(${form.name} …)\`` : `write \`(fn [x] (${form.name} …))\``,
    });
    return null;
  }
  if (isBuiltin(form.name) && (takesPattern(form.name) || takesLayout(form.name))) {
    analyzer.reporter.report(takesLayout(form.name) ? 'bad-layout' : 'bad-pattern', form.span, {
      why: `\`${form.name}\` takes a string literal`,
      instead: `write \`(fn [text] (${form.name} "…" text))\``,
    });
    return null;
  }
  if (isBuiltin(form.name)) {
    const { name: builtinName } = form;
    const signature = signatureOf(builtinName);
    if (!takes(handedArity(builtinName), builtinName, signature)) return null;
    if (hasPairs(builtinName, count)) return { kind: 'builtin', node, name: builtinName };
    const facts = { name: builtinName, expected: PAIRS, given: count, caller: name, signature };
    analyzer.reporter.report('wrong-arity', form.span, facts);
    return null;
  }
  analyzer.reportUnbound(form, context);
  return null;
}

function takesFunction(name: string): name is BuiltinName {
  return isBuiltin(name) && ['higher', 'maker'].includes(builtin(name).shape.kind);
}

/** The `let` that applying a `fn` is, at a node. */
export function applyFn(
  { params, rest, body }: Callee & { readonly kind: 'fn' },
  values: readonly Core[],
  node: number,
  context: Context,
): Core {
  const evaluated: Binding[] = [];
  const destructured: Binding[] = [];
  const bind = (target: Target, value: Core): void => {
    if (target.kind === 'slot' || target.kind === 'ignore') {
      evaluated.push({ target, value });
      return;
    }
    const slot = context.frame.newSlot();
    evaluated.push({ target: { kind: 'slot', slot, name: '' }, value });
    destructured.push({ target, value: { kind: 'local', node: value.node, slot, name: '', counted: false } });
  };
  params.forEach((target, index) => bind(target, values[index]!));
  if (rest !== null) bind(rest, { kind: 'vector', node, items: values.slice(params.length), counted: false });
  return { kind: 'let', node, bindings: [...evaluated, ...destructured], body };
}

// --- Makers

/** The form as a call of a maker, by its name; null for any other form, and where the name means something else. */
export function makerIn(analyzer: Analyzer, form: Form, context: Context): BuiltinName | null {
  const head = form.kind === 'list' ? form.items[0] : undefined;
  if (head?.kind !== 'symbol' || !isMaker(head.name) || context.scope.find(head.name) !== null) return null;
  return analyzer.definitions.defines(head.name) ? null : head.name;
}

function isMaker(name: string): name is BuiltinName {
  return isBuiltin(name) && builtin(name).shape.kind === 'maker';
}

/** What a maker's function gives for some values; null when there is an error, which was reported. */
export function applyMaker(
  analyzer: Analyzer,
  form: ListForm,
  name: BuiltinName,
  values: readonly Core[],
  caller: string,
  context: Context,
): Core | null {
  const [, ...written] = form.items;
  if (!analyzer.fits(form, name, builtinArity(name), written.length, signatureOf(name))) {
    analyzer.lenient(written, context);
    return null;
  }
  return name === 'comp'
    ? composed(analyzer, written, values, caller, context)
    : defaulted(analyzer, form, written, values, caller, context);
}

/** The last function gets all values, each other one what the one after it gives. */
function composed(
  analyzer: Analyzer,
  functions: readonly Form[],
  values: readonly Core[],
  caller: string,
  context: Context,
): Core | null {
  let isWhole = true;
  let inner = values;
  for (const form of functions.toReversed()) {
    const applied = applyForm(analyzer, form, inner, caller, context);
    isWhole &&= applied !== null;
    inner = [applied ?? nothing(form)];
  }
  return isWhole ? inner[0]! : null;
}

/** f of the values, each of which has a default where it is nil, as far as there are defaults. */
function defaulted(
  analyzer: Analyzer,
  form: ListForm,
  [f, ...defaults]: readonly Form[],
  values: readonly Core[],
  caller: string,
  context: Context,
): Core | null {
  const others = analyzer.arguments(defaults, context);
  if (values.length < defaults.length) {
    const expected = inWords({ min: defaults.length, max: null });
    analyzer.reporter.report('wrong-arity', form.span, { name: 'fnil', expected, given: values.length, caller });
    return null;
  }
  const filled = values.map((value, at): Core => {
    const otherwise = others[at];
    if (otherwise === undefined) return value;
    const slot = context.frame.newSlot();
    return {
      kind: 'bind-test',
      node: form.node,
      test: 'some',
      value,
      target: { kind: 'slot', slot, name: '' },
      body: { kind: 'local', node: form.node, slot, name: '', counted: false },
      otherwise,
    };
  });
  return applyForm(analyzer, f!, filled, caller, context);
}

function applyForm(
  analyzer: Analyzer,
  form: Form,
  values: readonly Core[],
  caller: string,
  context: Context,
): Core | null {
  const maker = makerIn(analyzer, form, context);
  if (maker !== null) return applyMaker(analyzer, form as ListForm, maker, values, caller, context);
  const callee = readCallee(analyzer, caller, form, values.length, part(context));
  return callee === null ? null : applyKnown(callee, values, context);
}

/** What is known to be applied, to values, where it stands. */
function applyKnown(callee: Callee, values: readonly Core[], context: Context): Core {
  const { node } = callee;
  switch (callee.kind) {
    case 'fn':
      return applyFn(callee, values, node, context);
    case 'function':
      return { kind: 'call', node, function: callee.function, args: values, catches: false };
    case 'builtin':
      return { kind: 'builtin', node, name: callee.name, args: values, order: null };
    case 'field':
      return { kind: 'field', node, key: callee.key, target: values[0]!, otherwise: values[1] ?? null };
  }
}

/** A maker's function as what a higher-order builtin applies to `count` values. */
function makerAsCallee(
  analyzer: Analyzer,
  form: ListForm,
  name: BuiltinName,
  count: number,
  caller: string,
  context: Context,
): Callee | null {
  const { node } = form;
  const slots = Array.from({ length: count }, () => context.frame.newSlot());
  const values = slots.map((slot): Core => ({ kind: 'local', node, slot, name: '', counted: false }));
  const body = applyMaker(analyzer, form, name, values, caller, context);
  if (body === null) return null;
  return { kind: 'fn', node, params: slots.map((slot) => ({ kind: 'slot', slot, name: '' })), rest: null, body };
}
