// Durations: `P1Y2M3DT4H5M6.5S` of ISO 8601, weeks too, with one sign in front at most. In: a text. Out: months, which have no
// fixed length, and seconds, which have; a canonical text again.

import { AMOUNT_MAX, DAY_SECONDS, type Duration, NANOS } from './calendar.ts';

const DURATION =
  /^([+-])?P(?=[\dT])(?:(\d{1,12})Y)?(?:(\d{1,12})M)?(?:(\d{1,12})W)?(?:(\d{1,12})D)?(T(?=\d)(?:(\d{1,12})H)?(?:(\d{1,12})M)?(?:(\d{1,12})(?:\.(\d{1,9}))?S)?)?$/;

export interface WrittenDuration extends Duration {
  /** Whether years, months, weeks or days are written, and whether hours, minutes or seconds are. */
  readonly hasDate: boolean;
  readonly hasTime: boolean;
}

export function readDuration(text: string): WrittenDuration | null {
  const match = DURATION.exec(text);
  if (match === null) return null;
  const sign = match[1] === '-' ? -1 : 1;
  const [years, months, weeks, days, hours, minutes, seconds] = [2, 3, 4, 5, 7, 8, 9].map((at) =>
    Number(match[at] ?? 0),
  ) as [number, number, number, number, number, number, number];
  const signed = (amount: number): number => (amount === 0 ? 0 : sign * amount);
  return {
    months: signed(years * 12 + months),
    days: signed(weeks * 7 + days),
    seconds: signed(hours * 3600 + minutes * 60 + seconds),
    nanos: signed(Number((match[10] ?? '').padEnd(9, '0'))),
    hasDate: [2, 3, 4, 5].some((at) => match[at] !== undefined),
    hasTime: match[6] !== undefined,
  };
}

/** Its days, hours, minutes and seconds as whole seconds, cut towards 0. */
export function secondsOf({ days, seconds }: Duration): bigint {
  return BigInt(days) * BigInt(DAY_SECONDS) + BigInt(seconds);
}

/** Years and months carried into each other, and so everything from days down; null when an amount is too large to be read again. */
export function printDuration(months: number, seconds: bigint, nanos: number): string | null {
  const isNegative = months < 0 || seconds < 0n || nanos < 0;
  const [months_, seconds_, nanos_] = [Math.abs(months), seconds < 0n ? -seconds : seconds, Math.abs(nanos)];
  const [years, days] = [Math.floor(months_ / 12), Number(seconds_ / BigInt(DAY_SECONDS))];
  if (years > AMOUNT_MAX || days > AMOUNT_MAX) return null;
  const left = Number(seconds_ % BigInt(DAY_SECONDS));
  const second = `${left % 60}${nanos_ === 0 ? '' : `.${String(nanos_).padStart(9, '0').replace(/0+$/, '')}`}`;
  const some = (amount: number | string, unit: string): string => (String(amount) === '0' ? '' : `${amount}${unit}`);
  const date = some(years, 'Y') + some(months_ % 12, 'M') + some(days, 'D');
  const time = some(Math.floor(left / 3600), 'H') + some(Math.floor(left / 60) % 60, 'M') + some(second, 'S');
  if (date + time === '') return 'PT0S';
  return `${isNegative ? '-' : ''}P${date}${time === '' ? '' : `T${time}`}`;
}

/** From one moment to another of its kind; NANOS have one sign with the seconds. */
export function elapsedSeconds(
  from: { readonly day: number; readonly second: number; readonly nano: number },
  to: { readonly day: number; readonly second: number; readonly nano: number },
): { readonly seconds: number; readonly nanos: number } {
  const seconds = (to.day - from.day) * DAY_SECONDS + to.second - from.second;
  const nanos = to.nano - from.nano;
  if (seconds > 0 && nanos < 0) return { seconds: seconds - 1, nanos: nanos + NANOS };
  if (seconds < 0 && nanos > 0) return { seconds: seconds + 1, nanos: nanos - NANOS };
  return { seconds, nanos };
}
