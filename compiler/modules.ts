// Modules: definitions that scripts share. `(use "money")` makes `money/round-cents` of what the text `money` defines.
// In: the forms of a script and where texts of modules come from. Out: one list of forms that means the same without modules:
// what the modules define, under names that begin with theirs, then the script. So everything behind the check, from the hash to
// an artifact, knows no modules: it has a script that holds all it needs.
//
// A module has definitions only, reads no input, and sees what it defines and what the modules it uses define. It is
// resolved by itself before its names are made longer, so nothing in it can be taken for something of a script.

import type { Reporter } from '../grammar/diagnostic.ts';
import {
  eachForm,
  type Form,
  isName,
  type KeyForm,
  type ListForm,
  numberForms,
  type SymbolForm,
} from '../grammar/form.ts';
import { decodeScript, type Reading, read, SCRIPT_LIMITS } from '../grammar/reader.ts';
import type { ScriptLimits } from '../grammar/scan.ts';
import type { Source, Span } from '../grammar/span.ts';
import { analyze } from './analyze.ts';
import { isBuiltin } from './builtins.ts';
import { asCallOf } from './context.ts';
import { namesInTemplate, renameInTemplate } from './fmt.ts';
import { type Local, NOBODY, type Observer } from './scope.ts';
import { suggest } from './suggest.ts';

/** Texts of modules by their names: all of them, or a way to ask for one, which gives null where there is none. */
export type ModuleTexts = Readonly<Record<string, string>> | ((name: string) => string | Uint8Array | null);

/** A name is also that of a file: it has no case, no point and no folder. */
const MODULE_NAME = /^[a-z][a-z0-9-]{0,63}$/;
/** Modules of one script. Each is resolved together with those it uses. */
export const MODULES_MAX = 32;

interface Linked {
  /** What the modules define and the script reaches, and the script without its `use`s. */
  readonly forms: readonly Form[];
  /** Those of the script itself. */
  readonly own: readonly Form[];
  /** All that the modules define. */
  readonly defined: readonly ListForm[];
  readonly lost: ReadonlySet<string>;
  /** All of them. */
  readonly modules: readonly string[];
  /** Those that the script itself uses. */
  readonly used: ReadonlySet<string>;
  /** Tells of names of modules that are not used where they stand, and that are misspelt. */
  readonly observer: Pick<Observer, 'named' | 'unbound'>;
}

interface Module {
  readonly name: string;
  readonly definitions: readonly ListForm[];
  /** Where locals stand. */
  readonly locals: ReadonlySet<number>;
}

/** Links the modules that a script uses; what is wrong with them is reported. */
export function link(
  { forms, lost }: Pick<Reading, 'forms' | 'lost'>,
  reporter: Reporter,
  texts: ModuleTexts | undefined,
  limits: ScriptLimits = SCRIPT_LIMITS,
): Linked {
  const uses = forms.flatMap((form) => asCallOf('use', form) ?? []);
  if (uses.length === 0)
    return { forms, own: forms, defined: [], lost, modules: [], used: new Set(), observer: NOBODY };
  const linker = new Linker(reporter, texts, limits);
  return linker.link(forms, uses, lost);
}

class Linker {
  readonly #reporter: Reporter;
  readonly #texts: ModuleTexts | undefined;
  readonly #limits: ScriptLimits;
  /** Those that are whole, each after those it uses. */
  readonly #modules = new Map<string, Module>();
  readonly #broken = new Set<string>();
  #bytes = 0;
  #nodes = 0;

  constructor(reporter: Reporter, texts: ModuleTexts | undefined, limits: ScriptLimits) {
    this.#reporter = reporter;
    this.#texts = texts;
    this.#limits = limits;
  }

