// Clock: the caller's own instant, the only clock a decision may use.
// In: `metadata.now`, an RFC 3339 text. Out: the instant and its offset, or null when the text is none.
// Why: "tomorrow" needs a day, and the server's day is neither the caller's nor repeatable. The offset of the text gives the local day.

export interface Clock {
  readonly epochMs: number;
  /** Minutes east of UTC. */
  readonly offsetMinutes: number;
}

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/u;

export function readClock(text: string): Clock | null {
  const match = INSTANT.exec(text);
  if (match === null) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  if (hour > 23 || minute > 59 || second > 60 || Number(match[8] ?? 0) > 23 || Number(match[9] ?? 0) > 59) return null;
  const offsetMinutes =
    match[7] === undefined ? 0 : (match[7] === '-' ? -1 : 1) * (Number(match[8]) * 60 + Number(match[9]));
  const wallMs = Date.UTC(year, month - 1, day, hour, minute, second);
  // Date.UTC lets the 31st of April run into May; the instant must be one that exists.
  const back = new Date(wallMs);
  if (back.getUTCMonth() + 1 !== month || (back.getUTCDate() !== day && second < 60)) return null;
  return { epochMs: wallMs - offsetMinutes * 60_000, offsetMinutes };
}

/** The caller's local time, in milliseconds as if it were UTC: what `Date` reads of it in UTC is the local day and hour. */
export function localMs({ epochMs, offsetMinutes }: Clock): number {
  return epochMs + offsetMinutes * 60_000;
}
