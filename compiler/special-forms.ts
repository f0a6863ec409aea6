// Special forms: how each is resolved.
// In: a list whose head names one, with a count of parts that fits. Out: core. `def` and `defn` at the top level and `fn`
// where it belongs never come here: analyze.ts, calls.ts and builtin-calls.ts take them.

import { printDecimal } from '../grammar/decimal.ts';
import type { Form, ListForm, VectorForm } from '../grammar/form.ts';
import type { Analyzer } from './analyze.ts';
import { analyzeAttempt } from './attempt.ts';
import type { Context } from './context.ts';
import { asCallOf, isStandIn, nothing, part, shown } from './context.ts';
import type { Binding, Constant, Core, Target } from './core.ts';
import { analyzeFmt } from './fmt.ts';
import { bindFunction } from './local-functions.ts';
import { bindPattern } from './patterns.ts';
import type { SpecialName } from './specials.ts';
import { SPECIALS } from './specials.ts';
import { analyzeCondThread, analyzeSomeThread, threaded } from './threading.ts';

type Analyze = (analyzer: Analyzer, form: ListForm, args: readonly Form[], context: Context) => Core;

export const ANALYZE_SPECIAL: Record<SpecialName, Analyze> = {
  def: topLevelOnly,
  defn: topLevelOnly,
  use: useInside,
  fn: fnAsValue,
  let: analyzeLet,
  if: (analyzer, form, args, context) => branch(analyzer, form, args, context, false),
  'if-not': (analyzer, form, args, context) => branch(analyzer, form, args, context, true),
  when: analyzeWhen,
  'when-not': analyzeWhenNot,
  cond: analyzeCond,
  case: analyzeCase,
  and: (analyzer, form, args, context) => ({ kind: 'and', node: form.node, items: sequence(analyzer, args, context) }),
  or: (analyzer, form, args, context) => ({ kind: 'or', node: form.node, items: sequence(analyzer, args, context) }),
  do: (analyzer, form, args, context) => ({
    kind: 'do',
    node: form.node,
    items: sequence(analyzer, args, context),
    counted: true,
  }),
  attempt: analyzeAttempt,
  fmt: analyzeFmt,
  loop: analyzeLoop,
  recur: analyzeRecur,
  '->': (analyzer, _form, args, context) => threaded(analyzer, args, context, false),
  '->>': (analyzer, _form, args, context) => threaded(analyzer, args, context, true),
  'some->': analyzeSomeThread,
  'cond->': analyzeCondThread,
  'if-let': (analyzer, form, args, context) => bindTest(analyzer, form, args, context, 'truthy'),
  'when-let': (analyzer, form, args, context) => bindTest(analyzer, form, args, context, 'truthy'),
  'if-some': (analyzer, form, args, context) => bindTest(analyzer, form, args, context, 'some'),
  'when-some': (analyzer, form, args, context) => bindTest(analyzer, form, args, context, 'some'),
};

function headName(form: ListForm): SpecialName {
  return (form.items[0] as { name: SpecialName }).name;
}

function misshaped(analyzer: Analyzer, at: Form, name: SpecialName, expected: string, given: string | number): Core {
  return analyzer.misshaped(at, name, expected, given, SPECIALS[name].signature);
}

function topLevelOnly(analyzer: Analyzer, form: ListForm): Core {
  const name = headName(form);
  analyzer.reporter.report('bad-binding', form.span, {
    why: `\`${name}\` stands at the top level only`,
    instead: 'bind a local with `let`',
  });
  // It is not missed where it is used.
  const defined = form.items[1];
  if (defined?.kind === 'symbol') analyzer.definitions.refused.add(defined.name);
  return nothing(form);
}

function useInside(analyzer: Analyzer, form: ListForm): Core {
  analyzer.reporter.report('bad-module', form.span, {
    why: '`use` stands at the top level only',
    instead: `write it above as ${SPECIALS.use.signature}`,
  });
  return nothing(form);
}

function fnAsValue(analyzer: Analyzer, form: ListForm, _args: readonly Form[], context: Context): Core {
  analyzer.reporter.report('function-as-value', form.span, {
    name: 'fn',
    what: 'a function',
    instead: 'hand it to a builtin such as `map`, call it at once, or name it with `defn`',
  });
  // What is wrong inside it is worth knowing, unless it has no inside.
  if (form.items.length > 2) analyzer.lenient([form], context);
  return nothing(form);
}

// --- Branches

function branch(analyzer: Analyzer, form: ListForm, args: readonly Form[], context: Context, negated: boolean): Core {
  const test = condition(analyzer, args[0]!, context);
  const then = analyzer.expression(args[1]!, context);
  const otherwise = args[2] === undefined ? null : analyzer.expression(args[2], context);
  return negated
    ? { kind: 'cond', node: form.node, clauses: [{ test, body: otherwise }], otherwise: then }
    : { kind: 'cond', node: form.node, clauses: [{ test, body: then }], otherwise };
}

