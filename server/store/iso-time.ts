// ISO time: instants as text, for what writes one for each call.
// In: milliseconds since the epoch. Out: the text of `Date.toISOString`. Why not that alone: it takes as long as all else that a row of the
// audit needs, and its text is the same for a second but for three digits.

let second = Number.NaN;
let before = '';

export function isoTime(ms: number): string {
  const whole = Math.trunc(ms);
  const at = Math.floor(whole / 1000);
  if (at !== second) {
    // Up to the point before the milliseconds.
    before = new Date(at * 1000).toISOString().slice(0, -4);
    second = at;
  }
  return `${before}${String(whole - at * 1000).padStart(3, '0')}Z`;
}
