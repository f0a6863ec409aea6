// Rounding: numbers to a number of decimals by java.math's modes, their fixed texts, and the square root.
// In: values and a site. Out: a value, or a fault. Types are checked left to right, ranges after them.

import { FAULT_NUMBER_RANGE, FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { HEAVY_STEPS, MADE_BYTES } from '../shared/prices';
import { charge, floorSteps } from '../run/fuel';
import { checkOperand, isWhole } from './arithmetic';
import { DIGITS_MAX, coefficientOf, exponentOf, isWide, magnitudeOf, settle } from './representation';
import { DIGITS_SLACK, writeDigits } from './text';
import { allocate } from '../run/memory';
import { allocateText, textBytes, textData, textValue } from '../text/text';
import { ABSENT, TAG_INTEGER, TAG_STRING } from '../shared/values';
import { addressOf, isNumberTag, tagOf } from '../value/value';
import { digitsOf, multiplyHigh, powerOfTen, rootWide, wideRootRest } from './wide';

/** Decimals that `round` and `fixed` take: as far as numbers reach. */
const PLACES_MAX: i64 = 400;

const HALF_EVEN: i32 = 0;
const HALF_UP: i32 = 1;
const HALF_DOWN: i32 = 2;
const DOWN: i32 = 3;
const UP: i32 = 4;
const FLOOR: i32 = 5;
const CEIL: i32 = 6;
const NO_MODE: i32 = -1;

export function round(x: i64, places: i64, mode: i64, site: i32): i64 {
  return rounded(x, places, mode, site);
}

export function floor(x: i64, site: i32): i64 {
  checkOperand(x, site);
  return roundTo(x, 0, FLOOR, site);
}

export function ceiling(x: i64, site: i32): i64 {
  checkOperand(x, site);
  return roundTo(x, 0, CEIL, site);
}

/** The rounded number written out with exactly `places` decimals (none when `places` is negative). */
export function fixed(x: i64, places: i64, mode: i64, site: i32): i64 {
  const value = rounded(x, places, mode, site);
  const decimals = max<i32>((places >> 3) as i32, 0);
  const c = coefficientOf(value);
  const m = magnitudeOf(c);
  const digits = digitsOf(m);
  // Rounded to `decimals` places, the number ends at or before the last of them: zeros fill up.
  const zeros = m == 0 ? 0 : exponentOf(value) + decimals;
  const shown = max<i32>(digits + zeros, decimals + 1);
  const bytes = shown + (c < 0 ? 1 : 0) + (decimals > 0 ? 1 : 0);
  charge(floorSteps(bytes as i64, MADE_BYTES));
  const header = allocateText(bytes, bytes);
  allocate(DIGITS_SLACK);
  const end = textData(header) + bytes;
  let at = textData(header);
  // Digits first, as if there were no point; then those before it move one to the left.
  const start = end - zeros - digits;
  memory.fill(at, 0x30, start - at);
  memory.fill(writeDigits(m, digits, start), 0x30, zeros);
  if (c < 0) {
    store<u8>(at, 0x2d);
    at += 1;
  }
  if (decimals > 0) {
    const point = end - decimals - 1;
    memory.copy(at, at + 1, point - at);
    store<u8>(point, 0x2e);
  }
  return textValue(header);
}

/** Correctly rounded. The root of 35 or 36 digits has 18, and what is left tells on which side of the middle it lies. */
export function squareRoot(x: i64, site: i32): i64 {
  checkOperand(x, site);
  charge(HEAVY_STEPS);
  const c = coefficientOf(x);
  if (c < 0) fault(FAULT_NUMBER_RANGE, site);
  if (c == 0) return 0;
  const m = magnitudeOf(c);
  const digits = digitsOf(m);
  const exponent = exponentOf(x);
  const shift = 36 - digits - ((exponent - (36 - digits)) & 1);
  const first = 18 - digits;
  const left = m * powerOfTen(first);
  const right = powerOfTen(shift - first);
  const root = rootWide(multiplyHigh(left, right), left * right);
  // (root + 1/2)² = root² + root + 1/4 is never whole: no ties.
  return settle(false, root + (wideRootRest > root ? 1 : 0), (exponent - shift) / 2, site);
}

// @ts-ignore: decorator
@inline
function rounded(x: i64, places: i64, mode: i64, site: i32): i64 {
  if (!isNumberTag(tagOf(x))) fault(FAULT_TYPE, site);
  if (places != ABSENT && !(isNumberTag(tagOf(places)) && isWhole(places))) fault(FAULT_TYPE, site);
  const rule = mode == ABSENT ? HALF_EVEN : modeOf(mode);
  if (rule == NO_MODE) fault(FAULT_TYPE, site);
  if (isWide(x)) fault(FAULT_NUMBER_RANGE, site);
  const decimals: i64 = places == ABSENT ? 0 : places >> 3;
  if (places != ABSENT && (tagOf(places) != TAG_INTEGER || decimals > PLACES_MAX || decimals < -PLACES_MAX)) {
    fault(FAULT_NUMBER_RANGE, site);
  }
  return roundTo(x, decimals as i32, rule, site);
}

function roundTo(x: i64, decimals: i32, mode: i32, site: i32): i64 {
  const dropped = 0 - decimals - exponentOf(x);
  if (dropped <= 0 || x == 0) return x;
  const c = coefficientOf(x);
  const m = magnitudeOf(c);
  const negative = c < 0;
  let kept: u64 = 0;
  // Against half a unit: −1 below, 0 a tie, 1 above. Nothing at all is dropped only from whole numbers that end in zeros.
  let half = -1;
  let rest = m;
  if (dropped <= DIGITS_MAX) {
    const unit = powerOfTen(dropped);
    kept = m / unit;
    rest = m - kept * unit;
    const twice = rest << 1;
    half = twice < unit ? -1 : twice > unit ? 1 : 0;
  }
  if (rest != 0 && grows(mode, half, (kept & 1) != 0, negative)) kept += 1;
  return settle(negative, kept, 0 - decimals, site);
}

function grows(mode: i32, half: i32, odd: bool, negative: bool): bool {
  switch (mode) {
    case HALF_EVEN: return half > 0 || (half == 0 && odd);
    case HALF_UP: return half >= 0;
    case HALF_DOWN: return half > 0;
    case UP: return true;
    case FLOOR: return negative;
    case CEIL: return !negative;
    default: return false;
  }
}

/** The mode of a string value, by its bytes read as little-endian numbers; NO_MODE for anything else. */
function modeOf(mode: i64): i32 {
  if (tagOf(mode) != TAG_STRING) return NO_MODE;
  const header = addressOf(mode);
  const bytes = textBytes(header);
  const data = textData(header);
  switch (bytes) {
    case 2: return load<u16>(data) == 0x7075 ? UP : NO_MODE;
    case 4: {
      const word = load<u32>(data);
      return word == 0x6e776f64 ? DOWN : word == 0x6c696563 ? CEIL : NO_MODE;
    }
    case 5: return load<u32>(data) == 0x6f6f6c66 && load<u8>(data, 4) == 0x72 ? FLOOR : NO_MODE;
    case 7: return load<u32>(data) == 0x666c6168 && load<u32>(data, 3) == 0x70752d66 ? HALF_UP : NO_MODE;
    case 9: {
      if (load<u32>(data) != 0x666c6168 || load<u8>(data, 4) != 0x2d) return NO_MODE;
      const word = load<u32>(data, 5);
      return word == 0x6e657665 ? HALF_EVEN : word == 0x6e776f64 ? HALF_DOWN : NO_MODE;
    }
    default: return NO_MODE;
  }
}
