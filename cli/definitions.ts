// Definitions: what the repl keeps of its entries, by name, as text that stands before the next entry.
// In: forms of entries, and values. Out: program text. A function is kept as it was written; of a `def` its value is kept,
// as a literal: it costs no entry the steps that made it, and a new input or another definition never changes it.

import { check } from '../compiler/check.ts';
import type { Form } from '../grammar/form.ts';
import { read, SCRIPT_LIMITS } from '../grammar/reader.ts';
import type { ScriptLimits } from '../grammar/scan.ts';
import { Source } from '../grammar/span.ts';

/** Definitions may take half of what a program may have: the other half is for the entry. */
export const DEFINITIONS_LIMITS: ScriptLimits = {
  bytesMax: SCRIPT_LIMITS.bytesMax / 2,
  nodesMax: SCRIPT_LIMITS.nodesMax / 2,
};

export interface Definition {
  readonly kind: 'def' | 'defn' | 'use';
  /** Of a `use` that of the module, in quotes. */
  readonly name: string;
  readonly text: string;
  /** What it adds to the steps of each program it is part of. */
  readonly steps: number;
}

/** The definitions of an entry, as they are written. */
export function definitionsIn(entry: string): Definition[] {
  return read(new Source(entry)).forms.flatMap((form) => definitionAt(form, entry) ?? []);
}

/** Whether an entry has no value to show. */
export function endsInDefinition(entry: string): boolean {
  const last = read(new Source(entry)).forms.at(-1);
  return last !== undefined && definitionAt(last, entry) !== null;
}

function definitionAt(form: Form, entry: string): Definition | null {
  if (form.kind !== 'list') return null;
  const [head, name] = form.items;
  if (head?.kind !== 'symbol') return null;
  const text = entry.slice(form.span.start, form.span.end);
  if (head.name === 'use' && name?.kind === 'string')
    return { kind: 'use', name: JSON.stringify(name.value), text, steps: 0 };
  if (name?.kind !== 'symbol' || (head.name !== 'def' && head.name !== 'defn')) return null;
  return { kind: head.name, name: name.name, text, steps: 0 };
}

/** The definition of a value, given as JSON; null when no script can hold it: a number is too long, or it is too large or too deep. */
export function definitionOf(name: string, json: string): Definition | null {
  // Strings are written alike in both, and a comma is blank.
  const literal = json.replaceAll(/"(?:[^"\\]|\\.)*"|null|:/g, (found) =>
    found === 'null' ? 'nil' : found === ':' ? ' ' : found,
  );
  const text = `(def ${name} ${literal})`;
  const { ok, steps } = check(text, { limits: DEFINITIONS_LIMITS });
  return ok ? { kind: 'def', name, text, steps: steps!.min } : null;
}

export function textOf(definitions: readonly Definition[]): string {
  return definitions.map(({ text }) => `${text}\n`).join('');
}

/** Whether an entry has room beside them. */
export function fit(definitions: readonly Definition[]): boolean {
  return !check(textOf(definitions), { limits: DEFINITIONS_LIMITS }).diagnostics.some(
    ({ code }) => code === 'script-too-large',
  );
}
