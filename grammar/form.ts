// Forms: what the reader makes of a script's text, before any name has a meaning.
// Literal map keys are already in code point order, as in the canonical text, and `node` numbers every form in that
// order (depth first, from 0). A node number is therefore the same for every text with the same canonical text.

import type { Decimal } from './decimal.ts';
import type { Span } from './span.ts';

interface FormBase {
  readonly span: Span;
  /** The number of this form in the canonical text; also its identity in faults. */
  readonly node: number;
}

type NilForm = FormBase & { readonly kind: 'nil' };
type BooleanForm = FormBase & { readonly kind: 'boolean'; readonly value: boolean };
type NumberForm = FormBase & { readonly kind: 'number'; readonly value: Decimal };
type StringForm = FormBase & {
  readonly kind: 'string';
  readonly value: string;
  /** What the text has there, where linking has changed names in a template (compiler/modules.ts). */
  readonly written?: string;
};
/** `:name`; `name` is without the colon. */
export type KeywordForm = FormBase & { readonly kind: 'keyword'; readonly name: string };
/** Where something could not be read, a name that no text can write (`isName`) stands in for it. */
export type SymbolForm = FormBase & { readonly kind: 'symbol'; readonly name: string };
export type ListForm = FormBase & { readonly kind: 'list'; readonly items: readonly Form[] };
export type VectorForm = FormBase & { readonly kind: 'vector'; readonly items: readonly Form[] };
/** `isBroken`: something is wrong with its keys, and has been reported. */
export type MapForm = FormBase & {
  readonly kind: 'map';
  readonly entries: readonly MapEntry[];
  readonly isBroken: boolean;
};

/** A symbol is a key only in `:or` (`{:keys [a] :or {a 1}}`); anywhere else the analysis reports it. */
export type KeyForm = KeywordForm | StringForm | SymbolForm;

export interface MapEntry {
  readonly key: KeyForm;
  readonly value: Form;
}

export type Form =
  | NilForm
  | BooleanForm
  | NumberForm
  | StringForm
  | KeywordForm
  | SymbolForm
  | ListForm
  | VectorForm
  | MapForm;

/** Of names and keywords, as inside a class of a RegExp. */
export const SYMBOL_CHARACTERS = String.raw`A-Za-z0-9+\-*/<>=!?_.%&`;

const NAME = new RegExp(`^[${SYMBOL_CHARACTERS}]+$`);

/** Whether a symbol's name is one that a text can write; what stands in for something unreadable is none, and never missed. */
export function isName(name: string): boolean {
  return NAME.test(name);
}

/** The text a key is ordered and compared by. */
export function keyText(key: KeyForm): string {
  return key.kind === 'string' ? key.value : key.name;
}

/** Every form, depth first: the order of the node numbers. */
export function eachForm(forms: readonly Form[], visit: (form: Form) => void): void {
  for (const form of forms) {
    visit(form);
    if (form.kind === 'list' || form.kind === 'vector') eachForm(form.items, visit);
    if (form.kind === 'map') {
      for (const { key, value } of form.entries) {
        visit(key);
        eachForm([value], visit);
      }
    }
  }
}

/** Numbers all forms in that order, from `first` on; entries of maps are in the order of their keys already. */
export function numberForms(forms: readonly Form[], first = 0): void {
  let next = first;
  eachForm(forms, (form) => {
    (form as { node: number }).node = next;
    next += 1;
  });
}

/** Order of strings everywhere in the language: by code point, which is not JavaScript's `<` (UTF-16 units). */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at += 1) {
    const x = a.charCodeAt(at);
    const y = b.charCodeAt(at);
    if (x !== y) {
      // Surrogates stand for code points above every other unit.
      const xHigh = x >= 0xd800 && x <= 0xdfff;
      const yHigh = y >= 0xd800 && y <= 0xdfff;
      if (xHigh !== yHigh) return xHigh ? 1 : -1;
      return x < y ? -1 : 1;
    }
  }
  return a.length === b.length ? 0 : a.length < b.length ? -1 : 1;
}
