// Definitions: the names a script gives at its top level.
// In: forms. Out: functions and globals with their indices, known before anything is resolved, because functions may be
// called before they are written. A name that cannot be defined is reported here, once, and remembered as refused. A definition
// of a builtin's name wins, with a warning: a builtin that a later version adds changes no script that has the name itself.

import type { Reporter } from '../grammar/diagnostic.ts';
import { eachForm, type Form, isName, type ListForm, type SymbolForm } from '../grammar/form.ts';
import type { Arity } from './builtins.ts';
import { BUILTIN_NAMES, isBuiltin } from './builtins.ts';
import { asCallOf, isNothing, nothing, shown } from './context.ts';
import type { FunctionDefinition } from './core.ts';
import { definesElsewhere } from './elsewhere.ts';
import { readParameters } from './patterns.ts';
import { isSpecial, SPECIAL_NAMES, SPECIALS } from './specials.ts';
import { suggest } from './suggest.ts';
import { someCore } from './walk.ts';

interface FunctionEntry {
  readonly name: string;
  readonly index: number;
  readonly form: ListForm;
  /** null when the parameters cannot be read: calls are then not counted. */
  readonly arity: Arity | null;
  readonly signature: string;
}

interface GlobalEntry {
  readonly index: number;
  readonly form: ListForm;
}

export class Definitions {
  /** In source order. */
  readonly functions = new Map<string, FunctionEntry>();
  readonly globals = new Map<string, GlobalEntry>();
  /** Names whose definition was refused, or could not be read: nobody knows what a use of them means. */
  readonly refused = new Set<string>();
  /** Top-level forms that were meant as definitions, by a head that is none here. */
  readonly mistaken = new Set<ListForm>();
  readonly #reporter: Reporter;

  constructor(forms: readonly Form[], reporter: Reporter, lost: ReadonlySet<string>) {
    this.#reporter = reporter;
    for (const form of forms) {
      const made = asCallOf('defn', form) ?? asCallOf('def', form);
      if (made !== null) this.#collect(made, asCallOf('defn', form) !== null);
    }
    const isMistaken = this.#mistakenHeads();
    for (const form of forms) {
      if (form.kind !== 'list') continue;
      const [head, target] = form.items;
      if (head?.kind !== 'symbol' || target === undefined) continue;
      const isDefinition = head.name === 'def' || head.name === 'defn';
      if (!isDefinition && !isMistaken(head.name)) continue;
      if (!isDefinition) this.mistaken.add(form);
      this.#refuse(namesIn(target));
    }
    this.#refuse(lost);
  }

  /** Whether a name is one of the script's own. */
  defines(name: string): boolean {
    return this.functions.has(name) || this.globals.has(name) || this.refused.has(name);
  }

  /** The function a form defines; null when the definition was refused. */
  functionAt(form: ListForm): FunctionEntry | null {
    const name = form.items[1];
    const entry = name?.kind === 'symbol' ? this.functions.get(name.name) : undefined;
    return entry?.form === form ? entry : null;
  }

  globalAt(form: ListForm): GlobalEntry | null {
    const name = form.items[1];
    const entry = name?.kind === 'symbol' ? this.globals.get(name.name) : undefined;
    return entry?.form === form ? entry : null;
  }

  /** The functions, those with an error inside, or with a part that nobody could resolve, emptied. */
  whole(functions: readonly FunctionDefinition[]): FunctionDefinition[] {
    const entries = [...this.functions.values()];
    const errors = this.#reporter.diagnostics.filter(({ severity }) => severity === 'error');
    return functions.map((definition, index) => {
      const { form } = entries[index]!;
      const { start, end, module } = this.#reporter.source.place(form.span);
      const hasError = errors.some((error) => error.module === module && error.start >= start && error.end <= end);
      return hasError || someCore(definition, isNothing) ? emptied(definition.name, form) : definition;
    });
  }

