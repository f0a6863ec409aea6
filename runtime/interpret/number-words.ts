// Number words: the value of a number written in digits or in English words.
// In: the spaced symbols of a text and a position. Out: the value in one form, and where the number ends.

export interface NumberReading {
  /** Decimal digits without leading zeros, then `.` and a fraction without trailing zeros where there is one. */
  readonly value: string;
  /** The position after the number. */
  readonly to: number;
}

/** The number that starts at a position, or null. `1,200`, `1200`, `1200.0` and `one thousand two hundred` are equal. */
export function readNumber(keys: readonly string[], at: number): NumberReading | null {
  return readDigits(keys, at) ?? readWords(keys, at);
}

const DIGITS = /^[0-9]+$/;
const GROUP = /^[0-9]{3}$/;

function readDigits(keys: readonly string[], at: number): NumberReading | null {
  const isDigits = (position: number): boolean => DIGITS.test(keys[position] ?? '');
  if (!isDigits(at)) return null;
  // Part of a longer dotted or grouped thing (a version, an address, a date): not a number.
  if (isJoin(keys[at - 1]) && DIGITS.test(keys[at - 2] ?? '')) return null;
  let whole = keys[at]!;
  let to = at + 1;
  if (whole.length <= 3) {
    while (keys[to] === ',' && GROUP.test(keys[to + 1] ?? '')) {
      whole += keys[to + 1]!;
      to += 2;
    }
  }
  let fraction = '';
  if (keys[to] === '.' && isDigits(to + 1)) {
    fraction = keys[to + 1]!;
    to += 2;
  }
  if (isJoin(keys[to]) && isDigits(to + 1)) return null;
  whole = whole.replace(/^0+(?=[0-9])/, '');
  fraction = trimZeros(fraction);
  return { value: fraction === '' ? whole : `${whole}.${fraction}`, to };
}

function isJoin(key: string | undefined): boolean {
  return key === '.' || key === ',' || key === ':' || key === '/';
}

/** Not a pattern: `0+$` takes quadratic time on a long run of zeros that does not end the text. */
function trimZeros(fraction: string): string {
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === '0') end -= 1;
  return fraction.slice(0, end);
}

const ONES: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
    .split(' ').map((word, value) => [word, value]));
const TENS: ReadonlyMap<string, number> = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ').map((word, i) => [word, 10 * (i + 2)]));

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