function analyzeWhen(analyzer: Analyzer, form: ListForm, args: readonly Form[], context: Context): Core {
  const test = condition(analyzer, args[0]!, context);
  return {
    kind: 'cond',
    node: form.node,
    clauses: [{ test, body: analyzer.body(args.slice(1), form.node, context) }],
    otherwise: null,
  };
}

function analyzeWhenNot(analyzer: Analyzer, form: ListForm, args: readonly Form[], context: Context): Core {
  const test = condition(analyzer, args[0]!, context);
  return {
    kind: 'cond',
    node: form.node,
    clauses: [{ test, body: null }],
    otherwise: analyzer.body(args.slice(1), form.node, context),
  };
}

function analyzeCond(analyzer: Analyzer, form: ListForm, args: readonly Form[], context: Context): Core {
  if (args.length % 2 !== 0) {
    analyzer.lenient(args, context);
    return misshaped(analyzer, form, 'cond', 'tests and values in pairs', args.length);
  }
  const clauses = [];
  for (let at = 0; at < args.length; at += 2) {
    const isLast = at === args.length - 2;
    const test = isLast ? analyzer.expression(args[at]!, part(context)) : condition(analyzer, args[at]!, context);
    clauses.push({ test, body: analyzer.expression(args[at + 1]!, context) });
  }
  return { kind: 'cond', node: form.node, clauses, otherwise: null };
}

/** A test, with a warning when it is a literal. */
function condition(analyzer: Analyzer, form: Form, context: Context): Core {
  const literal = form.kind !== 'symbol' && form.kind !== 'list';
  if (literal) {
    const truth = form.kind === 'nil' || (form.kind === 'boolean' && !form.value) ? 'false' : 'true';
    analyzer.reporter.report('constant-condition', form.span, { truth });
  }
  return analyzer.expression(form, part(context));
}

function bindTest(
  analyzer: Analyzer,
  form: ListForm,
  args: readonly Form[],
  context: Context,
  test: 'truthy' | 'some',
): Core {
  const name = headName(form);
  const [bindings, ...bodies] = args;
  const hasElse = name === 'if-let' || name === 'if-some';
  if (bindings!.kind !== 'vector' || bindings!.items.length !== 2) {
    analyzer.reporter.report('bad-binding', bindings!.span, {
      why: `\`${name}\` binds one name to one value`,
      instead: `write it as ${SPECIALS[name].signature}`,
    });
    return poisoned(analyzer, form, bindings!, bodies, context);
  }
  const [pattern, source] = (bindings as VectorForm).items;
  const value = analyzer.expression(source!, part({ ...context, depth: context.depth + 1 }));
  return analyzer.within(context, (inside) => {
    const target = bindPattern(analyzer, pattern!, inside);
    const body = hasElse ? analyzer.expression(bodies[0]!, inside) : analyzer.body(bodies, form.node, inside);
    // The other branch does not see the names.
    const otherwise = hasElse && bodies[1] !== undefined ? analyzer.expression(bodies[1], context) : null;
    return { kind: 'bind-test', node: form.node, test, value, target, body, otherwise };
  });
}

function analyzeCase(analyzer: Analyzer, form: ListForm, args: readonly Form[], context: Context): Core {
  const [subjectForm, ...others] = args;
  const subject = analyzer.expression(subjectForm!, part(context));
  const seen = new Map<string, Form>();
  const clauses = [];
  for (let at = 0; at + 1 < others.length; at += 2) {
    const written = others[at]!;
    const constants: Constant[] = [];
    for (const item of written.kind === 'list' ? written.items : [written]) {
      const constant = constantOf(item);
      if (isStandIn(item)) continue;
      if (constant === null) {
        misshaped(analyzer, item, 'case', 'literal constants', `\`${shown(item)}\``);
        continue;
      }
      const key =
        constant.kind === 'number'
          ? `number ${printDecimal(constant.value)}`
          : constant.kind === 'nil'
            ? 'nil'
            : `${constant.kind} ${constant.value}`;
      const first = seen.get(key);
      if (first === undefined) seen.set(key, item);
      else
        analyzer.reporter.report(
          'duplicate-key',
          item.span,
          { key: `\`${key.slice(key.indexOf(' ') + 1, 60)}\``, where: 'case' },
          [{ span: first.span, message: 'the first one' }],
        );
      constants.push(constant);
    }
    if (written.kind === 'list' && written.items.length === 0)
      misshaped(analyzer, written, 'case', 'at least one constant', 'none');
    clauses.push({ constants, body: analyzer.expression(others[at + 1]!, context) });
  }
  const last = others.length % 2 === 0 ? others.at(-2) : undefined;
  // What ends a `cond`, and in other languages a `case`.
  if (last?.kind === 'keyword' && (last.name === 'else' || last.name === 'default'))
    analyzer.reporter.report('case-else', last.span, { name: last.name });
  const otherwise = others.length % 2 === 0 ? null : analyzer.expression(others.at(-1)!, context);
  return { kind: 'case', node: form.node, subject, clauses, otherwise };
}

