// Layout: moments as a layout writes them, and read from such texts. A layout is a literal that has passed the check
// (compiler/layout.ts), so only what it may hold is looked at here. It is read once for each call, part by part.

import {
  MOMENT_DATE, MOMENT_INSTANT, MOMENT_LOCAL, MOMENT_TIME, carry, civilDay, civilMonth, civilYear, dayOf, momentDay,
  momentMinutes, momentNano, momentSecond, momentText, monthLength, moveTo, pair, toCivil,
} from './calendar';
import { expectMoment, expectOffset } from './builtins';
import { weekday } from './parts';
import { FAULT_NUMBER_RANGE, FAULT_TYPE } from '../shared/faults';
import { fault } from '../run/fault';
import { HEAVY_STEPS } from '../shared/prices';
import { charge } from '../run/fuel';
import { openSink, putByte, putBytes, sinkText } from '../json/sink';
import { textBytes, textData } from '../text/text';
import { ABSENT, NIL, TAG_STRING } from '../shared/values';
import { addressOf, tagOf } from '../value/value';

const QUOTE: i32 = 0x27;
const PLUS: i32 = 0x2b;
const MINUS: i32 = 0x2d;
const COLON: i32 = 0x3a;
/** Letters of fields. */
const YEAR: i32 = 0x79;
const MONTH: i32 = 0x4d;
const DAY: i32 = 0x64;
const WEEKDAY: i32 = 0x45;
const HOUR: i32 = 0x48;
const HALF_HOUR: i32 = 0x68;
const HALF: i32 = 0x61;
const MINUTE: i32 = 0x6d;
const SECOND: i32 = 0x73;
const FRACTION: i32 = 0x53;
const OFFSET_OR_Z: i32 = 0x58;
const OFFSET: i32 = 0x78;

const NAME_BYTES: i32 = 10;
const SHORT: i32 = 3;
const MONTHS: i32 = 12;
const WEEKDAYS: i32 = 7;
export const NAMES: i32 = 21;
/** Months, days of the week and halves of a day, ended by zeros. */
export const NAME_TEXTS: i32 = memory.data<u8>([
  0x4a, 0x61, 0x6e, 0x75, 0x61, 0x72, 0x79, 0, 0, 0, // January
  0x46, 0x65, 0x62, 0x72, 0x75, 0x61, 0x72, 0x79, 0, 0, // February
  0x4d, 0x61, 0x72, 0x63, 0x68, 0, 0, 0, 0, 0, // March
  0x41, 0x70, 0x72, 0x69, 0x6c, 0, 0, 0, 0, 0, // April
  0x4d, 0x61, 0x79, 0, 0, 0, 0, 0, 0, 0, // May
  0x4a, 0x75, 0x6e, 0x65, 0, 0, 0, 0, 0, 0, // June
  0x4a, 0x75, 0x6c, 0x79, 0, 0, 0, 0, 0, 0, // July
  0x41, 0x75, 0x67, 0x75, 0x73, 0x74, 0, 0, 0, 0, // August
  0x53, 0x65, 0x70, 0x74, 0x65, 0x6d, 0x62, 0x65, 0x72, 0, // September
  0x4f, 0x63, 0x74, 0x6f, 0x62, 0x65, 0x72, 0, 0, 0, // October
  0x4e, 0x6f, 0x76, 0x65, 0x6d, 0x62, 0x65, 0x72, 0, 0, // November
  0x44, 0x65, 0x63, 0x65, 0x6d, 0x62, 0x65, 0x72, 0, 0, // December
  0x4d, 0x6f, 0x6e, 0x64, 0x61, 0x79, 0, 0, 0, 0, // Monday
  0x54, 0x75, 0x65, 0x73, 0x64, 0x61, 0x79, 0, 0, 0, // Tuesday
  0x57, 0x65, 0x64, 0x6e, 0x65, 0x73, 0x64, 0x61, 0x79, 0, // Wednesday
  0x54, 0x68, 0x75, 0x72, 0x73, 0x64, 0x61, 0x79, 0, 0, // Thursday
  0x46, 0x72, 0x69, 0x64, 0x61, 0x79, 0, 0, 0, 0, // Friday
  0x53, 0x61, 0x74, 0x75, 0x72, 0x64, 0x61, 0x79, 0, 0, // Saturday
  0x53, 0x75, 0x6e, 0x64, 0x61, 0x79, 0, 0, 0, 0, // Sunday
  0x41, 0x4d, 0, 0, 0, 0, 0, 0, 0, 0, // AM
  0x50, 0x4d, 0, 0, 0, 0, 0, 0, 0, 0, // PM
]) as i32;

