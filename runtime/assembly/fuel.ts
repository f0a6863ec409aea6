// Fuel: what a run may still spend, and the verdict at its end. Emitted code takes `fuel` down once per region; builtins
// take their surcharge with `charge` before they work. A fault's site says how many of the charged nodes were never
// evaluated (its refund), so that steps come out as if every node had been counted one by one.

import { SITE_MASK, STATUS_FAULT, STATUS_FINISHED, STATUS_HOST, STATUS_OUT_OF_FUEL, failHost, faultSite, rawStatus, setStatus } from './fault';
import { SITE_REFUND, siteField } from './sites';

/** 2^53 − 1: what a JSON number says exactly. */
export const STEPS_MAX: i64 = 9007199254740991;

/** The surcharge of what takes as long as several sums, whatever it is given. */
export const HEAVY_STEPS: i64 = 4;

/** What an element of `sum product mean` costs when there is a number among them that is no whole number below 10^18. */
export const LONG_STEPS: i64 = 4;

/** What arithmetic with such a number costs where a higher-order builtin applies it. */
export const APPLIED_STEPS: i64 = LONG_STEPS - 1;

/** What it adds that phrases have to be made ready in the run, and what each of them adds. */
export const PHRASES_STEPS: i64 = 100;
export const PHRASE_STEPS: i64 = 20;
/** What each place costs that `locate-all` finds. */
export const PLACE_STEPS: i64 = 4;

/**
 * Address of what is left, an i64. A cell in memory and not a global: emitted modules reach an imported mutable global
 * through two more loads, which doubled the price of a call. Below 128 an address takes one byte in code (memory.ts).
 */
export const fuelAt: i32 = 16;
let fuelGiven: i64 = 0;

export function startFuel(amount: i64): void {
  if (amount < 0 || amount > STEPS_MAX) failHost();
  store<i64>(fuelAt, amount);
  fuelGiven = amount;
}

/** Takes `steps` (0 … 2^53−1); traps as out of fuel when they cannot be paid. */
// @ts-ignore: decorator
@inline
export function charge(steps: i64): void {
  const left = load<i64>(fuelAt) - steps;
  store<i64>(fuelAt, left);
  if (left < 0) exhausted();
}

/**
 * The same where nodes are pending that were charged and not evaluated: the site knows how many. So a builtin that has a
 * surcharge for some of its arguments only need not end its region for the others.
 */
export function chargeAt(steps: i64, site: i32): void {
  const left = load<i64>(fuelAt) - steps;
  store<i64>(fuelAt, left);
  if (left < 0 && left + refundOf(site & SITE_MASK) < 0) exhausted();
}

export function exhausted(): void {
  setStatus(STATUS_OUT_OF_FUEL);
  unreachable();
}

/** 0 finished, 1 out of fuel, 2 fault, 3 the host failed. A fault beyond the fuel was never reached: it is out of fuel. */
export function status(): i32 {
  return rawStatus == STATUS_FAULT && spent() > fuelGiven ? STATUS_OUT_OF_FUEL : rawStatus;
}

/** Steps of the run; all the fuel when it ran out. */
export function steps(): i64 {
  const settled = status();
  if (settled == STATUS_OUT_OF_FUEL) return fuelGiven;
  return settled == STATUS_FINISHED || settled == STATUS_FAULT ? spent() : 0;
}

function spent(): i64 {
  return fuelGiven - load<i64>(fuelAt) - (rawStatus == STATUS_FAULT ? refundOf(faultSite) : 0);
}

/** Nodes charged and not evaluated at a site. */
function refundOf(site: i32): i64 {
  return siteField(site, SITE_REFUND) as i64;
}
