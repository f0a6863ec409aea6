// Dates: the builtins of moments. Two moments are read one after the other, for date/calendar.ts holds one at a time.

import {
  DAY_SECONDS, MOMENT_DATE, MOMENT_INSTANT, MOMENT_LOCAL, MOMENT_NONE, MOMENT_TIME, NO_OFFSET, carry, civilDay, civilMonth, civilYear, dayOf,
  floorQuotient, momentDay, momentMinutes, momentNano, momentSecond, momentText, monthLength, moveTo, placedText, readMoment, readOffset, toCivil,
} from './calendar';
import { durationDays, durationHasDate, durationHasTime, durationMonths, durationNano, durationSeconds, readDuration, setDuration } from './duration';
import { FAULT_NUMBER_RANGE, FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { HEAVY_STEPS } from '../shared/prices';
import { charge } from '../run/fuel';
import { keyAt, mapCount, mapOrNil, valueAt } from '../collection/map';
import { equalBytes, textBytes, textData } from '../text/text';
import { ABSENT, TAG_STRING } from '../shared/values';
import { addressOf, booleanValue, integerValue, tagOf } from '../value/value';
import { expectWhole } from '../number/whole';

const YEARS: i32 = 0;
const QUARTERS: i32 = 1;
export const MONTHS: i32 = 2;
export const WEEKS: i32 = 3;
export const DAYS: i32 = 4;
export const HOURS: i32 = 5;
export const MINUTES: i32 = 6;
const SECONDS: i32 = 7;
export const UNITS: i32 = 8;
/** Names of the units in their order, eight bytes each, filled up with zeros. */
export const UNIT_NAMES: i32 = memory.data<u8>([
  0x79, 0x65, 0x61, 0x72, 0x73, 0, 0, 0, 0x71, 0x75, 0x61, 0x72, 0x74, 0x65, 0x72, 0x73, 0x6d, 0x6f, 0x6e, 0x74, 0x68, 0x73, 0, 0, 0x77, 0x65, 0x65, 0x6b, 0x73, 0, 0, 0,
  0x64, 0x61, 0x79, 0x73, 0, 0, 0, 0, 0x68, 0x6f, 0x75, 0x72, 0x73, 0, 0, 0, 0x6d, 0x69, 0x6e, 0x75, 0x74, 0x65, 0x73, 0,
  0x73, 0x65, 0x63, 0x6f, 0x6e, 0x64, 0x73, 0,
], 8) as i32;
/** What a duration has of each unit. */
const AMOUNTS: i32 = memory.data(8 * 8, 8) as i32;

/** More than the seconds of 9,999 years, so that no sum that stays in the calendar needs more; and sums stay exact. */
const AMOUNT_MAX: i64 = 999999999999;

export function instant(text: i64, offset: i64, site: i32): i64 {
  if (offset == ABSENT) {
    if (readMoment(text) != MOMENT_INSTANT) fault(FAULT_TYPE, site);
    charge(HEAVY_STEPS);
    return momentText(MOMENT_INSTANT);
  }
  if (readMoment(text) != MOMENT_LOCAL) fault(FAULT_TYPE, site);
  shift(0 - expectOffset(offset, site), site);
  return momentText(MOMENT_INSTANT);
}

export function localDateTime(moment: i64, offset: i64, site: i32): i64 {
  const kind = expectDay(moment, site);
  if (offset != ABSENT && kind != MOMENT_INSTANT) fault(FAULT_TYPE, site);
  shift(offset == ABSENT ? 0 : expectOffset(offset, site), site);
  return momentText(MOMENT_LOCAL);
}

export function localTime(moment: i64, site: i32): i64 {
  if (expectMoment(moment, site) == MOMENT_DATE) fault(FAULT_TYPE, site);
  charge(HEAVY_STEPS);
  return momentText(MOMENT_TIME);
}

export function atOffset(moment: i64, offset: i64, site: i32): i64 {
  if (readMoment(moment) != MOMENT_INSTANT) fault(FAULT_TYPE, site);
  const minutes = expectOffset(offset, site);
  shift(minutes, site);
  let places = 0;
  if (momentNano != 0) {
    places = 9;
    for (let fraction = momentNano; fraction % 10 == 0; fraction /= 10) places--;
  }
  const text = placedText(MOMENT_LOCAL, places, minutes == 0 ? 1 : 6);
  if (minutes != 0) {
    const from = addressOf(offset);
    memory.copy(textData(addressOf(text)) + textBytes(addressOf(text)) - 6, textData(from), 6);
  }
  return text;
}

/** Takes the surcharge, then moves the moment to a clock so many minutes ahead. */
function shift(minutes: i32, site: i32): void {
  charge(HEAVY_STEPS);
  momentMinutes(minutes);
  if (!carry()) fault(FAULT_NUMBER_RANGE, site);
}

export function expectOffset(value: i64, site: i32): i32 {
  if (tagOf(value) != TAG_STRING) fault(FAULT_TYPE, site);
  const data = textData(addressOf(value));
  const minutes = readOffset(data, data + textBytes(addressOf(value)));
  if (minutes == NO_OFFSET) fault(FAULT_TYPE, site);
  return minutes;
}

export function date(moment: i64, site: i32): i64 {
  const kind = expectDay(moment, site);
  charge(HEAVY_STEPS);
  return kind == MOMENT_DATE ? moment : momentText(MOMENT_DATE);
}

export function momentKey(moment: i64, site: i32): i64 {
  const kind = expectMoment(moment, site);
  charge(HEAVY_STEPS);
  return placedText(kind, 9, kind == MOMENT_INSTANT ? 1 : 0);
}

export function isDate(value: i64, _site: i32): i64 {
  charge(HEAVY_STEPS);
  return booleanValue(readMoment(value) == MOMENT_DATE);
}

export function isInstant(value: i64, _site: i32): i64 {
  charge(HEAVY_STEPS);
  return booleanValue(readMoment(value) == MOMENT_INSTANT);
}

export function isLocalDateTime(value: i64, _site: i32): i64 {
  charge(HEAVY_STEPS);
  return booleanValue(readMoment(value) == MOMENT_LOCAL);
}

export function isLocalTime(value: i64, _site: i32): i64 {
  charge(HEAVY_STEPS);
  return booleanValue(readMoment(value) == MOMENT_TIME);
}

/** 1 for Monday; 1970-01-01 was a Thursday. */
export function weekday(moment: i64, site: i32): i64 {
  expectDay(moment, site);
  charge(HEAVY_STEPS);
  const fromMonday = momentDay + 3;
  return integerValue(fromMonday - floorQuotient(fromMonday, 7) * 7 + 1);
}

export function year(moment: i64, site: i32): i64 {
  expectDay(moment, site);
  charge(HEAVY_STEPS);
  toCivil(momentDay);
  return integerValue(civilYear);
}

export function month(moment: i64, site: i32): i64 {
  expectDay(moment, site);
  charge(HEAVY_STEPS);
  toCivil(momentDay);
  return integerValue(civilMonth as i64);
}

export function day(moment: i64, site: i32): i64 {
  expectDay(moment, site);
  charge(HEAVY_STEPS);
  toCivil(momentDay);
  return integerValue(civilDay as i64);
}

export function isBefore(a: i64, b: i64, site: i32): i64 {
  return booleanValue(order(a, b, site) < 0);
}

export function isAfter(a: i64, b: i64, site: i32): i64 {
  return booleanValue(order(a, b, site) > 0);
}

/** Below, equal to or above 0 as a is before, at or after b. */
function order(a: i64, b: i64, site: i32): i64 {
  const kind = expectMoment(a, site);
  const aDay = momentDay;
  const aSecond = momentSecond;
  const aNano = momentNano;
  expectKind(b, kind, site);
  charge(HEAVY_STEPS);
  if (aDay != momentDay) return aDay - momentDay;
  if (aSecond != momentSecond) return aSecond - momentSecond;
  return (aNano - momentNano) as i64;
}

/** ChronoUnit.between of java.time, in UTC. */
export function difference(from: i64, to: i64, unit: i64, site: i32): i64 {
  const kind = expectMoment(from, site);
  const fromDay = momentDay;
  const fromSecond = momentSecond;
  const fromNano = momentNano;
  expectKind(to, kind, site);
  if (tagOf(unit) != TAG_STRING) fault(FAULT_TYPE, site);
  const which = expectUnit(addressOf(unit), kind, site);
  charge(HEAVY_STEPS);
  const days = momentDay - fromDay;
  const time = (momentSecond - fromSecond) * 1000000000 + ((momentNano - fromNano) as i64);
  if (which >= HOURS) {
    let seconds = days * DAY_SECONDS + momentSecond - fromSecond;
    // A second that is not whole does not count, in either direction.
    if (seconds > 0 && momentNano < fromNano) seconds--;
    else if (seconds < 0 && momentNano > fromNano) seconds++;
    return integerValue(seconds / (which == HOURS ? 3600 : which == MINUTES ? 60 : 1));
  }
  // Nor does a day whose time of day is not reached.
  let last = momentDay;
  if (days > 0 && time < 0) last--;
  else if (days < 0 && time > 0) last++;
  if (which == DAYS) return integerValue(last - fromDay);
  if (which == WEEKS) return integerValue((last - fromDay) / 7);
  toCivil(fromDay);
  const start = packedMonth();
  toCivil(last);
  const months = (packedMonth() - start) / 32;
  return integerValue(months / monthsIn(which));
}

export function monthsIn(unit: i32): i64 {
  return unit == YEARS ? 12 : unit == QUARTERS ? 3 : 1;
}

/** Months and days in one number, a month having 32: a quotient of a difference by 32 is whole months. */
function packedMonth(): i64 {
  return (civilYear * 12 + (civilMonth as i64)) * 32 + (civilDay as i64);
}

export function addDuration(moment: i64, duration: i64, site: i32): i64 {
  const kind = expectMoment(moment, site);
  const day = momentDay;
  const second = momentSecond;
  const nano = momentNano;
  if (tagOf(duration) == TAG_STRING) {
    if (!readDuration(duration)) fault(FAULT_TYPE, site);
    if (kind == MOMENT_DATE ? durationHasTime : kind == MOMENT_TIME && durationHasDate) fault(FAULT_TYPE, site);
    charge(HEAVY_STEPS);
  } else sumAmounts(duration, kind, site);
  toCivil(day);
  const months = civilYear * 12 + ((civilMonth - 1) as i64) + durationMonths;
  const toYear = floorQuotient(months, 12);
  const toMonth = ((months - toYear * 12) as i32) + 1;
  const toDay = dayOf(toYear, toMonth, min<i32>(civilDay, monthLength(toYear, toMonth)));
  let nanos = nano + durationNano;
  let seconds = second + durationSeconds;
  if (nanos < 0) {
    nanos += 1000000000;
    seconds--;
  } else if (nanos >= 1000000000) {
    nanos -= 1000000000;
    seconds++;
  }
  moveTo(toDay + durationDays, seconds, nanos);
  if (!carry() && kind != MOMENT_TIME) fault(FAULT_NUMBER_RANGE, site);
  return momentText(kind);
}

/** The amounts of a map of whole numbers by unit, as a duration. */
function sumAmounts(duration: i64, kind: i32, site: i32): void {
  readAmounts(duration, kind, site);
  setDuration(
    amountOf(YEARS) * 12 + amountOf(QUARTERS) * 3 + amountOf(MONTHS),
    amountOf(WEEKS) * 7 + amountOf(DAYS),
    amountOf(HOURS) * 3600 + amountOf(MINUTES) * 60 + amountOf(SECONDS),
    0,
  );
}

/** The amounts of a map of whole numbers by unit: types first, then the surcharge and the limit. */
function readAmounts(duration: i64, kind: i32, site: i32): void {
  const map = mapOrNil(duration, site);
  memory.fill(AMOUNTS, 0, UNITS << 3);
  for (let i = 0, count = mapCount(map); i < count; i++) {
    const unit = expectUnit(keyAt(addressOf(map), i), kind, site);
    store<i64>(AMOUNTS + (unit << 3), expectWhole(valueAt(addressOf(map), i), site));
  }
  charge(HEAVY_STEPS);
  for (let unit = 0; unit < UNITS; unit++) {
    if (abs<i64>(amountOf(unit)) > AMOUNT_MAX) fault(FAULT_NUMBER_RANGE, site);
  }
}

// @ts-ignore: decorator
@inline
function amountOf(unit: i32): i64 {
  return load<i64>(AMOUNTS + (unit << 3));
}

/** The unit a text names; a date has none below days, a time of day none above hours. */
export function expectUnit(header: i32, kind: i32, site: i32): i32 {
  const bytes = textBytes(header);
  const units = kind == MOMENT_DATE ? HOURS : UNITS;
  for (let unit = kind == MOMENT_TIME ? HOURS : 0; unit < units; unit++) {
    const name = UNIT_NAMES + (unit << 3);
    if (bytes > 0 && bytes <= 8 && equalBytes(textData(header), name, bytes)) {
      // One that ends there, or fills its eight bytes, is the whole of it.
      if (bytes == 8 || load<u8>(name + bytes) == 0) return unit;
    }
  }
  fault(FAULT_TYPE, site);
  return 0;
}

export function expectMoment(value: i64, site: i32): i32 {
  const kind = readMoment(value);
  if (kind == MOMENT_NONE) fault(FAULT_TYPE, site);
  return kind;
}

/** A moment that has a day. */
function expectDay(value: i64, site: i32): i32 {
  const kind = expectMoment(value, site);
  if (kind == MOMENT_TIME) fault(FAULT_TYPE, site);
  return kind;
}

export function expectKind(value: i64, kind: i32, site: i32): void {
  if (readMoment(value) != kind) fault(FAULT_TYPE, site);
}