  /** Names that something unreadable may define. */
  #refuse(names: Iterable<string>): void {
    for (const name of names) {
      if (reservedAs(name) === null && !this.functions.has(name) && !this.globals.has(name)) this.refused.add(name);
    }
  }

  /** Whether a head was meant to be `def` or `defn`: so it is where another language defines with it, or the nearest name is one of them. */
  #mistakenHeads(): (head: string) => boolean {
    const known = new Map<string, boolean>();
    const names = (): string[] => [
      ...this.globals.keys(),
      ...this.functions.keys(),
      'input',
      ...BUILTIN_NAMES,
      ...SPECIAL_NAMES,
    ];
    const isNearest = (head: string): boolean =>
      suggest(head, DEFINING) !== null && DEFINING.includes(suggest(head, names())!);
    return (head) => {
      if (reservedAs(head) !== null || this.functions.has(head) || this.globals.has(head)) return false;
      let found = known.get(head);
      if (found === undefined) known.set(head, (found = definesElsewhere(head) || isNearest(head)));
      return found;
    };
  }

  #collect(form: ListForm, isFunction: boolean): void {
    const name = form.items[1];
    if (name === undefined || !this.#mayBeDefined(name, isFunction)) return;
    const first = this.functions.get(name.name)?.form ?? this.globals.get(name.name)?.form;
    if (first !== undefined) {
      this.refused.add(name.name);
      this.#reporter.report('duplicate-definition', name.span, { name: name.name }, [
        { span: first.items[1]!.span, message: 'the first definition' },
      ]);
    } else if (isFunction) {
      const { arity, signature } = readParameters(name.name, splitDefn(form).params);
      this.functions.set(name.name, { name: name.name, index: this.functions.size, form, arity, signature });
    } else this.globals.set(name.name, { index: this.globals.size, form });
  }

  #mayBeDefined(name: Form, isFunction: boolean): name is SymbolForm {
    const reserved =
      name.kind === 'nil' || name.kind === 'boolean'
        ? 'part of the language'
        : name.kind === 'symbol' && !isBuiltin(name.name)
          ? reservedAs(name.name)
          : null;
    if (reserved !== null) {
      this.#reporter.report('reserved-name', name.span, { name: shown(name), what: reserved });
      if (name.kind === 'symbol') this.refused.add(name.name);
      return false;
    }
    if (name.kind === 'symbol' && name.name !== '_') {
      if (isBuiltin(name.name)) this.#reporter.report('shadowed-builtin', name.span, { name: name.name });
      return true;
    }
    this.#reporter.report('bad-binding', name.span, {
      why: 'a definition starts with a name',
      instead: `write it as ${SPECIALS[isFunction ? 'defn' : 'def'].signature}`,
    });
    return false;
  }
}

/** Stand-in for a function that could not be resolved: no parameters, no calls. */
export function emptied(name: string, form: ListForm): FunctionDefinition {
  return { name, node: form.node, params: [], rest: null, slotCount: 0, body: nothing(form), isLifted: false };
}

const DEFINING: readonly string[] = ['def', 'defn'];

/** Every name in what stands where a definition has its name. */
function namesIn(target: Form): Set<string> {
  const names = new Set<string>();
  eachForm([target], (form) => {
    const name =
      form.kind === 'symbol' || form.kind === 'keyword' ? form.name : form.kind === 'string' ? form.value : '';
    if (isName(name)) names.add(name);
  });
  return names;
}

function reservedAs(name: string): string | null {
  if (name === '&') return 'part of the language';
  if (name === 'input') return 'the input of the run';
  return isSpecial(name) ? 'a special form' : isBuiltin(name) ? 'a builtin' : null;
}

/** The functions a script defines, in source order, whether or not the script is valid. */
export function definedFunctions(forms: readonly Form[]): string[] {
  const names = forms.flatMap((form) => {
    const name = asCallOf('defn', form)?.items[1];
    if (name?.kind !== 'symbol' || !isName(name.name)) return [];
    return isBuiltin(name.name) || reservedAs(name.name) === null ? [name.name] : [];
  });
  return [...new Set(names)];
}

/** The parts of `(defn name "doc"? params body…)`, as far as they are written. */
export function splitDefn(form: ListForm): {
  readonly name: Form | undefined;
  readonly params: Form | undefined;
  readonly body: readonly Form[];
} {
  const [, name, ...others] = form.items;
  const isDocumented = others[0]?.kind === 'string' && others.length > 1;
  const [params, ...body] = isDocumented ? others.slice(1) : others;
  return { name, params, body };
}
