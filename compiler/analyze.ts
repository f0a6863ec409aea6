// Analyze: forms → core, the resolved tree.
// In: forms as read. Out: a Program, or null and the reasons. Names become slots, globals and functions; arities, callees
// and the order of `def`s are checked; sugar is gone. Special forms are in specials.ts, binding patterns in patterns.ts.
//
// How errors are kept apart: every error stands for one root cause. A name that nobody defined is reported where it first
// stands; what is called by a name that does not resolve is looked at leniently, because nobody knows what it would take;
// a binding form that cannot be read poisons its scope, so that its names are not missed below.

import type { Facts, Reporter } from '../grammar/diagnostic.ts';
import { compareCodePoints, keyText } from '../grammar/form.ts';
import type { Form, KeywordForm, ListForm, MapForm, SymbolForm } from '../grammar/form.ts';
import { NESTING_MAX } from '../grammar/scan.ts';
import { BUILTIN_NAMES, BUILTINS, builtin, builtinArity, isBuiltin } from './builtins.ts';
import type { Arity, BuiltinName } from './builtins.ts';
import type { Binding, Callee, Core, FunctionDefinition, Order, Program, Target, TopLevel } from './core.ts';
import { bindPattern, readParameters } from './patterns.ts';
import { Frame, Scope, Uses } from './scope.ts';
import { isSpecial, SPECIALS } from './specials.ts';
import { suggest } from './suggest.ts';

/** Everything around an expression that decides what it may be. */
export interface Context {
  readonly scope: Scope;
  readonly frame: Frame;
  /** Brackets around it, after rewriting. */
  readonly depth: number;
  /** What `recur` would go back to; `fn` where a `fn` stands in between. */
  readonly target: RecurTarget | 'fn' | null;
  /** Whether its value is the value of that loop or function. */
  readonly tail: boolean;
}

export interface RecurTarget {
  readonly to: 'loop' | 'function';
  /** null when the names could not be read. */
  readonly count: number | null;
}

/** Resolves a script; null when there is an error, which the reporter has then. */
export function analyze(forms: readonly Form[], reporter: Reporter): Program | null {
  return new Analyzer(forms, reporter).program();
}

/** The functions a script defines, in source order, whether or not the script is valid. */
export function definedFunctions(forms: readonly Form[]): string[] {
  const names = forms.flatMap((form) => {
    const name = definition(form, 'defn')?.items[1];
    return name?.kind === 'symbol' && !isBuiltin(name.name) && !isSpecial(name.name) ? [name.name] : [];
  });
  return [...new Set(names)];
}

interface FunctionEntry {
  readonly name: string;
  readonly index: number;
  readonly form: ListForm;
  /** null when the parameters cannot be read: calls are then not counted. */
  readonly arity: Arity | null;
  readonly signature: string;
}

const MOVE_UP = 'definitions run in text order: move it up';

// A text with thousands of unknown names does not need a guess for each.
const SUGGESTIONS_MAX = 10;

export class Analyzer {
  readonly reporter: Reporter;
  readonly #forms: readonly Form[];
  readonly #functions = new Map<string, FunctionEntry>();
  readonly #globals = new Map<string, { readonly index: number; readonly form: ListForm }>();
  readonly #unbound = new Set<string>();
  /** Names whose definition was refused: nobody knows what a use of them means. */
  readonly #refused = new Set<string>();
  #suggestions = 0;
  #tooDeep = false;

  constructor(forms: readonly Form[], reporter: Reporter) {
    this.#forms = forms;
    this.reporter = reporter;
  }

