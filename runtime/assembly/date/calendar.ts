// Date: dates and instants between their texts and numbers. A moment that was read stands in the variables below: days
// since 1970-01-01, the second of the day in UTC and its nanoseconds. Years 0001–9999 of the proleptic Gregorian calendar.
//
// Days and civil dates are turned into each other with years that begin in March, so that a leap day comes last (Howard
// Hinnant's algorithms). All divisions are of numbers that are not negative where the sign would matter.

import { allocateText, textBytes, textData, textValue } from '../text/text';
import { TAG_STRING } from '../shared/values';
import { addressOf, tagOf } from '../value/value';

export const MOMENT_NONE: i32 = 0;
export const MOMENT_DATE: i32 = 1;
export const MOMENT_INSTANT: i32 = 2;
export const MOMENT_LOCAL: i32 = 3;
export const MOMENT_TIME: i32 = 4;

export const DAY_SECONDS: i64 = 86400;
/** 0001-01-01 and 9999-12-31. */
const DAY_MIN: i64 = -719162;
const DAY_MAX: i64 = 2932896;

const DATE_BYTES: i32 = 10;
/** `HH:MM:SS` */
const CLOCK_BYTES: i32 = 8;
/** `HH:MM`, a date with it, and the longest of all. */
const TIME_BYTES_MIN: i32 = 5;
const LOCAL_BYTES_MIN: i32 = DATE_BYTES + 1 + TIME_BYTES_MIN;
const INSTANT_BYTES_MAX: i32 = DATE_BYTES + 1 + CLOCK_BYTES + 10 + 6;
/** The day of a time of day: one far from the ends of the calendar. */
const TIME_DAY: i64 = 0;

/** The moment read last. */
export let momentDay: i64 = 0;
export let momentSecond: i64 = 0;
export let momentNano: i32 = 0;

/** The civil date taken apart last. */
export let civilYear: i64 = 0;
export let civilMonth: i32 = 0;
export let civilDay: i32 = 0;

/** Reads a value that may be a moment; which kind it is, or MOMENT_NONE. */
export function readMoment(value: i64): i32 {
  if (tagOf(value) != TAG_STRING) return MOMENT_NONE;
  const header = addressOf(value);
  const bytes = textBytes(header);
  // No moment is longer: what is read is bounded, whatever the text.
  if (bytes < TIME_BYTES_MIN || bytes > INSTANT_BYTES_MAX) return MOMENT_NONE;
  const start = textData(header);
  const end = start + bytes;
  momentDay = TIME_DAY;
  momentSecond = 0;
  momentNano = 0;
  if (load<u8>(start, 2) == 0x3a) return readClock(start, end) == end ? MOMENT_TIME : MOMENT_NONE;
  if (bytes < DATE_BYTES || !readDay(start)) return MOMENT_NONE;
  if (bytes == DATE_BYTES) return MOMENT_DATE;
  if (bytes < LOCAL_BYTES_MIN || (load<u8>(start, DATE_BYTES) | 0x20) != 0x74) return MOMENT_NONE;
  const clock = start + DATE_BYTES + 1;
  const at = readClock(clock, end);
  if (at == end) return MOMENT_LOCAL;
  // The seconds of an instant are never left out.
  if (at == 0 || at < clock + 8) return MOMENT_NONE;
  const offset = readOffset(at, end);
  if (offset == NO_OFFSET) return MOMENT_NONE;
  momentSecond -= (offset * 60) as i64;
  return carry() ? MOMENT_INSTANT : MOMENT_NONE;
}

/** `YYYY-MM-DD` at `at` into `momentDay`. */
function readDay(at: i32): bool {
  const century = pair(at);
  const inCentury = pair(at + 2);
  const month = pair(at + 5);
  const day = pair(at + 8);
  if (century < 0 || inCentury < 0 || load<u8>(at, 4) != 0x2d || load<u8>(at, 7) != 0x2d) return false;
  const year = (century * 100 + inCentury) as i64;
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > monthLength(year, month)) return false;
  momentDay = dayOf(year, month, day);
  return true;
}

/** `HH:MM`, `HH:MM:SS` or that with a fraction, into the moment; where it ends, or 0. */
function readClock(start: i32, end: i32): i32 {
  const hour = pair(start);
  const minute = pair(start + 3);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || load<u8>(start, 2) != 0x3a) return 0;
  momentSecond = ((hour * 60 + minute) * 60) as i64;
  let at = start + 5;
  if (at >= end || load<u8>(at) != 0x3a) return at;
  const second = pair(at + 1);
  if (second < 0 || second > 59 || at + 3 > end) return 0;
  momentSecond += second as i64;
  at += 3;
  if (at >= end || load<u8>(at) != 0x2e) return at;
  const first = ++at;
  let unit = 100000000;
  for (; at < end && isDigit(load<u8>(at)); at++) {
    if (unit == 0) return 0;
    momentNano += ((load<u8>(at) as i32) - 0x30) * unit;
    unit /= 10;
  }
  return at == first ? 0 : at;
}

/** What no offset is. */
export const NO_OFFSET: i32 = i32.MAX_VALUE;

