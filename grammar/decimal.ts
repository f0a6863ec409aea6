// Decimals: the language's one kind of number, as literals and in the reference interpreter.
// In: JSON number text. Out: an exact, normalised coefficient × 10^exponent, and its printed text.

/** coefficient × 10^exponent; normalised: no trailing zeros in the coefficient, zero is 0 × 10^0. */
export interface Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;
  /** The exact exponent where a machine number cannot hold it (then `exponent` has its sign and is only near). */
  readonly farExponent?: bigint;
}

/** Significant digits a computed number may have (LANGUAGE.md section 3). */
export const DIGITS_MAX = 18;
/** Magnitudes lie in 10^-400 ≤ |x| < 10^400. */
export const MAGNITUDE_MAX = 400;

const JSON_NUMBER = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/;

export const ZERO: Decimal = { coefficient: 0n, exponent: 0 };

export function decimal(coefficient: bigint, exponent = 0): Decimal {
  if (coefficient === 0n) return ZERO;
  let c = coefficient;
  let e = exponent;
  while (c % 10n === 0n) {
    c /= 10n;
    e += 1;
  }
  return { coefficient: c, exponent: e };
}

export function isNumberText(text: string): boolean {
  return JSON_NUMBER.test(text);
}

/** Reads the JSON number grammar, exactly and at any size; null when the text is no number. */
export function parseDecimal(text: string): Decimal | null {
  const match = JSON_NUMBER.exec(text);
  if (match === null) return null;
  const [, sign, whole, fraction = '', exponentText = '0'] = match;
  const digits = (whole! + fraction).replace(/^0+/, '');
  if (digits === '') return ZERO;
  // By hand: `/0+$/` looks at every run of zeros from each of its digits, which a long number makes quadratic.
  let length = digits.length;
  while (digits.charCodeAt(length - 1) === 48) length -= 1;
  const kept = digits.slice(0, length);
  const magnitude = BigInt(kept);
  const coefficient = sign === '-' ? -magnitude : magnitude;
  const exact = BigInt(exponentText) + BigInt(digits.length - kept.length - fraction.length);
  const exponent = Number(exact);
  return Number.isSafeInteger(exponent) ? { coefficient, exponent } : { coefficient, exponent, farExponent: exact };
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

/** Plain for −7 < e < 21, else ECMAScript's `d.ddde+x` / `de-x`. */
export function printDecimal(value: Decimal): string {
  if (value.coefficient === 0n) return '0';
  const negative = value.coefficient < 0n;
  const digits = (negative ? -value.coefficient : value.coefficient).toString();
  const sign = negative ? '-' : '';
  const first = value.exponent + digits.length - 1;
  if (first > -7 && first < 21) {
    if (value.exponent >= 0) return sign + digits + '0'.repeat(value.exponent);
    if (first >= 0) return `${sign}${digits.slice(0, first + 1)}.${digits.slice(first + 1)}`;
    return `${sign}0.${'0'.repeat(-first - 1)}${digits}`;
  }
  const fraction = digits.length > 1 ? `.${digits.slice(1)}` : '';
  // On a bigint: a far exponent is exact, and no machine number prints with an exponent of its own.
  const power = (value.farExponent ?? BigInt(value.exponent)) + BigInt(digits.length - 1);
  return `${sign}${digits[0]}${fraction}e${power < 0n ? power : `+${power}`}`;
}
