// Measured: the steps of a node and what is known of its value, and how two of them are put together.

import { type Bounds, either, then } from './bounds.ts';
import { eitherKnown, type Known } from './known.ts';

export interface Measured {
  readonly bounds: Bounds;
  readonly value: Known;
}

export function valuesOf(parts: readonly Measured[]): Known[] {
  return parts.map(({ value }) => value);
}

/** The bounds of parts one after the other. */
export function sum(first: Bounds, parts: readonly Measured[]): Bounds {
  let bounds = first;
  for (const part of parts) bounds = then(bounds, part.bounds);
  return bounds;
}

export function after(before: Bounds, { bounds, value }: Measured): Measured {
  return { bounds: then(before, bounds), value };
}

export function eitherMeasured(a: Measured, b: Measured): Measured {
  return { bounds: either(a.bounds, b.bounds), value: eitherKnown(a.value, b.value) };
}
