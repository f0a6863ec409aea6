// Wide: 128-bit whole numbers as two u64 halves, and powers of ten. WebAssembly multiplies and divides 64 bits at most, so
// the high half of a product and the division of 128 by 64 bits are built here from 32-bit pieces. A function that has two
// results returns one and leaves the other in a global, named after it.

/** 10^0 … 10^19, all that fit 64 bits. */
const POWERS: usize = memory.data<u64>([
  1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000, 1000000000000,
  10000000000000, 100000000000000, 1000000000000000, 10000000000000000, 100000000000000000, 1000000000000000000,
  10000000000000000000,
]);

export const E8: u64 = 100000000;
export const E9: u64 = 1000000000;
export const E18: u64 = 1000000000000000000;
const LOW: u64 = 0xffffffff;
/** 5 × FIFTH is 1 in 64 bits. */
const FIFTH: u64 = 0xcccccccccccccccd;
/** 5^8 × FIFTH_8 is 1 in 64 bits. */
const FIFTH_8: u64 = 0xc767074b22e90e21;
/** ⌊(2^64 − 1) / 10^8⌋ */
export const HUNDRED_MILLIONTH_MAX: u64 = 0x2af31dc461;
/** ⌊(2^64 − 1) / 10⌋ */
export const TENTH_MAX: u64 = 0x1999999999999999;

/** 10^k for k in 0 … 19. */
export function powerOfTen(k: i32): u64 {
  return load<u64>(POWERS + ((k as usize) << 3));
}

/** Decimal digits of n; 0 for 0. 1233/4096 is just above log10 2, so the guess is right or one too few. */
export function digitsOf(n: u64): i32 {
  const guess = ((64 - (clz<u64>(n) as i32)) * 1233) >> 12;
  return guess + (n >= powerOfTen(guess) ? 1 : 0);
}

/**
 * n / 10 when 10 divides n, else something above TENTH_MAX. Multiplying by the inverse of 5 divides every multiple of 5
 * and sends all others above a fifth of the range; the rotation does the same for 2.
 */
// @ts-ignore: decorator
@inline
export function exactTenth(n: u64): u64 {
  return rotr<u64>(n * FIFTH, 1);
}

/** n / 10^8 when 10^8 divides n, else something above HUNDRED_MILLIONTH_MAX; in the same way. */
// @ts-ignore: decorator
@inline
export function exactHundredMillionth(n: u64): u64 {
  return rotr<u64>(n * FIFTH_8, 8);
}

/** The high half of a × b; the low half is `a * b`. */
export function multiplyHigh(a: u64, b: u64): u64 {
  const a0 = a & LOW;
  const a1 = a >> 32;
  const b0 = b & LOW;
  const b1 = b >> 32;
  const cross = a0 * b1;
  const middle = ((a0 * b0) >> 32) + (cross & LOW) + a1 * b0;
  return a1 * b1 + (cross >> 32) + (middle >> 32);
}

/** What `divideWide` left. */
export let wideRemainder: u64 = 0;

/** (high × 2^64 + low) / divisor for high < divisor; the remainder in `wideRemainder`. */
export function divideWide(high: u64, low: u64, divisor: u64): u64 {
  if (high == 0) {
    const quotient = low / divisor;
    wideRemainder = low - quotient * divisor;
    return quotient;
  }
  if (divisor <= LOW) {
    const upper = (high << 32) | (low >> 32);
    const q1 = upper / divisor;
    const lower = ((upper - q1 * divisor) << 32) | (low & LOW);
    const q0 = lower / divisor;
    wideRemainder = lower - q0 * divisor;
    return (q1 << 32) | q0;
  }
  // Knuth's algorithm D with two 32-bit digits: the divisor's first bit is shifted to the top, so that a digit guessed
  // from its upper half is at most two too large. (With high < divisor a guess of 2^32 fails the test like any other.)
  const shift = clz<u64>(divisor);
  const d = divisor << shift;
  const d1 = d >> 32;
  const d0 = d & LOW;
  const n2 = shift == 0 ? high : (high << shift) | (low >> (64 - shift));
  const n = low << shift;
  const n1 = n >> 32;
  const n0 = n & LOW;
  let q1 = n2 / d1;
  let rest = n2 - q1 * d1;
  while (q1 * d0 > ((rest << 32) | n1)) {
    q1 -= 1;
    rest += d1;
    if (rest > LOW) break;
  }
  const middle = ((n2 << 32) | n1) - q1 * d;
  let q0 = middle / d1;
  rest = middle - q0 * d1;
  while (q0 * d0 > ((rest << 32) | n0)) {
    q0 -= 1;
    rest += d1;
    if (rest > LOW) break;
  }
  wideRemainder = (((middle << 32) | n0) - q0 * d) >> shift;
  return (q1 << 32) + q0;
}

/** A root right to 8 bits, of a number whose top byte (64 … 255) is known. */
function rootOfByte(top: u64): u64 {
  const n = (top << 8) + 128;
  let root: u64 = 192;
  root = (root + n / root) >> 1;
  root = (root + n / root) >> 1;
  return root;
}

/** ⌊√(high × 2^64 + low)⌋ for a number from 2^64 below 2^126; the rest is in `wideRootRest`. */
export function rootWide(high: u64, low: u64): u64 {
  // Shifted by an even number of bits to 126 … 128, then the number of right bits doubles three times (CPython's isqrt).
  const shift = clz<u64>(high) & ~1;
  const h = shift == 0 ? high : (high << shift) | (low >> (64 - shift));
  const l = low << shift;
  let root = rootOfByte(h >> 56);
  root = (root << 7) + (h >> 41) / root;
  root = (root << 15) + (h >> 17) / root;
  // (root << 31) + (n >> 33) / root, with n of 128 bits and root of 32.
  const q = divideWide(h >> 33, (h << 31) | (l >> 33), root);
  root = (root << 31) + q;
  if (root < q) root = u64.MAX_VALUE;
  root >>= shift >> 1;
  // The last step was Newton's, (x + n / x) / 2 with x = root × 2^32: never below the root of n, and hardly above it.
  while (true) {
    const squareHigh = multiplyHigh(root, root);
    const squareLow = root * root;
    if (squareHigh < high || (squareHigh == high && squareLow <= low)) {
      wideRootRest = low - squareLow;
      return root;
    }
    root -= 1;
  }
}

/** n − root² of the last `rootWide`; at most twice the root. */
export let wideRootRest: u64 = 0;
