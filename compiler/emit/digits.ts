// Whole numbers as the digits of source maps (base 64 VLQ): small ones are short, and no separator is needed.
// In: numbers, or such a text. Out: the other.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
// Of the six bits of a digit one says whether more follow, and the lowest of a number whether it is below 0.
const DIGIT_BITS = 5;
const MORE = 32;

/** A number, its lowest digit first. */
export function writeDigits(number: number): string {
  let text = '';
  let rest = number < 0 ? -number * 2 + 1 : number * 2;
  do {
    const digit = rest % MORE;
    rest = (rest - digit) / MORE;
    text += DIGITS[rest > 0 ? digit + MORE : digit]!;
  } while (rest > 0);
  return text;
}

/** The numbers of a text of digits. Throws where it ends within a number. */
export function readDigits(text: string): number[] {
  const numbers: number[] = [];
  for (let at = 0; at < text.length; ) {
    let value = 0;
    let digit = MORE;
    for (let shift = 0; digit >= MORE; shift += DIGIT_BITS, at += 1) {
      // Behind the end there is no letter, which is no digit.
      digit = DIGITS.indexOf(text[at] ?? ' ');
      if (digit < 0) throw new Error('the digits end within a number');
      value += (digit % MORE) * 2 ** shift;
    }
    numbers.push(value % 2 === 1 ? -(value - 1) / 2 : value / 2);
  }
  return numbers;
}