  program(): Program | null {
    for (const form of this.#forms) this.#collect(form);
    const functions: FunctionDefinition[] = [];
    const functionUses: Uses[] = [];
    const items: TopLevel[] = [];
    const itemUses: Uses[] = [];
    const top = new Frame();
    for (const form of this.#forms) {
      const defn = definition(form, 'defn');
      if (defn !== null) {
        const frame = new Frame();
        const made = this.#function(defn, frame);
        if (made !== null) functions.push(made);
        const index = this.#indexOf(defn);
        if (index !== null) functionUses[index] = frame.uses;
        continue;
      }
      top.uses = new Uses();
      const context: Context = { scope: new Scope(null), frame: top, depth: 0, target: null, tail: false };
      const def = definition(form, 'def');
      const item = def === null ? { kind: 'expression' as const, value: this.expression(form, context) } : this.#def(def, { ...context, depth: 1 });
      if (item === null) continue;
      items.push(item);
      itemUses.push(top.uses);
    }
    this.#checkOrder(items, itemUses, functionUses);
    if (!items.some((item) => item.kind === 'expression') && this.reporter.errorCount === 0) {
      const last = this.#forms.at(-1);
      this.reporter.report('no-result', last?.span ?? { start: 0, end: 0 });
    }
    if (this.reporter.errorCount > 0) return null;
    return { functions, globals: [...this.#globals.keys()], items, slotCount: top.slotCount };
  }

  /** Analyses one expression; on an error the result is a stand-in and only its shape is right. */
  expression(form: Form, context: Context): Core {
    const { node } = form;
    switch (form.kind) {
      case 'nil': return { kind: 'literal', node, value: { kind: 'nil' } };
      case 'boolean': return { kind: 'literal', node, value: { kind: 'boolean', value: form.value } };
      case 'number': return { kind: 'literal', node, value: { kind: 'number', value: form.value } };
      case 'string': return { kind: 'literal', node, value: { kind: 'string', value: form.value } };
      case 'keyword': return { kind: 'literal', node, value: { kind: 'string', value: form.name } };
      case 'symbol': return this.#symbol(form, context);
      default:
    }
    if (context.depth >= NESTING_MAX) {
      if (!this.#tooDeep) this.reporter.report('nesting-too-deep', form.span, { max: NESTING_MAX });
      this.#tooDeep = true;
      return nothing(form);
    }
    const inside = { ...context, depth: context.depth + 1 };
    if (form.kind === 'list') return this.#list(form, inside);
    if (form.kind === 'vector') return { kind: 'vector', node, items: this.arguments(form.items, inside), counted: true };
    return this.#map(form, inside);
  }

  /** Expressions whose values are parts of another value. */
  arguments(forms: readonly Form[], context: Context): Core[] {
    const inside = part(context);
    return forms.map((form) => this.expression(form, inside));
  }

  /** One or more expressions, the value being the last one's. */
  body(forms: readonly Form[], node: number, context: Context): Core {
    const items = forms.map((form, index) => this.expression(form, index === forms.length - 1 ? context : part(context)));
    return items.length === 1 ? items[0]! : { kind: 'do', node, items, counted: false };
  }

  /** Runs `analyse` in a scope of its own and says afterwards which of its names nobody read. */
  within<Result>(context: Context, analyse: (inner: Context) => Result): Result {
    const errorsBefore = this.reporter.errorCount;
    const scope = new Scope(context.scope);
    const result = analyse({ ...context, scope });
    // Where something is wrong a name may seem unused only because its use could not be read.
    if (this.reporter.errorCount === errorsBefore) scope.reportUnused(this.reporter);
    return result;
  }

  /** Reports a count that does not fit; true when it does. */
  fits(form: Form, name: string, arity: Arity, given: number, signature: string): boolean {
    if (given >= arity.min && (arity.max === null || given <= arity.max)) return true;
    this.reporter.report('wrong-arity', form.span, { name, expected: inWords(arity), given, signature });
    return false;
  }

  misshaped(form: Form, name: string, expected: string, given: string | number, signature: string): Core {
    this.reporter.report('wrong-arity', form.span, { name, expected, given, signature });
    return nothing(form);
  }

  /** Looks for further errors in what stands under something that could not be resolved. */
  lenient(forms: readonly Form[], context: Context): void {
    const inside = part(context);
    for (const form of forms) {
      const fn = asFn(form);
      if (fn !== null) this.#fn(fn, inside);
      else if (form.kind === 'symbol' && context.scope.find(form.name) === null && (this.#functions.has(form.name) || isBuiltin(form.name))) continue;
      else this.expression(form, inside);
    }
  }

  isShadowed(name: string, context: Context): boolean {
    return context.scope.find(name) !== null;
  }

  // --- Definitions

  #collect(form: Form): void {
    const defn = definition(form, 'defn');
    const made = defn ?? definition(form, 'def');
    const name = made?.items[1];
    if (made === null || name === undefined) return;
    if (name.kind !== 'symbol' || name.name === '_' || name.name === '&') {
      if (name.kind === 'nil' || name.kind === 'boolean' || (name.kind === 'symbol' && name.name === '&')) {
        this.reporter.report('reserved-name', name.span, { name: shown(name), what: 'part of the language' });
      } else this.reporter.report('bad-binding', name.span, { why: 'a definition starts with a name', instead: `write it as ${SPECIALS[defn === null ? 'def' : 'defn'].signature}` });
      return;
    }
    const what = isSpecial(name.name) ? 'a special form' : isBuiltin(name.name) ? 'a builtin' : name.name === 'input' ? 'the input of the run' : null;
    if (what !== null) {
      this.reporter.report('reserved-name', name.span, { name: name.name, what });
      this.#refused.add(name.name);
      return;
    }
    const first = this.#functions.get(name.name)?.form ?? this.#globals.get(name.name)?.form;
    if (first !== undefined) {
      this.#refused.add(name.name);
      this.reporter.report('duplicate-definition', name.span, { name: name.name }, [{ span: first.items[1]!.span, message: 'the first definition' }]);
      return;
    }
    if (defn === null) this.#globals.set(name.name, { index: this.#globals.size, form: made });
    else {
      const { arity, signature } = readParameters(name.name, splitDefn(made).params);
      this.#functions.set(name.name, { name: name.name, index: this.#functions.size, form: made, arity, signature });
    }
  }

  #def(form: ListForm, context: Context): TopLevel | null {
    const [, name, ...values] = form.items;
    const isWhole = values.length === 1;
    if (!isWhole) {
      this.misshaped(form, 'def', 'a name and a value', form.items.length - 1, SPECIALS.def.signature);
      this.lenient(values, context);
    }
    const value = isWhole ? this.expression(values[0]!, context) : nothing(form);
    const global = name?.kind === 'symbol' ? this.#globals.get(name.name) : undefined;
    return global?.form === form ? { kind: 'def', global: global.index, node: form.node, value } : null;
  }

  /** null for a definition that was refused. */
  #indexOf(form: ListForm): number | null {
    const name = form.items[1];
    const entry = name?.kind === 'symbol' ? this.#functions.get(name.name) : undefined;
    return entry?.form === form ? entry.index : null;
  }

  #function(form: ListForm, frame: Frame): FunctionDefinition | null {
    const { name, params, body } = splitDefn(form);
    const context: Context = { scope: new Scope(null), frame, depth: 1, target: null, tail: true };
    if (name === undefined || params === undefined || body.length === 0) {
      this.misshaped(form, 'defn', 'a name, parameters and a body', form.items.length - 1, SPECIALS.defn.signature);
      return null;
    }
    return this.within(context, (inside) => {
      const bound = this.#parameters(params, inside);
      const count = bound === null ? null : bound.params.length + (bound.rest === null ? 0 : 1);
      const value = this.body(body, form.node, { ...inside, target: { to: 'function', count } });
      if (bound === null || name.kind !== 'symbol' || this.#indexOf(form) === null) return null;
      return { name: name.name, node: form.node, ...bound, slotCount: frame.slotCount, body: value };
    });
  }

  #parameters(form: Form, context: Context): { readonly params: readonly Target[]; readonly rest: Target | null } | null {
    if (form.kind !== 'vector') {
      this.reporter.report('bad-binding', form.span, { why: 'parameters are a vector of names', instead: 'write `[a b]`, or `[]` for none' });
      context.scope.poisoned = true;
      return null;
    }
    const target = bindPattern(this, form, context);
    return target.kind === 'vector' ? { params: target.items, rest: target.rest } : null;
  }

  /** A `def`, or an expression, must not run before what it reads has its value. */
  #checkOrder(items: readonly TopLevel[], itemUses: readonly Uses[], functionUses: readonly Uses[]): void {
    const names = [...this.#globals.keys()];
    const reach = latestGlobals(functionUses, names.length);
    const functionNames = [...this.#functions.keys()];
    let defined = 0;
    items.forEach((item, index) => {
      for (const [global, span] of itemUses[index]!.globals) {
        if (global < defined) continue;
        const why = item.kind === 'def' && item.global === global ? 'is used in its own value' : 'is used before its definition';
        this.reporter.report('unbound-variable', span, { name: names[global]!, why, instead: MOVE_UP });
      }
      for (const [called, span] of itemUses[index]!.calls) {
        const latest = reach[called];
        if (latest === undefined || latest === null || latest.global < defined) continue;
        const name = names[latest.global]!;
        const why = `has no value yet when \`${functionNames[called]!}\` runs here`;
        this.reporter.report('unbound-variable', span, { name, why, instead: MOVE_UP }, [{ span: latest.span, message: `\`${name}\` is read here` }]);
      }
      if (item.kind === 'def') defined = item.global + 1;
    });
  }

  // --- Names

  #symbol(form: SymbolForm, context: Context): Core {
    const { name, node } = form;
    if (name.startsWith(THREADED)) return { kind: 'local', node, slot: Number(name.slice(THREADED.length)), name: '', counted: false };
    const local = context.scope.find(name);
    if (local !== null) {
      local.used = true;
      return { kind: 'local', node, slot: local.slot, name, counted: true };
    }
    if (this.#refused.has(name)) return nothing(form);
    const global = this.#globals.get(name);
    if (global !== undefined) {
      if (!context.frame.uses.globals.has(global.index)) context.frame.uses.globals.set(global.index, form.span);
      return { kind: 'global', node, index: global.index, name };
    }
    if (name === 'input') return { kind: 'input', node };
    const what = this.#functions.has(name) ? 'a function' : isBuiltin(name) ? 'a builtin' : isSpecial(name) ? 'a special form' : null;
    if (what === null) this.#reportUnbound(form, context);
    else if (!isSpecial(name) || !context.scope.poisoned) {
      const instead = what === 'a special form' ? `it stands first in a list: ${SPECIALS[name as keyof typeof SPECIALS].signature}` : `call it, as in \`(${name} …)\`, or hand it to a builtin such as \`map\``;
      this.reporter.report('function-as-value', form.span, { name, what, instead });
    }
    return nothing(form);
  }

  #reportUnbound(form: SymbolForm, context: Context): void {
    const { name } = form;
    if (context.scope.poisoned || this.#unbound.has(name)) return;
    this.#unbound.add(name);
    this.#suggestions += 1;
    const guess = this.#suggestions > SUGGESTIONS_MAX ? null
      : suggest(name, [...context.scope.names(), ...this.#globals.keys(), ...this.#functions.keys(), 'input', ...BUILTIN_NAMES, ...Object.keys(SPECIALS)]);
    this.reporter.report('unbound-variable', form.span, guess === null ? { name: shown(form) } : { name: shown(form), suggestion: guess });
  }

  #map(form: MapForm, context: Context): Core {
    const inside = part(context);
    const entries = form.entries.map(({ key, value }) => {
      if (key.kind === 'symbol') {
        this.reporter.report('unexpected-token', key.span, { found: `\`${shown(key)}\` as a map key`, instead: `write \`:${shown(key)}\`, or use \`assoc\` for a key that is computed` });
      }
      return { key: keyText(key), value: this.expression(value, inside) };
    });
    // The reader has them in this order already; equal keys cannot both be valid.
    entries.sort((a, b) => compareCodePoints(a.key, b.key));
    return { kind: 'map', node: form.node, entries };
  }

  // --- Calls

  #list(form: ListForm, context: Context): Core {
    const [head, ...args] = form.items;
    if (head === undefined) return this.#notCallable(form, '`()`', args, context, 'an empty vector is `[]`; nothing is `nil`');
    if (head.kind === 'keyword') return this.#field(form, head, args, context);
    const fn = asFn(head);
    if (fn !== null) return this.#immediate(form, fn, args, context);
    if (head.kind !== 'symbol') {
      const instead = head.kind === 'list' ? 'functions are not values, so a call has none to give back' : head.kind === 'vector' || head.kind === 'map' ? 'read it with `get`' : undefined;
      if (head.kind === 'list' || head.kind === 'vector' || head.kind === 'map') this.expression(head, part(context));
      return this.#notCallable(head, head.kind === 'list' ? 'the result of a call' : `a ${head.kind === 'nil' ? 'nil' : head.kind}`, args, context, instead);
    }
    if (isSpecial(head.name)) {
      const special = SPECIALS[head.name];
      if (!this.fits(form, head.name, special, args.length, special.signature)) {
        if (special.plain) this.lenient(args, context);
        return nothing(form);
      }
      return special.analyze(this, form, args, context);
    }
    if (context.scope.find(head.name) !== null || head.name.startsWith(THREADED)) {
      const local = context.scope.find(head.name);
      if (local !== null) local.used = true;
      return this.#notCallable(head, `the local \`${shown(head)}\``, args, context, 'functions are not values, so a local never holds one');
    }
    if (this.#refused.has(head.name)) {
      this.lenient(args, context);
      return nothing(form);
    }
    const called = this.#functions.get(head.name);
    if (called !== undefined) {
      this.#recordCall(called, head, context);
      if (called.arity !== null && !this.fits(form, head.name, called.arity, args.length, called.signature)) {
        this.lenient(args, context);
        return nothing(form);
      }
      return { kind: 'call', node: form.node, function: called.index, args: this.arguments(args, context) };
    }
    if (this.#globals.has(head.name) || head.name === 'input') {
      return this.#notCallable(head, `\`${head.name}\``, args, context, 'it is a value; only names of functions, builtins and keywords are called');
    }
    if (isBuiltin(head.name)) return this.#builtin(form, head.name, args, context);
    this.#reportUnbound(head, context);
    this.lenient(args, context);
    return nothing(form);
  }

  #notCallable(at: Form, what: string, args: readonly Form[], context: Context, instead?: string): Core {
    const facts: Facts = instead === undefined ? { what } : { what, instead };
    this.reporter.report('not-callable', at.span, facts);
    this.lenient(args, context);
    return nothing(at);
  }

  #recordCall(called: FunctionEntry, at: Form, context: Context): void {
    if (!context.frame.uses.calls.has(called.index)) context.frame.uses.calls.set(called.index, at.span);
  }

  #field(form: ListForm, head: KeywordForm, args: readonly Form[], context: Context): Core {
    const name = `:${head.name}`;
    if (!this.fits(form, name, { min: 1, max: 2 }, args.length, `(${name} map default?)`)) {
      this.lenient(args, context);
      return nothing(form);
    }
    const [target, otherwise] = this.arguments(args, context);
    return { kind: 'field', node: form.node, key: head.name, target: target!, otherwise: otherwise ?? null };
  }

