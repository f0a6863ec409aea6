// Parts: what a moment has, and where the units around it begin and end. Weeks are those of ISO 8601: they begin on Monday,
// and the first of a year has its first Thursday.

import {
  DAY_SECONDS, MOMENT_DATE, MOMENT_TIME, carry, civilDay, civilMonth, civilYear, dayOf, floorQuotient, momentDay, momentNano, momentSecond,
  momentText, moveTo, toCivil,
} from './calendar';
import { expectMoment } from './builtins';
import { FAULT_NUMBER_RANGE, FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { charge } from '../run/fuel';
import { HEAVY_STEPS } from '../shared/prices';
import { TAG_STRING } from '../shared/values';
import { equalBytes, textBytes, textData } from '../text/text';
import { addressOf, integerValue, tagOf } from '../value/value';

const YEAR: i32 = 0;
const QUARTER: i32 = 1;
const MONTH: i32 = 2;
const WEEK: i32 = 3;
const DAY: i32 = 4;
const WEEKDAY: i32 = 5;
const DAY_OF_YEAR: i32 = 6;
const WEEK_YEAR: i32 = 7;
const HOUR: i32 = 8;
const MINUTE: i32 = 9;
const SECOND: i32 = 10;
const NANO: i32 = 11;
export const PARTS: i32 = 12;
const NAME_BYTES: i32 = 16;
/** Their names in their order, filled up with zeros: those of a date, then those of a time of day. */
export const PART_NAMES: i32 = memory.data<u8>([
  0x79, 0x65, 0x61, 0x72, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // year
  0x71, 0x75, 0x61, 0x72, 0x74, 0x65, 0x72, 0, 0, 0, 0, 0, 0, 0, 0, 0, // quarter
  0x6d, 0x6f, 0x6e, 0x74, 0x68, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // month
  0x77, 0x65, 0x65, 0x6b, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // week
  0x64, 0x61, 0x79, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // day
  0x77, 0x65, 0x65, 0x6b, 0x64, 0x61, 0x79, 0, 0, 0, 0, 0, 0, 0, 0, 0, // weekday
  0x64, 0x61, 0x79, 0x2d, 0x6f, 0x66, 0x2d, 0x79, 0x65, 0x61, 0x72, 0, 0, 0, 0, 0, // day-of-year
  0x77, 0x65, 0x65, 0x6b, 0x2d, 0x79, 0x65, 0x61, 0x72, 0, 0, 0, 0, 0, 0, 0, // week-year
  0x68, 0x6f, 0x75, 0x72, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // hour
  0x6d, 0x69, 0x6e, 0x75, 0x74, 0x65, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // minute
  0x73, 0x65, 0x63, 0x6f, 0x6e, 0x64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // second
  0x6e, 0x61, 0x6e, 0x6f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, // nano
]) as i32;

export function datePart(moment: i64, part: i64, site: i32): i64 {
  const which = expectPart(moment, part, site);
  charge(HEAVY_STEPS);
  return integerValue(partOf(which));
}

function partOf(part: i32): i64 {
  if (part == HOUR) return momentSecond / 3600;
  if (part == MINUTE) return (momentSecond / 60) % 60;
  if (part == SECOND) return momentSecond % 60;
  if (part == NANO) return momentNano as i64;
  const day = momentDay;
  const week = weekday();
  if (part == WEEKDAY) return week;
  const thursday = day + 4 - week;
  toCivil(part == WEEK || part == WEEK_YEAR ? thursday : day);
  const month = civilMonth as i64;
  if (part == YEAR || part == WEEK_YEAR) return civilYear;
  if (part == QUARTER) return (month + 2) / 3;
  if (part == MONTH) return month;
  if (part == DAY) return civilDay as i64;
  const first = dayOf(civilYear, 1, 1);
  return part == WEEK ? (thursday - first) / 7 + 1 : day - first + 1;
}

/** 1 for Monday; 1970-01-01 was a Thursday. */
export function weekday(): i64 {
  const fromMonday = momentDay + 3;
  return fromMonday - floorQuotient(fromMonday, 7) * 7 + 1;
}

export function startOf(moment: i64, unit: i64, site: i32): i64 {
  const span = expectPart(moment, unit, site);
  const kind = partKind;
  expectSpan(span, site);
  charge(HEAVY_STEPS);
  if (span >= HOUR) moveTo(momentDay, momentSecond - momentSecond % lengthOf(span), 0);
  else moveTo(firstDay(span, 0), 0, 0);
  return momentText(kind);
}

export function endOf(moment: i64, unit: i64, site: i32): i64 {
  const span = expectPart(moment, unit, site);
  const kind = partKind;
  expectSpan(span, site);
  charge(HEAVY_STEPS);
  if (span >= HOUR) {
    const length = lengthOf(span);
    moveTo(momentDay, momentSecond - momentSecond % length + length - 1, 999999999);
  } else {
    moveTo(firstDay(span, 1) - 1, DAY_SECONDS - 1, 999999999);
    if (kind == MOMENT_DATE) moveTo(momentDay, 0, 0);
    if (!carry()) fault(FAULT_NUMBER_RANGE, site);
  }
  return momentText(kind);
}

function lengthOf(span: i32): i64 {
  return span == HOUR ? 3600 : span == MINUTE ? 60 : 1;
}

/** The first day of a unit, or of the one that comes next. */
function firstDay(span: i32, next: i32): i64 {
  if (span == DAY) return momentDay + (next as i64);
  if (span == WEEK) return momentDay - weekday() + 1 + ((7 * next) as i64);
  toCivil(momentDay);
  if (span == YEAR) return dayOf(civilYear + (next as i64), 1, 1);
  const month = span == QUARTER ? civilMonth - ((civilMonth - 1) % 3) + 3 * next : civilMonth + next;
  return month > 12 ? dayOf(civilYear + 1, month - 12, 1) : dayOf(civilYear, month, 1);
}

/** The kind of the moment read last. */
let partKind: i32 = 0;

/** Reads the moment, and a part that it has. */
function expectPart(moment: i64, part: i64, site: i32): i32 {
  const kind = expectMoment(moment, site);
  partKind = kind;
  if (tagOf(part) != TAG_STRING) fault(FAULT_TYPE, site);
  const header = addressOf(part);
  const bytes = textBytes(header);
  const parts = kind == MOMENT_DATE ? HOUR : PARTS;
  for (let which = kind == MOMENT_TIME ? HOUR : 0; which < parts; which++) {
    const name = PART_NAMES + which * NAME_BYTES;
    // Every name is followed by a zero, so one that fits and ends there is the whole of it.
    if (bytes > 0 && bytes < NAME_BYTES && equalBytes(textData(header), name, bytes) && load<u8>(name + bytes) == 0) return which;
  }
  fault(FAULT_TYPE, site);
  return 0;
}

/** What begins and ends. */
function expectSpan(part: i32, site: i32): void {
  if (part > DAY && (part < HOUR || part == NANO)) fault(FAULT_TYPE, site);
}
