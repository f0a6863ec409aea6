// Tests: the unary tests in the cells of a decision table, a small part of FEEL (DMN 1.3 to 1.5, chapter 10.3.2.8).
// In: the text of a cell. Out: what it tests, or why it cannot be read.
//
//   -                       anything                    >= 100   < 5   != 3       a comparison
//   [1..5]  [1..5)  ]1..5[  an interval                 "a", "b"                  one of several
//   not("a", "b")           none of them                true  nil  2024-05-01     a value; also date("2024-05-01"), null
//
// In a column that is declared as `text` a word stands for itself: `gold, silver`.

import { DIGITS_MAX, digitCount, isComputable, parseDecimal } from '../../grammar/decimal.ts';
import { compareOrdered, isDate, isEqual, type Kind, type Ordered, type Value } from './values.ts';

type Comparison = '<' | '<=' | '>' | '>=';

export type Alternative =
  | { readonly kind: 'equal'; readonly value: Value }
  | { readonly kind: 'compare'; readonly op: Comparison; readonly value: Ordered }
  | {
      readonly kind: 'interval';
      readonly low: Ordered;
      readonly high: Ordered;
      readonly isLowOpen: boolean;
      readonly isHighOpen: boolean;
    };

export type Test =
  | { readonly kind: 'any' }
  | { readonly kind: 'one-of'; readonly isNegated: boolean; readonly alternatives: readonly Alternative[] };

export const ANY: Test = { kind: 'any' };

/** Why a cell cannot be read. */
export class CellError extends Error {}

/** Throws CellError. `kind` is that of the column, where it is known. */
export function readTest(text: string, kind: Kind | null): Test {
  const trimmed = text.trim();
  if (trimmed === '-' || trimmed === '') return ANY;
  const reader = new CellReader(trimmed, kind);
  return reader.test();
}

/** The alternatives that an output or input may be of. */
export function readAlternatives(text: string, kind: Kind | null): readonly Alternative[] {
  const test = readTest(text, kind);
  if (test.kind === 'any' || test.isNegated) throw new CellError('values or intervals are expected');
  return test.alternatives;
}

/** The one value a cell is; null when it is none. */
export function readValue(text: string, kind: Kind | null): Value | null {
  try {
    const test = readTest(text, kind);
    if (test.kind === 'any' || test.isNegated || test.alternatives.length !== 1) return null;
    const [only] = test.alternatives;
    return only!.kind === 'equal' ? only!.value : null;
  } catch (error) {
    if (error instanceof CellError) return null;
    throw error;
  }
}

/** What a test says of a value; this is the meaning of a cell, and what is emitted must agree. */
export function matches(test: Test, value: Value): boolean {
  if (test.kind === 'any') return true;
  const isOne = test.alternatives.some((one) => matchesOne(one, value));
  if (!test.isNegated) return isOne;
  // Whether nil is beyond a bound nobody knows, so it is no reason for a rule.
  if (value.kind === 'nil' && test.alternatives.some((one) => one.kind !== 'equal')) return false;
  return !isOne;
}

function matchesOne(one: Alternative, value: Value): boolean {
  if (one.kind === 'equal') return isEqual(one.value, value);
  if (value.kind !== 'number' && value.kind !== 'date') return false;
  if (one.kind === 'compare') {
    if (one.value.kind !== value.kind) return false;
    const order = compareOrdered(value, one.value);
    return one.op === '<' ? order < 0 : one.op === '<=' ? order <= 0 : one.op === '>' ? order > 0 : order >= 0;
  }
  if (one.low.kind !== value.kind) return false;
  const low = compareOrdered(value, one.low);
  const high = compareOrdered(value, one.high);
  return (one.isLowOpen ? low > 0 : low >= 0) && (one.isHighOpen ? high < 0 : high <= 0);
}

const NUMBER = /^[-+]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?/;
const DATE = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9])/;
const DATE_CALL = /^date\(\s*"([^"]*)"\s*\)/;
const STRING = /^"(?:[^"\\]|\\.)*"/;

class CellReader {
  readonly #text: string;
  readonly #kind: Kind | null;
  #at = 0;

  constructor(text: string, kind: Kind | null) {
    this.#text = text;
    this.#kind = kind;
  }