  /** `((fn [x] …) 1)`: all arguments first, then the parameters, then the body; the call's one step is the `let`'s. */
  #immediate(form: ListForm, head: ListForm, args: readonly Form[], context: Context): Core {
    const values = this.arguments(args, context);
    const made = this.#fn(head, context);
    if (made === null) return nothing(form);
    const { params, rest } = made;
    const arity = { min: params.length, max: rest === null ? params.length : null };
    if (!this.fits(form, 'fn', arity, args.length, readParameters('(fn …)', head.items[1]).signature)) return nothing(form);
    const { node } = form;
    const first: Binding[] = [];
    const then: Binding[] = [];
    const bind = (target: Target, value: Core): void => {
      if (target.kind === 'slot' || target.kind === 'ignore') {
        first.push({ target, value });
        return;
      }
      const slot = context.frame.newSlot();
      first.push({ target: { kind: 'slot', slot, name: '' }, value });
      then.push({ target, value: { kind: 'local', node: value.node, slot, name: '', counted: false } });
    };
    params.forEach((target, index) => bind(target, values[index]!));
    if (rest !== null) bind(rest, { kind: 'vector', node, items: values.slice(params.length), counted: false });
    return { kind: 'let', node, bindings: [...first, ...then], body: made.body };
  }

  #fn(form: ListForm, context: Context): (Callee & { readonly kind: 'fn' }) | null {
    const [, params, ...body] = form.items;
    if (params === undefined || body.length === 0) {
      this.misshaped(form, 'fn', 'parameters and a body', form.items.length - 1, SPECIALS.fn.signature);
      return null;
    }
    return this.within({ ...context, depth: context.depth + 1, target: 'fn', tail: false }, (inside) => {
      const bound = this.#parameters(params, inside);
      const value = this.body(body, form.node, { ...inside, tail: true });
      return bound === null ? null : { kind: 'fn', node: form.node, ...bound, body: value };
    });
  }

  #builtin(form: ListForm, name: BuiltinName, args: readonly Form[], context: Context): Core {
    const { params, shape } = builtin(name);
    const signature = `(${name}${params === '' ? '' : ` ${params}`})`;
    const { node } = form;
    if (!this.fits(form, name, builtinArity(name), args.length, signature)) {
      this.lenient(args, context);
      return nothing(form);
    }
    if (params.endsWith('& pairs') && (args.length - params.split(' ').length + 2) % 2 !== 0) {
      this.lenient(args, context);
      return this.misshaped(form, name, 'keys and values in pairs', args.length, signature);
    }
    const names = written(params, args.length);
    const orderAt = names.indexOf('order');
    const order = orderAt === -1 ? null : this.#order(name, args[orderAt]!, context);
    const callee = shape.kind === 'higher' ? this.#callee(name, args[shape.position]!, shape.arity + Math.max(0, names.lastIndexOf('args') - shape.position), context) : null;
    const others = args.filter((_, index) => index !== orderAt && (shape.kind !== 'higher' || index !== shape.position));
    const values = this.arguments(others, context);
    if (shape.kind !== 'higher') return { kind: 'builtin', node, name, args: values, order };
    return callee === null ? nothing(form) : { kind: 'higher', node, name, callee, args: values, order };
  }

  #order(name: BuiltinName, form: Form, context: Context): Order | null {
    if (form.kind === 'symbol' && (form.name === '<' || form.name === '>') && context.scope.find(form.name) === null) return form.name;
    const instead = `the order of \`${name}\` is \`<\` or \`>\`, written before the collection; \`sort-by\` orders by what a function gives`;
    const what = asFn(form) !== null ? 'a function' : form.kind !== 'symbol' || context.scope.find(form.name) !== null ? null : isBuiltin(form.name) ? 'a builtin' : this.#functions.has(form.name) ? 'a function' : null;
    if (what !== null) this.reporter.report('function-as-value', form.span, { name: form.kind === 'symbol' ? form.name : 'fn', what, instead });
    else {
      this.expression(form, part(context));
      this.reporter.report('not-callable', form.span, { what: `\`${shown(form)}\` as an order`, instead });
    }
    return null;
  }

  /** What a higher-order builtin applies, to `count` values. */
  #callee(name: BuiltinName, form: Form, count: number, context: Context): Callee | null {
    const { node } = form;
    const accepts = (arity: Arity, signature: string | null, what: string): boolean => {
      if (count >= arity.min && (arity.max === null || count <= arity.max)) return true;
      const facts = { name: what, expected: inWords(arity), given: count, caller: name };
      this.reporter.report('wrong-arity', form.span, signature === null ? facts : { ...facts, signature });
      return false;
    };
    const fn = asFn(form);
    if (fn !== null) {
      const made = this.#fn(fn, part(context));
      if (made === null) return null;
      const arity = { min: made.params.length, max: made.rest === null ? made.params.length : null };
      return accepts(arity, null, 'fn') ? made : null;
    }
    if (form.kind === 'keyword') {
      return accepts({ min: 1, max: 2 }, `(:${form.name} map default?)`, `:${form.name}`) ? { kind: 'field', node, key: form.name } : null;
    }
    const refuse = (what: string, instead: string): null => {
      this.reporter.report('not-callable', form.span, { what, instead });
      return null;
    };
    if (form.kind !== 'symbol') {
      if (form.kind === 'list') this.expression(form, part(context));
      return refuse(form.kind === 'list' ? 'the result of a call' : `a ${form.kind}`, `\`${name}\` wants a function here: a name, a keyword or \`(fn […] …)\``);
    }
    const local = context.scope.find(form.name);
    if (local !== null) {
      local.used = true;
      return refuse(`the local \`${shown(form)}\``, 'functions are not values, so a local never holds one');
    }
    if (this.#refused.has(form.name)) return null;
    const called = this.#functions.get(form.name);
    if (called !== undefined) {
      this.#recordCall(called, form, context);
      return called.arity === null || accepts(called.arity, called.signature, form.name) ? { kind: 'function', node, function: called.index } : null;
    }
    if (isSpecial(form.name) || (isBuiltin(form.name) && BUILTINS[form.name].shape.kind === 'higher')) {
      this.reporter.report('function-as-value', form.span, { name: form.name, what: isSpecial(form.name) ? 'a special form' : 'a builtin that takes a function', instead: `write \`(fn [x] (${form.name} …))\`` });
      return null;
    }
    if (isBuiltin(form.name)) {
      const params = builtin(form.name).params;
      return accepts(builtinArity(form.name), `(${form.name}${params === '' ? '' : ` ${params}`})`, form.name) ? { kind: 'builtin', node, name: form.name } : null;
    }
    if (this.#globals.has(form.name) || form.name === 'input') return refuse(`\`${form.name}\``, 'it is a value; a function is wanted here');
    this.#reportUnbound(form, context);
    return null;
  }
}