/** What two digits of a year are added to. */
const CENTURY: i32 = 2000;
/** What was not read. */
const NONE: i32 = -1;

/** Where the rest of a layout stands; whether it is quoted. */
let rest: i32 = 0;
let restEnd: i32 = 0;
let isQuoted: bool = false;
/** The part read last: a letter of a field and how many of it, or 0 and a byte. */
let letter: i32 = 0;
let letters: i32 = 0;
let byte: i32 = 0;

function begin(layout: i64): void {
  rest = textData(addressOf(layout));
  restEnd = rest + textBytes(addressOf(layout));
  isQuoted = false;
}

/** Reads the next part; false at the end. */
function next(): bool {
  while (rest < restEnd) {
    byte = load<u8>(rest);
    const isPair = rest + 1 < restEnd && load<u8>(rest, 1) == QUOTE;
    letter = 0;
    if (byte == QUOTE) {
      // Two of them are one, unless a third follows where nothing is quoted yet: that one begins what is quoted.
      if (isPair && (isQuoted || rest + 2 >= restEnd || load<u8>(rest, 2) != QUOTE)) {
        rest += 2;
        return true;
      }
      isQuoted = !isQuoted;
      rest++;
      continue;
    }
    if (isQuoted || !isLetter(byte)) {
      rest++;
      return true;
    }
    letter = byte;
    letters = 0;
    for (; rest < restEnd && load<u8>(rest) == byte; rest++) letters++;
    return true;
  }
  return false;
}

/** Which kinds of fields a layout has, a bit each. */
const HAS_DATE: i32 = 1;
const HAS_TIME: i32 = 2;
const HAS_OFFSET: i32 = 4;

function fieldsOf(layout: i64): i32 {
  let fields = 0;
  begin(layout);
  while (next()) {
    if (letter == OFFSET || letter == OFFSET_OR_Z) fields |= HAS_OFFSET;
    else if (letter == YEAR || letter == MONTH || letter == DAY || letter == WEEKDAY) fields |= HAS_DATE;
    else if (letter != 0) fields |= HAS_TIME;
  }
  return fields;
}

function chargeLayout(layout: i64): void {
  charge(HEAVY_STEPS + (textBytes(addressOf(layout)) as i64));
}

export function formatMoment(layout: i64, moment: i64, offset: i64, site: i32): i64 {
  const kind = expectMoment(moment, site);
  if (offset != ABSENT && kind != MOMENT_INSTANT) fault(FAULT_TYPE, site);
  const minutes = offset == ABSENT ? 0 : expectOffset(offset, site);
  const fields = fieldsOf(layout);
  const lacks = kind == MOMENT_DATE ? HAS_TIME | HAS_OFFSET : kind == MOMENT_TIME ? HAS_DATE | HAS_OFFSET : kind == MOMENT_LOCAL ? HAS_OFFSET : 0;
  if ((fields & lacks) != 0) fault(FAULT_TYPE, site);
  chargeLayout(layout);
  momentMinutes(minutes);
  if (!carry()) fault(FAULT_NUMBER_RANGE, site);
  toCivil(momentDay);
  begin(layout);
  openSink();
  while (next()) {
    if (letter == 0) putByte(byte);
    else putField(minutes);
  }
  return sinkText();
}