  test(): Test {
    const negated = /^not\s*\(/.exec(this.#text);
    const isNegated = negated !== null && this.#text.endsWith(')');
    if (isNegated) this.#at = negated[0].length;
    const alternatives = [this.#alternative()];
    while (this.#take(/^,/) !== null) alternatives.push(this.#alternative());
    if (isNegated && this.#take(/^\)/) === null) this.#fail('a `)` is expected');
    this.#space();
    if (this.#at < this.#text.length) this.#fail(`\`${this.#rest()}\` is too much`);
    return { kind: 'one-of', isNegated, alternatives };
  }

  #alternative(): Alternative {
    const op = this.#take(/^(?:<=|>=|!=|<|>|=)/);
    if (op === '!=') this.#fail('`!=` is written `not(…)`');
    if (op === '=') return { kind: 'equal', value: this.#value() };
    if (op !== null) return { kind: 'compare', op: op as Comparison, value: this.#ordered() };
    const open = this.#take(/^[[(\]]/);
    if (open === null) return { kind: 'equal', value: this.#value() };
    const low = this.#ordered();
    if (this.#take(/^\.\./) === null) this.#fail('an interval is written `[1..5]`, `[1..5)`, `(1..5)`');
    const high = this.#ordered();
    const close = this.#take(/^[\])[]/);
    if (close === null) this.#fail('an interval ends with `]` or `)`');
    if (low.kind !== high.kind) this.#fail('the ends of an interval are of one kind');
    if (compareOrdered(low, high) > 0) this.#fail('the interval ends before it begins');
    const [isLowOpen, isHighOpen] = [open !== '[', close !== ']'];
    if (compareOrdered(low, high) === 0 && (isLowOpen || isHighOpen)) this.#fail('nothing is in this interval');
    return { kind: 'interval', low, high, isLowOpen, isHighOpen };
  }

  #ordered(): Ordered {
    const value = this.#value();
    if (value.kind === 'number' || value.kind === 'date') return value;
    this.#fail('only numbers and dates have an order');
  }

  #value(): Value {
    const call = this.#takeMatch(DATE_CALL);
    if (call !== null) return this.#date(call[1]!);
    const string = this.#take(STRING);
    if (string !== null) return this.#string(string);
    if (this.#kind === 'text') return this.#word();
    const date = this.#take(DATE);
    if (date !== null) return this.#date(date);
    const number = this.#take(NUMBER);
    if (number !== null) return this.#number(number);
    const word = this.#take(/^[A-Za-z]+(?![^\s,)\].])/);
    if (word === 'true' || word === 'false') return { kind: 'boolean', is: word === 'true' };
    if (word === 'nil' || word === 'null') return { kind: 'nil' };
    const rest = word ?? this.#rest();
    if (rest === '') this.#fail('a value is expected');
    this.#fail(
      /^[\p{L}_]/u.test(rest)
        ? `\`${rest}\` is no value: a text is written "${rest.split(',')[0]}", or its column is declared as text`
        : `\`${rest}\` is no value`,
    );
  }

  /** In a column of texts everything up to the comma. */
  #word(): Value {
    const word = this.#take(/^[^,()[\]"<>=]+/)?.trim() ?? '';
    if (word === '') this.#fail(`\`${this.#rest()}\` is no text: write it as a string`);
    return word === 'nil' || word === 'null' ? { kind: 'nil' } : { kind: 'text', text: word };
  }

  #string(image: string): Value {
    try {
      const text = JSON.parse(image) as string;
      if (this.#kind === 'date') return this.#date(text);
      if (text.isWellFormed()) return { kind: 'text', text };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
    this.#fail(`${image} is no JSON string`);
  }

  #date(text: string): Value {
    if (!isDate(text)) this.#fail(`${text} is no day that there is`);
    return { kind: 'date', date: text };
  }

  #number(image: string): Value {
    const plain = image.replace(/^\+/, '').replace(/^(-?)\./, '$10.');
    const number = parseDecimal(plain);
    if (number === null) this.#fail(`\`${image}\` is not a number of JSON`);
    const isWide = digitCount(number.coefficient) > DIGITS_MAX;
    if (isWide ? number.exponent < 0 : !isComputable(number))
      this.#fail(`\`${image}\` has more digits than the language computes with`);
    return { kind: 'number', number };
  }

  #space(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at += 1;
  }

  #rest(): string {
    return this.#text.slice(this.#at);
  }

  #take(pattern: RegExp): string | null {
    return this.#takeMatch(pattern)?.[0] ?? null;
  }

  #takeMatch(pattern: RegExp): RegExpExecArray | null {
    this.#space();
    const match = pattern.exec(this.#rest());
    if (match !== null) this.#at += match[0].length;
    return match;
  }

  #fail(why: string): never {
    throw new CellError(why);
  }
}