/** Starts the name of a value that a rewriting put into a form; no name in a text can. */
export const THREADED = '#';

/** The same place, as a part of something: not in tail position. */
export function part(context: Context): Context {
  return context.tail ? { ...context, tail: false } : context;
}

export function nothing(form: Form): Core {
  return { kind: 'literal', node: form.node, value: { kind: 'nil' } };
}

/** The form as `(fn …)`, or null. */
function asFn(form: Form): ListForm | null {
  return form.kind === 'list' && form.items[0]?.kind === 'symbol' && form.items[0].name === 'fn' ? form : null;
}

/** A short name for a form in messages. */
export function shown(form: Form): string {
  switch (form.kind) {
    case 'symbol': return form.name.startsWith(THREADED) ? 'the threaded value' : form.name;
    case 'nil': return 'nil';
    case 'boolean': return String(form.value);
    case 'list': return '(…)';
    case 'vector': return '[…]';
    case 'map': return '{…}';
    default: return form.kind;
  }
}

function definition(form: Form, name: 'def' | 'defn'): ListForm | null {
  return form.kind === 'list' && form.items[0]?.kind === 'symbol' && form.items[0].name === name ? form : null;
}

function splitDefn(form: ListForm): { readonly name: Form | undefined; readonly params: Form | undefined; readonly body: readonly Form[] } {
  const [, name, ...others] = form.items;
  const documented = others[0]?.kind === 'string' && others.length > 1;
  const [params, ...body] = documented ? others.slice(1) : others;
  return { name, params, body };
}

