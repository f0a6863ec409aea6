// Analyze: forms → core, the resolved tree.
// In: forms as read. Out: a Program, and what is wrong with it. Names become slots, globals and functions; arities, callees
// and the order of `def`s are checked; sugar is gone. This file has the program and what every
// expression shares; calls.ts, special-forms.ts and patterns.ts have the rest.
//
// How errors are kept apart: every error stands for one root cause. A name that nobody defined is reported where it first
// stands; the arguments of a call whose callee does not resolve are checked leniently, because its arity is unknown;
// a binding form that cannot be read poisons its scope, so that its names are not missed below.

import type { Reporter } from '../grammar/diagnostic.ts';
import type { Form, ListForm, MapForm, SymbolForm } from '../grammar/form.ts';
import { compareCodePoints, keyText } from '../grammar/form.ts';
import { NESTING_MAX } from '../grammar/scan.ts';
import { accepts, inWords } from './arity.ts';
import type { Arity } from './builtins.ts';
import { BUILTIN_NAMES, isBuiltin } from './builtins.ts';
import { makerIn } from './callees.ts';
import { analyzeCall } from './calls.ts';
import type { CommonFunctions, DefinitionAndUses } from './common.ts';
import type { Context } from './context.ts';
import { asCallOf, isStandIn, nothing, part, shown, THREADED } from './context.ts';
import type { Callee, Core, FunctionDefinition, Program, Target, TopLevel } from './core.ts';
import { Definitions, emptied, splitDefn } from './definitions.ts';
import { writtenInstead } from './elsewhere.ts';
import { reportEarlyReads } from './order.ts';
import { PatternLiterals } from './pattern/literal.ts';
import { bindPattern } from './patterns.ts';
import { Frame, NOBODY, type Observer, Scope, Uses } from './scope.ts';
import { ANALYZE_SPECIAL } from './special-forms.ts';
import type { SpecialName } from './specials.ts';
import { isSpecial, SPECIAL_NAMES, SPECIALS } from './specials.ts';
import { suggest } from './suggest.ts';

/**
 * Resolves a script. Where the reporter has errors afterwards the program is not to be run, but its functions can be looked
 * at: those with an error inside are empty. `lost` are names that what could not be read may define.
 */
export function analyze(
  forms: readonly Form[],
  reporter: Reporter,
  lost: ReadonlySet<string> = new Set(),
  observer: Observer = NOBODY,
  common: CommonFunctions | null = null,
): Program {
  return new Analyzer(forms, reporter, lost, observer).program(forms, common);
}

// A text with thousands of unknown names does not need a guess for each.
const SUGGESTIONS_MAX = 10;

export class Analyzer {
  readonly reporter: Reporter;
  readonly definitions: Definitions;
  readonly patterns: PatternLiterals;
  readonly observer: Observer;
  readonly #unbound = new Set<string>();
  /** Whether the whole text could be read. */
  readonly #isWhole: boolean;
  readonly #lifted: FunctionDefinition[] = [];
  #suggestions = 0;
  #tooDeep = false;

  constructor(forms: readonly Form[], reporter: Reporter, lost: ReadonlySet<string>, observer: Observer) {
    this.reporter = reporter;
    this.observer = observer;
    this.#isWhole = reporter.errorCount === 0;
    this.definitions = new Definitions(forms, reporter, lost);
    this.patterns = new PatternLiterals(reporter);
  }

