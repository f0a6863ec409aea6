// Decimals: the language's one kind of number, as literals and in the reference interpreter.
// In: JSON number text. Out: an exact, normalised coefficient × 10^exponent, and its printed text.

/** coefficient × 10^exponent; normalised: no trailing zeros in the coefficient, zero is 0 × 10^0. */
export interface Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;
}

/** Significant digits a computed number may have (LANGUAGE.md section 3). */
export const DIGITS_MAX = 18;
/** Magnitudes lie in 10^-400 ≤ |x| < 10^400. */
export const MAGNITUDE_MAX = 400;
/** Digits of a written exponent, without leading zeros: a text with more is no number. So all places of digits are exact in doubles. */
export const EXPONENT_DIGITS_MAX = 15;
/** Printing is plain while the first digit's power of ten is between these, … */
const PLAIN_MIN = -7;
const PLAIN_MAX = 21;

const JSON_NUMBER = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

export const ZERO: Decimal = { coefficient: 0n, exponent: 0 };

/** Another object each time: numbers of an input are found again by it (runtime/explain/paths.ts). */
export function decimal(coefficient: bigint, exponent = 0): Decimal {
  if (coefficient === 0n) return { ...ZERO };
  let c = coefficient;
  let e = exponent;
  while (c % 10n === 0n) {
    c /= 10n;
    e += 1;
  }
  return { coefficient: c, exponent: e };
}

/** Whether a text follows the JSON number grammar, with an exponent that is no longer than may be. */
export function isNumberText(text: string): boolean {
  const match = JSON_NUMBER.exec(text);
  return match !== null && !isFarExponent(match[4] ?? '');
}

/** Whether a written exponent, which may have a sign, has more digits than may be. */
export function isFarExponent(written: string): boolean {
  let digits = written.length;
  while (digits > 0 && '+-0'.includes(written[written.length - digits]!)) digits -= 1;
  return digits > EXPONENT_DIGITS_MAX;
}

/** Reads the JSON number grammar, exactly and at any size, into an object of its own; null when the text is no number. */
export function parseDecimal(text: string): Decimal | null {
  const match = JSON_NUMBER.exec(text);
  if (match === null || isFarExponent(match[4] ?? '')) return null;
  const [, sign, whole, fraction = '', exponentText = '0'] = match;
  const digits = (whole! + fraction).replace(/^0+/, '');
  if (digits === '') return { ...ZERO };
  // By hand: `/0+$/` looks at every run of zeros from each of its digits, which a long number makes quadratic.
  let length = digits.length;
  while (digits.charCodeAt(length - 1) === 48) length -= 1;
  const kept = digits.slice(0, length);
  const magnitude = BigInt(kept);
  const coefficient = sign === '-' ? -magnitude : magnitude;
  return { coefficient, exponent: Number(exponentText) + digits.length - kept.length - fraction.length };
}

export function digitCount(coefficient: bigint): number {
  return (coefficient < 0n ? -coefficient : coefficient).toString().length;
}

/** The power of ten of the first digit. */
export function magnitude(value: Decimal): number {
  return value.exponent + digitCount(value.coefficient) - 1;
}

/** Whether the language can compute with it: at most 18 digits and within the bounds. */
export function isComputable(value: Decimal): boolean {
  if (value.coefficient === 0n) return true;
  const first = magnitude(value);
  return digitCount(value.coefficient) <= DIGITS_MAX && first < MAGNITUDE_MAX && first >= -MAGNITUDE_MAX;
}

/** Below, at or above 0, as a stands to b; of any width, and in time that their digits take, however far their places lie apart. */
export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  const sign = signOf(a);
  if (sign !== signOf(b) || sign === 0) return compared(sign, signOf(b));
  const first = compared(magnitude(a), magnitude(b));
  if (first !== 0) return (sign * first) as -1 | 1;
  // With the first digits in one place, as many digits make whole numbers of them.
  const [left, right] = [digitsOf(a), digitsOf(b)];
  const width = Math.max(left.length, right.length);
  return (sign * compared(left.padEnd(width, '0'), right.padEnd(width, '0'))) as -1 | 0 | 1;
}

function signOf({ coefficient }: Decimal): number {
  return compared(coefficient, 0n);
}

function digitsOf({ coefficient }: Decimal): string {
  return (coefficient < 0n ? -coefficient : coefficient).toString();
}

function compared<T extends number | bigint | string>(a: T, b: T): -1 | 0 | 1 {
  return a < b ? -1 : a > b ? 1 : 0;
}

/**
 * Plain for −7 < e < 21, and for whole numbers of more than 18 digits that end in fewer than 21 zeros; else ECMAScript's
 * `d.ddde+x` / `de-x`.
 */
export function printDecimal(value: Decimal): string {
  if (value.coefficient === 0n) return '0';
  const negative = value.coefficient < 0n;
  const digits = (negative ? -value.coefficient : value.coefficient).toString();
  const sign = negative ? '-' : '';
  const first = value.exponent + digits.length - 1;
  const isWide = digits.length > DIGITS_MAX && value.exponent >= 0 && value.exponent < PLAIN_MAX;
  if (isWide || (first > PLAIN_MIN && first < PLAIN_MAX)) {
    if (value.exponent >= 0) return sign + digits + '0'.repeat(value.exponent);
    if (first >= 0) return `${sign}${digits.slice(0, first + 1)}.${digits.slice(first + 1)}`;
    return `${sign}0.${'0'.repeat(-first - 1)}${digits}`;
  }
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  return `${sign}${digits[0]}${fraction}e${first < 0 ? first : `+${first}`}`;
}