function constantOf(form: Form): Constant | null {
  switch (form.kind) {
    case 'nil':
      return { kind: 'nil' };
    case 'boolean':
      return { kind: 'boolean', value: form.value };
    case 'number':
      return { kind: 'number', value: form.value };
    case 'string':
      return { kind: 'string', value: form.value };
    case 'keyword':
      return { kind: 'string', value: form.name };
    default:
      return null;
  }
}

/** Expressions of which the last gives the value. */
function sequence(analyzer: Analyzer, args: readonly Form[], context: Context): Core[] {
  return args.map((arg, index) => analyzer.expression(arg, index === args.length - 1 ? context : part(context)));
}

// --- Bindings

function analyzeLet(analyzer: Analyzer, form: ListForm, args: readonly Form[], context: Context): Core {
  const [vector, ...body] = args;
  if (!inPairs(analyzer, vector!, 'let')) return poisoned(analyzer, form, vector!, body, context);
  return analyzer.within(context, (inside) => {
    const bindings = bindAll(analyzer, vector as VectorForm, inside, true);
    return { kind: 'let', node: form.node, bindings, body: analyzer.body(body, form.node, inside) };
  });
}

function analyzeLoop(analyzer: Analyzer, form: ListForm, args: readonly Form[], context: Context): Core {
  const [vector, ...body] = args;
  const fresh: Context = { ...context, target: { to: 'loop', count: null }, tail: true };
  if (!inPairs(analyzer, vector!, 'loop')) return poisoned(analyzer, form, vector!, body, fresh);
  return analyzer.within(context, (inside) => {
    const bindings = bindAll(analyzer, vector as VectorForm, inside, false);
    const within: Context = { ...inside, target: { to: 'loop', count: bindings.length }, tail: true };
    return { kind: 'loop', node: form.node, bindings, body: analyzer.body(body, form.node, within) };
  });
}

function inPairs(analyzer: Analyzer, form: Form, name: SpecialName): boolean {
  if (form.kind === 'vector' && form.items.length % 2 === 0) return true;
  const why =
    form.kind === 'vector'
      ? `the last name in the vector of \`${name}\` has no value`
      : `\`${name}\` starts with a vector of names and values`;
  const at = form.kind === 'vector' ? form.items.at(-1)! : form;
  analyzer.reporter.report('bad-binding', at.span, { why, instead: `write it as ${SPECIALS[name].signature}` });
  return false;
}

/** Each value is analysed before its names are declared, so it sees only the ones before. */
function bindAll(analyzer: Analyzer, vector: VectorForm, context: Context, mayHoldFunctions: boolean): Binding[] {
  const deeper = part({ ...context, depth: context.depth + 1 });
  const bindings: Binding[] = [];
  for (let at = 0; at < vector.items.length; at += 2) {
    const pattern = vector.items[at]!;
    const fn = asCallOf('fn', vector.items[at + 1]!);
    if (mayHoldFunctions && fn !== null && pattern.kind === 'symbol') {
      bindFunction(analyzer, pattern, fn, deeper);
      continue;
    }
    const { value, isBroken } = analyzer.bound(vector.items[at + 1]!, deeper);
    const target: Target = bindPattern(analyzer, pattern, deeper);
    const local = pattern.kind === 'symbol' ? context.scope.find(pattern.name) : null;
    if (local !== null && isBroken) local.isBroken = true;
    bindings.push({ target, value });
  }
  return bindings;
}

/** Looks at what stands under a binding form that could not be read, without missing its names. */
function poisoned(analyzer: Analyzer, form: Form, bindings: Form, body: readonly Form[], context: Context): Core {
  return analyzer.within(context, (inside) => {
    inside.scope.poisoned = true;
    if (bindings.kind === 'vector') {
      bindings.items.forEach((item, index) => {
        if (index % 2 === 1) analyzer.expression(item, part(inside));
      });
    }
    return body.length === 0 ? nothing(form) : analyzer.body(body, form.node, inside);
  });
}

function analyzeRecur(analyzer: Analyzer, form: ListForm, args: readonly Form[], context: Context): Core {
  const { target } = context;
  const refuse = (why: string, instead: string): Core => {
    analyzer.reporter.report('recur-position', form.span, { why, instead });
    analyzer.lenient(args, context);
    return nothing(form);
  };
  if (target === 'fn') return refuse('cannot leave a `fn`', 'name the function with `defn`, or put a `loop` into it');
  if (target === null) return refuse('stands in no `loop` and no `defn`', 'it goes back to the start of one of them');
  if (!context.tail)
    return refuse(
      'is not the last thing evaluated here',
      'nothing may wait for its value; carry the rest along as another value',
    );
  if (target.count !== null && target.count !== args.length) {
    analyzer.lenient(args, context);
    return misshaped(
      analyzer,
      form,
      'recur',
      `${target.count} value${target.count === 1 ? '' : 's'}, one for each name of its \`${target.to === 'loop' ? 'loop' : 'defn'}\``,
      args.length,
    );
  }
  return { kind: 'recur', node: form.node, args: analyzer.arguments(args, context), to: target.to };
}
