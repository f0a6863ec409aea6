// Candidate: one reading of a place as the value of a parameter.
// In: nothing. Out: the type that `fit` produces and `assign` chooses among, and how candidates are compared and joined.

import type { Json } from '../../../../grammar/json.ts';
import { JsonNumber } from '../../../../grammar/json.ts';
import { keyOf } from '../../../schema/amounts.ts';
import type { Source } from './spans/span.ts';

export interface Place {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

/** A place as its text has it. */
export function textAt({ source, start, end }: Place): string {
  return source.text.slice(start, end);
}

export interface Candidate {
  readonly value: Json;
  /** How the value comes from the text: `exact` when it stands there. */
  readonly by: string;
  /** The row of `table.ts` that read it. */
  readonly rule: string;
  /** One place, or one per item of a list. */
  readonly places: readonly Place[];
  /** How far the evidence speaks for this parameter; 0 is nothing, above 1.5 is firm. */
  readonly strength: number;
  /** False for a bare noun phrase or a doubtful reading: good for a guess, never for a call. */
  readonly firm: boolean;
}

/** Evidence below this strength is a guess. One proper name with a fitting preposition, or better, reaches it. */
export const FIRM_STRENGTH = 1.5;

/** Assigning looks at each with each; a text that says more values of one parameter than this does not say which it means. */
const CANDIDATES_MAX = 12;

/** One candidate per value, the strongest place of each, best first. */
export function keepBest(found: readonly Candidate[]): Candidate[] {
  const best = new Map<string, Candidate>();
  for (const candidate of found) {
    if (candidate.strength <= 0) continue;
    const key = valueKey(candidate.value);
    const held = best.get(key);
    if (held === undefined) best.set(key, candidate);
    else {
      // Two rules that read the same value do not weaken one another.
      const [stronger, weaker] = candidate.strength > held.strength ? [candidate, held] : [held, candidate];
      best.set(
        key,
        weaker.firm && !stronger.firm && weaker.strength >= FIRM_STRENGTH
          ? { ...stronger, by: weaker.by, rule: weaker.rule, places: weaker.places, firm: true }
          : stronger,
      );
    }
  }
  return [...best.values()]
    .sort((a, b) => b.strength - a.strength || (a.places[0]?.start ?? 0) - (b.places[0]?.start ?? 0))
    .slice(0, CANDIDATES_MAX);
}

export function valueKey(value: Json): string {
  if (value instanceof JsonNumber) return `n${keyOf(value)}`;
  if (Array.isArray(value)) return `[${value.map(valueKey).join(',')}]`;
  if (value instanceof Map) return `{${[...value].map(([name, member]) => `${name}:${valueKey(member)}`).join(',')}}`;
  return typeof value === 'string' ? `s${value.toLowerCase()}` : String(value);
}

export function joinItems(items: readonly Candidate[]): Candidate {
  return {
    value: items.map((item) => item.value),
    by: items[0]?.by ?? 'exact',
    rule: items[0]?.rule ?? '',
    places: items.flatMap((item) => item.places),
    strength: items.reduce((least, item) => Math.min(least, item.strength), Infinity),
    firm: items.every((item) => item.firm),
  };
}

/** "depth and berth fee" with only the price read: half of a list is not the list. */
export function goesOn(source: Source, places: readonly Place[]): boolean {
  const start = places.reduce((least, place) => Math.min(least, place.start), Infinity);
  const end = places.reduce((most, place) => Math.max(most, place.end), 0);
  return (
    /\p{L}(?:,| and| or|, and|, or| &)\s+$/u.test(source.text.slice(Math.max(0, start - 12), start)) ||
    /^(?:,? and|,? or| &)\s+\p{L}/u.test(source.text.slice(end, end + 12))
  );
}
