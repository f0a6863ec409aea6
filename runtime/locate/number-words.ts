// Number words: the value of a number written in digits or in English words.
// In: the spaced symbols of a text and a position. Out: the value in one form, and where the number ends.

interface NumberReading {
  /** Decimal digits without leading zeros, then `.` and a fraction without trailing zeros where there is one. */
  readonly value: string;
  /** The position after the number. */
  readonly to: number;
}

/** The number that starts at a position, or null. `1,200`, `1200`, `1200.0` and `one thousand two hundred` are equal. */
export function readNumber(keys: readonly string[], at: number): NumberReading | null {
  return readDigits(keys, at) ?? readWords(keys, at);
}

// Digits, points and commas: the form of a word that may be a number.
const DIGITS = /^[0-9][0-9.,]*$/;
// Digits, or groups of three, and a fraction. `1.2.3` and `12,00,000` are words like any other.
const NUMBER = /^([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.([0-9]+))?$/;

function readDigits(keys: readonly string[], at: number): NumberReading | null {
  const value = valueOf(keys[at] ?? '');
  if (value === null) return null;
  const isDigits = (position: number): boolean => DIGITS.test(keys[position] ?? '');
  // Part of a longer thing (a time, a date, a fraction): not a number.
  if (isJoin(keys[at - 1]) && isDigits(at - 2)) return null;
  if (isJoin(keys[at + 1]) && isDigits(at + 2)) return null;
  return { value, to: at + 1 };
}

/** The value of a word in digits, in one form; null when it is none. */
function valueOf(key: string): string | null {
  const parts = DIGITS.test(key) ? NUMBER.exec(key) : null;
  if (parts === null) return null;
  const whole = parts[1]!.replaceAll(',', '').replace(/^0+(?=[0-9])/, '');
  const fraction = trimZeros(parts[2] ?? '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function isJoin(key: string | undefined): boolean {
  return key === ':' || key === '/';
}

/** Not a pattern: `0+$` takes quadratic time on a long run of zeros that does not end the text. */
function trimZeros(fraction: string): string {
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === '0') end -= 1;
  return fraction.slice(0, end);
}

export const ONES: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ')
    .map((word, value) => [word, value]),
);
export const TENS: ReadonlyMap<string, number> = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, i) => [word, 10 * (i + 2)]),
);

/** Cardinals below a million: `five`, `twenty five`, `two hundred and one`, `three thousand`. */
function readWords(keys: readonly string[], at: number): NumberReading | null {
  const first = readHundreds(keys, at);
  if (first === null) return null;
  let { value, to } = first;
  if (value > 0 && keys[to] === ' ' && keys[to + 1] === 'thousand') {
    value *= 1000;
    to += 2;
    const rest = readHundreds(keys, afterAnd(keys, to));
    if (rest !== null && rest.value > 0 && keys[to] === ' ') {
      value += rest.value;
      to = rest.to;
    }
  }
  return { value: String(value), to };
}

interface WordsReading {
  readonly value: number;
  readonly to: number;
}

/** 0 to 999. */
function readHundreds(keys: readonly string[], at: number): WordsReading | null {
  const first = readTens(keys, at);
  if (first === null) return null;
  if (first.value === 0 || first.value > 9 || keys[first.to] !== ' ' || keys[first.to + 1] !== 'hundred') return first;
  const value = 100 * first.value;
  const to = first.to + 2;
  const rest = keys[to] === ' ' ? readTens(keys, afterAnd(keys, to)) : null;
  return rest === null || rest.value === 0 ? { value, to } : { value: value + rest.value, to: rest.to };
}

/** 0 to 99. */
function readTens(keys: readonly string[], at: number): WordsReading | null {
  const one = ONES.get(keys[at] ?? '');
  if (one !== undefined) return { value: one, to: at + 1 };
  const ten = TENS.get(keys[at] ?? '');
  if (ten === undefined) return null;
  const unit = keys[at + 1] === ' ' ? ONES.get(keys[at + 2] ?? '') : undefined;
  return unit === undefined || unit === 0 || unit > 9 ? { value: ten, to: at + 1 } : { value: ten + unit, to: at + 3 };
}

/** The position after a space, or after ` and `. */
function afterAnd(keys: readonly string[], at: number): number {
  return keys[at] === ' ' && keys[at + 1] === 'and' && keys[at + 2] === ' ' ? at + 3 : at + 1;
}
