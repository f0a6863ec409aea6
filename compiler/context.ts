// Context: what stands around an expression, and the small things every part of the analysis needs.

import { type Form, isName, type ListForm } from '../grammar/form.ts';
import type { Constant, Core } from './core.ts';
import type { Frame, Scope } from './scope.ts';

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

interface RecurTarget {
  readonly to: 'loop' | 'function';
  /** null when the names could not be read. */
  readonly count: number | null;
}

/** The same place, as a part of something: not in tail position. */
export function part(context: Context): Context {
  return context.tail ? { ...context, tail: false } : context;
}

/** Stands for an expression that could not be resolved. */
export function nothing(form: Form): Core {
  return { kind: 'literal', node: form.node, value: NOTHING };
}

/** Whether this stands for an expression that could not be resolved, whose error may be told elsewhere. */
export function isNothing(core: Core): boolean {
  return core.kind === 'literal' && core.value === NOTHING;
}

/** Told from a nil that somebody wrote by its identity. */
const NOTHING: Constant = { kind: 'nil' };

/** Starts the name of a value that a rewriting put into a form, followed by its slot; no name in a text can. */
export const THREADED = '#';

/** Help for a local where a function is wanted. */
export const NO_LOCAL_FUNCTIONS = 'it is a value; `(let [f (fn [x] …)] …)` names a function';

/** The form as a list that starts with `name`, or null. */
export function asCallOf(name: string, form: Form): ListForm | null {
  return form.kind === 'list' && form.items[0]?.kind === 'symbol' && form.items[0].name === name ? form : null;
}

/** Whether the form stands in for something that could not be read, and was reported. */
export function isStandIn(form: Form): boolean {
  return form.kind === 'symbol' && !isName(form.name) && !form.name.startsWith(THREADED);
}

/** A short name for a form in messages. */
export function shown(form: Form): string {
  switch (form.kind) {
    case 'symbol':
      return form.name.startsWith(THREADED) ? 'the threaded value' : form.name;
    case 'nil':
      return 'nil';
    case 'boolean':
      return String(form.value);
    case 'keyword':
      return `:${form.name}`;
    case 'list':
      return '(…)';
    case 'vector':
      return '[…]';
    case 'map':
      return '{…}';
    default:
      return form.kind;
  }
}
