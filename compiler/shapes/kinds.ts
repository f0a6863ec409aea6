// Kinds: sets of the kinds of values, as bits.
// In: names. Out: sets, and what they are called in a sentence.

export const NIL = 1;
export const BOOLEAN = 2;
export const NUMBER = 4;
export const STRING = 8;
export const VECTOR = 16;
export const MAP = 32;
export const ALL_KINDS = 63;

const NAMES: readonly (readonly [kind: number, name: string])[] = [
  [NIL, 'nil'],
  [BOOLEAN, 'a boolean'],
  [NUMBER, 'a number'],
  [STRING, 'a string'],
  [VECTOR, 'a vector'],
  [MAP, 'a map'],
];

/** `a number or nil` */
export function describeKinds(kinds: number): string {
  const names = NAMES.filter(([kind]) => (kinds & kind) !== 0).map(([, name]) => name);
  // What is there is said before what may be missing.
  const sorted = [...names.filter((name) => name !== 'nil'), ...names.filter((name) => name === 'nil')];
  return sorted.length < 2 ? (sorted[0] ?? 'nothing') : `${sorted.slice(0, -1).join(', ')} or ${sorted.at(-1)}`;
}
