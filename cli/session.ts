// Session: what the repl remembers from entry to entry.
// In: an entry's text. Out: its value, or what is wrong with it, drawn as if the entry stood alone. The program that runs
// is every definition so far and then the entry, compiled like any other script.

import { BUILTIN_NAMES } from '../compiler/builtins.ts';
import { check, checkedOf } from '../compiler/check.ts';
import { FAULTS } from '../compiler/faults.ts';
import { SPECIAL_NAMES } from '../compiler/specials.ts';
import type { Form } from '../grammar/form.ts';
import { read } from '../grammar/reader.ts';
import { render, renderAll } from '../grammar/render.ts';
import { Source, type Place } from '../grammar/span.ts';
import { FUEL_DEFAULT } from '../runtime/outcome.ts';
import type { Machine } from '../runtime/run.ts';
import { helpOfFault } from './fault-help.ts';
import { readFuel } from './fuel.ts';

export interface Evaluation {
  /** JSON; null when there is none. */
  readonly output: string | null;
  /** Drawn diagnostics or a drawn fault. */
  readonly problems: string | null;
  /** Of the whole program: the definitions are evaluated again. Null when nothing ran. */
  readonly steps: number | null;
}

export class Session {
  /** JSON text; null is nil. */
  input: string | null = null;
  fuel = FUEL_DEFAULT;
  readonly #definitions = new Map<string, string>();
  #machine: Machine | null = null;

  get definitions(): string[] {
    return [...this.#definitions.values()];
  }

  /** The text of a definition; null when there is none of that name. */
  definition(name: string): string | null {
    return this.#definitions.get(name) ?? null;
  }

  /** The names that the last word of a line may become, and that word. */
  complete(line: string): [names: string[], word: string] {
    const word = /[^\s,()[\]{}"]*$/.exec(line)![0];
    if (word === '') return [[], word];
    const names = [...this.#definitions.keys(), 'input', ...SPECIAL_NAMES, ...BUILTIN_NAMES];
    return [[...new Set(names)].filter((name) => name.startsWith(word)).sort(), word];
  }

  reset(): void {
    this.#definitions.clear();
  }

  /** Whether the text is a fuel. */
  setFuel(text: string): boolean {
    const fuel = readFuel(text);
    if (fuel !== null) this.fuel = fuel;
    return fuel !== null;
  }

  async evaluate(entry: string): Promise<Evaluation> {
    const defined = definitionsIn(entry);
    const kept = [...this.#definitions].filter(([name]) => !defined.has(name)).map(([, text]) => text);
    // A definition that replaces another stands where the entry is, so what is drawn is the entry.
    const before = kept.map((text) => `${text}\n`).join('');
    const source = new Source(before + entry);
    const checked = check(source.text);
    const lead = { bytes: Buffer.byteLength(before), lines: before.split('\n').length - 1 };
    const own = new Source(entry);
    // A definition alone has no result to miss.
    const diagnostics = checked.diagnostics.filter(({ code, start }) => code !== 'no-result' && (start >= lead.bytes || !checked.ok));
    const inEntry = diagnostics.filter(({ start }) => start >= lead.bytes).map((diagnostic) => ({
      ...shift(diagnostic, lead), related: diagnostic.related.map((related) => shift(related, lead)),
    }));
    const elsewhere = diagnostics.filter(({ start }) => start < lead.bytes);
    const drawn = [...(inEntry.length === 0 ? [] : [renderAll(inEntry, own)]), ...(elsewhere.length === 0 ? [] : [renderAll(elsewhere, source, 'definitions')])];
    const problems = drawn.length === 0 ? null : drawn.join('\n\n');
    const prepared = checkedOf(checked);
    if (prepared === null) return { output: null, problems, steps: null };

    const { compile } = await import('../runtime/compile.ts');
    const { createMachine } = await import('../runtime/run.ts');
    this.#machine ??= createMachine();
    const input = this.input === null ? null : new TextEncoder().encode(this.input);
    const result = this.#machine.run(await compile(prepared), input, { fuel: this.fuel });
    if (result.kind === 'fault') {
      const { code, node, text } = result.fault;
      const message = text ?? FAULTS[code].message;
      const place = node === null ? null : checked.places(node);
      const isOwn = place !== null && place.start >= lead.bytes;
      const fault = place === null ? `fault[${code}]: ${message}`
        : render({ code, severity: 'fault', message, help: helpOfFault(code, place, source), related: [], ...(isOwn ? shift(place, lead) : place) }, isOwn ? own : source, isOwn ? undefined : 'definitions');
      return { output: null, problems: problems === null ? fault : `${problems}\n\n${fault}`, steps: result.steps };
    }
    for (const [name, text] of defined) {
      this.#definitions.delete(name);
      this.#definitions.set(name, text);
    }
    const isValue = checked.program!.items.at(-1)?.kind === 'expression' && !endsInDefinition(entry);
    return { output: isValue ? result.output : null, problems, steps: result.steps };
  }
}

function shift<P extends Place>(place: P, lead: { readonly bytes: number; readonly lines: number }): P {
  return { ...place, start: place.start - lead.bytes, end: place.end - lead.bytes, line: place.line - lead.lines };
}

/** The text of each definition of an entry, by name. */
function definitionsIn(entry: string): Map<string, string> {
  const { forms } = read(new Source(entry));
  return new Map(forms.flatMap((form) => {
    const name = definedName(form);
    return name === null ? [] : [[name, entry.slice(form.span.start, form.span.end)] as const];
  }));
}

function endsInDefinition(entry: string): boolean {
  const last = read(new Source(entry)).forms.at(-1);
  return last !== undefined && definedName(last) !== null;
}

function definedName(form: Form): string | null {
  if (form.kind !== 'list') return null;
  const [head, name] = form.items;
  return head?.kind === 'symbol' && (head.name === 'def' || head.name === 'defn') && name?.kind === 'symbol' ? name.name : null;
}

/** Whether brackets or a string of the text are still open, so that more lines belong to it. */
export function isOpen(text: string): boolean {
  let depth = 0;
  let isString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!;
    if (isString) {
      if (character === '\\') at += 1;
      // A line end cannot stand in a string: more lines would not close it.
      else if (character === '"' || character === '\n') isString = false;
    } else if (character === '"') isString = true;
    else if (character === ';') {
      const end = text.indexOf('\n', at);
      if (end === -1) break;
      at = end;
    } else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
  }
  return depth > 0;
}