  link(forms: readonly Form[], uses: readonly ListForm[], lost: ReadonlySet<string>): Linked {
    this.#bytes = Buffer.byteLength(this.#reporter.source.text);
    this.#nodes = countNodes(forms);
    const used = this.#useAll(uses, []);
    const own = forms.filter((form) => asCallOf('use', form) === null);
    this.#warnOfUnused(uses, own);
    const modules = [...this.#modules.values()];
    const defined = modules.flatMap(({ definitions }) => definitions);
    const reached = reachedFrom(own, defined);
    this.#refuseCaptures(own, modules, reached);
    const linked = [...reached, ...own];
    numberForms(linked);
    return {
      forms: linked,
      own,
      defined,
      lost: new Set([...lost, ...this.#lostIn(own)]),
      modules: [...this.#modules.keys(), ...this.#broken],
      used,
      observer: {
        named: (name, span) => this.#refuseUnused(name, span, used, null),
        unbound: (form) => this.#suggest(form, defined),
      },
    };
  }

  /** The names that were used, whether or not their modules are right. */
  #useAll(uses: readonly ListForm[], path: readonly string[]): Set<string> {
    const used = new Set<string>();
    for (const use of uses) {
      const name = this.#nameIn(use);
      if (name === null) continue;
      used.add(name);
      if (!this.#modules.has(name) && !this.#broken.has(name) && !this.#load(name, use.span, path))
        this.#broken.add(name);
    }
    return used;
  }

  #nameIn(use: ListForm): string | null {
    const [, name, ...more] = use.items;
    if (name?.kind === 'string' && more.length === 0 && MODULE_NAME.test(name.value)) return name.value;
    const isText = name?.kind === 'string' && more.length === 0;
    this.#refuse(
      isText ? name.span : use.span,
      isText ? `"${name.value}" is no name of a module` : '`use` takes the name of one module',
      isText ? 'a name is a letter a to z and up to 63 more of a to z, 0 to 9 and -' : 'write it as (use "name")',
    );
    return null;
  }

  /** Reads, resolves and keeps a module; false where something is wrong with it. */
  #load(name: string, at: Span, path: readonly string[]): boolean {
    if (path.includes(name)) {
      const round = [...path.slice(path.indexOf(name)), name].join(' → ');
      return this.#refuse(at, `modules use each other: ${round}`, 'move what both need into a module of its own');
    }
    if (this.#modules.size + this.#broken.size + path.length >= MODULES_MAX)
      return this.#refuse(at, `a script uses at most ${MODULES_MAX} modules`, 'put several into one');
    const text = this.#textOf(name);
    if (text === null)
      return this.#refuse(
        at,
        `there is no module "${name}"`,
        `it is the file ${name}.script beside the script, or is given with it as one of \`modules\``,
      );
    const forms = this.#read(name, text, at);
    if (forms === null) return false;
    const used = this.#useAll(
      forms.flatMap((form) => asCallOf('use', form) ?? []),
      [...path, name],
    );
    const own = forms.filter((form) => asCallOf('use', form) === null);
    return [...used].every((one) => this.#modules.has(one)) && this.#resolve(name, own, used);
  }

  #textOf(name: string): string | Uint8Array | null {
    const texts = this.#texts;
    if (typeof texts === 'function') return texts(name);
    return texts !== undefined && Object.hasOwn(texts, name) ? texts[name]! : null;
  }

