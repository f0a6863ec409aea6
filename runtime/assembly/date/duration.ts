// Duration: `P1Y2M3DT4H5M6.5S` of ISO 8601, weeks too, with one sign in front at most. What was read stands in the variables
// below: months, which have no fixed length, days, seconds and nanoseconds, all of one sign.

import { allocateText, textBytes, textData, textValue } from '../text/text';
import { digitsOf } from '../number/wide';
import { writeDigits } from '../number/text';
import { asText } from '../shared/records';
import { TAG_STRING } from '../shared/values';
import { addressOf, tagOf } from '../value/value';

export let durationMonths: i64 = 0;
export let durationDays: i64 = 0;
export let durationSeconds: i64 = 0;
export let durationNano: i32 = 0;
/** Whether years, months, weeks or days are written, and whether hours, minutes or seconds are. */
export let durationHasDate: bool = false;
export let durationHasTime: bool = false;

/** Digits of an amount, and the most it can be. */
const AMOUNT_DIGITS: i32 = 12;
const AMOUNT_MAX: i64 = 999999999999;
/** Two signs and letters, six amounts with their letters, and a fraction. */
const DURATION_BYTES_MAX: i32 = 3 + 7 * (AMOUNT_DIGITS + 1) + 10;

export function setDuration(months: i64, days: i64, seconds: i64, nano: i32): void {
  durationMonths = months;
  durationDays = days;
  durationSeconds = seconds;
  durationNano = nano;
}

/** Days and seconds as seconds. */
// @ts-ignore: decorator
@inline
export function wholeSeconds(): i64 {
  return durationDays * 86400 + durationSeconds;
}

/** Whether a value is a duration, which is read then. */
export function readDuration(value: i64): bool {
  if (tagOf(value) != TAG_STRING) return false;
  const bytes = textBytes(addressOf(value));
  if (bytes > DURATION_BYTES_MAX) return false;
  let at = textData(addressOf(value));
  const end = at + bytes;
  setDuration(0, 0, 0, 0);
  durationHasDate = false;
  durationHasTime = false;
  const negative = at < end && load<u8>(at) == 0x2d;
  if (at < end && (negative || load<u8>(at) == 0x2b)) at++;
  if (at >= end || load<u8>(at++) != 0x50) return false;
  // The unit read last: they come in their order, each once. Years to days are 1 to 4, the `T` is 5, hours to seconds 6 to 8.
  let last = 0;
  while (at < end) {
    if (load<u8>(at) == 0x54) {
      if (last >= 5) return false;
      last = 5;
      at++;
      continue;
    }
    const first = at;
    let amount: i64 = 0;
    for (; at < end && isDigit(load<u8>(at)); at++) {
      if (at - first == AMOUNT_DIGITS) return false;
      amount = amount * 10 + ((load<u8>(at) as i64) - 0x30);
    }
    if (at == first || at == end) return false;
    let nano = -1;
    if (load<u8>(at) == 0x2e) {
      nano = 0;
      const point = ++at;
      let unit = 100000000;
      for (; at < end && isDigit(load<u8>(at)); at++) {
        if (unit == 0) return false;
        nano += ((load<u8>(at) as i32) - 0x30) * unit;
        unit /= 10;
      }
      if (at == point || at == end) return false;
    }
    const unit = unitAt(load<u8>(at++), last >= 5);
    if (unit <= last || (nano >= 0 && unit != 8)) return false;
    last = unit;
    add(unit, amount);
    if (nano > 0) durationNano = nano;
  }
  // No `P` or `T` with nothing behind it.
  if (last == 0 || last == 5) return false;
  if (negative) setDuration(0 - durationMonths, 0 - durationDays, 0 - durationSeconds, 0 - durationNano);
  return true;
}

/** The number of the unit of a letter; 0 for none. */
function unitAt(letter: u8, isTime: bool): i32 {
  if (isTime) return letter == 0x48 ? 6 : letter == 0x4d ? 7 : letter == 0x53 ? 8 : 0;
  return letter == 0x59 ? 1 : letter == 0x4d ? 2 : letter == 0x57 ? 3 : letter == 0x44 ? 4 : 0;
}

function add(unit: i32, amount: i64): void {
  if (unit < 5) durationHasDate = true;
  else durationHasTime = true;
  if (unit <= 2) durationMonths += unit == 1 ? amount * 12 : amount;
  else if (unit <= 4) durationDays += unit == 3 ? amount * 7 : amount;
  else durationSeconds += unit == 6 ? amount * 3600 : unit == 7 ? amount * 60 : amount;
}

/** The duration as a text: years and months carried into each other, and so everything from days down; 0 beyond the limit. */
export function durationText(): i64 {
  const total = wholeSeconds();
  const negative = durationMonths < 0 || total < 0 || durationNano < 0;
  const months = abs<i64>(durationMonths);
  const seconds = abs<i64>(total);
  let nano = abs<i32>(durationNano);
  const years = months / 12;
  const days = seconds / 86400;
  if (years > AMOUNT_MAX || days > AMOUNT_MAX) return 0;
  const left = (seconds % 86400) as i32;
  const header = allocateText(DURATION_BYTES_MAX, 0);
  const start = textData(header);
  let at = start;
  if (negative) store<u8>(at++, 0x2d);
  store<u8>(at++, 0x50);
  at = put(at, years, 0x59);
  at = put(at, months % 12, 0x4d);
  at = put(at, days, 0x44);
  const clock = at;
  store<u8>(at++, 0x54);
  at = put(at, (left / 3600) as i64, 0x48);
  at = put(at, (left / 60 % 60) as i64, 0x4d);
  if (nano == 0) at = put(at, (left % 60) as i64, 0x53);
  else {
    at = writeAmount(at, (left % 60) as i64);
    store<u8>(at++, 0x2e);
    for (let unit = 100000000; nano > 0; unit /= 10) {
      store<u8>(at++, 0x30 + nano / unit);
      nano %= unit;
    }
    store<u8>(at++, 0x53);
  }
  // Nothing behind the `T`: it goes, unless there is nothing at all.
  if (at == clock + 1) {
    if (months != 0 || days != 0) at = clock;
    else {
      store<u16>(at, 0x5330);
      at += 2;
    }
  }
  const bytes = at - start;
  asText(header).bytes = bytes;
  asText(header).codePoints = bytes;
  return textValue(header);
}

/** An amount with its letter, unless it is 0. */
function put(at: i32, amount: i64, letter: i32): i32 {
  if (amount == 0) return at;
  const end = writeAmount(at, amount);
  store<u8>(end, letter);
  return end + 1;
}

function writeAmount(at: i32, amount: i64): i32 {
  const digits = amount == 0 ? 1 : digitsOf(amount as u64);
  writeDigits(amount as u64, digits, at);
  return at + digits;
}

function isDigit(byte: u8): bool {
  return byte >= 0x30 && byte <= 0x39;
}