  program(forms: readonly Form[], common: CommonFunctions | null): Program {
    const functions: FunctionDefinition[] = [];
    const functionUses: Uses[] = [];
    const items: TopLevel[] = [];
    const itemUses: Uses[] = [];
    const top = new Frame();
    for (const form of forms) {
      const defn = asCallOf('defn', form);
      if (defn !== null) {
        const { definition, uses } = common?.get(defn) ?? this.#defnAndUses(defn, common);
        const entry = this.definitions.functionAt(defn);
        if (entry === null) continue;
        functions[entry.index] = definition ?? emptied(entry.name, defn);
        functionUses[entry.index] = uses;
        continue;
      }
      top.uses = new Uses();
      const context: Context = { scope: new Scope(null), frame: top, depth: 0, target: null, tail: false };
      const def = asCallOf('def', form);
      const item =
        def === null
          ? { kind: 'expression' as const, value: this.expression(form, context) }
          : this.#def(def, { ...context, depth: 1 });
      if (item === null) continue;
      items.push(item);
      itemUses.push(top.uses);
    }
    reportEarlyReads(items, itemUses, functionUses, this.definitions, this.reporter);
    if (!items.some((item) => item.kind === 'expression') && this.reporter.errorCount === 0) {
      this.reporter.report('no-result', forms.at(-1)?.span ?? { start: 0, end: 0 });
    }
    const resolved = this.reporter.errorCount === 0 ? functions : this.definitions.whole(functions);
    return {
      functions: [...resolved, ...this.#lifted],
      globals: [...this.definitions.globals.keys()],
      items,
      slotCount: top.slotCount,
    };
  }

  /** Analyses one expression; on an error the result is a stand-in and only its shape is right. */
  expression(form: Form, context: Context): Core {
    const { node } = form;
    switch (form.kind) {
      case 'nil':
        return { kind: 'literal', node, value: { kind: 'nil' } };
      case 'boolean':
        return { kind: 'literal', node, value: { kind: 'boolean', value: form.value } };
      case 'number':
        return { kind: 'literal', node, value: { kind: 'number', value: form.value } };
      case 'string':
        return { kind: 'literal', node, value: { kind: 'string', value: form.value } };
      case 'keyword':
        return { kind: 'literal', node, value: { kind: 'string', value: form.name } };
      case 'symbol':
        return this.#symbol(form, context);
      default:
    }
    if (context.depth >= NESTING_MAX) {
      if (!this.#tooDeep) this.reporter.report('nesting-too-deep', form.span, { max: NESTING_MAX });
      this.#tooDeep = true;
      return nothing(form);
    }
    const inside = { ...context, depth: context.depth + 1 };
    if (form.kind === 'list') return this.#list(form, inside);
    if (form.kind === 'vector')
      return { kind: 'vector', node, items: this.arguments(form.items, inside), counted: true };
    return this.#map(form, inside);
  }

  /** An expression that a name is bound to; nobody knows what the name means where it is broken. */
  bound(form: Form, context: Context): { readonly value: Core; readonly isBroken: boolean } {
    const errorsBefore = this.reporter.errorCount;
    const value = this.expression(form, context);
    return { value, isBroken: this.reporter.errorCount > errorsBefore || isStandIn(form) };
  }

  /** Expressions whose values are parts of another value. */
  arguments(forms: readonly Form[], context: Context): Core[] {
    const inside = part(context);
    return forms.map((form) => this.expression(form, inside));
  }

  /** The index of a function that stands nowhere in the text. */
  lifted(definition: FunctionDefinition): number {
    return this.definitions.functions.size + this.#lifted.push(definition) - 1;
  }

  /** One or more expressions, the value being the last one's. */
  body(forms: readonly Form[], node: number, context: Context): Core {
    const items = forms.map((form, index) =>
      this.expression(form, index === forms.length - 1 ? context : part(context)),
    );
    return items.length === 1 ? items[0]! : { kind: 'do', node, items, counted: false };
  }

  /** Runs `analyse` in a scope of its own and says afterwards which of its names nobody read. */
  within<Result>(context: Context, analyse: (inner: Context) => Result): Result {
    const errorsBefore = this.reporter.errorCount;
    const scope = new Scope(context.scope);
    const result = analyse({ ...context, scope });
    // Where something is wrong a name may seem unused only because its use could not be read.
    if (this.#isWhole && this.reporter.errorCount === errorsBefore) scope.reportUnused(this.reporter);
    return result;
  }

  /** Reports a count that does not fit; true when it does. */
  fits(form: Form, name: string, arity: Arity, given: number, signature: string): boolean {
    if (accepts(arity, given)) return true;
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
      const fn = asCallOf('fn', form);
      if (fn !== null) this.fn(fn, inside);
      else if (makerIn(this, form, context) !== null) this.lenient((form as ListForm).items.slice(1), context);
      else if (
        form.kind === 'symbol' &&
        context.scope.find(form.name) === null &&
        (this.definitions.functions.has(form.name) || isBuiltin(form.name))
      )
        continue;
      else this.expression(form, inside);
    }
  }

  /** A `fn` that is handed to a builtin or called at once; null when it cannot be read. */
  fn(form: ListForm, context: Context): (Callee & { readonly kind: 'fn' }) | null {
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

  /** A name that nothing defines, with a guess at what was meant; each name once. */
  reportUnbound(form: SymbolForm, context: Context): void {
    const { name } = form;
    this.observer.unbound(form, context.scope);
    if (context.scope.poisoned || this.#unbound.has(name) || isStandIn(form)) return;
    this.#unbound.add(name);
    const instead = writtenInstead(name);
    if (instead !== null) {
      this.reporter.report('unbound-variable', form.span, { name: shown(form), instead });
      return;
    }
    this.#suggestions += 1;
    const guess =
      this.#suggestions > SUGGESTIONS_MAX
        ? null
        : suggest(name, [
            ...context.scope.names(),
            ...this.definitions.globals.keys(),
            ...this.definitions.functions.keys(),
            'input',
            ...BUILTIN_NAMES,
            ...SPECIAL_NAMES,
          ]);
    this.reporter.report(
      'unbound-variable',
      form.span,
      guess === null ? { name: shown(form) } : { name: shown(form), suggestion: guess },
    );
  }

  #def(form: ListForm, context: Context): TopLevel | null {
    const [, , ...values] = form.items;
    const isWhole = values.length === 1;
    if (!isWhole) {
      this.#misshapedDefinition(form, 'def', 'a name and a value');
      this.lenient(values, context);
    }
    const { value, isBroken } = isWhole ? this.bound(values[0]!, context) : { value: nothing(form), isBroken: true };
    const global = this.definitions.globalAt(form);
    if (isBroken && form.items[1]?.kind === 'symbol') this.definitions.refused.add(form.items[1].name);
    return global === null ? null : { kind: 'def', global: global.index, node: form.node, value };
  }

  #defnAndUses(form: ListForm, common: CommonFunctions | null): DefinitionAndUses {
    const frame = new Frame();
    const lifted = this.#lifted.length;
    const definition = this.#defn(form, frame);
    const made = { definition, uses: frame.uses };
    // The index of what is lifted out of a function depends on all other functions.
    if (this.reporter.errorCount === 0 && this.#lifted.length === lifted) common?.keep(form, made);
    return made;
  }

  #defn(form: ListForm, frame: Frame): FunctionDefinition | null {
    const { name, params, body } = splitDefn(form);
    const context: Context = { scope: new Scope(null), frame, depth: 1, target: null, tail: true };
    if (name === undefined || params === undefined || (body.length === 0 && params.kind !== 'list')) {
      this.#misshapedDefinition(form, 'defn', 'a name, parameters and a body');
      return null;
    }
    return this.within(context, (inside) => {
      const bound = this.#parameters(params, inside);
      // Further lists of parameters with their bodies, as other languages have them, are no expressions.
      if (params.kind === 'list') return null;
      const count = bound === null ? null : bound.params.length + (bound.rest === null ? 0 : 1);
      const value = this.body(body, form.node, { ...inside, target: { to: 'function', count } });
      const entry = this.definitions.functionAt(form);
      return bound === null || entry === null
        ? null
        : { name: entry.name, node: form.node, ...bound, slotCount: frame.slotCount, body: value, isLifted: false };
    });
  }

  /** What stands in place of the name was reported when the definitions were collected. */
  #misshapedDefinition(form: ListForm, name: 'def' | 'defn', expected: string): void {
    const defined = form.items[1];
    if (defined === undefined || defined.kind === 'symbol')
      this.misshaped(form, name, expected, form.items.length - 1, SPECIALS[name].signature);
  }

  #parameters(
    form: Form,
    context: Context,
  ): { readonly params: readonly Target[]; readonly rest: Target | null } | null {
    if (form.kind !== 'vector') {
      const [why, instead] =
        form.kind === 'list'
          ? ([
              'a function has one list of parameters',
              'write `[a & more]` for a varying number of arguments, or one function for each number',
            ] as const)
          : form.kind === 'symbol'
            ? ([
                'parameters are a vector of names',
                'write `[a b]`, or `[]` for none; only a `defn` has a name',
              ] as const)
            : (['parameters are a vector of names', 'write `[a b]`, or `[]` for none'] as const);
      this.reporter.report('bad-binding', form.span, { why, instead });
      context.scope.poisoned = true;
      return null;
    }
    const target = bindPattern(this, form, context);
    return target.kind === 'vector' ? { params: target.items, rest: target.rest } : null;
  }

