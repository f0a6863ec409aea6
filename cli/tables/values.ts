// Values: what the cells of a decision table hold.
// In: texts of cells. Out: numbers, texts, booleans, dates and nil with their order, as the language and JSON write them.

import { compareDecimals, type Decimal, decimal, printDecimal } from '../../grammar/decimal.ts';
import { compareCodePoints } from '../../grammar/form.ts';

export type Kind = 'number' | 'integer' | 'text' | 'boolean' | 'date';

export type Value =
  | { readonly kind: 'number'; readonly number: Decimal }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'boolean'; readonly is: boolean }
  /** `YYYY-MM-DD`, a text in scripts and JSON. */
  | { readonly kind: 'date'; readonly date: string }
  | { readonly kind: 'nil' };

/** Values that have an order. */
export type Ordered = Value & { readonly kind: 'number' | 'date' };

/** Both are of one kind. */
export function compareOrdered(a: Ordered, b: Ordered): number {
  if (a.kind === 'number') return compareDecimals(a.number, (b as typeof a).number);
  return compareCodePoints(a.date, (b as typeof a).date);
}

export function isEqual(a: Value, b: Value): boolean {
  return a.kind === b.kind && printValue(a) === printValue(b);
}

/** As a script and as JSON write it; nil is `nil` in a script. */
export function printValue(value: Value): string {
  switch (value.kind) {
    case 'number':
      return printDecimal(value.number);
    case 'text':
      return JSON.stringify(value.text);
    case 'boolean':
      return String(value.is);
    case 'date':
      return JSON.stringify(value.date);
    case 'nil':
      return 'nil';
  }
}

export function printJsonValue(value: Value): string {
  return value.kind === 'nil' ? 'null' : printValue(value);
}

export function isOfKind(value: Value, kind: Kind): boolean {
  if (kind === 'integer') return value.kind === 'number' && isWhole(value.number);
  return value.kind === kind;
}

function isWhole({ exponent }: Decimal): boolean {
  return exponent >= 0;
}

/**
 * A value between two neighbours, or beyond one of them (null: there is none on that side); null when there is none of the kind.
 * The simplest one: a witness is read by people.
 */
export function between(low: Ordered | null, high: Ordered | null, kind: Kind): Value | null {
  if (kind === 'date') return dateBetween(low as DateValue | null, high as DateValue | null);
  const [a, b] = [low as NumberValue | null, high as NumberValue | null];
  if (a === null) return numberValue(b === null ? decimal(0n) : whole(b.number, -1n, true));
  const next = whole(a.number, 1n, false);
  if (b === null || compareDecimals(next, b.number) < 0) return numberValue(next);
  return kind === 'integer' ? null : numberValue(middle(a.number, b.number));
}

type NumberValue = Value & { readonly kind: 'number' };
type DateValue = Value & { readonly kind: 'date' };

function numberValue(number: Decimal): Value {
  return { kind: 'number', number };
}

/** The next whole number above (or below) a number. */
function whole({ coefficient, exponent }: Decimal, step: 1n | -1n, isBelow: boolean): Decimal {
  if (exponent >= 0) return decimal(coefficient * 10n ** BigInt(exponent) + step);
  const unit = 10n ** BigInt(-exponent);
  const truncated = coefficient / unit;
  const floor = coefficient < 0n ? truncated - 1n : truncated;
  return decimal(isBelow ? floor : floor + 1n);
}

function middle(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  const scaled = (one: Decimal): bigint => one.coefficient * 10n ** BigInt(one.exponent - exponent);
  return decimal((scaled(a) + scaled(b)) * 5n, exponent - 1);
}

const DAY_MS = 86_400_000;
const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';

function dateBetween(low: DateValue | null, high: DateValue | null): Value | null {
  if (low === null && high === null) return { kind: 'date', date: '2000-01-01' };
  const at = low === null ? dayBeside(high!.date, -1) : dayBeside(low.date, 1);
  if (at === null || (low !== null && high !== null && at >= high.date)) return null;
  return { kind: 'date', date: at };
}

function dayBeside(date: string, days: 1 | -1): string | null {
  if (date === (days === 1 ? LAST_DAY : FIRST_DAY)) return null;
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whether a text is a day that there is, in the years 0001 to 9999. */
export function isDate(text: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(text) || text < FIRST_DAY) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
