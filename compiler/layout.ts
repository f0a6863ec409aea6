// Layout: how `parse-moment` and `format-moment` write a moment, in the letters of java.time and of CLDR.
// In: a string literal. Out: its parts in order, and which kinds of moments they make; or what is wrong with it and where.

import { type BuiltinName, builtin } from './builtins.ts';

/** What a moment has to have for a field, `digits` it takes at least and at most; none for names and offsets. */
interface Field {
  readonly name: 'year' | 'month' | 'day' | 'weekday' | 'hour' | 'half' | 'minute' | 'second' | 'fraction' | 'offset';
  readonly of: 'date' | 'time' | 'offset';
  readonly digits: readonly [least: number, most: number] | null;
}

const TWO = [2, 2] as const;
const ONE_OR_TWO = [1, 2] as const;

// biome-ignore format: one row a field
const FIELDS = {
  yyyy: { name: 'year', of: 'date', digits: [4, 4] }, yy: { name: 'year', of: 'date', digits: TWO },
  MMMM: { name: 'month', of: 'date', digits: null }, MMM: { name: 'month', of: 'date', digits: null },
  MM: { name: 'month', of: 'date', digits: TWO }, M: { name: 'month', of: 'date', digits: ONE_OR_TWO },
  dd: { name: 'day', of: 'date', digits: TWO }, d: { name: 'day', of: 'date', digits: ONE_OR_TWO },
  EEEE: { name: 'weekday', of: 'date', digits: null }, EEE: { name: 'weekday', of: 'date', digits: null },
  HH: { name: 'hour', of: 'time', digits: TWO }, H: { name: 'hour', of: 'time', digits: ONE_OR_TWO },
  hh: { name: 'hour', of: 'time', digits: TWO }, h: { name: 'hour', of: 'time', digits: ONE_OR_TWO },
  a: { name: 'half', of: 'time', digits: null },
  mm: { name: 'minute', of: 'time', digits: TWO }, m: { name: 'minute', of: 'time', digits: ONE_OR_TWO },
  ss: { name: 'second', of: 'time', digits: TWO }, s: { name: 'second', of: 'time', digits: ONE_OR_TWO },
  S: { name: 'fraction', of: 'time', digits: [1, 1] }, SS: { name: 'fraction', of: 'time', digits: TWO },
  SSS: { name: 'fraction', of: 'time', digits: [3, 3] }, SSSS: { name: 'fraction', of: 'time', digits: [4, 4] },
  SSSSS: { name: 'fraction', of: 'time', digits: [5, 5] }, SSSSSS: { name: 'fraction', of: 'time', digits: [6, 6] },
  SSSSSSS: { name: 'fraction', of: 'time', digits: [7, 7] }, SSSSSSSS: { name: 'fraction', of: 'time', digits: [8, 8] },
  SSSSSSSSS: { name: 'fraction', of: 'time', digits: [9, 9] },
  XXX: { name: 'offset', of: 'offset', digits: null }, XX: { name: 'offset', of: 'offset', digits: null },
  xxx: { name: 'offset', of: 'offset', digits: null }, xx: { name: 'offset', of: 'offset', digits: null },
} as const satisfies Record<string, Field>;

export type Letters = keyof typeof FIELDS;

export type LayoutPart =
  | { readonly kind: 'text'; readonly text: string; readonly start: number; readonly end: number }
  | { readonly kind: 'field'; readonly letters: Letters; readonly start: number; readonly end: number };

interface LayoutProblem {
  /** UTF-16 offsets into the layout. */
  readonly start: number;
  readonly end: number;
  readonly why: string;
  readonly instead: string;
}

