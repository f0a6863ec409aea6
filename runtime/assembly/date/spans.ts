// Spans: durations as values of their own: their canonical text, what they are in one unit, and what lies between two moments.

import { DAYS, HOURS, MINUTES, MONTHS, WEEKS, expectKind, expectMoment, expectUnit, monthsIn } from './builtins';
import { MOMENT_INSTANT, momentDay, momentNano, momentSecond } from './calendar';
import { durationMonths, durationNano, durationText, readDuration, setDuration, wholeSeconds } from './duration';
import { FAULT_NUMBER_RANGE, FAULT_TYPE } from '../shared/faults';
import { add, divide } from '../number/arithmetic';
import { magnitudeOf, settle } from '../number/representation';
import { fault } from '../run/fault';
import { charge } from '../run/fuel';
import { HEAVY_STEPS } from '../shared/prices';
import { TAG_STRING } from '../shared/values';
import { addressOf, booleanValue, integerValue, tagOf } from '../value/value';

export function isDuration(value: i64, _site: i32): i64 {
  charge(HEAVY_STEPS);
  return booleanValue(readDuration(value));
}

export function isoDuration(duration: i64, site: i32): i64 {
  if (!readDuration(duration)) fault(FAULT_TYPE, site);
  charge(HEAVY_STEPS);
  const text = durationText();
  if (text == 0) fault(FAULT_NUMBER_RANGE, site);
  return text;
}

export function durationIn(duration: i64, unit: i64, site: i32): i64 {
  if (!readDuration(duration)) fault(FAULT_TYPE, site);
  if (tagOf(unit) != TAG_STRING) fault(FAULT_TYPE, site);
  const which = expectUnit(addressOf(unit), MOMENT_INSTANT, site);
  const total = wholeSeconds();
  const isMonths = which <= MONTHS;
  if (isMonths ? total != 0 || durationNano != 0 : durationMonths != 0) fault(FAULT_TYPE, site);
  charge(HEAVY_STEPS);
  if (isMonths) return divide(integerValue(durationMonths), integerValue(monthsIn(which)), site);
  const fraction = settle(durationNano < 0, magnitudeOf(durationNano as i64), -9, site);
  return divide(add(integerValue(total), fraction, site), integerValue(secondsIn(which)), site);
}

function secondsIn(unit: i32): i64 {
  return unit == WEEKS ? 604800 : unit == DAYS ? 86400 : unit == HOURS ? 3600 : unit == MINUTES ? 60 : 1;
}

export function elapsed(from: i64, to: i64, site: i32): i64 {
  const kind = expectMoment(from, site);
  const day = momentDay;
  const second = momentSecond;
  const nano = momentNano;
  expectKind(to, kind, site);
  charge(HEAVY_STEPS);
  let seconds = (momentDay - day) * 86400 + momentSecond - second;
  let nanos = momentNano - nano;
  if (seconds > 0 && nanos < 0) {
    seconds--;
    nanos += 1000000000;
  } else if (seconds < 0 && nanos > 0) {
    seconds++;
    nanos -= 1000000000;
  }
  setDuration(0, 0, seconds, nanos);
  return durationText();
}