  #list(form: ListForm, context: Context): Core {
    const [head, ...args] = form.items;
    if (head?.kind !== 'symbol' || !isSpecial(head.name)) return analyzeCall(this, form, context);
    const special = SPECIALS[head.name];
    if (this.fits(form, head.name, special, args.length, special.signature))
      return ANALYZE_SPECIAL[head.name](this, form, args, context);
    if (special.isPlain) this.lenient(args, context);
    return nothing(form);
  }

  #symbol(form: SymbolForm, context: Context): Core {
    const { name, node } = form;
    if (name.startsWith(THREADED))
      return { kind: 'local', node, slot: Number(name.slice(THREADED.length)), name: '', counted: false };
    const local = context.scope.find(name);
    if (local !== null) {
      local.uses.push(form.span);
      if (local.called !== null) {
        const instead = `call it, as in \`(${name} …)\`, or hand it to a builtin such as \`map\``;
        this.reporter.report('function-as-value', form.span, { name, what: 'a function', instead });
        return nothing(form);
      }
      return { kind: 'local', node, slot: local.slot, name, counted: true };
    }
    if (this.definitions.refused.has(name)) return nothing(form);
    const global = this.definitions.globals.get(name);
    if (global !== undefined || name === 'input' || this.definitions.functions.has(name))
      this.observer.named(name, form.span);
    if (global !== undefined) {
      context.frame.uses.read(global.index, form.span);
      return { kind: 'global', node, index: global.index, name };
    }
    if (name === 'input') return { kind: 'input', node };
    const what = this.definitions.functions.has(name)
      ? 'a function'
      : isBuiltin(name)
        ? 'a builtin'
        : isSpecial(name)
          ? 'a special form'
          : null;
    if (what === null) this.reportUnbound(form, context);
    else if (!isSpecial(name) || !context.scope.poisoned) {
      const instead =
        what === 'a special form'
          ? `it stands first in a list: ${SPECIALS[name as SpecialName].signature}`
          : `call it, as in \`(${name} …)\`, or hand it to a builtin such as \`map\``;
      this.reporter.report('function-as-value', form.span, { name, what, instead });
    }
    return nothing(form);
  }

  #map(form: MapForm, context: Context): Core {
    const inside = part(context);
    const entries = form.entries.map(({ key, value }) => {
      if (key.kind === 'symbol' && !isStandIn(key)) {
        this.reporter.report('unexpected-token', key.span, {
          found: `\`${shown(key)}\` as a map key`,
          instead: `write \`:${shown(key)}\`, or use \`assoc\` for a key that is computed`,
        });
      }
      return { key: keyText(key), value: this.expression(value, inside) };
    });
    // The reader has them in this order already; equal keys cannot both be valid.
    entries.sort((a, b) => compareCodePoints(a.key, b.key));
    return { kind: 'map', node: form.node, entries };
  }
}