/** `Z`, or `+HH:MM`, from `at` to `end`, in minutes, or NO_OFFSET. */
export function readOffset(at: i32, end: i32): i32 {
  if (at >= end) return NO_OFFSET;
  const sign = load<u8>(at) as i32;
  if (sign != 0x2b && sign != 0x2d) return (sign | 0x20) == 0x7a && end - at == 1 ? 0 : NO_OFFSET;
  if (end - at != 6 || load<u8>(at, 3) != 0x3a) return NO_OFFSET;
  const hours = pair(at + 1);
  const minutes = pair(at + 4);
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return NO_OFFSET;
  const offset = hours * 60 + minutes;
  return sign == 0x2d ? 0 - offset : offset;
}

/** Moves whole days out of `momentSecond` into `momentDay`; false outside the years. */
export function carry(): bool {
  const days = floorQuotient(momentSecond, DAY_SECONDS);
  momentDay += days;
  momentSecond -= days * DAY_SECONDS;
  return momentDay >= DAY_MIN && momentDay <= DAY_MAX;
}

/** Moves the clock; `carry` follows. */
export function momentMinutes(minutes: i32): void {
  momentSecond += (minutes * 60) as i64;
}

export function moveTo(day: i64, second: i64, nano: i32): void {
  momentDay = day;
  momentSecond = second;
  momentNano = nano;
}

/** The moment as a text: seconds always, without trailing zeros in their fraction; an instant in UTC. */
export function momentText(kind: i32): i64 {
  let places = 0;
  if (kind != MOMENT_DATE && momentNano != 0) {
    places = 9;
    for (let fraction = momentNano; fraction % 10 == 0; fraction /= 10) places--;
  }
  return placedText(kind, places, kind == MOMENT_INSTANT ? 1 : 0);
}

/** The same with so many digits of a fraction, and room for `more` bytes behind it; the first of them is `Z`. */
export function placedText(kind: i32, places: i32, more: i32): i64 {
  const before = kind == MOMENT_TIME ? 0 : DATE_BYTES + 1;
  const bytes = kind == MOMENT_DATE ? DATE_BYTES : before + CLOCK_BYTES + (places == 0 ? 0 : places + 1) + more;
  const header = allocateText(bytes, bytes);
  let at = textData(header);
  if (kind != MOMENT_TIME) {
    toCivil(momentDay);
    putPair(at, (civilYear as i32) / 100, 0x2d);
    putPair(at + 2, (civilYear as i32) % 100, 0x2d);
    putPair(at + 5, civilMonth, 0x2d);
    putPair(at + 8, civilDay, 0x54);
    if (kind == MOMENT_DATE) return textValue(header);
    at += before;
  }
  const second = momentSecond as i32;
  putPair(at, second / 3600, 0x3a);
  putPair(at + 3, second / 60 % 60, 0x3a);
  putPair(at + 6, second % 60, places == 0 ? 0 : 0x2e);
  let fraction = momentNano;
  for (let left = 9; left > places; left--) fraction /= 10;
  for (let i = places; i > 0; i--) {
    store<u8>(at + CLOCK_BYTES + i, 0x30 + fraction % 10);
    fraction /= 10;
  }
  if (more > 0) store<u8>(textData(header) + bytes - more, 0x5a);
  return textValue(header);
}

/** Takes a day apart into the civil date. */
export function toCivil(day: i64): void {
  const shifted = day + 719468;
  const era = floorQuotient(shifted, 146097);
  const dayOfEra = shifted - era * 146097;
  const yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
  const dayOfYear = (dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)) as i32;
  const fromMarch = (5 * dayOfYear + 2) / 153;
  civilDay = dayOfYear - (153 * fromMarch + 2) / 5 + 1;
  civilMonth = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  civilYear = yearOfEra + era * 400 + (civilMonth <= 2 ? 1 : 0);
}

/** Day of a civil date of any year. */
export function dayOf(year: i64, month: i32, day: i32): i64 {
  const y = month <= 2 ? year - 1 : year;
  const era = floorQuotient(y, 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  return era * 146097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + (dayOfYear as i64) - 719468;
}

export function monthLength(year: i64, month: i32): i32 {
  if (month == 2) return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/** ⌊n / by⌋, by above 0. */
export function floorQuotient(n: i64, by: i64): i64 {
  const cut = n / by;
  return n < 0 && cut * by != n ? cut - 1 : cut;
}

function isDigit(byte: u8): bool {
  return byte >= 0x30 && byte <= 0x39;
}

/** The number two digits spell, or −1. */
export function pair(at: i32): i32 {
  const tens = load<u8>(at);
  const ones = load<u8>(at, 1);
  return isDigit(tens) && isDigit(ones) ? ((tens as i32) - 0x30) * 10 + (ones as i32) - 0x30 : -1;
}

/** Two digits and, unless it is 0, a byte after them. */
function putPair(at: i32, n: i32, after: i32): void {
  store<u8>(at, 0x30 + n / 10);
  store<u8>(at, 0x30 + n % 10, 1);
  if (after != 0) store<u8>(at, after, 2);
}