  /** Its forms, with spans behind those of all other texts; null where something is wrong. */
  #read(name: string, text: string | Uint8Array, at: Span): readonly Form[] | null {
    const { source, reporter } = decodeScript(text, this.#limits);
    const { forms, state, diagnostics } = read(source, reporter, this.#limits);
    this.#reporter.adopt(diagnostics, name);
    this.#bytes += Buffer.byteLength(source.text);
    this.#nodes += countNodes(forms);
    const { bytesMax, nodesMax } = this.#limits;
    for (const [what, count, max] of [
      ['bytes with its modules', this.#bytes, bytesMax],
      ['nodes with its modules', this.#nodes, nodesMax],
    ] as const) {
      if (count <= max) continue;
      this.#reporter.report('script-too-large', at, { what, max });
      return null;
    }
    if (state !== 'whole') return null;
    const base = this.#reporter.source.include(name, source);
    return forms.map((form) =>
      changed(form, (one) => ({ ...one, span: { start: one.span.start + base, end: one.span.end + base } })),
    );
  }

  #resolve(name: string, own: readonly Form[], used: ReadonlySet<string>): boolean {
    const errorsBefore = this.#reporter.errorCount;
    const definitions = own.filter((form) => this.#isDefinition(form)) as ListForm[];
    const end = own.at(-1)?.span.end ?? 0;
    const known = [...this.#modules.values()].flatMap((module) => module.definitions);
    // A module has no result to miss.
    const forms = [...known, ...own, { kind: 'nil', span: { start: end, end }, node: 0 } as const];
    numberForms(forms);
    const first = own[0]?.span.start ?? 0;
    const isOwn = ({ start }: Span): boolean => start >= first && start < end;
    const names = new Set(definitions.map(definedName));
    const places = new Map(
      definitions.map(({ items: [, defined] }) => [
        defined!.span.start,
        `${name}/${(defined as { name: string }).name}`,
      ]),
    );
    const locals: Local[] = [];
    analyze(forms, this.#reporter, new Set(), {
      local: (local) => locals.push(local),
      unbound: () => {},
      named: (read, span) => {
        if (!isOwn(span)) return;
        if (read === 'input')
          this.#refuse(span, 'a module has no `input`', 'hand what it needs to its functions as arguments');
        else if (names.has(read)) places.set(span.start, `${name}/${read}`);
        else this.#refuseUnused(read, span, used, name);
      },
    });
    if (this.#reporter.errorCount > errorsBefore) return false;
    this.#modules.set(name, {
      name,
      definitions: definitions.map((form) => renamed(form, places, this.#reporter.source) as ListForm),
      locals: new Set(
        locals.flatMap(({ span, uses, mentions }) => [span, ...uses, ...mentions].map(({ start }) => start)),
      ),
    });
    return true;
  }

  #isDefinition(form: Form): boolean {
    const defined = (asCallOf('defn', form) ?? asCallOf('def', form))?.items[1];
    if (defined?.kind === 'symbol' && isName(defined.name) && !defined.name.includes('/')) return true;
    return defined === undefined
      ? this.#refuse(form.span, 'a module has definitions only', 'an expression belongs to the script that uses it')
      : this.#refuse(
          defined.span,
          'a module defines names without `/`',
          'its own name is put before them where it is used',
        );
  }

  /** A name of a module that is linked, but not used by the text in which the name stands. */
  #refuseUnused(name: string, span: Span, used: ReadonlySet<string>, inside: string | null): void {
    if (inside === null && this.#reporter.source.moduleAt(span.start) !== null) return;
    const of = moduleIn(name);
    if (of !== null && !used.has(of) && this.#modules.has(of))
      this.#refuse(span, `\`${name}\` is of the module ${of}, which is not used here`, `write (use "${of}") above`);
  }

  /** Tells of modules of which a script names nothing. */
  #warnOfUnused(uses: readonly ListForm[], own: readonly Form[]): void {
    const named = new Set(namesIn(own).map(moduleIn));
    for (const { items, span } of uses) {
      const [, name] = items;
      if (name?.kind === 'string' && this.#modules.has(name.value) && !named.has(name.value))
        this.#reporter.report('unused-module', span, { name: name.value });
    }
  }

  /** What else of a module may have been meant by a name that it does not define. */
  #suggest({ name, span }: SymbolForm, defined: readonly ListForm[]): void {
    const of = moduleIn(name);
    if (of === null || !this.#modules.has(of)) return;
    const suggestion = suggest(name, defined.map(definedName));
    this.#reporter.report('unbound-variable', span, suggestion === null ? { name } : { name, suggestion });
  }

  /** What a script calls as a builtin must be none where a module calls it so. */
  #refuseCaptures(own: readonly Form[], modules: readonly Module[], reached: readonly Form[]): void {
    const captured = own.flatMap((form) => {
      const defined = (asCallOf('defn', form) ?? asCallOf('def', form))?.items[1];
      return defined?.kind === 'symbol' && isBuiltin(defined.name) ? [defined] : [];
    });
    if (captured.length === 0) return;
    const locals = new Set(modules.flatMap((module) => [...module.locals]));
    const read = new Map<string, Span>();
    eachForm(reached, (form) => {
      if (form.kind === 'symbol' && !locals.has(form.span.start) && !read.has(form.name))
        read.set(form.name, form.span);
    });
    for (const { name, span } of captured) {
      const there = read.get(name);
      if (there === undefined) continue;
      this.#reporter.report(
        'bad-module',
        span,
        { why: `\`${name}\` is a builtin that a module uses`, instead: 'choose another name' },
        [{ span: there, message: 'used here' }],
      );
    }
  }

  /** Names of modules that are not whole: nobody knows what they mean. */
  #lostIn(own: readonly Form[]): string[] {
    const lost: string[] = [];
    eachForm(own, (form) => {
      if (form.kind === 'symbol' && this.#broken.has(moduleIn(form.name) ?? '')) lost.push(form.name);
    });
    return lost;
  }

  #refuse(span: Span, why: string, instead: string): false {
    this.#reporter.report('bad-module', span, { why, instead });
    return false;
  }
}

