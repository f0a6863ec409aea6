// Layouts: moments as a layout writes them, and read from such texts; names are English ones, in any case where they are read.
// In: the parts of a layout that has passed the check (compiler/layout.ts). Out: a text, or a moment; null for a text that does not fit.

import { fieldOf, type LayoutPart, type Letters } from '../../compiler/layout.ts';
import { type Moment, readDate, readOffset, shifted, weekdayOf } from './calendar.ts';
import { partOf } from './calendar-parts.ts';

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');
const HALVES = ['AM', 'PM'];
/** What two digits of a year are added to. */
const CENTURY = 2000;
const SHORT = 3;

/** Whether a moment of a kind has all fields of a layout. */
export function hasFields(parts: readonly LayoutPart[], kind: Moment['kind']): boolean {
  return parts.every((part) => {
    if (part.kind === 'text') return true;
    const { of } = fieldOf(part.letters);
    return of === 'offset' ? kind === 'instant' : kind !== (of === 'date' ? 'time' : 'date');
  });
}

/** `offset`: minutes that the moment's clock is ahead of UTC. */
export function formatted(parts: readonly LayoutPart[], moment: Moment, offset: number): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : written(part.letters, moment, offset))).join('');
}

function written(letters: Letters, moment: Moment, offset: number): string {
  const { name, digits } = fieldOf(letters);
  switch (name) {
    case 'year':
      return padded(partOf(moment, 'year') % 10 ** letters.length, letters.length);
    case 'month': {
      const month = partOf(moment, 'month');
      return digits === null ? named(MONTHS, letters)[month - 1]! : padded(month, letters.length);
    }
    case 'weekday':
      return named(WEEKDAYS, letters)[weekdayOf(moment) - 1]!;
    case 'hour': {
      const hour = partOf(moment, 'hour');
      return padded(letters[0] === 'H' ? hour : ((hour + 11) % 12) + 1, letters.length);
    }
    case 'half':
      return HALVES[partOf(moment, 'hour') < 12 ? 0 : 1]!;
    case 'fraction':
      return padded(moment.nano, 9).slice(0, letters.length);
    case 'offset':
      return offsetText(letters, offset);
    default:
      return padded(partOf(moment, name), letters.length);
  }
}

function offsetText(letters: Letters, offset: number): string {
  if (offset === 0 && letters[0] === 'X') return 'Z';
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60];
  return `${offset < 0 ? '-' : '+'}${padded(hours, 2)}${letters.length === 3 ? ':' : ''}${padded(minutes, 2)}`;
}

/** What a text says, by the names of fields; an offset in minutes, names by their places, from 0. */
type Read = Map<string, number>;

export function parsed(parts: readonly LayoutPart[], text: string): Moment | null {
  const read: Read = new Map();
  let left = text;
  for (const part of parts) {
    const taken =
      part.kind === 'text' ? (left.startsWith(part.text) ? part.text.length : null) : take(part.letters, left, read);
    if (taken === null) return null;
    left = left.slice(taken);
  }
  return left === '' ? momentOf(read) : null;
}

/** How much of a text a field takes; null when it does not stand there. */
function take(letters: Letters, text: string, read: Read): number | null {
  const { name, digits } = fieldOf(letters);
  if (digits !== null) {
    const found = /^[0-9]*/.exec(text.slice(0, digits[1]))![0];
    if (found.length < digits[0]) return null;
    if (letters === 'yy') read.set(name, CENTURY + Number(found));
    else if (name === 'fraction') read.set(name, Number(found.padEnd(9, '0')));
    else if (letters[0] === 'h') read.set('half hour', Number(found));
    else read.set(name, Number(found));
    return found.length;
  }
  if (name === 'offset') return takeOffset(letters, text, read);
  const names = name === 'half' ? HALVES : named(name === 'month' ? MONTHS : WEEKDAYS, letters);
  const at = names.findIndex((one) => upperAscii(text.slice(0, one.length)) === upperAscii(one));
  if (at === -1) return null;
  read.set(name, name === 'half' ? at : at + 1);
  return names[at]!.length;
}

function takeOffset(letters: Letters, text: string, read: Read): number | null {
  if (letters[0] === 'X' && text.startsWith('Z')) {
    read.set('offset', 0);
    return 1;
  }
  const found = (letters.length === 3 ? /^[+-][0-9]{2}:[0-9]{2}/ : /^[+-][0-9]{4}/).exec(text)?.[0];
  const offset = found === undefined ? null : readOffset(`${found.slice(0, 3)}:${found.slice(-2)}`);
  if (offset === null) return null;
  read.set('offset', offset);
  return found!.length;
}

/** A moment of the fields; null where there is none such. */
function momentOf(read: Read): Moment | null {
  const hasTime = read.has('hour') || read.has('half hour');
  const time = hasTime ? timeOf(read) : { second: 0, nano: 0 };
  if (time === null) return null;
  if (!read.has('year')) return { kind: 'time', day: 0, ...time };
  const date = readDate(
    `${padded(read.get('year')!, 4)}-${padded(read.get('month')!, 2)}-${padded(read.get('day')!, 2)}`,
  );
  if (date === null || (read.get('weekday') ?? weekdayOf(date)) !== weekdayOf(date)) return null;
  if (!hasTime) return date;
  const local: Moment = { ...time, kind: 'local', day: date.day };
  const offset = read.get('offset');
  return offset === undefined ? local : shifted(local, 'instant', -offset);
}

function timeOf(read: Read): { readonly second: number; readonly nano: number } | null {
  const halfHour = read.get('half hour');
  if (halfHour !== undefined && (halfHour < 1 || halfHour > 12)) return null;
  const hour = halfHour === undefined ? read.get('hour')! : (halfHour % 12) + 12 * read.get('half')!;
  const [minute, second] = [read.get('minute') ?? 0, read.get('second') ?? 0];
  if (hour > 23 || minute > 59 || second > 59) return null;
  return { second: (hour * 60 + minute) * 60 + second, nano: read.get('fraction') ?? 0 };
}

function named(names: readonly string[], letters: Letters): readonly string[] {
  return letters.length === SHORT ? names.map((name) => name.slice(0, SHORT)) : names;
}

/** Upper case of the letters of ASCII alone. */
function upperAscii(text: string): string {
  return text.replace(/[a-z]/g, (letter) => letter.toUpperCase());
}

function padded(n: number, width: number): string {
  return String(n).padStart(width, '0');
}
