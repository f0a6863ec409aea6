// Names: where the names of a script are bound and where they are read, for editors.
// In: a script's text, also one that is being written. Out: its names with their places, what can be seen from a place, and
// the text with one of them renamed. The analysis itself tells which name is which, so an editor and a run cannot differ.

import { Reporter } from '../grammar/diagnostic.ts';
import { eachForm, type Form, isName, type ListForm } from '../grammar/form.ts';
import { canonical } from '../grammar/printer.ts';
import { read } from '../grammar/reader.ts';
import { Source, type Span } from '../grammar/span.ts';
import { CLOSES, OPENS, OpenList, OpenString, OpenVector, SymbolText, tokenEnd, tokenize } from '../grammar/tokens.ts';
import { analyze } from './analyze.ts';
import { isBuiltin } from './builtins.ts';
import { asCallOf } from './context.ts';
import { splitDefn } from './definitions.ts';
import { link, type ModuleTexts } from './modules.ts';
import { readParameters } from './patterns.ts';
import type { Local } from './scope.ts';
import { isSpecial } from './specials.ts';

export interface Name {
  readonly name: string;
  /** `key`: a local of `:keys`, whose name is also the key it is read from. */
  readonly kind: 'local' | 'key' | 'function' | 'value';
  /** In the text of `module`. */
  readonly definition: Span;
  /** What defines it; null for the script itself. */
  readonly module: string | null;
  /** The definition is not among them. */
  readonly uses: readonly Span[];
  /** How it is called; null for what is no function. */
  readonly signature: string | null;
  /** What is written about it, or the expression it names. */
  readonly doc: string | null;
}

interface NameReading {
  /** Whether the script has no errors: then no name is missing. */
  readonly isWhole: boolean;
  /** In the order of their definitions. */
  readonly names: readonly Name[];
}

/** `modules`: the texts of modules that the script uses; their names are among the script's. */
export function readNames(text: string, modules?: ModuleTexts): NameReading {
  const source = new Source(text);
  const reporter = new Reporter(source);
  const reading = read(source, reporter);
  if (reading.state === 'broken') return { isWhole: false, names: [] };
  const { forms, own, defined, lost, used, observer } = link(reading, reporter, modules);
  const locals: Local[] = [];
  const named: { readonly name: string; readonly span: Span }[] = [];
  analyze(forms, reporter, lost, {
    local: (local) => {
      if (source.moduleAt(local.span.start) === null) locals.push(local);
    },
    unbound: () => {},
    named: (name, span) => {
      observer.named(name, span);
      if (source.moduleAt(span.start) === null) named.push({ name, span });
    },
  });
  const taken = new Set(locals.flatMap(({ span, uses, mentions }) => [span, ...uses, ...mentions]).map(keyOf));
  const places = new Map<string, Span[]>();
  const add = ({ name, span }: { readonly name: string; readonly span: Span }): void => {
    const known = places.get(name);
    if (known === undefined) places.set(name, [span]);
    else known.push(span);
  };
  eachForm(own, (form) => {
    if (form.kind === 'symbol' && !taken.has(keyOf(form.span))) add(form);
  });
  // Those in templates of `fmt` too.
  named.forEach(add);
  const names = [...locals.map(nameOfLocal), ...own.flatMap((form) => nameOfDefinition(form, places, null))];
  const shared = defined.flatMap((form) => {
    const module = source.moduleAt(form.span.start);
    return module === null || !used.has(module) ? [] : nameOfDefinition(form, places, module);
  });
  return {
    isWhole: reporter.errorCount === 0,
    names: [
      ...names.sort((a, b) => a.definition.start - b.definition.start),
      ...shared.map((name) => ({ ...name, definition: source.within(name.definition) })),
    ],
  };
}

/** The name that stands at an offset, also right behind its last character. */
export function nameAt({ names }: NameReading, offset: number): Name | null {
  const covers = ({ start, end }: Span): boolean => start <= offset && offset <= end;
  return (
    names.find(({ definition, module, uses }) => (module === null && covers(definition)) || uses.some(covers)) ?? null
  );
}

type Renaming =
  | { readonly kind: 'renamed'; readonly places: readonly Span[] }
  | { readonly kind: 'refused'; readonly why: string };

/** Where to write `to` for a name; refused when another name would be meant anywhere. */
export function rename(text: string, name: Name, to: string, modules?: ModuleTexts): Renaming {
  const refused = (why: string): Renaming => ({ kind: 'refused', why });
  if (name.module !== null) return refused(`${name.name} is a name of the module ${name.module}`);
  const before = readNames(text, modules);
  if (!before.isWhole) return refused('the script has errors, so not every use of the name is known');
  if (name.kind === 'key') return refused(`${name.name} is also the key that it is read from`);
  if (!isPlainName(to)) return refused(`${to === '' ? 'nothing' : to} is not a name`);
  const places = [name.definition, ...name.uses].sort((a, b) => a.start - b.start);
  const after = readNames(replaceAt(text, places, to), modules);
  if (!after.isWhole || !isSame(wiring(before), wiring(after)))
    return refused(`with the name ${to} the script would mean something else, or nothing`);
  return { kind: 'renamed', places };
}

/** Whether a text reads as one symbol that can be bound. */
function isPlainName(text: string): boolean {
  if (!isName(text) || isSpecial(text) || ['nil', 'true', 'false', '&', '_'].includes(text)) return false;
  const { forms, state } = read(new Source(text));
  return state === 'whole' && forms.length === 1 && forms[0]!.kind === 'symbol';
}

function replaceAt(text: string, places: readonly Span[], to: string): string {
  return [...places].reverse().reduce((whole, { start, end }) => whole.slice(0, start) + to + whole.slice(end), text);
}