function definedName({ items: [, defined] }: ListForm): string {
  return (defined as SymbolForm).name;
}

function moduleIn(name: string): string | null {
  const slash = name.indexOf('/');
  return slash < 1 ? null : name.slice(0, slash);
}

function countNodes(forms: readonly Form[]): number {
  let count = 0;
  eachForm(forms, () => {
    count += 1;
  });
  return count;
}

/** All names, those in templates of `fmt` too. */
function namesIn(forms: readonly Form[]): string[] {
  const names: string[] = [];
  eachForm(forms, (form) => {
    if (form.kind === 'symbol') names.push(form.name);
    else if (form.kind === 'string') for (const name of namesInTemplate(form.value)) names.push(name);
  });
  return names;
}

/** Those of the definitions, in their order, that forms name, directly or through others. */
function reachedFrom(own: readonly Form[], definitions: readonly ListForm[]): ListForm[] {
  const byName = new Map(definitions.map((form) => [definedName(form), form]));
  const reached = new Set<Form>();
  const waiting: Form[] = [...own];
  const reach = (name: string): void => {
    const form = byName.get(name);
    if (form === undefined || reached.has(form)) return;
    reached.add(form);
    waiting.push(form);
  };
  for (let form = waiting.pop(); form !== undefined; form = waiting.pop()) namesIn([form]).forEach(reach);
  return definitions.filter((form) => reached.has(form));
}

/** The form with other names at some places, also in templates of `fmt`. */
function renamed(form: Form, places: ReadonlyMap<number, string>, source: Source): Form {
  return changed(form, (one) => {
    if (one.kind === 'symbol') return { ...one, name: places.get(one.span.start) ?? one.name };
    if (one.kind !== 'string') return one;
    const value = renameInTemplate(one.value, source.slice(one.span), (at) => places.get(one.span.start + at) ?? null);
    return value === one.value ? one : { ...one, value, written: one.value };
  });
}

/** The form with each of its atoms and brackets changed. */
function changed(form: Form, change: (form: Form) => Form): Form {
  const inner = (part: Form): Form => changed(part, change);
  const made = change(form);
  switch (made.kind) {
    case 'list':
    case 'vector':
      return { ...made, items: made.items.map(inner) };
    case 'map':
      return {
        ...made,
        entries: made.entries.map(({ key, value }) => ({ key: inner(key) as KeyForm, value: inner(value) })),
      };
    default:
      return made;
  }
}
