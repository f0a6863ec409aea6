// Patterns: what stands on the left of a binding.
// In: a form in binding position. Out: a Target, with its names declared in the scope, in the order they will be bound.

import type { Form, MapEntry, MapForm, SymbolForm, VectorForm } from '../grammar/form.ts';
import { canonical } from '../grammar/printer.ts';
import type { Analyzer } from './analyze.ts';
import type { Arity } from './builtins.ts';
import type { Context } from './context.ts';
import { shown, THREADED } from './context.ts';
import type { KeyTarget, Target } from './core.ts';
import { isSpecial } from './specials.ts';

/** Binds a name, a vector pattern or a map pattern in `context.scope`. */
export function bindPattern(analyzer: Analyzer, form: Form, context: Context): Target {
  return bind(analyzer, form, context, new Map());
}

interface Parameters {
  /** null when they cannot be read. */
  readonly arity: Arity | null;
  readonly signature: string;
}

/** How many arguments a parameter vector takes, and how a call of it is written. */
export function readParameters(name: string, form: Form | undefined): Parameters {
  if (form?.kind !== 'vector') return { arity: null, signature: `(${name} …)` };
  const signature = form.items.length === 0 ? `(${name})` : `(${name} ${canonical(form.items).replaceAll('\n', ' ')})`;
  const rest = form.items.findIndex(isAmpersand);
  const isReadable =
    form.items.every(({ kind }) => kind === 'symbol' || kind === 'vector' || kind === 'map') &&
    (rest === -1 || rest === form.items.length - 2);
  if (!isReadable) return { arity: null, signature };
  return {
    arity: rest === -1 ? { min: form.items.length, max: form.items.length } : { min: rest, max: null },
    signature,
  };
}

/** Names of one pattern so far, with the first place of each. */
type Names = Map<string, SymbolForm>;

const IGNORE: Target = { kind: 'ignore' };

function bind(analyzer: Analyzer, form: Form, context: Context, names: Names): Target {
  switch (form.kind) {
    case 'symbol':
      return bindName(analyzer, form, context, names);
    case 'vector':
      return bindVector(analyzer, form, context, names);
    case 'map':
      return bindMap(analyzer, form, context, names);
    case 'nil':
    case 'boolean':
      return reserved(analyzer, form, context, 'part of the language');
    default:
      return refuse(
        analyzer,
        form,
        context,
        `${form.kind === 'list' ? 'a list' : `a ${form.kind}`} cannot be bound`,
        'bind a name, `[a b & more]` or `{:keys [a b] :or {a 1}}`',
      );
  }
}

function bindName(analyzer: Analyzer, form: SymbolForm, context: Context, names: Names, isKey = false): Target {
  if (form.name === '_') return IGNORE;
  if (form.name.startsWith(THREADED))
    return refuse(
      analyzer,
      form,
      context,
      'the threaded value cannot be bound',
      'write this stage as a call that takes it as an argument',
    );
  if (isSpecial(form.name) || form.name === '&') {
    return reserved(analyzer, form, context, form.name === '&' ? 'part of the language' : 'a special form');
  }
  const first = names.get(form.name);
  if (first !== undefined) {
    analyzer.reporter.report(
      'bad-binding',
      form.span,
      { why: `\`${shown(form)}\` is bound twice in one pattern`, instead: 'use `_` for a part that is not needed' },
      [{ span: first.span, message: 'the first one' }],
    );
    // Which name was meant is unknown, so it may be any that is missing below.
    context.scope.poisoned = true;
    return IGNORE;
  }
  names.set(form.name, form);
  const slot = context.frame.newSlot();
  analyzer.observer.local(context.scope.declare(form.name, slot, form.span, isKey));
  return { kind: 'slot', slot, name: form.name };
}

function bindVector(analyzer: Analyzer, form: VectorForm, context: Context, names: Names): Target {
  const inside = deeper(context);
  const ampersand = form.items.findIndex(isAmpersand);
  const items = (ampersand === -1 ? form.items : form.items.slice(0, ampersand)).map((item) =>
    bind(analyzer, item, inside, names),
  );
  let rest: Target | null = null;
  if (ampersand !== -1) {
    const [more, ...others] = form.items.slice(ampersand + 1);
    if (more === undefined || others.length > 0 || more.kind === 'map') {
      const at = more === undefined ? form.items[ampersand]! : (others[0] ?? more);
      return refuse(
        analyzer,
        at,
        context,
        more?.kind === 'map' && others.length === 0
          ? 'the rest of a vector is a vector, not a map'
          : 'one name stands after `&`, and nothing after it',
        'write `[a b & more]`',
      );
    }
    rest = bind(analyzer, more, inside, names);
  }
  return { kind: 'vector', node: form.node, items, rest };
}

function bindMap(analyzer: Analyzer, form: MapForm, context: Context, names: Names): Target {
  if (form.isBroken) {
    context.scope.poisoned = true;
    return IGNORE;
  }
  const inside = deeper(context);
  const bad = (at: Form, why: string): Target => refuse(analyzer, at, context, why, 'write `{:keys [a b] :or {a 1}}`');
  let keys: Form | null = null;
  let defaults: Form | null = null;
  for (const { key, value } of form.entries) {
    if (key.kind === 'keyword' && key.name === 'keys') keys = value;
    else if (key.kind === 'keyword' && key.name === 'or') defaults = value;
    else return bad(key, 'a map pattern has `:keys` and `:or`, and nothing else');
  }
  if (keys?.kind !== 'vector') return bad(keys ?? form, 'a map pattern has `:keys` with a vector of names');
  if (defaults !== null && defaults.kind !== 'map') return bad(defaults, '`:or` has a map of names and defaults');
  const otherwise = new Map<string, MapEntry>();
  for (const { key, value } of defaults?.entries ?? []) {
    if (key.kind !== 'symbol') return bad(key, 'the keys of `:or` are the names themselves');
    if (!keys.items.some((name) => name.kind === 'symbol' && name.name === key.name))
      return bad(key, `\`${shown(key)}\` is not among the \`:keys\``);
    otherwise.set(key.name, { key, value });
  }
  const targets: KeyTarget[] = [];
  for (const name of keys.items) {
    if (name.kind !== 'symbol' || name.name === '_') {
      if (name.kind === 'nil' || name.kind === 'boolean') bind(analyzer, name, inside, names);
      else bad(name, '`:keys` has plain names');
      continue;
    }
    // The default sees the names before this one, so it is analysed first.
    const fallback = otherwise.get(name.name);
    const value =
      fallback === undefined ? null : analyzer.expression(fallback.value, deeper({ ...inside, tail: false }));
    const target = bindName(analyzer, name, inside, names, true);
    if (fallback !== undefined) context.scope.find(name.name)?.mentions.push(fallback.key.span);
    if (target.kind === 'slot') targets.push({ key: name.name, slot: target.slot, node: name.node, otherwise: value });
  }
  return { kind: 'map', node: form.node, keys: targets };
}

function reserved(analyzer: Analyzer, form: Form, context: Context, what: string): Target {
  analyzer.reporter.report('reserved-name', form.span, { name: shown(form), what });
  context.scope.poisoned = true;
  return IGNORE;
}

function refuse(analyzer: Analyzer, at: Form, context: Context, why: string, instead: string): Target {
  analyzer.reporter.report('bad-binding', at.span, { why, instead });
  context.scope.poisoned = true;
  return IGNORE;
}

function isAmpersand(form: Form): boolean {
  return form.kind === 'symbol' && form.name === '&';
}

function deeper(context: Context): Context {
  return { ...context, depth: context.depth + 1 };
}