/** What is quoted, letters of one kind, or another character. */
const PARTS = /'((?:''|[^'])*)'|([A-Za-z])\2*|[^]/gu;
/** What java.time keeps for parts that may be left out and for later. */
const RESERVED = /^[[\]{}#']$/;

/** Whether a builtin's first argument is a layout. */
export function takesLayout(name: BuiltinName): boolean {
  return builtin(name).params.startsWith('layout ');
}

export function fieldOf(letters: Letters): Field {
  return FIELDS[letters];
}

/** The parts, of a layout that has passed the check. */
export function layoutParts(text: string): readonly LayoutPart[] {
  const parts = partsOf(text);
  if ('why' in parts) throw new Error(`an unchecked layout: ${parts.why}`);
  return parts;
}

/** What is wrong with a layout for a builtin; null for nothing. */
export function layoutProblem(text: string, name: BuiltinName): LayoutProblem | null {
  const parts = partsOf(text);
  if ('why' in parts) return parts;
  const whole = { start: 0, end: 0 };
  if (!parts.some(({ kind }) => kind === 'field'))
    return {
      ...whole,
      why: 'it has no field of a date or a time',
      instead: 'write letters such as `yyyy-MM-dd` or `HH:mm`',
    };
  return name === 'parse-moment' ? (ambiguity(parts) ?? gap(parts)) : null;
}

function partsOf(text: string): LayoutPart[] | LayoutProblem {
  const parts: LayoutPart[] = [];
  for (const { 0: part, 1: quoted, 2: letter, index: start } of text.matchAll(PARTS)) {
    const end = start + part.length;
    if (quoted !== undefined)
      parts.push({ kind: 'text', text: quoted === '' ? "'" : quoted.replaceAll("''", "'"), start, end });
    else if (letter !== undefined && Object.hasOwn(FIELDS, part))
      parts.push({ kind: 'field', letters: part as Letters, start, end });
    else if (letter !== undefined) return { start, end, why: `\`${part}\` is no field`, instead: known(letter) };
    else if (RESERVED.test(part))
      return {
        start,
        end,
        why: part === "'" ? 'a quote is never closed' : `\`${part}\` is kept for later`,
        instead: part === "'" ? "write `''` for a quote" : `quote it: \`'${part}'\``,
      };
    else parts.push({ kind: 'text', text: part, start, end });
  }
  return parts;
}

/** The fields that a letter begins, or all letters. */
function known(letter: string): string {
  const fields = Object.keys(FIELDS).filter((name) => name[0] === letter);
  const others = Object.keys(FIELDS).filter((name) => name[0]!.toLowerCase() === letter.toLowerCase());
  if (fields.length === 0 && others.length > 0)
    return `did you mean ${others.map((name) => `\`${name}\``).join(', ')}?`;
  if (fields.length > 0) return `\`${letter}\` stands as ${fields.map((name) => `\`${name}\``).join(', ')}`;
  const letters = [...new Set(Object.keys(FIELDS).map((name) => name[0]))].join(' ');
  return `fields begin with ${letters}; quote text: \`'${letter}'\``;
}

/** A field that stands twice, or of which nobody could say where it ends. */
function ambiguity(parts: readonly LayoutPart[]): LayoutProblem | null {
  const seen = new Set<string>();
  for (const [at, part] of parts.entries()) {
    if (part.kind === 'text') continue;
    const { name, digits } = fieldOf(part.letters);
    if (seen.has(name)) return { ...part, why: `it has two fields of the ${name}`, instead: 'leave one out' };
    seen.add(name);
    const next = parts[at + 1];
    const meetsDigits =
      next?.kind === 'text' ? /^[0-9]/.test(next.text) : next !== undefined && fieldOf(next.letters).digits !== null;
    if (digits !== null && digits[0] < digits[1] && meetsDigits)
      return {
        ...part,
        why: `\`${part.letters}\` takes one digit or two, and digits follow`,
        instead: `write \`${part.letters.repeat(2)}\``,
      };
  }
  return null;
}

/** What a moment needs and does not have. */
function gap(parts: readonly LayoutPart[]): LayoutProblem | null {
  const names = new Set<string>();
  const letters = new Set<string>();
  for (const part of parts) {
    if (part.kind === 'text') continue;
    names.add(fieldOf(part.letters).name);
    letters.add(part.letters[0]!);
  }
  const [hasDate, hasTime] = [DATE_FIELDS, TIME_FIELDS].map((fields) => fields.some((name) => names.has(name)));
  const needed: readonly (readonly [needs: boolean | undefined, has: boolean, what: string, letters: string])[] = [
    [hasDate || names.has('offset'), names.has('year'), 'year', 'yyyy'],
    [hasDate || names.has('offset'), names.has('month'), 'month', 'MM'],
    [hasDate || names.has('offset'), names.has('day'), 'day', 'dd'],
    [hasTime || names.has('offset'), names.has('hour'), 'hour', 'HH'],
    [letters.has('h'), names.has('half'), 'half of the day', 'a'],
    [names.has('half'), letters.has('h'), 'hour of half a day', 'hh'],
    [names.has('second'), names.has('minute'), 'minute', 'mm'],
    [names.has('fraction'), names.has('second'), 'second', 'ss'],
  ];
  const missing = needed.find(([needs, has]) => needs === true && !has);
  if (missing === undefined) return null;
  const [, , what, wanted] = missing;
  return { start: 0, end: 0, why: `it has no ${what}, so it makes no moment`, instead: `add \`${wanted}\`` };
}

const DATE_FIELDS = ['year', 'month', 'day', 'weekday'];
const TIME_FIELDS = ['hour', 'half', 'minute', 'second', 'fraction'];