function putField(offset: i32): void {
  const second = momentSecond as i32;
  const hour = second / 3600;
  switch (letter) {
    case YEAR: putDigits(letters == 2 ? (civilYear as i32) % 100 : (civilYear as i32), letters); break;
    case MONTH: if (letters > 2) putName(civilMonth - 1); else putDigits(civilMonth, letters); break;
    case DAY: putDigits(civilDay, letters); break;
    case WEEKDAY: putName(MONTHS + (weekday() as i32) - 1); break;
    case HOUR: putDigits(hour, letters); break;
    case HALF_HOUR: putDigits((hour + 11) % 12 + 1, letters); break;
    case HALF: putBytes(nameAt(MONTHS + WEEKDAYS + hour / 12), 2); break;
    case MINUTE: putDigits(second / 60 % 60, letters); break;
    case SECOND: putDigits(second % 60, letters); break;
    case FRACTION: putFraction(); break;
    default: putOffset(offset);
  }
}

function putFraction(): void {
  let fraction = momentNano;
  for (let left = 9; left > letters; left--) fraction /= 10;
  putDigits(fraction, letters);
}

/** With so many digits at least, at most nine. */
function putDigits(n: i32, digits: i32): void {
  let unit = 1;
  for (let i = 1; i < digits || n / unit > 9; i++) unit *= 10;
  for (; unit > 0; unit /= 10) putByte(0x30 + n / unit % 10);
}

function putOffset(offset: i32): void {
  if (offset == 0 && letter == OFFSET_OR_Z) {
    putByte(0x5a);
    return;
  }
  putByte(offset < 0 ? MINUS : PLUS);
  const minutes = abs<i32>(offset);
  putDigits(minutes / 60, 2);
  if (letters == SHORT) putByte(COLON);
  putDigits(minutes % 60, 2);
}

function putName(name: i32): void {
  putBytes(nameAt(name), nameBytes(name));
}

function nameAt(name: i32): i32 {
  return NAME_TEXTS + name * NAME_BYTES;
}

/** Bytes of a name as the field read last writes it. */
function nameBytes(name: i32): i32 {
  if (letters == SHORT) return SHORT;
  let bytes = SHORT;
  while (load<u8>(nameAt(name) + bytes) != 0) bytes++;
  return bytes;
}

/** What a text says, NONE for what it does not. */
let year: i32 = 0;
let month: i32 = 0;
let day: i32 = 0;
let dayOfWeek: i32 = 0;
let hour: i32 = 0;
let halfHour: i32 = 0;
let half: i32 = 0;
let minute: i32 = 0;
let second: i32 = 0;
let nano: i32 = 0;
let offset: i32 = 0;

export function parseMoment(layout: i64, text: i64, site: i32): i64 {
  if (tagOf(text) != TAG_STRING) fault(FAULT_TYPE, site);
  const fields = fieldsOf(layout);
  chargeLayout(layout);
  year = 0;
  month = 0;
  day = 0;
  dayOfWeek = NONE;
  hour = 0;
  halfHour = NONE;
  half = 0;
  minute = 0;
  second = 0;
  nano = 0;
  offset = 0;
  let at = textData(addressOf(text));
  const end = at + textBytes(addressOf(text));
  begin(layout);
  while (next()) {
    at = letter == 0 ? (at < end && load<u8>(at) == byte ? at + 1 : 0) : take(at, end);
    if (at == 0) return NIL;
  }
  return at == end ? momentOf(fields) : NIL;
}