function inWords({ min, max }: Arity): string {
  const count = max === null ? `at least ${min}` : min === max ? (min === 0 ? 'no' : String(min)) : `${min} ${max === min + 1 ? 'or' : 'to'} ${max}`;
  return `${count} argument${(max ?? min) === 1 ? '' : 's'}`;
}

/** The parameter each of `count` written arguments stands for. */
function written(params: string, count: number): string[] {
  const names = params.split(' ').filter((name) => name !== '');
  const rest = names.indexOf('&');
  const positional = rest === -1 ? names : names.slice(0, rest);
  let optional = count - positional.filter((name) => !name.endsWith('?')).length;
  const result: string[] = [];
  for (const name of positional) {
    if (!name.endsWith('?')) result.push(name);
    else if (optional > 0) {
      optional -= 1;
      result.push(name.slice(0, -1));
    }
  }
  while (result.length < count) result.push(names[rest + 1]!);
  return result;
}

interface Latest {
  readonly global: number;
  readonly span: { readonly start: number; readonly end: number };
}

/** For every function the latest `def` that a call of it may read, also through the functions it calls. */
function latestGlobals(functions: readonly Uses[], globalCount: number): (Latest | null)[] {
  const callers: number[][] = functions.map(() => []);
  const readers: { readonly reader: number; readonly span: Latest['span'] }[][] = Array.from({ length: globalCount }, () => []);
  functions.forEach((uses, index) => {
    for (const called of uses.calls.keys()) callers[called]?.push(index);
    for (const [global, span] of uses.globals) readers[global]!.push({ reader: index, span });
  });
  const latest: (Latest | null)[] = functions.map(() => null);
  for (let global = globalCount - 1; global >= 0; global -= 1) {
    for (const { reader, span } of readers[global]!) {
      const waiting = [reader];
      for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
        if (latest[next] !== null) continue;
        latest[next] = { global, span };
        waiting.push(...callers[next]!);
      }
    }
  }
  return latest;
}
