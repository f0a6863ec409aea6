// Fuel as people write it, and steps as they read them.

import { STEPS_MAX } from '../compiler/steps.ts';

export const FUEL_WANTED = `a whole number from 0 to ${STEPS_MAX}`;

/** `1_000` and `1,000` are 1000; null for what is no fuel. */
export function readFuel(text: string): number | null {
  const fuel = Number(text.replaceAll(/[_,]/g, ''));
  return /^[0-9][0-9_,]*$/.test(text) && fuel <= STEPS_MAX ? fuel : null;
}

export function countSteps(steps: number): string {
  return steps === 1 ? '1 step' : `${steps} steps`;
}