/** Reads the field at `at`; where it ends, or 0. */
function take(at: i32, end: i32): i32 {
  if (letter == MONTH && letters > 2) {
    const name = nameIn(at, end, 0, MONTHS);
    month = name + 1;
    return name == NONE ? 0 : at + nameBytes(name);
  }
  if (letter == WEEKDAY) {
    const name = nameIn(at, end, MONTHS, WEEKDAYS);
    dayOfWeek = name - MONTHS + 1;
    return name == NONE ? 0 : at + nameBytes(name);
  }
  if (letter == HALF) {
    if (at + 2 > end || (load<u8>(at, 1) | 0x20) != 0x6d) return 0;
    const first = load<u8>(at) | 0x20;
    half = first == 0x70 ? 1 : 0;
    return first == 0x70 || first == 0x61 ? at + 2 : 0;
  }
  if (letter == OFFSET || letter == OFFSET_OR_Z) return takeOffset(at, end);
  return takeDigits(at, end);
}

/** One letter is one digit or two; more are as many digits. Of a fraction one is one. */
function takeDigits(at: i32, end: i32): i32 {
  const most = letters == 1 && letter != FRACTION ? 2 : letters;
  let n = 0;
  let digits = 0;
  for (; digits < most && at + digits < end && isDigit(load<u8>(at + digits)); digits++) n = n * 10 + (load<u8>(at + digits) as i32) - 0x30;
  if (digits < letters) return 0;
  switch (letter) {
    case YEAR: year = letters == 2 ? n + CENTURY : n; break;
    case MONTH: month = n; break;
    case DAY: day = n; break;
    case HOUR: hour = n; break;
    case HALF_HOUR: halfHour = n; break;
    case MINUTE: minute = n; break;
    case SECOND: second = n; break;
    default:
      nano = n;
      for (let left = 9; left > digits; left--) nano *= 10;
  }
  return at + digits;
}

function takeOffset(at: i32, end: i32): i32 {
  offset = 0;
  if (letter == OFFSET_OR_Z && at < end && load<u8>(at) == 0x5a) return at + 1;
  const bytes = letters == SHORT ? 6 : 5;
  if (at + bytes > end) return 0;
  const sign: i32 = load<u8>(at);
  const hours = pair(at + 1);
  const minutes = pair(at + bytes - 2);
  if ((sign != PLUS && sign != MINUS) || hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return 0;
  if (letters == SHORT && load<u8>(at, 3) != COLON) return 0;
  offset = sign == MINUS ? 0 - hours * 60 - minutes : hours * 60 + minutes;
  return at + bytes;
}

/** A moment of what was read, or nil where there is none such. */
function momentOf(fields: i32): i64 {
  if (halfHour != NONE) {
    if (halfHour < 1 || halfHour > 12) return NIL;
    hour = halfHour % 12 + 12 * half;
  }
  if (hour > 23 || minute > 59 || second > 59) return NIL;
  moveTo(0, ((hour * 60 + minute) * 60 + second) as i64, nano);
  if ((fields & HAS_DATE) == 0) return momentText(MOMENT_TIME);
  if (year < 1 || month < 1 || month > 12 || day < 1 || day > monthLength(year as i64, month)) return NIL;
  moveTo(dayOf(year as i64, month, day), momentSecond, nano);
  if (dayOfWeek != NONE && dayOfWeek != (weekday() as i32)) return NIL;
  if ((fields & HAS_TIME) == 0) return momentText(MOMENT_DATE);
  if ((fields & HAS_OFFSET) == 0) return momentText(MOMENT_LOCAL);
  momentMinutes(0 - offset);
  return carry() ? momentText(MOMENT_INSTANT) : NIL;
}

/** Which of `count` names from `first` on stands at `at`, in letters of any case, or NONE. */
function nameIn(at: i32, end: i32, first: i32, count: i32): i32 {
  for (let name = first; name < first + count; name++) {
    const bytes = nameBytes(name);
    if (at + bytes > end) continue;
    let same = 0;
    while (same < bytes && (load<u8>(at + same) | 0x20) == (load<u8>(nameAt(name) + same) | 0x20)) same++;
    if (same == bytes) return name;
  }
  return NONE;
}

function isLetter(byte: i32): bool {
  return (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
}

function isDigit(byte: u32): bool {
  return byte >= 0x30 && byte <= 0x39;
}