/** Which definition each place of a name belongs to, place by place. */
function wiring({ names }: NameReading): number[] {
  return names
    .flatMap((name, index) => placesIn(name).map(({ start }) => ({ start, index })))
    .sort((a, b) => a.start - b.start)
    .map(({ index }) => index);
}

/** Where a name stands in the script. */
export function placesIn({ definition, module, uses }: Name): Span[] {
  return module === null ? [definition, ...uses] : [...uses];
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}

function nameOfLocal({ name, span, isKey, uses }: Local): Name {
  return {
    name,
    kind: isKey ? 'key' : 'local',
    definition: span,
    module: null,
    uses: distinct(uses),
    signature: null,
    doc: null,
  };
}

function nameOfDefinition(form: Form, places: ReadonlyMap<string, readonly Span[]>, module: string | null): Name[] {
  const defn = asCallOf('defn', form);
  const made = defn ?? asCallOf('def', form);
  const name = made?.items[1];
  if (made === null || name?.kind !== 'symbol' || !isName(name.name)) return [];
  const uses = distinct(places.get(name.name) ?? []).filter(({ start }) => start !== name.span.start);
  const about =
    defn === null
      ? ({ kind: 'value', signature: null, doc: valueShown(made) } as const)
      : ({
          kind: 'function',
          signature: readParameters(name.name, splitDefn(defn).params).signature,
          doc: docstringOf(defn),
        } as const);
  return [{ name: name.name, definition: name.span, module, uses, ...about }];
}

// An editor shows it beside a name.
const VALUE_SHOWN_MAX = 200;

function valueShown({ items }: ListForm): string | null {
  if (items.length !== 3) return null;
  const text = canonical(items.slice(2));
  return text.length > VALUE_SHOWN_MAX ? null : text;
}

function docstringOf(defn: ListForm): string | null {
  const { params } = splitDefn(defn);
  const doc = defn.items[2];
  return doc?.kind === 'string' && doc !== params ? doc.value : null;
}

function distinct(spans: readonly Span[]): Span[] {
  return [...new Map(spans.map((span) => [span.start, span])).values()].sort((a, b) => a.start - b.start);
}

function keyOf({ start }: Span): number {
  return start;
}

/** What stands around a place in a text that is being written. */
interface Cursor {
  /** Inside of a string or a comment nothing is to be completed. */
  readonly isText: boolean;
  /** What is written of the name at the place, with its colon. */
  readonly word: Span;
  /** The lists and other brackets that are open there, from the outside in. */
  readonly open: readonly OpenBracket[];
}

interface OpenBracket {
  /** The first name of a list. */
  readonly head: string | null;
  /** Forms before the place, the head too. */
  readonly count: number;
}

const WORD = /:?[A-Za-z0-9+\-*/<>=!?_.%&]*$/;

export function cursorAt(text: string, offset: number): Cursor {
  const before = text.slice(0, offset);
  const start = offset - WORD.exec(before)![0].length;
  const { tokens, comments } = tokenize(before);
  const last = tokens.at(-1);
  const comment = comments.at(-1);
  const isText =
    last?.tokenType === OpenString || (comment !== undefined && tokenEnd(comment) === offset && !before.endsWith('\n'));
  const open: { head: string | null; count: number }[] = [];
  for (const token of tokens) {
    if (token.startOffset >= start) break;
    const around = open.at(-1);
    if (CLOSES.has(token.tokenType)) open.pop();
    else {
      if (around !== undefined) {
        if (around.count === 0) around.head = token.image;
        around.count += 1;
      }
      if (OPENS.has(token.tokenType)) open.push({ head: null, count: 0 });
    }
  }
  return { isText, word: { start, end: offset }, open };
}

/** Names that a text defines at its top level, also where the definition is still being written. */
export function definedNames(text: string): string[] {
  const { tokens } = tokenize(text);
  const names = tokens.flatMap(({ image, tokenType }, at) => {
    const isDefinition = tokens[at - 1]?.tokenType === OpenList && (image === 'def' || image === 'defn');
    const name = tokens[at + 1];
    return tokenType === SymbolText && isDefinition && name?.tokenType === SymbolText ? [name.image] : [];
  });
  return [...new Set(names)];
}

// No text has it: a completion would ask for it by name.
const PLACEHOLDER = '%cursor%';

/**
 * Locals that can be seen from the start of a word, the innermost first. What is written behind the place does not count:
 * brackets that are still open are closed there.
 */
export function visibleLocals(text: string, { start }: Span): string[] {
  const before = text.slice(0, start) + PLACEHOLDER;
  const closers: string[] = [];
  for (const { tokenType } of tokenize(before).tokens) {
    if (OPENS.has(tokenType)) closers.unshift(tokenType === OpenList ? ')' : tokenType === OpenVector ? ']' : '}');
    else if (CLOSES.has(tokenType)) closers.shift();
  }
  // A form that needs more parts than are written is not looked into.
  for (const filler of ['', ' nil']) {
    const names = namesAtPlaceholder(
      before + closers.map((close) => (close === ')' ? filler + close : close)).join(''),
    );
    if (names !== null) return names;
  }
  return [];
}

function namesAtPlaceholder(text: string): string[] | null {
  const source = new Source(text);
  const reporter = new Reporter(source);
  const { forms, state, lost } = read(source, reporter);
  if (state === 'broken') return null;
  let found: string[] | null = null;
  analyze(forms, reporter, lost, {
    local: () => {},
    named: () => {},
    unbound: ({ name }, scope) => {
      if (name === PLACEHOLDER) found ??= scope.names();
    },
  });
  return found;
}

/** Whether a name is one that the language itself defines. */
export function isOfLanguage(name: string): boolean {
  return isBuiltin(name) || isSpecial(name);
}
